//! What a game search found out.

use std::fmt;

use super::value::Value;
use super::{Game, Score};
use crate::rng::Rng;

/// The moves of a state, rated.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Analysis<M> {
    /// What the state is worth to the player to move.
    pub value: Rating,
    /// All moves that no move beats, in the game's order; none if the game is over.
    pub best: Vec<M>,
    /// Every move with its rating, in the game's order.
    pub moves: Vec<Rated<M>>,
    /// How many moves ahead the search looked; none: to the end of the game. 0 if it judges
    /// by other means, such as playouts.
    pub depth: Option<u32>,
}

/// A move and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// Its worth to the player who makes it.
    pub rating: Rating,
}

/// What is known of the value of a state or a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rating {
    /// Proved: perfect play gives this.
    Exact(Score),
    /// Proved: perfect play gives no more than this.
    AtMost(Score),
    /// What a search of limited depth makes of it.
    Estimate(Score),
    /// No more than this, by a search of limited depth.
    EstimateAtMost(Score),
    /// How random playouts ended on average.
    Mean {
        /// From −1, all lost, to 1, all won.
        mean: f64,
        /// How many there were.
        playouts: u64,
    },
    /// Not looked at.
    Unrated,
}

impl Rating {
    /// The score, where the rating is one and not a bound.
    pub fn score(self) -> Option<Score> {
        match self {
            Rating::Exact(score) | Rating::Estimate(score) => Some(score),
            _ => None,
        }
    }

    /// Whether it holds against any play.
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
    /// What a game that is over has to say.
    pub fn over(score: Score) -> Self {
        Analysis { value: Rating::Exact(score), best: vec![], moves: vec![], depth: Some(0) }
    }

    /// Puts rated moves together: the best are those with the highest score.
    /// `most` is the score that cannot be exceeded.
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

    /// What a look one move ahead makes of the moves of `state`, which is not terminal: for a
    /// search that is stopped before it has rated any.
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

    /// What a search of `state` that was stopped has to show: itself, if any move is rated, or
    /// else what a look one move ahead makes of them.
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
