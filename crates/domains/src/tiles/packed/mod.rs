//! A* over boards of 12 to 16 cells that keeps a byte a board, and eight for each
//! row that the blank can be moved along.
//!
//! It does what the plain search does, board for board; law tests hold it to that.

mod ahead;
pub(super) mod astar;
mod rules;
mod stacks;
mod table;
