//! Constraint satisfaction: variables, values, and what they may have together.
//!
//! A problem is a [`Csp`], a method is a [`CspSearch`]: [`Backtracking`], with any inference and
//! in any order. There are three ways to state a problem:
//! - a [`Model`]: named variables, and constraints on any number of them;
//! - [`from_fn`]: numbered variables, and the pairs of values that are compatible;
//! - the trait [`Csp`], for a type of your own.
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
//! With [`VariableOrder::Static`] and [`ValueOrder::Static`] solutions come in lexicographic
//! order: that of the first variable's values, then the second's. In other orders the search
//! goes elsewhere first and finds the same solutions.

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

/// Variables with finite domains, and constraints between them: on pairs, and, where there are
/// any, on more variables.
///
/// All methods must be functions of their arguments alone: asked twice, they
/// answer the same.
pub trait Csp {
    /// How many variables there are.
    fn variables(&self) -> usize;

    /// How many values `variable` has: they are `0..domain(variable)`.
    fn domain(&self, variable: Variable) -> usize;

    /// Whether `variable` may take `value` at all, whatever the others do.
    #[inline]
    fn allows(&self, _variable: Variable, _value: Value) -> bool {
        true
    }

    /// The pairs of different variables that constrain each other. A pair may
    /// come in either order, and more than once.
    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)>;

    /// Whether two variables of a constrained pair may have these values
    /// together. Only asked with the lower variable first.
    fn compatible(&self, x: (Variable, Value), y: (Variable, Value)) -> bool;

    /// A name for what the constraint on `x < y` says: pairs with the same name
    /// must be compatible in the same values, and then share one table.
    /// A pair without a name has a table of its own.
    #[inline]
    fn relation(&self, _x: Variable, _y: Variable) -> Option<usize> {
        None
    }

    /// Groups of variables that must all differ, as the cells of a row of a Sudoku must:
    /// every two of a group are a constrained pair that forbids equal values. Only
    /// [`Inference::AllDifferent`] asks for them.
    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        std::iter::empty()
    }

    /// The constraints that are not on pairs: none, unless a problem says otherwise.
    fn global_constraints(&self) -> impl Iterator<Item = Global<'_>> {
        std::iter::empty()
    }
}

/// A way to search a constraint problem.
pub trait CspSearch<C: Csp> {
    /// Looks for what `find` says.
    ///
    /// The observer comes by value: `()`, a closure, or `&mut` a closure.
    fn search(
        &self,
        csp: &C,
        find: Find,
        limits: &Limits,
        observer: impl Observer<Event>,
    ) -> Answer;

    /// Looks for what `find` says, without limits and unwatched.
    #[must_use]
    fn solve(&self, csp: &C, find: Find) -> Answer {
        self.search(csp, find, &Limits::default(), ())
    }
}

/// Whether `values`, one for each variable, satisfy every constraint: straight
/// from the definition.
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

/// A problem from the size of each domain, the constrained pairs, and a closure
/// that says whether `(x, a)` and `(y, b)`, with `x < y`, may meet.
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
    /// Solutions until there are this many.
    UpTo(NonZeroU64),
    /// Every solution.
    All,
    /// How many solutions there are, keeping none.
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

    /// What it takes to keep a solution, if it is to be kept.
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
    /// Those that were to be kept, in the order found: a value for each variable.
    pub kept: Vec<Vec<Value>>,
    /// Whether the whole space was searched, so that there are no others.
    pub exhausted: bool,
    /// While no solution was found: the longest consistent assignment, in the
    /// order made.
    pub deepest: Vec<(Variable, Value)>,
}

impl Solutions {
    /// The first solution, if one was kept.
    pub fn first(&self) -> Option<&[Value]> {
        self.kept.first().map(Vec::as_slice)
    }
}

/// What a constraint search did, beside the common statistics.
///
/// There, a node is a consistent partial assignment: *expanded* counts those
/// from which a variable was chosen, *generated* the assignments made (as here),
/// *peak stored* the most variables on the way at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Effort {
    /// Values tried.
    pub assignments: u64,
    /// Values struck from the domains of open variables. With
    /// [`Inference::AllDifferent`], only after assignments that stood: how many are struck
    /// before a dead end is seen depends on the order of striking.
    pub prunings: u64,
    /// Times a variable had no value left to try and the assignment before it
    /// was taken back.
    pub backtracks: u64,
    /// Looks into the tables of constraints. A look answers for one pair of
    /// values in plain backtracking; with inference and for the ordering
    /// heuristics it answers for one value against up to 64 others. With
    /// [`Inference::AllDifferent`], constraints that forbid only equal values need no look
    /// where no domain has more than 64 values. Where one has more than 256, arc consistency
    /// looks up what is not soon supported value by value. A [`Global`] constraint counts one look for
    /// each combination tested, each tuple of a table and each value of a sum.
    pub checks: u64,
}

/// How a constraint search ended, and what it took.
///
/// The verdict is *solved* if there is a solution, *unsolvable* if all was
/// searched and there is none; *stopped* keeps the solutions so far.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Answer {
    /// The verdict and the common statistics.
    pub outcome: Outcome<Solutions>,
    /// What only constraint searches count.
    pub effort: Effort,
}

/// One step of a constraint search.
///
/// Each of [`Conflict`](Event::Conflict), [`Violation`](Event::Violation),
/// [`Wipeout`](Event::Wipeout), [`NoPlace`](Event::NoPlace), [`Backtrack`](Event::Backtrack) and
/// [`Solution`](Event::Solution) ends the latest assignment that stands: it is taken
/// back, with the prunings made since.
/// What is pruned before the first assignment stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Event {
    /// `variable` is given `value`.
    Assign {
        /// Which variable.
        variable: Variable,
        /// Which value.
        value: Value,
    },
    /// `value` is struck from the domain of `variable`.
    Prune {
        /// Which variable.
        variable: Variable,
        /// Which value.
        value: Value,
        /// The variable with no compatible value left.
        because: Variable,
    },
    /// `value` is struck from the domain of `variable`, because no values left to the other
    /// variables of a constraint allow it.
    Exclude {
        /// Which variable.
        variable: Variable,
        /// Which value.
        value: Value,
        /// Which of [`Csp::global_constraints`], from 0.
        constraint: usize,
    },
    /// The values given violate a constraint.
    Violation {
        /// Which of [`Csp::global_constraints`], from 0.
        constraint: usize,
    },
    /// `value` is struck from the domain of `variable`, because each place that `group` has
    /// left for `needed` forbids it.
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
    /// The assignment just made contradicts the earlier one of `with`.
    Conflict {
        /// The variable just assigned.
        variable: Variable,
        /// The variable assigned before.
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
    /// The assignments that stand are a solution.
    Solution,
}

#[cfg(test)]
mod tests;
