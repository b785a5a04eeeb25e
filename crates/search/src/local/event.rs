//! What a watcher of a local search is told.

/// Something that happened in a local search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a, S, M> {
    /// A run begins: the first one is number 0, each later one is a restart.
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
        /// How many were before it.
        number: u64,
        /// The best of it.
        best: &'a S,
        /// The cost of the best.
        cost: i64,
        /// The mean cost of all.
        mean: f64,
    },
    /// No state seen before was as good as this one.
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
    /// No neighbour is better; picked among this many equally good ones.
    BestNeighbour {
        /// How many neighbours share that cost.
        ties: usize,
    },
    /// The first improvement drawn.
    FirstBetter {
        /// How many neighbours were drawn, this one included.
        drawn: u64,
    },
    /// Picked by chance among the improvements: in proportion to how much they
    /// improve in stochastic climbing; all alike in first-choice climbing, which
    /// looks at all neighbours after many draws in vain.
    AmongBetter {
        /// How many improvements there are.
        better: u64,
    },
    /// Nothing improves; picked among the moves that keep the cost.
    Sideways {
        /// How many such moves there are.
        ties: usize,
    },
    /// Left to chance.
    Chance {
        /// The temperature.
        temperature: f64,
        /// The probability with which such a move is accepted.
        probability: f64,
        /// The number in `[0, 1)` that had to fall below it; none was drawn for a
        /// move that is never refused.
        draw: Option<f64>,
    },
    /// A conflicted variable's value with the fewest conflicts.
    LeastConflicts {
        /// The variable.
        variable: usize,
        /// How many values are equally good, the present one included.
        ties: usize,
    },
    /// Among the best neighbours of all the states of a beam.
    Survivor {
        /// Its place among them, from 0.
        rank: usize,
    },
}
