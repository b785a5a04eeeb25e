//! A pattern database.

use goalward::Stop;

use super::build::{build, building_bytes};
use super::index::{Index, Places};
use super::{Pattern, Watch};
use crate::pages::Pages;

/// For every position of a pattern's tiles, the number of their moves that bring them home.
///
/// Moves of other tiles are not counted, so the entries of patterns without common tiles can be
/// added up. An entry is the minimum over all positions of the blank.
#[derive(Debug)]
pub struct Database {
    pub(super) pattern: Pattern,
    pub(super) index: Box<Index>,
    pub(super) table: Pages,
}

impl Database {
    /// Builds the database of a pattern in its canonical form, on several threads. The result does
    /// not depend on how many.
    pub fn build(pattern: &Pattern, threads: usize, watch: Watch<'_>) -> Result<Self, Stop> {
        let (pattern, _) = pattern.canonical();
        let table = build(&pattern, threads, watch)?;
        Ok(Database::new(pattern, table))
    }

    pub(super) fn new(pattern: Pattern, table: Pages) -> Self {
        Database { pattern, index: Index::new(pattern.size, pattern.tiles()), table }
    }

    /// The peak memory of building it, in bytes.
    pub fn building_bytes(pattern: &Pattern) -> u64 {
        building_bytes(pattern)
    }

    /// Its pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// One byte per entry: the moves, or 255 for positions that cannot be brought home.
    pub fn entries(&self) -> &[u8] {
        self.table.bytes()
    }

    /// The moves with the pattern's tiles, in the order of their homes, in these cells.
    pub fn moves(&self, cells: &[u8]) -> u8 {
        self.entries()[self.index.number(Places::of(cells))]
    }
}
