//! Too little memory, no room, absurd sizes, and several processes at once.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// Absurd sizes are refused with what is wrong. The process could not even allocate a
/// gigabyte.
#[cfg(unix)]
#[test]
fn absurd_sizes_are_refused_before_anything_is_allocated() {
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "tiles", "--size", "1000x1000"], "`1000x1000` is not a board size"),
        (&["solve", "tiles", "--walk", "1000000000000000000"], "use a number of moves"),
        (&["solve", "queens", "1000000000000000000"], "at most 1073741824"),
        (&["solve", "queens", "1000000000000000000000000"], "is not a number of queens"),
        (&["solve", "queens", "65", "--method", "count"], "from 1 to 27"),
        (&["count", "queens", "1..1000000000000000000"], "from 1 to 27"),
        (&["solve", "8-puzzle", "--method", "beam(width=1000000000000000000)"], "from 1 to"),
        (&["solve", "8-puzzle", "--method", "dfs(depth=1000000000000000000)"], "from 1 to"),
        (&["solve", "queens", "--method", "local-beam(width=1000000000000000000)"], "from 1 to"),
        (&["solve", "queens", "--method", "genetic(population=1e18)"], "from 1 to"),
        (&["solve", "tictactoe", "--method", "mcts(playouts=1000000000000000000)"], "from 1 to"),
        (&["solve", "mnk(rows=1000000, columns=1000000)"], "from 1 to 64"),
        (&["solve", "mnk(rows=64, columns=64)"], "at most 64 are possible"),
        (&["solve", "coloring(colors=1000000000000000000)"], "from 1 to 1000"),
        (&["solve", "coloring", "p edge 1000000000000 0"], "vertices are too many"),
        (&["solve", "24-puzzle", "--method", "astar(pdb(24))"], "tiles"),
        (&["compare", "queens", "--runs", "1000000000000000000"], "from 1 to 10M"),
        (&["solve", "8-puzzle", "--memory", "1000000000000G"], "is not an amount of memory"),
        (&["solve", "8-puzzle", "--time", "1e300s"], "is not a time"),
    ];
    let poor = "ulimit -v 1000000; exec \"$0\" \"$@\"";
    for (arguments, told) in cases {
        let mut command = Command::new("sh");
        let program = cargo_bin!("goalward");
        let output = command.args(["-c", poor]).arg(program).args(*arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty() && error.lines().count() == 1, "{arguments:?}: {error}");
        assert!(error.contains(told), "{arguments:?}: {error}");
    }
}

/// The memory of the process in addition to its search: the program, its libraries, the words
/// of the answer.
#[cfg(target_os = "linux")]
const SLACK: u64 = 24_000_000;

/// An instance, whether it can be solved, and the least cost if that is known.
#[cfg(target_os = "linux")]
const INSTANCES: &[(&str, Option<&str>, bool, Option<i64>)] = &[
    ("tiles", Some("8 0 6 5 4 7 2 3 1"), true, Some(31)),
    ("tiles", Some("korf100:88"), true, Some(65)),
    ("tiles", Some("korf24:1"), true, Some(95)),
    ("queens", Some("8"), true, Some(0)),
    ("queens", Some("200"), true, Some(0)),
    ("queens", Some("50000"), true, Some(0)),
    ("queens", Some("3"), false, None),
    ("queens", Some("1073741824"), true, Some(0)),
    ("sudoku", Some("sample:4"), true, Some(0)),
    (
        "sudoku",
        Some("................................................................................."),
        true,
        Some(0),
    ),
    ("coloring", Some("petersen"), true, Some(0)),
    ("coloring(colors=2)", Some("petersen"), false, None),
    ("tictactoe", None, true, None),
    ("mnk(rows=8, columns=8, k=5)", None, true, None),
    ("connect4", None, true, None),
    ("connect4", Some("4433"), true, None),
];

/// Every method of an instance, with each of the choices it has.
#[cfg(target_os = "linux")]
fn methods(domain: &str, instance: Option<&str>) -> Vec<String> {
    use goalward_lab::{Kind, Spec};
    let (_, instance) = goalward_lab::open(&domain.parse().unwrap(), instance, 1).unwrap();
    let mut specs = Vec::new();
    for method in instance.methods() {
        specs.push(method.about.name.to_string());
        for param in &method.params {
            let names: Vec<&str> = match &param.kind {
                Kind::Choice(choices) | Kind::Or(choices, _) => {
                    choices.iter().map(|choice| choice.name).collect()
                }
                Kind::Spec(named) => named.iter().map(|named| named.name).collect(),
                _ => Vec::new(),
            };
            let with =
                |name: &&str| Spec::bare(method.about.name).with(param.name, name).to_string();
            specs.extend(names.iter().map(with));
        }
    }
    specs
}

/// Runs to the end and returns the peak of memory in bytes. A check every millisecond misses no
/// more than a process can touch in a millisecond, a few megabytes.
#[cfg(target_os = "linux")]
fn watched(arguments: &[String]) -> (Output, u64) {
    let mut command = Command::new(cargo_bin!("goalward"));
    command.args(arguments).stdin(Stdio::null());
    let folder = tempfile::tempdir().unwrap();
    let [out, err] = ["out", "err"].map(|name| folder.path().join(name));
    command.stdout(fs::File::create(&out).unwrap()).stderr(fs::File::create(&err).unwrap());
    let mut child = command.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let code = loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) * 1024);
        if let Some(code) = child.try_wait().unwrap() {
            break code;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    };
    let [stdout, stderr] = [out, err].map(|path| fs::read(path).unwrap());
    (Output { status: code, stdout, stderr }, peak)
}

