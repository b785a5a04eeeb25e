//! Domains whose costs are floats, negative, or too large for their type, in every command.
//!
//! This test is its own program: with `GOALWARD_OWN` set it is `goalward` with three more
//! domains.

use std::f64::consts::SQRT_2;
use std::process::{Command, ExitCode, Output};

use goalward::StateSpace;
use goalward_lab::{Guess, InputError, PathProblem, Settings, own_path};
use serde_json::Value;

/// A yard of 6 by 6 to be crossed from a corner, also diagonally, to a place in it.
struct Yard {
    to: (i32, i32),
}

const SIDE: i32 = 6;

impl Yard {
    fn left(&self, &(x, y): &(i32, i32)) -> (f64, f64) {
        (f64::from((self.to.0 - x).abs()), f64::from((self.to.1 - y).abs()))
    }
}

impl StateSpace for Yard {
    type State = (i32, i32);
    type Action = (i32, i32);
    type Cost = f64;

    fn start(&self) -> (i32, i32) {
        (0, 0)
    }

    fn is_goal(&self, at: &(i32, i32)) -> bool {
        *at == self.to
    }

    fn actions(&self, &(x, y): &(i32, i32)) -> impl Iterator<Item = (i32, i32)> {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        steps.filter(move |&(dx, dy)| {
            let inside = |at: i32| (0..SIDE).contains(&at);
            (dx, dy) != (0, 0) && inside(x + dx) && inside(y + dy)
        })
    }

    fn apply(&self, &(x, y): &(i32, i32), &(dx, dy): &(i32, i32)) -> (i32, i32) {
        (x + dx, y + dy)
    }

    fn cost(&self, _: &(i32, i32), &(dx, dy): &(i32, i32)) -> f64 {
        if dx != 0 && dy != 0 { SQRT_2 } else { 1.0 }
    }
}

impl PathProblem for Yard {
    const NAME: &'static str = "yard";
    const DOC: &'static str = "A yard to be crossed, also diagonally";
    const HEURISTICS: &'static [Guess<Self>] = &[
        Guess::admissible("octile", "As if nothing were in the way", |yard, at| {
            let (x, y) = yard.left(at);
            x.max(y) + (SQRT_2 - 1.0) * x.min(y)
        }),
        Guess {
            name: "manhattan",
            title: "Manhattan distance",
            doc: "As if there were no diagonals",
            admissible: false,
            h: |yard, at| {
                let (x, y) = yard.left(at);
                x + y
            },
        },
    ];

    fn open(_: &Settings, text: Option<&str>, _: u64) -> Result<Self, InputError> {
        let read = |text: &str| {
            let (x, y) = text.split_once(' ')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        };
        let to = text.map_or(Some((5, 5)), read);
        Ok(Yard { to: to.ok_or_else(|| InputError("write two numbers".into()))? })
    }

    fn text(&self) -> String {
        format!("{} {}", self.to.0, self.to.1)
    }
}

/// A road east of which one step pays back.
struct Debt;

impl StateSpace for Debt {
    type State = u8;
    type Action = &'static str;
    type Cost = i32;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, &at: &u8) -> bool {
        at == 5
    }

    fn actions(&self, &at: &u8) -> impl Iterator<Item = &'static str> {
        (at < 5).then_some("east").into_iter()
    }

    fn apply(&self, &at: &u8, _: &&'static str) -> u8 {
        at + 1
    }

    fn cost(&self, &at: &u8, _: &&'static str) -> i32 {
        if at == 3 { -1 } else { 1 }
    }
}

impl PathProblem for Debt {
    const NAME: &'static str = "debt";
    const DOC: &'static str = "A road on which a step pays back";

    fn open(_: &Settings, _: Option<&str>, _: u64) -> Result<Self, InputError> {
        Ok(Debt)
    }

    fn text(&self) -> String {
        "5".into()
    }
}

/// A road whose steps add up to more than 32 bits hold.
struct Far;

impl StateSpace for Far {
    type State = u8;
    type Action = &'static str;
    type Cost = u32;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, &at: &u8) -> bool {
        at == 5
    }

    fn actions(&self, &at: &u8) -> impl Iterator<Item = &'static str> {
        (at < 5).then_some("east").into_iter()
    }

    fn apply(&self, &at: &u8, _: &&'static str) -> u8 {
        at + 1
    }

    fn cost(&self, _: &u8, _: &&'static str) -> u32 {
        2_000_000_000
    }
}

impl PathProblem for Far {
    const NAME: &'static str = "far";
    const DOC: &'static str = "A road that is too long";

    fn open(_: &Settings, _: Option<&str>, _: u64) -> Result<Self, InputError> {
        Ok(Far)
    }

    fn text(&self) -> String {
        "5".into()
    }
}

fn main() -> ExitCode {
    if std::env::var_os("GOALWARD_OWN").is_some() {
        let domains = [own_path::<Yard>(), own_path::<Debt>(), own_path::<Far>()];
        return goalward_cli::main_with(domains);
    }
    let tests: [(&str, fn()); 5] = [
        ("floats_are_listed_and_solved", floats_are_listed_and_solved),
        ("floats_are_compared", floats_are_compared),
        ("floats_are_audited", floats_are_audited),
        ("a_negative_cost_is_named", a_negative_cost_is_named),
        ("a_sum_that_does_not_fit_is_told", a_sum_that_does_not_fit_is_told),
    ];
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env("GOALWARD_OWN", "1").args(arguments).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    let text = told(output);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text} {output:?}"))
}

