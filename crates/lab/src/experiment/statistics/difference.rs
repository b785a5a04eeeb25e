//! Whether a difference between two methods may be chance.

use super::normal_below;

/// Up to so many differences the distribution is computed, beyond it is approximated.
const EXACT: usize = 50;

/// The two-sided p-value of Wilcoxon's signed-rank test of paired `differences`: how
/// likely a shift to either side at least as strong is when neither side is favoured.
///
/// Zeros are left out and ties share their ranks. Up to 50 differences the distribution
/// is exact, ties included; beyond it is the normal one, corrected for ties and steps.
pub fn signed_rank(differences: &[f64]) -> f64 {
    let mut differences: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = differences.len();
    if n == 0 {
        return 1.0;
    }
    // Ranks are doubled, so that those shared by ties are whole.
    let mut ranks = Vec::with_capacity(n);
    let mut ties = 0.0;
    for tied in differences.chunk_by(|a, b| a.abs() == b.abs()) {
        let doubled = 2 * ranks.len() + tied.len() + 1;
        ranks.extend(std::iter::repeat_n(doubled, tied.len()));
        let t = tied.len() as f64;
        ties += t * (t * t - 1.0);
    }
    let above = differences.iter().zip(&ranks).filter(|(d, _)| **d > 0.0);
    let above: usize = above.map(|(_, rank)| rank).sum();
    // The distribution is symmetrical: look from the lower side.
    let lower = above.min(n * (n + 1) - above);
    let one_sided = if n <= EXACT {
        share_up_to(&ranks, lower)
    } else {
        normal_share_up_to(n as f64, ties, lower)
    };
    (2.0 * one_sided).min(1.0)
}

/// What [`share_up_to`] comes near to, from the number of ranks and their ties.
fn normal_share_up_to(n: f64, ties: f64, sum: usize) -> f64 {
    let mean = n * (n + 1.0) / 4.0;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    normal_below((sum as f64 / 2.0 + 0.5 - mean) / variance.sqrt())
}

/// Of all ways to choose some of the `ranks`, the share whose sum is at most `sum`.
fn share_up_to(ranks: &[usize], sum: usize) -> f64 {
    let mut shares = vec![0.0; sum + 1];
    shares[0] = 1.0;
    for &rank in ranks {
        for at in (0..=sum).rev() {
            let with = if at >= rank { shares[at - rank] } else { 0.0 };
            shares[at] = (shares[at] + with) / 2.0;
        }
    }
    shares.iter().sum()
}

/// The two-sided p-value of the sign test: of pairs that differ, so many one way and so
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
    use goalward::Rng;
    use proptest::prelude::*;

    use super::*;

    fn close(p: f64, known: f64) {
        assert!((p - known).abs() < 1e-12, "{p}, not {known}");
    }

    /// The known values are scipy's `wilcoxon`; those with ties are counted over all signs.
    #[test]
    fn signed_rank_gives_the_values_of_the_textbooks() {
        // Hollander and Wolfe's depression scores: before, less after.
        let change = [0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01];
        close(signed_rank(&change), 0.0390625);
        // Darwin's maize.
        let maize = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75].map(f64::from);
        close(signed_rank(&maize), 0.041259765625);
        let tied = [1, 1, -1, 2, 2, 3, -3, 4, 5, 5, -2, 7].map(f64::from);
        close(signed_rank(&tied), 0.05908203125);
        let many: Vec<f64> = (0..60).map(|i| f64::from(i * 37 % 23 - 8)).collect();
        close(signed_rank(&many), 0.0031931475095048523);
    }

    #[test]
    fn the_approximation_joins_the_exact_distribution() {
        let ranks: Vec<usize> = (1..=EXACT).map(|rank| 2 * rank).collect();
        for sum in (600..=1276).step_by(26) {
            let exact = share_up_to(&ranks, sum);
            let near = normal_share_up_to(EXACT as f64, 0.0, sum);
            assert!((near - exact).abs() < 0.002, "{sum}: {near}, not {exact}");
        }
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
        fn p_is_the_same_from_both_sides_and_in_any_order(
            mut differences in prop::collection::vec(-9i32..10, 0..80),
            seed in any::<u64>(),
        ) {
            let p = |ds: &[i32]| signed_rank(&ds.iter().copied().map(f64::from).collect::<Vec<_>>());
            let first = p(&differences);
            prop_assert!((0.0..=1.0).contains(&first));
            Rng::new(seed).shuffle(&mut differences);
            prop_assert_eq!(p(&differences), first);
            differences.iter_mut().for_each(|d| *d = -*d);
            prop_assert_eq!(p(&differences), first);
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
