//! What every method records while it runs.

use super::{Acceptance, Ending, Event, Found, Landscape, Run, Watcher};
use crate::{Limits, Meter, Outcome, Rng, Stats, Stop, Verdict};

/// The meter, the best state so far and the runs so far.
pub(super) struct Record<S> {
    pub meter: Meter,
    pub acceptance: Option<Acceptance>,
    best: Option<(i64, S)>,
    runs: Vec<Run>,
    grown: usize,
    goal: Option<i64>,
}

/// A run that improves many states at once, until `improve` ends it.
pub(super) fn of_many<S: Clone>(
    record: &mut Record<S>,
    improve: impl FnOnce(&mut Run, &mut Record<S>) -> Result<Ending, Stop>,
) -> Run {
    let mut run = Run::new(i64::MAX);
    run.ending = improve(&mut run, record).unwrap_or_else(Ending::Stopped);
    run.end = record.best_cost();
    run
}

impl<S: Clone> Record<S> {
    /// The record of a search for a state that costs no more than `goal`.
    pub fn new(meter: Meter, goal: Option<i64>) -> Self {
        Record { meter, acceptance: None, best: None, runs: Vec::new(), grown: 0, goal }
    }

    /// Whether a state of this cost is a solution.
    #[inline]
    pub fn is_solution(&self, cost: i64) -> bool {
        self.goal.is_some_and(|goal| cost <= goal)
    }

    /// Whether the best state kept is a solution.
    pub fn is_solved(&self) -> bool {
        self.best.as_ref().is_some_and(|(cost, _)| self.is_solution(*cost))
    }

    /// Reserves memory for `states` states.
    pub fn reserve<L>(&mut self, landscape: &L, states: usize) -> Result<(), Stop>
    where
        L: Landscape<State = S>,
    {
        self.meter.hold(states.saturating_mul(landscape.state_bytes()))?;
        self.meter.stored(states as u64);
        Ok(())
    }

    /// The cost of the best state kept; the largest number if there is none.
    pub fn best_cost(&self) -> i64 {
        self.best.as_ref().map_or(i64::MAX, |(cost, _)| *cost)
    }

    /// Replaces the best state.
    pub fn keep(&mut self, state: S, cost: i64) {
        self.best = Some((cost, state));
    }

    /// Replaces the best state with a copy. The old one is dropped first, so that there are never
    /// three states.
    pub fn keep_copy(&mut self, state: &S, cost: i64) {
        self.best = None;
        self.keep(state.clone(), cost);
    }

    /// Whether this cost is below that of the best state kept.
    pub fn is_best(&self, cost: i64) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| cost < *best)
    }

    /// Replaces the best state if this one is better, and reports it.
    pub fn offer<L, O>(&mut self, state: S, cost: i64, observer: &mut O)
    where
        L: Landscape<State = S>,
        O: Watcher<L>,
    {
        if self.is_best(cost) {
            self.meter.tell(observer, Event::Best { state: &state, cost });
            self.keep(state, cost);
        }
    }

    /// Keeps a copy if this state is better, and reports it.
    pub fn offer_copy<L, O>(&mut self, state: &S, cost: i64, observer: &mut O)
    where
        L: Landscape<State = S>,
        O: Watcher<L>,
    {
        if self.is_best(cost) {
            self.meter.tell(observer, Event::Best { state, cost });
            self.keep_copy(state, cost);
        }
    }

    /// Reserves the bytes that a growing state needs, with `states` such states in all.
    #[inline]
    pub fn hold_growth<L>(&mut self, landscape: &L, state: &S, states: usize) -> Result<(), Stop>
    where
        L: Landscape<State = S>,
    {
        let grown = landscape.grown_bytes(state).saturating_mul(states);
        if grown > self.grown {
            self.meter.hold(grown - self.grown)?;
            self.grown = grown;
        }
        Ok(())
    }

    /// Adds a run's acceptance counts to those of earlier runs; a run that found no better state
    /// reports 0 as the temperature of the best.
    pub fn accept(&mut self, run: Acceptance) {
        let before = self.acceptance.unwrap_or_default();
        self.acceptance = Some(Acceptance {
            proposed: before.proposed + run.proposed,
            accepted: before.accepted + run.accepted,
            best_at: if run.best_at > 0.0 { run.best_at } else { before.best_at },
            ..run
        });
    }

    /// Adds a finished run.
    pub fn push(&mut self, run: Run) {
        make_room(&mut self.runs);
        self.runs.push(run);
    }

    /// The best state with its cost, and the statistics of the search.
    pub fn close(self) -> (Option<(i64, S)>, Stats) {
        (self.best, self.meter.finish(Verdict::<()>::Unsolvable).stats)
    }

    /// The outcome.
    pub fn finish(self, stop: Option<Stop>) -> Outcome<Found<S>> {
        let solved = self.is_solved();
        let Record { meter, best, runs, acceptance, .. } = self;
        let found = best.map(|(cost, state)| Found { state, cost, runs, acceptance });
        let verdict = match (found, stop) {
            (Some(found), _) if solved => Verdict::Solved(found),
            (best, Some(by)) => Verdict::Stopped { by, best },
            (Some(found), None) => Verdict::Stuck(found),
            (None, None) => unreachable!("there is at least one run, and it keeps its best"),
        };
        meter.finish(verdict)
    }
}

