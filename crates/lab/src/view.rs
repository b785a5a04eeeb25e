//! Boards as data: what a page needs to draw a state without reading text.

use serde::Serialize;

/// The cells of a board in reading order: a number each, or nothing.
pub type Cells = Vec<Option<u32>>;

/// Boards with more cells are not drawn.
pub const DRAWN_CELLS: usize = 4096;

/// An instance's board and what stands on it at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What never changes.
    pub frame: Frame,
    /// What does, at the start; nothing where a million queens are yet to be placed:
    /// none of it needs to be made for boards of more than [`DRAWN_CELLS`].
    pub start: Cells,
}

/// A board without what changes on it. In JSON its variant is its `kind`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Frame {
    /// Sliding tiles; a cell is its tile, 0 the blank.
    Tiles {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
        /// The cells to reach.
        goal: Cells,
    },
    /// Queens; there is a cell for each column: the row of its queen, from 0.
    Queens {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
        /// How many values a variable has.
        values: usize,
    },
    /// A Sudoku; a cell is its digit.
    Sudoku {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
        /// What was given.
        given: Cells,
        /// How many values a variable has: value v is the digit v + 1.
        values: usize,
    },
    /// A graph; there is a cell for each vertex: its colour, from 0.
    Graph {
        /// How many vertices.
        vertices: usize,
        /// Pairs of neighbours, from 0.
        edges: Vec<(usize, usize)>,
        /// How many values a variable has.
        values: usize,
    },
    /// A game of marks on any cell; 1 is X, 2 is O.
    Marks {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
        /// How many in a row win.
        k: usize,
    },
    /// A game of discs that fall down columns; 1 is X, 2 is O.
    Discs {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
        /// How many in a row win.
        k: usize,
    },
    /// A drawing of characters; a cell is a character, by its number in Unicode.
    Text,
}

impl Frame {
    /// The cells of a line that has won a game, if there is one.
    pub fn won(&self, cells: &[Option<u32>]) -> Vec<usize> {
        let (Frame::Marks { rows, columns, k } | Frame::Discs { rows, columns, k }) = *self else {
            return Vec::new();
        };
        let cell = |row: usize, column: usize| row * columns + column;
        let line = |row: usize, column: usize, down: isize, right: isize| {
            let place = |step: usize| {
                let row = row.checked_add_signed(down * step as isize).filter(|&r| r < rows)?;
                let column = column.checked_add_signed(right * step as isize)?;
                (column < columns).then(|| cell(row, column))
            };
            let line: Vec<usize> = (0..k).map_while(place).collect();
            let mark = cells.get(cell(row, column)).copied().flatten();
            let whole = line.len() == k && mark.is_some();
            (whole && line.iter().all(|&cell| cells.get(cell) == Some(&mark))).then_some(line)
        };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let mut lines = places.flat_map(|(row, column)| {
            ways.iter().filter_map(move |&(down, right)| line(row, column, down, right))
        });
        lines.next().unwrap_or_default()
    }
}

/// Numbers with white space between them; what is no number is nothing.
pub(crate) fn spaced(text: &str) -> Cells {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winning_line_is_found_in_every_direction() {
        let frame = Frame::Marks { rows: 3, columns: 4, k: 3 };
        let won = |text: &str| {
            frame.won(&text.chars().map(|c| "XO".find(c).map(|i| i as u32 + 1)).collect::<Cells>())
        };
        assert_eq!(won("............"), [] as [usize; 0]);
        assert_eq!(won(".XXX.OO....."), [1, 2, 3]);
        assert_eq!(won("O..XO..XO..X"), [0, 4, 8]);
        assert_eq!(won("X....X....X."), [0, 5, 10]);
        assert_eq!(won("..O..O..O..."), [2, 5, 8]);
        assert_eq!(won("..XXX......."), [] as [usize; 0]);
    }
}
