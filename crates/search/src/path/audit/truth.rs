//! Sources of states with their exact distances, for an audit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

use crate::cost::Cost;
use crate::path::Distances;
use crate::path::spur::a_star_from;
use crate::rng::Rng;
use crate::run::{Limits, Meter, Monitor, Stop, Verdict};
use crate::space::{Heuristic, Ranked, Reversible, StateSpace};

/// Which states an audit examines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All states.
    Every,
    /// A random sample: a property that holds on the sample may still fail elsewhere.
    Sample,
}

/// States with the exact costs of their cheapest paths to a goal.
pub trait Truth<S: StateSpace> {
    /// Which states they are.
    fn scope(&self) -> Scope;

    /// Calls `each` once for every state, always in the same order, with its distance; `None` if no
    /// goal can be reached.
    fn each(
        &mut self,
        space: &S,
        limits: &Limits,
        look: impl FnMut(&S::State, Option<S::Cost>),
    ) -> Result<(), Stop>;

    /// A cheapest path from one of these states to a goal; `None` if there is none, or if a limit
    /// is reached first.
    fn way(&self, space: &S, state: &S::State, limits: &Limits) -> Option<Vec<S::Action>>;
}

/// Every state, in the order of the ranks.
impl<S: Ranked<Cost = u32> + Reversible> Truth<S> for Distances {
    fn scope(&self) -> Scope {
        Scope::Every
    }

    fn each(
        &mut self,
        space: &S,
        limits: &Limits,
        mut look: impl FnMut(&S::State, Option<S::Cost>),
    ) -> Result<(), Stop> {
        let mut meter = Meter::new(limits);
        for rank in 0..space.states().unwrap_or(0) {
            meter.expand()?;
            look(&space.unrank(rank), self.get(rank));
        }
        Ok(())
    }

    fn way(&self, space: &S, state: &S::State, _: &Limits) -> Option<Vec<S::Action>> {
        Distances::way(self, space, state)
    }
}

/// Every state that can be reached from the start, in breadth-first order, for any finite space: it
/// needs neither ranks nor predecessors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reachable;

impl<S: StateSpace> Truth<S> for Reachable {
    fn scope(&self) -> Scope {
        Scope::Every
    }

    fn each(
        &mut self,
        space: &S,
        limits: &Limits,
        mut look: impl FnMut(&S::State, Option<S::Cost>),
    ) -> Result<(), Stop> {
        let mut meter = Meter::new(limits);
        let mut states = vec![space.start()];
        let mut numbers = HashMap::from([(space.start(), 0)]);
        let mut incoming = Incoming { newest: vec![NONE], steps: Vec::new() };
        let mut from = 0;
        while from < states.len() {
            meter.expand()?;
            let state = states[from].clone();
            for action in space.actions(&state) {
                let next = space.apply(&state, &action);
                let to = *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    incoming.newest.push(NONE);
                    states.len() - 1
                });
                if to + 1 == states.len() && incoming.newest[to] == NONE {
                    meter.hold(3 * size_of::<S::State>() + 64)?;
                }
                meter.hold(size_of::<Step<S::Cost>>())?;
                let cost = space.cost(&state, &action);
                if !cost.is_valid() {
                    return Err(Stop::Cost);
                }
                incoming.push(to, from, cost);
            }
            from += 1;
        }
        let mut goals = Vec::new();
        for (number, state) in states.iter().enumerate() {
            poll_at(&meter, number)?;
            if space.is_goal(state) {
                goals.push(number);
            }
        }
        let distances = backwards(goals, &incoming, &meter)?;
        for (number, (state, distance)) in states.iter().zip(distances).enumerate() {
            poll_at(&meter, number)?;
            look(state, distance);
        }
        Ok(())
    }

    fn way(&self, space: &S, state: &S::State, limits: &Limits) -> Option<Vec<S::Action>> {
        let blind = |_: &S::State| S::Cost::ZERO;
        Some(a_star_from(space, state, None, &blind, limits).into_solution()?.actions)
    }
}

/// No step.
const NONE: usize = usize::MAX;

/// A cancelled audit ends after at most this many states.
const BETWEEN_POLLS: usize = 1024;

/// Checks at some of the states whether to go on.
#[inline]
fn poll_at(meter: &Meter, number: usize) -> Result<(), Stop> {
    if number.is_multiple_of(BETWEEN_POLLS) { meter.poll() } else { Ok(()) }
}

/// The steps into each state, in two tables: with a list for each state, all lists would have to be
/// freed before a cancelled audit ends.
struct Incoming<C> {
    /// The newest step into each state.
    newest: Vec<usize>,
    steps: Vec<Step<C>>,
}

struct Step<C> {
    from: usize,
    cost: C,
    /// The step into the same state before this one.
    before: usize,
}

