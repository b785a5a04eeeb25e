//! The frontier of a best-first search.

use super::best_first::Ties;
use super::buffer::Buffer;
use super::heap::Heap;
use super::ring::{Links, Ring};
use super::store::{NONE, NodeId};
use crate::run::{Meter, Stop};

/// The maximum number of buckets, about four megabytes.
const MOST_BUCKETS: u64 = 1 << 20;

/// The maximum number of buckets per node so far, so that a short search clears few.
const BUCKETS_PER_NODE: u64 = 2;

/// This many buckets are always worth it.
const FEW_BUCKETS: u64 = 1024;

/// The first entries go to the heap, which is just as fast while there are few.
const FIRST: u64 = 16;

/// If the first key is below this, keys are expected to fall to 0.
const LOW: u64 = 1024;

/// From this many levels on, their number grows by half each time.
const MANY_LEVELS: u64 = 128;

/// A priority queue: the lowest f first, then as [`Ties`] says; by default the largest g, then the
/// newest.
///
/// If f and g are small integers, entries are in buckets, one for each pair of f and g. A bucket is
/// a linked list through the nodes themselves, so queueing a node needs no memory. Larger keys are
/// in a [`Ring`] of buckets if they rise. All other entries are in a heap. A node may be queued
/// only once.
pub(super) struct Queue {
    /// Whether keys below the first one are expected.
    falls: bool,
    /// All ones, or zero if g is ignored.
    tie: u32,
    /// Zero, or all ones if the lowest g comes first.
    turn_g: u32,
    /// Zero, or all ones if the oldest comes first.
    turn_id: u32,
    /// The f of the first level.
    base: u64,
    /// How many values of f have buckets.
    levels: u64,
    /// Each of them has 2^bits buckets, one for each g.
    bits: u32,
    /// The newest entry of each bucket, in the order in which they are taken: by f, and for each f
    /// the largest g first.
    newest: Buffer<NodeId>,
    /// A bit for each bucket: whether it is non-empty.
    filled: Buffer<u64>,
    /// All words of `filled` before this one are 0.
    first: usize,
    near: usize,
    ring: Ring,
    far: Heap,
    /// How many entries went to the heap, and at how many to consider buckets next.
    pushed: u64,
    reconsider: u64,
}

/// An entry in one number; the least is taken first.
///
/// ```text
/// | f | complement of g | complement of the number |
///  127..64        63..32                     31..0
/// ```
pub(super) type Far = u128;

/// The f of an entry.
#[inline]
pub(super) fn f_of(entry: Far) -> u64 {
    (entry >> 64) as u64
}

/// The node of an entry.
#[inline]
pub(super) fn id_of(entry: Far) -> NodeId {
    !(entry as u32)
}

/// The queued item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Larger than that of any queued before.
    pub id: NodeId,
    pub f: u64,
    pub g: u32,
}

impl Entry {
    #[inline]
    pub fn far(self) -> Far {
        u128::from(self.f) << 64 | u128::from(!self.g) << 32 | u128::from(!self.id)
    }
}

impl Queue {
    /// `falls` if keys are expected to fall from the first one towards 0, `flat` if only f counts.
    #[inline(always)]
    pub fn new(falls: bool, flat: bool, ties: Ties) -> Self {
        let ignores_g = match ties {
            Ties::HighG => flat,
            Ties::LowG => false,
            Ties::Newest | Ties::Oldest => true,
        };
        // Buckets have the largest g and the newest first: the other orders use only the heap.
        let heap_alone = matches!(ties, Ties::LowG | Ties::Oldest) || falls && ignores_g;
        let tie = if ignores_g { 0 } else { u32::MAX };
        Queue {
            falls,
            tie,
            turn_g: if ties == Ties::LowG { u32::MAX } else { 0 },
            turn_id: if ties == Ties::Oldest { u32::MAX } else { 0 },
            base: 0,
            levels: 0,
            bits: 6,
            newest: Buffer::new(),
            filled: Buffer::new(),
            first: 0,
            near: 0,
            ring: Ring::new(),
            far: Heap::new(),
            pushed: 0,
            reconsider: if heap_alone { u64::MAX } else { FIRST },
        }
    }

    pub fn len(&self) -> usize {
        self.near + self.ring.len() + self.far.len()
    }

    /// The node that is taken next.
    pub fn peek<L: Links>(&mut self, links: &L) -> Option<NodeId> {
        let near = if self.ring.len() > 0 {
            Some(self.ring.first(links))
        } else {
            self.first_bucket().map(|bucket| self.first_of(bucket))
        };
        let first = match (near, self.far.first()) {
            (Some(near), Some(far)) => near.min(far),
            (near, far) => near.or(far)?,
        };
        Some(id_of(first) ^ self.turn_id)
    }