fn floats_are_listed_and_solved() {
    let all = told(&run(&["list"]));
    assert!(all.contains("heuristics:  zero octile manhattan"), "{all}");
    for method in ["ucs", "astar(octile)", "idastar(octile)", "astar(zero)"] {
        let report = json(&run(&["solve", "yard", "3 3", "--method", method, "--json"]));
        let cost = report["cost"].as_f64().unwrap();
        assert_eq!(cost, SQRT_2 + SQRT_2 + SQRT_2, "{method}");
        assert_eq!(report["optimal"], true, "{method}");
        let words = told(&run(&["solve", "yard", "3 3", "--method", method]));
        assert!(words.contains("Solved in 3 moves at cost 4.242641, which is optimal."), "{words}");
    }
    // A whole cost is written whole.
    let straight = told(&run(&["solve", "yard", "0 4", "--json"]));
    assert!(straight.contains("\"cost\":4,"), "{straight}");
    let stopped = ["solve", "yard", "--method", "astar(octile)", "--nodes", "2", "--json"];
    let stopped = json(&run(&stopped));
    let (bound, left) = (stopped["lower_bound"].as_f64(), stopped["left"].as_f64());
    assert!((bound.unwrap() - 5.0 * SQRT_2).abs() < 1e-9, "{stopped}");
    assert!(left.is_some_and(|left| left.fract() > 0.0), "{stopped}");
    let watched = told(&run(&["solve", "yard", "2 2", "--watch"]));
    assert!(watched.contains("expand: f = g + h = 0 + 2.828427 = 2.828427"), "{watched}");
}

fn floats_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let methods = "ucs, astar(octile), astar(manhattan)";
    let table = run(&["compare", "yard", "--methods", methods, "--out", out, "--no-times"]);
    let table = told(&table);
    for method in ["ucs", "astar(octile)"] {
        let row = table.lines().find(|line| line.starts_with(method)).unwrap();
        assert!(row.contains("1/1") && row.contains(" 7.071 "), "{table}");
    }
    let records = told(&run(&["report", out, "--json"]));
    let costs: Vec<f64> = records
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["cost"].as_f64().unwrap())
        .collect();
    assert_eq!(costs.len(), 3);
    assert!(costs.iter().all(|cost| (cost - 5.0 * SQRT_2).abs() < 1e-9), "{costs:?}");
    // What was written is read again.
    assert_eq!(told(&run(&["report", out, "--no-times"])), table);
    let csv = folder.path().join("records.csv");
    let exported = run(&["report", out, "--export", csv.to_str().unwrap()]);
    assert!(exported.status.success(), "{exported:?}");
    let csv = std::fs::read_to_string(csv).unwrap();
    assert!(csv.contains(&format!(",{},", costs[0])), "{csv}");
}

fn floats_are_audited() {
    let output = run(&["audit", "yard", "--heuristic", "octile", "--heuristic", "manhattan"]);
    let text = told(&output);
    assert!(text.contains("all 36 states: octile is admissible and consistent"), "{text}");
    assert!(text.contains("Refuted: manhattan overestimates 25 of all 36 states"), "{text}");
    let report = json(&run(&["audit", "yard", "--heuristic", "manhattan", "--json"]));
    let report = report.get(0).unwrap_or(&report);
    let example = &report["counterexample"];
    assert_eq!(example["estimate"], 2, "{report}");
    assert_eq!(example["distance"].as_f64(), Some(SQRT_2), "{report}");
    assert_eq!(example["way"].as_array().map(Vec::len), Some(1), "{report}");
    let report = json(&run(&["audit", "yard", "--heuristic", "octile", "--json"]));
    let report = report.get(0).unwrap_or(&report);
    // It is exact everywhere, however its sums are rounded.
    assert_eq!((&report["exact"], &report["worst_error"]), (&36.into(), &0.into()), "{report}");
    assert_eq!(report["savings"]["dearer"], 0, "{report}");
}

fn a_negative_cost_is_named() {
    for method in ["ucs", "astar", "idastar", "bfs"] {
        let output = run(&["solve", "debt", "--method", method]);
        let text = told(&output);
        assert_eq!(output.status.code(), Some(25), "{method}: {output:?}");
        let sentence = "Stopped: action `east` costs -1; a cost must be a number and not negative.";
        assert!(text.replace("\n  ", " ").contains(sentence), "{method}: {text}");
        let output = run(&["solve", "debt", "--method", method, "--json"]);
        let report = json(&output);
        assert_eq!(output.status.code(), Some(25), "{method}");
        assert_eq!((&report["stop"], &report["cost"]), (&"cost".into(), &Value::Null), "{method}");
    }
    let audited = run(&["audit", "debt", "--heuristic", "zero", "--json"]);
    let report = json(&audited);
    assert_eq!(report.get(0).unwrap_or(&report)["stop"], "cost", "{report}");
}

fn a_sum_that_does_not_fit_is_told() {
    for method in ["ucs", "astar", "bfs"] {
        let output = run(&["solve", "far", "--method", method]);
        let text = told(&output);
        assert_eq!(output.status.code(), Some(25), "{method}: {output:?}");
        let sentence = "Stopped: a sum of costs does not fit its type.";
        assert!(text.contains(sentence), "{method}: {text}");
        let report = json(&run(&["solve", "far", "--method", method, "--json"]));
        assert_eq!((&report["verdict"], &report["stop"]), (&"stopped".into(), &"cost".into()));
    }
    let table = told(&run(&["compare", "far", "--methods", "ucs, astar", "--no-times"]));
    assert!(table.contains("1 cost"), "{table}");
}
