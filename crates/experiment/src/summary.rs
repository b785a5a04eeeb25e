//! What an experiment's records say about each method.

use goalward_lab::{Conclusion, Limit, Number};

use super::compare::{Comparison, comparisons};
use super::statistics::{Estimate, median};
use super::{Bounds, Results, Tally};

/// What an experiment's records say about its methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Each method, in the order of the plan.
    pub methods: Vec<MethodSummary>,
    /// How many instances have at least one run.
    pub instances: usize,
    /// How many instances were answered by every method that answered any.
    pub common: usize,
    /// Whether all of them answered the same instances.
    pub solved_alike: bool,
    /// Pairs of methods, by measure.
    pub comparisons: Vec<Comparison>,
}

/// What the records say about one method. Means are over its runs with an answer, a solution or the
/// proof that there is none, unless said otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodSummary {
    /// Its spec.
    pub method: String,
    /// Whether an engine made for the problem ran any of its runs.
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
    /// How many were stopped with a solution in hand.
    pub plans: u64,
    /// The cost of the solutions, those of stopped runs included.
    pub cost: Option<Estimate>,
    /// The cost on the instances that were answered by every method that answered any.
    pub common_cost: Option<Estimate>,
    /// The value of games.
    pub value: Option<Estimate>,
    /// What remained at the best state of the runs that were not solved.
    pub left: Option<Estimate>,
    /// Nodes expanded, or steps taken.
    pub expanded: Option<Estimate>,
    /// Successors generated.
    pub generated: Option<Estimate>,
    /// The most bytes any run held, solved or not.
    pub peak_bytes: u64,
    /// The median seconds that the preparations of a run took.
    pub setup_seconds: f64,
    /// Seconds.
    pub seconds: Option<Estimate>,
    /// The median of the seconds.
    pub median_seconds: Option<f64>,
    /// Mean seconds over all runs, with those without an answer counted as twice the time limit and
    /// as ten times; where any method reached it.
    pub par_seconds: Option<[Estimate; 2]>,
    /// The same for the nodes expanded, where any method reached the node limit.
    pub par_nodes: Option<[Estimate; 2]>,
    /// Its seconds as a multiple of the fastest method's, on the instances that were answered by
    /// every method that answered any. The fastest is one of those that answered most.
    pub times_fastest: Option<f64>,
    /// Whether no other method answered more.
    pub solved_most: bool,
}

impl Summary {
    /// What methods do to instances, in a word.
    pub(super) fn verb(&self) -> &'static str {
        match self.methods.iter().any(|method| method.unsolvable > 0) {
            true => "answered",
            false => "solved",
        }
    }
}

impl MethodSummary {
    /// How many runs have an answer.
    pub fn answered(&self) -> u64 {
        self.solved + self.unsolvable
    }

    /// Whether runs without an answer are left out of the means.
    pub fn is_partial(&self) -> bool {
        self.answered() < self.runs
    }
}

/// What `results` say about each method, and about each pair of methods.
pub fn summarize(results: &Results) -> Summary {
    let grid = Grid::new(results);
    let columns: Vec<usize> =
        (0..grid.methods).filter(|&m| grid.of(m).any(Tally::is_answered)).collect();
    let solved = |row: &Row<'_>, m: usize| row[m].is_some_and(Tally::is_answered);
    let is_common = |row: &Row<'_>| columns.iter().all(|&m| solved(row, m));
    let common: Vec<&Row<'_>> =
        grid.rows().filter(|row| !columns.is_empty() && is_common(row)).collect();
    let any = grid.rows().filter(|row| columns.iter().any(|&m| solved(row, m))).count();
    let met = |limit| grid.records().any(|record| record.stop == Some(limit));
    let met_time = met(Limit::Time) || met(Limit::Wall);
    let bounds = results.plan.bounds;
    let Bounds { seconds, wall, nodes, .. } =
        if results.limits_differ { Bounds::default() } else { bounds };
    let limits = Penalties {
        seconds: seconds.or(wall).filter(|_| met_time),
        nodes: nodes.filter(|_| met(Limit::Nodes)).map(|nodes| nodes as f64),
    };
    let mut methods: Vec<MethodSummary> = results
        .plan
        .methods
        .iter()
        .enumerate()
        .map(|(m, method)| {
            let common = common.iter().filter_map(|row| row[m]).filter(|_| columns.contains(&m));
            method_summary(method, grid.of(m).collect(), common.collect(), limits)
        })
        .collect();
    let most = methods.iter().map(MethodSummary::answered).max();
    for method in &mut methods {
        method.solved_most = Some(method.answered()) == most;
    }
    let best = methods.iter().filter(|method| method.solved_most);
    let fastest = best.filter_map(|method| method.times_fastest).min_by(f64::total_cmp);
    for method in &mut methods {
        method.times_fastest = method
            .times_fastest
            .zip(fastest)
            .map(|(seconds, fastest)| if fastest > 0.0 { seconds / fastest } else { 1.0 });
    }
    let comparisons = comparisons(&grid, &methods, &results.pairs);
    let (instances, common) = (grid.rows().count(), common.len());
    Summary { methods, instances, common, solved_alike: any == common, comparisons }
}

