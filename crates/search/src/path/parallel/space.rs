//! Dividing any state space into parts.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

use super::super::below::{Below, Root, Within};
use super::super::dive::{Costs, Turns, Unchecked, deepen};
use super::super::plan::either;
use super::super::{End, Event, Fate, IdaStar, PathSearch, Plan, PlanOf, Undo};
use super::{Branch, Dived, Landing, Parts, Work, in_parts};
use crate::cost::{Cost, least};
use crate::observe::Observer;
use crate::run::{Limits, Meter, Monitor, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// IDA* on several threads.
///
/// The plan and the counts are those of [`IdaStar`] on one thread, whatever the number of threads,
/// and so is the node at which a node limit stops it.
///
/// ```
/// use goalward::path::ParallelIdaStar;
/// use goalward::{Limits, space::from_fn};
///
/// let numbers = from_fn(1u64, |&n| [(2 * n, 1), (n + 1, 1)], |&n| n == 1000);
/// let h = |&n: &u64| if n > 1000 { u32::MAX } else { (1000u64 / n).ilog2() };
/// let outcome = ParallelIdaStar::on(2).search(&numbers, &h, &Limits::default());
/// assert_eq!(outcome.into_solution().unwrap().cost, 14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParallelIdaStar {
    /// How many threads.
    pub jobs: NonZeroUsize,
}

impl ParallelIdaStar {
    /// IDA* on this many threads, at least one.
    pub fn on(jobs: usize) -> Self {
        ParallelIdaStar { jobs: NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN) }
    }

    /// Searches until a goal, the end of the space or a limit is reached.
    pub fn search<S, H>(&self, space: &S, heuristic: &H, limits: &Limits) -> Outcome<PlanOf<S>>
    where
        S: StateSpace<State: Send + Sync, Action: Send + Sync> + Sync,
        H: Heuristic<S> + Sync,
    {
        let began = Instant::now();
        if self.jobs.get() > 1 && space.starts().nth(1).is_none() {
            let tree = Tree { space, heuristic };
            // A search that cannot be divided, or not within this memory, runs on one thread.
            match in_parts(&tree, self.jobs, limits) {
                Err(_) | Ok(Outcome { verdict: Verdict::Stopped { by: Stop::Memory, .. }, .. }) => {
                }
                Ok(outcome) => {
                    // No sum overflows: such a search cannot be divided.
                    return outcome.map(|(actions, end)| {
                        either(Plan::along(space, space.start(), actions, end))
                    });
                }
            }
        }
        let time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
        IdaStar::default().search(space, heuristic, &Limits { time, ..limits.clone() }, &mut ())
    }
}

type WorkOf<'a, S> = Work<'a, <S as StateSpace>::Action, <S as StateSpace>::Cost, Root<S>>;

struct Tree<'a, S, H> {
    space: &'a S,
    heuristic: &'a H,
}

impl<S, H> Parts<S::Action, S::Cost, Root<S>> for Tree<'_, S, H>
where
    S: StateSpace<State: Send + Sync, Action: Send + Sync> + Sync,
    H: Heuristic<S> + Sync,
{
    fn start(&self) -> (Root<S>, S::Cost) {
        let state = self.space.start();
        let h = self.heuristic.estimate(self.heuristic.memo(&state));
        (Root { state, g: S::Cost::ZERO, last: None }, h)
    }

    fn branches(&self, root: &Root<S>) -> Option<Vec<Branch<S::Action, S::Cost, Root<S>>>> {
        let Root { state, g: before, last } = root;
        if self.space.is_goal(state) {
            return None;
        }
        let branch = |action: S::Action| {
            let child = self.space.apply(state, &action);
            let h = self.heuristic.estimate(self.heuristic.memo(&child));
            let sum = before.plus(self.space.cost(state, &action));
            let fits = |g: &S::Cost| h >= S::Cost::INFINITE || g.plus(h).is_some();
            let g = sum.filter(fits).unwrap_or(*before);
            Branch { root: Root { state: child, g, last: Some(action.clone()) }, action, g, h }
        };
        Some(self.space.actions_after(state, last.as_ref()).map(branch).collect())
    }

    fn dive(&self, bound: S::Cost, work: &WorkOf<'_, S>) {
        while let Some((number, root)) = work.take() {
            work.finish(number, self.dive_into(root, number, bound, work));
        }
    }
}

