//! The events of a local search.

/// Something that happened in a local search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a, S, M> {
    /// A run begins: the first one is number 0; each later one is a restart.
    Start {
        /// Its number.
        run: u32,
        /// Where it begins.
        state: &'a S,
        /// The cost there.
        cost: i64,
    },
    /// A move was chosen or proposed. It is not made yet.
    Step {
        /// The state before the move.
        state: &'a S,
        /// The move.
        mv: M,
        /// The cost before.
        before: i64,
        /// The cost that the move leads to.
        after: i64,
        /// How it was chosen.
        reason: Reason,
        /// Whether it will be made.
        accepted: bool,
    },
    /// No move was chosen: a method that only climbs cannot leave this state.
    LocalOptimum {
        /// The state.
        state: &'a S,
        /// Its cost.
        cost: i64,
        /// The cost of its best neighbour, if it has any.
        neighbour: Option<i64>,
    },
    /// A whole population has been replaced.
    Generation {
        /// How many populations came before it.
        number: u64,
        /// Its best state.
        best: &'a S,
        /// The cost of the best.
        cost: i64,
        /// The mean cost of all.
        mean: f64,
    },
    /// A new best state.
    Best {
        /// The state.
        state: &'a S,
        /// Its cost.
        cost: i64,
    },
}

/// How a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The best neighbour, picked from several equally good ones.
    BestNeighbour {
        /// How many neighbours share that cost.
        ties: usize,
    },
    /// The first random neighbour that improves the cost.
    FirstBetter {
        /// How many neighbours were drawn, this one included.
        drawn: u64,
    },
    /// Picked at random from the improvements: in proportion to how much they improve in stochastic
    /// climbing; uniformly in first-choice climbing, which examines all neighbours after many
    /// unsuccessful draws.
    AmongBetter {
        /// How many improvements there are.
        better: u64,
    },
    /// No move improves the cost; picked from those that keep it.
    Sideways {
        /// How many such moves there are.
        ties: usize,
    },
    /// Accepted or rejected at random.
    Chance {
        /// The temperature.
        temperature: f64,
        /// The probability of accepting such a move.
        probability: f64,
        /// The random number in `[0, 1)` that had to be below it; `None` if the move is always
        /// accepted and nothing was drawn.
        draw: Option<f64>,
    },
    /// A conflicted variable's value with the fewest conflicts.
    LeastConflicts {
        /// The variable.
        variable: usize,
        /// How many values are equally good, including the current one.
        ties: usize,
    },
    /// One of the best neighbours of all states of a beam.
    Survivor {
        /// Its rank among them, from 0.
        rank: usize,
    },
}
