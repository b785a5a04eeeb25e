//! Shared by all searches: limits as input, an outcome as output, and the meter that connects them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::observe::Observer;

/// When to give up. By default there is no limit.
///
/// ```
/// use std::time::Duration;
/// use goalward::Limits;
///
/// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::nodes(5_000_000) };
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Nodes expanded (path, constraint and game search) or steps taken (local search). The limit
    /// is exact.
    pub nodes: Option<u64>,
    /// Time since the search began. Checked about every millisecond.
    pub time: Option<Duration>,
    /// Processor time of the searching thread. Checked with the time; only searches on one thread
    /// observe it.
    pub processor: Option<ProcessorTime>,
    /// Bytes held by the search's own tables. No allocation exceeds it.
    pub memory: Option<u64>,
    /// Lets another thread see the progress of the search and cancel it.
    pub monitor: Option<Arc<Monitor>>,
}

/// A limit on processor time, with the clock that measures it: this library has none.
#[derive(Clone, Copy, Debug)]
pub struct ProcessorTime {
    /// The most that a search may use.
    pub limit: Duration,
    /// What the calling thread has used so far.
    pub clock: fn() -> Duration,
}

impl Limits {
    /// At most this many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// At most this many bytes.
    pub fn memory(bytes: u64) -> Self {
        Limits { memory: Some(bytes), ..Limits::default() }
    }

    /// At most this long.
    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Whether a search must look at a clock or at its monitor now and then.
    #[doc(hidden)]
    pub fn need_a_look(&self) -> bool {
        self.time.is_some() || self.processor.is_some() || self.monitor.is_some()
    }
}

/// Lets another thread see the progress of a running search and cancel it.
///
/// ```
/// use std::sync::Arc;
/// use goalward::{Limits, Monitor};
///
/// let monitor = Arc::new(Monitor::default());
/// let limits = Limits { monitor: Some(monitor.clone()), ..Limits::default() };
/// // …give `limits` to a search in another thread, then:
/// monitor.cancel();
/// assert!(monitor.is_cancelled());
/// ```
#[derive(Debug, Default)]
pub struct Monitor {
    cancelled: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    bytes: AtomicU64,
    whole: Option<Arc<Monitor>>,
    prepared: AtomicU64,
    to_prepare: AtomicU64,
}

impl Monitor {
    /// A monitor for one of several threads of a search observed through `whole`: it is cancelled
    /// with the whole and adds its progress to it.
    pub fn part_of(whole: Option<Arc<Monitor>>) -> Self {
        Monitor { whole, ..Monitor::default() }
    }

    /// Reports the progress of a search.
    fn tell(&self, now: Progress) {
        let before = Progress {
            expanded: self.expanded.swap(now.expanded, Relaxed),
            generated: self.generated.swap(now.generated, Relaxed),
            bytes: self.bytes.swap(now.bytes, Relaxed),
        };
        if let Some(whole) = &self.whole {
            // Bytes may have decreased; the wrapping sum is still correct.
            whole.expanded.fetch_add(now.expanded.wrapping_sub(before.expanded), Relaxed);
            whole.generated.fetch_add(now.generated.wrapping_sub(before.generated), Relaxed);
            whole.bytes.fetch_add(now.bytes.wrapping_sub(before.bytes), Relaxed);
        }
    }

    /// Asks the search to stop, which it does after about a millisecond of work.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether [`cancel`](Monitor::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
            || self.whole.as_ref().is_some_and(|whole| whole.is_cancelled())
    }

    /// Reports the progress of preparations before a search, such as building a table.
    pub fn prepare(&self, done: u64, of: u64) {
        self.prepared.store(done, Relaxed);
        self.to_prepare.store(of, Relaxed);
    }

    /// The progress of preparations before a search, as done and total, while they last.
    pub fn preparation(&self) -> Option<(u64, u64)> {
        let (done, of) = (self.prepared.load(Relaxed), self.to_prepare.load(Relaxed));
        (done < of).then_some((done, of))
    }

    /// Reports the progress of a search that has no single meter.
    pub(crate) fn report(&self, expanded: u64, generated: u64) {
        self.expanded.store(expanded, Relaxed);
        self.generated.store(generated, Relaxed);
    }

    /// The progress of the search about a millisecond ago.
    pub fn progress(&self) -> Progress {
        Progress {
            expanded: self.expanded.load(Relaxed),
            generated: self.generated.load(Relaxed),
            bytes: self.bytes.load(Relaxed),
        }
    }
}

