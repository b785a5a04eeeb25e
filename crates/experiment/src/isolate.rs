//! Runs in separate processes, with hard limits.
//!
//! A search keeps its limits itself, and one that does not, or that crashes its process, would take
//! the experiment with it. Here each run is a process whose memory the system limits, and which is
//! killed when it has used more processor time than its run may take.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use goalward::Monitor;
use goalward_lab::{Conclusion, Limit, machine};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Environment, Plan, Record};

/// Tells a process that it is to do one run: see [`isolated`].
pub const ISOLATED: &str = "GOALWARD_ISOLATED";

/// How runs get their own processes.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// A program that calls [`isolated`] where [`ISOLATED`] is set.
    pub program: PathBuf,
    /// Where copies are of the files that instances are loaded from, if anywhere.
    pub files: Option<PathBuf>,
}

/// The request to such a process.
#[derive(Serialize, Deserialize)]
struct CellRequest {
    plan: Plan,
    cell: u64,
    files: Option<PathBuf>,
}

/// What is printed when everything that the search needs is made: from here on its limits apply, to
/// the warm-up too, from which a search that ignores them does not return.
const READY: &str = "ready";

/// Does the one run that `asked` describes, and writes its record to `out`: the purpose of the
/// process.
pub fn isolated(mut asked: impl Read, mut out: impl Write) -> io::Result<()> {
    // Read as a whole, as every other file is: each kind of reader would compile all parsing once
    // more.
    let mut bytes = Vec::new();
    asked.read_to_end(&mut bytes)?;
    let CellRequest { plan, cell, files } = serde_json::from_slice(&bytes)?;
    let monitor = Arc::default();
    // What is missing is reported when its instance cannot be opened.
    let _ = files.map_or_else(|| plan.load(), |kept| plan.load_from(&kept));
    let mut said = Ok(());
    let mut prepared = || said = writeln!(out, "{READY}").and_then(|()| out.flush());
    let record = plan.run_alone(cell, &monitor, &mut prepared).expect("nobody cancels it");
    said?;
    writeln!(out, "{}", serde_json::to_string(&record)?)?;
    out.flush()
}

/// How often a process is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// A run may use this much more than its limit, and a tenth of it: searches look at the clock now
/// and then.
const GRACE: Duration = Duration::from_secs(1);
/// What a process needs in addition to its search, and for each thread that may build tables.
const BESIDE: u64 = 512 << 20;
const A_THREAD: u64 = 192 << 20;

impl Isolation {
    /// Runs a cell of a plan in its own process, on the core of this worker where the system lets
    /// it be chosen; none if the monitor was cancelled. A problem with the process makes a record
    /// that says so.
    pub fn run(&self, plan: &Plan, cell: u64, worker: usize, monitor: &Monitor) -> Option<Record> {
        match self.start(plan, cell, worker) {
            Ok(child) => watch(child, plan, cell, monitor),
            Err(error) => {
                let program = self.program.display();
                Some(plan.failed(cell, format!("`{program}` cannot be run: {error}")))
            }
        }
    }

