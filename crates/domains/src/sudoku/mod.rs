//! Sudoku: the digits 1 to 9 once in each row, column and box.

pub mod fast;
mod grid;

use std::fmt;
use std::str::FromStr;

use goalward::Csp;
use goalward::csp::{Value, Variable};

/// Sudokus with one solution, one per line, from easy to hard.
pub const SAMPLE: &str = include_str!("../../data/sudoku.txt");

/// Sudokus with one solution that need much search, one per line.
pub const HARD: &str = include_str!("../../data/sudoku_hard.txt");

/// A 9×9 grid with some digits given, no two of which conflict.
///
/// It is written as 81 cells in reading order, `0`, `.` or `_` for an empty one. White space and
/// the frame characters `|`, `-` and `+` may appear anywhere.
///
/// As a constraint problem, its variables are the cells in reading order and a value is a digit
/// minus one. Its groups are the rows, the columns and the boxes, each in reading order.
///
/// ```
/// use goalward::Limits;
/// use goalward::csp::{Backtracking, CspSearch, Find};
/// use goalward_domains::sudoku::Sudoku;
///
/// let sudoku: Sudoku =
///     "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"
///         .parse()?;
/// let answer = Backtracking::default().search(&sudoku, Find::First, &Limits::default(), ());
/// let solutions = answer.outcome.into_solution().unwrap();
/// let solved = sudoku.filled(solutions.first().unwrap());
/// assert!(solved.to_string().starts_with("5 3 4 | 6 7 8 | 9 1 2\n"));
/// # Ok::<(), goalward_domains::sudoku::SudokuError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sudoku {
    /// In reading order; 0 is empty.
    cells: [u8; 81],
}

/// Why a text is not a Sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SudokuError {
    /// Too few or too many cells.
    #[error("{0} cells, but a Sudoku has 81")]
    Length(usize),
    /// An unknown character.
    #[error(
        "line {line}, character {column}: {found:?} is neither a digit nor '.' for an empty cell"
    )]
    Character {
        /// From 1.
        line: usize,
        /// From 1 in its line.
        column: usize,
        /// The character.
        found: char,
    },
    /// Well formed, but without a solution: two given digits conflict.
    #[error("unsolvable: {0}")]
    Clash(#[from] Clash),
}

/// Two cells that see each other and have the same digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{digit} is given twice in one {unit}: in row {}, column {} and in row {}, column {}",
    first / 9 + 1, first % 9 + 1, second / 9 + 1, second % 9 + 1
)]
pub struct Clash {
    /// The digit, 1 to 9.
    pub digit: u8,
    /// What the cells share.
    pub unit: Unit,
    /// The first cell, in reading order from 0.
    pub first: usize,
    /// The second cell.
    pub second: usize,
}

/// Nine cells that must have different digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box of three by three cells.
    Box,
}

impl Unit {
    const ALL: [Unit; 3] = [Unit::Row, Unit::Column, Unit::Box];

    /// Which unit of this kind a cell is in, 0 to 8.
    const fn of(self, cell: usize) -> usize {
        match self {
            Unit::Row => cell / 9,
            Unit::Column => cell % 9,
            Unit::Box => cell / 27 * 3 + cell % 9 / 3,
        }
    }

    /// The kind of unit that two cells share, if they do.
    fn shared(x: usize, y: usize) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| unit.of(x) == unit.of(y))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Row => "row",
            Unit::Column => "column",
            Unit::Box => "box",
        })
    }
}

impl Sudoku {
    /// The digits in reading order, 0 for an empty cell.
    pub fn cells(&self) -> &[u8; 81] {
        &self.cells
    }

    /// The grid as 81 characters.
    pub fn line(&self) -> String {
        self.cells.iter().map(|&digit| character(digit)).collect()
    }

