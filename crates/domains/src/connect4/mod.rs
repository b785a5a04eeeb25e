//! Connect Four on seven columns of six: discs fall to the lowest free cell; four in a row win.
//!
//! The [`Solver`] finds exact scores; the searches of [`goalward::game`] work here
//! as in any game.
//!
//! ```
//! use goalward::Limits;
//! use goalward::game::{GameSearch, Rating};
//! use goalward_domains::connect4::{Connect4, Position, Solver};
//!
//! let position: Position = "45511411522456455674322477317213".parse()?;
//! let outcome =
//!     Solver::default().search(&Connect4, &position, &Limits::default(), &mut ());
//! assert_eq!(outcome.into_solution().unwrap().value, Rating::Exact(5));
//! # Ok::<(), goalward_domains::connect4::PositionError>(())
//! ```

mod solver;
mod table;
mod text;

use std::fmt;

use goalward::game::{Game, Score};

pub use crate::board::{MoveError, Player};
pub use solver::Solver;
pub use text::PositionError;

/// Positions with their exact scores, one per line.
pub const SOLVED: &str = include_str!("../../data/connect4.txt");

/// Columns of the board.
pub const COLUMNS: u8 = 7;
/// Rows of the board.
pub const ROWS: u8 = 6;

const CELLS: u32 = COLUMNS as u32 * ROWS as u32;
/// Bits of a column in a set of cells.
const HEIGHT: u8 = ROWS + 1;
/// The lowest cell of every column.
const BOTTOM: u64 = 0x0408_1020_4081;
/// All cells.
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);

/// The rules.
///
/// Each player has 21 discs. Winning with the k-th last of them scores k, so an earlier win is
/// worth more; the loser scores −k; a draw is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connect4;

/// A column, numbered from 0 in data and from 1 in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub u8);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        (u32::from(self.0) + 1).fmt(f)
    }
}

/// The discs on the board.
///
/// Two sets of cells. A column has seven bits, the topmost always clear, so that no line crosses
/// the edge:
///
/// ```text
///   6 13 20 27 34 41 48
///  ---------------------
///   5 12 19 26 33 40 47
///   4 11 18 25 32 39 46
///   3 10 17 24 31 38 45
///   2  9 16 23 30 37 44
///   1  8 15 22 29 36 43
///   0  7 14 21 28 35 42
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Discs of the player to move.
    mine: u64,
    /// All discs.
    filled: u64,
}

impl Position {
    /// The empty board.
    pub const EMPTY: Position = Position { mine: 0, filled: 0 };

    /// How many discs there are.
    #[inline]
    pub fn discs(&self) -> u32 {
        self.filled.count_ones()
    }

    /// Whose turn it is, or would be.
    pub fn player(&self) -> Player {
        Player::after(self.discs())
    }

    /// Whose disc is in `column`, `row` rows above the lowest.
    pub fn at(&self, column: Column, row: u8) -> Option<Player> {
        let cell = 1 << (column.0 * HEIGHT + row);
        if self.filled & cell == 0 {
            None
        } else if self.mine & cell != 0 {
            Some(self.player())
        } else {
            Some(self.player().other())
        }
    }

    /// Who has four in a row.
    pub fn winner(&self) -> Option<Player> {
        has_four(self.theirs()).then(|| self.player().other())
    }

    /// Whether `column` has room.
    pub fn has_room(&self, column: Column) -> bool {
        self.playable() & column_cells(column) != 0
    }

    #[inline]
    fn theirs(&self) -> u64 {
        self.mine ^ self.filled
    }

    /// The cells that the next disc can fall into.
    #[inline]
    fn playable(&self) -> u64 {
        (self.filled + BOTTOM) & BOARD
    }

    /// The free cells that would complete four for the player to move.
    #[inline]
    fn my_wins(&self) -> u64 {
        completions(self.mine) & BOARD & !self.filled
    }

    /// The free cells that would complete four for the opponent.
    #[inline]
    fn their_wins(&self) -> u64 {
        completions(self.theirs()) & BOARD & !self.filled
    }

    /// The position after a disc in `cell`, which must be playable.
    #[inline]
    fn with(&self, cell: u64) -> Position {
        Position { mine: self.theirs(), filled: self.filled | cell }
    }

    /// A unique number of 49 bits for each position: the sum in every column encodes its height and
    /// its discs.
    #[inline]
    fn code(&self) -> u64 {
        self.mine + self.filled
    }

    /// The smaller of the codes of the position and of its mirror image.
    #[inline]
    fn symmetric_code(&self) -> u64 {
        let code = self.code();
        code.min(mirror(code))
    }

    /// The score for the player to move if disc number `discs` wins the game for the opponent.
    #[inline]
    fn lost_at(discs: u32) -> Score {
        -((CELLS + 2 - discs) as Score / 2)
    }
}

/// Columns 2, 4 and 6, and columns 3, 4 and 5, for counting the distance from the edge.
const ONE_OR_THREE_IN: u64 =
    column_cells(Column(1)) | column_cells(Column(3)) | column_cells(Column(5));
