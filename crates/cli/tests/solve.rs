//! `goalward solve` and `goalward list` as a user sees them.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

fn goalward(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("goalward")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = goalward(arguments);
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 1, "{text}{}", String::from_utf8_lossy(&output.stderr));
    (serde_json::from_str(&text).unwrap(), output.status.code())
}

/// Solves to the goal 0 1 2 … and returns the JSON object.
fn solve(instance: &str, method: &str) -> Value {
    let (report, code) = json(&["solve", "tiles", instance, "--method", method, "--json"]);
    assert_eq!(code, Some(0), "{report}");
    report
}

/// Escape codes are for terminals.
#[test]
fn help_in_a_file_is_plain() {
    for arguments in
        [&["--help"][..], &["solve", "--help"], &["pdb", "build", "-h"], &["--version"]]
    {
        let output = goalward(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stdout.len() > 10 && !output.stdout.contains(&0x1b), "{arguments:?}");
    }
}

#[test]
fn four_moves_by_a_star_with_misplaced_tiles() {
    let output = goalward(&[
        "solve",
        "tiles",
        "3 1 2 4 7 5 6 8 0",
        "--goal",
        "0 1 2 3 4 5 6 7 8",
        "--method",
        "astar(misplaced)",
        "--boards",
    ]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("Solved in 4 moves, which is optimal."), "{text}");
    assert!(text.contains("  L U L U\n"), "{text}");
    assert!(text.contains("generated                  9\n"), "{text}");
    assert!(text.contains("start   1 L     2 U     3 L     4 U"), "{text}");
    assert!(text.contains("6 8 .   6 . 8   6 7 8   6 7 8   6 7 8"), "{text}");
    for method in ["bfs", "ids", "idastar", "ucs"] {
        assert_eq!(solve("3 1 2 4 7 5 6 8 0", method)["cost"], 4, "{method}");
    }
}

#[test]
fn json_has_the_documented_fields_in_their_order() {
    let report = goalward(&["solve", "8-puzzle", "8 0 6 5 4 7 2 3 1", "--json"]);
    let text = stdout(&report);
    let fields = [
        "domain",
        "instance",
        "goal",
        "method",
        "seed",
        "verdict",
        "stop",
        "cost",
        "optimal",
        "solution",
        "expanded",
        "generated",
        "reopened",
        "peak_stored",
        "peak_bytes",
        "seconds",
    ];
    let places: Vec<_> =
        fields.map(|field| text.find(&format!("\"{field}\":")).expect(field)).into();
    assert!(places.is_sorted(), "{text}");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["domain"], "tiles");
    assert_eq!(value["instance"], "8 0 6 5 4 7 2 3 1");
    assert_eq!(value["goal"], "0 1 2 3 4 5 6 7 8");
    assert_eq!(value["method"], "astar(manhattan)");
    assert_eq!(value["seed"], 1);
    assert_eq!(value["verdict"], "solved");
    assert_eq!(value["stop"], Value::Null);
    assert_eq!(value["cost"], 31);
    assert_eq!(value["optimal"], true);
    assert_eq!(value["solution"].as_array().unwrap().len(), 31);
}

#[test]
fn weights_report_the_bound_they_guarantee() {
    for (weight, bound, optimal) in
        [("0", 1.0, true), ("1", 1.0, true), ("1.5", 1.5, false), ("20", 20.0, false)]
    {
        let report = solve("8 0 6 5 4 7 2 3 1", &format!("wastar(manhattan, weight={weight})"));
        assert_eq!(report["bound"], bound);
        assert_eq!(report["optimal"], optimal);
        let cost = report["cost"].as_f64().unwrap();
        assert!((31.0..=31.0 * bound).contains(&cost), "{report}");
    }
}

#[test]
fn instances_come_from_files_and_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, "3\n3 1 2\n4 7 5\n6 8 0\n").unwrap();
    assert_eq!(solve(&format!("@{}", path.display()), "bfs")["cost"], 4);
    std::fs::write(&path, "\u{feff}3 1 2\r\n4 7 5\r\n6 8 .\r\n").unwrap();
    assert_eq!(solve(&format!("@{}", path.display()), "bfs")["cost"], 4);

    let mut child = Command::new(cargo_bin!("goalward"))
        .args(["solve", "tiles", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"3 1 2 / 4 7 5 / 6 8 0").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(stdout(&output).contains("\"cost\":4"));
}

