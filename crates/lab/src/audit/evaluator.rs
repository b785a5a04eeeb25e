//! Evaluators against exact scores.

use goalward::Limits;
use goalward::game::{Score, agreement};
use serde::Serialize;

use super::{AuditRun, Audited, Found, Subject, SubjectKind};
use crate::game::{GameDomain, GameSight};
use crate::spec::Spec;
use crate::view::Shown;

/// What the audit of an evaluator found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvaluatorFound {
    /// How many positions it judges correctly as won, drawn or lost.
    pub right: u64,
    /// How many it judges won that are lost, or lost that are won.
    pub reversed: u64,
    /// How many positions were not solved within the limits for one.
    pub unsolved: u64,
    /// By the signs of exact score and estimate, how many positions.
    pub signs: Vec<(Score, Score, u64)>,
    /// The position it is most wrong about.
    pub worst: Option<MisjudgedPosition>,
}

/// A position whose estimate names the wrong winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MisjudgedPosition {
    /// The position.
    pub state: Shown,
    /// What it is worth to the player to move.
    pub exact: Score,
    /// What the evaluator says.
    pub estimate: Score,
}

/// Positions looked at.
const SAMPLES: u64 = 200;
/// The most moves from a position to the end of the random game it is taken from.
const FROM_END: usize = 16;
/// The node limit for solving one position.
const NODES: u64 = 5_000_000;

/// The subject of a game's evaluator, if it has one.
pub(crate) fn evaluator<G: GameDomain>(game: &G) -> Option<Subject<'_>> {
    let doc = game.evaluator()?;
    let run = move |_: &Spec, run: &AuditRun| {
        let limits = Limits { nodes: Some(NODES), ..run.limits.clone() };
        let count = run.samples.unwrap_or(SAMPLES);
        let found = agreement(game, count, FROM_END, run.seed, &run.limits, |state| {
            game.exact(state, &limits)
        });
        let states = found.positions();
        let worst = found.worst.as_ref().map(|worst| MisjudgedPosition {
            state: Shown::of(&GameSight(game, &worst.state)),
            exact: worst.exact,
            estimate: worst.estimate,
        });
        let (right, reversed, unsolved) = (found.right(), found.reversed(), found.unsolved);
        let signs = found.signs.iter().map(|(&(exact, estimate), &n)| (exact, estimate, n));
        let signs = signs.collect();
        Ok(Audited {
            every: false,
            stop: found.stopped,
            states,
            found: Found::Evaluator(EvaluatorFound { right, reversed, unsolved, signs, worst }),
            notes: Vec::new(),
        })
    };
    Some(Subject {
        name: "evaluate",
        title: "evaluate",
        kind: SubjectKind::Evaluator,
        doc,
        params: Vec::new(),
        usual: true,
        check: Box::new(|_, _| Ok(())),
        run: Box::new(run),
        told: None,
    })
}
