//! What a constraint search found, its types erased.

use goalward::csp::{Answer, Find, Solutions};
use goalward::{Outcome, Verdict};

use super::CspDomain;
use crate::number::Number;
use crate::report::{Conclusion, Figure, Finding, Limit, facts};

/// The finding of an answer; `engine` is the one that computed it, where there is a choice.
pub(super) fn finding<C: CspDomain>(
    csp: &C,
    find: Find,
    answer: Answer,
    engine: Option<&'static str>,
) -> Finding {
    let Answer { outcome: Outcome { verdict, stats }, effort, .. } = answer;
    let (verdict, stop, found) = match verdict {
        Verdict::Solved(found) | Verdict::Stuck(found) => (Conclusion::Solved, None, found),
        Verdict::Unsolvable => (Conclusion::Unsolvable, None, Solutions::default()),
        Verdict::Stopped { by, best } => {
            (Conclusion::Stopped, Some(Limit::from(by)), best.unwrap_or_default())
        }
    };
    let count = found.count;
    let counts = [
        ("solutions", count),
        ("assignments", effort.assignments),
        ("prunings", effort.prunings),
        ("backtracks", effort.backtracks),
        ("checks", effort.checks),
    ];
    let mut facts = facts(counts.map(|(name, count)| (name, count.into())));
    let exhausted = verdict == Conclusion::Unsolvable || found.exhausted;
    facts.insert("exhausted".into(), exhausted.into());
    if let Some(engine) = engine {
        facts.insert("engine".into(), engine.into());
    }
    let summary = match verdict {
        Conclusion::Solved => solved(find, &found),
        Conclusion::Unsolvable => "Unsolvable: every assignment is ruled out.".into(),
        Conclusion::Stuck | Conclusion::Stopped | Conclusion::Failed => {
            let at = stop.map_or("by request", Limit::words);
            format!("Stopped {at}. {}", so_far(csp.variables(), &found))
        }
    };
    // One after another, so that two copies of all are never held.
    let mut solutions = found.kept.into_iter().map(|values| csp.solution(&values));
    let solution = solutions.next();
    Finding {
        verdict,
        stop,
        cost: solution.as_ref().map(|_| Number::default()),
        optimal: solution.is_some(),
        solves: solution.is_some(),
        others: solutions.collect(),
        solution,
        figures: counts.map(|(name, count)| (name, Figure::Count(count))).into(),
        stats,
        facts,
        summary,
        notes: Vec::new(),
        aside: Default::default(),
        setup: Default::default(),
    }
}

fn counted(count: u64) -> String {
    if count == 1 { "1 solution".into() } else { format!("{count} solutions") }
}

fn solved(find: Find, found: &Solutions) -> String {
    let solutions = counted(found.count);
    match find {
        _ if found.exhausted => format!("Solved: {solutions}, and there are no others."),
        Find::First => "Solved: the first solution found; there may be others.".into(),
        _ => format!("Solved: the first {solutions} found; there may be others."),
    }
}

fn so_far(variables: usize, found: &Solutions) -> String {
    match found.count {
        0 => format!(
            "No solution yet; at best {} of {variables} variables had consistent values.",
            found.deepest.len()
        ),
        count => format!("{} so far.", counted(count)),
    }
}
