//! Shared by games on a grid: players, cells, and boards as text.

use std::fmt;

use thiserror::Error;

/// A player. X moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Moves first.
    X,
    /// Moves second.
    O,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::X => Player::O,
            Player::O => Player::X,
        }
    }

    /// Who moves when `stones` have been placed.
    pub fn after(stones: u32) -> Player {
        if stones.is_multiple_of(2) { Player::X } else { Player::O }
    }
}

/// Whose stone is in `cell`, if the player to move has the stones in `mine`.
pub(crate) fn stone_at(mine: u64, theirs: u64, cell: Cell) -> Option<Player> {
    let player = Player::after((mine | theirs).count_ones());
    let has = |stones: u64| stones >> cell.0 & 1 == 1;
    if has(mine) { Some(player) } else { has(theirs).then(|| player.other()) }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Player::X => "X",
            Player::O => "O",
        })
    }
}

/// A cell of a board, numbered in reading order: from 0 in data, from 1 in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u8);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        (u32::from(self.0) + 1).fmt(f)
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Too few or too many cells.
    #[error("the board has {wanted} cells, but the text has {found}")]
    Length {
        /// Cells in the text.
        found: usize,
        /// Cells of the board.
        wanted: usize,
    },
    /// Neither a stone nor a free cell.
    #[error(
        "{character:?} at character {at} is not a cell: write X, O, or . (or _, or the cell's number) where it is free"
    )]
    Character {
        /// What was found.
        character: char,
        /// Where in the text, the first character being 1.
        at: usize,
    },
    /// Numbers of stones that no game can have.
    #[error(
        "{x} X and {o} O: the players take turns and X begins, so X must have as many stones as O or one more"
    )]
    Counts {
        /// Stones of X.
        x: u32,
        /// Stones of O.
        o: u32,
    },
    /// Two winners.
    #[error("X and O have both won: the first to do so ends the game")]
    BothWon,
    /// Play continued after the end.
    #[error("{0} has won, yet {other} moved last", other = .0.other())]
    MovedAfterTheEnd(Player),
    /// More lines than a single last stone can complete.
    #[error("{0} has several lines that no single last stone completes")]
    SeparateLines(Player),
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not a move at all.
    #[error("{text:?} is not a move: use {wanted}")]
    Nonsense {
        /// What was given.
        text: String,
        /// What would have been right.
        wanted: String,
    },
    /// No such cell or column.
    #[error("there is no {text}: use {wanted}")]
    OutOfRange {
        /// What was given.
        text: String,
        /// What would have been right.
        wanted: String,
    },
    /// The cell already has a stone.
    #[error("cell {0} is taken")]
    Taken(Cell),
    /// The column is full.
    #[error("column {0} is full")]
    Full(u8),
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Reads `cells` cells in reading order into the sets of X and of O.
///
/// A free cell is `.`, `_` or its own number, so that a drawn board can be read back. Spaces and
/// the lines of a drawing are skipped.
pub(crate) fn read_cells(text: &str, cells: usize) -> Result<(u64, u64), PositionError> {
    let (mut x, mut o) = (0u64, 0u64);
    let mut found = 0;
    let mut rest = text.char_indices().zip(1..);
    while let Some(((start, character), at)) = rest.next() {
        let bit = 1u64.checked_shl(found as u32).unwrap_or(0);
        match character {
            'X' | 'x' => x |= bit,
            'O' | 'o' => o |= bit,
            '.' | '_' => {}
            '0'..='9' => {
                let number = (found + 1).to_string();
                if !text[start..].starts_with(&number) {
                    return Err(PositionError::Character { character, at });
                }
                for _ in 1..number.len() {
                    rest.next();
                }
            }
            '|' | '-' | '+' | ',' | '/' => continue,
            _ if character.is_whitespace() => continue,
            _ => return Err(PositionError::Character { character, at }),
        }
        found += 1;
    }
    if found == cells { Ok((x, o)) } else { Err(PositionError::Length { found, wanted: cells }) }
}

/// Rejects stones that no game can have placed, given who has a line.
pub(crate) fn check_stones(
    x: u64,
    o: u64,
    has_line: impl Fn(u64) -> bool,
) -> Result<(), PositionError> {
    let counts = (x.count_ones(), o.count_ones());
    if counts.0 != counts.1 && counts.0 != counts.1 + 1 {
        return Err(PositionError::Counts { x: counts.0, o: counts.1 });
    }
    let last = Player::after(counts.0 + counts.1).other();
    let (winner, stones) = match (has_line(x), has_line(o)) {
        (true, true) => return Err(PositionError::BothWon),
        (true, false) => (Player::X, x),
        (false, true) => (Player::O, o),
        (false, false) => return Ok(()),
    };
    if winner != last {
        return Err(PositionError::MovedAfterTheEnd(winner));
    }
    if !bits(stones).any(|stone| !has_line(stones & !(1 << stone))) {
        return Err(PositionError::SeparateLines(winner));
    }
    Ok(())
}

/// The elements of a set, ascending.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// `X.O` and so on, one character per cell.
pub(crate) fn compact(cells: u8, at: impl Fn(Cell) -> Option<Player>) -> String {
    let mark = |player| match player {
        Some(Player::X) => 'X',
        Some(Player::O) => 'O',
        None => '.',
    };
    (0..cells).map(|cell| mark(at(Cell(cell)))).collect()
}

/// Draws a board with free cells numbered.
pub(crate) fn draw(
    f: &mut fmt::Formatter,
    rows: u8,
    columns: u8,
    at: impl Fn(Cell) -> Option<Player>,
) -> fmt::Result {
    let width = (rows * columns).to_string().len();
    for row in 0..rows {
        for column in 0..columns {
            let cell = Cell(row * columns + column);
            match at(cell) {
                Some(player) => write!(f, " {player:>width$} ")?,
                None => write!(f, " {cell:>width$} ")?,
            }
            if column + 1 < columns {
                f.write_str("|")?;
            }
        }
        if row + 1 < rows {
            let line = vec!["-".repeat(width + 2); usize::from(columns)].join("+");
            write!(f, "\n{line}\n")?;
        }
    }
    Ok(())
}

/// Reads a cell as a number (`5`) or as column and row (`b2`).
pub(crate) fn read_cell(text: &str, rows: u8, columns: u8) -> Result<Cell, MoveError> {
    let text = text.trim();
    let last_column = char::from(b'a' + columns.min(26) - 1);
    let wanted = || format!("a cell from 1 to {}, or a1 to {last_column}{rows}", rows * columns);
    let nonsense = || MoveError::Nonsense { text: text.to_string(), wanted: wanted() };
    let out_of_range = || MoveError::OutOfRange { text: format!("cell {text}"), wanted: wanted() };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let first = text.chars().next().ok_or_else(nonsense)?.to_ascii_lowercase();
    let (column, digits) = match first {
        'a'..='z' => (Some(first as u8 - b'a'), &text[1..]),
        _ => (None, text),
    };
    if !is_number(digits) {
        return Err(nonsense());
    }
    let number: u8 = digits.parse().map_err(|_| out_of_range())?;
    let most = if column.is_some() { rows } else { rows * columns };
    if number == 0 || number > most || column.is_some_and(|column| column >= columns) {
        return Err(out_of_range());
    }
    Ok(Cell(column.map_or(number - 1, |column| (number - 1) * columns + column)))
}
