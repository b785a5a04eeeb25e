//! Puzzles and games, each defined once for every search of [`goalward`].
//!
//! ```
//! use goalward::path::{BestFirst, PathSearch};
//! use goalward_domains::pancake::{Pancakes, Stack};
//!
//! let pancakes = Pancakes::parse("3 1 4 2 5")?;
//! let gaps = |stack: &Stack| pancakes.gaps(stack);
//! let plan = BestFirst::a_star().solve(&pancakes, &gaps).into_solution().unwrap();
//! assert_eq!(plan.cost, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The map
//! - [`tiles`]: sliding tiles, from 2×2 to 16×16, with any goal;
//! - [`pancake`], [`topspin`], [`cube2`]: pancake sorting, TopSpin and the 2×2×2 cube;
//! - [`queens`]: N queens, as a constraint problem, as landscapes, and counting solutions;
//! - [`sudoku`]: 9×9 Sudoku;
//! - [`coloring`]: graph colouring;
//! - [`grid`] and [`graph`]: shortest paths on maps of cells and in graphs; [`landmarks`] give
//!   lower bounds on their lengths;
//! - [`tictactoe`], [`mnk`], [`connect4`]: games won by stones in a row, on [`board`]s.
//!
//! [`simd`] selects the instruction set of their kernels.

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
