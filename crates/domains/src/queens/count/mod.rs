//! Counting every way to place N queens, up to the symmetries of the board.
//!
//! Of the eight images of a solution only those are searched whose first queen
//! is as near to a corner as any queen on an edge. Among them the one with the
//! lowest rows stands for all eight.

use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::AddAssign;

use goalward::{Limits, Meter, Outcome, Stop, Verdict};

use super::Queens;

/// How many solutions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All of them.
    pub all: u64,
    /// Those that are no rotation or reflection of each other.
    pub distinct: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.all += other.all;
        self.distinct += other.distinct;
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Count>>(counts: I) -> Count {
        let mut total = Count::default();
        counts.for_each(|count| total += count);
        total
    }
}

/// Why solutions cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// A column does not fit a word. Nothing near it could be counted anyway:
    /// the largest N ever counted is 27.
    #[error("{0} queens are too many to count: at most 64")]
    TooMany(usize),
}

/// The solutions that begin with the same queens: an independent share of a
/// count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    n: usize,
    rows: Vec<usize>,
}

impl Queens {
    /// Counts all solutions and those distinct under symmetry. Stopped, it keeps
    /// the count so far. No solution is a count of 0, not a failure.
    ///
    /// The nodes it expands are placements with at least ten columns to go; what
    /// is below them is done in one piece.
    ///
    /// ```
    /// use goalward::Limits;
    /// use goalward_domains::queens::{Queens, count::Count};
    ///
    /// let outcome = Queens::new(8)?.count(&Limits::default())?;
    /// assert_eq!(outcome.solution(), Some(&Count { all: 92, distinct: 12 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, limits: &Limits) -> Result<Outcome<Count>, CountError> {
        let parts = self.parts(2)?;
        let mut meter = Meter::new(limits);
        let mut count = Count::default();
        let end = parts.iter().try_for_each(|part| part.count(&mut count, &mut meter));
        Ok(meter.finish(match end {
            Ok(()) => Verdict::Solved(count),
            Err(by) => Verdict::Stopped { by, best: Some(count) },
        }))
    }

    /// The parts that begin with `columns` queens, at least two. Whatever their
    /// number, their counts add up to the same.
    pub fn parts(&self, columns: usize) -> Result<Vec<Part>, CountError> {
        let n = self.n;
        if n > 64 {
            return Err(CountError::TooMany(n));
        }
        let mut parts: Vec<_> = (0..n.div_ceil(2)).map(|row| Part { n, rows: vec![row] }).collect();
        for column in 1..columns.max(2).min(n) {
            let extend = |part: Part| {
                let free = Rules::of(&part).free(column, Threats::of(&part.rows));
                (0..n).filter(move |&row| free >> row & 1 != 0).map(move |row| {
                    let rows = part.rows.iter().copied().chain([row]).collect();
                    Part { n, rows }
                })
            };
            parts = parts.into_iter().flat_map(extend).collect();
        }
        Ok(parts)
    }
}

impl Part {
    /// The rows of the queens it begins with.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Adds what this part has to `count`.
    pub fn count(&self, count: &mut Count, meter: &mut Meter) -> Result<(), Stop> {
        let mut placed = [0; 64];
        placed.iter_mut().zip(&self.rows).for_each(|(bit, row)| *bit = 1 << row);
        let mut search = Search { rules: Rules::of(self), placed, count: Count::default(), meter };
        let end = search.place(self.rows.len(), Threats::of(&self.rows));
        *count += search.count;
        end
    }
}

/// Each bit of a word.
#[inline(always)]
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The rows that queens attack in one column.
#[derive(Clone, Copy, Default)]
struct Threats {
    along: u64,
    rising: u64,
    falling: u64,
}

impl Threats {
    /// Those in the column after the queens at `rows`.
    fn of(rows: &[usize]) -> Self {
        rows.iter().fold(Threats::default(), |threats, row| threats.after(1 << row))
    }

    /// Those in the next column, with a queen at `bit` in this one.
    #[inline(always)]
    fn after(self, bit: u64) -> Self {
        Threats {
            along: self.along | bit,
            rising: (self.rising | bit) << 1,
            falling: (self.falling | bit) >> 1,
        }
    }
}

/// Where queens may stand so that no queen on an edge is nearer to a corner than
/// the first.
struct Rules {
    n: usize,
    first: usize,
    /// The first and the last row.
    edges: u64,
    /// By this column both edges must have their queen.
    last_edge: usize,
    allowed: [u64; 64],
}

impl Rules {
    fn of(part: &Part) -> Self {
        let n = part.n;
        let all = u64::MAX >> (64 - n);
        let first = part.rows[0];
        let edges = 1 | 1 << (n - 1);
        let last_edge = n - 1 - first;
        let mut allowed = [all; 64];
        if first == 0 {
            // A queen in the corner leaves one symmetry, the reflection in its
            // diagonal: the queen of the second column must be nearer to it than
            // that of the second row.
            let second = part.rows.get(1).copied().unwrap_or(0);
            allowed[..=second].fill(all & !2);
        } else {
            allowed[..first].fill(all & !edges);
            allowed[last_edge + 1..n].fill(all & !edges);
            allowed[n - 1] = all >> first & all << first;
        }
        Rules { n, first, edges, last_edge, allowed }
    }

    /// The rows free for a queen in `column`.
    #[inline(always)]
    fn free(&self, column: usize, threats: Threats) -> u64 {
        let Threats { along, rising, falling } = threats;
        let free = self.allowed[column] & !(along | rising | falling);
        if column != self.last_edge {
            return free;
        }
        match self.edges & !along {
            0 => free,
            missing if missing == self.edges => 0,
            missing => free & missing,
        }
    }
}

