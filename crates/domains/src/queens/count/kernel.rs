//! All ways to fill the inside of a ring, many placements at a time.
//!
//! Row by row, the placements that are still possible lie in a buffer, which is taken
//! up a register at a time: the next queen of each, for as long as one has a square
//! left. What comes of it goes to the next row's buffer, so that registers are full
//! and nothing depends on a guess of the processor.

use goalward::{Meter, Stop};

#[cfg(target_arch = "x86_64")]
use super::avx2::{Shuffled, fill_shuffled};
use crate::simd::Simd;

#[cfg(not(target_arch = "x86_64"))]
use Plain as Shuffled;

/// The inside of a ring: the rows that need a queen.
#[derive(Clone, Debug, Default)]
pub(super) struct Inner {
    /// For each row, the columns that the ring leaves free.
    free: Vec<u64>,
    /// For each row, how far it is from the one before.
    gap: Vec<u32>,
}

impl Inner {
    /// Adds a row with these free columns, so far from the last.
    pub fn push(&mut self, free: u64, gap: u32) {
        self.free.push(free);
        self.gap.push(gap);
    }

    /// Counts the ways to fill it.
    pub fn count(&self, simd: Simd, tables: &mut Tables, meter: &mut Meter) -> Result<u64, Stop> {
        meter.expand()?;
        let rows = self.free.len();
        let columns = self.free.iter().fold(0, |all, free| all | free);
        if self.free.contains(&0) || (columns.count_ones() as usize) < rows {
            return Ok(0);
        }
        match rows {
            0 => Ok(1),
            1 => Ok(self.free[0].count_ones().into()),
            _ => match u64::BITS - columns.leading_zeros() {
                ..=16 => run(self, simd, &mut tables.narrow, meter),
                17..=32 => run(self, simd, &mut tables.middle, meter),
                33.. => run(self, simd, &mut tables.wide, meter),
            },
        }
    }
}

/// Buffers, made when they are needed first and used again for the next ring.
#[derive(Default)]
pub(super) struct Tables {
    narrow: Vec<Level<u16>>,
    middle: Vec<Level<u32>>,
    wide: Vec<Level<u64>>,
}

/// The columns of a row in a word.
pub(super) trait Word:
    Copy
    + Default
    + PartialEq
    + Into<u64>
    + std::ops::BitAnd<Output = Self>
    + std::ops::BitOr<Output = Self>
    + std::ops::BitXor<Output = Self>
    + std::ops::Not<Output = Self>
    + std::ops::Shl<u32, Output = Self>
    + std::ops::Shr<u32, Output = Self>
{
    /// A register of them.
    type Lanes: AsRef<[Self]> + AsMut<[Self]> + Copy;
    const LANES: usize;
    const NONE: Self::Lanes;

    fn of(word: u64) -> Self;
    fn lowest(self) -> Self;
    /// All bits, if there is any in the word.
    fn spread(self) -> Self;
    fn load(from: &[Self]) -> Self::Lanes;
    /// 0 or 1.
    fn bit(self) -> usize;
}

macro_rules! word {
    ($($word:ty, $lanes:literal;)*) => {$(
        impl Word for $word {
            type Lanes = [$word; $lanes];
            const LANES: usize = $lanes;
            const NONE: [$word; $lanes] = [0; $lanes];

            #[inline(always)]
            fn of(word: u64) -> Self {
                word as $word
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn spread(self) -> Self {
                if self == 0 { 0 } else { Self::MAX }
            }
            #[inline(always)]
            fn load(from: &[Self]) -> [$word; $lanes] {
                from.try_into().expect("a register's length")
            }
            #[inline(always)]
            fn bit(self) -> usize {
                (self & 1) as usize
            }
        }
    )*};
}
word! { u16, 16; u32, 8; u64, 4; }

/// A row's buffer is emptied when it holds so many placements.
const FULL: usize = 512;
/// What a register of placements can add to a buffer, and the last write's overhang.
const SPARE: usize = 256 + 16;

/// The placements of the rows before one: the columns taken and the diagonals that
/// cross the row.
pub(super) struct Level<W> {
    pub taken: [W; FULL + SPARE],
    pub rising: [W; FULL + SPARE],
    pub falling: [W; FULL + SPARE],
    pub count: usize,
}

/// Placements in a register, with those that are to be kept marked by all bits.
pub(super) struct Batch<W: Word> {
    pub taken: W::Lanes,
    pub rising: W::Lanes,
    pub falling: W::Lanes,
    pub kept: W::Lanes,
}

/// The one thing that is quicker with instructions of its own.
pub(super) trait Append<W: Word> {
    /// Adds those of a batch that are to be kept, in order.
    fn append(level: &mut Level<W>, batch: &Batch<W>);
}

/// For any processor.
pub(super) struct Plain;

impl<W: Word> Append<W> for Plain {
    #[inline(always)]
    fn append(level: &mut Level<W>, batch: &Batch<W>) {
        let start = level.count;
        let taken = &mut level.taken[start..start + W::LANES];
        let rising = &mut level.rising[start..start + W::LANES];
        let falling = &mut level.falling[start..start + W::LANES];
        // A bit for each lane that is kept, gathered in one register.
        let mut lanes = W::default();
        for lane in 0..W::LANES {
            lanes = lanes | batch.kept.as_ref()[lane] & W::of(1 << lane);
        }
        let mut lanes: u64 = lanes.into();
        let mut kept = 0;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize & (W::LANES - 1);
            let at = kept & (W::LANES - 1);
            taken[at] = batch.taken.as_ref()[lane];
            rising[at] = batch.rising.as_ref()[lane];
            falling[at] = batch.falling.as_ref()[lane];
            kept += 1;
            lanes &= lanes - 1;
        }
        level.count += kept;
    }
}

