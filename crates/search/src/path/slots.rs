//! An open-addressing hash index of items stored elsewhere.

use std::hash::{Hash, Hasher};

use super::buffer::Buffer;
use super::prefetch::prefetch;
use crate::run::{Meter, Stop};

#[inline]
pub(super) fn hash_of<T: Hash>(key: &T) -> u64 {
    let mut mixer = Mixer { hash: SEEDS[0], odd: None };
    key.hash(&mut mixer);
    mixer.finish()
}

/// Multiplies numbers into the hash, two at a time, and folds the product.
///
/// Numbers are never joined first: a state written to memory in two halves and then read as a whole
/// makes the processor wait some twenty cycles, for every successor.
struct Mixer {
    hash: u64,
    /// A number that waits for a second.
    odd: Option<u64>,
}

/// Digits of pi.
const SEEDS: [u64; 3] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0x082e_fa98_ec4e_6c89];

#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Mixer {
    #[inline]
    fn write_u64(&mut self, number: u64) {
        match self.odd.take() {
            Some(odd) => self.hash = folded(self.hash ^ odd, SEEDS[1] ^ number),
            None => self.odd = Some(number),
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks();
        eights.iter().for_each(|&eight| self.write_u64(u64::from_le_bytes(eight)));
        if rest.is_empty() {
            return;
        }
        // Read in the pieces in which a copy of the bytes is written.
        let (mut tail, mut rest) = (rest.len() as u64, rest);
        if let Some((&four, after)) = rest.split_first_chunk() {
            (tail, rest) = (tail << 32 | u64::from(u32::from_le_bytes(four)), after);
        }
        if let Some((&two, after)) = rest.split_first_chunk() {
            (tail, rest) = (tail << 16 | u64::from(u16::from_le_bytes(two)), after);
        }
        if let Some(&one) = rest.first() {
            tail = tail << 8 | u64::from(one);
        }
        self.write_u64(tail);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.odd.map_or(self.hash, |odd| folded(self.hash ^ odd, SEEDS[2]))
    }
}

/// Maps hashes to the numbers of items stored elsewhere, in four bytes per slot.
///
/// ```text
/// slot:  | tag: low bits of the hash | item number + 1 |
///         31                  id_bits  id_bits-1      0
/// ```
/// A number needs as many bits as the index of a slot; the rest of the slot is a tag that avoids
/// nearly all comparisons with wrong items. An empty slot is 0.
pub(super) struct Slots {
    slots: Buffer<u32>,
    id_mask: u32,
    /// Numbers below this one fit.
    most: u32,
}

/// A table is never full, so every number plus one fits in its bits.
const EMPTY: u32 = 0;

/// Few, so that a search of a few nodes clears little memory.
const FIRST_SLOTS: usize = 1 << 7;

/// Tables with fewer slots grow eightfold, because growing is most of their cost.
const SMALL: usize = 1 << 12;

/// Tables of up to this many slots are in the part of the cache that is nearest to a core. They are
/// kept three quarters empty, so that the first slot looked at is nearly always the right one: a
/// second costs a branch misprediction, which takes longer than all the rest.
const WIDE: usize = 1 << 17;

/// Tables of up to this many slots fit in the cache; they are kept at least half empty and grow
/// fourfold; larger ones are filled to seven eighths, for memory.
const ROOMY: usize = 1 << 20;

/// This many slots are prefetched at once, so that the waits for memory overlap.
const BATCH: usize = 32;

/// Where a probe ended.
pub(super) enum Probe {
    Found(u32),
    /// It can be inserted in this slot.
    Vacant(usize),
}

