//! Buckets for costs of any size that rise, as those of uniform-cost search do.

use super::buffer::Buffer;
use super::heap::Heap;
use super::queue::{Entry, Far, f_of, id_of};
use super::store::{NONE, NodeId};
use crate::run::{Meter, Stop};

/// The fewest buckets, and the most.
const FEWEST: usize = 1024;
const MOST: usize = 1 << 16;

/// This many buckets are made for each entry.
const PER_ENTRY: usize = 16;

/// The window is this many times as wide as the average distance of the keys from the lowest.
const WIDTH: u128 = 4;

/// An entry that belongs behind more entries of its bucket than this goes to the heap.
const FEW: usize = 8;

/// What the queue needs to know of the nodes: their links and their f.
pub(super) trait Links {
    /// The node after this one in its bucket.
    fn next(&self, id: NodeId) -> NodeId;

    fn set_next(&mut self, id: NodeId, next: NodeId);

    /// The f of a queued node.
    fn f(&self, id: NodeId) -> u64;
}

impl Links for &mut dyn Links {
    fn next(&self, id: NodeId) -> NodeId {
        (**self).next(id)
    }

    fn set_next(&mut self, id: NodeId, next: NodeId) {
        (**self).set_next(id, next);
    }

    fn f(&self, id: NodeId) -> u64 {
        (**self).f(id)
    }
}

/// Buckets of equal width, arranged in a ring: as the lowest key rises, the buckets that were
/// emptied are reused for keys at the other end.
///
/// Keys rise only a little from one node to the next, so nearly all keys of a frontier are within a
/// narrow window, however large they are. A bucket is a list through the nodes themselves, in
/// order, and is so short that sorting into it takes a step or two. An entry that does not belong
/// in the window, or not near the front of its bucket, is refused.
pub(super) struct Ring {
    /// A key shifted by this is its level; each level has a bucket.
    shift: u32,
    /// The lowest level of the window: that of the entry taken last, or a lower one.
    lowest: u64,
    /// The first entry of each bucket. Their number is a power of two.
    firsts: Buffer<NodeId>,
    /// A bit for each bucket: whether it is non-empty.
    filled: Buffer<u64>,
    len: usize,
}

impl Ring {
    #[inline(always)]
    pub fn new() -> Self {
        Ring { shift: 0, lowest: 0, firsts: Buffer::new(), filled: Buffer::new(), len: 0 }
    }

    /// The entry of a queued node.
    #[inline(always)]
    fn entry<L: Links + ?Sized>(id: NodeId, links: &L) -> Far {
        Entry { id, f: links.f(id), g: 0 }.far()
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Queues an entry and returns the node after it, unless it is refused.
    #[inline(always)]
    pub fn push<L: Links>(&mut self, entry: Far, links: &mut L) -> Option<NodeId> {
        let level = f_of(entry) >> self.shift;
        if level.wrapping_sub(self.lowest) >= self.firsts.len() as u64 {
            return None;
        }
        let bucket = level as usize & (self.firsts.len() - 1);
        let (word, bit) = (bucket / 64, 1 << (bucket % 64));
        let id = id_of(entry);
        let next = if self.filled[word] & bit == 0 {
            self.filled[word] |= bit;
            NONE
        } else {
            let first = self.firsts[bucket];
            // A level of one key has the newest first.
            if self.shift > 0 && Self::entry(first, links) < entry {
                return self.push_behind(first, entry, links);
            }
            first
        };
        self.firsts[bucket] = id;
        self.len += 1;
        Some(next)
    }

    /// Queues an entry behind the first one of its bucket, unless it belongs far behind it.
    fn push_behind(
        &mut self,
        mut before: NodeId,
        entry: Far,
        links: &mut dyn Links,
    ) -> Option<NodeId> {
        for _ in 0..FEW {
            let next = links.next(before);
            if next == NONE || entry < Self::entry(next, links) {
                links.set_next(before, id_of(entry));
                self.len += 1;
                return Some(next);
            }
            before = next;
        }
        None
    }

    /// The bucket of the first entry; there must be one.
    #[inline]
    fn first_bucket(&self) -> usize {
        let start = self.lowest as usize & (self.firsts.len() - 1);
        let mut word = start / 64;
        let mut bits = self.filled[word] & (!0 << (start % 64));
        while bits == 0 {
            word = if word + 1 == self.filled.len() { 0 } else { word + 1 };
            bits = self.filled[word];
        }
        word * 64 + bits.trailing_zeros() as usize
    }

    /// The first entry; there must be one.
    #[inline]
    pub fn first<L: Links>(&self, links: &L) -> Far {
        Self::entry(self.firsts[self.first_bucket()], links)
    }

    /// Removes the first node; there must be one.
    #[inline(always)]
    pub fn pop<L: Links>(&mut self, links: &L) -> NodeId {
        let bucket = self.first_bucket();
        let id = self.firsts[bucket];
        let next = links.next(id);
        self.firsts[bucket] = next;
        self.filled[bucket / 64] &= !(u64::from(next == NONE) << (bucket % 64));
        self.len -= 1;
        let buckets = self.firsts.len() as u64;
        self.lowest += (bucket as u64).wrapping_sub(self.lowest) & (buckets - 1);
        id
    }

    /// Moves the window up to the key of an entry that was lower than all of the ring.
    #[inline]
    pub fn raise(&mut self, f: u64) {
        let level = f >> self.shift;
        if level > self.lowest || self.len == 0 {
            self.lowest = level;
        }
    }

    /// Makes buckets that suit the entries of the ring and the heap, and puts the entries that
    /// belong there into them. The rest stay in the heap.
    #[cold]
    #[inline(never)]
    pub fn rebuild(
        &mut self,
        heap: &mut Heap,
        mut links: &mut dyn Links,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        while self.len > 0 {
            let id = self.pop(&links);
            heap.push(Self::entry(id, links), meter)?;
        }
        let Some(least) = heap.first() else { return Ok(()) };
        let entries = heap.len();
        let above: u128 = heap.items().map(|entry| u128::from(f_of(entry) - f_of(least))).sum();
        let window = (WIDTH * above / entries as u128).clamp(1, u128::from(u64::MAX)) as u64;
        let most = (PER_ENTRY * entries).next_power_of_two().clamp(FEWEST, MOST);
        self.shift = (window / most as u64).checked_ilog2().map_or(0, |log| log + 1);
        let buckets = (((window >> self.shift) + 1) as usize).next_power_of_two().max(FEWEST);
        // Without buckets everything is refused.
        self.firsts.release(meter);
        if self.filled.refill(0, buckets / 64, meter).is_err()
            || self.firsts.refill(NONE, buckets, meter).is_err()
        {
            // All entries stay in the heap.
            return Ok(());
        }
        self.lowest = f_of(least) >> self.shift;
        // The last comes first, and each then becomes the first of its bucket.
        heap.retain_from_last(|entry| match self.push(entry, &mut links) {
            Some(next) => {
                links.set_next(id_of(entry), next);
                false
            }
            None => true,
        });
        Ok(())
    }
}
