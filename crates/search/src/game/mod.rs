//! Choosing a move in a two-player zero-sum game with perfect information and no chance.
//!
//! | algorithm | what it is | values |
//! |---|---|---|
//! | [`Minimax`] | every line of play | exact, or to a depth |
//! | [`AlphaBeta`] | the same values from far fewer nodes | exact, or to a depth |
//! | [`Mcts`] | random playouts, more of the promising moves | means |
//! | [`Random`] | any move | none |
//!
//! ```
//! use goalward::game::{AlphaBeta, Game, GameSearch, Rating, Score};
//!
//! /// Take one, two or three matches; whoever takes the last one wins.
//! struct Nim(u32);
//!
//! impl Game for Nim {
//!     type State = u32;
//!     type Move = u32;
//!
//!     fn start(&self) -> u32 {
//!         self.0
//!     }
//!
//!     fn moves(&self, &left: &u32) -> impl Iterator<Item = u32> {
//!         1..=left.min(3)
//!     }
//!
//!     fn play(&self, &left: &u32, taken: u32) -> u32 {
//!         left - taken
//!     }
//!
//!     fn terminal(&self, &left: &u32) -> Option<Score> {
//!         (left == 0).then_some(-1)
//!     }
//! }
//!
//! let analysis = AlphaBeta::default().solve(&Nim(21)).into_solution().unwrap();
//! assert_eq!(analysis.value, Rating::Exact(1));
//! assert_eq!(analysis.best, [1]);
//! ```

mod agreement;
mod alpha_beta;
mod analysis;
mod mcts;
mod minimax;
mod random;
mod share;
mod stack;
mod table;
mod value;

pub use agreement::{Agreement, Misjudged, agreement};
pub use alpha_beta::{AlphaBeta, RootMoves, Switch, Table};
pub use analysis::{Analysis, Rated, Rating};
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use random::Random;

use std::hash::{BuildHasher, Hash};
use std::num::NonZeroUsize;

use crate::observe::Observer;
use crate::run::{Limits, Meter, Outcome, Verdict};

/// The value of a state for the player to move: above zero is a win, below zero a loss. Never
/// [`Score::MIN`], so that it can always be negated.
pub type Score = i32;

/// The rules of a game.
///
/// Every method must be a pure function of its arguments. A search to the end of a game that can go
/// on forever needs [`Limits`].
///
/// The players move in turn. If a player may move twice in a row, as in Kalah, the other player's
/// only move in between is to pass; the state records that.
pub trait Game {
    /// A position and whose turn it is. Searches pass it by value: keep it small and, if possible,
    /// packed.
    type State: Clone + Eq + Hash;
    /// What a player may do.
    type Move: Copy + Eq;

    /// Where the game begins.
    fn start(&self) -> Self::State;

    /// The moves of the player to move, in a fixed order. There is at least one
    /// unless the state is [`terminal`](Game::terminal).
    fn moves(&self, state: &Self::State) -> impl Iterator<Item = Self::Move>;

    /// The state that `mv`, possible in `state`, leads to.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Whether `mv`, which may come from another state, is legal in `state`. Override it if there
    /// is a faster way than going through the moves.
    #[inline]
    fn can_play(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.moves(state).any(|possible| possible == mv)
    }

    /// The score, for the player whose turn it would be, if the game is over.
    fn terminal(&self, state: &Self::State) -> Option<Score>;

    /// The highest possible score; the lowest is its negative. A move that is proved to reach it
    /// does not have to be compared with others. By default [`Score::MAX`].
    #[inline]
    fn most(&self) -> Score {
        Score::MAX
    }

    /// An estimate of the value of a non-terminal state for the player to move, for searches that
    /// do not reach the end. Must not exceed [`most`](Game::most) in absolute value; 0 by default.
    #[inline]
    fn evaluate(&self, _state: &Self::State) -> Score {
        0
    }

