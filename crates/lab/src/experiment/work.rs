//! Many cells on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use goalward::Monitor;

use super::{Plan, Record};

/// Runs the cells that are needed when their turn comes, on `jobs` threads, and hands
/// each record to `keep`, with the number of the thread, until all are done or the
/// monitor is cancelled.
///
/// Which thread runs a cell has no part in its record, the time aside. The first error
/// of `keep` stops everything.
pub fn work<E: Send>(
    plan: &Plan,
    cells: &[u64],
    jobs: usize,
    monitor: &Arc<Monitor>,
    is_needed: impl Fn(u64) -> bool + Sync,
    keep: impl Fn(usize, Record) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let worker = |number: usize| {
        plan.warm_up();
        while !monitor.is_cancelled() {
            let Some(&cell) = cells.get(next.fetch_add(1, Relaxed)) else { return };
            if !is_needed(cell) {
                continue;
            }
            let Some(record) = plan.run(cell, monitor) else { return };
            if let Err(error) = keep(number, record) {
                monitor.cancel();
                failed.lock().expect("no holder panics").get_or_insert(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for number in 0..jobs.clamp(1, cells.len().max(1)) {
            let worker = &worker;
            scope.spawn(move || worker(number));
        }
    });
    failed.into_inner().expect("no holder panics").map_or(Ok(()), Err)
}
