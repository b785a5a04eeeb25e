//! `goalward compare` and `goalward report`, as a user runs them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use goalward::Rng;
use serde_json::Value;

fn goalward() -> Command {
    Command::new(env!("CARGO_BIN_EXE_goalward"))
}

fn run(arguments: &[&str]) -> Output {
    goalward().args(arguments).output().expect("it starts")
}

fn told(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one line of an error.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    errors
}

/// The fields of a record that depend on the clock and the machine.
const CLOCK: [&str; 8] = [
    "seconds",
    "setup_seconds",
    "wall_seconds",
    "began",
    "jobs",
    "isolated",
    "environment",
    "repeats",
];

/// The records of a folder by cell, without the fields that depend on the clock.
fn records(folder: &Path) -> BTreeMap<u64, Value> {
    let text = told(&["report", folder.to_str().unwrap(), "--json"]);
    let record = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("a line is an object");
        let object = value.as_object_mut().unwrap();
        for name in CLOCK {
            assert!(object.remove(name).is_some(), "{name}");
        }
        (value["cell"].as_u64().unwrap(), value)
    };
    text.lines().map(record).collect()
}

fn record_file(folder: &Path, cell: u64) -> PathBuf {
    folder.join("records/000").join(format!("{cell}.json"))
}

const SMALL: &[&str] =
    &["compare", "8-puzzle", "--walk", "20", "--runs", "8", "--methods", "bfs, astar(manhattan)"];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    SMALL.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn jobs_and_shards_change_nothing_but_times() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("shards");
    let out = out.to_str().unwrap();
    let one = told(&small(&["--no-times"]));
    assert_eq!(told(&small(&["--no-times", "--jobs", "3"])), one);
    for index in (1..=7).rev() {
        let shard = format!("{index}/7");
        let text = told(&small(&["--out", out, "--shard", &shard]));
        assert!(text.contains(&format!("Shard {index} of 7")), "{text}");
    }
    assert_eq!(told(&["report", out, "--no-times"]), one);
}

#[test]
fn a_plan_is_run_from_its_folder_alone_by_an_array_job() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("array");
    let out = out.to_str().unwrap();
    assert!(told(&small(&["--out", out, "--plan-only"])).contains("16 cells"));
    assert_eq!(records(Path::new(out)).len(), 0);
    let mut task = goalward();
    task.args(["compare", "--resume", out, "--shard", "array/2"]).env_remove("SLURM_ARRAY_TASK_ID");
    let output = task.env("JOB_COMPLETION_INDEX", "1").output().unwrap();
    assert!(output.status.success());
    assert_eq!(
        records(Path::new(out)).into_keys().collect::<Vec<_>>(),
        (8..16).collect::<Vec<_>>()
    );
    assert_eq!(told(&["compare", "--resume", out, "--no-times"]), told(&small(&["--no-times"])));
}

#[test]
fn ten_kills_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    let plan = |out: &Path| {
        let mut command = goalward();
        command.args(["compare", "8-puzzle", "--runs", "40", "--jobs", "2"]);
        command.args(["--methods", "bfs, astar(misplaced), astar(manhattan)", "--out"]).arg(out);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    assert!(plan(&whole).status().unwrap().success());
    let mut rng = Rng::new(7);
    let mut before = 0;
    for _ in 0..10 {
        let mut child = plan(&killed).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(rng.below(250) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        if killed.join("manifest.json").exists() {
            let now = records(&killed).len();
            assert!(now >= before, "{now} records, but {before} before");
            before = now;
        }
    }
    let last = plan(&killed).output().unwrap();
    assert!(last.status.success());
    assert_eq!(String::from_utf8_lossy(&last.stderr), "", "no record was damaged");
    assert_eq!(records(&killed), records(&whole));
    assert_eq!(records(&whole).len(), 120);
}

#[test]
fn damaged_and_foreign_records_are_told_of_and_run_again() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("one"), dir.path().join("other"));
    told(&small(&["--out", one.to_str().unwrap()]));
    told(&small(&["--out", other.to_str().unwrap(), "--seed", "2"]));
    let good = records(&one);
    let text = fs::read_to_string(record_file(&one, 3)).unwrap();
    fs::write(record_file(&one, 3), &text[..text.len() / 2]).unwrap();
    fs::write(record_file(&one, 4), "").unwrap();
    fs::copy(record_file(&other, 5), record_file(&one, 5)).unwrap();
    fs::copy(record_file(&one, 6), record_file(&one, 7)).unwrap();
    let text = fs::read_to_string(record_file(&one, 8)).unwrap();
    fs::write(record_file(&one, 8), text.replace("\"expanded\":", "\"expanded\":1")).unwrap();
    fs::remove_file(record_file(&one, 9)).unwrap();

    let output = run(&["report", one.to_str().unwrap(), "--json"]);
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 10);
    let again = run(&small(&["--out", one.to_str().unwrap()]));
    assert!(again.status.success());
    let warnings = String::from_utf8(again.stderr).unwrap();
    for (file, why) in [
        ("3.json", "cut short"),
        ("4.json", "empty"),
        ("5.json", "another experiment"),
        ("7.json", "the record of cell 6"),
        ("8.json", "checksum"),
    ] {
        let line = warnings.lines().find(|line| line.contains(file)).expect(file);
        assert!(line.contains(why) && line.contains("run again"), "{line}");
    }
    assert_eq!(warnings.lines().count(), 5, "{warnings}");
    assert_eq!(records(&one), good);
}

