//! Laws and exact results of the constraint searches.

mod exact;
mod groups;
mod laws;
mod models;

use super::*;
use crate::run::Limits;

/// Every way to search.
fn methods() -> impl Iterator<Item = Backtracking> {
    use Inference::{AllDifferent, ForwardChecking, Mac};
    use VariableOrder::{Mrv, MrvDegree};
    [Inference::None, ForwardChecking, Mac, AllDifferent].into_iter().flat_map(|inference| {
        [VariableOrder::Static, Mrv, MrvDegree].into_iter().flat_map(move |order| {
            [ValueOrder::Static, ValueOrder::Lcv].map(|values| Backtracking {
                inference,
                order,
                values,
            })
        })
    })
}

fn search<C: Csp>(method: Backtracking, csp: &C, find: Find) -> Answer {
    method.search(csp, find, &Limits::default(), ())
}

/// The solutions of a search that was not stopped, in the order found.
fn found(answer: &Answer) -> Vec<Vec<Value>> {
    answer.outcome.solution().map(|solutions| solutions.kept.clone()).unwrap_or_default()
}

/// One queen in each column, without names for its relations.
fn queens(n: usize) -> impl Csp {
    let pairs = (0..n).flat_map(|y| (0..y).map(move |x| (x, y))).collect();
    from_fn(vec![n; n], pairs, |(x, a), (y, b)| a != b && a.abs_diff(b) != y - x)
}
