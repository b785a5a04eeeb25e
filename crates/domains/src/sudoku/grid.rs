//! The candidates of a grid, one bit for each digit and cell, and their propagation.

use crate::lanes::{Lanes, Work};

/// The cells of a band: three rows of nine.
const BAND: u32 = (1 << 27) - 1;
/// The first of every three cells of a band.
const THIRDS: u32 = 0o111_111_111;
/// The cells of a row.
const ROW: u32 = 0o777;

/// The candidates: for every digit, the cells where it is possible.
///
/// A number holds a band: bit 9·row + column, rows of the band from 0. Eight numbers are two
/// digits, each with three bands and a 0; the tenth digit does not exist and has no cells.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Grid([[u32; 8]; 5]);

/// What is known about a fully propagated grid.
pub(super) struct Settled {
    /// The cells with one digit left, by bands.
    pub singles: [u32; 3],
    /// How many cells these are.
    pub given: u32,
    /// The cells with two digits left, by bands.
    pub pairs: [u32; 3],
    /// How many candidates there are.
    pub candidates: u32,
}

/// All numbers of two digits the same.
const fn bands(number: u32) -> [u32; 8] {
    let n = number;
    [n, n, n, 0, n, n, n, 0]
}

/// The same, for the second of two digits only.
const fn second(number: u32) -> [u32; 8] {
    let n = number;
    [0, 0, 0, 0, n, n, n, 0]
}

impl Grid {
    /// All digits in every cell, except that a given cell, 1 to 9, has only its digit.
    pub fn new(cells: &[u8; 81]) -> Self {
        let mut given = [[0u32; 3]; 10];
        for (cell, &digit) in cells.iter().enumerate() {
            given[usize::from(digit)][cell / 27] |= 1 << (cell % 27);
        }
        let mut grid = Grid([[0; 8]; 5]);
        let [empty, given @ ..] = given;
        for (digit, given) in given.into_iter().enumerate() {
            for band in 0..3 {
                *grid.band_mut(digit, band) = empty[band] | given[band];
            }
        }
        grid
    }

    #[inline]
    fn band_mut(&mut self, digit: usize, band: usize) -> &mut u32 {
        &mut self.0[digit / 2][digit % 2 * 4 + band]
    }

    #[inline]
    fn has(&self, digit: usize, cell: usize) -> bool {
        self.0[digit / 2][digit % 2 * 4 + cell / 27] >> (cell % 27) & 1 != 0
    }

    /// The digits that `cell` may have, a bit each.
    #[inline]
    pub fn digits(&self, cell: usize) -> u16 {
        (0..9).map(|digit| u16::from(self.has(digit, cell)) << digit).sum()
    }

    /// The grid in which `cell` has only `digit`.
    #[inline]
    pub fn with(&self, cell: usize, digit: usize) -> Self {
        let mut grid = *self;
        let (band, bit) = (cell / 27, 1 << (cell % 27));
        for other in (0..9).filter(|&other| other != digit) {
            *grid.band_mut(other, band) &= !bit;
        }
        grid
    }

    /// How many candidates there are.
    pub fn candidates(&self) -> u32 {
        self.0.as_flattened().iter().map(|band| band.count_ones()).sum()
    }

    /// Removes impossible candidates until nothing changes; `None` if a cell has no digit left or a
    /// unit no place for a digit.
    ///
    /// A round removes the digits of single-digit cells from their rows, then checks each band and
    /// each stack for digits confined to three places, and then the columns for digits with one
    /// place. That is enough: a digit with one place in its row has no other in its box once the
    /// band is done, nor in its column once the stack is.
    pub fn settle<L: Lanes>(&mut self, lanes: L) -> Option<Settled> {
        lanes.run(Settle(self))
    }