#[test]
fn another_plan_in_the_same_folder_is_refused_with_the_difference() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let out = out.to_str().unwrap();
    told(&small(&["--out", out]));
    let error = refused(&small(&["--out", out, "--seed", "2"]));
    assert!(error.contains("seed is 1 there and 2 here"), "{error}");
    let error = refused(&[
        "compare",
        "8-puzzle",
        "--walk",
        "20",
        "--runs",
        "8",
        "--methods",
        "bfs",
        "--out",
        out,
    ]);
    assert!(error.contains("methods[1] is `astar(manhattan)` there and missing here"), "{error}");
    let error = refused(&["compare", "queens", "--out", out]);
    assert!(
        error.contains("domain is `tiles(size=3x3, walk=20)` there and `queens` here"),
        "{error}"
    );
    assert_eq!(records(Path::new(out)).len(), 16);
}

#[test]
fn folders_that_will_not_do_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    fs::write(path("file"), "something").unwrap();
    assert!(refused(&small(&["--out", &path("file")])).contains("cannot make the folder"));
    assert!(refused(&small(&["--out", &path("file/inside")])).contains("cannot make the folder"));
    fs::create_dir(path("full")).unwrap();
    fs::write(path("full/thesis.txt"), "years of work").unwrap();
    assert!(refused(&small(&["--out", &path("full")])).contains("new or an empty folder"));
    assert!(refused(&["report", &path("full")]).contains("holds no comparison"));
    assert!(refused(&["report", &path("nowhere")]).contains("holds no comparison"));
    assert!(refused(&["report", &path("file")]).contains("holds no comparison"));
    assert!(refused(&["compare", "--resume", &path("full")]).contains("holds no comparison"));
    fs::create_dir(path("bad")).unwrap();
    for (text, why) in [
        ("", "damaged"),
        ("{\"format\":1", "damaged"),
        ("{\"format\":99}", "its format is 99"),
        ("{\"format\":1}", "missing field"),
    ] {
        fs::write(path("bad/manifest.json"), text).unwrap();
        assert!(refused(&["report", &path("bad")]).contains(why));
    }
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_of_and_leaves_the_records() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    told(&small(&["--out", path, "--shard", "1/2"]));
    let good = records(&out);
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", full, env!("CARGO_BIN_EXE_goalward")]).args(small(&["--out", path]));
    let output = command.output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.starts_with("error: cannot write"), "{error}");
    assert_eq!((records(&out), good.len()), (good, 8));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_told_of() {
    assert!(refused(&small(&["--out", "/proc/goalward"])).contains("cannot make the folder"));
}

#[test]
fn lists_of_instances_are_read_line_by_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("boards.txt");
    let name = file.to_str().unwrap();
    fs::write(&file, "# two boards\n\n1 0 2 3 4 5 6 7 8\n  3 1 2 0 4 5 6 7 8  \n").unwrap();
    let list = ["compare", "tiles", "--methods", "bfs", "--json", "--file", name];
    let costs: Vec<Value> = told(&list)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["cost"].clone())
        .collect();
    assert_eq!(costs, [1, 1]);
    fs::write(&file, "# two boards\n\n1 0 2 3 4 5 6 7 8\n3 1 2 0 4 5 6 7 7\n").unwrap();
    let error = refused(&list);
    assert!(error.contains("boards.txt`, line 4: "), "{error}");
    fs::write(&file, "# none\n").unwrap();
    assert!(refused(&list).contains("has no instances to compare on"));
    assert!(refused(&["compare", "tiles", "--file", "nowhere.txt"]).contains("cannot open"));
}

