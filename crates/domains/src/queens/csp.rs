//! N queens as a constraint problem.

use goalward::Csp;
use goalward::csp::{Value, Variable};

use super::Queens;

/// A variable is a column, and its value is the row of the queen there.
impl Csp for Queens {
    #[inline]
    fn variables(&self) -> usize {
        self.n
    }

    #[inline]
    fn domain(&self, _: Variable) -> usize {
        self.n
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        (0..self.n).flat_map(|y| (0..y).map(move |x| (x, y)))
    }

    #[inline]
    fn compatible(&self, (x, a): (Variable, Value), (y, b): (Variable, Value)) -> bool {
        a != b && a.abs_diff(b) != x.abs_diff(y)
    }

    #[inline]
    fn relation(&self, x: Variable, y: Variable) -> Option<usize> {
        Some(y - x)
    }

    /// All columns: each row needs a queen.
    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        std::iter::once((0..self.n).collect())
    }
}
