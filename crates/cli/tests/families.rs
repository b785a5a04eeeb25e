//! Queens, Sudoku, colouring and annealing as a user of the command line sees them.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

fn goalward(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("goalward")).args(arguments).output().unwrap()
}

fn text(arguments: &[&str], code: i32) -> String {
    let output = goalward(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}{error}");
    text
}

fn json(arguments: &[&str], code: i32) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    let text = text(&arguments, code);
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// The one line on standard error.
fn refused(arguments: &[&str]) -> String {
    let output = goalward(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed to standard output");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(error.starts_with("error: "), "{arguments:?}: {error}");
    error
}

#[test]
fn all_solutions_of_four_queens_are_drawn_with_their_number() {
    let text = text(&["solve", "queens", "4", "--all"], 0);
    assert!(text.contains("Solved: 2 solutions, and there are no others."), "{text}");
    let boards = "  1         2\n  . . Q .   . Q . .\n  Q . . .   . . . Q\n  \
                  . . . Q   Q . . .\n  . Q . .   . . Q .\n";
    assert!(text.contains(boards), "{text}");
    for method in ["backtracking", "forward-checking", "mac(values=lcv)"] {
        let report = json(&["solve", "queens", "4", "--all", "--method", method], 0);
        assert_eq!(
            (&report["solutions"], report["others"].as_array().unwrap().len()),
            (&2.into(), 1)
        );
        assert!(report["assignments"].as_u64().unwrap() >= 8);
    }
}

#[test]
fn many_solutions_are_drawn_up_to_a_dozen_unless_boards_are_asked_for() {
    let few = text(&["solve", "queens", "8", "--all"], 0);
    assert!(few.contains("92 solutions") && few.contains("… and 80 more"), "{few}");
    let all = text(&["solve", "queens", "8", "--all", "--boards"], 0);
    assert_eq!(all.matches('Q').count(), 92 * 8);
    assert!(all.lines().all(|line| line.chars().count() <= 80));
    let five = json(&["solve", "queens", "8", "--limit", "5"], 0);
    assert_eq!(
        (&five["solutions"], &five["method"]),
        (&5.into(), &"forward-checking(find=5)".into())
    );
    let count = json(&["solve", "queens", "8", "--count", "--method", "mac"], 0);
    assert_eq!((&count["solutions"], &count["solution"]), (&92.into(), &Value::Null));
    let count = json(&["solve", "queens", "8", "--count", "--method", "count"], 0);
    assert_eq!((&count["solutions"], &count["method"]), (&92.into(), &"count".into()));
}

#[test]
fn sugar_for_many_solutions_is_refused_where_a_method_has_no_use_for_it() {
    let error = refused(&["solve", "queens", "8", "--all", "--method", "min-conflicts"]);
    assert!(error.contains("min-conflicts finds only one solution"), "{error}");
    let error = refused(&["solve", "8-puzzle", "--limit", "3", "--method", "bfs"]);
    assert!(
        error.contains("bfs finds only one solution: to find more, choose from yen"),
        "{error}"
    );
    let error = refused(&["solve", "tictactoe", "--limit", "3"]);
    assert!(error.contains("only one solution: no method of this domain finds more"), "{error}");
    let error = refused(&["solve", "queens", "8", "--limit", "-1"]);
    assert!(error.contains("'-1' for '--limit <K>': use a whole number from 1"), "{error}");
    refused(&["solve", "queens", "8", "--all", "--count"]);
    let twice = refused(&["solve", "queens", "8", "--all", "--method", "mac(find=first)"]);
    assert!(twice.contains("`find` is set twice"), "{twice}");
}

#[test]
fn counts_include_both_ends_and_are_the_known_ones() {
    let text = text(&["count", "queens", "4..12", "--distinct", "--json"], 0);
    let known = [
        (2, 1),
        (10, 2),
        (4, 1),
        (40, 6),
        (92, 12),
        (352, 46),
        (724, 92),
        (2_680, 341),
        (14_200, 1_787),
    ];
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), known.len());
    for (n, (line, (solutions, distinct))) in (4..).zip(lines.iter().zip(known)) {
        assert_eq!((&line["n"], &line["solutions"]), (&n.into(), &solutions.into()));
        assert_eq!((&line["distinct"], &line["verdict"]), (&distinct.into(), &"solved".into()));
    }
    for jobs in ["1", "3"] {
        let counted = json(&["count", "queens", "12", "--jobs", jobs], 0);
        assert_eq!(counted["solutions"], 14_200);
    }
    assert!(refused(&["count", "queens", "8", "--jobs", "0"]).contains("number of threads"));
    let table = self::text(&["count", "queens", "8"], 0);
    assert!(table.lines().nth(1).unwrap().starts_with("   8                  92"), "{table}");
}

