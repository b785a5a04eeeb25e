//! Eight numbers in a register of 512 bits. Tested by `scripts/emulated`; on no processor was
//! its time measured.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::Grid;
use super::super::flood::Chunk;
use super::Lanes;
use crate::simd::Simd;

/// Made only where the processor has what [`Simd::Avx512`] stands for.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512(());

impl Avx512 {
    pub(in super::super) fn new() -> Option<Self> {
        Simd::Avx512.is_available().then_some(Avx512(()))
    }
}

// SAFETY, of every block below: a value of the type shows that the processor has the
// instructions. Loads and stores are of 64 bytes, which a slice of eight numbers has.
impl Lanes for Avx512 {
    type Row = __m512i;

    const COUNT: usize = 8;

    const SIGN: u64 = 0;

    #[inline(always)]
    fn splat(self, number: u64) -> __m512i {
        unsafe { _mm512_set1_epi64(number as i64) }
    }

    #[inline(always)]
    fn load(self, from: &[u64]) -> __m512i {
        unsafe { _mm512_loadu_si512(from[..8].as_ptr().cast()) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn shl(self, row: __m512i, bits: usize) -> __m512i {
        unsafe { _mm512_sllv_epi64(row, _mm512_set1_epi64(bits as i64)) }
    }

    #[inline(always)]
    fn shr(self, row: __m512i, bits: usize) -> __m512i {
        unsafe { _mm512_srlv_epi64(row, _mm512_set1_epi64(bits as i64)) }
    }

    #[inline(always)]
    fn shl_each(self, row: __m512i, bits: __m512i) -> __m512i {
        unsafe { _mm512_sllv_epi64(row, bits) }
    }

    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_min_epu64(a, b) }
    }

    #[inline(always)]
    fn least(self, row: __m512i) -> u64 {
        unsafe { _mm512_reduce_min_epu64(row) }
    }

    #[inline(always)]
    fn keep_sums(self, a: __m512i, b: __m512i, to: &mut [u64]) -> usize {
        let to = &mut to[..8];
        unsafe {
            let row = _mm512_add_epi64(a, b);
            let kept = _mm512_cmpge_epu64_mask(row, a);
            // A whole store: those of single lanes are slow on Zen 4.
            _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_maskz_compress_epi64(kept, row));
            kept.count_ones() as usize
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
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt,bmi2")]
unsafe fn step<const ROWS: usize, const COLUMNS: usize, const BLANK: usize, const LAST: usize>(
    avx512: Avx512,
    chunk: &mut Chunk<'_>,
) -> u64 {
    Grid::<ROWS, COLUMNS>::step::<Avx512, BLANK, LAST>(avx512, chunk)
}
