//! The weight of h, a ratio of integers.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A weight of the heuristic, at least 0: a ratio of integers, so that keys are
/// exact.
///
/// ```
/// use goalward::path::Weight;
///
/// let weight: Weight = "2.5".parse().unwrap();
/// assert_eq!((weight.numerator(), weight.denominator()), (5, 2));
/// assert!("-1".parse::<Weight>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    numerator: u32,
    denominator: u32,
}

/// Why a text is not a weight.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a weight: use a decimal number from 0 to 1000, with at most six decimals")]
pub struct WeightError(String);

impl Weight {
    /// The weight `numerator / denominator`, if it is between 0 and 1000 and the denominator is at
    /// most a million.
    pub fn new(numerator: u32, denominator: u32) -> Option<Self> {
        let within = (1..=1_000_000).contains(&denominator)
            && u64::from(numerator) <= 1000 * u64::from(denominator);
        let shared = gcd(numerator, denominator).max(1);
        within.then(|| Weight { numerator: numerator / shared, denominator: denominator / shared })
    }

    /// The numerator, in lowest terms.
    pub fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator, in lowest terms.
    pub fn denominator(self) -> u32 {
        self.denominator
    }

    /// The nearest floating-point number.
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl From<u16> for Weight {
    /// Saturates at 1000.
    fn from(whole: u16) -> Self {
        Weight { numerator: u32::from(whole.min(1000)), denominator: 1 }
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let error = || WeightError(text.into());
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + decimals.len() == 0 || !digits(whole) || !digits(decimals) {
            return Err(error());
        }
        if decimals.len() > 6 {
            return Err(error());
        }
        let denominator = 10u32.pow(decimals.len() as u32);
        let numerator = format!("{whole}{decimals}").parse().map_err(|_| error())?;
        Weight::new(numerator, denominator).ok_or_else(error)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}
