//! What a game search found, its types erased.

use goalward::game::{Analysis, Event, Rated, Rating};
use goalward::{Outcome, Rng, Verdict};
use serde_json::{Value, json};

use super::contest::over;
use super::{GameDomain, words};
use crate::report::{Ending, Figure, Finding, Limit, Solution};
use crate::trace::{Step, Watcher};

/// The finding of a search from `state`; `seed` chooses among the best moves.
pub(super) fn of<G: GameDomain>(
    game: &G,
    state: &G::State,
    outcome: Outcome<Analysis<G::Move>>,
    seed: u64,
) -> Finding {
    let (verdict, stop, analysis) = match outcome.verdict {
        Verdict::Solved(analysis) => (Ending::Solved, None, Some(analysis)),
        Verdict::Unsolvable => (Ending::Unsolvable, None, None),
        Verdict::Stuck(analysis) => (Ending::Stuck, None, Some(analysis)),
        Verdict::Stopped { by, best } => (Ending::Stopped, Some(Limit::from(by)), best),
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
        (None, None) => format!("Nothing is known of {player}'s moves yet."),
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
        writing: Default::default(),
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

/// Tells of an event of a search, if it is wanted.
pub(super) fn tell<G: GameDomain>(
    game: &G,
    event: Event<'_, G::State, G::Move>,
    watcher: &mut dyn Watcher,
) {
    let name = match event {
        Event::Deepen { .. } => "deepen",
        Event::Enter { .. } => "enter",
        Event::Leave { .. } => "leave",
        Event::Cutoff { .. } => "cutoff",
        Event::Playout { .. } => "playout",
        _ => return,
    };
    if watcher.wants(name) {
        watcher.tell(step(game, name, event));
    }
}

fn step<G: GameDomain>(game: &G, name: &'static str, event: Event<'_, G::State, G::Move>) -> Step {
    let at = |why, state: &G::State, ply: u32| {
        Step::new(name, why).at(game.show(state)).with("ply", ply)
    };
    let player = |state: &G::State| game.player(state);
    match event {
        Event::Deepen { depth } => {
            Step::new(name, format!("looking {} ahead", words::moves(depth))).with("depth", depth)
        }
        Event::Enter { state, last, ply, alpha, beta } => {
            let after = last.map_or(String::new(), |mv| format!("after {mv}, "));
            let why = format!("{after}{} to move: alpha = {alpha}, beta = {beta}", player(state));
            let last = last.map(|mv| mv.to_string());
            at(why, state, ply).with("move", last).with("alpha", alpha).with("beta", beta)
        }
        Event::Leave { state, ply, value } => {
            let why = format!("worth {value} to {}", player(state));
            at(why, state, ply).with("value", value)
        }
        Event::Cutoff { state, ply, mv, value, beta } => {
            let why = format!(
                "{mv} is worth {value} to {}, not below beta = {beta}: the other moves cannot matter",
                player(state)
            );
            let mv = mv.to_string();
            at(why, state, ply).with("move", mv).with("value", value).with("beta", beta)
        }
        Event::Playout { state, ply, score } => {
            let why = format!("a random game ended with {score} for {}", player(state));
            at(why, state, ply).with("value", score)
        }
        _ => Step::new(name, String::new()),
    }
}
