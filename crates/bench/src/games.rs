//! Games, and Sudoku.

use std::num::NonZeroU64;

use goalward::csp::{Backtracking, CspSearch, Find, Inference};
use goalward::game::{AlphaBeta, Analysis, GameSearch, Minimax, Rating};
use goalward::{Limits, Outcome};
use goalward_domains::connect4::{Position, Solver};
use goalward_domains::sudoku::{Sudoku, fast};
use goalward_domains::tictactoe::{Cell, TicTacToe};

use crate::instances;
use crate::serve::{Done, Work};

/// The value of the empty board: a draw, or the answer is 0.
fn drawn(outcome: Outcome<Analysis<Cell>>) -> Done {
    let steps = outcome.stats.generated + 1;
    let value = outcome.into_solution().map(|analysis| analysis.value);
    let answer = u64::from(value == Some(Rating::Exact(0)));
    Done { answer, steps, note: format!("{steps} positions") }
}

/// Minimax on the whole of tic-tac-toe.
pub fn minimax() -> Work {
    Box::new(|| drawn(Minimax::default().solve(&TicTacToe)))
}

/// Alpha-beta on tic-tac-toe, with its table of positions met before.
pub fn alpha_beta() -> Work {
    Box::new(|| drawn(AlphaBeta::default().solve(&TicTacToe)))
}

/// How many of the mid-game positions are scored right: all of them.
pub fn connect_four() -> Work {
    let all: Vec<(Position, i32)> = instances::connect_four()
        .into_iter()
        .map(|(moves, score)| (moves.parse().expect("moves"), score))
        .collect();
    Box::new(move || {
        let (mut right, mut steps) = (0, 0);
        for (position, score) in &all {
            let outcome = Solver::default().score(position, &Limits::default());
            steps += outcome.stats.expanded;
            right += u64::from(outcome.into_solution() == Some(*score));
        }
        assert_eq!(right, all.len() as u64);
        Done { answer: right, steps, note: format!("{} positions", steps / all.len() as u64) }
    })
}

/// Each with the proof that its solution is the only one, by the method users get.
pub fn sudoku() -> Work {
    sudokus_by(fast::AllDifferent)
}

/// The same by the plain engine.
pub fn plain_sudoku() -> Work {
    sudokus_by(fast::AllDifferent::PLAIN)
}

/// The same by arc consistency.
pub fn sudoku_by_mac() -> Work {
    sudokus_by(Backtracking { inference: Inference::Mac, ..Backtracking::default() })
}

fn sudokus_by(method: impl CspSearch<Sudoku> + 'static) -> Work {
    let all: Vec<Sudoku> =
        instances::sudokus().into_iter().map(|line| line.parse().expect("a Sudoku")).collect();
    let find = Find::UpTo(NonZeroU64::new(2).expect("two"));
    Box::new(move || {
        let rows = all.iter().map(|sudoku| {
            let answer = method.solve(sudoku, find);
            let found = answer.outcome.into_solution().expect("solvable");
            assert_eq!(found.count, 1);
            instances::first_row(&sudoku.filled(found.first().expect("one")).line())
        });
        Done::answer(rows.sum())
    })
}
