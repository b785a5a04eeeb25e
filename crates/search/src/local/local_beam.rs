//! Local beam search: the best neighbours of many states at once.

use std::collections::HashSet;
use std::hash::Hash;
use std::num::NonZeroUsize;

use foldhash::fast::FixedState;

use super::neighbours::neighbours;
use super::record::{Member, Record, mean_cost, of_many, random_members, room_for, with_restarts};
use super::{Ending, Event, Found, Landscape, LocalSearch, Reason, Run, Watcher};
use crate::{Limits, Outcome, Rng, Stop};

/// Keeps the best different states among all neighbours of its states.
///
/// Unlike separate climbs, it moves all its states to where the best neighbours are. Ties are
/// broken at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalBeam {
    /// How many states it keeps; by default 16.
    pub width: NonZeroUsize,
    /// It gives up after this many generations in a row without a new best; by default 100.
    pub patience: u32,
}

impl Default for LocalBeam {
    fn default() -> Self {
        LocalBeam { width: NonZeroUsize::new(16).expect("16 is not 0"), patience: 100 }
    }
}

/// How many candidates for each place are kept while neighbours are examined: more than one,
/// because several may lead to the same state.
const CANDIDATES: usize = 8;

struct Candidate<M> {
    cost: i64,
    /// Random, so that equal candidates come in random order.
    tie: u64,
    parent: usize,
    mv: M,
}

impl<M> Candidate<M> {
    fn key(&self) -> (i64, u64) {
        (self.cost, self.tie)
    }
}

impl<L: Landscape> LocalSearch<L> for LocalBeam
where
    L::State: Eq + Hash,
{
    fn search<O: Watcher<L>>(
        &self,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Found<L::State>> {
        with_restarts(landscape, self.states(), limits, 0, rng, |number, rng, record| {
            of_many(record, |run, record| self.run(landscape, number, run, rng, record, observer))
        })
    }
}

impl LocalBeam {
    /// How many states are held: this generation, the next one and its set, and the best.
    fn states(&self) -> usize {
        self.width.get().saturating_mul(3).saturating_add(1)
    }

    /// The capacity for candidates; when it is full, half of them are dropped.
    fn room(&self) -> usize {
        self.width.get().saturating_mul(2 * CANDIDATES)
    }

    fn run<L: Landscape, O: Watcher<L>>(
        &self,
        landscape: &L,
        number: u32,
        run: &mut Run,
        rng: &mut Rng,
        record: &mut Record<L::State>,
        observer: &mut O,
    ) -> Result<Ending, Stop>
    where
        L::State: Eq + Hash,
    {
        record.meter.hold(self.room().saturating_mul(size_of::<Candidate<L::Move>>()))?;
        let mut beam = random_members(landscape, self.width.get(), rng, &record.meter)?;
        let (cost, state) = &beam[0];
        run.start = *cost;
        record.meter.tell(observer, Event::Start { run: number, state, cost: *cost });
        record.offer_copy::<L, O>(state, *cost, observer);
        let mut patience = self.patience;
        while !record.is_solved() {
            let candidates = self.candidates(landscape, &beam, rng, record)?;
            beam = self.select(landscape, &beam, candidates, record, observer);
            let Some((cost, best)) = beam.first() else { return Ok(Ending::LocalOptimum) };
            let mean = mean_cost(&beam);
            let generation = Event::Generation { number: run.steps, best, cost: *cost, mean };
            record.meter.tell(observer, generation);
            run.steps += 1;
            if *cost < record.best_cost() {
                record.offer_copy::<L, O>(best, *cost, observer);
                patience = self.patience;
            } else if patience == 0 {
                return Ok(Ending::Plateau);
            } else {
                patience -= 1;
            }
            record.hold_growth(landscape, best, self.states())?;
        }
        Ok(Ending::Solved)
    }

    /// The best neighbours of the beam, the best first.
    fn candidates<L: Landscape>(
        &self,
        landscape: &L,
        beam: &[Member<L::State>],
        rng: &mut Rng,
        record: &mut Record<L::State>,
    ) -> Result<Vec<Candidate<L::Move>>, Stop> {
        let mut candidates = room_for(self.room())?;
        for (parent, (cost, state)) in beam.iter().enumerate() {
            record.meter.expand()?;
            for (mv, delta) in neighbours(landscape, state) {
                record.meter.generate()?;
                let cost = cost + delta;
                candidates.push(Candidate { cost, tie: rng.bits(), parent, mv });
                if candidates.len() == self.room() {
                    let keep = self.room() / 2;
                    candidates.select_nth_unstable_by_key(keep, Candidate::key);
                    candidates.truncate(keep);
                }
            }
        }
        candidates.sort_unstable_by_key(Candidate::key);
        Ok(candidates)
    }

    /// The next beam: the first candidates that lead to different states.
    fn select<L: Landscape, O: Watcher<L>>(
        &self,
        landscape: &L,
        beam: &[Member<L::State>],
        candidates: Vec<Candidate<L::Move>>,
        record: &mut Record<L::State>,
        observer: &mut O,
    ) -> Vec<Member<L::State>>
    where
        L::State: Eq + Hash,
    {
        let mut seen = HashSet::with_hasher(FixedState::default());
        let mut next = Vec::new();
        for Candidate { cost, parent, mv, .. } in candidates {
            let (before, parent) = &beam[parent];
            let mut state = parent.clone();
            landscape.apply(&mut state, mv);
            if !seen.insert(state.clone()) {
                continue;
            }
            let reason = Reason::Survivor { rank: next.len() };
            let (state_before, before, after) = (parent, *before, cost);
            let step =
                Event::Step { state: state_before, mv, before, after, reason, accepted: true };
            record.meter.tell(observer, step);
            next.push((cost, state));
            if next.len() == self.width.get() {
                break;
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lamps, Ridge};
    use super::*;
    use crate::Verdict;

    #[test]
    fn a_beam_climbs_and_its_states_differ() {
        let mut generation = HashSet::new();
        let mut watch = |event: Event<'_, Vec<bool>, usize>| match event {
            Event::Step { state, mv, .. } => {
                let mut next = state.clone();
                Lamps(20).apply(&mut next, mv);
                assert!(generation.insert(next), "two states of a beam are the same");
            }
            Event::Generation { .. } => generation.clear(),
            _ => {}
        };
        let outcome = LocalBeam::default().search(
            &Lamps(20),
            &mut Rng::new(1),
            &Limits::default(),
            &mut watch,
        );
        assert_eq!(outcome.into_solution().unwrap().state, [true; 20]);
    }

    #[test]
    fn it_gives_up_when_patience_ends() {
        let beam = LocalBeam { patience: 5, ..LocalBeam::default() };
        let outcome =
            beam.search(&Ridge(&[1, 2, 3]), &mut Rng::new(1), &Limits::default(), &mut ());
        let Verdict::Stuck(found) = outcome.verdict else { panic!("nothing there costs 0") };
        let run = Run { start: 1, end: 1, steps: 6, sideways: 0, ending: Ending::Plateau };
        assert_eq!(found.runs, [run]);
    }
}
