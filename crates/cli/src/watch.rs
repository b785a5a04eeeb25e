//! `goalward solve --watch`: a search step by step, forward and back.

mod player;
mod screen;

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use goalward::{Limits, Monitor};
use goalward_lab::{Domain, Form, Instance, Report, Run, RunError, Spec, Step, Watcher};

use crate::progress::cancel_on_interrupt;

/// What is watched.
pub struct Watched<'a> {
    /// The domain.
    pub domain: &'static Domain,
    /// The instance.
    pub instance: &'a dyn Instance,
    /// The method, or the instance's own choice.
    pub method: Option<&'a Spec>,
    /// The seed.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// The limits, including their monitor.
    pub limits: Limits,
}

/// The search runs this far ahead of its watcher and then waits.
const AHEAD: usize = 256;

/// Runs a search and shows it: on a terminal step by step, otherwise as text. Leaving early
/// cancels it; the report then covers what was done so far.
pub fn run(watched: &Watched<'_>, monitor: &Arc<Monitor>) -> Result<Report> {
    let (sender, steps) = sync_channel(AHEAD);
    let report = Mutex::new(None);
    let shown = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut tell = Teller { sender, leave: monitor.clone() };
            let mut options = Run {
                seed: watched.seed,
                limits: watched.limits.clone(),
                jobs: watched.jobs,
                trace: Some(&mut tell),
            };
            let (domain, instance) = (watched.domain, watched.instance);
            let done = goalward_lab::run(domain, instance, watched.method, &mut options);
            *report.lock().expect("no holder panics") = Some(done);
        });
        if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            screen::show(steps)
        } else {
            cancel_on_interrupt(monitor.clone())?;
            as_text(steps)
        }
    });
    let report: Option<Result<Report, RunError>> = report.into_inner().expect("no holder panics");
    // If the search was refused, that explains why nothing was shown.
    let report = report.expect("the thread has ended")?;
    shown?;
    Ok(report)
}

/// Passes steps on; when the receiver is gone, it cancels the search.
struct Teller {
    sender: SyncSender<Step>,
    leave: Arc<Monitor>,
}

impl Watcher for Teller {
    fn form(&self) -> Form {
        Form::Drawing
    }

    fn tell(&mut self, step: Step) {
        if self.sender.send(step).is_err() {
            self.leave.cancel();
        }
    }
}

/// Every step as it comes: its number, what happened and why, and the state drawn.
fn as_text(steps: Receiver<Step>) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut shown = 0;
    for step in steps {
        shown += 1;
        writeln!(out, "{shown:>6}  {}: {}", step.event.name(), step.why)?;
        let drawn = step.domains.or(step.drawing);
        for line in drawn.iter().flat_map(|text| text.lines()) {
            writeln!(out, "        {line}")?;
        }
    }
    // A search that was refused leaves standard output empty.
    if shown > 0 {
        writeln!(out)?;
    }
    Ok(())
}