#[test]
fn bad_requests_are_refused_before_any_work() {
    let refuse = |arguments: &[&str], why: &str| {
        let error = refused(&[&["compare"], arguments].concat());
        assert!(error.contains(why), "{arguments:?}: {error}");
    };
    refuse(&["9-puzzle"], "unknown domain `9-puzzle`");
    refuse(&["8-puzzle", "--methods", "bfs, dsf"], "unknown method `dsf`");
    refuse(&["8-puzzle", "--methods", "bfs, bfs"], "twice");
    refuse(&["8-puzzle", "--methods", "wastar(manhattan, weight=1|x)"], "`x` is not a weight");
    refuse(&["8-puzzle", "--methods", "wastar(manhattan, weight=1|)"], "empty value");
    refuse(
        &["8-puzzle", "--methods", "annealing(cooling=linear, factor=0.5)"],
        "factor belongs to",
    );
    refuse(&["8-puzzle", "--set", "korf100"], "not 3x3");
    refuse(&["8-puzzle", "--set", "korf"], "unknown instance set `korf`");
    refuse(&["pancake", "--set", "korf100"], "this domain has none");
    refuse(&["queens", "--walk", "5"], "no setting `walk`");
    refuse(&["15-puzzle", "--set", "korf100", "--runs", "101"], "more than the 100 instances");
    refuse(&["8-puzzle", "--runs", "0"], "0");
    refuse(&["8-puzzle", "--runs", "100M"], "too many");
    refuse(&["8-puzzle", "1 2 3"], "3 tiles, but a 3x3 board has 9");
    refuse(&["8-puzzle", "--shard", "1/2"], "--out DIR");
    refuse(&["8-puzzle", "--shard", "3/2", "--out", "nowhere"], "`3/2` is not a shard");
    refuse(&["8-puzzle", "--shard", "array/2", "--out", "nowhere"], "SLURM_ARRAY_TASK_ID");
    refuse(&["8-puzzle", "--cell", "600"], "numbered 0 to 599");
    refuse(&["8-puzzle", "--export", "nowhere/page.html"], "cannot write `nowhere/page.html`");
    refuse(&["8-puzzle", "--export", "page.docx"], ".html");
    refuse(&["8-puzzle", "--plan-only"], "--out");
    refuse(
        &["8-puzzle", "--relative", "mac"],
        "--relative: `mac` is not among the methods: choose from ids",
    );
    let scatter = ["8-puzzle", "--plots", "nowhere", "--scatter"];
    refuse(&[&scatter[..], &["ids"]].concat(), "--scatter takes two methods");
    refuse(&[&scatter[..], &["ids:mac"]].concat(), "--scatter: `mac` is not among the methods");
    refuse(&["queens:8", "--set", "sizes"], "an instance and a set");
    refuse(&["queens:8", "6"], "`6` is not a domain");
}

#[test]
fn one_cell_is_the_same_alone_and_by_solve() {
    let lines = told(&["compare", "8-puzzle", "--walk", "15", "--runs", "4", "--json"]);
    let record: Value = serde_json::from_str(lines.lines().nth(13).unwrap()).unwrap();
    let cell = told(&["compare", "8-puzzle", "--walk", "15", "--runs", "4", "--cell", "13"]);
    assert!(cell.contains("instance 3 of 4, method 2 of 6"), "{cell}");
    assert!(cell.contains("8-puzzle by ") && !cell.contains("  start   1 "), "{cell}");
    let given = ["--walk", "15", "--runs", "4", "--cell", "13", "--boards"];
    let drawn = told(&[&["compare", "8-puzzle"][..], &given].concat());
    assert!(drawn.contains("  start   1 "), "{drawn}");
    let command = cell.lines().last().unwrap().trim().strip_prefix("goalward ").unwrap();
    let alone = Command::new("sh")
        .args(["-c", &format!("\"$0\" {command} --json"), env!("CARGO_BIN_EXE_goalward")])
        .output()
        .unwrap();
    let alone: Value = serde_json::from_slice(&alone.stdout).unwrap();
    for field in ["instance", "goal", "method", "seed", "cost", "expanded", "generated"] {
        assert_eq!(record[field], alone[field], "{field}");
    }
}

