//! The bounded depth-first search, or dive, that every depth-first method uses.

use std::ops::ControlFlow::{self, Break, Continue};

use super::breadth_first::depth;
use super::plan::{either, solved};
use super::registers::InRegisters;
use super::slots::{Probe, Slots, hash_of};
use super::{Cycles, End, Event, Fate, PathObserver, Plan, PlanOf, Undo};
use crate::cost::{Cost, least};
use crate::run::{Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// What a dive compares with its bound.
pub(super) trait Measure<S: StateSpace, H: Heuristic<S>> {
    /// The type of its sums.
    type Sum: Cost;
    /// Every action counts as 1, so a node at the bound does not have to be expanded.
    const UNIT: bool;
    /// The dive is a part of a search: finding nothing beyond its bound proves nothing.
    const PART: bool = false;

    /// How much an action counts.
    fn cost(space: &S, state: &S::State, action: &S::Action) -> Self::Sum;

    /// The heuristic's estimate.
    fn estimate(heuristic: &H, memo: H::Memo) -> Self::Sum;

    /// A sum as a cost, for observers.
    fn shown(sum: Self::Sum) -> S::Cost;
}

/// The number of actions.
pub(super) struct Actions;

impl<S: StateSpace, H: Heuristic<S>> Measure<S, H> for Actions {
    type Sum = u32;
    const UNIT: bool = true;

    #[inline]
    fn cost(_: &S, _: &S::State, _: &S::Action) -> u32 {
        1
    }

    #[inline]
    fn estimate(_: &H, _: H::Memo) -> u32 {
        0
    }

    fn shown(actions: u32) -> S::Cost {
        depth::<S>(actions)
    }
}

/// The cost of the actions; with `PART`, in a part of a search.
pub(super) struct Costs<const PART: bool>;

impl<S: StateSpace, H: Heuristic<S>, const PART: bool> Measure<S, H> for Costs<PART> {
    type Sum = S::Cost;
    const UNIT: bool = false;
    const PART: bool = PART;

    #[inline]
    fn cost(space: &S, state: &S::State, action: &S::Action) -> S::Cost {
        space.cost(state, action)
    }

    #[inline]
    fn estimate(heuristic: &H, memo: H::Memo) -> S::Cost {
        heuristic.estimate(memo)
    }

    #[inline]
    fn shown(cost: S::Cost) -> S::Cost {
        cost
    }
}

/// Whether a dive checks for cycles. An unwatched one is compiled for its answer, a watched one looks
/// at the setting.
pub(super) trait Checks: Copy {
    /// Whether it does.
    fn checks(self) -> bool;
}

/// What a dive does with a way that turns back on itself.
pub(super) struct Turns<K> {
    /// Whether it checks for cycles.
    pub checks: K,
    /// Whether it generates the action that cancels the previous one.
    pub undo: Undo,
}

/// It always checks.
#[derive(Clone, Copy)]
pub(super) struct Checked;

impl Checks for Checked {
    #[inline(always)]
    fn checks(self) -> bool {
        true
    }
}

/// It never checks.
#[derive(Clone, Copy)]
pub(super) struct Unchecked;

impl Checks for Unchecked {
    #[inline(always)]
    fn checks(self) -> bool {
        false
    }
}

impl Checks for Cycles {
    fn checks(self) -> bool {
        self == Cycles::Avoid
    }
}

/// An action of cost 0 occurred in a dive that does not check for cycles, or a cost overflowed in a
/// part of a search; with the counts so far.
#[derive(Debug)]
pub(super) struct Refused(pub Box<Meter>);

/// Dives under growing bounds, from starts that were reached at a cost of `from`, until a goal, the
/// end of the space or a limit is reached.
pub(super) fn deepen<S, H, O, M, K>(
    space: &S,
    heuristic: &H,
    from: M::Sum,
    bounds: std::ops::RangeInclusive<M::Sum>,
    Turns { checks, undo }: Turns<K>,
    meter: Meter,
    observer: &mut O,
) -> Result<Outcome<PlanOf<S>>, Refused>
where
    S: StateSpace,
    H: Heuristic<S>,
    O: PathObserver<S>,
    M: Measure<S, H>,
    K: Checks,
{
    let mut starts = Vec::new();
    let (mut first, mut h) = (0, M::Sum::INFINITE);
    for start in space.starts() {
        let memo = heuristic.memo(&start);
        let estimate = M::estimate(heuristic, memo);
        if estimate < h {
            (first, h) = (starts.len(), estimate);
        }
        starts.push((memo, start));
    }
    if h >= M::Sum::INFINITE {
        return Ok(meter.finish(Verdict::Unsolvable));
    }
    let mut dive = Dive::<_, _, _, M, K> {
        space,
        heuristic,
        observer,
        meter,
        checks,
        undo,
        bound: if h < *bounds.start() { *bounds.start() } else { h },
        from,
        next_bound: M::Sum::INFINITE,
        on_path: OnPath::new(),
        deepest: 0,
        alarm: 0,
        held_depth: 0,
        start: first,
        best: (h, first, Vec::new()),
        found: Vec::new(),
        overflowed: false,
    };
    let along =
        |start: usize, actions, end| Plan::along(space, starts[start].1.clone(), actions, end);
    let best_so_far = |(h, start, actions): (M::Sum, usize, Vec<S::Action>)| {
        either(along(start, actions, End::Short(M::shown(h))))
    };
    let verdict = loop {
        if !M::UNIT {
            dive.meter.lower_bound = dive.bound.number();
        }
        dive.meter.tell(dive.observer, Event::Bound(M::shown(dive.bound)));
        let end = dive.begin(&starts);
        dive.meter.stored(dive.deepest.into());
        match end {
            Break(Halt::Goal) => break solved(along(dive.start, dive.found, End::Goal)),
            Break(Halt::Stopped(by)) => {
                break Verdict::Stopped { by, best: Some(best_so_far(dive.best)) };
            }
            Break(Halt::BadCost) if M::PART => return Err(dive.refused()),
            Continue(()) if M::PART && dive.overflowed => return Err(dive.refused()),
            Break(Halt::BadCost) => {
                let end = End::Short(M::shown(dive.best.0));
                let best = Some(either(along(dive.start, dive.found, end)));
                break Verdict::Stopped { by: Stop::Cost, best };
            }
            Break(Halt::ZeroCost) => return Err(dive.refused()),
            Continue(()) if !M::PART && dive.next_bound >= M::Sum::INFINITE => {
                break match dive.overflowed {
                    true => Verdict::Stopped { by: Stop::Cost, best: Some(best_so_far(dive.best)) },
                    false => Verdict::Unsolvable,
                };
            }
            Continue(()) if M::PART || !bounds.contains(&dive.next_bound) => {
                break Verdict::Stuck(best_so_far(dive.best));
            }
            Continue(()) => {
                dive.bound = std::mem::replace(&mut dive.next_bound, M::Sum::INFINITE);
            }
        }
    };
    Ok(dive.meter.finish(verdict))
}

/// What ends a dive early.
enum Halt {
    Goal,
    Stopped(Stop),
    ZeroCost,
    /// A cost is negative or NaN.
    BadCost,
}

/// After this many levels the stack is checked, and grown if it is short.
const LEVELS: u32 = 64;

/// The current path of a dive, kept on the stack.
struct Trail<'a, A> {
    /// None at the start.
    last: Option<A>,
    before: Option<&'a Trail<'a, A>>,
}

