//! IDA* on several threads, with the same result as on one.
//!
//! The tree is divided near its top into parts, in the order of a dive, and parts count up to the
//! first that contains a goal. The node at which a limit stops the search depends on the order:
//! parts count up to the last one that a single dive would have finished, and from there the tree
//! is walked node by node.

mod cut;
mod space;

pub use space::ParallelIdaStar;

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use self::cut::{Cut, Part, Reached, Short};
use super::End;
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict, on_threads};

/// A search tree for IDA* with actions of type `A` and costs of type `C`, in parts with roots of type
/// `R` that can be searched independently.
///
/// [`in_parts`] runs it. The parts are in the order in which a single dive would reach them, and
/// count only as far as that dive would go. So the plan and the counts are those of one thread,
/// however many there are.
pub trait Parts<A, C, R>: Sync {
    /// How many expansions a part should have had within the previous bound.
    fn worth(&self) -> u64 {
        2_000
    }

    /// The start, and its h.
    fn start(&self) -> (R, C);

    /// The branches of a node, within the bound or not; `None` if it is a goal. A branch whose cost
    /// overflows has the g of the node.
    fn branches(&self, root: &R) -> Option<Vec<Branch<A, C, R>>>;

    /// Takes parts from `work` until none is left, and dives into each: to its end, to its first
    /// goal, or until `work` says to abandon it.
    fn dive(&self, bound: C, work: &Work<'_, A, C, R>);
}

/// One successor of a node.
pub struct Branch<A, C, R> {
    /// The action that leads to it.
    pub action: A,
    /// The node.
    pub root: R,
    /// The cost of reaching it.
    pub g: C,
    /// The heuristic's estimate.
    pub h: C,
}

/// The result of each part of a tree, by number, if there is one.
type Done<A, C> = Vec<Option<Dived<A, C>>>;

/// The result of a dive into one part.
#[derive(Debug)]
pub struct Dived<A, C> {
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The largest number of nodes on a path in the part.
    pub deepest: u32,
    /// The most bytes that the thread held during the dive.
    pub bytes: u64,
    /// The lowest f beyond the bound, if any.
    pub next_bound: Option<C>,
    /// The lowest h in the part and the path there from its root, if lower than the root's.
    pub best: Option<(C, Vec<A>)>,
    /// How it ended.
    pub end: Landing<A>,
}

/// How a dive into a part ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Landing<A> {
    /// Everything within the bound was searched; there is no goal.
    Nothing,
    /// At a goal, by these actions from the part's root.
    Goal(Vec<A>),
    /// It was abandoned, as [`Work::look`] requested.
    Left,
    /// It cannot be searched in parts: an action costs 0, or a cost overflows.
    Refused,
}

/// The parts of one bound, handed out to the threads.
pub struct Work<'a, A, C, R> {
    parts: &'a [Part<A, C, R>],
    /// How many nodes were expanded within the previous bound.
    last: u64,
    next: AtomicUsize,
    /// The first part known to end the search, at a goal or refused: no later part matters.
    end: AtomicUsize,
    over: AtomicBool,
    stop: Mutex<Option<Stop>>,
    done: Mutex<Done<A, C>>,
    counts: &'a Counts,
    /// The total number of expansions at which a single dive would certainly have reached its
    /// limit.
    enough: u64,
    limits: &'a Limits,
    /// The bytes that each thread may hold.
    memory: Option<u64>,
    began: Instant,
}

/// The counts so far, over all threads.
#[derive(Debug, Default)]
struct Counts {
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl<A, C, R> Work<'_, A, C, R> {
    /// How many expansions a part had on average within the previous bound.
    pub fn before(&self) -> u64 {
        self.last / self.parts.len().max(1) as u64
    }

    /// The next part to search, by number, and its root.
    pub fn take(&self) -> Option<(usize, &R)> {
        let number = self.next.fetch_add(1, Relaxed);
        let wanted = !self.over.load(Relaxed) && number < self.end.load(Relaxed);
        self.parts.get(number).filter(|_| wanted).map(|part| (number, &part.root))
    }

    /// Whether to continue with a part. To be called about every thousand nodes, with the number of
    /// nodes since the last call.
    pub fn look(&self, number: usize, expanded: u64, generated: u64) -> ControlFlow<()> {
        let expanded = self.counts.expanded.fetch_add(expanded, Relaxed) + expanded;
        let generated = self.counts.generated.fetch_add(generated, Relaxed) + generated;
        let by = match &self.limits.monitor {
            Some(monitor) => {
                monitor.report(expanded, generated);
                monitor.is_cancelled().then_some(Stop::Cancelled)
            }
            None => None,
        };
        let late = || self.limits.time.is_some_and(|limit| self.began.elapsed() >= limit);
        if let Some(stop) = by.or_else(|| late().then_some(Stop::Time)) {
            self.stop(stop);
        } else if expanded > self.enough {
            self.stop(Stop::Nodes);
        }
        if self.over.load(Relaxed) || number > self.end.load(Relaxed) {
            return Break(());
        }
        Continue(())
    }

