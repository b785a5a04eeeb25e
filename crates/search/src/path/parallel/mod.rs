//! IDA* on several threads, with the result of one.
//!
//! The tree is cut near its top into parts, in the order of a dive, and parts count up to the first
//! that holds a goal. Where a node limit falls is a question of order: parts count up to the last one
//! that a single dive would have finished, and from there the tree is walked node by node.

mod cut;
mod space;

pub use space::ParallelIdaStar;

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use self::cut::{Cut, Part, Reached, Short};
use super::plan::{either, solved};
use super::{End, Plan, PlanOf};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict, joined};
use crate::space::StateSpace;

/// A search tree that IDA* dives into, in parts that can be searched apart.
///
/// [`in_parts`] runs it. The parts lie in the order in which one dive would come to
/// them, and are counted only as far as that dive would go. So plan and counts are
/// those of one thread, however many there are.
pub trait Parts: Sync {
    /// The space that plans are in.
    type Space: StateSpace<Action: Send + Sync>;
    /// A node where a part begins.
    type Root: Send + Sync;

    /// How many expansions a part should have had within the bound before.
    const WORTH: u64 = 2_000;

    /// The space that plans are in.
    fn space(&self) -> &Self::Space;

    /// The start, and its h.
    fn start(&self) -> (Self::Root, CostOf<Self>);

    /// What a node branches into, within the bound or not; none if it is a goal. A branch
    /// whose cost cannot be added up has the g of the node.
    fn branches(&self, root: &Self::Root) -> Option<Vec<Branch<Self>>>;

    /// Takes parts from `work` until it gives no more, and dives into each: to its end,
    /// to its first goal, or until `work` says to leave it.
    fn dive(&self, bound: CostOf<Self>, work: &Work<'_, Self>);
}

/// One successor of a node.
pub struct Branch<P: Parts + ?Sized> {
    /// What leads to it.
    pub action: Action<P>,
    /// The node.
    pub root: P::Root,
    /// What reaching it costs.
    pub g: CostOf<P>,
    /// What remains by the heuristic.
    pub h: CostOf<P>,
}

/// An action of a tree's space.
pub type Action<P> = <<P as Parts>::Space as StateSpace>::Action;

/// What actions of a tree's space cost.
pub type CostOf<P> = <<P as Parts>::Space as StateSpace>::Cost;

/// What came of each part of a tree, by number, where anything did.
type Done<P> = Vec<Option<Dived<Action<P>, CostOf<P>>>>;

/// What a dive into one part came to.
#[derive(Debug)]
pub struct Dived<A, C> {
    /// Nodes whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// The most nodes of a path in the part.
    pub deepest: u32,
    /// The most bytes that the thread held meanwhile.
    pub bytes: u64,
    /// The least f beyond the bound, if any was.
    pub next_bound: Option<C>,
    /// The least h in the part and the way there from its root, if less than the root's.
    pub best: Option<(C, Vec<A>)>,
    /// How it ended.
    pub end: Landing<A>,
}

/// How a dive into a part ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Landing<A> {
    /// Everything within the bound was seen, and no goal.
    Nothing,
    /// At a goal, by these actions from the part's root.
    Goal(Vec<A>),
    /// It was left, as [`Work::look`] said.
    Left,
    /// It cannot be done this way: an action costs nothing, or more than can be added up.
    Refused,
}

/// The parts of one bound, on their way to those who search them.
pub struct Work<'a, P: Parts + ?Sized> {
    parts: &'a [Part<P>],
    /// How many nodes were expanded within the bound before.
    last: u64,
    next: AtomicUsize,
    /// The first part known to end the search, at a goal or refused: none behind it matters.
    end: AtomicUsize,
    over: AtomicBool,
    stop: Mutex<Option<Stop>>,
    done: Mutex<Done<P>>,
    counts: &'a Counts,
    /// Expanded in all when it is certain that one dive would have reached its limit.
    enough: u64,
    limits: &'a Limits,
    /// The bytes that each who searches may hold.
    memory: Option<u64>,
    began: Instant,
}

/// Counted so far, by everyone.
#[derive(Debug, Default)]
struct Counts {
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl<P: Parts + ?Sized> Work<'_, P> {
    /// How many expansions a part had within the bound before, on average.
    pub fn before(&self) -> u64 {
        self.last / self.parts.len().max(1) as u64
    }

