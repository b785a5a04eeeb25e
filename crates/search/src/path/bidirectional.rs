//! Bidirectional search.

use std::borrow::Cow;

use super::best_first::{Ties, Undo};
use super::buffer::Buffer;
use super::plan::{either, solved};
use super::queue::{Entry, Queue};
use super::ring::Links;
use super::store::{NONE, Node, NodeId, Nodes, Seen, Store};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan, PlanOf};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Blind, Heuristic, Reversible, StateSpace};

/// Uniform-cost search from the start and from the goals at once, until no
/// meeting can be cheaper than the best found. Optimal.
///
/// The side with the smaller frontier is expanded next.
///
/// ```
/// use goalward::path::Bidirectional;
/// use goalward::{Reversible, StateSpace};
///
/// /// From 0 to 1000 by steps of 1, 7 and 60.
/// struct Steps;
///
/// impl StateSpace for Steps {
///     type State = i32;
///     type Action = i32;
///     type Cost = u32;
///     fn start(&self) -> i32 { 0 }
///     fn is_goal(&self, &at: &i32) -> bool { at == 1000 }
///     fn actions(&self, _: &i32) -> impl Iterator<Item = i32> { [1, 7, 60].into_iter() }
///     fn apply(&self, at: &i32, step: &i32) -> i32 { at + step }
/// }
///
/// impl Reversible for Steps {
///     fn goals(&self) -> impl Iterator<Item = i32> { [1000].into_iter() }
///     fn predecessors(&self, &at: &i32) -> impl Iterator<Item = (i32, i32)> {
///         [1, 7, 60].into_iter().map(move |step| (at - step, step))
///     }
/// }
///
/// assert_eq!(Bidirectional::default().solve(&Steps).into_solution().unwrap().cost, 16 + 5 + 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bidirectional {
    /// Whether the action that cancels the previous one is generated, too.
    pub undo: Undo,
}

impl Bidirectional {
    /// Searches without limits or an observer. No heuristic is needed.
    #[must_use]
    pub fn solve<S: Reversible>(&self, space: &S) -> Outcome<PlanOf<S>> {
        self.search(space, &Blind, &Limits::default(), &mut ())
    }

    /// What is known about a plan returned as a solution.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::Cheapest
    }
}

impl<S: Reversible, H: Heuristic<S>> PathSearch<S, H> for Bidirectional {
    /// Searches until the cheapest plan is proved, one side has nothing left, or a limit is
    /// reached. The heuristic is not used.
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut meter = Meter::new(limits);
        let verdict = match Meeting::new(space, self.undo, &mut meter) {
            Ok(mut meeting) => {
                let end = meeting.run(&mut meter, observer);
                meeting.verdict(end)
            }
            Err(by) => Verdict::Stopped { by, best: None },
        };
        meter.finish(verdict)
    }
}

/// The search from one end. In the search from the goals, a node's action leads from its state to
/// its parent's.
struct Side<'a, S: StateSpace> {
    store: Nodes<'a, S, ()>,
    open: Queue,
}

/// The nodes of a side, queued by their g.
struct ByG<'f, 'a, S: StateSpace>(&'f mut Nodes<'a, S, ()>);

impl<S: StateSpace> Links for ByG<'_, '_, S> {
    #[inline]
    fn next(&self, id: NodeId) -> NodeId {
        self.0[id].next()
    }

    #[inline]
    fn set_next(&mut self, id: NodeId, next: NodeId) {
        self.0[id].set_next(next);
    }

    #[inline]
    fn f(&self, id: NodeId) -> u64 {
        self.0[id].g.key()
    }
}

impl<'a, S: StateSpace> Side<'a, S> {
    fn new(
        space: &'a S,
        roots: impl Iterator<Item = S::State>,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut side =
            Side { store: Store::new(space), open: Queue::new(false, true, Ties::HighG) };
        // There may be no goal at all.
        side.store.begin(meter)?;
        for root in roots {
            let g = S::Cost::ZERO;
            if let Some(id) = side.store.insert_root(Node::new(root, (), g, NONE), meter)? {
                let entry = Entry { id, f: g.key(), g: 0 };
                let next = side.open.push(entry, &mut ByG(&mut side.store), meter)?;
                side.store[id].set_next(next);
            }
        }
        Ok(side)
    }

