//! m,n,k-games: tic-tac-toe on a board of any size up to 64 cells, won by k in a
//! row.
//!
//! ```
//! use goalward::game::{AlphaBeta, GameSearch, Rating};
//! use goalward_domains::mnk::Mnk;
//!
//! let game = Mnk::new(3, 4, 3)?;
//! let analysis = AlphaBeta::default().solve(&game).into_solution().unwrap();
//! assert_eq!(analysis.value, Rating::Exact(1));
//! # Ok::<(), goalward_domains::mnk::SizeError>(())
//! ```

use std::fmt;

use goalward::game::{Game, Score};
use thiserror::Error;

pub use crate::board::{Cell, MoveError, Player, PositionError};
use crate::board::{bits, check_stones, compact, draw, read_cell, read_cells, stone_at};

/// The rules. A win is worth 1, a draw 0, a loss −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnk {
    rows: u8,
    columns: u8,
    k: u8,
    full: u64,
    /// For each direction, the cells where a line can begin.
    starts: [u64; 4],
}

/// The stones on the board: two sets of cells, bit 0 being cell 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Stones of the player to move.
    mine: u64,
    /// Stones of the other.
    theirs: u64,
}

/// Why a game is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// No rows or no columns.
    #[error("a board needs at least one row and one column")]
    Empty,
    /// The board does not fit.
    #[error("{rows} rows of {columns} make {cells} cells, but at most 64 are possible", cells = u32::from(*.rows) * u32::from(*.columns))]
    TooLarge {
        /// The requested rows.
        rows: u8,
        /// The requested columns.
        columns: u8,
    },
    /// A line of length 0, or longer than the board.
    #[error("{k} in a row is not possible on {rows} rows of {columns}: k must be from 1 to {most}", most = .rows.max(.columns))]
    Line {
        /// The requested rows.
        rows: u8,
        /// The requested columns.
        columns: u8,
        /// Stones in a line.
        k: u8,
    },
}

impl Mnk {
    /// A board of `rows` times `columns`, won by `k` in a row.
    pub fn new(rows: u8, columns: u8, k: u8) -> Result<Self, SizeError> {
        if rows == 0 || columns == 0 {
            return Err(SizeError::Empty);
        }
        if u32::from(rows) * u32::from(columns) > 64 {
            return Err(SizeError::TooLarge { rows, columns });
        }
        if k == 0 || k > rows.max(columns) {
            return Err(SizeError::Line { rows, columns, k });
        }
        let full = u64::MAX >> (64 - rows * columns);
        let mut game = Mnk { rows, columns, k, full, starts: [0; 4] };
        for row in 0..rows {
            for column in 0..columns {
                let right = column + k <= columns;
                let down = row + k <= rows;
                let left = column + 1 >= k;
                let fits = [right, down, right && down, left && down];
                for (starts, fits) in game.starts.iter_mut().zip(fits) {
                    *starts |= u64::from(fits) << (row * columns + column);
                }
            }
        }
        Ok(game)
    }

    /// Rows of the board.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Columns of the board.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// How many in a row win.
    pub fn k(&self) -> u8 {
        self.k
    }

    fn cells(&self) -> u8 {
        self.rows * self.columns
    }

    /// Whether `stones` contain a line: from some start, all following cells in the direction too.
    #[inline]
    fn has_line(&self, stones: u64) -> bool {
        let columns = u32::from(self.columns);
        let steps = [1, columns, columns + 1, columns - 1];
        self.starts.iter().zip(steps).any(|(&starts, step)| {
            let mut lines = stones & starts;
            for stone in 1..u32::from(self.k) {
                if lines == 0 {
                    break;
                }
                lines &= stones >> (stone * step);
            }
            lines != 0
        })
    }

    /// Reads a position: the cells in reading order, X, O, and `.`, `_` or the cell's number where
    /// it is free; spaces and the lines of a drawn board are skipped. Whose turn it is follows from
    /// the stones.
    pub fn read(&self, text: &str) -> Result<Position, PositionError> {
        let (x, o) = read_cells(text, usize::from(self.cells()))?;
        check_stones(x, o, |stones| self.has_line(stones))?;
        Ok(match Player::after((x | o).count_ones()) {
            Player::X => Position { mine: x, theirs: o },
            Player::O => Position { mine: o, theirs: x },
        })
    }

    /// Reads a move to make in `position`: a cell's number, or column and row such
    /// as `b2`.
    pub fn read_move(&self, position: &Position, text: &str) -> Result<Cell, MoveError> {
        let cell = read_cell(text, self.rows, self.columns)?;
        if self.terminal(position).is_some() {
            return Err(MoveError::Over);
        }
        position.at(cell).map_or(Ok(cell), |_| Err(MoveError::Taken(cell)))
    }

    /// Who has a line.
    pub fn winner(&self, position: &Position) -> Option<Player> {
        self.has_line(position.theirs).then(|| position.player().other())
    }

    /// The position as one character per cell: `X.O.X....`.
    pub fn text(&self, position: &Position) -> String {
        compact(self.cells(), |cell| position.at(cell))
    }

    /// The board as text, with free cells numbered.
    pub fn board(&self, position: &Position) -> Board {
        Board { rows: self.rows, columns: self.columns, position: *position }
    }
}

impl Position {
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
        stone_at(self.mine, self.theirs, cell)
    }
}

/// A position with the size of its board; displays as a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    rows: u8,
    columns: u8,
    position: Position,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        draw(f, self.rows, self.columns, |cell| self.position.at(cell))
    }
}

impl Game for Mnk {
    type State = Position;
    type Move = Cell;

    #[inline]
    fn start(&self) -> Position {
        Position { mine: 0, theirs: 0 }
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        bits(self.full & !(position.mine | position.theirs)).map(Cell)
    }

    #[inline]
    fn play(&self, position: &Position, cell: Cell) -> Position {
        Position { mine: position.theirs, theirs: position.mine | 1 << cell.0 }
    }

    #[inline]
    fn can_play(&self, position: &Position, cell: Cell) -> bool {
        (position.mine | position.theirs) >> cell.0 & 1 == 0
    }

    #[inline]
    fn terminal(&self, position: &Position) -> Option<Score> {
        if self.has_line(position.theirs) {
            Some(-1)
        } else if position.mine | position.theirs == self.full {
            Some(0)
        } else {
            None
        }
    }

    #[inline]
    fn most(&self) -> Score {
        1
    }

    /// Wins first, then moves that block one, then the centre.
    #[inline]
    fn promise(&self, position: &Position, cell: Cell) -> i32 {
        let stone = 1 << cell.0;
        if self.has_line(position.mine | stone) {
            return 1_000;
        }
        if self.has_line(position.theirs | stone) {
            return 500;
        }
        let from_centre = |at: u8, size: u8| i32::from(2 * at + 1).abs_diff(i32::from(size)) as i32;
        let (row, column) = (cell.0 / self.columns, cell.0 % self.columns);
        -from_centre(row, self.rows) - from_centre(column, self.columns)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.mine.wrapping_mul(0xa076_1d64_78bd_642f) ^ position.theirs.rotate_left(32)
    }
}
