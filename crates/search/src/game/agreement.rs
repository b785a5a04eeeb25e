//! How well a game's evaluator predicts the values of positions.

use std::collections::BTreeMap;

use super::{Game, Score};
use crate::{Limits, Meter, Rng, Stop};

/// How often [`Game::evaluate`] predicts the winner.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Agreement<T> {
    /// The limit that was reached first, if any: the other fields then cover only the part before
    /// it.
    pub stopped: Option<Stop>,
    /// How many positions have each sign of the exact score and of the estimate: −1, 0 or 1.
    #[cfg_attr(feature = "serde", serde(with = "listed"))]
    pub signs: BTreeMap<(Score, Score), u64>,
    /// How many positions were not solved within the limits for one position.
    pub unsolved: u64,
    /// The position whose estimate is most wrong about who wins; if several are, the first.
    pub worst: Option<Misjudged<T>>,
}

/// A position whose estimate names the wrong winner.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Misjudged<T> {
    /// The position.
    pub state: T,
    /// Its exact score for the player to move.
    pub exact: Score,
    /// Its estimate by the evaluator.
    pub estimate: Score,
}

impl<T> Agreement<T> {
    /// How many positions were solved.
    pub fn positions(&self) -> u64 {
        self.signs.values().sum()
    }

    /// How many of them the evaluator correctly judged as won, drawn or lost.
    pub fn right(&self) -> u64 {
        self.signs.iter().filter(|((exact, estimate), _)| exact == estimate).map(|(_, n)| n).sum()
    }

    /// How many lost positions were judged won, or won positions lost.
    pub fn reversed(&self) -> u64 {
        self.signs
            .iter()
            .filter(|((exact, estimate), _)| exact * estimate < 0)
            .map(|(_, n)| n)
            .sum()
    }
}

/// Compares the evaluator with the exact scores of `count` positions: one from each of `count`
/// random games, at most `from_end` moves before the end of that game. `exact` solves a position or
/// gives up on it.
pub fn agreement<G: Game>(
    game: &G,
    count: u64,
    from_end: usize,
    seed: u64,
    limits: &Limits,
    mut exact: impl FnMut(&G::State) -> Option<Score>,
) -> Agreement<G::State> {
    let mut meter = Meter::new(limits);
    let signs = BTreeMap::new();
    let mut found = Agreement { stopped: None, signs, unsolved: 0, worst: None };
    for index in 0..count {
        if let Err(stop) = meter.expand().and_then(|()| meter.poll()) {
            found.stopped = Some(stop);
            break;
        }
        let Some(state) = position(game, from_end, &mut Rng::stream(seed, index)) else { continue };
        let Some(exact) = exact(&state) else {
            found.unsolved += 1;
            continue;
        };
        let estimate = game.evaluate(&state);
        *found.signs.entry((exact.signum(), estimate.signum())).or_default() += 1;
        let wrong = |worst: &Misjudged<G::State>| worst.estimate.abs() < estimate.abs();
        if exact.signum() * estimate.signum() < 0 && found.worst.as_ref().is_none_or(wrong) {
            found.worst = Some(Misjudged { state, exact, estimate });
        }
    }
    found
}

/// Counts of pairs as a list: a pair cannot be the key of a map in JSON.
#[cfg(feature = "serde")]
mod listed {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use super::Score;

    type Signs = BTreeMap<(Score, Score), u64>;

    pub fn serialize<S: Serializer>(signs: &Signs, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(signs)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Signs, D::Error> {
        Ok(Vec::<((Score, Score), u64)>::deserialize(from)?.into_iter().collect())
    }
}

/// A non-terminal position of a random game; none if the game is over before it begins.
fn position<G: Game>(game: &G, from_end: usize, rng: &mut Rng) -> Option<G::State> {
    let mut states = vec![game.start()];
    while let Some(state) = states.last().filter(|state| game.terminal(state).is_none()) {
        let moves: Vec<G::Move> = game.moves(state).collect();
        let Some(&mv) = rng.pick(&moves) else { break };
        states.push(game.play(state, mv));
    }
    let last = states.len().checked_sub(2)?;
    let back = rng.below(from_end.min(last + 1).max(1));
    states.into_iter().nth(last - back)
}