#[test]
fn no_instance_makes_one_from_the_seed_and_a_walk_makes_a_near_one() {
    let (first, _) = json(&["solve", "8-puzzle", "--seed", "7", "--json"]);
    let (again, _) = json(&["solve", "8-puzzle", "--seed", "7", "--json"]);
    let (other, _) = json(&["solve", "8-puzzle", "--seed", "8", "--json"]);
    assert_eq!(first["instance"], again["instance"]);
    assert_eq!(first["expanded"], again["expanded"]);
    assert_ne!(first["instance"], other["instance"]);
    let (near, _) = json(&["solve", "tiles", "--size", "3x4", "--walk", "9", "--json"]);
    assert!(near["cost"].as_u64().unwrap() <= 9);
    assert_eq!(near["instance"].as_str().unwrap().split(' ').count(), 12);
    let (named, _) = json(&["solve", "15-puzzle", "korf100:79", "--method", "idastar", "--json"]);
    assert_eq!(named["cost"], 42);
    assert_eq!(named["generated"], 540_859);
}

#[test]
fn an_unsolvable_board_is_told_in_no_time() {
    let began = Instant::now();
    let (report, code) =
        json(&["solve", "15-puzzle", "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15", "--json"]);
    assert!(began.elapsed() < Duration::from_secs(2));
    assert_eq!(code, Some(11));
    assert_eq!(report["verdict"], "unsolvable");
    assert!(report["reason"].as_str().unwrap().contains("odd permutation"));
    let output =
        goalward(&["solve", "8-puzzle", "1 0 2 3 4 5 6 7 8", "--goal", "2 0 1 3 4 5 6 7 8"]);
    assert_eq!(output.status.code(), Some(11));
    assert!(stdout(&output).contains("Unsolvable: the goal cannot be reached"));
}

#[test]
fn limits_have_their_exit_codes_and_keep_the_best() {
    let hard = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0";
    let (nodes, code) =
        json(&["solve", "15-puzzle", hard, "--method", "astar", "--nodes", "1000", "--json"]);
    assert_eq!(code, Some(24));
    assert_eq!((&nodes["verdict"], &nodes["stop"]), (&"stopped".into(), &"nodes".into()));
    assert_eq!(nodes["expanded"], 1000);
    assert_eq!(nodes["solution"].as_array().unwrap().len() as i64, nodes["cost"].as_i64().unwrap());
    assert!(nodes["left"].as_u64().unwrap() > 0);
    // A method without a heuristic does not know what is left, and does not report 0.
    let (blind, _) =
        json(&["solve", "15-puzzle", hard, "--method", "bfs", "--nodes", "100", "--json"]);
    assert_eq!((&blind["stop"], &blind["left"]), (&"nodes".into(), &serde_json::Value::Null));
    let (time, code) =
        json(&["solve", "15-puzzle", hard, "--method", "idastar", "--time", "100ms", "--json"]);
    assert_eq!((code, &time["stop"]), (Some(23), &"time".into()));
    let (memory, code) =
        json(&["solve", "15-puzzle", hard, "--method", "astar", "--memory", "5M", "--json"]);
    assert_eq!((code, &memory["stop"]), (Some(22), &"memory".into()));
    assert!(memory["peak_bytes"].as_u64().unwrap() <= 5_000_000);
    // A search of a few nodes needs little.
    let near = "3 1 2 4 7 5 6 8 0";
    for method in ["astar", "bfs", "ucs", "greedy"] {
        let (small, code) =
            json(&["solve", "8-puzzle", near, "--method", method, "--memory", "64k", "--json"]);
        assert_eq!(code, Some(0), "{method}");
        assert!(small["peak_bytes"].as_u64().unwrap() < 16 << 10, "{method}: {small}");
    }
    let (stuck, code) = json(&["solve", "15-puzzle", hard, "--method", "dfs(depth=5)", "--json"]);
    assert_eq!((code, &stuck["verdict"]), (Some(12), &"stuck".into()));
}

