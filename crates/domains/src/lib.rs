//! Puzzles and games, stated once for every search.

pub mod board;
pub mod connect4;
pub mod mnk;
pub mod tictactoe;
