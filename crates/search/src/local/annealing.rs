//! Simulated annealing: accept worse moves too, but less and less often.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use super::cooler::{Cooler, Odds, fraction};
use super::neighbours::draw;
use super::record::{Record, with_restarts};
use super::threads::on_threads;
use super::{
    Acceptance, Ending, Event, Found, Landscape, LocalSearch, Reason, Run, Schedule, ScheduleError,
    Watcher,
};
use crate::{Limits, Outcome, Rng, Stop};

/// Simulated annealing, with a [`Schedule`] known to stay above zero.
///
/// Moves are drawn at random; one that does not raise the cost is made; one that raises it by d is
/// made with probability e^(−d/T). The temperature T is constant over short levels: 1/4096 of the
/// run, at least 1 step and at most 256.
///
/// An automatic start temperature is half the mean rise of a random walk's rising
/// moves, so that a typical one is accepted with probability e^−2 (twice the mean
/// for logarithmic cooling, which falls steeply at first); an automatic end is
/// 1/20 of the start.
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
///
/// A move that undoes the last one ([`Landscape::undoes`]) is redrawn, unless
/// [`allowing_undo`](Annealing::allowing_undo) says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Annealing {
    schedule: Schedule,
    undo: Undo,
}

/// Whether a move may undo the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Undo {
    #[default]
    OnlyWithoutChoice,
    Allowed,
}

/// How often a move that undoes the last one is redrawn before it is assumed to be the only one.
const REDRAWS: u32 = 64;

impl Annealing {
    /// Annealing with `schedule`; an error if its temperature would not stay above zero.
    pub fn new(schedule: Schedule) -> Result<Self, ScheduleError> {
        schedule.validate()?;
        Ok(Annealing { schedule, undo: Undo::default() })
    }

    /// The same, but moves are drawn from all, including those that undo the last one.
    pub fn allowing_undo(self) -> Self {
        Annealing { undo: Undo::Allowed, ..self }
    }

    /// The cooling schedule.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}

impl<L: Landscape> LocalSearch<L> for Annealing {
    const SHARES: bool = true;

    fn search<O: Watcher<L>>(
        &self,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Found<L::State>> {
        let (mut first, mut calibration) = (None, Rng::new(rng.bits()));
        let restarts = self.schedule.restarts;
        with_restarts(landscape, 2, limits, restarts, rng, |number, rng, record| {
            // Calibration needs a second state, so it starts only if memory allows two.
            let meter = &record.meter;
            let cooler = || Cooler::new(&self.schedule, landscape, &mut calibration, meter);
            let cooler = *first.get_or_insert_with(cooler);
            anneal(landscape, (cooler, self.undo), number, rng, record, observer)
        })
    }

    fn search_on(
        &self,
        jobs: NonZeroUsize,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
    ) -> Outcome<Found<L::State>>
    where
        L: Sync,
        L::State: Send,
    {
        let (first, calibration) = (OnceLock::new(), Rng::new(rng.bits()));
        let restarts = self.schedule.restarts;
        on_threads(landscape, 2, limits, restarts, jobs, rng, |number, rng, record| {
            let (meter, mut calibration) = (&record.meter, calibration.clone());
            let cooler = || Cooler::new(&self.schedule, landscape, &mut calibration, meter);
            let cooler = *first.get_or_init(cooler);
            anneal(landscape, (cooler, self.undo), number, rng, record, &mut ())
        })
    }
}

/// One run.
fn anneal<L: Landscape, O: Watcher<L>>(
    landscape: &L,
    (cooler, undo): (Cooler, Undo),
    number: u32,
    rng: &mut Rng,
    record: &mut Record<L::State>,
    observer: &mut O,
) -> Run {
    let state = landscape.random_state(rng);
    let run = Run::new(landscape.cost(&state));
    record.meter.tell(observer, Event::Start { run: number, state: &state, cost: run.start });
    let mut chain = Chain::new(landscape, state, run, record);
    chain.undo = undo;
    chain.note_start(cooler.start(), observer);
    let ending = chain.anneal(cooler, rng, observer).unwrap_or_else(Ending::Stopped);
    chain.finish(ending)
}

/// A run in progress.
struct Chain<'a, L: Landscape> {
    landscape: &'a L,
    state: L::State,
    last: Option<L::Move>,
    undo: Undo,
    run: Run,
    record: &'a mut Record<L::State>,
    acceptance: Acceptance,
    best_cost: i64,
    /// Whether the best state is this chain's current one and not yet saved: it is copied only when
    /// it is about to be lost.
    at_best: bool,
}

impl<'a, L: Landscape> Chain<'a, L> {
    fn new(landscape: &'a L, state: L::State, run: Run, record: &'a mut Record<L::State>) -> Self {
        let acceptance = Acceptance::default();
        let best_cost = record.best_cost();
        Chain {
            landscape,
            state,
            last: None,
            undo: Undo::default(),
            run,
            record,
            acceptance,
            best_cost,
            at_best: false,
        }
    }