/// The distance of a dive from the start.
#[derive(Clone, Copy)]
struct Reach<C> {
    /// The cost of the actions.
    g: C,
    /// The number of actions.
    depth: u32,
}

impl<A: Clone> Trail<'_, A> {
    fn actions(&self) -> Vec<A> {
        let steps = std::iter::successors(Some(self), |trail| trail.before);
        let mut actions: Vec<A> = steps.filter_map(|trail| trail.last.clone()).collect();
        actions.reverse();
        actions
    }
}

struct Dive<'a, S: StateSpace, H: Heuristic<S>, O, M: Measure<S, H>, K> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    meter: Meter,
    checks: K,
    undo: Undo,
    /// The cost of reaching the starts.
    from: M::Sum,
    bound: M::Sum,
    /// The lowest f seen beyond `bound`.
    next_bound: M::Sum,
    on_path: OnPath<S::State>,
    /// The largest number of nodes on a path.
    deepest: u32,
    /// The next depth at which to record a new deepest path or to check the stack: one comparison
    /// for both.
    alarm: u32,
    /// The depth for which memory is accounted.
    held_depth: u32,
    /// The start of the current dive.
    start: usize,
    /// The lowest h seen, and the start and the actions that lead there.
    best: (M::Sum, usize, Vec<S::Action>),
    /// The actions that lead to a goal, or to an action whose cost is not valid.
    found: Vec<S::Action>,
    /// Whether a cost overflowed, so that the search proves nothing.
    overflowed: bool,
}

