//! Min-conflicts: repair one conflicted variable at a time.

use super::best::{Best, best_of};
use super::record::Record;
use super::restarting::Restarting;
use super::{Conflicts, Ending, Event, Reason, Run, Watcher};
use crate::{Meter, Rng, Stop};

/// Repeatedly picks a variable in conflict at random and gives it the value with the fewest
/// conflicts (Minton and others, 1992).
///
/// Equally good values, including the current one, are equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinConflicts {
    /// How many variables a run repairs at most; by default 10,000.
    pub steps: u64,
    /// How many more runs to start when one ends without a solution; by default 9.
    pub restarts: u32,
}

impl Default for MinConflicts {
    fn default() -> Self {
        MinConflicts { steps: 10_000, restarts: 9 }
    }
}

/// Every variable in conflict, and some that used to be: with millions of queens, scanning all of
/// them costs more than a repair, so they are scanned only once.
struct Suspects {
    list: Vec<usize>,
    listed: Vec<bool>,
}

impl Suspects {
    fn new<L: Conflicts>(landscape: &L, state: &L::State, meter: &mut Meter) -> Result<Self, Stop> {
        meter.hold(landscape.variables())?;
        let all = 0..landscape.variables();
        let listed: Vec<bool> = all.map(|one| landscape.is_conflicted(state, one)).collect();
        let mut suspects = Suspects { list: Vec::new(), listed };
        for one in 0..suspects.listed.len() {
            if suspects.listed[one] {
                suspects.add(one, meter)?;
            }
        }
        Ok(suspects)
    }

    /// Adds one more to the list.
    fn add(&mut self, variable: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.list.len() == self.list.capacity() {
            let more = (self.list.len() / 2).max(64);
            meter.reserve(&mut self.list, more)?;
        }
        self.list.push(variable);
        Ok(())
    }

    /// The bytes that were reserved.
    fn bytes(&self) -> usize {
        self.listed.len() + self.list.capacity() * size_of::<usize>()
    }

    /// A random variable in conflict, all equally likely; `None` if there is none.
    fn draw<L: Conflicts>(
        &mut self,
        landscape: &L,
        state: &L::State,
        rng: &mut Rng,
    ) -> Option<usize> {
        while !self.list.is_empty() {
            let place = rng.below(self.list.len());
            let variable = self.list[place];
            if landscape.is_conflicted(state, variable) {
                return Some(variable);
            }
            self.list.swap_remove(place);
            self.listed[variable] = false;
        }
        None
    }

    /// Adds the variables that the new value of `variable` conflicts with.
    fn follow<L: Conflicts>(
        &mut self,
        landscape: &L,
        state: &L::State,
        variable: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for opponent in landscape.opponents(state, variable) {
            if !std::mem::replace(&mut self.listed[opponent], true) {
                self.add(opponent, meter)?;
            }
        }
        Ok(())
    }
}

impl<L: Conflicts> Restarting<L> for MinConflicts {
    fn start(&self, landscape: &L, rng: &mut Rng) -> L::State {
        landscape.greedy_state(rng)
    }

    fn improve<O: Watcher<L>>(
        &self,
        landscape: &L,
        state: &mut L::State,
        run: &mut Run,
        rng: &mut Rng,
        record: &mut Record<L::State>,
        observer: &mut O,
    ) -> Result<Ending, Stop> {
        let mut suspects = Suspects::new(landscape, state, &mut record.meter)?;
        for _ in 0..self.steps {
            if record.is_solution(run.end) {
                break;
            }
            record.meter.expand()?;
            let Some(variable) = suspects.draw(landscape, state, rng) else { break };
            let values = || {
                let all = landscape.reassignments(state, variable);
                all.filter(|&(mv, _)| landscape.allows(state, mv))
            };
            let best = best_of(values, rng, &mut record.meter)?;
            let Some(Best { delta: delta @ ..=0, ties, mv }) = best else { continue };
            // If nothing improves, the current value is one more tie.
            let ties = ties + usize::from(delta == 0);
            if delta == 0 && rng.below(ties) == 0 {
                continue;
            }
            let (before, after) = (run.end, run.end + delta);
            let reason = Reason::LeastConflicts { variable, ties };
            let step = Event::Step { state, mv, before, after, reason, accepted: true };
            record.meter.tell(observer, step);
            landscape.apply(state, mv);
            run.moved(delta);
            suspects.follow(landscape, state, variable, &mut record.meter)?;
            record.hold_growth(landscape, state, 2)?;
        }
        record.meter.release(suspects.bytes());
        Ok(if record.is_solution(run.end) { Ending::Solved } else { Ending::Spent })
    }
}
