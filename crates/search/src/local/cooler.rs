//! The temperatures of one run of annealing, and their acceptance probabilities.

use super::Landscape;
use super::neighbours::draw;
use super::schedule::{Cooling, LOWEST, Schedule, Temperature};
use crate::elementary::{exp, ln};
use crate::{Meter, Rng};

/// The ratio of the start to the end if the end is not given.
const RANGE: f64 = 20.0;
/// How many random moves calibration tries.
const SAMPLES: u32 = 256;
/// A run has at least about this many levels of constant temperature.
const LEVELS: u64 = 4096;
/// A level is no longer than this.
const LONGEST_LEVEL: u64 = 256;

/// A temperature that falls level by level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cooler {
    cooling: Cooling,
    start: f64,
    end: f64,
    steps: u64,
    level: u64,
    /// By how much the temperature falls in one step, or its factor per level; 0 if that varies.
    fall: f64,
    done: u64,
    temperature: f64,
}

impl Cooler {
    /// Fills in what a valid schedule leaves open.
    pub fn new<L: Landscape>(
        schedule: &Schedule,
        landscape: &L,
        rng: &mut Rng,
        meter: &Meter,
    ) -> Self {
        let mut calibrate = || calibrate(schedule, landscape, rng, meter);
        let start = match (schedule.start, schedule.end) {
            (Temperature::Fixed(start), _) => start,
            (Temperature::Auto, Temperature::Auto) => calibrate(),
            (Temperature::Auto, Temperature::Fixed(end)) => calibrate().max(2.0 * end),
        };
        let end = match schedule.end {
            Temperature::Fixed(end) => end,
            Temperature::Auto => match schedule.cooling {
                Cooling::RandomPart { .. } => 0.0,
                _ => start / RANGE,
            },
        };
        let steps = schedule.steps.unwrap_or_else(|| match schedule.cooling {
            Cooling::Linear { step: Some(step) } => ((start - end) / step).ceil() as u64,
            Cooling::Geometric { factor: Some(factor) } => {
                (ln(end / start) / ln(factor)).ceil() as u64
            }
            _ => Schedule::STEPS,
        });
        let level = match schedule.cooling {
            Cooling::RandomPart { .. } => 1,
            _ => (steps / LEVELS).clamp(1, LONGEST_LEVEL),
        };
        let fall = match schedule.cooling {
            Cooling::Linear { step } => step.unwrap_or((start - end) / steps as f64),
            Cooling::Geometric { factor } => {
                let rate = factor.map_or(ln(end / start) / steps as f64, ln);
                exp(rate * level as f64)
            }
            Cooling::RandomPart { step } => step.unwrap_or(start / Schedule::STEPS as f64),
            Cooling::Logarithmic | Cooling::Random => 0.0,
        };
        let cooling = schedule.cooling;
        Cooler { cooling, start, end, steps, level, fall, done: 0, temperature: start }
    }

    /// The temperature of the first level.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// The next level: its temperature and its number of steps; `None` after the last one.
    pub fn next_level(&mut self, rng: &mut Rng) -> Option<(f64, u64)> {
        if self.done == self.steps {
            return None;
        }
        if self.done > 0 {
            self.temperature = self.cooled(rng);
            let ends = matches!(self.cooling, Cooling::RandomPart { .. });
            if ends && self.temperature <= self.end.max(LOWEST) {
                return None;
            }
        }
        let length = self.level.min(self.steps - self.done);
        self.done += length;
        Some((self.temperature, length))
    }

    /// The temperature after the steps made so far, which form whole levels.
    fn cooled(&self, rng: &mut Rng) -> f64 {
        match self.cooling {
            Cooling::Linear { .. } => self.start - self.fall * self.done as f64,
            Cooling::Geometric { .. } => self.temperature * self.fall,
            Cooling::Logarithmic => {
                self.start * std::f64::consts::LN_2 / ln(self.done as f64 + 2.0)
            }
            Cooling::Random => {
                // The temperature falls by the remaining distance times twice a uniform number,
                // divided by the remaining levels: at most all of it, and linear on average.
                let remain = (self.steps - self.done).div_ceil(self.level) as f64;
                let share = 2.0 * rng.unit() / (remain + 1.0);
                self.temperature - (self.temperature - self.end) * share
            }
            Cooling::RandomPart { .. } => (self.temperature - self.fall) * rng.unit(),
        }
    }
}

/// A start that suits both queens and sliding tiles, whatever the scale of their costs. Logarithmic
/// cooling falls to a tenth of it in a thousand steps.
fn calibrate<L: Landscape>(
    schedule: &Schedule,
    landscape: &L,
    rng: &mut Rng,
    meter: &Meter,
) -> f64 {
    let factor = if schedule.cooling == Cooling::Logarithmic { 2.0 } else { 0.5 };
    factor * mean_rise(landscape, rng, meter)
}

/// The mean delta of the moves that raise the cost, over a random walk; 1 if none does. A limit
/// ends the walk, and then the run.
fn mean_rise<L: Landscape>(landscape: &L, rng: &mut Rng, meter: &Meter) -> f64 {
    let mut state = landscape.random_state(rng);
    let (mut sum, mut rises) = (0.0, 0.0);
    for _ in 0..SAMPLES {
        let Ok(Some(mv)) = draw(landscape, &state, rng, meter) else { break };
        let delta = landscape.delta(&state, mv);
        if delta > 0 {
            sum += delta as f64;
            rises += 1.0;
        }
        landscape.apply(&mut state, mv);
    }
    if rises > 0.0 { sum / rises } else { 1.0 }
}

/// The probabilities of deltas below this are in a table.
const TABLE: usize = 32;

