//! What an experiment's records say of each method.

use super::compare::{Comparison, comparisons};
use super::statistics::{Estimate, median};
use super::{Results, Tally};
use crate::number::Number;
use crate::report::{Ending, Limit};

/// What an experiment's records say of its methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Each method, in the order of the plan.
    pub methods: Vec<MethodSummary>,
    /// How many instances have a run at least.
    pub instances: usize,
    /// How many instances were solved by every method that solved any.
    pub common: usize,
    /// Whether all of them solved the same instances.
    pub solved_alike: bool,
    /// Pairs of methods, by measure.
    pub comparisons: Vec<Comparison>,
}

/// What the records say of one method. Means are over its solved runs, unless said
/// otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodSummary {
    /// Its spec.
    pub method: String,
    /// Whether an engine made for the problem did any of its runs.
    pub fast: bool,
    /// How many runs are done.
    pub runs: u64,
    /// How many found what they were looking for.
    pub solved: u64,
    /// How many were stopped, by limit, where any were.
    pub stopped: Vec<(Limit, u64)>,
    /// How many came to rest without a solution.
    pub stuck: u64,
    /// How many proved that there is no solution.
    pub unsolvable: u64,
    /// The cost of the solutions.
    pub cost: Option<Estimate>,
    /// The cost on the instances that were solved by every method that solved any.
    pub common_cost: Option<Estimate>,
    /// The value of games.
    pub value: Option<Estimate>,
    /// What the best state of the runs that were not solved still lacked.
    pub left: Option<Estimate>,
    /// Nodes expanded, or steps taken.
    pub expanded: Option<Estimate>,
    /// Successors made.
    pub generated: Option<Estimate>,
    /// The most bytes any run held, solved or not.
    pub peak_bytes: u64,
    /// Seconds.
    pub seconds: Option<Estimate>,
    /// The median of the seconds.
    pub median_seconds: Option<f64>,
    /// Mean seconds over all runs, those without an answer counted as twice the limit
    /// of time; where any method met it.
    pub penalised_seconds: Option<Estimate>,
    /// How many times the seconds of the fastest method it took, on the instances that
    /// were solved by every method that solved any.
    pub times_slower: Option<f64>,
}

impl MethodSummary {
    /// Whether runs without an answer are left out of the means.
    pub fn is_partial(&self) -> bool {
        self.solved + self.unsolvable < self.runs
    }
}

/// What `results` say of each method, and of each pair of methods.
pub fn summarize(results: &Results) -> Summary {
    let grid = Grid::new(results);
    let columns: Vec<usize> =
        (0..grid.methods).filter(|&m| grid.of(m).any(Tally::is_solved)).collect();
    let solved = |row: &Row<'_>, m: usize| row[m].is_some_and(Tally::is_solved);
    let is_common = |row: &Row<'_>| columns.iter().all(|&m| solved(row, m));
    let common: Vec<&Row<'_>> =
        grid.rows().filter(|row| !columns.is_empty() && is_common(row)).collect();
    let any = grid.rows().filter(|row| columns.iter().any(|&m| solved(row, m))).count();
    let limit = grid.records().any(|record| record.stop == Some(Limit::Time));
    let limit = results.plan.bounds.seconds.filter(|_| limit);
    let mut methods: Vec<MethodSummary> = results
        .plan
        .methods
        .iter()
        .enumerate()
        .map(|(m, method)| {
            let common = common.iter().filter_map(|row| row[m]).filter(|_| columns.contains(&m));
            method_summary(method, grid.of(m).collect(), common.collect(), limit)
        })
        .collect();
    let fastest = methods.iter().filter_map(|method| method.times_slower).min_by(f64::total_cmp);
    for method in &mut methods {
        method.times_slower = method
            .times_slower
            .zip(fastest)
            .map(|(seconds, fastest)| if fastest > 0.0 { seconds / fastest } else { 1.0 });
    }
    let comparisons = comparisons(&grid, &methods);
    let (instances, common) = (grid.rows().count(), common.len());
    Summary { methods, instances, common, solved_alike: any == common, comparisons }
}

