//! The `connect-four-ai` crate, without its book of openings.

use connect_four_ai::{Position, Solver};

use goalward_bench::instances;
use goalward_bench::serve::{Done, Work};

pub fn scores() -> Work {
    let all: Vec<(Position, i32)> = instances::connect_four()
        .into_iter()
        .map(|(moves, score)| (Position::from_moves(moves).expect("moves"), score))
        .collect();
    let mut solver = Solver::empty();
    Box::new(move || {
        let (mut right, mut steps) = (0, 0);
        for (position, score) in &all {
            // Each score from an empty table, as ours are.
            solver.reset();
            right += u64::from(i32::from(solver.solve(position)) == *score);
            steps += solver.explored_positions as u64;
        }
        Done { answer: right, steps, note: format!("{} positions", steps / all.len() as u64) }
    })
}
