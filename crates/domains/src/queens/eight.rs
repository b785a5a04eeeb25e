//! Eight queens as a landscape, with the attacks on every square at hand.

use goalward::local::{Best, Climbed, Ending, Enumerable, Landscape, Room, Run};
use goalward::{Meter, Rng, Stop};

use super::{Placement, Relocation};
use crate::simd::Simd;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod four;

/// The landscape of [`Queens`](super::Queens) for eight, move by move the same: what a
/// seed finds on one it finds on the other. A look at all 56 moves of a state takes a
/// few dozen instructions here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EightQueens;

/// The row of each column's queen, and how many queens of other columns attack each
/// square: a word a column, a byte a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Eight {
    rows: [u8; 8],
    attacks: [u64; 8],
}

/// The squares that a queen on each square attacks in the other columns.
static ATTACKS: [[u64; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut pair = 0usize;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let (columns, rows) = ((from / 8).abs_diff(to / 8), (from % 8).abs_diff(to % 8));
        if columns != 0 && (rows == 0 || rows == columns) {
            table[from][to / 8] |= 1 << (8 * (to % 8));
        }
        pair += 1;
    }
    table
};

/// A byte in all eight places.
const fn in_all(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// What is added to a delta, so that it is positive: none is below −7.
const ZERO: u64 = 64;
/// More than any delta: the present square is no move.
const NO_MOVE: u64 = 127;

impl Eight {
    /// The state with these rows, all below 8.
    #[inline(always)]
    fn new(rows: [u8; 8]) -> Self {
        let mut eight = Eight { rows, attacks: [0; 8] };
        for column in 0..8 {
            let lines = &ATTACKS[eight.square(column)];
            for (attacks, line) in eight.attacks.iter_mut().zip(lines) {
                *attacks += line;
            }
        }
        eight
    }

    #[inline]
    fn square(&self, column: usize) -> usize {
        8 * (column & 7) + usize::from(self.rows[column & 7] & 7)
    }

    /// How many queens attack a square.
    #[inline]
    fn attacks(&self, column: usize, row: u8) -> u64 {
        self.attacks[column & 7] >> (8 * (row & 7)) & 255
    }

    /// The row of each column's queen.
    pub fn rows(&self) -> [u32; 8] {
        self.rows.map(u32::from)
    }

    /// The same as a placement.
    pub fn placement(&self) -> Placement {
        Placement::new(self.rows().into()).expect("every queen is on the board")
    }

    /// The delta of a move to each square, raised by [`ZERO`].
    #[inline]
    fn deltas(&self) -> [u64; 8] {
        std::array::from_fn(|column| {
            let row = self.rows[column];
            let raise = ZERO - self.attacks(column, row);
            // Staying has delta 0, and 64 with all lower bits is 127.
            (self.attacks[column] + raise * in_all(1)) | NO_MOVE << (8 * (row & 7))
        })
    }
}

/// The lesser of each two bytes, all below 128.
#[inline]
fn lesser(a: u64, b: u64) -> u64 {
    let not_less = ((a | in_all(128)) - b) & in_all(128);
    let mask = (not_less >> 7) * 255;
    b & mask | a & !mask
}

/// The least of all bytes, all below 128.
#[inline]
fn least(words: &[u64; 8]) -> u64 {
    let [a, b, c, d, e, f, g, h] = *words;
    let word = lesser(lesser(lesser(a, b), lesser(c, d)), lesser(lesser(e, f), lesser(g, h)));
    let word = lesser(word, word >> 32);
    let word = lesser(word, word >> 16 & 0xffff);
    lesser(word & 255, word >> 8 & 255)
}

/// The places of `byte` among all bytes, all below 128, as bits.
#[inline]
fn places(words: &[u64; 8], byte: u64) -> u64 {
    let mut places = 0;
    for (column, word) in words.iter().enumerate() {
        let differences = word ^ (byte * in_all(1));
        // The high bit of each byte that is zero; then the eight bits side by side.
        let zeros = !(differences + in_all(127)) & in_all(128);
        let bits = (zeros >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        places |= bits << (8 * column);
    }
    places
}

impl Landscape for EightQueens {
    type State = Eight;
    type Move = Relocation;

    fn random_state(&self, rng: &mut Rng) -> Eight {
        Eight::new(std::array::from_fn(|_| rng.below(8) as u8))
    }

    #[inline]
    fn cost(&self, eight: &Eight) -> i64 {
        let attacks = |column| eight.attacks(column, eight.rows[column]);
        (0..8).map(attacks).sum::<u64>() as i64 / 2
    }

    #[inline]
    fn moves(&self, eight: &Eight) -> impl Iterator<Item = Relocation> {
        let moves = (0..64).map(|square| Relocation { column: square / 8, row: square % 8 });
        moves.filter(|mv| u32::from(eight.rows[mv.column as usize]) != mv.row)
    }

    #[inline]
    fn random_move(&self, eight: &Eight, rng: &mut Rng) -> Option<Relocation> {
        let column = rng.below(8);
        let row = rng.below(7) as u32;
        let row = row + u32::from(row >= eight.rows[column].into());
        Some(Relocation { column: column as u32, row })
    }

    #[inline]
    fn delta(&self, eight: &Eight, Relocation { column, row }: Relocation) -> i64 {
        let attacks = |row| eight.attacks(column as usize, row) as i64;
        attacks(row as u8) - attacks(eight.rows[column as usize])
    }

    #[inline]
    fn apply(&self, eight: &mut Eight, Relocation { column, row }: Relocation) {
        let lost = &ATTACKS[eight.square(column as usize)];
        eight.rows[column as usize] = row as u8;
        let gained = &ATTACKS[eight.square(column as usize)];
        for ((attacks, gained), lost) in eight.attacks.iter_mut().zip(gained).zip(lost) {
            *attacks = *attacks - lost + gained;
        }
    }

    #[inline]
    fn best_move(
        &self,
        eight: &Eight,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Best<Relocation>>, Stop> {
        meter.generated += 56;
        let deltas = eight.deltas();
        let least = least(&deltas);
        let mut equals = places(&deltas, least);
        let ties = equals.count_ones() as usize;
        for _ in 0..Best::<Relocation>::place(ties, rng) {
            equals &= equals - 1;
        }
        let square = equals.trailing_zeros();
        let mv = Relocation { column: square / 8, row: square % 8 };
        Ok(Some(Best { delta: least as i64 - ZERO as i64, ties, mv }))
    }

    #[inline]
    fn climb(
        &self,
        eight: &mut Eight,
        sideways: u32,
        run: &mut Run,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Option<Result<Ending, Stop>> {
        match Simd::of_this_process() {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => avx2::climb(eight, sideways, run, rng, meter),
            _ => None,
        }
    }

    /// Without sideways moves one climb in seven succeeds; with them most do, and climbs side
    /// by side would be for nothing.
    #[inline]
    fn climbs(
        &self,
        sideways: u32,
        looks: u64,
        rng: impl Fn(u32) -> Rng,
        runs: &mut Room<'_>,
    ) -> Option<Climbed<Eight>> {
        match Simd::of_this_process() {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 if sideways == 0 => four::climbs(looks, rng, runs),
            _ => None,
        }
    }
}

/// Every placement of eight queens, one a column, in the order of their rows as digits.
impl Enumerable for EightQueens {
    fn states(&self) -> u64 {
        8u64.pow(8)
    }

    fn first(&self) -> Eight {
        Eight::new([0; 8])
    }

    fn advance(&self, eight: &mut Eight) -> bool {
        for column in (0..8).rev() {
            let row = u32::from(eight.rows[column] + 1) % 8;
            self.apply(eight, Relocation { column: column as u32, row });
            if row != 0 {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
