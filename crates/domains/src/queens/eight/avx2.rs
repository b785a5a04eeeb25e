//! A climb with AVX2: the attacks on all squares and every delta in two registers.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use goalward::local::{Ending, Run};
use goalward::{Meter, Rng, Stop};

use super::{ATTACKS, Eight, ZERO};
use crate::simd::Simd;

/// A climb to its end, if the processor has AVX2.
#[inline]
pub(super) fn climb(
    eight: &mut Eight,
    sideways: u32,
    run: &mut Run,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Option<Result<Ending, Stop>> {
    // SAFETY: the processor was just asked for what the function needs.
    Simd::Avx2.is_available().then(|| unsafe { climb_avx2(eight, sideways, run, rng, meter) })
}

/// # Safety
/// The processor must have `avx2`, `popcnt` and `bmi2`.
#[target_feature(enable = "avx2,popcnt,bmi2")]
unsafe fn climb_avx2(
    eight: &mut Eight,
    sideways: u32,
    run: &mut Run,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Ending, Stop> {
    let mut board = Board::new(eight);
    let mut in_a_row = 0u32;
    let mut draws = rng.clone();
    let end = loop {
        if run.end == 0 {
            break Ok(Ending::Solved);
        }
        if let Err(stop) = meter.expand() {
            break Err(stop);
        }
        meter.generated += 56;
        let (least, equals) = board.look();
        let place = place(equals.count_ones() as usize, &mut draws);
        let delta = i64::from(least) - ZERO as i64;
        in_a_row = if delta == 0 { in_a_row.saturating_add(1) } else { 0 };
        if delta > 0 {
            break Ok(Ending::LocalOptimum);
        }
        if in_a_row > sideways {
            break Ok(Ending::Plateau);
        }
        // The bit in that place among the bits that are set.
        board.put(_pdep_u64(1 << place, equals).trailing_zeros() as usize);
        run.moved(delta);
    };
    *rng = draws;
    *eight = board.into_eight();
    end
}

/// [`Best::place`](goalward::local::Best::place), without a branch that would be guessed wrong: a draw of one among one
/// is 0, and is not kept.
#[inline(always)]
pub(super) fn place(ties: usize, draws: &mut Rng) -> usize {
    let mut drawn = draws.clone();
    let place = drawn.below(ties);
    *draws = if ties > 1 { drawn } else { draws.clone() };
    place
}

/// A board in registers, a byte a square: columns 0 to 3, and 4 to 7.
struct Board {
    /// How many queens attack each square.
    attacks: [__m256i; 2],
    /// The row of each column's queen, a byte a column.
    rows: u64,
}

impl Board {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(eight: &Eight) -> Self {
        Board { attacks: halves(eight.attacks), rows: u64::from_le_bytes(eight.rows) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn into_eight(self) -> Eight {
        // SAFETY: both are 64 bytes, and any bytes are eight numbers.
        let attacks = unsafe { std::mem::transmute::<[__m256i; 2], [u64; 8]>(self.attacks) };
        Eight { rows: self.rows.to_le_bytes(), attacks }
    }

    /// The least delta, raised by [`ZERO`], and the squares that have it.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn look(&self) -> (u8, u64) {
        let rows = _mm256_set1_epi64x(self.rows as i64);
        let low = deltas(self.attacks[0], _mm256_shuffle_epi8(rows, columns(0)));
        let high = deltas(self.attacks[1], _mm256_shuffle_epi8(rows, columns(4)));

        let least = _mm256_min_epu8(low, high);
        let least = _mm_min_epu8(_mm256_castsi256_si128(least), _mm256_extracti128_si256(least, 1));
        let least = _mm_min_epu8(least, _mm_srli_epi16(least, 8));
        let least = _mm_minpos_epu16(_mm_and_si128(least, _mm_set1_epi16(255)));

        let all = _mm256_broadcastb_epi8(least);
        let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, all)) as u32;
        let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, all)) as u32;
        (_mm_cvtsi128_si32(least) as u8, u64::from(low) | u64::from(high) << 32)
    }

    /// Moves the queen of a square's column there.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn put(&mut self, square: usize) {
        let (column, row) = (square / 8 % 8, square as u64 % 8);
        let old = self.rows >> (8 * column) & 7;
        let lost = halves(ATTACKS[8 * column + old as usize]);
        let gained = halves(ATTACKS[square % 64]);
        for half in 0..2 {
            let left = _mm256_sub_epi8(self.attacks[half], lost[half]);
            self.attacks[half] = _mm256_add_epi8(left, gained[half]);
        }
        self.rows ^= (old ^ row) << (8 * column);
    }
}

/// Eight columns in two registers.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(columns: [u64; 8]) -> [__m256i; 2] {
    // SAFETY: both are 64 bytes, and any bytes are a register's.
    unsafe { std::mem::transmute::<[u64; 8], [__m256i; 2]>(columns) }
}

/// The number of each byte's column, from `first` on.
#[inline]
#[target_feature(enable = "avx2")]
fn columns(first: i64) -> __m256i {
    let column = |column: i64| column * 0x0101_0101_0101_0101;
    _mm256_set_epi64x(column(first + 3), column(first + 2), column(first + 1), column(first))
}

/// The deltas of the squares of four columns, raised by [`ZERO`]; 255 where the queen is.
/// `rows` has the row of each queen in all bytes of her column.
#[inline]
#[target_feature(enable = "avx2")]
fn deltas(attacks: __m256i, rows: __m256i) -> __m256i {
    let on_queen = on_queens(attacks, rows);
    let stays = _mm256_cmpeq_epi8(rows, _mm256_set1_epi64x(0x0706_0504_0302_0100));
    let raised = _mm256_add_epi8(attacks, _mm256_set1_epi8(ZERO as i8));
    _mm256_or_si256(_mm256_sub_epi8(raised, on_queen), stays)
}

/// How many queens attack the queen of each of four columns, in all bytes of the column.
#[inline]
#[target_feature(enable = "avx2")]
fn on_queens(attacks: __m256i, rows: __m256i) -> __m256i {
    // A shuffle picks from its half of a register, which is two columns.
    let second = _mm256_set_epi64x(0x0808_0808_0808_0808, 0, 0x0808_0808_0808_0808, 0);
    _mm256_shuffle_epi8(attacks, _mm256_or_si256(rows, second))
}