#[cfg(target_os = "linux")]
#[test]
fn two_hundred_megabytes_mean_less_than_three_hundred_of_the_process() {
    let mut child = Command::new(cargo_bin!("goalward"))
        .args(["solve", "15-puzzle", "korf100:88", "--method", "astar(manhattan)"])
        .args(["--memory", "200M", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let held = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(held.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(22));
    assert!((100_000..300_000).contains(&peak), "{peak} kB");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_long_search_within_a_second_and_prints_its_statistics() {
    let child = Command::new(cargo_bin!("goalward"))
        .args([
            "solve",
            "15-puzzle",
            "korf100:88",
            "--method",
            "astar(manhattan)",
            "--memory",
            "2G",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let began = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(output.status.code(), Some(130));
    let text = stdout(&output);
    assert!(text.contains("Stopped by request. Best so far:"), "{text}");
    assert!(text.contains("expanded"), "{text}");
}

#[test]
fn a_trace_file_holds_every_event() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let path = path.to_str().unwrap();
    std::fs::write(path, "left by an earlier run\n".repeat(10_000)).unwrap();
    let (report, _) = json(&["solve", "tiles", "3 1 2 4 7 5 6 8 0", "--trace", path, "--json"]);
    let text = std::fs::read_to_string(path).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count() as u64;
    assert_eq!(count("expand"), report["expanded"].as_u64().unwrap());
    assert_eq!(count("generate"), report["generated"].as_u64().unwrap());
    assert_eq!(count("goal"), 1);
}

#[test]
fn watching_into_a_pipe_prints_every_step_and_the_report() {
    let output = goalward(&["solve", "tiles", "3 1 2 4 7 5 6 8 0", "--watch"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("     1  expand: f = g + h = 0 + 4 = 4\n        3 1 2\n"), "{text}");
    assert_eq!(text.matches("  expand: ").count(), 4);
    assert_eq!(text.matches("  generate: ").count(), 9);
    assert!(text.contains("goal: a goal, at cost 4"), "{text}");
    assert!(text.contains("Solved in 4 moves, which is optimal."), "{text}");
}

#[test]
fn a_watch_that_is_refused_prints_its_error_and_nothing_else() {
    let refused = ["solve", "queens", "8", "--method", "hill-climbing", "--jobs", "2", "--watch"];
    let output = goalward(&refused);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("2 jobs cannot be watched: steps have an order"), "{error}");
}

#[test]
fn list_shows_domains_methods_heuristics_and_sets() {
    let text = stdout(&goalward(&["list"]));
    for word in ["tiles", "8-puzzle", "bidirectional", "linear-conflict", "korf100"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let text = stdout(&goalward(&["list", "8-puzzle"]));
    for word in ["weight", "width", "blank-last", "euclidean", "korf24:50"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn names_that_courses_use_are_understood() {
    let one_move = "1 0 2 3 4 5 6 7 8";
    for (theirs, ours) in [
        ("astar(h1)", "astar(misplaced)"),
        ("astar(h2)", "astar(manhattan)"),
        ("dijkstra", "ucs"),
        ("best-first", "greedy(manhattan)"),
        ("iddfs", "ids"),
        ("simulated-annealing", "annealing"),
    ] {
        assert_eq!(solve(one_move, theirs)["method"], ours);
    }
    let (report, _) = json(&["solve", "tictactoe", "X.O.X....", "-m", "minimax-ab", "--json"]);
    assert_eq!(report["method"], "alpha-beta");
}

#[test]
fn a_random_seed_is_told_and_repeats_the_run() {
    let output = goalward(&["solve", "8-puzzle", "--seed", "random", "--json"]);
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let seed = report["seed"].to_string();
    assert_eq!(told, format!("Seed {seed}, chosen at random: --seed {seed} repeats this run.\n"));
    let (again, _) = json(&["solve", "8-puzzle", "--seed", &seed, "--json"]);
    assert_eq!(
        (&again["instance"], &again["expanded"]),
        (&report["instance"], &report["expanded"])
    );
}

#[test]
fn who_says_8_puzzle_is_answered_8_puzzle() {
    let text = |arguments: &[&str]| stdout(&goalward(arguments));
    assert!(text(&["solve", "8-puzzle", "--walk", "3"]).starts_with("8-puzzle by astar("));
    assert!(text(&["list", "8-puzzle"]).starts_with("8-puzzle: Sliding tiles, 3x3\n"));
    let audit = text(&["audit", "8-puzzle", "8 0 6 5 4 7 2 3 1", "--heuristic", "h1"]);
    assert!(audit.starts_with("8-puzzle, goal 0 1 2 3 4 5 6 7 8\nA heuristic is audited on"));
    let (report, _) = json(&["solve", "8-puzzle", "--walk", "3", "--json"]);
    assert_eq!(report["domain"], "tiles");
}

#[cfg(target_os = "linux")]
#[test]
fn a_trace_that_cannot_be_written_loses_no_answer() {
    let output = goalward(&["solve", "8-puzzle", "--walk", "9", "--trace", "/dev/full"]);
    assert!(stdout(&output).contains("which is optimal."));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write `/dev/full`"));
    assert_eq!(output.status.code(), Some(2));
}

/// On a large board, every method that cannot finish stops at its limit.
#[test]
fn boards_of_any_size_are_searched_by_every_method_without_tables() {
    for size in ["6x6", "10x10", "2x12", "16x16"] {
        for method in ["bfs", "dfs", "ids", "ucs", "greedy", "astar(euclidean)", "bidirectional"] {
            let near = ["solve", "tiles", "--size", size, "--walk", "8", "-m", method];
            let (report, code) = json(&[&near[..], &["--nodes", "20000", "--json"]].concat());
            assert!([0, 12, 24].contains(&code.unwrap()), "{size} {method}: {report}");
        }
        let walk = ["solve", "tiles", "--size", size, "--walk", "20", "--straight", "on", "--json"];
        for method in ["astar(linear-conflict)", "idastar", "wastar(misplaced)", "beam"] {
            let (report, code) = json(&[&walk[..], &["-m", method]].concat());
            assert_eq!(code, Some(0), "{size} {method}: {report}");
        }
        for method in ["annealing(steps=2000, restarts=0)", "hill-climbing(cost=euclidean)"] {
            let (report, code) = json(&[&walk[..], &["-m", method]].concat());
            assert!([0, 12].contains(&code.unwrap()), "{size} {method}: {report}");
        }
        let no_tables = goalward(&["solve", "tiles", "--size", size, "-m", "astar(pdb)"]);
        assert!(String::from_utf8_lossy(&no_tables.stderr).contains("unknown heuristic `pdb`"));
    }
    let braces = solve("{8,0,6},{5,4,7},{2,3,1}", "astar");
    assert_eq!((&braces["cost"], &braces["instance"]), (&31.into(), &"8 0 6 5 4 7 2 3 1".into()));
}

/// Text for people fits a narrow terminal.
#[test]
fn everything_fits_60_columns_where_it_must() {
    let commands: &[&[&str]] = &[
        &["list"],
        &["list", "queens"],
        &["list", "tiles"],
        &["audit", "8-puzzle"],
        &["audit", "queens", "6"],
        &["solve", "8-puzzle", "8 0 6 5 4 7 2 3 1", "--boards"],
        &["solve", "8-puzzle", "1 2 3 4 5 6 8 7 0"],
        &["solve", "queens", "6", "--all"],
        &["solve", "queens", "8", "-m", "hill-climbing", "--seed", "3"],
        &["solve", "8-puzzle", "8 0 6 5 4 7 2 3 1", "-m", "annealing"],
        &["solve", "tictactoe", "X.O.X....", "--boards"],
    ];
    for command in commands {
        let mut program = Command::new(cargo_bin!("goalward"));
        let output = program.args(*command).env("COLUMNS", "60").output().unwrap();
        let text = stdout(&output);
        let long = text.lines().find(|line| line.chars().count() > 60);
        assert!(long.is_none() && !text.is_empty(), "{command:?}: {long:?}");
    }
}

#[test]
fn a_coloring_counts_and_names_alike() {
    let text = stdout(&goalward(&["solve", "coloring", "australia"]));
    assert!(text.contains("\n  colour 1: SA T\n"), "{text}");
    assert!(!text.contains("2 1 0"), "{text}");
}

/// Which key a search orders by.
#[test]
fn steps_show_the_key_of_the_method() {
    let first = |method: &str| {
        let board = ["solve", "8-puzzle", "3 1 2 4 7 5 6 8 0", "--watch", "-m", method];
        let text = stdout(&goalward(&board));
        text.lines().find(|line| line.contains("expand: ")).unwrap().trim().to_string()
    };
    assert_eq!(first("astar"), "1  expand: f = g + h = 0 + 4 = 4");
    assert_eq!(first("wastar(weight=2.5)"), "1  expand: f = g + 2.5·h = 0 + 2.5·4 = 10");
    assert_eq!(first("greedy"), "1  expand: h = 4");
    assert_eq!(first("ucs"), "1  expand: g = 0");
    assert_eq!(first("bfs"), "2  expand: depth = 0");
    // Where steps have costs, the depth of a goal is not its cost.
    let route = ["solve", "graph", "romania, Arad, Bucharest", "--watch", "-m", "bfs"];
    let route = stdout(&goalward(&route));
    assert!(route.contains("goal: a goal, at depth 3"), "{route}");
    assert!(route.contains("at cost 450"), "{route}");
    let game = stdout(&goalward(&["solve", "tictactoe", "XOXXOO...", "-m", "minimax", "--watch"]));
    assert!(game.contains("to move\n") && !game.contains("alpha"), "{game}");
    let game =
        stdout(&goalward(&["solve", "tictactoe", "XOXXOO...", "-m", "alpha-beta", "--watch"]));
    assert!(game.contains("alpha = "), "{game}");
}

#[test]
fn a_constraint_search_shows_what_it_strikes() {
    let watched = goalward(&["solve", "queens", "4", "-m", "forward-checking", "--watch"]);
    let text = stdout(&watched);
    let struck = "row 1 removed from column 2: it conflicts with column 1\n        Q × . .\n";
    assert!(text.contains(struck), "{text}");
    let watched = goalward(&["solve", "coloring", "australia", "-m", "mac", "--watch"]);
    assert!(stdout(&watched).contains("NT: × 2 3\n        WA: = colour 1\n"), "{watched:?}");
}