    /// The next part to search, by number, and its root.
    pub fn take(&self) -> Option<(usize, &P::Root)> {
        let number = self.next.fetch_add(1, Relaxed);
        let wanted = !self.over.load(Relaxed) && number < self.end.load(Relaxed);
        self.parts.get(number).filter(|_| wanted).map(|part| (number, &part.root))
    }

    /// To be asked about every thousand nodes, with the nodes since it was asked last:
    /// whether to go on with a part.
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

    /// Ends all dives, by this limit if none came before it.
    fn stop(&self, by: Stop) {
        self.stop.lock().expect("nobody panics with it").get_or_insert(by);
        self.over.store(true, Relaxed);
    }

    /// Hands in what was found in a part.
    pub fn finish(&self, number: usize, dived: Dived<Action<P>, CostOf<P>>) {
        if matches!(dived.end, Landing::Goal(_) | Landing::Refused) {
            self.end.fetch_min(number, Relaxed);
        }
        self.done.lock().expect("nobody panics with it")[number] = Some(dived);
    }
}

/// An action costs nothing, so that a dive without an end is possible, or more than can be added
/// up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// There are at least so many parts for each thread, and else at most so many in all.
const PARTS: std::ops::RangeInclusive<u64> = 32..=16_384;

/// IDA* over a tree in parts, on `jobs` threads.
///
/// Where [`Limits::nodes`] stops it is a question of order: from the last part that one dive
/// would have finished on, the tree is then walked through node by node.
pub fn in_parts<P: Parts>(
    parts: &P,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Result<Outcome<PlanOf<P::Space>>, Refused> {
    let mut meter = Meter::new(limits);
    let began = Instant::now();
    let (_, h) = parts.start();
    if h >= CostOf::<P>::INFINITE {
        return Ok(meter.finish(Verdict::Unsolvable));
    }
    let counts = Counts::default();
    let mut best = (h, Vec::new());
    let (mut bound, mut last, mut bytes) = (h, 0, 0);
    // The last cut may branch once more than it need, so a part of the memory must do.
    let room = limits.memory.map_or(u64::MAX, |most| most / 8 / Cut::<P>::BYTES as u64);
    let least = if jobs.get() == 1 { 1 } else { PARTS.start() * jobs.get() as u64 };
    let verdict = loop {
        meter.lower_bound = bound.number();
        let wanted = (last / P::WORTH).min(*PARTS.end()).max(least);
        let cut = Cut::new(parts, bound, wanted.min(room) as usize, best.0);
        let held = cut.bytes();
        if let Err(by) = meter.hold(held) {
            break stopped(parts, by, best);
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
        let stop = work.stop.into_inner().expect("nobody panicked");
        let done = work.done.into_inner().expect("nobody panicked");
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
            Reached::Goal(actions) => {
                break solved(plan(parts, actions, End::Goal));
            }
            Reached::Limit(by) => break stopped(parts, by, best),
            Reached::Refusal => return Err(Refused),
            Reached::End if gathered.next_bound >= CostOf::<P>::INFINITE => {
                break Verdict::Unsolvable;
            }
            Reached::End => bound = gathered.next_bound,
        }
    };
    let mut outcome = meter.finish(verdict);
    outcome.stats.peak_bytes = bytes.max(outcome.stats.peak_bytes);
    Ok(outcome)
}

/// The end by a limit, with the least h and the way there.
fn stopped<P: Parts>(
    parts: &P,
    by: Stop,
    (h, actions): (CostOf<P>, Vec<Action<P>>),
) -> Verdict<PlanOf<P::Space>> {
    Verdict::Stopped { by, best: Some(either(plan(parts, actions, End::Short(h)))) }
}

fn plan<P: Parts>(
    parts: &P,
    actions: Vec<Action<P>>,
    end: End<CostOf<P>>,
) -> Result<PlanOf<P::Space>, PlanOf<P::Space>> {
    let space = parts.space();
    Plan::along(space, space.start(), actions, end)
}

fn dive<P: Parts>(parts: &P, bound: CostOf<P>, work: &Work<'_, P>, jobs: NonZeroUsize) {
    match jobs.get().min(work.parts.len()) {
        0 | 1 => parts.dive(bound, work),
        jobs => std::thread::scope(|scope| {
            let dive = || parts.dive(bound, work);
            let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(dive)).collect();
            threads.into_iter().for_each(joined);
        }),
    }
}
