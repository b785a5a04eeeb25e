//! A mean and how far it can be trusted.

use goalward::Rng;

use super::{normal_below, normal_quantile};

/// A mean, with its 95% confidence interval where there are values enough for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The interval; none for fewer than [`Estimate::LEAST`] values.
    pub interval: Option<(f64, f64)>,
    /// How many values it is the mean of.
    pub count: usize,
}

/// The values are resampled this many times.
const RESAMPLES: usize = 10_000;
/// More values than this are first dealt at random into this many heaps, which are drawn in their
/// place: the work stays the same however many there are.
const HEAPS: usize = 200;

impl Estimate {
    /// For fewer values no interval is given: the bootstrap would make it too narrow.
    pub const LEAST: usize = 5;

    /// The estimate from `values`, or nothing if there are none. Their order does not
    /// matter.
    ///
    /// The interval is the bias-corrected and accelerated bootstrap (Efron 1987), which suits the
    /// skewed times and counts of searches, drawn by a generator with a fixed seed.
    pub fn of(values: &[f64]) -> Option<Estimate> {
        let mut values = values.to_vec();
        values.sort_by(f64::total_cmp);
        let (first, last) = (*values.first()?, *values.last()?);
        let mean = (values.iter().sum::<f64>() / values.len() as f64).clamp(first, last);
        let interval = if values.len() < Self::LEAST {
            None
        } else if first == last {
            Some((mean, mean))
        } else {
            Some(bootstrap(&values, mean))
        };
        Some(Estimate { mean, interval, count: values.len() })
    }
}

/// Some of the values: their sum and their number.
#[derive(Clone, Copy, Default)]
struct Heap {
    sum: f64,
    count: f64,
}

fn bootstrap(sorted: &[f64], mean: f64) -> (f64, f64) {
    let mut rng = Rng::new(95);
    let heaps = heaps(sorted, &mut rng);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let mut all = Heap::default();
            for _ in 0..heaps.len() {
                let heap = heaps[rng.below(heaps.len())];
                all.sum += heap.sum;
                all.count += heap.count;
            }
            all.sum / all.count
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let below = means.partition_point(|&other| other < mean) as f64;
    let up_to = means.partition_point(|&other| other <= mean) as f64;
    let rank = ((below + up_to) / 2.0 / RESAMPLES as f64).clamp(0.001, 0.999);
    let bias = normal_quantile(rank);
    let acceleration = acceleration(&heaps, mean);
    let end = |z: f64| {
        let shifted = bias + z;
        let rank = normal_below(bias + shifted / (1.0 - acceleration * shifted));
        quantile(&means, rank)
    };
    let z = normal_quantile(0.975);
    (end(-z), end(z))
}

fn heaps(sorted: &[f64], rng: &mut Rng) -> Vec<Heap> {
    let single = |&value: &f64| Heap { sum: value, count: 1.0 };
    if sorted.len() <= HEAPS {
        return sorted.iter().map(single).collect();
    }
    let mut shuffled = sorted.to_vec();
    rng.shuffle(&mut shuffled);
    let mut heaps = vec![Heap::default(); HEAPS];
    for (i, value) in shuffled.into_iter().enumerate() {
        heaps[i % HEAPS].sum += value;
        heaps[i % HEAPS].count += 1.0;
    }
    heaps
}

/// A sixth of the skewness of the mean, from the influence of each heap on it. It is
/// below 1/6, so `end` never divides by zero.
fn acceleration(heaps: &[Heap], mean: f64) -> f64 {
    let influences = heaps.iter().map(|heap| heap.sum - mean * heap.count);
    let (squares, cubes) =
        influences.fold((0.0, 0.0), |(squares, cubes), u| (squares + u * u, cubes + u * u * u));
    if squares > 0.0 { cubes / (6.0 * squares * squares.sqrt()) } else { 0.0 }
}

