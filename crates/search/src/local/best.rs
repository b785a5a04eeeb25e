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

/// The first of the equals, and a place to write the others to: a branch would cost more.
pub(super) struct Kept<M>([Option<M>; KEPT + 1]);

impl<M: Copy> Kept<M> {
    pub fn new() -> Self {
        Kept([None; KEPT + 1])
    }
}

/// The least of the deltas offered. It goes from offer to offer by value, to stay in registers.
#[derive(Clone, Copy)]
pub(super) struct Least {
    delta: i64,
    ties: usize,
}

impl Least {
    pub fn new() -> Self {
        Least { delta: i64::MAX, ties: 0 }
    }

    /// Without a branch: whether an offer is among the best, nobody can guess.
    #[inline(always)]
    pub fn or<M: Copy>(self, mv: M, delta: i64, kept: &mut Kept<M>) -> Self {
        let ties = if delta < self.delta { 0 } else { self.ties };
        let least = self.delta.min(delta);
        let is_tie = delta == least;
        kept.0[if is_tie { ties.min(KEPT) } else { KEPT }] = Some(mv);
        Least { delta: least, ties: ties + usize::from(is_tie) }
    }

    /// One of the least, by a single draw, or none where there is nothing to choose; nothing
    /// if nothing was offered. `again` must give the same offers in the same order.
    pub fn pick<M: Copy, I: Iterator<Item = (M, i64)>>(
        self,
        kept: &Kept<M>,
        again: impl FnOnce() -> I,
        rng: &mut Rng,
    ) -> Option<Best<M>> {
        let Least { delta, ties } = self;
        let place = match ties {
            0 => return None,
            1 => 0,
            _ => rng.below(ties),
        };
        let mv = kept.0[..KEPT].get(place).copied().flatten().unwrap_or_else(|| {
            let mut equals = again().filter(|offer| offer.1 == delta);
            equals.nth(place).expect("the offers are the same").0
        });
        Some(Best { delta, ties, mv })
    }
}

/// Between two looks at the limits, so many neighbours are looked at.
const TOGETHER: u64 = 4096;

/// The best of what `offers` gives each time it is asked, counted as neighbours.
#[inline]
pub(super) fn best_of<M: Copy, I: Iterator<Item = (M, i64)>>(
    offers: impl Fn() -> I,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Best<M>>, Stop> {
    let mut kept = Kept::new();
    let (least, seen) = offers().try_fold((Least::new(), 0u64), |(least, seen), (mv, delta)| {
        let (least, seen) = (least.or(mv, delta, &mut kept), seen + 1);
        if seen.is_multiple_of(TOGETHER) {
            meter.generated += TOGETHER;
            meter.poll()?;
        }
        Ok((least, seen))
    })?;
    meter.generated += seen % TOGETHER;
    Ok(least.pick(&kept, offers, rng))
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
