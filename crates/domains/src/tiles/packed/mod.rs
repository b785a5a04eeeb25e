//! A* over boards of 12 to 16 cells that stores one byte per board, and eight bytes for each row
//! along which the blank can move.
//!
//! It does what the plain search does, board for board; law tests check that.
//!
//! A sideways move does not change the order of the tiles, so the boards of a row share a key of
//! eight bytes, with one byte each for the move that led there and how often f has risen; five keys
//! fill a cache line. No parent is stored: the moves lead back. A board whose f does not rise comes
//! next and does not have to be looked up before its turn, so boards are generated four ahead of
//! the lookups; the descendants of one that turns out to be known are dropped. The table uses huge
//! pages and grows in place, so it is never held twice. Compared with the plain engine in one run:
//! half the memory and three times the speed.

mod ahead;
pub(super) mod astar;
mod rules;
mod stacks;
mod table;