#[test]
fn every_domain_is_compared_by_its_own_choice_of_methods() {
    for domain in ["8-puzzle", "queens", "sudoku", "coloring", "tictactoe", "mnk", "connect4"] {
        let lines = told(&["compare", domain, "--runs", "2", "--nodes", "2k", "--json"]);
        let verdicts: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["verdict"].clone())
            .collect();
        assert!(verdicts.len() >= 6 && verdicts.len().is_multiple_of(2), "{domain}: {verdicts:?}");
        assert!(verdicts.contains(&"solved".into()), "{domain}: {verdicts:?}");
        assert!(!verdicts.contains(&"failed".into()), "{domain}: {verdicts:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_shows_what_is_done() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let mut command = goalward();
    command
        .args(["compare", "8-puzzle", "--runs", "100000", "--methods", "bfs", "--out"])
        .arg(&out);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !record_file(&out, 2).exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stdout).unwrap().contains("bfs"));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("Interrupted: ") && error.contains("of 100,000 cells"), "{error}");
    assert!(records(&out).len() >= 3);
}

#[test]
fn without_times_everything_that_is_written_repeats() {
    let dir = tempfile::tempdir().unwrap();
    let written = || {
        let files = ["csv", "jsonl", "md", "html", "svg", "tex"].map(|ending| {
            let file = dir.path().join("out").with_extension(ending);
            told(&small(&["--no-times", "--export", file.to_str().unwrap()]));
            fs::read_to_string(file).unwrap()
        });
        (files, told(&small(&["--no-times", "--json"])))
    };
    let (files, lines) = written();
    for line in lines.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let timed = ["seconds", "setup_seconds", "wall_seconds", "began"];
        assert!(timed.iter().all(|name| record.get(name).is_none()), "{line}");
        assert!(record["expanded"].is_u64(), "{line}");
    }
    assert_eq!(written(), (files, lines));
}

#[test]
fn exports_are_tested_without_harm_and_written_at_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("runs.jsonl");
    let name = file.to_str().unwrap();
    fs::write(&file, "precious").unwrap();
    refused(&small(&["--export", name, "--export", "nowhere/at/all.md"]));
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    told(&small(&["--export", name]));
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 16);
}

/// The row of a table that begins with this.
fn row<'a>(table: &'a str, method: &str) -> &'a str {
    let found = table.lines().find(|line| line.starts_with(method));
    found.unwrap_or_else(|| panic!("no row {method}: {table}"))
}

#[test]
fn methods_are_compared_on_the_engine_that_every_problem_gets() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let out = out.to_str().unwrap();
    let methods = "astar(manhattan), wastar(manhattan, weight=1)";
    let given = ["compare", "15-puzzle", "--walk", "30", "--runs", "5", "--methods", methods];
    let table = told(&[&given[..], &["--out", out, "--no-times"]].concat());
    assert!(!table.contains('†'), "{table}");
    let small = ["compare", "8-puzzle", "--runs", "5", "--methods", methods, "--no-times"];
    // The same search under two names.
    for table in [&table, &told(&small)] {
        assert!(table.contains("Expanded: equal on every instance."), "{table}");
    }
    let records = records(Path::new(out));
    assert_eq!(records.len(), 10);
    for pair in (0..10).step_by(2) {
        let counts = ["cost", "expanded", "generated"];
        for count in counts {
            assert_eq!(records[&pair][count], records[&(pair + 1)][count], "{count}");
        }
        assert_eq!(records[&pair]["engine"], "plain");
    }
    // Outside a comparison it runs on the fast engine, unless the other is requested.
    let alone = told(&[&given[..], &["--cell", "0"]].concat());
    let command = alone.lines().find(|line| line.contains("goalward solve")).expect("it is told");
    assert!(command.contains("\"astar(manhattan, engine=plain)\""), "{command}");
    let instance = records[&0]["instance"].as_str().unwrap();
    for (method, engine) in
        [("astar(manhattan)", "fast"), ("astar(manhattan, engine=plain)", "plain")]
    {
        let solved = told(&["solve", "15-puzzle", instance, "--method", method, "--json"]);
        let solved: Value = serde_json::from_str(&solved).unwrap();
        assert_eq!((&solved["engine"], &solved["method"]), (&engine.into(), &method.into()));
        assert_eq!(solved["expanded"], records[&0]["expanded"]);
    }
}

