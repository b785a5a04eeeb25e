//! What the processor does to several boards at once.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::{Avx2, KEPT};
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

    /// The bit that must be turned in numbers for them to be compared as what they are: the
    /// uppermost, where lanes compare them as signed.
    const SIGN: u64;

    /// The same number everywhere.
    fn splat(self, number: u64) -> Self::Row;

    /// The first numbers of a slice.
    fn load(self, from: &[u64]) -> Self::Row;

    fn and(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn or(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn shl(self, row: Self::Row, bits: usize) -> Self::Row;

    fn shr(self, row: Self::Row, bits: usize) -> Self::Row;

    /// Each shifted by the number beside it, which is less than 64.
    fn shl_each(self, row: Self::Row, bits: Self::Row) -> Self::Row;

    /// The lesser of each two.
    fn min(self, a: Self::Row, b: Self::Row) -> Self::Row;

    /// The least of all.
    fn least(self, row: Self::Row) -> u64;

    /// Puts the sums of each two at the beginning of a slice, in order, that do not overflow;
    /// says how many. What follows them in the first `COUNT` is anything.
    fn keep_sums(self, a: Self::Row, b: Self::Row, to: &mut [u64]) -> usize;

    /// Makes the moves from a chunk of boards.
    fn step<const ROWS: usize, const COLUMNS: usize, const BLANK: usize, const LAST: usize>(
        self,
        chunk: &mut Chunk<'_>,
    ) -> u64 {
        Grid::<ROWS, COLUMNS>::step::<Self, BLANK, LAST>(self, chunk)
    }
}

/// One number, as every processor has it.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Lanes for Portable {
    type Row = u64;

    const COUNT: usize = 1;

    const SIGN: u64 = 0;

    #[inline(always)]
    fn splat(self, number: u64) -> u64 {
        number
    }

    #[inline(always)]
    fn load(self, from: &[u64]) -> u64 {
        from[0]
    }

    #[inline(always)]
    fn and(self, a: u64, b: u64) -> u64 {
        a & b
    }

    #[inline(always)]
    fn or(self, a: u64, b: u64) -> u64 {
        a | b
    }

    #[inline(always)]
    fn shl(self, row: u64, bits: usize) -> u64 {
        row << bits
    }

    #[inline(always)]
    fn shr(self, row: u64, bits: usize) -> u64 {
        row >> bits
    }

    #[inline(always)]
    fn shl_each(self, row: u64, bits: u64) -> u64 {
        row << (bits & 63)
    }

    #[inline(always)]
    fn min(self, a: u64, b: u64) -> u64 {
        a.min(b)
    }

    #[inline(always)]
    fn least(self, row: u64) -> u64 {
        row
    }

    #[inline(always)]
    fn keep_sums(self, a: u64, b: u64, to: &mut [u64]) -> usize {
        let (sum, overflows) = a.overflowing_add(b);
        to[0] = sum;
        usize::from(!overflows)
    }
}
