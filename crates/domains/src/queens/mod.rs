//! N queens on an N×N board, none attacking another: one queen in each column,
//! its row counted from 0.

pub mod count;
mod csp;

/// The problem of placing `n` queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Queens {
    n: usize,
}

/// Why there is no such problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueensError {
    /// A board without squares.
    #[error("0 queens: at least one is needed")]
    None,
}

impl Queens {
    /// The problem of placing `n` queens, at least one.
    pub fn new(n: usize) -> Result<Self, QueensError> {
        if n == 0 { Err(QueensError::None) } else { Ok(Queens { n }) }
    }

    /// How many queens, rows and columns there are.
    #[inline]
    pub fn n(&self) -> usize {
        self.n
    }
}
