//! Where searches keep the nodes they have seen.

use std::hash::Hash;
use std::ops::{Index, IndexMut};

use super::arena::Arena;
use super::slots::{Probe, Slots, hash_of};
use super::{End, Plan};
use crate::run::{Meter, Stop};
use crate::space::{Cost, StateSpace};

/// Whether making a state twice costs less than a wait for memory: guessed from
/// whether it is a few bytes.
pub(super) const fn is_made_fast<T>() -> bool {
    size_of::<T>() <= 32 && !std::mem::needs_drop::<T>()
}

/// The number of a node in its store.
pub(super) type NodeId = u32;

/// No search holds this many nodes: one bit of a parent's number is a flag.
const MOST_NODES: u32 = (1 << 31) - 1;

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
        fn a_store_finds_what_a_hash_map_finds(keys in prop::collection::vec(0u64..20_000, 0..40_000)) {
            let mut meter = Meter::new(&Limits::default());
            let mut store = Store::new(&mut meter).unwrap();
            let mut map = HashMap::new();
            for key in keys {
                map.insert(key, insert(&mut store, key, &mut meter).unwrap());
            }
            for key in 0..20_000 {
                let found = match store.look_up(&key, hash_of(&key)) {
                    Seen::Before(id) => Some(id),
                    Seen::Never(_) => None,
                };
                prop_assert_eq!(found, map.get(&key).copied());
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
