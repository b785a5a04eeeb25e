//! What an experiment is, in words.

use std::collections::BTreeSet;

use goalward_lab::familiar;
use goalward_lab::numbers::{grouped, time};

use super::{Bounds, Plan, Results, Source};

/// A title for the experiment.
pub(super) fn title(results: &Results) -> String {
    let plan = &results.plan;
    let methods = match plan.methods.len() {
        1 => "1 method".into(),
        many => format!("{many} methods"),
    };
    format!("{methods} on {}", instances(results))
}

/// `100 instances of 8-puzzle`.
fn instances(results: &Results) -> String {
    let plan = &results.plan;
    let domain =
        plan.domain.parse().map_or(plan.domain.clone(), |spec| familiar(&spec).to_string());
    match plan.instances() {
        _ if only_one(plan).is_some() => format!("1 instance of {domain}"),
        1 => format!("1 instance of {domain}"),
        many if results.left_out > 0 => {
            let shown = results.tallies.iter().map(|tally| results.instance(tally.cell));
            let shown = shown.collect::<BTreeSet<_>>().len() as u64;
            let of = if shown == many { String::new() } else { format!("{} of ", grouped(shown)) };
            format!("{of}{} instances of {domain}", grouped(many))
        }
        many => format!("{} instances of {domain}", grouped(many)),
    }
}

/// One line beneath the title.
pub(super) fn lead(results: &Results) -> String {
    let done = match results.missing() {
        0 => format!("{} runs", grouped(results.plan.cells())),
        _ => format!(
            "{} of {} runs so far",
            grouped(results.tallies.len() as u64),
            grouped(results.plan.cells())
        ),
    };
    let one = only_one(&results.plan).map_or(String::new(), |words| format!(" {words}"));
    format!("{done}, every method on the same instances. Seed {}.{one}", results.plan.seed)
}

/// How the experiment was made, by name.
pub(super) fn facts(results: &Results) -> Vec<(&'static str, String)> {
    let plan = &results.plan;
    let source = match &plan.source {
        Source::Seeded(count) => format!("{} made from the seed", grouped(*count)),
        Source::Set { name, count } => format!("the first {} of {name}", grouped(*count)),
        Source::Repeated { runs: 1, .. } => "the one given".into(),
        Source::Repeated { runs, .. } => format!("one, with {} seeds", grouped(*runs)),
        Source::Listed(texts) if texts.len() == 1 => "the one given".into(),
        Source::Listed(texts) => format!("the {} given", grouped(texts.len() as u64)),
    };
    vec![
        ("domain", plan.domain.clone()),
        ("instances", source),
        ("seed", plan.seed.to_string()),
        ("limits of a run", limits(results)),
        ("program", results.version.clone()),
        ("machine", results.machine.clone()),
        ("command", results.command.clone()),
    ]
}

/// What was compared on what, in two lines for the terminal.
pub fn heading(results: &Results) -> String {
    let plan = &results.plan;
    let limits = limits(results);
    let one = only_one(plan).map_or(String::new(), |words| format!("{words}\n"));
    format!("{}, seed {}\n{one}Limits of a run: {limits}\n", title(results), plan.seed)
}

/// A note that the domain makes no other instance, where none was given.
pub(super) fn only_one(plan: &Plan) -> Option<String> {
    let Source::Repeated { text: None, runs } = plan.source else { return None };
    let again = match runs {
        1 => String::new(),
        _ => format!(", run {} times with different seeds", grouped(runs)),
    };
    Some(format!("The domain is not random: this is its only instance{again}."))
}

/// The limits of each run, in words.
fn limits(results: &Results) -> String {
    if results.limits_differ { "they differ".into() } else { bounds(&results.plan.bounds) }
}

/// Limits in words.
pub(super) fn bounds(bounds: &Bounds) -> String {
    let limits = [
        bounds.seconds.map(|limit| format!("{} of processor time", time(limit))),
        bounds.wall.map(|limit| format!("{} of wall-clock time", time(limit))),
        bounds.nodes.map(|nodes| format!("{} nodes", grouped(nodes))),
        bounds.bytes.map(goalward_lab::numbers::bytes),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    if limits.is_empty() { "none".into() } else { limits.join(", ") }
}
