//! One solution for very many queens: shuffle the rows, deal them out greedily, then
//! repair what is left by swaps (after Sosic and Gu, 1991).

use goalward::{Limits, Meter, Outcome, Rng, Stop, Verdict};

use super::{Placement, Queens};
use crate::pages::Pages;
use crate::prefetch::prefetch;

/// One solution, in time that grows about as the number of queens does.
///
/// A step, for limits, is a column dealt or a swap tried. When a limit is reached,
/// the best is the placement as far as it came.
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

/// Rows dealt to columns, each row to one column.
struct Deal {
    n: usize,
    /// The row of each column, four bytes each; then the diagonals that have a queen, a bit
    /// each, the rising ones first. All in one piece, so that its pages are large if any are.
    memory: Pages,
    /// The columns whose queens found no free row: their diagonals are not marked.
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

    /// What a deal takes, and the rows that are handed out at the end.
    fn bytes(queens: Queens) -> usize {
        2 * queens.n() * size_of::<Row>() + 2 * diagonal_bytes(queens.n())
    }

    /// The row of each column.
    fn rows(&self) -> Vec<u32> {
        let (rows, _) = self.memory.bytes().split_at(self.n * size_of::<Row>());
        rows.as_chunks().0.iter().map(|&row| u32::from_ne_bytes(row)).collect()
    }

    /// Gives each column a row that no queen before it attacks, if one is found among the next
    /// few of those not dealt yet, which are gone through in turn, over and over.
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

    /// Swaps the row of each queen left with that of a random queen in place, such
    /// that both are safe.
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

/// Swaps the rows of an unmarked and a marked queen if both are safe then. The queens in
/// `left` are unmarked.
fn swap_if_safe(
    rows: &mut [Row],
    taken: &mut Diagonals,
    left: &[u32],
    column: usize,
    other: usize,
) -> bool {
    let (row, other_row) = (number(rows[column]), number(rows[other]));
    // The other queen's own marks cannot mislead: neither of the new squares is
    // on a diagonal of hers, being in her row and in her column.
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

/// From so many queens on, their diagonals are not all near anyway.
const VERY_MANY: usize = 1 << 20;

/// So many tries before a row is tried memory is asked for its diagonals.
const NEAR: usize = 12;

/// So many draws are made before they are used, so that memory can keep up.
const DRAWS: usize = 64;

/// After so many rows the clock is looked at.
const LOOK: usize = 1 << 16;

/// Puts the rows in random order. For very many [`Rng::shuffle`] would wait for memory, and the
/// clock would not be looked at.
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

/// How many bytes the diagonals of one direction take.
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

    /// Asks for the diagonals of a square to be brought near.
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
    fn rows_are_dealt_as_by_definition_however_memory_is_asked_for_them() {
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
