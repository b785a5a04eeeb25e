//! Queens as a landscape over permutations: two columns swap rows.

use goalward::Rng;
use goalward::local::Landscape;

use super::{Placement, Queens, QueensError};

mod permutation;

pub use permutation::Permutation;

/// N queens with each row used once; a move swaps the rows of two columns.
///
/// Only diagonals can be attacked, and a move changes eight of them: `delta`
/// takes the same time for any number of queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swaps(
    /// The problem.
    pub Queens,
);

/// Swaps the rows of two different columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swap(
    /// One column, from 0.
    pub u32,
    /// Another.
    pub u32,
);

impl Swaps {
    /// The state that a placement describes, if it uses each row once.
    pub fn state(&self, placement: &Placement) -> Result<Permutation, QueensError> {
        let (rows, n) = (placement.rows(), self.0.n());
        if rows.len() != n {
            return Err(QueensError::WrongSize { given: rows.len(), n });
        }
        let mut column_of = vec![None; n];
        for (second, &row) in rows.iter().enumerate() {
            if let Some(first) = column_of[row as usize].replace(second) {
                return Err(QueensError::SharedRow { row, first, second });
            }
        }
        Ok(Permutation::new(rows.to_vec()))
    }
}

impl Landscape for Swaps {
    type State = Permutation;
    type Move = Swap;

    fn random_state(&self, rng: &mut Rng) -> Permutation {
        let mut rows: Vec<u32> = (0..self.0.n() as u32).collect();
        rng.shuffle(&mut rows);
        Permutation::new(rows)
    }

    fn cost(&self, permutation: &Permutation) -> i64 {
        let pairs = |&count: &u32| i64::from(count) * (i64::from(count) - 1) / 2;
        permutation.counts().iter().map(pairs).sum()
    }

    #[inline]
    fn moves(&self, _: &Permutation) -> impl Iterator<Item = Swap> {
        let n = self.0.n() as u32;
        (0..n).flat_map(move |a| (a + 1..n).map(move |b| Swap(a, b)))
    }

    #[inline]
    fn random_move(&self, _: &Permutation, rng: &mut Rng) -> Option<Swap> {
        let n = self.0.n();
        if n == 1 {
            return None;
        }
        // One draw is enough for both: the fraction that the first column leaves
        // over decides the second, with a bias below n² / 2^64.
        let wide = u128::from(rng.bits()) * n as u128;
        let a = (wide >> 64) as u32;
        let b = ((u128::from(wide as u64) * (n - 1) as u128) >> 64) as u32;
        Some(Swap(a, b + u32::from(b >= a)))
    }

    /// Always inlined: this saves a fifth of annealing's instructions.
    #[inline(always)]
    fn delta(&self, permutation: &Permutation, Swap(a, b): Swap) -> i64 {
        permutation.delta(a as usize, b as usize)
    }

    #[inline]
    fn apply(&self, permutation: &mut Permutation, Swap(a, b): Swap) {
        permutation.swap(a as usize, b as usize);
    }

    fn state_bytes(&self) -> usize {
        size_of::<Permutation>() + 5 * self.0.n() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_swap_s_delta_is_the_difference_in_cost_and_swapping_again_undoes_it() {
        let mut rng = Rng::new(1);
        for n in 1..14 {
            let swaps = Swaps(Queens::new(n).unwrap());
            let before = swaps.random_state(&mut rng);
            assert_eq!(swaps.moves(&before).count(), n * (n - 1) / 2);
            assert_eq!(swaps.cost(&before), before.placement().attacking_pairs() as i64);
            for mv in swaps.moves(&before) {
                let mut after = before.clone();
                swaps.apply(&mut after, mv);
                assert_eq!(after, Permutation::new(after.rows().to_vec()));
                assert_eq!(swaps.delta(&before, mv), swaps.cost(&after) - swaps.cost(&before));
                swaps.apply(&mut after, mv);
                assert_eq!(after, before);
            }
        }
    }

    #[test]
    fn random_swaps_join_any_two_columns_equally() {
        let swaps = Swaps(Queens::new(4).unwrap());
        let mut rng = Rng::new(2);
        let state = swaps.random_state(&mut rng);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..12_000 {
            *seen.entry(swaps.random_move(&state, &mut rng).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 12);
        assert!(seen.values().all(|times| (880..1_120).contains(times)), "{seen:?}");
    }

    #[test]
    fn a_placement_with_a_row_used_twice_is_refused() {
        let swaps = Swaps(Queens::new(4).unwrap());
        let refused = swaps.state(&"2 4 2 3".parse().unwrap()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "columns 1 and 3 both have row 2: swaps need each row exactly once"
        );
        let refused = swaps.state(&"1 2 3".parse().unwrap()).unwrap_err();
        assert_eq!(refused, QueensError::WrongSize { given: 3, n: 4 });
        assert_eq!(swaps.cost(&swaps.state(&"2 4 1 3".parse().unwrap()).unwrap()), 0);
    }
}
