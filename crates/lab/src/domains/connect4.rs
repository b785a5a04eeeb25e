//! Connect Four.

use goalward::Limits;
use goalward::game::Score;
use goalward_domains::board::Player;
use goalward_domains::connect4::{COLUMNS, Column, Connect4, Position, ROWS, SOLVED, Solver};
use serde_json::json;

use crate::about::About;
use crate::game::{GameDomain, Standing, in_a_row, marks, root_moves, row, scored};
use crate::registry::{Domain, InputError, Instance, Method, Set};
use crate::settings::Settings;
use crate::trace::EventKind::{Cutoff, Enter, Leave};
use crate::view::{Cells, Frame};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "connect4",
    title: "Connect Four",
    doc: "Four in a row on a 7x6 board",
    aliases: &[],
    params: Vec::new,
    instance_doc: "the columns played, such as 4433, six lines of X, O and ., or SET:NUMBER; by default empty",
    sets: &[Set {
        name: "random160",
        doc: "160 positions of 11 to 36 discs, from random play",
        text: SOLVED,
    }],
    random: false,
    open,
    load: None,
};

fn open(
    _settings: &Settings,
    text: Option<&str>,
    _seed: u64,
) -> Result<Box<dyn Instance>, InputError> {
    let text = text.unwrap_or("");
    let line = Set::find(DOMAIN.sets, text)?.map(|(_, line)| line);
    // The exact score follows the position.
    let text = line.and_then(|line| line.split(' ').next()).unwrap_or(text);
    let state: Position = text.parse().map_err(InputError::new)?;
    // A drawing of the empty board may number its columns.
    let columns: String = match "".parse() == Ok(state) {
        true => String::new(),
        false => text.chars().filter(char::is_ascii_digit).collect(),
    };
    let mut standing = Standing::new(Connect4, state);
    // Two texts stand for one position: the game writes the other.
    if columns.parse() == Ok(state) {
        standing.text = columns;
    }
    Ok(Box::new(standing))
}

impl GameDomain for Connect4 {
    fn read(&self, text: &str) -> Result<Position, String> {
        text.parse::<Position>().map_err(|error| error.to_string())
    }

    fn show(&self, position: &Position) -> String {
        let mark = |column, row| match position.at(column, row) {
            Some(Player::X) => 'X',
            Some(Player::O) => 'O',
            None => '.',
        };
        let line = |row| (0..COLUMNS).map(|column| mark(Column(column), row)).collect::<String>();
        (0..ROWS).rev().map(line).collect::<Vec<_>>().join("/")
    }

    fn drawing(&self, position: &Position) -> String {
        position.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Column, String> {
        Connect4::read_move(self, position, text).map_err(|error| error.to_string())
    }

    fn move_help(&self) -> Option<(&'static str, &'static str)> {
        Some(("4", "to drop a disc into this column"))
    }

    fn frame(&self) -> Frame {
        Frame::new("discs", json!({ "rows": ROWS, "columns": COLUMNS, "k": 4 }))
    }

    fn cells(&self, position: &Position) -> Cells {
        marks(&stones(position))
    }

    fn line(&self, position: &Position) -> Vec<usize> {
        in_a_row(ROWS.into(), COLUMNS.into(), 4, &stones(position))
    }

    fn player(&self, position: &Position) -> Player {
        position.player()
    }

    /// Whoever wins with the k-th last of their 21 discs scores k.
    fn moves_to_win(&self, position: &Position, score: Score) -> Option<u32> {
        let discs = position.discs();
        let placed = match score {
            0 => return None,
            1.. => discs / 2,
            _ => discs.div_ceil(2),
        };
        (22u32.saturating_sub(score.unsigned_abs())).checked_sub(placed)
    }

    fn default_depth(&self) -> Option<&'static str> {
        Some("8")
    }

    fn default_method(&self, _position: &Position) -> &'static str {
        "solver"
    }

    fn compared(&self) -> &'static [&'static str] {
        &[
            "minimax(depth=4)",
            "alpha-beta(depth=4)",
            "alpha-beta(depth=8)",
            "mcts(playouts=1000)",
            "mcts",
            "solver",
        ]
    }

    fn evaluator(&self) -> Option<&'static str> {
        Some("Counts winning cells and discs near the centre")
    }

    fn exact(&self, position: &Position, limits: &Limits) -> Option<Score> {
        Solver::default().score(position, limits).into_solution()
    }

    fn own_methods<'a>(&'a self, position: &'a Position) -> Vec<Method<'a>> {
        vec![row(
            self,
            position,
            &About {
                name: "solver",
                title: "Exact solver",
                doc: "Exact scores; early positions take minutes",
                does: "Alpha-beta specialised for Connect Four: positions are bitboards, moves \
                    that lose at once are skipped, double threats and middle columns come first, \
                    and a large table is kept. Each search only asks whether the value is above a \
                    guess, and halves the remaining range.",
                guarantees: "The exact score: who wins, and how soon.",
                costs: "Minutes for early positions, an instant in the middle of the game.",
                pseudocode: &[
                    "while least < most: guess between them; is value(position, guess) above guess?",
                    "value(position, alpha), which only tells whether it is above alpha:",
                    "  if a move wins at once: return its score",
                    "  moves ← those after which the opponent does not win at once",
                    "  if there are none: return the score of the loss",
                    "  if the table or the number of discs left decides it: return that",
                    "  for each of moves, most threats first:",
                    "    score ← −value(position after it, −alpha − 1)",
                    "    if score > alpha: note it in the table and return it",
                    "  note in the table that the value is at most alpha, and return that",
                ],
                lines: &[(Enter, 2), (Cutoff, 9), (Leave, 10)],
                frontier: false,
            },
            vec![root_moves()],
            |settings, _| Solver { root: scored(settings), ..Solver::default() },
        )]
    }
}

/// Whose disc is on each cell, in reading order.
fn stones(position: &Position) -> Vec<Option<Player>> {
    let row = |row| (0..COLUMNS).map(move |column| position.at(Column(column), row));
    (0..ROWS).rev().flat_map(row).collect()
}
