//! Where searches keep the nodes they have seen: an arena that never moves what
//! it holds, and an open-addressing index from states to nodes.

use std::hash::{BuildHasher, Hash};
use std::ops::{Index, IndexMut};

use foldhash::fast::FixedState;

use super::arena::Arena;
use super::prefetch::prefetch;
use super::{End, Plan};
use crate::run::{Meter, Stop};
use crate::space::{Cost, StateSpace};

/// The number of a node in its store.
pub(super) type NodeId = u32;

/// No search holds this many nodes: one bit of a parent's number is a flag.
const MOST_NODES: u32 = (1 << 31) - 1;

#[inline]
pub(super) fn hash_of<T: Hash>(key: &T) -> u64 {
    FixedState::with_seed(0).hash_one(key)
}

/// This many zeros, if the machine has room for them.
fn zeros(count: usize) -> Result<Vec<u32>, Stop> {
    // Only the infallible way to zeroed memory is free of writing the zeros, so the
    // fallible one asks first.
    Vec::<u32>::new().try_reserve_exact(count).map_err(|_| Stop::Memory)?;
    Ok(vec![0; count])
}

/// From hashes to the numbers of items that lie elsewhere, in four bytes a slot.
///
/// ```text
/// slot:  | tag: low bits of the hash | item number + 1 |
///         31                  id_bits  id_bits-1      0
/// ```
/// A number needs as many bits as there are slots; the rest of the slot is a tag
/// that spares nearly every look at an item that is not the one sought. An empty slot
/// is 0, so that a new table is memory fresh from the system.
#[derive(Debug)]
pub(super) struct Slots {
    slots: Vec<u32>,
    id_mask: u32,
    /// Numbers below this one have room.
    most: u32,
}

/// A table is never full, so that one more than any number fits its bits.
const EMPTY: u32 = 0;

/// Enough for most 8-puzzles, so that they never grow it.
const FIRST_SLOTS: usize = 1 << 13;

/// Tables of up to this many slots lie in cache and are kept half empty, for speed;
/// larger ones are filled to seven eighths, for memory.
const ROOMY: usize = 1 << 18;

/// As many slots are asked for at once, so that the waits for memory overlap.
const BATCH: usize = 32;

/// Where a probe ended.
pub(super) enum Probe {
    Found(u32),
    /// In this slot it can be put.
    Vacant(usize),
}

impl Slots {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        let mut table = Slots { slots: Vec::new(), id_mask: 0, most: 0 };
        table.reset(FIRST_SLOTS, meter)?;
        Ok(table)
    }

    /// Empties the table and gives it this many slots.
    fn reset(&mut self, slots: usize, meter: &mut Meter) -> Result<(), Stop> {
        meter.release(self.slots.capacity() * size_of::<u32>());
        self.slots = Vec::new();
        if slots > 1 << 31 {
            return Err(Stop::Memory);
        }
        meter.hold(slots * size_of::<u32>())?;
        self.slots = zeros(slots)?;
        self.id_mask = (slots.next_power_of_two() - 1) as u32;
        self.most = (if slots <= ROOMY { slots / 4 } else { slots / 8 * 7 }) as u32;
        Ok(())
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

    /// Whether the table has outgrown the cache.
    #[inline]
    pub fn is_large(&self) -> bool {
        self.slots.len() > ROOMY
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

    /// Whether item number `id` can be put in, after at most as many: its number must
    /// fit the slots, and probes must stay short.
    #[inline]
    pub fn has_room(&self, id: u32) -> bool {
        id < self.most
    }

    #[inline]
    pub fn fill(&mut self, vacant: usize, hash: u64, id: u32) {
        self.slots[vacant] = self.tag(hash) | (id + 1);
    }

    /// Puts `id` where `before` is, an item with the same hash.
    pub fn replace(&mut self, hash: u64, before: u32, id: u32) {
        let at = self.find(hash, before);
        self.fill(at, hash, id);
    }

    /// Removes the item filled in last. Only that one: no probe for another has
    /// yet passed over its slot.
    #[inline]
    pub fn remove_last(&mut self, hash: u64, id: u32) {
        let at = self.find(hash, id);
        self.slots[at] = EMPTY;
    }

    /// The slot of an item that is there.
    #[inline]
    fn find(&self, hash: u64, id: u32) -> usize {
        let sought = self.tag(hash) | (id + 1);
        let mut at = self.home(hash);
        while self.slots[at] != sought {
            at = self.after(at);
        }
        at
    }

    /// Makes the table larger; `items` are the hashes and numbers of all that belong
    /// in it, in the order they came.
    pub fn grow(
        &mut self,
        mut items: impl Iterator<Item = (u64, u32)>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        // Large tables grow by half, so that less of them lies idle.
        let slots = self.slots.len();
        self.reset(if slots < ROOMY { slots * 2 } else { slots / 2 * 3 }, meter)?;
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            batch.extend(items.by_ref().take(BATCH).inspect(|(hash, _)| self.prefetch(*hash)));
            if batch.is_empty() {
                return Ok(());
            }
            for (hash, id) in batch.drain(..) {
                let mut at = self.home(hash);
                while self.slots[at] != EMPTY {
                    at = self.after(at);
                }
                self.fill(at, hash, id);
            }
        }
    }
}

