//! Games.

use goalward::Limits;
use goalward::game::{AlphaBeta, GameSearch, Minimax};
use goalward_domains::connect4::{Position, Solver};
use goalward_domains::tictactoe::TicTacToe;

use crate::measure::{Row, alone};

pub fn minimax() -> Row {
    let best = alone(50, || {
        let stats = Minimax::default().solve(&TicTacToe).stats;
        assert_eq!(stats.generated + 1, 549_946);
    });
    Row::alone(format!("{:.2} ms", best * 1e3))
}

pub fn alpha_beta() -> Row {
    let best = alone(200, || {
        assert!(AlphaBeta::default().solve(&TicTacToe).into_solution().is_some());
    });
    Row::alone(format!("{:.1} µs", best * 1e6))
}

/// Positions with so many discs: each takes a few milliseconds.
const MID_GAME: std::ops::RangeInclusive<usize> = 14..=24;

pub fn connect_four() -> Row {
    let lines = include_str!("../../../data/connect4.txt").lines();
    let known: Vec<(Position, i32)> = lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .filter(|(moves, _)| MID_GAME.contains(&moves.len()))
        .map(|(moves, score)| (moves.parse().expect("moves"), score.parse().expect("a score")))
        .collect();
    let mut positions = 0;
    let best = alone(3, || {
        positions = 0;
        for (position, score) in &known {
            let outcome = Solver::default().score(position, &Limits::default());
            positions += outcome.stats.expanded;
            assert_eq!(outcome.into_solution(), Some(*score));
        }
    });
    Row::alone(format!(
        "{:.2} M positions/s, {:.2} ms a score, {} scores",
        positions as f64 / best / 1e6,
        best / known.len() as f64 * 1e3,
        known.len()
    ))
}
