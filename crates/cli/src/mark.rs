//! `goalward mark`: somebody else's program, run on every instance of a sheet and marked.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use goalward::{Limits, Monitor};
use goalward_experiment::judge::{Judgement, has_best, judge};
use goalward_experiment::sheet::{Input, Printed, Sheet, Task, printed};
use goalward_lab::{Domain, Instance, one_line, open};
use serde_json::{Value, json};

use crate::args::Mark;
use crate::check;
use crate::process::{self, Allowance, Fate, Ran};
use crate::progress::cancel_on_interrupt;
use crate::solve::{most_of_free_memory, read_all, read_instance};

mod table;

/// Marks a program and prints the table.
pub fn run(mark: &Mark) -> Result<ExitCode> {
    let sheet = read(&mark.sheet)?;
    process::find(&mark.command)?;
    let monitor = Arc::new(Monitor::default());
    cancel_on_interrupt(monitor.clone())?;
    let limits = Limits {
        nodes: Some(check::NODES),
        memory: most_of_free_memory(),
        monitor: Some(monitor.clone()),
        ..Limits::default()
    };
    let allowance = Allowance {
        time: mark.time.unwrap_or(sheet.time),
        memory: mark.memory.or(sheet.memory),
        output: sheet.output,
    };
    let folder = mark.sheet.parent().unwrap_or(Path::new(""));
    // Errors in the sheet are reported before anything is run.
    let opened = (1..).zip(&sheet.tasks).map(|(number, task)| {
        Opened::new(task, folder, &limits)
            .with_context(|| format!("task {number} ({})", task.title))
    });
    let opened = opened.collect::<Result<Vec<_>>>()?;
    let possible: f64 = opened.iter().map(Opened::points).sum();
    if let Some(pass) = sheet.pass.filter(|pass| !(0.0..=possible).contains(pass)) {
        let name = mark.sheet.display();
        bail!("`{name}`: pass = {pass}, but the sheet has {possible} points");
    }
    let marker = Marker { sheet: &sheet, command: &mark.command, allowance, limits };
    let mut marked = Vec::new();
    for task in &opened {
        marked.push(marker.mark(task)?);
        if monitor.is_cancelled() {
            eprintln!("Interrupted: {} of {} tasks were run.", marked.len() - 1, opened.len());
            return Ok(ExitCode::from(130));
        }
    }
    let mut out = std::io::stdout().lock();
    let (points, of) = total(&marked);
    let passed = points >= sheet.pass.unwrap_or(of);
    if mark.json {
        let tasks: Vec<Value> = marked.iter().map(Marked::json).collect();
        let command: Vec<_> = mark.command.iter().map(|word| word.to_string_lossy()).collect();
        let all = json!({ "title": sheet.title, "command": command, "points": points, "of": of,
            "pass": sheet.pass.unwrap_or(of), "passed": passed, "tasks": tasks });
        writeln!(out, "{all}")?;
    } else {
        write!(out, "{}", table::text(&sheet, &marked, mark.boards))?;
    }
    Ok(ExitCode::from(u8::from(!passed)))
}

fn read(path: &Path) -> Result<Sheet> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).with_context(|| format!("cannot open `{name}`"))?;
    let text = read_all(file, &name)?;
    text.parse::<Sheet>().map_err(|error| anyhow!("`{name}`: {error}"))
}

/// A task with its instance.
struct Opened<'a> {
    task: &'a Task,
    domain: &'static Domain,
    instance: Box<dyn Instance>,
    /// The most nodes allowed.
    bound: Option<u64>,
    /// Whether it makes a difference which solution is found.
    has_best: bool,
}

impl<'a> Opened<'a> {
    fn new(task: &'a Task, folder: &Path, limits: &Limits) -> Result<Self> {
        let text = task.instance.as_deref().map(|text| match text.strip_prefix('@') {
            Some(file) => {
                let path = folder.join(file);
                read_instance(&task.domain, &format!("@{}", path.display()))
            }
            None => Ok(text.to_string()),
        });
        let (domain, instance) = open(&task.domain, text.transpose()?.as_deref(), task.seed)?;
        let bound = task.nodes.as_ref();
        let bound =
            bound.map(|bound| bound.nodes(domain, instance.as_ref(), limits)).transpose()?;
        let has_best = has_best(domain, instance.as_ref())?;
        Ok(Opened { task, domain, instance, bound, has_best })
    }

    /// The points available.
    fn points(&self) -> f64 {
        let points = &self.task.points;
        let optimal = if self.has_best { points.optimal } else { 0.0 };
        let nodes = if self.bound.is_some() { points.nodes } else { 0.0 };
        points.correct + optimal + nodes
    }
}

/// How a program did on a task.
struct Marked {
    title: String,
    instance: String,
    /// One word: optimal, correct, wrong, time, output, died, nothing or unknown.
    verdict: &'static str,
    judged: Option<Judgement>,
    nodes: Option<u64>,
    /// What it prints instead of a number of nodes.
    miscounted: Option<String>,
    bound: Option<u64>,
    /// Whether it makes a difference which solution is found.
    has_best: bool,
    seconds: f64,
    points: f64,
    of: f64,
    /// What to tell the student, in a sentence.
    note: Option<String>,
}

