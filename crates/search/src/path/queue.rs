//! The frontier of a best-first search: a queue with integer keys.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::arena::allocate;
use super::store::{Links, NONE, NodeId};
use crate::run::{Meter, Stop};
use crate::space::Cost;

/// Keys f from the least expected up to this many more, and g below [`NEAR_G`], have
/// buckets of their own; others go to a heap.
const NEAR_F: u64 = 1024;
const NEAR_G: u32 = 1024;

/// Gives out the entry of least f; among those the one of largest g; among those
/// the newest.
///
/// A bucket is a list strung through the nodes themselves, so that queueing a node
/// takes no memory. A node may therefore be queued once only.
pub(super) struct BucketQueue {
    /// Whether keys below the first one are expected.
    falls: bool,
    /// The f of the first level.
    base: u64,
    /// How many f have buckets.
    levels: u64,
    /// Each of them has 2^bits buckets, one for each g.
    bits: u32,
    /// The newest entry of each bucket, in the order in which they are given out: by
    /// f, and for each f the largest g first.
    newest: Vec<NodeId>,
    /// A bit for each bucket: whether it holds anything.
    filled: Vec<u64>,
    /// All words of `filled` before this one are 0.
    first: usize,
    near: usize,
    far: BinaryHeap<Far>,
    pushes: u64,
}

/// The largest is given out first: least f, then largest g, then newest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Far {
    f: Reverse<u64>,
    g: Cost,
    push: u64,
    id: NodeId,
}

/// What a queue gives out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub id: NodeId,
    pub f: u64,
    pub g: Cost,
}

impl BucketQueue {
    /// For keys that seldom fall below the first one.
    pub fn new() -> Self {
        BucketQueue {
            falls: false,
            base: 0,
            levels: 0,
            bits: 6,
            newest: Vec::new(),
            filled: Vec::new(),
            first: 0,
            near: 0,
            far: BinaryHeap::new(),
            pushes: 0,
        }
    }

    /// For keys that fall from the first one towards 0.
    pub fn falling() -> Self {
        BucketQueue { falls: true, ..BucketQueue::new() }
    }

    pub fn len(&self) -> usize {
        self.near + self.far.len()
    }

    /// The least f in the queue.
    pub fn least(&mut self) -> Option<u64> {
        let near = self.first_bucket().map(|bucket| self.key(bucket).0);
        let far = self.far.peek().map(|far| far.f.0);
        match (near, far) {
            (Some(near), Some(far)) => Some(near.min(far)),
            (near, far) => near.or(far),
        }
    }

    /// The f and g of a bucket.
    #[inline]
    fn key(&self, bucket: usize) -> (u64, Cost) {
        let most = (1 << self.bits) - 1;
        (self.base + (bucket >> self.bits) as u64, most - (bucket as Cost & most))
    }

    /// Puts in a node that is about to be made, and says which one comes behind it in
    /// its bucket.
    #[inline(always)]
    pub fn push(&mut self, entry: Entry, meter: &mut Meter) -> Result<NodeId, Stop> {
        let level = entry.f.wrapping_sub(self.base);
        if level >= self.levels || entry.g >> self.bits != 0 {
            return self.push_growing(entry, meter);
        }
        let bucket = ((level as usize + 1) << self.bits) - 1 - entry.g as usize;
        let next = std::mem::replace(&mut self.newest[bucket], entry.id);
        let word = bucket / 64;
        self.filled[word] |= 1 << (bucket % 64);
        self.first = self.first.min(word);
        self.near += 1;
        Ok(next)
    }

