//! Many cells on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use goalward::Monitor;

use super::{Isolation, Plan, Record};

/// Runs the cells that are needed when their turn comes, on `jobs` threads, and hands
/// each record to `keep`, with the number of the thread, until all are done or the
/// monitor is cancelled.
///
/// Which thread runs a cell makes no difference to its record, except for times. The first error of
/// `keep` stops everything.
pub fn work<E: Send>(
    plan: &Plan,
    cells: &[u64],
    jobs: usize,
    monitor: &Arc<Monitor>,
    is_needed: impl Fn(u64) -> bool + Sync,
    keep: impl Fn(usize, Record) -> Result<(), E> + Sync,
) -> Result<(), E> {
    work_with(plan, cells, &Workers { jobs, isolation: None }, monitor, is_needed, keep)
}

/// What runs cells.
#[derive(Clone, Debug)]
pub struct Workers {
    /// How many at once.
    pub jobs: usize,
    /// How each run gets its own process, if it does.
    pub isolation: Option<Isolation>,
}

/// The same by these workers.
pub fn work_with<E: Send>(
    plan: &Plan,
    cells: &[u64],
    workers: &Workers,
    monitor: &Arc<Monitor>,
    is_needed: impl Fn(u64) -> bool + Sync,
    keep: impl Fn(usize, Record) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let threads = workers.jobs.clamp(1, cells.len().max(1));
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let worker = |number: usize| {
        if !cells.is_empty() && workers.isolation.is_none() {
            plan.warm_up(monitor);
        }
        while !monitor.is_cancelled() {
            let Some(&cell) = cells.get(next.fetch_add(1, Relaxed)) else { return };
            if !is_needed(cell) {
                continue;
            }
            let record = match &workers.isolation {
                Some(isolation) => isolation.run(plan, cell, number, monitor),
                None => plan.run(cell, monitor),
            };
            let Some(record) = record else { return };
            let record = Record { jobs: threads as u64, ..record };
            if let Err(error) = keep(number, record) {
                monitor.cancel();
                failed.lock().expect("no holder panics").get_or_insert(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for number in 0..threads {
            let worker = &worker;
            scope.spawn(move || worker(number));
        }
    });
    failed.into_inner().expect("no holder panics").map_or(Ok(()), Err)
}
