//! Minimax without the lines of play that cannot change the result.

use std::num::NonZeroUsize;

use order::Order;
use walk::Walk;

use super::table::Store;
use super::{Analysis, Game, GameObserver, GameSearch};
use crate::run::{Limits, Meter, Outcome, Verdict};

/// Alpha-beta pruning with iterative deepening, a transposition table and move ordering, each of
/// which can be turned off to measure its effect.
///
/// Values and best moves are those of [`Minimax`](super::Minimax). With a limited depth this holds
/// if all paths to a state have the same number of moves; otherwise the table may contain a state
/// from a deeper search.
///
/// On several threads the moves of the root are rated in rounds of four, after the best move of the
/// previous depth. Each move has a separate table and reads a common one that holds the results of
/// earlier rounds. More nodes are expanded than on one thread, but the number is the same for any
/// number of threads above one. Without a table two threads take little more than half the time.
/// With one they are somewhat faster if all moves are scored, and slower if only the best are: then
/// the first move, rated on one thread, takes most of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    /// How many moves to look ahead, at least one; `None`, the default, looks to the end of the
    /// game.
    pub depth: Option<u32>,
    /// Whether to look one move ahead, then two, and so on. A stopped search returns the result of
    /// the last depth it finished, and each depth determines the move order of the next. On by
    /// default.
    pub deepening: Switch,
    /// Whether to remember states already searched: by default in up to 256 MiB.
    pub table: Table,
    /// Whether to try promising moves first: the table's move, then by [`Game::promise`], then
    /// moves that recently caused a cutoff at the same ply. On by default.
    pub ordering: Switch,
    /// Which moves of the root get a score rather than only a bound: by default the best.
    pub root: RootMoves,
}

/// Turns a part of a search on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// In use.
    On,
    /// Not in use.
    Off,
}

/// The transposition table of [`AlphaBeta`].
///
/// It starts small and doubles when it is a quarter full, until its size or the memory limit is
/// reached. After that, each bucket of two keeps the entry that took more work and replaces the
/// other. It compares whole states, so it never confuses two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// None.
    Off,
    /// At most this many bytes.
    Bytes(usize),
}

/// Which moves of the root get a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RootMoves {
    /// All the best moves; the others are only known to be worse.
    Best,
    /// Every move, which takes longer.
    All,
}

impl Default for AlphaBeta {
    fn default() -> Self {
        AlphaBeta {
            depth: None,
            deepening: Switch::On,
            table: Table::Bytes(256 << 20),
            ordering: Switch::On,
            root: RootMoves::Best,
        }
    }
}

impl<G: Game> GameSearch<G> for AlphaBeta {
    const SHARES: bool = true;

    fn analyse<O>(
        &self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Verdict<Analysis<G::Move>>
    where
        O: GameObserver<G::State, G::Move>,
    {
        if let Some(score) = game.terminal(state) {
            return Verdict::Solved(Analysis::over(score));
        }
        let mut walk = Walk {
            game,
            most: game.most(),
            settings: self,
            horizon: 0,
            meter,
            observer,
            table: self.part_of_table(1),
            lent: None,
            order: Order::default(),
            stop: None,
        };
        let mut rate = |depth, order: &mut [_]| walk.rate(state, depth, order);
        let verdict = self.deepen(game, state, &mut rate);
        walk.table.release(meter);
        verdict
    }

    fn search_on(
        &self,
        jobs: NonZeroUsize,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Outcome<Analysis<G::Move>>
    where
        G: Sync,
        G::State: Send + Sync,
        G::Move: Send + Sync,
    {
        let over = game.terminal(state).is_some();
        if jobs.get() < 2 || limits.nodes.is_some() || over || game.moves(state).count() < 2 {
            return self.search(game, state, limits, &mut ());
        }
        self.share(jobs.get(), game, state, limits)
    }
}

impl AlphaBeta {
    fn is_ordered(&self) -> bool {
        self.ordering == Switch::On
    }

    fn has_table(&self) -> bool {
        matches!(self.table, Table::Bytes(_))
    }

    /// A table with its share of the bytes.
    fn part_of_table<S: Eq, M>(&self, parts: usize) -> Store<S, M> {
        match self.table {
            Table::Off => Store::new(0),
            Table::Bytes(bytes) => Store::new(bytes / parts),
        }
    }
}

mod order;
mod root;
mod shared;
#[cfg(test)]
mod tests;
mod walk;
