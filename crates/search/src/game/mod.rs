//! Choosing a move in a game of two players, no chance and nothing hidden, where
//! what one wins the other loses.
//!
//! | algorithm | what it is | values |
//! |---|---|---|
//! | [`Minimax`] | every line of play | exact, or to a depth |
//! | [`AlphaBeta`] | the same values from far fewer nodes | exact, or to a depth |
//! | [`Mcts`] | random playouts, more where they promise more | means |
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

/// What a state is worth to the player to move: above zero winning, below zero
/// losing. Never [`Score::MIN`], so that it can always be negated.
pub type Score = i32;

/// The rules of a game.
///
/// Every method must be a function of its arguments alone: asked twice, it
/// answers the same. Play must end: a search to the end of a game that can go on
/// for ever needs [`Limits`].
///
/// The players move in turn. Where one has another turn, as in Kalah, the other has a single
/// move in between: to pass. The state then says that it must.
pub trait Game {
    /// A situation, with whose turn it is. Searches pass it by value: keep it
    /// small, packed if it can be.
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

    /// Whether `mv`, which may come from another state, can be made in `state`. It may be
    /// written anew where there is a quicker way than to look through the moves.
    #[inline]
    fn can_play(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.moves(state).any(|possible| possible == mv)
    }

    /// The score, for the player whose turn it would be, if the game is over.
    fn terminal(&self, state: &Self::State) -> Option<Score>;

    /// The best score there is; the worst is its negative. A move that is proved
    /// to reach it needs no comparison with others. By default there is no best below
    /// [`Score::MAX`].
    #[inline]
    fn most(&self) -> Score {
        Score::MAX
    }

    /// An estimate of what a state that is not terminal is worth to the player to
    /// move, for searches that do not reach the end. Not beyond
    /// [`most`](Game::most); 0 by default.
    #[inline]
    fn evaluate(&self, _state: &Self::State) -> Score {
        0
    }

    /// How good a move looks before any search: larger is tried earlier, and of equals the
    /// first of [`moves`](Game::moves). By default all are equal.
    #[inline]
    fn promise(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    /// One state for all that are the same up to symmetry, so that a table holds
    /// them once. It must have the value of `state`; its moves may be others. By default it is
    /// the state itself.
    #[inline]
    fn representative(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// A number that spreads states over a table. Two states may share one:
    /// tables compare the states themselves. What a search returns never depends
    /// on it; node counts may, once a table is full. By default it is a hash of the state.
    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        foldhash::quality::FixedState::default().hash_one(state)
    }
}

/// A way to choose moves, its settings in its fields.
pub trait GameSearch<G: Game> {
    /// Whether [`search_on`](GameSearch::search_on) shares the work out.
    const SHARES: bool = false;

    /// Rates the moves of `state`, counting on `meter`, until done or until one of
    /// its limits. A search that is stopped keeps what it had; if no move is rated by then,
    /// all are by a look one move ahead. So it has a best move wherever there is a move.
    ///
    /// This is what an algorithm implements, and what one search calls inside
    /// another; users call [`search`](GameSearch::search).
    fn analyse<O>(
        &self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Verdict<Analysis<G::Move>>
    where
        O: GameObserver<G::State, G::Move>;

    /// Rates the moves of `state` until done or until a limit.
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

    /// The same, unwatched, with the moves of `state` shared out among up to `jobs`
    /// threads where the method [can](GameSearch::SHARES): value and best moves are those of
    /// [`search`](GameSearch::search), and counts too unless the method says what they are.
    /// Any number of threads above one comes to the same, but for time.
    ///
    /// A search with a limit on nodes, which are counted in order, takes one thread.
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

    /// Rates the first moves of the game, without limits and unwatched.
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
        /// How many.
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
        /// What the player to move is sure of elsewhere.
        alpha: Score,
        /// What the opponent will not allow to be exceeded.
        beta: Score,
    },
    /// The node's value is known, or known well enough.
    Leave {
        /// The node.
        state: &'a T,
        /// Moves made since the root.
        ply: u32,
        /// For the player to move: exact within the window the node was entered
        /// with, else a bound on that side.
        value: Score,
    },
    /// A move was too good to be allowed: the node's other moves are not looked at.
    Cutoff {
        /// The node.
        state: &'a T,
        /// Moves made since the root.
        ply: u32,
        /// The move.
        mv: M,
        /// What it is worth at least.
        value: Score,
        /// What it should have stayed below.
        beta: Score,
    },
    /// A game was played out at random, or not at all where its end was known.
    Playout {
        /// Where it branched off from the search tree.
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
