use std::collections::BTreeMap;

/// How many states there are of each distance and estimate. What follows from it is the
/// same on every machine, whatever the order of the states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// Of small distances and estimates, by distance and then estimate.
    small: Vec<u64>,
    large: BTreeMap<(u32, u32), u64>,
}

/// Distances and estimates below this are counted in a table.
const SMALL: u32 = 128;

impl Default for Pairs {
    fn default() -> Self {
        Pairs { small: vec![0; (SMALL * SMALL) as usize], large: BTreeMap::new() }
    }
}

impl Pairs {
    /// Counts one more.
    #[inline]
    pub(super) fn add(&mut self, distance: u32, estimate: u32) {
        if distance < SMALL && estimate < SMALL {
            self.small[(distance * SMALL + estimate) as usize] += 1;
        } else {
            *self.large.entry((distance, estimate)).or_default() += 1;
        }
    }

    /// Each distance, estimate and number of states, those of which there are any.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, u64)> {
        let small = self.small.iter().enumerate().filter(|(_, count)| **count > 0);
        let small = small.map(|(i, &count)| (i as u32 / SMALL, i as u32 % SMALL, count));
        small.chain(self.large.iter().map(|(&(distance, estimate), &n)| (distance, estimate, n)))
    }

    /// How many states there are.
    pub fn count(&self) -> u64 {
        self.iter().map(|(_, _, count)| count).sum()
    }

    /// How many states' estimates are their distances.
    pub fn exact(&self) -> u64 {
        self.iter().filter(|(distance, estimate, _)| distance == estimate).map(|pair| pair.2).sum()
    }

    /// By how much estimates and distances differ in the mean; none without states.
    pub fn mean_error(&self) -> Option<f64> {
        let sum: u128 = self
            .iter()
            .map(|(distance, estimate, n)| u128::from(distance.abs_diff(estimate)) * u128::from(n))
            .sum();
        (self.count() > 0).then(|| sum as f64 / self.count() as f64)
    }

    /// The most by which an estimate differs from its distance.
    pub fn worst_error(&self) -> Option<u32> {
        self.iter().map(|(distance, estimate, _)| distance.abs_diff(estimate)).max()
    }

    /// How many states' distances exceed their estimates by so much; less than 0 where it
    /// is the other way.
    pub fn errors(&self) -> BTreeMap<i64, u64> {
        let mut errors = BTreeMap::new();
        for (distance, estimate, count) in self.iter() {
            *errors.entry(i64::from(distance) - i64::from(estimate)).or_default() += count;
        }
        errors
    }

    /// Pearson's correlation of estimates with distances; none where either does not vary.
    pub fn correlation(&self) -> Option<f64> {
        let n = i128::from(self.count());
        let [mut d, mut h, mut dd, mut hh, mut dh] = [0i128; 5];
        for (distance, estimate, count) in self.iter() {
            let (x, y, n) = (i128::from(distance), i128::from(estimate), i128::from(count));
            d += n * x;
            h += n * y;
            dd += n * x * x;
            hh += n * y * y;
            dh += n * x * y;
        }
        // Whole numbers to the last: nothing is lost where the two are close.
        let (of_d, of_h) = (n * dd - d * d, n * hh - h * h);
        (of_d > 0 && of_h > 0)
            .then(|| (n * dh - d * h) as f64 / ((of_d as f64).sqrt() * (of_h as f64).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_textbook() {
        let mut pairs = Pairs::default();
        for (distance, estimate) in [(1, 1), (2, 1), (3, 4), (500, 2)] {
            pairs.add(distance, estimate);
        }
        assert_eq!(pairs.iter().last(), Some((500, 2, 1)));
        assert_eq!((pairs.count(), pairs.exact(), pairs.worst_error()), (4, 1, Some(498)));
        assert_eq!(pairs.mean_error(), Some(500.0 / 4.0));
        assert_eq!(pairs.errors(), BTreeMap::from([(-1, 1), (0, 1), (1, 1), (498, 1)]));
    }

    #[test]
    fn a_line_correlates_wholly_and_a_constant_not_at_all() {
        let (mut line, mut constant) = (Pairs::default(), Pairs::default());
        for distance in 0..200 {
            line.add(distance, distance / 2 * 2);
            constant.add(distance, 3);
        }
        assert!((0.999..=1.0).contains(&line.correlation().unwrap()));
        assert_eq!(constant.correlation(), None);
        assert_eq!(Pairs::default().mean_error(), None);
    }
}
