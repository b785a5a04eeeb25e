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

mod arena;
pub mod audit;
mod beam;
mod below;
mod best_first;
mod bidirectional;
mod breadth_first;
mod depth_first;
mod dive;
mod exhaustive;
pub(crate) mod parallel;
mod plan;
mod prefetch;
mod queue;
mod registers;
mod slots;
mod store;
mod weight;

pub use beam::Beam;
pub use best_first::{BestFirst, Priority};
pub use bidirectional::Bidirectional;
pub use breadth_first::BreadthFirst;
pub use depth_first::{Cycles, DepthFirst, IdaStar, IterativeDeepening};
pub use exhaustive::Distances;
pub use parallel::ParallelIdaStar;
pub use plan::{End, Fault, Plan};
pub use weight::{Weight, WeightError};

use crate::observe::Observer;
use crate::run::{Limits, Outcome};
use crate::space::{Cost, Heuristic, StateSpace};

/// A path-finding algorithm, its settings in its fields, on the spaces and with the heuristics
/// that it can handle. Those of this module handle all.
pub trait PathSearch<S: StateSpace, H: Heuristic<S>> {
    /// Searches until a goal, the end of the space, or a limit.
    fn search<O: PathObserver<S::State>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>>;

    /// Searches without limits and unwatched.
    #[must_use]
    fn solve(&self, space: &S, heuristic: &H) -> Outcome<Plan<S::Action>> {
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
pub enum Event<'a, T> {
    /// A new threshold of a deepening search, or a new level of a level-by-level one.
    Bound(Cost),
    /// The successors of `state` are about to be made.
    Expand {
        /// The state expanded.
        state: &'a T,
        /// What reaching it cost.
        g: Cost,
        /// What remains by the heuristic.
        h: Cost,
    },
    /// A successor was made.
    Generate {
        /// The state last expanded, or in a dive one on the way to it.
        from: &'a T,
        /// The successor.
        state: &'a T,
        /// What reaching it this way costs.
        g: Cost,
        /// What remains by the heuristic.
        h: Cost,
        /// What became of it.
        fate: Fate,
    },
    /// A state nearer a goal, by the heuristic, than any before.
    Improve {
        /// The state.
        state: &'a T,
        /// What reaching it cost.
        g: Cost,
        /// What remains by the heuristic.
        h: Cost,
    },
    /// A goal, and the end of the search.
    Goal {
        /// The goal.
        state: &'a T,
        /// What reaching it cost.
        g: Cost,
    },
}

/// What became of a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Seen for the first time, to be expanded in its turn.
    New,
    /// Seen before, now reached more cheaply.
    Cheaper,
    /// Seen before, no more dearly: dropped.
    Known,
    /// Beyond the bound, outside the beam, or a dead end: dropped.
    Pruned,
}

/// An observer of path searches over states `T`; every
/// `FnMut(Event<'_, T>)` is one.
pub trait PathObserver<T>: for<'a> Observer<Event<'a, T>> {}

impl<T, O: for<'a> Observer<Event<'a, T>>> PathObserver<T> for O {}
