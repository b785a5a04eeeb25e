//! Two digits in a register of 256 bits.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::grid::{Grid, Settled};
use super::Lanes;
use crate::simd::Simd;

/// Made only where the processor has `avx2`, `popcnt` and `bmi2`.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    pub(in super::super) fn new() -> Option<Self> {
        Simd::Avx2.is_available().then_some(Avx2(()))
    }
}

/// # Safety
/// The processor must have these.
#[target_feature(enable = "avx2,popcnt,bmi2")]
unsafe fn settle(avx2: Avx2, grid: &mut Grid) -> Option<Settled> {
    grid.settle_by(avx2)
}

// SAFETY, of every block below: a value of the type shows that the processor has the
// instructions. Loads and stores are of 32 bytes, which eight numbers have.
impl Lanes for Avx2 {
    type Row = __m256i;

    #[inline(always)]
    fn load(self, from: &[u32; 8]) -> __m256i {
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, row: __m256i) -> [u32; 8] {
        let mut numbers = [0; 8];
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), row) };
        numbers
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn without(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi32(a, b) }
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self, row: __m256i) -> __m256i {
        unsafe { _mm256_slli_epi32::<BITS>(row) }
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self, row: __m256i) -> __m256i {
        unsafe { _mm256_srli_epi32::<BITS>(row) }
    }

    #[inline(always)]
    fn thrice(self, row: __m256i) -> __m256i {
        unsafe { _mm256_mullo_epi32(row, _mm256_set1_epi32(1 | 1 << 9 | 1 << 18)) }
    }

    #[inline(always)]
    fn next_band(self, row: __m256i) -> __m256i {
        unsafe { _mm256_shuffle_epi32::<0b11_00_10_01>(row) }
    }

    #[inline(always)]
    fn swap(self, row: __m256i) -> __m256i {
        unsafe { _mm256_permute2x128_si256::<1>(row, row) }
    }

    #[inline(always)]
    fn covers(self, a: __m256i, b: __m256i) -> bool {
        unsafe { _mm256_testc_si256(a, b) != 0 }
    }

    #[inline(always)]
    fn settle(self, grid: &mut Grid) -> Option<Settled> {
        unsafe { settle(self, grid) }
    }
}