impl<S, H, O, M, K> Dive<'_, S, H, O, M, K>
where
    S: StateSpace,
    H: Heuristic<S>,
    O: PathObserver<S>,
    M: Measure<S, H>,
    K: Checks,
{
    /// About how many bytes one level of a dive needs, on the stack and elsewhere.
    fn level_bytes(&self) -> usize {
        256 + 4 * (size_of::<S::State>() + size_of::<S::Action>() + size_of::<H::Memo>())
            + if self.checks.checks() { size_of::<S::State>() + 8 } else { 0 }
    }

    /// How much stack one level may need: more in unoptimised builds, where every copy of a state
    /// has a separate place.
    fn frame_bytes(&self) -> usize {
        self.level_bytes() * if cfg!(debug_assertions) { 12 } else { 1 }
    }

    /// The counts, with no memory held any more.
    fn refused(mut self) -> Refused {
        self.meter.release(self.held_depth as usize * self.level_bytes());
        Refused(Box::new(self.meter))
    }

    /// Dives from each start whose estimate is within the bound.
    fn begin(&mut self, starts: &[(H::Memo, S::State)]) -> ControlFlow<Halt> {
        for (number, (memo, start)) in starts.iter().enumerate() {
            let f = self.from.plus(M::estimate(self.heuristic, *memo)).unwrap_or(M::Sum::INFINITE);
            if f > self.bound {
                self.next_bound = least(self.next_bound, f);
                continue;
            }
            self.start = number;
            if self.checks.checks() {
                self.on_path.clear();
                self.enter(start)?;
            }
            let trail = Trail { last: None, before: None };
            let at = Reach { g: self.from, depth: 0 };
            self.below_deep(start.clone(), at, *memo, None, &trail)?;
        }
        Continue(())
    }

    /// Looks for a goal at or below `state`, whose f is within the bound.
    ///
    /// The state is passed by value, in registers if it fits: undoing moves on a shared state was
    /// measured to be a fifth slower.
    #[inline(always)]
    fn below(
        &mut self,
        state: S::State,
        at: Reach<M::Sum>,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        if InRegisters::<S::State>::FITS {
            self.below_in_registers(InRegisters::new(state), at, memo, last, trail)
        } else {
            self.below_in_memory(state, at, memo, last, trail)
        }
    }

    #[inline(never)]
    fn below_in_registers(
        &mut self,
        state: InRegisters<S::State>,
        at: Reach<M::Sum>,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        self.below_either(state.take(), at, memo, last, trail)
    }

    #[inline(never)]
    fn below_in_memory(
        &mut self,
        state: S::State,
        at: Reach<M::Sum>,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        self.below_either(state, at, memo, last, trail)
    }

    #[inline(always)]
    fn below_either(
        &mut self,
        state: S::State,
        at: Reach<M::Sum>,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        if self.space.is_goal(&state) {
            return self.goal(&state, at, trail);
        }
        if M::UNIT && at.g == self.bound {
            self.next_bound = least(self.next_bound, after_one(at.g));
            return Continue(());
        }
        if let Err(stop) = self.meter.expand() {
            return Break(Halt::Stopped(stop));
        }
        if O::WATCHES {
            let (g, h) = (M::shown(at.g), self.heuristic.estimate(memo));
            self.meter.tell(self.observer, Event::Expand { state: &state, g, h });
        }

        // The first three are unrolled: each then has separate branches, which the processor
        // predicts better than shared ones.
        let last = self.undo.after(last.as_ref());
        let mut actions = self.space.actions_after(&state, last);
        let Some(action) = actions.next() else { return Continue(()) };
        self.after(action, &state, at, memo, trail)?;
        let Some(action) = actions.next() else { return Continue(()) };
        self.after(action, &state, at, memo, trail)?;
        let Some(action) = actions.next() else { return Continue(()) };
        self.after(action, &state, at, memo, trail)?;
        actions.try_for_each(|action| {
            if let Err(stop) = self.meter.poll_among() {
                return Break(Halt::Stopped(stop));
            }
            self.after(action, &state, at, memo, trail)
        })
    }

    /// Like `below`, after one more action.
    #[inline(always)]
    fn after(
        &mut self,
        action: S::Action,
        state: &S::State,
        at: Reach<M::Sum>,
        memo: H::Memo,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        self.meter.generated += 1;
        let cost = M::cost(self.space, state, &action);
        if !self.checks.checks() && cost == M::Sum::ZERO {
            return Break(Halt::ZeroCost);
        }
        let Some(g) = at.g.plus(cost) else { return self.refuse(action, cost, trail) };
        let child = self.space.apply(state, &action);
        let memo = self.heuristic.advance(memo, state, &action, &child);
        let h = M::estimate(self.heuristic, memo);
        let f = match g.plus(h) {
            Some(f) => f,
            None => self.beyond(h),
        };
        if f > self.bound {
            self.generate(state, &child, g, memo, Fate::Pruned);
            self.next_bound = least(self.next_bound, f);
            return Continue(());
        }
        if self.checks.checks() && self.on_path.contains(&child) {
            self.generate(state, &child, g, memo, Fate::Known);
            return Continue(());
        }
        self.generate(state, &child, g, memo, Fate::New);
        let step = Trail { last: Some(action.clone()), before: Some(trail) };
        let at = Reach { g, depth: at.depth + 1 };
        if self.checks.checks() {
            self.enter(&child)?;
        }
        if h < self.best.0 {
            self.below_best(child, at, memo, Some(action), &step)?;
        } else if at.depth >= self.alarm {
            self.below_deep(child, at, memo, Some(action), &step)?;
        } else {
            self.below(child, at, memo, Some(action), &step)?;
        }
        if self.checks.checks() {
            self.on_path.pop();
        }
        Continue(())
    }

    /// Like `below`, at a depth that was never reached before or after which the stack may be
    /// short.
    #[cold]
    #[inline(never)]
    fn below_deep(
        &mut self,
        state: S::State,
        at: Reach<M::Sum>,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        let depth = at.depth;
        let due = depth - depth % LEVELS + LEVELS;
        self.deepest = self.deepest.max(depth + 1);
        if !depth.is_multiple_of(LEVELS) {
            self.alarm = due.min(self.deepest);
            return self.below(state, at, memo, last, trail);
        }
        if depth >= self.held_depth {
            if let Err(stop) = self.meter.hold(LEVELS as usize * self.level_bytes()) {
                return Break(Halt::Stopped(stop));
            }
            self.held_depth = due;
        }
        let red_zone = 2 * LEVELS as usize * self.frame_bytes() + (64 << 10);
        self.alarm = due.min(self.deepest);
        let end = stacker::maybe_grow(red_zone, 16 * red_zone, || {
            self.below(state, at, memo, last, trail)
        });
        self.alarm = depth;
        end
    }

    #[inline]
    fn generate(
        &mut self,
        from: &S::State,
        state: &S::State,
        g: M::Sum,
        memo: H::Memo,
        fate: Fate,
    ) {
        if O::WATCHES {
            let (g, h) = (M::shown(g), self.heuristic.estimate(memo));
            self.meter.tell(self.observer, Event::Generate { from, state, g, h, fate });
        }
    }

    /// An action whose g overflows is skipped; one whose cost is not valid ends the dive.
    #[cold]
    #[inline(never)]
    fn refuse(
        &mut self,
        action: S::Action,
        cost: M::Sum,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        if cost.is_valid() {
            self.overflowed = true;
            return Continue(());
        }
        self.found = Trail { last: Some(action), before: Some(trail) }.actions();
        Break(Halt::BadCost)
    }

    /// The f of a node whose g + h overflows.
    #[cold]
    #[inline(never)]
    fn beyond(&mut self, h: M::Sum) -> M::Sum {
        self.overflowed |= h < M::Sum::INFINITE;
        M::Sum::INFINITE
    }

    #[cold]
    #[inline(never)]
    fn goal(
        &mut self,
        state: &S::State,
        at: Reach<M::Sum>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        self.meter.tell(self.observer, Event::Goal { state, g: M::shown(at.g) });
        self.found = trail.actions();
        Break(Halt::Goal)
    }

    /// Like `below`, where `state` is the best so far. Its path is recorded only when the dive
    /// leaves it and it is still the best, so that a dive straight to a goal does not copy its
    /// whole path at every step.
    #[cold]
    #[inline(never)]
    fn below_best(
        &mut self,
        state: S::State,
        at: Reach<M::Sum>,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        let h = M::estimate(self.heuristic, memo);
        let (g, shown) = (M::shown(at.g), M::shown(h));
        self.meter.tell(self.observer, Event::Improve { state: &state, g, h: shown });
        self.best.0 = h;
        let end = if at.depth >= self.alarm {
            self.below_deep(state, at, memo, last, trail)
        } else {
            self.below(state, at, memo, last, trail)
        };
        if self.best.0 == h {
            (self.best.1, self.best.2) = (self.start, trail.actions());
        }
        end
    }

    fn enter(&mut self, state: &S::State) -> ControlFlow<Halt> {
        match self.on_path.push(state, &mut self.meter) {
            Ok(()) => Continue(()),
            Err(stop) => Break(Halt::Stopped(stop)),
        }
    }
}

