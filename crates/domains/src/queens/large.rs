//! One solution for very many queens: shuffle the rows, assign them greedily, then repair the rest
//! by swaps (after Sosic and Gu, 1991).

use goalward::{Limits, Meter, Outcome, Rng, Stop, Verdict};

use super::{Placement, Queens};
use crate::pages::Pages;
use crate::prefetch::prefetch;

/// One solution, in time roughly proportional to the number of queens.
///
/// For limits, a step is a column assigned or a swap tried. When a limit is reached, the best is
/// the placement so far.
///
/// ```
/// use goalward::{Limits, Rng};
/// use goalward_domains::queens::{Queens, large};
///
/// let outcome = large::solve(Queens::new(1000)?, &mut Rng::new(1), &Limits::default());
/// assert!(outcome.into_solution().unwrap().is_solution());
/// # Ok::<_, goalward_domains::queens::QueensError>(())
/// ```
pub fn solve(queens: Queens, rng: &mut Rng, limits: &Limits) -> Outcome<Placement> {
    let mut meter = Meter::new(limits);
    if !queens.is_solvable() {
        return meter.finish(Verdict::Unsolvable);
    }
    if let Err(by) = meter.hold(Deal::bytes(queens)) {
        return meter.finish(Verdict::Stopped { by, best: None });
    }
    meter.stored(1);
    loop {
        let mut deal = Deal::new(queens);
        let end = deal.greedy(rng, &mut meter).and_then(|()| deal.repair(rng, &mut meter));
        let placement = |deal: Deal| Placement::new(deal.rows()).expect("rows are a permutation");
        match end {
            Ok(Repair::Done) => return meter.finish(Verdict::Solved(placement(deal))),
            Ok(Repair::GaveUp) => {}
            Err(by) => {
                return meter.finish(Verdict::Stopped { by, best: Some(placement(deal)) });
            }
        }
    }
}

/// A permutation of the rows in which few queens attack each other.
pub(super) fn greedy_rows(queens: Queens, rng: &mut Rng) -> Vec<u32> {
    let mut deal = Deal::new(queens);
    let mut meter = Meter::new(&Limits::default());
    deal.greedy(rng, &mut meter).expect("there is no limit");
    deal.rows()
}

/// How many rows are tried for a column before it is left for repair.
const TRIES: usize = 60;

/// Rows assigned to columns, each row to one column.
struct Deal {
    n: usize,
    /// The row of each column, four bytes each; then the diagonals that have a queen, a bit each,
    /// the rising ones first. All in one block, so that it gets huge pages if possible.
    memory: Pages,
    /// The columns for which no free row was found: the diagonals of their queens are not marked.
    left: Vec<u32>,
}

enum Repair {
    Done,
    GaveUp,
}

/// A row in memory.
type Row = [u8; 4];

#[inline]
fn number(row: Row) -> usize {
    u32::from_ne_bytes(row) as usize
}

impl Deal {
    fn new(queens: Queens) -> Self {
        let n = queens.n();
        let memory = Pages::zeroed(n * size_of::<Row>() + 2 * diagonal_bytes(n));
        let mut deal = Deal { n, memory, left: Vec::new() };
        for (row, number) in deal.parts().0.iter_mut().zip(0u32..) {
            *row = number.to_ne_bytes();
        }
        deal
    }

    /// The rows, the diagonals and the columns left.
    fn parts(&mut self) -> (&mut [Row], Diagonals<'_>, &mut Vec<u32>) {
        let Deal { n, memory, left } = self;
        let (rows, diagonals) = memory.bytes_mut().split_at_mut(*n * size_of::<Row>());
        let (rising, falling) = diagonals.split_at_mut(diagonal_bytes(*n));
        (rows.as_chunks_mut().0, Diagonals { n: *n, rising, falling }, left)
    }