/// The probabilities of acceptance at one temperature.
pub(super) struct Odds {
    pub temperature: f64,
    /// The probability times 2^64, rounded down.
    table: [u64; TABLE],
}

/// 2^64.
const SCALE: f64 = 18_446_744_073_709_551_616.0;

impl Odds {
    pub fn new(temperature: f64) -> Self {
        let mut table = [u64::MAX; TABLE];
        let once = exp(-1.0 / temperature);
        let mut power = 1.0;
        for entry in &mut table[1..] {
            power *= once;
            *entry = (power * SCALE) as u64;
        }
        Odds { temperature, table }
    }

    /// The probability of accepting a rise of `delta`, times 2^64.
    #[inline]
    pub fn of(&self, delta: i64) -> u64 {
        match self.table.get(delta as usize) {
            Some(&odds) => odds,
            None => self.of_large(delta),
        }
    }

    #[cold]
    #[inline(never)]
    fn of_large(&self, delta: i64) -> u64 {
        (exp(-(delta as f64) / self.temperature) * SCALE) as u64
    }
}

/// A probability or a draw out of 2^64, as a number from 0 to 1.
#[inline]
pub(super) fn fraction(of_two_to_the_64: u64) -> f64 {
    of_two_to_the_64 as f64 / SCALE
}

#[cfg(test)]
mod tests {
    use super::super::testing::Ridge;
    use super::*;
    use crate::Limits;

    fn levels(schedule: Schedule) -> Vec<(f64, u64)> {
        schedule.validate().unwrap();
        let mut rng = Rng::new(1);
        let meter = Meter::new(&Limits::default());
        let mut cooler = Cooler::new(&schedule, &Ridge(&[3, 2, 1, 0]), &mut rng, &meter);
        std::iter::from_fn(|| cooler.next_level(&mut rng)).collect()
    }

    #[test]
    fn every_cooling_falls_and_stays_between_start_and_end() {
        for cooling in
            [Cooling::Linear { step: None }, Cooling::Geometric { factor: None }, Cooling::Random]
        {
            for steps in [1, 2, 3, 5_000, 20_000, 1_234_567] {
                let schedule = Schedule {
                    cooling,
                    start: Temperature::Fixed(2.0),
                    end: Temperature::Fixed(0.1),
                    steps: Some(steps),
                    ..Schedule::default()
                };
                let levels = levels(schedule);
                assert_eq!(levels.iter().map(|level| level.1).sum::<u64>(), steps);
                assert_eq!(levels[0].0, 2.0);
                assert!(levels.is_sorted_by(|a, b| a.0 >= b.0), "{cooling:?}");
                let last = levels.last().unwrap().0;
                assert!((0.1 - 1e-9..=2.0).contains(&last), "{cooling:?}: {last}");
                assert!(steps < 5_000 || last < 0.11, "{cooling:?}: {last}");
            }
        }
    }

    #[test]
    fn random_part_cooling_drops_to_a_part_of_what_the_step_leaves_and_ends_at_zero() {
        let cooling = Cooling::RandomPart { step: Some(0.01) };
        let start = Temperature::Fixed(100.0);
        let levels = levels(Schedule { cooling, start, ..Schedule::default() });
        assert!((4..40).contains(&levels.len()), "{}", levels.len());
        assert!(levels.iter().all(|level| level.1 == 1 && level.0 > 0.0));
        assert!(levels.windows(2).all(|pair| pair[1].0 <= pair[0].0 - 0.01));
        let end = Temperature::Fixed(1.0);
        let short = self::levels(Schedule { cooling, start, end, ..Schedule::default() });
        assert!(short.iter().all(|level| level.0 > 1.0) && short.len() < levels.len());
        let refused =
            Schedule { cooling: Cooling::RandomPart { step: Some(0.0) }, ..Default::default() };
        assert!(refused.validate().is_err());
    }

    #[test]
    fn logarithmic_cooling_is_slow() {
        let cooling = Cooling::Logarithmic;
        let start = Temperature::Fixed(1.0);
        let levels = levels(Schedule { cooling, start, steps: Some(4), ..Schedule::default() });
        let ln2 = 2f64.ln();
        for (k, (temperature, _)) in levels.into_iter().enumerate() {
            assert!((temperature - ln2 / (k as f64 + 2.0).ln()).abs() < 1e-12);
        }
    }

    #[test]
    fn a_given_step_or_factor_decides_how_many_steps_there_are() {
        let start = Temperature::Fixed(2.0);
        let end = Temperature::Fixed(0.5);
        for (cooling, steps) in [
            (Cooling::Linear { step: Some(0.001) }, 1500),
            (Cooling::Geometric { factor: Some(0.999) }, 1386),
        ] {
            let levels = levels(Schedule { cooling, start, end, ..Schedule::default() });
            assert_eq!(levels.len(), steps);
            assert!(levels.last().unwrap().0 > 0.5);
        }
    }

    #[test]
    fn automatic_temperatures_follow_the_scale_of_the_costs() {
        let levels = levels(Schedule::default());
        assert_eq!(levels[0].0, 0.5);
        let mut rng = Rng::new(1);
        let meter = Meter::new(&Limits::default());
        let ridge = Ridge(&[3_000, 2_000, 0]);
        let steep = Cooler::new(&Schedule::default(), &ridge, &mut rng, &meter);
        assert!((500.0..1_000.0).contains(&steep.start()));
    }

    #[test]
    fn odds_agree_with_the_exponential() {
        for temperature in [0.01, 0.3, 1.0, 7.5, 1e6] {
            let odds = Odds::new(temperature);
            for delta in 1..100 {
                let expected = (-(delta as f64) / temperature).exp();
                assert!((fraction(odds.of(delta)) - expected).abs() < 1e-14);
            }
            assert_eq!(odds.of(i64::MAX), 0);
        }
    }
}
