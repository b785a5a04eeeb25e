//! A* over boards of up to 16 cells that keeps eight bytes a board.
//!
//! It does what the plain search does, board for board; law tests hold it to that.

pub(super) mod astar;
mod rules;
mod stacks;
mod table;
