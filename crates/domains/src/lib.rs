//! Puzzles and games, stated once for every search of [`goalward`].
//!
//! - [`tiles`]: sliding tiles, from 2×2 to 5×5, with any goal.

pub mod tiles;
