//! What a heuristic saves a search.

use crate::cost::Cost;
use crate::path::spur::a_star_from;
use crate::run::{Limits, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// What a heuristic saves A\* compared with no heuristic, measured on a sample of starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Savings {
    /// How many starts both searches solved.
    pub starts: u64,
    /// How many starts were not solved within the limits.
    pub unsolved: u64,
    /// Nodes expanded with the heuristic, over all solved starts.
    pub informed: u64,
    /// Nodes expanded without it.
    pub blind: u64,
    /// How many plans found with the heuristic are not optimal.
    pub dearer: u64,
}

impl Savings {
    /// How many times fewer nodes are expanded; `None` if nothing was measured.
    pub fn factor(&self) -> Option<f64> {
        (self.informed > 0).then(|| self.blind as f64 / self.informed as f64)
    }
}

/// Runs A\* with and without `heuristic` from each of `starts`; the limits apply to each search.
/// Ends early only if it is cancelled.
pub fn savings<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    starts: impl IntoIterator<Item = S::State>,
    limits: &Limits,
) -> Savings {
    let mut savings = Savings::default();
    for start in starts {
        let blind = a_star_from(space, &start, None, &|_| S::Cost::ZERO, limits);
        let estimate = |state: &S::State| heuristic.estimate(heuristic.memo(state));
        let informed = a_star_from(space, &start, None, &estimate, limits);
        match (blind.verdict, informed.verdict) {
            (Verdict::Solved(least), Verdict::Solved(plan)) => {
                savings.starts += 1;
                savings.blind += blind.stats.expanded;
                savings.informed += informed.stats.expanded;
                savings.dearer += u64::from(least.cost.beats(plan.cost));
            }
            (Verdict::Stopped { by: Stop::Cancelled, .. }, _)
            | (_, Verdict::Stopped { by: Stop::Cancelled, .. }) => break,
            _ => savings.unsolved += 1,
        }
    }
    savings
}
