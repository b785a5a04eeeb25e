//! All optimal plans.

use super::best_first::{BestFirst, Frontier};
use super::plan::either;
use super::{End, Plan, PlanOf};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// Every cheapest plan, for a heuristic that never overestimates.
///
/// A\* continues until no node is left that could be on a cheapest plan; the solution is an
/// iterator over the plans, because there may be very many. No plan visits a state twice or
/// continues after a goal. If a limit stops the search, it returns no plan.
///
/// ```
/// use goalward::path::all_optimal;
/// use goalward::space::from_fn;
/// use goalward::{Blind, Limits};
///
/// // From one corner of a 4×4 board to the opposite one, down and to the right.
/// let steps = |&(x, y): &(u32, u32)| {
///     [(x + 1, y), (x, y + 1)].into_iter().filter(|&(x, y)| x < 4 && y < 4).map(|at| (at, 1u32))
/// };
/// let board = from_fn((0, 0), steps, |&at| at == (3, 3));
/// let plans = all_optimal(&board, &Blind, &Limits::default()).into_solution().unwrap();
/// assert_eq!(plans.filter(|plan| plan.cost == 6).count(), 20);
/// ```
#[must_use]
pub fn all_optimal<'a, S: StateSpace, H: Heuristic<S>>(
    space: &'a S,
    heuristic: &H,
    limits: &Limits,
) -> Outcome<AllOptimal<'a, S>> {
    let mut meter = Meter::new(limits);
    let verdict = match explore(space, heuristic, &mut meter) {
        Ok(Some(plans)) => Verdict::Solved(plans),
        Ok(None) => Verdict::Unsolvable,
        Err(by) => Verdict::Stopped { by, best: None },
    };
    meter.finish(verdict)
}

/// The plans found by [`all_optimal`].
pub struct AllOptimal<'a, S: StateSpace> {
    space: &'a S,
    /// The states on cheapest plans, among others.
    states: Vec<S::State>,
    /// For each state, how it can be reached at its lowest cost; `None` at a start.
    before: Vec<Vec<Step<S>>>,
    /// The goals that are left.
    goals: std::vec::IntoIter<usize>,
    /// The path back from a goal: its states, and how many steps to each were tried.
    way: Vec<(usize, usize)>,
}

/// The previous state, and the action that leads from it.
type Step<S> = Option<(usize, <S as StateSpace>::Action)>;

fn explore<'a, S: StateSpace, H: Heuristic<S>>(
    space: &'a S,
    heuristic: &H,
    meter: &mut Meter,
) -> Result<Option<AllOptimal<'a, S>>, Stop> {
    let mut frontier = Frontier::new(space, heuristic, BestFirst::a_star());
    frontier.begin(meter)?;
    let mut goals: Vec<(u32, S::Cost)> = Vec::new();
    let mut expanded = Vec::new();
    while let Some(id) = frontier.pop() {
        let (g, f) = frontier.costs(id);
        let least = goals.first().map(|goal| goal.1);
        if least.is_some_and(|least| f.is_none_or(|f| least.beats(f))) {
            break;
        }
        if frontier.is_goal(id) {
            goals.push((id, g));
            continue;
        }
        frontier.expand(id, meter, &mut ())?;
        meter.hold(size_of::<u32>())?;
        expanded.push(id);
    }
    if goals.is_empty() {
        return if frontier.overflowed() { Err(Stop::Cost) } else { Ok(None) };
    }
    let count = frontier.len();
    let mut before: Vec<Vec<Step<S>>> = (0..count).map(|_| Vec::new()).collect();
    meter.hold(count * (size_of::<Vec<Step<S>>>() + size_of::<S::State>()))?;
    for id in 0..count as u32 {
        if frontier.is_root(id) {
            before[id as usize].push(None);
        }
    }
    // A node that was reopened at a lower cost counts only the last time.
    for id in expanded.into_iter().filter(|&id| frontier.is_current(id)) {
        for (action, next, g) in frontier.successors(id) {
            let (least, _) = frontier.costs(next);
            if !least.beats(g) {
                meter.hold(size_of::<Step<S>>())?;
                before[next as usize].push(Some((id as usize, action)));
            }
        }
    }
    let states = (0..count as u32).map(|id| frontier.state(id).clone()).collect();
    let goals = goals.into_iter().map(|(id, _)| id as usize).collect::<Vec<_>>().into_iter();
    Ok(Some(AllOptimal { space, states, before, goals, way: Vec::new() }))
}

impl<S: StateSpace> Iterator for AllOptimal<'_, S> {
    type Item = PlanOf<S>;

    fn next(&mut self) -> Option<PlanOf<S>> {
        loop {
            let Some(&mut (state, ref mut tried)) = self.way.last_mut() else {
                self.way.push((self.goals.next()?, 0));
                continue;
            };
            let Some(step) = self.before[state].get(*tried) else {
                self.way.pop();
                continue;
            };
            *tried += 1;
            match step {
                None => return Some(self.plan()),
                // Steps of cost 0 may form a cycle.
                Some((from, _)) if self.way.iter().any(|(on, _)| on == from) => {}
                Some((from, _)) => self.way.push((*from, 0)),
            }
        }
    }
}

impl<S: StateSpace> AllOptimal<'_, S> {
    /// The plan along the current path.
    fn plan(&self) -> PlanOf<S> {
        let taken = |&(state, tried): &(usize, usize)| self.before[state][tried - 1].clone();
        let actions = self.way.iter().rev().filter_map(|step| Some(taken(step)?.1)).collect();
        let start = self.way.last().map_or(0, |step| step.0);
        either(Plan::along(self.space, self.states[start].clone(), actions, End::Goal))
    }
}