#[test]
fn rows_of_an_engine_made_for_one_puzzle_are_marked() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let out = out.to_str().unwrap();
    let methods = "idastar(manhattan), idastar(manhattan, engine=fast)";
    let board = "1 5 2 3 4 0 6 7 8 9 10 11 12 13 14 15";
    let given = ["compare", "15-puzzle", board, "--methods", methods, "--out", out];
    let table = told(&given);
    let remark = "Rows marked † ran an engine made for one puzzle (engine=fast): their counts";
    assert!(table.contains(remark), "{table}");
    let [plain, fast] = ["idastar(manhattan) ", "idastar(manhattan, engine=fast)† "];
    assert!(!row(&table, plain).contains('†'), "{table}");
    assert!(row(&table, fast).contains("1/1"), "{table}");
    let records = records(Path::new(out));
    assert_eq!((&records[&0]["engine"], &records[&1]["engine"]), (&"plain".into(), &"fast".into()));
    assert_eq!(records[&0]["expanded"], records[&1]["expanded"]);
    for (kind, mark) in [("md", "†"), ("tex", "$\\dagger$"), ("html", "†")] {
        let file = dir.path().join(format!("table.{kind}"));
        told(&["report", out, "--export", file.to_str().unwrap()]);
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains(&format!("engine=fast){mark}")), "{text}");
        assert!(text.contains(&format!("Rows marked {mark} ran an engine")), "{text}");
    }
    // Without times there is nothing to say about them.
    let table = told(&["report", out, "--no-times"]);
    assert!(table.contains("their counts are comparable."), "{table}");
}

#[test]
fn several_domains_are_compared_one_by_one() {
    let dir = tempfile::tempdir().unwrap();
    let (out, export) = (dir.path().join("out"), dir.path().join("runs.csv"));
    let methods = "astar(gap|manhattan), astar(zero, ties=oldest)";
    let output = run(&[
        "compare",
        "pancake(pancakes=5|6), tiles(size=2x3, depth=9)",
        "--methods",
        methods,
        "--runs",
        "3",
        "--no-times",
        "--out",
        out.to_str().unwrap(),
        "--export",
        export.to_str().unwrap(),
    ]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    let left_out: Vec<&str> =
        errors.lines().filter(|line| line.starts_with("Left out on ")).collect();
    assert_eq!(left_out.len(), 3, "{errors}");
    assert!(left_out[0].starts_with("Left out on pancake(pancakes=5): astar(manhattan) ("));
    assert!(left_out[2].starts_with("Left out on tiles(size=2x3, depth=9): astar(gap) ("));
    let text = String::from_utf8(output.stdout).unwrap();
    for (domain, name) in [
        ("pancake(pancakes=5)", "pancake-pancakes-5"),
        ("pancake(pancakes=6)", "pancake-pancakes-6"),
        ("tiles(size=2x3, depth=9)", "tiles-size-2x3-depth-9"),
    ] {
        assert!(text.contains(domain), "{text}");
        assert!(dir.path().join(format!("runs-{name}.csv")).exists());
        let records = records(&out.join(name));
        assert_eq!(records.len(), 6);
        if name.starts_with("tiles") {
            assert!(records.values().all(|record| record["cost"] == 9));
        }
    }
    let one = refused(&["compare", "8-puzzle, pancake", "--cell", "0"]);
    assert!(one.contains("--cell needs one domain"), "{one}");
    let none = refused(&["compare", "8-puzzle, pancake", "--methods", "mac"]);
    assert!(none.contains("mac"), "{none}");
}

#[test]
fn a_depth_that_is_not_known_is_refused_with_the_way_out() {
    let error = refused(&["solve", "15-puzzle(depth=20)"]);
    assert!(error.contains("use walk"), "{error}");
    let error = refused(&["solve", "8-puzzle(depth=32)"]);
    assert!(error.contains("the farthest start needs 31 moves"), "{error}");
}

#[test]
fn a_folder_of_another_kind_is_refused_unless_both_are_wanted() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    told(&small(&["--out", path, "--shard", "1/2"]));
    let file = out.join("environment.json");
    let text = fs::read_to_string(&file).unwrap();
    let environment: Value = serde_json::from_str(&text).unwrap();
    let compiler = environment["compiler"].as_str().unwrap();
    fs::write(&file, text.replace(compiler, "rustc 0.1")).unwrap();
    let error = refused(&small(&["--out", path]));
    assert!(error.contains("the compiler is `rustc 0.1` there and `rustc "), "{error}");
    assert!(error.contains("--mixed"), "{error}");
    assert!(refused(&["compare", "--resume", path]).contains("the compiler is"));
    assert_eq!(records(&out).len(), 8);
    told(&small(&["--out", path, "--mixed"]));
    assert_eq!(records(&out).len(), 16);
    // A folder that does not say what made it may be read, but not continued.
    fs::remove_file(&file).unwrap();
    fs::remove_file(record_file(&out, 3)).unwrap();
    assert!(refused(&small(&["--out", path])).contains("without recording the machine"));
    assert_eq!(records(&out).len(), 15);
}