    /// How good a move looks before any search: moves with larger values are tried first, and equal
    /// ones in the order of [`moves`](Game::moves). By default all are equal.
    #[inline]
    fn promise(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    /// A canonical representative of all states that are equal up to symmetry, so that a table
    /// stores them once. It must have the same value as `state`; its moves may differ. By default
    /// it is the state itself.
    #[inline]
    fn representative(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// A hash key for tables. Two states may share a key: tables compare the states themselves. The
    /// result of a search never depends on it; node counts may, once a table is full. By default it
    /// is a hash of the state.
    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        foldhash::quality::FixedState::default().hash_one(state)
    }
}

/// A way to choose moves; its settings are its fields.
pub trait GameSearch<G: Game> {
    /// Whether [`search_on`](GameSearch::search_on) divides the work among threads.
    const SHARES: bool = false;

    /// Rates the moves of `state`, counted by `meter`, until done or until one of its limits is
    /// reached. A stopped search keeps its results so far; if no move is rated by then, all are
    /// rated by looking one move ahead. So there is a best move whenever there is a legal move.
    ///
    /// Algorithms implement this method, and one search calls it inside another; users call
    /// [`search`](GameSearch::search).
    fn analyse<O>(
        &self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Verdict<Analysis<G::Move>>
    where
        O: GameObserver<G::State, G::Move>;

    /// Rates the moves of `state` until done or until a limit is reached.
    fn search<O>(
        &self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Analysis<G::Move>>
    where
        O: GameObserver<G::State, G::Move>,
    {
        let mut meter = Meter::new(limits);
        let verdict = self.analyse(game, state, &mut meter, observer);
        meter.finish(verdict)
    }

    /// The same without an observer, with the moves of `state` divided among up to `jobs` threads
    /// if the method [supports it](GameSearch::SHARES). The value and the best moves are those of
    /// [`search`](GameSearch::search), and so are the counts unless the method documents otherwise.
    /// Any number of threads above one gives the same result, except for time.
    ///
    /// A search with a node limit uses one thread, because its nodes are counted in order.
    fn search_on(
        &self,
        _jobs: NonZeroUsize,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Outcome<Analysis<G::Move>>
    where
        G: Sync,
        G::State: Send + Sync,
        G::Move: Send + Sync,
    {
        self.search(game, state, limits, &mut ())
    }

    /// Rates the first moves of the game, without limits or an observer.
    #[must_use]
    fn solve(&self, game: &G) -> Outcome<Analysis<G::Move>> {
        self.search(game, &game.start(), &Limits::default(), &mut ())
    }
}

/// Something a game search did, lent to an observer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a, T, M> {
    /// A deepening search begins again, looking this many moves ahead.
    Deepen {
        /// The number of moves.
        depth: u32,
    },
    /// A node is visited. Each visit ends with a [`Leave`](Event::Leave), unless
    /// the search is stopped.
    Enter {
        /// The node.
        state: &'a T,
        /// The move that led to it; none at the root.
        last: Option<M>,
        /// Moves made since the root.
        ply: u32,
        /// What the player to move can already force elsewhere.
        alpha: Score,
        /// What the opponent can already limit this player to elsewhere.
        beta: Score,
    },
    /// The node's value is known, or bounded well enough.
    Leave {
        /// The node.
        state: &'a T,
        /// Moves made since the root.
        ply: u32,
        /// The value for the player to move: exact inside the window the node was entered with,
        /// otherwise a bound on that side.
        value: Score,
    },
    /// A cutoff: the opponent would avoid this node, so its other moves are not searched.
    Cutoff {
        /// The node.
        state: &'a T,
        /// Moves made since the root.
        ply: u32,
        /// The move.
        mv: M,
        /// A lower bound on its value.
        value: Score,
        /// The bound that it reached or exceeded.
        beta: Score,
    },
    /// A game was played out at random, or not at all if its result was known.
    Playout {
        /// Where it left the search tree.
        state: &'a T,
        /// The moves from the root to there.
        path: &'a [M],
        /// Moves made since the root.
        ply: u32,
        /// How it ended, for the player to move in `state`.
        score: Score,
    },
}

/// An observer of searches in games with states `T` and moves `M`; every
/// `FnMut(Event<'_, T, M>)` is one.
pub trait GameObserver<T, M>: for<'a> Observer<Event<'a, T, M>> {}

impl<T, M, O: for<'a> Observer<Event<'a, T, M>>> GameObserver<T, M> for O {}

#[cfg(test)]
mod synthetic;