impl Slots {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        let mut table = Slots::none();
        table.begin(meter)?;
        Ok(table)
    }

    /// No table yet.
    #[inline(always)]
    pub fn none() -> Self {
        Slots { slots: Buffer::new(), id_mask: 0, most: 0 }
    }

    /// Makes sure that there is a table.
    pub fn begin(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if self.slots.is_empty() { self.reset(FIRST_SLOTS, meter) } else { Ok(()) }
    }

    /// Empties the table and gives it this many slots.
    fn reset(&mut self, slots: usize, meter: &mut Meter) -> Result<(), Stop> {
        if slots > 1 << 31 {
            return Err(Stop::Memory);
        }
        self.slots.refill(EMPTY, slots, meter)?;
        self.id_mask = (slots.next_power_of_two() - 1) as u32;
        let most = if slots <= WIDE {
            slots / 4
        } else if slots <= ROOMY {
            slots / 2
        } else {
            slots / 8 * 7
        };
        self.most = most as u32;
        Ok(())
    }

    /// Releases its memory: it can no longer be used.
    pub fn release(&mut self, meter: &mut Meter) {
        self.slots.release(meter);
    }

    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash >> 32) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & !self.id_mask
    }

    /// Whether the table no longer fits in the cache of one core.
    #[inline]
    pub fn is_large(&self) -> bool {
        self.slots.len() > 1 << 21
    }

    /// Whether the table no longer fits in the part of the cache that is nearest to a core.
    #[inline]
    pub fn is_wide(&self) -> bool {
        self.slots.len() > WIDE
    }

    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.slots[self.home(hash)]);
    }

    /// Looks for the item with this hash for which `is_it` holds.
    #[inline]
    pub fn probe(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Probe {
        let tag = self.tag(hash);
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return Probe::Vacant(at);
            }
            let id = (slot & self.id_mask).wrapping_sub(1);
            if slot & !self.id_mask == tag && is_it(id) {
                return Probe::Found(id);
            }
            at = self.after(at);
        }
    }

    /// Whether item number `id` can be inserted, when at most `id` items are present: its number
    /// must fit in the slots, and probes must stay short.
    #[inline]
    pub fn has_room(&self, id: u32) -> bool {
        id < self.most
    }

    #[inline]
    pub fn fill(&mut self, vacant: usize, hash: u64, id: u32) {
        self.slots[vacant] = self.tag(hash) | (id + 1);
    }

    /// Replaces `before`, an item with the same hash, with `id`.
    pub fn replace(&mut self, hash: u64, before: u32, id: u32) {
        let at = self.find(hash, before);
        self.fill(at, hash, id);
    }

    /// Removes an item, which must be the one inserted last: no probe for another has passed over
    /// its slot yet.
    #[inline]
    pub fn remove_last(&mut self, hash: u64, id: u32) {
        let at = self.find(hash, id);
        self.slots[at] = EMPTY;
    }

    /// The slot of an item that is present.
    #[inline]
    fn find(&self, hash: u64, id: u32) -> usize {
        let sought = self.tag(hash) | (id + 1);
        let mut at = self.home(hash);
        while self.slots[at] != sought {
            at = self.after(at);
        }
        at
    }

    /// Makes the table larger; `items` are the hashes and numbers of all its items, in the order of
    /// insertion.
    pub fn grow(
        &mut self,
        mut items: impl Iterator<Item = (u64, u32)>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        // Large tables grow by half, so that less memory is unused.
        let slots = self.slots.len();
        let larger = match slots {
            ..SMALL => slots * 8,
            SMALL..ROOMY => slots * 4,
            _ => slots / 2 * 3,
        };
        self.reset(larger, meter)?;
        if !self.is_large() {
            items.for_each(|(hash, id)| self.put(hash, id));
            return Ok(());
        }
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            batch.extend(items.by_ref().take(BATCH).inspect(|(hash, _)| self.prefetch(*hash)));
            if batch.is_empty() {
                return Ok(());
            }
            batch.drain(..).for_each(|(hash, id)| self.put(hash, id));
        }
    }

    /// Inserts an item that is not present.
    #[inline]
    fn put(&mut self, hash: u64, id: u32) {
        let mut at = self.home(hash);
        while self.slots[at] != EMPTY {
            at = self.after(at);
        }
        self.fill(at, hash, id);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::run::Limits;

    /// The longest probe among these items, in a table that is at most half full.
    fn longest<T: Hash>(items: impl Iterator<Item = T>) -> usize {
        let mut meter = Meter::new(&Limits::default());
        let mut slots = Slots::new(&mut meter).unwrap();
        slots.reset(1 << 17, &mut meter).unwrap();
        let hashes: Vec<u64> = items.map(|item| hash_of(&item)).collect();
        assert!(hashes.len() <= 1 << 16, "{}", hashes.len());
        (0..).zip(&hashes).for_each(|(id, &hash)| slots.put(hash, id));
        let length = |(id, &hash)| {
            (slots.find(hash, id) + slots.slots.len() - slots.home(hash)) % slots.slots.len()
        };
        (0..).zip(&hashes).map(length).max().unwrap()
    }

    #[test]
    fn the_hashes_of_similar_states_are_spread() {
        let square = || (0..256u32).flat_map(|x| (0..256u32).map(move |y| (x, y)));
        assert!(longest(square()) < 64);
        assert!(longest(square().map(|(x, y)| (x as u8, y as u8))) < 64);
        assert!(longest(square().map(|(x, y)| u64::from(x) << 56 | u64::from(y) << 20)) < 64);
        assert!(
            longest(square().map(|(x, y)| (f64::from(x) + f64::from(y) / 256.0).to_bits())) < 64
        );
        assert!(longest(square().map(|(x, y)| format!("{x}-{y}"))) < 64);
        assert!(longest(square().map(|(x, y)| [x as u8, 3, 3, 3, 3, 3, 3, 3, 3, 3, y as u8])) < 64);
        assert!(longest(square().map(|(x, y)| vec![x; 1 + y as usize])) < 64);
    }

    #[test]
    fn where_one_list_ends_and_the_next_begins_is_part_of_the_hash() {
        let lists = [(vec![1u8, 2], vec![3]), (vec![1], vec![2, 3]), (vec![], vec![1, 2, 3])];
        assert!(lists.windows(2).all(|two| hash_of(&two[0]) != hash_of(&two[1])));
        assert_ne!(hash_of(&("ab", "c")), hash_of(&("a", "bc")));
        assert_ne!(hash_of(&[0u8; 9]), hash_of(&[0u8; 10]));
    }

    proptest! {
        #[test]
        fn slots_forget_the_last_item_and_nothing_else(pushes in prop::collection::vec(prop::bool::weighted(0.8), 0..20_000)) {
            let mut meter = Meter::new(&Limits::default());
            let mut slots = Slots::new(&mut meter).unwrap();
            // Few distinct home slots, so that probes are long.
            let hash = |id: usize| (id as u64 % 500) << 55 | (id as u64) << 16;
            let mut len = 0;
            for push in pushes {
                if push {
                    let Probe::Vacant(slot) = slots.probe(hash(len), |id| id as usize == len) else {
                        return Err(TestCaseError::fail("found an item that is not present"));
                    };
                    len += 1;
                    if slots.has_room(len as u32 - 1) {
                        slots.fill(slot, hash(len - 1), len as u32 - 1);
                    } else {
                        slots.grow((0..len).map(|id| (hash(id), id as u32)), &mut meter).unwrap();
                    }
                } else if len > 0 {
                    len -= 1;
                    slots.remove_last(hash(len), len as u32);
                }
            }
            for i in 0..len + 3 {
                let found = matches!(slots.probe(hash(i), |id| id as usize == i), Probe::Found(_));
                prop_assert_eq!(found, i < len);
            }
        }
    }
}
