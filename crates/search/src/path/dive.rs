//! The dive that every depth-first search is made of.

use std::ops::ControlFlow::{self, Break, Continue};

use super::registers::InRegisters;
use super::slots::{Probe, Slots, hash_of};
use super::{End, Event, Fate, PathObserver, Plan};
use crate::run::{Meter, Outcome, Stop, Verdict};
use crate::space::{Cost, Heuristic, StateSpace};

/// What a dive measures against its bound.
pub(super) trait Measure {
    /// Every action counts 1, so that a node at the bound need not be expanded.
    const UNIT: bool;
    /// It is a part of a search: that there is nothing beyond its bound proves nothing.
    const PART: bool = false;

    #[inline]
    fn cost<S: StateSpace>(space: &S, state: &S::State, action: &S::Action) -> Cost {
        space.cost(state, action)
    }
}

/// The number of actions.
pub(super) struct Actions;

impl Measure for Actions {
    const UNIT: bool = true;

    #[inline]
    fn cost<S: StateSpace>(_: &S, _: &S::State, _: &S::Action) -> Cost {
        1
    }
}

/// What they cost.
pub(super) struct Costs;

impl Measure for Costs {
    const UNIT: bool = false;
}

/// What they cost, in a part of a search.
pub(super) struct CostsOfPart;

impl Measure for CostsOfPart {
    const UNIT: bool = false;
    const PART: bool = true;
}

/// An action of cost 0 came up in a dive that does not look for cycles; what was
/// counted until then.
#[derive(Debug)]
pub(super) struct ZeroCost(pub Box<Meter>);

/// Dives under growing bounds until a goal, the end of the space, or a limit.
pub(super) fn deepen<S, H, O, M, const CHECKED: bool>(
    space: &S,
    heuristic: &H,
    bounds: std::ops::RangeInclusive<Cost>,
    meter: Meter,
    observer: &mut O,
) -> Result<Outcome<Plan<S::Action>>, ZeroCost>
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
        return Ok(meter.finish(Verdict::Unsolvable));
    }
    let mut dive = Dive::<_, _, _, M, CHECKED> {
        space,
        heuristic,
        observer,
        meter,
        bound: h.max(*bounds.start()).into(),
        next_bound: BEYOND,
        on_path: OnPath::new(),
        deepest: 0,
        alarm: 0,
        held_depth: 0,
        best: (h, Vec::new()),
        found: Vec::new(),
        measure: std::marker::PhantomData,
    };
    let verdict = loop {
        let bound = narrow(dive.bound);
        if !M::UNIT {
            dive.meter.lower_bound = Some(bound);
        }
        dive.observer.on(Event::Bound(bound));
        let end = dive.begin(&start, memo);
        dive.meter.stored(dive.deepest.into());
        match end {
            Break(Halt::Goal) => break Verdict::Solved(Plan::of(space, dive.found, End::Goal)),
            Break(Halt::Stopped(by)) => {
                break Verdict::Stopped { by, best: Some(dive.best_so_far()) };
            }
            Break(Halt::ZeroCost) => return Err(dive.refused()),
            Continue(()) if !M::PART && dive.next_bound == BEYOND => break Verdict::Unsolvable,
            Continue(()) if M::PART || !bounds.contains(&narrow(dive.next_bound)) => {
                break Verdict::Stuck(dive.best_so_far());
            }
            Continue(()) => dive.bound = std::mem::replace(&mut dive.next_bound, BEYOND),
        }
    };
    Ok(dive.meter.finish(verdict))
}

/// What ends a dive early.
enum Halt {
    Goal,
    Stopped(Stop),
    ZeroCost,
}

/// After this many levels the stack is looked at, and grown if it is short.
const LEVELS: u32 = 64;

/// Costs are added up in 64 bits, where they need not saturate: no f that counts is
/// as large as this.
const BEYOND: u64 = Cost::MAX as u64;