/// The value below which a share `rank` of `sorted` lies, between neighbours in
/// proportion.
///
/// # Panics
/// If there are no values.
pub fn quantile(sorted: &[f64], rank: f64) -> f64 {
    let at = rank.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (low, part) = (at as usize, at.fract());
    let high = (low + 1).min(sorted.len() - 1);
    sorted[low] + (sorted[high] - sorted[low]) * part
}

/// The value in the middle, or nothing if there are none.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    (!values.is_empty()).then(|| quantile(&values, 0.5))
}

#[cfg(test)]
mod tests {
    use goalward::Rng;
    use proptest::prelude::*;

    use super::*;

    fn near(interval: Option<(f64, f64)>, known: (f64, f64), within: f64) {
        let (low, high) = interval.unwrap();
        let off = (low - known.0).abs().max((high - known.1).abs());
        assert!(off < within, "{low} to {high}, not {known:?}");
    }

    /// The known intervals are scipy's, `bootstrap(method="BCa", n_resamples=200000)`.
    #[test]
    fn intervals_are_those_of_the_textbook() {
        // The law school scores of Efron and Tibshirani.
        let scores = [
            576., 635., 558., 578., 666., 580., 555., 661., 651., 605., 653., 575., 545., 572.,
            594.,
        ];
        let estimate = Estimate::of(&scores).unwrap();
        assert!((estimate.mean - 600.2666666666667).abs() < 1e-9);
        near(estimate.interval, (581.467, 622.333), 1.5);
        // A skewed sample, where the plain percentiles would say 2.3 to 15.6.
        let skewed = [1., 1., 1., 2., 2., 3., 5., 8., 13., 40.];
        near(Estimate::of(&skewed).unwrap().interval, (3.1, 20.5), 1.0);
    }

    #[test]
    fn heaps_leave_the_interval_what_it_is() {
        let mut rng = Rng::new(3);
        let values: Vec<f64> = (0..20_000).map(|_| -f64::ln(1.0 - rng.unit())).collect();
        let estimate = Estimate::of(&values).unwrap();
        // The standard error of the mean of exponential values is 1 / sqrt(n).
        let half = 1.96 / 20_000f64.sqrt();
        near(estimate.interval, (estimate.mean - half, estimate.mean + half), half / 5.0);
    }

    #[test]
    fn the_interval_holds_the_truth_nineteen_times_in_twenty() {
        let mut rng = Rng::new(4);
        let held = (0..400)
            .filter(|_| {
                let values: Vec<f64> = (0..50).map(|_| rng.unit()).collect();
                let (low, high) = Estimate::of(&values).unwrap().interval.unwrap();
                (low..=high).contains(&0.5)
            })
            .count();
        assert!((366..=394).contains(&held), "{held} of 400");
    }

    #[test]
    fn few_values_get_no_interval_and_equal_ones_a_point() {
        assert_eq!(Estimate::of(&[]), None);
        assert_eq!(Estimate::of(&[1.0, 2.0, 4.5, 2.5]).unwrap().interval, None);
        assert_eq!(Estimate::of(&[2.0; 9]).unwrap().interval, Some((2.0, 2.0)));
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        let sorted = [1.0, 2.0, 3.0, 4.0, 10.0];
        let ranks = [0.25, 0.5, 0.75, 1.0].map(|rank| quantile(&sorted, rank));
        assert_eq!(ranks, [2.0, 3.0, 4.0, 10.0]);
        assert!((quantile(&sorted, 0.05) - 1.2).abs() < 1e-12);
        assert_eq!(median(&[3.0, 1.0, 2.0, 4.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_mean_in_any_order(
            mut values in prop::collection::vec(0.0..1e6f64, 5..40),
            seed in any::<u64>(),
        ) {
            let estimate = Estimate::of(&values).unwrap();
            let (low, high) = estimate.interval.unwrap();
            prop_assert!(low <= estimate.mean && estimate.mean <= high);
            Rng::new(seed).shuffle(&mut values);
            prop_assert_eq!(Estimate::of(&values), Some(estimate));
        }
    }
}
