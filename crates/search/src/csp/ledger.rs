//! What every constraint search records. Not public API: the kernels of other crates in this
//! workspace need it, and it may change with any version.

use std::fmt;
use std::ops::ControlFlow;

use super::{Answer, Effort, Event, Find, Solutions, Value, Variable};
use crate::observe::Observer;
use crate::run::{Limits, Meter, Stop, Verdict};

/// Why a search ended: a limit, enough solutions (break), or nothing left to search
/// (continue).
pub type End = Result<ControlFlow<()>, Stop>;

/// Counts, limits, events and the solutions found so far.
pub struct Ledger<O> {
    /// All counts except the assignments, which the meter counts as generated.
    pub effort: Effort,
    /// Counts nodes, and enforces the limits.
    pub meter: Meter,
    observer: O,
    find: Find,
    /// The bytes that storing a solution takes.
    bytes: usize,
    solutions: Solutions,
}

impl<O> fmt::Debug for Ledger<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ledger { effort, meter, solutions, .. } = self;
        let mut ledger = f.debug_struct("Ledger");
        ledger.field("effort", effort).field("meter", meter).field("solutions", solutions);
        ledger.finish_non_exhaustive()
    }
}

impl<O: Observer<Event>> Ledger<O> {
    /// For a search of a problem with this many variables for what `find` specifies.
    pub fn new(find: Find, variables: usize, limits: &Limits, observer: O) -> Self {
        Ledger {
            effort: Effort::default(),
            meter: Meter::new(limits),
            observer,
            find,
            bytes: find.bytes(variables),
            solutions: Solutions::default(),
        }
    }

    /// Sends an event to the observer.
    #[inline(always)]
    pub fn tell(&mut self, event: Event) {
        self.meter.tell(&mut self.observer, event);
    }

    /// Keeps a consistent assignment of `depth` variables if there is no solution yet and it is the
    /// longest so far.
    #[inline]
    pub fn reached<I>(&mut self, depth: usize, assignment: impl FnOnce() -> I)
    where
        I: Iterator<Item = (Variable, Value)>,
    {
        if depth > self.solutions.deepest.len() && self.solutions.count == 0 {
            self.solutions.deepest.clear();
            self.solutions.deepest.extend(assignment());
        }
    }

    /// Records a solution; breaks when there are enough.
    pub fn solution(&mut self, values: &[Value]) -> End {
        self.tell(Event::Solution);
        if let Err(stop) = self.meter.hold(self.bytes) {
            self.reached(values.len(), || values.iter().copied().enumerate());
            return Err(stop);
        }
        if self.find != Find::Count {
            self.solutions.kept.push(values.to_vec());
        }
        self.solutions.count += 1;
        let enough = self.solutions.count == self.find.enough();
        Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Finishes with the reason why the search ended.
    pub fn close(mut self, end: End) -> Answer {
        let mut solutions = self.solutions;
        solutions.exhausted = matches!(end, Ok(ControlFlow::Continue(())));
        if solutions.count > 0 {
            solutions.deepest.clear();
        }
        let verdict = match end {
            Err(by) => Verdict::Stopped { by, best: Some(solutions) },
            Ok(_) if solutions.count > 0 => Verdict::Solved(solutions),
            Ok(_) => Verdict::Unsolvable,
        };
        self.effort.assignments = self.meter.generated;
        Answer { outcome: self.meter.finish(verdict), effort: self.effort }
    }
}
