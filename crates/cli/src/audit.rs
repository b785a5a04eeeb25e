//! `goalward audit`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use goalward::{Limits, Monitor};
use goalward_lab::audit::{
    self, AuditReport, AuditRun, Counterexample, Descent, EvaluatorFound, Found, HeuristicFound,
    LandscapeFound, MisjudgedPosition, SubjectKind,
};
use goalward_lab::{Conclusion, Limit, Number, Shown, Spec, open};

use crate::args::Audit;
use crate::estimates::Estimates;
use crate::exit;
use crate::progress::{Spinner, cancel_on_interrupt};
use crate::show::{self, grouped};
use crate::solve::{hinted, most_of_free_memory, read_instance};

/// Audits what was named, or by default the usual ones, and prints what was found.
pub fn run(audit: &Audit) -> Result<ExitCode> {
    let spec = audit.settings.on(&audit.domain)?;
    let text = audit.instance.as_deref();
    let text = text.map(|text| read_instance(&audit.domain, text)).transpose()?;
    let opened = open(&spec, text.as_deref(), audit.seed);
    let (domain, instance) = opened.map_err(|error| hinted(error, audit.instance.as_deref()))?;
    let own = audit.heuristic_from.as_deref().map(Estimates::open).transpose()?;
    let specs = match audit.heuristic.is_empty() {
        _ if own.is_some() => vec![Spec::bare("own")],
        true => audit::usual(domain, instance.as_ref())?,
        false => audit.heuristic.clone(),
    };
    let monitor = Arc::new(Monitor::default());
    cancel_on_interrupt(monitor.clone())?;
    let limits = Limits {
        nodes: audit.nodes,
        time: audit.time,
        memory: audit.memory.or_else(most_of_free_memory),
        monitor: Some(monitor.clone()),
        ..Limits::default()
    };
    let run = AuditRun { seed: audit.seed, samples: audit.samples, limits };
    if own.is_none() {
        for spec in &specs {
            audit::check(domain, instance.as_ref(), spec, &run)?;
        }
    }
    let mut reports: Vec<AuditReport> = Vec::new();
    let mut out = std::io::stdout().lock();
    for spec in &specs {
        let spinner = Spinner::start(monitor.clone());
        let report = match (&own, &audit.heuristic_from) {
            (Some(own), Some(name)) => {
                let tell = |state: &str| own.tell(state);
                audit::audit_told(domain, instance.as_ref(), name, &tell, &run)
            }
            _ => audit::audit(domain, instance.as_ref(), spec, &run),
        };
        drop(spinner);
        let report = report?;
        own.as_ref().map_or(Ok(()), Estimates::finish)?;
        if audit.json {
            // This way the fields keep their order.
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        }
        reports.push(report);
        if monitor.is_cancelled() {
            break;
        }
    }
    if !audit.json {
        write!(out, "{}", show::fitted(&text_of(audit, &reports)))?;
    }
    if monitor.is_cancelled() {
        if reports.len() < specs.len() {
            eprintln!("Interrupted: {} of {} audits are shown.", reports.len(), specs.len());
        }
        return Ok(exit::code(Conclusion::Stopped, Some(Limit::Cancelled)));
    }
    let stop = reports.iter().find_map(|report| report.stop);
    Ok(match stop {
        Some(stop) => exit::code(Conclusion::Stopped, Some(stop)),
        None => ExitCode::SUCCESS,
    })
}

/// The audits as text.
fn text_of(audit: &Audit, reports: &[AuditReport]) -> String {
    let mut text = String::new();
    if let Some(first) = reports.first() {
        let goal = first.goal.as_ref().map_or(String::new(), |goal| format!(", goal {goal}"));
        let _ = writeln!(text, "{}{goal}", audit.domain.name);
        let is_path = first.kind == SubjectKind::Heuristic;
        if audit.instance.is_some() && is_path {
            let states = if first.every { "every state" } else { "random states" };
            text += &wrap(&format!(
                "A heuristic is audited on {states}, not on one: the start of the instance makes \
                 no difference."
            ));
        }
        text.push('\n');
    }
    if reports.len() > 1
        && let Some(table) = audit::table(reports, show::columns())
    {
        text += &table;
        text.push('\n');
    }
    for (i, report) in reports.iter().enumerate() {
        text += &wrap(&audit::headline(report));
        for note in &report.notes {
            text += &wrap(note);
        }
        let shown = match &report.found {
            Found::Heuristic(found) => heuristic(found),
            Found::Evaluator(found) => evaluator(found),
            Found::Landscape(found) => by_cost(found),
        };
        if !shown.is_empty() {
            let _ = write!(text, "\n{shown}");
            text += if i + 1 < reports.len() { "\n" } else { "" };
        }
        if reports.len() == 1 {
            text += &figures(report);
        }
    }
    text
}

