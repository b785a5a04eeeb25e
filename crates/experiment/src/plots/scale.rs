//! From values to places on an axis.

use goalward_lab::numbers::{bytes, grouped, rounded, unit_of_time};

/// What an axis measures, for its labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds, in the unit that suits: µs, ms or s.
    Seconds,
    /// Bytes, in the unit that suits: kB, MB or GB.
    Bytes,
    /// Numbers.
    Plain,
}

impl Unit {
    pub(super) fn label(self, value: f64) -> String {
        match self {
            Unit::Seconds => {
                // A power of ten may be a hair below its unit.
                let (size, unit) = unit_of_time(value * 1.000_001);
                format!("{} {unit}", rounded(value / size, 3))
            }
            Unit::Bytes => bytes(value.round() as u64),
            Unit::Plain if value >= 1e6 => {
                let (size, unit) = if value >= 1e9 * 0.999_999 { (1e9, "G") } else { (1e6, "M") };
                format!("{}{unit}", rounded(value / size, 3))
            }
            Unit::Plain if value.fract() == 0.0 && value >= 0.0 => grouped(value as u64),
            Unit::Plain => rounded(value, 3),
        }
    }
}

/// From values to the part of the axis that lies before them.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scale {
    Linear {
        low: f64,
        high: f64,
    },
    /// Equal factors take equal room.
    Log {
        low: f64,
        high: f64,
    },
    /// These values, evenly spaced.
    Steps(Vec<f64>),
}

impl Scale {
    /// A logarithmic scale with all positive `values` on it and some room.
    pub fn log(values: impl Iterator<Item = f64>) -> Option<Scale> {
        let (low, high) = range(values.filter(|value| *value > 0.0))?;
        let room = (high / low).powf(0.04).max(1.15);
        Some(Scale::Log { low: low / room, high: high * room })
    }

    /// A linear scale with all `values` on it and some room.
    pub fn linear(values: impl Iterator<Item = f64>) -> Option<Scale> {
        let (low, high) = range(values)?;
        let room = if high > low { (high - low) * 0.06 } else { high.abs().max(1.0) * 0.1 };
        // Near zero the axis might as well begin there.
        let low = if low >= 0.0 && low < (high - low) * 0.3 { 0.0 } else { low - room };
        Some(Scale::Linear { low, high: high + room })
    }

    /// The scale for the values of a setting.
    pub fn setting(values: &[f64]) -> Scale {
        let (low, high) = range(values.iter().copied()).unwrap_or((0.0, 1.0));
        let room = (high - low) * 0.04;
        let crowded = high - low > 8.0 * least_gap(values);
        match (crowded, low > 0.0 && high / low >= 8.0) {
            (false, _) => Scale::Linear { low: low - room, high: high + room },
            (true, true) => Scale::Log { low: low / 1.15, high: high * 1.15 },
            (true, false) => Scale::Steps(values.to_vec()),
        }
    }

    /// The part of the axis before `value`; what is off the axis is put at its end.
    pub fn part(&self, value: f64) -> f64 {
        let part = match self {
            Scale::Linear { low, high } => (value - low) / (high - low),
            Scale::Log { low, high } => (value.max(*low) / low).ln() / (high / low).ln(),
            Scale::Steps(values) => {
                let at = values.partition_point(|other| *other < value);
                (at as f64 + 0.5) / values.len() as f64
            }
        };
        part.clamp(0.0, 1.0)
    }

    /// The values that are labelled, at most about `most`.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        match self {
            Scale::Steps(values) => values.clone(),
            Scale::Linear { low, high } => {
                let rough = (high - low) / most.max(2) as f64;
                let power = 10f64.powf(rough.log10().floor());
                let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
                let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(10.0 * power);
                let first = (low / step).ceil() as i64;
                let last = (high / step + 1e-9).floor() as i64;
                (first..=last).map(|i| i as f64 * step).collect()
            }
            Scale::Log { low, high } => {
                let decades = (high / low).log10();
                let factors: &[f64] = if decades < 1.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let every = (decades / most.max(2) as f64).ceil().max(1.0) as i32;
                let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
                powers
                    .filter(|power| power.rem_euclid(every) == 0)
                    .flat_map(|power| factors.iter().map(move |f| f * 10f64.powi(power)))
                    .filter(|value| (*low..=*high).contains(value))
                    .collect()
            }
        }
    }
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

fn least_gap(sorted: &[f64]) -> f64 {
    sorted.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        let scale = Scale::Linear { low: 19.0, high: 33.0 };
        assert_eq!(scale.ticks(5), [20.0, 25.0, 30.0]);
        let scale = Scale::Log { low: 3e-5, high: 0.2 };
        let labels: Vec<String> =
            scale.ticks(6).into_iter().map(|tick| Unit::Seconds.label(tick)).collect();
        assert_eq!(labels, ["100 µs", "1 ms", "10 ms", "100 ms"]);
        let labels = [1.0, 10_000.0, 1e6, 2.5e9].map(|value| Unit::Plain.label(value));
        assert_eq!(labels, ["1", "10,000", "1M", "2.5G"]);
    }

    #[test]
    fn settings_are_spread_so_that_none_hides_another() {
        assert!(matches!(Scale::setting(&[1.0, 2.0, 3.0]), Scale::Linear { .. }));
        assert!(matches!(Scale::setting(&[1.0, 10.0, 100.0]), Scale::Log { .. }));
        let weights = [0.0, 1.0, 1.5, 2.0, 5.0, 10.0];
        let scale = Scale::setting(&weights);
        assert_eq!(scale, Scale::Steps(weights.to_vec()));
        assert!((scale.part(1.5) - 2.5 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn parts_grow_with_values_and_stay_on_the_axis() {
        let scale = Scale::log([0.0, 1.0, 1000.0].into_iter()).unwrap();
        let parts = [0.0, 1.0, 10.0, 1000.0, 1e9].map(|value| scale.part(value));
        assert!(parts.is_sorted() && parts[0] == 0.0 && parts[4] == 1.0);
        assert_eq!(Scale::log([0.0].into_iter()), None);
    }
}
