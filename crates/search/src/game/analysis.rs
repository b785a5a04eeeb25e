//! The result of a game search.

use std::fmt;

use super::value::Value;
use super::{Game, Score};
use crate::rng::Rng;

/// The moves of a state, rated.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Analysis<M> {
    /// The value of the state for the player to move.
    pub value: Rating,
    /// All best moves, in the game's order; empty if the game is over.
    pub best: Vec<M>,
    /// Every move with its rating, in the game's order.
    pub moves: Vec<Rated<M>>,
    /// How many moves ahead the search looked; `None`: to the end of the game. 0 if it rates moves
    /// by other means, such as playouts.
    pub depth: Option<u32>,
}

/// A move and its rating.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player who makes it.
    pub rating: Rating,
}

/// What is known about the value of a state or a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rating {
    /// Proved: perfect play gives this.
    Exact(Score),
    /// Proved: perfect play gives no more than this.
    AtMost(Score),
    /// An estimate by a search of limited depth.
    Estimate(Score),
    /// At most this, as estimated by a search of limited depth.
    EstimateAtMost(Score),
    /// The average result of random playouts.
    Mean {
        /// From −1, all lost, to 1, all won.
        mean: f64,
        /// How many there were.
        playouts: u64,
    },
    /// Not searched.
    Unrated,
}

impl Rating {
    /// The score, if the rating is a score and not a bound.
    pub fn score(self) -> Option<Score> {
        match self {
            Rating::Exact(score) | Rating::Estimate(score) => Some(score),
            _ => None,
        }
    }

    /// Whether it is proved.
    pub fn is_proved(self) -> bool {
        matches!(self, Rating::Exact(_) | Rating::AtMost(_))
    }

    pub(super) fn exactly(value: Value) -> Rating {
        if value.proved { Rating::Exact(value.score) } else { Rating::Estimate(value.score) }
    }

    pub(super) fn at_most(value: Value) -> Rating {
        if value.proved { Rating::AtMost(value.score) } else { Rating::EstimateAtMost(value.score) }
    }
}

/// `3`, `≤ 3`, `about 3`, `about ≤ 3`, `+0.25 over 1000 playouts` or `?`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Rating::Exact(score) => write!(f, "{score}"),
            Rating::AtMost(score) => write!(f, "≤ {score}"),
            Rating::Estimate(score) => write!(f, "about {score}"),
            Rating::EstimateAtMost(score) => write!(f, "about ≤ {score}"),
            Rating::Mean { mean, playouts } => write!(f, "{mean:+.2} over {playouts} playouts"),
            Rating::Unrated => write!(f, "?"),
        }
    }
}

impl<M: Copy> Analysis<M> {
    /// The analysis of a game that is over.
    pub fn over(score: Score) -> Self {
        Analysis { value: Rating::Exact(score), best: vec![], moves: vec![], depth: Some(0) }
    }

    /// Combines rated moves into an analysis: the best are those with the highest score. `most` is
    /// the highest possible score.
    pub fn of(moves: Vec<Rated<M>>, depth: Option<u32>, most: Score) -> Self {
        let Some(score) = moves.iter().filter_map(|rated| rated.rating.score()).max() else {
            return Analysis { value: Rating::Unrated, best: vec![], moves, depth };
        };
        let best = |rated: &&Rated<M>| rated.rating.score() == Some(score);
        let proved = moves.iter().all(|rated| rated.rating.is_proved())
            || moves.iter().any(|rated| rated.rating == Rating::Exact(most));
        Analysis {
            value: Rating::exactly(Value { score, proved }),
            best: moves.iter().filter(best).map(|rated| rated.mv).collect(),
            moves,
            depth,
        }
    }

    /// Rates the moves of `state`, which is not terminal, by looking one move ahead: for a search
    /// that is stopped before it has rated any.
    pub(super) fn glance<G: Game<Move = M>>(game: &G, state: &G::State) -> Self {
        let rated = |mv| {
            let next = game.play(state, mv);
            let value = match game.terminal(&next) {
                Some(score) => Value::proved(score),
                None => Value::estimate(game.evaluate(&next)),
            };
            Rated { mv, rating: Rating::exactly(-value) }
        };
        Analysis::of(game.moves(state).map(rated).collect(), Some(1), game.most())
    }

    /// The result of a stopped search of `state`: this analysis if any move is rated, otherwise one
    /// that looks one move ahead.
    pub fn or_glance<G: Game<Move = M>>(self, game: &G, state: &G::State) -> Self {
        if self.best.is_empty() { Analysis::glance(game, state) } else { self }
    }

    /// Whether the value and the whole list of best moves are proved.
    pub fn is_proved(&self) -> bool {
        self.value.is_proved() && self.moves.iter().all(|rated| rated.rating.is_proved())
    }

    /// One of the best moves, all equally likely; none if the game is over.
    pub fn choose(&self, rng: &mut Rng) -> Option<M> {
        rng.pick(&self.best).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(ratings: &[Rating]) -> Vec<Rated<usize>> {
        ratings.iter().enumerate().map(|(mv, &rating)| Rated { mv, rating }).collect()
    }

    #[test]
    fn all_moves_of_the_highest_score_are_best_and_bounds_never_are() {
        use Rating::*;
        let analysis = Analysis::of(rated(&[Exact(2), AtMost(2), Exact(1), Exact(2)]), Some(3), 9);
        assert_eq!(analysis.best, [0, 3]);
        assert_eq!(analysis.value, Exact(2));
        assert!(analysis.is_proved());
    }

    #[test]
    fn one_estimate_makes_the_value_an_estimate_unless_it_is_the_most() {
        use Rating::*;
        assert_eq!(Analysis::of(rated(&[Exact(2), Estimate(1)]), Some(3), 9).value, Estimate(2));
        let won = Analysis::of(rated(&[Exact(9), Estimate(1)]), Some(3), 9);
        assert_eq!(won.value, Exact(9));
        assert!(!won.is_proved(), "the estimate may yet turn out to be as good");
    }

    #[test]
    fn every_best_move_is_chosen_equally_often_and_by_the_seed() {
        let analysis = Analysis::of(rated(&[Rating::Exact(1); 3]), Some(1), 1);
        let chosen = |seed| {
            let mut rng = Rng::new(seed);
            (0..3_000).map(|_| analysis.choose(&mut rng).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(1), chosen(1));
        for mv in 0..3 {
            let times = chosen(2).iter().filter(|&&chosen| chosen == mv).count();
            assert!((900..1_100).contains(&times), "{mv}: {times}");
        }
        assert_eq!(Analysis::<u8>::over(0).choose(&mut Rng::new(1)), None);
    }
}
