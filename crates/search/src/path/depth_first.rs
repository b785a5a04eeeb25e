use std::ops::ControlFlow::{self, Break, Continue};

use super::store::{Probe, Slots, hash_of};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Blind, Cost, Heuristic, StateSpace};

/// Depth-first search down to a depth: the first goal found, which may be far
/// from the nearest. No state stands twice on a path. The heuristic is not asked.
///
/// Stuck, not unsolvable, when the depth cut anything off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthFirst {
    /// No plan has more actions than this.
    pub depth: u32,
}

impl Default for DepthFirst {
    fn default() -> Self {
        DepthFirst { depth: 50 }
    }
}

/// Depth-first search to depth 0, 1, 2 …: the fewest actions, in memory linear in
/// their number. No state stands twice on a path. The heuristic is not asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IterativeDeepening;

/// Iterative-deepening A* (Korf 1985): depth-first dives under a growing bound on
/// f = g + h. Optimal when the heuristic never overestimates; memory is linear in
/// the length of the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IdaStar {
    /// Whether a path may come back to a state of its own.
    pub cycles: Cycles,
}

/// What a deepening search does about a state met twice on one path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Cycles {
    /// Nothing beyond not going straight back: fastest, and what published node
    /// counts are counts of. Where there is no goal but there are cycles, the
    /// search does not end by itself. Once an action costs 0 cycles are avoided all
    /// the same, since such a dive would not end either.
    #[default]
    Allow,
    /// Leaves it: the search of a finite space ends.
    Avoid,
}

impl PathSearch for DepthFirst {
    fn search<S, H, O>(
        &self,
        space: &S,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>>
    where
        S: StateSpace,
        H: Heuristic<S>,
        O: PathObserver<S::State>,
    {
        let mut meter = Meter::new(limits);
        let verdict = deepen::<_, _, _, Actions, true>(
            space,
            &Blind,
            self.depth..=self.depth,
            &mut meter,
            observer,
        );
        meter.finish(verdict.expect("a checked dive is never refused"))
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::None
    }
}

impl PathSearch for IterativeDeepening {
    fn search<S, H, O>(
        &self,
        space: &S,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>>
    where
        S: StateSpace,
        H: Heuristic<S>,
        O: PathObserver<S::State>,
    {
        let mut meter = Meter::new(limits);
        let verdict =
            deepen::<_, _, _, Actions, true>(space, &Blind, 0..=Cost::MAX, &mut meter, observer);
        meter.finish(verdict.expect("a checked dive is never refused"))
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::FewestActions
    }
}

impl PathSearch for IdaStar {
    fn search<S, H, O>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>>
    where
        S: StateSpace,
        H: Heuristic<S>,
        O: PathObserver<S::State>,
    {
        let mut meter = Meter::new(limits);
        let bounds = 0..=Cost::MAX;
        let unchecked = match self.cycles {
            Cycles::Avoid => Err(ZeroCost),
            Cycles::Allow => deepen::<_, _, _, Costs, false>(
                space,
                heuristic,
                bounds.clone(),
                &mut meter,
                observer,
            ),
        };
        let verdict = unchecked.unwrap_or_else(|ZeroCost| {
            deepen::<_, _, _, Costs, true>(space, heuristic, bounds, &mut meter, observer)
                .expect("a checked dive is never refused")
        });
        meter.finish(verdict)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Cheapest
    }
}

/// What a dive measures against its bound.
trait Measure {
    /// Every action counts 1, so that a node at the bound need not be expanded.
    const UNIT: bool;

    fn cost<S: StateSpace>(space: &S, state: &S::State, action: &S::Action) -> Cost;
}

/// The number of actions.
struct Actions;

impl Measure for Actions {
    const UNIT: bool = true;

    #[inline]
    fn cost<S: StateSpace>(_: &S, _: &S::State, _: &S::Action) -> Cost {
        1
    }
}

/// What they cost.
struct Costs;

impl Measure for Costs {
    const UNIT: bool = false;

