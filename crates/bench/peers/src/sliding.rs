//! The `slidy` crate on Korf's 15-puzzles.

use std::str::FromStr;

use goalward_domains::tiles::Puzzle as Ours;
use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::generic_solver::GenericSolver;
use slidy::solver::size4x4::stm::solver::Solver as Databases;
use slidy::solver::solver::Solver;

use goalward_bench::instances;
use goalward_bench::serve::{Done, Work};

/// The same puzzle where the blank's home is the last cell: the board turned by half, and its
/// tiles counted from the other end.
fn turned(puzzle: &Ours) -> Puzzle {
    let tiles = puzzle.start().tiles().iter().rev();
    let tiles: Vec<String> =
        tiles.map(|&tile| if tile == 0 { 0 } else { 16 - tile }.to_string()).collect();
    let rows: Vec<String> = tiles.chunks(4).map(|row| row.join(" ")).collect();
    Puzzle::from_str(&rows.join("/")).expect("a board")
}

/// IDA* with Manhattan, for boards of any size.
pub fn manhattan() -> Work {
    let puzzle = turned(&instances::korf(instances::IDA_STAR).0);
    Box::new(move || {
        let found = GenericSolver::default().solve(&puzzle).expect("solvable");
        Done::answer(found.len_stm::<u64>())
    })
}

/// Its solver for this size, with databases of 4-4-4-3 tiles.
pub fn korf() -> Work {
    let all: Vec<Puzzle> = (1..=100).map(|id| turned(&instances::korf(id).0)).collect();
    let solver = Databases::default();
    Box::new(move || {
        let lengths = all.iter().map(|puzzle| {
            let found = solver.solve(puzzle).expect("solvable");
            found.len_stm::<u64>()
        });
        let answer = lengths.sum();
        Done { answer, steps: 0, note: "databases of 4-4-4-3 tiles".into() }
    })
}