    /// Pushes an entry that has no bucket yet.
    #[cold]
    #[inline(never)]
    fn push_growing(&mut self, entry: Entry, meter: &mut Meter) -> Result<NodeId, Stop> {
        if self.levels == 0 {
            self.base = if self.falls && entry.f < NEAR_F { 0 } else { entry.f };
        }
        let level = entry.f.wrapping_sub(self.base);
        if level >= NEAR_F || entry.g >= NEAR_G {
            return self.push_far(entry, meter);
        }
        let levels = self.levels.max((level + 1).next_multiple_of(16));
        let bits = self.bits.max(entry.g.checked_ilog2().map_or(0, |log| log + 1));
        let buckets = (levels as usize) << bits;
        let mut newest = allocate(buckets, meter)?;
        let mut filled = allocate(buckets / 64, meter)?;
        newest.resize(buckets, NONE);
        filled.resize(buckets / 64, 0);
        // Largest g first: what each level has lies at its end.
        let (before, after) = (1 << self.bits, 1 << bits);
        for (from, to) in self.newest.chunks(before).zip(newest.chunks_mut(after)) {
            to[after - before..].copy_from_slice(from);
        }
        for (from, to) in self.filled.chunks(before / 64).zip(filled.chunks_mut(after / 64)) {
            to[(after - before) / 64..].copy_from_slice(from);
        }
        meter.release(self.newest.len() * size_of::<NodeId>());
        meter.release(self.filled.len() * size_of::<u64>());
        (self.newest, self.filled) = (newest, filled);
        (self.levels, self.bits, self.first) = (levels, bits, 0);
        self.push(entry, meter)
    }

    fn push_far(&mut self, entry: Entry, meter: &mut Meter) -> Result<NodeId, Stop> {
        if self.far.len() == self.far.capacity() {
            let more = self.far.capacity().max(1024);
            meter.hold(more * size_of::<Far>())?;
            self.far.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
        }
        let Entry { id, f, g } = entry;
        self.pushes += 1;
        self.far.push(Far { f: Reverse(f), g, push: self.pushes, id });
        Ok(NONE)
    }

    /// The first bucket that holds something.
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

    #[inline(always)]
    pub fn pop<L: Links>(&mut self, links: &L) -> Option<Entry> {
        let Some(bucket) = self.first_bucket() else { return self.pop_far() };
        let (f, g) = self.key(bucket);
        if !self.far.is_empty() && self.far_is_first(f, g) {
            return self.pop_far();
        }
        let newest = &mut self.newest[bucket];
        let id = *newest;
        *newest = links.next(id);
        self.filled[self.first] &= !(u64::from(*newest == NONE) << (bucket % 64));
        self.near -= 1;
        Some(Entry { id, f, g })
    }

    /// Whether a far entry comes before a near one. No tie is possible: entries of
    /// the same f and g are near or far alike.
    #[cold]
    fn far_is_first(&self, f: u64, g: Cost) -> bool {
        self.far.peek().is_some_and(|far| (far.f, far.g) > (Reverse(f), g))
    }

    #[cold]
    #[inline(never)]
    fn pop_far(&mut self) -> Option<Entry> {
        self.far.pop().map(|Far { f, g, id, .. }| Entry { id, f: f.0, g })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::run::Limits;

    struct Chain(Vec<NodeId>);

    impl Links for Chain {
        fn next(&self, id: NodeId) -> NodeId {
            self.0[id as usize]
        }
    }

    fn agrees(steps: Vec<Option<(u64, Cost)>>) -> Result<(), TestCaseError> {
        for queue in [BucketQueue::new(), BucketQueue::falling()] {
            agrees_with(queue, &steps)?;
        }
        Ok(())
    }

    fn agrees_with(
        mut queue: BucketQueue,
        steps: &[Option<(u64, Cost)>],
    ) -> Result<(), TestCaseError> {
        let mut meter = Meter::new(&Limits::default());
        let mut sorted = BTreeMap::new();
        let mut links = Chain(vec![NONE; steps.len()]);
        for (id, &step) in steps.iter().enumerate() {
            let id = id as NodeId;
            if let Some((f, g)) = step {
                links.0[id as usize] = queue.push(Entry { id, f, g }, &mut meter).unwrap();
                sorted.insert((f, Reverse(g), Reverse(id)), ());
            } else {
                let first =
                    sorted.pop_first().map(|((f, Reverse(g), Reverse(id)), ())| Entry { id, f, g });
                prop_assert_eq!(queue.pop(&links), first);
            }
            prop_assert_eq!(queue.len(), sorted.len());
            prop_assert_eq!(queue.least(), sorted.first_key_value().map(|((f, _, _), ())| *f));
        }
        Ok(())
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
    }
}