#[inline]
fn narrow(cost: u64) -> Cost {
    cost.min(BEYOND) as Cost
}

/// How a dive came to where it is, kept on the stack.
struct Trail<'a, A> {
    /// None at the start.
    last: Option<A>,
    before: Option<&'a Trail<'a, A>>,
}

/// How far a dive is from the start: the number of actions, and in the upper half what they
/// cost. One number goes down in one register.
#[derive(Clone, Copy)]
struct Reach(u64);

impl Reach {
    /// The number of actions.
    #[inline]
    fn depth(self) -> u32 {
        self.0 as u32
    }

    /// What they cost.
    #[inline]
    fn g(self) -> u64 {
        self.0 >> 32
    }

    /// After one more action, of this cost, that stays within a bound.
    #[inline]
    fn after(self, cost: Cost) -> Self {
        Reach(self.0 + (u64::from(cost) << 32 | 1))
    }
}

impl<A: Clone> Trail<'_, A> {
    fn actions(&self) -> Vec<A> {
        let steps = std::iter::successors(Some(self), |trail| trail.before);
        let mut actions: Vec<A> = steps.filter_map(|trail| trail.last.clone()).collect();
        actions.reverse();
        actions
    }
}

struct Dive<'a, S: StateSpace, H, O, M, const CHECKED: bool> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    meter: Meter,
    bound: u64,
    /// The least f seen beyond `bound`.
    next_bound: u64,
    on_path: OnPath<S::State>,
    /// The most nodes a path had.
    deepest: u32,
    /// The next depth, from where the dive is, at which to note a new deepest path or to
    /// look at the stack: one comparison for both.
    alarm: u32,
    /// The depth for which memory is accounted.
    held_depth: u32,
    /// The least h seen, and the actions that lead there.
    best: (Cost, Vec<S::Action>),
    /// The actions that lead to a goal.
    found: Vec<S::Action>,
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

    /// What one level may take of the stack: more where nothing is optimised, since every
    /// copy of a state then has a place of its own.
    const FRAME_BYTES: usize = Self::LEVEL_BYTES * if cfg!(debug_assertions) { 12 } else { 1 };

    /// What was counted, with nothing held any more.
    fn refused(mut self) -> ZeroCost {
        self.meter.release(self.held_depth as usize * Self::LEVEL_BYTES);
        ZeroCost(Box::new(self.meter))
    }

    fn begin(&mut self, start: &S::State, memo: H::Memo) -> ControlFlow<Halt> {
        if CHECKED {
            self.on_path.clear();
            self.enter(start)?;
        }
        self.below_deep(start.clone(), Reach(0), memo, None, &Trail { last: None, before: None })
    }

    /// Looks for a goal at or below `state`, whose f is within the bound.
    ///
    /// The state goes by value, and in registers if it fits: taking back moves on a shared one
    /// was measured a fifth slower.
    #[inline(always)]
    fn below(
        &mut self,
        state: S::State,
        at: Reach,
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
        at: Reach,
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
        at: Reach,
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
        at: Reach,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        if self.space.is_goal(&state) {
            return self.goal(&state, at, trail);
        }
        if M::UNIT && at.g() == self.bound {
            self.next_bound = self.next_bound.min(at.g() + 1);
            return Continue(());
        }
        if let Err(stop) = self.meter.expand() {
            return Break(Halt::Stopped(stop));
        }
        self.observer.on(Event::Expand {
            state: &state,
            g: narrow(at.g()),
            h: self.heuristic.estimate(memo),
        });

        // The first three are written out: each then has branches of its own, which the
        // processor foretells better than shared ones.
        let mut actions = self.space.actions_after(&state, last.as_ref());
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

    /// As `below`, after one more action.
    #[inline(always)]
    fn after(
        &mut self,
        action: S::Action,
        state: &S::State,
        at: Reach,
        memo: H::Memo,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        self.meter.generated += 1;
        let child = self.space.apply(state, &action);
        let memo = self.heuristic.advance(memo, state, &action, &child);
        let cost = M::cost(self.space, state, &action);
        if !CHECKED && cost == 0 {
            return Break(Halt::ZeroCost);
        }
        let g = at.g() + u64::from(cost);
        let h = self.heuristic.estimate(memo);
        let f = g + u64::from(h);
        if f > self.bound {
            self.generate(state, &child, g, h, Fate::Pruned);
            self.next_bound = self.next_bound.min(f);
            return Continue(());
        }
        if CHECKED && self.on_path.contains(&child) {
            self.generate(state, &child, g, h, Fate::Known);
            return Continue(());
        }
        self.generate(state, &child, g, h, Fate::New);
        let step = Trail { last: Some(action.clone()), before: Some(trail) };
        let at = at.after(cost);
        if CHECKED {
            self.enter(&child)?;
        }
        if h < self.best.0 {
            self.below_best(child, at, memo, Some(action), &step)?;
        } else if at.depth() >= self.alarm {
            self.below_deep(child, at, memo, Some(action), &step)?;
        } else {
            self.below(child, at, memo, Some(action), &step)?;
        }
        if CHECKED {
            self.on_path.pop();
        }
        Continue(())
    }

    /// As `below`, at a depth that was never reached before or after which the stack may
    /// be short.
    #[cold]
    #[inline(never)]
    fn below_deep(
        &mut self,
        state: S::State,
        at: Reach,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        let depth = at.depth();
        let due = depth - depth % LEVELS + LEVELS;
        self.deepest = self.deepest.max(depth + 1);
        if !depth.is_multiple_of(LEVELS) {
            self.alarm = due.min(self.deepest);
            return self.below(state, at, memo, last, trail);
        }
        if depth >= self.held_depth {
            if let Err(stop) = self.meter.hold(LEVELS as usize * Self::LEVEL_BYTES) {
                return Break(Halt::Stopped(stop));
            }
            self.held_depth = due;
        }
        let red_zone = 2 * LEVELS as usize * Self::FRAME_BYTES + (64 << 10);
        self.alarm = due.min(self.deepest);
        let end = stacker::maybe_grow(red_zone, 16 * red_zone, || {
            self.below(state, at, memo, last, trail)
        });
        self.alarm = depth;
        end
    }

    #[inline]
    fn generate(&mut self, from: &S::State, state: &S::State, g: u64, h: Cost, fate: Fate) {
        self.observer.on(Event::Generate { from, state, g: narrow(g), h, fate });
    }

    #[cold]
    #[inline(never)]
    fn goal(
        &mut self,
        state: &S::State,
        at: Reach,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        self.observer.on(Event::Goal { state, g: narrow(at.g()) });
        self.found = trail.actions();
        Break(Halt::Goal)
    }

    /// As `below`, where `state` is the best so far. How it was reached is noted only
    /// when it is left and still the best, so that a dive straight to a goal does not
    /// note its whole path at every step.
    #[cold]
    #[inline(never)]
    fn below_best(
        &mut self,
        state: S::State,
        at: Reach,
        memo: H::Memo,
        last: Option<S::Action>,
        trail: &Trail<'_, S::Action>,
    ) -> ControlFlow<Halt> {
        let h = self.heuristic.estimate(memo);
        self.observer.on(Event::Improve { state: &state, g: narrow(at.g()), h });
        self.best.0 = h;
        let end = if at.depth() >= self.alarm {
            self.below_deep(state, at, memo, last, trail)
        } else {
            self.below(state, at, memo, last, trail)
        };
        if self.best.0 == h {
            self.best.1 = trail.actions();
        }
        end
    }

    fn enter(&mut self, state: &S::State) -> ControlFlow<Halt> {
        match self.on_path.push(state, &mut self.meter) {
            Ok(()) => Continue(()),
            Err(stop) => Break(Halt::Stopped(stop)),
        }
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
