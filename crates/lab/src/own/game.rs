//! User-defined games.

use std::fmt::{Debug, Display};

use goalward::game::{Game, Score};
use goalward_domains::board::Player;

use super::{characters, described, line_of, row};
use crate::game::{GameDomain, Standing};
use crate::registry::{Domain, InputError};
use crate::settings::Settings;
use crate::view::{Cells, Frame};

/// A game that people may name, write down, look at and play.
pub trait GameProblem:
    Game<State: Debug + Send + Sync, Move: Display + Send + Sync> + Clone + Send + Sync + 'static
{
    described! {
        method: "alpha-beta",
        compared: &["minimax", "alpha-beta", "mcts(playouts=1000)", "mcts"]
    }

    /// How far ahead to search by default; `None` means to the end of the game.
    const DEPTH: Option<&'static str> = None;
    /// One line on [`evaluate`](Game::evaluate), if it is written: it can then be audited.
    const EVALUATOR: Option<&'static str> = None;

    /// The game with these settings.
    fn open(settings: &Settings) -> Result<Self, InputError>;

    /// A position from its text, or what is wrong with that. An instance is a position; without
    /// one, it is the start.
    fn read(&self, text: &str) -> Result<Self::State, String>;

    /// A position as text that can be read back, different for different positions.
    fn show(&self, state: &Self::State) -> String;

    /// Whose turn it is: X moves first.
    fn player(&self, state: &Self::State) -> Player;

    /// A position drawn for people, in as many lines as it takes.
    fn draw(&self, state: &Self::State) -> String {
        self.show(state)
    }
}

/// The row of the registry for `P`, to be given to [`add_domains`](crate::add_domains).
pub const fn own_game<P: GameProblem>() -> Domain {
    row!(P, |settings, text, _| {
        let game = Own(P::open(settings)?);
        let state = match line_of(P::SETS, text)? {
            Some(text) => game.0.read(text).map_err(InputError)?,
            None => game.start(),
        };
        Ok(Box::new(Standing::new(game, state)))
    })
}

/// A game in the form the registry needs.
#[derive(Clone)]
struct Own<P>(P);

impl<P: GameProblem> Game for Own<P> {
    type State = P::State;
    type Move = P::Move;

    fn start(&self) -> P::State {
        self.0.start()
    }

    fn moves(&self, state: &P::State) -> impl Iterator<Item = P::Move> {
        self.0.moves(state)
    }

    fn play(&self, state: &P::State, mv: P::Move) -> P::State {
        self.0.play(state, mv)
    }

    fn can_play(&self, state: &P::State, mv: P::Move) -> bool {
        self.0.can_play(state, mv)
    }

    fn terminal(&self, state: &P::State) -> Option<Score> {
        self.0.terminal(state)
    }

    fn most(&self) -> Score {
        self.0.most()
    }

    fn evaluate(&self, state: &P::State) -> Score {
        self.0.evaluate(state)
    }

    fn promise(&self, state: &P::State, mv: P::Move) -> i32 {
        self.0.promise(state, mv)
    }

    fn representative(&self, state: &P::State) -> P::State {
        self.0.representative(state)
    }

    fn key(&self, state: &P::State) -> u64 {
        self.0.key(state)
    }
}

impl<P: GameProblem> GameDomain for Own<P> {
    fn read(&self, text: &str) -> Result<P::State, String> {
        self.0.read(text)
    }

    fn show(&self, state: &P::State) -> String {
        self.0.show(state)
    }

    fn drawing(&self, state: &P::State) -> String {
        self.0.draw(state)
    }

    /// The move of this name.
    fn read_move(&self, state: &P::State, text: &str) -> Result<P::Move, String> {
        let is_over = self.terminal(state).is_some();
        let named = |mv: &P::Move| mv.to_string().eq_ignore_ascii_case(text.trim());
        let found = self.moves(state).filter(|_| !is_over).find(named);
        found.ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            let moves: Vec<String> =
                self.moves(state).filter(|_| !is_over).map(|mv| mv.to_string()).collect();
            match moves.is_empty() {
                true => "the game is over".into(),
                false => format!("`{shown}` is not a move here: choose from {}", moves.join(", ")),
            }
        })
    }

    fn frame(&self) -> Frame {
        Frame::text()
    }

    fn cells(&self, state: &P::State) -> Cells {
        characters(&self.0.draw(state))
    }

    fn player(&self, state: &P::State) -> Player {
        self.0.player(state)
    }

    fn default_depth(&self) -> Option<&'static str> {
        P::DEPTH
    }

    fn default_method(&self, _: &P::State) -> &'static str {
        P::METHOD
    }

    fn compared(&self) -> &'static [&'static str] {
        P::COMPARED
    }

    fn evaluator(&self) -> Option<&'static str> {
        P::EVALUATOR
    }
}
