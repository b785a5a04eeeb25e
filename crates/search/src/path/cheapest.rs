//! The K cheapest plans.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::below::Within;
use super::{BestFirst, End, PathSearch, Plan, PlanOf};
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
            let alone = Spur { space: self.space, start, passed: HashSet::new(), taken: vec![] };
            candidates.extend(self.solve(&alone)?);
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
        let taken = self.found.iter().filter(same).map(|other| other.actions[at].clone());
        let spur = Spur {
            space: self.space,
            start: plan.states[at].clone(),
            passed: plan.states[..at].iter().cloned().collect(),
            taken: taken.collect(),
        };
        let Some(rest) = self.solve(&spur)? else { return Ok(None) };
        let actions = [&plan.actions[..at], &rest.actions].concat();
        let whole = Plan::along(self.space, plan.states[0].clone(), actions, End::Goal);
        whole.map(Some).map_err(|_| Stop::Cost)
    }

    /// The cheapest plan in a part of the space, within what remains of the limits.
    fn solve(&mut self, spur: &Spur<'_, S>) -> Result<Option<PlanOf<S>>, Stop> {
        self.meter.poll()?;
        let whole = self.limits.monitor.clone();
        let limits = Limits {
            nodes: self.limits.nodes.map(|most| most - self.meter.expanded),
            time: self.limits.time.map(|most| most.saturating_sub(self.meter.elapsed())),
            memory: self.limits.memory,
            processor: self.limits.processor,
            monitor: whole.map(|whole| Arc::new(Monitor::part_of(Some(whole)))),
        };
        let outcome = BestFirst::a_star().search(
            spur,
            &Within::<S, H>::new(self.heuristic),
            &limits,
            &mut (),
        );
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

/// The part of a space from a state on, without some states and without some actions at its root.
struct Spur<'a, S: StateSpace> {
    space: &'a S,
    start: S::State,
    passed: HashSet<S::State>,
    taken: Vec<S::Action>,
}

impl<S: StateSpace<Action: PartialEq>> StateSpace for Spur<'_, S> {
    type State = S::State;
    type Action = S::Action;
    type Cost = S::Cost;

    fn start(&self) -> S::State {
        self.start.clone()
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn actions(&self, state: &S::State) -> impl Iterator<Item = S::Action> {
        let first = *state == self.start;
        self.space.actions(state).filter(move |action| {
            let taken = first && self.taken.contains(action);
            !taken && !self.passed.contains(&*self.space.successor(state, action))
        })
    }

    fn apply(&self, state: &S::State, action: &S::Action) -> S::State {
        self.space.apply(state, action)
    }

    fn successor<'b>(&self, state: &S::State, action: &'b S::Action) -> Cow<'b, S::State> {
        self.space.successor(state, action)
    }

    fn cost(&self, state: &S::State, action: &S::Action) -> S::Cost {
        self.space.cost(state, action)
    }

    fn cancels(&self, first: &S::Action, second: &S::Action) -> bool {
        self.space.cancels(first, second)
    }

    fn states(&self) -> Option<usize> {
        self.space.states()
    }

    fn rank(&self, state: &S::State) -> usize {
        self.space.rank(state)
    }
}
