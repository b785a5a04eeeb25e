//! Maps as text: plain ones, and Moving AI's `.map`.

use std::fmt;

use super::{Cell, MAX_SIDE, Map, SizeError};

/// A map read from text and, if it is a plain one, the places of `S` and `G`.
///
/// A plain map has a line for each row: `#` is a wall, `.` a free cell, `1` to `9` a free cell with
/// that cost of entering, `S` the start and `G` the goal. Moving AI's format has a header of four
/// lines:
///
/// ```text
/// type octile
/// height 49
/// width 49
/// map
/// ```
///
/// In its rows `.`, `G` and `S` (swamp) are free, `@`, `O`, `T` and `W` are walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The map.
    pub map: Map,
    /// Where `S` is in a plain map.
    pub start: Option<Cell>,
    /// Where `G` is in a plain map.
    pub goal: Option<Cell>,
}

/// No map is longer as text: a longer file can be refused without reading it.
pub const MAX_BYTES: usize = (MAX_SIDE + 2) * MAX_SIDE + 100;

/// Why a text is not a map. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// Nothing at all.
    #[error("the map is empty: a row of cells is expected")]
    Empty,
    /// More than [`MAX_BYTES`].
    #[error("the map is larger than {MAX_BYTES} bytes: at most {MAX_SIDE}x{MAX_SIDE} cells")]
    TooLong,
    /// A character that is not a cell.
    #[error("line {line}, column {column}: {found:?} is not a cell: use {wanted}")]
    Character {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What was found.
        found: char,
        /// What is allowed.
        wanted: &'static str,
    },
    /// A second `S` or `G`.
    #[error("line {line}, column {column}: a second {found:?}: the first is on line {}", .first.row() + 1)]
    Second {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// Which.
        found: char,
        /// Where the first is.
        first: Cell,
    },
    /// A row that is longer or shorter than it should be.
    #[error("line {line}, column {column}: the row has {found} cells instead of {width}")]
    Ragged {
        /// The line.
        line: usize,
        /// The first missing or extra column.
        column: usize,
        /// Its cells; if the row is far too long, the most that are counted.
        found: Found,
        /// The cells it should have.
        width: usize,
    },
    /// A wrong line in the header.
    #[error("line {line}: {found:?} is not `{wanted}`")]
    Head {
        /// The line.
        line: usize,
        /// The line's beginning.
        found: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// Fewer or more rows than the header says.
    #[error("line {line}: the map has {found} rows, but its header says height {height}")]
    Rows {
        /// The line of the first missing or extra row.
        line: usize,
        /// Its rows.
        found: Found,
        /// The height in the header.
        height: usize,
    },
    /// A side that is 0 or too large.
    #[error("line {line}: {size}")]
    Size {
        /// The line.
        line: usize,
        /// The size.
        size: SizeError,
    },
}

/// How many there are: this many, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// This many.
    All(usize),
    /// More than this many.
    MoreThan(usize),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::All(count) => write!(f, "{count}"),
            Found::MoreThan(count) => write!(f, "more than {count}"),
        }
    }
}

impl TryFrom<&[u8]> for Drawing {
    type Error = MapError;

    fn try_from(bytes: &[u8]) -> Result<Self, MapError> {
        if bytes.len() > MAX_BYTES {
            return Err(MapError::TooLong);
        }
        // Any type is taken for Moving AI's format, so that the error names an unknown one.
        match bytes.starts_with(b"type") {
            true => headed(bytes),
            false => plain(bytes),
        }
    }
}

/// The lines with their numbers from 1. A line ends with a line feed, which the last line may lack;
/// a carriage return before a line feed is dropped.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let lines = (!bytes.is_empty()).then(|| body.split(|&byte| byte == b'\n'));
    let trimmed = lines.into_iter().flatten().map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    trimmed.enumerate().map(|(i, line)| (i + 1, line))
}

/// The beginning of a line, for an error.
fn beginning(line: &[u8]) -> String {
    String::from_utf8_lossy(&line[..line.len().min(80)]).chars().take(40).collect()
}