    #[inline(always)]
    fn settle_by<L: Lanes>(&mut self, l: L) -> Option<Settled> {
        let mut digits = [l.load32(&[0; 8]); 5];
        for (row, pair) in digits.iter_mut().zip(&self.0) {
            *row = l.load32(pair);
        }
        let full = l.load32(&bands(BAND));
        loop {
            let before = digits;
            let (once, twice) = tally(l, &digits);
            let fine = l.covers(once, full)
                && strike_rows(l, &mut digits, l.without(once, twice))
                && strike_bands(l, &mut digits)
                && strike_stacks(l, &mut digits);
            if !fine {
                return None;
            }
            let mut gone = l.load32(&[0; 8]);
            for (&before, &after) in before.iter().zip(&digits) {
                gone = l.or(gone, l.without(before, after));
            }
            if l.covers(l.load32(&[0; 8]), gone) {
                for (pair, row) in self.0.iter_mut().zip(digits) {
                    *pair = l.store32(row);
                }
                // Nothing has changed since the cells were counted.
                let [a, b, c, ..] = l.store32(l.without(once, twice));
                let [d, e, f, ..] = l.store32(l.without(twice, thrice(l, &digits)));
                return Some(Settled {
                    singles: [a, b, c],
                    given: a.count_ones() + b.count_ones() + c.count_ones(),
                    pairs: [d, e, f],
                    candidates: self.candidates(),
                });
            }
        }
    }

    /// The lowest of the cells with the fewest digits left, but more than one. It must exist.
    pub fn smallest(&self, pairs: [u32; 3]) -> usize {
        let lowest = |cells: [u32; 3]| {
            let band = cells.iter().position(|&band| band != 0)?;
            Some(band * 27 + cells[band].trailing_zeros() as usize)
        };
        lowest(pairs).unwrap_or_else(|| {
            let open = (0..81).filter(|&cell| self.digits(cell).count_ones() > 1);
            open.min_by_key(|&cell| self.digits(cell).count_ones()).expect("a cell is open")
        })
    }

    /// The lowest digit left to a cell, from 0.
    pub fn value(&self, cell: usize) -> usize {
        self.digits(cell).trailing_zeros() as usize
    }

    /// The digit of each cell, from 0, if each has one left.
    pub fn values(&self) -> [usize; 81] {
        let mut values = [0; 81];
        for digit in 0..9 {
            for band in 0..3 {
                let mut rest = self.0[digit / 2][digit % 2 * 4 + band];
                while rest != 0 {
                    values[band * 27 + rest.trailing_zeros() as usize] = digit;
                    rest &= rest - 1;
                }
            }
        }
        values
    }
}

/// See [`Grid::settle`].
struct Settle<'a>(&'a mut Grid);

impl Work for Settle<'_> {
    type Output = Option<Settled>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<Settled> {
        self.0.settle_by(lanes)
    }
}

/// The cells that are in any of the sets, and those that are in two or more. Both digits of
/// the answer are the same.
#[inline(always)]
fn tally<L: Lanes>(l: L, sets: &[L::Row; 5]) -> (L::Row, L::Row) {
    let [a, b, c, d, e] = *sets;
    let (mut once, mut twice) = (l.or(a, b), l.and(a, b));
    for set in [c, d] {
        twice = l.or(twice, l.and(once, set));
        once = l.or(once, set);
    }
    let other = l.swap(once);
    twice = l.or(l.or(twice, l.swap(twice)), l.and(once, other));
    once = l.or(once, other);
    let last = l.or(e, l.swap(e));
    (l.or(once, last), l.or(twice, l.and(once, last)))
}

/// The cells that are in three or more of the sets, in either digit.
#[inline(always)]
fn thrice<L: Lanes>(l: L, sets: &[L::Row; 5]) -> L::Row {
    let zero = l.load32(&[0; 8]);
    let low = l.load32(&bands(BAND));
    let low = l.without(low, l.load32(&second(BAND)));
    let (mut once, mut twice, mut thrice) = (zero, zero, zero);
    for set in sets {
        for set in [l.and(*set, low), l.and(l.swap(*set), low)] {
            thrice = l.or(thrice, l.and(twice, set));
            twice = l.or(twice, l.and(once, set));
            once = l.or(once, set);
        }
    }
    thrice
}

