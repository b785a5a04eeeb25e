//! Puzzles and games, each defined once for every search of [`goalward`].
//!
//! - [`tiles`]: sliding tiles, from 2×2 to 16×16, with any goal;
//! - [`pancake`], [`topspin`], [`cube2`]: pancake sorting, TopSpin and the 2×2×2 cube;
//! - [`queens`]: N queens, as a constraint problem, as landscapes, and counting solutions;
//! - [`sudoku`]: 9×9 Sudoku;
//! - [`coloring`]: graph colouring;
//! - [`grid`] and [`graph`]: the shortest way on maps of cells and between nodes; [`landmarks`]
//!   tell how far it is at least;
//! - [`tictactoe`], [`mnk`], [`connect4`]: games of stones in a row, on [`board`]s.
//!
//! [`simd`] selects the instructions that their kernels use.

pub mod board;
pub mod coloring;
pub mod connect4;
pub mod cube2;
pub mod graph;
pub mod grid;
pub mod landmarks;
mod lanes;
pub mod mnk;
mod pages;
pub mod pancake;
mod permutation;
mod prefetch;
pub mod queens;
pub mod sudoku;
pub mod tictactoe;
pub mod tiles;
pub mod topspin;

pub use goalward::simd;