/// Makes room for one more item. There may be millions, each counted as memory, so a list grows by
/// an eighth instead of doubling.
pub(super) fn make_room<T>(items: &mut Vec<T>) {
    if items.capacity() == items.len() {
        items.reserve_exact((items.len() / 8).max(1));
    }
}

/// Calls `run` with its number and its own generator until it solves the problem, a limit is
/// reached or it has been restarted `restarts` times. Memory for `states` states is reserved first.
pub(super) fn with_restarts<L: Landscape>(
    landscape: &L,
    states: usize,
    limits: &Limits,
    restarts: u32,
    rng: &mut Rng,
    mut run: impl FnMut(u32, &mut Rng, &mut Record<L::State>) -> Run,
) -> Outcome<Found<L::State>> {
    let mut record = Record::new(Meter::new(limits), landscape.goal());
    if let Err(stop) = record.reserve(landscape, states) {
        return record.finish(Some(stop));
    }
    let seed = rng.bits();
    for number in 0..=restarts {
        let run = run(number, &mut Rng::stream(seed, number.into()), &mut record);
        record.push(run);
        match (run.ending, record.meter.hold(size_of::<Run>())) {
            (Ending::Solved, _) => break,
            (Ending::Stopped(stop), _) | (_, Err(stop)) => return record.finish(Some(stop)),
            (Ending::LocalOptimum | Ending::Plateau | Ending::Spent, Ok(())) => {}
        }
    }
    record.finish(None)
}

/// A state and its cost.
pub(super) type Member<S> = (i64, S);

/// `count` random states, the best first. Making them may take a long time: if a limit is reached,
/// there are fewer, at least one, and the first step fails.
pub(super) fn random_members<L: Landscape>(
    landscape: &L,
    count: usize,
    rng: &mut Rng,
    meter: &Meter,
) -> Result<Vec<Member<L::State>>, Stop> {
    let mut members = room_for(count)?;
    for _ in 0..count {
        let state = landscape.random_state(rng);
        members.push((landscape.cost(&state), state));
        if meter.poll().is_err() {
            break;
        }
    }
    cheapest_first(&mut members);
    Ok(members)
}

/// Sorts members by cost; the sort is stable.
pub(super) fn cheapest_first<S>(members: &mut [Member<S>]) {
    members.sort_by_key(|member| member.0);
}

/// An empty vector with room for `count` items, if the machine has enough memory.
pub(super) fn room_for<T>(count: usize) -> Result<Vec<T>, Stop> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| Stop::Memory)?;
    Ok(items)
}

/// The mean cost of some members.
pub(super) fn mean_cost<S>(members: &[Member<S>]) -> f64 {
    members.iter().map(|member| member.0 as f64).sum::<f64>() / members.len() as f64
}
