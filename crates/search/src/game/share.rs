//! Running the parts of a search on several threads.

use std::sync::{Arc, Mutex};

use crate::run::{Limits, Meter, Monitor, Stop};

/// A meter for one of `parts` parts, with its share of the memory; its progress is reported
/// together with that of the others.
pub(super) fn part(limits: &Limits, parts: usize) -> Meter {
    let part_of = |whole: &Arc<Monitor>| Arc::new(Monitor::part_of(Some(whole.clone())));
    let monitor = limits.monitor.as_ref().map(part_of);
    let memory = limits.memory.map(|bytes| bytes / parts as u64);
    Meter::new(&Limits { monitor, memory, ..limits.clone() })
}

/// Runs all `parts` on `jobs` threads; each takes the next remaining part until one of its parts is
/// stopped.
pub(super) fn on_threads<T: Send>(
    jobs: usize,
    parts: &mut [T],
    work: impl Fn(&mut T) -> Result<(), Stop> + Sync,
) -> Result<(), Stop> {
    let jobs = jobs.min(parts.len());
    let left = Mutex::new(parts.iter_mut());
    let take = || left.lock().expect("no thread panics while holding the lock").next();
    // The limit reported is that of the lowest-numbered thread that reached one.
    let stopped = Mutex::new((usize::MAX, Ok(())));
    crate::run::on_threads(0..jobs, &|number| {
        let ended = std::iter::from_fn(take).try_for_each(&work);
        let mut stopped = stopped.lock().expect("no thread panics while holding the lock");
        if ended.is_err() && number < stopped.0 {
            *stopped = (number, ended);
        }
    });
    stopped.into_inner().expect("no thread panicked").1
}
