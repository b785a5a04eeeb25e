//! The 8-puzzle's searches, in which each board has a byte of its own.
//!
//! They do what the plain searches do, board for board; law tests hold them to that.

pub(super) mod astar;
pub(super) mod breadth;
mod edges;
mod known;
mod order;
mod stack;
mod steps;
