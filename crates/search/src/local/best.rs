//! The best of many moves, all ties equally likely.

use crate::{Meter, Rng, Stop};

/// A move that no other beats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best<M> {
    /// By how much it changes the cost.
    pub delta: i64,
    /// How many moves change it by as much.
    pub ties: usize,
    /// One of them.
    pub mv: M,
}

/// So many equals are kept at hand; to find a later one, the moves are gone through
/// again.
const KEPT: usize = 16;

/// The least of the deltas offered.
pub(super) struct Least<M> {
    delta: i64,
    ties: usize,
    /// The first of the equals, and a place to write to where that is not worth a branch.
    kept: [Option<M>; KEPT + 1],
}

impl<M: Copy> Least<M> {
    pub fn new() -> Self {
        Least { delta: i64::MAX, ties: 0, kept: [None; KEPT + 1] }
    }

    /// Without a branch: whether an offer is among the best, nobody can guess.
    #[inline(always)]
    pub fn offer(&mut self, mv: M, delta: i64) {
        self.ties = if delta < self.delta { 0 } else { self.ties };
        self.delta = self.delta.min(delta);
        let is_tie = delta == self.delta;
        let place = if is_tie { self.ties.min(KEPT) } else { KEPT };
        self.kept[place] = Some(mv);
        self.ties += usize::from(is_tie);
    }

    /// One of the least, by a single draw, or none where there is nothing to choose; nothing
    /// if nothing was offered. `again` must give the same offers in the same order.
    pub fn pick<I>(&self, again: impl FnOnce() -> I, rng: &mut Rng) -> Option<Best<M>>
    where
        I: Iterator<Item = (M, i64)>,
    {
        let Least { delta, ties, ref kept } = *self;
        let place = match ties {
            0 => return None,
            1 => 0,
            _ => rng.below(ties),
        };
        let mv = kept[..KEPT].get(place).copied().flatten().unwrap_or_else(|| {
            let mut equals = again().filter(|offer| offer.1 == delta);
            equals.nth(place).expect("the offers are the same").0
        });
        Some(Best { delta, ties, mv })
    }
}

/// Between two looks at the limits, so many neighbours are looked at.
const TOGETHER: usize = 4096;

/// The best of what `offers` gives each time it is asked, counted as neighbours.
#[inline]
pub(super) fn best_of<M: Copy, I: Iterator<Item = (M, i64)>>(
    offers: impl Fn() -> I,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Best<M>>, Stop> {
    let mut least = Least::new();
    let mut left = offers();
    loop {
        let mut seen = 0;
        left.by_ref().take(TOGETHER).for_each(|(mv, delta)| {
            seen += 1;
            least.offer(mv, delta);
        });
        meter.generated += seen as u64;
        if seen < TOGETHER {
            return Ok(least.pick(offers, rng));
        }
        meter.poll()?;
    }
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
    fn no_moves_have_no_best_and_a_single_one_draws_nothing() {
        let (mut rng, mut same) = (Rng::new(2), Rng::new(2));
        assert_eq!(best(&[], &mut rng), None);
        assert_eq!(best(&[3, 2, 4], &mut rng), Some(Best { delta: 2, ties: 1, mv: 1 }));
        assert_eq!(rng.bits(), same.bits());
    }
}