    fn start(&self, plan: &Plan, cell: u64, worker: usize) -> io::Result<Child> {
        let mut command = match limited(plan.bounds.bytes, worker) {
            Some(mut shell) => {
                shell.arg(&self.program);
                shell
            }
            None => Command::new(&self.program),
        };
        command.env(ISOLATED, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn()?;
        let asked = CellRequest { plan: plan.clone(), cell, files: self.files.clone() };
        if let Some(mut pipe) = child.stdin.take() {
            // One that does not read is detected when it ends.
            let _ = pipe.write_all(&serde_json::to_vec(&asked)?);
        }
        Ok(child)
    }
}

/// A command that limits the memory of the program that follows, and ties it to a core where there
/// is a program for that; none where the system has no such shell.
fn limited(bytes: Option<u64>, worker: usize) -> Option<Command> {
    if !cfg!(unix) {
        return None;
    }
    let threads = machine::cores() as u64;
    let kilobytes = bytes.map_or("unlimited".into(), |bytes| {
        ((bytes + BESIDE + threads * A_THREAD) / 1024).to_string()
    });
    let script = "ulimit -v \"$1\" 2>/dev/null; core=$2; shift 2; \
                  if taskset -c \"$core\" true 2>/dev/null; then exec taskset -c \"$core\" \"$@\"; fi; \
                  exec \"$@\"";
    let cores = machine::own_cores();
    let core = cores.get(worker % cores.len().max(1)).map_or("none".into(), u64::to_string);
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", &kilobytes, &core]);
    Some(command)
}

/// Waits for the record of a process, and ends one that takes too much.
fn watch(mut child: Child, plan: &Plan, cell: u64, monitor: &Monitor) -> Option<Record> {
    let lines = lines_of(child.stdout.take());
    let errors = lines_of(child.stderr.take());
    let allowed = plan.bounds.seconds.map(|seconds| {
        let times = f64::from(plan.repeats.unwrap_or(1));
        allowance(seconds * (times + 0.1))
    });
    let wall = plan.bounds.wall.map(|seconds| allowance(1.1 * seconds));
    let (mut ready, mut last) = (None, None);
    loop {
        match lines.recv_timeout(LOOK) {
            Ok(line) if line == READY => ready = Some((Instant::now(), used(&child))),
            Ok(line) => last = Some(line),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if monitor.is_cancelled() {
            end(&mut child);
            return None;
        }
        let Some((since, before)) = ready else { continue };
        let took = match (used(&child), before) {
            (Some(now), Some(before)) => now.saturating_sub(before),
            // Where the system does not report it, the wall clock is used.
            _ => since.elapsed(),
        };
        let late = wall.is_some_and(|wall| since.elapsed() > wall);
        if late || allowed.is_some_and(|allowed| took > allowed) {
            end(&mut child);
            let limit = if late { Limit::Wall } else { Limit::Time };
            let why = "it exceeded its limit, so its process was ended";
            let seconds = took.as_secs_f64();
            return Some(Record { seconds, repeats: 1, ..plan.ended(cell, limit, why.into()) });
        }
    }
    let status = child.wait();
    if let Some(record) =
        last.and_then(|line| serde_json::from_slice::<Record>(line.as_bytes()).ok())
    {
        // Tied to a core, it saw no other.
        let cores = Environment::here().cores;
        let environment = record.environment.map(|made| Environment { cores, ..made });
        return Some(Record { environment, isolated: true, ..record });
    }
    if monitor.is_cancelled() {
        return None;
    }
    let said: Vec<String> = errors.iter().collect();
    Some(died(plan, cell, status.ok(), &said))
}

/// This many seconds and some grace.
fn allowance(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX).saturating_add(GRACE)
}

/// The record of a run whose process ended without one.
fn died(plan: &Plan, cell: u64, status: Option<ExitStatus>, said: &[String]) -> Record {
    let is_memory = |line: &String| line.contains("memory allocation of");
    if said.iter().any(is_memory) {
        let why = "the system gave it no more memory";
        return plan.ended(cell, Limit::Memory, why.into());
    }
    let status = status.map_or("status unknown".into(), |status| status.to_string());
    let said = said.last().map_or(String::new(), |line| format!(": {line}"));
    plan.failed(cell, format!("its process ended without a record ({status}){said}"))
}

/// The lines that come from a pipe, as they come.
fn lines_of(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, lines) = channel();
    if let Some(pipe) = pipe {
        std::thread::spawn(move || {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
    }
    lines
}

fn end(child: &mut Child) {
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// The processor time that a process has used, where the system reports it.
fn used(child: &Child) -> Option<Duration> {
    machine::processor_time(child.id())
}

impl Plan {
    /// The record of a run that failed.
    fn failed(&self, cell: u64, why: String) -> Record {
        let mut record = Record { isolated: true, ..self.blank(cell) };
        record.facts.insert("error".into(), Value::from(why));
        record
    }

    /// The record of a run that was ended at a limit.
    fn ended(&self, cell: u64, limit: Limit, why: String) -> Record {
        let (verdict, stop) = (Conclusion::Stopped, Some(limit));
        let mut record = Record { verdict, stop, isolated: true, ..self.blank(cell) };
        record.facts.insert("killed".into(), Value::from(why));
        record
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::manifest::sample;

    /// The record of a run whose process is this shell script.
    fn record(script: &str) -> Record {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("program");
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        Isolation { program, files: None }.run(&sample().plan, 2, 0, &Monitor::default()).unwrap()
    }

    #[test]
    fn a_run_that_ignores_its_limit_is_ended_and_recorded_as_that() {
        let record = record("echo ready; while :; do :; done");
        assert_eq!((record.cell, record.verdict), (2, Conclusion::Stopped));
        assert_eq!(record.stop, Some(Limit::Time));
        assert!(record.facts["killed"].as_str().unwrap().contains("exceeded its limit"));
        assert!((1.0..5.0).contains(&record.seconds), "{}", record.seconds);
    }

    #[test]
    fn a_process_that_dies_leaves_a_record_that_says_how() {
        let died = record("cat > /dev/null; echo ready; echo oh dear >&2; exit 3");
        assert_eq!(died.verdict, Conclusion::Failed);
        let error = died.facts["error"].as_str().unwrap();
        assert!(error.contains("exit status: 3") && error.ends_with(": oh dear"), "{error}");
        let out = record("echo ready; echo memory allocation of 9 bytes failed >&2; kill -ABRT $$");
        assert_eq!((out.verdict, out.stop), (Conclusion::Stopped, Some(Limit::Memory)));
    }

    #[test]
    fn one_that_is_cancelled_leaves_none() {
        let monitor = Monitor::default();
        monitor.cancel();
        let isolation = Isolation { program: "sleep".into(), files: None };
        assert_eq!(isolation.run(&sample().plan, 0, 0, &monitor), None);
    }

    #[test]
    fn what_is_asked_for_is_run() {
        let (plan, cell) = (sample().plan, 3);
        let asked =
            serde_json::to_vec(&CellRequest { plan: plan.clone(), cell, files: None }).unwrap();
        let mut out = Vec::new();
        isolated(&asked[..], &mut out).unwrap();
        let lines: Vec<String> = String::from_utf8(out).unwrap().lines().map(Into::into).collect();
        assert_eq!((lines.len(), lines[0].as_str()), (2, READY));
        let record: Record = serde_json::from_str(&lines[1]).unwrap();
        assert_eq!((record.cell, record.seed), (cell, plan.run_seed(3)));
    }
}
