//! What is kept of a finished cell.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::number::Number;
use crate::report::{Counters, Ending, Limit};

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
    pub cost: Option<Number>,
    /// Whether the cost is proved least.
    pub optimal: bool,
    /// What it took.
    #[serde(flatten)]
    pub counters: Counters,
    /// Processor time of the thread for one run, in seconds: the median over `repeats`.
    pub seconds: f64,
    /// How often the run was repeated to time it.
    pub repeats: u32,
    /// What only the method's family has to say, by name.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
}

/// What statistics need of a record: numbers alone, so that very many fit in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// Its number in the plan.
    pub cell: u64,
    /// How it ended.
    pub verdict: Ending,
    /// At which limit, if at one.
    pub stop: Option<Limit>,
    /// Whether the cost is proved least.
    pub optimal: bool,
    /// The cost of the solution, or of the best found so far.
    pub cost: Option<Number>,
    /// What it took.
    pub counters: Counters,
    /// Seconds of processor time.
    pub seconds: f64,
    /// The value of a game.
    pub value: Option<f64>,
    /// What the best state still lacked.
    pub left: Option<f64>,
    /// Whether an engine made for the problem ran.
    pub fast: bool,
}

impl Tally {
    /// Whether it found what it was looking for.
    pub fn is_solved(&self) -> bool {
        self.verdict == Ending::Solved
    }
}

impl From<&Record> for Tally {
    fn from(record: &Record) -> Self {
        let fact = |name| record.facts.get(name).and_then(Value::as_f64);
        Tally {
            cell: record.cell,
            verdict: record.verdict,
            stop: record.stop,
            optimal: record.optimal,
            cost: record.cost,
            counters: record.counters,
            seconds: record.seconds,
            value: fact("value"),
            left: fact("left"),
            fast: record.facts.get("engine").is_some_and(|engine| engine == "fast"),
        }
    }
}
