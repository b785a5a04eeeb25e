//! What a run found and what it took, its types erased: one plain record for every family, for
//! tables, files and the page.

use std::time::Duration;

use cpu_time::ThreadTime;
use goalward::{Stats, Stop};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::number::Number;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Conclusion {
    /// With a solution.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// At rest without one, which proves nothing.
    Stuck,
    /// At a limit.
    Stopped,
    /// By an error in the program: its results do not count.
    Failed,
}

/// The limit at which a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Too many nodes.
    Nodes,
    /// Too long.
    Time,
    /// Too much memory.
    Memory,
    /// A sum of costs that does not fit, or an invalid cost.
    Cost,
    /// Too long by the wall clock, where processor time is limited too.
    Wall,
    /// By request.
    Cancelled,
}

impl Limit {
    /// "at the time limit", to follow "stopped".
    pub fn words(self) -> &'static str {
        match self {
            Limit::Nodes => "at the node limit",
            Limit::Time => "at the time limit",
            Limit::Wall => "at the wall-clock time limit",
            Limit::Memory => "at the memory limit",
            Limit::Cost => "at a cost that is too large",
            Limit::Cancelled => "by request",
        }
    }
}

impl From<Stop> for Limit {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Nodes => Limit::Nodes,
            Stop::Time => Limit::Time,
            Stop::Memory => Limit::Memory,
            Stop::Cost => Limit::Cost,
            _ => Limit::Cancelled,
        }
    }
}

/// A solution, its types erased.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Solution {
    /// Actions, in order, or whatever else has names.
    Words(Vec<String>),
    /// Values, by variable: rows by column from 1 for queens, digits by cell for Sudoku.
    Numbers(Vec<u64>),
}

impl Solution {
    /// Its pieces as words.
    pub fn words(&self) -> Vec<String> {
        match self {
            Solution::Words(words) => words.clone(),
            Solution::Numbers(numbers) => numbers.iter().map(u64::to_string).collect(),
        }
    }

    /// How many pieces it has.
    pub fn len(&self) -> usize {
        match self {
            Solution::Words(words) => words.len(),
            Solution::Numbers(numbers) => numbers.len(),
        }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What a method reports of one run, before it is combined with the request.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How it ended.
    pub verdict: Conclusion,
    /// At which limit, if at one.
    pub stop: Option<Limit>,
    /// The cost of `solution`.
    pub cost: Option<Number>,
    /// Whether the cost is proved least.
    pub optimal: bool,
    /// The solution, or the best found so far.
    pub solution: Option<Solution>,
    /// Whether `solution` is claimed to be one, and not only the best so far.
    pub solves: bool,
    /// More solutions, where more than one was asked for.
    pub others: Vec<Solution>,
    /// What it took.
    pub stats: Stats,
    /// What only this family reports, by name.
    pub facts: Map<String, Value>,
    /// The statistics that people are shown, except the time.
    pub figures: Vec<(&'static str, Figure)>,
    /// How it ended, in a sentence or two.
    pub summary: String,
    /// More for people, one line each.
    pub notes: Vec<String>,
    /// The processor time outside the search: for what was made before it, and for writing this
    /// finding.
    pub aside: Duration,
    /// The time it takes to make what the search needs beforehand, such as the tables of its
    /// heuristic: what was already in memory counts with the time it took when it was made.
    pub setup: Duration,
}

/// A number for people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// How many.
    Count(u64),
    /// How many were held, in how many bytes.
    Held {
        /// How many.
        count: u64,
        /// The bytes.
        bytes: u64,
    },
    /// How many bytes.
    Bytes(u64),
    /// Any number.
    Number(f64),
    /// A cost or an estimate.
    Cost(Number),
}

/// Facts of a report by their names.
pub(crate) fn facts<const N: usize>(named: [(&str, Value); N]) -> Map<String, Value> {
    let mut facts = Map::new();
    for (name, value) in named {
        facts.insert(name.into(), value);
    }
    facts
}

impl Finding {
    /// The finding that there is no solution, for a reason known without searching.
    pub fn hopeless(reason: &str) -> Self {
        Finding {
            verdict: Conclusion::Unsolvable,
            stop: None,
            cost: None,
            optimal: false,
            solution: None,
            solves: false,
            others: Vec::new(),
            stats: Stats::default(),
            facts: Map::from_iter([("reason".to_string(), Value::from(reason))]),
            figures: Vec::new(),
            summary: format!("Unsolvable: {reason}."),
            notes: Vec::new(),
            aside: Duration::ZERO,
            setup: Duration::ZERO,
        }
    }

    /// What `write` makes of a search that has ended, with the time it took.
    pub(crate) fn written(write: impl FnOnce() -> Finding) -> Self {
        let clock = ThreadTime::now();
        let finding = write();
        Finding { aside: finding.aside + clock.elapsed(), ..finding }
    }
}

/// What a run took, except time: the counters that reports, records and statistics share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Nodes whose successors were generated; in local search, steps taken.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Nodes expanded again.
    pub reopened: u64,
    /// The most nodes held at once.
    pub peak_stored: u64,
    /// The most bytes held at once.
    pub peak_bytes: u64,
}

impl Counters {
    /// Those of a search.
    pub fn of(stats: &Stats) -> Self {
        let Stats { expanded, generated, reopened, peak_stored, peak_bytes, .. } = *stats;
        Counters { expanded, generated, reopened, peak_stored, peak_bytes }
    }
}

/// One run, complete: what was asked, what was found, what it took.
///
/// Its fields in this order are the JSON object that `goalward solve --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The domain's own name, not an alias.
    pub domain: &'static str,
    /// The instance, as the domain writes it.
    pub instance: String,
    /// The goal, where the domain has one that can be chosen.
    pub goal: Option<String>,
    /// The method with its settings.
    pub method: String,
    /// The seed of everything random in it.
    pub seed: u64,
    /// How it ended.
    pub verdict: Conclusion,
    /// At which limit, if at one.
    pub stop: Option<Limit>,
    /// The cost of `solution`.
    pub cost: Option<Number>,
    /// Whether the cost is proved least.
    pub optimal: bool,
    /// The solution; of a run that was stopped or stuck, the best found so far.
    pub solution: Option<Solution>,
    /// More solutions, where more than one was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Solution>,
    /// What it took.
    #[serde(flatten)]
    pub counters: Counters,
    /// Time from beginning to end.
    pub seconds: f64,
    /// The time it took beforehand to make what the search needs, such as the tables of its
    /// heuristic.
    pub setup_seconds: f64,
    /// What only this family reports, by name.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
    /// The statistics that people are shown, except the time.
    #[serde(skip)]
    pub figures: Vec<(&'static str, Figure)>,
    /// How it ended, in a sentence or two.
    #[serde(skip)]
    pub summary: String,
    /// More for people, one line each.
    #[serde(skip)]
    pub notes: Vec<String>,
}

impl Report {
    /// The report as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a report holds only plain values")
    }
}
