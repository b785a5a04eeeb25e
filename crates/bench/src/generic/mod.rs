//! Problems that have no kernel, stated as a user states them: by closures, or by the user's own
//! type. Each module has the problem, which the peers use too, and our work on it.

use goalward::Outcome;
use goalward::path::Plan;

pub mod grid;
pub mod pancakes;
pub mod roads;
pub mod words;

/// The cost of the plan.
///
/// # Panics
/// If there is none.
pub fn cost<T, A>(outcome: Outcome<Plan<T, A>>) -> u64 {
    outcome.into_solution().expect("solvable").cost.into()
}
