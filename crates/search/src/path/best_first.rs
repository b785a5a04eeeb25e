use super::arena::put;
use super::queue::{BucketQueue, Entry};
use super::slots::hash_of;
use super::store::{Node, NodeId, Seen, Store, is_made_fast};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan, Weight};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Cost, Heuristic, StateSpace};

/// The order in which best-first search expands: the one thing that tells
/// uniform-cost, greedy, A* and weighted A* apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Priority {
    /// g: the cheapest reached first.
    UniformCost,
    /// h: the nearest by the heuristic first. A state expanded stays expanded.
    Greedy,
    /// g + h.
    AStar,
    /// g + w·h: the larger the weight, the greedier; with weight 0, uniform cost.
    Weighted(Weight),
}

/// Expands the open node of least [`Priority`] until one is a goal. Ties go to the
/// larger g, then to the node opened last.
///
/// A state reached more cheaply than before is expanded again if it must be, so
/// costs may differ from action to action and the heuristic need not be
/// consistent.
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
    /// What to expand first.
    pub priority: Priority,
}

impl BestFirst {
    /// Uniform-cost search, also called Dijkstra's algorithm.
    pub fn uniform_cost() -> Self {
        BestFirst { priority: Priority::UniformCost }
    }

    /// Greedy best-first search.
    pub fn greedy() -> Self {
        BestFirst { priority: Priority::Greedy }
    }

    /// A*.
    pub fn a_star() -> Self {
        BestFirst { priority: Priority::AStar }
    }

    /// Weighted A*.
    pub fn weighted(weight: Weight) -> Self {
        BestFirst { priority: Priority::Weighted(weight) }
    }
}

/// A priority as the two factors of f = a·g + b·h.
#[derive(Clone, Copy)]
struct Key {
    a: u64,
    b: u64,
}

impl Key {
    fn of(priority: Priority) -> Self {
        let (a, b) = match priority {
            Priority::UniformCost => (1, 0),
            Priority::Greedy => (0, 1),
            Priority::AStar => (1, 1),
            Priority::Weighted(w) => (w.denominator(), w.numerator()),
        };
        Key { a: a.into(), b: b.into() }
    }

    #[inline]
    fn f(self, g: Cost, h: Cost) -> u64 {
        self.a * u64::from(g) + self.b * u64::from(h)
    }
}

impl BestFirst {
    /// What is known of a plan returned as a solution, provided the heuristic never
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

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for BestFirst {
    fn search<O: PathObserver<S::State>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>> {
        let mut meter = Meter::new(limits);
        let verdict = match Frontier::new(space, heuristic, self.priority, &mut meter) {
            Ok(mut frontier) => {
                let verdict = frontier.run(&mut meter, observer).unwrap_or_else(|by| {
                    Verdict::Stopped { by, best: Some(frontier.best_so_far()) }
                });
                meter.lower_bound = frontier.lower_bound();
                meter.stored(frontier.store.len().into());
                verdict
            }
            Err(by) => Verdict::Stopped { by, best: None },
        };
        meter.finish(verdict)
    }
}

/// A successor on its way into the store.
struct Child<S: StateSpace, M> {
    state: S::State,
    memo: M,
    action: S::Action,
    g: Cost,
    hash: u64,
}

struct Frontier<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    priority: Priority,
    key: Key,
    /// A way of this cost is none; to greedy search, which does not go by cost, any is one.
    too_dear: u64,
    store: Store<Node<S::State, H::Memo, S::Action>>,
    open: BucketQueue,
    /// Empty, with room for the successors of a node.
    children: Vec<Child<S, H::Memo>>,
    /// The node of least h.
    best: (NodeId, Cost),
    /// The node last taken from the frontier.
    last: NodeId,
}

impl<'a, S: StateSpace, H: Heuristic<S>> Frontier<'a, S, H> {
    fn new(
        space: &'a S,
        heuristic: &'a H,
        priority: Priority,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let start = space.start();
        let memo = heuristic.memo(&start);
        let h = heuristic.estimate(memo);
        let key = Key::of(priority);
        let mut store = Store::new(meter)?;
        let mut open = match key {
            Key { b: 0, .. } => BucketQueue::flat(),
            Key { a, b } if b > a => BucketQueue::falling(),
            _ => BucketQueue::new(),
        };
        let id = store.insert_root(Node::root(start, memo), meter)?;
        if h < Cost::MAX {
            open.push(Entry { id, f: key.f(0, h), g: 0 }, meter)?;
        }
        let too_dear = if key.a == 0 { u64::MAX } else { Cost::MAX.into() };
        let (children, best, last) = (Vec::new(), (id, h), id);
        Ok(Frontier {
            space,
            heuristic,
            priority,
            key,
            too_dear,
            store,
            open,
            children,
            best,
            last,
        })
    }

    fn run<O>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Verdict<Plan<S::Action>>, Stop>
    where
        O: PathObserver<S::State>,
    {
        while let Some((id, f)) = self.open.pop(&self.store) {
            let node = &mut self.store[id];
            if node.is_superseded() {
                continue; // reached more cheaply since it was queued
            }
            self.last = id;
            if self.space.is_goal(&node.state) {
                observer.on(Event::Goal { state: &node.state, g: node.g });
                return Ok(Verdict::Solved(self.store.plan(self.space, id, End::Goal)));
            }
            meter.expand()?;
            node.set_expanded();
            if self.store.is_large() {
                self.expand_ahead(id, f, meter, observer)?;
            } else {
                self.expand(id, meter, observer)?;
            }
        }
        Ok(Verdict::Unsolvable)
    }

