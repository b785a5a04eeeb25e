//! From states to the numbers of their nodes: by hash, or by rank.

use std::cell::RefCell;

use super::prefetch::prefetch;
use super::slots::{Probe, Slots, hash_of};
use crate::run::{Meter, Stop};
use crate::space::StateSpace;

/// Finds the node of a state by the state's key: in a hash table, or by rank once there are many
/// nodes and the states are numbered.
///
/// One type for both, so that a search is compiled once: the user's code is then called from one
/// place, where the compiler inlines it.
pub(super) struct Index<'a, S> {
    pub space: &'a S,
    slots: Slots,
    ranks: Ranks,
    /// At how many nodes to switch to ranks.
    due: u32,
}

impl<'a, S: StateSpace> Index<'a, S> {
    #[inline(always)]
    pub fn new(space: &'a S) -> Self {
        let due = match space.states() {
            None => u32::MAX,
            Some(states) => {
                let per_node = if states > MOST_KEPT { FEW_PER_NODE } else { ENTRIES_PER_NODE };
                MANY.max((states / per_node).min(u32::MAX as usize) as u32)
            }
        };
        Index { space, slots: Slots::none(), ranks: Ranks::default(), due }
    }

    /// Makes sure that there is a table.
    pub fn begin(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if self.is_ranked() { Ok(()) } else { self.slots.begin(meter) }
    }

    /// Whether a search of this many nodes should switch to ranks.
    #[inline]
    pub fn is_due(&self, nodes: u32) -> bool {
        nodes >= self.due && self.space.states().is_some()
    }

    /// Switches to ranks, if there is enough memory; the nodes must then be inserted again.
    pub fn rank(&mut self, meter: &mut Meter) -> bool {
        self.due = u32::MAX;
        let ranks = self.space.states().and_then(|states| Ranks::new(states, meter));
        let Some(ranks) = ranks else { return false };
        self.slots.release(meter);
        self.ranks = ranks;
        true
    }

    /// Whether there is a table of ranks. If states have no numbers, the compiler knows that there
    /// is none, and omits all code for it.
    #[inline]
    pub fn is_ranked(&self) -> bool {
        !self.ranks.entries.is_empty() && self.space.states().is_some()
    }

    /// The key of a state.
    #[inline]
    pub fn key(&self, state: &S::State) -> u64 {
        if self.is_ranked() { self.space.rank(state) as u64 } else { hash_of(state) }
    }

    /// Prefetches the entry of a key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if self.is_ranked() {
            prefetch(&self.ranks.entries[key as usize]);
        } else {
            self.slots.prefetch(key);
        }
    }

    /// Whether lookups are likely to wait for memory.
    #[inline]
    pub fn is_large(&self) -> bool {
        self.ranks.entries.len() > 1 << 20 || self.slots.is_large()
    }

    /// Whether lookups are likely to miss the cache nearest to a core.
    #[inline]
    pub fn is_wide(&self) -> bool {
        self.ranks.entries.len() > 1 << 16 || self.slots.is_wide()
    }

    /// Looks for the node with this key for which `is_it` holds.
    #[inline]
    pub fn probe(&self, key: u64, is_it: impl Fn(u32) -> bool) -> Probe {
        if !self.is_ranked() {
            return self.slots.probe(key, is_it);
        }
        match self.ranks.entries[key as usize].checked_sub(self.ranks.base) {
            Some(id) => Probe::Found(id),
            None => Probe::Vacant(key as usize),
        }
    }

    /// Whether node number `id` can be inserted, when at most `id` nodes are present.
    #[inline]
    pub fn has_room(&self, id: u32) -> bool {
        self.is_ranked() || self.slots.has_room(id)
    }

    /// Inserts a node where a probe found none.
    #[inline]
    pub fn fill(&mut self, vacant: usize, key: u64, id: u32) {
        if self.is_ranked() {
            self.ranks.fill(vacant, id);
        } else {
            self.slots.fill(vacant, key, id);
        }
    }

    /// Replaces `before`, a node with the same key, with `id`.
    pub fn replace(&mut self, key: u64, before: u32, id: u32) {
        if self.is_ranked() {
            self.ranks.fill(key as usize, id);
        } else {
            self.slots.replace(key, before, id);
        }
    }

    /// Makes the hash table larger; `nodes` are the hashes and numbers of all its nodes, in the
    /// order of insertion.
    pub fn grow(
        &mut self,
        nodes: impl Iterator<Item = (u64, u32)>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.slots.grow(nodes, meter)
    }
}

/// A search of this many nodes switches to a table of ranks, if there are ranks: before that, the
/// table would be most of its memory.
const MANY: u32 = 64;

/// A table with more entries than this is not kept for the thread's next search.
const MOST_KEPT: usize = 1 << 22;

/// A table has at most this many entries per node: a few scattered nodes are found faster in a
/// small hash table. With twice as many, A* on grids takes 2% less time, but small searches of
/// large spaces hold several times the memory.
const ENTRIES_PER_NODE: usize = 32;

/// The same for tables that are not kept: each search has to make its own, and most of the search's
/// memory would be the table.
const FEW_PER_NODE: usize = 16;

/// A table indexed by the numbers of all states; empty while it is not used.
///
/// An entry is `base` plus the number of a node; an entry below `base` is left over from an earlier
/// search of the thread. So a reused table does not have to be cleared.
#[derive(Default)]
struct Ranks {
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

/// From this base on a table is cleared: the base plus any node number plus one must fit in an
/// entry.
const LAST_BASE: u32 = 1 << 31;

impl Ranks {
    /// A table for this many states, if there is enough memory.
    fn new(states: usize, meter: &mut Meter) -> Option<Self> {
        if states == 0 || states >= LAST_BASE as usize {
            return None;
        }
        meter.hold(states * size_of::<u32>()).ok()?;
        let kept = KEPT.with_borrow_mut(Vec::pop).filter(|kept| kept.entries.len() >= states);
        if let Some(Kept { entries, base }) = kept {
            return Some(Ranks { entries, base, nodes: 0 });
        }
        let mut empty = Vec::<u32>::new();
        if empty.try_reserve_exact(states).is_err() {
            meter.release(states * size_of::<u32>());
            return None;
        }
        drop(empty);
        Some(Ranks { entries: vec![0; states], base: 1, nodes: 0 })
    }

    #[inline]
    fn fill(&mut self, rank: usize, id: u32) {
        self.entries[rank] = self.base + id;
        self.nodes = self.nodes.max(id + 1);
    }
}

impl Drop for Ranks {
    fn drop(&mut self) {
        let (mut entries, mut base) = (std::mem::take(&mut self.entries), self.base + self.nodes);
        if entries.is_empty() || entries.len() > MOST_KEPT {
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
