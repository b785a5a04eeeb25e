//! Every domain that ships: a file each, with its row.

mod coloring;
mod connect4;
mod cube2;
mod graph;
mod grid;
mod mnk;
mod pancake;
pub(crate) mod queens;
mod sudoku;
mod tictactoe;
pub(crate) mod tiles;
mod topspin;

use crate::registry::Domain;

/// Every domain that ships, as they are listed.
///
/// A constant would be copied into every crate that reads it, and a static into the unit tests of
/// this crate; with it, every method of these domains would be compiled there again.
#[inline(never)]
pub fn shipped() -> &'static [Domain] {
    &[
        tiles::DOMAIN,
        queens::DOMAIN,
        sudoku::DOMAIN,
        coloring::DOMAIN,
        tictactoe::DOMAIN,
        mnk::DOMAIN,
        connect4::DOMAIN,
        grid::DOMAIN,
        graph::DOMAIN,
        pancake::DOMAIN,
        topspin::DOMAIN,
        cube2::DOMAIN,
    ]
}
