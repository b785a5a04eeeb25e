//! Best-first search: uniform cost, greedy, A* and weighted A*.

use super::buffer::Buffer;
use super::plan::{either, solved};
use super::queue::{Entry, Queue};
use super::ring::Links;
use super::store::{NONE, Node, NodeId, Nodes, Seen, Store, Vacancy, is_small};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, PlanOf, Weight};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// The order in which best-first search expands nodes: the only difference between uniform-cost
/// search, greedy search, A* and weighted A*.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Priority {
    /// g: the lowest cost so far first.
    UniformCost,
    /// h: the lowest estimate first. A state is never expanded twice.
    Greedy,
    /// g + h.
    AStar,
    /// g + w·h: the larger the weight, the greedier; with weight 0, uniform cost.
    Weighted(Weight),
}

/// Which of the nodes with equal [`Priority`] is expanded first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ties {
    /// The one with the larger g, as far as [`Cost::tie`] distinguishes them, then the newest.
    #[default]
    HighG,
    /// The one with the smaller g, then the newest.
    LowG,
    /// The one opened last.
    Newest,
    /// The one opened first.
    Oldest,
}

/// Expands the open node with the lowest [`Priority`] until one is a goal. Among equals, [`Ties`]
/// decides.
///
/// A state reached at a lower cost than before is expanded again if necessary, so actions may have
/// different costs and the heuristic does not have to be consistent.
///
/// ```
/// use goalward::{Blind, path::{BestFirst, PathSearch}, space::from_fn};
///
/// let roads = |&town: &char| match town {
///     'a' => vec![('b', 7), ('c', 2)],
///     'c' => vec![('b', 3), ('d', 9)],
///     'b' => vec![('d', 1)],
///     _ => vec![],
/// };
/// let plan = BestFirst::uniform_cost().solve(&from_fn('a', roads, |&t| t == 'd'), &Blind);
/// assert_eq!(plan.into_solution().unwrap().actions, [('c', 2), ('b', 3), ('d', 1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestFirst {
    /// Which node to expand first.
    pub priority: Priority,
    /// Which of the nodes with equal priority to expand first.
    pub ties: Ties,
    /// Whether the action that cancels the previous one is generated, too.
    pub undo: Undo,
}

/// What a search does with an action that [`cancels`](StateSpace::cancels) the previous one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undo {
    /// It is not generated.
    #[default]
    Off,
    /// It is generated and counted like every other.
    On,
}

impl Undo {
    /// The action that led to a state, as it is passed to
    /// [`actions_after`](StateSpace::actions_after).
    #[inline(always)]
    pub(super) fn after<A>(self, last: Option<A>) -> Option<A> {
        last.filter(|_| self == Undo::Off)
    }
}

impl BestFirst {
    /// A search by this priority, with the default order among equals.
    pub fn by(priority: Priority) -> Self {
        BestFirst { priority, ties: Ties::default(), undo: Undo::default() }
    }

    /// Uniform-cost search, also called Dijkstra's algorithm.
    pub fn uniform_cost() -> Self {
        BestFirst::by(Priority::UniformCost)
    }

    /// Greedy best-first search.
    pub fn greedy() -> Self {
        BestFirst::by(Priority::Greedy)
    }

    /// A*.
    pub fn a_star() -> Self {
        BestFirst::by(Priority::AStar)
    }

    /// Weighted A*.
    pub fn weighted(weight: Weight) -> Self {
        BestFirst::by(Priority::Weighted(weight))
    }

    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        match self.priority {
            Priority::UniformCost | Priority::AStar => Guarantee::Cheapest,
            Priority::Weighted(w) if w.numerator() <= w.denominator() => Guarantee::Cheapest,
            Priority::Weighted(w) => Guarantee::Within(w),
            Priority::Greedy => Guarantee::None,
        }
    }
}

/// The two factors of f = a·g + b·h for a priority.
#[derive(Clone, Copy)]
struct Key {
    a: u32,
    b: u32,
}

impl Key {
    fn of(priority: Priority) -> Self {
        let (a, b) = match priority {
            Priority::UniformCost => (1, 0),
            Priority::Greedy => (0, 1),
            Priority::AStar => (1, 1),
            Priority::Weighted(w) => (w.denominator(), w.numerator()),
        };
        Key { a, b }
    }