/// The character at a place in a line.
fn character(line: &[u8], at: usize) -> char {
    let rest = String::from_utf8_lossy(&line[at..line.len().min(at + 4)]);
    rest.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The cell at a place in a row.
fn cell(row: usize, column: usize) -> Cell {
    Cell::new(column as u16, row as u16)
}

fn plain(bytes: &[u8]) -> Result<Drawing, MapError> {
    let (line, first) = lines(bytes).next().ok_or(MapError::Empty)?;
    // A width of 0 is a first line without cells, whatever follows it.
    let rows = lines(bytes).count();
    let (width, height) = (first.len(), rows);
    let map = Map::walls(width, height).map_err(|size| match width {
        0 => MapError::Empty,
        _ => MapError::Size { line: if width > MAX_SIDE { line } else { MAX_SIDE + 1 }, size },
    })?;
    let mut drawing = Drawing { map, start: None, goal: None };
    for (number, line) in lines(bytes) {
        check_width(number, line, width)?;
        for (i, &byte) in line.iter().enumerate() {
            let here = cell(number - 1, i);
            let (line_number, column) = (number, i + 1);
            let end = match byte {
                b'#' => continue,
                b'S' => Some(&mut drawing.start),
                b'G' => Some(&mut drawing.goal),
                b'.' | b'1'..=b'9' => None,
                _ => {
                    return Err(MapError::Character {
                        line: number,
                        column: i + 1,
                        found: character(line, i),
                        wanted: "# (wall), . (free), 1 to 9 (cost of entering), S or G",
                    });
                }
            };
            if let Some(end) = end
                && let Some(first) = end.replace(here)
            {
                let (line, found) = (line_number, byte.into());
                return Err(MapError::Second { line, column, found, first });
            }
            drawing.map.set_free(here, true);
            if byte.is_ascii_digit() {
                drawing.map.set_cost(here, byte - b'0');
            }
        }
    }
    Ok(drawing)
}

fn check_width(number: usize, line: &[u8], width: usize) -> Result<(), MapError> {
    if line.len() == width {
        return Ok(());
    }
    let found = match line.len() > MAX_SIDE {
        true => Found::MoreThan(MAX_SIDE),
        false => Found::All(line.len()),
    };
    Err(MapError::Ragged { line: number, column: line.len().min(width) + 1, found, width })
}

fn headed(bytes: &[u8]) -> Result<Drawing, MapError> {
    let mut lines = lines(bytes);
    let mut head = |wanted: &'static str, line: usize| {
        let (_, found) = lines.next().unwrap_or((line, b""));
        let words = found.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
        let words: Vec<_> = words.take(3).collect();
        let error = MapError::Head { line, found: beginning(found), wanted };
        (words, error)
    };
    let (words, error) = head("type octile` or `type tile", 1);
    if !matches!(words[..], [b"type", b"octile" | b"tile"]) {
        return Err(error);
    }
    let mut side = |name: &'static str, wanted, line| {
        let (words, error) = head(wanted, line);
        match words[..] {
            [key, number] if key == name.as_bytes() => number_in(number).ok_or(error),
            _ => Err(error),
        }
    };
    let height = side("height", "height ROWS", 2)?;
    let width = side("width", "width COLUMNS", 3)?;
    let (words, error) = head("map", 4);
    if words != [b"map"] {
        return Err(error);
    }
    let size = |size: SizeError| {
        let line = if (1..=MAX_SIDE).contains(&size.height) { 3 } else { 2 };
        MapError::Size { line, size }
    };
    let mut map = Map::walls(width, height).map_err(size)?;
    let mut rows = 0;
    for (number, line) in lines {
        if rows == height {
            if line.is_empty() {
                continue;
            }
            return Err(MapError::Rows { line: number, found: Found::MoreThan(height), height });
        }
        check_width(number, line, width)?;
        for (i, &byte) in line.iter().enumerate() {
            match byte {
                b'.' | b'G' | b'S' => map.set_free(cell(rows, i), true),
                b'@' | b'O' | b'T' | b'W' => {}
                _ => {
                    let (column, found) = (i + 1, character(line, i));
                    let wanted = ". G S (free) or @ O T W (walls)";
                    return Err(MapError::Character { line: number, column, found, wanted });
                }
            }
        }
        rows += 1;
    }
    if rows < height {
        return Err(MapError::Rows { line: rows + 5, found: Found::All(rows), height });
    }
    Ok(Drawing { map, start: None, goal: None })
}

/// A whole number of digits only.
fn number_in(word: &[u8]) -> Option<usize> {
    let digits = word.len() <= 9 && word.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(word).ok().filter(|_| digits)?.parse().ok()
}

impl Map {
    /// The map in Moving AI's format. Costs of entering are lost: the format has none.
    pub fn to_moving_ai(&self) -> String {
        let head = format!("type octile\nheight {}\nwidth {}\nmap\n", self.height(), self.width());
        self.written(head, |cell| if self.is_free(cell) { '.' } else { '@' })
    }

    /// The map as plain text, with the characters that `drawn` returns in place of cells.
    pub fn to_plain(&self, drawn: impl Fn(Cell) -> Option<char>) -> String {
        self.written(String::new(), |cell| {
            drawn(cell).unwrap_or_else(|| match (self.is_free(cell), self.cost(cell)) {
                (false, _) => '#',
                (true, 1) => '.',
                (true, cost) => char::from(b'0' + cost),
            })
        })
    }

    fn written(&self, mut text: String, character: impl Fn(Cell) -> char) -> String {
        for cell in self.cells() {
            text.push(character(cell));
            if usize::from(cell.column()) + 1 == self.width() {
                text.push('\n');
            }
        }
        text
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.map.to_plain(|cell| match Some(cell) {
            cell if cell == self.start => Some('S'),
            cell if cell == self.goal => Some('G'),
            _ => None,
        }))
    }
}
