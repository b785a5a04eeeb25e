//! `goalward solve --watch`: a search step by step, forward and back.

mod player;
mod screen;

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use anyhow::Result;
use goalward::Monitor;
use goalward_lab::{Form, Ready, Report, Run, Step, Watcher};

use crate::progress::cancel_on_interrupt;

/// The search runs this far ahead of its watcher and then waits.
const AHEAD: usize = 256;

/// Runs a search and shows it: on a terminal step by step, otherwise as text. Leaving early
/// cancels it; the report then covers what was done so far.
pub fn run(ready: &Ready<'_>, options: Run<'_>, monitor: &Arc<Monitor>) -> Result<Report> {
    let Run { seed, limits, jobs, .. } = options;
    let (sender, steps) = sync_channel(AHEAD);
    let (report, shown) = std::thread::scope(|scope| {
        let shown = scope.spawn(|| {
            if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
                screen::show(steps)
            } else {
                cancel_on_interrupt(monitor.clone())?;
                as_text(steps)
            }
        });
        let mut tell = Teller { sender, leave: monitor.clone() };
        let report = ready.run(&mut Run { seed, limits, jobs, trace: Some(&mut tell) });
        // The last step has been sent.
        drop(tell);
        (report, shown.join())
    });
    // If the search was refused, that explains why nothing was shown.
    let report = report?;
    shown.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
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