    /// Makes the successors of a node.
    #[inline(always)]
    fn expand<O>(&mut self, id: NodeId, meter: &mut Meter, observer: &mut O) -> Result<(), Stop>
    where
        O: PathObserver<S::State>,
    {
        let node = &self.store[id];
        let (state, memo, last, g) = (node.state.clone(), node.memo, node.action.clone(), node.g);
        observer.on(Event::Expand { state: &state, g, h: self.heuristic.estimate(memo) });
        let space = self.space;
        for action in space.actions_after(&state, last.as_ref()) {
            let child = self.child(&state, memo, g, action);
            self.relax(child, (id, &state), meter, observer)?;
        }
        Ok(())
    }

    /// As `expand`, for a table that has outgrown the cache: all successors are made
    /// before the first is looked up, so that the table's slots are on their way when
    /// they are needed. Those of a successor that will soon be expanded itself are sent
    /// for as well.
    #[inline(never)]
    fn expand_ahead<O>(
        &mut self,
        id: NodeId,
        f: u64,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop>
    where
        O: PathObserver<S::State>,
    {
        let node = &self.store[id];
        let (state, memo, last, g) = (node.state.clone(), node.memo, node.action.clone(), node.g);
        observer.on(Event::Expand { state: &state, g, h: self.heuristic.estimate(memo) });
        let mut children = std::mem::take(&mut self.children);
        for action in self.space.actions_after(&state, last.as_ref()) {
            let child = self.child(&state, memo, g, action);
            self.store.prefetch(child.hash);
            if is_made_fast::<S::State>()
                && self.key.f(child.g, self.heuristic.estimate(child.memo)) <= f
            {
                for action in self.space.actions_after(&child.state, Some(&child.action)) {
                    self.store.prefetch(hash_of(&self.space.apply(&child.state, &action)));
                }
            }
            put(&mut children, child, meter)?;
        }
        for child in children.drain(..) {
            self.relax(child, (id, &state), meter, observer)?;
        }
        self.children = children;
        Ok(())
    }

    #[inline(always)]
    fn child(
        &self,
        state: &S::State,
        memo: H::Memo,
        g: Cost,
        action: S::Action,
    ) -> Child<S, H::Memo> {
        let g = g.saturating_add(self.space.cost(state, &action));
        let child = self.space.apply(state, &action);
        let memo = self.heuristic.advance(memo, state, &action, &child);
        let hash = hash_of(&child);
        Child { state: child, memo, action, g, hash }
    }

    /// Opens `child` if it is new or now reached more cheaply.
    #[inline(always)]
    fn relax<O>(
        &mut self,
        child: Child<S, H::Memo>,
        (parent, from): (NodeId, &S::State),
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop>
    where
        O: PathObserver<S::State>,
    {
        let Child { state, memo, action, g, hash } = child;
        meter.generated += 1;
        let h = self.heuristic.estimate(memo);
        if h == Cost::MAX || u64::from(g) >= self.too_dear {
            observer.on(Event::Generate { from, state: &state, g, h, fate: Fate::Pruned });
            return meter.poll_among();
        }
        let entry = Entry { id: self.store.len(), f: self.key.f(g, h), g };
        match self.store.look_up(&state, hash) {
            Seen::Before(id) => {
                let known = &self.store[id];
                let settled = self.priority == Priority::Greedy && known.is_expanded();
                if g >= known.g || settled {
                    let fate = Fate::Known;
                    observer.on(Event::Generate { from, state: &state, g, h, fate });
                    return meter.poll_among();
                }
                let fate = Fate::Cheaper;
                observer.on(Event::Generate { from, state: &state, g, h, fate });
                meter.reopened += u64::from(known.is_expanded());
                let next = self.open.push(entry, meter)?;
                let node = Node::child(state, memo, action, g, parent).before(next);
                self.store.supersede(id, hash, node, meter)?;
            }
            Seen::Never(place) => {
                observer.on(Event::Generate { from, state: &state, g, h, fate: Fate::New });
                let next = self.open.push(entry, meter)?;
                let node = Node::child(state, memo, action, g, parent).before(next);
                let id = self.store.insert(place, node, meter)?;
                if h < self.best.1 {
                    observer.on(Event::Improve { state: &self.store[id].state, g, h });
                    self.best = (id, h);
                }
            }
        }
        Ok(())
    }

    fn lower_bound(&self) -> Option<Cost> {
        let is_cost = matches!(self.priority, Priority::UniformCost | Priority::AStar);
        let Node { g, memo, .. } = &self.store[self.last];
        let f = self.key.f(*g, self.heuristic.estimate(*memo));
        Cost::try_from(f).ok().filter(|_| is_cost)
    }

    fn best_so_far(&self) -> Plan<S::Action> {
        let (id, h) = self.best;
        self.store.plan(self.space, id, End::Short(h))
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
        for outcome in
            [BestFirst::uniform_cost().solve(&grid, &Blind), BreadthFirst.solve(&grid, &Blind)]
        {
            assert_eq!(outcome.stats.reopened, 0);
            assert!(outcome.stats.expanded >= u64::from(SIDE * SIDE - 2), "{:?}", outcome.stats);
            assert!(outcome.stats.expanded < u64::from(SIDE * SIDE), "{:?}", outcome.stats);
            assert_eq!(outcome.into_solution().map(|plan| plan.cost), Some(2 * (SIDE - 1)));
        }
    }
}