/// Two hundred pairs of a method and limits, drawn by a fixed seed: the same on every run.
#[cfg(target_os = "linux")]
#[test]
fn limits_hold_for_every_kind_of_method_and_the_process_stays_within_them() {
    let mut rng = goalward::Rng::new(8);
    for _ in 0..200 {
        let (domain, instance, solvable, least) = INSTANCES[rng.below(INSTANCES.len())];
        let methods = methods(domain, instance);
        let method = &methods[rng.below(methods.len())];
        let memory = 1_000_000 << rng.below(5);
        let nodes = 1u64 << rng.below(18);
        let time = [5, 20, 60][rng.below(3)];
        let mut arguments: Vec<String> = vec!["solve".into(), domain.into()];
        arguments.extend(instance.map(String::from));
        let limits = format!("--memory {memory} --nodes {nodes} --time {time}ms --json --method");
        arguments.extend(limits.split(' ').map(String::from));
        arguments.push(method.clone());
        let (output, peak) = watched(&arguments);
        let (code, error) = (output.status.code(), String::from_utf8(output.stderr).unwrap());
        let what = format!("{arguments:?}: {code:?}, {peak} bytes: {error}");
        assert!(peak <= memory + SLACK, "{what}");
        if code == Some(2) {
            // A database that does not fit, or a count of too many.
            assert!(error.starts_with("error: ") && error.lines().count() == 1, "{what}");
            assert!(error.contains("needs") || error.contains("can be counted"), "{what}");
            continue;
        }
        let report: Value = serde_json::from_slice(&output.stdout).expect(&what);
        let number = |name: &str| report[name].as_u64().unwrap();
        assert!(number("expanded") <= nodes && number("peak_bytes") <= memory, "{what}");
        let stop = report["stop"].as_str();
        match report["verdict"].as_str().unwrap() {
            "solved" => assert!(solvable && code == Some(0), "{what}"),
            "unsolvable" => assert!(!solvable && code == Some(11), "{what}"),
            "stuck" => assert_eq!(code, Some(12), "{what}"),
            "stopped" => {
                let codes = [("memory", 22), ("time", 23), ("nodes", 24)];
                assert!(codes.iter().any(|&c| Some(c) == stop.zip(code)), "{what}");
            }
            other => panic!("{other}: {what}"),
        }
        if report["optimal"] == true {
            assert_eq!(report["cost"].as_i64(), least, "{what}");
        }
    }
}

/// `/dev/full` accepts nothing, like a full disk.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error_and_never_a_panic() {
    let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").unwrap());
    let commands: &[&[&str]] = &[
        &["--help"],
        &["--version"],
        &["list"],
        &["solve", "queens", "8"],
        &["solve", "queens", "8", "--json"],
        &["solve", "queens", "8", "--watch"],
        &["compare", "queens", "6", "--runs", "2", "--methods", "mac"],
        &["count", "queens", "8"],
    ];
    for arguments in commands {
        let output = Command::new(cargo_bin!("goalward")).args(*arguments).stdout(full()).output();
        let output = output.unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains("No space left") && error.lines().count() == 1, "{error}");
    }
    let silent = Command::new(cargo_bin!("goalward")).arg("slove").stderr(full()).status();
    assert_eq!(silent.unwrap().code(), Some(2));
}

fn records(folder: &Path) -> BTreeMap<u64, Value> {
    let groups = fs::read_dir(folder.join("records")).unwrap();
    let files = groups.flat_map(|group| fs::read_dir(group.unwrap().path()).unwrap());
    let read = |path: &Path| {
        let line: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let mut record = line["record"].clone();
        let fields = record.as_object_mut().unwrap();
        let clock = [
            "seconds",
            "setup_seconds",
            "wall_seconds",
            "began",
            "jobs",
            "isolated",
            "environment",
            "repeats",
        ];
        for name in clock {
            assert!(fields.remove(name).is_some(), "{name}");
        }
        (record["cell"].as_u64().unwrap(), record)
    };
    files.map(|file| read(&file.unwrap().path())).collect()
}

#[test]
fn four_processes_at_once_in_one_folder_make_the_records_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let start = |name: &str| {
        let mut command = Command::new(cargo_bin!("goalward"));
        command.args(["compare", "8-puzzle", "--walk", "12", "--runs", "40", "--jobs", "2"]);
        command.args(["--methods", "bfs, astar(manhattan), idastar", "--out"]);
        command.arg(folder.path().join(name)).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let many: Vec<_> = (0..4).map(|_| start("many")).collect();
    let done = many.into_iter().chain([start("one")]).map(|child| child.wait_with_output());
    for output in done {
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let [one, many] = ["one", "many"].map(|name| records(&folder.path().join(name)));
    assert_eq!((one.len(), many), (120, one));
    let left = fs::read_dir(folder.path().join("many/partial")).unwrap().count();
    assert_eq!(left, 0, "nothing is left half written");
}
