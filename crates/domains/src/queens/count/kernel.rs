//! Counts all ways to fill the inside of a ring, many placements at a time.
//!
//! For each row, the placements that are still possible are in a buffer, which is processed one
//! register at a time: the next queen of each placement, while any has a square left. The results
//! go to the next row's buffer, so registers are full and there are no branches to predict.

use goalward::{Meter, Stop};

use super::word::Word;
use crate::lanes::{self, Lanes};
use crate::simd::Simd;

/// The inside of a ring: the rows that need a queen.
#[derive(Clone, Debug, Default)]
pub(super) struct Inner {
    /// For each row, the columns that the ring leaves free.
    free: Vec<u64>,
    /// For each row, its distance from the previous one.
    gap: Vec<u32>,
}

impl Inner {
    /// Adds a row with these free columns, at this distance from the last.
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

/// Buffers, created when first needed and reused for the next ring.
#[derive(Debug, Default)]
pub(super) struct Tables {
    narrow: Vec<Level<u16>>,
    middle: Vec<Level<u32>>,
    wide: Vec<Level<u64>>,
}

/// A row's buffer is processed when it holds this many placements.
const FULL: usize = 512;
/// How much a register of placements can add to a buffer, with the overhang of the last write.
const SPARE: usize = 256 + 16;

/// The placements of the rows before this one: the occupied columns and the diagonals that cross
/// this row.
#[derive(Debug)]
struct Level<W> {
    taken: [W; FULL + SPARE],
    rising: [W; FULL + SPARE],
    falling: [W; FULL + SPARE],
    count: usize,
}

/// Placements in a register; those to keep are marked by all bits.
struct Batch<W: Word> {
    taken: W::Row,
    rising: W::Row,
    falling: W::Row,
    kept: W::Row,
}

fn run<W: Word>(
    inner: &Inner,
    simd: Simd,
    levels: &mut Vec<Level<W>>,
    meter: &mut Meter,
) -> Result<u64, Stop> {
    while levels.len() < inner.free.len() {
        let none = [W::NONE; FULL + SPARE];
        levels.push(Level { taken: none, rising: none, falling: none, count: 0 });
    }
    levels.iter_mut().for_each(|level| level.count = 0);
    lanes::run(simd, Fill { inner, levels, meter })
}

/// See [`fill`].
struct Fill<'a, W> {
    inner: &'a Inner,
    levels: &'a mut [Level<W>],
    meter: &'a mut Meter,
}

impl<W: Word> lanes::Work for Fill<'_, W> {
    type Output = Result<u64, Stop>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<u64, Stop> {
        fill(lanes, self.inner, self.levels, self.meter)
    }
}

/// Processes the buffers, the deepest full one first, until all are empty. Because all registers of
/// a row except its last are full, their number does not depend on the order.
#[inline(always)]
fn fill<L: Lanes, W: Word>(
    lanes: L,
    inner: &Inner,
    levels: &mut [Level<W>],
    meter: &mut Meter,
) -> Result<u64, Stop> {
    let last = inner.free.len() - 2;
    let steps: Vec<Step<W>> = (0..=last).map(|row| Step::new(inner, row)).collect();
    let (mut count, mut nodes) = (0, 0);
    let first = &mut levels[0];
    (first.taken[0], first.rising[0], first.falling[0]) = (W::NONE, W::NONE, W::NONE);
    first.count = 1;
    for top in 0..=last {
        let mut row = top;
        loop {
            // Rows below still receive placements, so their registers will be full.
            let least = if row == top { 1 } else { W::COUNT };
            if levels[row].count < least {
                if row == top {
                    break;
                }
                row -= 1;
                continue;
            }
            if nodes == 0 {
                nodes = meter.spend()?;
            }
            if row == last {
                count += steps[row].finish(&mut levels[row], least, &mut nodes);
                continue;
            }
            let [level, next] = &mut levels[row..row + 2] else { unreachable!("there are two") };
            let before = next.count;
            steps[row].extend(lanes, level, next, least, &mut nodes);
            meter.generated += (next.count - before) as u64;
            if next.count >= FULL {
                row += 1;
            }
        }
    }
    meter.unspent(nodes);
    Ok(count)
}

