//! Puzzles and games, stated once for every search.

pub mod queens;
