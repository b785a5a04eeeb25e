//! State spaces and heuristics: the contract between domains and path search.

use std::borrow::Cow;
use std::hash::Hash;

use crate::cost::Cost;

/// A start, a goal test, and actions that lead from state to state.
///
/// `actions`, `apply` and `cost` must be pure functions of their arguments.
pub trait StateSpace {
    /// A state. Searches pass it by value: keep it small and, if possible, packed.
    type State: Clone + Eq + Hash;
    /// What leads from one state to the next.
    type Action: Clone;
    /// The type of costs: `u32` for integers, `f64` for fractions, or any other [`Cost`].
    type Cost: Cost;

    /// Where every plan begins.
    fn start(&self) -> Self::State;

    /// All states where a plan may begin, if there are several; by default only
    /// [`start`](StateSpace::start).
    #[inline]
    fn starts(&self) -> impl Iterator<Item = Self::State> {
        std::iter::once(self.start())
    }

    /// Whether a plan may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The actions possible in `state`, in the order to try them.
    fn actions(&self, state: &Self::State) -> impl Iterator<Item = Self::Action>;

    /// The state that `action`, possible in `state`, leads to.
    fn apply(&self, state: &Self::State, action: &Self::Action) -> Self::State;

    /// Like [`apply`](StateSpace::apply), but borrowed if the action contains the state that it
    /// leads to: a search then copies only the states that are new to it.
    #[inline]
    fn successor<'a>(&self, state: &Self::State, action: &'a Self::Action) -> Cow<'a, Self::State> {
        Cow::Owned(self.apply(state, action))
    }

    /// The cost of `action` in `state`; by default 1.
    #[inline]
    fn cost(&self, _state: &Self::State, _action: &Self::Action) -> Self::Cost {
        Self::Cost::ONE
    }

    /// Whether `second` right after `first` leads to no new state, for example by undoing it.
    /// Searches then do not generate it.
    #[inline]
    fn cancels(&self, _first: &Self::Action, _second: &Self::Action) -> bool {
        false
    }

    /// The actions to try in `state` when `last` led there: all that do not cancel it, in the order
    /// of `actions`. Worth implementing only if a table lists them.
    #[inline]
    fn actions_after(
        &self,
        state: &Self::State,
        last: Option<&Self::Action>,
    ) -> impl Iterator<Item = Self::Action> {
        self.actions(state)
            .filter(move |action| !last.is_some_and(|last| self.cancels(last, action)))
    }

    /// How many states there are, if [`rank`](StateSpace::rank) numbers them. Large searches then
    /// use tables indexed by these numbers, which are faster than hash tables. It is called for
    /// every lookup: a number that takes long to compute should be stored.
    #[inline]
    fn states(&self) -> Option<usize> {
        None
    }

    /// The number of `state`, below [`states`](StateSpace::states); no two states share one. Called
    /// only if `states` is `Some`.
    #[inline]
    fn rank(&self, _state: &Self::State) -> usize {
        0
    }
}

/// A space that can be searched backwards from its goals.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched backwards from its goals",
    note = "a problem made of closures has no predecessors: implement `StateSpace` and `Reversible`"
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

/// A space whose states are numbered without gaps and can be found from their numbers, for tables
/// over all of them. Its [`states`](StateSpace::states) is `Some`.
pub trait Ranked: StateSpace {
    /// The state numbered `rank`.
    fn unrank(&self, rank: usize) -> Self::State;
}

/// An estimate of the remaining cost.
///
/// *Admissible* if it never exceeds the true cost to the nearest goal; *consistent* if no action
/// lowers it by more than its cost.
pub trait Heuristic<S: StateSpace> {
    /// What a parent passes to its children for an incremental computation; often the estimate
    /// itself.
    type Memo: Copy;

    /// The memo of `state`, computed from scratch.
    fn memo(&self, state: &S::State) -> Self::Memo;

