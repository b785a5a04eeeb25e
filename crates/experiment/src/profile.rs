//! When a run found which cost: methods that improve their answer have more than one.

use cpu_time::ThreadTime;
use goalward_lab::{EventKind, Facts, Step, Watcher};
use serde_json::Value;

use super::Record;

/// The names of a profile among the facts of a record: of costs of solutions, and of costs of the
/// states of a local search.
const PROFILE: &str = "profile";
const STATES: &str = "profile_of_states";

/// More improvements than this are not kept, except the last.
const KEPT: usize = 1_000;

/// Watches a run for solutions, and for the best states of a local search.
#[derive(Debug)]
pub(super) struct Improvements {
    clock: ThreadTime,
    /// Seconds since the run began, and the cost.
    found: Vec<(f64, f64)>,
    /// Whether the costs are of states.
    of_states: bool,
}

impl Improvements {
    pub fn new() -> Self {
        Improvements { clock: ThreadTime::now(), found: Vec::new(), of_states: false }
    }

    /// What was found, and its name, with times as if all had taken `seconds`: watching takes time,
    /// too.
    pub fn over(self, seconds: f64) -> (String, Value) {
        let all = self.clock.elapsed().as_secs_f64();
        let scale = if all > 0.0 { seconds / all } else { 0.0 };
        let times = self.found.iter().map(|(time, cost)| (time * scale, *cost));
        let name = if self.of_states { STATES } else { PROFILE };
        (name.into(), times.map(|(time, cost)| Value::from(vec![time, cost])).collect())
    }
}

impl Watcher for Improvements {
    fn wants(&mut self, event: EventKind) -> bool {
        matches!(event, EventKind::Plan | EventKind::Goal | EventKind::Best)
    }

    fn tell(&mut self, step: Step) {
        let cost = match step.facts {
            Facts::Node { g, .. } => g.value(),
            Facts::Best { cost } => {
                self.of_states = true;
                cost.value()
            }
            _ => return,
        };
        if self.found.last().is_some_and(|(_, best)| cost >= *best) {
            return;
        }
        if self.found.len() == KEPT {
            self.found.pop();
        }
        self.found.push((self.clock.elapsed().as_secs_f64(), cost));
    }
}

/// What the costs of a profile are costs of. Those of different kinds are not comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Solutions,
    States,
}

/// The seconds and costs that a record keeps.
pub(super) fn kept(record: &Record) -> (Kind, Vec<(f64, f64)>) {
    let (kind, name) = match record.facts.contains_key(STATES) {
        true => (Kind::States, STATES),
        false => (Kind::Solutions, PROFILE),
    };
    let pairs = record.facts.get(name).and_then(Value::as_array).into_iter().flatten();
    let pair = |pair: &Value| Some((pair.get(0)?.as_f64()?, pair.get(1)?.as_f64()?));
    (kind, pairs.filter_map(pair).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Bounds, Plan, Source};

    #[test]
    fn a_profile_falls_to_the_cost_that_is_reported() {
        let plan = Plan {
            domain: "tiles(size=3x3)".into(),
            source: Source::Seeded(4),
            methods: vec!["anytime(manhattan, weight=5)".into(), "annealing(steps=2000)".into()],
            seed: 1,
            bounds: Bounds { nodes: Some(20_000), ..Bounds::default() },
            repeats: None,
            profile: true,
            files: Vec::new(),
        };
        let records: Vec<Record> =
            (0..8).map(|cell| plan.run(cell, &Arc::default()).expect("it runs")).collect();
        let mut longest = 0;
        for record in records.iter().filter(|record| record.method.starts_with("any")) {
            let (kind, kept) = kept(record);
            assert_eq!(kind, Kind::Solutions);
            longest = longest.max(kept.len());
            assert!(kept.is_sorted_by(|a, b| a.0 <= b.0 && a.1 > b.1), "{kept:?}");
            assert_eq!(kept.last().map(|last| last.1), record.cost.map(|cost| cost.value()));
            assert!(kept.last().is_some_and(|last| last.0 <= record.seconds));
        }
        assert!(longest > 1, "no first plan was improved");
        let annealed = records.iter().filter(|record| record.method.starts_with("annealing"));
        assert_eq!(annealed.clone().count(), 4);
        for (kind, kept) in annealed.map(kept) {
            assert!(kind == Kind::States && kept.len() > 1, "{kept:?}");
        }
    }
}
