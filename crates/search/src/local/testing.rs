//! Small landscapes for tests.

use super::{Conflicts, Crossover, Enumerable, Landscape};
use crate::Rng;

/// Places in a row, each with its cost; moves go one place left or right.
#[derive(Clone, Copy, Debug)]
pub struct Ridge(pub &'static [i64]);

impl Landscape for Ridge {
    type State = usize;
    type Move = isize;

    /// Always the first place.
    fn random_state(&self, _: &mut Rng) -> usize {
        0
    }

    fn cost(&self, &place: &usize) -> i64 {
        self.0[place]
    }

    fn moves(&self, &place: &usize) -> impl Iterator<Item = isize> {
        let inside = move |step: &isize| place.wrapping_add_signed(*step) < self.0.len();
        [-1, 1].into_iter().filter(inside)
    }

    fn random_move(&self, place: &usize, rng: &mut Rng) -> Option<isize> {
        let moves: Vec<_> = self.moves(place).collect();
        rng.pick(&moves).copied()
    }

    fn delta(&self, &place: &usize, step: isize) -> i64 {
        self.0[place.wrapping_add_signed(step)] - self.0[place]
    }

    fn apply(&self, place: &mut usize, step: isize) {
        *place = place.wrapping_add_signed(step);
    }

    fn undoes(&self, last: isize, next: isize) -> bool {
        last == -next
    }
}

/// Lamps to be lit one by one; dark lamps are in conflict.
#[derive(Clone, Copy, Debug)]
pub struct Lamps(pub usize);

impl Landscape for Lamps {
    type State = Vec<bool>;
    type Move = usize;

    fn random_state(&self, rng: &mut Rng) -> Vec<bool> {
        (0..self.0).map(|_| rng.below(2) == 1).collect()
    }

    fn cost(&self, lamps: &Vec<bool>) -> i64 {
        lamps.iter().filter(|&&lit| !lit).count() as i64
    }

    fn moves(&self, _: &Vec<bool>) -> impl Iterator<Item = usize> {
        0..self.0
    }

    fn random_move(&self, _: &Vec<bool>, rng: &mut Rng) -> Option<usize> {
        Some(rng.below(self.0))
    }

    fn delta(&self, lamps: &Vec<bool>, lamp: usize) -> i64 {
        if lamps[lamp] { 1 } else { -1 }
    }

    fn apply(&self, lamps: &mut Vec<bool>, lamp: usize) {
        lamps[lamp] = !lamps[lamp];
    }

    fn state_bytes(&self) -> usize {
        size_of::<Vec<bool>>() + self.0
    }
}

impl Conflicts for Lamps {
    fn variables(&self) -> usize {
        self.0
    }

    fn is_conflicted(&self, lamps: &Vec<bool>, lamp: usize) -> bool {
        !lamps[lamp]
    }

    fn opponents(&self, _: &Vec<bool>, _: usize) -> impl Iterator<Item = usize> {
        std::iter::empty()
    }

    fn reassignments(&self, lamps: &Vec<bool>, lamp: usize) -> impl Iterator<Item = (usize, i64)> {
        std::iter::once((lamp, self.delta(lamps, lamp)))
    }
}

impl Crossover for Lamps {
    fn cross(&self, mother: &Vec<bool>, father: &Vec<bool>, rng: &mut Rng) -> Vec<bool> {
        let cut = rng.below(self.0 + 1);
        mother[..cut].iter().chain(&father[cut..]).copied().collect()
    }
}

/// A knapsack: items with weights and values, and a capacity. It panics if a move that is not
/// allowed is made, or if its delta is requested.
#[derive(Clone, Copy, Debug)]
pub struct Knapsack {
    pub things: &'static [(i64, i64)],
    pub room: i64,
    pub goal: Option<i64>,
}

impl Knapsack {
    fn weight(&self, packed: &[bool]) -> i64 {
        self.things.iter().zip(packed).map(|(it, &is)| it.0 * i64::from(is)).sum()
    }

    /// The cost of the best state of all.
    pub fn least(&self) -> i64 {
        let mut packed = self.first();
        let mut least = 0;
        while self.advance(&mut packed) {
            if self.weight(&packed) <= self.room {
                least = least.min(self.cost(&packed));
            }
        }
        least
    }
}

impl Landscape for Knapsack {
    type State = Vec<bool>;
    type Move = usize;

    fn random_state(&self, _: &mut Rng) -> Vec<bool> {
        self.first()
    }

    fn cost(&self, packed: &Vec<bool>) -> i64 {
        -self.things.iter().zip(packed).map(|(it, &is)| it.1 * i64::from(is)).sum::<i64>()
    }

    fn goal(&self) -> Option<i64> {
        self.goal
    }

    fn moves(&self, _: &Vec<bool>) -> impl Iterator<Item = usize> {
        0..self.things.len()
    }

    fn random_move(&self, _: &Vec<bool>, rng: &mut Rng) -> Option<usize> {
        Some(rng.below(self.things.len()))
    }

    fn allows(&self, packed: &Vec<bool>, thing: usize) -> bool {
        packed[thing] || self.weight(packed) + self.things[thing].0 <= self.room
    }

    fn delta(&self, packed: &Vec<bool>, thing: usize) -> i64 {
        assert!(self.allows(packed, thing));
        if packed[thing] { self.things[thing].1 } else { -self.things[thing].1 }
    }

    fn apply(&self, packed: &mut Vec<bool>, thing: usize) {
        assert!(self.allows(packed, thing));
        packed[thing] = !packed[thing];
    }
}

/// Items that are not packed are in conflict.
impl Conflicts for Knapsack {
    fn variables(&self) -> usize {
        self.things.len()
    }

    fn is_conflicted(&self, packed: &Vec<bool>, thing: usize) -> bool {
        !packed[thing]
    }

    fn opponents(&self, _: &Vec<bool>, _: usize) -> impl Iterator<Item = usize> {
        std::iter::empty()
    }

    fn reassignments(
        &self,
        packed: &Vec<bool>,
        thing: usize,
    ) -> impl Iterator<Item = (usize, i64)> {
        let value = self.things[thing].1;
        std::iter::once((thing, if packed[thing] { value } else { -value }))
    }
}

impl Crossover for Knapsack {
    /// The mother's items, and those of the father's that still fit.
    fn cross(&self, mother: &Vec<bool>, father: &Vec<bool>, _: &mut Rng) -> Vec<bool> {
        let mut child = mother.clone();
        for (thing, &is) in father.iter().enumerate() {
            if is && !child[thing] && self.allows(&child, thing) {
                child[thing] = true;
            }
        }
        child
    }
}

impl Enumerable for Knapsack {
    fn states(&self) -> u64 {
        1 << self.things.len()
    }

    fn first(&self) -> Vec<bool> {
        vec![false; self.things.len()]
    }

    fn advance(&self, packed: &mut Vec<bool>) -> bool {
        packed.iter_mut().any(|is| {
            *is = !*is;
            *is
        })
    }
}
