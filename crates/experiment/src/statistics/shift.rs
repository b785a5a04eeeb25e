//! The shift between paired values: Wilcoxon's signed-rank test, with the estimate and the interval
//! that belong to it.
//!
//! All three count the averages of two differences (Walsh averages). The test asks how many of them
//! lie on one side of zero; the estimate of Hodges and Lehmann is their median; the interval ends
//! at those where the test would only just not reject. So the test rejects at a level if and only
//! if the interval of that level excludes zero.
//!
//! Differences of zero are left out, as Wilcoxon does. An average that is zero counts for both sides:
//! with ties the test then rejects less often than it might, never more often.

use super::normal_below;

/// Up to this many differences the distribution is computed; beyond, it is approximated.
const EXACT: usize = 50;

/// The shift of paired values by their differences.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// The differences that are not zero, in order.
    sorted: Vec<f64>,
    /// For few differences, the probability of at most this many averages on a side.
    exact: Vec<f64>,
}

impl Shift {
    /// From differences in any order.
    pub fn of(differences: &[f64]) -> Self {
        let mut sorted: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
        sorted.sort_by(f64::total_cmp);
        let exact = if sorted.len() <= EXACT { cumulated(sorted.len()) } else { Vec::new() };
        Shift { sorted, exact }
    }

    /// How many differences are not zero.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The two-sided p-value: how likely a shift to either side at least as strong is when neither
    /// side is favoured.
    pub fn p(&self) -> f64 {
        let all = self.averages();
        let up_to_zero = self.up_to(|average| average <= 0.0);
        let from_zero = all - self.up_to(|average| average < 0.0);
        (2.0 * self.share(up_to_zero.min(from_zero))).min(1.0)
    }

    /// The median of the averages: of all shifts the one that fits best.
    pub fn estimate(&self) -> Option<f64> {
        let all = self.averages();
        (all > 0).then(|| (self.nth(all.div_ceil(2)) + self.nth(all / 2 + 1)) / 2.0)
    }

    /// The interval of the shifts that the test does not reject at this level, such as 0.05; none if
    /// it would reject no shift at all.
    pub fn interval(&self, level: f64) -> Option<(f64, f64)> {
        let all = self.averages();
        // The most averages that may lie on the one side where the test rejects.
        let (mut rejected, mut kept) = (0, all + 1);
        while kept - rejected > 1 {
            let middle = (rejected + kept) / 2;
            if self.share(middle - 1) <= level / 2.0 { rejected = middle } else { kept = middle }
        }
        (rejected > 0).then(|| (self.nth(rejected), self.nth(all + 1 - rejected)))
    }

    /// How many averages there are: of each difference with itself and every later one.
    fn averages(&self) -> usize {
        self.sorted.len() * (self.sorted.len() + 1) / 2
    }

    /// How many averages are small, where every average below a small one is small too.
    fn up_to(&self, is_small: impl Fn(f64) -> bool) -> usize {
        let mut count = 0;
        let mut end = self.sorted.len();
        for (i, one) in self.sorted.iter().enumerate() {
            while end > i && !is_small((one + self.sorted[end - 1]) / 2.0) {
                end -= 1;
            }
            count += end.saturating_sub(i);
        }
        count
    }

