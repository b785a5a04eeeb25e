//! A score and whether it is proved, as it is passed up the tree.

use std::ops::Neg;

use super::Score;

/// A score, and whether it depends only on finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub score: Score,
    pub proved: bool,
}

impl Value {
    pub fn proved(score: Score) -> Self {
        Value { score, proved: true }
    }

    pub fn estimate(score: Score) -> Self {
        Value { score, proved: false }
    }

    /// The better of two choices: proved only if both are.
    pub fn or(self, other: Value) -> Value {
        Value { score: self.score.max(other.score), proved: self.proved && other.proved }
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value { score: -self.score, proved: self.proved }
    }
}
