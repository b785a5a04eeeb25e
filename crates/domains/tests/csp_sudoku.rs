//! Known Sudokus, easy, hard and impossible.

use std::num::NonZeroU64;

use goalward::csp::{Answer, Backtracking, CspSearch, Find, Inference, ValueOrder, VariableOrder};
use goalward::{Limits, Verdict};
use goalward_domains::sudoku::{HARD, Sudoku, SudokuError};

/// Puzzles with their only solutions.
const KNOWN: [(&str, &str); 3] = [
    (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    ),
    // Seventeen clues, the fewest possible.
    (
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        "693784512487512936125963874932651487568247391741398625319475268856129743274836159",
    ),
    // Arto Inkala's, made to be hard for people.
    (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    ),
];

const MAC: Backtracking = Backtracking {
    inference: Inference::Mac,
    order: VariableOrder::Mrv,
    values: ValueOrder::Static,
};

const ALL_DIFFERENT: Backtracking = Backtracking { inference: Inference::AllDifferent, ..MAC };

fn search(method: Backtracking, sudoku: &Sudoku, most: u64) -> Answer {
    let find = Find::UpTo(NonZeroU64::new(most).unwrap());
    method.search(sudoku, find, &Limits::default(), ())
}

#[test]
fn known_puzzles_have_their_one_solution() {
    for (puzzle, solution) in KNOWN {
        let sudoku: Sudoku = puzzle.parse().unwrap();
        for method in [MAC, ALL_DIFFERENT] {
            let found = search(method, &sudoku, 2).outcome.into_solution().unwrap();
            assert_eq!((found.count, found.exhausted), (1, true));
            let values = found.first().unwrap();
            assert!(sudoku.is_solution(values));
            assert_eq!(sudoku.filled(values).line(), solution);
        }
    }
}

#[test]
fn every_hard_puzzle_has_one_solution() {
    let lines = HARD.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.clone().count(), 12);
    for line in lines {
        let sudoku: Sudoku = line.parse().unwrap();
        let found = search(ALL_DIFFERENT, &sudoku, 2).outcome.into_solution().unwrap();
        assert_eq!((found.count, found.exhausted), (1, true), "{line}");
    }
}

#[test]
fn methods_agree_on_known_puzzles() {
    use VariableOrder::{Mrv, MrvDegree};
    for (puzzle, solution) in KNOWN {
        let sudoku: Sudoku = puzzle.parse().unwrap();
        for inference in [Inference::ForwardChecking, Inference::Mac, Inference::AllDifferent] {
            for (order, values) in [
                (Mrv, ValueOrder::Lcv),
                (MrvDegree, ValueOrder::Static),
                (MrvDegree, ValueOrder::Lcv),
            ] {
                let method = Backtracking { inference, order, values };
                let found = search(method, &sudoku, 1).outcome.into_solution().unwrap();
                assert_eq!(sudoku.filled(found.first().unwrap()).line(), solution, "{method:?}");
            }
        }
    }
}

/// A changed count must be a decision, never an accident.
#[test]
fn known_puzzles_take_exactly_this_effort() {
    let efforts = |method| {
        KNOWN.map(|(puzzle, _)| {
            let effort = search(method, &puzzle.parse().unwrap(), 2).effort;
            [effort.assignments, effort.prunings, effort.backtracks, effort.checks]
        })
    };
    let mac =
        [[81, 408, 80, 5_728], [2_881, 28_896, 1_921, 295_884], [6_874, 67_461, 5_074, 701_204]];
    assert_eq!(efforts(MAC), mac);
    // Two of them by propagation alone.
    let all_different = [[81, 408, 80, 0], [81, 512, 80, 0], [286, 1_254, 232, 0]];
    assert_eq!(efforts(ALL_DIFFERENT), all_different);
}

#[test]
fn an_empty_grid_has_more_than_a_hundred_solutions() {
    let empty: Sudoku = ".".repeat(81).parse().unwrap();
    let found = search(MAC, &empty, 100).outcome.into_solution().unwrap();
    assert_eq!((found.count, found.exhausted), (100, false));
    assert!(found.kept.iter().all(|values| empty.is_solution(values)));
    assert!(found.kept.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn a_hidden_contradiction_is_proved_unsolvable() {
    // The last cell of the first row sees all nine digits.
    let grid = format!("12345678.........9{}", ".".repeat(63));
    let sudoku: Sudoku = grid.parse().unwrap();
    for inference in [Inference::ForwardChecking, Inference::Mac, Inference::AllDifferent] {
        let method = Backtracking { inference, ..MAC };
        assert_eq!(search(method, &sudoku, 1).outcome.verdict, Verdict::Unsolvable);
    }
}

#[test]
fn an_open_contradiction_is_a_separate_error() {
    let clash = format!("1.......1{}", ".".repeat(72)).parse::<Sudoku>();
    assert!(matches!(clash, Err(SudokuError::Clash(_))));
}