/// The counterexample, or else the nearest inconsistency.
fn heuristic(found: &HeuristicFound) -> String {
    match (&found.counterexample, &found.inconsistency) {
        (Some(example), _) => counterexample(example),
        (None, Some(fall)) => {
            let Descent { action, before, after, .. } = fall;
            let boards = [drawn(&fall.state, *before), drawn(&fall.next, *after)];
            let boards = show::side_by_side(&boards);
            let boards = boards.trim_end();
            format!(
                "  The nearest example: {action} lowers it from {before} to {after}.\n\n{boards}\n"
            )
        }
        (None, None) => String::new(),
    }
}

fn evaluator(found: &EvaluatorFound) -> String {
    let mut text = String::new();
    if let Some(worst) = &found.worst {
        let MisjudgedPosition { exact, estimate, .. } = worst;
        let _ = writeln!(
            text,
            "  The worst estimate: {estimate} for the player to move, where perfect play gives \
             {exact}.\n"
        );
        for line in worst.state.drawing.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    if found.unsolved > 0 {
        let more = grouped(found.unsolved);
        let _ = writeln!(text, "\n  Positions that were too hard to solve: {more}.");
    }
    text
}

fn wrap(sentence: &str) -> String {
    let words: Vec<String> = sentence.split(' ').map(Into::into).collect();
    show::wrapped(&words).trim_start_matches("  ").replace("\n  ", "\n")
}

fn counterexample(example: &Counterexample) -> String {
    let Counterexample { estimate, distance, .. } = example;
    let mut text = format!(
        "  The nearest counterexample: it estimates {estimate}, but {distance} is enough.\n\n"
    );
    let boards: Vec<Vec<String>> =
        example.states.iter().zip(&example.estimates).map(|(state, h)| drawn(state, *h)).collect();
    text += &show::side_by_side(&boards);
    let _ = writeln!(text, "  the path: {}", show::apart(example.way.clone()).join(" "));
    text
}

/// The drawing of a state, with its estimate above.
fn drawn(state: &Shown, h: Number) -> Vec<String> {
    std::iter::once(format!("h = {h}")).chain(state.drawing.lines().map(Into::into)).collect()
}

fn figures(report: &AuditReport) -> String {
    let Found::Heuristic(found) = &report.found else { return String::new() };
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.3}"));
    let mut rows = vec![
        ("states checked", grouped(report.states)),
        ("moves checked", grouped(found.edges)),
        ("overestimated", grouped(found.overestimates)),
        ("inconsistent moves", grouped(found.inconsistencies)),
        ("exact", grouped(found.exact)),
        ("mean error", number(found.mean_error)),
        ("worst error", found.worst_error.map_or("-".into(), |worst| worst.to_string())),
        ("correlation with exact values", number(found.correlation)),
    ];
    if let Some(saved) = found.savings {
        let zero = format!(
            "{:.1} times fewer nodes than zero, from {} starts",
            saved.factor, saved.starts
        );
        rows.push(("A* expands", zero));
        if saved.dearer > 0 {
            rows.push((
                "plans that cost too much",
                format!("{} of {}", saved.dearer, saved.starts),
            ));
        }
    }
    rows.push(("time", show::seconds(report.seconds)));
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines = rows.iter().map(|(name, value)| format!("  {name:<width$}  {value}\n"));
    format!("\n{}", lines.collect::<String>())
}

fn by_cost(found: &LandscapeFound) -> String {
    let mut text = String::from("  cost       states       strict      plateau\n");
    for row in &found.by_cost {
        let (states, strict, flat) = (grouped(row.states), grouped(row.strict), grouped(row.flat));
        let _ = writeln!(text, "  {:>4} {states:>12} {strict:>12} {flat:>12}", row.cost);
    }
    if let Some((state, cost)) = &found.worst {
        let _ = writeln!(text, "\n  The worst local optimum costs {cost}:\n");
        for line in state.drawing.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}
