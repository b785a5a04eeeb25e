//! Constraint satisfaction: variables, values and constraints between them.
//!
//! A problem is a [`Csp`], a method is a [`CspSearch`]: [`Backtracking`], with any inference and in
//! any order. There are three ways to define a problem:
//! - a [`Model`]: named variables, and constraints on any number of them;
//! - [`from_fn`]: numbered variables, and the pairs of values that are compatible;
//! - the trait [`Csp`], for your own type.
//!
//! ```
//! use goalward::csp::{self, Backtracking, CspSearch, Find};
//!
//! // Three neighbouring countries, two colours: impossible; three colours: six ways.
//! let borders = vec![(0, 1), (1, 2), (0, 2)];
//! let map = |colors| csp::from_fn(vec![colors; 3], borders.clone(), |x, y| x.1 != y.1);
//! let count = |colors| {
//!     let answer = Backtracking::default().solve(&map(colors), Find::Count);
//!     answer.outcome.into_solution().map(|solutions| solutions.count)
//! };
//! assert_eq!(count(2), None);
//! assert_eq!(count(3), Some(6));
//! ```
//!
//! # The order of solutions
//! With [`VariableOrder::Static`] and [`ValueOrder::Static`] solutions come in lexicographic order:
//! by the first variable's value, then the second's. Other orders find the same solutions in
//! another order.

mod assignment;
mod backtracking;
mod domains;
mod engine;
mod global;
mod groups;
mod inference;
#[doc(hidden)]
pub mod ledger;
mod model;
mod network;
mod ordering;
mod popcount;
mod small;

pub use assignment::Assignment;
pub use backtracking::{Backtracking, Inference, ValueOrder, VariableOrder};
pub use global::{Comparison, Global};
pub use model::Model;

use std::num::NonZeroU64;

use crate::observe::Observer;
use crate::run::{Limits, Outcome};

/// A variable, counted from 0.
pub type Variable = usize;

/// A value of a variable, counted from 0 in each domain.
pub type Value = usize;

/// Variables with finite domains, and constraints on pairs of them or on more variables.
///
/// All methods must be pure functions of their arguments.
pub trait Csp {
    /// How many variables there are.
    fn variables(&self) -> usize;

    /// How many values `variable` has: they are `0..domain(variable)`.
    fn domain(&self, variable: Variable) -> usize;

    /// Whether `variable` may take `value` at all, whatever the other variables are.
    #[inline]
    fn allows(&self, _variable: Variable, _value: Value) -> bool {
        true
    }

    /// The pairs of different variables that constrain each other. A pair may be in either order,
    /// and may be listed more than once.
    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)>;

    /// Whether two variables of a constrained pair may have these values together. Called only with
    /// the lower variable first.
    fn compatible(&self, x: (Variable, Value), y: (Variable, Value)) -> bool;

    /// A name for the relation between `x < y`: pairs with the same name must allow the same pairs
    /// of values, and share one table. A pair without a name has a separate table.
    #[inline]
    fn relation(&self, _x: Variable, _y: Variable) -> Option<usize> {
        None
    }

    /// Groups of variables that must all differ, such as the cells of a row of a Sudoku: every two
    /// variables of a group are a constrained pair that forbids equal values. Only
    /// [`Inference::AllDifferent`] uses them.
    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        std::iter::empty()
    }

    /// The constraints on any number of variables; by default none.
    fn global_constraints(&self) -> impl Iterator<Item = Global<'_>> {
        std::iter::empty()
    }
}

/// A way to search a constraint problem.
pub trait CspSearch<C: Csp> {
    /// Searches for what `find` specifies.
    ///
    /// The observer is passed by value: `()`, a closure, or `&mut` a closure.
    fn search(
        &self,
        csp: &C,
        find: Find,
        limits: &Limits,
        observer: impl Observer<Event>,
    ) -> Answer;

    /// Searches for what `find` specifies, without limits or an observer.
    #[must_use]
    fn solve(&self, csp: &C, find: Find) -> Answer {
        self.search(csp, find, &Limits::default(), ())
    }
}

