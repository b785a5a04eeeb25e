//! Near-optimal bidirectional search.

use super::best_first::Undo;
use super::bidirectional::{Child, Direction, make};
use super::buffer::Buffer;
use super::heap::Heap;
use super::plan::{either, solved};
use super::store::{NONE, Node, NodeId, Nodes, Seen, Store};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan, PlanOf};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Blind, Heuristic, Reversible, StateSpace};

/// Near-optimal bidirectional search (Chen, Holte, Zilles and Sturtevant 2017): A* from both ends
/// that expands nodes in pairs, one from each side, with the least lower bound
/// max(f of one, f of the other, the sum of their g).
///
/// Optimal when neither heuristic overestimates. If both are consistent, it expands at most twice
/// as many nodes as any search of this kind must, whatever their order.
///
/// ```
/// use goalward::path::{Nbs, PathSearch};
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
/// let to_goal = |&at: &i32| if at > 1000 { u32::MAX } else { (1000 - at) as u32 / 60 };
/// let from_start = |&at: &i32| if at < 0 { u32::MAX } else { at as u32 / 60 };
/// let plan = Nbs::with(from_start).solve(&Steps, &to_goal).into_solution().unwrap();
/// assert_eq!(plan.cost, 16 + 5 + 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nbs<B = Blind> {
    /// The heuristic for the search from the goals: an estimate of the cost of reaching a state
    /// from the start.
    pub from_start: B,
    /// Whether the action that cancels the previous one is generated, too.
    pub undo: Undo,
}

impl<B> Nbs<B> {
    /// NBS with this heuristic for the search from the goals.
    pub fn with(from_start: B) -> Self {
        Nbs { from_start, undo: Undo::default() }
    }

    /// What is known about a plan returned as a solution, provided neither heuristic
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::Cheapest
    }
}

impl<S: Reversible, H: Heuristic<S>, B: Heuristic<S>> PathSearch<S, H> for Nbs<B> {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut meter = Meter::new(limits);
        let verdict = match Meeting::new(space, heuristic, self, &mut meter) {
            Ok(mut meeting) => {
                let end = meeting.run(&mut meter, observer);
                meter.lower_bound = meeting.bound().and_then(Cost::number);
                meeting.verdict(end)
            }
            Err(by) => Verdict::Stopped { by, best: None },
        };
        meter.finish(verdict)
    }
}

/// The search from one end. In the search from the goals, a node's action leads from its state to
/// its parent's.
struct Side<'a, S: StateSpace, H: Heuristic<S>> {
    heuristic: &'a H,
    undo: Undo,
    store: Nodes<'a, S, H::Memo>,
    /// Open nodes by f; also some that are no longer open, as in `ready`.
    waiting: Heap,
    /// Open nodes whose f is at most the bound, by g.
    ready: Heap,
}

/// The key of a sum of two costs; no key is larger than that of a sum that overflows.
fn key<C: Cost>(a: C, b: C) -> u64 {
    a.plus(b).and_then(|_| C::priority((1, a), (1, b))).unwrap_or(u64::MAX)
}

fn entry(key: u64, id: NodeId) -> u128 {
    u128::from(key) << 64 | u128::from(!id)
}

impl<'a, S: StateSpace, H: Heuristic<S>> Side<'a, S, H> {
    fn new(
        space: &'a S,
        heuristic: &'a H,
        undo: Undo,
        roots: impl Iterator<Item = S::State>,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let (waiting, ready) = (Heap::new(), Heap::new());
        let mut side = Side { heuristic, undo, store: Store::new(space), waiting, ready };
        // There may be no goal at all.
        side.store.begin(meter)?;
        for root in roots {
            let memo = heuristic.memo(&root);
            let node = Node::new(root, memo, S::Cost::ZERO, NONE);
            if let Some(id) = side.store.insert_root(node, meter)? {
                side.open(id, meter)?;
            }
        }
        Ok(side)
    }

    fn h(&self, id: NodeId) -> S::Cost {
        self.heuristic.estimate(self.store[id].memo)
    }

    /// Queues a node unless its f overflows or it is a dead end; returns whether f overflows.
    fn open(&mut self, id: NodeId, meter: &mut Meter) -> Result<bool, Stop> {
        let (g, h) = (self.store[id].g, self.h(id));
        if h >= S::Cost::INFINITE {
            return Ok(false);
        }
        match key(g, h) {
            u64::MAX => Ok(true),
            f => self.waiting.push(entry(f, id), meter).map(|()| false),
        }
    }

    /// The first open node of a heap, and its key.
    fn first(store: &Nodes<'a, S, H::Memo>, heap: &mut Heap) -> Option<(u64, NodeId)> {
        loop {
            let first = heap.first()?;
            let id = !(first as u32);
            if !store[id].is_superseded() && !store[id].is_expanded() {
                return Some(((first >> 64) as u64, id));
            }
            heap.pop();
        }
    }

    fn first_waiting(&mut self) -> Option<(u64, NodeId)> {
        Self::first(&self.store, &mut self.waiting)
    }

    fn first_ready(&mut self) -> Option<NodeId> {
        Some(Self::first(&self.store, &mut self.ready)?.1)
    }