#[test]
fn counts_that_take_too_long_keep_what_they_have() {
    let began = Instant::now();
    let text = text(&["count", "queens", "20", "--time", "100ms"], 23);
    assert!(began.elapsed() < Duration::from_secs(3));
    assert!(text.contains("so far: stopped at the time limit"), "{text}");
}

#[test]
fn bad_ranges_are_refused() {
    for range in ["0", "99", "9..4", "0..5", "4..99", "-3", "x", "4..", "1.5", ""] {
        let error = refused(&["count", "queens", range]);
        assert!(
            error.contains("can be counted: use a number from 1 to 27")
                || error.contains("write the"),
            "{error}"
        );
    }
    assert!(refused(&["count", "chess", "8"]).contains("`chess` cannot be counted"));
}

#[test]
fn every_set_of_instructions_counts_the_same_and_a_bad_one_is_refused() {
    let count = |simd: &str| {
        let mut command = Command::new(cargo_bin!("goalward"));
        command.args(["count", "queens", "11", "--distinct", "--json"]);
        command.env("GOALWARD_SIMD", simd).output().unwrap()
    };
    let counted: Value = serde_json::from_slice(&count("portable").stdout).unwrap();
    assert_eq!((&counted["solutions"], &counted["distinct"]), (&2_680.into(), &341.into()));
    let output = count("sse9");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        error.trim(),
        "error: unknown instruction set `sse9`: use portable or avx2 for GOALWARD_SIMD"
    );
}

#[test]
fn no_queens_are_an_error_and_two_or_three_have_no_solution() {
    assert!(refused(&["solve", "queens", "0"]).contains("0 queens: at least one is needed"));
    assert!(refused(&["solve", "queens", "-4"]).contains("`-4` is not a number of queens"));
    assert!(refused(&["solve", "queens", "eight"]).contains("`eight` is not a number of queens"));
    assert!(refused(&["solve", "queens", "1 9 2"]).contains("row 9 in column 2 is off the board"));
    assert!(refused(&["solve", "queens", "99999999999"]).contains("at most"));
    for n in ["2", "3"] {
        let report = json(&["solve", "queens", n], 11);
        assert_eq!(report["verdict"], "unsolvable");
        assert!(report["reason"].as_str().unwrap().contains("always attack each other"));
    }
    assert_eq!(json(&["solve", "queens", "1"], 0)["solution"], serde_json::json!([1]));
}

#[test]
fn a_sudoku_that_contradicts_itself_is_unsolvable_and_a_malformed_one_an_error() {
    let clash = format!("5{}5{}", ".".repeat(7), ".".repeat(72));
    let text = text(&["solve", "sudoku", &clash], 11);
    assert!(
        text.contains("5 is given twice in one row: in row 1, column 1 and in row 1, column 9"),
        "{text}"
    );
    assert!(refused(&["solve", "sudoku", "123"]).contains("3 cells, but a Sudoku has 81"));
    assert!(refused(&["solve", "sudoku", "x"]).contains("'x' is neither a digit nor '.'"));
    assert!(refused(&["solve", "sudoku", "sample:9"]).contains("numbered 1 to 4"));
    let solved = json(&["solve", "sudoku"], 0);
    assert_eq!(solved["solution"].as_array().unwrap().len(), 81);
    let drawn = self::text(&["solve", "sudoku"], 0);
    assert!(drawn.contains("  5 3 4 | 6 7 8 | 9 1 2\n"), "{drawn}");
}