/// Whether `values`, one for each variable, satisfy every constraint: directly from the definition.
pub fn is_solution<C: Csp>(csp: &C, values: &[Value]) -> bool {
    let allowed = |(x, &a): (Variable, &Value)| a < csp.domain(x) && csp.allows(x, a);
    let satisfied = |(x, y): (Variable, Variable)| {
        let (x, y) = (x.min(y), x.max(y));
        csp.compatible((x, values[x]), (y, values[y]))
    };
    let allowed_by = |global: Global<'_>| {
        let values: Vec<Value> = global.scope().iter().map(|&x| values[x]).collect();
        global.allows(&values)
    };
    values.len() == csp.variables()
        && values.iter().enumerate().all(allowed)
        && csp.constraints().all(satisfied)
        && csp.global_constraints().all(allowed_by)
}

/// The problem made by [`from_fn`].
#[derive(Clone, Debug)]
pub struct FromFn<F, A = fn(Variable, Value) -> bool> {
    domains: Vec<usize>,
    constraints: Vec<(Variable, Variable)>,
    groups: Vec<Vec<Variable>>,
    compatible: F,
    allows: A,
}

/// A problem made from the size of each domain, the constrained pairs, and a closure that says
/// whether `(x, a)` and `(y, b)`, with `x < y`, are compatible.
pub fn from_fn<F>(
    domains: Vec<usize>,
    constraints: Vec<(Variable, Variable)>,
    compatible: F,
) -> FromFn<F>
where
    F: Fn((Variable, Value), (Variable, Value)) -> bool,
{
    FromFn { domains, constraints, groups: Vec::new(), compatible, allows: |_, _| true }
}

impl<F, A> FromFn<F, A> {
    /// The same problem, with values that a variable may not take at all ([`Csp::allows`]).
    #[must_use]
    pub fn with_allowed<B>(self, allows: B) -> FromFn<F, B>
    where
        B: Fn(Variable, Value) -> bool,
    {
        let FromFn { domains, constraints, groups, compatible, .. } = self;
        FromFn { domains, constraints, groups, compatible, allows }
    }

    /// The same problem, with groups of variables that must all differ ([`Csp::groups`]).
    ///
    /// ```
    /// use goalward::csp::{Backtracking, CspSearch, Find, Inference, from_fn};
    ///
    /// // Three guests, three seats; neither of the first two takes the last seat.
    /// let pairs = vec![(0, 1), (0, 2), (1, 2)];
    /// let guests = from_fn(vec![3; 3], pairs, |x, y| x.1 != y.1)
    ///     .with_allowed(|guest, seat| guest == 2 || seat != 2)
    ///     .with_groups(vec![vec![0, 1, 2]]);
    /// let method = Backtracking { inference: Inference::AllDifferent, ..Backtracking::default() };
    /// let answer = method.solve(&guests, Find::All);
    /// assert_eq!(answer.outcome.into_solution().unwrap().kept, [[0, 1, 2], [1, 0, 2]]);
    /// ```
    #[must_use]
    pub fn with_groups(self, groups: Vec<Vec<Variable>>) -> Self {
        FromFn { groups, ..self }
    }
}

impl<F, A> Csp for FromFn<F, A>
where
    F: Fn((Variable, Value), (Variable, Value)) -> bool,
    A: Fn(Variable, Value) -> bool,
{
    fn variables(&self) -> usize {
        self.domains.len()
    }

    fn domain(&self, variable: Variable) -> usize {
        self.domains[variable]
    }

    fn allows(&self, variable: Variable, value: Value) -> bool {
        (self.allows)(variable, value)
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        self.constraints.iter().copied()
    }

    fn compatible(&self, x: (Variable, Value), y: (Variable, Value)) -> bool {
        (self.compatible)(x, y)
    }

    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        self.groups.iter().cloned()
    }
}

/// What to look for: by default, [one solution](Find::First).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Find {
    /// One solution.
    #[default]
    First,
    /// At most this many solutions.
    UpTo(NonZeroU64),
    /// Every solution.
    All,
    /// The number of solutions; none is stored.
    Count,
}

impl Find {
    /// How many solutions are enough.
    fn enough(self) -> u64 {
        match self {
            Find::First => 1,
            Find::UpTo(most) => most.get(),
            Find::All | Find::Count => u64::MAX,
        }
    }

    /// The bytes needed to store a solution, if solutions are stored.
    fn bytes(self, variables: usize) -> usize {
        match self {
            Find::Count => 0,
            _ => variables * size_of::<Value>() + size_of::<Vec<Value>>(),
        }
    }
}

