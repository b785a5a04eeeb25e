//! The queens on the edges of a board.
//!
//! Every solution has one queen in the first row, the last row, the first column and the last
//! column; a queen in a corner counts for two of them. These queens are a *ring*. The symmetries of
//! the board map rings to rings, so one ring of each orbit is enough; its solutions are multiplied
//! by the size of the orbit.

use super::kernel::Inner;

/// The queens on the four edges: columns in the first and last row, rows in the first
/// and last column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ring {
    n: usize,
    top: usize,
    right: usize,
    bottom: usize,
    left: usize,
}

/// The symmetries of the board that leave a ring unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// How many there are, including the identity.
    pub order: u8,
    /// Whether a half turn is one of them.
    pub half_turn: bool,
    /// Whether a quarter turn is.
    pub quarter_turn: bool,
}

impl Ring {
    /// One ring of each orbit, with its symmetry.
    pub fn all(n: usize) -> impl Iterator<Item = (Ring, Symmetry)> {
        let pairs = move || (0..n).flat_map(move |a| (0..n).map(move |b| (a, b)));
        let rings = pairs().flat_map(move |(top, bottom)| {
            pairs().map(move |(left, right)| Ring { n, top, right, bottom, left })
        });
        rings.filter(Ring::is_peaceful).filter_map(|ring| Some((ring, ring.symmetry()?)))
    }

    /// The ring in five bytes: for sixty queens there are half a million rings.
    pub fn packed(self) -> [u8; 5] {
        [self.n, self.top, self.right, self.bottom, self.left].map(|place| place as u8)
    }

    /// The ring that was packed this way.
    pub fn unpacked(packed: [u8; 5]) -> Self {
        let [n, top, right, bottom, left] = packed.map(usize::from);
        Ring { n, top, right, bottom, left }
    }

    /// The row and column of each queen; queens in corners are listed twice.
    fn squares(&self) -> [(usize, usize); 4] {
        let last = self.n - 1;
        [(0, self.top), (self.right, last), (last, self.bottom), (self.left, 0)]
    }

    /// Whether every corner queen is listed for both of its edges, and no queen attacks another.
    fn is_peaceful(&self) -> bool {
        let squares = self.squares();
        let pairs = squares.iter().enumerate().flat_map(|(i, a)| squares[..i].iter().zip([a; 4]));
        pairs.into_iter().all(|(a, b)| a == b || !attack(*a, *b))
    }

    /// The ring and its quarter turns.
    fn turns(self) -> impl Iterator<Item = Ring> {
        std::iter::successors(Some(self), |ring| Some(ring.turned())).take(4)
    }

    fn turned(self) -> Ring {
        let last = self.n - 1;
        let Ring { n, top, right, bottom, left } = self;
        Ring { n, top: last - left, right: top, bottom: last - right, left: bottom }
    }

    fn mirrored(self) -> Ring {
        let last = self.n - 1;
        let Ring { n, top, right, bottom, left } = self;
        Ring { n, top: last - top, right: left, bottom: last - bottom, left: right }
    }

    /// The symmetry of the ring, if it is the first of its orbit.
    fn symmetry(self) -> Option<Symmetry> {
        let key = |ring: Ring| [ring.top, ring.right, ring.bottom, ring.left];
        let mut images = [key(self); 8];
        for (index, image) in self.turns().enumerate() {
            images[index] = key(image);
            images[index + 4] = key(image.mirrored());
        }
        let own = key(self);
        images.iter().all(|image| *image >= own).then(|| Symmetry {
            order: images.iter().filter(|image| **image == own).count() as u8,
            half_turn: images[2] == own,
            quarter_turn: images[1] == own,
        })
    }

    /// Whether the board is a single square.
    pub fn is_single(&self) -> bool {
        self.n == 1
    }

    /// The rotation of the ring whose inside should take the fewest nodes to fill, row by row: over
    /// all rings of 16 queens, two thirds of the nodes without rotation.
    fn soonest(self) -> Ring {
        let effort = self.turns().map(|ring| (ring, ring.effort()));
        effort.min_by(|a, b| a.1.total_cmp(&b.1)).expect("four turns").0
    }

    /// An estimate of the total number of placements of the first row, of the first two rows, and
    /// so on: each queen blocks an equal share of the columns and of the diagonals in both
    /// directions.
    fn effort(self) -> f64 {
        let mut placements = 1.0;
        let rows = self.rows().enumerate().map(|(placed, (_, free))| {
            let left = 1.0 - placed as f64 / self.n as f64;
            placements *= f64::from(free.count_ones()) * left * left * left;
            placements
        });
        rows.sum()
    }

    /// What is left to fill, in the rotation that takes the fewest nodes.
    pub fn inner(self) -> Inner {
        let mut inner = Inner::default();
        let mut before = 0;
        for (row, free) in self.soonest().rows() {
            inner.push(free, (row - before) as u32);
            before = row;
        }
        inner
    }

