//! All ways to fill the inside of a ring, many placements at a time.
//!
//! Row by row, the placements that are still possible lie in a buffer, which is taken
//! up a register at a time: the next queen of each, for as long as one has a square
//! left. What comes of it goes to the next row's buffer, so that registers are full
//! and nothing depends on a guess of the processor.

use goalward::{Meter, Stop};

use super::word::{Lanes, Word};
#[cfg(target_arch = "x86_64")]
use super::{
    avx2::{Shuffled, fill_shuffled},
    avx512::{Compressed, fill_compressed},
};
use crate::simd::Simd;

#[cfg(not(target_arch = "x86_64"))]
use self::{Plain as Shuffled, Plain as Compressed};

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

/// A row's buffer is emptied when it holds so many placements.
const FULL: usize = 512;
/// What a register of placements can add to a buffer, and the last write's overhang.
const SPARE: usize = 512 + 32;

/// The placements of the rows before one: the columns taken and the diagonals that
/// cross the row.
pub(super) struct Level<W> {
    pub taken: [W; FULL + SPARE],
    pub rising: [W; FULL + SPARE],
    pub falling: [W; FULL + SPARE],
    pub count: usize,
}

/// Placements in a register, with those that are to be kept marked by all bits.
pub(super) struct Batch<L> {
    pub taken: L,
    pub rising: L,
    pub falling: L,
    pub kept: L,
}

/// What is quicker with instructions of its own.
pub(super) trait Append<L: Lanes> {
    /// Adds those of a batch that are to be kept, in order.
    fn append(level: &mut Level<L::Word>, batch: &Batch<L>);
    /// How many lanes are marked by all bits; the others have none.
    fn marked(lanes: &L) -> u64;
}

/// For any processor.
pub(super) struct Plain;

impl<L: Lanes> Append<L> for Plain {
    #[inline(always)]
    fn append(level: &mut Level<L::Word>, batch: &Batch<L>) {
        const { assert!(L::COUNT <= 8 * size_of::<L::Word>(), "a bit for each lane") }
        let start = level.count;
        let taken = &mut level.taken[start..start + L::COUNT];
        let rising = &mut level.rising[start..start + L::COUNT];
        let falling = &mut level.falling[start..start + L::COUNT];
        // A bit for each lane that is kept, gathered in one register.
        let mut lanes = L::Word::NONE;
        for lane in 0..L::COUNT {
            lanes = lanes | batch.kept.as_ref()[lane] & L::Word::of(1 << lane);
        }
        let mut lanes: u64 = lanes.into();
        let mut kept = 0;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize & (L::COUNT - 1);
            let at = kept & (L::COUNT - 1);
            taken[at] = batch.taken.as_ref()[lane];
            rising[at] = batch.rising.as_ref()[lane];
            falling[at] = batch.falling.as_ref()[lane];
            kept += 1;
            lanes &= lanes - 1;
        }
        level.count += kept;
    }

    #[inline(always)]
    fn marked(lanes: &L) -> u64 {
        lanes.as_ref().iter().map(|lane| lane.bit() as u64).sum()
    }
}

#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
fn run<W: Word>(
    inner: &Inner,
    simd: Simd,
    levels: &mut Vec<Level<W>>,
    meter: &mut Meter,
) -> Result<u64, Stop>
where
    Shuffled: Append<W::Lanes>,
    Compressed: Append<W::Wide>,
{
    while levels.len() < inner.free.len() {
        let none = [W::NONE; FULL + SPARE];
        levels.push(Level { taken: none, rising: none, falling: none, count: 0 });
    }
    clear(levels);
    #[cfg(target_arch = "x86_64")]
    if simd >= Simd::Avx512 {
        let (expanded, generated) = (meter.expanded, meter.generated);
        match fill_compressed(inner, levels, meter) {
            // Two nodes at a time are other nodes, in the midst: those before a limit are
            // found one at a time.
            Some(Err(Stop::Nodes)) => {
                (meter.expanded, meter.generated) = (expanded, generated);
                clear(levels);
            }
            Some(end) => return end,
            None => {}
        }
    }
    #[cfg(target_arch = "x86_64")]
    if simd >= Simd::Avx2
        && let Some(end) = fill_shuffled(inner, levels, meter)
    {
        return end;
    }
    fill::<W::Lanes, Plain>(inner, levels, meter)
}

