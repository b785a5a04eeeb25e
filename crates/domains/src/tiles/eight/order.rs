//! Boards as the order of their tiles and the cell of their blank.

use crate::tiles::Layout;

/// Bits a tile.
pub(super) const BITS: usize = 3;

/// Cells of a board.
pub(super) const CELLS: usize = 9;

/// Boards within reach of one another: for each blank, half of all orders.
pub(super) const BOARDS: usize = CELLS * 20_160;

/// The tiles of a board row by row without the blank, three bits each, the first lowest,
/// each less one.
pub(super) fn order_of(layout: &Layout) -> u32 {
    let tiles = layout.tiles().iter().rev().filter(|&&tile| tile != 0);
    tiles.fold(0, |order, &tile| order << BITS | (u32::from(tile) - 1))
}

/// The number of a board, below [`BOARDS`].
///
/// The last four tiles can stand in 1,680 ways and the first four then in 24. Two of
/// these differ by an exchange of the last two, and with the blank where it is only one
/// can be reached, so they share a number.
#[inline(always)]
pub(super) fn number(order: u32, blank: u8) -> usize {
    let (last, first) = (order as usize >> 12 & 0xfff, order as usize & 0xfff);
    usize::from(LAST[last]) * 4 + usize::from(FIRST[first]) + usize::from(blank)
}

const fn tile(four: usize, place: usize) -> usize {
    four >> (BITS * place) & 7
}

/// Whether the tiles after a place differ from the one there, and how many are less.
const fn less_after(four: usize, place: usize) -> Option<usize> {
    let (mut less, mut after) = (0, place + 1);
    while after < 4 {
        if tile(four, after) == tile(four, place) {
            return None;
        }
        less += (tile(four, after) < tile(four, place)) as usize;
        after += 1;
    }
    Some(less)
}

/// By the first four tiles: the number of their order among themselves, halved, times
/// [`CELLS`].
static FIRST: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut four = 0;
    while four < 4096 {
        if let (Some(first), Some(second), Some(_)) =
            (less_after(four, 0), less_after(four, 1), less_after(four, 2))
        {
            table[four] = ((first * 3 + second) * CELLS) as u8;
        }
        four += 1;
    }
    table
};

/// By the last four tiles: the boards numbered before theirs, over 4.
static LAST: [u16; 4096] = {
    let mut table = [0; 4096];
    let (mut four, mut before) = (0, 0);
    while four < 4096 {
        if let (Some(_), Some(_), Some(_)) =
            (less_after(four, 0), less_after(four, 1), less_after(four, 2))
        {
            table[four] = before;
            before += (12 * CELLS / 4) as u16;
        }
        four += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::tiles::{Ranks, Size};

    #[test]
    fn every_board_has_a_number_of_its_own() {
        let size = Size::EIGHT;
        for goal in [Layout::blank_first(size), Layout::blank_last(size)] {
            let ranks = Ranks::new(&goal).unwrap();
            let mut numbers = HashSet::new();
            for order in 0..ranks.orders() {
                for blank in 0..size.cells() as u8 {
                    let layout = ranks.board::<u64>(order, blank).layout(size);
                    let number = number(order_of(&layout), blank);
                    assert!(number < BOARDS);
                    assert!(numbers.insert(number), "{layout}");
                }
            }
            assert_eq!(numbers.len(), BOARDS);
        }
    }
}
