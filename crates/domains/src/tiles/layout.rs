//! Boards as text, and their sizes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Rows and columns of a board, each from 2 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// The rows and the columns that a board may have.
const SIDES: std::ops::RangeInclusive<usize> = 2..=16;

/// A text or a pair of numbers that is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a board size: use rows x columns, each from 2 to 16, such as 3x3 or 4x5")]
pub struct SizeError(pub String);

impl Size {
    /// The size of the 8-puzzle.
    pub const EIGHT: Size = Size { rows: 3, columns: 3 };
    /// The size of the 15-puzzle.
    pub const FIFTEEN: Size = Size { rows: 4, columns: 4 };
    /// The size of the 24-puzzle.
    pub const TWENTY_FOUR: Size = Size { rows: 5, columns: 5 };

    /// A board of `rows` by `columns`.
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        let within = SIDES.contains(&rows) && SIDES.contains(&columns);
        if !within {
            return Err(SizeError(format!("{rows}x{columns}")));
        }
        Ok(Size { rows: rows as u8, columns: columns as u8 })
    }

    /// The size closest to a square with this many cells, with at least as many columns as rows.
    pub fn of_cells(cells: usize) -> Option<Self> {
        SIDES.rev().find_map(|rows| {
            let columns = cells / rows;
            (rows * columns == cells && columns >= rows).then(|| Size::new(rows, columns).ok())?
        })
    }

    /// Whether no side is longer than 5: such boards fit an integer, and pattern databases and
    /// tables of lines support them.
    pub const fn is_packable(self) -> bool {
        self.rows <= 5 && self.columns <= 5
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of cells, including the blank's.
    pub const fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// The size with rows and columns swapped.
    pub fn transposed(self) -> Self {
        Size { rows: self.columns, columns: self.rows }
    }

    /// The row and column of a cell, counted from 0.
    pub const fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.columns(), cell % self.columns())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// `3x4`: three rows of four. A single number is a square.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let error = || SizeError(text.trim().into());
        let number = |part: &str| part.trim().parse().map_err(|_| error());
        match text.split_once(['x', 'X', '×']) {
            Some((rows, columns)) => Size::new(number(rows)?, number(columns)?),
            None => number(text).and_then(|side| Size::new(side, side)),
        }
        .map_err(|_| error())
    }
}

