//! Local search: improve one complete state, move by move, keeping no path.
//!
//! A problem is a [`Landscape`]; a method is a [`LocalSearch`]:
//! - [`HillClimbing`]: uphill, in three variants, with sideways moves and restarts;
//! - [`Annealing`]: any move, with a chance that falls with the temperature;
//! - [`MinConflicts`]: repair one conflicted variable at a time ([`Conflicts`]);
//! - [`LocalBeam`]: the best neighbours of many states at once;
//! - [`Genetic`]: a population that breeds ([`Crossover`]).
//!
//! Costs are to be lowered, so "uphill" in a name is "down in cost" here, and a
//! cost of 0 is a solution. None of these methods can prove that there is no
//! solution: without one they end [`Stuck`](crate::Verdict::Stuck) with their
//! best.
//!
//! # What a step is
//! [`Limits::nodes`] counts steps: one look around a state in hill climbing and
//! for each state of a beam, one proposed move in annealing, one variable in
//! min-conflicts, one child in a genetic search. [`Stats::generated`] counts the
//! neighbours whose cost was worked out.
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
//! # Where nothing costs 0
//! The shortest round trip is no solution in this sense, since it costs something: every run
//! then takes all it is given, and [`Outcome::best`] has the best state with its cost.

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
mod record;
mod schedule;
mod survey;
#[cfg(test)]
mod testing;
mod threads;

pub use adapters::{Starting, Traced, Trail};
pub use annealing::Annealing;
pub use best::Best;
pub use event::{Event, Reason};
pub use found::{Acceptance, Climbed, Ending, Found, Run};
pub use genetic::Genetic;
pub use hill_climbing::{HillClimbing, Variant};
pub use local_beam::LocalBeam;
pub use min_conflicts::MinConflicts;
pub use schedule::{Cooling, Schedule, ScheduleError, Temperature};
pub use survey::{Enumerable, Kinds, Survey, survey, survey_sample};

use std::num::NonZeroUsize;

use best::best_of;

use crate::{Limits, Meter, Observer, Outcome, Rng, Stop};

/// A list of runs that has room for so many more.
#[derive(Debug)]
pub struct Room<'a> {
    runs: &'a mut Vec<Run>,
    left: u64,
}

impl<'a> Room<'a> {
    /// Room for so many more in `runs`.
    pub fn new(runs: &'a mut Vec<Run>, left: u64) -> Self {
        Room { runs, left }
    }

    /// How many more there may be.
    #[inline]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Adds a run.
    ///
    /// # Panics
    /// If none is [left](Room::left).
    #[inline]
    pub fn push(&mut self, run: Run) {
        assert!(self.left > 0, "there is room for another run");
        self.left -= 1;
        self.runs.push(run);
    }
}

/// Complete states with a cost, and moves between them.
///
/// All but `random_state` and `random_move` must be functions of their arguments
/// alone.
pub trait Landscape {
    /// A complete state, good or bad.
    type State: Clone;
    /// A small change to a state.
    type Move: Copy;

    /// Where a run begins. A landscape with only one start returns it always.
    fn random_state(&self, rng: &mut Rng) -> Self::State;

    /// How far `state` is from a solution: never negative, and 0 for a solution.
    fn cost(&self, state: &Self::State) -> i64;

    /// Every move possible in `state`.
    fn moves(&self, state: &Self::State) -> impl Iterator<Item = Self::Move>;

