//! `goalward solve` and `goalward list` as a user meets them.

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

/// Escapes that steer a terminal are for terminals.
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
    // Who asks no heuristic does not know what is left, and does not say nothing were.
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
    assert!(error.contains("2 jobs, but steps are told in the order of one"), "{error}");
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
