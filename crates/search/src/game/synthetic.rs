//! Artificial games for testing the searches.

use super::{Game, Score};

/// Take one, two or three matches; whoever takes the last wins.
pub struct Take(pub u32);

impl Game for Take {
    type State = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.0
    }

    fn moves(&self, &left: &u32) -> impl Iterator<Item = u32> {
        1..=left.min(3)
    }

    fn play(&self, &left: &u32, taken: u32) -> u32 {
        left - taken
    }

    fn terminal(&self, &left: &u32) -> Option<Score> {
        (left == 0).then_some(-1)
    }

    fn most(&self) -> Score {
        1
    }
}

/// A random game determined by a seed: layers of `width` states with up to `branching` moves each,
/// which ends after at most `length` moves.
#[derive(Clone, Copy, Debug)]
pub struct Maze {
    pub seed: u64,
    pub width: u64,
    pub branching: u64,
    pub length: u64,
    /// Scores lie between this and its negative; a small range causes ties.
    pub most: Score,
}

impl Maze {
    fn noise(&self, what: u64, (ply, index): (u64, u64), extra: u64) -> u64 {
        crate::rng::Rng::stream(self.seed ^ what << 32, ply << 40 ^ index << 20 ^ extra).bits()
    }

    fn score(&self, what: u64, state: (u64, u64), most: Score) -> Score {
        let span = 2 * most as u64 + 1;
        (self.noise(what, state, 0) % span) as Score - most
    }
}

impl Game for Maze {
    type State = (u64, u64);
    type Move = u64;

    fn start(&self) -> (u64, u64) {
        (0, 0)
    }

    fn moves(&self, &state: &(u64, u64)) -> impl Iterator<Item = u64> {
        0..1 + self.noise(1, state, 0) % self.branching
    }

    fn play(&self, &state: &(u64, u64), mv: u64) -> (u64, u64) {
        (state.0 + 1, self.noise(2, state, mv) % self.width)
    }

    fn terminal(&self, &state: &(u64, u64)) -> Option<Score> {
        let over =
            state.0 == self.length || state.0 > 0 && self.noise(3, state, 0).is_multiple_of(8);
        over.then(|| self.score(4, state, self.most))
    }

    fn most(&self) -> Score {
        self.most
    }

    fn evaluate(&self, &state: &(u64, u64)) -> Score {
        self.score(5, state, self.most - 1)
    }

    fn promise(&self, &state: &(u64, u64), mv: u64) -> i32 {
        (self.noise(6, state, mv) % 3) as i32
    }
}
