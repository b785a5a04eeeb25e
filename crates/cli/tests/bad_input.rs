//! Wrong input: one line that names the bad piece and the right choices, exit code 2,
//! nothing on standard output, never a panic.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use proptest::prelude::*;

/// The one line on standard error.
fn refused(arguments: &[&str]) -> String {
    refused_with(&[], arguments)
}

/// The same with variables of the environment.
fn refused_with(variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let mut command = Command::new(cargo_bin!("goalward"));
    let output = command.args(arguments).envs(variables.iter().copied()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed to standard output");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(error.starts_with("error: "), "{arguments:?}: {error}");
    error
}

/// Whether the program has the command: without the page it has no `lab`.
fn has(arguments: &[&str]) -> bool {
    arguments[0] != "lab" || cfg!(feature = "page")
}

#[test]
fn every_kind_of_bad_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.txt");
    std::fs::write(&empty, "\n").unwrap();
    let empty = format!("@{}", empty.display());
    let binary = folder.path().join("binary");
    std::fs::write(&binary, [0xff, 0xfe, 0, 1]).unwrap();
    let binary = format!("@{}", binary.display());
    let board = "8 0 6 5 4 7 2 3 1";
    let board_file = folder.path().join("board.txt");
    std::fs::write(&board_file, board).unwrap();
    let board_file = format!("@{}", board_file.display());
    let cases: &[(&[&str], &str)] = &[
        (&["tiles", "1 2 3 4 5 6 0"], "7 tiles do not fill"),
        (&["8-puzzle", "1 2 3 4 5 6 7 0"], "8 tiles, but a 3x3 board has 9"),
        (&["8-puzzle", "1 2 3 4 5 6 7 8 0 9"], "10 tiles, but a 3x3 board has 9"),
        (&["tiles", "1 2 3 4 5 6 7 8 8"], "tile 8 appears twice and tile 0 is missing"),
        (&["tiles", "1 2 3 4 5 6 7 8 99"], "tile 99 is out of range"),
        (&["tiles", "1 2 3 4 five 6 7 8 0"], "`five` is not a tile"),
        (&["tiles", "-1 2 3 4 5 6 7 8 0"], "`-1` is not a tile"),
        (&["tiles", ""], "no tiles given"),
        (&["tiles", &empty], "is empty"),
        (&["tiles", &binary], "is not text"),
        (&["tiles", "@/no/such/file"], "cannot open `/no/such/file`"),
        (&["tiles", board, "--goal", "1 2 3 0"], "4 tiles, but a 3x3 board has 9"),
        (&["tiles", board, "--method", "atsar"], "did you mean `astar`?"),
        (&["tiles", board, "--method", "astar(manhatan)"], "did you mean `manhattan`?"),
        (&["tiles", board, "--method", "astar(depth=3)"], "astar has no setting `depth`"),
        (&["tiles", board, "--method", "wastar(wieght=2)"], "did you mean `weight`?"),
        (&["tiles", board, "--method", "wastar(weight=-2)"], "`-2` is not a weight"),
        (&["tiles", board, "--method", "beam(width=0)"], "use a whole number from 1"),
        (&["tiles", board, "--method", "astar(manhattan"], "unbalanced parentheses"),
        (
            &["tiles", board, "--method", "bfs(manhattan)"],
            "bfs uses no heuristic: write `bfs`, or `astar(manhattan)` for a search that does",
        ),
        (&["tiles", board, "--nodes", "-5"], "`-5` is not a number of nodes"),
        (&["tiles", board, "--jobs", "0"], "`0` is not a number of threads"),
        (&["tiles", board, "--jobs", "-2"], "`-2` is not a number of threads"),
        (
            &["tiles", board, "--jobs", "2", "--method", "idastar(manhattan, cycles=avoid)"],
            "2 jobs, but cycles=avoid and undo=on run on one thread only",
        ),
        (
            &["tiles", board, "--jobs", "2", "--method", "astar"],
            "`astar` runs on one thread, not 2: use idastar",
        ),
        (
            &["queens", "8", "--jobs", "2", "--method", "hill-climbing", "--trace", "/dev/null"],
            "2 jobs cannot be watched: steps have an order",
        ),
        (&["tiles", board, "--nodes", "0"], "`0` is not a number of nodes"),
        (&["tiles", board, "--nodes", "99999999999999999999999"], "is not a number of nodes"),
        (&["tiles", board, "--time", "-1s"], "`-1s` is not a time"),
        (&["tiles", board, "--time", "soon"], "`soon` is not a time"),
        (&["tiles", board, "--memory", "12"], "`12` is not an amount of memory"),
        (&["tiles", board, "--seed", "-1"], "'-1' for '--seed <N>': use a whole number from 0 to"),
        (
            &["tiles", "1", "2", "3", "0"],
            "unexpected argument '2' found: put an instance of several words in quotes",
        ),
        (
            &["8-puzzle", "--size", "3x4"],
            "8-puzzle is tiles(size=3x3): for another size write tiles(size=3x4)",
        ),
        (&["8-puzzle(3x4)"], "for another size write tiles(size=3x4)"),
        (&["8-puzzle", "--josn"], "unexpected argument '--josn' found; did you mean `--json`?"),
        (&["8-puzzle", "--methods", "astar"], "did you mean `--method`?"),
        (&["8-puzzle", "--frobnicate"], "found: `goalward solve --help` shows the usage"),
        (
            &["queens", "28", "-m", "count"],
            "`28` is not a number of queens that can be counted: use",
        ),
        (&["queens", "6", "--limit", "0"], "'0' for '--limit <K>': use a whole number from 1"),
        (
            &["tiles", board, "-m", "idastar(cycles=on)"],
            "cycles=on is not allowed: choose from allow",
        ),
        (&["tiles", board, "-m", "astar|bfs"], "`astar|bfs` is not a name: in `goalward compare`"),
        (&["tiles", board, "--method", "A*"], "did you mean `astar`?"),
        (&["tiles", board, "--method", "ida*(manhattan)"], "did you mean `idastar`?"),
        (&["tiles", "--size", "1x1"], "`1x1` is not a board size"),
        (&["tiles", "--size", "17x9"], "`17x9` is not a board size"),
        (&["tiles", board, "--method", "h1"], "did you mean `astar(misplaced)`?"),
        (&["queens", "8", "-m", "genetic(mutation=0,5)"], "write mutation=0.5, with a point"),
        (&["queens", "8", "-m", "annealing(factor=1)"], "use a number above 0 and below 1"),
        (&["8-puzzle", "--boards", "--json"], "'--boards' cannot be used with '--json'"),
        (&["graph", "--boards"], "this instance of graph cannot be drawn as text"),
        (&["queens", "8", "-m", "swaps", "--watch"], "--watch: swaps has no steps to show"),
        (&["8-puzzle", "--straight", "on"], "straight=on needs walk"),
        (&["tiles", "1 2 3 4 5 6 7 99999999999999999999 0"], "tile 99999999999999999999 is out"),
        (&["tiles", &board_file[1..]], &format!("is a file: to read it, write {board_file}")),
        (&["sudoku", &board_file[1..]], &format!("is a file: to read it, write {board_file}")),
        (&["tiles", "--walk", "-3"], "walk=-3 is not allowed"),
        (&["tiles", board, "--walk", "3"], "it cannot be combined with an instance"),
        (&["tiles", "korf100:101"], "numbered 1 to 100"),
        (&["tiles", "korf99:1"], "unknown instance set `korf99`"),
        (&["8-puzle", board], "did you mean `8-puzzle`?"),
        (&["tiles", board, "--trace", "/no/such/folder/trace"], "cannot write"),
        (&["tiles", board, "--metod", "bfs"], "--method"),
        (&["tiles", "--size", "3\nx3\u{1b}[2J"], "`3\\nx3\\u{1b}[2J` is not a board size"),
        (&["tiles", board, "--method", "a\nb"], "`a b` is not a name"),
    ];
    for (arguments, told) in cases {
        let arguments: Vec<&str> =
            std::iter::once("solve").chain(arguments.iter().copied()).collect();
        let error = refused(&arguments);
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
    let cases = [
        (&["count", "queens", "28"][..], "`28` is not a number of queens that can be counted: use"),
        (&["count", "queens", "--josn"], "did you mean `--json`?"),
        (&["audit", "8-puzzle", "--heuristics", "zero"], "did you mean `--heuristic`?"),
        (&["compare", "8-puzzle", "--method", "atsar"], "did you mean `astar`?"),
        (
            &["audit", "24-puzzle", "--json", "--heuristic", "zero", "--heuristic", "pdb(9-9-6)"],
            "a pattern of 9 tiles is not allowed",
        ),
        (&["compare", "8-puzzle", "--methods", "bfs,,ids"], "a name is missing: write name"),
        (&["count", "queens", "x"], "use a number from 1 to 27, or a range such as 4..14"),
        (&["compare", "8-puzzle", "--jobs", "0"], "`0` is not a number of threads"),
        (&["compare", "8-puzzle", "--cell", "x"], "use the number of a cell"),
        (&["compare", "8-puzzle", "--seed", "x"], "use a whole number from 0"),
        (&["pdb", "build", "8-puzzle", "4-4", "--jobs", "0"], "`0` is not a number of threads"),
        (&["pdb", "verify"], "<NAMES>...: `goalward pdb verify --help` shows the usage"),
        (&["pdb", "frobnicate"], "'frobnicate': choose from build, list, verify, remove\n"),
        (&["frobnicate"], "'frobnicate': choose from list, solve, compare, report, play"),
        (&["lab", "--port", "70000"], "use a port from 1 to 65535"),
        (&["lab", "--bind", "localhost"], "use an IP address, such as 127.0.0.1"),
    ];
    for (arguments, told) in cases.into_iter().filter(|(arguments, _)| has(arguments)) {
        let error = refused(arguments);
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
    assert!(refused(&["slove"]).contains("did you mean `solve`?"));
    assert!(refused(&["solve"]).contains("<DOMAIN>"));
    assert!(refused(&["list", "chess"]).contains("unknown domain `chess`"));
}

#[test]
fn every_command_refuses_an_unknown_instruction_set() {
    let commands: &[&[&str]] = &[
        &["list"],
        &["solve", "8-puzzle"],
        &["compare", "8-puzzle"],
        &["report", "nowhere"],
        &["play", "tictactoe"],
        &["count", "queens", "8"],
        &["audit", "8-puzzle"],
        &["lab", "--port", "1"],
        &["pdb", "list"],
        &["exercise", "list"],
        &["completions", "bash"],
        &["man"],
        &["reference"],
    ];
    for command in commands.iter().filter(|command| has(command)) {
        let error = refused_with(&[("GOALWARD_SIMD", "avx3")], command);
        let told =
            "error: unknown instruction set `avx3`: use portable or avx2 for GOALWARD_SIMD\n";
        assert_eq!(error, told, "{command:?}");
    }
}

#[test]
fn a_refused_run_leaves_the_trace_of_an_earlier_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    std::fs::write(&path, "an earlier trace").unwrap();
    let trace = ["solve", "8-puzzle", "--trace", path.to_str().unwrap(), "--method"];
    for method in ["atsar", "astar(manhatan)", "idastar(pdb(9-9))"] {
        refused(&[&trace[..], &[method]].concat());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "an earlier trace", "{method}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_words_never_upset_the_program(instance in "[^\0]{0,40}", method in "[^\0]{0,20}") {
        let output = Command::new(cargo_bin!("goalward"))
            .args(["solve", "tiles", &instance, "--nodes", "1000", "--method", &method])
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        prop_assert_eq!(output.status.code(), Some(2));
        prop_assert!(output.stdout.is_empty());
    }
}

#[test]
fn exercises_pages_and_shells_that_there_are_not_are_named() {
    let cases: &[(&[&str], &str)] = &[
        (&["exercise", "show", "0"], "there is no exercise 0: they are numbered 1 to"),
        (&["exercise", "check", "one", "3"], "use its number, as `goalward exercise list`"),
        (&["exercise", "check", "1"], "<ANSWER>"),
        (&["man", "sovle"], "did you mean `solve`?"),
        (&["man", "pdb", "biuld"], "no command `biuld`: choose from build, list, verify, remove"),
        (&["man", "solve", "x"], "no command `x`: solve has no subcommands"),
        (&["completions", "tcsh"], "choose from bash, elvish, fish, powershell, zsh"),
        (&["man", "--out", "/dev/null/man1"], "cannot write to `/dev/null/man1`"),
    ];
    for (arguments, piece) in cases {
        let error = refused(arguments);
        assert!(error.contains(piece), "{arguments:?}: {error}");
    }
}
