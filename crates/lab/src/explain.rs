//! What each method does, in the words of a teacher, and its pseudocode.

use serde_json::Value;

use crate::trace::Step;

/// A method explained.
#[derive(Debug)]
pub struct Explanation {
    /// The method's name.
    pub name: &'static str,
    /// What it does.
    pub does: &'static str,
    /// What is known of its answer.
    pub guarantees: &'static str,
    /// What it takes.
    pub costs: &'static str,
    /// Its lines, two spaces for each level.
    pub pseudocode: &'static [&'static str],
    /// The line of each event, from 1: `event`, or `event/kind` with the fate of what was
    /// generated, or `refused`.
    pub lines: &'static [(&'static str, usize)],
    /// Whether the nodes that wait are all kept, so that there is a frontier to count.
    pub frontier: bool,
}

/// The explanation of a method.
pub fn explanation(method: &str) -> Option<&'static Explanation> {
    EXPLANATIONS.iter().copied().flatten().find(|explanation| explanation.name == method)
}

/// Every explanation, family by family. A new method is one row more.
pub const EXPLANATIONS: &[&[Explanation]] =
    &[path::EXPLANATIONS, local::EXPLANATIONS, csp::EXPLANATIONS, game::EXPLANATIONS];

mod csp;
mod game;
mod local;
mod path;

impl Explanation {
    /// The line of the pseudocode that a step is at, from 1.
    pub fn line(&self, step: &Step) -> Option<usize> {
        let kind = match (step.facts.get("fate"), step.facts.get("accepted")) {
            (Some(Value::String(fate)), _) => fate,
            (_, Some(Value::Bool(false))) => "refused",
            _ => "",
        };
        let is_kind = |name: &str| {
            let (event, of) = name.split_once('/').unwrap_or((name, ""));
            event == step.event && of == kind
        };
        let exact = self.lines.iter().find(|(name, _)| is_kind(name));
        let line = exact.or_else(|| self.lines.iter().find(|(name, _)| *name == step.event));
        line.map(|&(_, line)| line)
    }
}
