//! Users' own domains, one of each family, and some with a fault in them, in every command and on
//! the page.
//!
//! This test is its own program: with `GOALWARD_OWN` set it is `goalward` with these domains
//! added, including the guide's examples.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, ExitCode, Output, Stdio};

use goalward::StateSpace;
use goalward_lab::{InputError, PathProblem, Settings, own_csp, own_game, own_landscape, own_path};
use serde_json::Value;

#[allow(dead_code)]
#[path = "../examples/jugs.rs"]
mod jugs;

#[allow(dead_code)]
#[path = "../examples/partition.rs"]
mod partition;

#[allow(dead_code)]
#[path = "../examples/sticks.rs"]
mod sticks;

#[allow(dead_code)]
#[path = "../examples/sums.rs"]
mod sums;

/// Whether the program is built with the page.
const PAGE: bool = cfg!(feature = "page");

/// A space that must not be looked into.
struct Untouched;

impl StateSpace for Untouched {
    type State = u32;
    type Action = char;
    type Cost = u32;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, _: &u32) -> bool {
        panic!("somebody looked");
    }

    fn actions(&self, _: &u32) -> impl Iterator<Item = char> {
        assert_eq!(0, 1, "somebody looked");
        std::iter::empty()
    }

    fn apply(&self, _: &u32, _: &char) -> u32 {
        panic!("somebody looked");
    }
}

impl PathProblem for Untouched {
    const NAME: &'static str = "untouched";
    const DOC: &'static str = "A space that must not be looked into";

    fn open(_: &Settings, _: Option<&str>, _: u64) -> Result<Self, InputError> {
        Ok(Untouched)
    }

    fn text(&self) -> String {
        "0".into()
    }
}

/// A row of numbers to walk along, with a hole at 7, or with a first step that never ends.
struct Faulty {
    endless: bool,
}

impl StateSpace for Faulty {
    type State = u32;
    type Action = char;
    type Cost = u32;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, &at: &u32) -> bool {
        at == 20
    }

    fn actions(&self, _: &u32) -> impl Iterator<Item = char> {
        std::iter::once('+')
    }

    fn apply(&self, &at: &u32, _: &char) -> u32 {
        if self.endless {
            loop {
                std::hint::spin_loop();
            }
        }
        assert_ne!(at, 7, "nobody thought of 7");
        at + 1
    }
}

impl PathProblem for Faulty {
    const NAME: &'static str = "faulty";
    const DOC: &'static str = "Numbers with a hole at 7";

    fn open(_: &Settings, text: Option<&str>, _: u64) -> Result<Self, InputError> {
        Ok(Faulty { endless: text == Some("endless") })
    }

    fn text(&self) -> String {
        if self.endless { "endless".into() } else { "20".into() }
    }
}

fn main() -> ExitCode {
    if std::env::var_os("GOALWARD_OWN").is_some() {
        return goalward_cli::main_with([
            own_path::<jugs::Jugs>(),
            own_landscape::<partition::Heaps>(),
            own_csp::<sums::Sums>(),
            own_game::<sticks::Sticks>(),
            own_path::<Faulty>(),
            own_path::<Untouched>(),
        ]);
    }
    if std::env::var_os("GOALWARD_TWICE").is_some() {
        return goalward_cli::main_with([own_path::<jugs::Jugs>(), own_path::<jugs::Jugs>()]);
    }
    let tests: [(&str, fn()); 13] = [
        ("programs_of_under_sixty_lines_are_enough", programs_of_under_sixty_lines_are_enough),
        ("a_landscape_is_in_every_command", a_landscape_is_in_every_command),
        ("a_constraint_problem_is_in_every_command", a_constraint_problem_is_in_every_command),
        ("a_game_is_in_every_command_and_played", a_game_is_in_every_command_and_played),
        ("a_plan_starts_no_search", a_plan_starts_no_search),
        ("it_is_listed_and_solved_by_three_methods", it_is_listed_and_solved_by_three_methods),
        ("it_is_compared", it_is_compared),
        ("it_is_watched_in_the_page", it_is_watched_in_the_page),
        ("its_heuristics_are_audited", its_heuristics_are_audited),
        ("bad_instances_are_refused", bad_instances_are_refused),
        ("a_panic_is_an_error_of_its_run", a_panic_is_an_error_of_its_run),
        ("a_search_that_ignores_its_limit_is_stopped", a_search_that_ignores_its_limit_is_stopped),
        ("a_name_that_is_taken_is_refused", a_name_that_is_taken_is_refused),
    ];
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

fn program() -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env("GOALWARD_OWN", "1");
    command
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What is on standard error, without the panic's own message.
fn error(output: &Output) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    error.lines().filter(|line| line.starts_with("error: ")).collect::<Vec<_>>().join("\n")
}

