//! From states to the numbers of their nodes: by hash, or by rank.

use std::cell::RefCell;
use std::hash::Hash;

use super::prefetch::prefetch;
use super::slots::{Probe, Slots, hash_of};
use crate::run::{Meter, Stop};
use crate::space::StateSpace;

/// Finds the node of a state by a key of it.
pub(super) trait Index<T> {
    /// The key of a state.
    fn key(&self, state: &T) -> u64;

    /// Sends for what there is of a key.
    fn prefetch(&self, key: u64);

    /// Whether looks are likely to wait for memory.
    fn is_large(&self) -> bool;

    /// Looks for the node with this key for which `is_it` holds.
    fn probe(&self, key: u64, is_it: impl Fn(u32) -> bool) -> Probe;

    /// Whether node number `id` can be put in, after at most as many.
    fn has_room(&self, id: u32) -> bool;

    /// Puts a node where a probe found none.
    fn fill(&mut self, vacant: usize, key: u64, id: u32);

    /// Puts `id` where `before` is, a node with the same key.
    fn replace(&mut self, key: u64, before: u32, id: u32);

    /// Makes the table larger; `nodes` are the keys and numbers of all that belong
    /// in it, in the order they came.
    fn grow(
        &mut self,
        nodes: impl Iterator<Item = (u64, u32)>,
        meter: &mut Meter,
    ) -> Result<(), Stop>;
}

/// A table of hashes.
pub(super) struct Hashed(Slots);

impl Hashed {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        Ok(Hashed(Slots::new(meter)?))
    }

    /// Gives its memory back.
    pub fn release(self, meter: &mut Meter) {
        self.0.release(meter);
    }
}

impl<T: Hash> Index<T> for Hashed {
    #[inline]
    fn key(&self, state: &T) -> u64 {
        hash_of(state)
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.0.prefetch(key);
    }

    #[inline]
    fn is_large(&self) -> bool {
        self.0.is_large()
    }

    #[inline]
    fn probe(&self, key: u64, is_it: impl Fn(u32) -> bool) -> Probe {
        self.0.probe(key, is_it)
    }

    #[inline]
    fn has_room(&self, id: u32) -> bool {
        self.0.has_room(id)
    }

    #[inline]
    fn fill(&mut self, vacant: usize, key: u64, id: u32) {
        self.0.fill(vacant, key, id);
    }

    #[inline]
    fn replace(&mut self, key: u64, before: u32, id: u32) {
        self.0.replace(key, before, id);
    }

    fn grow(
        &mut self,
        nodes: impl Iterator<Item = (u64, u32)>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.0.grow(nodes, meter)
    }
}

/// A search of this many nodes goes over to a table of ranks, if there is one: before, the
/// table would be most of what it holds.
pub(super) const MANY: u32 = 512;

/// A table of more entries than this is not kept for the next search of the thread.
const MOST_KEPT: usize = 1 << 22;

/// A table has no more entries than this for each node: few nodes, far apart, are found sooner in
/// a small table of hashes.
const ENTRIES_PER_NODE: usize = 16;

/// A table over the numbers of all states.
///
/// An entry is `base` and the number of a node; less than `base`, it is what an earlier search
/// of the thread left behind. So a table that is used again need not be cleared.
pub(super) struct Dense<'a, S> {
    space: &'a S,
    entries: Vec<u32>,
    base: u32,
    /// How many nodes were put in.
    nodes: u32,
}

/// What a thread keeps for its next search.
struct Kept {
    entries: Vec<u32>,
    /// Larger than every entry.
    base: u32,
}

thread_local! {
    /// One for each end of a bidirectional search.
    static KEPT: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// From here on a table is cleared after all: one more than any number of a node, beyond the
/// base, must fit an entry.
const LAST_BASE: u32 = 1 << 31;

impl<'a, S: StateSpace> Dense<'a, S> {
    /// At how many nodes a search of the space should ask for a table.
    pub fn due(space: &S) -> u32 {
        match space.states() {
            None => u32::MAX,
            Some(states) => MANY.max((states / ENTRIES_PER_NODE).min(u32::MAX as usize) as u32),
        }
    }

    /// A table, if the space has ranks and there is memory for it.
    pub fn new(space: &'a S, meter: &mut Meter) -> Option<Self> {
        let states = space.states().filter(|&states| states < LAST_BASE as usize)?;
        meter.hold(states * size_of::<u32>()).ok()?;
        let kept = KEPT.with_borrow_mut(Vec::pop).filter(|kept| kept.entries.len() >= states);
        let Some(Kept { entries, base }) = kept else {
            let mut empty = Vec::<u32>::new();
            if empty.try_reserve_exact(states).is_err() {
                meter.release(states * size_of::<u32>());
                return None;
            }
            drop(empty);
            return Some(Dense { space, entries: vec![0; states], base: 1, nodes: 0 });
        };
        Some(Dense { space, entries, base, nodes: 0 })
    }
}

impl<S> Drop for Dense<'_, S> {
    fn drop(&mut self) {
        let (mut entries, mut base) = (std::mem::take(&mut self.entries), self.base + self.nodes);
        if entries.len() > MOST_KEPT {
            return;
        }
        if base >= LAST_BASE {
            entries.fill(0);
            base = 1;
        }
        // A thread that is ending keeps nothing.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if kept.len() < 2 {
                kept.push(Kept { entries, base });
            }
        });
    }
}

impl<S: StateSpace> Index<S::State> for Dense<'_, S> {
    #[inline]
    fn key(&self, state: &S::State) -> u64 {
        self.space.rank(state) as u64
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        prefetch(&self.entries[key as usize]);
    }

    #[inline]
    fn is_large(&self) -> bool {
        self.entries.len() > 1 << 20
    }

    #[inline]
    fn probe(&self, key: u64, _: impl Fn(u32) -> bool) -> Probe {
        match self.entries[key as usize].checked_sub(self.base) {
            Some(id) => Probe::Found(id),
            None => Probe::Vacant(key as usize),
        }
    }

    #[inline]
    fn has_room(&self, _: u32) -> bool {
        true
    }

    #[inline]
    fn fill(&mut self, vacant: usize, _: u64, id: u32) {
        self.entries[vacant] = self.base + id;
        self.nodes = self.nodes.max(id + 1);
    }

    #[inline]
    fn replace(&mut self, key: u64, _: u32, id: u32) {
        self.fill(key as usize, key, id);
    }

    fn grow(&mut self, _: impl Iterator<Item = (u64, u32)>, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }
}
