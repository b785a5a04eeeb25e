//! Climbs with AVX2: the attacks on all squares and every delta in two registers.
//!
//! Climbs on one core, each search with some seven of them: 3.1 million a second without,
//! 6.3 million one by one, 8.5 million two at a time.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::hint::select_unpredictable;

use goalward::local::{Climbed, Ending, Room, Run};
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

/// A step waits for one instruction after the other: two climbs, each a step further in turn,
/// take hardly longer than one.
///
/// # Safety
/// The processor must have `avx2`, `popcnt` and `bmi2`.
#[target_feature(enable = "avx2,popcnt,bmi2")]
unsafe fn climbs_avx2(
    looks: u64,
    rng: impl Fn(u32) -> Rng,
    runs: &mut Room<'_>,
) -> Option<Climbed<Eight>> {
    let (mut best, mut least) = (None, u64::MAX);
    let (mut expanded, mut number) = (0, 0);
    'all: while runs.left() >= 2 {
        let (mut a, mut b) = (Lane::new(rng(number)), Lane::new(rng(number + 1)));
        while a.step() | b.step() {}
        number += 2;
        for lane in [a, b] {
            if expanded + lane.looks() > looks {
                break 'all;
            }
            expanded += lane.looks();
            runs.push(lane.run());
            if lane.cost < least {
                (best, least) = (Some(lane.board), lane.cost);
            }
            if lane.cost == 0 {
                break 'all;
            }
        }
    }
    best.map(|best| Climbed { best: best.into_eight(), expanded, generated: 56 * expanded })
}

/// One of several climbs. A climb that has come to its end stays there, step by step, so that
/// no branch hangs on which of them go on.
struct Lane {
    board: Board,
    draws: Rng,
    start: u64,
    cost: u64,
    steps: u64,
}

impl Lane {
    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi2")]
    fn new(mut draws: Rng) -> Self {
        let board = Board::random(&mut draws);
        let cost = board.cost();
        Lane { board, draws, start: cost, cost, steps: 0 }
    }

    /// Makes a move if there is a better one; whether there was. At a solution there is none.
    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi2")]
    fn step(&mut self) -> bool {
        let (most, equals) = self.board.look_for_better();
        let place = place(equals.count_ones() as usize, &mut self.draws);
        let best = _pdep_u64(1 << place, equals).trailing_zeros() as usize;
        // A queen put where she is changes nothing.
        let there = self.board.rows as usize & 7;
        self.board.put(select_unpredictable(most > 0, best, there));
        self.cost -= most;
        self.steps += u64::from(most > 0);
        most > 0
    }

    /// How many looks around it took: the one that finds no better move counts too, and at a
    /// solution there is none.
    #[inline]
    fn looks(&self) -> u64 {
        self.steps + u64::from(self.cost > 0)
    }

    /// How it went, once it has come to its end.
    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi2")]
    fn run(&self) -> Run {
        let ending = match u64::from(self.board.look().0) {
            _ if self.cost == 0 => Ending::Solved,
            ZERO => Ending::Plateau,
            _ => Ending::LocalOptimum,
        };
        let (start, end) = (self.start as i64, self.cost as i64);
        Run { start, end, steps: self.steps, sideways: 0, ending }
    }
}

/// [`Best::place`](goalward::local::Best::place), without a branch that would be guessed wrong: a draw of one among one
/// is 0, and is not kept.
#[inline(always)]
fn place(ties: usize, draws: &mut Rng) -> usize {
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

    /// The random state of a generator.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn random(draws: &mut Rng) -> Self {
        let mut board = Board { attacks: halves([0; 8]), rows: 0 };
        for column in 0..8 {
            let row = draws.below(8);
            let lines = halves(ATTACKS[8 * column + row]);
            for (attacks, lines) in board.attacks.iter_mut().zip(lines) {
                *attacks = _mm256_add_epi8(*attacks, lines);
            }
            board.rows |= (row as u64) << (8 * column);
        }
        board
    }

    /// How many pairs of queens attack each other.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn cost(&self) -> u64 {
        let rows = _mm256_set1_epi64x(self.rows as i64);
        let low = on_queens(self.attacks[0], _mm256_shuffle_epi8(rows, columns(0)));
        let high = on_queens(self.attacks[1], _mm256_shuffle_epi8(rows, columns(4)));
        // Eight bytes a column, and every pair seen from both sides.
        let sums = _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
        let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        let sum = _mm_cvtsi128_si64(sums) + _mm_extract_epi64(sums, 1);
        sum as u64 / 16
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

    /// By how much the best move lowers the cost, and the squares it may go to; 0, and any
    /// squares, where no move lowers it.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn look_for_better(&self) -> (u64, u64) {
        let rows = _mm256_set1_epi64x(self.rows as i64);
        // The difference stops at 0, which a queen's own square has as well.
        let better = |attacks, first| {
            let on_queen = on_queens(attacks, _mm256_shuffle_epi8(rows, columns(first)));
            _mm256_subs_epu8(on_queen, attacks)
        };
        let (low, high) = (better(self.attacks[0], 0), better(self.attacks[1], 4));

        let most = _mm256_max_epu8(low, high);
        let most = _mm_max_epu8(_mm256_castsi256_si128(most), _mm256_extracti128_si256(most, 1));
        // There is an instruction for the least of eight words.
        let least = _mm_xor_si128(most, _mm_set1_epi8(-1));
        let least = _mm_minpos_epu16(_mm_min_epu8(least, _mm_srli_epi16(least, 8)));
        let most = _mm_xor_si128(least, _mm_set1_epi16(255));

        let all = _mm256_broadcastb_epi8(most);
        let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, all)) as u32;
        let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, all)) as u32;
        (_mm_cvtsi128_si32(most) as u64 & 255, u64::from(low) | u64::from(high) << 32)
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