    /// One of the moves, all equally likely; nothing if there are none.
    fn random_move(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Move>;

    /// By how much `mv` would change the cost.
    fn delta(&self, state: &Self::State, mv: Self::Move) -> i64;

    /// Makes a move.
    fn apply(&self, state: &mut Self::State, mv: Self::Move);

    /// The best move, any of several equals by [`Best::place`] in the order of
    /// `moves`; nothing if there are no moves. Every move counts as
    /// [generated](Meter::generated).
    ///
    /// It may be written anew where there is a quicker way to the same answer.
    #[inline]
    fn best_move(
        &self,
        state: &Self::State,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Best<Self::Move>>, Stop> {
        let offers = || self.moves(state).map(|mv| (self.delta(state, mv), mv));
        best_of(offers, rng, meter)
    }

    /// The rest of a climb by [`best_move`](Landscape::best_move) from `state`, at a
    /// stretch: the moves made and counted, on `run` and on `meter`, until it ends. No
    /// more than `sideways` moves in a row may keep the cost.
    ///
    /// Nothing where there is no quicker way than one move after the other.
    #[inline]
    fn climb(
        &self,
        _state: &mut Self::State,
        _sideways: u32,
        _run: &mut Run,
        _rng: &mut Rng,
        _meter: &mut Meter,
    ) -> Option<Result<Ending, Stop>> {
        None
    }

    /// Climbs by [`best_move`](Landscape::best_move) one after the other, each from the
    /// [`random_state`](Landscape::random_state) of its generator on and with what that draws
    /// next, until one succeeds or there is no more room in `runs`. `rng` gives the
    /// generator of each, by its number from 0.
    ///
    /// They take no more than `looks` looks around: a climb that would is left out, with all
    /// after it. Nothing where there is no quicker way than a climb at a time, or where not one
    /// is done.
    #[inline]
    fn climbs(
        &self,
        _sideways: u32,
        _looks: u64,
        _rng: impl Fn(u32) -> Rng,
        _runs: &mut Room<'_>,
    ) -> Option<Climbed<Self::State>> {
        None
    }

    /// Whether `next`, made right after `last`, takes it back. Annealing makes no
    /// such move, unless it is the only one.
    #[inline]
    fn undoes(&self, _last: Self::Move, _next: Self::Move) -> bool {
        false
    }

    /// How many bytes a new state takes, for memory limits.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }

    /// How many bytes `state` has come to hold since it was new, where states
    /// grow. Asked at least every 256 moves: a state that counts what as many more will need
    /// keeps a memory limit to the byte.
    #[inline]
    fn grown_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

/// A landscape over variables, some of which are in conflict.
pub trait Conflicts: Landscape {
    /// A state with few conflicts, quickly made, to repair.
    fn greedy_state(&self, rng: &mut Rng) -> Self::State {
        self.random_state(rng)
    }

    /// How many variables there are, numbered from 0.
    fn variables(&self) -> usize;

    /// Whether `variable` is in conflict.
    fn is_conflicted(&self, state: &Self::State, variable: usize) -> bool;

    /// The other variables that `variable` is in conflict with: those, beside it,
    /// that may come to be in conflict when it changes. None twice.
    fn opponents(&self, state: &Self::State, variable: usize) -> impl Iterator<Item = usize>;

    /// Every move that gives `variable` another value.
    fn reassignments(
        &self,
        state: &Self::State,
        variable: usize,
    ) -> impl Iterator<Item = Self::Move>;

    /// The best of the reassignments of `variable`, as [`Landscape::best_move`] is
    /// of all moves; it may be written anew likewise.
    #[inline]
    fn best_reassignment(
        &self,
        state: &Self::State,
        variable: usize,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Best<Self::Move>>, Stop> {
        let moves = || self.reassignments(state, variable);
        best_of(|| moves().map(|mv| (self.delta(state, mv), mv)), rng, meter)
    }
}

/// A landscape whose states can breed.
pub trait Crossover: Landscape {
    /// A child with something of both parents.
    fn cross(&self, mother: &Self::State, father: &Self::State, rng: &mut Rng) -> Self::State;
}

/// A method of local search, on the landscapes that it can handle.
pub trait LocalSearch<L: Landscape> {
    /// Whether [`search_on`](LocalSearch::search_on) shares the work out.
    const SHARES: bool = false;

    /// Searches until a solution is found, the method comes to rest or a limit is
    /// reached. Same landscape, same `rng`, same result. Each run has a generator of
    /// its own, made from a number drawn from `rng` and the run's number.
    fn search<O: Watcher<L>>(
        &self,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Found<L::State>>;

    /// Searches from this seed, without limits and unwatched.
    #[must_use]
    fn solve(&self, landscape: &L, seed: u64) -> Outcome<Found<L::State>> {
        self.search(landscape, &mut Rng::new(seed), &Limits::default(), &mut ())
    }

    /// [`search`](LocalSearch::search) with the runs shared out among up to `jobs` threads:
    /// the outcome is the same, but for time and memory.
    ///
    /// A method without restarts takes one thread, and so does a search with a limit
    /// on nodes, which are counted from run to run.
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
