//! From states to the numbers of their nodes: by hash, or by rank.

use std::cell::RefCell;
use std::hash::Hash;

use super::prefetch::prefetch;
use super::slots::{Probe, Slots, hash_of};
use crate::run::{Meter, Stop};
use crate::space::StateSpace;

/// Finds the node of a state by the state's key.
pub(super) trait Index<T> {
    /// The key of a state.
    fn key(&self, state: &T) -> u64;

    /// Prefetches the entry of a key.
    fn prefetch(&self, key: u64);

    /// Whether lookups are likely to wait for memory.
    fn is_large(&self) -> bool;

    /// Looks for the node with this key for which `is_it` holds.
    fn probe(&self, key: u64, is_it: impl Fn(u32) -> bool) -> Probe;

    /// Whether node number `id` can be inserted, when at most `id` nodes are present.
    fn has_room(&self, id: u32) -> bool;

    /// Inserts a node where a probe found none.
    fn fill(&mut self, vacant: usize, key: u64, id: u32);

    /// Replaces `before`, a node with the same key, by `id`.
    fn replace(&mut self, key: u64, before: u32, id: u32);

    /// Makes the table larger; `nodes` are the keys and numbers of all its nodes, in the order of
    /// insertion.
    fn grow(
        &mut self,
        nodes: impl Iterator<Item = (u64, u32)>,
        meter: &mut Meter,
    ) -> Result<(), Stop>;
}

/// A hash table.
pub(super) struct Hashed(Slots);

impl Hashed {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        Ok(Hashed(Slots::new(meter)?))
    }

    /// Releases its memory.
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

/// A search of this many nodes switches to a table of ranks, if there are ranks: before that, the
/// table would be most of its memory.
pub(super) const MANY: u32 = 512;

/// A table with more entries than this is not kept for the thread's next search.
const MOST_KEPT: usize = 1 << 22;

/// A table has at most this many entries per node: a few scattered nodes are found faster in a
/// small hash table.
const ENTRIES_PER_NODE: usize = 16;

/// A table indexed by the numbers of all states.
///
/// An entry is `base` plus the number of a node; an entry below `base` is left over from an earlier
/// search of the thread. So a reused table does not have to be cleared.
pub(super) struct Dense<'a, S> {
    space: &'a S,
    entries: Vec<u32>,
    base: u32,
    /// How many nodes were inserted.
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

/// From this base on a table is cleared: the base plus any node number plus one must fit an entry.
const LAST_BASE: u32 = 1 << 31;

impl<'a, S: StateSpace> Dense<'a, S> {
    /// At how many nodes a search of the space should switch to a table.
    pub fn due(space: &S) -> u32 {
        match space.states() {
            None => u32::MAX,
            Some(states) => MANY.max((states / ENTRIES_PER_NODE).min(u32::MAX as usize) as u32),
        }
    }

    /// A table, if the space has ranks and there is enough memory.
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
