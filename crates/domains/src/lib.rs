//! Puzzles and games, stated once for every search.

pub mod coloring;
pub mod queens;
pub mod sudoku;
