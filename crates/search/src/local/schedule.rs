//! Cooling schedules: how the temperature of annealing falls.

use crate::elementary::ln;

/// How annealing cools. [`Annealing::new`](super::Annealing::new) accepts it if
/// the temperature stays above zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// How the temperature falls from start to end.
    pub cooling: Cooling,
    /// The first temperature.
    pub start: Temperature,
    /// The temperature that the last step approaches.
    pub end: Temperature,
    /// How many moves a run proposes. If it is not given, the number that a given step or factor
    /// needs to get from start to end, otherwise [`Schedule::STEPS`].
    pub steps: Option<u64>,
    /// How many more runs to start when one ends without a solution.
    pub restarts: u32,
}

impl Schedule {
    /// How many moves a run proposes by default.
    pub const STEPS: u64 = 1_000_000;
}

impl Default for Schedule {
    fn default() -> Self {
        Schedule {
            cooling: Cooling::Geometric { factor: None },
            start: Temperature::Auto,
            end: Temperature::Auto,
            steps: None,
            restarts: 9,
        }
    }
}

/// A temperature of a [`Schedule`].
///
/// A move that raises the cost by d is accepted with probability e^(−d/T).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Temperature {
    /// Found by trying random moves: see [`Annealing`](super::Annealing).
    #[default]
    Auto,
    /// This value.
    Fixed(f64),
}

/// How the temperature falls.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cooling {
    /// By the same amount at each step.
    Linear {
        /// The amount; if not given, it is computed from start and end.
        step: Option<f64>,
    },
    /// By the same factor at each step.
    Geometric {
        /// The factor, below 1; if not given, it is computed from start and end.
        factor: Option<f64>,
    },
    /// As start × ln 2 / ln(k + 2) at step k: the slow schedule used in proofs of convergence. It
    /// has no end temperature.
    Logarithmic,
    /// By random amounts; on average it is linear from start to end.
    Random,
    /// To a random part of what is left after a fixed amount: T becomes r·(T − step) with r uniform
    /// in 0 to 1, as many courses define it. It falls by more than half on average, so a run has
    /// few steps: it ends when the temperature would fall to the end, or to zero.
    RandomPart {
        /// The amount; if not given, 1/1,000,000 of the start.
        step: Option<f64>,
    },
}

/// Why a [`Schedule`] was rejected.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// A temperature is not a number above zero.
    #[error("the {which} temperature is {value}: it must be above zero")]
    NotPositive {
        /// `start` or `end`.
        which: &'static str,
        /// What was given.
        value: f64,
    },
    /// The end is not below the start.
    #[error("the end temperature {end} must be below the start temperature {start}")]
    Rising {
        /// The start.
        start: f64,
        /// The end.
        end: f64,
    },
    /// A linear step that does not cool.
    #[error("the cooling step is {0}: it must be above zero")]
    Step(f64),
    /// A factor that does not cool, or that cools to zero immediately.
    #[error("the cooling factor is {0}: it must be above 0 and below 1")]
    Factor(f64),
    /// The temperature would reach zero before the last step.
    #[error(
        "the temperature would fall to zero after {after} of {steps} steps: \
         take fewer steps or cool more slowly"
    )]
    ReachesZero {
        /// The first step whose temperature would not be above zero.
        after: u64,
        /// The requested number of steps.
        steps: u64,
    },
    /// No steps at all.
    #[error("the number of steps is 0: at least one is needed")]
    NoSteps,
    /// Step or factor, steps and end are all given.
    #[error("{rate}, steps and end determine each other: set only two of them")]
    Overdetermined {
        /// `step` or `factor`.
        rate: &'static str,
    },
    /// A linear step with a number of steps, from a start that is not yet known.
    #[error(
        "a cooling step with a number of steps needs a start temperature, \
         so that it can be checked to stay above zero"
    )]
    UnknownStart,
    /// Logarithmic cooling with an end.
    #[error("logarithmic cooling takes no end temperature: start and steps determine it")]
    EndUnused,
}

/// Below this the temperature counts as zero, so that no quotient overflows.
pub(super) const LOWEST: f64 = 1e-300;

impl Schedule {
    /// Whether the temperature stays above zero, and if not, why.
    pub fn validate(&self) -> Result<(), ScheduleError> {
        let start = positive("start", self.start)?;
        let end = positive("end", self.end)?;
        if let (Some(start), Some(end)) = (start, end)
            && end >= start
        {
            return Err(ScheduleError::Rising { start, end });
        }
        if self.steps == Some(0) {
            return Err(ScheduleError::NoSteps);
        }
        match self.cooling {
            Cooling::Linear { step: Some(step) } => self.validate_step(step, start, end),
            Cooling::RandomPart { step: Some(step) } if !(step > 0.0 && step.is_finite()) => {
                Err(ScheduleError::Step(step))
            }
            Cooling::Geometric { factor: Some(factor) } => self.validate_factor(factor, start, end),
            Cooling::Logarithmic if end.is_some() => Err(ScheduleError::EndUnused),
            _ => Ok(()),
        }
    }

    fn validate_step(
        &self,
        step: f64,
        start: Option<f64>,
        end: Option<f64>,
    ) -> Result<(), ScheduleError> {
        if !(step > 0.0 && step.is_finite()) {
            return Err(ScheduleError::Step(step));
        }
        let Some(steps) = self.steps else { return Ok(()) };
        if end.is_some() {
            return Err(ScheduleError::Overdetermined { rate: "step" });
        }
        let start = start.ok_or(ScheduleError::UnknownStart)?;
        let after = (start / step).ceil() as u64;
        if after < steps { Err(ScheduleError::ReachesZero { after, steps }) } else { Ok(()) }
    }

    fn validate_factor(
        &self,
        factor: f64,
        start: Option<f64>,
        end: Option<f64>,
    ) -> Result<(), ScheduleError> {
        if !(factor > LOWEST && factor < 1.0) {
            return Err(ScheduleError::Factor(factor));
        }
        let Some(steps) = self.steps else { return Ok(()) };
        if end.is_some() {
            return Err(ScheduleError::Overdetermined { rate: "factor" });
        }
        let after = (ln(LOWEST / start.unwrap_or(1.0).min(1.0)) / ln(factor)) as u64;
        if after < steps { Err(ScheduleError::ReachesZero { after, steps }) } else { Ok(()) }
    }
}

fn positive(which: &'static str, temperature: Temperature) -> Result<Option<f64>, ScheduleError> {
    match temperature {
        Temperature::Auto => Ok(None),
        Temperature::Fixed(value) if value >= LOWEST && value.is_finite() => Ok(Some(value)),
        Temperature::Fixed(value) => Err(ScheduleError::NotPositive { which, value }),
    }
}
