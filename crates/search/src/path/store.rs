//! The nodes that a search has reached.

use std::hash::Hash;
use std::ops::{Index as At, IndexMut as AtMut};

use super::buffer::Buffer;
use super::index::{Dense, Hashed, Index};
use super::slots::{Probe, hash_of};
use super::{End, Plan, PlanOf};
use crate::run::{Meter, Stop};
use crate::space::StateSpace;

/// Whether computing a state twice costs less than waiting for memory: guessed from its size.
pub(super) const fn is_made_fast<T>() -> bool {
    size_of::<T>() <= 32 && !std::mem::needs_drop::<T>()
}

/// The number of a node in its store.
pub(super) type NodeId = u32;

/// Every search holds fewer nodes than this: one bit of a parent's number is a flag.
const MOST_NODES: u32 = (1 << 31) - 1;

/// A state that was reached, and from where.
pub(super) trait Record {
    type State: Clone + Eq + Hash;

    fn state(&self) -> &Self::State;

    /// The parent node; meaningless at a root.
    fn parent(&self) -> NodeId;

    /// Whether a lookup of its state finds this node.
    fn is_current(&self) -> bool;
}

/// The minimal node, for searches that never reopen one.
pub(super) struct Step<T> {
    pub state: T,
    pub parent: NodeId,
}

impl<T: Clone + Eq + Hash> Record for Step<T> {
    type State = T;

    #[inline]
    fn state(&self) -> &T {
        &self.state
    }

    fn parent(&self) -> NodeId {
        self.parent
    }

    fn is_current(&self) -> bool {
        true
    }
}

/// A node of a search with a frontier.
pub(super) struct Node<T, M, C> {
    pub state: T,
    pub memo: M,
    pub g: C,
    /// The parent, and in the top bit whether a cheaper path to the state was found.
    parent: NodeId,
    /// In a bucket of the frontier, the node after this one; once expanded, `EXPANDED`.
    next: NodeId,
}

/// The parent of a root, and the end of a bucket.
pub(super) const NONE: NodeId = MOST_NODES;
const EXPANDED: NodeId = MOST_NODES + 1;
const SUPERSEDED: NodeId = 1 << 31;

impl<T, M, C> Node<T, M, C> {
    #[inline]
    pub fn new(state: T, memo: M, g: C, parent: NodeId) -> Self {
        Node { state, memo, g, parent, next: NONE }
    }

    /// The same node in a bucket, before `next`.
    #[inline]
    pub fn before(self, next: NodeId) -> Self {
        Node { next, ..self }
    }

    /// Puts it into a bucket, before `next`.
    pub fn set_next(&mut self, next: NodeId) {
        self.next = next;
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

impl<T: Clone + Eq + Hash, M, C> Record for Node<T, M, C> {
    type State = T;

    #[inline]
    fn state(&self) -> &T {
        &self.state
    }

    fn parent(&self) -> NodeId {
        self.parent & !SUPERSEDED
    }

    fn is_current(&self) -> bool {
        !self.is_superseded()
    }
}

/// What is known about a state.
pub(super) enum Seen {
    Before(NodeId),
    Never(Place),
}

/// Where a state that was not found belongs.
pub(super) struct Place {
    slot: usize,
    key: u64,
}

/// The links that a frontier uses to chain nodes.
pub(super) trait Links {
    /// The node after this one.
    fn next(&self, id: NodeId) -> NodeId;
}

impl<T, M, C, A, I> Links for Store<Node<T, M, C>, A, I> {
    #[inline]
    fn next(&self, id: NodeId) -> NodeId {
        self.nodes[id as usize].next
    }
}

/// The nodes of a search with a frontier in a space, with memos `M`.
pub(super) type Nodes<S, M, I> =
    Store<Node<<S as StateSpace>::State, M, <S as StateSpace>::Cost>, <S as StateSpace>::Action, I>;

/// Every node of a search, found by state or by number.
pub(super) struct Store<N, A, I> {
    nodes: Buffer<N>,
    /// The action that led to each node except the roots. Stored separately, because few searches
    /// read them before the end.
    actions: Buffer<A>,
    /// How many roots there are: they are the first nodes.
    roots: u32,
    index: I,
}

impl<N: Record, A: Clone> Store<N, A, Hashed> {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        let index = Hashed::new(meter)?;
        Ok(Store { nodes: Buffer::new(), actions: Buffer::new(), roots: 0, index })
    }

    /// The same nodes, found by rank.
    pub fn ranked<'a, S: StateSpace<State = N::State>>(
        self,
        mut index: Dense<'a, S>,
        meter: &mut Meter,
    ) -> Store<N, A, Dense<'a, S>> {
        let Store { nodes, actions, roots, index: hashed } = self;
        for (id, node) in (0..).zip(nodes.iter()).filter(|(_, node)| node.is_current()) {
            let rank = index.key(node.state());
            index.replace(rank, id, id);
        }
        hashed.release(meter);
        Store { nodes, actions, roots, index }
    }
}

