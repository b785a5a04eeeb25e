//! A domain of one's own, and one with a fault in it, in every command and in the page.
//!
//! This test is its own program: with `GOALWARD_OWN` set it is `goalward` with two domains
//! more, the guide's example among them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, ExitCode, Output, Stdio};

use goalward::StateSpace;
use goalward_lab::{InputError, PathProblem, Settings, own_domain};
use serde_json::Value;

#[allow(dead_code)]
#[path = "../examples/jugs.rs"]
mod jugs;

/// A row of numbers to walk along, with a hole at 7.
struct Faulty;

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
        assert_ne!(at, 7, "nobody thought of 7");
        at + 1
    }
}

impl PathProblem for Faulty {
    const NAME: &'static str = "faulty";
    const DOC: &'static str = "Numbers with a hole at 7";

    fn open(_: &Settings, _: Option<&str>, _: u64) -> Result<Self, InputError> {
        Ok(Faulty)
    }

    fn text(&self) -> String {
        "20".into()
    }
}

fn main() -> ExitCode {
    if std::env::var_os("GOALWARD_OWN").is_some() {
        let domains = [own_domain::<jugs::Jugs>(), own_domain::<Faulty>()];
        return goalward_cli::main_with(domains);
    }
    if std::env::var_os("GOALWARD_TWICE").is_some() {
        return goalward_cli::main_with([own_domain::<jugs::Jugs>(), own_domain::<jugs::Jugs>()]);
    }
    let tests: [(&str, fn()); 8] = [
        ("a_program_of_under_fifty_lines_is_enough", a_program_of_under_fifty_lines_is_enough),
        ("it_is_listed_and_solved_by_three_methods", it_is_listed_and_solved_by_three_methods),
        ("it_is_compared", it_is_compared),
        ("it_is_watched_in_the_page", it_is_watched_in_the_page),
        ("its_heuristics_are_audited", its_heuristics_are_audited),
        ("bad_instances_are_refused", bad_instances_are_refused),
        ("a_panic_is_an_error_of_its_run", a_panic_is_an_error_of_its_run),
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

/// What is on standard error, the panic's own message aside.
fn error(output: &Output) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    error.lines().filter(|line| line.starts_with("error: ")).collect::<Vec<_>>().join("\n")
}

fn a_program_of_under_fifty_lines_is_enough() {
    let text = include_str!("../examples/jugs.rs");
    assert!(text.lines().filter(|line| !line.trim().is_empty()).count() < 50);
    let guide = include_str!("../../../docs/own-domain.md");
    assert!(guide.contains(text), "docs/own-domain.md must show examples/jugs.rs as it is");
}

fn it_is_listed_and_solved_by_three_methods() {
    let all = told(&run(&["list"]));
    assert!(all.contains("  jugs         Two jugs, and so many litres wanted"), "{all}");
    assert!(all.contains("heuristics:  zero unmet"), "{all}");
    let one = told(&run(&["list", "jugs"]));
    assert!(one.contains("unmet            1 until they are there"), "{one}");
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
    let lines = page("faulty", "astar");
    let failed = lines.iter().find(|line| line["type"] == "failed").expect("it says so");
    assert!(failed["error"].as_str().unwrap().contains("nobody thought of 7"), "{failed}");
}

fn a_name_that_is_taken_is_refused() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.env("GOALWARD_TWICE", "1").arg("list").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(error(&output), "error: there are two domains `jugs`");
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

/// Asks the page's server for the registry, in which the domain must be, and then for a
/// run of it: its lines.
fn page(domain: &str, method: &str) -> Vec<Value> {
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
    let body = format!("{{\"domain\":\"{domain}\",\"methods\":[\"{method}\"]}}");
    let answer = ask(address, "POST", "/api/run", &body);
    lab.kill().unwrap();
    lab.wait().unwrap();
    answer.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
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
