//! A level compiled anew for processors with AVX2: four words at once instead of two.
//!
//! Every board of the 8-puzzle: 0.23 ms without, 0.15 ms with; of 3×4: 0.46 s and 0.35 s.

#![allow(unsafe_code)]

use super::words::{Sets, Words};
use crate::simd::Simd;

/// [`Words::advance`] with AVX2, if the processor has it.
pub(super) fn advance(words: &Words, cells: u64, sets: Sets<'_>) -> Option<u64> {
    // SAFETY: the processor was just asked for what the function needs.
    Simd::Avx2.is_available().then(|| unsafe { advance_avx2(words, cells, sets) })
}

/// # Safety
/// The processor must have `avx2` and `popcnt`.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn advance_avx2(words: &Words, cells: u64, sets: Sets<'_>) -> u64 {
    words.advance(cells, sets)
}
