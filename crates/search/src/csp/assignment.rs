//! A solution of a model, read by variable or by name.

use std::fmt;
use std::ops::Index;

use super::{Model, Value, Variable};

/// A solution of a [`Model`], read by variable or by name.
///
/// ```
/// use goalward::csp::{Backtracking, CspSearch, Find, Model};
///
/// let mut model = Model::new();
/// let (breadth, length) = (model.variable("breadth", 2..20), model.variable("length", 2..20));
/// model.constraint(&[breadth, length], |v| v[0] <= v[1] && v[0] * v[1] == 35);
/// let answer = Backtracking::default().solve(&model, Find::First);
/// let found = model.solutions(&answer).next().unwrap();
/// assert_eq!((found[breadth], found["length"]), (5, 7));
/// ```
pub struct Assignment<'m, T> {
    model: &'m Model<'m, T>,
    values: &'m [Value],
}

impl<'m, T: Copy + Ord> Assignment<'m, T> {
    /// The solution of `model` with these values, one for each variable, as a search returns them.
    pub fn of(model: &'m Model<'_, T>, values: &'m [Value]) -> Self {
        Assignment { model, values }
    }

    /// The value of each variable, in the order in which they were added.
    pub fn values(&self) -> impl Iterator<Item = T> {
        (0..self.values.len()).map(|variable| self[variable])
    }
}

impl<T: Copy + Ord> Index<Variable> for Assignment<'_, T> {
    type Output = T;

    fn index(&self, variable: Variable) -> &T {
        &self.model.space(variable)[self.values[variable]]
    }
}

/// # Panics
/// If there is no variable with this name.
impl<T: Copy + Ord> Index<&str> for Assignment<'_, T> {
    type Output = T;

    fn index(&self, name: &str) -> &T {
        let variable = self.model.named(name);
        &self[variable.unwrap_or_else(|| panic!("there is no variable named {name}"))]
    }
}

/// Each variable with its value, in the order in which they were added.
impl<T: Copy + Ord + fmt::Display> fmt::Display for Assignment<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for variable in 0..self.values.len() {
            let space = if variable == 0 { "" } else { " " };
            write!(f, "{space}{}={}", self.model.name(variable), self[variable])?;
        }
        Ok(())
    }
}

impl<T: Copy + Ord + fmt::Debug> fmt::Debug for Assignment<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = (0..self.values.len()).map(|x| (self.model.name(x), &self[x]));
        f.debug_map().entries(pairs).finish()
    }
}
