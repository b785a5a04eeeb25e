//! The kernel for processors with AVX-512: registers of twice the width, compiled anew, and
//! with a register's kept placements moved together by one instruction for it.
//!
//! 14 queens in millions of instructions: 125 without, 56 with AVX2, 34 with this. Counted, as
//! it is tested, by `scripts/emulated`; on no processor was its time measured.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use goalward::{Meter, Stop};

use super::kernel::{Append, Batch, Inner, Level, fill};
use super::word::Word;
use crate::simd::Simd;

/// [`fill`] with AVX-512, if the processor has it.
pub(super) fn fill_compressed<W: Word>(
    inner: &Inner,
    levels: &mut [Level<W>],
    meter: &mut Meter,
) -> Option<Result<u64, Stop>>
where
    Compressed: Append<W::Wide>,
{
    // SAFETY: the processor was just asked for what the function needs.
    Simd::Avx512.is_available().then(|| unsafe { fill_avx512(inner, levels, meter) })
}

/// # Safety
/// The processor must have what [`Simd::Avx512`] stands for.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,popcnt,bmi2")]
unsafe fn fill_avx512<W: Word>(
    inner: &Inner,
    levels: &mut [Level<W>],
    meter: &mut Meter,
) -> Result<u64, Stop>
where
    Compressed: Append<W::Wide>,
{
    fill::<W::Wide, Compressed>(inner, levels, meter)
}

/// Appends by compression. Used in [`fill_avx512`] alone, so that the processor has what
/// its instructions need.
pub(super) struct Compressed;

macro_rules! append {
    ($($word:ty, $lanes:literal, $set:ident, $compress:ident;)*) => {$(
        impl Append<[$word; $lanes]> for Compressed {
            #[inline(always)]
            fn append(
                level: &mut Level<$word>,
                count: usize,
                batch: &Batch<[$word; $lanes]>,
            ) -> usize {
                // SAFETY: the instructions are there (see `Compressed`). Arrays and registers
                // of 512 bits hold the same, and a store fills the words that the slice was
                // checked to have. It is a whole one: stores of single lanes are slow on Zen 4.
                unsafe {
                    let set = $set(std::mem::transmute::<[$word; $lanes], __m512i>(batch.kept));
                    for (words, lanes) in [
                        (&mut level.taken, batch.taken),
                        (&mut level.rising, batch.rising),
                        (&mut level.falling, batch.falling),
                    ] {
                        let words = words[count..count + $lanes].as_mut_ptr();
                        let lanes = std::mem::transmute::<[$word; $lanes], __m512i>(lanes);
                        _mm512_storeu_si512(words.cast(), $compress(lanes, set, lanes));
                    }
                    count + set.count_ones() as usize
                }
            }

            #[inline(always)]
            fn marked(lanes: &[$word; $lanes]) -> u64 {
                // SAFETY: as above.
                let set = unsafe { $set(std::mem::transmute::<[$word; $lanes], __m512i>(*lanes)) };
                set.count_ones().into()
            }
        }
    )*};
}
// Those that keep what lies behind the kept lanes, not those that clear it: the emulator, Bochs
// 2.7, writes nothing where all of 32 words are kept.
append! {
    u16, 32, _mm512_movepi16_mask, _mm512_mask_compress_epi16;
    u32, 16, _mm512_movepi32_mask, _mm512_mask_compress_epi32;
    u64, 8, _mm512_movepi64_mask, _mm512_mask_compress_epi64;
}
