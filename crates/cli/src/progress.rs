//! The progress of a long search, on standard error, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use goalward::Monitor;
use indicatif::{ProgressBar, ProgressStyle};

use crate::show::{bytes, grouped};

/// The search that Ctrl-C cancels.
static RUNNING: Mutex<Option<Arc<Monitor>>> = Mutex::new(None);

/// Makes Ctrl-C cancel this search instead of the previous one; a second Ctrl-C ends the program
/// at once.
pub fn cancel_on_interrupt(monitor: Arc<Monitor>) -> Result<()> {
    let running = || RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if running().replace(monitor).is_some() {
        return Ok(());
    }
    ctrlc::set_handler(move || match &*running() {
        Some(monitor) if !monitor.is_cancelled() => monitor.cancel(),
        _ => std::process::exit(130),
    })
    .context("cannot handle Ctrl-C")
}

/// A line on standard error, if that is a terminal, for as long as it lives.
pub struct Spinner {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    /// Appears after a second.
    pub fn start(monitor: Arc<Monitor>) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let is_done = done.clone();
        let thread = std::thread::spawn(move || spin(&monitor, &is_done));
        Spinner { done, thread: Some(thread) }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.done.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It only draws; if it panicked there is nothing to save.
            let _ = thread.join();
        }
    }
}

/// How many cells are done, and how long the rest will take, on standard error if that is a
/// terminal, for as long as it lives.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar for this many cells.
    pub fn start(count: u64) -> Self {
        let template =
            "{elapsed} [{wide_bar}] {human_pos} of {human_len} cells, {eta} left; Ctrl-C stops";
        let style = ProgressStyle::with_template(template).expect("the template is well formed");
        Bar(ProgressBar::new(count).with_style(style.progress_chars("=> ")))
    }

    /// This many are done.
    pub fn set(&self, done: u64) {
        self.0.set_position(done);
    }

    /// One more is done.
    pub fn tick(&self) {
        self.0.inc(1);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn spin(monitor: &Monitor, done: &AtomicBool) {
    let mut began = Instant::now();
    let mut bar = None;
    while !done.load(Relaxed) {
        std::thread::park_timeout(Duration::from_millis(100));
        if began.elapsed() < Duration::from_secs(1) {
            continue;
        }
        if monitor.preparation().is_some() {
            prepare(monitor, done);
            // The search begins now.
            began = Instant::now();
            continue;
        }
        let bar: &ProgressBar = bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
            ProgressBar::new_spinner().with_style(style.expect("the template is well formed"))
        });
        let now = monitor.progress();
        let rate = now.expanded as f64 / began.elapsed().as_secs_f64() / 1e6;
        bar.set_message(format!(
            "expanded {} ({rate:.1} M/s), generated {}, {} held; Ctrl-C stops",
            grouped(now.expanded),
            grouped(now.generated),
            bytes(now.bytes)
        ));
        bar.tick();
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// A bar while databases are being built.
fn prepare(monitor: &Monitor, done: &AtomicBool) {
    let style = ProgressStyle::with_template(
        "{elapsed} building pattern databases {wide_bar} {bytes}/{total_bytes}; Ctrl-C stops",
    );
    let bar = ProgressBar::new(0).with_style(style.expect("the template is well formed"));
    while let Some((part, whole)) = monitor.preparation().filter(|_| !done.load(Relaxed)) {
        bar.set_length(whole);
        bar.set_position(part);
        std::thread::park_timeout(Duration::from_millis(100));
    }
    bar.finish_and_clear();
}