impl<N: Record, A: Clone, I: Index<N::State>> Store<N, A, I> {
    #[inline]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    #[inline]
    pub fn key(&self, state: &N::State) -> u64 {
        self.index.key(state)
    }

    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.index.prefetch(key);
    }

    /// Whether lookups are likely to wait for memory.
    #[inline]
    pub fn is_large(&self) -> bool {
        self.index.is_large()
    }

    #[inline]
    pub fn look_up(&self, state: &N::State, key: u64) -> Seen {
        match self.index.probe(key, |id| self.nodes[id as usize].state() == state) {
            Probe::Found(id) => Seen::Before(id),
            Probe::Vacant(slot) => Seen::Never(Place { slot, key }),
        }
    }

    /// Inserts a root, unless its state is present. Roots come first.
    pub fn insert_root(&mut self, root: N, meter: &mut Meter) -> Result<Option<NodeId>, Stop> {
        let key = self.key(root.state());
        let Seen::Never(place) = self.look_up(root.state(), key) else { return Ok(None) };
        let id = self.push(root, meter)?;
        self.roots += 1;
        self.enter(place, id, meter)?;
        Ok(Some(id))
    }

    /// Inserts a node whose state was looked up and not found.
    #[inline(always)]
    pub fn insert(
        &mut self,
        place: Place,
        node: N,
        action: A,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop> {
        let id = self.push(node, meter)?;
        self.actions.push(action, meter)?;
        self.enter(place, id, meter)?;
        Ok(id)
    }

    #[inline(always)]
    fn enter(&mut self, place: Place, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        if self.index.has_room(id) {
            self.index.fill(place.slot, place.key, id);
            return Ok(());
        }
        self.grow(meter)
    }

    #[inline(always)]
    fn push(&mut self, node: N, meter: &mut Meter) -> Result<NodeId, Stop> {
        let id = self.len();
        if id == MOST_NODES {
            return Err(Stop::Memory);
        }
        self.nodes.push(node, meter)?;
        Ok(id)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let current = (0..).zip(self.nodes.iter()).filter(|(_, node)| node.is_current());
        self.index.grow(current.map(|(id, node)| (hash_of(node.state()), id)), meter)
    }

    /// The action that led to a node; `None` at a root.
    #[inline]
    pub fn action(&self, id: NodeId) -> Option<&A> {
        Some(&self.actions[id.checked_sub(self.roots)? as usize])
    }

    /// The root that a node was reached from, and the actions from there, the last first.
    pub fn trace_back(&self, id: NodeId) -> (NodeId, Vec<A>) {
        let way =
            || std::iter::successors(Some(id), |&id| self.action(id).map(|_| self[id].parent()));
        let mut actions = Vec::with_capacity(way().count());
        let mut root = id;
        for id in way() {
            actions.extend(self.action(id).cloned());
            root = id;
        }
        (root, actions)
    }

    /// The plan that leads to `id`, followed by another action if one is given.
    pub fn plan<S>(
        &self,
        space: &S,
        id: NodeId,
        further: Option<A>,
        end: End<S::Cost>,
    ) -> Result<PlanOf<S>, PlanOf<S>>
    where
        S: StateSpace<State = N::State, Action = A>,
    {
        let (root, mut actions) = self.trace_back(id);
        actions.reverse();
        actions.extend(further);
        Plan::along(space, self[root].state().clone(), actions, end)
    }
}

impl<T: Clone + Eq + Hash, M, C, A: Clone, I: Index<T>> Store<Node<T, M, C>, A, I> {
    /// Inserts a cheaper path to the state of `before`. That node stays, because it may be a
    /// parent, but is no longer found.
    pub fn supersede(
        &mut self,
        before: NodeId,
        key: u64,
        node: Node<T, M, C>,
        action: A,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop> {
        let id = self.push(node, meter)?;
        self.actions.push(action, meter)?;
        self.nodes[before as usize].parent |= SUPERSEDED;
        if self.index.has_room(id) {
            self.index.replace(key, before, id);
        } else {
            self.grow(meter)?;
        }
        Ok(id)
    }
}

impl<N, A, I> At<NodeId> for Store<N, A, I> {
    type Output = N;

    #[inline]
    fn index(&self, id: NodeId) -> &N {
        &self.nodes[id as usize]
    }
}

impl<N, A, I> AtMut<NodeId> for Store<N, A, I> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut N {
        &mut self.nodes[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::run::Limits;

    fn insert(
        store: &mut Store<Node<u64, (), ()>, (), Hashed>,
        key: u64,
        meter: &mut Meter,
    ) -> Result<u32, Stop> {
        match store.look_up(&key, hash_of(&key)) {
            Seen::Before(id) => {
                store.supersede(id, hash_of(&key), Node::new(key, (), (), NONE), (), meter)
            }
            Seen::Never(place) => store.insert(place, Node::new(key, (), (), NONE), (), meter),
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
