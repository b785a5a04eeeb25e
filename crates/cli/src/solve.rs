//! `goalward solve`.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use goalward::{Limits, Monitor};
use goalward_lab::{Ending, InputError, Limit, Report, Run, Step, open};

use crate::args::Solve;
use crate::progress::{Spinner, cancel_on_interrupt};
use crate::show;
use crate::watch::{self, Watched};

/// Solves one instance and prints what was found.
pub fn run(solve: &Solve) -> Result<ExitCode> {
    let mut spec = solve.domain.clone();
    let goal = solve.goal.as_deref().map(read_text).transpose()?;
    for (key, value) in [("size", &solve.size), ("goal", &goal), ("walk", &solve.walk)] {
        if let Some(value) = value {
            spec = spec.with(key, value);
        }
    }
    let text = solve.instance.as_deref().map(read_text).transpose()?;
    let (domain, instance) = open(&spec, text.as_deref(), solve.seed)?;

    let monitor = Arc::new(Monitor::default());
    let limits = Limits {
        nodes: solve.nodes,
        time: solve.time,
        memory: solve.memory.or_else(most_of_free_memory),
        monitor: Some(monitor.clone()),
    };
    let report = if solve.watch {
        let (instance, method) = (instance.as_ref(), solve.method.as_ref());
        let watched = Watched { domain, instance, method, seed: solve.seed, limits };
        watch::run(&watched, &monitor)?
    } else {
        cancel_on_interrupt(monitor.clone())?;
        let mut trace = solve.trace.as_deref().map(TraceFile::create).transpose()?;
        let mut tell = trace.as_mut().map(|trace| |step: Step| trace.write(&step));
        let tell = tell.as_mut().map(|tell| tell as &mut dyn FnMut(Step));
        let mut options = Run { seed: solve.seed, limits, trace: tell };
        let spinner = Spinner::start(monitor);
        let report =
            goalward_lab::run(domain, instance.as_ref(), solve.method.as_ref(), &mut options);
        drop(spinner);
        trace.map(TraceFile::finish).transpose()?;
        report?
    };

    let mut out = std::io::stdout().lock();
    if solve.json {
        writeln!(out, "{}", report.to_json())?;
        return Ok(exit_code(&report));
    }
    write!(out, "{}", show::report(&report, &instance.drawing()))?;
    if let Some(solution) = report.solution.as_ref().filter(|_| solve.boards) {
        let check = instance.check(solution).map_err(InputError)?;
        write!(out, "\n{}", show::boards(&check, &solution.words()))?;
    }
    Ok(exit_code(&report))
}

fn exit_code(report: &Report) -> ExitCode {
    ExitCode::from(match (report.verdict, report.stop) {
        (Ending::Solved, _) => 0,
        (Ending::Unsolvable, _) => 11,
        (Ending::Stuck, _) => 12,
        (Ending::Stopped, Some(Limit::Memory)) => 22,
        (Ending::Stopped, Some(Limit::Time)) => 23,
        (Ending::Stopped, Some(Limit::Nodes)) => 24,
        (Ending::Stopped, Some(Limit::Cancelled) | None) => 130,
    })
}

/// No instance is this long.
const MOST_TEXT: u64 = 1 << 20;

/// The text itself, or that of `@FILE`, or standard input for `-`.
pub fn read_text(text: &str) -> Result<String> {
    if text == "-" {
        return read_all(std::io::stdin(), "standard input");
    }
    match text.strip_prefix('@') {
        None => Ok(text.into()),
        Some(path) => {
            let file = File::open(path).with_context(|| format!("cannot open `{path}`"))?;
            read_all(file, path)
        }
    }
}

fn read_all(source: impl Read, name: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let cannot = || format!("cannot read `{name}`");
    source.take(MOST_TEXT + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > MOST_TEXT {
        bail!("`{name}` is larger than a megabyte, which no instance is");
    }
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| anyhow::anyhow!("`{name}` is not text: it is not UTF-8"))?;
    if text.trim().is_empty() {
        bail!("`{name}` is empty: an instance was expected");
    }
    Ok(text)
}

/// Three quarters of the memory that is free, where the system tells.
fn most_of_free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024 / 4 * 3)
}

/// Events on their way to a file; the first failure is kept for the end.
struct TraceFile {
    file: BufWriter<File>,
    name: String,
    failed: Option<std::io::Error>,
}

impl TraceFile {
    fn create(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::create(path).with_context(|| format!("cannot write `{name}`"))?;
        Ok(TraceFile { file: BufWriter::new(file), name, failed: None })
    }

    fn write(&mut self, step: &Step) {
        if self.failed.is_none() {
            let line = serde_json::to_string(step).expect("a step holds only plain values");
            self.failed = writeln!(self.file, "{line}").err();
        }
    }

    fn finish(mut self) -> Result<()> {
        let done = self.failed.take().map_or_else(|| self.file.flush(), Err);
        done.with_context(|| format!("cannot write `{}`", self.name))
    }
}
