//! Queries on a map with their published lengths: Moving AI's `.scen`.

use super::{Cell, Length, Map};

/// The most queries that a file may have.
pub const MAX_QUERIES: usize = 1_000_000;

/// The longest line that is read.
const MAX_LINE: usize = 4096;

/// A start and a goal on a map, and the published length of the shortest path.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Queries of similar length share a bucket.
    pub bucket: u32,
    /// The map's file.
    pub map: String,
    /// The map's columns.
    pub width: usize,
    /// The map's rows.
    pub height: usize,
    /// The start.
    pub from: Cell,
    /// The goal.
    pub to: Cell,
    /// The published length.
    pub length: Published,
}

/// A length as it is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// Its value.
    pub value: Length,
    /// How many digits follow the point.
    pub decimals: u32,
}

impl Published {
    /// Whether a length agrees with the published one in all printed digits. Published lengths were
    /// summed in single precision before they were printed, so that error is allowed, too.
    pub fn agrees(self, length: Length) -> bool {
        let last = 0.1f64.powi(self.decimals as i32);
        (self.value - length).abs() <= last / 2.0 + length * f64::from(f32::EPSILON)
    }
}

/// Why a text is not a file of queries. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScenarioError {
    /// The first line does not name a known version.
    #[error("line 1: {0:?} is not `version 1`")]
    Version(String),
    /// A line with more or fewer than nine words.
    #[error(
        "line {line}: {words} words instead of 9: bucket, map, width, height, \
             start column and row, goal column and row, length"
    )]
    Words {
        /// The line.
        line: usize,
        /// How many there are.
        words: usize,
    },
    /// A line that is too long.
    #[error("line {line}: longer than {MAX_LINE} bytes")]
    Long {
        /// The line.
        line: usize,
    },
    /// A word that is not what it should be.
    #[error("line {line}: {found:?} is not {wanted}")]
    Word {
        /// The line.
        line: usize,
        /// The word.
        found: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// More queries than [`MAX_QUERIES`].
    #[error("line {line}: more than {MAX_QUERIES} queries")]
    Many {
        /// The line.
        line: usize,
    },
}

/// A query for a different map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the query is for a map of {width}x{height} cells, but {map} has {found_width}x{found_height}"
)]
pub struct MapMismatch {
    width: usize,
    height: usize,
    map: String,
    found_width: usize,
    found_height: usize,
}

impl Query {
    /// Checks that the map has the query's size.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self, map: &Map) -> Result<(), MapMismatch> {
        if (map.width(), map.height()) == (self.width, self.height) {
            return Ok(());
        }
        Err(MapMismatch {
            width: self.width,
            height: self.height,
            map: self.map.clone(),
            found_width: map.width(),
            found_height: map.height(),
        })
    }
}

/// The queries of a `.scen` file: after a line `version 1`, each line has bucket, map, width,
/// height, start, goal and length.
///
/// # Errors
/// If the text is not such a file.
pub fn queries(bytes: &[u8]) -> Result<Vec<Query>, ScenarioError> {
    let mut lines = bytes.split(|&byte| byte == b'\n').enumerate().map(|(i, line)| (i + 1, line));
    let (_, first) = lines.next().unwrap_or((1, b""));
    let version = shown(first);
    if !matches!(version.split_whitespace().collect::<Vec<_>>()[..], ["version", "1" | "1.0"]) {
        return Err(ScenarioError::Version(version));
    }
    let mut queries = Vec::new();
    for (line, text) in lines {
        if text.len() > MAX_LINE {
            return Err(ScenarioError::Long { line });
        }
        let Ok(text) = std::str::from_utf8(text) else {
            return Err(ScenarioError::Word { line, found: shown(text), wanted: "UTF-8" });
        };
        let words: Vec<_> = text.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        if queries.len() == MAX_QUERIES {
            return Err(ScenarioError::Many { line });
        }
        queries.push(query(line, &words)?);
    }
    Ok(queries)
}

/// The beginning of a line.
fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(&line[..line.len().min(80)]).trim_end().chars().take(40).collect()
}

fn query(line: usize, words: &[&str]) -> Result<Query, ScenarioError> {
    let &[bucket, map, width, height, x, y, to_x, to_y, length] = words else {
        return Err(ScenarioError::Words { line, words: words.len() });
    };
    let error = |found: &str, wanted| ScenarioError::Word {
        line,
        found: found.chars().take(40).collect(),
        wanted,
    };
    let whole = |word: &str, most: u32| {
        let number = word.parse().ok().filter(|&number: &u32| number <= most);
        number.filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let side = |word| {
        let side = whole(word, super::MAX_SIDE as u32).filter(|&side| side > 0);
        side.ok_or_else(|| error(word, "a side of a map: 1 to 4096"))
    };
    let (width, height) = (side(width)?, side(height)?);
    let place = |word, side: u32| {
        whole(word, side - 1).map(|place| place as u16).ok_or_else(|| error(word, "on the map"))
    };
    Ok(Query {
        bucket: whole(bucket, u32::MAX).ok_or_else(|| error(bucket, "a bucket: 0 or more"))?,
        map: map.into(),
        width: width as usize,
        height: height as usize,
        from: Cell::new(place(x, width)?, place(y, height)?),
        to: Cell::new(place(to_x, width)?, place(to_y, height)?),
        length: published(length).ok_or_else(|| error(length, "a length: 0 or more"))?,
    })
}

/// A length in digits, with or without a decimal point.
fn published(word: &str) -> Option<Published> {
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    if whole.is_empty() || !digits(whole) || !digits(part) || word.len() > 40 {
        return None;
    }
    Some(Published { value: word.parse().ok()?, decimals: part.len() as u32 })
}
