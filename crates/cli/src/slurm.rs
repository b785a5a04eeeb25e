//! A plan as an array job on the user's own Slurm. Slurm schedules, requeues and survives
//! lost nodes; the folder keeps what is done.

use std::convert::Infallible;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use goalward::Monitor;
use goalward_experiment::{Folder, Shard, quoted, work};
use goalward_lab::{did_you_mean, listed};

use crate::args;
use crate::progress::Bar;
use crate::show::grouped;

/// What `--slurm` sets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slurm {
    /// Options that `sbatch` gets as they are.
    passed: Vec<(String, String)>,
    cells_per_task: Option<u64>,
}

/// Options of `sbatch` that may be set.
const PASSED: [&str; 8] =
    ["partition", "time", "account", "qos", "mem", "constraint", "nodelist", "exclude"];
const CELLS_PER_TASK: &str = "cells-per-task";

impl FromStr for Slurm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut slurm = Slurm::default();
        for piece in text.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
            let names = || PASSED.into_iter().chain([CELLS_PER_TASK]);
            let (key, value) = piece.split_once('=').unwrap_or((piece, ""));
            if !names().any(|name| name == key) {
                let hint = did_you_mean(key, names());
                return Err(format!("no setting `{key}`: choose from {}{hint}", listed(names())));
            }
            if value.is_empty() {
                return Err(format!("`{key}` has no value: write {key}=VALUE"));
            }
            if key == CELLS_PER_TASK {
                let number = value.parse().ok().filter(|&number| number > 0);
                let wrong = || format!("{key}={value} is not allowed: use a number from 1");
                slurm.cells_per_task = Some(number.ok_or_else(wrong)?);
            } else {
                slurm.passed.push((key.into(), value.into()));
            }
        }
        Ok(slurm)
    }
}

/// An array job.
pub struct Job {
    /// Slurm's number for it.
    pub id: String,
    /// How many tasks it has.
    pub tasks: u64,
}

/// Slurm's own limit on the size of an array, unless it is set higher.
const MOST_TASKS: u64 = 1_000;
/// A task lasts about this long if cells are like the first ones.
const TASK: Duration = Duration::from_secs(300);
/// The first cells are run here for this long at most, to see how long they take.
const TRIAL: Duration = Duration::from_secs(10);

impl Slurm {
    /// Submits what is planned in the folder.
    pub fn submit(&self, folder: &Folder, mixed: bool) -> Result<Job> {
        let cells = folder.manifest.plan.cells();
        let per_task = match self.cells_per_task {
            Some(number) => number,
            None => cells_in(TASK, folder)?,
        };
        let tasks = cells.div_ceil(per_task).clamp(1, MOST_TASKS);
        let path = folder.path().canonicalize().context("the folder no longer exists")?;
        let logs = path.join("slurm");
        std::fs::create_dir_all(&logs)
            .with_context(|| format!("cannot make the folder `{}`", logs.display()))?;
        let mut command = Command::new("sbatch");
        command.args(["--parsable", "--requeue", "--open-mode=append", "--job-name=goalward"]);
        command.arg(format!("--array=0-{}", tasks - 1));
        command.arg(format!("--output={}", logs.join("%A_%a.txt").display()));
        command.args(self.passed.iter().map(|(key, value)| format!("--{key}={value}")));
        let answer = answer(&mut command, &script(&path, tasks, mixed)?)?;
        let id = answer.split(';').next().unwrap_or_default().trim().to_string();
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            bail!("sbatch answered `{answer}`, which is not a job number");
        }
        Ok(Job { id, tasks })
    }
}

/// What each task of the array runs.
fn script(path: &Path, tasks: u64, mixed: bool) -> Result<String> {
    let program = args::program()?;
    let word = |path: &PathBuf| path.to_str().map(quoted).context("a path is not UTF-8");
    let (program, path) = (word(&program)?, word(&path.to_path_buf())?);
    let mixed = if mixed { " --mixed" } else { "" };
    Ok(format!("#!/bin/sh\nexec {program} compare --resume {path} --shard array/{tasks}{mixed}\n"))
}

