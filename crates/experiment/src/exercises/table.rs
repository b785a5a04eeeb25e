//! The exercises.

use goalward_lab::Report;

use super::{Ask, Exercise, solved};

/// The board that most questions on paths are about.
const BOARD: &str = "8 6 7 2 5 4 3 0 1";

fn each(domain: &str, instance: &str, methods: &[&str]) -> Vec<Ask> {
    methods.iter().map(|method| Ask::new(domain, instance, method)).collect()
}

fn one(domain: &str, instance: &str, method: &str) -> Vec<Ask> {
    each(domain, instance, &[method])
}

fn seeds(method: &str) -> Vec<Ask> {
    (1..=10).map(|seed| Ask { seed, ..Ask::new("queens", "8", method) }).collect()
}

fn said(value: impl ToString) -> Vec<String> {
    vec![value.to_string()]
}

fn how_many_solved(reports: &[Report]) -> Vec<String> {
    said(reports.iter().filter(|report| solved(report)).count())
}

fn expanded_less(reports: &[Report]) -> Vec<String> {
    said(reports[0].counters.expanded - reports[1].counters.expanded)
}

/// Family by family, the easy ones first.
pub static EXERCISES: &[Exercise] = &[
    Exercise {
        title: "Paths: the shortest path",
        question: "How many moves does the shortest path have from 8 6 7 / 2 5 4 / 3 0 1 to\n0 1 2 / 3 4 5 / 6 7 8?",
        runs: || one("8-puzzle", BOARD, "astar(manhattan)"),
        answer: |reports| {
            reports.iter().filter_map(|r| r.cost).map(|cost| cost.to_string()).collect()
        },
    },
    Exercise {
        title: "Paths: what a heuristic saves",
        question: "How many more nodes does breadth-first search expand on 8 6 7 / 2 5 4 / 3 0 1 than\nA* with the Manhattan distance?",
        runs: || each("8-puzzle", BOARD, &["bfs", "astar(manhattan)"]),
        answer: expanded_less,
    },
    Exercise {
        title: "Paths: the price of a weight",
        question: "Weighted A* with the Manhattan distance on 8 6 7 / 2 5 4 / 3 0 1:\nof the weights 1, 1.5, 2, 3 and 5, which is the smallest that gives a plan longer than optimal?",
        runs: || {
            let weights = ["1", "1.5", "2", "3", "5"];
            let methods = weights.map(|weight| format!("wastar(manhattan, weight={weight})"));
            each("8-puzzle", BOARD, &methods.each_ref().map(String::as_str))
        },
        answer: |reports| {
            let least = reports[0].cost;
            let longer = reports.iter().find(|report| report.cost > least);
            let weight = longer.and_then(|report| report.method.split("weight=").nth(1));
            // A weight that is the default is not written out.
            said(weight.map_or("2", |weight| weight.trim_end_matches(')')))
        },
    },
    Exercise {
        title: "Paths: a board without a solution",
        question: "Which of these cannot reach 0 1 2 / 3 4 5 / 6 7 8: the first, the second\nor the third?\n  3 1 2 / 4 7 5 / 6 8 0\n  1 2 3 / 4 5 6 / 8 7 0\n  1 2 0 / 3 4 5 / 6 7 8",
        runs: || {
            ["3 1 2 4 7 5 6 8 0", "1 2 3 4 5 6 8 7 0", "1 2 0 3 4 5 6 7 8"]
                .map(|board| Ask::new("8-puzzle", board, "astar(manhattan)"))
                .into()
        },
        answer: |reports| {
            let names = ["first", "second", "third"];
            let lies = names.iter().zip(reports).filter(|(_, report)| !solved(report));
            lies.map(|(name, _)| name.to_string()).collect()
        },
    },
    Exercise {
        title: "Paths: almost no memory",
        question: "What is the largest number of nodes that IDA* with the Manhattan distance holds at\nonce on the board 8 6 7 / 2 5 4 / 3 0 1?",
        runs: || one("8-puzzle", BOARD, "idastar(manhattan)"),
        answer: |reports| said(reports[0].counters.peak_stored),
    },
    Exercise {
        title: "Local search: stuck",
        question: "Hill climbing on 8 queens, without sideways moves or restarts, with the seeds 1\nto 10: how many of the ten runs find a solution?",
        runs: || seeds("hill-climbing"),
        answer: how_many_solved,
    },
    Exercise {
        title: "Local search: sideways",
        question: "The same ten runs with up to 100 sideways moves in a row: how many find a\nsolution now?",
        runs: || seeds("hill-climbing(sideways=100)"),
        answer: how_many_solved,
    },
    Exercise {
        title: "Constraints: all solutions",
        question: "How many solutions does the problem of 6 queens have?",
        runs: || one("queens", "6", "forward-checking(find=count)"),
        answer: |reports| said(&reports[0].facts["solutions"]),
    },
    Exercise {
        title: "Constraints: looking ahead",
        question: "How many more nodes does plain backtracking expand than MAC to find the first\nsolution of 8 queens?",
        runs: || each("queens", "8", &["backtracking", "mac"]),
        answer: expanded_less,
    },
    Exercise {
        title: "Constraints: the fewest colours",
        question: "How many colours does the Petersen graph need?",
        runs: || {
            let colors = (1..=4).map(|colors| format!("coloring(colors={colors})"));
            colors.map(|domain| Ask::new(&domain, "petersen", "mac")).collect()
        },
        answer: |reports| said(1 + reports.iter().take_while(|report| !solved(report)).count()),
    },
    Exercise {
        title: "Games: the only move",
        question: "Tic-tac-toe, X on 1 and 5, O on 3, O to move: which cells are the best moves?",
        runs: || one("tictactoe", "X.O.X....", "alpha-beta"),
        answer: |reports| reports[0].solution.as_ref().map_or(Vec::new(), |best| best.words()),
    },
    Exercise {
        title: "Games: what pruning saves",
        question: "Tic-tac-toe from the empty board: how many more nodes does minimax expand than\nalpha-beta?",
        runs: || each("tictactoe", ".........", &["minimax", "alpha-beta"]),
        answer: expanded_less,
    },
];