    /// Ends all dives, because of this limit unless another came first.
    fn stop(&self, by: Stop) {
        self.stop.lock().expect("no thread panics while holding the lock").get_or_insert(by);
        self.over.store(true, Relaxed);
    }

    /// Stores the result of a part.
    pub fn finish(&self, number: usize, dived: Dived<A, C>) {
        if matches!(dived.end, Landing::Goal(_) | Landing::Refused) {
            self.end.fetch_min(number, Relaxed);
        }
        self.done.lock().expect("no thread panics while holding the lock")[number] = Some(dived);
    }
}

/// The actions of a plan, and where it ends.
pub type Way<A, C> = (Vec<A>, End<C>);

/// An action costs 0, so a dive might not end, or a cost overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// The minimum number of parts per thread, and the maximum number in all unless that is less.
const PARTS: std::ops::RangeInclusive<u64> = 32..=16_384;

/// IDA* over a tree in parts, on `jobs` threads.
///
/// The node at which [`Limits::nodes`] stops it depends on the order: after the last part that a
/// single dive would have finished, the tree is walked node by node.
pub fn in_parts<A, C, R>(
    parts: &dyn Parts<A, C, R>,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Result<Outcome<Way<A, C>>, Refused>
where
    A: Clone + Send + Sync,
    C: Cost,
    R: Sync,
{
    let mut meter = Meter::new(limits);
    let began = Instant::now();
    let (_, h) = parts.start();
    if h >= C::INFINITE {
        return Ok(meter.finish(Verdict::Unsolvable));
    }
    let stopped = |by, (h, actions)| Verdict::Stopped { by, best: Some((actions, End::Short(h))) };
    let counts = Counts::default();
    let mut best = (h, Vec::new());
    let (mut bound, mut last, mut bytes) = (h, 0, 0);
    // The last division may create one level more than necessary, so it gets only a part of the
    // memory.
    let room = limits.memory.map_or(u64::MAX, |most| most / 8 / Cut::<A, C, R>::BYTES as u64);
    let least = if jobs.get() == 1 { 1 } else { PARTS.start() * jobs.get() as u64 };
    let verdict = loop {
        meter.lower_bound = bound.number();
        let wanted = (last / parts.worth()).min(*PARTS.end()).max(least);
        let cut = Cut::new(parts, bound, wanted.min(room) as usize, best.0);
        let held = cut.bytes();
        if let Err(by) = meter.hold(held) {
            break stopped(by, best);
        }
        let left = limits.nodes.map_or(u64::MAX, |most| most - meter.expanded);
        let work = Work {
            parts: &cut.parts,
            last,
            next: AtomicUsize::new(0),
            end: AtomicUsize::new(usize::MAX),
            over: AtomicBool::new(false),
            stop: Mutex::new(None),
            done: Mutex::new((0..cut.parts.len()).map(|_| None).collect()),
            counts: &counts,
            enough: counts.expanded.load(Relaxed).saturating_add(left),
            limits,
            memory: limits.memory.map(|most| (most - held as u64) / jobs.get() as u64),
            began,
        };
        dive(parts, bound, &work, jobs);
        let stop = work.stop.into_inner().expect("no thread panicked");
        let done = work.done.into_inner().expect("no thread panicked");
        let (mut gathered, reached) = cut.gather(done, stop, left, &mut best);
        bytes = bytes.max(held as u64 + gathered.bytes * jobs.get() as u64);
        let before = meter.expanded;
        meter.count(gathered.tally.expanded, gathered.tally.generated);
        let reached = reached
            .unwrap_or_else(|Short(done)| cut.walk(done, &mut meter, &mut gathered, &mut best));
        last = meter.expanded - before;
        meter.stored(gathered.tally.deepest.into());
        meter.release(held);
        match reached {
            Reached::Goal(actions) => break Verdict::Solved((actions, End::Goal)),
            Reached::Limit(by) => break stopped(by, best),
            Reached::Refusal => return Err(Refused),
            Reached::End if gathered.next_bound >= C::INFINITE => break Verdict::Unsolvable,
            Reached::End => bound = gathered.next_bound,
        }
    };
    let mut outcome = meter.finish(verdict);
    outcome.stats.peak_bytes = bytes.max(outcome.stats.peak_bytes);
    Ok(outcome)
}

fn dive<A, C, R>(parts: &dyn Parts<A, C, R>, bound: C, work: &Work<'_, A, C, R>, jobs: NonZeroUsize)
where
    A: Send + Sync,
    C: Cost,
    R: Sync,
{
    match jobs.get().min(work.parts.len()) {
        0 | 1 => parts.dive(bound, work),
        jobs => on_threads(1..jobs + 1, &|_| parts.dive(bound, work)),
    }
}
