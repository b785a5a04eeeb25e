//! The processor-specific operations of the kernels: registers of 256 bits, and code compiled for
//! them.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
pub(crate) use portable::{Portable, keep};

use crate::simd::Simd;

/// Work that is compiled once for each instruction set.
pub(crate) trait Work {
    type Output;

    /// Does the work. It must be `#[inline(always)]`, and so must the functions where it spends its
    /// time: only what is inlined into [`Lanes::run`] is compiled for these instructions.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Does work with an instruction set; with the portable one if the processor lacks it.
#[inline]
pub(crate) fn run<W: Work>(simd: Simd, work: W) -> W::Output {
    match simd {
        #[cfg(target_arch = "x86_64")]
        Simd::Avx2 if let Some(avx2) = Avx2::new() => avx2.run(work),
        _ => work.run(Portable),
    }
}

/// Operations on registers of 256 bits. A value of this type proves that the processor supports
/// them.
///
/// A row is four numbers of 64 bits, or eight of 32; the names of operations say which.
pub(crate) trait Lanes: Copy + 'static {
    /// A register.
    type Row: Copy;

    /// Does work, compiled for these instructions.
    fn run<W: Work>(self, work: W) -> W::Output;

    fn and(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn or(self, a: Self::Row, b: Self::Row) -> Self::Row;

    /// The bits in `a` and not in `b`.
    fn without(self, a: Self::Row, b: Self::Row) -> Self::Row;

    /// Whether all bits of `b` are in `a`.
    fn covers(self, a: Self::Row, b: Self::Row) -> bool;

    /// Swaps the halves.
    fn swap(self, row: Self::Row) -> Self::Row;

    fn load64(self, from: &[u64; 4]) -> Self::Row;

    /// The same number four times.
    fn splat64(self, number: u64) -> Self::Row;

    #[inline(always)]
    fn shl64(self, row: Self::Row, bits: usize) -> Self::Row {
        self.shl64_each(row, self.splat64(bits as u64))
    }

    fn shr64(self, row: Self::Row, bits: usize) -> Self::Row;

    /// Each number shifted by the corresponding one, which is less than 64.
    fn shl64_each(self, row: Self::Row, bits: Self::Row) -> Self::Row;

    /// The smaller of each pair, as signed numbers.
    fn min64(self, a: Self::Row, b: Self::Row) -> Self::Row;

    /// The smallest of the four, as signed numbers.
    fn least64(self, row: Self::Row) -> u64;

    /// Writes the sums of each pair that do not overflow as signed numbers to the front of `to`, in
    /// order; returns how many. The rest of `to` is unspecified. No number of `b` is negative.
    fn keep_sums64(self, a: Self::Row, b: Self::Row, to: &mut [u64; 4]) -> usize;

    fn load32(self, from: &[u32; 8]) -> Self::Row;

    fn store32(self, row: Self::Row) -> [u32; 8];

    /// No sum may overflow.
    fn add32(self, a: Self::Row, b: Self::Row) -> Self::Row;

    /// No difference may be negative.
    fn sub32(self, a: Self::Row, b: Self::Row) -> Self::Row;

    fn shl32<const BITS: i32>(self, row: Self::Row) -> Self::Row;

    fn shr32<const BITS: i32>(self, row: Self::Row) -> Self::Row;

    /// The lowest nine bits, which are the only ones, repeated three times.
    #[inline(always)]
    fn thrice32(self, row: Self::Row) -> Self::Row {
        self.or(row, self.or(self.shl32::<9>(row), self.shl32::<18>(row)))
    }

    /// In each half, rotates the first three numbers: the second becomes the first, the third the
    /// second, and the first the third. The fourth must be 0.
    fn turn32(self, row: Self::Row) -> Self::Row;

    /// Writes the items of each row that are marked by all bits to the front of its slice, in
    /// order; returns how many of each. The rest of the first sixteen is unspecified.
    fn keep16(self, marks: &[u16; 16], rows: [(&[u16; 16], &mut [u16]); 3]) -> usize;

    /// Like [`keep16`](Lanes::keep16), for eight.
    fn keep32(self, marks: &[u32; 8], rows: [(&[u32; 8], &mut [u32]); 3]) -> usize;
}
