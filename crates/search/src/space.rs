//! State spaces and heuristics: the contract between domains and path search.

use std::hash::Hash;

/// What an action costs, and what a heuristic estimates.
///
/// Sums saturate, and a way that costs [`Cost::MAX`] or more is none to a search that goes by
/// cost. As an estimate it means that no goal can be reached: such a state is never entered.
///
/// Whole numbers keep sums exact. Where costs are not whole, count in smaller units and round
/// estimates down: 10 and 14 for steps straight and aslant, not 1 and √2.
pub type Cost = u32;

/// A start, a goal test, and actions that lead from state to state.
///
/// `actions`, `apply` and `cost` must be functions of their arguments alone:
/// asked twice, they answer the same.
pub trait StateSpace {
    /// A situation. Searches pass it by value: keep it small, packed if it can be.
    type State: Clone + Eq + Hash;
    /// What leads from one state to the next.
    type Action: Clone;

    /// Where every plan begins.
    fn start(&self) -> Self::State;

    /// Whether a plan may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The actions possible in `state`, in the order to try them.
    fn actions(&self, state: &Self::State) -> impl Iterator<Item = Self::Action>;

    /// The state that `action`, possible in `state`, leads to.
    fn apply(&self, state: &Self::State, action: &Self::Action) -> Self::State;

    /// What doing `action` in `state` costs.
    #[inline]
    fn cost(&self, _state: &Self::State, _action: &Self::Action) -> Cost {
        1
    }

    /// Whether `second`, done right after `first`, leads nowhere new, as a move
    /// straight back does. Searches then do not generate it.
    #[inline]
    fn cancels(&self, _first: &Self::Action, _second: &Self::Action) -> bool {
        false
    }

    /// The actions to try in `state` when `last` led there: all that do not cancel
    /// it, in the order of `actions`. Worth writing only where a table knows them.
    #[inline]
    fn actions_after(
        &self,
        state: &Self::State,
        last: Option<&Self::Action>,
    ) -> impl Iterator<Item = Self::Action> {
        self.actions(state)
            .filter(move |action| !last.is_some_and(|last| self.cancels(last, action)))
    }
}

/// A space that can be searched from its goals backwards.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched from its goals backwards",
    note = "closures do not say what leads to a state: implement `StateSpace` and `Reversible`"
)]
pub trait Reversible: StateSpace {
    /// The states that are goals: exactly those for which `is_goal` holds.
    fn goals(&self) -> impl Iterator<Item = Self::State>;

    /// Every state from which one action leads to `state`, with that action.
    fn predecessors(
        &self,
        state: &Self::State,
    ) -> impl Iterator<Item = (Self::State, Self::Action)>;
}

/// A space whose states are numbered without gaps, for tables over all of them.
pub trait Ranked: StateSpace {
    /// How many numbers there are.
    fn states(&self) -> usize;

    /// The number of `state`, below [`states`](Ranked::states).
    fn rank(&self, state: &Self::State) -> usize;

    /// The state numbered `rank`.
    fn unrank(&self, rank: usize) -> Self::State;
}

/// An estimate of the cost that remains.
///
/// *Admissible* if it never exceeds the true cost to the nearest goal;
/// *consistent* if no action lowers it by more than the action costs.
pub trait Heuristic<S: StateSpace> {
    /// What a parent hands its children so that they need not start afresh;
    /// often the estimate itself.
    type Memo: Copy;

    /// The memo of `state`, from nothing.
    fn memo(&self, state: &S::State) -> Self::Memo;

    /// The estimate that a memo stands for.
    fn estimate(&self, memo: Self::Memo) -> Cost;

    /// The memo of `child`, which `action` reached from `parent`. It must equal
    /// `memo(child)`; only the way there may be shorter.
    #[inline]
    fn advance(
        &self,
        _memo: Self::Memo,
        _parent: &S::State,
        _action: &S::Action,
        child: &S::State,
    ) -> Self::Memo {
        self.memo(child)
    }
}

/// Any function from states to costs is a heuristic.
impl<S: StateSpace, F: Fn(&S::State) -> Cost> Heuristic<S> for F {
    type Memo = Cost;

    #[inline]
    fn memo(&self, state: &S::State) -> Cost {
        self(state)
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The heuristic that knows nothing: always 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<S: StateSpace> Heuristic<S> for Blind {
    type Memo = ();

    #[inline]
    fn memo(&self, _: &S::State) {}

    #[inline]
    fn estimate(&self, _: ()) -> Cost {
        0
    }
}

/// One entry of a successor list: where it leads and what it costs.
///
/// Pairs `(state, cost)` and triples `(name, state, cost)` are successors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a successor of a state",
    note = "a successor is `(state, cost)` or `(name, state, cost)`, and a cost is a `u32`"
)]
pub trait Successor<T>: Clone {
    /// Where it leads.
    fn state(&self) -> &T;

    /// What it costs.
    fn cost(&self) -> Cost;
}

impl<T: Clone> Successor<T> for (T, Cost) {
    #[inline]
    fn state(&self) -> &T {
        &self.0
    }

    #[inline]
    fn cost(&self) -> Cost {
        self.1
    }
}

impl<A: Clone, T: Clone> Successor<T> for (A, T, Cost) {
    #[inline]
    fn state(&self) -> &T {
        &self.1
    }

    #[inline]
    fn cost(&self) -> Cost {
        self.2
    }
}

/// The space made by [`from_fn`]: its actions are the successors themselves.
#[derive(Clone, Debug)]
pub struct FromFn<T, N, G> {
    start: T,
    successors: N,
    is_goal: G,
}

/// A state space from a start and two closures: the successors of a state, as
/// `(state, cost)` or `(name, state, cost)`, and the goal test.
///
/// A closure that is written elsewhere needs the type of its argument: `|n: &u32|`.
///
/// ```
/// use goalward::{Blind, path::{BreadthFirst, PathSearch}, space::from_fn};
///
/// // From 1 to 10 by doubling and adding one.
/// let numbers = from_fn(1, |&n| [("double", 2 * n, 1), ("add one", n + 1, 1)], |&n| n == 10);
/// let plan = BreadthFirst.solve(&numbers, &Blind).into_solution().unwrap();
/// let names: Vec<_> = plan.actions.iter().map(|action| action.0).collect();
/// assert_eq!(names, ["double", "double", "add one", "double"]);
/// ```
pub fn from_fn<T, N, I, G>(start: T, successors: N, is_goal: G) -> FromFn<T, N, G>
where
    N: Fn(&T) -> I,
    I: IntoIterator<Item: Successor<T>>,
    G: Fn(&T) -> bool,
{
    FromFn { start, successors, is_goal }
}

impl<T, N, I, G> StateSpace for FromFn<T, N, G>
where
    T: Clone + Eq + Hash,
    N: Fn(&T) -> I,
    I: IntoIterator<Item: Successor<T>>,
    G: Fn(&T) -> bool,
{
    type State = T;
    type Action = I::Item;

    #[inline]
    fn start(&self) -> T {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, state: &T) -> bool {
        (self.is_goal)(state)
    }

    #[inline]
    fn actions(&self, state: &T) -> impl Iterator<Item = I::Item> {
        (self.successors)(state).into_iter()
    }

    #[inline]
    fn apply(&self, _: &T, action: &I::Item) -> T {
        action.state().clone()
    }

    #[inline]
    fn cost(&self, _: &T, action: &I::Item) -> Cost {
        action.cost()
    }
}
