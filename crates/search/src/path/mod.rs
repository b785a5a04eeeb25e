//! Finding a cheapest, or any, path from start to goal.
//!
//! | algorithm | what it is | plan found |
//! |---|---|---|
//! | [`BreadthFirst`] | level by level | fewest actions |
//! | [`DepthFirst`] | one branch to its end, then the next | any |
//! | [`IterativeDeepening`] | depth-first with an increasing bound on depth | fewest actions |
//! | [`BestFirst`] | uniform cost, greedy, A* and weighted A* | by [`Priority`] |
//! | [`IdaStar`] | depth-first with an increasing bound on f = g + h | cheapest |
//! | [`ParallelIdaStar`] | the same on several threads, with the same counts | cheapest |
//! | [`Rbfs`] | best path first, in memory for one path or as much as allowed | cheapest |
//! | [`Anytime`] | weighted A* that keeps improving its plan | cheapest, if it ends |
//! | [`Dps`] | the node most likely to lead to a plan within a factor of the cheapest | within the factor |
//! | [`Bidirectional`] | from both ends at once | cheapest |
//! | [`Nbs`] | from both ends at once, with heuristics | cheapest |
//! | [`Beam`] | the best few of each level | any |
//!
//! "Cheapest" holds for heuristics that never overestimate.
//!
//! [`all_optimal`] finds every cheapest plan, [`k_cheapest`] the k cheapest plans, [`reach`] every
//! state in order of its distance, and [`Chosen`] is a search parsed from its name.

mod anytime;
pub mod audit;
mod beam;
mod below;
mod best_first;
mod bidirectional;
mod breadth_first;
mod buffer;
mod cheapest;
mod chosen;
mod depth_first;
mod dive;
mod dps;
mod exhaustive;
mod heap;
mod index;
mod nbs;
mod optimal;
pub(crate) mod parallel;
mod plan;
mod prefetch;
mod queue;
mod rbfs;
mod reach;
mod registers;
mod ring;
mod slots;
mod spur;
mod store;
mod weight;

pub use anytime::Anytime;
pub use beam::Beam;
pub use best_first::{BestFirst, Priority, Ties, Undo};
pub use bidirectional::Bidirectional;
pub use breadth_first::BreadthFirst;
pub use cheapest::k_cheapest;
pub use chosen::{Chosen, SpecError};
pub use depth_first::{Cycles, DepthFirst, IdaStar, IterativeDeepening};
pub use dps::Dps;
pub use exhaustive::Distances;
pub use nbs::Nbs;
pub use optimal::{AllOptimal, all_optimal};
pub use parallel::ParallelIdaStar;
pub use plan::{End, Fault, Plan, PlanOf};
pub use rbfs::Rbfs;
pub use reach::{Reach, reach};
pub use weight::{Weight, WeightError};

use crate::observe::Observer;
use crate::run::{Limits, Outcome};
use crate::space::{Heuristic, StateSpace};

/// A path-finding algorithm for the spaces and heuristics that it supports; its settings are its
/// fields. Those of this module support all spaces and heuristics.
pub trait PathSearch<S: StateSpace, H: Heuristic<S>> {
    /// Searches until a goal, the end of the space or a limit is reached.
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>>;

    /// Searches without limits or an observer.
    #[must_use]
    fn solve(&self, space: &S, heuristic: &H) -> Outcome<PlanOf<S>> {
        self.search(space, heuristic, &Limits::default(), &mut ())
    }
}

/// How good a plan is known to be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Guarantee {
    /// No plan is cheaper.
    Cheapest,
    /// No plan has fewer actions; if all actions cost the same, none is cheaper.
    FewestActions,
    /// It costs at most this many times the optimum.
    Within(Weight),
    /// Nothing.
    None,
}

/// Something a path search did, lent to an observer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a, T, C = u32> {
    /// A new threshold of a deepening search, or a new level of a level-by-level one.
    Bound(C),
    /// The successors of `state` are about to be generated.
    Expand {
        /// The state expanded.
        state: &'a T,
        /// The cost of reaching it.
        g: C,
        /// The heuristic's estimate.
        h: C,
    },
    /// A successor was generated.
    Generate {
        /// The state last expanded or, in a depth-first search, one on the path to it.
        from: &'a T,
        /// The successor.
        state: &'a T,
        /// The cost of reaching it this way.
        g: C,
        /// The heuristic's estimate.
        h: C,
        /// What became of it.
        fate: Fate,
    },
    /// A state with a lower estimate than any before.
    Improve {
        /// The state.
        state: &'a T,
        /// The cost of reaching it.
        g: C,
        /// The heuristic's estimate.
        h: C,
    },
    /// A plan that is better than the earlier ones; the search continues.
    Plan {
        /// The goal it leads to.
        state: &'a T,
        /// Its cost.
        g: C,
    },
    /// A goal was reached; the search ends.
    Goal {
        /// The goal.
        state: &'a T,
        /// The cost of reaching it.
        g: C,
    },
}

/// What became of a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// New; it will be expanded later.
    New,
    /// Already reached, now at a lower cost.
    Cheaper,
    /// Already reached at no greater cost: dropped.
    Known,
    /// Beyond the bound, outside the beam, or a dead end: dropped.
    Pruned,
}

/// An observer of path searches in a space; every closure over [`Event`]s of its states and
/// costs is one.
pub trait PathObserver<S: StateSpace>: for<'a> Observer<Event<'a, S::State, S::Cost>> {}

impl<S: StateSpace, O> PathObserver<S> for O where O: for<'a> Observer<Event<'a, S::State, S::Cost>> {}
