//! Constraint satisfaction: variables, values, and pairs that may not meet.
//!
//! ```
//! use goalward::Limits;
//! use goalward::csp::{self, Backtracking, Find};
//!
//! // Three neighbouring countries, two colours: impossible; three colours: six ways.
//! let borders = vec![(0, 1), (1, 2), (0, 2)];
//! let map = |colors| csp::from_fn(vec![colors; 3], borders.clone(), |x, y| x.1 != y.1);
//! let count = |colors| {
//!     let answer = Backtracking::default().search(&map(colors), Find::Count, &Limits::default(), ());
//!     answer.outcome.into_solution().map(|solutions| solutions.count)
//! };
//! assert_eq!(count(2), None);
//! assert_eq!(count(3), Some(6));
//! ```

mod backtracking;
mod domains;
mod engine;
mod inference;
mod ledger;
mod network;
mod ordering;
mod popcount;
mod small;

pub use backtracking::{Backtracking, Inference, ValueOrder, VariableOrder};

use std::num::NonZeroU64;

use crate::run::Outcome;

/// A variable, counted from 0.
pub type Variable = usize;

/// A value of a variable, counted from 0 in each domain.
pub type Value = usize;

/// Variables with finite domains, and binary constraints between them.
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
}

/// Whether `values`, one for each variable, satisfy every constraint: straight
/// from the definition.
pub fn is_solution<C: Csp>(csp: &C, values: &[Value]) -> bool {
    let allowed = |(x, &a): (Variable, &Value)| a < csp.domain(x) && csp.allows(x, a);
    let satisfied = |(x, y): (Variable, Variable)| {
        let (x, y) = (x.min(y), x.max(y));
        csp.compatible((x, values[x]), (y, values[y]))
    };
    values.len() == csp.variables()
        && values.iter().enumerate().all(allowed)
        && csp.constraints().all(satisfied)
}

/// The problem made by [`from_fn`].
#[derive(Clone, Debug)]
pub struct FromFn<F> {
    domains: Vec<usize>,
    constraints: Vec<(Variable, Variable)>,
    compatible: F,
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
    FromFn { domains, constraints, compatible }
}

impl<F> Csp for FromFn<F>
where
    F: Fn((Variable, Value), (Variable, Value)) -> bool,
{
    fn variables(&self) -> usize {
        self.domains.len()
    }

    fn domain(&self, variable: Variable) -> usize {
        self.domains[variable]
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        self.constraints.iter().copied()
    }

    fn compatible(&self, x: (Variable, Value), y: (Variable, Value)) -> bool {
        (self.compatible)(x, y)
    }
}

/// What to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// The solutions a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
pub struct Effort {
    /// Values tried.
    pub assignments: u64,
    /// Values struck from the domains of open variables.
    pub prunings: u64,
    /// Times a variable had no value left to try and the assignment before it
    /// was taken back.
    pub backtracks: u64,
    /// Looks into the tables of constraints. A look answers for one pair of
    /// values in plain backtracking; with inference and for the ordering
    /// heuristics it answers for one value against up to 64 others.
    pub checks: u64,
}

/// How a constraint search ended, and what it took.
///
/// The verdict is *solved* if there is a solution, *unsolvable* if all was
/// searched and there is none; *stopped* keeps the solutions so far.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict and the common statistics.
    pub outcome: Outcome<Solutions>,
    /// What only constraint searches count.
    pub effort: Effort,
}

/// One step of a constraint search.
///
/// Each of [`Conflict`](Event::Conflict), [`Wipeout`](Event::Wipeout),
/// [`Backtrack`](Event::Backtrack) and [`Solution`](Event::Solution) ends the
/// latest assignment that stands: it is taken back, with the prunings made since.
/// What is pruned before the first assignment stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        /// The variable with no value left that would go with it.
        because: Variable,
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