    /// The bytes of a deal, including the rows returned at the end.
    fn bytes(queens: Queens) -> usize {
        2 * queens.n() * size_of::<Row>() + 2 * diagonal_bytes(queens.n())
    }

    /// The row of each column.
    fn rows(&self) -> Vec<u32> {
        let (rows, _) = self.memory.bytes().split_at(self.n * size_of::<Row>());
        rows.as_chunks().0.iter().map(|&row| u32::from_ne_bytes(row)).collect()
    }

    /// Gives each column a row that no earlier queen attacks, if there is one among the next few
    /// unassigned rows, which are tried in a cycle.
    fn greedy(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<(), Stop> {
        let (rows, mut taken, left) = self.parts();
        shuffle(rows, rng, meter)?;
        let n = rows.len();
        let mut next = 0;
        for column in 0..n {
            meter.expand()?;
            next = next.max(column);
            let mut place = None;
            for _ in 0..TRIES.min(n - column) {
                meter.generated += 1;
                if n >= VERY_MANY
                    && let Some(&row) = rows.get(next + NEAR)
                {
                    taken.prefetch(column, number(row));
                }
                if taken.is_free(column, number(rows[next])) {
                    place = Some(next);
                }
                next = if next + 1 == n { column } else { next + 1 };
                if place.is_some() {
                    break;
                }
            }
            match place {
                Some(place) => {
                    rows.swap(column, place);
                    taken.mark(column, number(rows[column]));
                }
                None => left.push(column as u32),
            }
        }
        Ok(())
    }

    /// Swaps the row of each remaining queen with that of a random placed queen such that both are
    /// safe.
    fn repair(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<Repair, Stop> {
        let (rows, mut taken, left) = self.parts();
        let n = rows.len();
        while let Some(&column) = left.last() {
            let column = column as usize;
            if taken.is_free(column, number(rows[column])) {
                taken.mark(column, number(rows[column]));
                left.pop();
                continue;
            }
            let mut tries = 100 + 10 * n;
            loop {
                meter.expand()?;
                meter.generated += 1;
                if swap_if_safe(rows, &mut taken, left, column, rng.below(n)) {
                    left.pop();
                    break;
                }
                tries -= 1;
                if tries == 0 {
                    return Ok(Repair::GaveUp);
                }
            }
        }
        Ok(Repair::Done)
    }
}

/// Swaps the rows of an unmarked and a marked queen if both are then safe. The queens in `left` are
/// unmarked.
fn swap_if_safe(
    rows: &mut [Row],
    taken: &mut Diagonals,
    left: &[u32],
    column: usize,
    other: usize,
) -> bool {
    let (row, other_row) = (number(rows[column]), number(rows[other]));
    // The other queen's marks do not interfere: the new squares are in its row and in its column,
    // so neither is on one of its diagonals.
    let safe = taken.is_free(column, other_row)
        && taken.is_free(other, row)
        && column.abs_diff(other) != row.abs_diff(other_row)
        && !left.contains(&(other as u32));
    if safe {
        taken.unmark(other, other_row);
        rows.swap(column, other);
        taken.mark(column, other_row);
        taken.mark(other, row);
    }
    safe
}

/// From this many queens on, their diagonals do not fit the cache.
const VERY_MANY: usize = 1 << 20;

/// The diagonals of a row are prefetched this many tries before they are needed.
const NEAR: usize = 12;

/// This many random draws are made in advance, so that their memory can be prefetched.
const DRAWS: usize = 64;

/// The clock is checked after this many rows.
const LOOK: usize = 1 << 16;

/// Shuffles the rows. With very many, [`Rng::shuffle`] would wait for memory, and the clock would
/// not be checked.
fn shuffle(rows: &mut [Row], rng: &mut Rng, meter: &Meter) -> Result<(), Stop> {
    let n = rows.len();
    let mut draws = [0; DRAWS];
    for first in (0..n).step_by(DRAWS) {
        if first % LOOK == LOOK - DRAWS {
            meter.poll()?;
        }
        let draws = &mut draws[..DRAWS.min(n - first)];
        for (place, drawn) in (first..).zip(&mut *draws) {
            *drawn = place + rng.below(n - place);
            prefetch(rows, *drawn);
        }
        for (place, &drawn) in (first..).zip(&*draws) {
            rows.swap(place, drawn);
        }
    }
    Ok(())
}

/// How many bytes the diagonals of one direction need.
fn diagonal_bytes(n: usize) -> usize {
    (2 * n).div_ceil(8)
}

/// The diagonals that have a queen, a bit each.
struct Diagonals<'a> {
    n: usize,
    rising: &'a mut [u8],
    falling: &'a mut [u8],
}

impl Diagonals<'_> {
    #[inline]
    fn diagonals(&self, column: usize, row: usize) -> (usize, usize) {
        (column + row, column + self.n - row)
    }

