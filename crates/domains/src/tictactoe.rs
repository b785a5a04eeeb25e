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
use crate::board::{bits, check_stones, compact, draw, read_cell, read_cells};

/// The rules. A win is worth 1, a draw 0, a loss −1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

/// The stones on the board: two sets of cells, bit 0 being cell 1, bit 8 cell 9.
///
/// Only positions that a game can reach can be made.
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

/// For each set of cells, whether it contains a line.
const HAS_LINE: [bool; 512] = {
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

/// For each of the eight turns and reflections, where it takes a set of cells.
const SYMMETRIES: [[u16; 512]; 8] = {
    let mut table = [[0; 512]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut set = 0;
        while set < 512 {
            let mut cell = 0;
            while cell < 9 {
                if set >> cell & 1 == 1 {
                    table[symmetry][set] |= 1 << image(symmetry, cell);
                }
                cell += 1;
            }
            set += 1;
        }
        symmetry += 1;
    }
    table
};

/// Where a symmetry takes a cell: bits 0 and 1 of its number reflect, bit 2 swaps
/// rows and columns.
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
        if self.mine >> cell.0 & 1 == 1 {
            Some(self.player())
        } else if self.theirs >> cell.0 & 1 == 1 {
            Some(self.player().other())
        } else {
            None
        }
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
        bits(u64::from(FULL & !(position.mine | position.theirs))).map(Cell)
    }

    #[inline]
    fn play(&self, position: &Position, cell: Cell) -> Position {
        Position { mine: position.theirs, theirs: position.mine | 1 << cell.0 }
    }

    #[inline]
    fn terminal(&self, position: &Position) -> Option<Score> {
        if HAS_LINE[usize::from(position.theirs)] {
            Some(-1)
        } else if position.mine | position.theirs == FULL {
            Some(0)
        } else {
            None
        }
    }

    #[inline]
    fn most(&self) -> Score {
        1
    }

    /// How many lines go through the cell.
    #[inline]
    fn promise(&self, _position: &Position, cell: Cell) -> i32 {
        [3, 2, 3, 2, 4, 2, 3, 2, 3][usize::from(cell.0)]
    }

    #[inline]
    fn representative(&self, position: &Position) -> Position {
        let (mine, theirs) = (usize::from(position.mine), usize::from(position.theirs));
        let image = |map: &[u16; 512]| Position { mine: map[mine], theirs: map[theirs] };
        let images = SYMMETRIES.iter().map(image);
        images.min_by_key(|image| self.key(image)).expect("there are eight symmetries")
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        u64::from(position.mine) << CELLS | u64::from(position.theirs)
    }
}

/// Nine cells in reading order: X, O, and `.`, `_` or the cell's number where it is
/// free; blanks and the strokes of a drawn board are skipped. Whose turn it is
/// follows from the stones.
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

/// The board, free cells numbered.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        draw(f, 3, 3, |cell| self.at(cell))
    }
}
