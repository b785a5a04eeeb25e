//! One search of a run, from its events to lines for its watcher.
//!
//! All lanes of a race are one streamed answer: browsers open at most six connections to a host, and
//! a closed connection cancels its search. A search whose watcher is four megabytes behind
//! waits for it.

use std::fmt::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use goalward::{Limits, Monitor};
use goalward_lab::{
    About, Cells, EventKind, Facts, Figure, Form, Instance, Ready, Report, Run, Step, TreePlace,
    Watcher,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::open::drawn;
use crate::run::Source;
use crate::sample::Sample;

/// A search waits when its watcher is this many bytes behind.
const BEHIND: usize = 4 << 20;

/// What a search shares with the answer it is streamed into.
#[derive(Debug)]
pub struct Lane {
    number: usize,
    began: Instant,
    /// Lets the search see that its watcher is gone, and the watcher how far it is.
    pub monitor: Arc<Monitor>,
    /// The same for the search that is only timed.
    pub timing: Arc<Monitor>,
    /// Held by the lane of a run that is being timed.
    alone: Arc<Mutex<()>>,
    waiting: Mutex<Waiting>,
    taken: Condvar,
}

/// Lines that wait to be sent.
#[derive(Debug, Default)]
struct Waiting {
    /// Steps, with commas between them.
    steps: String,
    /// Whole lines after them.
    lines: String,
    /// How many steps there were.
    seen: u64,
    ended: bool,
    /// Whether the end was taken.
    over: bool,
}

impl Lane {
    /// The lanes of a run.
    pub fn several(count: usize) -> Vec<Arc<Self>> {
        let alone = Arc::default();
        (0..count).map(|number| Lane::new(number, &alone)).collect()
    }

    fn new(number: usize, alone: &Arc<Mutex<()>>) -> Arc<Self> {
        Arc::new(Lane {
            number,
            began: Instant::now(),
            monitor: Arc::default(),
            timing: Arc::default(),
            alone: alone.clone(),
            waiting: Mutex::default(),
            taken: Condvar::new(),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("no holder panics")
    }

    /// The last line.
    pub fn end(&self, line: &Value) {
        let mut waiting = self.waiting();
        let _ = writeln!(waiting.lines, "{line}");
        waiting.ended = true;
    }

    /// The last line of a lane that has nothing to show.
    pub fn fail(&self, why: &str) {
        self.end(&json!({ "type": "failed", "lane": self.number, "error": why }));
    }

    /// Runs a method of the instance; its last line is returned, its steps wait in the lane.
    pub fn run(
        &self,
        instance: &dyn Instance,
        ready: &Ready<'_>,
        seed: u64,
        whole: u64,
        mut limits: Limits,
    ) -> Result<Value, String> {
        limits.monitor = Some(self.monitor.clone());
        let until = limits.time.map(|time| Instant::now() + time);
        let mut scribe = Scribe {
            lane: self,
            about: ready.about(),
            sample: Sample::new(whole),
            until,
            is_whole: true,
        };
        let trace = (whole > 0).then_some(&mut scribe as &mut dyn Watcher);
        let mut run = Run { seed, limits: limits.clone(), jobs: 1, trace };
        let found = ready.find(&mut run).map_err(|e| e.to_string())?;
        let mut report = ready.report(found, seed).map_err(|error| error.to_string())?;
        if whole > 0 {
            report.seconds = self.unwatched(ready, &report, limits)?;
        }
        let (steps, kept) = (scribe.sample.number(), scribe.sample.count());
        let sampled = whole > 0 && !scribe.sample.is_whole();
        Ok(json!({
            "type": "done",
            "lane": self.number,
            "summary": report.summary,
            "notes": report.notes,
            "figures": report.figures.iter().map(figure).collect::<Vec<_>>(),
            "boards": boards(instance, &report),
            "steps": steps,
            "kept": kept,
            "sampled": sampled,
            "report": reported(report),
        }))
    }

    /// The seconds of the same search unwatched: reporting steps takes far longer than making them.
    /// It is processor time, as in `goalward compare`, so that a busy machine does not matter.
    fn unwatched(
        &self,
        ready: &Ready<'_>,
        report: &Report,
        mut limits: Limits,
    ) -> Result<f64, String> {
        let _alone = self.alone.lock().unwrap_or_else(PoisonError::into_inner);
        limits.monitor = Some(self.timing.clone());
        if report.stop.is_some() {
            // The watched search came no further.
            limits.nodes = Some(report.counters.expanded.max(1));
        }
        let mut run = Run { seed: report.seed, limits, jobs: 1, trace: None };
        let clock = ThreadTime::now();
        let found = ready.find(&mut run).map_err(|error| error.to_string())?;
        Ok(clock.elapsed().saturating_sub(found.aside).as_secs_f64())
    }
}

impl Source for Lane {
    fn take(&self, out: &mut String) -> bool {
        let mut waiting = self.waiting();
        if waiting.over {
            return false;
        }
        let lane = self.number;
        if !waiting.steps.is_empty() {
            let steps = std::mem::take(&mut waiting.steps);
            let _ = writeln!(out, "{{\"type\":\"steps\",\"lane\":{lane},\"steps\":[{steps}]}}");
        }
        out.push_str(&std::mem::take(&mut waiting.lines));
        waiting.over = waiting.ended;
        let now = self.monitor.progress();
        if !waiting.over {
            let line = json!({ "type": "progress", "lane": lane, "expanded": now.expanded,
                "generated": now.generated, "bytes": now.bytes, "steps": waiting.seen,
                "seconds": self.began.elapsed().as_secs_f64() });
            let _ = writeln!(out, "{line}");
        }
        drop(waiting);
        self.taken.notify_all();
        true
    }
}

fn figure((name, figure): &(&'static str, Figure)) -> Value {
    match *figure {
        Figure::Count(count) => json!({ "name": name, "value": count }),
        Figure::Held { count, bytes } => json!({ "name": name, "value": count, "bytes": bytes }),
        Figure::Bytes(bytes) => json!({ "name": name, "bytes": bytes }),
        Figure::Number(number) => json!({ "name": name, "value": number }),
        Figure::Cost(cost) => json!({ "name": name, "value": cost }),
    }
}

/// Solutions with more cells in total are not sent.
const MOST_CELLS: usize = 200_000;

/// The cells along the solution.
fn boards(instance: &dyn Instance, report: &Report) -> Value {
    let Some(solution) = &report.solution else { return json!([]) };
    if solution.len() > MOST_CELLS {
        return json!([]);
    }
    let Ok(cells) = instance.along(solution) else { return json!([]) };
    let cells: Option<Vec<_>> = cells.into_iter().map(drawn).collect();
    let small = |cells: &Vec<Vec<_>>| cells.iter().map(Vec::len).sum::<usize>() <= MOST_CELLS;
    json!(cells.filter(small).unwrap_or_default())
}

/// The report, without solutions that are too large to look at.
fn reported(mut report: Report) -> Value {
    report.others.truncate(100);
    if report.solution.as_ref().is_some_and(|solution| solution.len() > MOST_CELLS) {
        report.solution = None;
        report.others.clear();
    }
    json!(report)
}

/// Writes the steps of a lane.
struct Scribe<'a> {
    lane: &'a Lane,
    about: &'static About,
    sample: Sample,
    /// When the time limit ends the search, if there is one.
    until: Option<Instant>,
    is_whole: bool,
}

impl Watcher for Scribe<'_> {
    fn wants(&mut self, event: EventKind) -> bool {
        self.sample.wants(event)
    }

    fn form(&self) -> Form {
        Form::Cells
    }

    fn wants_place(&self) -> bool {
        self.sample.is_whole()
    }

    fn tell(&mut self, step: Step) {
        let whole = self.sample.is_whole();
        let left = self.is_whole && !whole;
        self.is_whole = whole;
        let place = if whole { step.place } else { TreePlace::default() };
        let line = Line {
            n: self.sample.number(),
            event: step.event,
            line: self.about.line(step.event),
            cells: step.cells.and_then(drawn),
            node: place.node,
            parent: place.is_new.then_some(place.parent),
            frontier: (whole && self.about.frontier).then_some(place.waiting),
            facts: &step.facts,
            why: &step.why,
        };
        let text = serde_json::to_string(&line).expect("a step holds only plain values");
        self.sample.sent(text.len());
        self.hand_over(&text, left);
    }
}

/// A step as it is sent.
#[derive(Serialize)]
struct Line<'a> {
    n: u64,
    event: EventKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Cells>,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<u32>,
    /// Of a new node: the one above it, null for a root.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frontier: Option<u32>,
    #[serde(flatten)]
    facts: &'a Facts,
    why: &'a str,
}

impl Scribe<'_> {
    /// Puts a step where the watcher will find it, and waits for a watcher who is far
    /// behind, unless the watcher is gone or the time is up.
    fn hand_over(&self, step: &str, left: bool) {
        let lane = self.lane;
        let mut waiting = lane.waiting();
        while waiting.steps.len() + waiting.lines.len() > BEHIND {
            let late = self.until.is_some_and(|until| Instant::now() >= until);
            if lane.monitor.is_cancelled() || late {
                return;
            }
            let wait = lane.taken.wait_timeout(waiting, Duration::from_millis(20));
            waiting = wait.expect("no holder panics").0;
        }
        waiting.seen = self.sample.number();
        if left {
            let (number, rule) = (lane.number, self.sample.rule());
            let line = json!({ "type": "sampled", "lane": number, "rule": rule,
                "whole": self.sample.whole() });
            let _ = writeln!(waiting.lines, "{line}");
        }
        if !waiting.steps.is_empty() {
            waiting.steps.push(',');
        }
        waiting.steps.push_str(step);
    }
}
