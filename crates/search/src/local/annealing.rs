//! Simulated annealing: accept worse moves too, ever more rarely.

use super::cooler::{Cooler, Odds, fraction};
use super::record::{Record, with_restarts};
use super::{
    Acceptance, Ending, Event, Found, Landscape, LocalSearch, Reason, Run, Schedule, ScheduleError,
    Watcher,
};
use crate::{Limits, Outcome, Rng, Stop};

/// Simulated annealing, with a [`Schedule`] known to stay above zero.
///
/// Moves are drawn at random; one that does not raise the cost is made, one that
/// raises it by d is made with probability e^(−d/T). The temperature T is held
/// for short levels: 1/4096 of the run, at least 1 step and at most 256.
///
/// An automatic start temperature is the mean rise of a random walk's rising
/// moves, so that a typical one is accepted with probability 1/e; an automatic
/// end is 1/20 of the start.
///
/// ```
/// use goalward::local::{Annealing, Cooling, Schedule, Temperature};
///
/// let schedule = Schedule {
///     cooling: Cooling::Linear { step: Some(0.001) },
///     start: Temperature::Fixed(2.0),
///     ..Schedule::default()
/// };
/// assert!(Annealing::new(schedule).is_ok());
/// let refused = Annealing::new(Schedule { steps: Some(3_000), ..schedule }).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "the temperature would fall to zero after 2000 of 3000 steps: \
///      take fewer steps or cool more slowly",
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Annealing {
    schedule: Schedule,
}

/// How often a move that takes back the last one is drawn anew before it passes
/// for the only one.
const REDRAWS: u32 = 64;

impl Annealing {
    /// Annealing by `schedule`, unless its temperature would not stay above zero.
    pub fn new(schedule: Schedule) -> Result<Self, ScheduleError> {
        schedule.validate()?;
        Ok(Annealing { schedule })
    }

    /// How it cools.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}

impl<L: Landscape> LocalSearch<L> for Annealing {
    fn search<O: Watcher<L>>(
        &self,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Found<L::State>> {
        let mut cooler = None;
        with_restarts(landscape, 2, limits, self.schedule.restarts, |number, record| {
            // Calibration makes a state, so it waits until memory allows two.
            let cooler = *cooler.get_or_insert_with(|| Cooler::new(&self.schedule, landscape, rng));
            let state = landscape.random_state(rng);
            let run = Run::new(landscape.cost(&state));
            observer.on(Event::Start { run: number, state: &state, cost: run.start });
            let mut chain = Chain::new(landscape, state, run, record);
            chain.note_start(cooler.start(), observer);
            let ending = chain.anneal(cooler, rng, observer).unwrap_or_else(Ending::Stopped);
            chain.finish(ending)
        })
    }
}

/// One run under way.
struct Chain<'a, L: Landscape> {
    landscape: &'a L,
    state: L::State,
    last: Option<L::Move>,
    run: Run,
    record: &'a mut Record<L::State>,
    acceptance: Acceptance,
    best_cost: i64,
    /// Whether the best state is this chain's present one, not kept yet: it is
    /// copied only when it is about to be lost.
    at_best: bool,
}

impl<'a, L: Landscape> Chain<'a, L> {
    fn new(landscape: &'a L, state: L::State, run: Run, record: &'a mut Record<L::State>) -> Self {
        let acceptance = record.acceptance.unwrap_or_default();
        let best_cost = record.best_cost();
        Chain { landscape, state, last: None, run, record, acceptance, best_cost, at_best: false }
    }

    fn note_start<O: Watcher<L>>(&mut self, temperature: f64, observer: &mut O) {
        self.acceptance.start = temperature;
        self.acceptance.lowest = temperature;
        self.note_best(temperature, observer);
    }

    /// Proposes moves until the schedule ends.
    fn anneal<O: Watcher<L>>(
        &mut self,
        mut cooler: Cooler,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<Ending, Stop> {
        if self.run.end == 0 {
            return Ok(Ending::Solved);
        }
        while let Some((temperature, steps)) = cooler.next_level(rng) {
            self.acceptance.lowest = temperature;
            let odds = Odds::new(temperature);
            if let Some(ending) = self.level(&odds, steps, rng, observer)? {
                return Ok(ending);
            }
            self.record.hold_growth(self.landscape, &self.state)?;
        }
        Ok(Ending::Spent)
    }

    /// Proposes `steps` moves at one temperature, or fewer if that ends the run.
    fn level<O: Watcher<L>>(
        &mut self,
        odds: &Odds,
        steps: u64,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<Option<Ending>, Stop> {
        for _ in 0..steps {
            self.record.meter.expand()?;
            let Some(mv) = self.propose(rng) else { return Ok(Some(Ending::LocalOptimum)) };
            self.acceptance.proposed += 1;
            let delta = self.landscape.delta(&self.state, mv);
            if self.accepts(mv, delta, odds, rng, observer) {
                self.make(mv, delta);
                if self.run.end < self.best_cost {
                    self.note_best(odds.temperature, observer);
                    if self.run.end == 0 {
                        return Ok(Some(Ending::Solved));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A random move that does not take back the last one, if there is any other.
    #[inline]
    fn propose(&self, rng: &mut Rng) -> Option<L::Move> {
        let mut mv = self.landscape.random_move(&self.state, rng)?;
        if let Some(last) = self.last {
            for _ in 0..REDRAWS {
                if !self.landscape.undoes(last, mv) {
                    break;
                }
                mv = self.landscape.random_move(&self.state, rng)?;
            }
        }
        Some(mv)
    }

    #[inline]
    fn accepts<O: Watcher<L>>(
        &self,
        mv: L::Move,
        delta: i64,
        odds: &Odds,
        rng: &mut Rng,
        observer: &mut O,
    ) -> bool {
        let (accepted, probability, draw) = if delta <= 0 {
            (true, 1.0, None)
        } else {
            let (odds, draw) = (odds.of(delta), rng.bits());
            (draw < odds, fraction(odds), Some(fraction(draw)))
        };
        let reason = Reason::Chance { temperature: odds.temperature, probability, draw };
        let (before, after) = (self.run.end, self.run.end + delta);
        observer.on(Event::Step { state: &self.state, mv, before, after, reason, accepted });
        accepted
    }

    #[inline]
    fn make(&mut self, mv: L::Move, delta: i64) {
        if self.at_best && delta > 0 {
            self.record.keep(self.state.clone(), self.run.end);
            self.at_best = false;
        }
        self.landscape.apply(&mut self.state, mv);
        self.last = Some(mv);
        self.acceptance.accepted += 1;
        self.run.moved(delta);
    }

    fn note_best<O: Watcher<L>>(&mut self, temperature: f64, observer: &mut O) {
        let cost = self.run.end;
        if cost < self.best_cost {
            self.best_cost = cost;
            self.at_best = true;
            self.acceptance.best_at = temperature;
            observer.on(Event::Best { state: &self.state, cost });
        }
    }

    fn finish(mut self, ending: Ending) -> Run {
        self.record.acceptance = Some(self.acceptance);
        self.record.meter.generated = self.acceptance.proposed;
        if self.at_best {
            self.record.keep(self.state, self.run.end);
        }
        self.run.ending = ending;
        self.run
    }
}
