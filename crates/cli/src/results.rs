//! The results of a comparison, shown and exported; `goalward report`.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use goalward_experiment::{
    Damage, Filter, Folder, Results, TableOptions, Times, by_depth, by_instance, export_format,
    figure_files, gathered, heading, legend, position, relative, scatter, svg_to_pdf, table,
};
use goalward_lab::Conclusion;

use crate::args::{By, Drawn, Ended, Output, Report, takes_colour};
use crate::count;
use crate::show::fitted;

/// Shows what a folder holds.
pub fn report(report: &Report) -> Result<ExitCode> {
    let mut named = Vec::new();
    for path in &report.folders {
        let (results, damaged) = Folder::open(path)?.results()?;
        tell_damage(&damaged, "not counted");
        named.push((path, results));
    }
    let named = named.iter().enumerate().map(|(i, (path, results))| {
        let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into());
        let is_taken = named
            .iter()
            .enumerate()
            .any(|(j, (other, _))| i != j && other.file_name() == path.file_name());
        // Folders of the same name are distinguished by their full paths.
        let name = if is_taken || name.is_empty() { path.display().to_string() } else { name };
        (name, results.clone())
    });
    let results = Results::together(named.collect())?.only(&filter(report))?;
    check_output(&report.output, &results.plan.methods)?;
    show(&results, &report.output)?;
    code(&results)
}

/// Which of the results are wanted.
fn filter(report: &Report) -> Filter {
    let instances = report.only_instances.as_ref();
    let ending = |ended: &Ended| match ended {
        Ended::Solved => Conclusion::Solved,
        Ended::Unsolvable => Conclusion::Unsolvable,
        Ended::Stuck => Conclusion::Stuck,
        Ended::Stopped => Conclusion::Stopped,
        Ended::Failed => Conclusion::Failed,
    };
    Filter {
        methods: report.only_method.clone(),
        instances: instances.map(|places| places.0.clone()).unwrap_or_default(),
        endings: report.only.iter().map(ending).collect(),
    }
}

/// The two methods of `--scatter`.
fn pair(given: &str, methods: &[String]) -> Result<(usize, usize)> {
    let Some((one, other)) = given.split_once(':') else {
        bail!("--scatter takes two methods, separated by `:`");
    };
    let place = |name: &str| position(methods, name.trim()).context("--scatter");
    Ok((place(one)?, place(other)?))
}

/// Makes sure that the output is possible for these methods, before anything is run.
pub fn check_output(output: &Output, methods: &[String]) -> Result<()> {
    if let Some(baseline) = &output.relative {
        position(methods, baseline).context("--relative")?;
    }
    if let Some(given) = &output.scatter {
        pair(given, methods)?;
    }
    check_exports(output)
}

/// Makes sure that every export can be written, and leaves existing files as they are.
fn check_exports(output: &Output) -> Result<()> {
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
        let options = options(output);
        let shown = match (&output.relative, output.by) {
            (Some(baseline), _) => relative(results, baseline, output.times())?,
            (None, Some(By::Depth)) => by_depth(results)?,
            (None, Some(By::Instance)) => by_instance(results, output.times()),
            (None, Some(By::Method) | None) => table(results, &options),
        };
        write!(out, "{}\n{shown}", heading(results))?;
        if output.legend {
            write!(out, "\n{}", fitted(&legend(results, output.times())))?;
        }
    }
    for path in &output.export {
        write_export(results, output.times(), path)?;
    }
    match &output.plots {
        Some(folder) => write_plots(results, output, folder),
        None => Ok(()),
    }
}

/// Writes each plot to its own file.
fn write_plots(results: &Results, output: &Output, folder: &Path) -> Result<()> {
    let mut files = figure_files(results, output.times());
    if let Some(given) = &output.scatter {
        let (first, second) = pair(given, &results.plan.methods)?;
        let svg = scatter(results, first, second);
        files.retain(|(name, _)| *name != "scatter");
        files.push((
            "scatter",
            svg.context(
                "a scatter plot needs at least 5 instances that one of the methods solved",
            )?,
        ));
    }
    let cannot = |path: &Path| format!("cannot write `{}`", path.display());
    fs::create_dir_all(folder).with_context(|| cannot(folder))?;
    for (name, svg) in files {
        let (ending, bytes) = match output.plots_as {
            Drawn::Svg => ("svg", svg.into_bytes()),
            Drawn::Pdf => ("pdf", svg_to_pdf(&svg)),
        };
        let path = folder.join(format!("{name}.{ending}"));
        fs::write(&path, bytes).with_context(|| cannot(&path))?;
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

/// The width if the terminal does not report one, or there is no terminal.
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
        eprintln!("warning: `{}` is not a record ({why}): {fate}", path.display());
    }
    if damaged.len() > NAMED {
        eprintln!("warning: the same for {} more files", damaged.len() - NAMED);
    }
}

/// 1 if a cell failed with an internal error; the first is named.
pub fn code(results: &Results) -> Result<ExitCode> {
    let failed = || results.tallies.iter().filter(|tally| tally.verdict == Conclusion::Failed);
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
