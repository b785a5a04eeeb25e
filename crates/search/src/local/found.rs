//! The result of a local search.

use crate::Stop;

/// The best state of a local search, and how the search went.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Found<S> {
    /// The best state seen.
    pub state: S,
    /// Its cost; for a solution, no more than the landscape's
    /// [`goal`](super::Landscape::goal).
    pub cost: i64,
    /// Every run, in order. All but the first are restarts.
    pub runs: Vec<Run>,
    /// How annealing accepted moves; `None` for other methods.
    pub acceptance: Option<Acceptance>,
}

/// One run (a climb, one cooling, all generations of a population) from its start to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Run {
    /// The cost at its start; of the best state if there are several.
    pub start: i64,
    /// The cost at its end.
    pub end: i64,
    /// Moves made; generations of a beam or a population.
    pub steps: u64,
    /// The moves that kept the cost.
    pub sideways: u64,
    /// Why it ended.
    pub ending: Ending,
}

impl Run {
    /// A run that begins at a state with this cost.
    pub(super) fn new(cost: i64) -> Self {
        Run { start: cost, end: cost, steps: 0, sideways: 0, ending: Ending::Spent }
    }

    /// Counts a move that changes the cost by `delta`.
    #[inline]
    pub(super) fn moved(&mut self, delta: i64) {
        self.end += delta;
        self.steps += 1;
        self.sideways += u64::from(delta == 0);
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ending {
    /// It found a solution.
    Solved,
    /// It reached a local optimum: every neighbour is worse, so climbing cannot leave it.
    LocalOptimum,
    /// It reached a plateau: the best neighbours are as good as the state itself, and no more
    /// sideways moves were allowed.
    Plateau,
    /// It took all its steps.
    Spent,
    /// A limit was reached.
    Stopped(Stop),
}

/// How annealing accepted moves, over all its runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Acceptance {
    /// Moves proposed.
    pub proposed: u64,
    /// Moves accepted.
    pub accepted: u64,
    /// The temperature at the start of each run.
    pub start: f64,
    /// The lowest temperature that was used.
    pub lowest: f64,
    /// The temperature at which the best state was found.
    pub best_at: f64,
}

impl Acceptance {
    /// The share of proposed moves that were accepted, from 0 to 1.
    pub fn rate(&self) -> f64 {
        if self.proposed == 0 { 0.0 } else { self.accepted as f64 / self.proposed as f64 }
    }
}