/// What is needed to fill one row: its blocked columns, and those of the two rows after it with
/// their distances.
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

    /// Takes a register of placements from the buffer, with the free squares of each.
    #[inline(always)]
    fn take(&self, level: &mut Level<W>, nodes: &mut u64) -> (Batch<W>, W::Row) {
        let count = level.count.min(W::COUNT);
        *nodes -= 1;
        let start = level.count - count;
        if count < W::COUNT {
            // Lanes without a placement have no free square.
            level.taken[level.count..start + W::COUNT].fill(!W::NONE);
        }
        level.count = start;
        let taken = W::load(&level.taken[start..start + W::COUNT]);
        let rising = W::load(&level.rising[start..start + W::COUNT]);
        let falling = W::load(&level.falling[start..start + W::COUNT]);
        let mut free = W::NONE_IN_ROW;
        for lane in 0..W::COUNT {
            let (taken, rising) = (taken.as_ref()[lane], rising.as_ref()[lane]);
            free.as_mut()[lane] = !(self.blocked | taken | rising | falling.as_ref()[lane]);
        }
        (Batch { taken, rising, falling, kept: W::NONE_IN_ROW }, free)
    }

    /// Puts a queen on every free square of the placements in a buffer, and keeps those that leave
    /// a free square in each of the next two rows. Ends when fewer than the given number of
    /// placements are left, the given number of nodes is used up, or the next row's buffer is full.
    #[inline(always)]
    fn extend<L: Lanes>(
        &self,
        lanes: L,
        level: &mut Level<W>,
        into: &mut Level<W>,
        least: usize,
        nodes: &mut u64,
    ) {
        // A copy stays in registers, whatever is written in the loop.
        let step = *self;
        let mut count = into.count;
        while level.count >= least && count < FULL && *nodes > 0 {
            let (from, mut free) = step.take(level, nodes);
            loop {
                let mut any = W::NONE;
                for lane in 0..W::COUNT {
                    any = any | free.as_ref()[lane];
                }
                if any == W::NONE {
                    break;
                }
                let mut batch = Batch { ..from };
                for lane in 0..W::COUNT {
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
                count += W::keep(
                    lanes,
                    &batch.kept,
                    [
                        (&batch.taken, &mut into.taken[count..]),
                        (&batch.rising, &mut into.rising[count..]),
                        (&batch.falling, &mut into.falling[count..]),
                    ],
                );
            }
        }
        into.count = count;
    }

    /// Counts the ways to fill the last two rows, for which two columns are left. Ends as
    /// [`extend`](Step::extend) does.
    #[inline(always)]
    fn finish(&self, level: &mut Level<W>, least: usize, nodes: &mut u64) -> u64 {
        let step = *self;
        let mut count = 0;
        while level.count >= least && *nodes > 0 {
            let (from, mut free) = step.take(level, nodes);
            for _ in 0..2 {
                let mut full = W::NONE_IN_ROW;
                for lane in 0..W::COUNT {
                    let queen = free.as_ref()[lane].lowest();
                    free.as_mut()[lane] = free.as_ref()[lane] ^ queen;
                    let rising = (from.rising.as_ref()[lane] | queen) << step.gap;
                    let falling = (from.falling.as_ref()[lane] | queen) >> step.gap;
                    let next = !(step.next | from.taken.as_ref()[lane] | queen | rising | falling);
                    full.as_mut()[lane] = queen.spread() & next.spread();
                }
                count += W::marked(&full) as u64;
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

    /// Counts and nodes with every instruction set.
    fn counts<W: Word>(inner: &Inner) -> Vec<(u64, u64, u64)> {
        let mut levels: Vec<Level<W>> = Vec::new();
        let mut with = |simd: Simd| {
            let mut meter = Meter::new(&Limits::default());
            let count = run(inner, simd, &mut levels, &mut meter);
            (count.unwrap(), meter.expanded, meter.generated)
        };
        Simd::ALL.into_iter().map(&mut with).collect()
    }

    #[test]
    fn every_width_and_instruction_set_agrees_with_the_definition() {
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
