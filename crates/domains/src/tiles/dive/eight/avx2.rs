//! The ways from a node side by side in a register of 256 bits.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::Rises;
use super::super::lanes::KEPT;
use super::TOGETHER;
use super::moves::{ALL, KINDS, Made, Moves, NEVER, Next, SLACK, State, WAYS, kind, shift};
use crate::simd::Simd;

type Row = [u64; WAYS];

/// What the ways of a kind do to a state.
#[derive(Clone, Copy)]
#[repr(align(256))]
struct Ways {
    /// Where the tiles that move are.
    shifts: [Row; 2],
    /// By how much a tile is multiplied to be moved.
    moves: [Row; 2],
    /// For each tile a bit from [`SLACK`] on: whether f rises.
    rises: [Row; 2],
    /// Added to the kind.
    turn: Row,
    between: Row,
}

/// By kind, for a goal of which nothing is known.
static ANY: [Ways; KINDS] = {
    let none = [0; WAYS];
    let mut all = [Ways {
        shifts: [none; 2],
        moves: [none; 2],
        rises: [none; 2],
        turn: [NEVER; WAYS],
        between: none,
    }; KINDS];
    let mut at = 0;
    while at < KINDS * WAYS {
        let (ways, slot) = (&mut all[at / WAYS], at % WAYS);
        if let Some(way) = &ALL[at / WAYS][slot] {
            let mut i = 0;
            while i < 2 {
                let [from, to] = [way.cells[i + 1], way.cells[i]];
                ways.shifts[i][slot] = shift(from);
                ways.moves[i][slot] = (1u64 << shift(to)).wrapping_sub(1 << shift(from));
                i += 1;
            }
            ways.turn[slot] = way.turn;
            ways.between[slot] = way.between();
        }
        at += 1;
    }
    all
};

/// Made only where the processor has `avx2`, `popcnt` and `bmi2`.
pub(super) struct Avx2 {
    kinds: [Ways; KINDS],
}

impl Moves for Avx2 {
    fn new(rises: &Rises) -> Self {
        assert!(Simd::Avx2.is_available());
        let mut moves = Avx2 { kinds: ANY };
        for (kind, ways) in moves.kinds.iter_mut().zip(&ALL) {
            for (slot, way) in ways.iter().enumerate() {
                let Some(way) = way else { continue };
                for i in 0..2 {
                    kind.rises[i][slot] = way.rises(i, rises) << SLACK;
                }
            }
        }
        moves
    }

    fn advance(&self, states: &[State], next: &mut Next, ends: &mut [u8; TOGETHER]) -> Made {
        // SAFETY: the processor has them, as was seen when this was made.
        unsafe { advance(&self.kinds, states, next, ends) }
    }
}

/// As [`Moves::advance`].
#[target_feature(enable = "avx2,popcnt,bmi2")]
fn advance(
    kinds: &[Ways; KINDS],
    states: &[State],
    next: &mut Next,
    ends: &mut [u8; TOGETHER],
) -> Made {
    assert!(states.len() <= TOGETHER);
    // SAFETY: a row has 32 bytes, and lies at a multiple of 32 in a `Ways`, which has no others.
    let load = |row: &Row| unsafe { _mm256_load_si256(row.as_ptr().cast()) };
    let all = |number: i64| _mm256_set1_epi64x(number);
    let mut sums = all(0);
    let mut count = 0;
    for (&state, end) in states.iter().zip(ends) {
        let ways = &kinds[kind(state)];
        let row = all(state as i64);
        let tile = |i: usize| {
            let shifts = _mm256_and_si256(load(&ways.shifts[i]), all(63));
            _mm256_and_si256(_mm256_srlv_epi64(row, shifts), all(7))
        };
        let tiles = [tile(0), tile(1)];
        let rise = |i: usize| {
            _mm256_and_si256(_mm256_srlv_epi64(load(&ways.rises[i]), tiles[i]), all(1 << SLACK))
        };
        let moved = |i: usize| _mm256_mul_epi32(tiles[i], load(&ways.moves[i]));
        let mid = _mm256_sub_epi64(row, rise(0));
        let child = _mm256_add_epi64(_mm256_sub_epi64(mid, rise(1)), load(&ways.turn));
        let child = _mm256_add_epi64(child, _mm256_add_epi64(moved(0), moved(1)));
        let within = _mm256_cmpgt_epi64(all(0), mid);
        sums = _mm256_add_epi64(sums, _mm256_and_si256(within, load(&ways.between)));
        let kept = _mm256_movemask_pd(_mm256_castsi256_pd(child)) as usize;
        // SAFETY: of those before, at most `WAYS` each were put down, and there are fewer than
        // `TOGETHER`, so that there is room for as many more: for 32 bytes. An order has 32
        // bytes, and lies at a multiple of 32.
        unsafe {
            let order = _mm256_load_si256(KEPT[kept & 15 ^ 15].0.as_ptr().cast());
            let children = _mm256_permutevar8x32_epi32(child, order);
            _mm256_storeu_si256(next.as_mut_ptr().add(count).cast(), children);
        }
        count += kept.count_ones() as usize;
        *end = count as u8;
    }
    let halves = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    let sum = _mm_extract_epi64(halves, 0) as u64 + _mm_extract_epi64(halves, 1) as u64;
    Made::new(count, sum)
}
