//! The frontier of a best-first search: a queue with integer keys.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::arena::allocate;
use super::store::{Links, NONE, NodeId};
use crate::run::{Meter, Stop};
use crate::space::Cost;

/// There are no more buckets than this, some four megabytes; keys that would need more go to
/// a heap.
const MOST_BUCKETS: u64 = 1 << 20;

/// A first key below this is taken for one that falls to 0.
const LOW: u64 = 1024;

/// From so many levels on, there are half as many more each time.
const MANY_LEVELS: u64 = 128;

/// Gives out the entry of least f; among those the one of largest g; among those
/// the newest.
///
/// A bucket is a list strung through the nodes themselves, so that queueing a node
/// takes no memory. A node may therefore be queued once only.
pub(super) struct BucketQueue {
    /// Whether keys below the first one are expected.
    falls: bool,
    /// All ones, or zero where g is not looked at.
    tie: Cost,
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
    far: BinaryHeap<Reverse<Far>>,
}

/// An entry without a bucket, the least given out first.
///
/// ```text
/// | f | complement of g | complement of the number |
///  127..64        63..32                     31..0
/// ```
type Far = u128;

/// What is queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Larger than that of any queued before.
    pub id: NodeId,
    pub f: u64,
    pub g: Cost,
}

impl Entry {
    fn far(self) -> Far {
        u128::from(self.f) << 64 | u128::from(!self.g) << 32 | u128::from(!self.id)
    }
}

impl BucketQueue {
    /// For keys that seldom fall below the first one.
    pub fn new() -> Self {
        BucketQueue {
            falls: false,
            tie: Cost::MAX,
            base: 0,
            levels: 0,
            bits: 6,
            newest: Vec::new(),
            filled: Vec::new(),
            first: 0,
            near: 0,
            far: BinaryHeap::new(),
        }
    }

    /// For keys that fall from the first one towards 0.
    pub fn falling() -> Self {
        BucketQueue { falls: true, ..BucketQueue::new() }
    }

    /// For keys of which f alone counts: one bucket each.
    pub fn flat() -> Self {
        BucketQueue { tie: 0, bits: 0, ..BucketQueue::new() }
    }

    pub fn len(&self) -> usize {
        self.near + self.far.len()
    }

    /// The least f in the queue.
    pub fn least(&mut self) -> Option<u64> {
        let near = self.first_bucket().map(|bucket| self.base + (bucket >> self.bits) as u64);
        let far = self.far.peek().map(|far| (far.0 >> 64) as u64);
        match (near, far) {
            (Some(near), Some(far)) => Some(near.min(far)),
            (near, far) => near.or(far),
        }
    }

    /// Puts in a node that is about to be made, and says which one comes behind it in
    /// its bucket.
    #[inline(always)]
    pub fn push(&mut self, entry: Entry, meter: &mut Meter) -> Result<NodeId, Stop> {
        let (level, g) = (entry.f.wrapping_sub(self.base), entry.g & self.tie);
        if level >= self.levels || g >> self.bits != 0 {
            return self.push_growing(Entry { g, ..entry }, meter);
        }
        let bucket = ((level as usize + 1) << self.bits) - 1 - g as usize;
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
            self.base = if self.falls && entry.f < LOW { 0 } else { entry.f };
        }
        let bits = self.bits.max(entry.g.checked_ilog2().map_or(0, |log| log + 1));
        let most = MOST_BUCKETS >> bits;
        let level = entry.f.wrapping_sub(self.base);
        // What has no bucket now never will, since neither number shrinks: entries of the same
        // f and g are near or far alike.
        if level.max(self.levels.saturating_sub(1)) >= most {
            return self.push_far(entry, meter);
        }
        let more = if self.levels < MANY_LEVELS { 0 } else { self.levels / 2 };
        // A word of `filled` has whole levels, or a level whole words.
        let step = if self.bits == 0 { 64 } else { 16 };
        let levels = (level + 1).max(self.levels + more).next_multiple_of(step).min(most);
        self.grow(levels, bits, meter)?;
        self.push(entry, meter)
    }

    /// Makes more buckets.
    fn grow(&mut self, levels: u64, bits: u32, meter: &mut Meter) -> Result<(), Stop> {
        let buckets = (levels as usize) << bits;
        let mut newest = allocate(buckets, meter)?;
        let mut filled = allocate(buckets / 64, meter)?;
        newest.resize(buckets, NONE);
        filled.resize(buckets / 64, 0);
        if bits == self.bits {
            newest[..self.newest.len()].copy_from_slice(&self.newest);
            filled[..self.filled.len()].copy_from_slice(&self.filled);
        } else {
            // Largest g first: what each level has lies at its end.
            let (before, after) = (1 << self.bits, 1 << bits);
            for (from, to) in self.newest.chunks(before).zip(newest.chunks_mut(after)) {
                to[after - before..].copy_from_slice(from);
            }
            for (from, to) in self.filled.chunks(before / 64).zip(filled.chunks_mut(after / 64)) {
                to[(after - before) / 64..].copy_from_slice(from);
            }
        }
        meter.release(self.newest.len() * size_of::<NodeId>());
        meter.release(self.filled.len() * size_of::<u64>());
        (self.newest, self.filled) = (newest, filled);
        (self.levels, self.bits, self.first) = (levels, bits, 0);
        Ok(())
    }

    fn push_far(&mut self, entry: Entry, meter: &mut Meter) -> Result<NodeId, Stop> {
        if self.far.len() == self.far.capacity() {
            let more = self.far.capacity().max(1024);
            meter.hold(more * size_of::<Far>())?;
            self.far.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
        }
        self.far.push(Reverse(entry.far()));
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

    /// The node to expand next, and its f.
    #[inline(always)]
    pub fn pop<L: Links>(&mut self, links: &L) -> Option<(NodeId, u64)> {
        let Some(bucket) = self.first_bucket() else { return self.pop_far() };
        if !self.far.is_empty() && self.far_is_first(bucket) {
            return self.pop_far();
        }
        let newest = &mut self.newest[bucket];
        let id = *newest;
        *newest = links.next(id);
        self.filled[self.first] &= !(u64::from(*newest == NONE) << (bucket % 64));
        self.near -= 1;
        Some((id, self.base + (bucket >> self.bits) as u64))
    }

    /// Whether a far entry comes before those of a bucket.
    fn far_is_first(&self, bucket: usize) -> bool {
        let most = (1 << self.bits) - 1;
        let g = most - (bucket as Cost & most);
        let near = Entry { id: 0, f: self.base + (bucket >> self.bits) as u64, g }.far();
        self.far.peek().is_some_and(|far| far.0 < near)
    }

    #[cold]
    #[inline(never)]
    fn pop_far(&mut self) -> Option<(NodeId, u64)> {
        self.far.pop().map(|Reverse(far)| (!(far as u32), (far >> 64) as u64))
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
        for queue in [BucketQueue::new(), BucketQueue::falling(), BucketQueue::flat()] {
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
        let tie = queue.tie;
        let mut links = Chain(vec![NONE; steps.len()]);
        for (id, &step) in steps.iter().enumerate() {
            let id = id as NodeId;
            if let Some((f, g)) = step {
                links.0[id as usize] = queue.push(Entry { id, f, g }, &mut meter).unwrap();
                sorted.insert((f, Reverse(g & tie), Reverse(id)), ());
            } else {
                let first = sorted.pop_first().map(|((f, _, Reverse(id)), ())| (id, f));
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
