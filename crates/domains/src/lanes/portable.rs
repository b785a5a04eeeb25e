//! The same operations on any processor.

use super::{Lanes, Work};

/// Four words of 64 bits for a register.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

macro_rules! each {
    ($i:ident => $word:expr) => {{
        let mut row = [0; 4];
        let mut $i = 0;
        while $i < 4 {
            row[$i] = $word;
            $i += 1;
        }
        row
    }};
}

/// A number repeated twice in a word.
const fn twice(number: u32) -> u64 {
    (number as u64) << 32 | number as u64
}

impl Lanes for Portable {
    type Row = [u64; 4];

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }

    #[inline(always)]
    fn and(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] | b[i])
    }

    #[inline(always)]
    fn without(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] & !b[i])
    }

    #[inline(always)]
    fn covers(self, a: [u64; 4], b: [u64; 4]) -> bool {
        let [a, b, c, d] = self.without(b, a);
        a | b | c | d == 0
    }

    #[inline(always)]
    fn swap(self, [a, b, c, d]: [u64; 4]) -> [u64; 4] {
        [c, d, a, b]
    }

    #[inline(always)]
    fn load64(self, from: &[u64; 4]) -> [u64; 4] {
        *from
    }

    #[inline(always)]
    fn splat64(self, number: u64) -> [u64; 4] {
        [number; 4]
    }

    #[inline(always)]
    fn shr64(self, row: [u64; 4], bits: usize) -> [u64; 4] {
        each!(i => row[i] >> bits)
    }

    #[inline(always)]
    fn shl64_each(self, row: [u64; 4], bits: [u64; 4]) -> [u64; 4] {
        each!(i => row[i] << (bits[i] & 63))
    }

    #[inline(always)]
    fn min64(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => (a[i] as i64).min(b[i] as i64) as u64)
    }

    #[inline(always)]
    fn least64(self, row: [u64; 4]) -> u64 {
        row.into_iter().fold(i64::MAX, |least, number| least.min(number as i64)) as u64
    }

    #[inline(always)]
    fn keep_sums64(self, a: [u64; 4], b: [u64; 4], to: &mut [u64; 4]) -> usize {
        let mut count = 0;
        for (a, b) in a.into_iter().zip(b) {
            let (sum, overflows) = (a as i64).overflowing_add(b as i64);
            to[count & 3] = sum as u64;
            count += usize::from(!overflows);
        }
        count
    }

    #[inline(always)]
    fn load32(self, from: &[u32; 8]) -> [u64; 4] {
        each!(i => u64::from(from[2 * i]) | u64::from(from[2 * i + 1]) << 32)
    }

    #[inline(always)]
    fn store32(self, row: [u64; 4]) -> [u32; 8] {
        let [a, b, c, d] = row;
        let high = |word| (word >> 32) as u32;
        [a as u32, high(a), b as u32, high(b), c as u32, high(c), d as u32, high(d)]
    }

    #[inline(always)]
    fn add32(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] + b[i])
    }

    #[inline(always)]
    fn sub32(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        each!(i => a[i] - b[i])
    }

    #[inline(always)]
    fn shl32<const BITS: i32>(self, row: [u64; 4]) -> [u64; 4] {
        each!(i => row[i] << BITS & twice(u32::MAX << BITS))
    }

    #[inline(always)]
    fn shr32<const BITS: i32>(self, row: [u64; 4]) -> [u64; 4] {
        each!(i => row[i] >> BITS & twice(u32::MAX >> BITS))
    }

    #[inline(always)]
    fn turn32(self, [a, b, c, d]: [u64; 4]) -> [u64; 4] {
        [a >> 32 | b << 32, a as u32 as u64, c >> 32 | d << 32, c as u32 as u64]
    }

    #[inline(always)]
    fn keep16(self, marks: &[u16; 16], rows: [(&[u16; 16], &mut [u16]); 3]) -> usize {
        // One bit for each, collected in one register.
        let set = (0..16).fold(0, |set, lane| set | marks[lane] & 1 << lane);
        keep(set.into(), rows)
    }

    #[inline(always)]
    fn keep32(self, marks: &[u32; 8], rows: [(&[u32; 8], &mut [u32]); 3]) -> usize {
        let set = (0..8).fold(0, |set, lane| set | marks[lane] & 1 << lane);
        keep(set.into(), rows)
    }
}

/// Writes the items of each row that are in a set, one bit per place, to the front of its slice, in
/// order; returns how many of each. The number of places is a power of two.
#[inline(always)]
pub(crate) fn keep<T: Copy, const N: usize>(mut set: u64, rows: [(&[T; N], &mut [T]); 3]) -> usize {
    let [a, b, c] = rows.map(|(from, to)| (from, to.first_chunk_mut::<N>().expect("room for all")));
    let mut kept = 0;
    while set != 0 {
        let lane = set.trailing_zeros() as usize & (N - 1);
        let at = kept & (N - 1);
        a.1[at] = a.0[lane];
        b.1[at] = b.0[lane];
        c.1[at] = c.0[lane];
        kept += 1;
        set &= set - 1;
    }
    kept
}
