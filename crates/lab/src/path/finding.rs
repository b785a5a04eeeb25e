//! What a path search found, its types erased.

use goalward::path::{End, Guarantee, Plan, PlanOf};
use goalward::{Cost, Outcome, Verdict};

use super::PathDomain;
use crate::number::Number;
use crate::report::{Conclusion, Figure, Finding, Limit, Solution};

/// The finding of an outcome with this guarantee, by a heuristic that is admissible or not.
pub(super) fn finding<S: PathDomain>(
    space: &S,
    outcome: Outcome<PlanOf<S>>,
    guarantee: Guarantee,
    admissible: bool,
) -> Finding {
    let (verdict, stop, plan) = match outcome.verdict {
        Verdict::Solved(plan) => (Conclusion::Solved, None, Some(plan)),
        Verdict::Unsolvable => (Conclusion::Unsolvable, None, None),
        Verdict::Stuck(plan) => (Conclusion::Stuck, None, Some(plan)),
        Verdict::Stopped { by, best } => (Conclusion::Stopped, Some(Limit::from(by)), best),
    };
    let solved = verdict == Conclusion::Solved;
    let optimal = solved
        && match guarantee {
            Guarantee::Cheapest => admissible,
            Guarantee::FewestActions => S::UNIT_COSTS,
            _ => false,
        };
    let bound = match guarantee {
        Guarantee::Within(weight) if solved && admissible => Some(weight.value()),
        _ => optimal.then_some(1.0),
    };
    let stats = outcome.stats;
    let lower_bound = stats
        .lower_bound
        .map(Number::from)
        .filter(|_| admissible && verdict == Conclusion::Stopped);
    let depth = plan.as_ref().filter(|_| solved).map_or(0, |plan| plan.actions.len());
    let left = plan.as_ref().and_then(|plan| match plan.end {
        End::Goal => None,
        End::Short(h) => Some(Number::of(h)),
    });
    // A plan that ends at a cost that is not valid has no cost itself, and solves nothing.
    let broken = stop == Some(Limit::Cost)
        && plan.as_ref().is_some_and(|plan| added_up(space, plan).is_err());
    let factor = stats.effective_branching_factor(depth);
    let held = Figure::Held { count: stats.peak_stored, bytes: stats.peak_bytes };
    let mut figures = vec![
        ("expanded", Figure::Count(stats.expanded)),
        ("generated", Figure::Count(stats.generated)),
        ("reopened", Figure::Count(stats.reopened)),
        ("peak stored", held),
    ];
    figures.extend(factor.map(|factor| ("effective branching factor", Figure::Number(factor))));
    let facts = [
        ("branching_factor", factor.into()),
        ("bound", bound.into()),
        ("left", left.into()),
        ("lower_bound", lower_bound.into()),
    ];
    let summary = match verdict {
        Conclusion::Solved => {
            let taken = plan.as_ref().map_or_else(String::new, |plan| match S::UNIT_COSTS {
                true => moves(plan.actions.len()),
                false => format!("{} at cost {}", moves(plan.actions.len()), Number::of(plan.cost)),
            });
            solved_in(&taken, optimal, bound)
        }
        Conclusion::Unsolvable => "Unsolvable: the whole space was searched.".into(),
        Conclusion::Stuck => format!("Stuck, though a solution may exist. {}", best(plan.as_ref())),
        Conclusion::Stopped if stop == Some(Limit::Cost) => stopped_by_cost(space, plan.as_ref()),
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
        cost: plan.as_ref().filter(|_| !broken).map(|plan| Number::of(plan.cost)),
        optimal,
        solves: plan.as_ref().is_some_and(|plan| !broken && plan.reaches_goal()),
        solution: plan
            .map(|plan| Solution::Words(plan.actions.iter().map(|a| space.name(a)).collect())),
        others: Vec::new(),
        stats,
        figures,
        facts: facts.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
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

/// What the actions of a plan cost; else the first whose cost cannot be added, with its cost.
fn added_up<'a, S: PathDomain>(
    space: &S,
    plan: &'a PlanOf<S>,
) -> Result<S::Cost, (&'a S::Action, S::Cost)> {
    let mut steps = plan.states.iter().zip(&plan.actions);
    steps.try_fold(S::Cost::ZERO, |sum, (state, action)| {
        let cost = space.cost(state, action);
        sum.plus(cost).ok_or((action, cost))
    })
}

/// Why a sum of costs stopped a search, in words.
fn stopped_by_cost<S: PathDomain>(space: &S, plan: Option<&PlanOf<S>>) -> String {
    match plan.map(|plan| added_up(space, plan)) {
        Some(Err((action, cost))) if !cost.is_valid() => format!(
            "Stopped: action `{}` costs {}; a cost is a number that is not negative.",
            space.name(action),
            Number::of(cost)
        ),
        _ => "Stopped: a sum of costs does not fit its type.".into(),
    }
}

/// The best so far, in words.
fn best<T, A, C: Cost>(plan: Option<&Plan<T, A, C>>) -> String {
    match plan.map(|plan| (plan.actions.len(), plan.end)) {
        Some((count, End::Goal)) => {
            format!("Best so far: a solution in {}, not proved optimal.", moves(count))
        }
        Some((count, End::Short(left))) if count > 0 => {
            let left = Number::of(left);
            format!("Best so far: {} to where the heuristic estimates {left} more.", moves(count))
        }
        _ => "Nothing nearer the goal than the start was found.".into(),
    }
}
