//! The K cheapest plans.

use std::collections::HashSet;
use std::sync::Arc;

use super::spur::{Barred, a_star_from};
use super::{End, Plan, PlanOf};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Monitor, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// The `k` cheapest plans that visit no state twice, cheapest first, by Yen's algorithm with A\*;
/// fewer if there are no more. The heuristic must never overestimate.
///
/// Among plans of equal cost, the one found first comes first. If a limit is reached, it returns
/// the plans found so far, which are the cheapest.
///
/// ```
/// use goalward::path::k_cheapest;
/// use goalward::space::from_fn;
/// use goalward::{Blind, Limits};
///
/// let roads = |&town: &char| match town {
///     'a' => vec![('b', 7u32), ('c', 2)],
///     'c' => vec![('b', 3), ('d', 9)],
///     'b' => vec![('d', 1)],
///     _ => vec![],
/// };
/// let map = from_fn('a', roads, |&town| town == 'd');
/// let plans = k_cheapest(&map, &Blind, 10, &Limits::default()).into_solution().unwrap();
/// let costs: Vec<_> = plans.iter().map(|plan| plan.cost).collect();
/// assert_eq!(costs, [6, 8, 11]);
/// ```
#[must_use]
pub fn k_cheapest<S, H>(
    space: &S,
    heuristic: &H,
    k: usize,
    limits: &Limits,
) -> Outcome<Vec<PlanOf<S>>>
where
    S: StateSpace<Action: PartialEq>,
    H: Heuristic<S>,
{
    let mut search = Yen { space, heuristic, limits, meter: Meter::new(limits), found: Vec::new() };
    let verdict = match search.run(k) {
        Ok(()) if search.found.is_empty() && k > 0 => Verdict::Unsolvable,
        Ok(()) => Verdict::Solved(search.found),
        Err(by) => Verdict::Stopped { by, best: Some(search.found) },
    };
    search.meter.finish(verdict)
}

struct Yen<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    limits: &'a Limits,
    meter: Meter,
    /// The cheapest so far, in order.
    found: Vec<PlanOf<S>>,
}

impl<S: StateSpace<Action: PartialEq>, H: Heuristic<S>> Yen<'_, S, H> {
    fn run(&mut self, k: usize) -> Result<(), Stop> {
        // Plans that follow a found plan up to some state and then deviate.
        let mut candidates: Vec<PlanOf<S>> = Vec::new();
        for start in self.space.starts() {
            candidates.extend(self.solve(&start, None)?);
        }
        while self.found.len() < k {
            let cost = |at: usize| candidates[at].cost.key();
            let Some(least) = (0..candidates.len()).min_by_key(|&at| cost(at)) else { break };
            let plan = candidates.remove(least);
            self.found.push(plan.clone());
            if self.found.len() == k {
                break;
            }
            for at in 0..plan.actions.len() {
                if let Some(other) = self.leaving(&plan, at)?
                    && !candidates.iter().any(|known| {
                        known.actions == other.actions && known.states[0] == other.states[0]
                    })
                {
                    candidates.push(other);
                }
            }
        }
        Ok(())
    }

    /// The cheapest plan that follows another up to a state and then avoids the actions that the
    /// found plans have taken there.
    fn leaving(&mut self, plan: &PlanOf<S>, at: usize) -> Result<Option<PlanOf<S>>, Stop> {
        let same = |other: &&PlanOf<S>| {
            other.actions.len() > at
                && other.states[..=at] == plan.states[..=at]
                && other.actions[..at] == plan.actions[..at]
        };
        let same = self.found.iter().filter(same);
        let taken: Vec<S::Action> = same.map(|other| other.actions[at].clone()).collect();
        let passed: HashSet<&S::State> = plan.states[..at].iter().collect();
        let (space, start) = (self.space, &plan.states[at]);
        let barred = move |state: &S::State, action: &S::Action| {
            state == start && taken.contains(action)
                || passed.contains(&*space.successor(state, action))
        };
        let Some(rest) = self.solve(start, Some(&barred))? else { return Ok(None) };
        let actions = [&plan.actions[..at], &rest.actions].concat();
        let whole = Plan::along(self.space, plan.states[0].clone(), actions, End::Goal);
        whole.map(Some).map_err(|_| Stop::Cost)
    }

    /// The cheapest plan in a part of the space, within what remains of the limits.
    fn solve(
        &mut self,
        start: &S::State,
        barred: Option<&Barred<'_, S>>,
    ) -> Result<Option<PlanOf<S>>, Stop> {
        self.meter.poll()?;
        let whole = self.limits.monitor.clone();
        let limits = Limits {
            nodes: self.limits.nodes.map(|most| most - self.meter.expanded),
            time: self.limits.time.map(|most| most.saturating_sub(self.meter.elapsed())),
            memory: self.limits.memory,
            processor: self.limits.processor,
            monitor: whole.map(|whole| Arc::new(Monitor::part_of(Some(whole)))),
        };
        let estimate = |state: &S::State| self.heuristic.estimate(self.heuristic.memo(state));
        let outcome = a_star_from(self.space, start, barred, &estimate, &limits);
        self.meter.count(outcome.stats.expanded, outcome.stats.generated);
        self.meter.reopened += outcome.stats.reopened;
        self.meter.stored(outcome.stats.peak_stored);
        // The memory that the search held is free again, and was within the limit.
        let held = outcome.stats.peak_bytes as usize;
        self.meter.hold(held)?;
        self.meter.release(held);
        match outcome.verdict {
            Verdict::Solved(plan) => Ok(Some(plan)),
            Verdict::Stopped { by, .. } => Err(by),
            _ => Ok(None),
        }
    }
}
