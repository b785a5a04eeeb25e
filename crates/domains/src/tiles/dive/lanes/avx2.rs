//! Four numbers in a register of 256 bits.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::Grid;
use super::super::flood::Chunk;
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

// SAFETY, of every block below: a value of the type shows that the processor has the
// instructions. Loads and stores are of 32 bytes, which a slice of four numbers has.
impl Lanes for Avx2 {
    type Row = __m256i;

    const COUNT: usize = 4;

    const SIGN: u64 = 1 << 63;

    #[inline(always)]
    fn splat(self, number: u64) -> __m256i {
        unsafe { _mm256_set1_epi64x(number as i64) }
    }

    #[inline(always)]
    fn load(self, from: &[u64]) -> __m256i {
        unsafe { _mm256_loadu_si256(from[..4].as_ptr().cast()) }
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
    fn shl(self, row: __m256i, bits: usize) -> __m256i {
        unsafe { _mm256_sllv_epi64(row, _mm256_set1_epi64x(bits as i64)) }
    }

    #[inline(always)]
    fn shr(self, row: __m256i, bits: usize) -> __m256i {
        unsafe { _mm256_srlv_epi64(row, _mm256_set1_epi64x(bits as i64)) }
    }

    #[inline(always)]
    fn shl_each(self, row: __m256i, bits: __m256i) -> __m256i {
        unsafe { _mm256_sllv_epi64(row, bits) }
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b)) }
    }

    #[inline(always)]
    fn least(self, row: __m256i) -> u64 {
        let mut numbers = [0i64; 4];
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), row) };
        numbers.into_iter().fold(i64::MAX, i64::min) as u64
    }

    #[inline(always)]
    fn keep_sums(self, a: __m256i, b: __m256i, to: &mut [u64]) -> usize {
        let to = &mut to[..4];
        unsafe {
            let row = _mm256_add_epi64(a, b);
            let less = _mm256_cmpgt_epi64(a, row);
            let dropped = _mm256_movemask_pd(_mm256_castsi256_pd(less)) as usize;
            let order = _mm256_load_si256(KEPT[dropped & 15].0.as_ptr().cast());
            let kept = _mm256_permutevar8x32_epi32(row, order);
            _mm256_storeu_si256(to.as_mut_ptr().cast(), kept);
            4 - dropped.count_ones() as usize
        }
    }

    #[inline(always)]
    fn step<const ROWS: usize, const COLUMNS: usize, const BLANK: usize, const LAST: usize>(
        self,
        chunk: &mut Chunk<'_>,
    ) -> u64 {
        unsafe { step::<ROWS, COLUMNS, BLANK, LAST>(self, chunk) }
    }
}

/// # Safety
/// The processor must have these.
#[target_feature(enable = "avx2,popcnt,bmi2")]
unsafe fn step<const ROWS: usize, const COLUMNS: usize, const BLANK: usize, const LAST: usize>(
    avx2: Avx2,
    chunk: &mut Chunk<'_>,
) -> u64 {
    Grid::<ROWS, COLUMNS>::step::<Avx2, BLANK, LAST>(avx2, chunk)
}

/// By which of four are dropped, a bit each: the halves of those kept, then any.
pub(in super::super) static KEPT: [Order; 16] = {
    let mut all = [Order([0; 8]); 16];
    let mut dropped = 0;
    while dropped < 16 {
        let (mut lane, mut place) = (0, 0);
        while lane < 4 {
            if dropped >> lane & 1 == 0 {
                all[dropped].0[place] = 2 * lane;
                all[dropped].0[place + 1] = 2 * lane + 1;
                place += 2;
            }
            lane += 1;
        }
        dropped += 1;
    }
    all
};

#[derive(Clone, Copy)]
#[repr(align(32))]
pub(in super::super) struct Order(pub [u32; 8]);
