//! The best of many moves, all ties equally likely.

use crate::{Meter, Rng, Stop};

/// A move that no other beats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best<M> {
    /// By how much it changes the cost.
    pub delta: i64,
    /// How many moves change it by as much.
    pub ties: usize,
    /// One of them.
    pub mv: M,
}

impl<M> Best<M> {
    /// The number, from 0, of the one to take among so many equals in order: one
    /// draw, or none where there is nothing to choose.
    ///
    /// All looks at neighbours choose so; a quicker one then finds the same moves.
    #[inline]
    pub fn place(ties: usize, rng: &mut Rng) -> usize {
        if ties > 1 { rng.below(ties) } else { 0 }
    }
}

/// So many equals are kept at hand; to find a later one, the moves are gone through
/// again.
const KEPT: usize = 64;

/// The least of the deltas offered.
pub(super) struct Least<M> {
    delta: i64,
    ties: usize,
    /// The first of the equals.
    kept: Vec<M>,
}

impl<M: Copy> Least<M> {
    pub fn new() -> Self {
        Least { delta: i64::MAX, ties: 0, kept: Vec::new() }
    }

    #[inline]
    pub fn offer(&mut self, delta: i64, mv: M) {
        if delta < self.delta {
            self.delta = delta;
            self.ties = 0;
            self.kept.clear();
        }
        if delta == self.delta {
            self.ties += 1;
            if self.kept.len() < KEPT {
                self.kept.push(mv);
            }
        }
    }

    /// One of the least; nothing if nothing was offered. `again` must give the same
    /// offers in the same order.
    pub fn pick<I>(&self, again: impl FnOnce() -> I, rng: &mut Rng) -> Option<Best<M>>
    where
        I: Iterator<Item = (i64, M)>,
    {
        let Least { delta, ties, ref kept } = *self;
        if ties == 0 {
            return None;
        }
        let place = Best::<M>::place(ties, rng);
        let mv = kept.get(place).copied().unwrap_or_else(|| {
            let mut equals = again().filter(|offer| offer.0 == delta);
            equals.nth(place).expect("the offers are the same").1
        });
        Some(Best { delta, ties, mv })
    }
}

/// The best of what `offers` gives each time it is asked, counted as neighbours.
pub(super) fn best_of<M: Copy, I: Iterator<Item = (i64, M)>>(
    offers: impl Fn() -> I,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Best<M>>, Stop> {
    let mut least = Least::new();
    for (delta, mv) in offers() {
        meter.generate()?;
        least.offer(delta, mv);
    }
    Ok(least.pick(offers, rng))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn best(deltas: &[i64], rng: &mut Rng) -> Option<Best<usize>> {
        let offers = || deltas.iter().copied().zip(0..);
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