impl Marked {
    fn json(&self) -> Value {
        let judged = self.judged.as_ref();
        json!({
            "title": self.title,
            "instance": self.instance,
            "verdict": self.verdict,
            "correct": judged.is_some_and(|judged| judged.correct),
            "optimal": judged.and_then(|judged| judged.optimal),
            "cost": judged.and_then(|judged| judged.cost),
            "least": judged.and_then(|judged| judged.least),
            "nodes": self.nodes,
            "nodes_allowed": self.bound,
            "seconds": self.seconds,
            "points": self.points,
            "of": self.of,
            "note": self.note,
        })
    }
}

/// The points scored, and the points available.
fn total(marked: &[Marked]) -> (f64, f64) {
    let sum = |points: fn(&Marked) -> f64| marked.iter().map(points).sum();
    (sum(|marked| marked.points), sum(|marked| marked.of))
}

/// Runs a program and marks what it prints.
struct Marker<'a> {
    sheet: &'a Sheet,
    command: &'a [OsString],
    allowance: Allowance,
    limits: Limits,
}

impl Marker<'_> {
    fn mark(&self, opened: &Opened<'_>) -> Result<Marked> {
        let Opened { task, instance, bound, .. } = opened;
        let text = instance.text();
        let mut command = self.command.to_vec();
        let input = match self.sheet.input {
            Input::Stdin => text.as_str(),
            Input::Argument => {
                command.push(text.clone().into());
                ""
            }
        };
        let monitor = self.limits.monitor.as_ref();
        let is_cancelled = || monitor.is_some_and(|monitor| monitor.is_cancelled());
        let ran = process::run(&command, input, &self.allowance, &is_cancelled)?;
        let mut marked = Marked {
            title: task.title.clone(),
            instance: text,
            verdict: "wrong",
            judged: None,
            nodes: None,
            miscounted: None,
            bound: *bound,
            has_best: opened.has_best,
            seconds: ran.seconds,
            points: 0.0,
            of: opened.points(),
            note: None,
        };
        let failed = self.failed(&ran);
        let Printed { answer, nodes, miscounted } = printed(&String::from_utf8_lossy(&ran.stdout));
        (marked.nodes, marked.miscounted) = (nodes, miscounted);
        if let Some((verdict, note)) = failed {
            (marked.verdict, marked.note) = (verdict, Some(note));
        } else if answer.is_empty() && !solved_at_once(opened, &self.limits)? {
            (marked.verdict, marked.note) = ("nothing", Some("It printed no answer.".into()));
        } else {
            self.judge(opened, &answer, &mut marked)?;
        }
        Ok(marked)
    }

    /// Why the program's output does not count, if it does not.
    fn failed(&self, ran: &Ran) -> Option<(&'static str, String)> {
        let said = match ran.complaint.as_str() {
            "" => String::new(),
            complaint => format!(": {}", one_line(complaint).trim_end_matches('.')),
        };
        Some(match ran.fate {
            Fate::Exited(0) => return None,
            Fate::Exited(code) => ("died", format!("It ended with exit code {code}{said}.")),
            Fate::Signal(signal) => ("died", format!("Signal {signal} killed it{said}.")),
            Fate::Time => {
                let seconds = self.allowance.time.as_secs_f64();
                ("time", format!("Stopped: it ran longer than {seconds} s."))
            }
            Fate::Output => {
                let most = crate::show::bytes(self.allowance.output);
                ("output", format!("Stopped: it printed more than {most}."))
            }
            Fate::Interrupted => ("time", "Interrupted.".into()),
        })
    }

    fn judge(&self, opened: &Opened<'_>, answer: &str, marked: &mut Marked) -> Result<()> {
        let points = &opened.task.points;
        let judged = judge(opened.domain, opened.instance.as_ref(), answer, &self.limits)?;
        let mut notes = Vec::new();
        if judged.correct {
            marked.points += points.correct;
            marked.verdict = "correct";
        } else {
            marked.verdict = if judged.fault.is_some() { "wrong" } else { "unknown" };
            notes.push(judged.summary.clone());
        }
        if opened.has_best && judged.correct {
            match judged.optimal {
                Some(true) => {
                    marked.points += points.optimal;
                    marked.verdict = "optimal";
                }
                _ => notes.push(judged.summary.clone()),
            }
        }
        match (opened.bound, marked.nodes) {
            (Some(bound), Some(nodes)) if nodes > bound => {
                notes.push(format!("It expanded {nodes} nodes, but at most {bound} are allowed."));
            }
            (Some(_), None) => notes.push(match &marked.miscounted {
                Some(odd) => format!("Its line `nodes: {odd}` has no valid number."),
                None => "It printed no line `nodes: N`.".into(),
            }),
            (Some(_), Some(_)) if judged.correct => marked.points += points.nodes,
            _ => {}
        }
        marked.note = (!notes.is_empty()).then(|| notes.join(" "));
        marked.judged = Some(judged);
        Ok(())
    }
}

/// Whether the empty plan is a solution.
fn solved_at_once(opened: &Opened<'_>, limits: &Limits) -> Result<bool> {
    Ok(opened.has_best && judge(opened.domain, opened.instance.as_ref(), "", limits)?.correct)
}
