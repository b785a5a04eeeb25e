//! Counting every way to place N queens, up to the symmetries of the board.
//!
//! The queens on the edges are placed first, once for all their images under the eight symmetries;
//! then the inside is filled from the edge that leaves the fewest choices, many placements at a
//! time.

mod kernel;
mod ring;
mod word;

use std::iter::Sum;
use std::ops::AddAssign;

use goalward::{Limits, Meter, Outcome, Stop, Verdict};

use self::kernel::Tables;
use self::ring::{Ring, Symmetry};
use super::Queens;
use crate::simd::Simd;

/// How many solutions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All of them.
    pub all: u64,
    /// Those that are not rotations or reflections of each other.
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
    /// The columns do not fit a word. Boards near this size could not be counted anyway: the
    /// largest N ever counted is 27.
    #[error("{0} queens are too many to count: at most 64")]
    TooMany(usize),
}

/// The solutions with the same queens on the edges of the board, and their images: an independent
/// part of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    ring: [u8; 5],
    symmetry: Symmetry,
}

impl Queens {
    /// Counts all solutions and those distinct under symmetry. If it is stopped, it keeps the count
    /// of the parts it finished. No solutions is a count of 0, not a failure.
    ///
    /// For limits, a node is up to sixteen placements of the same rows, processed together.
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
        let parts = self.parts()?;
        let mut meter = Meter::new(limits);
        let mut counter = Counter::new(Simd::of_this_process());
        let end = meter
            .hold(size_of_val(&parts[..]))
            .and_then(|()| parts.iter().try_for_each(|part| counter.add(part, &mut meter)));
        let count = counter.count;
        Ok(meter.finish(match end {
            Ok(()) => Verdict::Solved(count),
            Err(by) => Verdict::Stopped { by, best: Some(count) },
        }))
    }

    /// The parts of a count, in an order that never changes: about n⁴/20 of them, of eight
    /// bytes each.
    pub fn parts(&self) -> Result<Vec<Part>, CountError> {
        if self.n > 64 {
            return Err(CountError::TooMany(self.n));
        }
        let part = |(ring, symmetry): (Ring, Symmetry)| Part { ring: ring.packed(), symmetry };
        Ok(Ring::all(self.n).map(part).collect())
    }
}

/// Adds parts up.
#[derive(Debug)]
pub struct Counter {
    /// The parts added so far.
    pub count: Count,
    simd: Simd,
    tables: Tables,
}

impl Counter {
    /// Nothing counted yet, with the instructions to use.
    pub fn new(simd: Simd) -> Self {
        Counter { count: Count::default(), simd, tables: Tables::default() }
    }

    /// Adds a part; if a limit is reached, nothing of it is added.
    pub fn add(&mut self, part: &Part, meter: &mut Meter) -> Result<(), Stop> {
        let Part { ring, symmetry: Symmetry { order, half_turn, quarter_turn } } = *part;
        let (ring, order) = (Ring::unpacked(ring), u64::from(order));
        let all = ring.inner().count(self.simd, &mut self.tables, meter)?;
        // The solutions with this ring that are not images of each other, by Burnside's lemma: the
        // mean number of solutions that a symmetry of the ring leaves unchanged. A reflection
        // leaves none unchanged, unless there is only one queen.
        let mut fixed = all;
        if all > 0 && half_turn {
            let turned = ring.fixed();
            fixed += turned.by_half + if quarter_turn { 2 * turned.by_quarter } else { 0 };
        }
        let distinct = if ring.is_single() { 1 } else { fixed / order };
        self.count += Count { all: all * (8 / order), distinct };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(n: usize) -> Count {
        Queens::new(n).unwrap().count(&Limits::default()).unwrap().into_solution().unwrap()
    }

    #[test]
    fn parts_are_small_and_count_as_memory() {
        assert_eq!(size_of::<Part>(), 8);
        let outcome = Queens::new(40).unwrap().count(&Limits::memory(500_000)).unwrap();
        assert!(matches!(outcome.verdict, Verdict::Stopped { by: Stop::Memory, .. }));
        for part in Queens::new(9).unwrap().parts().unwrap() {
            assert_eq!(Ring::unpacked(part.ring).packed(), part.ring);
        }
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
    fn every_instruction_set_takes_the_same_path() {
        for n in 1..=12 {
            let parts = Queens::new(n).unwrap().parts().unwrap();
            let count = |simd| {
                let (mut counter, mut meter) = (Counter::new(simd), Meter::new(&Limits::default()));
                parts.iter().for_each(|part| counter.add(part, &mut meter).unwrap());
                (counter.count, meter.expanded, meter.generated)
            };
            let plain = count(Simd::Portable);
            for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                assert_eq!(count(simd), plain, "{n} queens, {simd:?}");
            }
        }
    }

    #[test]
    fn every_instruction_set_stops_at_the_same_node() {
        for n in [10, 12] {
            let parts = Queens::new(n).unwrap().parts().unwrap();
            for nodes in (0..1_200).step_by(87) {
                let count = |simd| {
                    let limits = Limits::nodes(nodes);
                    let (mut counter, mut meter) = (Counter::new(simd), Meter::new(&limits));
                    let end = parts.iter().try_for_each(|part| counter.add(part, &mut meter));
                    (end, counter.count, meter.expanded, meter.generated)
                };
                let plain = count(Simd::Portable);
                assert!(plain.0 == Err(Stop::Nodes) && plain.2 == nodes);
                for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                    assert_eq!(count(simd), plain, "{n} queens, {nodes} nodes, {simd:?}");
                }
            }
        }
    }

    #[test]
    fn twelve_queens_take_these_nodes() {
        let stats = Queens::new(12).unwrap().count(&Limits::default()).unwrap().stats;
        assert_eq!((stats.expanded, stats.generated), (8_789, 81_052));
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