/// The sum plus one.
fn after_one<C: Cost>(sum: C) -> C {
    sum.plus(C::ONE).unwrap_or(C::INFINITE)
}

/// The states of the current path, found by hash.
pub(super) struct OnPath<T> {
    states: Vec<T>,
    slots: Option<Slots>,
}

impl<T: Clone + Eq + std::hash::Hash> OnPath<T> {
    pub fn new() -> Self {
        OnPath { states: Vec::new(), slots: None }
    }

    fn clear(&mut self) {
        while !self.states.is_empty() {
            self.pop();
        }
    }

    #[inline]
    pub fn contains(&self, state: &T) -> bool {
        let is_it = |i: u32| self.states[i as usize] == *state;
        self.slots
            .as_ref()
            .is_some_and(|slots| matches!(slots.probe(hash_of(state), is_it), Probe::Found(_)))
    }

    #[inline]
    pub fn push(&mut self, state: &T, meter: &mut Meter) -> Result<(), Stop> {
        let slots = match &mut self.slots {
            Some(slots) => slots,
            none => none.insert(Slots::new(meter)?),
        };
        let hash = hash_of(state);
        let depth = self.states.len() as u32;
        self.states.push(state.clone());
        if !slots.has_room(depth) {
            slots.grow(self.states.iter().map(hash_of).zip(0..), meter)?;
        } else if let Probe::Vacant(slot) = slots.probe(hash, |_| false) {
            slots.fill(slot, hash, depth);
        }
        Ok(())
    }

    #[inline]
    pub fn pop(&mut self) {
        if let (Some(state), Some(slots)) = (self.states.pop(), &mut self.slots) {
            slots.remove_last(hash_of(&state), self.states.len() as u32);
        }
    }
}
