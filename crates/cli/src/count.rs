//! `goalward count`.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail};
use goalward::{Limits, Monitor};
use goalward_lab::{Counted, Distinct, count_queens, queens_range};

use crate::args::Count;
use crate::exit;
use crate::progress::{Spinner, cancel_on_interrupt};
use crate::show::{grouped, seconds};

/// Counts the solutions for each N, and prints them one by one.
pub fn run(count: &Count) -> Result<ExitCode> {
    if count.domain != "queens" {
        bail!("`{}` cannot be counted: choose from queens", count.domain);
    }
    let range = queens_range(&count.range)?;
    let distinct = if count.distinct { Distinct::Asked } else { Distinct::Unasked };
    let monitor = Arc::new(Monitor::default());
    let limits = Limits { time: count.time, monitor: Some(monitor.clone()), ..Limits::default() };
    cancel_on_interrupt(monitor.clone())?;
    let mut out = std::io::stdout().lock();
    let first = *range.start();
    for n in range {
        let spinner = Spinner::start(monitor.clone());
        let counted = count_queens(n, distinct, &limits);
        drop(spinner);
        let counted = counted?;
        if count.json {
            let line = serde_json::to_string(&counted).expect("a count holds only plain values");
            writeln!(out, "{line}")?;
        } else {
            if n == first {
                let distinct = if count.distinct { "        distinct" } else { "" };
                writeln!(out, "   N           solutions{distinct}        time")?;
            }
            write!(out, "{}", row(&counted))?;
        }
        out.flush()?;
        if counted.stop.is_some() {
            return Ok(exit::code(counted.verdict, counted.stop));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn row(counted: &Counted) -> String {
    let Counted { n, solutions, .. } = counted;
    let solutions = grouped(*solutions);
    let distinct =
        counted.distinct.map_or(String::new(), |distinct| format!("{:>16}", grouped(distinct)));
    let time = seconds(counted.seconds);
    let so_far = match counted.stop {
        Some(stop) => format!("   so far: stopped {}", stop.words()),
        None => String::new(),
    };
    format!("{n:>4}{solutions:>20}{distinct}{time:>12}{so_far}\n")
}
