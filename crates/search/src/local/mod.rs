//! Local search: improve one complete state, move by move, keeping no path.
//!
//! A problem is a [`Landscape`]; a method is a [`LocalSearch`]:
//! - [`HillClimbing`]: uphill, in three variants, with sideways moves and restarts;
//! - [`Annealing`]: random moves, worse ones with a probability that falls with the temperature;
//! - [`MinConflicts`]: repair one conflicted variable at a time ([`Conflicts`]);
//! - [`LocalBeam`]: the best neighbours of many states at once;
//! - [`Genetic`]: recombines the states of a population ([`Crossover`]).
//!
//! Costs are minimised, so "uphill" means "down in cost" here. A state whose cost is at most the
//! landscape's [`goal`](Landscape::goal), 0 by default, is a solution. None of these methods can
//! prove that there is no solution: without one they end [`Stuck`](crate::Verdict::Stuck) with
//! their best state.
//!
//! # What a step is
//! [`Limits::nodes`] counts steps: one neighbourhood scan in hill climbing and for each state of a
//! beam, one proposed move in annealing, one variable in min-conflicts, one child in genetic
//! search. [`Stats::generated`] counts the neighbours whose cost was computed; moves that are not
//! [allowed](Landscape::allows) do not count.
//!
//! [`Stats::generated`]: crate::Stats::generated
//!
//! ```
//! use goalward::Rng;
//! use goalward::local::{HillClimbing, Landscape, LocalSearch};
//!
//! /// Light all the lamps.
//! struct Lamps(usize);
//!
//! impl Landscape for Lamps {
//!     type State = Vec<bool>;
//!     type Move = usize;
//!
//!     fn random_state(&self, rng: &mut Rng) -> Vec<bool> {
//!         (0..self.0).map(|_| rng.below(2) == 1).collect()
//!     }
//!     fn cost(&self, lamps: &Vec<bool>) -> i64 {
//!         lamps.iter().filter(|&&lit| !lit).count() as i64
//!     }
//!     fn moves(&self, _: &Vec<bool>) -> impl Iterator<Item = usize> {
//!         0..self.0
//!     }
//!     fn random_move(&self, _: &Vec<bool>, rng: &mut Rng) -> Option<usize> {
//!         Some(rng.below(self.0))
//!     }
//!     fn delta(&self, lamps: &Vec<bool>, lamp: usize) -> i64 {
//!         if lamps[lamp] { 1 } else { -1 }
//!     }
//!     fn apply(&self, lamps: &mut Vec<bool>, lamp: usize) {
//!         lamps[lamp] = !lamps[lamp];
//!     }
//! }
//!
//! let outcome = HillClimbing::default().solve(&Lamps(9), 1);
//! assert_eq!(outcome.into_solution().unwrap().state, [true; 9]);
//! ```
//!
//! # Optimisation without a goal
//! When a round trip is minimised or a value maximised, no cost is known at which a search could
//! end. Such a landscape has no [`goal`](Landscape::goal), every run takes all its steps, and
//! [`Outcome::best`] has the best state with its cost. To maximise a value, use its negative as the
//! cost; moves that must not be made are not [allowed](Landscape::allows):
//!
//! ```
//! use goalward::Rng;
//! use goalward::local::{Annealing, Landscape, LocalSearch};
//!
//! /// Items with weights and values, and the capacity of the knapsack.
//! struct Knapsack {
//!     things: [(i64, i64); 6],
//!     room: i64,
//! }
//!
//! impl Knapsack {
//!     fn sum(&self, packed: &[bool; 6], of: impl Fn(&(i64, i64)) -> i64) -> i64 {
//!         self.things.iter().zip(packed).filter(|(_, packed)| **packed).map(|(it, _)| of(it)).sum()
//!     }
//! }
//!
//! impl Landscape for Knapsack {
//!     type State = [bool; 6];
//!     type Move = usize;
//!
//!     fn random_state(&self, _: &mut Rng) -> [bool; 6] {
//!         [false; 6]
//!     }
//!     fn cost(&self, packed: &[bool; 6]) -> i64 {
//!         -self.sum(packed, |&(_, value)| value)
//!     }
//!     fn goal(&self) -> Option<i64> {
//!         None
//!     }
//!     fn moves(&self, _: &[bool; 6]) -> impl Iterator<Item = usize> {
//!         0..6
//!     }
//!     fn random_move(&self, _: &[bool; 6], rng: &mut Rng) -> Option<usize> {
//!         Some(rng.below(6))
//!     }
//!     fn allows(&self, packed: &[bool; 6], thing: usize) -> bool {
//!         let weight = self.sum(packed, |&(weight, _)| weight);
//!         packed[thing] || weight + self.things[thing].0 <= self.room
//!     }
//!     fn delta(&self, packed: &[bool; 6], thing: usize) -> i64 {
//!         let value = self.things[thing].1;
//!         if packed[thing] { value } else { -value }
//!     }
//!     fn apply(&self, packed: &mut [bool; 6], thing: usize) {
//!         packed[thing] = !packed[thing];
//!     }
//! }
//!
//! let things = [(9, 10), (5, 6), (5, 6), (2, 1), (3, 2), (6, 6)];
//! let knapsack = Knapsack { things, room: 10 };
//! let best = Annealing::default().solve(&knapsack, 1).into_best().unwrap();
//! assert_eq!((best.cost, best.state), (-12, [false, true, true, false, false, false]));
//! ```
//!
//! [`Outcome::best`]: crate::Outcome::best

mod adapters;
mod annealing;
mod best;
mod cooler;
mod event;
mod found;
mod genetic;
mod hill_climbing;
#[cfg(test)]
mod laws;
mod local_beam;
mod min_conflicts;
mod neighbours;
mod record;
mod restarting;
mod schedule;
mod survey;
#[cfg(test)]
mod testing;
mod threads;