impl<S, H> Tree<'_, S, H>
where
    S: StateSpace<State: Send + Sync, Action: Send + Sync> + Sync,
    H: Heuristic<S> + Sync,
{
    fn dive_into(
        &self,
        root: &Root<S>,
        number: usize,
        bound: S::Cost,
        work: &WorkOf<'_, S>,
    ) -> Dived<S::Action, S::Cost> {
        let monitor = std::sync::Arc::new(Monitor::default());
        let limits =
            Limits { memory: work.memory, monitor: Some(monitor.clone()), ..Limits::default() };
        let mut watch = Watch { work, number, monitor: &monitor, next: None, counted: [0; 2] };
        let (space, within) =
            (Below { space: self.space, root }, Within::<S, H>::new(self.heuristic));
        let meter = Meter::new(&limits);
        let bounds = bound..=bound;
        let dived = deepen::<_, _, _, Costs<true>, _>(
            &space,
            &within,
            root.g,
            bounds,
            Turns { checks: Unchecked, undo: Undo::Off },
            meter,
            &mut watch,
        );
        let next_bound = watch.next;
        watch.tell();
        let short = |plan: PlanOf<S>| match plan.end {
            End::Short(h) => Some((h, plan.actions)),
            End::Goal => None,
        };
        let Ok(Outcome { verdict, stats }) = dived else {
            return Dived {
                expanded: 0,
                generated: 0,
                deepest: 0,
                bytes: 0,
                next_bound,
                best: None,
                end: Landing::Refused,
            };
        };
        let (end, best) = match verdict {
            Verdict::Solved(plan) => (Landing::Goal(plan.actions), None),
            Verdict::Unsolvable => (Landing::Nothing, None),
            Verdict::Stuck(plan) => (Landing::Nothing, short(plan)),
            Verdict::Stopped { by, best } => {
                // Any other stop was requested by `work` itself.
                if by == Stop::Memory {
                    work.stop(by);
                }
                (Landing::Left, best.and_then(short))
            }
        };
        Dived {
            expanded: stats.expanded,
            generated: stats.generated,
            deepest: stats.peak_stored as u32,
            bytes: stats.peak_bytes,
            next_bound,
            best,
            end,
        }
    }
}

/// Records the lowest f beyond the bound, and ends a dive that is no longer needed.
struct Watch<'a, 'b, S: StateSpace> {
    work: &'a WorkOf<'b, S>,
    number: usize,
    monitor: &'a Monitor,
    /// The lowest f beyond the bound.
    next: Option<S::Cost>,
    /// Nodes expanded and generated since the last check.
    counted: [u64; 2],
}

impl<S: StateSpace> Watch<'_, '_, S> {
    fn tell(&mut self) {
        let [expanded, generated] = std::mem::take(&mut self.counted);
        if self.work.look(self.number, expanded, generated).is_break() {
            self.monitor.cancel();
        }
    }
}

impl<T, S: StateSpace> Observer<Event<'_, T, S::Cost>> for Watch<'_, '_, S> {
    #[inline]
    fn on(&mut self, event: Event<'_, T, S::Cost>) -> ControlFlow<()> {
        match event {
            Event::Expand { .. } => {
                self.counted[0] += 1;
                if self.counted[0] == 1024 {
                    self.tell();
                }
            }
            Event::Generate { g, h, fate, .. } => {
                self.counted[1] += 1;
                if fate == Fate::Pruned {
                    let f = g.plus(h).unwrap_or(Cost::INFINITE);
                    self.next = Some(self.next.map_or(f, |next| least(next, f)));
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