    #[inline]
    fn f<C: Cost>(self, g: C, h: C) -> Option<u64> {
        C::priority((self.a, g), (self.b, h))
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for BestFirst {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut meter = Meter::new(limits);
        let verdict = Frontier::new(space, heuristic, *self).solve(&mut meter, observer);
        meter.finish(verdict)
    }
}

/// A successor that is not yet in the store.
struct Made<S: StateSpace> {
    action: S::Action,
    state: S::State,
    key: u64,
}

/// A node that is being expanded.
struct Parent<'n, S: StateSpace, M> {
    id: NodeId,
    /// A copy of its state, if copies are cheap; otherwise it is read from the store.
    state: Option<&'n S::State>,
    memo: M,
    g: S::Cost,
}

/// The nodes of a frontier, and what determines their keys.
struct Chain<'f, 'a, S: StateSpace, H: Heuristic<S>> {
    store: &'f mut Nodes<'a, S, H::Memo>,
    heuristic: &'a H,
    key: Key,
}

impl<S: StateSpace, H: Heuristic<S>> Links for Chain<'_, '_, S, H> {
    #[inline]
    fn next(&self, id: NodeId) -> NodeId {
        self.store[id].next()
    }

    #[inline]
    fn set_next(&mut self, id: NodeId, next: NodeId) {
        self.store[id].set_next(next);
    }

    #[inline]
    fn f(&self, id: NodeId) -> u64 {
        let Node { g, memo, .. } = self.store[id];
        let f = self.key.f(g, self.heuristic.estimate(memo));
        f.expect("a queued node has a key")
    }
}

/// How a successor's state was reached before.
enum Known<C, M> {
    /// At no greater cost, or the successor cannot be reached: it is dropped.
    Cheaper,
    /// By this node, at a greater cost than now.
    Dearer(NodeId, C),
    /// Never: where it belongs, its memo and its cost.
    Not(Vacancy, M, C),
}

/// The nodes of a best-first search, open and closed.
pub(super) struct Frontier<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    priority: Priority,
    undo: Undo,
    key: Key,
    store: Nodes<'a, S, H::Memo>,
    open: Queue,
    /// Empty, with room for the successors of a node.
    children: Buffer<Made<S>>,
    /// Empty, with room for the actions of a node.
    actions: Buffer<S::Action>,
    /// The node with the lowest h.
    best: (NodeId, S::Cost),
    /// The node last taken from the frontier.
    last: NodeId,
    /// Whether a cost overflowed, so that the search proves nothing.
    overflowed: bool,
    /// An action whose cost is not valid, and the state it was taken in.
    refused: Option<(NodeId, S::Action)>,
}

impl<'a, S: StateSpace, H: Heuristic<S>> Frontier<'a, S, H> {
    /// A frontier without nodes. Built in place: moving it would take as long as a small search.
    #[inline(always)]
    pub fn new(
        space: &'a S,
        heuristic: &'a H,
        BestFirst { priority, ties, undo }: BestFirst,
    ) -> Self {
        let key = Key::of(priority);
        Frontier {
            space,
            heuristic,
            priority,
            undo,
            key,
            store: Store::new(space),
            open: Queue::new(key.b > key.a, key.b == 0, ties),
            children: Buffer::new(),
            actions: Buffer::new(),
            best: (0, S::Cost::INFINITE),
            last: 0,
            overflowed: false,
            refused: None,
        }
    }

    /// Opens the starts.
    pub fn begin(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.space.starts().try_for_each(|start| self.open_root(start, meter))
    }

    fn open_root(&mut self, start: S::State, meter: &mut Meter) -> Result<(), Stop> {
        let memo = self.heuristic.memo(&start);
        let (g, h) = (S::Cost::ZERO, self.heuristic.estimate(memo));
        let f = self.f(g, h);
        let entry = f.map(|f| Entry { id: self.store.len(), f, g: g.tie() });
        let root = Node::new(start, memo, g, NONE);
        let Some(id) = self.store.insert_root(root, meter)? else { return Ok(()) };
        if let Some(entry) = entry {
            let next = self.queue_root(entry, meter)?;
            self.store[id].set_next(next);
        }
        if h < self.best.1 {
            self.best = (id, h);
        }
        Ok(())
    }

