//! The cost of any problem as a number for reports.

use std::fmt;

use goalward::Cost;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A cost as reports show it, whatever its type: whole where it is whole. Where it is not, people
/// see six decimals, and files have the exact value.
///
/// ```
/// use goalward_lab::Number;
///
/// assert_eq!(Number::of(31u32).to_string(), "31");
/// assert_eq!(Number::of(2.0 + 0.5).to_string(), "2.5");
/// assert_eq!(Number::of(3.0 + 2f64.sqrt()).to_string(), "4.414214");
/// assert_eq!(serde_json::to_string(&Number::of(31.0)).unwrap(), "31");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Number(f64);

impl Number {
    /// The number of a cost; not a number where it has none.
    pub fn of<C: Cost>(cost: C) -> Self {
        cost.number().unwrap_or(f64::NAN).into()
    }

    /// Its value.
    pub fn value(self) -> f64 {
        self.0
    }

    /// Whether the two differ by no more than rounding.
    pub fn agrees(self, other: Self) -> bool {
        !self.0.beats(other.0) && !other.0.beats(self.0)
    }

    /// The number, if it is whole and exact.
    fn whole(self) -> Option<i64> {
        let exact = self.0.fract() == 0.0 && self.0.abs() <= (1u64 << 53) as f64;
        exact.then_some(self.0 as i64)
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        // Adding 0 turns -0 into 0.
        Number(value + 0.0)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Number(value as f64)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.precision().is_some() || self.whole().is_some() || self.0.abs() < 1e-3 {
            return self.0.fmt(f);
        }
        let text = format!("{:.6}", self.0);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        number.whole().map_or_else(|| number.0.into(), Value::from)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Number::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(text: &str) -> f64 {
        (text.parse::<f64>().unwrap() * 1e6).round() / 1e6
    }

    #[test]
    fn whole_numbers_are_written_whole_and_others_with_their_digits() {
        for (number, text) in [
            (Number::of(0u32), "0"),
            (Number::of(u32::MAX), "4294967295"),
            (Number::of(-7i64), "-7"),
            (Number::of(-0.0), "0"),
            (Number::of(0.1 + 0.2), "0.30000000000000004"),
            (Number::of(3.0 * 2f64.sqrt()), "4.242640687119286"),
        ] {
            assert_eq!(number.to_string().parse::<f64>().unwrap(), rounded(text));
            assert_eq!(serde_json::to_string(&number).unwrap(), text);
            assert_eq!(Value::from(number).to_string(), text);
            assert_eq!(serde_json::from_str::<Number>(text).unwrap(), number);
        }
        let root = 2f64.sqrt();
        assert!(Number::of(root + root + root).agrees(Number::of(3.0 * root)));
        assert!(!Number::of(u32::MAX).agrees(Number::of(u32::MAX - 1)));
    }
}