/// A board as it is written: every tile exactly once, with 0 for the blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    size: Size,
    tiles: Vec<u8>,
}

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// No tile at all.
    #[error(
        "no tiles given: write them row by row with 0 for the blank, such as `1 2 3 4 5 6 7 8 0`"
    )]
    Empty,
    /// Something that is not a number.
    #[error("`{0}` is not a tile: tiles are whole numbers, 0 for the blank")]
    NotATile(String),
    /// A number of tiles that no board has.
    #[error(
        "{0} tiles do not fill a board: rows and columns are 2 to 16, so use 9 for 3x3, 16 for 4x4"
    )]
    Count(usize),
    /// Too few or too many tiles for the requested board.
    #[error("{found} tiles, but a {size} board has {}", size.cells())]
    CountForSize {
        /// How many there are.
        found: usize,
        /// The requested board.
        size: Size,
    },
    /// A tile that the board does not have.
    #[error("tile {tile} is out of range: a {size} board has tiles 0 to {}", size.cells() - 1)]
    OutOfRange {
        /// The tile as it was written.
        tile: String,
        /// The board.
        size: Size,
    },
    /// A tile that appears twice, so that another is missing.
    #[error("tile {repeated} appears twice and tile {missing} is missing")]
    Repeated {
        /// The tile that appears twice.
        repeated: u8,
        /// The missing tile.
        missing: u8,
    },
    /// A size line that is not a size.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl Layout {
    /// The board with these tiles row by row.
    pub fn new(size: Size, tiles: Vec<u8>) -> Result<Self, LayoutError> {
        let found = tiles.len();
        if found != size.cells() {
            return Err(LayoutError::CountForSize { found, size });
        }
        if let Some(&tile) = tiles.iter().find(|&&tile| usize::from(tile) >= size.cells()) {
            return Err(LayoutError::OutOfRange { tile: tile.to_string(), size });
        }
        let mut counts = [0u16; 256];
        for &tile in &tiles {
            counts[usize::from(tile)] += 1;
        }
        let of_count = |wanted: fn(u16) -> bool| counts[..found].iter().position(|&n| wanted(n));
        if let (Some(repeated), Some(missing)) = (of_count(|n| n > 1), of_count(|n| n == 0)) {
            let (repeated, missing) = (repeated as u8, missing as u8);
            return Err(LayoutError::Repeated { repeated, missing });
        }
        Ok(Layout { size, tiles })
    }

    /// 0 1 2 3 …: the blank in the first corner.
    pub fn blank_first(size: Size) -> Self {
        Layout { size, tiles: (0..size.cells()).map(|tile| tile as u8).collect() }
    }

    /// 1 2 3 … 0: the blank in the last corner.
    pub fn blank_last(size: Size) -> Self {
        let mut layout = Layout::blank_first(size);
        layout.tiles.rotate_left(1);
        layout
    }

    /// Reads tiles separated by spaces, commas, slashes, brackets or line ends; 0, `_` or `.` is
    /// the blank. Tiles of one digit need no separators: `123/456/780`.
    ///
    /// The size is the requested one; or that of a separate first line, `3` or `3x4`; or that of
    /// the rows, if line ends or slashes mark at least two of equal length; or the one closest to a
    /// square with that many cells. Lines that begin with `#` are skipped.
    pub fn parse(text: &str, size: Option<Size>) -> Result<Self, LayoutError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let rows: Vec<Vec<&str>> = lines
            .flat_map(|line| line.split(['/', ']', '}']))
            .map(|row| row.split(BETWEEN).filter(|word| !word.is_empty()).collect())
            .filter(|row: &Vec<_>| !row.is_empty())
            .collect();
        let rows = spelt(rows);
        let (size_line, rows) = split_size_line(&rows)?;
        let words = || rows.iter().flatten();
        let found = words().count();
        if found == 0 {
            return Err(LayoutError::Empty);
        }
        let size = match (size, size_line) {
            (Some(size), _) | (None, Some(size)) => size,
            (None, None) => {
                for word in words() {
                    number(word)?;
                }
                shape(rows).or(Size::of_cells(found)).ok_or(LayoutError::Count(found))?
            }
        };
        let tiles = words()
            .map(|word| {
                let tile = number(word)?;
                let shown = || word.chars().take(40).collect();
                u8::try_from(tile).map_err(|_| LayoutError::OutOfRange { tile: shown(), size })
            })
            .collect::<Result<_, _>>()?;
        Layout::new(size, tiles)
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles row by row.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The cell where `tile` is.
    pub fn cell_of(&self, tile: u8) -> usize {
        self.tiles.iter().position(|&t| t == tile).expect("a board has every tile")
    }

    pub(super) fn tiles_mut(&mut self) -> &mut [u8] {
        &mut self.tiles
    }

    /// A drawing of the board: one line per row, with a dot for the blank.
    pub fn drawing(&self) -> String {
        let width = (self.size.cells() - 1).to_string().len();
        let rows = self.tiles.chunks(self.size.columns()).map(|row| {
            let cells = row.iter().map(|&tile| match tile {
                0 => format!("{:>width$}", "."),
                _ => format!("{tile:>width$}"),
            });
            cells.collect::<Vec<_>>().join(" ")
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// The separators between the tiles of a row.
const BETWEEN: [char; 8] = [' ', '\t', ',', ';', '[', '(', ')', '{'];

/// Rows that are one word each, of equal length, digit by digit: `123/456/780`. This is
/// unambiguous, because a board with tiles of several digits also has tiles of one.
fn spelt(rows: Vec<Vec<&str>>) -> Vec<Vec<&str>> {
    let length = |row: &Vec<&str>| match row[..] {
        [word] if word.bytes().all(|b| b.is_ascii_digit() || is_blank(b)) => word.len(),
        _ => 0,
    };
    let columns = rows.first().map_or(0, length);
    let even = columns > 1 && rows.iter().all(|row| length(row) == columns);
    if !even || rows.len() * columns > 10 {
        return rows;
    }
    rows.iter().map(|row| (0..columns).map(|at| &row[0][at..=at]).collect()).collect()
}

fn is_blank(letter: u8) -> bool {
    matches!(letter, b'_' | b'.')
}

/// Removes a first line that contains only a size.
fn split_size_line<'a, 'b>(
    rows: &'b [Vec<&'a str>],
) -> Result<(Option<Size>, &'b [Vec<&'a str>]), LayoutError> {
    let [first, rest @ ..] = rows else { return Ok((None, rows)) };
    let [word] = first[..] else { return Ok((None, rows)) };
    if word.contains(['x', 'X', '×']) {
        return Ok((Some(word.parse()?), rest));
    }
    let others: usize = rest.iter().map(Vec::len).sum();
    let is_side = word.parse::<usize>().is_ok_and(|side| side.checked_mul(side) == Some(others));
    if is_side && others > 0 { Ok((Some(word.parse()?), rest)) } else { Ok((None, rows)) }
}

/// The size implied by the rows, if any.
fn shape(rows: &[Vec<&str>]) -> Option<Size> {
    let columns = rows[0].len();
    let even = rows.len() > 1 && rows.iter().all(|row| row.len() == columns);
    if even { Size::new(rows.len(), columns).ok() } else { None }
}

fn number(word: &str) -> Result<u64, LayoutError> {
    if let [letter] = word.as_bytes()
        && is_blank(*letter)
    {
        return Ok(0);
    }
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    if !digits {
        return Err(LayoutError::NotATile(word.chars().take(40).collect()));
    }
    Ok(word.parse().unwrap_or(u64::MAX))
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        Layout::parse(text, None)
    }
}