fn programs_of_under_sixty_lines_are_enough() {
    let guide = include_str!("../../../docs/own-domain.md");
    for (name, text) in [
        ("jugs", include_str!("../examples/jugs.rs")),
        ("partition", include_str!("../examples/partition.rs")),
        ("sums", include_str!("../examples/sums.rs")),
        ("sticks", include_str!("../examples/sticks.rs")),
    ] {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        assert!(lines < 60, "examples/{name}.rs has {lines} lines");
        assert!(guide.contains(text), "docs/own-domain.md must show examples/{name}.rs as it is");
    }
}

/// The report of a run of a domain with its own choice of method.
fn solved(domain: &str, more: &[&str]) -> Value {
    let output = run(&[&["solve", domain, "--json"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    serde_json::from_str(&told(&output)).unwrap()
}

/// What every user's own domain must do, whatever its family.
fn in_every_command(domain: &str, event: &str) {
    let all = told(&run(&["list"]));
    assert!(all.contains(&format!("  {domain} ")), "{all}");
    assert!(told(&run(&["list", domain])).contains("\nMethods\n"), "{domain}");
    let watched = told(&run(&["solve", domain, "--watch"]));
    assert!(watched.contains(&format!("  {event}: ")), "{watched}");
    if !PAGE {
        return;
    }
    let lines = page(domain, &solved(domain, &[])["method"].as_str().unwrap().replace('"', ""));
    assert!(lines.iter().any(|line| line["type"] == "steps"), "{lines:?}");
    assert!(lines.iter().any(|line| line["type"] == "done"), "{lines:?}");
}

fn a_landscape_is_in_every_command() {
    in_every_command("partition", "step");
    let report = solved("partition", &[]);
    assert_eq!((&report["cost"], &report["optimal"]), (&0.into(), &true.into()), "{report}");
    let heaps = report["solution"][0].as_str().unwrap();
    let sum = |heap| {
        let numbers = (4..=11u32).zip(heaps.chars()).filter(|(_, c)| *c == heap);
        numbers.map(|(number, _)| number).sum::<u32>()
    };
    assert_eq!((sum('L'), sum('R')), (30, 30), "{heaps}");
    // 1 and 3 cannot be cut into equal heaps.
    let output = run(&["solve", "partition", "1 3", "--method", "hill-climbing"]);
    assert_eq!(output.status.code(), Some(12), "{}", told(&output));
    // Its text is its drawing, and is shown once.
    let shown = told(&run(&["solve", "partition"]));
    assert_eq!(shown.matches(heaps).count(), 1, "{shown}");
    let output = run(&["compare", "partition", "--runs", "5", "--no-times"]);
    let table = told(&output);
    assert_eq!(output.status.code(), Some(0), "{table}{}", error(&output));
    assert!(table.starts_with("4 methods on 1 instance of partition, seed 1\n"), "{table}");
    assert!(table.contains("its only instance, run 5 times with different seeds."), "{table}");
    let audited = told(&run(&["audit", "partition", "--samples", "200"]));
    assert!(audited.contains("of 200 random states are local optima"), "{audited}");
    let audited = told(&run(&["audit", "partition", "--samples", "50"]));
    assert!(audited.contains(" 1 is a solution."), "{audited}");
}

fn a_constraint_problem_is_in_every_command() {
    in_every_command("sums", "assign");
    let report = solved("sums", &["--all"]);
    assert_eq!((&report["cost"], &report["solutions"]), (&Value::Null, &1.into()), "{report}");
    // D E M N O R S Y
    assert_eq!(report["solution"], serde_json::json!([7, 5, 1, 6, 0, 8, 9, 2]), "{report}");
    let shown = told(&run(&["solve", "sums", "TO GO OUT"]));
    assert!(shown.contains("G=8 O=1 T=2 U=0"), "{shown}");
    let output = run(&["compare", "sums", "--no-times"]);
    let table = told(&output);
    assert_eq!(output.status.code(), Some(0), "{table}{}", error(&output));
    assert!(table.contains("on 1 instance of sums") && table.contains("not random"), "{table}");
}

fn a_game_is_in_every_command_and_played() {
    in_every_command("sticks", "enter");
    // 21 is 1 more than a multiple of 4: take 1.
    let report = solved("sticks", &[]);
    assert_eq!((&report["best"], &report["proved"]), (&serde_json::json!(["1"]), &true.into()));
    let output = run(&["compare", "sticks", "--runs", "2", "--no-times"]);
    let table = told(&output);
    assert_eq!(output.status.code(), Some(0), "{table}{}", error(&output));
    assert!(table.contains("at least 5 solved runs."), "{table}");
    assert!(table.contains("2 runs are too few to test for differences."), "{table}");
    let mut play = program();
    play.args(["play", "sticks", "--position", "5"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut play = play.spawn().unwrap();
    play.stdin.take().unwrap().write_all(b"help\n4\n1\nquit\n").unwrap();
    let game = String::from_utf8(play.wait_with_output().unwrap().stdout).unwrap();
    assert!(game.contains("1, 2  to make this move"), "{game}");
    assert!(game.contains("`4` is not a move here: choose from 1, 2, 3"), "{game}");
    assert!(game.contains("|||| 4, O to move"), "{game}");
    if !PAGE {
        return;
    }
    let answer = page_with("sticks", |address| {
        let body = r#"{"domain":"sticks","position":"9","moves":["1"],"engine":"reply"}"#;
        ask(address, "POST", "/api/play", body)
    });
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&answer["first"], &answer["turn"]), (&"X".into(), &"X".into()), "{answer}");
    assert_eq!(answer["view"]["kind"], "text");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 3, "{answer}");
}

fn a_plan_starts_no_search() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("plan");
    let methods = "bfs, dfs, ids, ucs, greedy, astar, wastar(weight=1|2), idastar, beam";
    let plan = ["compare", "untouched", "--methods", methods, "--plan-only"];
    let output = run(&[&plan[..], &["--out", out.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    assert!(told(&output).contains("Planned: 10 cells."), "{}", told(&output));
    // A look would have been noticed.
    let looked = run(&["solve", "untouched"]);
    assert!(error(&looked).contains("somebody looked"), "{}", error(&looked));
    if !PAGE {
        return;
    }
    // The page's forms do not look either.
    let opened = page_with("untouched", |address| {
        ask(address, "POST", "/api/open", r#"{"domain":"untouched"}"#)
    });
    assert!(opened.contains("\"methods\""), "{opened}");
}

fn it_is_listed_and_solved_by_three_methods() {
    let all = told(&run(&["list"]));
    assert!(all.contains("  jugs         Two jugs, and the litres wanted in one of them"), "{all}");
    assert!(all.contains("heuristics:  zero unmet"), "{all}");
    let one = told(&run(&["list", "jugs"]));
    assert!(one.contains("unmet            1 until the goal is met"), "{one}");
    for method in ["bfs", "astar(unmet)", "idastar(zero)"] {
        let output = run(&["solve", "jugs", "--method", method, "--json"]);
        let report: Value = serde_json::from_str(&told(&output)).unwrap();
        assert_eq!((&report["cost"], &report["optimal"]), (&6.into(), &true.into()), "{method}");
        assert_eq!(report["instance"], "3 5 4");
        let way = ["fill-B", "B-to-A", "empty-A", "B-to-A", "fill-B", "B-to-A"];
        assert_eq!(report["solution"], Value::from(way.to_vec()), "{method}");
    }
    let unsolvable = run(&["solve", "jugs", "2 4 3", "--method", "bfs"]);
    assert_eq!(unsolvable.status.code(), Some(11), "{}", told(&unsolvable));
    let watched = told(&run(&["solve", "jugs", "--watch"]));
    assert!(watched.contains("expand: f = g + h = 0 + 1 = 1\n        [0, 0]\n"), "{watched}");
}

fn it_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("jugs.txt");
    std::fs::write(&list, "3 5 4\n5 7 6\n4 9 6\n").unwrap();
    let list = list.to_str().unwrap();
    let output = run(&["compare", "jugs", "--file", list, "--no-times"]);
    let table = told(&output);
    assert_eq!(output.status.code(), Some(0), "{table}{}", error(&output));
    assert!(table.starts_with("4 methods on 3 instances of jugs"), "{table}");
    for method in ["bfs", "ucs", "greedy(unmet)", "astar(unmet)"] {
        assert!(table.contains(&format!("\n{method} ")), "{method}: {table}");
    }
}

fn bad_instances_are_refused() {
    let output = run(&["solve", "jugs", "3 5"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(error(&output), "error: write three numbers, such as 3 5 4");
    let output = run(&["solve", "jug"]);
    assert!(error(&output).contains("did you mean `jugs`?"), "{}", error(&output));
}

fn a_panic_is_an_error_of_its_run() {
    let output = run(&["solve", "faulty"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        error(&output).starts_with("error: astar(zero) failed: it panicked: "),
        "{}",
        error(&output)
    );
    assert!(error(&output).contains("nobody thought of 7"), "{}", error(&output));
    assert_eq!(run(&["solve", "faulty", "--watch"]).status.code(), Some(1));
    // Within a limit that ends before the hole there is nothing wrong.
    assert_eq!(run(&["solve", "faulty", "--nodes", "5"]).status.code(), Some(24));
    let output = run(&["compare", "faulty", "--methods", "bfs, astar"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(error(&output).starts_with("error: 2 of the runs failed; "), "{}", error(&output));
    assert!(error(&output).contains("nobody thought of 7"), "{}", error(&output));
    if !PAGE {
        return;
    }
    let lines = page("faulty", "astar");
    let failed = lines.iter().find(|line| line["type"] == "failed").expect("it says so");
    assert!(failed["error"].as_str().unwrap().contains("nobody thought of 7"), "{failed}");
}

/// It never asks whether it may go on, not even in the warm-up.
fn a_search_that_ignores_its_limit_is_stopped() {
    let endless = ["compare", "faulty", "endless", "--methods", "bfs", "--isolate"];
    for (limit, stop) in [("--time", "time"), ("--wall", "wall")] {
        let output = run(&[&endless[..], &[limit, "100ms", "--json"]].concat());
        let record: Value = serde_json::from_str(&told(&output)).unwrap();
        assert_eq!((&record["verdict"], &record["stop"]), (&"stopped".into(), &stop.into()));
        assert!(record["killed"].as_str().is_some_and(|why| why.contains("limit")), "{record}");
    }
    let table = told(&run(&[&endless[..], &["--time", "100ms"]].concat()));
    assert!(table.contains("1 time") && table.contains("0/1"), "{table}");
}

fn a_name_that_is_taken_is_refused() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.env("GOALWARD_TWICE", "1").arg("list").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(error(&output), "error: two domains are named `jugs`");
}

fn its_heuristics_are_audited() {
    let output = run(&["audit", "jugs", "--heuristic", "unmet"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("Proved on all 16 states: unmet is admissible and consistent."),
        "{text}"
    );
    let output = run(&["audit", "faulty"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("nobody thought of 7"));
}

fn it_is_watched_in_the_page() {
    if !PAGE {
        return;
    }
    let lines = page("jugs", "astar(unmet)");
    let open = &lines[0];
    assert_eq!((&open["domain"], &open["view"]["kind"]), (&"jugs".into(), &"text".into()));
    let text = |cells: &Value| {
        let number = |cell: &Value| char::from_u32(cell.as_u64().unwrap() as u32).unwrap();
        cells.as_array().unwrap().iter().map(number).collect::<String>()
    };
    assert_eq!(text(&open["cells"]), "[0, 0]");
    let steps: Vec<_> = lines.iter().filter(|line| line["type"] == "steps").collect();
    let goal = steps.iter().flat_map(|line| line["steps"].as_array().unwrap()).last().unwrap();
    assert_eq!((&goal["event"], text(&goal["cells"])), (&"goal".into(), "[3, 4]".into()));
    let done = lines.iter().find(|line| line["type"] == "done").unwrap();
    assert_eq!(done["report"]["cost"], 6);
}

/// Asks the page's server for the registry, which must have the domain, and then for a run of it;
/// returns the lines.
fn page(domain: &str, method: &str) -> Vec<Value> {
    let body = format!("{{\"domain\":\"{domain}\",\"methods\":[\"{method}\"]}}");
    let answer = page_with(domain, |address| ask(address, "POST", "/api/run", &body));
    answer.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// The answer of the page's server, whose registry must have the domain.
fn page_with(domain: &str, ask_it: impl Fn(&str) -> String) -> String {
    let mut lab = program();
    lab.args(["lab", "--no-open", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut lab = lab.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(lab.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let (_, address) = line.split_once("http://").expect(&line);
    let address = address.split('/').next().unwrap();
    let registry: Value = serde_json::from_str(&ask(address, "GET", "/api/registry", "")).unwrap();
    let domains = registry["domains"].as_array().unwrap();
    let found = domains.iter().find(|row| row["name"] == domain).expect("it is in the registry");
    assert_eq!(found["kind"], "text");
    let answer = ask_it(address);
    lab.kill().unwrap();
    lab.wait().unwrap();
    answer
}

/// The body of an answer, its chunks joined.
fn ask(address: &str, verb: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "{verb} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let split = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&answer[..split]).to_ascii_lowercase();
    let mut rest = &answer[split + 4..];
    if !head.contains("transfer-encoding: chunked") {
        return String::from_utf8(rest.to_vec()).unwrap();
    }
    let mut whole = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").unwrap();
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            return String::from_utf8(whole).unwrap();
        }
        whole.extend(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
    }
}
