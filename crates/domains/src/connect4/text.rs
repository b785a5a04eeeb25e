//! Positions as text: the columns played, or a drawn board.

use std::fmt;
use std::str::FromStr;

use goalward::game::Game;
use thiserror::Error;

use super::{BOTTOM, COLUMNS, Column, Connect4, HEIGHT, Player, Position, ROWS, has_four};
use crate::board::{self, check_stones};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Neither a column nor a cell.
    #[error(
        "{character:?} at character {at} is neither a column from 1 to 7 nor a cell (X, O or .)"
    )]
    Character {
        /// What was found.
        character: char,
        /// Where in the text, the first character being 1.
        at: usize,
    },
    /// A disc too many.
    #[error("move {ply} is column {column}, which is full")]
    FullColumn {
        /// Which move, the first being 1.
        ply: usize,
        /// Which column, the first being 1.
        column: u8,
    },
    /// Play continued after the end.
    #[error("the game was over before move {ply}")]
    OverBefore {
        /// Which move, the first being 1.
        ply: usize,
    },
    /// There is no disc below this one.
    #[error("the disc in column {column}, row {row} from the bottom, has nothing under it")]
    Floating {
        /// Which column, the first being 1.
        column: u8,
        /// Which row, the lowest being 1.
        row: u8,
    },
    /// An impossible drawn board.
    #[error(transparent)]
    Board(#[from] board::PositionError),
}

/// Either the columns played from the empty board, such as `4433`, or a drawn board of six lines
/// from the top, X, O and `.` (or `_`) for its cells. Spaces are skipped, and so are the lines and
/// the column numbers of a drawing.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let is_cell = |character| matches!(character, 'X' | 'x' | 'O' | 'o' | '.' | '_');
        if text.contains(is_cell) { read_board(text) } else { read_moves(text) }
    }
}

fn read_moves(text: &str) -> Result<Position, PositionError> {
    let mut position = Position::EMPTY;
    let mut ply = 0;
    for (character, at) in text.chars().zip(1..) {
        let column = match character {
            '1'..='7' => Column(character as u8 - b'1'),
            ',' => continue,
            _ if character.is_whitespace() => continue,
            _ => return Err(PositionError::Character { character, at }),
        };
        ply += 1;
        if position.winner().is_some() {
            return Err(PositionError::OverBefore { ply });
        }
        if !position.has_room(column) {
            return Err(PositionError::FullColumn { ply, column: column.0 + 1 });
        }
        position = Connect4.play(&position, column);
    }
    Ok(position)
}

fn read_board(text: &str) -> Result<Position, PositionError> {
    let (mut x, mut o) = (0u64, 0u64);
    let cells = usize::from(ROWS * COLUMNS);
    let mut found = 0;
    for (character, at) in text.chars().zip(1..) {
        let (row, column) = (found / usize::from(COLUMNS), found % usize::from(COLUMNS));
        let bit = if found < cells {
            1 << (column * usize::from(HEIGHT) + usize::from(ROWS) - 1 - row)
        } else {
            0
        };
        match character {
            'X' | 'x' => x |= bit,
            'O' | 'o' => o |= bit,
            '.' | '_' => {}
            '|' | '-' | '+' | '/' | ',' => continue,
            '1'..='7' if found == 0 || found == cells => continue,
            _ if character.is_whitespace() => continue,
            _ => return Err(PositionError::Character { character, at }),
        }
        found += 1;
    }
    if found != cells {
        return Err(board::PositionError::Length { found, wanted: cells }.into());
    }
    check_gravity(x | o)?;
    check_stones(x, o, has_four)?;
    let mine = match Player::after((x | o).count_ones()) {
        Player::X => x,
        Player::O => o,
    };
    Ok(Position { mine, filled: x | o })
}

fn check_gravity(filled: u64) -> Result<(), PositionError> {
    let floating = filled & !(filled << 1 | BOTTOM);
    if floating == 0 {
        return Ok(());
    }
    let cell = floating.trailing_zeros() as u8;
    Err(PositionError::Floating { column: cell / HEIGHT + 1, row: cell % HEIGHT + 1 })
}

/// The board, with column numbers below it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in (0..ROWS).rev() {
            f.write_str("|")?;
            for column in (0..COLUMNS).map(Column) {
                match self.at(column, row) {
                    Some(player) => write!(f, " {player}")?,
                    None => f.write_str(" .")?,
                }
            }
            f.write_str(" |\n")?;
        }
        f.write_str("+---------------+\n ")?;
        (1..=COLUMNS).try_for_each(|column| write!(f, " {column}"))
    }
}
