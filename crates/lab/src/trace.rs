//! A search as a stream of plain events, its types erased.

use serde::Serialize;
use serde_json::{Map, Value};

/// One event of a run: a line of a trace, a frame for a watcher.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// What happened: expand, generate, bound, improve, goal …
    pub event: &'static str,
    /// The state it happened to, as text; `Instance::draw` draws it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Its numbers and words, by name.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
    /// What was chosen and why, for people.
    #[serde(skip)]
    pub why: String,
}

impl Step {
    /// An event without a state.
    pub fn new(event: &'static str, why: String) -> Self {
        Step { event, state: None, facts: Map::new(), why }
    }

    /// The same of a state.
    pub fn at(mut self, state: String) -> Self {
        self.state = Some(state);
        self
    }

    /// The same with one more fact.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.facts.insert(name.into(), value.into());
        self
    }
}

/// Watches a run; every `FnMut(Step)` does.
pub trait Watcher {
    /// Whether it wants to be told of the next event, which has this name. Asked once
    /// for each event, in order: an event that nobody wants is never put into words.
    fn wants(&mut self, _event: &'static str) -> bool {
        true
    }

    /// Told of an event that it wants.
    fn tell(&mut self, step: Step);
}

impl<F: FnMut(Step)> Watcher for F {
    fn tell(&mut self, step: Step) {
        self(step)
    }
}

/// Who is told of each event, if anyone.
pub type Trace<'a> = Option<&'a mut dyn Watcher>;