/// `times_slower` is left as the mean of the seconds on the common instances.
fn method_summary(
    method: &str,
    records: Vec<&Tally>,
    common: Vec<&Tally>,
    limit: Option<f64>,
) -> MethodSummary {
    let ended = |ending| records.iter().filter(|record| record.verdict == ending).count() as u64;
    let stopped = [Limit::Time, Limit::Nodes, Limit::Memory, Limit::Cost, Limit::Cancelled]
        .map(|limit| (limit, records.iter().filter(|r| r.stop == Some(limit)).count() as u64));
    let mean = |measure: fn(&Tally) -> Option<f64>| {
        let values = records.iter().filter(|record| record.is_solved());
        Estimate::of(&values.filter_map(|record| measure(record)).collect::<Vec<_>>())
    };
    let of = |records: &[&Tally], measure: &dyn Fn(&Tally) -> Option<f64>| {
        Estimate::of(&records.iter().filter_map(|record| measure(record)).collect::<Vec<_>>())
    };
    let left = |record: &Tally| record.left.filter(|_| !record.is_solved());
    let penalised = limit.and_then(|limit| {
        of(&records, &|record| match record.verdict {
            Ending::Solved | Ending::Unsolvable => Some(record.seconds),
            Ending::Stuck | Ending::Stopped | Ending::Failed => Some(2.0 * limit),
        })
    });
    let seconds: Vec<f64> =
        records.iter().filter(|record| record.is_solved()).map(|record| record.seconds).collect();
    MethodSummary {
        method: method.into(),
        fast: records.iter().any(|record| record.fast),
        runs: records.len() as u64,
        solved: ended(Ending::Solved),
        stopped: stopped.into_iter().filter(|(_, count)| *count > 0).collect(),
        stuck: ended(Ending::Stuck),
        unsolvable: ended(Ending::Unsolvable),
        cost: mean(cost),
        common_cost: of(&common, &cost),
        value: mean(|record| record.value),
        left: of(&records, &left),
        expanded: mean(expanded),
        generated: mean(|record| Some(record.counters.generated as f64)),
        peak_bytes: records.iter().map(|record| record.counters.peak_bytes).max().unwrap_or(0),
        seconds: Estimate::of(&seconds),
        median_seconds: median(&seconds),
        penalised_seconds: penalised,
        times_slower: (!common.is_empty())
            .then(|| common.iter().map(|record| record.seconds).sum::<f64>() / common.len() as f64),
    }
}

pub(super) fn cost(record: &Tally) -> Option<f64> {
    record.cost.map(Number::value)
}

pub(super) fn expanded(record: &Tally) -> Option<f64> {
    Some(record.counters.expanded as f64)
}

/// The records by instance and method: a row an instance that has any, with a place for
/// each method.
pub(super) struct Grid<'a> {
    pub methods: usize,
    places: Vec<Option<&'a Tally>>,
}

/// The records of one instance, by method.
pub(super) type Row<'a> = [Option<&'a Tally>];

impl<'a> Grid<'a> {
    pub fn new(results: &'a Results) -> Self {
        let methods = results.plan.methods.len();
        let mut places = Vec::new();
        let mut last = None;
        for record in &results.tallies {
            let instance = results.instance(record.cell);
            if last != Some(instance) {
                places.resize(places.len() + methods, None);
                last = Some(instance);
            }
            let row = places.len() - methods;
            places[row + results.method(record.cell)] = Some(record);
        }
        Grid { methods, places }
    }

    pub fn rows(&self) -> impl Iterator<Item = &Row<'a>> {
        self.places.chunks(self.methods.max(1))
    }

    pub fn records(&self) -> impl Iterator<Item = &'a Tally> {
        self.places.iter().flatten().copied()
    }

    /// The records of one method.
    pub fn of(&self, method: usize) -> impl Iterator<Item = &'a Tally> {
        self.rows().filter_map(move |row| row[method])
    }
}
