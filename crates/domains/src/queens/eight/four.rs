//! Four climbs side by side with AVX2: a board in 64 bits of a register, a bit a square.
//!
//! How many queens attack a square is a number of three bits, each in a register of its own, so
//! that one look finds the best moves on all four boards.
//!
//! Climbs on one core, each search with some seven of them: 3.1 million a second without AVX2,
//! 6.3 million one by one, 10.5 million so.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::hint::select_unpredictable;

use goalward::Rng;
use goalward::local::{Climbed, Ending, Room, Run};

use super::avx2::place;
use super::{ATTACKS, Eight};
use crate::simd::Simd;

/// Climbs without sideways moves, if the processor has AVX2; see [`Landscape::climbs`].
///
/// [`Landscape::climbs`]: goalward::local::Landscape::climbs
#[inline]
pub(super) fn climbs(
    looks: u64,
    rng: impl Fn(u32) -> Rng,
    runs: &mut Room<'_>,
) -> Option<Climbed<Eight>> {
    // SAFETY: the processor was just asked for what the function needs.
    Simd::Avx2.is_available().then(|| unsafe { climbs_avx2(looks, rng, runs) }).flatten()
}

/// # Safety
/// The processor must have `avx2`, `popcnt` and `bmi2`.
#[target_feature(enable = "avx2,popcnt,bmi2")]
unsafe fn climbs_avx2(
    looks: u64,
    rng: impl Fn(u32) -> Rng,
    runs: &mut Room<'_>,
) -> Option<Climbed<Eight>> {
    let (mut best, mut least) = (0, u64::MAX);
    let (mut expanded, mut number) = (0, 0);
    'all: while runs.left() >= 2 {
        let (mut four, start) = Four::new([0, 1, 2, 3].map(|lane| rng(number + lane)));
        number += 4;
        let plateau = numbers(four.climb());
        let (start, end, steps) = (numbers(start), numbers(four.cost()), numbers(four.steps));
        for lane in 0..4 {
            // The look that finds no better move counts too, and at a solution there is none.
            let looked = steps[lane] + u64::from(end[lane] > 0);
            if expanded + looked > looks || runs.left() == 0 {
                break 'all;
            }
            expanded += looked;
            let stuck =
                select_unpredictable(plateau[lane] > 0, Ending::Plateau, Ending::LocalOptimum);
            runs.push(Run {
                start: start[lane] as i64,
                end: end[lane] as i64,
                steps: steps[lane],
                sideways: 0,
                ending: if end[lane] == 0 { Ending::Solved } else { stuck },
            });
            let squares = u64::from_le_bytes(four.squares[lane]);
            best = select_unpredictable(end[lane] < least, squares, best);
            least = least.min(end[lane]);
            if end[lane] == 0 {
                break 'all;
            }
        }
    }
    let rows = best.to_le_bytes().map(|square| square % 8);
    (least < u64::MAX).then(|| Climbed {
        best: Eight::new(rows),
        expanded,
        generated: 56 * expanded,
    })
}

/// Four boards, and what each draws from. A climb that has come to its end stays there, step by
/// step, so that no branch hangs on which of them go on.
struct Four {
    queens: __m256i,
    /// How many queens attack each square, the ones of the numbers first, then the twos.
    attacks: [__m256i; 3],
    /// How many moves were made.
    steps: __m256i,
    /// The square of each column's queen.
    squares: [[u8; 8]; 4],
    draws: [Rng; 4],
}

/// What a look around finds.
struct Look {
    /// The squares that the best move may go to, where one lowers the cost; otherwise those on
    /// which a queen costs what she does now.
    best: __m256i,
    /// All bits of the boards on which no move lowers it.
    ended: __m256i,
}

/// The squares that a queen attacks from each square, and her own.
static LINES: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = [bits(&ATTACKS[square]), 1 << square];
        square += 1;
    }
    table
};

/// How many of two queens attack each square, as ones and twos, by their columns (0 and 1, 2 and
/// 3, and so on) and their rows.
static PAIRS: [[[u64; 2]; 64]; 4] = {
    let mut table = [[[0; 2]; 64]; 4];
    let mut place = 0;
    while place < 4 * 64 {
        let (pair, rows) = (place / 64, place % 64);
        let (a, b) = (LINES[16 * pair + rows / 8][0], LINES[16 * pair + 8 + rows % 8][0]);
        table[pair][rows] = [a ^ b, a & b];
        place += 1;
    }
    table
};