    /// Searches until a goal, the end of the space or a limit is reached.
    #[inline(always)]
    fn solve<O: PathObserver<S>>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Verdict<PlanOf<S>> {
        if let Err(by) = self.begin(meter) {
            return Verdict::Stopped { by, best: None };
        }
        let verdict = loop {
            let Some(id) = self.pop() else {
                break match self.overflowed {
                    true => Verdict::Stopped { by: Stop::Cost, best: Some(self.best_so_far()) },
                    false => Verdict::Unsolvable,
                };
            };
            let node = &self.store[id];
            if self.space.is_goal(&node.state) {
                meter.tell(observer, Event::Goal { state: &node.state, g: node.g });
                break solved(self.store.plan(id, None, End::Goal));
            }
            if let Err(by) = self.expand(id, meter, observer) {
                break Verdict::Stopped { by, best: Some(self.best_so_far()) };
            }
        };
        self.close(meter);
        verdict
    }

    /// Queues a node that is about to be created, and returns the one after it.
    #[inline(always)]
    fn queue(&mut self, entry: Entry, meter: &mut Meter) -> Result<NodeId, Stop> {
        let Frontier { store, heuristic, key, open, .. } = self;
        open.push(entry, &mut Chain { store, heuristic: *heuristic, key: *key }, meter)
    }

    /// The same for starts, which are few.
    #[inline(never)]
    fn queue_root(&mut self, entry: Entry, meter: &mut Meter) -> Result<NodeId, Stop> {
        self.queue(entry, meter)
    }

