//! What a course needs: answers judged, programs marked under limits, users' own estimates
//! audited, and exercises with variants.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn goalward(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("goalward")).args(arguments).current_dir(root()).output().unwrap()
}

/// What is printed, with its exit code.
fn told(arguments: &[&str]) -> (String, i32) {
    let output = goalward(arguments);
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8(text).unwrap(), output.status.code().unwrap())
}

fn json(arguments: &[&str]) -> Value {
    let output = goalward(arguments);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

const NEAR: &str = "1 2 0 3 4 5 6 7 8";
const GRID: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn answers_of_every_family_are_judged() {
    let one_wrong = format!("{}97", &SOLVED[..79]);
    for (arguments, code, words) in [
        (&["8-puzzle", NEAR, "L L"][..], 0, "Correct and optimal: 2 steps, cost 2."),
        (&["8-puzzle", NEAR, "left, left, right, left"], 0, "the least cost is 2"),
        (&["8-puzzle", NEAR, "LLRL", "--optimal"], 1, "not optimal"),
        (&["8-puzzle", NEAR, "LUL"], 1, "step 2 of 3, `U`, is not legal"),
        (&["8-puzzle", NEAR, "L sideways"], 1, "step 2 of 2, `sideways`, is not legal"),
        (&["8-puzzle", NEAR, "examples/board.txt"], 2, "write @examples/board.txt"),
        (&["tiles", "examples/board.txt", "L"], 2, "write @examples/board.txt"),
        (&["8-puzzle", NEAR, "L"], 1, "does not reach the goal"),
        (&["8-puzzle", NEAR, ""], 1, "the start is not the goal"),
        (&["8-puzzle", NEAR, "unsolvable"], 1, "there is a solution of cost 2"),
        (&["8-puzzle", "1 2 3 4 5 6 8 7 0", "unsolvable"], 0, "there is no solution"),
        (&["8-puzzle", "korf100:1", "U"], 2, "that instance is a 4x4 board"),
        (&["graph", "romania, Arad, Bucharest", "Sibiu, Fagaras, Bucharest"], 0, "cost 450"),
        (
            &["graph", "romania, Arad, Bucharest", "Arad Sibiu Rimnicu Vilcea Pitesti Bucharest"],
            0,
            "Correct and optimal: 4 steps, cost 418.",
        ),
        (&["graph", "romania, Arad, Bucharest", "Sibiu -> Craiova"], 1, "no edge leads from Sibiu"),
        (&["queens", "6", "[1, 3, 5, 0, 2, 4]"], 0, "Correct"),
        (&["queens", "6", "2 4 6 1 3 5"], 0, "Correct"),
        (&["queens", "6", "2", "4", "6", "1", "3", "5"], 0, "Correct"),
        (&["queens", "6", "2 4 6 1 3 4"], 1, "column 6 (row 4) conflicts with column 2 (row 4)"),
        (&["queens", "6", "2 4 6"], 1, "it has 3 numbers, but there are 6 queens"),
        (&["queens", "6", "246135"], 0, "Correct"),
        (&["queens", "6", "2 4 6 1 3 99999999999999"], 1, "row 99999999999999 in column 6 is off"),
        (&["queens", "6", "unsolvable"], 1, "there is a solution."),
        (&["queens", "3", "unsolvable"], 0, "there is no solution"),
        (&["sudoku", GRID, SOLVED], 0, "Correct"),
        (&["sudoku", GRID, &one_wrong], 1, "row 9, column 8 cannot be 9"),
        (&["coloring", "australia", "1 2 3 1 2 1 1"], 0, "Correct"),
        (
            &[
                "coloring",
                "australia",
                "{'WA': 1, 'NT': 2, 'SA': 3, 'Q': 1, 'NSW': 2, 'V': 1, 'T': 1}",
            ],
            0,
            "Correct",
        ),
        (&["coloring", "australia", "WA=1 NT=2"], 1, "2 of the 7 vertices have a value"),
        (&["coloring", "australia", "1 1 3 1 2 1 1"], 1, "conflicts with WA (colour 1)"),
        (&["coloring", "australia", "1 1 3 1 2 1 1"], 1, "  colour 1: WA NT\n"),
        (&["coloring", "australia", "1 2 3 1 2 1 18446744073709551615"], 1, "T cannot be colour"),
        (
            &["coloring", "australia", "1 2 3 1 2 1 99999999999"],
            1,
            "T cannot be colour 99999999999;",
        ),
        (&["coloring(colors=2)", "petersen", "unsolvable"], 0, "there is no solution"),
        (&["tictactoe", "X........", "5"], 0, "5 draws, and no move is better"),
        (&["tictactoe", "X........", "2"], 1, "2 loses; 5 draws"),
        (&["tictactoe", "X........", "1"], 1, "cell 1 is taken"),
        (&["tictactoe", "XX.OO....", "9"], 1, "Incorrect: 9"),
        (&["tictactoe", "XXXOO....", "9"], 1, "the game is over"),
        (&["connect4", "44", "4", "--nodes", "1000"], 24, "is not known"),
    ] {
        let arguments: Vec<&str> = ["check"].iter().chain(arguments).copied().collect();
        let (text, found) = told(&arguments);
        assert_eq!(found, code, "{arguments:?}: {text}");
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}

/// Every plan that a search finds is judged correct, and that of an optimal search optimal.
#[test]
fn what_we_find_is_judged_correct() {
    for (domain, seeds) in [("8-puzzle", 1..4), ("graph", 1..4), ("grid", 1..3), ("sudoku", 1..2)] {
        for seed in seeds {
            let seed = seed.to_string();
            let report = json(&["solve", domain, "--seed", &seed, "--json"]);
            let instance = report["instance"].as_str().unwrap();
            let pieces = report["solution"].as_array().unwrap();
            let piece = |piece: &Value| piece.as_str().map_or(piece.to_string(), String::from);
            let plan = pieces.iter().map(piece).collect::<Vec<_>>().join(", ");
            let judged = json(&["check", domain, instance, &plan, "--json"]);
            assert_eq!(judged["correct"], true, "{domain} {seed}");
            assert_eq!(judged["cost"], report["cost"], "{domain} {seed}");
            if domain != "sudoku" {
                assert_eq!(judged["optimal"], true, "{domain} {seed}");
            }
        }
    }
}

#[test]
fn the_sheets_that_ship_are_solved_by_the_programs_that_ship() {
    for name in ["tiles", "coloring", "tictactoe"] {
        let (sheet, program) =
            (format!("examples/sheets/{name}.toml"), format!("examples/sheets/{name}.py"));
        let marks = json(&["mark", &sheet, "--json", "--", "python3", &program]);
        assert_eq!(
            (&marks["points"], &marks["passed"]),
            (&marks["of"], &Value::Bool(true)),
            "{marks:#}"
        );
        let (text, code) = told(&["mark", &sheet, "--", "python3", &program]);
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("points"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

/// A sheet of one task in a folder.
fn sheet(folder: &Path, lines: &str) -> String {
    let path = folder.join("sheet.toml");
    let text =
        format!("domain = '8-puzzle'\n{lines}\n[[task]]\ninstance = '{NEAR}'\nnodes = 'ucs'\n");
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_program_may_do_what_it_likes() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = sheet(folder.path(), "time = '30s'\nmemory = '300M'\noutput = '100k'");
    // No other process sleeps as long.
    let nap = format!("sleep 9{}", std::process::id());
    for (script, verdict, note) in [
        ("sleep 1000", "time", "longer than 1 s"),
        ("trap '' TERM INT; while :; do :; done", "time", "longer than 1 s"),
        ("sleep 1000 & sleep 1000", "time", "longer than 1 s"),
        ("yes", "output", "printed more than 100.0 kB"),
        ("yes >&2", "output", "printed more than 100.0 kB"),
        ("yes | tr -d '\\n'", "output", "printed more than 100.0 kB"),
        ("head -c 1000000 /dev/zero", "output", "printed more than 100.0 kB"),
        ("kill -9 $$", "died", "Signal 9 killed it"),
        ("echo L L; exit 3", "died", "exit code 3"),
        ("echo broken >&2; exit 1", "died", "exit code 1: broken"),
        ("exec nothing-of-this-name", "died", "exit code 127"),
        ("python3 -c 'x = bytearray(10**9); print(\"L L\")'", "died", "MemoryError"),
        ("exec 1>&- 2>&-", "nothing", "printed no answer"),
        ("true", "nothing", "printed no answer"),
        ("printf '\\377\\376\\000'", "wrong", "not legal"),
        ("echo L U", "wrong", "step 2 of 2, `U`, is not legal"),
        ("echo unsolvable", "wrong", "there is a solution"),
        ("echo L R L L", "correct", "not optimal"),
        ("echo L L", "optimal", "no line `nodes: N`"),
        ("echo L L; echo nodes: 9999", "optimal", "It expanded 9999 nodes"),
        ("echo L L; echo nodes: -9", "optimal", "Its line `nodes: -9` has no valid number."),
        ("echo plan: L L; echo nodes: 1; (sleep 1000 &)", "optimal", ""),
        ("echo plan: L L; setsid sleep 3 & echo nodes: 1", "optimal", ""),
    ] {
        let script = &script.replace("sleep 1000", &nap);
        let began = Instant::now();
        // What hangs, hangs for ever; what does not may be slow on a busy machine.
        let time = if verdict == "time" { "1s" } else { "30s" };
        let marks = json(&["mark", &sheet, "--time", time, "--json", "--", "sh", "-c", script]);
        assert!(began.elapsed() < Duration::from_secs(60), "{script}");
        let task = &marks["tasks"][0];
        assert_eq!(task["verdict"], verdict, "{script}: {task:#}");
        let told = task["note"].as_str().unwrap_or_default();
        assert!(told.contains(note), "{script}: {told}");
        let all = note.is_empty();
        assert_eq!(marks["passed"], all, "{script}: {marks:#}");
    }
    let left = Command::new("pgrep").args(["-f", &format!("^{nap}$")]).output();
    assert!(left.is_err() || left.unwrap().stdout.is_empty(), "a process outlived its marking");
}

#[test]
fn points_are_the_sheets() {
    let folder = tempfile::tempdir().unwrap();
    let path =
        sheet(folder.path(), "input = 'argument'\npass = 3\npoints = { correct = 3, nodes = 2 }");
    // The instance is the last argument.
    let script = "test \"$1\" = '1 2 0 3 4 5 6 7 8' && echo L R L L";
    let marks = json(&["mark", &path, "--json", "--", "sh", "-c", script, "sh"]);
    assert_eq!((&marks["points"], &marks["of"]), (&3.0.into(), &6.0.into()), "{marks:#}");
    let (text, code) = told(&["mark", &path, "--boards", "--", "echo", "L", "U"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("0 of 6 points; 3 are needed: not passed."), "{text}");
}

#[test]
fn bad_sheets_and_commands_are_refused_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let good = sheet(folder.path(), "");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let typo = write("typo.toml", "domian = '8-puzzle'\n");
    let board = write("board.toml", "domain = '8-puzzle'\n[[task]]\ninstance = '1 2 3'\n");
    let method = write("method.toml", "domain = '8-puzzle'\n[[task]]\nrandom = 1\nnodes = 'usc'\n");
    let pass = write("pass.toml", "domain = '8-puzzle'\npass = 99\n[[task]]\nrandom = 1\n");
    let empty = write("empty.toml", "");
    let question = write("question.toml", "[[exercise]]\ntitle = 't'\n");
    let touch = format!("touch {}", folder.path().join("ran").display());
    for (arguments, words) in [
        (&["mark", &good, "--", "no-such-program"][..], "no program `no-such-program`"),
        (&["mark", &good], "COMMAND"),
        (&["mark", &good, "true"], "write the command after --"),
        (&["mark", "nowhere.toml", "--", "true"], "cannot open `nowhere.toml`"),
        (&["mark", &typo, "--", "sh", "-c", &touch], "line 1: unknown field `domian`"),
        (&["mark", &board, "--", "sh", "-c", &touch], "task 1 (1 2 3): 3 tiles"),
        (&["mark", &method, "--", "sh", "-c", &touch], "did you mean `ucs`?"),
        (&["mark", &pass, "--", "sh", "-c", &touch], "pass = 99, but the sheet has 2 points"),
        (&["mark", &empty, "--", "true"], "empty.toml` is empty"),
        (&["exercise", "--file", &question, "list"], "missing field `question`"),
        (&["exercise", "mark", "answers.csv"], "--file FILE"),
        (&["exercise", "--student", "Ada", "list"], "--file"),
        (&["check", "8-puzzle", "-", "-"], "not both"),
        (&["check", "8-puzzle", NEAR], "<PLAN>"),
    ] {
        let (text, code) = told(arguments);
        assert_eq!(code, 2, "{arguments:?}: {text}");
        assert!(text.contains(words) && text.lines().count() == 1, "{arguments:?}: {text}");
    }
    assert!(!folder.path().join("ran").exists());
}

#[test]
fn estimates_of_others_are_audited() {
    let table = "@examples/sheets/straight-line.txt";
    let romania = "romania, Arad, Bucharest";
    let found = json(&["audit", "graph", romania, "--heuristic-from", table, "--json"]);
    let ours = json(&["audit", "graph", romania, "--heuristic", "straight-line", "--json"]);
    for key in ["admissible", "consistent", "states", "edges", "exact", "mean_error", "pairs"] {
        assert_eq!(found[key], ours[key], "{key}");
    }
    assert_eq!(found["name"], table);
    let tiles = ["audit", "tiles", "--size", "2x3", "--json", "--heuristic-from"];
    let program = "python3 -u -c \"import sys\nfor l in sys.stdin: print(0 if l.split() == list('012345') else 1.5)\"";
    let found = json(&[&tiles[..], &[program]].concat());
    assert_eq!((&found["admissible"], &found["states"]), (&Value::Bool(false), &360.into()));
    let example = &found["counterexample"];
    assert_eq!((&example["estimate"], &example["distance"]), (&1.5.into(), &1.into()));
}

#[test]
fn the_example_heuristic_is_the_manhattan_distance() {
    let audit = ["audit", "8-puzzle", "--samples", "200", "--json"];
    let own = |command: &str| json(&[&audit[..], &["--heuristic-from", command]].concat());
    let right = own("python3 examples/sheets/manhattan.py");
    let ours = json(&[&audit[..], &["--heuristic", "manhattan"]].concat());
    for key in ["overestimates", "inconsistencies", "mean_error", "pairs", "states", "edges"] {
        assert_eq!(right[key], ours[key], "{key}");
    }
    let wrong = own("python3 examples/sheets/manhattan.py blank");
    assert_eq!(wrong["admissible"], false);
}

#[test]
fn estimates_that_do_not_come_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let short = folder.path().join("short.txt");
    std::fs::write(&short, "Arad 3\n").unwrap();
    let short = format!("@{}", short.display());
    for (source, words) in [
        (short.as_str(), "the table has no estimate of the state"),
        ("@nowhere.txt", "cannot open `nowhere.txt`"),
        ("read line; echo x", "answers `x` to"),
        ("read line; echo -- -1", "answers `-- -1`"),
        ("true", "exits before it answers"),
        ("echo oh >&2; exit 1", ": oh"),
        ("yes 1", "before it is asked"),
        ("while read l; do echo -1; done", "it must be 0 or more"),
        ("", "no command"),
        ("Cargo.toml", "write @Cargo.toml"),
        ("./Cargo.toml", "write @./Cargo.toml"),
    ] {
        let (text, code) = told(&["audit", "graph", "--heuristic-from", source]);
        assert_eq!(code, 2, "{source}: {text}");
        assert!(text.contains(words) && text.lines().count() == 1, "{source}: {text}");
    }
    let (text, code) = told(&["audit", "queens", "8", "--heuristic-from", "true"]);
    assert_eq!(code, 2);
    assert!(text.contains("queens has no heuristics"), "{text}");
}

#[test]
fn students_have_variants_and_the_checker_knows_their_answers() {
    let file = ["exercise", "--file", "examples/sheets/exercises.toml"];
    let asked = |student: &str| {
        let (text, code) = told(&[&file[..], &["--student", student, "show"]].concat());
        assert_eq!(code, 0, "{text}");
        text
    };
    assert_eq!(asked("Ada Lovelace"), asked("  ada   LOVELACE"));
    assert_ne!(asked("Ada Lovelace"), asked("Alan Turing"));
    let check = |student: &str, rest: &[&str]| {
        told(&[&file[..], &["--student", student, "check"], rest].concat())
    };
    for student in ["Ada Lovelace", "12345"] {
        // One number is right, and no message says which.
        let right: Vec<u32> = (0..=16)
            .filter(|moves| {
                let (text, code) = check(student, &["1", &moves.to_string()]);
                let words = if code == 0 { "Correct.\n" } else { "Incorrect.\n" };
                assert_eq!(text, words);
                code == 0
            })
            .collect();
        assert_eq!(right.len(), 1, "{student}");
        let (text, code) = check(student, &["3", "unsolvable"]);
        assert_eq!((text.as_str(), code), ("Incorrect: there is a solution.\n", 1), "{student}");
    }
    let (text, code) = check("Ada", &["3", "U U U U U"]);
    assert!(code == 1 && text.starts_with("Incorrect: step"), "{text}");
    let (text, code) = check("Ada", &["9", "1"]);
    assert!(code == 2 && text.contains("numbered 1 to 5"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let answers = folder.path().join("answers.csv");
    std::fs::write(&answers, "student,exercise,answer\nAda,4,4\nAda,4,5\nAlan,3,\"U, U\"\n")
        .unwrap();
    let answers = answers.display().to_string();
    let (text, code) = told(&[&file[..], &["mark", &answers]].concat());
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("Ada, exercise 4: ") && text.contains("  Alan  0 of 5"), "{text}");
    assert!(text.contains("\nAda, exercise 4: ") && text.contains("\n\n  Ada "), "{text}");
    let lines = "\"Lovelace, Ada\",9,1\n\"LOVELACE,  ada\",4,\"4\"\n";
    std::fs::write(folder.path().join("answers.csv"), lines).unwrap();
    let (text, code) = told(&[&file[..], &["mark", &answers]].concat());
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("Lovelace, Ada, exercise 9: there is no exercise 9"), "{text}");
    assert_eq!(text.matches(" of 5\n").count(), 1, "one student: {text}");
    std::fs::write(folder.path().join("answers.csv"), "Ada: 4\n").unwrap();
    let (text, code) = told(&[&file[..], &["mark", &answers]].concat());
    assert!(code == 2 && text.contains("line 1"), "{text}");
}
