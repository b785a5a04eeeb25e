//! States in the order of their distance, as an iterator.

use super::best_first::{BestFirst, Frontier};
use crate::run::{Limits, Meter, Stop};
use crate::space::{Blind, StateSpace};

/// The reachable states, nearest first, with the cost of reaching each: uniform-cost search as a
/// lazy iterator.
///
/// ```
/// use goalward::path::reach;
/// use goalward::space::from_fn;
///
/// // Places on a line, by steps of 1 that cost 1 and steps of 3 that cost 2.
/// let line = from_fn(0i32, |&at| [(at + 1, 1u32), (at + 3, 2)], |_| false);
/// let near: Vec<_> = reach(&line).take_while(|&(_, cost)| cost <= 3).collect();
/// assert_eq!(near, [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3)]);
/// ```
#[must_use]
pub fn reach<S: StateSpace>(space: &S) -> Reach<'_, S> {
    Reach::within(space, &Limits::default())
}

/// The iterator made by [`reach`].
pub struct Reach<'a, S: StateSpace> {
    frontier: Frontier<'a, S, Blind>,
    meter: Meter,
    stopped: Option<Stop>,
}

impl<'a, S: StateSpace> Reach<'a, S> {
    /// The same within limits: it ends when one is reached, which [`stopped`](Reach::stopped) then
    /// reports.
    pub fn within(space: &'a S, limits: &Limits) -> Self {
        let mut meter = Meter::new(limits);
        let mut frontier = Frontier::new(space, &Blind, BestFirst::uniform_cost());
        let stopped = frontier.begin(&mut meter).err();
        Reach { frontier, meter, stopped }
    }

    /// What ended the iteration before all states were reached, if anything did.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }
}

impl<S: StateSpace> Iterator for Reach<'_, S> {
    type Item = (S::State, S::Cost);

    fn next(&mut self) -> Option<Self::Item> {
        let frontier = &mut self.frontier;
        if self.stopped.is_some() {
            return None;
        }
        let end = match frontier.pop() {
            Some(id) => frontier.expand(id, &mut self.meter, &mut ()).map(|()| Some(id)),
            None if frontier.overflowed() => Err(Stop::Cost),
            None => Ok(None),
        };
        self.stopped = end.err();
        Some(frontier.reached(end.ok()??))
    }
}
