//! N queens, one per column, none attacking another.
//!
//! - [`Queens`]: the problem, as a landscape for local search in which a move
//!   puts one column's queen on another row;
//! - [`Swaps`]: the same over permutations, in which a move swaps two rows;
//! - [`count`]: how many solutions there are, and how many up to symmetry;
//! - [`large`]: one solution for very many queens;
//! - [`Placement`]: parses, draws and checks a solution.

mod columns;
pub mod count;
mod csp;
pub mod large;
mod placement;
mod swaps;

pub use columns::{Columns, Relocation};
pub use placement::{Board, Placement};
pub use swaps::{Permutation, Swap, Swaps};

/// N queens on a board with N rows and N columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Queens {
    n: usize,
}

impl Queens {
    /// The largest number of queens supported.
    pub const MOST: usize = 1 << 30;

    /// The problem of `n` queens, which has no solution for 2 and 3.
    pub fn new(n: usize) -> Result<Self, QueensError> {
        match n {
            0 => Err(QueensError::NoQueens),
            1..=Self::MOST => Ok(Queens { n }),
            _ => Err(QueensError::TooMany { n }),
        }
    }

    /// How many queens there are.
    #[inline]
    pub fn n(self) -> usize {
        self.n
    }

    /// Whether there is a solution at all.
    pub fn is_solvable(self) -> bool {
        !matches!(self.n, 2 | 3)
    }
}

/// Why a number or a placement of queens was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueensError {
    /// A board without queens.
    #[error("0 queens: at least one is needed")]
    NoQueens,
    /// More than [`Queens::MOST`].
    #[error("{n} queens: at most {} are supported", Queens::MOST)]
    TooMany {
        /// The number given.
        n: usize,
    },
    /// Not a number.
    #[error("'{piece}' in column {} is not a row: rows are whole numbers from 1", column + 1)]
    NotARow {
        /// The text.
        piece: String,
        /// Its column, from 0.
        column: usize,
    },
    /// A row that the board does not have.
    #[error("row {} in column {} is off the board: {n} columns have rows 1 to {n}", row + 1, column + 1)]
    OffTheBoard {
        /// The row, from 0.
        row: u64,
        /// Its column, from 0.
        column: usize,
        /// How many columns were given.
        n: usize,
    },
    /// A placement whose size differs from the problem's.
    #[error("{given} queens are placed, but the problem has {n}")]
    WrongSize {
        /// How many were placed.
        given: usize,
        /// How many there should be.
        n: usize,
    },
    /// Two queens in one row, where rows must differ.
    #[error(
        "columns {} and {} both have row {}: swaps need each row exactly once",
        first + 1, second + 1, row + 1
    )]
    SharedRow {
        /// The row, from 0.
        row: u32,
        /// The first column that has it, from 0.
        first: usize,
        /// The next column that has it, from 0.
        second: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_queens_are_refused_and_two_or_three_merely_have_no_solution() {
        assert_eq!(Queens::new(0), Err(QueensError::NoQueens));
        assert!(matches!(Queens::new(usize::MAX), Err(QueensError::TooMany { .. })));
        let solvable: Vec<_> = (1..=8).filter(|&n| Queens::new(n).unwrap().is_solvable()).collect();
        assert_eq!(solvable, [1, 4, 5, 6, 7, 8]);
    }
}
