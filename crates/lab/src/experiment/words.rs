//! What an experiment is, in words.

use super::{Results, Source};
use crate::numbers::{bytes, grouped, time};

/// A title for the experiment.
pub(super) fn title(results: &Results) -> String {
    let plan = &results.plan;
    let methods = match plan.methods.len() {
        1 => "1 method".into(),
        many => format!("{many} methods"),
    };
    format!("{methods} on {}", instances(results))
}

/// `100 instances of tiles(size=3x3)`.
fn instances(results: &Results) -> String {
    let plan = &results.plan;
    match plan.instances() {
        1 => format!("1 instance of {}", plan.domain),
        many => format!("{} instances of {}", grouped(many), plan.domain),
    }
}

/// One line beneath the title.
pub(super) fn lead(results: &Results) -> String {
    let done = match results.missing() {
        0 => format!("{} runs", grouped(results.plan.cells())),
        _ => format!(
            "{} of {} runs so far",
            grouped(results.records.len() as u64),
            grouped(results.plan.cells())
        ),
    };
    format!("{done}, every method on the same instances. Seed {}.", results.plan.seed)
}

/// How the experiment was made, by name.
pub(super) fn facts(results: &Results) -> Vec<(&'static str, String)> {
    let plan = &results.plan;
    let source = match &plan.source {
        Source::Seeded(count) => format!("{} made from the seed", grouped(*count)),
        Source::Set { name, count } => format!("the first {} of {name}", grouped(*count)),
        Source::Listed(texts) if texts.len() == 1 => "the one given".into(),
        Source::Listed(texts) => format!("the {} given", grouped(texts.len() as u64)),
    };
    let bounds = [
        plan.bounds.seconds.map(time),
        plan.bounds.nodes.map(|nodes| format!("{} nodes", grouped(nodes))),
        plan.bounds.bytes.map(bytes),
    ];
    let bounds: Vec<String> = bounds.into_iter().flatten().collect();
    let bounds = if bounds.is_empty() { "none".into() } else { bounds.join(", ") };
    vec![
        ("domain", plan.domain.clone()),
        ("instances", source),
        ("seed", plan.seed.to_string()),
        ("limits of a run", bounds),
        ("program", results.version.clone()),
        ("machine", results.machine.clone()),
        ("command", results.command.clone()),
    ]
}