/// Removes each digit from the rows in which a cell has only that digit; `false` if two cells of a
/// row have only the same digit.
#[inline(always)]
fn strike_rows<L: Lanes>(l: L, digits: &mut [L::Row; 5], singles: L::Row) -> bool {
    let all_but_last = l.load32(&bands(0o377_377_377));
    let last = l.load32(&bands(0o400_400_400));
    let mut two = l.load32(&[0; 8]);
    for digit in digits {
        let here = l.and(*digit, singles);
        // Sets the last bit of each row that has any bit: all others carry into it.
        let any = l.add32(l.and(here, all_but_last), all_but_last);
        let any = l.and(l.or(any, here), last);
        let first = l.shr32::<8>(any);
        let rows = l.sub32(l.shl32::<1>(any), first);
        two = l.or(two, l.and(here, l.sub32(here, first)));
        *digit = l.without(*digit, l.without(rows, here));
    }
    l.covers(l.load32(&[0; 8]), two)
}

/// Thirds of three digits in one number: bit 9·row + 3·box + digit. In a band the places of
/// a digit are three by three, rows by boxes.
#[inline(always)]
fn strike_bands<L: Lanes>(l: L, digits: &mut [L::Row; 5]) -> bool {
    let firsts = l.load32(&bands(THIRDS));
    let mut thirds = *digits;
    for cells in &mut thirds {
        *cells = l.and(l.or(l.or(*cells, l.shr32::<1>(*cells)), l.shr32::<2>(*cells)), firsts);
    }
    let [a, b, c, d, e] = thirds;
    let three = l.or(l.or(a, l.shl32::<1>(b)), l.shl32::<2>(c));
    // For the missing tenth digit all places are possible, so nothing follows.
    let none = l.or(l.load32(&bands(THIRDS << 2)), l.load32(&second(THIRDS << 1)));
    let two = l.or(l.or(d, l.shl32::<1>(e)), none);
    let ([three, two], fine) = strike_thirds::<L, Bands>(l, [three, two]);
    let left = [three, l.shr32::<1>(three), l.shr32::<2>(three), two, l.shr32::<1>(two)];
    for (digit, left) in digits.iter_mut().zip(left) {
        let left = l.and(left, firsts);
        *digit = l.and(*digit, l.sub32(l.shl32::<3>(left), left));
    }
    fine
}

/// Columns of three digits in one number: bit 9·digit + column. In a stack the places of a digit
/// are three by three, columns by boxes. Cells that are the only place of a digit in their column
/// lose all other digits; `false` if one cell would need two digits.
#[inline(always)]
fn strike_stacks<L: Lanes>(l: L, digits: &mut [L::Row; 5]) -> bool {
    let row = l.load32(&bands(ROW));
    let mut columns = *digits;
    for cells in &mut columns {
        *cells = l.and(l.or(l.or(*cells, l.shr32::<9>(*cells)), l.shr32::<18>(*cells)), row);
    }
    let [a, b, c, d, e] = columns;
    let three = l.or(l.or(a, l.shl32::<9>(b)), l.shl32::<18>(c));
    let none = l.or(l.load32(&bands(ROW << 18)), l.load32(&second(ROW << 9)));
    let two = l.or(l.or(d, l.shl32::<9>(e)), none);
    let (left, mut fine) = strike_thirds::<L, Stacks>(l, [three, two]);
    let [three, two] = left;
    let left = [three, l.shr32::<9>(three), l.shr32::<18>(three), two, l.shr32::<9>(two)];
    let three = l.without(three, Stacks::in_line(l, three));
    let two = l.without(two, Stacks::in_line(l, two));
    let alone = [three, l.shr32::<9>(three), l.shr32::<18>(three), two, l.shr32::<9>(two)];
    let mut hidden = *digits;
    for i in 0..5 {
        let cells = l.and(digits[i], l.thrice32(l.and(left[i], row)));
        digits[i] = cells;
        let (below, last) = (l.shr32::<9>(cells), l.shr32::<18>(cells));
        let two = l.or(l.and(cells, below), l.and(l.or(cells, below), last));
        let one = l.without(l.and(alone[i], row), two);
        hidden[i] = l.and(cells, l.thrice32(one));
    }
    let (once, twice) = tally(l, &hidden);
    for (digit, hidden) in digits.iter_mut().zip(hidden) {
        *digit = l.without(*digit, l.without(once, hidden));
    }
    fine &= l.covers(l.load32(&[0; 8]), twice);
    fine
}

