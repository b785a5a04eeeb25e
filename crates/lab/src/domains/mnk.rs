//! m,n,k-games.

use goalward::game::Game;
use goalward_domains::board::{Cell, Player};
use goalward_domains::mnk::{Mnk, Position};
use serde_json::json;

use crate::game::{GameDomain, Standing, in_a_row, marks};
use crate::registry::{Domain, InputError, Instance};
use crate::settings::{Param, Settings};
use crate::view::{Cells, Frame};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "mnk",
    title: "K in a row",
    doc: "k in a row on a board of up to 64 cells",
    aliases: &[],
    params,
    instance_doc: "the cells row by row, X, O or .; by default the empty board",
    sets: &[],
    random: false,
    open,
    load: None,
};

fn params() -> Vec<Param> {
    vec![
        Param::whole("rows", "Rows of the board", 1..=64, "3"),
        Param::whole("columns", "Columns of the board", 1..=64, "3"),
        Param::whole("k", "Stones in a row that win", 1..=64, "3"),
    ]
}

fn open(
    settings: &Settings,
    text: Option<&str>,
    _seed: u64,
) -> Result<Box<dyn Instance>, InputError> {
    let [rows, columns, k] = ["rows", "columns", "k"].map(|name| settings.whole(name) as u8);
    let game = Mnk::new(rows, columns, k).map_err(InputError::new)?;
    let position = match text {
        Some(text) => game.read(text).map_err(InputError::new)?,
        None => game.start(),
    };
    Ok(Box::new(Standing::new(game, position)))
}

/// On larger boards the end of the game is out of reach.
const MOST_SOLVED: u8 = 16;

impl GameDomain for Mnk {
    fn read(&self, text: &str) -> Result<Position, String> {
        Mnk::read(self, text).map_err(|error| error.to_string())
    }

    fn show(&self, position: &Position) -> String {
        self.text(position)
    }

    fn drawing(&self, position: &Position) -> String {
        self.board(position).to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Cell, String> {
        Mnk::read_move(self, position, text).map_err(|error| error.to_string())
    }

    fn move_help(&self) -> Option<(&'static str, &'static str)> {
        Some(("4, b2", "to move to this cell"))
    }

    fn frame(&self) -> Frame {
        let [rows, columns, k] = [self.rows(), self.columns(), self.k()];
        Frame::new("marks", json!({ "rows": rows, "columns": columns, "k": k }))
    }

    fn cells(&self, position: &Position) -> Cells {
        marks(&stones(self, position))
    }

    fn line(&self, position: &Position) -> Vec<usize> {
        let [rows, columns, k] = [self.rows(), self.columns(), self.k()].map(usize::from);
        in_a_row(rows, columns, k, &stones(self, position))
    }

    fn player(&self, position: &Position) -> Player {
        position.player()
    }

    fn default_depth(&self) -> Option<&'static str> {
        (self.rows() * self.columns() > MOST_SOLVED).then_some("4")
    }

    fn default_method(&self, _position: &Position) -> &'static str {
        if self.rows() * self.columns() > MOST_SOLVED { "mcts" } else { "alpha-beta" }
    }

    fn compared(&self) -> &'static [&'static str] {
        match self.rows() * self.columns() {
            0..=9 => super::tictactoe::SOLVED,
            _ => &[
                "minimax(depth=4)",
                "alpha-beta(depth=4)",
                "alpha-beta(depth=6)",
                "mcts(playouts=1000)",
                "mcts",
            ],
        }
    }
}

/// Whose mark is on each cell, in reading order.
fn stones(game: &Mnk, position: &Position) -> Vec<Option<Player>> {
    (0..game.rows() * game.columns()).map(|cell| position.at(Cell(cell))).collect()
}
