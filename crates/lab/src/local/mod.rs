//! The local family: what a landscape needs for its methods, and how they run. The methods are in
//! `rows`.

mod finding;
mod rows;
mod steps;

use std::num::NonZeroUsize;

use goalward::Rng;
use goalward::local::{Landscape, LocalSearch, Starting};

use self::finding::{LOCAL_OPTIMUM, Words, finding};
use crate::about::About;
use crate::number::Number;
use crate::registry::{Family, InputError, Method, Run, Search};
use crate::report::{Finding, Solution};
use crate::settings::{Param, Settings};
use crate::view::Cells;

pub use rows::{annealing, genetic, hill_climbing, local_beam, min_conflicts};
pub(crate) use steps::LocalSight;

/// A landscape whose states and moves can be put into words.
pub trait LocalDomain: Landscape<State: Send + Sync> + Sync {
    /// How many steps of the landscape's cost make 1: people are shown costs and temperatures
    /// divided by it, and give temperatures in the same unit.
    const UNIT: f64 = 1.0;

    /// Whether it says which moves undo each other.
    const UNDOES: bool = false;

    /// A state as text.
    fn show(&self, state: &Self::State) -> String;

    /// A state drawn for people.
    fn drawing(&self, state: &Self::State) -> String;

    /// What stands on the board in a state.
    fn cells(&self, state: &Self::State) -> Cells;

    /// A move in words, to follow "move ".
    fn name_move(&self, mv: Self::Move) -> String;

    /// What a state is as a solution, and what that costs.
    fn solution(&self, state: &Self::State) -> (Solution, i64);

    /// What people should know about the best state and its solution, besides the cost.
    fn note(&self, _best: &Self::State, _solution: &Solution) -> Option<String> {
        None
    }
}

/// A cost for people, where `unit` steps make 1.
fn shown(unit: f64, cost: i64) -> Number {
    Number::from(cost as f64 / unit)
}

/// The same in words, with three decimals at most.
fn in_words(unit: f64, cost: i64) -> String {
    let thousandths = (shown(unit, cost).value() * 1_000.0).round();
    Number::from(thousandths / 1_000.0).to_string()
}

impl<L: LocalDomain> LocalDomain for Starting<L> {
    const UNIT: f64 = L::UNIT;
    const UNDOES: bool = L::UNDOES;

    fn show(&self, state: &L::State) -> String {
        self.landscape.show(state)
    }

    fn drawing(&self, state: &L::State) -> String {
        self.landscape.drawing(state)
    }

    fn cells(&self, state: &L::State) -> Cells {
        self.landscape.cells(state)
    }

    fn name_move(&self, mv: L::Move) -> String {
        self.landscape.name_move(mv)
    }

    fn solution(&self, state: &L::State) -> (Solution, i64) {
        self.landscape.solution(state)
    }

    fn note(&self, best: &L::State, solution: &Solution) -> Option<String> {
        self.landscape.note(best, solution)
    }
}

/// A landscape for the settings of a run, or why they allow none.
type Made<L> = Result<L, InputError>;

fn row<'a, L: LocalDomain + 'a, A: LocalSearch<L> + 'static>(
    about: &'static About,
    words: Words,
    params: Vec<Param>,
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
    algorithm: fn(&Settings) -> Result<A, InputError>,
) -> Method<'a> {
    let make = move |settings: &Settings| {
        let (algorithm, landscape) = (algorithm(settings)?, landscape(settings)?);
        let run = move |run: &mut Run<'_>| {
            let mut rng = Rng::new(run.seed);
            let outcome = match &mut run.trace {
                None => {
                    let jobs = NonZeroUsize::new(run.jobs).unwrap_or(NonZeroUsize::MIN);
                    algorithm.search_on(jobs, &landscape, &mut rng, &run.limits)
                }
                Some(trace) => {
                    let mut tell = |event: goalward::local::Event<'_, L::State, L::Move>| {
                        steps::tell(&landscape, event, &mut **trace);
                    };
                    algorithm.search(&landscape, &mut rng, &run.limits, &mut tell)
                }
            };
            Ok(Finding::written(|| finding(&landscape, words, outcome)))
        };
        Ok(Box::new(run) as Box<dyn Search + 'a>)
    };
    Method { about, family: Family::Local, params, shares: A::SHARES, make: Box::new(make) }
}