#[test]
fn graphs_come_from_files_and_edges_out_of_range_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        format!("@{}", path.display())
    };
    let triangle = file("triangle.col", "c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n");
    assert_eq!(json(&["solve", "coloring", &triangle], 0)["verdict"], "solved");
    json(&["solve", "coloring(colors=2)", &triangle], 11);
    let wrong = file("wrong.col", "p edge 3 1\ne 1 4\n");
    assert!(
        refused(&["solve", "coloring", &wrong])
            .contains("line 2: there is no vertex 4: use 1 to 3")
    );
    assert!(refused(&["solve", "coloring", "europe"]).contains("australia, petersen"));
    assert!(refused(&["solve", "coloring(colors=0)"]).contains("colors=0 is not allowed"));
}

#[test]
fn annealing_refuses_a_schedule_that_reaches_zero_with_the_reason() {
    let method = "annealing(cooling=linear, start=2, step=0.5, steps=9)";
    let error = refused(&["solve", "queens", "8", "--method", method]);
    assert!(error.contains("the temperature would fall to zero after 4 of 9 steps"), "{error}");
    let error = refused(&["solve", "8-puzzle", "--method", "annealing(start=0)"]);
    assert!(
        error.contains("annealing: start=0 is not allowed: use auto, or a number above 0"),
        "{error}"
    );
}

#[test]
fn hill_climbing_says_where_it_is_stuck() {
    let arguments = ["solve", "queens", "7", "--method", "hill-climbing"];
    let text = text(&arguments, 12);
    let words: Vec<&str> = text.split_whitespace().collect();
    let sentence = "stuck at a local optimum, which this method cannot leave";
    assert!(words.join(" ").contains(sentence), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let report = json(&arguments, 12);
    assert_eq!(report["verdict"], "stuck");
    assert!(report["cost"].as_i64().unwrap() > 0);
    assert_eq!(report["climbs"].as_array().unwrap().len(), 1);
}

#[test]
fn a_million_queens_are_placed_from_the_command_line() {
    for method in ["swaps", "min-conflicts"] {
        let began = Instant::now();
        let report = json(&["solve", "queens", "1000000", "--method", method], 0);
        assert_eq!(report["solution"].as_array().unwrap().len(), 1_000_000);
        assert!(began.elapsed() < Duration::from_secs(60), "{method}");
    }
    let text = text(&["solve", "queens", "1000000"], 0);
    assert!(text.len() < 10_000 && text.contains("… and 999,600 more"), "{text}");
}

#[test]
fn annealing_solves_an_8_puzzle_by_a_legal_way_without_loops() {
    let report = json(&["solve", "8-puzzle", "8 0 6 5 4 7 2 3 1", "--method", "annealing"], 0);
    let moves = report["solution"].as_array().unwrap().len() as u64;
    assert_eq!((&report["cost"], &report["optimal"]), (&moves.into(), &false.into()));
    assert!(moves >= 31);
    for field in ["acceptance_rate", "best_temperature", "start_temperature", "runs", "left"] {
        assert!(report[field].is_number(), "{field}");
    }
}

#[test]
fn list_shows_each_domain_with_the_families_of_its_methods() {
    let all = text(&["list"], 0);
    for line in [
        "    local methods:  hill-climbing annealing min-conflicts local-beam genetic swaps",
        "    constraint methods:  backtracking forward-checking mac all-different",
    ] {
        assert!(all.contains(line), "{all}");
    }
    for domain in ["queens", "sudoku", "coloring", "tiles"] {
        let one = text(&["list", domain], 0);
        assert!(one.lines().all(|line| line.chars().count() <= 100), "{one}");
    }
}
