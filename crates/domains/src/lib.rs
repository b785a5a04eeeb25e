//! Puzzles and games, stated once for every search.

mod prefetch;
pub mod queens;
