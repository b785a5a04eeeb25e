//! A bit for each cell of a map, in rows with a border of zeros.

use super::Cell;

/// A bit for each cell. Around the map is a border of zeros, so that neither neighbours nor scans
/// need to check where the map ends.
///
/// ```text
/// | 0 0 0 0 0 0 … |   a word, and a row of zeros
/// | 0 a b c d 0 … |   the first row: the cell of column x is bit x + 1
/// | 0 0 0 0 0 0 … |   a row of zeros, and a word
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    /// Words per row.
    stride: usize,
    words: Vec<u64>,
}

impl Bits {
    pub fn zeros(width: usize, height: usize) -> Self {
        let stride = (width + 2).div_ceil(64);
        Bits { stride, words: vec![0; stride * (height + 2) + 2] }
    }

    /// Where the words of a row begin.
    #[inline]
    fn row(&self, row: usize) -> usize {
        (row + 1) * self.stride + 1
    }

    /// The word and the bit of a cell.
    #[inline]
    fn place(&self, cell: Cell) -> (usize, u32) {
        let bit = usize::from(cell.column()) + 1;
        (self.row(cell.row().into()) + bit / 64, bit as u32 % 64)
    }

    #[inline]
    pub fn get(&self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        self.words[word] >> bit & 1 == 1
    }

    pub fn set(&mut self, cell: Cell, value: bool) {
        let (word, bit) = self.place(cell);
        self.words[word] = self.words[word] & !(1 << bit) | u64::from(value) << bit;
    }

    /// The cell and its eight neighbours: three bits a row, the upper row lowest, in each the
    /// left cell lowest.
    #[inline]
    pub fn block(&self, cell: Cell) -> usize {
        let left = usize::from(cell.column());
        let middle = self.row(cell.row().into()) + left / 64;
        let shift = left % 64;
        let three = |word: usize| {
            let wide = u128::from(self.words[word + 1]) << 64 | u128::from(self.words[word]);
            (wide >> shift) as usize & 7
        };
        three(middle - self.stride) | three(middle) << 3 | three(middle + self.stride) << 6
    }

    /// How many bits are set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Where a walk along row `y` from column `x` to the right must stop: at `goal` if the walk
    /// reaches it, at the first cell where the row above or below opens up (a free cell follows a
    /// wall), or nowhere if a wall comes first.
    #[inline]
    pub fn jump_right(&self, x: u32, y: u32, goal: Option<u32>) -> Option<u32> {
        let row = self.row(y as usize);
        let from = x as usize + 2;
        let mut at = row + from / 64;
        let mut mask = !0 << (from % 64);
        let before = |word: usize| self.words[word - 1] >> 63;
        // The border is zero, so that the word before a row's first opens nothing up.
        let [mut above, mut below] = [before(at - self.stride), before(at + self.stride)];
        loop {
            let [up, here, down] =
                [self.words[at - self.stride], self.words[at], self.words[at + self.stride]];
            let opens = up & !(up << 1 | above) | down & !(down << 1 | below);
            let stops = (opens | !here) & mask;
            if stops != 0 {
                let bit = stops.trailing_zeros();
                let stop = ((at - row) * 64) as u32 + bit - 1;
                if let Some(goal) = goal.filter(|&goal| goal > x && goal <= stop) {
                    // The goal is free: a wall at `stop` is behind it.
                    return Some(goal);
                }
                return (here >> bit & 1 == 1).then_some(stop);
            }
            (mask, above, below) = (!0, up >> 63, down >> 63);
            at += 1;
        }
    }

    /// The same to the left.
    #[inline]
    pub fn jump_left(&self, x: u32, y: u32, goal: Option<u32>) -> Option<u32> {
        let row = self.row(y as usize);
        let from = x as usize;
        let mut at = row + from / 64;
        let mut mask = !0 >> (63 - from % 64);
        let after = |word: usize| self.words[word + 1] << 63;
        let [mut above, mut below] = [after(at - self.stride), after(at + self.stride)];
        loop {
            let [up, here, down] =
                [self.words[at - self.stride], self.words[at], self.words[at + self.stride]];
            let opens = up & !(up >> 1 | above) | down & !(down >> 1 | below);
            let stops = (opens | !here) & mask;
            if stops != 0 {
                let bit = 63 - stops.leading_zeros();
                let stop = ((at - row) * 64) as u32 + bit;
                // Columns are one less than their bits: `stop` is one more than the column.
                if let Some(goal) = goal.filter(|&goal| goal < x && goal + 1 >= stop) {
                    return Some(goal);
                }
                return (here >> bit & 1 == 1).then(|| stop - 1);
            }
            (mask, above, below) = (!0, up << 63, down << 63);
            at -= 1;
        }
    }
}
