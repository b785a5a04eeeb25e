//! Counting every solution of N queens, on all cores.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use goalward::{Limits, Meter, Monitor, Stop};
use goalward_domains::queens::Queens;
use goalward_domains::queens::count::{Count, Counter, Part};
use goalward_domains::simd::Simd;
use serde::Serialize;

use crate::registry::InputError;
use crate::report::{Ending, Limit};

/// The solutions of one board, counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counted {
    /// Always `queens`.
    pub domain: &'static str,
    /// How many queens.
    pub n: u64,
    /// Solved when the count is complete, else stopped.
    pub verdict: Ending,
    /// At which limit, if at one: then the counts are those so far.
    pub stop: Option<Limit>,
    /// How many solutions there are.
    pub solutions: u64,
    /// How many are no rotation or reflection of each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// The time it took.
    pub seconds: f64,
}

/// The most queens that anybody has counted the solutions of.
const MOST: u64 = 27;

/// The numbers of queens that `N` or `A..B`, both ends included, stands for.
pub fn queens_range(text: &str) -> Result<std::ops::RangeInclusive<u64>, InputError> {
    let wrong = |piece: &str| {
        InputError(format!(
            "`{piece}` is not a number of queens to count: give N or A..B, from 1 to {MOST}"
        ))
    };
    let number = |piece: &str| {
        let number = piece.trim().parse().ok();
        number.filter(|number| (1..=MOST).contains(number)).ok_or_else(|| wrong(piece))
    };
    let (first, last) = match text.split_once("..") {
        None => (number(text)?, number(text)?),
        Some((first, last)) => (number(first)?, number(last)?),
    };
    if first > last {
        return Err(InputError(format!(
            "`{text}` has no numbers in it: give the lower end first, as in {last}..{first}"
        )));
    }
    Ok(first..=last)
}

/// Counts the solutions for `n` queens, and with `distinct` those up to symmetry.
pub fn count_queens(n: u64, distinct: Distinct, limits: &Limits) -> Result<Counted, InputError> {
    let began = Instant::now();
    let queens = Queens::new(n as usize).map_err(InputError::new)?;
    let parts = queens.parts().map_err(InputError::new)?;
    let simd = Simd::chosen().map_err(InputError::new)?;
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let shares: Vec<(Count, Option<Stop>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores.min(parts.len()))
            .map(|_| scope.spawn(|| share(&parts, &next, simd, limits)))
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("counting never fails")).collect()
    });
    let count: Count = shares.iter().map(|(count, _)| *count).sum();
    let stop = shares.iter().find_map(|(_, stop)| *stop).map(Limit::from);
    Ok(Counted {
        domain: "queens",
        n,
        verdict: if stop.is_none() { Ending::Solved } else { Ending::Stopped },
        stop,
        solutions: count.all,
        distinct: (distinct == Distinct::Asked).then_some(count.distinct),
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// Whether the solutions up to symmetry are wanted too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distinct {
    /// They are.
    Asked,
    /// They are not.
    Unasked,
}

/// Counts parts until none is left or a limit is reached.
fn share(parts: &[Part], next: &AtomicUsize, simd: Simd, limits: &Limits) -> (Count, Option<Stop>) {
    let monitor = Some(Arc::new(Monitor::part_of(limits.monitor.clone())));
    let mut meter = Meter::new(&Limits { monitor, ..limits.clone() });
    let mut counter = Counter::new(simd);
    while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
        if let Err(stop) = counter.add(part, &mut meter) {
            return (counter.count, Some(stop));
        }
    }
    (counter.count, None)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn ranges_include_both_ends_and_bad_ones_are_named() {
        assert_eq!(queens_range("4..14"), Ok(4..=14));
        assert_eq!(queens_range("8"), Ok(8..=8));
        for text in ["", "0", "0..5", "28", "99", "9..4", "4..", "..4", "a..b", "-1", "4...9"] {
            assert!(queens_range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_are_the_known_ones_and_a_limit_keeps_those_so_far() {
        let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200];
        let distinct = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787];
        for (n, (all, distinct)) in (1..).zip(known.into_iter().zip(distinct)) {
            let counted = count_queens(n, Distinct::Asked, &Limits::default()).unwrap();
            assert_eq!((counted.solutions, counted.distinct), (all, Some(distinct)), "{n}");
        }
        let limits = Limits::time(Duration::from_millis(20));
        let stopped = count_queens(20, Distinct::Unasked, &limits).unwrap();
        assert_eq!((stopped.verdict, stopped.stop), (Ending::Stopped, Some(Limit::Time)));
    }
}
