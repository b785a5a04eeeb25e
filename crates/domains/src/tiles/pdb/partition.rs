//! How a goal's tiles are divided among databases.

use std::fmt;

use thiserror::Error;

use super::super::{Layout, Size};
use super::Pattern;
use super::pattern::Symmetry;

/// The tiles of a goal, divided into patterns: each tile is in exactly one.
///
/// Written as sizes, `7-8`, for the usual shapes; or tile by tile, with slashes between patterns:
/// `1 2 3 4/5 6 7 8`.
///
/// ```
/// use goalward_domains::tiles::{Layout, Partition, Size};
///
/// let goal = Layout::blank_first(Size::FIFTEEN);
/// let halves = Partition::parse("7-8", &goal)?;
/// assert_eq!(halves.patterns()[0], [1, 2, 3, 4, 5, 6, 7]);
/// assert_eq!(Partition::usual(&goal).to_string(), "5-5-5");
/// # Ok::<(), goalward_domains::tiles::PartitionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    text: String,
    patterns: Vec<Vec<u8>>,
}

/// Why a text is not a partition of a goal's tiles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartitionError {
    /// Something that is not a number.
    #[error(
        "`{0}` in the partition is not a number: write sizes such as 7-8, or tiles with slashes \
         between patterns such as 1 2 3/4 5 6 7 8"
    )]
    NotANumber(String),
    /// A pattern with no tiles or too many.
    #[error(
        "a pattern of {0} tiles is not allowed: a pattern has 1 to {most} tiles",
        most = Pattern::MOST_TILES
    )]
    Tiles(usize),
    /// More patterns than can be added up.
    #[error("{0} patterns are too many: a partition has at most {most}", most = Partition::MOST_PATTERNS)]
    Patterns(usize),
    /// Sizes that do not add up.
    #[error("{text} makes {found} tiles, but a {size} board has {}", size.cells() - 1)]
    Sum {
        /// What was written.
        text: String,
        /// How many tiles that would be.
        found: usize,
        /// The board.
        size: Size,
    },
    /// A tile that the board does not have.
    #[error("the partition names tile {tile}: a {size} board has tiles 1 to {}", size.cells() - 1)]
    NoSuchTile {
        /// The tile.
        tile: usize,
        /// The board.
        size: Size,
    },
    /// A tile in two patterns, or twice in one.
    #[error("the partition names tile {0} twice: each tile belongs to one pattern")]
    Twice(usize),
    /// A tile in no pattern.
    #[error("the partition leaves out tile {0}: each tile belongs to one pattern")]
    LeftOut(usize),
}

/// Better shapes than consecutive cells, for goals with the blank in a corner.
const SHAPES: &[(&str, &str)] = &[
    ("5-5-5", ".aab/aaab/ccbb/cccb"),
    ("6-6-3", ".abb/abbb/accc/accc"),
    ("4-4-4-4-4-4", ".aabb/caabb/cddee/cddee/cffff"),
    ("6-6-6-6", ".aabb/aaabb/ccabb/ccddd/ccddd"),
];

impl Partition {
    /// The maximum number of patterns.
    pub const MOST_PATTERNS: usize = 16;

    /// The default partition: strong for databases that are built in well under a second.
    pub fn usual(goal: &Layout) -> Self {
        let tiles = goal.size().cells() - 1;
        let most = match tiles {
            0..=8 => 8,
            9..=11 => 6,
            12..=19 => 5,
            _ => 4,
        };
        let count = tiles.div_ceil(most);
        let sizes = (0..count).map(|i| (tiles + count - 1 - i) / count);
        let text = sizes.map(|size| size.to_string()).collect::<Vec<_>>().join("-");
        Partition::parse(&text, goal).expect("the sizes add up")
    }

