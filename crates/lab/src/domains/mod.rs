//! Every domain that ships: a file each, with its row.

mod coloring;
mod connect4;
mod graph;
mod grid;
mod mnk;
pub(crate) mod queens;
mod sudoku;
mod tictactoe;
pub(crate) mod tiles;

use crate::registry::Domain;

/// Every domain that ships, as they are listed.
pub const DOMAINS: &[Domain] = &[
    tiles::DOMAIN,
    queens::DOMAIN,
    sudoku::DOMAIN,
    coloring::DOMAIN,
    tictactoe::DOMAIN,
    mnk::DOMAIN,
    connect4::DOMAIN,
    grid::DOMAIN,
    graph::DOMAIN,
];
