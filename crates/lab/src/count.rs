//! Counting every solution of N queens, on several threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use goalward::{Limits, Meter, Monitor, Stop, Verdict};
use goalward_domains::queens::Queens;
use goalward_domains::queens::count::{Count, Counter, Part};
use goalward_domains::simd::Simd;
use serde::Serialize;

use crate::domains::queens::DOMAIN as QUEENS;
use crate::registry::InputError;
use crate::report::{Conclusion, Figure, Finding, Limit};

/// The solutions of one board, counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counted {
    /// Always `queens`.
    pub domain: &'static str,
    /// How many queens.
    pub n: u64,
    /// Solved when the count is complete, else stopped.
    pub verdict: Conclusion,
    /// At which limit, if at one: then the counts are those so far.
    pub stop: Option<Limit>,
    /// How many solutions there are.
    pub solutions: u64,
    /// How many differ by more than rotation and reflection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// The time it took.
    pub seconds: f64,
}

/// The domains whose solutions can be counted.
pub const COUNTED: &[&str] = &[QUEENS.name];

/// The most queens for which anybody has counted the solutions.
const MOST: u64 = 27;

/// A number of queens that can be counted.
fn countable(piece: &str) -> Result<u64, InputError> {
    let number = piece.trim().parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| {
        InputError(format!(
            "`{piece}` is not a number of queens that can be counted: use a number from 1 to {MOST}"
        ))
    })
}

/// The parts of a count, if it can be counted at all.
fn parts(queens: Queens) -> Result<Vec<Part>, InputError> {
    countable(&queens.n().to_string())?;
    queens.parts().map_err(InputError::new)
}

/// The numbers of queens that `N` or `A..B`, both ends included, stands for.
pub fn queens_range(text: &str) -> Result<std::ops::RangeInclusive<u64>, InputError> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let end = |piece| {
        countable(piece).map_err(|why| InputError(format!("{why}, or a range such as 4..14")))
    };
    let (first, last) = (end(first)?, end(last)?);
    if first > last {
        return Err(InputError(format!(
            "`{text}` is an empty range: write the lower end first, as in {last}..{first}"
        )));
    }
    Ok(first..=last)
}

/// Counts the solutions for `n` queens on this many threads, and with `distinct` those up to
/// symmetry.
pub fn count_queens(
    n: u64,
    distinct: Distinct,
    jobs: usize,
    limits: &Limits,
) -> Result<Counted, InputError> {
    let began = Instant::now();
    let queens = Queens::new(n as usize).map_err(InputError::new)?;
    let parts = parts(queens)?;
    let simd = Simd::chosen().map_err(InputError::new)?;
    let next = AtomicUsize::new(0);
    let shares: Vec<(Count, Option<Stop>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1).min(parts.len()))
            .map(|_| scope.spawn(|| share(&parts, &next, simd, limits)))
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("counting never fails")).collect()
    });
    let count: Count = shares.iter().map(|(count, _)| *count).sum();
    let stop = shares.iter().find_map(|(_, stop)| *stop).map(Limit::from);
    Ok(Counted {
        domain: QUEENS.name,
        n,
        verdict: if stop.is_none() { Conclusion::Solved } else { Conclusion::Stopped },
        stop,
        solutions: count.all,
        distinct: (distinct == Distinct::Asked).then_some(count.distinct),
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// One of several parts of a count, to be counted anywhere: every `of`-th way to place the queens
/// on the edges, from the `part`-th.
pub(crate) fn count_part(
    queens: Queens,
    part: u64,
    of: u64,
    limits: &Limits,
) -> Result<Finding, InputError> {
    let parts = parts(queens)?;
    let mut meter = Meter::new(limits);
    let mut counter = Counter::new(Simd::chosen().map_err(InputError::new)?);
    let mut mine = parts.iter().skip(part as usize - 1).step_by(of as usize);
    let end = meter
        .hold(size_of_val(&parts[..]))
        .and_then(|()| mine.try_for_each(|part| counter.add(part, &mut meter)));
    let stop = end.err().map(Limit::from);
    let count = counter.count;
    let Count { all, distinct } = count;
    let counts = [("solutions", all), ("distinct", distinct)];
    let so_far = stop.map_or(String::new(), |stop| format!(" so far: stopped {}", stop.words()));
    Ok(Finding {
        verdict: if stop.is_none() { Conclusion::Solved } else { Conclusion::Stopped },
        stop,
        cost: None,
        optimal: false,
        solution: None,
        solves: false,
        others: Vec::new(),
        stats: meter.finish(Verdict::Solved(())).stats,
        facts: counts.iter().map(|&(name, count)| (name.to_string(), count.into())).collect(),
        figures: counts.map(|(name, count)| (name, Figure::Count(count))).into(),
        summary: format!("Counted {all} solutions{so_far}."),
        notes: Vec::new(),
        aside: Default::default(),
        setup: Default::default(),
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
            for jobs in 1..=3 {
                let counted = count_queens(n, Distinct::Asked, jobs, &Limits::default()).unwrap();
                assert_eq!((counted.solutions, counted.distinct), (all, Some(distinct)), "{n}");
            }
        }
        let limits = Limits::time(Duration::from_millis(20));
        let stopped = count_queens(20, Distinct::Unasked, 2, &limits).unwrap();
        assert_eq!((stopped.verdict, stopped.stop), (Conclusion::Stopped, Some(Limit::Time)));
    }
}
