//! The content of an experiment's table, whatever its format.

use goalward_lab::numbers::{bytes, rounded, unit_of_time};

use super::Results;
use super::remarks::remarks;
use super::statistics::Estimate;
use super::summary::{MethodSummary, Summary, summarize};

/// The table with its remarks, ready to be printed in any form.
pub(super) struct Content {
    pub columns: Vec<&'static Column>,
    /// One row per method, one cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// What should be known about the numbers, a sentence or two each.
    pub remarks: Vec<String>,
    pub summary: Summary,
}

/// Whether times are shown. Without them the table is the same whenever and
/// wherever the experiment is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Times {
    /// It is.
    #[default]
    Shown,
    /// It is not.
    Hidden,
}

pub(super) struct Column {
    pub name: &'static str,
    pub meaning: &'static str,
    pub kind: Kind,
    cell: fn(&MethodSummary) -> Cell,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The method's name.
    Name,
    /// Shown where any method has some.
    Count,
    /// Shown where any method has it.
    Figure,
    /// The same, from the clock.
    Clock,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Nothing,
    /// A number, perhaps an estimate.
    Number(Number),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    pub text: String,
    /// How far the interval reaches: `±3`, or `-2 +9` where it is asymmetric.
    pub spread: Option<String>,
    /// The ends of the interval.
    pub interval: Option<(String, String)>,
    /// Empty if it has none.
    pub unit: &'static str,
    /// Whether it leaves out runs that were not solved.
    pub partial: bool,
    /// Whether no other method has less.
    pub least: bool,
    value: f64,
}

/// The mark of a row whose engine was made for the problem.
pub(super) const FAST: &str = "†";

/// The column of runs that were stopped with a solution.
pub(super) const PLANS: &str = "plans";

/// The column of what remained in unsolved runs.
pub(super) const REMAINING: &str = "remaining";