    /// Reads a partition of the tiles of `goal`.
    pub fn parse(text: &str, goal: &Layout) -> Result<Self, PartitionError> {
        let text = text.trim();
        let by_tile = text.contains(['/', ' ', '.']);
        let number = |word: &str| {
            let wrong = || PartitionError::NotANumber(word.chars().take(20).collect());
            word.parse::<usize>().map_err(|_| wrong())
        };
        if by_tile {
            let pattern = |part: &str| {
                let words = part.split([' ', '.']).filter(|word| !word.is_empty());
                words.map(number).collect::<Result<Vec<_>, _>>()
            };
            Self::by_tile(text.split('/').map(pattern).collect::<Result<_, _>>()?, goal)
        } else {
            let sizes = text.split('-').map(|word| number(word.trim()));
            Self::by_size(&sizes.collect::<Result<Vec<_>, _>>()?, goal)
        }
    }

    fn by_tile(mut patterns: Vec<Vec<usize>>, goal: &Layout) -> Result<Self, PartitionError> {
        let size = goal.size();
        check_sizes(patterns.iter().map(Vec::len))?;
        let mut named = vec![false; size.cells()];
        for &tile in patterns.iter().flatten() {
            if !(1..size.cells()).contains(&tile) {
                return Err(PartitionError::NoSuchTile { tile, size });
            }
            if std::mem::replace(&mut named[tile], true) {
                return Err(PartitionError::Twice(tile));
            }
        }
        if let Some(tile) = (1..size.cells()).find(|&tile| !named[tile]) {
            return Err(PartitionError::LeftOut(tile));
        }
        patterns.iter_mut().for_each(|pattern| pattern.sort_unstable());
        patterns.sort_unstable();
        let words = |pattern: &Vec<usize>| {
            pattern.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
        };
        let text = patterns.iter().map(words).collect::<Vec<_>>().join("/");
        let narrow = |pattern: Vec<usize>| pattern.into_iter().map(|tile| tile as u8).collect();
        Ok(Partition { text, patterns: patterns.into_iter().map(narrow).collect() })
    }

    fn by_size(sizes: &[usize], goal: &Layout) -> Result<Self, PartitionError> {
        let size = goal.size();
        let text = sizes.iter().map(usize::to_string).collect::<Vec<_>>().join("-");
        check_sizes(sizes.iter().copied())?;
        let found = sizes.iter().sum();
        if found != size.cells() - 1 {
            return Err(PartitionError::Sum { text, found, size });
        }
        // Shapes are laid out on the board turned so that the blank's home is as near the first
        // corner as possible.
        let home = goal.cell_of(0);
        let symmetry = Symmetry::all()
            .min_by_key(|symmetry| symmetry.cell(size, home))
            .expect("there are eight");
        let turned = symmetry.size(size);
        let mut tile_at = vec![0; size.cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            tile_at[symmetry.cell(size, cell)] = tile;
        }
        let cells = shape(&text, turned, tile_at[0] == 0).unwrap_or_else(|| snake(turned));
        let mut tiles = cells.into_iter().map(|cell| tile_at[cell]).filter(|&tile| tile != 0);
        let patterns = sizes.iter().map(|&count| {
            let mut pattern: Vec<u8> = tiles.by_ref().take(count).collect();
            pattern.sort_unstable();
            pattern
        });
        Ok(Partition { patterns: patterns.collect(), text })
    }

    /// The tiles of each pattern.
    pub fn patterns(&self) -> &[Vec<u8>] {
        &self.patterns
    }
}

fn check_sizes(sizes: impl ExactSizeIterator<Item = usize>) -> Result<(), PartitionError> {
    let count = sizes.len();
    for size in sizes {
        if !(1..=Pattern::MOST_TILES).contains(&size) {
            return Err(PartitionError::Tiles(size));
        }
    }
    if count > Partition::MOST_PATTERNS {
        return Err(PartitionError::Patterns(count));
    }
    Ok(())
}

