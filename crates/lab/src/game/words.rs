//! Values of games in words.

use goalward::game::{Analysis, Rated, Rating, Score};

use super::GameDomain;

/// What the player to move can count on, and the best moves.
pub(super) fn summary<G: GameDomain>(
    game: &G,
    state: &G::State,
    analysis: &Analysis<G::Move>,
) -> String {
    let player = game.player(state);
    let best: Vec<_> = analysis.best.iter().map(ToString::to_string).collect();
    let best = format!("best: {}", best.join(", "));
    match analysis.value {
        Rating::Exact(score) | Rating::AtMost(score) => {
            let end = in_moves(game.moves_to_win(state, score));
            match score {
                1.. => format!("{player} to move can force a win{end}; {best}."),
                0 => format!("{player} to move can force a draw; {best}."),
                _ => format!("{player} to move loses{end} against best play; {best}."),
            }
        }
        Rating::Estimate(score) | Rating::EstimateAtMost(score) => {
            let looking = match analysis.depth {
                Some(depth) => format!("looking {} ahead", moves(depth)),
                None => "from the moves searched to the end of the game".into(),
            };
            format!("{player} to move: about {score}, {looking}; {best}.")
        }
        Rating::Mean { mean, playouts } => {
            format!("{player} to move: {mean:+.3} on average over {}; {best}.", games(playouts))
        }
        Rating::Unrated => {
            format!("{player} to move: no move was searched; any move may be played.")
        }
    }
}

/// The moves by what they are worth, a line for each value, the best first.
pub(super) fn notes<G: GameDomain>(
    game: &G,
    state: &G::State,
    moves: &[Rated<G::Move>],
) -> Vec<String> {
    let mut lines: Vec<(f64, String, Vec<String>)> = Vec::new();
    for Rated { mv, rating } in moves {
        if *rating == Rating::Unrated {
            continue;
        }
        let words = in_words(game, state, *rating);
        match lines.iter_mut().find(|line| line.1 == words) {
            Some(line) => line.2.push(mv.to_string()),
            None => lines.push((rank(*rating), words, vec![mv.to_string()])),
        }
    }
    best_first(lines)
}

fn best_first(mut lines: Vec<(f64, String, Vec<String>)>) -> Vec<String> {
    lines.sort_by(|a, b| b.0.total_cmp(&a.0));
    lines.into_iter().map(|(_, words, moves)| format!("{words}: {}", moves.join(", "))).collect()
}

/// A bound comes after the same score where it is exact.
fn rank(rating: Rating) -> f64 {
    match rating {
        Rating::Exact(score) | Rating::Estimate(score) => f64::from(score),
        Rating::AtMost(score) | Rating::EstimateAtMost(score) => f64::from(score) - 0.5,
        Rating::Mean { mean, .. } => mean,
        Rating::Unrated => f64::NEG_INFINITY,
    }
}

/// What a move is worth to the player who makes it in `state`.
pub(super) fn in_words<G: GameDomain>(game: &G, state: &G::State, rating: Rating) -> String {
    let exactly = |score: Score| {
        let end = in_moves(game.moves_to_win(state, score));
        match score {
            1.. => format!("wins{end}"),
            0 => "draws".into(),
            _ => format!("loses{end}"),
        }
    };
    match rating {
        Rating::Exact(score) => exactly(score),
        Rating::AtMost(score) if score <= -game.most() => exactly(score),
        Rating::AtMost(score) => format!("at best {}", exactly(score)),
        Rating::Estimate(score) => format!("about {score}"),
        Rating::EstimateAtMost(score) => format!("at most about {score}"),
        Rating::Mean { mean, playouts } => format!("{mean:+.3} over {}", games(playouts)),
        Rating::Unrated => "not searched".into(),
    }
}

fn in_moves(count: Option<u32>) -> String {
    count.map_or(String::new(), |count| format!(" in {}", moves(count)))
}

fn games(count: u64) -> String {
    if count == 1 { "1 playout".into() } else { format!("{count} playouts") }
}

pub(super) fn moves(count: u32) -> String {
    if count == 1 { "1 move".into() } else { format!("{count} moves") }
}