    /// The average that has this place among all in order, from 1.
    fn nth(&self, place: usize) -> f64 {
        let (first, last) = (self.sorted[0], self.sorted[self.sorted.len() - 1]);
        let (mut low, mut high) = (key(first), key(last));
        while low < high {
            let middle = low + (high.abs_diff(low) / 2) as i64;
            if self.up_to(|average| key(average) <= middle) >= place {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        value(low)
    }

    /// The probability of at most `count` averages below zero when neither side is favoured.
    fn share(&self, count: usize) -> f64 {
        let n = self.sorted.len() as f64;
        if !self.exact.is_empty() {
            return self.exact[count.min(self.exact.len() - 1)];
        }
        let mean = n * (n + 1.0) / 4.0;
        let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0;
        normal_below((count as f64 + 0.5 - mean) / variance.sqrt())
    }
}

/// Of all ways to choose some of the ranks 1 to `n`, the share whose sum is at most 0, 1, 2, …
fn cumulated(n: usize) -> Vec<f64> {
    let mut shares = vec![0.0; n * (n + 1) / 2 + 1];
    shares[0] = 1.0;
    for rank in 1..=n {
        for at in (0..shares.len()).rev() {
            let with = if at >= rank { shares[at - rank] } else { 0.0 };
            shares[at] = (shares[at] + with) / 2.0;
        }
    }
    let mut sum = 0.0f64;
    for share in &mut shares {
        sum += *share;
        *share = sum.min(1.0);
    }
    shares
}

/// A number in the order of the values.
fn key(value: f64) -> i64 {
    // Zero has two signs and one place.
    let bits = (value + 0.0).to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

/// The value of a key.
fn value(key: i64) -> f64 {
    f64::from_bits((key ^ ((key >> 63) as u64 >> 1) as i64) as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(p: f64, known: f64) {
        assert!((p - known).abs() < 1e-12, "{p}, not {known}");
    }

    /// The values are those of R's `wilcox.test(…, conf.int = TRUE)` and of scipy's `wilcoxon`.
    #[test]
    fn known_data_give_the_values_of_the_textbooks() {
        // Hollander and Wolfe's depression scores: before, less after.
        let change = [0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01];
        let shift = Shift::of(&change);
        close(shift.p(), 0.0390625);
        close(shift.estimate().unwrap(), 0.46);
        let (low, high) = shift.interval(0.05).unwrap();
        close(low, 0.01);
        close(high, 0.786);
        // Darwin's maize.
        let maize = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75].map(f64::from);
        close(Shift::of(&maize).p(), 0.041259765625);
    }

    #[test]
    fn few_values_have_an_estimate_and_no_interval() {
        let shift = Shift::of(&[1.0, 2.0, 0.0, 6.0]);
        assert_eq!((shift.count(), shift.estimate()), (3, Some(2.75)));
        assert_eq!((shift.p(), shift.interval(0.05)), (0.25, None));
        assert_eq!((Shift::of(&[0.0]).p(), Shift::of(&[]).estimate()), (1.0, None));
    }

    #[test]
    fn the_approximation_joins_the_exact_distribution() {
        let exact = cumulated(EXACT);
        let many = Shift { sorted: vec![1.0; EXACT], exact: Vec::new() };
        for count in (300..=638).step_by(13) {
            let (near, exact) = (many.share(count), exact[count]);
            assert!((near - exact).abs() < 0.002, "{count}: {near}, not {exact}");
        }
    }

    #[test]
    fn the_interval_holds_the_shift_as_often_as_it_says() {
        let mut rng = goalward::Rng::new(9);
        let held = (0..1000).filter(|_| {
            // Skewed, but equally so to both sides of 3.
            let values: Vec<f64> = (0..20)
                .map(|_| {
                    let size = -f64::ln(1.0 - rng.unit());
                    3.0 + if rng.unit() < 0.5 { -size } else { size }
                })
                .collect();
            let (low, high) = Shift::of(&values).interval(0.05).unwrap();
            (low..=high).contains(&3.0)
        });
        let held = held.count();
        assert!((930..=975).contains(&held), "{held} of 1000");
    }

    /// Every average, in order.
    fn averages(values: &[f64]) -> Vec<f64> {
        let mut all: Vec<f64> = (0..values.len())
            .flat_map(|i| (i..values.len()).map(move |j| (i, j)))
            .map(|(i, j)| (values[i] + values[j]) / 2.0)
            .collect();
        all.sort_by(f64::total_cmp);
        all
    }

    /// The share of the ways to give ranks 1 to n signs with at most so much below zero, counted.
    fn by_counting(n: u32, most: u32) -> f64 {
        let sum = |signs: u32| (0..n).filter(|i| signs >> i & 1 == 1).map(|i| i + 1).sum::<u32>();
        (0..1u32 << n).filter(|&signs| sum(signs) <= most).count() as f64 / f64::from(1u32 << n)
    }

    #[test]
    fn the_distribution_is_that_of_all_signs() {
        for n in 1..=12 {
            for (most, share) in (0..).zip(cumulated(n as usize)) {
                close(share, by_counting(n, most));
            }
        }
    }

    proptest! {
        #[test]
        fn test_and_interval_agree_at_every_level(
            values in prop::collection::vec(-9i32..10, 0..70), level in 0.0001..0.5f64,
        ) {
            let shift = Shift::of(&values.into_iter().map(f64::from).collect::<Vec<_>>());
            let excludes = shift.interval(level).is_some_and(|(low, high)| low > 0.0 || high < 0.0);
            prop_assert_eq!(shift.p() <= level, excludes);
        }

        #[test]
        fn places_are_those_of_the_sorted_averages(
            values in prop::collection::vec(-1e3..1e3f64, 1..25), ties in 0usize..9,
        ) {
            let mut values = values;
            for i in 0..ties.min(values.len()) {
                values[i] = values[0].round();
            }
            values.retain(|value| *value != 0.0);
            prop_assume!(!values.is_empty());
            let (shift, all) = (Shift::of(&values), averages(&values));
            for (i, average) in all.iter().enumerate() {
                prop_assert_eq!(shift.nth(i + 1), *average);
            }
            let middle = (all[(all.len() - 1) / 2] + all[all.len() / 2]) / 2.0;
            prop_assert_eq!(shift.estimate(), Some(middle));
        }

        #[test]
        fn with_ties_the_test_rejects_no_more_often_than_all_signs_allow(
            sizes in prop::collection::vec(1i32..5, 1..11),
        ) {
            // Of all signs for these sizes, no more than a share of 5% is called significant.
            let n = sizes.len();
            let called = (0..1u32 << n).filter(|signs| {
                let signed = |(i, size): (usize, &i32)| {
                    f64::from(if signs >> i & 1 == 1 { -size } else { *size })
                };
                let values: Vec<f64> = sizes.iter().enumerate().map(signed).collect();
                Shift::of(&values).p() <= 0.05
            });
            prop_assert!(called.count() as f64 <= 0.05 * f64::from(1u32 << n));
        }

        #[test]
        fn both_sides_and_every_order_are_alike(
            mut values in prop::collection::vec(-50i32..50, 1..80), seed in any::<u64>(),
        ) {
            let of = |values: &[i32]| Shift::of(&values.iter().copied().map(f64::from).collect::<Vec<_>>());
            let first = of(&values);
            goalward::Rng::new(seed).shuffle(&mut values);
            prop_assert_eq!(&of(&values), &first);
            values.iter_mut().for_each(|value| *value = -*value);
            let turned = of(&values);
            prop_assert_eq!(turned.p(), first.p());
            prop_assert_eq!(turned.estimate(), first.estimate().map(|estimate| 0.0 - estimate));
            let mirrored = first.interval(0.05).map(|(low, high)| (0.0 - high, 0.0 - low));
            prop_assert_eq!(turned.interval(0.05), mirrored);
        }
    }
}