    /// How many digits are given.
    pub fn clues(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit != 0).count()
    }

    /// The grid with its empty cells filled from `values`, the solution of the
    /// constraint problem.
    ///
    /// # Panics
    /// If there are not 81 values in `0..9`.
    pub fn filled(&self, values: &[Value]) -> Sudoku {
        assert!(values.len() == 81 && values.iter().all(|&value| value < 9), "81 values in 0..9");
        let mut filled = self.clone();
        for (cell, &value) in filled.cells.iter_mut().zip(values) {
            if *cell == 0 {
                *cell = value as u8 + 1;
            }
        }
        filled
    }

    /// Whether `values` fill every unit with all nine digits and keep those
    /// given: by counting digits, not by constraints.
    pub fn is_solution(&self, values: &[Value]) -> bool {
        if values.len() != 81 || values.iter().any(|&value| value >= 9) {
            return false;
        }
        let mut seen = [[0u16; 9]; 3];
        for (cell, &value) in values.iter().enumerate() {
            for (kind, unit) in seen.iter_mut().zip(Unit::ALL) {
                kind[unit.of(cell)] |= 1 << value;
            }
        }
        let kept = |(&given, &value): (&u8, &Value)| given == 0 || usize::from(given) == value + 1;
        seen.as_flattened().iter().all(|&digits| digits == 0x1ff)
            && self.cells.iter().zip(values).all(kept)
    }
}

/// How a cell is written.
fn character(digit: u8) -> char {
    if digit == 0 { '.' } else { char::from(b'0' + digit) }
}

/// All pairs of cells that see each other, the lower first.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    PAIRS.iter().map(|&(x, y)| (x.into(), y.into()))
}

/// Each of 81 cells sees twenty others.
static PAIRS: [(u8, u8); 81 * 20 / 2] = {
    let mut pairs = [(0, 0); 81 * 20 / 2];
    let (mut i, mut y) = (0, 0);
    while y < 81 {
        let mut x = 0;
        while x < y {
            let shared = x / 9 == y / 9 || x % 9 == y % 9 || Unit::Box.of(x) == Unit::Box.of(y);
            if shared {
                pairs[i] = (x as u8, y as u8);
                i += 1;
            }
            x += 1;
        }
        y += 1;
    }
    pairs
};

impl FromStr for Sudoku {
    type Err = SudokuError;

    fn from_str(text: &str) -> Result<Self, SudokuError> {
        let mut cells = Vec::with_capacity(81);
        for (line, row) in (1..).zip(text.lines()) {
            for (column, found) in (1..).zip(row.chars()) {
                match found {
                    '0'..='9' => cells.push(found as u8 - b'0'),
                    '.' | '_' => cells.push(0),
                    '|' | '-' | '+' => {}
                    _ if found.is_whitespace() => {}
                    _ => return Err(SudokuError::Character { line, column, found }),
                }
            }
        }
        let cells: [u8; 81] =
            cells.try_into().map_err(|c: Vec<u8>| SudokuError::Length(c.len()))?;
        match clash(&cells) {
            Some(clash) => Err(clash.into()),
            None => Ok(Sudoku { cells }),
        }
    }
}

/// The first two cells with the same digit that see each other.
fn clash(cells: &[u8; 81]) -> Option<Clash> {
    pairs().find_map(|(first, second)| {
        let digit = cells[first];
        let unit = Unit::shared(first, second)?;
        (digit != 0 && digit == cells[second]).then_some(Clash { digit, unit, first, second })
    })
}

/// A framed grid that parses back.
impl fmt::Display for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, digits) in self.cells.chunks(9).enumerate() {
            if row == 3 || row == 6 {
                writeln!(f, "------+-------+------")?;
            }
            let boxes = digits.chunks(3).map(|digits| {
                digits
                    .iter()
                    .map(|&digit| character(digit).to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            });
            writeln!(f, "{}", boxes.collect::<Vec<_>>().join(" | "))?;
        }
        Ok(())
    }
}

impl Csp for Sudoku {
    #[inline]
    fn variables(&self) -> usize {
        81
    }

    #[inline]
    fn domain(&self, _: Variable) -> usize {
        9
    }

    #[inline]
    fn allows(&self, cell: Variable, value: Value) -> bool {
        let given = usize::from(self.cells[cell]);
        given == 0 || given == value + 1
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        pairs()
    }

    #[inline]
    fn compatible(&self, x: (Variable, Value), y: (Variable, Value)) -> bool {
        x.1 != y.1
    }

