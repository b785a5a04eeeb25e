//! The queens on the edges of a board.
//!
//! Every solution has one queen in the first row, the last row, the first column and
//! the last column; a queen in a corner serves two of them. These queens are a *ring*.
//! The symmetries of the board carry rings to rings, so that one ring of each orbit is
//! enough, its solutions counted as often as the orbit has rings.

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

/// The symmetries of the board that leave a ring as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// How many there are, the one that moves nothing included.
    pub order: u8,
    /// Whether half a turn is one of them.
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

    /// The ring in five bytes: of sixty queens there are half a million.
    pub fn packed(self) -> [u8; 5] {
        [self.n, self.top, self.right, self.bottom, self.left].map(|place| place as u8)
    }

    /// The ring that was packed so.
    pub fn unpacked(packed: [u8; 5]) -> Self {
        let [n, top, right, bottom, left] = packed.map(usize::from);
        Ring { n, top, right, bottom, left }
    }

    /// Row and column of each queen, those in corners twice.
    fn squares(&self) -> [(usize, usize); 4] {
        let last = self.n - 1;
        [(0, self.top), (self.right, last), (last, self.bottom), (self.left, 0)]
    }

    /// Whether a corner that has a queen for one edge has her for the other too, and
    /// no queen attacks another.
    fn is_peaceful(&self) -> bool {
        let squares = self.squares();
        let pairs = squares.iter().enumerate().flat_map(|(i, a)| squares[..i].iter().zip([a; 4]));
        pairs.into_iter().all(|(a, b)| a == b || !attack(*a, *b))
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
        let turns = std::iter::successors(Some(self), |ring| Some(ring.turned())).take(4);
        let mut images = [key(self); 8];
        for (index, image) in turns.enumerate() {
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

    /// What is left to fill.
    pub fn inner(&self) -> Inner {
        let (n, squares) = (self.n, self.squares());
        let mut inner = Inner::default();
        let mut before = 0;
        for row in
            (1..n.saturating_sub(1)).filter(|row| squares.iter().all(|queen| queen.0 != *row))
        {
            let safe = |column: &usize| squares.iter().all(|queen| !attack((row, *column), *queen));
            let free = (1..n - 1).filter(safe).fold(0, |free, column| free | 1 << (column - 1));
            inner.push(free, (row - before) as u32);
            before = row;
        }
        inner
    }

    /// How many solutions around this ring half a turn and a quarter turn leave as
    /// they are.
    pub fn fixed(&self) -> Fixed {
        let mut queens: Vec<_> = self.squares().into();
        queens.sort_unstable();
        queens.dedup();
        let mut fixed = Fixed::default();
        self.place_pairs(0, &mut queens, &mut fixed);
        fixed
    }

    /// Puts a queen in each row of the upper half, and with her the one half a turn
    /// makes of her.
    fn place_pairs(&self, row: usize, queens: &mut Vec<(usize, usize)>, fixed: &mut Fixed) {
        let last = self.n - 1;
        if 2 * row > last {
            fixed.by_half += 1;
            let turned = |&(row, column): &(usize, usize)| queens.contains(&(column, last - row));
            fixed.by_quarter += u64::from(queens.iter().all(turned));
            return;
        }
        if queens.iter().any(|queen| queen.0 == row) {
            return self.place_pairs(row + 1, queens, fixed);
        }
        for column in 1..last {
            let pair = [(row, column), (last - row, last - column)];
            let middle = pair[0] == pair[1];
            let safe = |new: (usize, usize)| queens.iter().all(|queen| !attack(*queen, new));
            if !pair.into_iter().all(safe) || (!middle && attack(pair[0], pair[1])) {
                continue;
            }
            let before = queens.len();
            queens.extend(&pair[..if middle { 1 } else { 2 }]);
            self.place_pairs(row + 1, queens, fixed);
            queens.truncate(before);
        }
    }
}

/// Solutions that turns leave as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fixed {
    pub by_half: u64,
    pub by_quarter: u64,
}

fn attack(a: (usize, usize), b: (usize, usize)) -> bool {
    let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    rows == 0 || columns == 0 || rows == columns
}
