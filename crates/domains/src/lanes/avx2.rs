//! Registers of 256 bits, with AVX2.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Lanes, Work};
use crate::simd::Simd;

/// Can be created only if the processor has `avx2`, `bmi1`, `bmi2` and `popcnt`.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// `None` if the processor lacks them.
    #[inline]
    pub(crate) fn new() -> Option<Self> {
        Simd::Avx2.is_available().then_some(Avx2(()))
    }
}

/// # Safety
/// The processor must have these features.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn compiled<W: Work>(avx2: Avx2, work: W) -> W::Output {
    work.run(avx2)
}

// SAFETY of every block below: a value of the type proves that the processor has the instructions.
// Loads and stores access the 32 bytes of an array unless stated otherwise.
impl Lanes for Avx2 {
    type Row = __m256i;

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        unsafe { compiled(self, work) }
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
    fn covers(self, a: __m256i, b: __m256i) -> bool {
        unsafe { _mm256_testc_si256(a, b) != 0 }
    }

    #[inline(always)]
    fn swap(self, row: __m256i) -> __m256i {
        unsafe { _mm256_permute2x128_si256::<1>(row, row) }
    }

    #[inline(always)]
    fn load64(self, from: &[u64; 4]) -> __m256i {
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn splat64(self, number: u64) -> __m256i {
        unsafe { _mm256_set1_epi64x(number as i64) }
    }

    #[inline(always)]
    fn shr64(self, row: __m256i, bits: usize) -> __m256i {
        unsafe { _mm256_srlv_epi64(row, _mm256_set1_epi64x(bits as i64)) }
    }

    #[inline(always)]
    fn shl64_each(self, row: __m256i, bits: __m256i) -> __m256i {
        unsafe { _mm256_sllv_epi64(row, bits) }
    }

    #[inline(always)]
    fn min64(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b)) }
    }

    #[inline(always)]
    fn least64(self, row: __m256i) -> u64 {
        let mut numbers = [0i64; 4];
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), row) };
        numbers.into_iter().fold(i64::MAX, i64::min) as u64
    }

    #[inline(always)]
    fn keep_sums64(self, a: __m256i, b: __m256i, to: &mut [u64; 4]) -> usize {
        unsafe {
            let row = _mm256_add_epi64(a, b);
            let less = _mm256_cmpgt_epi64(a, row);
            let dropped = _mm256_movemask_pd(_mm256_castsi256_pd(less)) as usize;
            let order = _mm256_load_si256(WITHOUT64[dropped & 15].0.as_ptr().cast());
            let kept = _mm256_permutevar8x32_epi32(row, order);
            _mm256_storeu_si256(to.as_mut_ptr().cast(), kept);
            4 - dropped.count_ones() as usize
        }
    }

    #[inline(always)]
    fn load32(self, from: &[u32; 8]) -> __m256i {
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store32(self, row: __m256i) -> [u32; 8] {
        let mut numbers = [0; 8];
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), row) };
        numbers
    }

    #[inline(always)]
    fn add32(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(a, b) }
    }

    #[inline(always)]
    fn sub32(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi32(a, b) }
    }

    #[inline(always)]
    fn shl32<const BITS: i32>(self, row: __m256i) -> __m256i {
        unsafe { _mm256_slli_epi32::<BITS>(row) }
    }

    #[inline(always)]
    fn shr32<const BITS: i32>(self, row: __m256i) -> __m256i {
        unsafe { _mm256_srli_epi32::<BITS>(row) }
    }

    #[inline(always)]
    fn turn32(self, row: __m256i) -> __m256i {
        unsafe { _mm256_shuffle_epi32::<0b11_00_10_01>(row) }
    }

    #[inline(always)]
    fn keep16(self, marks: &[u16; 16], rows: [(&[u16; 16], &mut [u16]); 3]) -> usize {
        // Two stores of eight words each; the second begins at most eight after the start of the
        // sixteen words that the slice was checked to have.
        unsafe {
            let marks = _mm256_loadu_si256(marks.as_ptr().cast());
            let (low, high) = (_mm256_castsi256_si128(marks), _mm256_extracti128_si256::<1>(marks));
            let set = _mm_movemask_epi8(_mm_packs_epi16(low, high)) as usize;
            let (low, high) = (&BYTES16[set & 255], &BYTES16[set >> 8 & 255]);
            let first = (set & 255).count_ones() as usize;
            let [low, high] = [low, high].map(|bytes| _mm_loadu_si128(bytes.as_ptr().cast()));
            let shuffles = _mm256_set_m128i(high, low);
            for (from, to) in rows {
                let to = to[..16].as_mut_ptr();
                let row = _mm256_loadu_si256(from.as_ptr().cast());
                let row = _mm256_shuffle_epi8(row, shuffles);
                _mm_storeu_si128(to.cast(), _mm256_castsi256_si128(row));
                _mm_storeu_si128(to.add(first).cast(), _mm256_extracti128_si256::<1>(row));
            }
            set.count_ones() as usize
        }
    }

    #[inline(always)]
    fn keep32(self, marks: &[u32; 8], rows: [(&[u32; 8], &mut [u32]); 3]) -> usize {
        unsafe {
            let marks = _mm256_loadu_si256(marks.as_ptr().cast());
            let set = _mm256_movemask_ps(_mm256_castsi256_ps(marks)) as usize;
            let order = _mm256_load_si256(LANES32[set & 255].0.as_ptr().cast());
            for (from, to) in rows {
                let row = _mm256_loadu_si256(from.as_ptr().cast());
                let to = to[..8].as_mut_ptr();
                _mm256_storeu_si256(to.cast(), _mm256_permutevar8x32_epi32(row, order));
            }
            set.count_ones() as usize
        }
    }
}

/// A permutation of eight lanes of 32 bits.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Order([u32; 8]);

/// The lanes of a set in order, followed by arbitrary ones.
const fn in_order(set: usize) -> [u32; 8] {
    let mut order = [0; 8];
    let (mut lane, mut to) = (0, 0);
    while lane < 8 {
        if set >> lane & 1 == 1 {
            order[to] = lane as u32;
            to += 1;
        }
        lane += 1;
    }
    order
}

/// For each set of eight lanes of 32 bits: the lanes in order.
static LANES32: [Order; 256] = {
    let mut table = [Order([0; 8]); 256];
    let mut set = 0;
    while set < 256 {
        table[set] = Order(in_order(set));
        set += 1;
    }
    table
};

/// For each set of four lanes of 64 bits: the halves of the other lanes in order.
static WITHOUT64: [Order; 16] = {
    let mut table = [Order([0; 8]); 16];
    let mut set = 0;
    while set < 16 {
        let (mut halves, mut lane) = (0, 0);
        while lane < 4 {
            if set >> lane & 1 == 0 {
                halves |= 3 << (2 * lane);
            }
            lane += 1;
        }
        table[set] = Order(in_order(halves));
        set += 1;
    }
    table
};

/// For each set of eight lanes of 16 bits: the bytes of the lanes in order.
static BYTES16: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let order = in_order(set);
        let mut place = 0;
        while place < 8 {
            table[set][2 * place] = 2 * order[place] as u8;
            table[set][2 * place + 1] = 2 * order[place] as u8 + 1;
            place += 1;
        }
        set += 1;
    }
    table
};
