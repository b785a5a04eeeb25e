//! Cells of a map and the steps between them.

use std::fmt;
use std::str::FromStr;

use super::MAX_SIDE;

/// A cell: its column and its row, counted from 0 at the top left, as in Moving AI's files.
///
/// It is written `column:row`.
///
/// ```text
/// | row | column |
///  31..16   15..0
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u32);

impl Cell {
    /// The cell of a column and a row.
    #[inline]
    pub const fn new(column: u16, row: u16) -> Self {
        Cell((row as u32) << 16 | column as u32)
    }

    /// The column.
    #[inline]
    pub const fn column(self) -> u16 {
        self.0 as u16
    }

    /// The row.
    #[inline]
    pub const fn row(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The cell that this many steps lead to; they must not leave the map.
    #[inline]
    pub(super) fn after(self, step: Step, count: u32) -> Self {
        // A step to the left borrows from the row's part of the difference; the sum gives it back.
        Cell(self.0.wrapping_add(step.delta().wrapping_mul(count)))
    }

    /// How many columns and rows lie between two cells.
    #[inline]
    pub fn apart(self, other: Self) -> [u32; 2] {
        [self.column().abs_diff(other.column()).into(), self.row().abs_diff(other.row()).into()]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.column(), self.row())
    }
}

/// Why a text is not a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a cell: write column:row, both counted from 0, such as 1:11")]
pub struct CellError(String);

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let number = |word: &str| -> Option<u16> {
            let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            word.parse().ok().filter(|&n| digits && usize::from(n) < MAX_SIDE)
        };
        let cell = text
            .split_once(':')
            .and_then(|(column, row)| Some(Cell::new(number(column.trim())?, number(row.trim())?)));
        cell.ok_or_else(|| CellError(text.chars().take(40).collect()))
    }
}

/// One of the eight steps from a cell, numbered clockwise from north, which is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step(u8);

impl Step {
    /// All eight, clockwise from north. Those with even numbers are straight.
    pub const ALL: [Step; 8] =
        [Step(0), Step(1), Step(2), Step(3), Step(4), Step(5), Step(6), Step(7)];

    pub(super) const NORTH: Step = Step(0);
    pub(super) const EAST: Step = Step(2);
    pub(super) const SOUTH: Step = Step(4);
    pub(super) const WEST: Step = Step(6);

    /// The step of this number.
    #[inline]
    pub(super) fn numbered(number: u32) -> Self {
        debug_assert!(number < 8);
        Step(number as u8)
    }

    /// Its number, clockwise from north.
    #[inline]
    pub(super) fn number(self) -> u32 {
        self.0.into()
    }

    /// Whether it changes both column and row.
    #[inline]
    pub fn is_diagonal(self) -> bool {
        self.0 % 2 == 1
    }

    /// The step straight back.
    #[inline]
    pub fn opposite(self) -> Self {
        Step(self.0 ^ 4)
    }

    /// How column and row change.
    #[inline]
    pub fn offset(self) -> [i32; 2] {
        const OFFSETS: [[i32; 2]; 8] =
            [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
        OFFSETS[usize::from(self.0 & 7)]
    }

    /// The change of a cell's number.
    #[inline]
    fn delta(self) -> u32 {
        let [column, row] = self.offset();
        (column as u32).wrapping_add((row as u32) << 16)
    }
}

/// `N NE E SE S SW W NW`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["N", "NE", "E", "SE", "S", "SW", "W", "NW"][usize::from(self.0 & 7)])
    }
}
