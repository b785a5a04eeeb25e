//! Runs divided among threads.
//!
//! Run k uses random stream k of a number derived from the seed. Threads take runs in order; the
//! first run that solves the problem counts and later ones are dropped, so the outcome is the same
//! for any number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use super::record::{Record, make_room, with_restarts};
use super::{Acceptance, Ending, Found, Landscape, Run};
use crate::{Limits, Meter, Monitor, Outcome, Rng, Stop};

/// Does what [`with_restarts`] does on up to `jobs` threads, with the same result: the first run
/// that solves the problem counts, and later ones do not.
///
/// A node limit counts across the runs in order, so it allows only one thread.
pub(super) fn on_threads<L>(
    landscape: &L,
    states: usize,
    limits: &Limits,
    restarts: u32,
    jobs: NonZeroUsize,
    rng: &mut Rng,
    run: impl Fn(u32, &mut Rng, &mut Record<L::State>) -> Run + Sync,
) -> Outcome<Found<L::State>>
where
    L: Landscape<State: Send> + Sync,
{
    let bytes = states.saturating_mul(landscape.state_bytes()).saturating_add(SPARE);
    let room = limits.memory.map_or(usize::MAX, |most| most as usize / bytes);
    let jobs = jobs.get().min(room).min((restarts as usize).saturating_add(1));
    if jobs < 2 || limits.nodes.is_some() {
        return with_restarts(landscape, states, limits, restarts, rng, run);
    }
    let seed = rng.bits();
    let meter = Meter::new(limits);
    let queue = Queue::new(restarts, jobs, limits);
    let workers: Vec<_> = (0..jobs).map(|_| Mutex::new(None)).collect();
    crate::run::on_threads(1..jobs + 1, &|number| {
        let worker = queue.work(number - 1, landscape, states, seed, &run);
        *workers[number - 1].lock().expect("each thread has its own") = Some(worker);
    });
    let done = |worker: Mutex<Option<_>>| worker.into_inner().ok().flatten();
    gather(
        workers.into_iter().filter_map(done).collect(),
        queue.winner.load(SeqCst),
        Record::new(meter, landscape.goal()),
    )
}

/// The least memory that a thread may need in addition to its states.
const SPARE: usize = 1 << 12;

/// The runs still to be done, by number.
struct Queue {
    runs: u64,
    /// How many are taken at a time: one, unless there are very many.
    block: u64,
    next: AtomicU64,
    /// The first run known to have solved the problem.
    winner: AtomicU64,
    /// The limits of each thread, and the run it is working on.
    threads: Vec<(Limits, AtomicU64)>,
}

/// A finished run and its statistics.
struct Done {
    number: u64,
    run: Run,
    expanded: u64,
    generated: u64,
    acceptance: Option<Acceptance>,
}

/// What one thread did.
struct Worker<S> {
    done: Vec<Done>,
    /// Its best state with its cost, and the run it comes from.
    best: Option<(i64, u64, S)>,
    stored: u64,
    bytes: u64,
    stop: Option<Stop>,
}

impl Queue {
    fn new(restarts: u32, jobs: usize, limits: &Limits) -> Self {
        let runs = u64::from(restarts) + 1;
        let parent = limits.monitor.clone();
        let memory = limits.memory.map(|bytes| bytes / jobs as u64);
        let thread = |_| {
            let monitor = Some(Arc::new(Monitor::part_of(parent.clone())));
            (Limits { monitor, memory, ..limits.clone() }, AtomicU64::new(0))
        };
        Queue {
            runs,
            block: (runs / (64 * jobs as u64)).clamp(1, 64),
            next: AtomicU64::new(0),
            winner: AtomicU64::new(u64::MAX),
            threads: (0..jobs).map(thread).collect(),
        }
    }

    /// Executes runs until none that could matter is left, or a limit is reached.
    fn work<L: Landscape>(
        &self,
        index: usize,
        landscape: &L,
        states: usize,
        seed: u64,
        run: &impl Fn(u32, &mut Rng, &mut Record<L::State>) -> Run,
    ) -> Worker<L::State> {
        let (limits, at) = &self.threads[index];
        let mut record = Record::new(Meter::new(limits), landscape.goal());
        let mut done = Vec::new();
        let mut best_run = None;
        let mut stop = record.reserve(landscape, states).err();
        'runs: while stop.is_none() {
            let first = self.next.fetch_add(self.block, SeqCst);
            for number in first..first + self.block {
                at.store(number, SeqCst);
                // A thread that wins after this check sees the number just stored.
                if number >= self.runs || number > self.winner.load(SeqCst) {
                    break 'runs;
                }
                let before = (record.meter.expanded, record.meter.generated, record.best_cost());
                let run = run(number as u32, &mut Rng::stream(seed, number), &mut record);
                if best_run.is_none() || record.best_cost() < before.2 {
                    best_run = Some(number);
                }
                make_room(&mut done);
                done.push(Done {
                    number,
                    run,
                    expanded: record.meter.expanded - before.0,
                    generated: record.meter.generated - before.1,
                    acceptance: record.acceptance.take(),
                });
                stop = record.meter.hold(size_of::<Done>()).err();
                match run.ending {
                    Ending::Solved => self.won(number),
                    Ending::Stopped(by) => stop = Some(by),
                    Ending::LocalOptimum | Ending::Plateau | Ending::Spent => {}
                }
                if stop.is_some() {
                    break 'runs;
                }
            }
        }
        let (best, stats) = record.close();
        let best = best.zip(best_run).map(|((cost, state), run)| (cost, run, state));
        Worker { done, best, stored: stats.peak_stored, bytes: stats.peak_bytes, stop }
    }

    /// Ends the runs after this one.
    fn won(&self, number: u64) {
        let winner = self.winner.fetch_min(number, SeqCst).min(number);
        for (limits, at) in &self.threads {
            if at.load(SeqCst) > winner
                && let Some(monitor) = &limits.monitor
            {
                monitor.cancel();
            }
        }
    }
}

/// Combines the runs up to the winner.
fn gather<S: Clone>(
    workers: Vec<Worker<S>>,
    winner: u64,
    mut record: Record<S>,
) -> Outcome<Found<S>> {
    record.meter.stored(workers.iter().map(|worker| worker.stored).sum());
    let bytes = workers.iter().map(|worker| worker.bytes).sum::<u64>();
    // Each thread stayed within its share of the limit.
    let held = record.meter.hold(bytes as usize);
    debug_assert!(held.is_ok());
    let mut done = Vec::new();
    let mut best = None;
    let mut stop = None;
    for worker in workers {
        done.extend(worker.done.into_iter().filter(|done| done.number <= winner));
        stop = stop.or(worker.stop.filter(|_| winner == u64::MAX));
        if let Some(new) = worker.best
            && best.as_ref().is_none_or(|old: &(i64, u64, S)| (new.0, new.1) < (old.0, old.1))
        {
            best = Some(new);
        }
    }
    in_order(&mut done);
    let best_run = best.as_ref().map(|best| best.1);
    for Done { number, run, expanded, generated, acceptance } in done {
        record.meter.expanded += expanded;
        record.meter.generated += generated;
        if let Some(mut acceptance) = acceptance {
            if best_run != Some(number) {
                acceptance.best_at = 0.0;
            }
            record.accept(acceptance);
        }
        record.push(run);
    }
    if let Some((cost, _, state)) = best {
        record.keep(state, cost);
    }
    record.finish(stop)
}

/// A separate function, so that the sort is compiled once and not for each kind of state.
fn in_order(done: &mut [Done]) {
    done.sort_unstable_by_key(|done| done.number);
}
