//! One solution for very many queens: deal the rows out greedily, then repair
//! what is left by swaps (after Sosic and Gu, 1991).

use goalward::{Limits, Meter, Outcome, Rng, Stop, Verdict};

use super::{Placement, Queens};
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
        let placement = |deal: Deal| Placement::new(deal.rows).expect("rows are a permutation");
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
    deal.rows
}

/// How many rows are tried for a column before it is left for repair.
const TRIES: usize = 60;

/// Rows dealt to columns, each row to one column.
struct Deal {
    rows: Vec<u32>,
    rising: BitSet,
    falling: BitSet,
    /// The columns whose queens found no free row: their diagonals are not marked.
    left: Vec<u32>,
}

enum Repair {
    Done,
    GaveUp,
}

impl Deal {
    fn new(queens: Queens) -> Self {
        let n = queens.n();
        Deal {
            rows: (0..n as u32).collect(),
            rising: BitSet::new(2 * n),
            falling: BitSet::new(2 * n),
            left: Vec::new(),
        }
    }

    fn bytes(queens: Queens) -> usize {
        queens.n() * size_of::<u32>() + 2 * BitSet::bytes(2 * queens.n())
    }

    #[inline]
    fn diagonals(&self, column: usize, row: u32) -> (usize, usize) {
        (column + row as usize, column + self.rows.len() - row as usize)
    }

    #[inline]
    fn is_free(&self, column: usize, row: u32) -> bool {
        let (rising, falling) = self.diagonals(column, row);
        !(self.rising.has(rising) | self.falling.has(falling))
    }

    #[inline]
    fn mark(&mut self, column: usize, row: u32) {
        let (rising, falling) = self.diagonals(column, row);
        self.rising.insert(rising);
        self.falling.insert(falling);
    }

    #[inline]
    fn unmark(&mut self, column: usize, row: u32) {
        let (rising, falling) = self.diagonals(column, row);
        self.rising.remove(rising);
        self.falling.remove(falling);
    }

    /// Gives each column the first row, of a few drawn from those not dealt yet,
    /// that no queen before it attacks.
    fn greedy(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<(), Stop> {
        let mut draws = Draws::new(rng);
        for column in 0..self.rows.len() {
            meter.expand()?;
            let undealt = &self.rows[column..];
            let free = (0..TRIES.min(2 * undealt.len())).find_map(|_| {
                meter.generated += 1;
                let place = draws.next(undealt, rng);
                self.is_free(column, undealt[place]).then_some(place)
            });
            match free {
                Some(place) => {
                    self.rows.swap(column, column + place);
                    self.mark(column, self.rows[column]);
                }
                None => self.left.push(column as u32),
            }
        }
        Ok(())
    }

    /// Swaps the row of each queen left with that of a random queen in place, such
    /// that both are safe.
    fn repair(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<Repair, Stop> {
        let n = self.rows.len();
        while let Some(&column) = self.left.last() {
            let column = column as usize;
            if self.is_free(column, self.rows[column]) {
                self.mark(column, self.rows[column]);
                self.left.pop();
                continue;
            }
            let mut tries = 100 + 10 * n;
            loop {
                meter.expand()?;
                meter.generated += 1;
                if self.swap_if_safe(column, rng.below(n)) {
                    self.left.pop();
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

    /// Swaps the rows of an unmarked and a marked queen if both are safe then.
    fn swap_if_safe(&mut self, column: usize, other: usize) -> bool {
        let (row, other_row) = (self.rows[column], self.rows[other]);
        // The other queen's own marks cannot mislead: neither of the new squares is
        // on a diagonal of hers, being in her row and in her column.
        let safe = self.is_free(column, other_row)
            && self.is_free(other, row)
            && column.abs_diff(other) != row.abs_diff(other_row) as usize
            && !self.left.contains(&(other as u32));
        if safe {
            self.unmark(other, other_row);
            self.rows.swap(column, other);
            self.mark(column, other_row);
            self.mark(other, row);
        }
        safe
    }
}

/// How many draws are known before they are needed.
const AHEAD: usize = 32;

/// Random places, known long enough before that memory can keep up: without it,
/// ten million queens take twice as long.
struct Draws {
    ahead: [u64; AHEAD],
    next: usize,
}

impl Draws {
    fn new(rng: &mut Rng) -> Self {
        Draws { ahead: std::array::from_fn(|_| rng.bits()), next: 0 }
    }

    /// A random place in `rows`, which may only shrink from draw to draw.
    #[inline]
    fn next(&mut self, rows: &[u32], rng: &mut Rng) -> usize {
        let place = |draw: u64| ((u128::from(draw) * rows.len() as u128) >> 64) as usize;
        let fresh = rng.bits();
        prefetch(rows, place(fresh));
        let draw = std::mem::replace(&mut self.ahead[self.next], fresh);
        self.next = (self.next + 1) % AHEAD;
        place(draw)
    }
}

/// A set of small numbers.
struct BitSet(Vec<u64>);

impl BitSet {
    fn new(numbers: usize) -> Self {
        BitSet(vec![0; numbers.div_ceil(64)])
    }

    fn bytes(numbers: usize) -> usize {
        numbers.div_ceil(64) * size_of::<u64>()
    }

    #[inline]
    fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }
}