    /// Queues a node that is about to be created, and returns the one after it in its bucket.
    #[inline(always)]
    pub fn push<L: Links>(
        &mut self,
        entry: Entry,
        links: &mut L,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop> {
        let (level, g) = (entry.f.wrapping_sub(self.base), entry.g & self.tie);
        if level < self.levels && g >> self.bits == 0 {
            return Ok(self.put(level, g, entry.id));
        }
        let entry =
            Entry { g: (entry.g ^ self.turn_g) & self.tie, id: entry.id ^ self.turn_id, ..entry };
        if self.tie == 0
            && let Some(next) = self.ring.push(entry.far(), links)
        {
            return Ok(next);
        }
        if self.pushed >= self.reconsider {
            if self.tie == 0 {
                self.reconsider = 2 * self.pushed;
                self.ring.rebuild(&mut self.far, links, meter)?;
            } else if self.make_bucket(entry, meter)? {
                return Ok(self.put(entry.f - self.base, g, entry.id));
            }
        }
        self.pushed += 1;
        self.far.push(entry.far(), meter)?;
        Ok(NONE)
    }

    /// Puts a node into its bucket, and returns the one after it.
    #[inline(always)]
    fn put(&mut self, level: u64, g: u32, id: NodeId) -> NodeId {
        let bucket = ((level as usize + 1) << self.bits) - 1 - g as usize;
        let next = std::mem::replace(&mut self.newest[bucket], id);
        let word = bucket / 64;
        self.filled[word] |= 1 << (bucket % 64);
        self.first = self.first.min(word);
        self.near += 1;
        next
    }

    /// Creates buckets up to that of an entry, if it is worth it.
    #[cold]
    #[inline(never)]
    fn make_bucket(&mut self, entry: Entry, meter: &mut Meter) -> Result<bool, Stop> {
        if self.levels == 0 {
            let least = self.far.first().map_or(entry.f, |far| entry.f.min(f_of(far)));
            self.base = if self.falls && entry.f < LOW { 0 } else { least };
        }
        let bits = self.bits.max(entry.g.checked_ilog2().map_or(0, |log| log + 1));
        let worth = FEW_BUCKETS.max(BUCKETS_PER_NODE * u64::from(entry.id));
        let most = MOST_BUCKETS.min(worth) >> bits.min(63);
        let level = entry.f.wrapping_sub(self.base);
        if level.max(self.levels.saturating_sub(1)) >= most {
            self.reconsider = 2 * self.pushed;
            return Ok(false);
        }
        let more = if self.levels < MANY_LEVELS { 0 } else { self.levels / 2 };
        let levels = (level + 1).max(self.levels + more).next_multiple_of(16);
        self.grow(levels, bits, meter)?;
        Ok(true)
    }

    /// Creates more buckets.
    fn grow(&mut self, levels: u64, bits: u32, meter: &mut Meter) -> Result<(), Stop> {
        let buckets = (levels as usize) << bits;
        let (mut newest, mut filled) = (Buffer::new(), Buffer::new());
        newest.refill(NONE, buckets, meter)?;
        filled.refill(0, buckets / 64, meter)?;
        if bits == self.bits {
            newest[..self.newest.len()].copy_from_slice(&self.newest);
            filled[..self.filled.len()].copy_from_slice(&self.filled);
        } else {
            // The largest g comes first, so the buckets of each level are kept at its end.
            let (before, after) = (1 << self.bits, 1 << bits);
            for (from, to) in self.newest.chunks(before).zip(newest.chunks_mut(after)) {
                to[after - before..].copy_from_slice(from);
            }
            for (from, to) in self.filled.chunks(before / 64).zip(filled.chunks_mut(after / 64)) {
                to[(after - before) / 64..].copy_from_slice(from);
            }
        }
        self.newest.release(meter);
        self.filled.release(meter);
        (self.newest, self.filled) = (newest, filled);
        (self.levels, self.bits, self.first) = (levels, bits, 0);
        Ok(())
    }

    /// The first non-empty bucket.
    #[inline]
    fn first_bucket(&mut self) -> Option<usize> {
        loop {
            let word = *self.filled.get(self.first)?;
            if word != 0 {
                return Some(self.first * 64 + word.trailing_zeros() as usize);
            }
            self.first += 1;
        }
    }

    /// The node to expand next.
    #[inline(always)]
    pub fn pop<L: Links>(&mut self, links: &L) -> Option<NodeId> {
        if self.ring.len() > 0 {
            let far = self.far.first();
            if far.is_some_and(|far| far < self.ring.first(links)) {
                return self.pop_far();
            }
            return Some(self.ring.pop(links));
        }
        if self.near == 0 {
            return self.pop_far();
        }
        let bucket = self.first_bucket()?;
        if self.far.first().is_some_and(|far| far < self.first_of(bucket)) {
            return self.pop_far();
        }
        let newest = &mut self.newest[bucket];
        let id = *newest;
        *newest = links.next(id);
        self.filled[self.first] &= !(u64::from(*newest == NONE) << (bucket % 64));
        self.near -= 1;
        Some(id)
    }

    /// The first entry of a bucket, in the form used by the heap.
    fn first_of(&self, bucket: usize) -> Far {
        let most = ((1u64 << self.bits) - 1) as u32;
        let g = most - (bucket as u32 & most);
        Entry { id: self.newest[bucket], f: self.base + (bucket >> self.bits) as u64, g }.far()
    }

    #[inline]
    fn pop_far(&mut self) -> Option<NodeId> {
        let far = self.far.pop()?;
        self.ring.raise(f_of(far));
        Some(id_of(far) ^ self.turn_id)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::run::Limits;

    struct Chain {
        next: Vec<NodeId>,
        f: Vec<u64>,
    }

    impl Links for Chain {
        fn next(&self, id: NodeId) -> NodeId {
            self.next[id as usize]
        }

        fn set_next(&mut self, id: NodeId, next: NodeId) {
            self.next[id as usize] = next;
        }

        fn f(&self, id: NodeId) -> u64 {
            self.f[id as usize]
        }
    }

    fn agrees(steps: Vec<Option<(u64, u32)>>) -> Result<(), TestCaseError> {
        for ties in [Ties::HighG, Ties::LowG, Ties::Newest, Ties::Oldest] {
            for (falls, flat) in [(false, false), (true, false), (false, true)] {
                agrees_with(Queue::new(falls, flat, ties), &steps)?;
            }
        }
        Ok(())
    }

    fn agrees_with(mut queue: Queue, steps: &[Option<(u64, u32)>]) -> Result<(), TestCaseError> {
        let mut meter = Meter::new(&Limits::default());
        let mut sorted = BTreeMap::new();
        let (tie, turn_g, turn_id) = (queue.tie, queue.turn_g, queue.turn_id);
        let order = |f: u64, g: u32, id: NodeId| (f, !((g ^ turn_g) & tie), !(id ^ turn_id));
        let f = steps.iter().map(|step| step.unwrap_or_default().0).collect();
        let mut links = Chain { next: vec![NONE; steps.len()], f };
        for (id, &step) in steps.iter().enumerate() {
            let id = id as NodeId;
            if let Some((f, g)) = step {
                let next = queue.push(Entry { id, f, g }, &mut links, &mut meter).unwrap();
                links.set_next(id, next);
                sorted.insert(order(f, g, id), id);
            } else {
                let first = sorted.pop_first().map(|(_, id)| id);
                prop_assert_eq!(queue.pop(&links), first);
            }
            prop_assert_eq!(queue.len(), sorted.len());
            let first = sorted.first_key_value().map(|(_, id)| *id);
            prop_assert_eq!(queue.peek(&links), first);
        }
        Ok(())
    }

    #[test]
    fn a_limit_of_memory_stops_a_queue_or_leaves_it_to_the_heap() {
        for bytes in (1_000..200_000).step_by(500) {
            let mut meter = Meter::new(&Limits::memory(bytes));
            let mut queue = Queue::new(false, true, Ties::HighG);
            let f = |id: u64| (id * 7_919 % 10_007) << 30;
            let mut links = Chain { next: vec![NONE; 10_000], f: (0..10_000).map(f).collect() };
            let queued = (0..10_000).take_while(|&id| {
                let entry = Entry { id, f: f(id.into()), g: 0 };
                let next = queue.push(entry, &mut links, &mut meter);
                next.is_ok_and(|next| {
                    links.set_next(id, next);
                    true
                })
            });
            assert!(queued.count() > 0, "{bytes}");
        }
    }

    proptest! {
        #[test]
        fn entries_come_out_by_f_then_larger_g_then_newest_first(
            steps in prop::collection::vec(prop::option::weighted(0.6, (40u64..60, 0u32..8)), 0..2_000)
        ) {
            agrees(steps)?;
        }

        #[test]
        fn near_and_far_keys_mix(
            steps in prop::collection::vec(
                prop::option::weighted(0.6, (prop_oneof![0u64..3_000, any::<u64>()], 0u32..3_000)),
                0..500,
            )
        ) {
            agrees(steps)?;
        }

        #[test]
        fn rising_keys_of_any_size_come_out_in_order(
            steps in prop::collection::vec(prop::option::weighted(0.55, 0u64..1_000), 0..4_000),
            shift in 0u32..40,
        ) {
            // Each is up to a thousand units above the one taken last, or sometimes a little below
            // it.
            let (mut last, mut rising) = (1u64 << 53, Vec::new());
            for step in steps {
                rising.push(step.map(|by| (last + (by << shift) - (3 << shift), 0)));
                last += if step.is_none() { 40 << shift } else { 0 };
            }
            agrees(rising)?;
        }

        #[test]
        fn a_wide_window_runs_full(
            steps in prop::collection::vec(
                prop::option::weighted(0.6, (0u64..1 << 21, prop_oneof![0u32..100, 0u32..1 << 21])),
                0..200,
            )
        ) {
            agrees(steps)?;
        }
    }
}