/// How many cells take this long, judged by the first that are missing. The results of this trial
/// are not kept: the machines of the job may be of another kind.
fn cells_in(time: Duration, folder: &Folder) -> Result<u64> {
    let mut missing = folder.missing(Shard::WHOLE)?;
    missing.cells.truncate(folder.manifest.plan.methods.len());
    let monitor = Arc::new(Monitor::default());
    let began = Instant::now();
    let done = std::thread::scope(|scope| {
        let (running, ended) = mpsc::channel::<()>();
        let trial = monitor.clone();
        scope.spawn(move || {
            if ended.recv_timeout(TRIAL) == Err(mpsc::RecvTimeoutError::Timeout) {
                trial.cancel();
            }
        });
        let done = AtomicU64::new(0);
        let plan = &folder.manifest.plan;
        let run = work(
            plan,
            &missing.cells,
            1,
            &monitor,
            |_| true,
            |_, _| {
                done.fetch_add(1, Relaxed);
                Ok::<_, Infallible>(())
            },
        );
        drop(running);
        run.map(|()| done.into_inner())
    })?;
    let each = began.elapsed().as_secs_f64() / done.max(1) as f64;
    Ok(((time.as_secs_f64() / each) as u64).max(1))
}

/// The output of a Slurm command that is given this input.
fn answer(command: &mut Command, input: &str) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| {
        format!("cannot run {name}: --slurm needs Slurm's commands on this machine")
    })?;
    if let Some(mut pipe) = child.stdin.take() {
        // A command that does not read its input says why when it ends.
        let _ = pipe.write_all(input.as_bytes());
    }
    let Output { status, stdout, stderr } = child.wait_with_output()?;
    if !status.success() {
        let why = String::from_utf8_lossy(&stderr);
        bail!("{name} refused: {}", why.lines().next().unwrap_or("no reason given"));
    }
    Ok(String::from_utf8_lossy(&stdout).trim().to_string())
}

/// How often the queue is checked.
const LOOK: Duration = Duration::from_secs(1);

/// Waits until the job has no task left, or the monitor is cancelled.
pub fn wait(job: &Job, folder: &Folder, monitor: &Monitor) -> Result<()> {
    let bar = Bar::start(folder.manifest.plan.cells());
    while !monitor.is_cancelled() && is_queued(job)? {
        bar.set(folder.count()?);
        std::thread::sleep(LOOK);
    }
    Ok(())
}

/// Whether the queue still has the job; one that ended long ago is unknown to it.
fn is_queued(job: &Job) -> Result<bool> {
    let mut command = Command::new("squeue");
    match answer(command.args(["--noheader", "--format=%t", "--jobs", &job.id]), "") {
        Ok(lines) => Ok(!lines.is_empty()),
        Err(error) if error.to_string().contains("Invalid job id") => Ok(false),
        // The controller may be away for a moment: the job goes on without it.
        Err(_) if controller_is_away() => Ok(true),
        Err(error) => Err(error),
    }
}

fn controller_is_away() -> bool {
    answer(Command::new("scontrol").arg("ping"), "").is_err()
}

/// The message about a submitted job.
pub fn submitted(job: &Job, folder: &Folder) -> String {
    let Job { id, tasks } = job;
    let cells = folder.manifest.plan.cells();
    let per_task = grouped(cells.div_ceil(*tasks));
    format!(
        "Submitted as job {id}: {} cells in {} tasks of at most {per_task} cells each.\n  \
         squeue --jobs {id}      what it is doing\n  \
         goalward report {}      what is done\n",
        grouped(cells),
        grouped(*tasks),
        quoted(&folder.path().display().to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_wrong_ones_named() {
        let slurm: Slurm = "partition=short, time=10:00,cells-per-task=50".parse().unwrap();
        assert_eq!(slurm.cells_per_task, Some(50));
        assert_eq!(slurm.passed[1], ("time".into(), "10:00".into()));
        assert_eq!("".parse(), Ok(Slurm::default()));
        let error = |text: &str| text.parse::<Slurm>().unwrap_err();
        assert!(error("partitoin=x").contains("did you mean `partition`?"));
        assert!(error("time").contains("write time=VALUE"));
        for text in ["cells-per-task=0", "cells-per-task=-1", "cells-per-task=many"] {
            assert!(error(text).contains("use a number from 1"), "{text}");
        }
    }
}