/// A bit for each byte that is 1.
const fn bits(columns: &[u64; 8]) -> u64 {
    let (mut bits, mut square) = (0, 0);
    while square < 64 {
        bits |= (columns[square / 8] >> (8 * (square % 8)) & 1) << square;
        square += 1;
    }
    bits
}

impl Four {
    /// The random states of four generators, and their costs.
    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi2")]
    fn new(mut draws: [Rng; 4]) -> (Self, __m256i) {
        // Three bits a column, the first column's on top.
        let mut rows = [0; 4];
        for _ in 0..8 {
            for (rows, draws) in rows.iter_mut().zip(&mut draws) {
                *rows = 8 * *rows + draws.below(8);
            }
        }
        let squares = rows.map(|rows| {
            let rows = _pdep_u64(rows as u64, 0x0707_0707_0707_0707).swap_bytes();
            (rows + 0x3830_2820_1810_0800).to_le_bytes()
        });
        let bit_of_row = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let queens = _mm256_shuffle_epi8(bit_of_row, lanes(squares.map(u64::from_le_bytes)));

        let pair = |pair: usize| pairs(rows.map(|rows| &PAIRS[pair][rows >> (18 - 6 * pair) & 63]));
        let (low, high) = (sum_of_two(pair(0), pair(1)), sum_of_two(pair(2), pair(3)));
        let (ones, carry) = half_sum(low[0], high[0]);
        let (twos, carry) = full_sum(low[1], high[1], carry);
        // There are at most seven.
        let fours = _mm256_xor_si256(_mm256_xor_si256(low[2], high[2]), carry);

        let attacks = [ones, twos, fours];
        let four = Four { queens, attacks, steps: _mm256_setzero_si256(), squares, draws };
        let cost = four.cost();
        (four, cost)
    }

