//! Counts that are stored in a folder, part by part.

use assert_cmd::Command;
use tempfile::TempDir;

fn count(arguments: &[&str], folder: &std::path::Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_goalward"));
    let output = command.arg("count").args(arguments).arg("--out").arg(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn counts(json: &str) -> (u64, u64, String) {
    let counted: serde_json::Value = serde_json::from_str(json).unwrap();
    let number = |name: &str| counted[name].as_u64().unwrap();
    (number("solutions"), number("distinct"), counted["verdict"].as_str().unwrap().into())
}

#[test]
fn shards_of_a_count_add_up_to_it() {
    let place = TempDir::new().unwrap();
    for shard in ["3/3", "1/3", "2/3"] {
        let (code, out, err) = count(&["queens", "10", "--shard", shard], place.path());
        assert_eq!(code, Some(0), "{out}{err}");
    }
    let (code, out, _) = count(&["queens", "10", "--json"], place.path());
    assert_eq!((code, counts(&out)), (Some(0), (724, 92, "solved".into())));
}

#[test]
fn a_planned_count_is_done_from_its_folder_alone() {
    let place = TempDir::new().unwrap();
    count(&["queens", "9", "--plan-only"], place.path());
    for shard in ["1/2", "2/2"] {
        let mut resume = Command::new(env!("CARGO_BIN_EXE_goalward"));
        resume.args(["compare", "--shard", shard, "--resume"]).arg(place.path());
        resume.assert().success();
    }
    let (code, out, _) = count(&["queens", "9", "--json"], place.path());
    assert_eq!((code, counts(&out)), (Some(0), (352, 46, "solved".into())));
}

#[test]
fn a_count_with_parts_missing_says_so() {
    let place = TempDir::new().unwrap();
    count(&["queens", "9", "--shard", "1/2"], place.path());
    let mut report = Command::new(env!("CARGO_BIN_EXE_goalward"));
    let output = report.arg("report").arg(place.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("so far: parts are missing"), "{text}");
}

#[test]
fn a_count_without_times_is_the_same_whenever_it_is_told() {
    let place = TempDir::new().unwrap();
    count(&["queens", "8"], place.path());
    let report = |arguments: &[&str]| {
        let mut report = Command::new(env!("CARGO_BIN_EXE_goalward"));
        report.arg("report").arg(place.path()).args(arguments);
        String::from_utf8(report.output().unwrap().stdout).unwrap()
    };
    assert!(report(&[]).contains("time") && report(&["--json"]).contains("\"seconds\":"));
    assert_eq!(
        report(&["--no-times"]),
        "   N           solutions        distinct\n   8                  92              12\n"
    );
    assert!(report(&["--no-times", "--json"]).ends_with("\"solutions\":92,\"distinct\":12}\n"));
}

#[test]
fn what_cannot_be_kept_in_parts_is_refused() {
    let place = TempDir::new().unwrap();
    for (arguments, piece) in [
        (&["queens", "4..8"][..], "one N"),
        (&["queens", "3"], "no solution"),
        (&["queens", "8", "--time", "1s"], "--time"),
    ] {
        let (code, out, err) = count(arguments, place.path());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains(piece), "{err}");
    }
}
