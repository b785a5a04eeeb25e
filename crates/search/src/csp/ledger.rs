//! What every search for solutions writes down.

use std::fmt;
use std::ops::ControlFlow;

use super::{Answer, Effort, Event, Solutions, Value, Variable};
use crate::observe::Observer;
use crate::run::{Meter, Stop, Verdict};

/// Why a search ended: a limit, enough solutions (break), or nothing left to search
/// (continue).
pub type End = Result<ControlFlow<()>, Stop>;

/// Counts, limits, events, and the solutions found: what a search writes down as it goes.
pub struct Ledger<O, V> {
    /// All but the assignments, which are what the meter has as generated.
    pub effort: Effort,
    /// Counts nodes, and enforces the limits.
    pub meter: Meter,
    pub(super) observer: O,
    visit: V,
    solutions: Solutions,
}

impl<O, V> fmt::Debug for Ledger<O, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ledger { effort, meter, solutions, .. } = self;
        let mut ledger = f.debug_struct("Ledger");
        ledger.field("effort", effort).field("meter", meter).field("solutions", solutions);
        ledger.finish_non_exhaustive()
    }
}

impl<O, V> Ledger<O, V> {
    /// How many solutions there are so far.
    pub(super) fn found(&self) -> u64 {
        self.solutions.count
    }

    /// Keeps a consistent assignment of `depth` variables, if there was no
    /// solution yet and no longer one.
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
}

impl<O, V> Ledger<O, V>
where
    O: Observer<Event>,
    V: FnMut(&[Value], &mut Meter) -> End,
{
    pub(super) fn new(meter: Meter, observer: O, visit: V) -> Self {
        let (effort, solutions) = (Effort::default(), Solutions::default());
        Ledger { effort, meter, observer, visit, solutions }
    }

    /// Hands a solution on; breaks when that was enough.
    pub fn solution(&mut self, values: &[Value]) -> End {
        self.observer.on(Event::Solution);
        let end = (self.visit)(values, &mut self.meter);
        match end {
            Ok(_) => self.solutions.count += 1,
            Err(_) => self.reached(values.len(), || values.iter().copied().enumerate()),
        }
        end
    }

    /// Closes with the reason for the end: a limit, enough solutions (break), or
    /// nothing left to search (continue).
    pub(super) fn close(mut self, end: End) -> Answer {
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