impl<C: Cost> Incoming<C> {
    fn push(&mut self, to: usize, from: usize, cost: C) {
        let before = std::mem::replace(&mut self.newest[to], self.steps.len());
        self.steps.push(Step { from, cost, before });
    }

    fn of(&self, to: usize) -> impl Iterator<Item = &Step<C>> {
        let newest = self.steps.get(self.newest[to]);
        std::iter::successors(newest, |step| self.steps.get(step.before))
    }
}

/// The lowest cost from each node of a graph to a goal; `None` if it cannot reach one.
fn backwards<C: Cost>(
    goals: Vec<usize>,
    incoming: &Incoming<C>,
    meter: &Meter,
) -> Result<Vec<Option<C>>, Stop> {
    let mut distances = vec![None; incoming.newest.len()];
    let mut popped = 0;
    goals.iter().for_each(|&goal| distances[goal] = Some(C::ZERO));
    let mut frontier = BTreeMap::from([(C::ZERO.key(), goals)]);
    let mut too_far = Vec::new();
    while let Some((key, mut nearest)) = frontier.pop_first() {
        while let Some(node) = nearest.pop() {
            popped += 1;
            poll_at(meter, popped)?;
            let Some(distance) = distances[node].filter(|distance| distance.key() == key) else {
                continue; // a cheaper path was found
            };
            for &Step { from, cost, .. } in incoming.of(node) {
                let Some(sum) = distance.plus(cost) else {
                    too_far.push(from);
                    continue;
                };
                if distances[from].is_none_or(|known| sum < known) {
                    distances[from] = Some(sum);
                    // Predecessors at no extra cost join the current nearest nodes.
                    let same = sum.key() == key;
                    let to =
                        if same { &mut nearest } else { frontier.entry(sum.key()).or_default() };
                    to.push(from);
                }
            }
        }
    }
    match too_far.into_iter().any(|node| distances[node].is_none()) {
        true => Err(Stop::Cost),
        false => Ok(distances),
    }
}

/// The final states of random walks, each solved by A\* with a heuristic that is known to be
/// admissible.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a, T, R> {
    /// The number of states.
    pub count: u64,
    /// The maximum length of a walk.
    pub steps: usize,
    /// The seed of the walks.
    pub seed: u64,
    /// Where the walks begin: at the start or, if actions can be undone, at a goal, near which
    /// states are solved quickly.
    pub origin: &'a T,
    /// The heuristic to solve them with.
    pub reference: &'a R,
}

impl<T: Clone + PartialEq, R> Sample<'_, T, R> {
    /// The state at the end of walk number `index`, whose length is random up to the maximum.
    pub fn state<S: StateSpace<State = T>>(&self, space: &S, index: u64) -> T {
        let mut rng = Rng::stream(self.seed, index);
        let mut state = self.origin.clone();
        let mut last: Option<T> = None;
        for _ in 0..rng.below(self.steps + 1) {
            // Does not go straight back unless there is no other action.
            let mut next: Vec<T> =
                space.actions(&state).map(|action| space.apply(&state, &action)).collect();
            if next.len() > 1 {
                next.retain(|next| last.as_ref() != Some(next));
            }
            let Some(next) = rng.pick(&next).cloned() else { break };
            last = Some(std::mem::replace(&mut state, next));
        }
        state
    }
}

impl<S: StateSpace, R: Heuristic<S>> Truth<S> for Sample<'_, S::State, R> {
    fn scope(&self) -> Scope {
        Scope::Sample
    }

    fn each(
        &mut self,
        space: &S,
        limits: &Limits,
        mut look: impl FnMut(&S::State, Option<S::Cost>),
    ) -> Result<(), Stop> {
        let (began, mut expanded) = (Instant::now(), 0);
        let estimate = |state: &S::State| self.reference.estimate(self.reference.memo(state));
        let mut seen = HashSet::new();
        for index in 0..self.count {
            let state = self.state(space, index);
            if !seen.insert(state.clone()) {
                continue; // counted once
            }
            let left = Limits {
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(expanded)),
                time: limits.time.map(|time| time.saturating_sub(began.elapsed())),
                memory: limits.memory,
                processor: limits.processor,
                monitor: limits
                    .monitor
                    .clone()
                    .map(|whole| Arc::new(Monitor::part_of(Some(whole)))),
            };
            let outcome = a_star_from(space, &state, None, &estimate, &left);
            expanded += outcome.stats.expanded;
            match outcome.verdict {
                Verdict::Stopped { by, .. } => return Err(by),
                Verdict::Solved(plan) => look(&state, Some(plan.cost)),
                Verdict::Unsolvable | Verdict::Stuck(_) => look(&state, None),
            }
        }
        Ok(())
    }

    fn way(&self, space: &S, state: &S::State, limits: &Limits) -> Option<Vec<S::Action>> {
        let estimate = |state: &S::State| self.reference.estimate(self.reference.memo(state));
        Some(a_star_from(space, state, None, &estimate, limits).into_solution()?.actions)
    }
}