/// The limits that runs reached: a run without an answer counts as a multiple of them.
#[derive(Clone, Copy)]
struct Penalties {
    seconds: Option<f64>,
    nodes: Option<f64>,
}

/// `times_fastest` is left as the mean of the seconds on the common instances.
fn method_summary(
    method: &str,
    records: Vec<&Tally>,
    common: Vec<&Tally>,
    limits: Penalties,
) -> MethodSummary {
    let ended = |ending| records.iter().filter(|record| record.verdict == ending).count() as u64;
    let stopped =
        [Limit::Time, Limit::Wall, Limit::Nodes, Limit::Memory, Limit::Cost, Limit::Cancelled]
            .map(|limit| (limit, records.iter().filter(|r| r.stop == Some(limit)).count() as u64));
    let mean = |measure: fn(&Tally) -> Option<f64>| {
        let values = records.iter().filter(|record| record.is_answered());
        Estimate::of(&values.filter_map(|record| measure(record)).collect::<Vec<_>>())
    };
    let of = |records: &[&Tally], measure: &dyn Fn(&Tally) -> Option<f64>| {
        Estimate::of(&records.iter().filter_map(|record| measure(record)).collect::<Vec<_>>())
    };
    let left = |record: &Tally| record.left.filter(|_| !record.is_answered());
    let penalised = |limit: Option<f64>, measure: fn(&Tally) -> f64| {
        let by = |factor: f64| {
            of(&records, &|record| match record.verdict {
                Conclusion::Solved | Conclusion::Unsolvable => Some(measure(record)),
                Conclusion::Stuck | Conclusion::Stopped | Conclusion::Failed => {
                    Some(factor * limit?)
                }
            })
        };
        limit.and_then(|_| Some([by(2.0)?, by(10.0)?]))
    };
    let seconds: Vec<f64> =
        records.iter().filter(|record| record.is_answered()).map(|record| record.seconds).collect();
    MethodSummary {
        method: method.into(),
        fast: records.iter().any(|record| record.fast),
        runs: records.len() as u64,
        solved: ended(Conclusion::Solved),
        stopped: stopped.into_iter().filter(|(_, count)| *count > 0).collect(),
        stuck: ended(Conclusion::Stuck),
        unsolvable: ended(Conclusion::Unsolvable),
        plans: records.iter().filter(|record| record.has_plan).count() as u64,
        cost: of(&records, &cost_of_solution),
        common_cost: of(&common, &cost_of_solution),
        value: mean(|record| record.value),
        left: of(&records, &left),
        expanded: mean(expanded),
        generated: mean(|record| Some(record.counters.generated as f64)),
        peak_bytes: records.iter().map(|record| record.counters.peak_bytes).max().unwrap_or(0),
        setup_seconds: {
            let setups: Vec<f64> = records.iter().map(|record| record.setup_seconds).collect();
            median(&setups).unwrap_or(0.0)
        },
        seconds: Estimate::of(&seconds),
        median_seconds: median(&seconds),
        par_seconds: penalised(limits.seconds, |record| record.seconds),
        par_nodes: penalised(limits.nodes, |record| record.counters.expanded as f64),
        solved_most: false,
        times_fastest: (!common.is_empty())
            .then(|| common.iter().map(|record| record.seconds).sum::<f64>() / common.len() as f64),
    }
}

/// The cost of a run's solution, if it has one.
pub(super) fn cost_of_solution(record: &Tally) -> Option<f64> {
    cost(record).filter(|_| record.has_solution())
}

pub(super) fn cost(record: &Tally) -> Option<f64> {
    record.cost.map(Number::value)
}

pub(super) fn expanded(record: &Tally) -> Option<f64> {
    Some(record.counters.expanded as f64)
}

/// The records by instance and method: one row per instance that has any, with a place for each
/// method.
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