fn run<W: Word>(
    inner: &Inner,
    simd: Simd,
    levels: &mut Vec<Level<W>>,
    meter: &mut Meter,
) -> Result<u64, Stop>
where
    Shuffled: Append<W>,
{
    while levels.len() < inner.free.len() {
        let none = [W::default(); FULL + SPARE];
        levels.push(Level { taken: none, rising: none, falling: none, count: 0 });
    }
    levels.iter_mut().for_each(|level| level.count = 0);
    #[cfg(target_arch = "x86_64")]
    if simd == Simd::Avx2
        && let Some(count) = fill_shuffled(inner, levels, meter)
    {
        return count;
    }
    fill::<W, Plain>(inner, levels, meter)
}

/// Takes the buffers up, the deepest full one first, until all are empty.
#[inline(always)]
pub(super) fn fill<W: Word, A: Append<W>>(
    inner: &Inner,
    levels: &mut [Level<W>],
    meter: &mut Meter,
) -> Result<u64, Stop> {
    let last = inner.free.len() - 2;
    let steps: Vec<Step<W>> = (0..=last).map(|row| Step::new(inner, row)).collect();
    let mut count = 0;
    levels[0].count = 1;
    let first = &mut levels[0];
    (first.taken[0], first.rising[0], first.falling[0]) = Default::default();
    for top in 0..=last {
        let mut row = top;
        loop {
            // Registers are filled from buffers below that still get more.
            let least = if row == top { 1 } else { W::LANES };
            if levels[row].count < least {
                if row == top {
                    break;
                }
                row -= 1;
                continue;
            }
            meter.expand()?;
            if row == last {
                count += steps[row].finish(&mut levels[row]);
                continue;
            }
            let [level, next] = &mut levels[row..row + 2] else { unreachable!("two were asked") };
            let before = next.count;
            steps[row].extend::<A>(level, next);
            meter.generated += (next.count - before) as u64;
            if next.count >= FULL {
                row += 1;
            }
        }
    }
    Ok(count)
}

/// What is needed to fill one row: its own blocked columns, and those of the two rows
/// after it with the ways to them.
struct Step<W> {
    blocked: W,
    next: W,
    gap: u32,
    after: W,
    gap_after: u32,
}

impl<W: Word> Step<W> {
    fn new(inner: &Inner, row: usize) -> Self {
        let blocked = |row: usize| inner.free.get(row).map_or(W::default(), |free| !W::of(*free));
        let gap = inner.gap[row + 1];
        Step {
            blocked: blocked(row),
            next: blocked(row + 1),
            gap,
            after: blocked(row + 2),
            gap_after: gap + inner.gap.get(row + 2).copied().unwrap_or(0),
        }
    }

