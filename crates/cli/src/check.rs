//! `goalward check`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail};
use goalward::{Limits, Monitor};
use goalward_experiment::judge::{Judgement, judge};
use goalward_lab::{Conclusion, one_line, open};

use crate::args::Check;
use crate::exit;
use crate::progress::{Spinner, cancel_on_interrupt};
use crate::show::fitted;
use crate::solve::{hinted, most_of_free_memory, read_instance, read_text};

/// The search for the optimum expands at most this many nodes, unless `--nodes` is given.
pub const NODES: u64 = 100_000_000;

/// Judges one answer and prints the judgement.
pub fn run(check: &Check) -> Result<ExitCode> {
    let answer = check.answer.join(" ");
    if check.instance == "-" && answer == "-" {
        bail!("standard input can be the instance or the answer, not both: use @FILE for one");
    }
    let spec = check.settings.on(&check.domain)?;
    let text = read_instance(&check.domain, &check.instance)?;
    let opened = open(&spec, Some(&text), 1);
    let (domain, instance) = opened.map_err(|error| hinted(error, Some(&check.instance)))?;
    let given = answer;
    let answer = read_text(&given)?;
    let monitor = Arc::new(Monitor::default());
    cancel_on_interrupt(monitor.clone())?;
    let limits = Limits {
        nodes: check.nodes.or(check.time.is_none().then_some(NODES)),
        time: check.time,
        memory: check.memory.or_else(most_of_free_memory),
        monitor: Some(monitor.clone()),
        ..Limits::default()
    };
    let spinner = Spinner::start(monitor);
    let judged = judge(domain, instance.as_ref(), &answer, &limits);
    drop(spinner);
    let judged = judged?;
    if judged.fault.is_some() && Path::new(&given).is_file() {
        bail!("`{given}` is a file: to read the answer from it write @{given}");
    }
    let mut out = std::io::stdout().lock();
    match check.json {
        true => writeln!(out, "{}", judged.to_json())?,
        false => write!(out, "{}", fitted(&text_of(&judged)))?,
    }
    Ok(code(&judged, check.optimal))
}

/// 0 if the answer is good enough, 1 if not, and the code of a limit if the check did not finish.
fn code(judged: &Judgement, optimal: bool) -> ExitCode {
    let wrong = judged.fault.is_some() || (optimal && judged.optimal == Some(false));
    match judged.stop {
        _ if wrong => ExitCode::from(1),
        Some(stop) if optimal || !judged.correct => exit::code(Conclusion::Stopped, Some(stop)),
        _ if judged.correct => ExitCode::SUCCESS,
        _ => ExitCode::from(1),
    }
}

/// The judgement as text, with its drawings.
pub fn text_of(judged: &Judgement) -> String {
    let mut text = format!("{}\n", one_line(&judged.summary));
    for (title, drawing) in &judged.drawings {
        text.push('\n');
        if !title.is_empty() {
            text += &format!("  {}\n", one_line(title));
        }
        for line in drawing.lines() {
            text += format!("  {line}").trim_end();
            text.push('\n');
        }
    }
    text
}
