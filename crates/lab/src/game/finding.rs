//! What a game search found, its types erased.

use goalward::game::{Analysis, Rated, Rating};
use goalward::{Outcome, Rng, Verdict};
use serde_json::{Value, json};

use super::contest::over;
use super::{GameDomain, words};
use crate::report::{Conclusion, Figure, Finding, Limit, Solution};

/// The finding of a search from `state`; `seed` chooses among the best moves.
pub(super) fn of<G: GameDomain>(
    game: &G,
    state: &G::State,
    outcome: Outcome<Analysis<G::Move>>,
    seed: u64,
) -> Finding {
    let (verdict, stop, analysis) = match outcome.verdict {
        Verdict::Solved(analysis) => (Conclusion::Solved, None, Some(analysis)),
        Verdict::Unsolvable => (Conclusion::Unsolvable, None, None),
        Verdict::Stuck(analysis) => (Conclusion::Stuck, None, Some(analysis)),
        Verdict::Stopped { by, best } => (Conclusion::Stopped, Some(Limit::from(by)), best),
    };
    let proved = analysis.as_ref().is_some_and(Analysis::is_proved);
    let best: Vec<String> =
        analysis.iter().flat_map(|analysis| &analysis.best).map(ToString::to_string).collect();
    let chosen = analysis.as_ref().and_then(|analysis| analysis.choose(&mut Rng::new(seed)));
    let moves = analysis.as_ref().map_or(&[][..], |analysis| &analysis.moves);
    let facts = [
        ("value", analysis.as_ref().map_or(Value::Null, |analysis| number(analysis.value))),
        ("best", best.clone().into()),
        ("chosen", chosen.map(|mv| mv.to_string()).into()),
        ("moves", moves.iter().map(|mv| rated(game, state, mv)).collect()),
        ("proved", proved.into()),
    ];
    let player = game.player(state);
    let found = match (over(game, state), &analysis) {
        (Some(over), _) => format!("The game is over: {over}."),
        (None, Some(analysis)) => words::summary(game, state, analysis),
        (None, None) => format!("Nothing is known about {player}'s moves yet."),
    };
    let summary = match stop {
        Some(limit) => format!("Stopped {}. So far: {found}", limit.words()),
        None => found,
    };
    let stats = outcome.stats;
    let held = Figure::Held { count: stats.peak_stored, bytes: stats.peak_bytes };
    Finding {
        verdict,
        stop,
        cost: None,
        optimal: proved,
        solves: !best.is_empty(),
        solution: Some(Solution::Words(best)).filter(|best| !best.is_empty()),
        others: Vec::new(),
        stats,
        figures: vec![
            ("expanded", Figure::Count(stats.expanded)),
            ("generated", Figure::Count(stats.generated)),
            ("peak stored", held),
        ],
        facts: facts.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        summary,
        notes: words::notes(game, state, moves),
        aside: Default::default(),
        setup: Default::default(),
    }
}

/// `{"move":"5","value":0,"known":"exactly","words":"draws"}`.
fn rated<G: GameDomain>(game: &G, state: &G::State, rated: &Rated<G::Move>) -> Value {
    let known = match rated.rating {
        Rating::Exact(_) => "exactly",
        Rating::AtMost(_) => "at most",
        Rating::Estimate(_) => "about",
        Rating::EstimateAtMost(_) => "about at most",
        Rating::Mean { .. } => "on average",
        Rating::Unrated => "not at all",
    };
    let words = words::in_words(game, state, rated.rating);
    let mut fact = json!({ "move": rated.mv.to_string(), "value": number(rated.rating),
        "known": known, "words": words });
    if let Rating::Mean { playouts, .. } = rated.rating {
        fact["playouts"] = playouts.into();
    }
    fact
}

fn number(rating: Rating) -> Value {
    match rating {
        Rating::Exact(score)
        | Rating::AtMost(score)
        | Rating::Estimate(score)
        | Rating::EstimateAtMost(score) => score.into(),
        Rating::Mean { mean, .. } => mean.into(),
        Rating::Unrated => Value::Null,
    }
}
