//! What a run found and what it took, its types erased: one plain record for every
//! family, made for tables, files and the page.

use goalward::{Stats, Stop};
use serde::Serialize;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// With a solution.
    Solved,
    /// With the certainty that there is none.
    Unsolvable,
    /// At rest without one, which proves nothing.
    Stuck,
    /// At a limit.
    Stopped,
}

/// The limit at which a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Too many nodes.
    Nodes,
    /// Too long.
    Time,
    /// Too much memory.
    Memory,
    /// By request.
    Cancelled,
}

impl From<Stop> for Limit {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Nodes => Limit::Nodes,
            Stop::Time => Limit::Time,
            Stop::Memory => Limit::Memory,
            Stop::Cancelled => Limit::Cancelled,
        }
    }
}

/// What a method says of one run, before it is put beside what was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How it ended.
    pub verdict: Ending,
    /// At which limit, if at one.
    pub stop: Option<Limit>,
    /// The cost of `solution`.
    pub cost: Option<i64>,
    /// The solution, or the best found so far.
    pub solution: Option<Vec<String>>,
    /// What remains, by the heuristic, where `solution` ends short of a goal.
    pub left: Option<u32>,
    /// Whether the cost is proved least.
    pub optimal: bool,
    /// The cost is proved to be at most this many times the least.
    pub bound: Option<f64>,
    /// Why there is no solution, where that is known without searching.
    pub reason: Option<String>,
    /// What it took.
    pub stats: Stats,
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
    pub verdict: Ending,
    /// At which limit, if at one.
    pub stop: Option<Limit>,
    /// The cost of `solution`.
    pub cost: Option<i64>,
    /// Whether the cost is proved least.
    pub optimal: bool,
    /// The solution; of a run that was stopped or stuck, the best found so far.
    pub solution: Option<Vec<String>>,
    /// Nodes whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Nodes expanded again.
    pub reopened: u64,
    /// The most nodes held at once.
    pub peak_stored: u64,
    /// The most bytes held at once.
    pub peak_bytes: u64,
    /// Time from beginning to end.
    pub seconds: f64,
    /// The branching factor of a uniform tree of that depth and as many nodes.
    pub branching_factor: Option<f64>,
    /// The cost is proved to be at most this many times the least.
    pub bound: Option<f64>,
    /// What remains, by the heuristic, where `solution` ends short of a goal.
    pub left: Option<u32>,
    /// No solution is cheaper, proved even where none was found.
    pub lower_bound: Option<u32>,
    /// Why there is no solution, where that is known without searching.
    pub reason: Option<String>,
}

impl Report {
    /// The report as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a report holds only plain values")
    }
}