/// Every column there is, in order.
const COLUMNS: &[Column] = &[
    Column {
        name: "method",
        meaning: "The method with its settings.",
        kind: Kind::Name,
        cell: |method| {
            let mark = if method.fast { FAST } else { "" };
            Cell::Text(format!("{}{mark}", method.method))
        },
    },
    Column {
        name: "solved",
        meaning: "Runs that found a solution, of all runs.",
        kind: Kind::Name,
        cell: |method| Cell::Text(format!("{}/{}", method.solved, method.runs)),
    },
    Column {
        name: "stopped",
        meaning: "Runs stopped at a limit, by limit.",
        kind: Kind::Count,
        cell: |method| {
            let by = |limit| match limit {
                goalward_lab::Limit::Cancelled => "by request",
                goalward_lab::Limit::Cost => "cost",
                goalward_lab::Limit::Memory => "memory",
                goalward_lab::Limit::Nodes => "nodes",
                goalward_lab::Limit::Time => "time",
                goalward_lab::Limit::Wall => "wall clock",
            };
            let each =
                method.stopped.iter().map(|(limit, count)| format!("{count} {}", by(*limit)));
            match each.collect::<Vec<_>>() {
                none if none.is_empty() => Cell::Nothing,
                some => Cell::Text(some.join(", ")),
            }
        },
    },
    Column {
        name: "stuck",
        meaning: "Runs that ended without a solution, which proves nothing.",
        kind: Kind::Count,
        cell: |method| count(method.stuck),
    },
    Column {
        name: "unsolvable",
        meaning: "Runs that proved that there is no solution.",
        kind: Kind::Count,
        cell: |method| count(method.unsolvable),
    },
    Column {
        name: PLANS,
        meaning: "Runs that were stopped with a solution, which they were still improving.",
        kind: Kind::Count,
        cell: |method| count(method.plans),
    },
    Column {
        name: "cost",
        meaning: "Mean cost of the solutions; for a path, its number of moves or length.",
        kind: Kind::Figure,
        cell: |method| estimate(method.cost, method.answered() + method.plans < method.runs),
    },
    Column {
        name: "common cost",
        meaning: "Mean cost over the instances that every method solved.",
        kind: Kind::Figure,
        cell: |method| estimate(method.common_cost, false),
    },
    Column {
        name: "value",
        meaning: "Mean value of the position for the player to move.",
        kind: Kind::Figure,
        cell: |method| estimate(method.value, method.is_partial()),
    },
    Column {
        name: REMAINING,
        meaning: "Mean distance to a solution from the best state of each unsolved run: conflicts, or the heuristic's estimate.",
        kind: Kind::Figure,
        cell: |method| estimate(method.left, false),
    },
    Column {
        name: "expanded",
        meaning: "Mean nodes expanded; in local search, steps taken.",
        kind: Kind::Figure,
        cell: |method| estimate(method.expanded, method.is_partial()),
    },
    Column {
        name: "generated",
        meaning: "Mean successors generated.",
        kind: Kind::Figure,
        cell: |method| estimate(method.generated, method.is_partial()),
    },
    Column {
        name: "PAR2 nodes",
        meaning: "Mean nodes expanded over all runs, with those without an answer counted as twice the node limit.",
        kind: Kind::Figure,
        cell: |method| estimate(method.par_nodes.map(|par| par[0]), false),
    },
    Column {
        name: "PAR10 nodes",
        meaning: "Mean nodes expanded over all runs, with those without an answer counted as ten times the node limit.",
        kind: Kind::Figure,
        cell: |method| estimate(method.par_nodes.map(|par| par[1]), false),
    },
    Column {
        name: "memory",
        meaning: "The most memory that any run of the method used for its nodes.",
        kind: Kind::Figure,
        cell: |method| memory(method.peak_bytes),
    },
    Column {
        name: "setup",
        meaning: "Median preparation time of a run, such as the tables of its heuristic. No other time includes it.",
        kind: Kind::Clock,
        cell: |method| match method.setup_seconds {
            // Less says more about the clock than about the method.
            none if none < 1e-5 => Cell::Nothing,
            seconds => time(Some(point(seconds)), false),
        },
    },
    Column {
        name: "time",
        meaning: "Mean processor time of a search.",
        kind: Kind::Clock,
        cell: |method| time(method.seconds, method.is_partial()),
    },
    Column {
        name: "median",
        meaning: "Median processor time of a search.",
        kind: Kind::Clock,
        cell: |method| time(method.median_seconds.map(point), method.is_partial()),
    },
    Column {
        name: "PAR2",
        meaning: "Mean processor time over all runs, with those without an answer counted as twice the time limit.",
        kind: Kind::Clock,
        cell: |method| time(method.par_seconds.map(|par| par[0]), false),
    },
    Column {
        name: "PAR10",
        meaning: "Mean processor time over all runs, with those without an answer counted as ten times the time limit.",
        kind: Kind::Clock,
        cell: |method| time(method.par_seconds.map(|par| par[1]), false),
    },
    Column {
        name: FASTEST,
        meaning: "Mean time as a multiple of the fastest method's, on the instances that all solved. The fastest is among those that solved the most.",
        kind: Kind::Clock,
        cell: |method| {
            let Some(times) = method.times_fastest else { return Cell::Nothing };
            match number(times, rounded(times, if times < 10.0 { 3 } else { 2 }), "×") {
                Cell::Number(number) => {
                    Cell::Number(Number { partial: !method.solved_most, ..number })
                }
                cell => cell,
            }
        },
    },
];

/// The column that compares times.
pub(super) const FASTEST: &str = "of fastest";

fn count(count: u64) -> Cell {
    if count == 0 { Cell::Nothing } else { Cell::Text(count.to_string()) }
}

fn point(value: f64) -> Estimate {
    Estimate { mean: value, interval: None, count: 1 }
}

fn number(value: f64, text: String, unit: &'static str) -> Cell {
    let (spread, interval) = (None, None);
    Cell::Number(Number { text, spread, interval, unit, partial: false, least: false, value })
}

fn estimate(estimate: Option<Estimate>, partial: bool) -> Cell {
    let Some(estimate) = estimate else { return Cell::Nothing };
    Cell::Number(Number {
        text: rounded(estimate.mean, 4),
        spread: spread(estimate, 1.0),
        interval: estimate.interval.map(|(low, high)| (rounded(low, 4), rounded(high, 4))),
        unit: "",
        partial,
        least: false,
        value: estimate.mean,
    })
}