fn clear<W>(levels: &mut [Level<W>]) {
    levels.iter_mut().for_each(|level| level.count = 0);
}

/// Takes the buffers up, the deepest full one first, until all are empty. As a row's
/// registers are full but for its last, their number does not hang on the order.
#[inline(always)]
pub(super) fn fill<L: Lanes, A: Append<L>>(
    inner: &Inner,
    levels: &mut [Level<L::Word>],
    meter: &mut Meter,
) -> Result<u64, Stop> {
    let node = <L::Word as Word>::Lanes::COUNT;
    let last = inner.free.len() - 2;
    let steps: Vec<Step<L::Word>> = (0..=last).map(|row| Step::new(inner, row)).collect();
    let mut count = 0;
    let first = &mut levels[0];
    (first.taken[0], first.rising[0], first.falling[0]) =
        (L::Word::NONE, L::Word::NONE, L::Word::NONE);
    first.count = 1;
    for top in 0..=last {
        let mut row = top;
        loop {
            // Registers are filled from buffers below that still get more.
            let least = if row == top { 1 } else { L::COUNT };
            if levels[row].count < least {
                if row == top {
                    break;
                }
                row -= 1;
                continue;
            }
            meter.expand()?;
            if L::COUNT > node && levels[row].count > node {
                meter.expand()?;
            }
            if row == last {
                count += steps[row].finish::<L, A>(&mut levels[row]);
                continue;
            }
            let [level, next] = &mut levels[row..row + 2] else { unreachable!("two were asked") };
            let before = next.count;
            steps[row].extend::<L, A>(level, next);
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
#[derive(Clone, Copy)]
struct Step<W> {
    blocked: W,
    next: W,
    gap: u32,
    after: W,
    gap_after: u32,
}

impl<W: Word> Step<W> {
    fn new(inner: &Inner, row: usize) -> Self {
        let blocked = |row: usize| inner.free.get(row).map_or(W::NONE, |free| !W::of(*free));
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
    fn take<L: Lanes<Word = W>>(&self, level: &mut Level<W>) -> (Batch<L>, L) {
        let count = level.count.min(L::COUNT);
        let start = level.count - count;
        level.count = start;
        let taken = L::load(&level.taken[start..start + L::COUNT]);
        let rising = L::load(&level.rising[start..start + L::COUNT]);
        let falling = L::load(&level.falling[start..start + L::COUNT]);
        let mut free = L::NONE;
        for lane in 0..L::COUNT {
            let (taken, rising) = (taken.as_ref()[lane], rising.as_ref()[lane]);
            free.as_mut()[lane] = !(self.blocked | taken | rising | falling.as_ref()[lane]);
        }
        for lane in count..L::COUNT {
            free.as_mut()[lane] = W::NONE;
        }
        (Batch { taken, rising, falling, kept: L::NONE }, free)
    }

    /// Puts a queen on every free square of some placements, and keeps those that
    /// leave the next two rows a free square each.
    #[inline(always)]
    fn extend<L: Lanes<Word = W>, A: Append<L>>(&self, level: &mut Level<W>, into: &mut Level<W>) {
        let (from, mut free) = self.take::<L>(level);
        // A copy stays in registers, whatever is written in the loop.
        let step = *self;
        loop {
            let mut any = W::NONE;
            for lane in 0..L::COUNT {
                any = any | free.as_ref()[lane];
            }
            if any == W::NONE {
                return;
            }
            let mut batch = Batch { ..from };
            for lane in 0..L::COUNT {
                let queen = free.as_ref()[lane].lowest();
                free.as_mut()[lane] = free.as_ref()[lane] ^ queen;
                let taken = from.taken.as_ref()[lane] | queen;
                let rising = from.rising.as_ref()[lane] | queen;
                let falling = from.falling.as_ref()[lane] | queen;
                let (up, down) = (rising << step.gap, falling >> step.gap);
                let next = !(step.next | taken | up | down);
                let (far_up, far_down) = (rising << step.gap_after, falling >> step.gap_after);
                let after = !(step.after | taken | far_up | far_down);
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
    fn finish<L: Lanes<Word = W>, A: Append<L>>(&self, level: &mut Level<W>) -> u64 {
        let (from, mut free) = self.take::<L>(level);
        let mut count = 0;
        for _ in 0..2 {
            let mut full = L::NONE;
            for lane in 0..L::COUNT {
                let queen = free.as_ref()[lane].lowest();
                free.as_mut()[lane] = free.as_ref()[lane] ^ queen;
                let rising = (from.rising.as_ref()[lane] | queen) << self.gap;
                let falling = (from.falling.as_ref()[lane] | queen) >> self.gap;
                let next = !(self.next | from.taken.as_ref()[lane] | queen | rising | falling);
                full.as_mut()[lane] = queen.spread() & next.spread();
            }
            count += A::marked(&full);
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
        let (mut count, mut free) = (0, inner.free[row]);
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            let safe = queens.iter().all(|&(y, x)| x != column && at - y != x.abs_diff(column));
            if safe {
                queens.push((at, column));
                count += by_hand(inner, row + 1, queens, at);
                queens.pop();
            }
        }
        count
    }

    /// Registers of 512 bits on any processor: one lane after the other.
    struct Slow;

    impl<L: Lanes> Append<L> for Slow {
        fn append(level: &mut Level<L::Word>, batch: &Batch<L>) {
            for lane in (0..L::COUNT).filter(|lane| batch.kept.as_ref()[*lane].bit() == 1) {
                level.taken[level.count] = batch.taken.as_ref()[lane];
                level.rising[level.count] = batch.rising.as_ref()[lane];
                level.falling[level.count] = batch.falling.as_ref()[lane];
                level.count += 1;
            }
        }

        fn marked(lanes: &L) -> u64 {
            lanes.as_ref().iter().filter(|lane| lane.bit() == 1).count() as u64
        }
    }

    /// Counts and nodes by every set of instructions, and by [`Slow`].
    fn counts<W: Word>(inner: &Inner) -> Vec<(u64, u64, u64)>
    where
        Shuffled: Append<W::Lanes>,
        Compressed: Append<W::Wide>,
    {
        let mut levels: Vec<Level<W>> = Vec::new();
        let mut with = |simd: Option<Simd>| {
            let mut meter = Meter::new(&Limits::default());
            let count = match simd {
                Some(simd) => run(inner, simd, &mut levels, &mut meter),
                None => fill::<W::Wide, Slow>(inner, &mut levels, &mut meter),
            };
            (count.unwrap(), meter.expanded, meter.generated)
        };
        let able = Simd::ALL.into_iter().filter(|simd| simd.is_available());
        able.map(Some).chain([None]).map(&mut with).collect()
    }

    #[test]
    fn every_width_and_set_of_instructions_agrees_with_the_definition() {
        let mut rich = 0;
        for (n, every) in [(5, 1), (8, 1), (10, 1), (12, 4)] {
            for (ring, _) in Ring::all(n).step_by(every) {
                let inner = ring.inner();
                if inner.free.len() < 2 {
                    continue;
                }
                let known = by_hand(&inner, 0, &mut Vec::new(), 0);
                rich += u64::from(known > 5);
                for found in [counts::<u16>(&inner), counts::<u32>(&inner), counts::<u64>(&inner)] {
                    assert!(found.iter().all(|with| with.0 == known), "{ring:?} {found:?}");
                    assert!(found.iter().all(|with| *with == found[0]), "{ring:?} {found:?}");
                }
            }
        }
        assert!(rich > 10, "{rich} rings with many solutions");
    }
}
