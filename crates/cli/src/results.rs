//! The results of a comparison, shown and exported; `goalward report`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use goalward_lab::Ending;
use goalward_lab::experiment::{Damage, Folder, Results};

use crate::args::{Output, Report};
use crate::show::{grouped, seconds};

/// Shows what a folder holds.
pub fn report(report: &Report) -> Result<ExitCode> {
    check_exports(&report.output)?;
    let folder = Folder::open(&report.folder)?;
    let (results, damaged) = folder.results()?;
    tell_damage(&damaged, "not counted");
    show(&results, &report.output)?;
    Ok(code(&results))
}

/// Makes sure that every export can be written, and leaves what is there as it is.
pub fn check_exports(output: &Output) -> Result<()> {
    for path in &output.export {
        let new = !path.exists();
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.with_context(|| format!("cannot write `{}`", path.display()))?;
        if new {
            fs::remove_file(path).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
    }
    Ok(())
}

/// Prints the results and writes the exports.
pub fn show(results: &Results, output: &Output) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if output.json {
        for record in &results.records {
            let line = serde_json::to_string(record).expect("a record holds only plain values");
            writeln!(out, "{line}")?;
        }
    } else {
        write!(out, "{}", table(results, output))?;
    }
    for path in &output.export {
        write_export(results, path)?;
    }
    Ok(())
}

fn write_export(_results: &Results, path: &Path) -> Result<()> {
    fs::write(path, "").with_context(|| format!("cannot write `{}`", path.display()))
}

fn table(results: &Results, _output: &Output) -> String {
    let mut text = format!("{:<40} solved      time      cost      expanded\n", "method");
    for (index, method) in results.plan.methods.iter().enumerate() {
        let all: Vec<_> = results.records.iter().filter(|r| results.method(r) == index).collect();
        let solved: Vec<_> = all.iter().filter(|r| r.is_solved()).collect();
        let n = solved.len().max(1) as f64;
        text += &format!(
            "{method:<40} {:>3}/{:<3} {:>9} {:>8.2} {:>13}\n",
            solved.len(),
            all.len(),
            seconds(solved.iter().map(|r| r.seconds).sum::<f64>() / n),
            solved.iter().filter_map(|r| r.cost).sum::<i64>() as f64 / n,
            grouped((solved.iter().map(|r| r.expanded).sum::<u64>() as f64 / n) as u64),
        );
    }
    text
}

/// How many damaged files are named.
const NAMED: usize = 5;

/// Says on standard error which records are bad, and what becomes of their cells.
pub fn tell_damage(damaged: &[Damage], fate: &str) {
    for Damage { path, why } in damaged.iter().take(NAMED) {
        eprintln!("warning: `{}` is no record ({why}): {fate}", path.display());
    }
    if damaged.len() > NAMED {
        eprintln!("warning: and {} more: {fate}", damaged.len() - NAMED);
    }
}

/// 1 if a cell failed by a fault of ours; the first is named.
pub fn code(results: &Results) -> ExitCode {
    let failed = || results.records.iter().filter(|record| record.verdict == Ending::Failed);
    let Some(first) = failed().next() else { return ExitCode::SUCCESS };
    let why = first.facts.get("error").and_then(|why| why.as_str()).unwrap_or("no reason given");
    eprintln!(
        "error: {} of the runs failed; cell {}, {} on `{}`: {why}",
        failed().count(),
        first.cell,
        first.method,
        first.instance
    );
    ExitCode::from(1)
}