    /// Moves the first waiting node to the ready ones if its f is at most `bound`; returns whether
    /// it is.
    fn prepare(&mut self, bound: u64, meter: &mut Meter) -> Result<bool, Stop> {
        let Some((_, id)) = self.first_waiting().filter(|(f, _)| *f <= bound) else {
            return Ok(false);
        };
        self.waiting.pop();
        let g = key(self.store[id].g, S::Cost::ZERO);
        self.ready.push(entry(g, id), meter)?;
        Ok(true)
    }

    fn is_empty(&mut self) -> bool {
        self.first_waiting().is_none() && self.first_ready().is_none()
    }
}

struct Meeting<'a, S: Reversible, H: Heuristic<S>, B: Heuristic<S>> {
    space: &'a S,
    forward: Side<'a, S, H>,
    backward: Side<'a, S, B>,
    /// No plan not yet found has a lower key than this; and the cost with this key.
    bound: (u64, S::Cost),
    /// The cheapest meeting so far: its cost, and its node on each side.
    best: Option<(S::Cost, NodeId, NodeId)>,
    /// Empty, with room for the successors of a node.
    children: Buffer<Child<S>>,
    /// Whether a cost overflowed, so that the search proves nothing.
    overflowed: bool,
    /// A plan that ends with an action whose cost is not valid.
    refused: Option<PlanOf<S>>,
}

impl<'a, S: Reversible, H: Heuristic<S>, B: Heuristic<S>> Meeting<'a, S, H, B> {
    fn new(
        space: &'a S,
        to_goal: &'a H,
        search: &'a Nbs<B>,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let Nbs { from_start, undo } = search;
        let forward = Side::new(space, to_goal, *undo, space.starts(), meter)?;
        let backward = Side::new(space, from_start, *undo, space.goals(), meter)?;
        let best = (0..forward.store.len()).find_map(|id| {
            let start = &forward.store[id].state;
            // If the heuristic says that a start is a dead end, it is believed.
            let hopeful = forward.h(id) < S::Cost::INFINITE;
            match backward.store.look_up(start, backward.store.key(start)) {
                Seen::Before(goal) if hopeful => Some((S::Cost::ZERO, id, goal)),
                _ => None,
            }
        });
        Ok(Meeting {
            space,
            forward,
            backward,
            bound: (0, S::Cost::ZERO),
            best,
            children: Buffer::new(),
            overflowed: false,
            refused: None,
        })
    }

    fn run<O: PathObserver<S>>(&mut self, meter: &mut Meter, observer: &mut O) -> Result<(), Stop> {
        while let Some((first, last)) = self.pair(meter)? {
            self.expand(Direction::Forward, first, meter, observer)?;
            self.expand(Direction::Backward, last, meter, observer)?;
        }
        if let Some((g, id, _)) = self.best {
            meter.tell(observer, Event::Goal { state: &self.forward.store[id].state, g });
        }
        Ok(())
    }

    /// The pair with the least lower bound, unless the best meeting is as good or there is none.
    fn pair(&mut self, meter: &mut Meter) -> Result<Option<(NodeId, NodeId)>, Stop> {
        loop {
            let (bound, _) = self.bound;
            let proved = |(cost, ..): (S::Cost, _, _)| key(cost, S::Cost::ZERO) <= bound;
            if self.best.is_some_and(proved) || self.forward.is_empty() || self.backward.is_empty()
            {
                return Ok(None);
            }
            let ready = self.forward.first_ready().zip(self.backward.first_ready());
            let sum = ready.map(|(first, last)| {
                let (g, rest) = (self.forward.store[first].g, self.backward.store[last].g);
                (key(g, rest), g.plus(rest))
            });
            if let Some((pair, _)) = ready.zip(sum).filter(|(_, (sum, _))| *sum <= bound) {
                return Ok(Some(pair));
            }
            if self.forward.prepare(bound, meter)? || self.backward.prepare(bound, meter)? {
                continue;
            }
            // Nothing is left under this bound.
            let waits = [
                self.forward
                    .first_waiting()
                    .map(|(f, id)| (f, self.forward.store[id].g.plus(self.forward.h(id)))),
                self.backward
                    .first_waiting()
                    .map(|(f, id)| (f, self.backward.store[id].g.plus(self.backward.h(id)))),
            ];
            let least = waits.into_iter().flatten().chain(sum).min_by_key(|(key, _)| *key);
            let Some((key, Some(cost))) = least else {
                // Every remaining meeting costs more than the cost type can express.
                self.overflowed = true;
                return Ok(None);
            };
            self.bound = (key, cost);
        }
    }

