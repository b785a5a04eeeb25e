//! Pairs of methods, instance by instance.

use super::Tally;
use super::statistics::{Estimate, holm, sign_test, signed_rank};
use super::summary::{Grid, MethodSummary, cost, expanded};
use crate::number::Number;

/// What methods are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Whether they solve it.
    Solved,
    /// The cost of the solution.
    Cost,
    /// Nodes expanded, or steps taken.
    Expanded,
    /// Seconds.
    Time,
}

impl Measure {
    /// In the order they are told.
    pub const ALL: [Measure; 4] =
        [Measure::Solved, Measure::Cost, Measure::Expanded, Measure::Time];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Solved => "solved",
            Measure::Cost => "cost",
            Measure::Expanded => "expanded",
            Measure::Time => "time",
        }
    }

    fn of(self, record: &Tally) -> Option<f64> {
        match self {
            Measure::Solved => Some(f64::from(u8::from(record.is_solved()))),
            _ if !record.is_solved() => None,
            Measure::Cost => cost(record),
            Measure::Expanded => expanded(record),
            Measure::Time => Some(record.seconds),
        }
    }

    /// What one has more than the other. Costs that were added up in another order differ by
    /// rounding, and are equal.
    fn apart(self, one: f64, other: f64) -> f64 {
        match self {
            Measure::Cost if Number::from(one).agrees(other.into()) => 0.0,
            _ => one - other,
        }
    }
}

/// What a test says of two methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are equal on every instance.
    Equal,
    /// They differ, beyond chance at the level of 5%.
    Differ,
    /// No significant difference.
    Unclear,
    /// So few instances that no difference could have been significant.
    TooFew,
}

/// Two methods by one measure, on the instances that both solved; by
/// [`Measure::Solved`], on those that both tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What is compared.
    pub measure: Measure,
    /// The index of one method.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
    /// What the first has more than the second, on average.
    pub difference: Estimate,
    /// The p-value, corrected by Holm's method for all pairs of this measure.
    pub p: f64,
    /// What follows.
    pub relation: Relation,
}

/// With more methods than this each is compared with the best only, of those that solved most:
/// one that solved a single easy instance has little to share with the others.
const ALL_PAIRS: usize = 8;
/// The level at which a difference is called significant.
const LEVEL: f64 = 0.05;

/// Every pair of methods by every measure, or with many methods each against the best.
/// Each measure is corrected for its own pairs, so that the others' verdicts do not hang
/// on the clock.
pub(super) fn comparisons(grid: &Grid<'_>, methods: &[MethodSummary]) -> Vec<Comparison> {
    Measure::ALL.into_iter().flat_map(|measure| by_measure(grid, methods, measure)).collect()
}

fn by_measure(grid: &Grid<'_>, methods: &[MethodSummary], measure: Measure) -> Vec<Comparison> {
    let pairs = pairs(methods, measure);
    let mut found: Vec<Comparison> =
        pairs.iter().filter_map(|&(first, second)| compare(grid, measure, first, second)).collect();
    let mut ps: Vec<f64> = found.iter().map(|pair| pair.p).collect();
    holm(&mut ps);
    let tests = ps.len() as f64;
    for (pair, p) in found.iter_mut().zip(ps) {
        pair.p = p;
        // The smallest p that a test can give is 2 / 2^n; the first is multiplied by all.
        let least = tests * 2.0 * 0.5f64.powi(pair.difference.count.min(1000) as i32);
        if pair.relation == Relation::Unclear {
            pair.relation = match p {
                p if p < LEVEL => Relation::Differ,
                _ if least > LEVEL => Relation::TooFew,
                _ => Relation::Unclear,
            };
        }
    }
    found
}

fn pairs(methods: &[MethodSummary], measure: Measure) -> Vec<(usize, usize)> {
    let all = 0..methods.len();
    if methods.len() <= ALL_PAIRS {
        return all.clone().flat_map(|a| all.clone().skip(a + 1).map(move |b| (a, b))).collect();
    }
    let mean = |m: usize| match measure {
        Measure::Solved => Some(-(methods[m].solved as f64)),
        Measure::Cost => methods[m].common_cost.map(|cost| cost.mean),
        Measure::Expanded => methods[m].expanded.map(|expanded| expanded.mean),
        Measure::Time => methods[m].times_slower,
    };
    let most = methods.iter().map(|method| method.solved).max();
    let candidates = all.clone().filter(|&m| Some(methods[m].solved) == most);
    let means = candidates.filter_map(|m| mean(m).map(|mean| (mean, m)));
    let best = means.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, m)| m);
    best.into_iter()
        .flat_map(|best| all.clone().filter(move |&m| m != best).map(move |m| (best, m)))
        .collect()
}

/// The two by this measure, its p not yet corrected; nothing if no instance has both.
fn compare(grid: &Grid<'_>, measure: Measure, first: usize, second: usize) -> Option<Comparison> {
    let differences: Vec<f64> = grid
        .rows()
        .filter_map(|row| Some(measure.apart(measure.of(row[first]?)?, measure.of(row[second]?)?)))
        .collect();
    let difference = Estimate::of(&differences)?;
    let p = match measure {
        Measure::Solved => {
            let more = differences.iter().filter(|d| **d > 0.0).count() as u64;
            let less = differences.iter().filter(|d| **d < 0.0).count() as u64;
            sign_test(more, less)
        }
        _ => signed_rank(&differences),
    };
    let equal = differences.iter().all(|d| *d == 0.0);
    let relation = if equal { Relation::Equal } else { Relation::Unclear };
    Some(Comparison { measure, first, second, difference, p, relation })
}