/// The tiles row by row in one line: what [`Layout::parse`] reads.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.tiles.iter().enumerate() {
            write!(f, "{}{tile}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Layout>().unwrap_err().to_string()
    }

    #[test]
    fn boards_are_read_however_they_are_written() {
        let plain: Layout = "1 2 3 4 5 6 7 8 0".parse().unwrap();
        for text in [
            "1,2,3,4,5,6,7,8,0",
            "1 2 3/4 5 6/7 8 0",
            " 1 2 3\n4 5 6\r\n7 8 0\n\n",
            "3\n1 2 3\n4 5 6\n7 8 0\n",
            "# from the course\n3\n1 2 3 4 5 6 7 8 0",
            "3x3\n1 2 3 4 5 6 7 8 0",
            "1\n2\n3\n4\n5\n6\n7\n8\n0",
            "1;2;3;4;5;6;7;8;0",
            "1 2 3 4 5 6 7 8 _",
            "1 2 3\n4 5 6\n7 8 .",
            "123456780",
            "123/456/78_",
            "[1, 2, 3, 4, 5, 6, 7, 8, 0]",
            "[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 0]]",
            "(1 2 3)(4 5 6)(7 8 0)",
            "{1,2,3},{4,5,6},{7,8,0}",
            "{{1, 2, 3}, {4, 5, 6}, {7, 8, 0}}",
        ] {
            assert_eq!(text.parse(), Ok(plain.clone()), "{text:?}");
        }
    }

    #[test]
    fn the_shape_comes_from_the_rows_or_is_nearly_square() {
        let size = |text: &str| text.parse::<Layout>().unwrap().size().to_string();
        assert_eq!(size("0 1 2 3 4 5"), "2x3");
        assert_eq!(size("0 1/2 3/4 5"), "3x2");
        assert_eq!(size("3x2\n0 1 2 3 4 5"), "3x2");
        assert_eq!(size("01/23/45"), "3x2");
        assert_eq!(size("[[0, 1], [2, 3], [4, 5]]"), "3x2");
        assert_eq!(size("{0,1},{2,3},{4,5}"), "3x2");
        assert_eq!(size("0 1 2 3 4 5 6 7 8 9"), "2x5");
        assert_eq!(size("0 1 2 3 4 5 6 7 8 9 10 11"), "3x4");
        let asked = Layout::parse("0 1 2 3 4 5", Some(Size::new(3, 2).unwrap()));
        assert_eq!(asked.unwrap().size().to_string(), "3x2");
    }

    #[test]
    fn wrong_boards_are_refused_by_what_is_wrong() {
        assert!(error("").starts_with("no tiles given"));
        assert!(error("3").starts_with("1 tiles do not fill a board"));
        assert!(error("1 2 3").starts_with("3 tiles do not fill a board"));
        assert!(error("1 2 3 4 5 6 7 8 9").starts_with("tile 9 is out of range"));
        assert_eq!(error("1 2 3 4 5 6 7 8 8"), "tile 8 appears twice and tile 0 is missing");
        assert_eq!(error("1 2 _ 4 5 6 7 8 0"), "tile 0 appears twice and tile 3 is missing");
        assert_eq!(error("123/456/788"), "tile 8 appears twice and tile 0 is missing");
        assert!(error("12345678901").contains("do not fill a board"));
        assert!(error("1 2 __ 4 5 6 7 8 0").starts_with("`__` is not a tile"));
        assert!(error("1 2 x 4 5 6 7 8 0").starts_with("`x` is not a tile"));
        assert!(error("1 2 -3 4 5 6 7 8 0").starts_with("`-3` is not a tile"));
        assert!(
            error("1 2 3 4 5 6 7 99999999999999999999 0")
                .starts_with("tile 99999999999999999999 is out of range")
        );
        assert!(error("17x9\n0 1 2").starts_with("`17x9` is not a board size"));
        assert!(error("1\n0").starts_with("`1` is not a board size"));
    }

    #[test]
    fn sizes_are_read_and_refused() {
        assert_eq!("3x4".parse(), Size::new(3, 4));
        assert_eq!("4".parse(), Ok(Size::FIFTEEN));
        assert_eq!("16".parse(), Size::new(16, 16));
        for bad in ["1x1", "17x9", "3x", "x", "", "3x4x5", "-3x3", "17", "300x300"] {
            assert!(bad.parse::<Size>().unwrap_err().to_string().starts_with(&format!("`{bad}`")));
        }
    }
}
