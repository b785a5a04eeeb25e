//! `goalward audit` as a user sees it.

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

fn json(arguments: &[&str]) -> (Vec<Value>, Option<i32>) {
    let output = goalward(arguments);
    let text = stdout(&output);
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (lines, output.status.code())
}

#[test]
fn counting_the_blank_is_refuted_with_a_board_to_look_at() {
    let arguments = ["audit", "8-puzzle", "--heuristic", "misplaced-blank", "--goal", "blank-last"];
    let output = goalward(&arguments);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let wanted = "Refuted: misplaced-blank overestimates 78 of all 181,440 states.";
    assert!(text.contains(wanted), "{text}");
    assert!(text.contains("it estimates 2, but 1 is enough."), "{text}");
    assert!(
        text.contains("  h = 2   h = 0\n  1 2 3   1 2 3\n  4 5 6   4 5 6\n  7 . 8   7 8 .\n"),
        "{text}"
    );
    assert!(text.contains("the path: R\n"), "{text}");
}

#[test]
fn json_is_one_object_for_each_heuristic() {
    let (reports, code) = json(&["audit", "tiles", "--size", "2x3", "--json"]);
    assert_eq!(code, Some(0));
    let named = |name: &str| reports.iter().find(|report| report["name"] == name).unwrap();
    for report in &reports {
        assert_eq!((&report["states"], &report["every"]), (&360.into(), &true.into()));
        assert_eq!(report["admissible"], report["claimed"], "{report}");
        let pairs = report["pairs"].as_array().unwrap();
        assert_eq!(pairs.iter().map(|pair| pair[2].as_u64().unwrap()).sum::<u64>(), 360);
    }
    assert_eq!(named("manhattan")["consistent"], true);
    let factor = |name: &str| named(name)["savings"]["factor"].as_f64().unwrap();
    assert_eq!(factor("zero"), 1.0);
    assert!(factor("manhattan") > factor("misplaced") && factor("misplaced") > 1.0);
}

#[test]
fn several_heuristics_make_a_table_and_a_database_is_found_inconsistent() {
    let names = ["zero", "manhattan", "pdb(4-4)"];
    let mut arguments = vec!["audit", "8-puzzle"];
    names.iter().for_each(|name| arguments.extend(["--heuristic", name]));
    let text = stdout(&goalward(&arguments));
    let row = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_string();
    assert!(row("heuristic").contains("admissible  consistent"), "{text}");
    assert!(row("manhattan").contains("yes         yes"), "{text}");
    assert!(row("pdb").contains("yes         NO"), "{text}");
    assert!(text.contains("pdb(4-4) is admissible. It is not consistent:"), "{text}");
}

#[test]
fn a_sample_can_refute_but_not_prove_and_repeats() {
    let sample = |seed: &str, name: &str| {
        let arguments = [
            "audit",
            "15-puzzle",
            "--samples",
            "100",
            "--seed",
            seed,
            "--json",
            "--heuristic",
            name,
        ];
        let (mut reports, code) = json(&arguments);
        assert_eq!(code, Some(0));
        let mut report = reports.remove(0);
        report["seconds"].take();
        report
    };
    let report = sample("1", "manhattan");
    assert_eq!((&report["every"], &report["admissible"]), (&false.into(), &Value::Null));
    assert_eq!(report, sample("1", "manhattan"));
    assert_ne!(report["pairs"], sample("2", "manhattan")["pairs"]);
    assert_eq!(sample("1", "misplaced-blank")["admissible"], false);
}

#[test]
fn every_domain_is_audited_or_says_why_not() {
    let (reports, code) = json(&["audit", "queens", "6", "--json"]);
    assert_eq!((code, &reports[0]["kind"]), (Some(0), &"landscape".into()));
    assert_eq!((&reports[0]["states"], &reports[0]["solutions"]), (&46_656.into(), &4.into()));
    let (reports, code) = json(&["audit", "connect4", "--samples", "5", "--json"]);
    assert_eq!((code, &reports[0]["kind"]), (Some(0), &"evaluator".into()));
    for domain in ["sudoku", "tictactoe", "coloring"] {
        let output = goalward(&["audit", domain]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(error.contains(&format!("{domain} has nothing to audit")), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
}

#[test]
fn limits_keep_what_was_found_and_wrong_names_are_refused() {
    let arguments =
        ["audit", "8-puzzle", "--heuristic", "misplaced-blank", "--nodes", "1000", "--json"];
    let (reports, code) = json(&arguments);
    assert_eq!((code, &reports[0]["stop"]), (Some(24), &"nodes".into()));
    assert_eq!(reports[0]["admissible"], false);
    assert!(!reports[0]["counterexample"]["way"].as_array().unwrap().is_empty());
    for (wrong, wanted) in [
        (vec!["--heuristic", "manhatan"], "did you mean `manhattan`?"),
        (vec!["--samples", "0"], "use a whole number from 1"),
        (vec!["--goal", "1 2 3"], "3 tiles, but a 3x3 board has 9"),
    ] {
        let output = goalward(&[vec!["audit", "8-puzzle"], wrong].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(wanted), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_star_with_the_wrong_heuristic_claims_nothing() {
    let arguments = ["solve", "8-puzzle", "--method", "astar(misplaced-blank)", "--json"];
    let (reports, code) = json(&arguments);
    assert_eq!((code, &reports[0]["optimal"]), (Some(0), &false.into()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_looked_at_so_far() {
    let child = Command::new(cargo_bin!("goalward"))
        .args(["audit", "tiles", "--size", "3x4", "--heuristic", "manhattan"])
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
    assert!(text.replace('\n', " ").contains("Stopped by request"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_while_the_savings_are_measured_is_an_interrupt_too() {
    // The sample is checked at once, but the savings of the first audit take many seconds.
    let child = Command::new(cargo_bin!("goalward"))
        .args(["audit", "tiles", "--size", "7x7", "--samples", "1", "--json"])
        .args(["--heuristic", "zero", "--heuristic", "misplaced"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(stdout(&output).lines().count(), 1);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "Interrupted: 1 of 2 audits are shown.\n");
}
