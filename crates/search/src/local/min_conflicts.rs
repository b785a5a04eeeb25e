//! Min-conflicts: repair one conflicted variable at a time.

use super::record::{Least, Record, count_neighbour, with_restarts};
use super::{Conflicts, Ending, Event, Found, LocalSearch, Reason, Run, Watcher};
use crate::{Limits, Outcome, Rng, Stop};

/// Picks a variable in conflict at random and gives it the value with the fewest
/// conflicts, over and over (Minton and others, 1992).
///
/// Equally good values, the present one among them, are equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinConflicts {
    /// How many variables a run repairs at most.
    pub steps: u64,
    /// How many more runs to start when one ends without a solution.
    pub restarts: u32,
}

impl Default for MinConflicts {
    fn default() -> Self {
        MinConflicts { steps: 10_000, restarts: 9 }
    }
}

impl<L: Conflicts> LocalSearch<L> for MinConflicts {
    fn search<O: Watcher<L>>(
        &self,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Found<L::State>> {
        with_restarts(landscape, 2, limits, self.restarts, |number, record| {
            let mut state = landscape.greedy_state(rng);
            let mut run = Run::new(landscape.cost(&state));
            observer.on(Event::Start { run: number, state: &state, cost: run.start });
            run.ending = self
                .repair(landscape, &mut state, &mut run, rng, record, observer)
                .unwrap_or_else(Ending::Stopped);
            record.offer::<L, O>(state, run.end, observer);
            run
        })
    }
}

/// The variables found in conflict, in random order, each asked again when its turn
/// comes; when they are used up all are looked at anew. On a board of millions of
/// queens a look at all costs more than a repair.
#[derive(Default)]
struct Round(Vec<usize>);

impl Round {
    fn next<L: Conflicts>(
        &mut self,
        landscape: &L,
        state: &L::State,
        rng: &mut Rng,
    ) -> Option<usize> {
        while let Some(variable) = self.0.pop() {
            if landscape.is_conflicted(state, variable) {
                return Some(variable);
            }
        }
        let all = 0..landscape.variables();
        self.0.extend(all.filter(|&variable| landscape.is_conflicted(state, variable)));
        rng.shuffle(&mut self.0);
        self.0.pop()
    }
}

impl MinConflicts {
    /// No step raises the cost, so that the last state is the best.
    fn repair<L: Conflicts, O: Watcher<L>>(
        &self,
        landscape: &L,
        state: &mut L::State,
        run: &mut Run,
        rng: &mut Rng,
        record: &mut Record<L::State>,
        observer: &mut O,
    ) -> Result<Ending, Stop> {
        let mut round = Round::default();
        for _ in 0..self.steps {
            if run.end == 0 {
                break;
            }
            record.meter.expand()?;
            let Some(variable) = round.next(landscape, state, rng) else { break };
            let mut least = Least { delta: 0, ties: 1, mv: None };
            for mv in landscape.reassignments(state, variable) {
                count_neighbour(&mut record.meter)?;
                least.offer(landscape.delta(state, mv), mv, rng);
            }
            let Least { delta, ties, mv: Some(mv) } = least else { continue };
            let (before, after) = (run.end, run.end + delta);
            let reason = Reason::LeastConflicts { variable, ties };
            observer.on(Event::Step { state, mv, before, after, reason, accepted: true });
            landscape.apply(state, mv);
            run.moved(delta);
            record.hold_growth(landscape, state)?;
        }
        Ok(if run.end == 0 { Ending::Solved } else { Ending::Spent })
    }
}