/// The progress of a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Nodes expanded, or steps taken.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Bytes held.
    pub bytes: u64,
}

/// What ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stop {
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::time`].
    Time,
    /// [`Limits::memory`], or the machine ran out of memory.
    Memory,
    /// A sum of costs overflowed its type, or a cost was negative or NaN.
    Cost,
    /// [`Monitor::cancel`], or an [`Observer`] that ended the search.
    Cancelled,
}

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stats {
    /// Nodes whose successors were generated; in local search, steps taken.
    pub expanded: u64,
    /// Successors generated. The start is not counted, and a move that only undoes the previous one
    /// is not generated.
    pub generated: u64,
    /// Nodes expanded again because a cheaper path to them was found.
    pub reopened: u64,
    /// The largest number of nodes held at once.
    pub peak_stored: u64,
    /// The largest number of bytes held at once in the search's own tables.
    pub peak_bytes: u64,
    /// Time from beginning to end.
    pub seconds: f64,
    /// A lower bound on the cost of a solution, provided the heuristic never overestimates: an
    /// optimal search proves it even when it is stopped.
    pub lower_bound: Option<f64>,
}

impl Stats {
    /// The branching factor that a uniform tree of this depth would need to have
    /// as many nodes as were generated: b + b² + … + b^depth = generated.
    ///
    /// `None` at depth 0 or when nothing was generated.
    pub fn effective_branching_factor(&self, depth: usize) -> Option<f64> {
        if depth == 0 || self.generated == 0 {
            return None;
        }
        let wanted = self.generated as f64;
        let nodes = |b: f64| {
            let mut level = 1.0;
            let mut sum = 0.0;
            for _ in 0..depth {
                level *= b;
                sum += level;
                if sum > wanted {
                    break;
                }
            }
            sum
        };
        // With b = generated, the first level alone has enough nodes.
        let (mut low, mut high) = (0.0, wanted.max(1.0));
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if nodes(middle) < wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high)
    }
}

/// Counts work and enforces [`Limits`] at the cost of one comparison per node.
#[derive(Debug)]
pub struct Meter {
    /// Nodes expanded, or steps taken.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Nodes expanded again.
    pub reopened: u64,
    /// See [`Stats::lower_bound`].
    pub lower_bound: Option<f64>,
    peak_stored: u64,
    bytes: u64,
    peak_bytes: u64,
    next_check: u64,
    interval: u64,
    /// Whether an observer has asked to stop.
    broken_off: bool,
    limits: Limits,
    started: Instant,
    checked: Instant,
    /// The processor time that the thread had used when the search began, if that is limited.
    used: Duration,
}

/// The desired time between two readings of the clock: halving or doubling the interval keeps it in
/// this range.
const CHECK_TIMES: std::ops::Range<Duration> =
    Duration::from_micros(250)..Duration::from_micros(1000);

impl Meter {
    /// A meter that starts its clock now.
    pub fn new(limits: &Limits) -> Self {
        let now = Instant::now();
        Meter {
            expanded: 0,
            generated: 0,
            reopened: 0,
            lower_bound: None,
            peak_stored: 0,
            bytes: 0,
            peak_bytes: 0,
            next_check: 0,
            interval: 1,
            broken_off: false,
            limits: limits.clone(),
            started: now,
            checked: now,
            used: limits.processor.map_or(Duration::ZERO, |processor| (processor.clock)()),
        }
    }

    /// Adds work that was done elsewhere. The next expansion checks the limits.
    #[doc(hidden)]
    pub fn count(&mut self, expanded: u64, generated: u64) {
        self.expanded += expanded;
        self.generated += generated;
        self.next_check = self.expanded;
    }

    /// Sends an event to an observer. If the observer ends the search, it receives no more events,
    /// and the next check of the limits, which comes before the next expansion, stops the search.
    #[inline(always)]
    pub fn tell<E>(&mut self, observer: &mut impl Observer<E>, event: E) {
        if !self.broken_off && observer.on(event).is_break() {
            self.broken_off = true;
            self.next_check = self.expanded;
        }
    }

    /// Counts one expansion, unless a limit is reached.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.expanded == self.next_check {
            self.check()?;
        }
        self.expanded += 1;
        Ok(())
    }

    /// Counts in advance the expansions that may be made before the next check of the limits, at
    /// least one; [`unspent`](Meter::unspent) takes back those that are not made. For loops that
    /// keep their own count.
    #[doc(hidden)]
    pub fn spend(&mut self) -> Result<u64, Stop> {
        if self.expanded == self.next_check {
            self.check()?;
        }
        let count = self.next_check - self.expanded;
        self.expanded = self.next_check;
        Ok(count)
    }

    /// Takes back expansions counted in advance.
    #[doc(hidden)]
    pub fn unspent(&mut self, count: u64) {
        self.expanded -= count;
    }

    /// Counts `count` expansions at once, unless a check of the limits is due among them.
    #[doc(hidden)]
    #[inline]
    pub fn expand_all(&mut self, count: u64) -> bool {
        let can = count <= self.next_check - self.expanded;
        if can {
            self.expanded += count;
        }
        can
    }

    /// Whether `count` more expansions would be within the limit.
    #[doc(hidden)]
    #[inline]
    pub fn can_expand(&self, count: u64) -> bool {
        self.limits.nodes.is_none_or(|most| self.expanded.saturating_add(count) <= most)
    }

    /// Checks every limit except memory, and schedules the next check.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), Stop> {
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        if self.expanded >= most {
            return Err(Stop::Nodes);
        }
        if !self.limits.need_a_look() && !self.broken_off {
            self.next_check = most;
            return Ok(());
        }
        let now = self.look()?;
        // An expansion in one domain may take a thousand times as long as in another, so the
        // interval adapts.
        let gap = now.duration_since(self.checked);
        if gap < CHECK_TIMES.start {
            self.interval = (self.interval * 2).min(1 << 20);
        } else if gap > CHECK_TIMES.end {
            self.interval = (self.interval / 2).max(1);
        }
        self.checked = now;
        self.next_check = most.min(self.expanded + self.interval);
        Ok(())
    }

    /// Checks the clock and the monitor during a long expansion, such as one with a million
    /// successors.
    #[cold]
    #[inline(never)]
    pub fn poll(&self) -> Result<(), Stop> {
        self.look().map(|_| ())
    }

    fn look(&self) -> Result<Instant, Stop> {
        if self.broken_off {
            return Err(Stop::Cancelled);
        }
        if let Some(monitor) = &self.limits.monitor {
            let Meter { expanded, generated, bytes, .. } = *self;
            monitor.tell(Progress { expanded, generated, bytes });
            if monitor.is_cancelled() {
                return Err(Stop::Cancelled);
            }
        }
        let now = Instant::now();
        if self.limits.time.is_some_and(|limit| now.duration_since(self.started) >= limit) {
            return Err(Stop::Time);
        }
        if let Some(ProcessorTime { limit, clock }) = self.limits.processor
            && clock().saturating_sub(self.used) >= limit
        {
            return Err(Stop::Time);
        }
        Ok(now)
    }

    /// Counts a successor. Every few thousand successors it checks the clock and the monitor,
    /// because one node may have millions.
    #[inline]
    pub fn generate(&mut self) -> Result<(), Stop> {
        self.generated += 1;
        self.poll_among()
    }

    /// Checks the clock and the monitor each time a few thousand more successors have been counted.
    #[inline]
    pub(crate) fn poll_among(&self) -> Result<(), Stop> {
        if self.generated.is_multiple_of(4096) { self.poll() } else { Ok(()) }
    }

    /// Records that `count` nodes are now held.
    #[inline]
    pub fn stored(&mut self, count: u64) {
        self.peak_stored = self.peak_stored.max(count);
    }

    /// Whether `bytes` more would be within the limit.
    #[inline]
    pub fn can_hold(&self, bytes: usize) -> bool {
        let bytes = self.bytes.saturating_add(bytes as u64);
        self.limits.memory.is_none_or(|limit| bytes <= limit)
    }

    /// Reserves `bytes` more before they are allocated.
    #[inline]
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        if !self.can_hold(bytes) {
            return Err(Stop::Memory);
        }
        self.bytes = self.bytes.saturating_add(bytes as u64);
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Ok(())
    }

    /// Makes room in a vector for `more` items, if the limit and the machine allow it.
    pub fn reserve<T>(&mut self, items: &mut Vec<T>, more: usize) -> Result<(), Stop> {
        self.hold(more * size_of::<T>())?;
        items.try_reserve_exact(more).map_err(|_| Stop::Memory)
    }

    /// Releases `bytes` that were held.
    #[inline]
    pub fn release(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes as u64);
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Stops the clock.
    pub fn finish<T>(self, verdict: Verdict<T>) -> Outcome<T> {
        // Computed before the counts are read: they are copied in pairs, and the processor would
        // wait if one of a pair had just been written.
        let seconds = self.started.elapsed().as_secs_f64();
        let stats = Stats {
            expanded: self.expanded,
            generated: self.generated,
            reopened: self.reopened,
            peak_stored: self.peak_stored,
            peak_bytes: self.peak_bytes,
            seconds,
            lower_bound: self.lower_bound,
        };
        Outcome { verdict, stats }
    }
}

/// Does each number's work on its own thread, 0 on this one, and waits for all of them; if one
/// panicked, this thread panics with the same message. `work` is dynamic, so that the threads are
/// compiled once and not for each kind of work.
pub(crate) fn on_threads(numbers: Range<usize>, work: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        let others = numbers.start.max(1)..numbers.end;
        let others: Vec<_> = others.map(|number| scope.spawn(move || work(number))).collect();
        if numbers.contains(&0) {
            work(0);
        }
        for thread in others {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict<T> {
    /// A solution.
    Solved(T),
    /// The whole space was searched: there is no solution.
    Unsolvable,
    /// An incomplete method ended without a solution; this is the best state it found.
    Stuck(T),
    /// A limit was reached.
    Stopped {
        /// Which limit.
        by: Stop,
        /// The best found so far, if any.
        best: Option<T>,
    },
}

/// A verdict and the statistics of the search.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome<T> {
    /// How the search ended.
    pub verdict: Verdict<T>,
    /// Statistics of the search.
    pub stats: Stats,
}

impl<T> Outcome<T> {
    /// The same with another kind of solution.
    pub fn map<U>(self, into: impl FnOnce(T) -> U) -> Outcome<U> {
        let verdict = match self.verdict {
            Verdict::Solved(it) => Verdict::Solved(into(it)),
            Verdict::Unsolvable => Verdict::Unsolvable,
            Verdict::Stuck(it) => Verdict::Stuck(into(it)),
            Verdict::Stopped { by, best } => Verdict::Stopped { by, best: best.map(into) },
        };
        Outcome { verdict, stats: self.stats }
    }

    /// The solution, if there is one.
    #[must_use]
    pub fn solution(&self) -> Option<&T> {
        match &self.verdict {
            Verdict::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// The solution by value, if there is one.
    #[must_use]
    pub fn into_solution(self) -> Option<T> {
        match self.verdict {
            Verdict::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// The best result: the solution, or the best state of a search that was stuck or stopped. For
    /// a problem without a goal, such as finding a short round trip, this is the answer.
    #[must_use]
    pub fn best(&self) -> Option<&T> {
        match &self.verdict {
            Verdict::Solved(it) | Verdict::Stuck(it) => Some(it),
            Verdict::Stopped { best, .. } => best.as_ref(),
            Verdict::Unsolvable => None,
        }
    }

    /// The best result by value.
    #[must_use]
    pub fn into_best(self) -> Option<T> {
        match self.verdict {
            Verdict::Solved(it) | Verdict::Stuck(it) => Some(it),
            Verdict::Stopped { best, .. } => best,
            Verdict::Unsolvable => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_exact() {
        for limit in [0, 1, 2, 1_000, 100_000] {
            let mut meter = Meter::new(&Limits::nodes(limit));
            let done = (0..).take_while(|_| meter.expand().is_ok()).count();
            assert_eq!(done as u64, limit);
            assert_eq!(meter.expanded, limit);
        }
    }

    /// A clock that runs on its own: a second each time it is read.
    fn ticking() -> Duration {
        use std::sync::atomic::AtomicU64;
        static TICKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_secs(TICKS.fetch_add(1, Relaxed))
    }

    #[test]
    fn processor_time_is_that_of_the_clock_given() {
        let processor = ProcessorTime { limit: Duration::from_secs(4), clock: ticking };
        let limits = Limits { processor: Some(processor), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let stopped = (0..1_000_000).find_map(|_| meter.expand().err());
        assert_eq!(stopped, Some(Stop::Time));
        assert!(meter.expanded < 100, "looked at the clock four times in {}", meter.expanded);
    }

    #[test]
    fn expansions_counted_at_once_never_step_over_a_limit() {
        let mut meter = Meter::new(&Limits::nodes(10));
        assert!(!meter.expand_all(1), "the limits have not been checked yet");
        assert_eq!(meter.expand(), Ok(()));
        assert!(meter.expand_all(4) && !meter.expand_all(6) && meter.expand_all(5));
        assert_eq!((meter.expanded, meter.expand()), (10, Err(Stop::Nodes)));
    }

    #[test]
    fn a_time_limit_ends_cheap_and_dear_expansions_alike() {
        for dear in [false, true] {
            let mut meter = Meter::new(&Limits::time(Duration::from_millis(20)));
            let began = Instant::now();
            while meter.expand().is_ok() {
                if dear {
                    std::thread::sleep(Duration::from_millis(3));
                }
            }
            let took = began.elapsed();
            assert!((20..500).contains(&took.as_millis()), "{took:?}");
        }
    }

    #[test]
    fn a_poll_sees_time_and_cancelling_but_not_the_node_limit() {
        let mut meter = Meter::new(&Limits::nodes(1));
        assert_eq!((meter.expand(), meter.poll()), (Ok(()), Ok(())));
        assert_eq!(Meter::new(&Limits::time(Duration::ZERO)).poll(), Err(Stop::Time));
        let monitor = Arc::new(Monitor::default());
        let meter = Meter::new(&Limits { monitor: Some(monitor.clone()), ..Limits::default() });
        assert_eq!(meter.poll(), Ok(()));
        monitor.cancel();
        assert_eq!(meter.poll(), Err(Stop::Cancelled));
    }

    #[test]
    fn a_monitor_cancels() {
        let monitor = Arc::new(Monitor::default());
        let mut meter = Meter::new(&Limits { monitor: Some(monitor.clone()), ..Limits::default() });
        assert_eq!(meter.expand(), Ok(()));
        monitor.cancel();
        let end = std::iter::repeat_with(|| meter.expand()).find(|end| end.is_err());
        assert_eq!(end, Some(Err(Stop::Cancelled)));
        assert!(monitor.progress().expanded > 0);
    }

    #[test]
    fn the_threads_of_a_search_are_seen_as_one_and_cancelled_as_one() {
        let whole = Arc::new(Monitor::default());
        let part = || Arc::new(Monitor::part_of(Some(whole.clone())));
        let parts = [part(), part()];
        for (part, count) in parts.iter().zip([10, 32]) {
            let limits = Limits { monitor: Some(part.clone()), ..Limits::default() };
            let mut meter = Meter::new(&limits);
            meter.hold(100).unwrap();
            (0..count).for_each(|_| meter.expand().unwrap());
            meter.poll().unwrap();
            meter.release(count as usize);
            meter.poll().unwrap();
        }
        let seen = Progress { expanded: 42, generated: 0, bytes: 200 - 42 };
        assert_eq!(whole.progress(), seen);
        parts[0].cancel();
        assert!(!whole.is_cancelled() && !parts[1].is_cancelled());
        whole.cancel();
        assert!(parts[1].is_cancelled());
    }

    #[test]
    fn memory_is_refused_before_it_is_exceeded() {
        let mut meter = Meter::new(&Limits::memory(100));
        assert_eq!(meter.hold(60), Ok(()));
        assert_eq!(meter.hold(60), Err(Stop::Memory));
        meter.release(30);
        assert_eq!(meter.hold(60), Ok(()));
        assert_eq!(meter.finish(Verdict::Solved(())).stats.peak_bytes, 90);
    }

    #[test]
    fn the_best_is_the_solution_or_what_was_kept() {
        let best = |verdict: Verdict<u8>| {
            let outcome = Meter::new(&Limits::default()).finish(verdict);
            assert_eq!(outcome.best().copied(), outcome.clone().into_best());
            outcome.into_best()
        };
        assert_eq!((best(Verdict::Solved(1)), best(Verdict::Stuck(2))), (Some(1), Some(2)));
        let stopped = |best| Verdict::Stopped { by: Stop::Time, best };
        assert_eq!((best(stopped(Some(3))), best(stopped(None))), (Some(3), None));
        assert_eq!(best(Verdict::Unsolvable), None);
    }

    #[test]
    fn the_effective_branching_factor_of_a_uniform_tree_is_its_own() {
        let stats = |generated| Stats { generated, ..Stats::default() };
        let three = (1..=7).map(|d| 3u64.pow(d)).sum();
        let factor = stats(three).effective_branching_factor(7).unwrap();
        assert!((factor - 3.0).abs() < 1e-9);
        let chain = stats(50).effective_branching_factor(50).unwrap();
        assert!((chain - 1.0).abs() < 1e-9);
        assert_eq!(stats(9).effective_branching_factor(0), None);
        assert_eq!(stats(0).effective_branching_factor(9), None);
    }
}
