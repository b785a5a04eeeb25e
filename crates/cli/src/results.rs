//! The results of a comparison, shown and exported; `goalward report`.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use goalward_lab::experiment::{
    Damage, Folder, Results, TableOptions, Times, export_format, heading, table,
};
use goalward_lab::{Ending, gathered};

use crate::args::{Output, Report, takes_colour};
use crate::count;

/// Shows what a folder holds.
pub fn report(report: &Report) -> Result<ExitCode> {
    check_exports(&report.output)?;
    let folder = Folder::open(&report.folder)?;
    let (results, damaged) = folder.results()?;
    tell_damage(&damaged, "not counted");
    show(&results, &report.output)?;
    code(&results)
}

/// Makes sure that every export can be written, and leaves what is there as it is.
pub fn check_exports(output: &Output) -> Result<()> {
    for path in &output.export {
        export_format(path)?;
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
    if let Some(counted) = gathered(results)? {
        write!(out, "{}", count::lines(&counted, output))?;
    } else if output.json {
        export_format(Path::new("-.jsonl"))?.write_with(results, output.times(), &mut out)?;
    } else {
        write!(out, "{}\n{}", heading(results), table(results, &options(output)))?;
    }
    for path in &output.export {
        write_export(results, output.times(), path)?;
    }
    Ok(())
}

fn write_export(results: &Results, times: Times, path: &Path) -> Result<()> {
    let format = export_format(path)?;
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        format.write_with(results, times, &mut out)?;
        out.flush()
    });
    written.with_context(|| format!("cannot write `{}`", path.display()))
}

/// Where the terminal does not say how wide it is, or there is none.
const WIDTH: usize = 100;

fn options(output: &Output) -> TableOptions {
    let on_terminal = std::io::stdout().is_terminal();
    let width = crossterm::terminal::size().ok().filter(|_| on_terminal);
    TableOptions {
        width: width.map_or(WIDTH, |(columns, _)| columns.into()),
        colour: takes_colour(),
        times: output.times(),
    }
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
pub fn code(results: &Results) -> Result<ExitCode> {
    let failed = || results.tallies.iter().filter(|tally| tally.verdict == Ending::Failed);
    let Some(first) = failed().next() else { return Ok(ExitCode::SUCCESS) };
    let first = results.record(first.cell)?;
    let why = first.facts.get("error").and_then(|why| why.as_str()).unwrap_or("no reason given");
    eprintln!(
        "error: {} of the runs failed; cell {}, {} on `{}`: {why}",
        failed().count(),
        first.cell,
        first.method,
        first.instance
    );
    Ok(ExitCode::from(1))
}
