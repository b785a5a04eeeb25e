//! Counting every solution of N queens in parts, as an experiment.

use std::io;

use goalward_domains::queens::Queens;
use goalward_lab::{COUNTED, Conclusion, Counted, InputError, queens_range};
use serde_json::Value;

use crate::{Bounds, Plan, Results, Source, Tally};

const QUEENS: &str = COUNTED[0];

/// The most parts that a count is cut into for a cluster.
const MOST_PARTS: usize = 1_000;

/// A count of `n` queens as a plan, cut by the queens on the edges: a cell for each part.
pub fn count_plan(n: u64) -> Result<Plan, InputError> {
    queens_range(&n.to_string())?;
    let queens = Queens::new(n as usize).map_err(InputError::new)?;
    if !queens.is_solvable() {
        return Err(InputError(format!(
            "{n} queens have no solution, so the count cannot be divided"
        )));
    }
    let of = queens.parts().map_err(InputError::new)?.len().min(MOST_PARTS);
    Ok(Plan {
        domain: QUEENS.into(),
        source: Source::Repeated { text: Some(n.to_string()), runs: 1 },
        methods: parts_of(of).collect(),
        seed: 1,
        bounds: Bounds::default(),
        repeats: None,
        profile: false,
        files: Vec::new(),
    })
}

/// The methods that together count everything.
fn parts_of(of: usize) -> impl Iterator<Item = String> {
    (1..=of).map(move |part| format!("count(part={part}, of={of})"))
}

/// The count that a plan's records add up to, if [`count_plan`] made the plan; stopped while parts
/// are missing.
pub fn gathered(results: &Results) -> io::Result<Option<Counted>> {
    let Some(n) = counted_queens(&results.plan) else { return Ok(None) };
    let whole = results.missing() == 0 && results.tallies.iter().all(Tally::is_solved);
    let mut counted = Counted {
        domain: QUEENS,
        n,
        verdict: if whole { Conclusion::Solved } else { Conclusion::Stopped },
        stop: None,
        solutions: 0,
        distinct: Some(0),
        seconds: results.tallies.iter().map(|tally| tally.seconds).sum(),
    };
    for record in results.records() {
        let record = record?;
        let count = |name| record.facts.get(name).and_then(Value::as_u64).unwrap_or(0);
        counted.solutions += count("solutions");
        counted.distinct = counted.distinct.map(|distinct| distinct + count("distinct"));
    }
    Ok(Some(counted))
}

/// How many queens a plan made by [`count_plan`] counts; `None` for any other plan.
fn counted_queens(plan: &Plan) -> Option<u64> {
    let Plan { domain, source, methods, .. } = plan;
    let Source::Repeated { text: Some(n), runs: 1 } = source else { return None };
    let is_count = domain == QUEENS && parts_of(methods.len()).eq(methods.iter().cloned());
    n.parse().ok().filter(|_| is_count)
}