/// A state that was reached, and how.
pub(super) trait Record {
    type State: Eq + Hash;
    type Action: Clone;

    fn state(&self) -> &Self::State;

    /// The action that led here, and from which node; none at a root.
    fn came_by(&self) -> Option<(&Self::Action, NodeId)>;

    /// Whether this is the node by which its state is found.
    fn is_current(&self) -> bool;
}

/// The least that can be kept of a node: for searches that never look back.
pub(super) struct Step<T, A> {
    pub state: T,
    pub action: Option<A>,
    pub parent: NodeId,
}

impl<T: Eq + Hash, A: Clone> Record for Step<T, A> {
    type State = T;
    type Action = A;

    #[inline]
    fn state(&self) -> &T {
        &self.state
    }

    fn came_by(&self) -> Option<(&A, NodeId)> {
        Some((self.action.as_ref()?, self.parent))
    }

    fn is_current(&self) -> bool {
        true
    }
}

/// A node of a search with a frontier.
pub(super) struct Node<T, M, A> {
    pub state: T,
    pub memo: M,
    pub action: Option<A>,
    pub g: Cost,
    /// The parent, and in the top bit whether a cheaper way to the state was found.
    parent: NodeId,
    /// In a bucket of the frontier the node behind this one; in the end `EXPANDED`.
    next: NodeId,
}

/// The parent of a root, and the end of a bucket.
pub(super) const NONE: NodeId = MOST_NODES;
const EXPANDED: NodeId = MOST_NODES + 1;
const SUPERSEDED: NodeId = 1 << 31;

impl<T, M, A> Node<T, M, A> {
    pub fn root(state: T, memo: M) -> Self {
        Node { state, memo, action: None, g: 0, parent: NONE, next: NONE }
    }

    #[inline]
    pub fn child(state: T, memo: M, action: A, g: Cost, parent: NodeId) -> Self {
        Node { state, memo, action: Some(action), g, parent, next: NONE }
    }

    /// The same in a bucket, before `next`.
    #[inline]
    pub fn before(self, next: NodeId) -> Self {
        Node { next, ..self }
    }

    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.next == EXPANDED
    }

    #[inline]
    pub fn set_expanded(&mut self) {
        self.next = EXPANDED;
    }

    #[inline]
    pub fn is_superseded(&self) -> bool {
        self.parent & SUPERSEDED != 0
    }
}

impl<T: Eq + Hash, M, A: Clone> Record for Node<T, M, A> {
    type State = T;
    type Action = A;

    #[inline]
    fn state(&self) -> &T {
        &self.state
    }

    fn came_by(&self) -> Option<(&A, NodeId)> {
        Some((self.action.as_ref()?, self.parent & !SUPERSEDED))
    }

    fn is_current(&self) -> bool {
        !self.is_superseded()
    }
}

/// What is known of a state.
pub(super) enum Seen {
    Before(NodeId),
    Never(Place),
}

/// Where a state that was not found belongs.
pub(super) struct Place {
    slot: usize,
    hash: u64,
}

/// The links by which a frontier strings nodes together.
pub(super) trait Links {
    /// The node behind this one.
    fn next(&self, id: NodeId) -> NodeId;
}

impl<T, M, A> Links for Store<Node<T, M, A>> {
    #[inline]
    fn next(&self, id: NodeId) -> NodeId {
        self.nodes[id].next
    }
}

/// Every node of a search, found by state or by number.
pub(super) struct Store<N> {
    nodes: Arena<N>,
    slots: Slots,
}

