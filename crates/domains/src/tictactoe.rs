//! Tic-tac-toe: three in a row, by X or by O.
//!
//! ```
//! use goalward::game::{AlphaBeta, GameSearch, Rating};
//! use goalward::Limits;
//! use goalward_domains::tictactoe::{Cell, Position, TicTacToe};
//!
//! let position: Position = "X.O.X....".parse()?;
//! let search = AlphaBeta::default();
//! let outcome = search.search(&TicTacToe, &position, &Limits::default(), &mut ());
//! let analysis = outcome.into_solution().unwrap();
//! assert_eq!(analysis.value, Rating::Exact(0));
//! assert_eq!(analysis.best, [Cell(8)]);
//! # Ok::<(), goalward_domains::tictactoe::PositionError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use goalward::game::{Game, Score};

pub use crate::board::{Cell, MoveError, Player, PositionError};
use crate::board::{bits, check_stones, compact, draw, read_cell, read_cells, stone_at};

/// The rules. A win is worth 1, a draw 0, a loss −1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

/// The stones on the board: two sets of cells, bit 0 being cell 1, bit 8 cell 9.
///
/// Only positions that a game can reach can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Stones of the player to move.
    mine: u16,
    /// Stones of the other.
    theirs: u16,
}

const CELLS: u8 = 9;
const FULL: u16 = 0o777;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// How many lines go through each cell.
const LINES_THROUGH: [i32; 9] = [3, 2, 3, 2, 4, 2, 3, 2, 3];

/// For each set of cells, whether it contains a line.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[set] |= set as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// For each set of cells, its image under each of the eight symmetries.
static IMAGES: [[u16; 8]; 512] = {
    let mut table = [[0; 8]; 512];
    let mut set = 0;
    while set < 512 {
        let mut cell = 0;
        while cell < 9 {
            let mut symmetry = 0;
            while symmetry < 8 {
                table[set][symmetry] |= (set as u16 >> cell & 1) << image(symmetry, cell);
                symmetry += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    table
};

/// The image of a cell under a symmetry: bits 0 and 1 of its number reflect, bit 2 swaps rows and
/// columns.
const fn image(symmetry: usize, cell: usize) -> usize {
    let (mut row, mut column) = (cell / 3, cell % 3);
    if symmetry & 1 == 1 {
        row = 2 - row;
    }
    if symmetry & 2 == 2 {
        column = 2 - column;
    }
    if symmetry & 4 == 4 { column * 3 + row } else { row * 3 + column }
}

impl Position {
    /// The empty board.
    pub const EMPTY: Position = Position { mine: 0, theirs: 0 };

    #[inline]
    fn free(self) -> u16 {
        FULL & !(self.mine | self.theirs)
    }

    /// How many stones there are.
    pub fn stones(&self) -> u32 {
        (self.mine | self.theirs).count_ones()
    }

    /// Whose turn it is, or would be.
    pub fn player(&self) -> Player {
        Player::after(self.stones())
    }

    /// Whose stone is in `cell`.
    pub fn at(&self, cell: Cell) -> Option<Player> {
        stone_at(self.mine.into(), self.theirs.into(), cell)
    }

    /// Who has three in a row.
    pub fn winner(&self) -> Option<Player> {
        HAS_LINE[usize::from(self.theirs)].then(|| self.player().other())
    }

    /// The position in nine characters: `X.O.X....`.
    pub fn text(&self) -> String {
        compact(CELLS, |cell| self.at(cell))
    }
}

impl TicTacToe {
    /// Reads a move to make in `position`: a cell from 1 to 9, or `a1` to `c3`,
    /// the letter for the column and the number for the row.
    pub fn read_move(&self, position: &Position, text: &str) -> Result<Cell, MoveError> {
        let cell = read_cell(text, 3, 3)?;
        if self.terminal(position).is_some() {
            return Err(MoveError::Over);
        }
        position.at(cell).map_or(Ok(cell), |_| Err(MoveError::Taken(cell)))
    }
}

impl Game for TicTacToe {
    type State = Position;
    type Move = Cell;

    #[inline]
    fn start(&self) -> Position {
        Position::EMPTY
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        bits(position.free().into()).map(Cell)
    }

    #[inline]
    fn play(&self, position: &Position, cell: Cell) -> Position {
        Position { mine: position.theirs, theirs: position.mine | 1 << cell.0 }
    }

    #[inline]
    fn can_play(&self, position: &Position, cell: Cell) -> bool {
        position.free() >> cell.0 & 1 == 1
    }

    #[inline]
    fn terminal(&self, position: &Position) -> Option<Score> {
        if HAS_LINE[usize::from(position.theirs & FULL)] {
            Some(-1)
        } else {
            (position.free() == 0).then_some(0)
        }
    }

    #[inline]
    fn most(&self) -> Score {
        1
    }

    /// How many lines go through the cell.
    #[inline]
    fn promise(&self, _position: &Position, cell: Cell) -> i32 {
        LINES_THROUGH[usize::from(cell.0)]
    }

    /// The image with the lowest [`key`](Game::key) under the symmetries of the board.
    #[inline]
    fn representative(&self, position: &Position) -> Position {
        let images = |set: u16| &IMAGES[usize::from(set & FULL)];
        let both = images(position.mine).iter().zip(images(position.theirs));
        let keys = both.map(|(&mine, &theirs)| u32::from(mine) << CELLS | u32::from(theirs));
        let least = keys.fold(u32::MAX, u32::min);
        Position { mine: (least >> CELLS) as u16, theirs: least as u16 & FULL }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        u64::from(position.mine) << CELLS | u64::from(position.theirs)
    }
}

/// Nine cells in reading order: X, O, and `.`, `_` or the cell's number where it is free; spaces
/// and the lines of a drawn board are skipped. Whose turn it is follows from the stones.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let (x, o) = read_cells(text, usize::from(CELLS))?;
        check_stones(x, o, |stones| HAS_LINE[stones as usize])?;
        let (x, o) = (x as u16, o as u16);
        Ok(match Player::after((x | o).count_ones()) {
            Player::X => Position { mine: x, theirs: o },
            Player::O => Position { mine: o, theirs: x },
        })
    }
}

/// The board, with free cells numbered.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        draw(f, 3, 3, |cell| self.at(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_ends_with_a_line_or_a_full_board() {
        let mut positions = vec![Position::EMPTY];
        while let Some(position) = positions.pop() {
            let has_line = LINES.iter().any(|&line| line & !position.theirs == 0);
            let is_full = position.stones() == u32::from(CELLS);
            let wanted = if has_line { Some(-1) } else { is_full.then_some(0) };
            assert_eq!(TicTacToe.terminal(&position), wanted);
            if wanted.is_none() {
                let later = TicTacToe.moves(&position).map(|cell| TicTacToe.play(&position, cell));
                positions.extend(later);
            }
        }
    }

    #[test]
    fn the_representative_is_the_image_of_least_key() {
        for (mine, theirs) in (0..=FULL).flat_map(|mine| (0..=FULL).map(move |it| (mine, it))) {
            if mine & theirs == 0 {
                let image = |symmetry| {
                    let of = |set: u16| IMAGES[usize::from(set)][symmetry];
                    Position { mine: of(mine), theirs: of(theirs) }
                };
                let least = (0..8).map(image).min_by_key(|image| TicTacToe.key(image));
                let found = TicTacToe.representative(&Position { mine, theirs });
                assert_eq!(Some(found), least);
            }
        }
    }
}