/// The solutions a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solutions {
    /// How many were found.
    pub count: u64,
    /// The stored solutions, in the order found: a value for each variable.
    pub kept: Vec<Vec<Value>>,
    /// Whether the whole space was searched, so that there are no others.
    pub exhausted: bool,
    /// If no solution was found, the longest consistent assignment, in the order made.
    pub deepest: Vec<(Variable, Value)>,
}

impl Solutions {
    /// The first solution, if one was stored.
    pub fn first(&self) -> Option<&[Value]> {
        self.kept.first().map(Vec::as_slice)
    }
}

/// Statistics of a constraint search, in addition to the common ones.
///
/// In the common statistics a node is a consistent partial assignment: *expanded* counts those from
/// which a variable was chosen, *generated* the assignments made (as here), *peak stored* the
/// largest number of variables assigned at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Effort {
    /// Values tried.
    pub assignments: u64,
    /// Values removed from the domains of unassigned variables. With [`Inference::AllDifferent`],
    /// only after assignments that were consistent: how many are removed before a dead end is found
    /// depends on the order of removal.
    pub prunings: u64,
    /// How often a variable had no value left to try and the previous assignment was undone.
    pub backtracks: u64,
    /// Lookups in the tables of constraints. In plain backtracking a lookup is for one pair of
    /// values; with inference and for the ordering heuristics it is for one value against up to 64
    /// others. With [`Inference::AllDifferent`], constraints that forbid only equal values need no
    /// lookup if no domain has more than 64 values. If one has more than 256, arc consistency looks
    /// up values without early support one by one. A [`Global`] constraint counts one lookup for
    /// each combination tested, each tuple of a table and each value of a sum.
    pub checks: u64,
}

/// The outcome of a constraint search and its statistics.
///
/// The verdict is *solved* if there is a solution, *unsolvable* if everything was searched and
/// there is none; *stopped* keeps the solutions so far.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Answer {
    /// The verdict and the common statistics.
    pub outcome: Outcome<Solutions>,
    /// The counts that only constraint searches have.
    pub effort: Effort,
}

/// One step of a constraint search.
///
/// Each of [`Conflict`](Event::Conflict), [`Violation`](Event::Violation),
/// [`Wipeout`](Event::Wipeout), [`NoPlace`](Event::NoPlace), [`Backtrack`](Event::Backtrack) and
/// [`Solution`](Event::Solution) ends the latest assignment still in force: it is undone, with the
/// prunings made since. Values pruned before the first assignment stay pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Event {
    /// `value` is assigned to `variable`.
    Assign {
        /// Which variable.
        variable: Variable,
        /// Which value.
        value: Value,
    },
    /// `value` is removed from the domain of `variable`.
    Prune {
        /// Which variable.
        variable: Variable,
        /// Which value.
        value: Value,
        /// The variable that has no compatible value left.
        because: Variable,
    },
    /// `value` is removed from the domain of `variable`, because no remaining values of the other
    /// variables of a constraint allow it.
    Exclude {
        /// Which variable.
        variable: Variable,
        /// Which value.
        value: Value,
        /// Which of [`Csp::global_constraints`], from 0.
        constraint: usize,
    },
    /// The assigned values violate a constraint.
    Violation {
        /// Which of [`Csp::global_constraints`], from 0.
        constraint: usize,
    },
    /// `value` is removed from the domain of `variable`, because every place left for `needed` in
    /// `group` rules it out.
    Confine {
        /// Which variable.
        variable: Variable,
        /// Which value.
        value: Value,
        /// Which of [`Csp::groups`], from 0.
        group: usize,
        /// The value that needs a place there.
        needed: Value,
    },
    /// No variable of `group` has `value` left.
    NoPlace {
        /// Which of [`Csp::groups`], from 0.
        group: usize,
        /// Which value.
        value: Value,
    },
    /// The assignment just made conflicts with the earlier one to `with`.
    Conflict {
        /// The variable just assigned.
        variable: Variable,
        /// The variable assigned earlier.
        with: Variable,
    },
    /// The domain of `variable` is empty.
    Wipeout {
        /// Which variable.
        variable: Variable,
    },
    /// Every value of `variable` has been tried.
    Backtrack {
        /// Which variable.
        variable: Variable,
    },
    /// The current assignments are a solution.
    Solution,
}

#[cfg(test)]
mod tests;
