//! A* over boards of 12 to 16 cells that keeps a byte a board, and eight for each
//! row that the blank can be moved along.
//!
//! It does what the plain search does, board for board; law tests hold it to that.
//!
//! A sideways move leaves the order of the tiles as it is, so the boards of a row share a key of eight
//! bytes, with one byte each for the move that led there and how often f has risen; five keys fill a
//! cache line. No parent is kept: the moves lead back. A board whose f does not rise comes next and
//! need not be looked up before its turn, so boards are made four ahead of those looked up; whatever
//! descends from one that turns out to be known is dropped. The table lies in large pages and grows in
//! place, so it is never held twice. Beside the plain engine in one run: half the memory and three
//! times the speed.

mod ahead;
pub(super) mod astar;
mod rules;
mod stacks;
mod table;
