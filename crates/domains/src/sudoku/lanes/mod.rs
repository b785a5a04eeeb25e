//! What the processor does to two digits at once.

#[cfg(target_arch = "x86_64")]
mod avx2;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;

use super::grid::{Grid, Settled};

/// Eight numbers of 32 bits side by side: four of one digit, then four of another. The
/// first three of four are the bands of the grid, 27 cells each; the last is 0. A value of
/// this type shows that the processor can.
pub(super) trait Lanes: Copy {
    /// The numbers.
    type Row: Copy;

    fn load(self, from: &[u32; 8]) -> Self::Row;

    fn store(self, row: Self::Row) -> [u32; 8];

    fn and(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn or(self, a: Self::Row, b: Self::Row) -> Self::Row;

    /// What is in `a` and not in `b`.
    fn without(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn add(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn sub(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn shl<const BITS: i32>(self, row: Self::Row) -> Self::Row;

    fn shr<const BITS: i32>(self, row: Self::Row) -> Self::Row;

    /// The lowest nine bits, which are all there are, three times.
    fn thrice(self, row: Self::Row) -> Self::Row;

    /// The band below in the place of each, the first in that of the last.
    fn next_band(self, row: Self::Row) -> Self::Row;

    /// The other digit in the place of each.
    fn swap(self, row: Self::Row) -> Self::Row;

    /// Whether all of `b` is in `a`.
    fn covers(self, a: Self::Row, b: Self::Row) -> bool;

    /// [`Grid::settle_by`], compiled for this.
    fn settle(self, grid: &mut Grid) -> Option<Settled> {
        grid.settle_by(self)
    }
}

/// What every processor can do: two bands in a word of 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Portable;

/// The bits of each of two numbers that are not shifted out.
const fn kept(number: u32) -> u64 {
    (number as u64) << 32 | number as u64
}

macro_rules! each {
    ($i:ident => $word:expr) => {{
        let mut row = [0; 4];
        let mut $i = 0;
        while $i < 4 {
            row[$i] = $word;
            $i += 1;
        }
        row
    }};
}

impl Lanes for Portable {
    type Row = [u64; 4];

    #[inline(always)]
    fn load(self, from: &[u32; 8]) -> [u64; 4] {
        each!(i => u64::from(from[2 * i]) | u64::from(from[2 * i + 1]) << 32)
    }

    #[inline(always)]
    fn store(self, row: [u64; 4]) -> [u32; 8] {
        let [a, b, c, d] = row;
        let high = |word| (word >> 32) as u32;
        [a as u32, high(a), b as u32, high(b), c as u32, high(c), d as u32, high(d)]
    }

    #[inline(always)]
    fn and(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] | b[i])
    }

    #[inline(always)]
    fn without(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] & !b[i])
    }

    #[inline(always)]
    fn add(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] + b[i])
    }

    #[inline(always)]
    fn sub(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] - b[i])
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self, row: [u64; 4]) -> [u64; 4] {
        each!(i => row[i] << BITS & kept(u32::MAX << BITS))
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self, row: [u64; 4]) -> [u64; 4] {
        each!(i => row[i] >> BITS & kept(u32::MAX >> BITS))
    }

    #[inline(always)]
    fn thrice(self, row: [u64; 4]) -> [u64; 4] {
        each!(i => row[i] * (1 | 1 << 9 | 1 << 18))
    }

    #[inline(always)]
    fn next_band(self, [a, b, c, d]: [u64; 4]) -> [u64; 4] {
        [a >> 32 | b << 32, a as u32 as u64, c >> 32 | d << 32, c as u32 as u64]
    }

    #[inline(always)]
    fn swap(self, [a, b, c, d]: [u64; 4]) -> [u64; 4] {
        [c, d, a, b]
    }

    #[inline(always)]
    fn covers(self, a: [u64; 4], b: [u64; 4]) -> bool {
        let [a, b, c, d] = self.without(b, a);
        a | b | c | d == 0
    }
}
