//! What is kept of a finished cell.

use goalward_lab::{Conclusion, Counters, Limit, Number, REPRODUCED, Solution};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Bounds, Environment};

/// A finished cell. All but the fields from `seconds` to `repeats` is the same whenever it is run
/// again, unless the run was stopped by the clock.
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
    pub verdict: Conclusion,
    /// At which limit, if at one.
    pub stop: Option<Limit>,
    /// The cost of the solution, or of the best found so far.
    pub cost: Option<Number>,
    /// Whether the cost is proved least.
    pub optimal: bool,
    /// What it took.
    #[serde(flatten)]
    pub counters: Counters,
    /// The solution, or the best found so far, where it has no more than [`Record::PIECES`]
    /// pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Solution>,
    /// The hash of a longer one: FNV-1a of its pieces with spaces between them, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution_hash: Option<String>,
    /// The limits it had.
    #[serde(default)]
    pub limits: Bounds,
    /// Processor time of the thread for one search, in seconds: the median over `repeats`.
    pub seconds: f64,
    /// Seconds it took beforehand to make what the search needs, such as tables of its heuristic.
    /// What several runs share was made once, and each reports what that took.
    #[serde(default)]
    pub setup_seconds: f64,
    /// Seconds by the wall clock for the first run, preparations included.
    #[serde(default)]
    pub wall_seconds: f64,
    /// When it began, in UTC.
    #[serde(default)]
    pub began: String,
    /// How many cells were run at once.
    #[serde(default)]
    pub jobs: u64,
    /// Whether it had its own process.
    #[serde(default)]
    pub isolated: bool,
    /// What it was made with; none in old records.
    #[serde(default)]
    pub environment: Option<Environment>,
    /// How often the run was repeated to time it.
    pub repeats: u32,
    /// What only the method's family reports, by name.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
}

impl Record {
    /// Longer solutions are kept as a hash.
    pub const PIECES: usize = 500;
}

/// In the facts of a run that was stopped with a solution in hand.
pub(super) const HAS_PLAN: &str = "has_plan";

/// What statistics need of a record: only numbers, so that very many fit in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// Its number in the plan.
    pub cell: u64,
    /// How it ended.
    pub verdict: Conclusion,
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
    /// Seconds of preparations.
    pub setup_seconds: f64,
    /// The number of its environment among those of the results.
    pub environment: u16,
    /// The value of a game.
    pub value: Option<f64>,
    /// What remained at the best state.
    pub left: Option<f64>,
    /// Whether an engine made for the problem ran.
    pub fast: bool,
    /// Whether it was stopped with a solution in hand.
    pub has_plan: bool,
    /// Whether the cost is the one that was published with the instance, if one was.
    pub reproduced: Option<bool>,
}

impl Tally {
    /// Whether it found what it was looking for.
    pub fn is_solved(&self) -> bool {
        self.verdict == Conclusion::Solved
    }

    /// Whether it has a solution, even one that it was still improving when it was stopped.
    pub fn has_solution(&self) -> bool {
        self.is_solved() || self.has_plan
    }

    /// Whether it has an answer: a solution, or the proof that there is none.
    pub fn is_answered(&self) -> bool {
        matches!(self.verdict, Conclusion::Solved | Conclusion::Unsolvable)
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
            setup_seconds: record.setup_seconds,
            environment: 0,
            value: fact("value"),
            left: fact("left"),
            fast: record.facts.get("engine").is_some_and(|engine| engine == "fast"),
            has_plan: record.facts.contains_key(HAS_PLAN),
            reproduced: record.facts.get(REPRODUCED).and_then(Value::as_bool),
        }
    }
}