    #[inline]
    fn relation(&self, _: Variable, _: Variable) -> Option<usize> {
        Some(0)
    }

    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        let all = Unit::ALL.into_iter().flat_map(|unit| (0..9).map(move |i| (unit, i)));
        all.map(|(unit, i)| (0..81).filter(|&cell| unit.of(cell) == i).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const EASY: &str =
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    #[test]
    fn printing_and_parsing_is_the_identity() {
        let sudoku: Sudoku = EASY.parse().unwrap();
        assert_eq!(sudoku.to_string().parse(), Ok(sudoku.clone()));
        assert_eq!(sudoku.line().parse(), Ok(sudoku.clone()));
        assert_eq!(sudoku.line().replace('.', "0"), EASY);
        assert_eq!(sudoku.clues(), 30);
    }

    #[test]
    fn a_grid_is_drawn_with_its_boxes() {
        let drawn = EASY.parse::<Sudoku>().unwrap().to_string();
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[0], "5 3 . | . 7 . | . . .");
        assert_eq!(lines[3], "------+-------+------");
    }

    #[test]
    fn a_wrong_length_is_named() {
        assert_eq!("".parse::<Sudoku>(), Err(SudokuError::Length(0)));
        assert_eq!(EASY[1..].parse::<Sudoku>(), Err(SudokuError::Length(80)));
        assert_eq!(format!("{EASY}1").parse::<Sudoku>(), Err(SudokuError::Length(82)));
    }

    #[test]
    fn a_bad_character_is_named_with_its_place() {
        let error = "53..7....\n6..x95...".parse::<Sudoku>().unwrap_err();
        assert_eq!(error, SudokuError::Character { line: 2, column: 4, found: 'x' });
        assert_eq!(
            error.to_string(),
            "line 2, character 4: 'x' is neither a digit nor '.' for an empty cell"
        );
    }

    #[test]
    fn a_contradiction_names_the_two_cells() {
        let with = |cells: &[(usize, char)]| {
            let mut text = vec!['.'; 81];
            cells.iter().for_each(|&(cell, digit)| text[cell] = digit);
            text.into_iter().collect::<String>().parse::<Sudoku>()
        };
        let clash = |unit, second| Err(Clash { digit: 7, unit, first: 4, second }.into());
        assert_eq!(with(&[(4, '7'), (8, '7')]), clash(Unit::Row, 8));
        assert_eq!(with(&[(4, '7'), (76, '7')]), clash(Unit::Column, 76));
        assert_eq!(with(&[(4, '7'), (21, '7')]), clash(Unit::Box, 21));
        assert_eq!(
            with(&[(4, '7'), (21, '7')]).unwrap_err().to_string(),
            "unsolvable: 7 is given twice in one box: in row 1, column 5 and in row 3, column 4"
        );
        assert!(with(&[(4, '7'), (30, '7')]).is_ok());
    }

    #[test]
    fn each_cell_sees_twenty_others() {
        let all = (0..81).flat_map(|y| (0..y).map(move |x| (x, y)));
        assert!(pairs().eq(all.filter(|&(x, y)| Unit::shared(x, y).is_some())));
        assert_eq!(pairs().count(), 81 * 20 / 2);
    }

    #[test]
    fn a_wrong_filling_is_no_solution() {
        let sudoku: Sudoku = ".".repeat(81).parse().unwrap();
        let rows_shifted = |shift: fn(usize) -> usize| -> Vec<usize> {
            (0..81).map(|cell| (cell % 9 + shift(cell / 9)) % 9).collect()
        };
        let right = rows_shifted(|row| row * 3 + row / 3);
        assert!(sudoku.is_solution(&right));
        assert!(!sudoku.is_solution(&rows_shifted(|row| row)), "boxes repeat digits");
        assert!(!sudoku.is_solution(&rows_shifted(|_| 0)), "columns repeat digits");
        assert!(!sudoku.is_solution(&right[..80]));
        let given: Sudoku = format!("9{}", ".".repeat(80)).parse().unwrap();
        assert!(!given.is_solution(&right), "the given digit is not kept");
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_parser_panic(bytes: Vec<u8>) {
            let _ = String::from_utf8_lossy(&bytes).parse::<Sudoku>();
        }

        #[test]
        fn no_grid_makes_the_parser_panic(text in "[0-9.|+ \n-]{70,120}") {
            let _ = text.parse::<Sudoku>();
        }
    }
}
