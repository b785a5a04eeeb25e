//! Whether a difference between two methods may be due to chance.

use super::normal_below;

/// The two-sided p-value of the sign test: of pairs that differ, this many one way and this
/// many the other. Exact up to 1000 pairs.
pub fn sign_test(one_way: u64, other_way: u64) -> f64 {
    let (fewer, n) = (one_way.min(other_way), one_way + other_way);
    let below = if n <= 1000 {
        let mut term = 0.5f64.powi(n as i32);
        let mut sum = term;
        for k in 0..fewer {
            term *= (n - k) as f64 / (k + 1) as f64;
            sum += term;
        }
        sum
    } else {
        let n = n as f64;
        normal_below((fewer as f64 + 0.5 - n / 2.0) / (n.sqrt() / 2.0))
    };
    (2.0 * below).min(1.0)
}

/// The level at which each of many tests rejects, so that together they find a difference where
/// there is none in at most a share `level` of such families: by Holm's step-down method. A test
/// rejects if and only if its p is at most this, and so does its interval.
pub fn holm_level(ps: &[f64], level: f64) -> f64 {
    let mut ps = ps.to_vec();
    ps.sort_by(f64::total_cmp);
    let of = |rejected: usize| level / (ps.len() - rejected).max(1) as f64;
    let rejected = (0..ps.len()).take_while(|&i| ps[i] <= of(i)).count();
    of(rejected)
}

/// Holm's correction of the p-values of many tests: with them all together, a difference
/// is found where there is none in at most 5% of such families.
pub fn holm(ps: &mut [f64]) {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|&a, &b| ps[a].total_cmp(&ps[b]));
    let mut most = 0.0f64;
    for (done, &at) in order.iter().enumerate() {
        most = most.max(ps[at] * (order.len() - done) as f64).min(1.0);
        ps[at] = most;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(p: f64, known: f64) {
        assert!((p - known).abs() < 1e-12, "{p}, not {known}");
    }

    #[test]
    fn sign_tests_are_binomial() {
        close(sign_test(3, 12), 0.03515625);
        close(sign_test(0, 8), 0.0078125);
        close(sign_test(5, 5), 1.0);
        close(sign_test(0, 0), 1.0);
        assert!((sign_test(470, 530) - sign_test(471, 531)).abs() < 0.001);
    }

    #[test]
    fn holm_gives_the_values_of_the_textbook() {
        let mut ps = [0.01, 0.04, 0.03, 0.005];
        holm(&mut ps);
        assert!(
            ps.iter().zip([0.03, 0.06, 0.06, 0.02]).all(|(p, known)| (p - known).abs() < 1e-12)
        );
    }

    proptest! {
        #[test]
        fn the_level_of_holm_parts_what_his_correction_parts(
            ps in prop::collection::vec(0.0..0.2f64, 0..30),
        ) {
            let level = holm_level(&ps, 0.05);
            let mut corrected = ps.clone();
            holm(&mut corrected);
            for (p, corrected) in ps.iter().zip(corrected) {
                // Rounding may part the two at the very level.
                prop_assume!((corrected - 0.05).abs() > 1e-9);
                prop_assert_eq!(*p <= level, corrected <= 0.05);
            }
        }

        #[test]
        fn holm_keeps_the_order_and_lowers_nothing(ps in prop::collection::vec(0.0..1.0f64, 0..30)) {
            let mut adjusted = ps.clone();
            holm(&mut adjusted);
            for i in 0..ps.len() {
                prop_assert!(ps[i] <= adjusted[i] && adjusted[i] <= 1.0);
                for j in 0..ps.len() {
                    prop_assert!(ps[i] > ps[j] || adjusted[i] <= adjusted[j]);
                }
            }
        }
    }
}
