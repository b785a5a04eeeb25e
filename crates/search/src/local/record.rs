//! What all methods keep while they run.

use super::{Acceptance, Climbed, Ending, Event, Found, Landscape, Room, Run, Watcher};
use crate::{Limits, Meter, Outcome, Rng, Stats, Stop, Verdict};

/// The meter, the best state so far and the runs so far.
pub(super) struct Record<S> {
    pub meter: Meter,
    pub acceptance: Option<Acceptance>,
    best: Option<(i64, S)>,
    runs: Vec<Run>,
    grown: usize,
}

impl<S: Clone> Record<S> {
    pub fn new(meter: Meter) -> Self {
        Record { meter, acceptance: None, best: None, runs: Vec::new(), grown: 0 }
    }

    /// Asks for room for so many states.
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

    /// Replaces the best state by a copy. It goes first, so that no third is held.
    pub fn keep_copy(&mut self, state: &S, cost: i64) {
        self.best = None;
        self.keep(state.clone(), cost);
    }

    /// Whether no state as good was kept.
    pub fn is_best(&self, cost: i64) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| cost < *best)
    }

    /// Replaces the best state if this one is better, and says so.
    pub fn offer<L, O>(&mut self, state: S, cost: i64, observer: &mut O)
    where
        L: Landscape<State = S>,
        O: Watcher<L>,
    {
        if self.is_best(cost) {
            observer.on(Event::Best { state: &state, cost });
            self.keep(state, cost);
        }
    }

    /// Keeps a copy if this state is better, and says so.
    pub fn offer_copy<L, O>(&mut self, state: &S, cost: i64, observer: &mut O)
    where
        L: Landscape<State = S>,
        O: Watcher<L>,
    {
        if self.is_best(cost) {
            observer.on(Event::Best { state, cost });
            self.keep_copy(state, cost);
        }
    }

    /// Does climbs in a row, up to so many, where the landscape does so and the limits leave
    /// room for it. Gives how the last ended and how many there were.
    pub fn climb_in_a_row<L>(
        &mut self,
        landscape: &L,
        sideways: u32,
        most: u64,
        rng: impl Fn(u32) -> Rng,
    ) -> Option<(Ending, u64)>
    where
        L: Landscape<State = S>,
    {
        let most = most.min(IN_A_ROW);
        // It may be time to look at the limits; an error is for a run to meet.
        let looks = self.meter.spend().ok()?;
        self.meter.unspent(looks);
        let bytes = most as usize * size_of::<Run>();
        if looks < LEAST_LOOKS || !self.meter.can_hold(bytes) {
            return None;
        }
        let before = self.runs.len();
        make_room(&mut self.runs, if before == 0 { most.min(AT_ONCE) } else { most } as usize);
        let mut room = Room::new(&mut self.runs, most);
        let Climbed { best, expanded, generated } =
            landscape.climbs(sideways, looks, rng, &mut room)?;
        let runs = &self.runs[before..];
        let last = runs.last()?.ending;
        // Without a branch: which is the least nobody can guess.
        let (done, cost) =
            (runs.len(), runs.iter().fold(i64::MAX, |least, run| least.min(run.end)));
        self.meter.expanded += expanded;
        self.meter.generated += generated;
        self.offer::<L, ()>(best, cost, &mut ());
        let held = self.meter.hold(done * size_of::<Run>());
        debug_assert!(held.is_ok());
        Some((last, done as u64))
    }

    /// Asks for the bytes that a growing state needs, and so many in all that are held with it.
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

    /// Adds how a run accepted moves to what the runs before it did; one that found
    /// no better state than they says 0 for the temperature of the best.
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
        make_room(&mut self.runs, 1);
        self.runs.push(run);
    }

    /// The best state with its cost, and what it took.
    pub fn close(self) -> (Option<(i64, S)>, Stats) {
        (self.best, self.meter.finish(Verdict::<()>::Unsolvable).stats)
    }

    /// The outcome.
    pub fn finish(self, stop: Option<Stop>) -> Outcome<Found<S>> {
        let Record { meter, best, runs, acceptance, .. } = self;
        let found = best.map(|(cost, state)| Found { state, cost, runs, acceptance });
        let verdict = match (found, stop) {
            (Some(found), _) if found.cost == 0 => Verdict::Solved(found),
            (best, Some(by)) => Verdict::Stopped { by, best },
            (Some(found), None) => Verdict::Stuck(found),
            (None, None) => unreachable!("there is at least one run, and it keeps its best"),
        };
        meter.finish(verdict)
    }
}

/// Sees to it that there is room for `more` items. There may be millions, each counted as
/// memory: so a list grows by an eighth, not to twice its size.
pub(super) fn make_room<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact(more.max(items.len() / 8));
    }
}

/// How many climbs are done in a row at most.
const IN_A_ROW: u64 = 64;

/// For so many there is room from the start: half of the searches that restart at all take fewer.
const AT_ONCE: u64 = 16;

/// With fewer looks left before the limits are due, climbs in a row would be for nothing.
const LEAST_LOOKS: u64 = 32;

/// Calls `run` with its number and a generator of its own until it solves the
/// problem, a limit is reached or it has been restarted `restarts` times. Room for
/// `states` states is asked for first.
pub(super) fn with_restarts<L: Landscape>(
    landscape: &L,
    states: usize,
    limits: &Limits,
    restarts: u32,
    rng: &mut Rng,
    run: impl FnMut(u32, &mut Rng, &mut Record<L::State>) -> Run,
) -> Outcome<Found<L::State>> {
    let none = |_, _, _: &mut Record<L::State>| None;
    with_restarts_in_a_row(landscape, states, limits, restarts, rng, none, run)
}

/// The same; `in_a_row` may do some of the runs at once. It is given the number of the next,
/// the seed of the generators' streams and the record, and gives how the last run ended and how
/// many there were.
pub(super) fn with_restarts_in_a_row<L: Landscape>(
    landscape: &L,
    states: usize,
    limits: &Limits,
    restarts: u32,
    rng: &mut Rng,
    mut in_a_row: impl FnMut(u32, u64, &mut Record<L::State>) -> Option<(Ending, u64)>,
    mut run: impl FnMut(u32, &mut Rng, &mut Record<L::State>) -> Run,
) -> Outcome<Found<L::State>> {
    let mut record = Record::new(Meter::new(limits));
    if let Err(stop) = record.reserve(landscape, states) {
        return record.finish(Some(stop));
    }
    let seed = rng.bits();
    let mut next = 0;
    while next <= u64::from(restarts) {
        let number = next as u32;
        if let Some((last, done)) = in_a_row(number, seed, &mut record) {
            if last == Ending::Solved {
                break;
            }
            next += done;
            continue;
        }
        next += 1;
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

/// So many random states, the best first. Making them may take long: when the time is
/// up there are fewer, at least one, and the first step will be refused.
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
    members.sort_by_key(|member| member.0);
    Ok(members)
}

/// An empty vector with room for `count` items, if the machine has it.
pub(super) fn room_for<T>(count: usize) -> Result<Vec<T>, Stop> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| Stop::Memory)?;
    Ok(items)
}

/// The mean cost of some members.
pub(super) fn mean_cost<S>(members: &[Member<S>]) -> f64 {
    members.iter().map(|member| member.0 as f64).sum::<f64>() / members.len() as f64
}