    /// For each bit of the numbers, the columns whose queen has no such bit in the number of
    /// queens that attack her.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn not_on_queens(&self) -> [__m256i; 3] {
        self.attacks.map(|bit| {
            _mm256_cmpeq_epi8(_mm256_and_si256(bit, self.queens), _mm256_setzero_si256())
        })
    }

    /// How many pairs of queens attack each other.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn cost(&self) -> __m256i {
        // What is added is 0 or -1.
        let [ones, twos, fours] = self.not_on_queens();
        let twos = _mm256_add_epi8(_mm256_add_epi8(fours, fours), twos);
        let number = _mm256_add_epi8(_mm256_add_epi8(twos, twos), ones);
        let number = _mm256_add_epi8(number, _mm256_set1_epi8(7));
        // Every pair is seen from both sides.
        _mm256_srli_epi64(_mm256_sad_epu8(number, _mm256_setzero_si256()), 1)
    }

    /// By how much the queen of a square's column is better off there: the number of those that
    /// attack her less that of those that attack the square, subtracted bit by bit.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn look(&self) -> Look {
        let [no_ones, no_twos, no_fours] = self.not_on_queens();
        let [ones, twos, fours] = self.attacks;
        let (xor, and, or, and_not) =
            (_mm256_xor_si256, _mm256_and_si256, _mm256_or_si256, _mm256_andnot_si256);
        let none = |squares| _mm256_cmpeq_epi64(squares, _mm256_setzero_si256());

        let not_one = xor(no_ones, ones);
        let borrow = and(no_ones, ones);
        let same = xor(no_twos, twos);
        let not_two = xor(same, borrow);
        let borrow = or(and(no_twos, twos), and(same, borrow));
        let same = xor(no_fours, fours);
        let not_four = xor(same, borrow);
        let worse = or(and(no_fours, fours), and(same, borrow));

        // Of the squares that are no worse those that are better by four or more, if there are
        // any; of these those by two or more than that; and so on.
        let better = and_not(or(worse, not_four), _mm256_set1_epi8(-1));
        let no_four = none(better);
        let best = or(better, and_not(worse, no_four));
        let better = and_not(not_two, best);
        let no_two = none(better);
        let best = or(better, and(best, no_two));
        let better = and_not(not_one, best);
        let no_one = none(better);
        let best = or(better, and(best, no_one));
        Look { best, ended: and(and(no_four, no_two), no_one) }
    }

    /// Makes the best move on every board until no move lowers the cost of any. Gives not zero
    /// for those where one would keep it.
    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi2")]
    fn climb(&mut self) -> __m256i {
        loop {
            let Look { best, ended } = self.look();
            if _mm256_movemask_epi8(ended) == -1 {
                return _mm256_andnot_si256(self.queens, best);
            }
            // A queen put where she is changes nothing.
            let there = _mm256_and_si256(self.queens, _mm256_set1_epi64x(255));
            self.step(numbers(_mm256_blendv_epi8(best, there, ended)));
            let one = _mm256_set1_epi64x(1);
            self.steps = _mm256_add_epi64(self.steps, _mm256_add_epi64(ended, one));
        }
    }

    /// Moves a queen of each board to any of these squares.
    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi2")]
    fn step(&mut self, squares: [u64; 4]) {
        let (mut from, mut to) = ([0; 4], [0; 4]);
        for lane in 0..4 {
            let place = place(squares[lane].count_ones() as usize, &mut self.draws[lane]);
            // The bit in that place among the bits that are set.
            to[lane] = _pdep_u64(1 << place, squares[lane]).trailing_zeros() as usize;
            let queen = &mut self.squares[lane][to[lane] / 8 % 8];
            from[lane] = usize::from(*queen);
            *queen = to[lane] as u8;
        }
        let [lost, _] = pairs(from.map(|square| &LINES[square % 64]));
        let [gained, queen] = pairs(to.map(|square| &LINES[square % 64]));

        // A square that both attack stays as it is. Any other is one more or one less: the bit
        // turns, and the next one if it is 1 and gains or 0 and loses.
        let [ones, twos, fours] = self.attacks;
        let turn_ones = _mm256_xor_si256(lost, gained);
        let turn_twos = _mm256_and_si256(turn_ones, _mm256_xor_si256(ones, lost));
        let turn_fours = _mm256_and_si256(turn_twos, _mm256_xor_si256(twos, lost));
        self.attacks = [
            _mm256_xor_si256(ones, turn_ones),
            _mm256_xor_si256(twos, turn_twos),
            _mm256_xor_si256(fours, turn_fours),
        ];
        let others = _mm256_cmpeq_epi8(queen, _mm256_setzero_si256());
        self.queens = _mm256_or_si256(_mm256_and_si256(self.queens, others), queen);
    }
}

/// The sum of two bits: the bit and the next.
#[inline]
#[target_feature(enable = "avx2")]
fn half_sum(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (_mm256_xor_si256(a, b), _mm256_and_si256(a, b))
}

/// The sum of three bits: the bit and the next.
#[inline]
#[target_feature(enable = "avx2")]
fn full_sum(a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
    let (two, carry) = half_sum(a, b);
    let (sum, second) = half_sum(two, c);
    (sum, _mm256_or_si256(carry, second))
}

/// The sum of two numbers of two bits, none above two.
#[inline]
#[target_feature(enable = "avx2")]
fn sum_of_two(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 3] {
    let (ones, carry) = half_sum(a[0], b[0]);
    let (twos, fours) = full_sum(a[1], b[1], carry);
    [ones, twos, fours]
}

/// The first word of each pair in one register, and the second in another.
#[inline]
#[target_feature(enable = "avx2")]
fn pairs(pairs: [&[u64; 2]; 4]) -> [__m256i; 2] {
    // SAFETY: a pair is 16 bytes, and any bytes are a register's.
    let [a, b, c, d] = pairs.map(|pair| unsafe { _mm_loadu_si128(pair.as_ptr().cast()) });
    let (even, odd) = (_mm256_set_m128i(c, a), _mm256_set_m128i(d, b));
    [_mm256_unpacklo_epi64(even, odd), _mm256_unpackhi_epi64(even, odd)]
}

/// Four words in a register.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word as i64);
    _mm256_set_epi64x(d, c, b, a)
}

/// The four words of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn numbers(register: __m256i) -> [u64; 4] {
    // SAFETY: both are 32 bytes, and any bytes are four numbers.
    unsafe { std::mem::transmute::<__m256i, [u64; 4]>(register) }
}