    /// The estimate for a memo.
    fn estimate(&self, memo: Self::Memo) -> S::Cost;

    /// The memo of `child`, which `action` reached from `parent`. It must equal `memo(child)`, but
    /// may be faster to compute.
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

    /// Whether [`advance`](Heuristic::advance) is computed incrementally; an audit then compares it
    /// with `memo(child)`.
    #[inline]
    fn advances(&self) -> bool {
        true
    }
}

/// Any function from states to costs is a heuristic.
impl<S: StateSpace, F: Fn(&S::State) -> S::Cost> Heuristic<S> for F {
    type Memo = S::Cost;

    #[inline]
    fn memo(&self, state: &S::State) -> S::Cost {
        self(state)
    }

    #[inline]
    fn estimate(&self, memo: S::Cost) -> S::Cost {
        memo
    }

    #[inline]
    fn advances(&self) -> bool {
        false
    }
}

/// The blind heuristic: always 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<S: StateSpace> Heuristic<S> for Blind {
    type Memo = ();

    #[inline]
    fn memo(&self, _: &S::State) {}

    #[inline]
    fn estimate(&self, _: ()) -> S::Cost {
        S::Cost::ZERO
    }
}

/// One entry of a successor list: a state and the cost of reaching it.
///
/// Pairs `(state, cost)` and triples `(name, state, cost)` are successors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a successor of a state",
    note = "a successor is `(state, cost)` or `(name, state, cost)`, and a cost is a `Cost`"
)]
pub trait Successor<T>: Clone {
    /// The type of costs.
    type Cost: Cost;

    /// The state that it leads to.
    fn state(&self) -> &T;

    /// Its cost.
    fn cost(&self) -> Self::Cost;
}

impl<T: Clone, C: Cost> Successor<T> for (T, C) {
    type Cost = C;

    #[inline]
    fn state(&self) -> &T {
        &self.0
    }

    #[inline]
    fn cost(&self) -> C {
        self.1
    }
}

impl<A: Clone, T: Clone, C: Cost> Successor<T> for (A, T, C) {
    type Cost = C;

    #[inline]
    fn state(&self) -> &T {
        &self.1
    }

    #[inline]
    fn cost(&self) -> C {
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

/// The successors that a closure returned, nearly always a list. Walking a list from outside takes
/// up to a fifth less time than letting it walk itself, as the searches let other iterators do.
struct Listed<I>(I);

impl<I: Iterator> Iterator for Listed<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }
}

/// A state space from a start and two closures: the successors of a state, as
/// `(state, cost)` or `(name, state, cost)`, and the goal test.
///
/// A closure that is first bound to a name needs the type of its argument: `|n: &u32|`.
///
/// ```
/// use goalward::{Blind, path::{BreadthFirst, PathSearch}, space::from_fn};
///
/// // From 1 to 10 by doubling and adding one.
/// let numbers = from_fn(1, |&n| [("double", 2 * n, 1), ("add one", n + 1, 1)], |&n| n == 10);
/// let plan = BreadthFirst::default().solve(&numbers, &Blind).into_solution().unwrap();
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
    type Cost = <I::Item as Successor<T>>::Cost;

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
        Listed((self.successors)(state).into_iter())
    }

    /// No action cancels another, so nothing is filtered.
    #[inline]
    fn actions_after(&self, state: &T, _: Option<&I::Item>) -> impl Iterator<Item = I::Item> {
        Listed((self.successors)(state).into_iter())
    }

    #[inline]
    fn apply(&self, _: &T, action: &I::Item) -> T {
        action.state().clone()
    }

    #[inline]
    fn successor<'a>(&self, _: &T, action: &'a I::Item) -> Cow<'a, T> {
        Cow::Borrowed(action.state())
    }

    #[inline]
    fn cost(&self, _: &T, action: &I::Item) -> Self::Cost {
        action.cost()
    }
}