    fn note_start<O: Watcher<L>>(&mut self, temperature: f64, observer: &mut O) {
        self.acceptance.start = temperature;
        self.acceptance.lowest = temperature;
        if self.record.is_best(self.run.end) {
            self.note_best(temperature, observer);
        }
    }

    /// Proposes moves until the schedule ends.
    fn anneal<O: Watcher<L>>(
        &mut self,
        mut cooler: Cooler,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<Ending, Stop> {
        if self.record.is_solution(self.run.end) {
            return Ok(Ending::Solved);
        }
        while let Some((temperature, steps)) = cooler.next_level(rng) {
            self.acceptance.lowest = temperature;
            let odds = Odds::new(temperature);
            if let Some(ending) = self.level(&odds, steps, rng, observer)? {
                return Ok(ending);
            }
            self.record.hold_growth(self.landscape, &self.state, 2)?;
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
        // Steps are counted one by one only if a check of the limits is due among them, or if an
        // observer may end the search.
        let counted = !O::WATCHES && self.record.meter.expand_all(steps);
        let (mut taken, mut proposed) = (0, 0);
        let end = loop {
            if taken == steps {
                break Ok(None);
            }
            if !counted && let Err(stop) = self.record.meter.expand() {
                break Err(stop);
            }
            taken += 1;
            let mv = match self.propose(rng) {
                Ok(Some(mv)) => mv,
                Ok(None) => break Ok(Some(Ending::LocalOptimum)),
                Err(stop) => break Err(stop),
            };
            proposed += 1;
            let delta = self.landscape.delta(&self.state, mv);
            if self.accepts(mv, delta, odds, rng, observer) {
                self.make(mv, delta);
                if self.run.end < self.best_cost {
                    self.note_best(odds.temperature, observer);
                    if self.record.is_solution(self.run.end) {
                        break Ok(Some(Ending::Solved));
                    }
                }
            }
        };
        self.acceptance.proposed += proposed;
        if counted {
            self.record.meter.unspent(steps - taken);
        }
        end
    }

    /// A random move that does not undo the last one, if there is another.
    #[inline(always)]
    fn propose(&self, rng: &mut Rng) -> Result<Option<L::Move>, Stop> {
        let mut draw = || draw(self.landscape, &self.state, rng, &self.record.meter);
        let mut proposed = draw()?;
        if let (Some(last), Undo::OnlyWithoutChoice) = (self.last, self.undo) {
            let undoes = |mv| self.landscape.undoes(last, mv);
            for _ in 0..REDRAWS {
                if !proposed.is_some_and(undoes) {
                    break;
                }
                proposed = draw()?;
            }
        }
        Ok(proposed)
    }

    #[inline(always)]
    fn accepts<O: Watcher<L>>(
        &mut self,
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
        let state = &self.state;
        let step = Event::Step { state, mv, before, after, reason, accepted };
        self.record.meter.tell(observer, step);
        accepted
    }

    #[inline(always)]
    fn make(&mut self, mv: L::Move, delta: i64) {
        if self.at_best && delta > 0 {
            self.record.keep_copy(&self.state, self.run.end);
            self.at_best = false;
        }
        self.landscape.apply(&mut self.state, mv);
        self.last = Some(mv);
        self.acceptance.accepted += 1;
        self.run.moved(delta);
    }

    fn note_best<O: Watcher<L>>(&mut self, temperature: f64, observer: &mut O) {
        let cost = self.run.end;
        self.best_cost = cost;
        self.at_best = true;
        self.acceptance.best_at = temperature;
        self.record.meter.tell(observer, Event::Best { state: &self.state, cost });
    }

    fn finish(mut self, ending: Ending) -> Run {
        self.record.meter.generated += self.acceptance.proposed;
        self.record.accept(self.acceptance);
        if self.at_best {
            self.record.keep(self.state, self.run.end);
        }
        self.run.ending = ending;
        self.run
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lamps, Ridge};
    use super::super::{Cooling, Temperature, Traced};
    use super::*;
    use crate::Verdict;

    fn schedule(start: f64, steps: u64) -> Schedule {
        let start = Temperature::Fixed(start);
        Schedule { start, steps: Some(steps), restarts: 0, ..Schedule::default() }
    }

    #[test]
    fn it_crosses_a_ridge_that_stops_climbing_and_the_trail_leads_there() {
        let ridge = Ridge(&[2, 3, 4, 3, 2, 1, 0]);
        let annealing = Annealing::new(schedule(2.0, 100_000)).unwrap();
        let outcome =
            annealing.search(&Traced(ridge), &mut Rng::new(1), &Limits::default(), &mut ());
        let found = outcome.into_solution().unwrap();
        assert_eq!((found.cost, found.state.start, found.state.state), (0, 0, 6));
        let mut place = 0;
        for &mv in &found.state.moves {
            assert!(ridge.moves(&place).any(|possible| possible == mv));
            ridge.apply(&mut place, mv);
        }
        assert_eq!(place, 6);
        assert_eq!(found.runs[0].steps, found.state.moves.len() as u64);
    }

    #[test]
    fn it_goes_straight_back_where_that_is_allowed() {
        let ridge = Ridge(&[5, 5, 5, 5, 5, 5, 5, 5]);
        let (mut last, mut back) = (None, 0);
        let mut watch = |event: Event<'_, usize, isize>| {
            if let Event::Step { state, mv, .. } = event {
                let dead_end = *state == 0 || *state == 7;
                back += u32::from(!dead_end && last == Some(-mv));
                last = Some(mv);
            }
        };
        let annealing = Annealing::new(schedule(1.0, 2_000)).unwrap().allowing_undo();
        annealing.search(&ridge, &mut Rng::new(1), &Limits::default(), &mut watch);
        assert!((500..1_200).contains(&back), "{back}");
    }

    #[test]
    fn it_never_goes_straight_back_except_from_a_dead_end() {
        let ridge = Ridge(&[5, 5, 5, 5, 5, 5, 5, 5]);
        let mut last = None;
        let mut watch = |event: Event<'_, usize, isize>| {
            if let Event::Step { state, mv, .. } = event {
                let dead_end = *state == 0 || *state == 7;
                assert!(dead_end || last != Some(-mv), "back by {mv} at {state}");
                last = Some(mv);
            }
        };
        let annealing = Annealing::new(schedule(1.0, 2_000)).unwrap();
        let outcome = annealing.search(&ridge, &mut Rng::new(1), &Limits::default(), &mut watch);
        assert_eq!(outcome.stats.expanded, 2_000);
    }

