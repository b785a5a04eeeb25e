//! The best of many moves; all ties are equally likely.

use crate::{Meter, Rng, Stop};

/// One of the best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best<M> {
    /// How much it changes the cost.
    pub delta: i64,
    /// How many moves change it by the same amount.
    pub ties: usize,
    /// One of them.
    pub mv: M,
}

/// This many ties are stored; to find a later one, the moves are enumerated again.
const KEPT: usize = 16;

/// The smallest delta offered so far.
pub(super) struct Least<M> {
    delta: i64,
    ties: usize,
    /// The first ties: an array of fixed length, so that a scan allocates nothing.
    kept: [Option<M>; KEPT],
}

impl<M: Copy> Least<M> {
    pub fn new() -> Self {
        Least { delta: i64::MAX, ties: 0, kept: [None; KEPT] }
    }

    #[inline(always)]
    pub fn offer(&mut self, mv: M, delta: i64) {
        if delta > self.delta {
            return;
        }
        if delta < self.delta {
            (self.delta, self.ties) = (delta, 0);
        }
        if let Some(place) = self.kept.get_mut(self.ties) {
            *place = Some(mv);
        }
        self.ties += 1;
    }

    /// One of the smallest, chosen by a single draw, or without one if there is only one move;
    /// `None` if nothing was offered. `again` gives the same offers in the same order; if it does
    /// not, one of the first ties is chosen.
    pub fn pick<I: Iterator<Item = (M, i64)>>(
        &self,
        again: impl FnOnce() -> I,
        rng: &mut Rng,
    ) -> Option<Best<M>> {
        let Least { delta, ties, ref kept } = *self;
        let place = match ties {
            0 => return None,
            1 => 0,
            _ => rng.below(ties),
        };
        let mv = kept.get(place).copied().flatten().or_else(|| {
            let mut equals = again().filter(|offer| offer.1 == delta);
            equals.nth(place).map(|offer| offer.0).or(kept[place % KEPT])
        });
        Some(Best { delta, ties, mv: mv? })
    }
}

/// The best of the moves that `offers` gives at each call, counted as neighbours.
#[inline]
pub(super) fn best_of<M: Copy, I: Iterator<Item = (M, i64)>>(
    offers: impl Fn() -> I,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Best<M>>, Stop> {
    let mut least = Least::new();
    offers().try_for_each(|(mv, delta)| {
        least.offer(mv, delta);
        meter.generate()
    })?;
    Ok(least.pick(offers, rng))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn best(deltas: &[i64], rng: &mut Rng) -> Option<Best<usize>> {
        let offers = || (0..).zip(deltas.iter().copied());
        let mut meter = Meter::new(&Limits::default());
        let best = best_of(offers, rng, &mut meter).unwrap();
        assert_eq!(meter.generated, deltas.len() as u64);
        best
    }

    #[test]
    fn every_tie_is_equally_likely_at_hand_or_not() {
        let deltas: Vec<i64> = (0..3 * 200).map(|i| [1, -1, 0][i % 3]).collect();
        let mut rng = Rng::new(1);
        let mut seen = vec![0; deltas.len()];
        for _ in 0..100_000 {
            let Best { delta, ties, mv } = best(&deltas, &mut rng).unwrap();
            assert_eq!((delta, ties, deltas[mv]), (-1, 200, -1));
            seen[mv] += 1;
        }
        let times = seen.iter().filter(|&&times| times > 0);
        assert_eq!(times.clone().count(), 200);
        assert!(times.clone().all(|times| (380..=620).contains(times)), "{seen:?}");
    }

    #[test]
    fn offers_that_differ_the_second_time_still_have_a_best() {
        let again = std::cell::Cell::new(false);
        let offers =
            || (0..100usize).take(if again.replace(true) { 0 } else { 100 }).map(|i| (i, -1));
        let mut meter = Meter::new(&Limits::default());
        for seed in 0..20 {
            again.set(false);
            let best = best_of(offers, &mut Rng::new(seed), &mut meter).unwrap().unwrap();
            assert_eq!((best.delta, best.ties), (-1, 100));
        }
    }

    #[test]
    fn no_moves_have_no_best_and_a_single_one_draws_nothing() {
        let (mut rng, mut same) = (Rng::new(2), Rng::new(2));
        assert_eq!(best(&[], &mut rng), None);
        assert_eq!(best(&[3, 2, 4], &mut rng), Some(Best { delta: 2, ties: 1, mv: 1 }));
        assert_eq!(rng.bits(), same.bits());
    }
}