/// The layout of three by three places, lines by boxes.
trait Lines<L: Lanes> {
    /// The other places on the line of each place, combined.
    fn in_line(l: L, places: L::Row) -> L::Row;

    /// The other places in the box of each place, combined.
    fn in_box(l: L, places: L::Row) -> L::Row;
}

/// If a line has only one place, removes the rest of its box, and if a box has only one place,
/// removes the rest of its line; `false` if a line or a box has none.
#[inline(always)]
fn strike_thirds<L: Lanes, P: Lines<L>>(l: L, mut places: [L::Row; 2]) -> ([L::Row; 2], bool) {
    let full = l.load32(&bands(BAND));
    let mut fine = full;
    for places in &mut places {
        let (line, boxed) = (P::in_line(l, *places), P::in_box(l, *places));
        fine = l.and(fine, l.and(l.or(*places, line), l.or(*places, boxed)));
        let gone = P::in_box(l, l.without(*places, line));
        let gone = l.or(gone, P::in_line(l, l.without(*places, boxed)));
        *places = l.without(*places, gone);
    }
    (places, l.covers(fine, full))
}

/// Bit 9·row + 3·box + anything.
struct Bands;

impl<L: Lanes> Lines<L> for Bands {
    #[inline(always)]
    fn in_line(l: L, places: L::Row) -> L::Row {
        let up = l.and(l.shl32::<3>(places), l.load32(&bands(0o770_770_770)));
        let up = l.or(up, l.and(l.shl32::<6>(places), l.load32(&bands(0o700_700_700))));
        let down = l.and(l.shr32::<3>(places), l.load32(&bands(0o077_077_077)));
        let down = l.or(down, l.and(l.shr32::<6>(places), l.load32(&bands(0o007_007_007))));
        l.or(up, down)
    }

    #[inline(always)]
    fn in_box(l: L, places: L::Row) -> L::Row {
        let up = l.or(l.shl32::<9>(places), l.shl32::<18>(places));
        let down = l.or(l.shr32::<9>(places), l.shr32::<18>(places));
        l.and(l.or(up, down), l.load32(&bands(BAND)))
    }
}

/// Bit 3·anything + column; boxes are in the bands.
struct Stacks;

impl<L: Lanes> Lines<L> for Stacks {
    #[inline(always)]
    fn in_line(l: L, places: L::Row) -> L::Row {
        let next = l.turn32(places);
        l.or(next, l.turn32(next))
    }

    #[inline(always)]
    fn in_box(l: L, places: L::Row) -> L::Row {
        let up = l.and(l.shl32::<1>(places), l.load32(&bands(0o666_666_666)));
        let up = l.or(up, l.and(l.shl32::<2>(places), l.load32(&bands(0o444_444_444))));
        let down = l.and(l.shr32::<1>(places), l.load32(&bands(0o333_333_333)));
        let down = l.or(down, l.and(l.shr32::<2>(places), l.load32(&bands(0o111_111_111))));
        l.or(up, down)
    }
}
