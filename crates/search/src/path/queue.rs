//! The frontier of a best-first search: a queue with integer keys.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::arena::allocate;
use super::store::{Links, NONE, NodeId};
use crate::run::{Meter, Stop};
use crate::space::Cost;

/// Keys f from the first one pushed up to this many more, and g below
/// [`NEAR_G`], have buckets of their own; others go to a heap.
const NEAR_F: usize = 1024;
const NEAR_G: usize = 1024;

/// Gives out the entry of least f; among those the one of largest g; among those
/// the newest.
///
/// A bucket is a list strung through the nodes themselves, so that queueing a node
/// takes no memory. A node may therefore be queued once only.
pub(super) struct BucketQueue {
    /// The f of the first level.
    base: u64,
    /// For each f, no bucket above this g holds anything.
    largest: Vec<usize>,
    /// The newest entry of each bucket: `stride` of them, by g, for each f.
    newest: Vec<NodeId>,
    stride: usize,
    /// No level below this one holds anything.
    least: usize,
    near: usize,
    /// What `pop` gives out next, if it is known without looking.
    first: Option<Entry>,
    /// What `pop` gave out last.
    popped: (Reverse<u64>, Cost),
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
    pub fn new() -> Self {
        BucketQueue {
            base: 0,
            largest: Vec::new(),
            newest: Vec::new(),
            stride: 64,
            least: 0,
            near: 0,
            first: None,
            popped: (Reverse(0), Cost::MAX),
            far: BinaryHeap::new(),
            pushes: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.near + self.far.len() + usize::from(self.first.is_some())
    }

    /// The least f in the queue.
    pub fn least(&mut self) -> Option<u64> {
        let near = self.first_bucket().map(|(f, _)| self.base + f as u64);
        let far = self.far.peek().map(|far| far.f.0);
        if let Some(first) = self.first {
            return Some(first.f);
        }
        match (near, far) {
            (Some(near), Some(far)) => Some(near.min(far)),
            (near, far) => near.or(far),
        }
    }

    /// Puts in an entry. One that comes before all others is kept aside: in A* every
    /// other node is expanded right after its parent, and never sees a bucket.
    #[inline]
    pub fn push<L: Links>(
        &mut self,
        mut entry: Entry,
        links: &mut L,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        // All that is in the buckets comes after what was given out last.
        let before = self.first.map_or(self.popped, |first| (Reverse(first.f), first.g));
        if (Reverse(entry.f), entry.g) >= before {
            match self.first.replace(entry) {
                None => return Ok(()),
                Some(first) => entry = first,
            }
        }
        self.push_behind(entry, links, meter)
    }

    #[inline]
    fn push_behind<L: Links>(
        &mut self,
        entry: Entry,
        links: &mut L,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (f, g) = (entry.f.wrapping_sub(self.base) as usize, entry.g as usize);
        if f >= self.largest.len() || g >= self.stride {
            return self.push_growing(entry, links, meter);
        }
        let newest = &mut self.newest[f * self.stride + g];
        links.set_next(entry.id, *newest);
        *newest = entry.id;
        self.largest[f] = self.largest[f].max(g);
        self.least = self.least.min(f);
        self.near += 1;
        Ok(())
    }

    /// Pushes an entry that has no bucket yet.
    #[cold]
    #[inline(never)]
    fn push_growing<L: Links>(
        &mut self,
        entry: Entry,
        links: &mut L,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if self.largest.is_empty() {
            self.base = entry.f;
        }
        let (f, g) = (entry.f.wrapping_sub(self.base), entry.g as usize);
        if f >= NEAR_F as u64 || g >= NEAR_G {
            return self.push_far(entry, meter);
        }
        let levels = self.largest.len().max((f as usize + 1).next_multiple_of(16));
        let stride = self.stride.max((g + 1).next_power_of_two());
        let before = self.newest.len();
        let mut newest = allocate(levels * stride, meter)?;
        meter.release(before * size_of::<NodeId>());
        for level in self.newest.chunks(self.stride) {
            newest.extend_from_slice(level);
            newest.resize(newest.len() + stride - self.stride, NONE);
        }
        newest.resize(levels * stride, NONE);
        self.newest = newest;
        self.stride = stride;
        meter.hold((levels - self.largest.len()) * size_of::<usize>())?;
        self.largest.resize(levels, 0);
        self.push_behind(entry, links, meter)
    }

    fn push_far(&mut self, entry: Entry, meter: &mut Meter) -> Result<(), Stop> {
        if self.far.len() == self.far.capacity() {
            let more = self.far.capacity().max(1024);
            meter.hold(more * size_of::<Far>())?;
            self.far.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
        }
        let Entry { id, f, g } = entry;
        self.pushes += 1;
        self.far.push(Far { f: Reverse(f), g, push: self.pushes, id });
        Ok(())
    }

    /// The level and g of the first bucket that holds something.
    #[inline]
    fn first_bucket(&mut self) -> Option<(usize, usize)> {
        if self.near == 0 {
            return None;
        }
        loop {
            let g = self.largest[self.least];
            if self.newest[self.least * self.stride + g] != NONE {
                return Some((self.least, g));
            }
            if g > 0 {
                self.largest[self.least] = g - 1;
            } else {
                self.least += 1;
            }
        }
    }

    #[inline]
    pub fn pop<L: Links>(&mut self, links: &L) -> Option<Entry> {
        let entry = match self.first.take() {
            None => self.pop_behind(links)?,
            Some(first) => first,
        };
        self.popped = (Reverse(entry.f), entry.g);
        Some(entry)
    }

    #[inline]
    fn pop_behind<L: Links>(&mut self, links: &L) -> Option<Entry> {
        let Some((level, g)) = self.first_bucket() else { return self.pop_far() };
        let f = self.base + level as u64;
        if !self.far.is_empty() && self.far_is_first(f, g as Cost) {
            return self.pop_far();
        }
        let newest = &mut self.newest[level * self.stride + g];
        let id = *newest;
        *newest = links.next(id);
        self.near -= 1;
        Some(Entry { id, f, g: g as Cost })
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

        fn set_next(&mut self, id: NodeId, next: NodeId) {
            self.0[id as usize] = next;
        }
    }

    fn agrees(steps: Vec<Option<(u64, Cost)>>) -> Result<(), TestCaseError> {
        let mut meter = Meter::new(&Limits::default());
        let mut queue = BucketQueue::new();
        let mut sorted = BTreeMap::new();
        let mut links = Chain(vec![NONE; steps.len()]);
        for (id, step) in steps.into_iter().enumerate() {
            let id = id as NodeId;
            if let Some((f, g)) = step {
                queue.push(Entry { id, f, g }, &mut links, &mut meter).unwrap();
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