    /// Opens `child` if it is new or now reached at a lower cost; returns its node, and the node of
    /// the other side if they meet there.
    #[inline(always)]
    fn relax<O: PathObserver<S>>(
        &mut self,
        other: &Self,
        Child { state, action, g, .. }: Child<S>,
        (parent, from): (NodeId, &S::State),
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<(NodeId, NodeId)>, Stop> {
        let key = self.store.key(&state);
        // Both are looked up, although one may be enough, so that the waits for memory overlap.
        let alike = self.store.is_ranked() == other.store.is_ranked();
        let there = if alike { key } else { other.store.key(&state) };
        let met = other.store.look_up(&state, there);
        let seen = self.store.look_up(&state, key);
        let fate = match seen {
            Seen::Before(known) if !g.beats(self.store[known].g) => Fate::Known,
            Seen::Before(_) => Fate::Cheaper,
            Seen::Never(_) => Fate::New,
        };
        let h = S::Cost::ZERO;
        meter.tell(observer, Event::Generate { from, state: &state, g, h, fate });
        if fate == Fate::Known {
            return Ok(None);
        }
        let entry = Entry { id: self.store.len(), f: g.key(), g: 0 };
        let next = self.open.push(entry, &mut ByG(&mut self.store), meter)?;
        let node = Node::new(state, (), g, parent).before(next);
        let node = match seen {
            Seen::Before(known) => {
                meter.reopened += u64::from(self.store[known].is_expanded());
                self.store.supersede(known, key, node, action, meter)?
            }
            Seen::Never(place) => self.store.insert(place, node, action, meter)?,
        };
        let Seen::Before(there) = met else { return Ok(None) };
        Ok(Some((node, there)))
    }

    /// The lowest g in the frontier.
    fn least(&mut self) -> Option<S::Cost> {
        let id = self.open.peek(&ByG(&mut self.store))?;
        Some(self.store[id].g)
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

struct Meeting<'a, S: Reversible> {
    space: &'a S,
    undo: Undo,
    forward: Side<'a, S>,
    backward: Side<'a, S>,
    /// The cheapest meeting so far: its cost, and its node on each side.
    best: Option<(S::Cost, NodeId, NodeId)>,
    /// Empty, with room for the successors of a node.
    children: Buffer<Child<S>>,
    /// Whether a cost overflowed, so that the search proves nothing.
    overflowed: bool,
    /// A plan that ends with an action whose cost is not valid.
    refused: Option<PlanOf<S>>,
}

/// A successor (or, from the goals, a predecessor) that is not yet in the store.
pub(super) struct Child<S: StateSpace> {
    pub state: S::State,
    pub action: S::Action,
    pub g: S::Cost,
}

impl<'a, S: Reversible> Meeting<'a, S> {
    fn new(space: &'a S, undo: Undo, meter: &mut Meter) -> Result<Self, Stop> {
        let backward = Side::new(space, space.goals(), meter)?;
        let forward = Side::new(space, space.starts(), meter)?;
        let mut roots = 0..forward.store.len();
        let best = roots.find_map(|id| {
            let start = &forward.store[id].state;
            match backward.store.look_up(start, backward.store.key(start)) {
                Seen::Before(goal) => Some((S::Cost::ZERO, id, goal)),
                Seen::Never(_) => None,
            }
        });
        let (children, overflowed, refused) = (Buffer::new(), false, None);
        Ok(Meeting { space, undo, forward, backward, best, children, overflowed, refused })
    }

    /// Searches until a meeting is proved the cheapest, a side has nothing left, or a limit is
    /// reached.
    fn run<O: PathObserver<S>>(&mut self, meter: &mut Meter, observer: &mut O) -> Result<(), Stop> {
        while let (Some(f), Some(b)) = (self.forward.least(), self.backward.least()) {
            let proved = |(cost, ..): (S::Cost, _, _)| f.plus(b).is_none_or(|sum| sum >= cost);
            if self.best.is_some_and(proved) {
                break;
            }
            let direction = if self.forward.open.len() <= self.backward.open.len() {
                Direction::Forward
            } else {
                Direction::Backward
            };
            self.expand_next(direction, meter, observer)?;
        }
        if let Some((g, id, _)) = self.best {
            meter.tell(observer, Event::Goal { state: &self.forward.store[id].state, g });
        }
        Ok(())
    }

    fn expand_next<O: PathObserver<S>>(
        &mut self,
        direction: Direction,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let (side, other) = match direction {
            Direction::Forward => (&mut self.forward, &self.backward),
            Direction::Backward => (&mut self.backward, &self.forward),
        };
        side.store.rank_if_due(meter);
        let Some(id) = side.open.pop(&ByG(&mut side.store)) else { return Ok(()) };
        let node = &mut side.store[id];
        if node.is_superseded() {
            return Ok(());
        }
        meter.expand()?;
        node.set_expanded();
        let (state, g) = (node.state.clone(), node.g);
        meter.tell(observer, Event::Expand { state: &state, g, h: S::Cost::ZERO });
        let parent = (&state, self.undo.after(side.store.action(id)), g);
        let made = make(self.space, direction, parent, &mut self.children, meter)?;
        meter.generated += self.children.len() as u64 + u64::from(made.overflowed);
        self.overflowed |= made.overflowed > 0;
        if let Some((state, action)) = made.refused {
            self.refused = Some(self.refusal(direction, id, state, action));
            return Err(Stop::Cost);
        }
        self.children.reverse();
        while let Some(child) = self.children.pop() {
            if self.children.len() % 4096 == 4095 {
                meter.poll()?;
            }
            let g = child.g;
            let Some((node, there)) = side.relax(other, child, (id, &state), meter, observer)?
            else {
                continue;
            };
            let Some(cost) = g.plus(other.store[there].g) else {
                self.overflowed = true;
                continue;
            };
            if self.best.is_none_or(|(least, ..)| cost < least) {
                let (state, h) = (&side.store[node].state, S::Cost::ZERO);
                meter.tell(observer, Event::Improve { state, g: cost, h });
                self.best = Some(match direction {
                    Direction::Forward => (cost, node, there),
                    Direction::Backward => (cost, there, node),
                });
            }
        }
        meter.stored(u64::from(self.forward.store.len()) + u64::from(self.backward.store.len()));
        Ok(())
    }

    /// The plan that ends with an action whose cost is not valid: from the start if the path is
    /// known, otherwise only the action.
    fn refusal(
        &self,
        direction: Direction,
        id: NodeId,
        state: S::State,
        action: S::Action,
    ) -> PlanOf<S> {
        let end = End::Short(S::Cost::ZERO);
        either(match direction {
            Direction::Forward => self.forward.store.plan(id, Some(action), end),
            Direction::Backward => Plan::along(self.space, state, vec![action], end),
        })
    }

    fn verdict(mut self, end: Result<(), Stop>) -> Verdict<PlanOf<S>> {
        let plan = self.refused.take().or_else(|| self.plan().map(either));
        match end {
            Err(by) => Verdict::Stopped { by, best: plan },
            Ok(_) => match self.plan() {
                Some(plan) => solved(plan),
                None if self.overflowed => Verdict::Stopped { by: Stop::Cost, best: None },
                None => Verdict::Unsolvable,
            },
        }
    }

    fn plan(&self) -> Option<Result<PlanOf<S>, PlanOf<S>>> {
        let (_, forward, backward) = self.best?;
        let (root, mut actions) = self.forward.store.trace_back(forward);
        actions.reverse();
        actions.extend(self.backward.store.trace_back(backward).1);
        let start = self.forward.store[root].state.clone();
        Some(Plan::along(self.space, start, actions, End::Goal))
    }
}

/// What generating successors found in addition to the successors.
pub(super) struct Making<S: StateSpace> {
    /// How many had a g that overflows.
    pub overflowed: u32,
    /// An action whose cost is not valid, and the state it is taken in.
    pub refused: Option<(S::State, S::Action)>,
}

/// Generates the successors or the predecessors of a state.
#[inline(always)]
pub(super) fn make<S: Reversible>(
    space: &S,
    direction: Direction,
    (state, last, g): (&S::State, Option<&S::Action>, S::Cost),
    children: &mut Buffer<Child<S>>,
    meter: &mut Meter,
) -> Result<Making<S>, Stop> {
    let mut making = Making { overflowed: 0, refused: None };
    let mut add = |state: Cow<'_, S::State>, action: S::Action, next: Option<S::State>| {
        let cost = space.cost(&state, &action);
        match g.plus(cost) {
            Some(g) => {
                let state = next.unwrap_or_else(|| state.into_owned());
                children.push(Child { state, action, g }, meter)
            }
            None if cost.is_valid() => {
                making.overflowed += 1;
                Ok(())
            }
            None => {
                making.refused = Some((state.into_owned(), action));
                Ok(())
            }
        }
    };
    match direction {
        Direction::Forward => {
            for action in space.actions_after(state, last) {
                let next = space.apply(state, &action);
                add(Cow::Borrowed(state), action, Some(next))?;
            }
        }
        Direction::Backward => {
            for (before, action) in space.predecessors(state) {
                if !last.is_some_and(|last| space.cancels(&action, last)) {
                    add(Cow::Owned(before), action, None)?;
                }
            }
        }
    }
    Ok(making)
}