    fn expand<O: PathObserver<S>>(
        &mut self,
        direction: Direction,
        id: NodeId,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        meter.expand()?;
        let Meeting { space, forward, backward, children, best, overflowed, .. } = self;
        let found = (best, overflowed);
        let end = match direction {
            Direction::Forward => {
                let side = (direction, forward, &*backward);
                expand(*space, side, id, children, found, meter, observer)
            }
            Direction::Backward => {
                let side = (direction, backward, &*forward);
                expand(*space, side, id, children, found, meter, observer)
            }
        };
        let stored = u64::from(self.forward.store.len()) + u64::from(self.backward.store.len());
        meter.stored(stored);
        match end {
            Err(Halt::Stopped(stop)) => Err(stop),
            Err(Halt::Refused(state, action)) => {
                let end = End::Short(S::Cost::ZERO);
                let further = Some(action.clone());
                self.refused = Some(either(match direction {
                    Direction::Forward => self.forward.store.plan(id, further, end),
                    Direction::Backward => Plan::along(self.space, state, vec![action], end),
                }));
                Err(Stop::Cost)
            }
            Ok(()) => Ok(()),
        }
    }

    /// No plan costs less than this.
    fn bound(&self) -> Option<S::Cost> {
        match self.best {
            Some((cost, ..)) if cost < self.bound.1 => Some(cost),
            _ => Some(self.bound.1),
        }
    }

    fn verdict(mut self, end: Result<(), Stop>) -> Verdict<PlanOf<S>> {
        let plan = self.plan();
        match (end, plan) {
            (Err(by), plan) => {
                let best = self.refused.take().or_else(|| plan.map(either));
                Verdict::Stopped { by, best }
            }
            (Ok(()), Some(plan)) => solved(plan),
            (Ok(()), None) if self.overflowed => Verdict::Stopped { by: Stop::Cost, best: None },
            (Ok(()), None) => Verdict::Unsolvable,
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

/// Why an expansion ended early.
enum Halt<S: StateSpace> {
    Stopped(Stop),
    /// This action in this state has a cost that is not valid.
    Refused(S::State, S::Action),
}

impl<S: StateSpace> From<Stop> for Halt<S> {
    fn from(stop: Stop) -> Self {
        Halt::Stopped(stop)
    }
}

/// The cost of a meeting, its node in the search from the start, and the one from the goals.
type Met<C> = Option<(C, NodeId, NodeId)>;

/// Expands a node of one side and looks for its successors on the other.
fn expand<S, H, B, O>(
    space: &S,
    (direction, side, other): (Direction, &mut Side<'_, S, H>, &Side<'_, S, B>),
    id: NodeId,
    children: &mut Buffer<Child<S>>,
    (best, overflowed): (&mut Met<S::Cost>, &mut bool),
    meter: &mut Meter,
    observer: &mut O,
) -> Result<(), Halt<S>>
where
    S: Reversible,
    H: Heuristic<S>,
    B: Heuristic<S>,
    O: PathObserver<S>,
{
    let node = &mut side.store[id];
    node.set_expanded();
    let (from, memo, g) = (node.state.clone(), node.memo, node.g);
    if O::WATCHES {
        let h = side.heuristic.estimate(memo);
        meter.tell(observer, Event::Expand { state: &from, g, h });
    }
    let parent = (&from, side.undo.after(side.store.action(id)), g);
    let made = make(space, direction, parent, children, meter)?;
    meter.generated += children.len() as u64 + u64::from(made.overflowed);
    *overflowed |= made.overflowed > 0;
    if let Some((state, action)) = made.refused {
        return Err(Halt::Refused(state, action));
    }
    children.reverse();
    while let Some(Child { state, action, g }) = children.pop() {
        if children.len() % 4096 == 4095 {
            meter.poll()?;
        }
        let key = side.store.key(&state);
        let met = other.store.look_up(&state, key);
        let seen = side.store.look_up(&state, key);
        let memo = match (&seen, direction) {
            (Seen::Before(known), _) => side.store[*known].memo,
            (Seen::Never(_), Direction::Forward) => {
                side.heuristic.advance(memo, &from, &action, &state)
            }
            (Seen::Never(_), Direction::Backward) => side.heuristic.memo(&state),
        };
        let h = side.heuristic.estimate(memo);
        let fate = match &seen {
            Seen::Before(known) if !g.beats(side.store[*known].g) => Fate::Known,
            _ if h >= S::Cost::INFINITE => Fate::Pruned,
            Seen::Before(_) => Fate::Cheaper,
            Seen::Never(_) => Fate::New,
        };
        if O::WATCHES {
            meter.tell(observer, Event::Generate { from: &from, state: &state, g, h, fate });
        }
        if fate == Fate::Known {
            continue;
        }
        let node = Node::new(state, memo, g, id);
        let child = match seen {
            Seen::Before(known) => {
                meter.reopened += u64::from(side.store[known].is_expanded());
                side.store.supersede(known, key, node, action, meter)?
            }
            Seen::Never(place) => side.store.insert(place, node, action, meter)?,
        };
        *overflowed |= side.open(child, meter)?;
        let Seen::Before(there) = met else { continue };
        let Some(cost) = g.plus(other.store[there].g) else {
            *overflowed = true;
            continue;
        };
        if best.is_none_or(|(before, ..)| cost.beats(before)) {
            *best = Some(match direction {
                Direction::Forward => (cost, child, there),
                Direction::Backward => (cost, there, child),
            });
            let state = &side.store[child].state;
            meter.tell(observer, Event::Improve { state, g: cost, h: S::Cost::ZERO });
        }
    }
    Ok(())
}
