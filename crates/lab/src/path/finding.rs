//! What a path search found, its types erased.

use goalward::path::{End, Guarantee, PlanOf};
use goalward::{Cost, Outcome, Stats, Verdict};

use super::PathDomain;
use crate::number::Number;
use crate::report::{Conclusion, Figure, Finding, Limit, Solution, facts};

/// The finding of an outcome with this guarantee, by a heuristic that is admissible or not.
pub(super) fn finding<S: PathDomain>(
    space: &S,
    outcome: Outcome<PlanOf<S>>,
    guarantee: Guarantee,
    admissible: bool,
) -> Finding {
    let told = |plan: PlanOf<S>| ErasedPlan {
        left: match plan.end {
            End::Goal => None,
            End::Short(h) => Some(Number::of(h)),
        },
        unsummed: added_up(space, &plan),
        cost: Number::of(plan.cost),
        actions: plan.actions.iter().map(|action| space.name(action)).collect(),
    };
    let (verdict, stop, plan) = match outcome.verdict {
        Verdict::Solved(plan) => (Conclusion::Solved, None, Some(told(plan))),
        Verdict::Unsolvable => (Conclusion::Unsolvable, None, None),
        Verdict::Stuck(plan) => (Conclusion::Stuck, None, Some(told(plan))),
        Verdict::Stopped { by, best } => {
            (Conclusion::Stopped, Some(Limit::from(by)), best.map(told))
        }
    };
    of_plan(verdict, stop, plan, outcome.stats, S::UNIT_COSTS, guarantee, admissible)
}

/// A plan, its types erased.
struct ErasedPlan {
    actions: Vec<String>,
    cost: Number,
    /// The estimate of what is left, where it does not end at a goal.
    left: Option<Number>,
    /// Why its costs have no sum, if they have none.
    unsummed: Result<(), String>,
}

/// The finding of a plan, if there is one. It does not depend on the space, so it is compiled once.
fn of_plan(
    verdict: Conclusion,
    stop: Option<Limit>,
    plan: Option<ErasedPlan>,
    stats: Stats,
    unit_costs: bool,
    guarantee: Guarantee,
    admissible: bool,
) -> Finding {
    let solved = verdict == Conclusion::Solved;
    let optimal = solved
        && match guarantee {
            Guarantee::Cheapest => admissible,
            Guarantee::FewestActions => unit_costs,
            _ => false,
        };
    let bound = match guarantee {
        Guarantee::Within(weight) if solved && admissible => Some(weight.value()),
        _ => optimal.then_some(1.0),
    };
    let lower_bound = stats
        .lower_bound
        .map(Number::from)
        .filter(|_| admissible && verdict == Conclusion::Stopped);
    let depth = plan.as_ref().filter(|_| solved).map_or(0, |plan| plan.actions.len());
    let left = plan.as_ref().and_then(|plan| plan.left);
    // A plan that ends with an invalid cost has no cost itself, and solves nothing.
    let broken =
        stop == Some(Limit::Cost) && plan.as_ref().is_some_and(|plan| plan.unsummed.is_err());
    let factor = stats.effective_branching_factor(depth);
    let held = Figure::Held { count: stats.peak_stored, bytes: stats.peak_bytes };
    let mut figures = vec![
        ("expanded", Figure::Count(stats.expanded)),
        ("generated", Figure::Count(stats.generated)),
        ("reopened", Figure::Count(stats.reopened)),
        ("peak stored", held),
    ];
    figures.extend(factor.map(|factor| ("effective branching factor", Figure::Number(factor))));
    let summary = match verdict {
        Conclusion::Solved => {
            let taken = plan.as_ref().map_or_else(String::new, |plan| match unit_costs {
                true => moves(plan.actions.len()),
                false => format!("{} at cost {}", moves(plan.actions.len()), plan.cost),
            });
            solved_in(&taken, optimal, bound)
        }
        Conclusion::Unsolvable => "Unsolvable: the whole space was searched.".into(),
        Conclusion::Stuck => format!("Stuck, though a solution may exist. {}", best(plan.as_ref())),
        Conclusion::Stopped if stop == Some(Limit::Cost) => {
            let why = plan.as_ref().and_then(|plan| plan.unsummed.clone().err());
            why.unwrap_or_else(|| NO_SUM.into())
        }
        Conclusion::Stopped => {
            let proved = lower_bound
                .map_or(String::new(), |bound| format!(" No solution costs less than {bound}."));
            let at = stop.map_or("by request", Limit::words);
            format!("Stopped {at}. {}{proved}", best(plan.as_ref()))
        }
        Conclusion::Failed => unreachable!("no verdict of a search is one"),
    };
    Finding {
        verdict,
        stop,
        cost: plan.as_ref().filter(|_| !broken).map(|plan| plan.cost),
        optimal,
        solves: plan.as_ref().is_some_and(|plan| !broken && plan.left.is_none()),
        solution: plan.map(|plan| Solution::Words(plan.actions)),
        others: Vec::new(),
        stats,
        figures,
        facts: facts([
            ("branching_factor", factor.into()),
            ("bound", bound.into()),
            ("left", left.into()),
            ("lower_bound", lower_bound.into()),
        ]),
        summary,
        notes: Vec::new(),
        aside: Default::default(),
        setup: Default::default(),
    }
}

pub(super) fn moves(count: usize) -> String {
    if count == 1 { "1 move".into() } else { format!("{count} moves") }
}

fn solved_in(taken: &str, optimal: bool, bound: Option<f64>) -> String {
    match bound {
        _ if optimal => format!("Solved in {taken}, which is optimal."),
        Some(bound) => format!("Solved in {taken}, at most {bound} times the least cost."),
        None => format!("Solved in {taken}; there may be a better plan."),
    }
}

/// Why the costs of a plan's actions have no sum, if they have none.
fn added_up<S: PathDomain>(space: &S, plan: &PlanOf<S>) -> Result<(), String> {
    let mut sum = S::Cost::ZERO;
    for (state, action) in plan.states.iter().zip(&plan.actions) {
        let cost = space.cost(state, action);
        match sum.plus(cost) {
            Some(more) => sum = more,
            None if cost.is_valid() => return Err(NO_SUM.into()),
            None => return Err(not_a_cost(&space.name(action), Number::of(cost))),
        }
    }
    Ok(())
}

const NO_SUM: &str = "Stopped: a sum of costs does not fit its type.";

fn not_a_cost(action: &str, cost: Number) -> String {
    format!("Stopped: action `{action}` costs {cost}; a cost must be a number and not negative.")
}

/// The best so far, in words.
fn best(plan: Option<&ErasedPlan>) -> String {
    match plan.map(|plan| (plan.actions.len(), plan.left)) {
        Some((count, None)) => {
            format!("Best so far: a solution in {}, not proved optimal.", moves(count))
        }
        Some((count, Some(left))) if count > 0 => {
            format!("Best so far: {}, with an estimated {left} left to the goal.", moves(count))
        }
        _ => "Nothing nearer the goal than the start was found.".into(),
    }
}
