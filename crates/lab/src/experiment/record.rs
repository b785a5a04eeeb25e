//! What is kept of a finished cell.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Plan;
use crate::report::{Ending, Limit};

/// A finished cell. All but `seconds` and `repeats` is the same whenever it is run again,
/// unless the run was stopped by the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the plan.
    pub cell: u64,
    /// The method's spec.
    pub method: String,
    /// The instance as text.
    pub instance: String,
    /// The goal as text, where there is one to choose.
    pub goal: Option<String>,
    /// The seed of everything random in the run.
    pub seed: u64,
    /// How it ended.
    pub verdict: Ending,
    /// At which limit, if at one.
    pub stop: Option<Limit>,
    /// The cost of the solution, or of the best found so far.
    pub cost: Option<i64>,
    /// Whether the cost is proved least.
    pub optimal: bool,
    /// Nodes expanded, or steps taken.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Nodes expanded again.
    pub reopened: u64,
    /// The most nodes held at once.
    pub peak_stored: u64,
    /// The most bytes held at once.
    pub peak_bytes: u64,
    /// Processor time of the thread for one run, in seconds: the median over `repeats`.
    pub seconds: f64,
    /// How often the run was repeated to time it.
    pub repeats: u32,
    /// What only the method's family has to say, by name.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
}

impl Record {
    /// Whether it found what it was looking for.
    pub fn is_solved(&self) -> bool {
        self.verdict == Ending::Solved
    }
}

/// A plan and as many of its cells as are done.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// What was asked for.
    pub plan: Plan,
    /// The cells that are done, by number, each once.
    pub records: Vec<Record>,
    /// The program's version that planned it.
    pub version: String,
    /// The command that repeats it.
    pub command: String,
    /// The machine it ran on, in words.
    pub machine: String,
}

impl Results {
    /// The index of a record's method in the plan.
    pub fn method(&self, record: &Record) -> usize {
        (record.cell % self.plan.methods.len() as u64) as usize
    }

    /// The number of a record's instance.
    pub fn instance(&self, record: &Record) -> u64 {
        record.cell / self.plan.methods.len() as u64
    }

    /// The records by number, whatever order they are kept in.
    pub fn in_order(&self) -> Vec<&Record> {
        let mut records: Vec<&Record> = self.records.iter().collect();
        records.sort_by_key(|record| record.cell);
        records
    }

    /// How many cells are not done.
    pub fn missing(&self) -> u64 {
        self.plan.cells() - self.records.len() as u64
    }
}