impl<N: Record> Store<N> {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        Ok(Store { nodes: Arena::new(), slots: Slots::new(meter)? })
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.nodes.len()
    }

    #[inline]
    pub fn prefetch(&self, hash: u64) {
        self.slots.prefetch(hash);
    }

    /// Whether look-ups are likely to wait for memory.
    #[inline]
    pub fn is_large(&self) -> bool {
        self.slots.is_large()
    }

    #[inline]
    pub fn look_up(&self, state: &N::State, hash: u64) -> Seen {
        match self.slots.probe(hash, |id| self.nodes[id].state() == state) {
            Probe::Found(id) => Seen::Before(id),
            Probe::Vacant(slot) => Seen::Never(Place { slot, hash }),
        }
    }

    /// Puts in a node whose state was looked up and not found.
    #[inline]
    pub fn insert(&mut self, place: Place, node: N, meter: &mut Meter) -> Result<NodeId, Stop> {
        let id = self.push(node, meter)?;
        if self.slots.has_room(id) {
            self.slots.fill(place.slot, place.hash, id);
        } else {
            self.grow(meter)?;
        }
        Ok(id)
    }

    /// Puts in a root, unless its state is there.
    pub fn insert_root(&mut self, root: N, meter: &mut Meter) -> Result<NodeId, Stop> {
        let hash = hash_of(root.state());
        match self.look_up(root.state(), hash) {
            Seen::Before(id) => Ok(id),
            Seen::Never(place) => self.insert(place, root, meter),
        }
    }

    #[inline]
    fn push(&mut self, node: N, meter: &mut Meter) -> Result<NodeId, Stop> {
        if self.nodes.len() == MOST_NODES {
            return Err(Stop::Memory);
        }
        self.nodes.push(node, meter)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let current = (0..).zip(self.nodes.iter()).filter(|(_, node)| node.is_current());
        self.slots.grow(current.map(|(id, node)| (hash_of(node.state()), id)), meter)
    }

    /// The actions that led to `id`, the last first.
    pub fn trace_back(&self, mut id: NodeId) -> Vec<N::Action> {
        let mut actions = Vec::new();
        while let Some((action, parent)) = self[id].came_by() {
            actions.push(action.clone());
            id = parent;
        }
        actions
    }

    /// The actions from the root to `id`.
    pub fn trace(&self, id: NodeId) -> Vec<N::Action> {
        let mut actions = self.trace_back(id);
        actions.reverse();
        actions
    }

    /// The plan that leads to `id`.
    pub fn plan<S>(&self, space: &S, id: NodeId, end: End) -> Plan<N::Action>
    where
        S: StateSpace<State = N::State, Action = N::Action>,
    {
        Plan::of(space, self.trace(id), end)
    }
}

impl<T: Eq + Hash, M, A: Clone> Store<Node<T, M, A>> {
    /// Puts in a cheaper way to the state of `before`. That node stays where it is,
    /// as the parent it may be, but is no longer found.
    pub fn supersede(
        &mut self,
        before: NodeId,
        hash: u64,
        node: Node<T, M, A>,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop> {
        let id = self.push(node, meter)?;
        self.nodes[before].parent |= SUPERSEDED;
        if self.slots.has_room(id) {
            self.slots.replace(hash, before, id);
        } else {
            self.grow(meter)?;
        }
        Ok(id)
    }
}

impl<N> Index<NodeId> for Store<N> {
    type Output = N;

    #[inline]
    fn index(&self, id: NodeId) -> &N {
        &self.nodes[id]
    }
}

impl<N> IndexMut<NodeId> for Store<N> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut N {
        &mut self.nodes[id]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::run::Limits;

    fn insert(
        store: &mut Store<Node<u64, (), ()>>,
        key: u64,
        meter: &mut Meter,
    ) -> Result<u32, Stop> {
        match store.look_up(&key, hash_of(&key)) {
            Seen::Before(id) => store.supersede(id, hash_of(&key), Node::root(key, ()), meter),
            Seen::Never(place) => store.insert(place, Node::root(key, ()), meter),
        }
    }

    proptest! {
        #[test]
        fn a_store_finds_what_a_hash_map_finds(keys in prop::collection::vec(0u64..5_000, 0..9_000)) {
            let mut meter = Meter::new(&Limits::default());
            let mut store = Store::new(&mut meter).unwrap();
            let mut map = HashMap::new();
            for key in keys {
                map.insert(key, insert(&mut store, key, &mut meter).unwrap());
            }
            for key in 0..5_000 {
                let found = match store.look_up(&key, hash_of(&key)) {
                    Seen::Before(id) => Some(id),
                    Seen::Never(_) => None,
                };
                prop_assert_eq!(found, map.get(&key).copied());
            }
        }

        #[test]
        fn slots_forget_the_last_item_and_nothing_else(pushes in prop::collection::vec(any::<bool>(), 0..4_000)) {
            let mut meter = Meter::new(&Limits::default());
            let mut slots = Slots::new(&mut meter).unwrap();
            // Few distinct home slots, so that probes run long.
            let hash = |id: usize| (id as u64 % 5) << 60 | (id as u64) << 16;
            let mut len = 0;
            for push in pushes {
                if push {
                    let Probe::Vacant(slot) = slots.probe(hash(len), |id| id as usize == len) else {
                        return Err(TestCaseError::fail("found what is not there"));
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

    #[test]
    fn a_store_stops_at_its_memory_limit() {
        let mut meter = Meter::new(&Limits::memory(1 << 20));
        let mut store = Store::new(&mut meter).unwrap();
        let end = (0u64..).find_map(|key| insert(&mut store, key, &mut meter).err());
        assert_eq!(end, Some(Stop::Memory));
    }
}
