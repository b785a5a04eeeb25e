//! A game in progress.

use std::fmt;

use goalward::Limits;
use goalward::game::{Rating, Score};
use goalward_domains::board::Player;

use super::{GameDomain, Standing, words};
use crate::registry::Instance;

/// A game in progress, its types erased.
pub trait Match {
    /// The board, with what is needed to name a move.
    fn drawing(&self) -> String;

    /// Whose turn it is; `None` when the game is over.
    fn turn(&self) -> Option<Player>;

    /// How the game ended, if it has.
    fn over(&self) -> Option<GameOver>;

    /// The cells of the line that has won, where a line wins.
    fn line(&self) -> Vec<usize>;

    /// The moves that can be made, as people write them.
    fn moves(&self) -> Vec<String>;

    /// How a move is typed, and what it does, for people.
    fn move_help(&self) -> (String, &'static str);

    /// Makes a move and returns it as people write it, or says what is wrong with it.
    fn play(&mut self, mv: &str) -> Result<String, String>;

    /// Takes back the last move; false where the game began.
    fn undo(&mut self) -> bool;

    /// How many moves were made since the game began.
    fn played(&self) -> usize;

    /// The present position, to run methods on.
    fn position(&self) -> Box<dyn Instance>;

    /// What every move is worth against perfect play; none if a limit is reached first. The limits
    /// are those of each move.
    fn worths(&self, limits: &Limits) -> Option<Vec<MoveWorth>>;
}

/// What a move is worth against perfect play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveWorth {
    /// The move, as people write it.
    pub mv: String,
    /// Its exact score for the player who makes it.
    pub score: Score,
    /// The same in words, such as `draws`.
    pub words: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOver {
    /// Somebody won.
    Won(Player),
    /// Nobody did.
    Drawn,
}

/// `X has won` or `a draw`.
impl fmt::Display for GameOver {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameOver::Won(player) => write!(f, "{player} has won"),
            GameOver::Drawn => f.write_str("a draw"),
        }
    }
}

/// How the game ended, if it is over in `state`.
pub(super) fn over<G: GameDomain>(game: &G, state: &G::State) -> Option<GameOver> {
    let player = game.player(state);
    game.terminal(state).map(|score| match score {
        0 => GameOver::Drawn,
        1.. => GameOver::Won(player),
        _ => GameOver::Won(player.other()),
    })
}

/// A game to be played from `state`.
pub(super) fn begin<G: GameDomain>(game: G, state: G::State) -> Box<dyn Match> {
    Box::new(Contest { game, state, before: Vec::new() })
}

struct Contest<G: GameDomain> {
    game: G,
    state: G::State,
    /// The positions before the present one, in order.
    before: Vec<G::State>,
}

impl<G: GameDomain> Match for Contest<G> {
    fn drawing(&self) -> String {
        self.game.drawing(&self.state)
    }

    fn turn(&self) -> Option<Player> {
        self.over().is_none().then(|| self.game.player(&self.state))
    }

    fn over(&self) -> Option<GameOver> {
        over(&self.game, &self.state)
    }

    fn line(&self) -> Vec<usize> {
        self.game.line(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        match self.over() {
            Some(_) => Vec::new(),
            None => self.game.moves(&self.state).map(|mv| mv.to_string()).collect(),
        }
    }

    fn move_help(&self) -> (String, &'static str) {
        match self.game.move_help() {
            Some((typed, does)) => (typed.into(), does),
            None => {
                let named = self.game.moves(&self.state).take(2).map(|mv| mv.to_string());
                (named.collect::<Vec<_>>().join(", "), "to make this move")
            }
        }
    }

    fn play(&mut self, mv: &str) -> Result<String, String> {
        let mv = self.game.read_move(&self.state, mv)?;
        let next = self.game.play(&self.state, mv);
        self.before.push(std::mem::replace(&mut self.state, next));
        Ok(mv.to_string())
    }

    fn undo(&mut self) -> bool {
        let Some(state) = self.before.pop() else { return false };
        self.state = state;
        true
    }

    fn played(&self) -> usize {
        self.before.len()
    }

    fn worths(&self, limits: &Limits) -> Option<Vec<MoveWorth>> {
        let (game, state) = (&self.game, &self.state);
        let worth = |mv: G::Move| {
            let next = game.play(state, mv);
            let score = -game.terminal(&next).or_else(|| game.exact(&next, limits))?;
            let words = words::in_words(game, state, Rating::Exact(score));
            Some(MoveWorth { mv: mv.to_string(), score, words })
        };
        game.moves(state).map(worth).collect()
    }

    fn position(&self) -> Box<dyn Instance> {
        Box::new(Standing::new(self.game.clone(), self.state.clone()))
    }
}
