use goalward::Ranked;

use super::{Board, Layout, Puzzle, Tiles};

/// The boards from which the goal can be reached, numbered by the blank's cell and
/// then by the order of the tiles.
///
/// The last two tiles follow from the others, since half of all orders can be
/// reached: there are n!/2 numbers.
impl Ranked for Tiles<u64> {
    fn states(&self) -> usize {
        let cells = self.goal().size().cells();
        (1..=cells).product::<usize>() / 2
    }

    fn rank(&self, board: &Board<u64>) -> usize {
        let cells = self.goal().size().cells();
        let mut rank = usize::from(board.blank());
        let mut used = 0u32;
        let tiles = (0..cells as u8).map(|cell| board.tile(cell)).filter(|&tile| tile != 0);
        for (i, tile) in tiles.enumerate().take(cells - 3) {
            // Among the tiles not yet used, how many are smaller.
            let smaller = u32::from(tile) - 1 - (used & ((1 << tile) - 1)).count_ones();
            used |= 1 << tile;
            rank = rank * (cells - 1 - i) + smaller as usize;
        }
        rank
    }

    fn unrank(&self, mut rank: usize) -> Board<u64> {
        let size = self.goal().size();
        let cells = size.cells();
        let mut digits = vec![0; cells - 3];
        for (i, digit) in digits.iter_mut().enumerate().rev() {
            let base = cells - 1 - i;
            *digit = rank % base;
            rank /= base;
        }
        let mut unused: Vec<u8> = (1..cells as u8).collect();
        let mut tiles: Vec<u8> = digits.into_iter().map(|digit| unused.remove(digit)).collect();
        tiles.append(&mut unused);
        for _ in 0..2 {
            let mut with_blank = tiles.clone();
            with_blank.insert(rank, 0);
            let layout = Layout::new(size, with_blank).expect("every tile is used once");
            if let Ok(puzzle) = Puzzle::new(layout, self.goal().clone()) {
                return Board::of(puzzle.start());
            }
            tiles.swap(cells - 3, cells - 2);
        }
        unreachable!("one of the two orders can be reached")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Size;

    #[test]
    fn every_number_is_of_one_board_and_every_board_of_its_number() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
            let size = Size::new(rows, columns).unwrap();
            for goal in [Layout::blank_first(size), Layout::blank_last(size)] {
                let puzzle = Puzzle::new(goal.clone(), goal).unwrap();
                let tiles = Tiles::<u64>::new(&puzzle).unwrap();
                for rank in 0..tiles.states() {
                    assert_eq!(tiles.rank(&tiles.unrank(rank)), rank);
                }
            }
        }
    }
}
