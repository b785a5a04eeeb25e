//! How many states have each distance and estimate.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::cost::Cost;

/// How many states there are of each distance and estimate, both as numbers. The statistics are the
/// same on every machine, whatever the order of the states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// Counts for small integer distances and estimates, by distance and then estimate.
    small: Vec<u64>,
    others: BTreeMap<(Ordered, Ordered), u64>,
}

/// A float with a total order.
#[derive(Clone, Copy, Debug)]
struct Ordered(f64);

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ordered {}

/// Integer distances and estimates below this are counted in a table.
const SMALL: u32 = 128;

impl Default for Pairs {
    fn default() -> Self {
        Pairs { small: vec![0; (SMALL * SMALL) as usize], others: BTreeMap::new() }
    }
}

/// The difference of two numbers; 0 if it is only a rounding error.
fn difference(distance: f64, estimate: f64) -> f64 {
    let differ = distance.beats(estimate) || estimate.beats(distance) || estimate.is_infinite();
    if differ { distance - estimate } else { 0.0 }
}

impl Pairs {
    /// Counts one more.
    #[inline]
    pub(super) fn add(&mut self, distance: f64, estimate: f64) {
        let (d, h) = (distance as u32, estimate as u32);
        if d < SMALL && h < SMALL && f64::from(d) == distance && f64::from(h) == estimate {
            self.small[(d * SMALL + h) as usize] += 1;
        } else {
            *self.others.entry((Ordered(distance), Ordered(estimate))).or_default() += 1;
        }
    }

    /// Each distance, estimate and number of states, if that is not 0.
    pub fn iter(&self) -> impl Iterator<Item = (f64, f64, u64)> {
        let small = self.small.iter().enumerate().filter(|(_, count)| **count > 0);
        let small = small.map(|(i, &count)| {
            let i = i as u32;
            (f64::from(i / SMALL), f64::from(i % SMALL), count)
        });
        small.chain(
            self.others.iter().map(|(&(distance, estimate), &n)| (distance.0, estimate.0, n)),
        )
    }

    /// The same if all are integers of 32 bits.
    fn whole(&self) -> Option<Vec<(i128, i128, i128)>> {
        let whole = |number: f64| Some(number as u32).filter(|&whole| f64::from(whole) == number);
        let pair = |(distance, estimate, count): (f64, f64, u64)| {
            Some((whole(distance)?.into(), whole(estimate)?.into(), count.into()))
        };
        self.iter().map(pair).collect()
    }

    /// How many states there are.
    pub fn count(&self) -> u64 {
        self.iter().map(|(_, _, count)| count).sum()
    }

    /// How many states have an exact estimate.
    pub fn exact(&self) -> u64 {
        self.iter()
            .filter(|&(distance, estimate, _)| difference(distance, estimate) == 0.0)
            .map(|pair| pair.2)
            .sum()
    }

    /// The mean difference between estimates and distances; `None` without states.
    pub fn mean_error(&self) -> Option<f64> {
        let sum = match self.whole() {
            Some(pairs) => pairs.iter().map(|(d, h, n)| (d - h).abs() * n).sum::<i128>() as f64,
            None => self.iter().map(|(d, h, n)| difference(d, h).abs() * n as f64).sum(),
        };
        (self.count() > 0).then(|| sum / self.count() as f64)
    }

    /// The largest difference between an estimate and its distance.
    pub fn worst_error(&self) -> Option<f64> {
        self.iter().map(|(d, h, _)| difference(d, h).abs()).max_by(f64::total_cmp)
    }

    /// Pearson's correlation of estimates and distances; `None` if either does not vary.
    pub fn correlation(&self) -> Option<f64> {
        let Some(pairs) = self.whole() else { return self.correlation_of_floats() };
        let n = i128::from(self.count());
        let [mut d, mut h, mut dd, mut hh, mut dh] = [0i128; 5];
        for (x, y, n) in pairs {
            d += n * x;
            h += n * y;
            dd += n * x * x;
            hh += n * y * y;
            dh += n * x * y;
        }
        // Integers until the last step, so that no precision is lost where the two are close.
        let (of_d, of_h) = (n * dd - d * d, n * hh - h * h);
        (of_d > 0 && of_h > 0)
            .then(|| (n * dh - d * h) as f64 / ((of_d as f64).sqrt() * (of_h as f64).sqrt()))
    }

    /// Uses deviations from the means, which lose less precision than sums of squares.
    fn correlation_of_floats(&self) -> Option<f64> {
        let count = self.count() as f64;
        let [mut d, mut h] = [0.0; 2];
        for (x, y, n) in self.iter() {
            d += n as f64 * x / count;
            h += n as f64 * y / count;
        }
        let [mut dd, mut hh, mut dh] = [0.0; 3];
        for (x, y, n) in self.iter() {
            dd += n as f64 * (x - d) * (x - d);
            hh += n as f64 * (y - h) * (y - h);
            dh += n as f64 * (x - d) * (y - h);
        }
        let correlation = dh / (dd.sqrt() * hh.sqrt());
        (dd > 0.0 && hh > 0.0 && correlation.is_finite()).then(|| correlation.clamp(-1.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_textbook() {
        let mut pairs = Pairs::default();
        for (distance, estimate) in [(1.0, 1.0), (2.0, 1.0), (3.0, 4.0), (500.0, 2.0)] {
            pairs.add(distance, estimate);
        }
        assert_eq!(pairs.iter().last(), Some((500.0, 2.0, 1)));
        assert_eq!((pairs.count(), pairs.exact(), pairs.worst_error()), (4, 1, Some(498.0)));
        assert_eq!(pairs.mean_error(), Some(500.0 / 4.0));
    }

    #[test]
    fn floats_count_as_whole_numbers_do() {
        let (mut whole, mut halves) = (Pairs::default(), Pairs::default());
        for (distance, estimate) in [(1.0, 1.0), (2.0, 1.0), (3.0, 4.0), (9.0, 2.0), (500.0, 301.0)]
        {
            whole.add(distance, estimate);
            halves.add(distance / 2.0, estimate / 2.0);
        }
        assert_eq!((halves.count(), halves.exact()), (whole.count(), whole.exact()));
        assert_eq!(halves.mean_error(), whole.mean_error().map(|error| error / 2.0));
        assert_eq!(halves.worst_error(), Some(99.5));
        let [one, other] = [&whole, &halves].map(|pairs| pairs.correlation().unwrap());
        assert!((one - other).abs() < 1e-12, "{one} {other}");
        // Sums of the same steps in another order count as the same distance.
        let root = 2f64.sqrt();
        halves.add(root + root + root, 3.0 * root);
        assert_eq!((halves.exact(), halves.worst_error()), (whole.exact() + 1, Some(99.5)));
    }

    #[test]
    fn a_line_correlates_wholly_and_a_constant_not_at_all() {
        let (mut line, mut constant) = (Pairs::default(), Pairs::default());
        for distance in 0..200u32 {
            line.add(f64::from(distance), f64::from(distance / 2 * 2));
            constant.add(f64::from(distance), 3.0);
        }
        assert!((0.999..=1.0).contains(&line.correlation().unwrap()));
        assert_eq!(constant.correlation(), None);
        assert_eq!(Pairs::default().mean_error(), None);
    }
}
