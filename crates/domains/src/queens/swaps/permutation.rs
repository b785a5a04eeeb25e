//! A permutation of rows, and the diagonals that its queens are on.

use super::Placement;

/// A permutation of the rows, with the number of queens on every diagonal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Permutation {
    rows: Vec<u32>,
    /// The rising diagonals, twice as many as rows, and then the same number of falling ones.
    counts: Vec<u32>,
}

/// The diagonals of a square: where their counts are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Lines {
    rising: usize,
    falling: usize,
}

impl Permutation {
    /// The permutation with these rows, a permutation of `0..n`.
    pub(super) fn new(rows: Vec<u32>) -> Self {
        let n = rows.len();
        let mut permutation = Permutation { rows, counts: vec![0; 4 * n] };
        for column in 0..n {
            let lines = permutation.lines(column, permutation.rows[column]);
            permutation.counts[lines.rising] += 1;
            permutation.counts[lines.falling] += 1;
        }
        permutation
    }

    /// The row of each column's queen.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The same as a placement.
    pub fn placement(&self) -> Placement {
        Placement::new(self.rows.clone()).expect("every queen is on the board")
    }

    /// How many queens are on each diagonal.
    pub(super) fn counts(&self) -> &[u32] {
        &self.counts
    }

    #[inline(always)]
    fn lines(&self, column: usize, row: u32) -> Lines {
        let (n, row) = (self.rows.len(), row as usize);
        Lines { rising: column + row, falling: 3 * n + column - row }
    }

    /// The diagonals of the queens of two columns, before and after they swap rows.
    #[inline(always)]
    fn four(&self, a: usize, b: usize) -> [Lines; 4] {
        let (row_a, row_b) = (self.rows[a], self.rows[b]);
        [self.lines(a, row_a), self.lines(b, row_b), self.lines(a, row_b), self.lines(b, row_a)]
    }

    /// How many queens are on the diagonals of a square, counted once per diagonal.
    #[inline(always)]
    fn queens_on(&self, Lines { rising, falling }: Lines) -> i64 {
        i64::from(self.counts[rising] + self.counts[falling])
    }

    /// Adds `queens` to the counts of the diagonals of a square.
    #[inline(always)]
    fn put(&mut self, Lines { rising, falling }: Lines, queens: i32) {
        for line in [rising, falling] {
            self.counts[line] = self.counts[line].wrapping_add_signed(queens);
        }
    }

    /// How many more pairs attack each other once two columns have swapped rows.
    #[inline(always)]
    pub(super) fn delta(&self, a: usize, b: usize) -> i64 {
        let [old_a, old_b, new_a, new_b] = self.four(a, b);
        let before = self.queens_on(old_a) + self.queens_on(old_b);
        let after = self.queens_on(new_a) + self.queens_on(new_b);
        // A queen is on its own two diagonals, hence 4. No new square is on a diagonal of an old
        // one. When the four are the corners of a square, the two queens attack each other before
        // and after: that pair is counted twice in what is lost and not at all in what is gained.
        let corners = old_a.rising == old_b.rising || old_a.falling == old_b.falling;
        after - before + 4 + 2 * i64::from(corners)
    }

    /// Swaps the rows of two columns.
    #[inline]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        let [old_a, old_b, new_a, new_b] = self.four(a, b);
        self.put(old_a, -1);
        self.put(old_b, -1);
        self.put(new_a, 1);
        self.put(new_b, 1);
        self.rows.swap(a, b);
    }
}
