//! `goalward count`.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail};
use goalward::{Limits, Monitor};
use goalward_experiment::Times::{self, Hidden, Shown};
use goalward_experiment::{Manifest, count_plan};
use goalward_lab::{
    COUNTED, Conclusion, Counted, Distinct, cores, count_queens, listed, queens_range,
};

use crate::args::{Count, Output};
use crate::compare::{carry_out, command, workers};
use crate::exit;
use crate::progress::{Spinner, cancel_on_interrupt};
use crate::show::{grouped, seconds};

/// Counts the solutions for each N, and prints them one by one.
pub fn run(count: &Count) -> Result<ExitCode> {
    if !COUNTED.contains(&count.domain.as_str()) {
        let choice = listed(COUNTED.iter().copied());
        bail!("`{}` cannot be counted: choose from {choice}", count.domain);
    }
    let range = queens_range(&count.range)?;
    let jobs = count.jobs.unwrap_or_else(cores);
    if let Some(folder) = &count.place.out {
        return in_parts(count, range, jobs, folder);
    }
    if count.place.slurm.is_some() || count.place.shard.is_some() {
        bail!("--slurm and --shard need a folder for their results: use --out DIR");
    }
    let distinct = if count.distinct { Distinct::Asked } else { Distinct::Unasked };
    let monitor = Arc::new(Monitor::default());
    let limits = Limits { time: count.time, monitor: Some(monitor.clone()), ..Limits::default() };
    cancel_on_interrupt(monitor.clone())?;
    let mut out = std::io::stdout().lock();
    let first = *range.start();
    for n in range {
        let spinner = Spinner::start(monitor.clone());
        let counted = count_queens(n, distinct, jobs, &limits);
        drop(spinner);
        let counted = counted?;
        if n == first && !count.json {
            write!(out, "{}", heading(distinct, Shown))?;
        }
        let told = if count.json { line(&counted, Shown) } else { row(&counted, Shown) };
        write!(out, "{told}")?;
        out.flush()?;
        if counted.stop.is_some() {
            return Ok(exit::code(counted.verdict, counted.stop));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// One count in parts, each of which is stored when it is done.
fn in_parts(
    count: &Count,
    range: RangeInclusive<u64>,
    jobs: usize,
    folder: &Path,
) -> Result<ExitCode> {
    if range.start() != range.end() {
        bail!("`{}` holds one count: use one N with --out, not a range", folder.display());
    }
    if count.time.is_some() {
        bail!("--time cannot be used with --out: stop the count with Ctrl-C and continue it later");
    }
    let n = *range.start();
    let plan = count_plan(n)?;
    let output = Output { json: count.json, ..Output::default() };
    let workers = workers(jobs, false)?;
    carry_out(Manifest::new(plan, command()), &workers, &count.place, None, &output)
}

/// A count gathered from its parts, as text or as JSON.
pub fn lines(counted: &Counted, output: &Output) -> String {
    let times = output.times();
    match output.json {
        true => line(counted, times),
        false => heading(Distinct::Asked, times) + &row(counted, times),
    }
}

fn line(counted: &Counted, times: Times) -> String {
    let line = serde_json::to_string(counted).expect("a count holds only plain values");
    let (others, _) = line.split_once(",\"seconds\":").expect("the seconds come last");
    match times {
        Shown => line + "\n",
        Hidden => format!("{others}}}\n"),
    }
}

fn heading(distinct: Distinct, times: Times) -> String {
    let distinct = if distinct == Distinct::Asked { "        distinct" } else { "" };
    let time = if times == Shown { "        time" } else { "" };
    format!("   N           solutions{distinct}{time}\n")
}

fn row(counted: &Counted, times: Times) -> String {
    let Counted { n, solutions, .. } = counted;
    let solutions = grouped(*solutions);
    let distinct =
        counted.distinct.map_or(String::new(), |distinct| format!("{:>16}", grouped(distinct)));
    let time = match times {
        Shown => format!("{:>12}", seconds(counted.seconds)),
        Hidden => String::new(),
    };
    let so_far = match (counted.stop, counted.verdict) {
        (Some(stop), _) => format!("   so far: stopped {}", stop.words()),
        (None, Conclusion::Stopped) => "   so far: parts are missing".into(),
        (None, _) => String::new(),
    };
    format!("{n:>4}{solutions:>20}{distinct}{time}{so_far}\n")
}
