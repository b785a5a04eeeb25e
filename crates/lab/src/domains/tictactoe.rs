//! Tic-tac-toe.

use goalward::game::Game;
use goalward_domains::board::{Cell, Player};
use goalward_domains::tictactoe::{Position, TicTacToe};
use serde_json::json;

use crate::game::{GameDomain, Standing, in_a_row, marks};
use crate::registry::{Domain, InputError};
use crate::view::{Cells, Frame};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "tictactoe",
    title: "Tic-tac-toe",
    doc: "Three in a row on a 3x3 board",
    aliases: &[],
    params: Vec::new,
    instance_doc: "nine cells, X, O or ., such as X.O.X....; by default the empty board",
    sets: &[],
    random: false,
    open: |_, text, _| {
        let position = match text {
            Some(text) => TicTacToe.read(text).map_err(InputError)?,
            None => TicTacToe.start(),
        };
        Ok(Box::new(Standing::new(TicTacToe, position)))
    },
    load: None,
};

/// What is compared on boards small enough to be played to the end.
pub const SOLVED: &[&str] = &[
    "minimax",
    "alpha-beta(deepening=off, table=off, ordering=off)",
    "alpha-beta(deepening=off, table=off)",
    "alpha-beta",
    "mcts(playouts=1000)",
    "mcts",
];

impl GameDomain for TicTacToe {
    fn read(&self, text: &str) -> Result<Position, String> {
        text.parse::<Position>().map_err(|error| error.to_string())
    }

    fn show(&self, position: &Position) -> String {
        position.text()
    }

    fn drawing(&self, position: &Position) -> String {
        position.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Cell, String> {
        TicTacToe::read_move(self, position, text).map_err(|error| error.to_string())
    }

    fn move_help(&self) -> Option<(&'static str, &'static str)> {
        Some(("4, b2", "to move to this cell"))
    }

    fn frame(&self) -> Frame {
        Frame::new("marks", json!({ "rows": 3, "columns": 3, "k": 3 }))
    }

    fn cells(&self, position: &Position) -> Cells {
        marks(&stones(position))
    }

    fn line(&self, position: &Position) -> Vec<usize> {
        in_a_row(3, 3, 3, &stones(position))
    }

    fn player(&self, position: &Position) -> Player {
        position.player()
    }

    fn default_depth(&self) -> Option<&'static str> {
        None
    }

    fn default_method(&self, _position: &Position) -> &'static str {
        "alpha-beta"
    }

    fn compared(&self) -> &'static [&'static str] {
        SOLVED
    }
}

/// Whose mark is on each cell, in reading order.
fn stones(position: &Position) -> Vec<Option<Player>> {
    (0..9).map(|cell| position.at(Cell(cell))).collect()
}
