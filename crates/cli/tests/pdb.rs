//! `goalward pdb`, and the folder that databases are kept in.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

fn goalward(cache: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(cargo_bin!("goalward"));
    let output: Output = command.args(arguments).env("GOALWARD_CACHE", cache).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).map(|entries| {
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
    });
    entries.unwrap_or_default()
}

#[test]
fn a_plan_builds_no_database_and_says_what_is_wrong_with_one() {
    let folder = tempfile::tempdir().unwrap();
    let (cache, out) = (folder.path().join("cache"), folder.path().join("plan"));
    let out = out.to_str().unwrap();
    let plan = |method: &str, more: &[&str]| {
        let plan = ["compare", "15-puzzle", "--methods", method, "--plan-only", "--out", out];
        goalward(&cache, &[&plan[..], more].concat())
    };
    let (code, _, error) = plan("idastar(pdb(6-6-3))", &["--memory", "1M"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("pdb(6-6-3) needs") && error.contains("allow more memory"), "{error}");
    let (code, _, error) = plan("idastar(pdb(6-6-4))", &[]);
    assert!(code == Some(2) && error.contains("pdb(6-6-4)"), "{error}");
    let (code, told, error) = plan("idastar(pdb(6-6-3))", &[]);
    assert_eq!((code, told.as_str()), (Some(0), "Planned: 100 cells.\n"), "{error}");
    assert_eq!(names(&cache), [] as [&str; 0]);
}

#[test]
fn databases_are_built_listed_verified_used_mended_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("deep/down");
    let (code, out, error) = goalward(&cache, &["pdb", "build", "15-puzzle", "6-5-4"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(out.contains("Built 3 in") && out.contains("too small to keep"), "{out}");
    let kept = names(&cache);
    assert_eq!(kept.len(), 1, "the one of six tiles: {kept:?}");
    let (_, out, _) = goalward(&cache, &["pdb", "list"]);
    assert!(out.contains(&kept[0]) && out.contains("4x4, 6 tiles: xx"), "{out}");
    let (code, out, _) = goalward(&cache, &["pdb", "verify", "--all"]);
    assert!(code == Some(0) && out.contains("valid; 20,000 entries recomputed"), "{out}");

    // Another goal that a turn of the board makes the same, from the file.
    let path = cache.join(&kept[0]);
    let written = std::fs::metadata(&path).unwrap().modified().unwrap();
    let solve = ["solve", "15-puzzle", "--walk", "30", "--goal", "blank-last"];
    let solve = [&solve[..], &["--method", "idastar(pdb(6-5-4))"]].concat();
    let (code, out, _) = goalward(&cache, &solve);
    assert!(code == Some(0) && out.contains("which is optimal"), "{out}");
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), written);

    // A damaged file is detected, reported and rebuilt.
    let good = std::fs::read(&path).unwrap();
    let mut bad = good.clone();
    bad[4_000_000] ^= 4;
    std::fs::write(&path, &bad).unwrap();
    let (code, out, error) = goalward(&cache, &["pdb", "verify", &kept[0]]);
    assert_eq!(code, Some(2));
    assert!(out.contains("INVALID: damaged: the checksum is wrong"), "{out}");
    assert_eq!(error, "error: 1 database is invalid; it will be rebuilt when next used\n");
    let (code, out, _) = goalward(&cache, &solve);
    // Long lines are wrapped.
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        code == Some(0) && words.contains("cannot be used and will be rebuilt: damaged"),
        "{out}"
    );
    assert!(std::fs::read(&path).unwrap() == good, "the same bytes as before");

    let (code, _, error) = goalward(&cache, &["pdb", "remove", "tiles-4x4"]);
    assert!(code == Some(2) && error.contains("there is no database `tiles-4x4`"), "{error}");
    let (code, out, _) = goalward(&cache, &["pdb", "remove", &kept[0]]);
    assert!(code == Some(0) && out.contains("removed"), "{out}");
    assert!(names(&cache).is_empty());
    for command in [&["pdb", "list"][..], &["pdb", "verify", "--all"], &["pdb", "remove", "--all"]]
    {
        let (code, out, _) = goalward(&cache, command);
        assert!(code == Some(0) && out.contains("no databases"), "{command:?}: {out}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_a_warning_to_a_search_and_an_error_of_a_build() {
    let nowhere = Path::new("/dev/null/nowhere");
    let (code, out, error) = goalward(nowhere, &["pdb", "build", "15-puzzle", "6-5-4"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(
        error.contains("Warning:") && error.contains("so the database was not kept"),
        "{error}"
    );
    assert!(error.contains("\nerror: 1 database could not be kept"), "{error}");
    assert!(out.contains("Built 3 in") && out.contains("  not kept\n"), "{out}");
    let solve = ["solve", "15-puzzle", "--walk", "9", "--method", "idastar(pdb(6-5-4))"];
    let (code, out, _) = goalward(nowhere, &solve);
    assert!(code == Some(0) && out.contains("Warning:"), "{out}");
}

#[test]
fn bad_requests_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, told) in [
        (&["build", "queens", "7-8"][..], "queens has no pattern databases: choose from tiles"),
        (&["build", "15-puzzle", "7-7"], "7-7 makes 14 tiles, but a 4x4 board has 15"),
        (&["build", "15-puzzle", "15"], "a pattern of 15 tiles is not allowed"),
        (&["build", "24-puzzle", "8-8-8", "--memory", "1G"], "more than the 1.0 GB"),
        (&["build", "15-puzzle", "7-8", "--jobs", "0"], "--jobs"),
        (&["build", "15-puzzle", "7-8", "--goal", "1 2 3"], "3 tiles, but a 4x4 board has 16"),
        (&["verify", "no-such.pdb"], "there is no database `no-such.pdb`"),
        (&["verify"], "NAMES"),
        (&["biuld"], "did you mean `build`?"),
    ] {
        let arguments = [&["pdb"], arguments].concat();
        let (code, out, error) = goalward(folder.path(), &arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}: {error}");
        assert!(error.contains(told) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = Command::new(cargo_bin!("goalward"))
        .args(["pdb", "build", "24-puzzle", "6-6-6-6"])
        .env("GOALWARD_CACHE", folder.path())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = Command::new("kill").args(["-INT", &build.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(build.wait().unwrap().code(), Some(130));
    assert!(names(folder.path()).is_empty());
}