    /// Takes a register of placements off the buffer, with the squares each has free.
    #[inline(always)]
    fn take(&self, level: &mut Level<W>) -> (Batch<W>, W::Lanes) {
        let count = level.count.min(W::LANES);
        let start = level.count - count;
        level.count = start;
        let taken = W::load(&level.taken[start..start + W::LANES]);
        let rising = W::load(&level.rising[start..start + W::LANES]);
        let falling = W::load(&level.falling[start..start + W::LANES]);
        let mut free = W::NONE;
        for lane in 0..W::LANES {
            let (taken, rising) = (taken.as_ref()[lane], rising.as_ref()[lane]);
            free.as_mut()[lane] = !(self.blocked | taken | rising | falling.as_ref()[lane]);
        }
        for lane in count..W::LANES {
            free.as_mut()[lane] = W::default();
        }
        (Batch { taken, rising, falling, kept: W::NONE }, free)
    }

    /// Puts a queen on every free square of some placements, and keeps those that
    /// leave the next two rows a free square each.
    #[inline(always)]
    fn extend<A: Append<W>>(&self, level: &mut Level<W>, into: &mut Level<W>) {
        let (from, mut free) = self.take(level);
        loop {
            let mut any = W::default();
            for lane in 0..W::LANES {
                any = any | free.as_ref()[lane];
            }
            if any == W::default() {
                return;
            }
            let mut batch = Batch { ..from };
            for lane in 0..W::LANES {
                let queen = free.as_ref()[lane].lowest();
                free.as_mut()[lane] = free.as_ref()[lane] ^ queen;
                let taken = from.taken.as_ref()[lane] | queen;
                let rising = from.rising.as_ref()[lane] | queen;
                let falling = from.falling.as_ref()[lane] | queen;
                let (up, down) = (rising << self.gap, falling >> self.gap);
                let next = !(self.next | taken | up | down);
                let (far_up, far_down) = (rising << self.gap_after, falling >> self.gap_after);
                let after = !(self.after | taken | far_up | far_down);
                batch.taken.as_mut()[lane] = taken;
                batch.rising.as_mut()[lane] = up;
                batch.falling.as_mut()[lane] = down;
                batch.kept.as_mut()[lane] = queen.spread() & next.spread() & after.spread();
            }
            A::append(into, &batch);
        }
    }

    /// Counts the ways to fill the last two rows, for which two columns are left.
    #[inline(always)]
    fn finish(&self, level: &mut Level<W>) -> u64 {
        let (from, mut free) = self.take(level);
        let mut count = 0;
        for _ in 0..2 {
            for lane in 0..W::LANES {
                let queen = free.as_ref()[lane].lowest();
                free.as_mut()[lane] = free.as_ref()[lane] ^ queen;
                let rising = (from.rising.as_ref()[lane] | queen) << self.gap;
                let falling = (from.falling.as_ref()[lane] | queen) >> self.gap;
                let next = !(self.next | from.taken.as_ref()[lane] | queen | rising | falling);
                count += (queen.spread() & next.spread()).bit() as u64;
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use goalward::Limits;

    use super::super::ring::Ring;
    use super::*;

    /// The plain definition: a queen in each row, none attacking another.
    fn by_hand(inner: &Inner, row: usize, queens: &mut Vec<(u32, u32)>, at: u32) -> u64 {
        if row == inner.free.len() {
            return 1;
        }
        let at = at + inner.gap[row];
        let mut count = 0;
        for column in (0..64).filter(|column| inner.free[row] >> column & 1 == 1) {
            let safe = queens.iter().all(|&(y, x)| x != column && at - y != x.abs_diff(column));
            if safe {
                queens.push((at, column));
                count += by_hand(inner, row + 1, queens, at);
                queens.pop();
            }
        }
        count
    }

    fn counts<W: Word>(inner: &Inner) -> Vec<u64>
    where
        Shuffled: Append<W>,
    {
        let ways = Simd::ALL.into_iter().filter(|simd| simd.is_available());
        let mut levels: Vec<Level<W>> = Vec::new();
        let mut meter = Meter::new(&Limits::default());
        ways.map(|simd| run(inner, simd, &mut levels, &mut meter).unwrap()).collect()
    }

    #[test]
    fn every_width_and_set_of_instructions_agrees_with_the_definition() {
        let mut rich = 0;
        for n in [5, 8, 10, 12] {
            for (ring, _) in Ring::all(n) {
                let inner = ring.inner();
                if inner.free.len() < 2 {
                    continue;
                }
                let known = by_hand(&inner, 0, &mut Vec::new(), 0);
                rich += u64::from(known > 5);
                let found = [counts::<u16>(&inner), counts::<u32>(&inner), counts::<u64>(&inner)];
                assert!(found.iter().flatten().all(|count| *count == known), "{ring:?} {found:?}");
            }
        }
        assert!(rich > 10, "{rich} rings with many solutions");
    }
}
