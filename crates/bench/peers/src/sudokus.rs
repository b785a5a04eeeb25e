//! The `sudoku` crate, which knows no other problem.

use sudoku::Sudoku;

use goalward_bench::instances;
use goalward_bench::serve::{Done, Work};

pub fn solve() -> Work {
    let all: Vec<Sudoku> = instances::sudokus()
        .into_iter()
        .map(|line| Sudoku::from_str_line(line).expect("a Sudoku"))
        .collect();
    Box::new(move || {
        let rows = all.iter().map(|sudoku| {
            let solved = sudoku.solution().expect("it has one solution");
            instances::first_row(&solved.to_str_line())
        });
        Done::answer(rows.sum())
    })
}