    /// The next node to expand.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<NodeId> {
        loop {
            let Frontier { store, heuristic, key, open, .. } = self;
            let id = open.pop(&Chain { store, heuristic: *heuristic, key: *key })?;
            // Otherwise it was reached at a lower cost after it was queued.
            if !self.store[id].is_superseded() {
                self.last = id;
                return Some(id);
            }
        }
    }

    /// Generates the successors of a node.
    #[inline(always)]
    pub fn expand<O>(&mut self, id: NodeId, meter: &mut Meter, observer: &mut O) -> Result<(), Stop>
    where
        O: PathObserver<S>,
    {
        meter.expand()?;
        self.store.rank_if_due(meter);
        let node = &mut self.store[id];
        node.set_expanded();
        let (memo, g) = (node.memo, node.g);
        if O::WATCHES {
            let (state, h) = (&node.state, self.heuristic.estimate(memo));
            meter.tell(observer, Event::Expand { state, g, h });
        }
        if const { !is_small::<S::State>() } {
            return self.expand_in_place(Parent { id, state: None, memo, g }, meter, observer);
        }
        let state = node.state.clone();
        let parent = Parent { id, state: Some(&state), memo, g };
        // If the table no longer fits in the cache, all successors are generated before the first
        // is looked up, so that the table's slots are prefetched.
        let ahead = self.store.is_large();
        let space = self.space;
        let last = self.undo.after(self.store.action(id)).cloned();
        // The only call of `actions`, so that the compiler inlines it.
        space.actions_after(&state, last.as_ref()).try_for_each(|action| {
            if !ahead {
                return self.relax(&parent, action, None, meter, observer);
            }
            let state = space.apply(&state, &action);
            let key = self.store.key(&state);
            self.store.prefetch(key);
            self.children.push(Made { action, state, key }, meter)
        })?;
        if ahead { self.relax_made(&parent, meter, observer) } else { Ok(()) }
    }

    /// Generates the successors of a node without a copy of its state. All actions are listed
    /// before the first is applied, because the store moves states when it grows.
    #[inline(always)]
    fn expand_in_place<O: PathObserver<S>>(
        &mut self,
        parent: Parent<'_, S, H::Memo>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let Frontier { space, store, actions, undo, .. } = self;
        let last = undo.after(store.action(parent.id));
        for action in space.actions_after(&store[parent.id].state, last) {
            actions.push(action, meter)?;
        }
        let actions = std::mem::replace(actions, Buffer::new());
        let (actions, end) =
            actions.drain(|action| self.relax(&parent, action, None, meter, observer));
        self.actions = actions;
        end
    }

    /// The state of a node that is being expanded.
    #[inline(always)]
    fn from<'n>(&'n self, parent: &Parent<'n, S, H::Memo>) -> &'n S::State {
        parent.state.unwrap_or_else(|| &self.store[parent.id].state)
    }

    /// Opens the successors that were made ahead.
    #[inline(never)]
    fn relax_made<O>(
        &mut self,
        parent: &Parent<'_, S, H::Memo>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop>
    where
        O: PathObserver<S>,
    {
        let children = std::mem::replace(&mut self.children, Buffer::new());
        let (children, end) = children.drain(|Made { action, state, key }| {
            self.relax(parent, action, Some((state, key)), meter, observer)
        });
        self.children = children;
        end
    }

    /// Opens a successor if it is new or now reached at a lower cost; `made` has its state and key
    /// if it was generated ahead.
    #[inline(always)]
    fn relax<O>(
        &mut self,
        parent: &Parent<'_, S, H::Memo>,
        action: S::Action,
        made: Option<(S::State, u64)>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop>
    where
        O: PathObserver<S>,
    {
        // A small state is always made: as part of a `Cow` it would be written and read back in
        // different pieces, which makes the processor wait.
        if made.is_some() || is_small::<S::State>() {
            let (child, key) = made.unwrap_or_else(|| {
                let child = self.space.apply(self.from(parent), &action);
                let key = self.store.key(&child);
                (child, key)
            });
            let known = self.look(parent, &action, &child, key, meter, observer)?;
            return self.enter(parent, (action, child, key), known, meter, observer);
        }
        let child = self.space.successor(self.from(parent), &action);
        let key = self.store.key(&child);
        let known = self.look(parent, &action, &child, key, meter, observer)?;
        if let Known::Cheaper = known {
            return Ok(());
        }
        let child = child.into_owned();
        self.enter(parent, (action, child, key), known, meter, observer)
    }

    /// Looks up a successor, and reports it if it is dropped.
    #[inline(always)]
    fn look<O: PathObserver<S>>(
        &mut self,
        parent: &Parent<'_, S, H::Memo>,
        action: &S::Action,
        child: &S::State,
        key: u64,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Known<S::Cost, H::Memo>, Stop> {
        meter.generated += 1;
        let Some(g) = parent.g.plus(self.space.cost(self.from(parent), action)) else {
            self.refuse(parent, (action, child), meter, observer)?;
            return Ok(Known::Cheaper);
        };
        match self.store.look_up(child, key) {
            Seen::Before(known) if !g.beats(self.store[known].g) => {
                if O::WATCHES {
                    self.tell_known(parent, known, (child, g), meter, observer);
                }
                meter.poll_among()?;
                Ok(Known::Cheaper)
            }
            Seen::Before(known) => Ok(Known::Dearer(known, g)),
            Seen::Never(place) => {
                let memo = self.heuristic.advance(parent.memo, self.from(parent), action, child);
                Ok(Known::Not(place, memo, g))
            }
        }
    }

    /// Inserts a successor that was looked up, unless it is dropped.
    #[inline(always)]
    fn enter<O: PathObserver<S>>(
        &mut self,
        parent: &Parent<'_, S, H::Memo>,
        (action, child, key): (S::Action, S::State, u64),
        known: Known<S::Cost, H::Memo>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        match known {
            Known::Cheaper => Ok(()),
            Known::Dearer(known, g) => {
                self.reopen(parent, (action, child, g), (known, key), meter, observer)
            }
            Known::Not(place, memo, g) => {
                self.open(parent, (action, child, g), memo, place, meter, observer)
            }
        }
    }

    /// Inserts a new successor.
    ///
    /// Inlined, because a node that is written to memory in pieces and read back whole makes the
    /// processor wait, which took half the time of small searches.
    #[inline(always)]
    fn open<O: PathObserver<S>>(
        &mut self,
        parent: &Parent<'_, S, H::Memo>,
        (action, child, g): (S::Action, S::State, S::Cost),
        memo: H::Memo,
        place: Vacancy,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let h = self.heuristic.estimate(memo);
        let f = self.f(g, h);
        if O::WATCHES {
            let fate = if f.is_some() { Fate::New } else { Fate::Pruned };
            let (from, state) = (self.from(parent), &child);
            meter.tell(observer, Event::Generate { from, state, g, h, fate });
        }
        let mut node = Node::new(child, memo, g, parent.id);
        match f {
            Some(f) => {
                let entry = Entry { id: self.store.len(), f, g: g.tie() };
                node = node.before(self.queue(entry, meter)?);
            }
            // Kept, so that the heuristic is not evaluated again.
            None => self.overflowed |= h < S::Cost::INFINITE,
        }
        let id = self.store.insert(place, node, action, meter)?;
        if h < self.best.1 {
            meter.tell(observer, Event::Improve { state: &self.store[id].state, g, h });
            self.best = (id, h);
        }
        Ok(())
    }

    /// Inserts a cheaper path to a known state, unless it is a dead end or closed for good.
    #[inline(always)]
    fn reopen<O: PathObserver<S>>(
        &mut self,
        parent: &Parent<'_, S, H::Memo>,
        (action, child, g): (S::Action, S::State, S::Cost),
        (known, key): (NodeId, u64),
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let Node { memo, .. } = self.store[known];
        let was_expanded = self.store[known].is_expanded();
        let h = self.heuristic.estimate(memo);
        let f = self.f(g, h);
        let settled = self.priority == Priority::Greedy && was_expanded;
        let Some(f) = f.filter(|_| !settled) else {
            self.overflowed |= f.is_none() && h < S::Cost::INFINITE;
            self.tell_known(parent, known, (&child, g), meter, observer);
            return meter.poll_among();
        };
        if O::WATCHES {
            let (from, state, fate) = (self.from(parent), &child, Fate::Cheaper);
            meter.tell(observer, Event::Generate { from, state, g, h, fate });
        }
        meter.reopened += u64::from(was_expanded);
        let next = self.queue(Entry { id: self.store.len(), f, g: g.tie() }, meter)?;
        let node = Node::new(child, memo, g, parent.id).before(next);
        self.store.supersede(known, key, node, action, meter)?;
        Ok(())
    }

    /// Reports a successor that is dropped because its state is known.
    fn tell_known<O: PathObserver<S>>(
        &self,
        parent: &Parent<'_, S, H::Memo>,
        known: NodeId,
        (state, g): (&S::State, S::Cost),
        meter: &mut Meter,
        observer: &mut O,
    ) {
        let h = self.heuristic.estimate(self.store[known].memo);
        let fate = if h < S::Cost::INFINITE { Fate::Known } else { Fate::Pruned };
        meter.tell(observer, Event::Generate { from: self.from(parent), state, g, h, fate });
    }

    /// The priority of a node; `None` if it does not have to be expanded or if f overflows.
    #[inline(always)]
    fn f(&self, g: S::Cost, h: S::Cost) -> Option<u64> {
        self.key.f(g, h).filter(|_| h < S::Cost::INFINITE)
    }

    /// Skips a successor whose g overflows, and stops at one whose cost is not valid.
    #[cold]
    #[inline(never)]
    fn refuse<O: PathObserver<S>>(
        &mut self,
        parent: &Parent<'_, S, H::Memo>,
        (action, state): (&S::Action, &S::State),
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        if !self.space.cost(self.from(parent), action).is_valid() {
            self.refused = Some((parent.id, action.clone()));
            return Err(Stop::Cost);
        }
        self.overflowed = true;
        let h = self.heuristic.estimate(self.heuristic.memo(state));
        let (from, g, fate) = (self.from(parent), S::Cost::INFINITE, Fate::Pruned);
        meter.tell(observer, Event::Generate { from, state, g, h, fate });
        meter.poll_among()
    }

    /// The best plan so far: to the node with the lowest h, or to the action whose cost is not
    /// valid if there was one.
    pub fn best_so_far(&self) -> PlanOf<S> {
        let (id, h) = self.best;
        either(match &self.refused {
            Some((id, action)) => self.store.plan(*id, Some(action.clone()), End::Short(h)),
            None => self.store.plan(id, None, End::Short(h)),
        })
    }

    /// Whether a cost overflowed, so that the search proves nothing.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// Whether an action had a cost that is not valid.
    pub fn refused(&self) -> bool {
        self.refused.is_some()
    }

    /// The nodes that were not expanded, and the one last taken, whose expansion may have ended
    /// early.
    pub fn unexpanded(&self) -> impl Iterator<Item = NodeId> + '_ {
        let waits = |id: &NodeId| {
            !self.store[*id].is_superseded() && !self.store[*id].is_expanded() || *id == self.last
        };
        (0..self.store.len()).filter(waits)
    }

    /// The plan that ends at a goal.
    pub fn plan_to(&self, goal: NodeId) -> Result<PlanOf<S>, PlanOf<S>> {
        self.store.plan(goal, None, End::Goal)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.store.len() as usize
    }

    pub fn state(&self, id: NodeId) -> &S::State {
        &self.store[id].state
    }

    pub fn is_root(&self, id: NodeId) -> bool {
        self.store.action(id).is_none()
    }

    /// Whether its state has not been reached at a lower cost since.
    pub fn is_current(&self, id: NodeId) -> bool {
        !self.store[id].is_superseded()
    }

    pub fn is_goal(&self, id: NodeId) -> bool {
        self.space.is_goal(&self.store[id].state)
    }

    /// The cost of reaching a node, and its f; `None` if that overflows.
    pub fn costs(&self, id: NodeId) -> (S::Cost, Option<S::Cost>) {
        let Node { g, memo, .. } = &self.store[id];
        (*g, g.plus(self.heuristic.estimate(*memo)))
    }

    /// A node as a state and the cost of reaching it.
    pub fn reached(&self, id: NodeId) -> (S::State, S::Cost) {
        (self.store[id].state.clone(), self.store[id].g)
    }

    /// The successors of an expanded node: the action, the node, and the cost of reaching it this
    /// way.
    pub fn successors(&self, id: NodeId) -> Vec<(S::Action, NodeId, S::Cost)> {
        let Node { state, g, .. } = &self.store[id];
        let successor = |action: S::Action| {
            let g = g.plus(self.space.cost(state, &action))?;
            let next = self.space.successor(state, &action);
            let Seen::Before(next) = self.store.look_up(&next, self.store.key(&next)) else {
                return None;
            };
            Some((action, next, g))
        };
        self.space.actions(state).filter_map(successor).collect()
    }

    /// Records what was proved and how many nodes were stored.
    fn close(&self, meter: &mut Meter) {
        meter.stored(self.store.len().into());
        if matches!(self.priority, Priority::UniformCost | Priority::AStar) && self.store.len() > 0
        {
            let Node { g, memo, .. } = &self.store[self.last];
            let h = match self.priority {
                Priority::AStar => self.heuristic.estimate(*memo),
                _ => S::Cost::ZERO,
            };
            meter.lower_bound = g.plus(h).and_then(Cost::number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::BreadthFirst;
    use crate::space::{Blind, from_fn};

    #[test]
    fn searches_that_outgrow_the_cache_reach_every_state_once() {
        const SIDE: u32 = 900;
        let beside = |&(x, y): &(u32, u32)| {
            let places = [(x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x + 1, y), (x, y + 1)];
            places.into_iter().filter(|&(x, y)| x < SIDE && y < SIDE).map(|place| (place, 1))
        };
        let corner = (SIDE - 1, SIDE - 1);
        let grid = from_fn((0, 0), beside, move |&place| place == corner);
        for outcome in [
            BestFirst::uniform_cost().solve(&grid, &Blind),
            BreadthFirst::default().solve(&grid, &Blind),
        ] {
            assert_eq!(outcome.stats.reopened, 0);
            assert!(outcome.stats.expanded >= u64::from(SIDE * SIDE - 2), "{:?}", outcome.stats);
            assert!(outcome.stats.expanded < u64::from(SIDE * SIDE), "{:?}", outcome.stats);
            assert_eq!(outcome.into_solution().map(|plan| plan.cost), Some(2 * (SIDE - 1)));
        }
    }
}