fn time(estimate: Option<Estimate>, partial: bool) -> Cell {
    let Some(estimate) = estimate else { return Cell::Nothing };
    let (size, unit) = unit_of_time(estimate.mean);
    let text = |seconds: f64| rounded(seconds / size, 3);
    Cell::Number(Number {
        text: text(estimate.mean),
        spread: spread(estimate, size),
        interval: estimate.interval.map(|(low, high)| (text(low), text(high))),
        unit,
        partial,
        least: false,
        value: estimate.mean,
    })
}

fn spread(estimate: Estimate, unit: f64) -> Option<String> {
    let (low, high) = estimate.interval?;
    let arm = |length: f64| rounded(length / unit, 2);
    let (down, up) = (arm(estimate.mean - low), arm(high - estimate.mean));
    Some(if down == up { format!("±{up}") } else { format!("-{down} +{up}") })
}

fn memory(held: u64) -> Cell {
    if held == 0 {
        return Cell::Nothing;
    }
    let text = bytes(held);
    let (amount, unit) = text.split_once(' ').expect("bytes have a unit");
    let unit = ["B", "kB", "MB", "GB"].into_iter().find(|known| *known == unit);
    number(held as f64, amount.into(), unit.expect("one of these"))
}

impl Content {
    /// Where room is short, only costs, nodes and times keep their intervals.
    pub fn keep_main_intervals(&mut self) {
        for (at, column) in self.columns.iter().enumerate() {
            if ["cost", "expanded", "time"].contains(&column.name) {
                continue;
            }
            for row in &mut self.rows {
                if let Cell::Number(number) = &mut row[at] {
                    (number.spread, number.interval) = (None, None);
                }
            }
        }
    }
}

/// The table of `results`, with the columns that its records have values for.
pub(super) fn content(results: &Results, times: Times) -> Content {
    let summary = summarize(results);
    let is_shown = |column: &&Column| {
        let cells = || summary.methods.iter().map(|method| (column.cell)(method));
        let costs = || summary.methods.iter().filter_map(|method| method.cost);
        match column.kind {
            Kind::Name => true,
            Kind::Clock if times == Times::Hidden || results.is_mixed() => false,
            // Where every solution costs nothing, as in local search, that says nothing.
            _ if column.name == "cost" => costs().any(|cost| cost.mean != 0.0),
            _ if column.name == "common cost" => {
                !summary.solved_alike && summary.common > 0 && costs().any(|cost| cost.mean != 0.0)
            }
            _ if column.name == FASTEST => {
                summary.methods.len() > 1 && cells().any(|cell| cell != Cell::Nothing)
            }
            // It says little about runs that were stopped.
            _ if column.name == REMAINING => summary.methods.iter().any(|method| method.stuck > 0),
            _ => cells().any(|cell| cell != Cell::Nothing),
        }
    };
    let columns: Vec<&Column> = COLUMNS.iter().filter(is_shown).collect();
    let row = |method| columns.iter().map(|column| (column.cell)(method)).collect();
    let mut rows: Vec<Vec<Cell>> = summary.methods.iter().map(row).collect();
    for (at, column) in columns.iter().enumerate() {
        if !["value", REMAINING].contains(&column.name) {
            note_least(&mut rows, at);
        }
    }
    let remarks = remarks(results, &summary, &columns, times);
    Content { columns, rows, remarks, summary }
}

/// Marks the least number of a column, unless that would compare means over different instances.
fn note_least(rows: &mut [Vec<Cell>], at: usize) {
    let mut numbers: Vec<&mut Number> = rows
        .iter_mut()
        .filter_map(|row| match &mut row[at] {
            Cell::Number(number) => Some(number),
            _ => None,
        })
        .collect();
    let least = numbers.iter().map(|number| number.value).min_by(f64::total_cmp);
    if numbers.len() > 1 && !numbers.iter().any(|number| number.partial) {
        for number in &mut numbers {
            number.least = Some(number.value) == least;
        }
    }
}
