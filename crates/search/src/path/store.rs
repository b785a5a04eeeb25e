//! The nodes that a search has reached.

use std::hash::Hash;
use std::ops::{Index as At, IndexMut as AtMut};

use super::buffer::Buffer;
use super::index::Index;
use super::slots::{Probe, hash_of};
use super::{End, Plan, PlanOf};
use crate::run::{Meter, Stop};
use crate::space::StateSpace;

/// Whether copying or computing a state costs less than waiting for memory: guessed from its size.
pub(super) const fn is_small<T>() -> bool {
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

    /// The node after it in its bucket.
    #[inline]
    pub fn next(&self) -> NodeId {
        self.next
    }

    /// Puts it into a bucket, before `next`.
    #[inline]
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
    Never(Vacancy),
}

/// Where a state that was not found belongs.
pub(super) struct Vacancy {
    slot: usize,
    key: u64,
}

/// A node of a search with a frontier in a space, with memos `M`.
pub(super) type NodeOf<S, M> = Node<<S as StateSpace>::State, M, <S as StateSpace>::Cost>;

/// The nodes of such a search.
pub(super) type Nodes<'a, S, M> = Store<'a, S, NodeOf<S, M>>;

/// Every node of a search, found by state or by number.
pub(super) struct Store<'a, S: StateSpace, N> {
    nodes: Buffer<N>,
    /// The action that led to each node except the roots. Stored separately, because few searches
    /// read them before the end.
    actions: Buffer<S::Action>,
    /// How many roots there are: they are the first nodes.
    roots: u32,
    index: Index<'a, S>,
}

impl<'a, S: StateSpace, N: Record<State = S::State>> Store<'a, S, N> {
    /// Holds no memory before it gets a root.
    #[inline(always)]
    pub fn new(space: &'a S) -> Self {
        let index = Index::new(space);
        Store { nodes: Buffer::new(), actions: Buffer::new(), roots: 0, index }
    }

    /// Makes sure that there is a table: before that, nothing can be looked up.
    pub fn begin(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.index.begin(meter)
    }

    /// Switches to finding nodes by rank, if it is time. Keys then change.
    #[inline]
    pub fn rank_if_due(&mut self, meter: &mut Meter) {
        if self.index.is_due(self.len()) {
            self.rank(meter);
        }
    }

    #[cold]
    #[inline(never)]
    fn rank(&mut self, meter: &mut Meter) {
        if !self.index.rank(meter) {
            return;
        }
        for (id, node) in (0..).zip(self.nodes.iter()).filter(|(_, node)| node.is_current()) {
            let rank = self.index.key(node.state());
            self.index.replace(rank, id, id);
        }
    }

    /// Whether nodes are found by rank.
    #[inline]
    pub fn is_ranked(&self) -> bool {
        self.index.is_ranked()
    }

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

    /// Whether lookups are likely to miss the cache nearest to a core.
    #[inline]
    pub fn is_wide(&self) -> bool {
        self.index.is_wide()
    }

    #[inline]
    pub fn look_up(&self, state: &N::State, key: u64) -> Seen {
        match self.index.probe(key, |id| self.nodes[id as usize].state() == state) {
            Probe::Found(id) => Seen::Before(id),
            Probe::Vacant(slot) => Seen::Never(Vacancy { slot, key }),
        }
    }