    #[inline]
    fn cost<S: StateSpace>(space: &S, state: &S::State, action: &S::Action) -> Cost {
        space.cost(state, action)
    }
}

/// An action of cost 0 came up in a dive that does not look for cycles.
#[derive(Debug)]
struct ZeroCost;

/// Dives under growing bounds until a goal, the end of the space, or a limit.
fn deepen<S, H, O, M, const CHECKED: bool>(
    space: &S,
    heuristic: &H,
    bounds: std::ops::RangeInclusive<Cost>,
    meter: &mut Meter,
    observer: &mut O,
) -> Result<Verdict<Plan<S::Action>>, ZeroCost>
where
    S: StateSpace,
    H: Heuristic<S>,
    O: PathObserver<S::State>,
    M: Measure,
{
    let start = space.start();
    let memo = heuristic.memo(&start);
    let h = heuristic.estimate(memo);
    if h == Cost::MAX {
        return Ok(Verdict::Unsolvable);
    }
    let mut dive = Dive::<_, _, _, M, CHECKED> {
        space,
        heuristic,
        observer,
        meter,
        bound: h.max(*bounds.start()),
        next_bound: Cost::MAX,
        actions: Vec::new(),
        on_path: OnPath::new(),
        held_depth: 0,
        best: (h, Vec::new()),
        measure: std::marker::PhantomData,
    };
    loop {
        if !M::UNIT {
            dive.meter.lower_bound = Some(dive.bound);
        }
        dive.observer.on(Event::Bound(dive.bound));
        match dive.begin(&start, memo) {
            Break(Halt::Goal) => {
                return Ok(Verdict::Solved(Plan::of(space, dive.actions, End::Goal)));
            }
            Break(Halt::Stopped(by)) => {
                return Ok(Verdict::Stopped { by, best: Some(dive.best_so_far()) });
            }
            Break(Halt::ZeroCost) => return Err(ZeroCost),
            Continue(()) if dive.next_bound == Cost::MAX => return Ok(Verdict::Unsolvable),
            Continue(()) if !bounds.contains(&dive.next_bound) => {
                return Ok(Verdict::Stuck(dive.best_so_far()));
            }
            Continue(()) => dive.bound = std::mem::replace(&mut dive.next_bound, Cost::MAX),
        }
    }
}

/// What ends a dive early.
enum Halt {
    Goal,
    Stopped(Stop),
    ZeroCost,
}

/// After this many levels the stack is looked at, and grown if it is short.
const LEVELS: usize = 64;

struct Dive<'a, S: StateSpace, H, O, M, const CHECKED: bool> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    meter: &'a mut Meter,
    bound: Cost,
    /// The least f seen beyond `bound`.
    next_bound: Cost,
    /// From the start to here.
    actions: Vec<S::Action>,
    on_path: OnPath<S::State>,
    /// The depth for which memory is accounted.
    held_depth: usize,
    /// The least h seen, and the actions that lead there.
    best: (Cost, Vec<S::Action>),
    measure: std::marker::PhantomData<M>,
}

impl<S, H, O, M, const CHECKED: bool> Dive<'_, S, H, O, M, CHECKED>
where
    S: StateSpace,
    H: Heuristic<S>,
    O: PathObserver<S::State>,
    M: Measure,
{
    /// About what one level of a dive holds on the stack and beside it.
    const LEVEL_BYTES: usize = 256
        + 4 * (size_of::<S::State>() + size_of::<S::Action>() + size_of::<H::Memo>())
        + if CHECKED { size_of::<S::State>() + 8 } else { 0 };

    fn begin(&mut self, start: &S::State, memo: H::Memo) -> ControlFlow<Halt> {
        if CHECKED {
            self.on_path.clear();
            self.enter(start)?;
        }
        self.below_deep(start.clone(), 0, memo, None)
    }

    /// Looks for a goal at or below `state`, whose f is within the bound.
    ///
    /// The state goes by value: a packed one then lives in registers, where taking
    /// back moves on a shared one was measured a fifth slower.
    fn below(
        &mut self,
        state: S::State,
        g: Cost,
        memo: H::Memo,
        last: Option<S::Action>,
    ) -> ControlFlow<Halt> {
        if self.space.is_goal(&state) {
            self.observer.on(Event::Goal { state: &state, g });
            return Break(Halt::Goal);
        }
        if M::UNIT && g == self.bound {
            self.next_bound = self.next_bound.min(g.saturating_add(1));
            return Continue(());
        }
        if let Err(stop) = self.meter.expand() {
            return Break(Halt::Stopped(stop));
        }
        self.meter.stored(self.actions.len() as u64 + 1);
        self.observer.on(Event::Expand { state: &state, g, h: self.heuristic.estimate(memo) });

        for action in self.space.actions_after(&state, last.as_ref()) {
            self.meter.generated += 1;
            let child = self.space.apply(&state, &action);
            let memo = self.heuristic.advance(memo, &state, &action, &child);
            let cost = M::cost(self.space, &state, &action);
            if !CHECKED && cost == 0 {
                return Break(Halt::ZeroCost);
            }
            let g = g.saturating_add(cost);
            let h = self.heuristic.estimate(memo);
            let f = g.saturating_add(h);
            if f > self.bound {
                self.observer.on(Event::Generate { state: &child, g, h, fate: Fate::Pruned });
                self.next_bound = self.next_bound.min(f);
                continue;
            }
            if CHECKED && self.on_path.contains(&child) {
                self.observer.on(Event::Generate { state: &child, g, h, fate: Fate::Known });
                continue;
            }
            self.observer.on(Event::Generate { state: &child, g, h, fate: Fate::New });
            self.actions.push(action.clone());
            if h < self.best.0 {
                self.improve(&child, g, h);
            }
            if CHECKED {
                self.enter(&child)?;
            }
            if self.actions.len().is_multiple_of(LEVELS) {
                self.below_deep(child, g, memo, Some(action))?;
            } else {
                self.below(child, g, memo, Some(action))?;
            }
            if CHECKED {
                self.on_path.pop();
            }
            self.actions.pop();
        }
        Continue(())
    }

    /// As `below`, after seeing to it that the stack has room for the next levels.
    #[inline(never)]
    fn below_deep(
        &mut self,
        state: S::State,
        g: Cost,
        memo: H::Memo,
        last: Option<S::Action>,
    ) -> ControlFlow<Halt> {
        let depth = self.actions.len();
        if depth >= self.held_depth {
            if let Err(stop) = self.meter.hold(LEVELS * Self::LEVEL_BYTES) {
                return Break(Halt::Stopped(stop));
            }
            self.held_depth = depth + LEVELS;
        }
        let red_zone = 2 * LEVELS * Self::LEVEL_BYTES + (64 << 10);
        stacker::maybe_grow(red_zone, 16 * red_zone, || self.below(state, g, memo, last))
    }

    fn enter(&mut self, state: &S::State) -> ControlFlow<Halt> {
        match self.on_path.push(state, self.meter) {
            Ok(()) => Continue(()),
            Err(stop) => Break(Halt::Stopped(stop)),
        }
    }

    #[cold]
    #[inline(never)]
    fn improve(&mut self, state: &S::State, g: Cost, h: Cost) {
        self.observer.on(Event::Improve { state, g, h });
        self.best = (h, self.actions.clone());
    }

    fn best_so_far(&mut self) -> Plan<S::Action> {
        let (h, actions) = std::mem::take(&mut self.best);
        Plan::of(self.space, actions, End::Short(h))
    }
}

/// The states of the current path, found by hash.
struct OnPath<T> {
    states: Vec<T>,
    slots: Option<Slots>,
}

impl<T: Clone + Eq + std::hash::Hash> OnPath<T> {
    fn new() -> Self {
        OnPath { states: Vec::new(), slots: None }
    }

    fn clear(&mut self) {
        while !self.states.is_empty() {
            self.pop();
        }
    }

    #[inline]
    fn contains(&self, state: &T) -> bool {
        let is_it = |i: u32| self.states[i as usize] == *state;
        self.slots
            .as_ref()
            .is_some_and(|slots| matches!(slots.probe(hash_of(state), is_it), Probe::Found(_)))
    }

    #[inline]
    fn push(&mut self, state: &T, meter: &mut Meter) -> Result<(), Stop> {
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
    fn pop(&mut self) {
        if let (Some(state), Some(slots)) = (self.states.pop(), &mut self.slots) {
            slots.remove_last(hash_of(&state), self.states.len() as u32);
        }
    }
}
