//! Statistics that promise no more than the runs show, the same on every machine.
//!
//! Intervals are BCa bootstraps with a generator of fixed seed over sorted values, so they depend
//! on nothing but the values. More than 200 values are first dealt into 200 groups, which bounds
//! the work. Pairs of methods are compared by Wilcoxon's signed-rank test on the logarithms of
//! their ratios (exact up to 50 pairs), with the estimate and the interval that belong to it, and
//! by the sign test for solved or not. Holm's correction is applied to each measure: a verdict on
//! nodes never depends on the clock.

mod difference;
mod estimate;
mod shift;

pub use difference::{holm, holm_level, sign_test};
pub use estimate::{Estimate, median, quantile};
pub use shift::Shift;

/// The probability that a standard normal variable is at most `z`.
fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// The `z` below which a standard normal variable lies with probability `p`: the inverse
/// of [`normal_below`], by bisection.
fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    // 80 / 2^60 is below the precision of any z that matters.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if normal_below(middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (z, p) in [
            (-3.0, 0.0013498980316300933),
            (-1.96, 0.024997895148220435),
            (0.0, 0.5),
            (2.5, 0.9937903346742238),
        ] {
            assert!((normal_below(z) - p).abs() < 1e-15, "{z}");
        }
        assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-12);
        assert!((normal_quantile(0.01) - -2.3263478740408408).abs() < 1e-12);
    }
}
