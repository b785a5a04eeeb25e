//! A number for each board, for tables without hashing.

use goalward::Ranked;

use super::{Board, Cells, Tiles};

/// How many boards with this many cells can reach a goal: half of all orders can. `None` if there
/// are too many boards for numbers to be useful, or they are not packed in four bits per cell.
#[inline]
pub(super) fn states<C: Cells>(cells: usize) -> Option<usize> {
    (C::BITS == 4 && cells <= MOST).then(|| (1..=cells).product::<usize>() / 2)
}

/// A table over the boards of this many cells would need a gigabyte.
const MOST: usize = 12;

/// The number of a board: of the order of the tiles without the blank, and then of the blank's
/// cell. A sideways move leads to an adjacent number.
#[inline]
pub(super) fn rank<C: Cells>(board: &Board<C>, cells: usize) -> usize {
    let order = if cells == 9 { order_of_eight(board) } else { order(board, cells) };
    order * cells + usize::from(board.blank())
}

/// The last two tiles follow from the others, because only half of all orders can be reached.
impl Ranked for Tiles<u64> {
    fn unrank(&self, rank: usize) -> Board<u64> {
        let size = self.goal().size();
        let cells = size.cells();
        let (mut order, blank) = (rank / cells, rank % cells);
        let mut numbers = [0; 16];
        for place in (0..cells - 3).rev() {
            numbers[place] = order % (cells - 1 - place);
            order /= cells - 1 - place;
        }
        // A move to the next row takes a tile past all but one of a row: of the two remaining
        // orders, one can be reached.
        let rows = size.place(blank).0.abs_diff(size.place(self.goal().cell_of(0)).0);
        let changes =
            digits(&self.goal_board(), cells).sum::<usize>() + rows * (size.columns() - 1);
        numbers[cells - 3] = (changes + numbers.iter().sum::<usize>()) % 2;
        // The tiles not yet used, four bits each.
        let (mut unused, mut packed) = (0x0fed_cba9_8765_4321u64, 0);
        for (place, digit) in numbers[..cells - 1].iter().enumerate() {
            let before = (1 << (4 * digit)) - 1;
            let cell = place + usize::from(place >= blank);
            packed |= (unused >> (4 * digit) & 15) << (4 * cell);
            unused = unused & before | unused >> 4 & !before;
        }
        Board::packed(packed, blank as u8)
    }
}

/// For each of a board's tiles except the blank and the last, how many of those after it are
/// smaller.
#[inline]
fn digits<C: Cells>(board: &Board<C>, cells: usize) -> impl Iterator<Item = usize> {
    let tiles = (0..cells as u8).map(|cell| board.tile(cell)).filter(|&tile| tile != 0);
    let mut used = 0u32;
    tiles.take(cells - 2).map(move |tile| {
        let smaller = u32::from(tile) - 1 - (used & ((1 << tile) - 1)).count_ones();
        used |= 1 << tile;
        smaller as usize
    })
}

/// The number of the order of a board's tiles. The last two of them follow from the others.
#[inline]
fn order<C: Cells>(board: &Board<C>, cells: usize) -> usize {
    let digits = digits(board, cells).take(cells - 3).enumerate();
    digits.fold(0, |order, (place, digit)| order * (cells - 1 - place) + digit)
}

/// The same for eight tiles, in two lookups.
#[inline]
fn order_of_eight<C: Cells>(board: &Board<C>) -> usize {
    let (cells, before) = (board.cells().low(), (1 << (4 * (board.blank() & 15))) - 1);
    // The tiles without the blank, each minus one, in four bits each and then in three.
    let tiles = (cells & before | cells >> 4 & !before) as u32;
    let tiles = tiles.wrapping_sub(0x1111_1111);
    let tiles = tiles & 0x0707_0707 | (tiles & 0x7070_7070) >> 1;
    let tiles = tiles & 0x003f_003f | (tiles & 0x3f00_3f00) >> 2;
    let (first, last) = (tiles & 0xfff, tiles >> 16 & 0xfff);
    usize::from(FIRST[first as usize]) + usize::from(LAST[last as usize])
}

/// Of four tiles, three bits each, the one at a place, and how many at these places are smaller.
const fn less(four: usize, place: usize, begin: usize, end: usize) -> (usize, usize) {
    let tile = four >> (3 * place) & 7;
    let (mut less, mut other) = (0, begin);
    while other < end {
        less += ((four >> (3 * other) & 7) < tile) as usize;
        other += 1;
    }
    (tile, less)
}

/// By the first four of eight tiles, the lowest first: what they add to the number of the order.
static FIRST: [u16; 4096] = {
    let mut table = [0; 4096];
    let mut four = 0;
    while four < 4096 {
        let (mut order, mut place) = (0, 0);
        while place < 4 {
            let (tile, before) = less(four, place, 0, place);
            order = order * (8 - place) + tile.saturating_sub(before);
            place += 1;
        }
        table[four] = (order * 12) as u16;
        four += 1;
    }
    table
};

/// By the last four: what they add.
static LAST: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut four = 0;
    while four < 4096 {
        table[four] = (less(four, 0, 1, 4).1 * 3 + less(four, 1, 2, 4).1) as u8;
        four += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use goalward::{Rng, StateSpace};

    use super::*;
    use crate::tiles::{Layout, Puzzle, Size};

    #[test]
    fn every_number_is_of_one_board_and_every_board_of_its_number() {
        let mut rng = Rng::new(1);
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let size = Size::new(rows, columns).unwrap();
            let random = Puzzle::random(Layout::blank_first(size), &mut rng).start().clone();
            for goal in [Layout::blank_first(size), Layout::blank_last(size), random] {
                let puzzle = Puzzle::new(goal.clone(), goal.clone()).unwrap();
                let tiles = Tiles::<u64>::new(&puzzle).unwrap();
                for rank in 0..tiles.states().unwrap() {
                    let board = tiles.unrank(rank);
                    Puzzle::new(board.layout(size), goal.clone()).expect("it can be reached");
                    assert_eq!(tiles.rank(&board), rank);
                    let cells = size.cells();
                    assert_eq!(order(&board, cells), rank / cells);
                    assert_eq!(usize::from(board.blank()), rank % cells);
                }
            }
        }
    }

    #[test]
    fn boards_of_larger_sizes_have_numbers_too() {
        let mut rng = Rng::new(2);
        for (rows, columns) in [(2, 5), (3, 4), (4, 3), (3, 5), (4, 4)] {
            let size = Size::new(rows, columns).unwrap();
            for _ in 0..500 {
                let goal = Puzzle::random(Layout::blank_first(size), &mut rng).start().clone();
                let tiles = Tiles::<u64>::new(&Puzzle::random(goal, &mut rng)).unwrap();
                let rank = tiles.rank(&tiles.start());
                assert!(rank < (1..=size.cells()).product::<usize>() / 2);
                assert_eq!(tiles.states().is_some(), size.cells() <= MOST);
                assert_eq!(tiles.unrank(rank).layout(size), *tiles.puzzle().start());
            }
        }
    }
}