    #[test]
    fn the_best_is_kept_although_the_walk_goes_on() {
        let ridge = Ridge(&[5, 4, 3, 2, 1, 2, 3, 4]);
        let annealing = Annealing::new(schedule(50.0, 5_000)).unwrap();
        let outcome = annealing.search(&ridge, &mut Rng::new(3), &Limits::default(), &mut ());
        let Verdict::Stuck(found) = outcome.verdict else { panic!("nothing there costs 0") };
        assert_eq!((found.state, found.cost), (4, 1));
        let acceptance = found.acceptance.unwrap();
        assert_eq!(acceptance.proposed, 5_000);
        assert_eq!(acceptance.accepted, found.runs[0].steps);
        assert!((0.5..1.0).contains(&acceptance.rate()));
        assert!(acceptance.lowest < acceptance.best_at && acceptance.best_at <= 50.0);
    }

    #[test]
    fn a_rise_is_accepted_as_often_as_its_probability_says() {
        let (mut expected, mut accepted, mut rises) = (0.0, 0.0, 0.0_f64);
        let mut watch = |event: Event<'_, Vec<bool>, usize>| {
            if let Event::Step { reason, accepted: taken, before, after, .. } = event {
                let Reason::Chance { temperature, probability, draw } = reason else { panic!() };
                assert_eq!(draw.is_some(), after > before);
                if let Some(draw) = draw {
                    let law = (-((after - before) as f64) / temperature).exp();
                    assert!((probability - law).abs() < 1e-12);
                    assert_eq!(taken, draw < probability);
                    rises += 1.0;
                    expected += probability;
                    accepted += f64::from(u8::from(taken));
                }
            }
        };
        let annealing = Annealing::new(schedule(2.0, 50_000)).unwrap();
        annealing.search(&Lamps(60), &mut Rng::new(1), &Limits::default(), &mut watch);
        assert!(rises > 5_000.0 && (expected - accepted).abs() < 4.0 * rises.sqrt());
    }

