//! Searches that do not need Python: they let its other threads run, and still end at Ctrl-C.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use goalward::path::{Bidirectional, PathSearch, PlanOf};
use goalward::{Heuristic, Limits, Monitor, Observer, Outcome, Reversible};
use pyo3::prelude::*;

use crate::path::Method;

/// How long Ctrl-C may take to be seen.
const PATIENCE: Duration = Duration::from_millis(40);

/// How many events there are between two readings of the clock.
const EVENTS: u32 = 4096;

/// Ends a search at Ctrl-C.
pub struct Interrupts {
    events: u32,
    looked: Instant,
    /// The exception that Python raised for Ctrl-C.
    pub error: Option<PyErr>,
}

impl Interrupts {
    /// Begins to watch.
    pub fn new() -> Self {
        Interrupts { events: 0, looked: Instant::now(), error: None }
    }

    #[cold]
    fn look(&mut self) -> ControlFlow<()> {
        if self.looked.elapsed() < PATIENCE {
            return Continue(());
        }
        self.error = Python::attach(|py| {
            // A search that calls functions of Python holds the interpreter: others get a turn.
            py.detach(|| {});
            py.check_signals().err()
        });
        self.looked = Instant::now();
        if self.error.is_some() { Break(()) } else { Continue(()) }
    }
}

impl<E> Observer<E> for Interrupts {
    #[inline(always)]
    fn on(&mut self, _: E) -> ControlFlow<()> {
        self.events = self.events.wrapping_add(1);
        if self.events.is_multiple_of(EVENTS) { self.look() } else { Continue(()) }
    }
}

/// Runs a path search while Python's other threads run.
pub fn search<S, H>(
    py: Python<'_>,
    method: Method,
    space: &S,
    h: &H,
    limits: &Limits,
) -> PyResult<Outcome<PlanOf<S>>>
where
    S: Reversible + Sync,
    H: Heuristic<S> + Sync,
    PlanOf<S>: Send,
{
    let mut interrupts = Interrupts::new();
    let outcome = py.detach(|| match method {
        Method::Chosen(chosen) => chosen.search(space, h, limits, &mut interrupts),
        Method::Bidirectional => Bidirectional::default().search(space, h, limits, &mut interrupts),
    });
    match interrupts.error {
        Some(error) => Err(error),
        None => Ok(outcome),
    }
}

/// Runs work that a monitor can cancel in its own thread, while Python's other threads run and this
/// one waits for the end or for Ctrl-C. After Ctrl-C the thread ends as soon as it can: the exception
/// does not wait until it has freed its memory.
pub fn watched<T: Send + 'static>(
    py: Python<'_>,
    monitor: &Monitor,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    conversed(py, monitor, |_| work(), |_| Ok(true))
}

/// What work in its own thread says.
enum Said<T> {
    Told(String),
    Done(T),
}

/// The same, and whatever the work tells is answered in this thread, for which it waits. Without an
/// answer, because it was cancelled, it gets `false`.
pub fn conversed<T: Send + 'static>(
    py: Python<'_>,
    monitor: &Monitor,
    work: impl FnOnce(&dyn Fn(String) -> bool) -> T + Send + 'static,
    mut answer: impl FnMut(String) -> PyResult<bool>,
) -> PyResult<T> {
    let (say, mut heard) = channel();
    let (reply, replies) = channel();
    let worker = std::thread::spawn(move || {
        let tell = |told| say.send(Said::Told(told)).is_ok() && replies.recv().unwrap_or(false);
        let done = work(&tell);
        // Nobody hears it after Ctrl-C.
        let _ = say.send(Said::Done(done));
    });
    loop {
        let said;
        (said, heard) = py.detach(move || (heard.recv_timeout(PATIENCE), heard));
        let went_on = match said {
            Ok(Said::Done(result)) => return Ok(result),
            Ok(Said::Told(told)) => answer(told).map(|answer| {
                // If the work has panicked, that is heard next.
                let _ = reply.send(answer);
            }),
            Err(RecvTimeoutError::Timeout) => py.check_signals(),
            Err(RecvTimeoutError::Disconnected) => {
                let panic = worker.join().expect_err("it ended without a result");
                std::panic::resume_unwind(panic);
            }
        };
        if let Err(error) = went_on {
            monitor.cancel();
            return Err(error);
        }
    }
}

/// Frees a large value while Python goes on: an exception need not wait for it.
pub fn discard<T: Send + 'static>(large: T) {
    // Without a thread it is freed here.
    let _ = std::thread::Builder::new().spawn(move || drop(large));
}

/// How many objects are freed before Python's other threads get a turn.
const SLICE: usize = 10_000;

/// Frees objects while Python goes on, a slice at a time: an exception need not wait for it.
pub fn discard_objects(mut objects: Vec<Py<PyAny>>) {
    if objects.len() <= SLICE {
        return;
    }
    let free = move || {
        while !objects.is_empty() {
            let left = objects.len().saturating_sub(SLICE);
            if Python::try_attach(|_| objects.truncate(left)).is_none() {
                // Python has ended, and its objects with it.
                return std::mem::forget(objects);
            }
        }
    };
    // Without a thread they are freed here.
    let _ = std::thread::Builder::new().spawn(free);
}
