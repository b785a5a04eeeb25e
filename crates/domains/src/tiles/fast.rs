//! Searches specialised for sliding tiles: node for node those of [`goalward::path`], in less time.
//!
//! Each is a [`Kernel`]: it supports some boards and heuristics, and runs the general engine for
//! the others and whenever there is an observer. So the verdict, the counts and the best so far are
//! always those of the general engine.
//!
//! | search | boards | heuristics |
//! |---|---|---|
//! | [`IdaStar`] | 4×4 | sums that each move changes by 1: Manhattan distance |
//! | [`IdaStar`] | all | [pattern databases](super::pdb) |
//! | [`AStar`] | of 12 to 16 cells | sums that each move changes by 1 |
//!
//! ```
//! use goalward::{Limits, path::PathSearch};
//! use goalward_domains::tiles::fast::{IdaStar, Kernel};
//! use goalward_domains::tiles::{Layout, PerTile, Puzzle, Size, Tiles};
//!
//! let start = "1 5 2 3 4 9 6 7 8 0 10 11 12 13 14 15".parse()?;
//! let tiles = Tiles::<u64>::new(&Puzzle::new(start, Layout::blank_first(Size::FIFTEEN))?)?;
//! let manhattan = PerTile::manhattan(tiles.goal());
//! assert!(IdaStar::on(2).serves(&tiles, &manhattan, &Limits::default()));
//! let plan = IdaStar::on(2).solve(&tiles, &manhattan).into_solution().unwrap();
//! assert_eq!(plan.cost, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZeroUsize;

use goalward::path::{self, BestFirst, ParallelIdaStar, PathObserver, PathSearch, Plan};
use goalward::{Heuristic, Limits, Outcome, StateSpace};

use super::pdb::{self, Summed};
use super::{Board, Cells, Fixed, Move, PerTile, Tiles, dive, packed};

/// A search with special code for some problems.
pub trait Kernel<S: StateSpace, H: Heuristic<S>>: PathSearch<S, H> {
    /// Whether there is special code for this problem. It then runs that code if there is no
    /// observer, and otherwise the general engine.
    fn serves(&self, space: &S, heuristic: &H, limits: &Limits) -> bool;
}

/// The same search as [`goalward::path::IdaStar`], on one thread by default.
///
/// With several threads and less memory than their paths need, sums are left to the general engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdaStar {
    /// How many threads. The plan and the counts do not depend on it.
    pub jobs: NonZeroUsize,
}

impl Default for IdaStar {
    fn default() -> Self {
        IdaStar { jobs: NonZeroUsize::MIN }
    }
}

impl IdaStar {
    /// IDA* on this many threads, at least one.
    pub fn on(jobs: usize) -> Self {
        IdaStar { jobs: NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN) }
    }

    /// The search with pattern databases, if they belong to the goal. It never runs the general
    /// engine, so a caller that uses that engine otherwise need not have it compiled for sums, too.
    pub fn by_databases<C: Cells, const V: usize>(
        &self,
        tiles: &Tiles<C>,
        databases: &Summed<'_, V>,
        limits: &Limits,
    ) -> Option<Outcome<Plan<Board<C>, Move>>> {
        let serves = self.serves(tiles, databases, limits);
        serves.then(|| pdb::ida_star(tiles, databases.additive(), self.jobs, limits))
    }

    fn plain<C: Cells, H: Heuristic<Tiles<C>> + Sync, O: PathObserver<Tiles<C>>>(
        self,
        tiles: &Tiles<C>,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<Board<C>, Move>> {
        if self.jobs.get() == 1 || O::WATCHES {
            return path::IdaStar::default().search(tiles, heuristic, limits, observer);
        }
        ParallelIdaStar { jobs: self.jobs }.search(tiles, heuristic, limits)
    }
}

impl<C: Cells, N: Fixed> Kernel<Tiles<C>, PerTile<N>> for IdaStar {
    fn serves(&self, tiles: &Tiles<C>, heuristic: &PerTile<N>, limits: &Limits) -> bool {
        dive::serves(tiles.goal().size(), self.jobs, limits) && heuristic.by_ones(tiles).is_some()
    }
}

impl<C: Cells, N: Fixed> PathSearch<Tiles<C>, PerTile<N>> for IdaStar {
    fn search<O: PathObserver<Tiles<C>>>(
        &self,
        tiles: &Tiles<C>,
        heuristic: &PerTile<N>,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<Board<C>, Move>> {
        match heuristic.by_ones(tiles) {
            Some((rises, h)) if !O::WATCHES && self.serves(tiles, heuristic, limits) => {
                dive::solve(rises, tiles, h, self.jobs, limits)
            }
            _ => self.plain(tiles, heuristic, limits, observer),
        }
    }
}

impl<C: Cells, const V: usize> Kernel<Tiles<C>, Summed<'_, V>> for IdaStar {
    /// Whether the databases belong to the goal.
    fn serves(&self, tiles: &Tiles<C>, heuristic: &Summed<'_, V>, _: &Limits) -> bool {
        let memo = Heuristic::<Tiles<C>>::memo(heuristic, &tiles.goal_board());
        Heuristic::<Tiles<C>>::estimate(heuristic, memo) == 0
    }
}

impl<C: Cells, const V: usize> PathSearch<Tiles<C>, Summed<'_, V>> for IdaStar {
    fn search<O: PathObserver<Tiles<C>>>(
        &self,
        tiles: &Tiles<C>,
        heuristic: &Summed<'_, V>,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<Board<C>, Move>> {
        let served = if O::WATCHES { None } else { self.by_databases(tiles, heuristic, limits) };
        served.unwrap_or_else(|| self.plain(tiles, heuristic, limits, observer))
    }
}

/// The same search as [`BestFirst::a_star`]. If a board was later reached at a lower cost, the best
/// so far has the cheaper path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AStar;

impl<C: Cells, N: Fixed> Kernel<Tiles<C>, PerTile<N>> for AStar {
    fn serves(&self, tiles: &Tiles<C>, heuristic: &PerTile<N>, _: &Limits) -> bool {
        (12..=16).contains(&tiles.goal().size().cells()) && heuristic.by_ones(tiles).is_some()
    }
}

impl<C: Cells, N: Fixed> PathSearch<Tiles<C>, PerTile<N>> for AStar {
    fn search<O: PathObserver<Tiles<C>>>(
        &self,
        tiles: &Tiles<C>,
        heuristic: &PerTile<N>,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<Board<C>, Move>> {
        match heuristic.by_ones(tiles) {
            Some((rises, h)) if !O::WATCHES && self.serves(tiles, heuristic, limits) => {
                let start = tiles.puzzle().start();
                let outcome = packed::astar::solve(rises, start, tiles.goal(), h, limits);
                outcome.map(|way| tiles.plan(way))
            }
            _ => BestFirst::a_star().search(tiles, heuristic, limits, observer),
        }
    }
}
