//! The tiles of one database.

use super::super::{Layout, Size};
use crate::board::bits;

/// A rotation or reflection of a board, which may swap rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            transpose: bits & 4 != 0,
            flip_rows: bits & 2 != 0,
            flip_columns: bits & 1 != 0,
        })
    }

    /// The size of the image of a board of `size`.
    pub fn size(self, size: Size) -> Size {
        if self.transpose { size.transposed() } else { size }
    }

    /// The image of a cell of a board of `size`.
    pub fn cell(self, size: Size, cell: usize) -> usize {
        let (row, column) = size.place(cell);
        let row = if self.flip_rows { size.rows() - 1 - row } else { row };
        let column = if self.flip_columns { size.columns() - 1 - column } else { column };
        if self.transpose { column * size.rows() + row } else { row * size.columns() + column }
    }

    /// The image of a set of cells.
    pub fn cells(self, size: Size, cells: u32) -> u32 {
        of_mask(cells).fold(0, |mapped, cell| mapped | 1 << self.cell(size, cell))
    }
}

/// The cells of a set, ascending.
pub(super) fn of_mask(mask: u32) -> impl Iterator<Item = usize> {
    bits(mask.into()).map(usize::from)
}

/// Some tiles of a goal, and what matters to them about it: their homes, and where the blank may be
/// when they are at home.
///
/// Tiles have no numbers here: a tile is its home. So one pattern represents the tiles of every
/// goal that equals it after rotation, reflection or renumbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    pub(super) size: Size,
    /// The homes, as bits.
    pub(super) homes: u32,
    /// The cells that the blank of the goal can reach while the tiles are at home, as bits.
    pub(super) blank: u32,
}

impl Pattern {
    /// The maximum number of tiles of a pattern.
    pub const MOST_TILES: usize = 8;

    /// The pattern of the tiles of `goal` in `homes`, not rotated.
    pub(super) fn of(goal: &Layout, homes: u32) -> Self {
        let size = goal.size();
        Pattern { size, homes, blank: region(size, homes, goal.cell_of(0)) }
    }

    /// The canonical form of the pattern under rotations and reflections, and the transformation
    /// used.
    pub(super) fn canonical(self) -> (Self, Symmetry) {
        let turned = Symmetry::all().map(|symmetry| (self.turned(symmetry), symmetry));
        let key = |pattern: &Pattern| {
            (pattern.size.rows(), pattern.size.columns(), pattern.homes, pattern.blank)
        };
        turned.min_by_key(|(pattern, _)| key(pattern)).expect("there are eight")
    }

    fn turned(self, symmetry: Symmetry) -> Self {
        Pattern {
            size: symmetry.size(self.size),
            homes: symmetry.cells(self.size, self.homes),
            blank: symmetry.cells(self.size, self.blank),
        }
    }

    /// How many tiles it has.
    pub fn tiles(&self) -> usize {
        self.homes.count_ones() as usize
    }

    /// The size of its board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many entries, of a byte each, its database has.
    pub fn entries(&self) -> u64 {
        let (cells, tiles) = (self.size.cells() as u64, self.tiles() as u64);
        (cells - tiles + 1..=cells).product()
    }

    /// The board drawn in one line: `x` for a home of the pattern, `.` for another cell, `o` where
    /// the blank may be in the end, with `/` between rows.
    pub fn drawing(&self) -> String {
        let mut text = String::new();
        for cell in 0..self.size.cells() {
            if cell > 0 && cell % self.size.columns() == 0 {
                text.push('/');
            }
            text.push(match (self.homes >> cell & 1, self.blank >> cell & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            });
        }
        text
    }
}

/// The cells that a blank in `cell` can reach without moving a tile in `mask`.
pub(super) fn region(size: Size, mask: u32, cell: usize) -> u32 {
    let columns = size.columns();
    let first_column = (0..size.rows()).fold(0, |cells, row| cells | 1u32 << (row * columns));
    let last_column = first_column << (columns - 1);
    let free = !mask & ((1 << size.cells()) - 1);
    let mut region = 1u32 << cell;
    loop {
        let left_right = (region & !first_column) >> 1 | (region & !last_column) << 1;
        let wider = region | (left_right | region >> columns | region << columns) & free;
        if wider == region {
            return region;
        }
        region = wider;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::tiles::Move;

    #[test]
    fn symmetries_are_the_eight_of_a_square_and_keep_neighbours() {
        for (rows, columns) in [(2, 2), (3, 3), (3, 4), (5, 2), (5, 5)] {
            let size = Size::new(rows, columns).unwrap();
            let mut images = HashSet::new();
            for symmetry in Symmetry::all() {
                let image: Vec<usize> =
                    (0..size.cells()).map(|cell| symmetry.cell(size, cell)).collect();
                assert_eq!(image.iter().collect::<HashSet<_>>().len(), size.cells());
                let turned = symmetry.size(size);
                for cell in 0..size.cells() {
                    let mut beside: Vec<_> = Move::ALL
                        .iter()
                        .filter_map(|&mv| Some(image[size.beside(cell, mv)?]))
                        .collect();
                    let mut wanted: Vec<_> =
                        Move::ALL.iter().filter_map(|&mv| turned.beside(image[cell], mv)).collect();
                    beside.sort_unstable();
                    wanted.sort_unstable();
                    assert_eq!(beside, wanted);
                }
                images.insert((turned.rows(), image));
            }
            assert_eq!(images.len(), 8);
        }
    }

    #[test]
    fn a_pattern_and_all_its_images_have_one_canonical_form() {
        let goal = Layout::blank_first(Size::TWENTY_FOUR);
        let block = |homes: &[u32]| homes.iter().fold(0, |mask, home| mask | 1 << home);
        // The three blocks of 2 by 3 of the usual 6-6-6-6.
        let blocks = [
            block(&[3, 4, 8, 9, 13, 14]),
            block(&[10, 11, 15, 16, 20, 21]),
            block(&[17, 18, 19, 22, 23, 24]),
        ];
        let canonical = blocks.map(|homes| Pattern::of(&goal, homes).canonical().0);
        assert_eq!(canonical[0], canonical[1]);
        assert_eq!(canonical[0], canonical[2]);
        assert_eq!(canonical[0].drawing(), "xxxoo/xxxoo/ooooo/ooooo/ooooo");
    }
}