    /// Inserts a root, unless its state is present. Roots come first.
    pub fn insert_root(&mut self, root: N, meter: &mut Meter) -> Result<Option<NodeId>, Stop> {
        self.begin(meter)?;
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
        place: Vacancy,
        node: N,
        action: S::Action,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop> {
        let id = self.push(node, meter)?;
        self.actions.push(action, meter)?;
        self.enter(place, id, meter)?;
        Ok(id)
    }

    #[inline(always)]
    fn enter(&mut self, place: Vacancy, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
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
    pub fn action(&self, id: NodeId) -> Option<&S::Action> {
        Some(&self.actions[id.checked_sub(self.roots)? as usize])
    }

    /// The root that a node was reached from, and the actions from there, the last first.
    pub fn trace_back(&self, id: NodeId) -> (NodeId, Vec<S::Action>) {
        let before = |&at: &NodeId| (at >= self.roots).then(|| self[at].parent());
        let steps = std::iter::successors(Some(id), before).count() - 1;
        let (mut at, mut actions) = (id, Vec::with_capacity(steps));
        while let Some(action) = self.action(at) {
            actions.push(action.clone());
            at = self[at].parent();
        }
        (at, actions)
    }

    /// The plan that leads to `id`, followed by another action if one is given.
    pub fn plan(
        &self,
        id: NodeId,
        further: Option<S::Action>,
        end: End<S::Cost>,
    ) -> Result<PlanOf<S>, PlanOf<S>> {
        let (root, mut actions) = self.trace_back(id);
        actions.reverse();
        actions.extend(further);
        Plan::along(self.index.space, self[root].state().clone(), actions, end)
    }
}

impl<S: StateSpace, M> Nodes<'_, S, M> {
    /// Inserts a cheaper path to the state of `before`. That node stays, because it may be a
    /// parent, but is no longer found.
    #[inline(always)]
    pub fn supersede(
        &mut self,
        before: NodeId,
        key: u64,
        node: NodeOf<S, M>,
        action: S::Action,
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

impl<S: StateSpace, N> At<NodeId> for Store<'_, S, N> {
    type Output = N;

    #[inline]
    fn index(&self, id: NodeId) -> &N {
        &self.nodes[id as usize]
    }
}

impl<S: StateSpace, N> AtMut<NodeId> for Store<'_, S, N> {
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

    /// Numbers up to 20,000, with ranks or without.
    struct Numbers(Option<usize>);

    impl StateSpace for Numbers {
        type State = u64;
        type Action = ();
        type Cost = u32;

        fn start(&self) -> u64 {
            0
        }

        fn is_goal(&self, _: &u64) -> bool {
            false
        }

        fn actions(&self, _: &u64) -> impl Iterator<Item = ()> {
            std::iter::empty()
        }

        fn apply(&self, &state: &u64, (): &()) -> u64 {
            state
        }

        fn states(&self) -> Option<usize> {
            self.0
        }

        fn rank(&self, &state: &u64) -> usize {
            state as usize
        }
    }

    fn insert(
        store: &mut Nodes<'_, Numbers, ()>,
        state: u64,
        meter: &mut Meter,
    ) -> Result<u32, Stop> {
        store.rank_if_due(meter);
        let (key, node) = (store.key(&state), Node::new(state, (), 0, NONE));
        match store.look_up(&state, key) {
            Seen::Before(id) => store.supersede(id, key, node, (), meter),
            Seen::Never(place) => store.insert(place, node, (), meter),
        }
    }

    proptest! {
        #[test]
        fn a_store_finds_what_a_hash_map_finds(keys in prop::collection::vec(0u64..20_000, 0..40_000)) {
            for states in [None, Some(20_000)] {
                let mut meter = Meter::new(&Limits::default());
                let numbers = Numbers(states);
                let mut store = Store::new(&numbers);
                store.insert_root(Node::new(0, (), 0, NONE), &mut meter).unwrap();
                let mut map = HashMap::from([(0, 0)]);
                for &state in &keys {
                    map.insert(state, insert(&mut store, state, &mut meter).unwrap());
                }
                prop_assert_eq!(store.is_ranked(), states.is_some() && keys.len() >= 625);
                for state in 0..20_000 {
                    let found = match store.look_up(&state, store.key(&state)) {
                        Seen::Before(id) => Some(id),
                        Seen::Never(_) => None,
                    };
                    prop_assert_eq!(found, map.get(&state).copied());
                }
            }
        }
    }

    #[test]
    fn a_store_stops_at_its_memory_limit() {
        let mut meter = Meter::new(&Limits::memory(1 << 20));
        let mut store = Store::new(&Numbers(None));
        store.insert_root(Node::new(u64::MAX, (), 0, NONE), &mut meter).unwrap();
        let end = (0u64..).find_map(|key| insert(&mut store, key, &mut meter).err());
        assert_eq!(end, Some(Stop::Memory));
    }
}
