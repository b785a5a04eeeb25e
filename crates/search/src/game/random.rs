//! A random move.

use super::{Analysis, Game, GameObserver, GameSearch, Rated, Rating};
use crate::run::{Meter, Verdict};

/// Rates all moves as equal: a baseline opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Random;

impl<G: Game> GameSearch<G> for Random {
    fn analyse<O>(
        &self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        _observer: &mut O,
    ) -> Verdict<Analysis<G::Move>>
    where
        O: GameObserver<G::State, G::Move>,
    {
        if let Some(score) = game.terminal(state) {
            return Verdict::Solved(Analysis::over(score));
        }
        let best: Vec<_> = game.moves(state).collect();
        let moves = best.iter().map(|&mv| Rated { mv, rating: Rating::Unrated }).collect();
        let all = Analysis { value: Rating::Unrated, best, moves, depth: Some(0) };
        match meter.expand() {
            Ok(()) => Verdict::Solved(all),
            Err(by) => Verdict::Stopped { by, best: Some(all) },
        }
    }
}
