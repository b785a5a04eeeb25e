//! The game family: what a game needs for its methods, and how they run. The methods are in
//! `rows`.

mod contest;
mod finding;
mod line;
mod rows;
mod steps;
mod words;

use std::fmt::Display;
use std::num::NonZeroUsize;

use goalward::Limits;
use goalward::game::{AlphaBeta, Event, Game, GameSearch, Score};
use goalward_domains::board::Player;

use crate::about::About;
use crate::audit::{Subject, evaluator};
use crate::registry::{Check, Family, Instance, Method, Run, Search};
use crate::report::{Finding, Solution};
use crate::settings::{Param, Settings};
use crate::trace::EventKind;
use crate::tree::Branch;
use crate::view::{Cells, Frame, View};

use self::steps::Window;

pub use contest::{GameOver, Match, MoveWorth};
pub(crate) use line::in_a_row;
pub use rows::methods;
pub(crate) use rows::{root_moves, scored};
pub(crate) use steps::GameSight;

/// A game that people can read, write and look at.
pub trait GameDomain:
    Game<State: Send + Sync, Move: Display + Send + Sync> + Clone + Send + Sync + 'static
{
    /// A position from its text, or what is wrong with that.
    fn read(&self, text: &str) -> Result<Self::State, String>;

    /// A position as text that can be read back.
    fn show(&self, state: &Self::State) -> String;

    /// A position drawn, with what is needed to name a move.
    fn drawing(&self, state: &Self::State) -> String;

    /// A move to make in `state` from what somebody typed, or what is wrong with that.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, String>;

    /// How a move is typed, such as `4, b2`, and what it does; none if the moves explain
    /// themselves.
    fn move_help(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Its board, empty.
    fn frame(&self) -> Frame;

    /// What stands on its board.
    fn cells(&self, state: &Self::State) -> Cells;

    /// The cells of the line that has won, where a line wins.
    fn line(&self, _state: &Self::State) -> Vec<usize> {
        Vec::new()
    }

    /// Whose turn it is, or would be.
    fn player(&self, state: &Self::State) -> Player;

    /// The number of the winner's own moves until a game of this score ends, where scores say so.
    fn moves_to_win(&self, _state: &Self::State, _score: Score) -> Option<u32> {
        None
    }

    /// How far ahead to look by default; none: to the end of the game.
    fn default_depth(&self) -> Option<&'static str>;

    /// The spec of the method to run when none is named.
    fn default_method(&self, state: &Self::State) -> &'static str;

    /// The specs of the methods to compare when none are named.
    fn compared(&self) -> &'static [&'static str];

    /// One line on its evaluator, if it has one.
    fn evaluator(&self) -> Option<&'static str> {
        None
    }

    /// The exact score of a position, unless a limit is reached first.
    fn exact(&self, state: &Self::State, limits: &Limits) -> Option<Score> {
        let outcome = AlphaBeta::default().search(self, state, limits, &mut ());
        outcome.into_solution()?.value.score()
    }

    /// Methods that only this game has.
    fn own_methods<'a>(&'a self, _state: &'a Self::State) -> Vec<Method<'a>> {
        Vec::new()
    }
}

/// A method that rates the moves of `state`; `algorithm` is made from the settings and
/// the seed.
pub(crate) fn row<'a, G: GameDomain, A: GameSearch<G> + 'static>(
    game: &'a G,
    state: &'a G::State,
    about: &'static About,
    params: Vec<Param>,
    algorithm: fn(&Settings, u64) -> A,
) -> Method<'a> {
    let make = move |settings: &Settings| {
        let settings = settings.clone();
        let run = move |run: &mut Run<'_>| {
            let algorithm = algorithm(&settings, run.seed);
            let outcome = match &mut run.trace {
                None => {
                    let jobs = NonZeroUsize::new(run.jobs).unwrap_or(NonZeroUsize::MIN);
                    algorithm.search_on(jobs, game, state, &run.limits)
                }
                Some(trace) => {
                    // A search that cuts nothing off has no use for bounds.
                    let cuts = about.lines.iter().any(|(event, _)| *event == EventKind::Cutoff);
                    let window = if cuts { Window::Shown } else { Window::Unused };
                    let mut branch = Branch::default();
                    let mut tell = |event: Event<'_, G::State, G::Move>| {
                        steps::tell(game, window, event, &mut branch, &mut **trace);
                    };
                    algorithm.search(game, state, &run.limits, &mut tell)
                }
            };
            Ok(Finding::written(|| finding::of(game, state, outcome, run.seed)))
        };
        Ok(Box::new(run) as Box<dyn Search + 'a>)
    };
    Method { about, family: Family::Game, params, shares: A::SHARES, make: Box::new(make) }
}

/// Stones as cells: 1 is X, 2 is O.
pub(crate) fn marks(stones: &[Option<Player>]) -> Cells {
    let mark = |player| match player {
        Player::X => 1,
        Player::O => 2,
    };
    stones.iter().map(|stone| stone.map(mark)).collect()
}

/// A position of a game.
pub(crate) struct Standing<G: GameDomain> {
    pub game: G,
    pub state: G::State,
    /// The position as it was written, or as the game writes it.
    pub text: String,
}

impl<G: GameDomain> Standing<G> {
    pub fn new(game: G, state: G::State) -> Self {
        let text = game.show(&state);
        Standing { game, state, text }
    }

    /// This position, and those that the moves lead to, each played from here.
    fn after_each(&self, moves: &Solution) -> Result<Vec<G::State>, String> {
        let mut positions = vec![self.state.clone()];
        for word in moves.words() {
            let mv = self.game.read_move(&self.state, &word)?;
            positions.push(self.game.play(&self.state, mv));
        }
        Ok(positions)
    }
}

impl<G: GameDomain> Instance for Standing<G> {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn drawing(&self) -> String {
        self.game.drawing(&self.state)
    }

    fn methods(&self) -> Vec<Method<'_>> {
        methods(&self.game, &self.state)
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        evaluator(&self.game).into_iter().collect()
    }

    fn default_method(&self) -> &'static str {
        self.game.default_method(&self.state)
    }

    fn compared(&self) -> &'static [&'static str] {
        self.game.compared()
    }

    /// Whether every move can be made; how good they are is not checked again.
    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let positions = self.after_each(solution)?;
        let boards: Vec<String> =
            positions.iter().map(|position| self.game.drawing(position)).collect();
        Ok(Check { cost: None, solves: boards.len() > 1, boards, end: None, picture: None })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        let positions = self.after_each(solution)?;
        Ok(positions.iter().map(|position| self.game.cells(position)).collect())
    }

    fn view(&self) -> View {
        View { frame: self.game.frame(), start: self.game.cells(&self.state) }
    }

    fn game(&self) -> Option<Box<dyn Match>> {
        Some(contest::begin(self.game.clone(), self.state.clone()))
    }
}
