//! Seeded randomness, reproducible on every machine.

use rand_core::Rng as _;
use rand_pcg::Pcg64Mcg;

/// A generator made from a seed: the same seed gives the same numbers on every machine.
///
/// The sampling is written here, not taken from a distribution library, because results must stay
/// reproducible for years, and libraries change their sampling.
#[derive(Clone, Debug)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// The generator for `seed`.
    ///
    /// It equals that of `SeedableRng::seed_from_u64`, which fills the state from a smaller
    /// generator (PCG32), but is computed in registers: going through memory would cost a short run
    /// a tenth of its time.
    #[inline]
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        let mut word = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0xa176_54e4_6fbe_17f3);
            let shifted = ((state >> 18 ^ state) >> 27) as u32;
            u64::from(shifted.rotate_right((state >> 59) as u32))
        };
        let mut half = || word() | word() << 32;
        Rng(Pcg64Mcg::new(u128::from(half()) | u128::from(half()) << 64))
    }

    /// The generator for part `index` of a job with this seed. It does not depend on the number of
    /// parts or on the thread.
    #[inline]
    pub fn stream(seed: u64, index: u64) -> Self {
        Rng::new(mix(seed ^ mix(index)))
    }

    /// A random number, all equally likely.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A random number in `0..n`.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number in 0..0");
        // The high half of a product; the bias is below n / 2^64.
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A random number in `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of `items`, or `None` if there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Shuffles `items`; all orders are equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// A bijection on 64 bits that spreads neighbouring numbers (the finaliser of
/// SplitMix64, Steele, Lea and Flood 2014).
#[inline]
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;

    use super::*;

    /// If this fails, every seeded result has changed, which must not happen.
    #[test]
    fn a_seed_gives_these_numbers_for_ever() {
        let mut rng = Rng::new(1);
        assert_eq!([rng.bits(), rng.bits()], [15803641690485367939, 2537432388316380799]);
        let mut rng = Rng::stream(1, 2);
        assert_eq!([rng.below(1000), rng.below(1000)], [54, 34]);
    }

    #[test]
    fn a_seed_is_filled_out_as_the_library_does_it() {
        for seed in (0..1_000).chain([u64::MAX, 1 << 63]) {
            let mut rng = Pcg64Mcg::seed_from_u64(mix(seed));
            assert_eq!(Rng::new(mix(seed)).bits(), rng.next_u64());
        }
    }

    #[test]
    fn numbers_below_n_are_even_and_below_n() {
        let mut rng = Rng::new(5);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }

    #[test]
    fn shuffling_reaches_every_order_equally() {
        let mut rng = Rng::new(6);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut items = [1, 2, 3];
            rng.shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|n| (880..1_120).contains(n)), "{seen:?}");
    }

    #[test]
    fn units_lie_in_the_unit_interval() {
        let mut rng = Rng::new(7);
        let mean = (0..10_000).map(|_| rng.unit()).inspect(|u| assert!((0.0..1.0).contains(u)));
        let mean = mean.sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
    }
}