#[test]
fn folders_are_put_together_and_filtered() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (first, second, whole) = (path("first"), path("second"), path("whole"));
    told(&small(&["--out", &first, "--shard", "1/2"]));
    told(&small(&["--out", &second, "--shard", "2/2"]));
    told(&small(&["--out", &whole]));
    let without = |folders: &[&str]| told(&[&["report"], folders, &["--no-times"]].concat());
    assert_eq!(without(&[&first, &second]), without(&[&whole]));
    let beside = without(&[&whole, &first]);
    for row in ["bfs @whole", "astar(manhattan) @whole", "bfs @first", "astar(manhattan) @first"] {
        assert!(beside.contains(row), "{row} is not in\n{beside}");
    }
    told(&["compare", "queens", "6", "--methods", "mac", "--out", &path("queens")]);
    assert!(refused(&["report", &whole, &path("queens")]).contains("a different domain"));
    let lines = told(&[
        "report",
        &whole,
        "--json",
        "--only-method",
        "astar*",
        "--only-instances",
        "2..3,8",
    ]);
    assert_eq!(lines.lines().count(), 3);
    assert!(lines.lines().all(|line| line.contains("astar(manhattan)")));
    let some = told(&["report", &whole, "--only-instances", "2..3,8", "--no-times"]);
    assert!(some.starts_with("2 methods on 3 of "), "{some}");
    assert!(refused(&["report", &whole, "--only-method", "astra"]).contains("astar(manhattan)"));
    let by = told(&["report", &whole, "--by", "instance", "--no-times"]);
    assert!(by.contains("A  bfs") && by.contains("B expanded"), "{by}");
    let relative = told(&["report", &whole, "--relative", "bfs", "--no-times"]);
    assert!(relative.contains("as a multiple of bfs"), "{relative}");
    let plots = path("plots");
    told(&["report", &whole, "--plots", &plots, "--scatter", "bfs:astar(manhattan)"]);
    let scatter = fs::read_to_string(Path::new(&plots).join("scatter.svg")).unwrap();
    assert!(scatter.contains("astar(manhattan) against bfs"));
    assert!(Path::new(&plots).join("expanded.svg").exists());
    told(&["report", &whole, "--plots", &plots, "--plots-as", "pdf"]);
    let drawn = fs::read(Path::new(&plots).join("expanded.pdf")).unwrap();
    assert!(drawn.starts_with(b"%PDF-"));
    assert!(refused(&["report", &whole, "--plots-as", "pdf"]).contains("--plots <DIR>"));
}

#[test]
fn instances_of_each_depth_have_that_depth() {
    let of = |more: &[&str]| {
        let begin = ["compare", "8-puzzle", "--depths", "2..9", "--runs", "3", "--methods"];
        told(&[&begin[..], &["ids, astar(manhattan)"], more].concat())
    };
    let costs: Vec<u64> = of(&["--json"])
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["cost"].as_u64().unwrap())
        .collect();
    let depths: Vec<u64> = (2..=9).flat_map(|depth| [depth; 6]).collect();
    assert_eq!(costs, depths);
    let table = of(&[]);
    assert!(table.contains("A generated") && table.contains("B b*"), "{table}");
    assert_eq!(table, of(&[]), "it shows no times");
    let error = refused(&["compare", "15-puzzle", "--depths", "2..4"]);
    assert!(error.contains("are not known"), "{error}");
    assert!(refused(&["compare", "8-puzzle", "--depths", "9..2"]).contains("2..24"));
}