    #[test]
    fn restarts_go_on_until_a_run_succeeds_or_none_is_left() {
        let never = Ridge(&[1, 2]);
        let schedule = Schedule { restarts: 4, ..schedule(1.0, 10) };
        let annealing = Annealing::new(schedule).unwrap();
        let outcome = annealing.search(&never, &mut Rng::new(1), &Limits::default(), &mut ());
        let Verdict::Stuck(found) = outcome.verdict else { panic!("nothing there costs 0") };
        assert_eq!((found.runs.len(), outcome.stats.expanded), (5, 50));
        assert!(found.runs.iter().all(|run| run.ending == Ending::Spent));
    }

    #[test]
    fn a_growing_trail_stays_within_the_memory_limit() {
        let flat = Ridge(&[9; 50]);
        let annealing = Annealing::new(schedule(1.0, 1_000_000)).unwrap();
        let limits = Limits::memory(100_000);
        let outcome = annealing.search(&Traced(flat), &mut Rng::new(1), &limits, &mut ());
        let Verdict::Stopped { by: Stop::Memory, best: Some(_) } = outcome.verdict else {
            panic!("a million moves need more")
        };
        assert!(outcome.stats.peak_bytes <= 100_000);
    }

    #[test]
    fn schedules_that_fall_to_zero_are_refused_with_the_reason() {
        use ScheduleError::*;
        let fixed = Temperature::Fixed;
        let ok = Schedule::default();
        let linear = |step| Cooling::Linear { step: Some(step) };
        let geometric = |factor| Cooling::Geometric { factor: Some(factor) };
        let refused = |schedule| Annealing::new(schedule).unwrap_err();

        let not_positive = |which, value| NotPositive { which, value };
        assert_eq!(refused(Schedule { start: fixed(0.0), ..ok }), not_positive("start", 0.0));
        assert_eq!(refused(Schedule { start: fixed(-1.0), ..ok }), not_positive("start", -1.0));
        assert_eq!(refused(Schedule { end: fixed(0.0), ..ok }), not_positive("end", 0.0));
        assert!(matches!(refused(Schedule { start: fixed(f64::NAN), ..ok }), NotPositive { .. }));
        let rising = Schedule { start: fixed(1.0), end: fixed(2.0), ..ok };
        assert_eq!(refused(rising), Rising { start: 1.0, end: 2.0 });
        assert_eq!(refused(Schedule { steps: Some(0), ..ok }), NoSteps);
        assert_eq!(refused(Schedule { cooling: linear(0.0), ..ok }), Step(0.0));
        assert_eq!(refused(Schedule { cooling: geometric(1.0), ..ok }), Factor(1.0));
        assert_eq!(refused(Schedule { cooling: geometric(0.0), ..ok }), Factor(0.0));

        let cold = Schedule { cooling: linear(0.5), start: fixed(2.0), steps: Some(5), ..ok };
        assert_eq!(refused(cold), ReachesZero { after: 4, steps: 5 });
        assert!(Annealing::new(Schedule { steps: Some(4), ..cold }).is_ok());
        assert!(Annealing::new(Schedule { steps: None, ..cold }).is_ok());
        assert_eq!(refused(Schedule { start: Temperature::Auto, ..cold }), UnknownStart);
        assert_eq!(refused(Schedule { end: fixed(0.1), ..cold }), Overdetermined { rate: "step" });
        let cold = Schedule { cooling: geometric(0.5), steps: Some(1_000), ..ok };
        assert_eq!(refused(cold), ReachesZero { after: 996, steps: 1_000 });
        let logarithmic = Schedule { cooling: Cooling::Logarithmic, end: fixed(0.1), ..ok };
        assert_eq!(refused(logarithmic), EndUnused);
    }
}