pub use adapters::{Starting, Traced, Trail};
pub use annealing::Annealing;
pub use event::{Event, Reason};
pub use found::{Acceptance, Ending, Found, Run};
pub use genetic::Genetic;
pub use hill_climbing::{HillClimbing, Variant};
pub use local_beam::LocalBeam;
pub use min_conflicts::MinConflicts;
pub use schedule::{Cooling, Schedule, ScheduleError, Temperature};
pub use survey::{Enumerable, Kinds, Survey, survey, survey_sample};

use std::num::NonZeroUsize;

use crate::{Limits, Observer, Outcome, Rng};

/// Complete states with a cost, and moves between them.
///
/// All methods except `random_state` and `random_move` must be pure functions of their arguments.
pub trait Landscape {
    /// A complete state, good or bad.
    type State: Clone;
    /// A small change to a state.
    type Move: Copy;

    /// Where a run begins. A landscape with only one start always returns it.
    fn random_state(&self, rng: &mut Rng) -> Self::State;

    /// The cost of `state`: lower is better. To maximise a value, return its negative.
    fn cost(&self, state: &Self::State) -> i64;

    /// The cost of a solution: a search ends at a state that costs no more. If it is `None`, a
    /// search takes all its steps and its best state is the answer.
    ///
    /// By default it is 0.
    #[inline]
    fn goal(&self) -> Option<i64> {
        Some(0)
    }

    /// Every move possible in `state`, possibly including some that are not
    /// [allowed](Landscape::allows).
    fn moves(&self, state: &Self::State) -> impl Iterator<Item = Self::Move>;

    /// One of the moves, all equally likely; `None` if there are none. If it is not
    /// [allowed](Landscape::allows), another is drawn.
    fn random_move(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Move>;

    /// Whether `mv`, one of the moves, may be made in `state`. A move that is not allowed is never
    /// made or counted, and its delta is never requested.
    ///
    /// By default every move is allowed. If the allowed moves can be listed and drawn just as fast,
    /// this method is not needed.
    #[inline]
    fn allows(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        true
    }

    /// How much `mv` would change the cost.
    fn delta(&self, state: &Self::State, mv: Self::Move) -> i64;

    /// Makes a move.
    fn apply(&self, state: &mut Self::State, mv: Self::Move);

    /// Whether `next`, made right after `last`, undoes it. Annealing makes such a move only if
    /// there is no other.
    #[inline]
    fn undoes(&self, _last: Self::Move, _next: Self::Move) -> bool {
        false
    }

    /// How many bytes a new state needs, for memory limits.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }

    /// How many bytes `state` has gained since it was new, if states grow. Called at least every
    /// 256 moves: if a state also counts what 256 more moves will need, the memory limit is exact.
    #[inline]
    fn grown_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

/// A landscape over variables, some of which are in conflict.
pub trait Conflicts: Landscape {
    /// A state to repair that has few conflicts and is fast to construct.
    fn greedy_state(&self, rng: &mut Rng) -> Self::State {
        self.random_state(rng)
    }

    /// How many variables there are, numbered from 0.
    fn variables(&self) -> usize;

    /// Whether `variable` is in conflict.
    fn is_conflicted(&self, state: &Self::State, variable: usize) -> bool;

    /// The other variables that `variable` is in conflict with, each once. When `variable` changes,
    /// only these and `variable` itself can become conflicted.
    fn opponents(&self, state: &Self::State, variable: usize) -> impl Iterator<Item = usize>;

    /// Every move that gives `variable` another value, with its
    /// [`delta`](Landscape::delta).
    fn reassignments(
        &self,
        state: &Self::State,
        variable: usize,
    ) -> impl Iterator<Item = (Self::Move, i64)>;
}

/// A landscape whose states can be recombined.
pub trait Crossover: Landscape {
    /// A child that combines both parents: a valid state, whatever moves are
    /// [allowed](Landscape::allows).
    fn cross(&self, mother: &Self::State, father: &Self::State, rng: &mut Rng) -> Self::State;
}

/// A local search method for the landscapes that it supports.
pub trait LocalSearch<L: Landscape> {
    /// Whether [`search_on`](LocalSearch::search_on) divides the work among threads.
    const SHARES: bool = false;

    /// Searches until a solution is found, the method is stuck or a limit is reached. The same
    /// landscape and `rng` give the same result. Each run has its own generator, seeded with a
    /// number drawn from `rng` and the run's number.
    fn search<O: Watcher<L>>(
        &self,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Found<L::State>>;

    /// Searches with this seed, without limits or an observer.
    #[must_use]
    fn solve(&self, landscape: &L, seed: u64) -> Outcome<Found<L::State>> {
        self.search(landscape, &mut Rng::new(seed), &Limits::default(), &mut ())
    }

    /// [`search`](LocalSearch::search) with the runs divided among up to `jobs` threads: the
    /// outcome is the same, except for time and memory.
    ///
    /// A method without restarts uses one thread. So does a search with a node limit, because nodes
    /// are counted across runs.
    fn search_on(
        &self,
        _jobs: NonZeroUsize,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
    ) -> Outcome<Found<L::State>>
    where
        L: Sync,
        L::State: Send,
    {
        self.search(landscape, rng, limits, &mut ())
    }
}

/// Any observer of the [`Event`]s on a landscape.
pub trait Watcher<L: Landscape>: for<'a> Observer<Event<'a, L::State, L::Move>> {}

impl<L: Landscape, O> Watcher<L> for O where O: for<'a> Observer<Event<'a, L::State, L::Move>> {}