    #[inline]
    fn is_free(&self, column: usize, row: usize) -> bool {
        let (rising, falling) = self.diagonals(column, row);
        let has = |set: &[u8], number: usize| set[number / 8] >> (number % 8);
        (has(self.rising, rising) | has(self.falling, falling)) & 1 == 0
    }

    /// Prefetches the diagonals of a square.
    #[inline]
    fn prefetch(&self, column: usize, row: usize) {
        let (rising, falling) = self.diagonals(column, row);
        prefetch(self.rising, rising / 8);
        prefetch(self.falling, falling / 8);
    }

    #[inline]
    fn mark(&mut self, column: usize, row: usize) {
        let (rising, falling) = self.diagonals(column, row);
        self.rising[rising / 8] |= 1 << (rising % 8);
        self.falling[falling / 8] |= 1 << (falling % 8);
    }

    #[inline]
    fn unmark(&mut self, column: usize, row: usize) {
        let (rising, falling) = self.diagonals(column, row);
        self.rising[rising / 8] &= !(1 << (rising % 8));
        self.falling[falling / 8] &= !(1 << (falling % 8));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The rows, the columns left and the tries of a deal by its definition.
    fn plain_deal(n: usize, rng: &mut Rng) -> (Vec<u32>, Vec<u32>, u64) {
        let mut rows: Vec<u32> = (0..n as u32).collect();
        for place in 0..n {
            rows.swap(place, place + rng.below(n - place));
        }
        let (mut rising, mut falling) = (HashSet::new(), HashSet::new());
        let (mut left, mut tries, mut next) = (Vec::new(), 0, 0);
        for column in 0..n {
            let lines = |row: u32| (column + row as usize, column + n - row as usize);
            let free = (0..TRIES.min(n - column)).find_map(|_| {
                tries += 1;
                let tried = if (column..n).contains(&next) { next } else { column };
                next = tried + 1;
                let (up, down) = lines(rows[tried]);
                (!rising.contains(&up) && !falling.contains(&down)).then_some(tried)
            });
            let Some(tried) = free else {
                left.push(column as u32);
                continue;
            };
            rows.swap(column, tried);
            let (up, down) = lines(rows[column]);
            rising.insert(up);
            falling.insert(down);
        }
        (rows, left, tries)
    }

    #[test]
    fn rows_are_dealt_as_by_definition_with_and_without_prefetching() {
        for n in (1..60).chain([1000, 3 * DRAWS, LOOK + 1, VERY_MANY]) {
            let (mut rng, mut same) = (Rng::new(n as u64), Rng::new(n as u64));
            let mut deal = Deal::new(Queens::new(n).unwrap());
            let mut meter = Meter::new(&Limits::default());
            deal.greedy(&mut rng, &mut meter).unwrap();
            let dealt = (deal.rows(), deal.left, meter.generated);
            assert!(dealt == plain_deal(n, &mut same), "{n}");
            assert_eq!(rng.bits(), same.bits());
        }
    }
}