/// Columns below which a search is not interrupted: their subtrees take less
/// than a millisecond.
const TAIL: usize = 10;

/// A count under way.
struct Search<'a> {
    rules: Rules,
    /// The queen of each column as a bit.
    placed: [u64; 64],
    count: Count,
    meter: &'a mut Meter,
}

impl Search<'_> {
    /// Expands a placement of the columns before `column`.
    fn place(&mut self, column: usize, threats: Threats) -> Result<(), Stop> {
        self.meter.expand()?;
        if column == self.rules.n {
            self.solution();
            return Ok(());
        }
        let free = self.rules.free(column, threats);
        if column + TAIL >= self.rules.n {
            self.finish(column, threats, free);
            return Ok(());
        }
        for bit in bits(free) {
            self.meter.generated += 1;
            self.placed[column] = bit;
            self.place(column + 1, threats.after(bit))?;
        }
        Ok(())
    }

    /// Counts the ways on from `column`, where the rows `free` are free.
    fn finish(&mut self, column: usize, threats: Threats, free: u64) {
        let next = column + 1;
        for bit in bits(free) {
            self.placed[column] = bit;
            if next == self.rules.n {
                self.solution();
                return;
            }
            let threats = threats.after(bit);
            let free = self.rules.free(next, threats);
            if free != 0 {
                self.finish(next, threats, free);
            }
        }
    }

    #[inline]
    fn solution(&mut self) {
        let Rules { n, first, edges, .. } = self.rules;
        let corners = 1 << first | 1 << (n - 1 - first);
        let tied = self.placed[n - 1] & corners
            | (self.placed[first] | self.placed[n - 1 - first]) & edges;
        self.count += if n > 1 && (first == 0 || tied == 0) {
            Count { all: 8, distinct: 1 }
        } else {
            self.orbit()
        };
    }

    /// The images of this solution, if it has the lowest rows of them.
    #[cold]
    fn orbit(&self) -> Count {
        let n = self.rules.n;
        let mut rows = [0; 64];
        let mut columns = [0; 64];
        for column in 0..n {
            rows[column] = self.placed[column].trailing_zeros() as usize;
            columns[rows[column]] = column;
        }
        let (rows, columns) = (&rows[..n], &columns[..n]);
        let mut same = 0;
        for base in [rows, columns] {
            let there = || base.iter().copied();
            let back = || base.iter().rev().copied();
            let flip = |line| n - 1 - line;
            for order in [
                there().cmp(rows.iter().copied()),
                back().cmp(rows.iter().copied()),
                there().map(flip).cmp(rows.iter().copied()),
                back().map(flip).cmp(rows.iter().copied()),
            ] {
                match order {
                    Ordering::Less => return Count::default(),
                    Ordering::Equal => same += 1,
                    Ordering::Greater => {}
                }
            }
        }
        Count { all: 8 / same, distinct: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(n: usize) -> Count {
        Queens::new(n).unwrap().count(&Limits::default()).unwrap().into_solution().unwrap()
    }

    #[test]
    fn all_solutions_are_counted() {
        let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184];
        for (n, all) in (1..).zip(known) {
            assert_eq!(count(n).all, all, "{n} queens");
        }
    }

    #[test]
    fn solutions_are_counted_up_to_symmetry() {
        let known = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752];
        for (n, distinct) in (1..).zip(known) {
            assert_eq!(count(n).distinct, distinct, "{n} queens");
        }
    }

    #[test]
    fn any_split_adds_up_to_the_same() {
        for n in 1..=10 {
            for columns in 0..=n + 1 {
                let parts = Queens::new(n).unwrap().parts(columns).unwrap();
                let share = |part: &Part| {
                    let mut count = Count::default();
                    part.count(&mut count, &mut Meter::new(&Limits::default())).unwrap();
                    count
                };
                assert_eq!(parts.iter().map(share).sum::<Count>(), count(n), "{n}, {columns}");
            }
        }
    }

    #[test]
    fn parts_begin_with_queens_at_peace() {
        for part in Queens::new(9).unwrap().parts(4).unwrap() {
            let rows = part.rows();
            assert_eq!(rows.len(), 4);
            for (y, b) in rows.iter().enumerate() {
                for (x, a) in rows[..y].iter().enumerate() {
                    assert!(a != b && a.abs_diff(*b) != y - x, "{rows:?}");
                }
            }
        }
    }

    #[test]
    fn a_limit_keeps_the_count_so_far() {
        let outcome = Queens::new(14).unwrap().count(&Limits::nodes(2_000)).unwrap();
        let Verdict::Stopped { by: Stop::Nodes, best: Some(so_far) } = outcome.verdict else {
            panic!("{:?}", outcome.verdict);
        };
        assert_eq!(outcome.stats.expanded, 2_000);
        assert!((1..365_596).contains(&so_far.all));
    }

    #[test]
    fn time_ends_a_count_that_would_take_for_ever() {
        let limits = Limits::time(std::time::Duration::from_millis(20));
        for n in [20, 40, 64] {
            let outcome = Queens::new(n).unwrap().count(&limits).unwrap();
            assert!(matches!(outcome.verdict, Verdict::Stopped { by: Stop::Time, .. }));
            assert!(outcome.stats.seconds < 1.0);
        }
    }

    #[test]
    fn boards_wider_than_a_word_are_refused() {
        let queens = Queens::new(65).unwrap();
        assert_eq!(queens.count(&Limits::default()).unwrap_err(), CountError::TooMany(65));
    }
}
