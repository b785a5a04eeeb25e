//! What the processor does to several boards at once.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;

use super::Grid;
use super::flood::Chunk;

/// Numbers of 64 bits, side by side. A value of this type shows that the processor can.
pub(super) trait Lanes: Copy {
    /// The numbers.
    type Row: Copy;

    /// How many.
    const COUNT: usize;

    /// The same number everywhere.
    fn splat(self, number: u64) -> Self::Row;

    /// The first numbers of a slice.
    fn load(self, from: &[u64]) -> Self::Row;

    fn and(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn or(self, a: Self::Row, b: Self::Row) -> Self::Row;

    /// The differences, wrapping.
    fn sub(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn shl(self, row: Self::Row, bits: usize) -> Self::Row;

    fn shr(self, row: Self::Row, bits: usize) -> Self::Row;

    /// Each shifted by the number beside it, which is less than 64.
    fn shr_each(self, row: Self::Row, bits: Self::Row) -> Self::Row;

    /// Whether any is negative.
    fn any_negative(self, row: Self::Row) -> bool;

    /// Puts those numbers at the beginning of a slice, in order, beside which `sign` is not
    /// negative; says how many. What follows them in the first `COUNT` is anything.
    fn keep(self, row: Self::Row, sign: Self::Row, to: &mut [u64]) -> usize;

    /// Makes the moves from a chunk of boards.
    fn step<const ROWS: usize, const COLUMNS: usize, const BLANK: usize, const LAST: usize>(
        self,
        chunk: &mut Chunk<'_>,
    ) -> bool {
        Grid::<ROWS, COLUMNS>::step::<Self, BLANK, LAST>(self, chunk)
    }
}

/// What every processor can do.
#[derive(Clone, Copy)]
pub(super) struct Portable<const COUNT: usize>;

impl<const COUNT: usize> Portable<COUNT> {
    #[inline(always)]
    fn each(of: impl Fn(usize) -> u64) -> [u64; COUNT] {
        std::array::from_fn(of)
    }
}

impl<const COUNT: usize> Lanes for Portable<COUNT> {
    type Row = [u64; COUNT];

    const COUNT: usize = COUNT;

    #[inline(always)]
    fn splat(self, number: u64) -> [u64; COUNT] {
        [number; COUNT]
    }

    #[inline(always)]
    fn load(self, from: &[u64]) -> [u64; COUNT] {
        let from = &from[..COUNT];
        Self::each(|i| from[i])
    }

    #[inline(always)]
    fn and(self, a: [u64; COUNT], b: [u64; COUNT]) -> [u64; COUNT] {
        Self::each(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: [u64; COUNT], b: [u64; COUNT]) -> [u64; COUNT] {
        Self::each(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn sub(self, a: [u64; COUNT], b: [u64; COUNT]) -> [u64; COUNT] {
        Self::each(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    fn shl(self, row: [u64; COUNT], bits: usize) -> [u64; COUNT] {
        Self::each(|i| row[i] << bits)
    }

    #[inline(always)]
    fn shr(self, row: [u64; COUNT], bits: usize) -> [u64; COUNT] {
        Self::each(|i| row[i] >> bits)
    }

    #[inline(always)]
    fn shr_each(self, row: [u64; COUNT], bits: [u64; COUNT]) -> [u64; COUNT] {
        Self::each(|i| row[i] >> (bits[i] & 63))
    }

    #[inline(always)]
    fn any_negative(self, row: [u64; COUNT]) -> bool {
        row.iter().any(|&number| (number as i64) < 0)
    }

    #[inline(always)]
    fn keep(self, row: [u64; COUNT], sign: [u64; COUNT], to: &mut [u64]) -> usize {
        let to = &mut to[..COUNT];
        let mut kept = 0;
        for (number, sign) in row.into_iter().zip(sign) {
            to[kept.min(COUNT - 1)] = number;
            kept += usize::from(sign as i64 >= 0);
        }
        kept
    }
}