#[cfg(target_os = "linux")]
#[test]
fn isolated_runs_give_the_same_records() {
    let lines = |more: &[&str]| {
        let text = told(&small(&[&["--json", "--no-times"], more].concat()));
        text.lines().map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(lines(&["--isolate", "--jobs", "2"]), lines(&[]));
    let [alone, together] = [&["--json", "--isolate"][..], &["--json"]].map(|more| {
        let text = told(&small(more));
        serde_json::from_str::<Value>(text.lines().next().unwrap()).unwrap()
    });
    assert_eq!((&alone["isolated"], &together["isolated"]), (&true.into(), &false.into()));
    // A run that is pinned to a core still records the machine it was made on.
    assert_eq!(alone["environment"], together["environment"]);
    assert_eq!(alone["domain"], "tiles(size=3x3, walk=20)");
}

#[test]
fn several_domains_are_named_one_after_the_other() {
    let asked = ["compare", "8-puzzle", "queens:6", "sudoku", "--runs", "2", "--nodes", "5k"];
    let text = told(&[&asked[..], &["--no-times"]].concat());
    for heading in ["on 2 instances of 8-puzzle", "of queens", "on 2 instances of sudoku"] {
        assert!(text.contains(heading), "{heading}: {text}");
    }
    let first = told(&["compare", "queens:6", "--methods", "mac", "--runs", "2", "--json"]);
    assert!(first.lines().all(|line| line.contains("\"instance\":\"6\"")), "{first}");
    let records = told(&[&asked[..], &["--json"]].concat());
    let queens = records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert!(queens.filter(|record| record["instance"] == "6").count() > 1);
    let both = refused(&["compare", "8-puzzle", "1 2 3", "queen"]);
    assert!(both.contains("`queen` is not a domain"), "{both}");
}

#[test]
fn published_lengths_are_counted_and_files_are_read_again() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_string();
    fs::write(at("a.map"), "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n").unwrap();
    let queries = "version 1\n0 a.map 3 2 0 0 2 0 4\n0 a.map 3 2 0 0 1 1 2\n";
    fs::write(at("a.map.scen"), queries).unwrap();
    let (file, out) = (at("a.map.scen"), at("out"));
    let plan = ["compare", "grid", "--file", &file, "--methods", "jps, greedy(zero)", "--no-times"];
    let text = told(&plan);
    let counted = "Published costs reproduced: jps(octile) 2 of 2, greedy(zero) ";
    assert!(text.contains(counted), "{text}");
    assert_eq!(told(&[&plan[..], &["--isolate"]].concat()), text);
    told(&[&plan[..], &["--out", &out, "--plan-only"]].concat());
    // The folder keeps the files as they were, so that it alone can repeat the comparison.
    let drawing = fs::read_to_string(at("a.map")).unwrap();
    fs::write(at("a.map"), drawing.replace(".@.", "...")).unwrap();
    let error = refused(&[&plan[..], &["--out", &out]].concat());
    assert!(error.contains("a.map` has changed since the comparison"), "{error}");
    fs::remove_file(at("a.map")).unwrap();
    fs::remove_file(at("a.map.scen")).unwrap();
    assert_eq!(told(&["compare", "--resume", &out, "--isolate", "--no-times"]), text);
    assert_eq!(told(&["compare", "--resume", &out, "--no-times"]), text);
    let boards = ["compare", "15-puzzle", "--set", "korf100:12,79", "--no-times", "--methods"];
    let text = told(&[&boards[..], &["idastar(manhattan), greedy(manhattan)"]].concat());
    let counted = "reproduced: idastar(manhattan) 2 of 2, greedy(manhattan) 0 of 2.";
    assert!(text.contains(counted), "{text}");
}

#[test]
fn a_profile_shows_when_which_cost_was_found() {
    let place = tempfile::tempdir().unwrap();
    let plots = place.path().join("plots").to_str().unwrap().to_string();
    let methods = "anytime(manhattan, weight=5), wastar(manhattan, weight=5), astar(manhattan)";
    let asked = ["compare", "8-puzzle", "--runs", "5", "--profile", "--methods", methods];
    let records = told(&[&asked[..], &["--json"]].concat());
    for record in records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let last = record["profile"].as_array().unwrap().last().unwrap();
        assert_eq!(last[1], record["cost"].as_f64().unwrap(), "{record}");
    }
    told(&[&asked[..], &["--plots", &plots]].concat());
    let svg = fs::read_to_string(Path::new(&plots).join("profile.svg")).unwrap();
    assert!(svg.contains("least cost known / cost so far"), "{svg}");
}