    /// The rows that need a queen, with the columns that are free in each, the second
    /// column of the board in the lowest bit.
    fn rows(self) -> impl Iterator<Item = (usize, u64)> {
        let (n, squares) = (self.n, self.squares());
        let inside = (1 << n.saturating_sub(2)) - 1;
        let rows = 1..n.saturating_sub(1);
        rows.filter(move |row| squares.iter().all(|queen| queen.0 != *row)).map(move |row| {
            let attacked = squares.iter().fold(0u64, |attacked, &(from, column)| {
                let (queen, far) = (1 << column, row.abs_diff(from));
                attacked | queen | queen << far | queen >> far
            });
            (row, !(attacked >> 1) & inside)
        })
    }

    /// How many solutions with this ring a half turn and a quarter turn leave unchanged.
    pub fn fixed(&self) -> Fixed {
        let mut queens: Vec<_> = self.squares().into();
        queens.sort_unstable();
        queens.dedup();
        let lines = queens.iter().fold(Lines::default(), |lines, queen| lines.with(*queen));
        let mut fixed = Fixed::default();
        self.place_pairs(0, lines, &mut queens, &mut fixed);
        fixed
    }

    /// Puts a queen in each row of the upper half, together with its image under a half turn.
    fn place_pairs(
        &self,
        row: usize,
        lines: Lines,
        queens: &mut Vec<(usize, usize)>,
        fixed: &mut Fixed,
    ) {
        let last = self.n - 1;
        if 2 * row > last {
            fixed.by_half += 1;
            let turned = |&(row, column): &(usize, usize)| queens.contains(&(column, last - row));
            fixed.by_quarter += u64::from(queens.iter().all(turned));
            return;
        }
        if queens.iter().any(|queen| queen.0 == row) {
            return self.place_pairs(row + 1, lines, queens, fixed);
        }
        // A half turn leaves the lines unchanged: if one of a pair is safe, both are.
        for queen in (1..last).map(|column| (row, column)).filter(|queen| lines.are_free(*queen)) {
            let turned = (last - row, last - queen.1);
            let middle = queen == turned;
            if !middle && attack(queen, turned) {
                continue;
            }
            let before = queens.len();
            queens.extend(&[queen, turned][..if middle { 1 } else { 2 }]);
            self.place_pairs(row + 1, lines.with(queen).with(turned), queens, fixed);
            queens.truncate(before);
        }
    }
}

/// Columns and diagonals with a queen on them.
#[derive(Clone, Copy, Default)]
struct Lines {
    columns: u64,
    rising: u128,
    falling: u128,
}

impl Lines {
    fn with(self, queen: (usize, usize)) -> Lines {
        let Lines { columns, rising, falling } = Lines::of(queen);
        Lines {
            columns: self.columns | columns,
            rising: self.rising | rising,
            falling: self.falling | falling,
        }
    }

    fn are_free(&self, queen: (usize, usize)) -> bool {
        let Lines { columns, rising, falling } = Lines::of(queen);
        self.columns & columns == 0 && self.rising & rising == 0 && self.falling & falling == 0
    }

    /// The lines of a square, on a board of up to 64 rows.
    fn of((row, column): (usize, usize)) -> Lines {
        Lines {
            columns: 1 << column,
            rising: 1 << (row + column),
            falling: 1 << (64 + row - column),
        }
    }
}

/// Solutions that rotations leave unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fixed {
    pub by_half: u64,
    pub by_quarter: u64,
}

fn attack(a: (usize, usize), b: (usize, usize)) -> bool {
    let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    rows == 0 || columns == 0 || rows == columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_columns_are_those_that_no_queen_attacks() {
        let widest = Ring { n: 64, top: 5, right: 20, bottom: 40, left: 50 };
        assert!(widest.is_peaceful());
        let rings = [1, 2, 5, 9].into_iter().flat_map(Ring::all).map(|(ring, _)| ring);
        for ring in rings.chain([widest]).flat_map(Ring::turns) {
            let squares = ring.squares();
            let open = (1..ring.n).filter(|row| squares.iter().all(|queen| queen.0 != *row));
            assert!(open.eq(ring.rows().map(|row| row.0)), "{ring:?}");
            for (row, columns) in ring.rows() {
                let free = |column| squares.iter().all(|queen| !attack(*queen, (row, column)));
                let found = (0..64).map(|bit| columns >> bit & 1 == 1);
                let known = (1..65).map(|column| column < ring.n - 1 && free(column));
                assert!(found.eq(known), "{ring:?} {row}");
            }
        }
    }

    #[test]
    fn what_is_filled_is_a_turn_of_the_ring() {
        for (ring, _) in Ring::all(9) {
            let soonest = ring.soonest();
            assert!(ring.turns().any(|turn| turn == soonest));
            assert!(ring.turns().all(|turn| turn.effort() >= soonest.effort()));
        }
    }

    #[test]
    fn lines_are_those_of_attacks() {
        let squares = || (0..64).flat_map(|row| (0..64).map(move |column| (row, column)));
        for queen in squares().step_by(61) {
            let lines = Lines::default().with(queen);
            for other in squares().filter(|other| other.0 != queen.0) {
                assert_eq!(lines.are_free(other), !attack(queen, other), "{queen:?} {other:?}");
            }
        }
    }
}