/// The cells of a listed shape, pattern by pattern.
fn shape(text: &str, size: Size, blank_first: bool) -> Option<Vec<usize>> {
    let drawn = |drawing: &str| {
        let mut rows = drawing.split('/');
        rows.clone().count() == size.rows() && rows.all(|row| row.len() == size.columns())
    };
    let (_, drawing) =
        SHAPES.iter().find(|(name, drawing)| blank_first && *name == text && drawn(drawing))?;
    let letters: Vec<u8> = drawing.bytes().filter(|&letter| letter != b'/').collect();
    let mut cells: Vec<usize> = (0..letters.len()).collect();
    cells.sort_by_key(|&cell| letters[cell]);
    Some(cells)
}

/// Row by row, every other row from right to left, so that consecutive cells are connected.
fn snake(size: Size) -> Vec<usize> {
    let columns = size.columns();
    let cell = |i: usize| match size.place(i) {
        (row, column) if row % 2 == 0 => row * columns + column,
        (row, column) => row * columns + columns - 1 - column,
    };
    (0..size.cells()).map(cell).collect()
}

/// The text form: sizes, or tiles in order.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, goal: &str) -> Result<Partition, String> {
        Partition::parse(text, &goal.parse().unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn partitions_are_read_by_size_and_by_tile() {
        let goal = "0 1 2 3 4 5 6 7 8";
        let halves = parse("4-4", goal).unwrap();
        assert_eq!((halves.to_string().as_str(), halves.patterns().len()), ("4-4", 2));
        for text in ["8 7 6/5 4 3/2 1", "1.2/3.4.5/6.7.8", " 5 4 3 / 2 1 / 6 8 7 "] {
            let listed = parse(text, goal).unwrap();
            assert_eq!(listed.to_string(), "1 2/3 4 5/6 7 8");
            assert_eq!(listed.patterns(), [vec![1, 2], vec![3, 4, 5], vec![6, 7, 8]]);
        }
    }

    #[test]
    fn every_size_and_goal_has_a_usual_partition_of_all_its_tiles() {
        for rows in 2..=5 {
            for columns in 2..=5 {
                let size = Size::new(rows, columns).unwrap();
                for goal in [Layout::blank_first(size), Layout::blank_last(size)] {
                    let usual = Partition::usual(&goal);
                    let mut tiles = usual.patterns().concat();
                    tiles.sort_unstable();
                    assert_eq!(tiles, (1..size.cells() as u8).collect::<Vec<_>>());
                    assert_eq!(Partition::parse(&usual.to_string(), &goal), Ok(usual));
                }
            }
        }
    }

    #[test]
    fn shapes_turn_with_the_goal() {
        let goal = Layout::blank_last(Size::FIFTEEN);
        let halves = Partition::parse("7-8", &goal).unwrap();
        // The half with the blank has seven.
        assert_eq!(halves.patterns()[0], [9, 10, 11, 12, 13, 14, 15]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let goal = "0 1 2 3 4 5 6 7 8";
        for (text, told) in [
            ("4-5", "4-5 makes 9 tiles, but a 3x3 board has 8"),
            ("4-x", "`x` in the partition is not a number"),
            ("", "`` in the partition is not a number"),
            ("9", "a pattern of 9 tiles is not allowed: a pattern has 1 to 8 tiles"),
            ("0-8", "a pattern of 0 tiles is not allowed"),
            ("1 2 3/3 4 5 6 7 8", "names tile 3 twice"),
            ("1 2 3/4 5 6 7", "leaves out tile 8"),
            ("1 2 3/4 5 6 7 8 9", "names tile 9: a 3x3 board has tiles 1 to 8"),
            ("0 1 2 3/4 5 6 7 8", "names tile 0"),
            ("1 2 3//4 5 6 7 8", "a pattern of 0 tiles"),
        ] {
            let error = parse(text, goal).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
        let singles = (1..25).map(|tile| tile.to_string()).collect::<Vec<_>>().join("/");
        let goal = Layout::blank_first(Size::TWENTY_FOUR).to_string();
        assert!(parse(&singles, &goal).unwrap_err().contains("24 patterns are too many"));
    }
}