const TWO_OR_THREE_IN: u64 =
    column_cells(Column(2)) | column_cells(Column(3)) | column_cells(Column(4));

#[inline]
const fn column_cells(column: Column) -> u64 {
    ((1 << ROWS) - 1) << (column.0 * HEIGHT)
}

/// Mirrors the columns of a set or of a code.
#[inline]
fn mirror(set: u64) -> u64 {
    const FIRST: u64 = 0x7f;
    const SECOND: u64 = FIRST << 7;
    const THIRD: u64 = FIRST << 14;
    const FOURTH: u64 = FIRST << 21;
    (set & FIRST) << 42
        | (set & SECOND) << 28
        | (set & THIRD) << 14
        | set & FOURTH
        | set >> 14 & THIRD
        | set >> 28 & SECOND
        | set >> 42 & FIRST
}

/// The steps from a cell to its neighbours to the right, right and down, right and up. The step
/// upwards is one.
const SIDEWAYS: [u8; 3] = [HEIGHT, HEIGHT - 1, HEIGHT + 1];

/// Whether `discs` contain four in a row.
#[inline]
fn has_four(discs: u64) -> bool {
    let four = |step: u8| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    };
    four(1) || SIDEWAYS.into_iter().any(four)
}

/// The cells that would make four with three of `discs`, including cells that are filled or off the
/// board.
#[inline]
fn completions(discs: u64) -> u64 {
    let mut cells = discs << 1 & discs << 2 & discs << 3;
    for step in SIDEWAYS {
        let before = discs << step & discs << (2 * step);
        let after = discs >> step & discs >> (2 * step);
        cells |= before & (discs << (3 * step) | discs >> step);
        cells |= after & (discs >> (3 * step) | discs << step);
    }
    cells
}

impl Connect4 {
    /// Reads a move to make in `position`: a column from 1 to 7, or its letter.
    pub fn read_move(&self, position: &Position, text: &str) -> Result<Column, MoveError> {
        let text = text.trim();
        let wanted = || "a column from 1 to 7, or a to g".to_string();
        let column = match *text.as_bytes() {
            [number @ b'1'..=b'7'] => Column(number - b'1'),
            [letter @ b'a'..=b'g'] => Column(letter - b'a'),
            [letter @ b'A'..=b'G'] => Column(letter - b'A'),
            ref bytes if !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit) => {
                let text = format!("column {text}");
                return Err(MoveError::OutOfRange { text, wanted: wanted() });
            }
            _ => return Err(MoveError::Nonsense { text: text.to_string(), wanted: wanted() }),
        };
        if self.terminal(position).is_some() {
            Err(MoveError::Over)
        } else if !position.has_room(column) {
            Err(MoveError::Full(column.0 + 1))
        } else {
            Ok(column)
        }
    }
}

impl Game for Connect4 {
    type State = Position;
    type Move = Column;

    #[inline]
    fn start(&self) -> Position {
        Position::EMPTY
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Column> {
        let playable = position.playable();
        (0..COLUMNS).map(Column).filter(move |&column| playable & column_cells(column) != 0)
    }

    #[inline]
    fn play(&self, position: &Position, column: Column) -> Position {
        position.with(position.playable() & column_cells(column))
    }

    #[inline]
    fn can_play(&self, position: &Position, column: Column) -> bool {
        position.has_room(column)
    }

    #[inline]
    fn terminal(&self, position: &Position) -> Option<Score> {
        if has_four(position.theirs()) {
            Some(Position::lost_at(position.discs()))
        } else if position.filled == BOARD {
            Some(0)
        } else {
            None
        }
    }

    /// A win takes at least four discs, and the fourth is the 18th last.
    #[inline]
    fn most(&self) -> Score {
        18
    }

    /// Each winning cell counts two, and each disc counts its distance from the edge in columns.
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        let count = |cells: u64| cells.count_ones() as Score;
        let near = |discs: u64| count(discs & ONE_OR_THREE_IN) + 2 * count(discs & TWO_OR_THREE_IN);
        let threats = count(position.my_wins()) - count(position.their_wins());
        let places = near(position.mine) - near(position.theirs());
        (2 * threats + places).clamp(-9, 9)
    }

    /// Wins first, then moves that block one, then moves with the most threats, then the centre.
    /// Always inlined, so that what all moves share is computed once.
    #[inline(always)]
    fn promise(&self, position: &Position, column: Column) -> i32 {
        let cell = position.playable() & column_cells(column);
        if position.my_wins() & cell != 0 {
            return 2_000;
        }
        if position.their_wins() & cell != 0 {
            return 1_000;
        }
        let next = position.with(cell);
        let threats = next.their_wins().count_ones() as i32;
        8 * threats - i32::from(column.0).abs_diff(3) as i32
    }

    #[inline]
    fn representative(&self, position: &Position) -> Position {
        let image = Position { mine: mirror(position.mine), filled: mirror(position.filled) };
        if image.code() < position.code() { image } else { *position }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.code()
    }
}
