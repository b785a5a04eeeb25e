//! Finding a cheapest, or any, path from start to goal.
//!
//! | algorithm | what it is | plan found |
//! |---|---|---|
//! | [`BreadthFirst`] | level by level | fewest actions |
//! | [`DepthFirst`] | one branch to its end, then the next | any |
//! | [`IterativeDeepening`] | depth-first under a growing depth | fewest actions |
//! | [`BestFirst`] | uniform cost, greedy, A* and weighted A* | by [`Priority`] |
//! | [`IdaStar`] | depth-first under a growing f = g + h | cheapest |
//! | [`ParallelIdaStar`] | the same on several threads, with the same counts | cheapest |
//! | [`Bidirectional`] | from both ends at once | cheapest |
//! | [`Beam`] | the best few of each level | any |
//!
//! "Cheapest" holds for heuristics that never overestimate.
//!
//! [`all_optimal`] finds every cheapest plan, [`k_cheapest`] the cheapest few, [`reach`] every
//! state in order of its distance, and [`Chosen`] is any of the above, read from a text.

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
mod exhaustive;
mod heap;
mod index;
mod optimal;
pub(crate) mod parallel;
mod plan;
mod prefetch;
mod queue;
mod reach;
mod registers;
mod slots;
mod store;
mod weight;

pub use beam::Beam;
pub use best_first::{BestFirst, Priority};
pub use bidirectional::Bidirectional;
pub use breadth_first::BreadthFirst;
pub use cheapest::k_cheapest;
pub use chosen::{Chosen, SpecError};
pub use depth_first::{Cycles, DepthFirst, IdaStar, IterativeDeepening};
pub use exhaustive::Distances;
pub use optimal::{AllOptimal, all_optimal};
pub use parallel::ParallelIdaStar;
pub use plan::{End, Fault, Plan, PlanOf};
pub use reach::{Reach, reach};
pub use weight::{Weight, WeightError};

use crate::observe::Observer;
use crate::run::{Limits, Outcome};
use crate::space::{Heuristic, StateSpace};

/// A path-finding algorithm, its settings in its fields, on the spaces and with the heuristics
/// that it can handle. Those of this module handle all.
pub trait PathSearch<S: StateSpace, H: Heuristic<S>> {
    /// Searches until a goal, the end of the space, or a limit.
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>>;

    /// Searches without limits and unwatched.
    #[must_use]
    fn solve(&self, space: &S, heuristic: &H) -> Outcome<PlanOf<S>> {
        self.search(space, heuristic, &Limits::default(), &mut ())
    }
}

/// How good a plan is known to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guarantee {
    /// No plan is cheaper.
    Cheapest,
    /// No plan has fewer actions; where all cost the same, none is cheaper.
    FewestActions,
    /// It costs at most this many times the least.
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
    /// The successors of `state` are about to be made.
    Expand {
        /// The state expanded.
        state: &'a T,
        /// What reaching it cost.
        g: C,
        /// What remains by the heuristic.
        h: C,
    },
    /// A successor was made.
    Generate {
        /// The state last expanded, or in a dive one on the way to it.
        from: &'a T,
        /// The successor.
        state: &'a T,
        /// What reaching it this way costs.
        g: C,
        /// What remains by the heuristic.
        h: C,
        /// What became of it.
        fate: Fate,
    },
    /// A state nearer a goal, by the heuristic, than any before.
    Improve {
        /// The state.
        state: &'a T,
        /// What reaching it cost.
        g: C,
        /// What remains by the heuristic.
        h: C,
    },
    /// A goal, and the end of the search.
    Goal {
        /// The goal.
        state: &'a T,
        /// What reaching it cost.
        g: C,
    },
}

/// What became of a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Seen for the first time, to be expanded in its turn.
    New,
    /// Seen before, now reached more cheaply.
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
