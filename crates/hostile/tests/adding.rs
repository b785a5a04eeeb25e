//! `CONTRIBUTING.md` says in how few places a method, a domain, a drawing or a format is added.
//! These tests fail when it is no longer true.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use goalward_experiment::export_formats;
use goalward_hostile::targets;
use goalward_lab::{Spec, domains, open};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// Every file below a folder whose name ends so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path, ending)),
            false if path.to_str().unwrap().ends_with(ending) => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

fn names() -> BTreeSet<String> {
    domains().map(|domain| domain.name.to_string()).collect()
}

/// What a program is made of: its text without comments, documentation and tests.
fn code(path: &Path) -> String {
    let text = read(path);
    let program = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = program.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_path_that_the_guide_names_is_there() {
    let guide = read(&root().join("CONTRIBUTING.md"));
    let named = guide.split('`').skip(1).step_by(2).filter(|word| word.starts_with("crates/"));
    let missing: Vec<&str> = named.filter(|path| !root().join(path).exists()).collect();
    assert_eq!(missing, [] as [&str; 0]);
}

#[test]
fn a_domain_is_its_file_in_domains_its_row_in_lab_and_a_target() {
    let folder = root().join("crates/lab/src/domains");
    let (own, parts): (Vec<_>, Vec<_>) =
        files(&folder, ".rs").into_iter().partition(|path| path.parent() == Some(&folder));
    let stem = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_string();
    let mut rows: BTreeSet<String> = own.iter().map(|path| stem(path)).collect();
    assert!(rows.remove("mod"));
    assert_eq!(rows, names());
    // A part of a row is in a folder of its domain.
    assert!(parts.iter().all(|part| names().contains(&stem(part.parent().unwrap()))), "{parts:?}");
    for name in names() {
        let home = root().join("crates/domains/src");
        let is_there = home.join(format!("{name}.rs")).exists() || home.join(&name).is_dir();
        assert!(is_there, "crates/domains/src has no {name}");
    }
    let attacked: BTreeSet<String> =
        targets().iter().map(|target| target.name.to_string()).collect();
    assert!(attacked.is_superset(&names()), "{attacked:?}");
}

#[test]
fn no_other_code_asks_for_a_domain_by_its_name() {
    let folders = ["crates/lab/src", "crates/experiment/src", "crates/page/src", "crates/cli/src"];
    for path in folders.iter().flat_map(|folder| files(&root().join(folder), ".rs")) {
        let shown = path.strip_prefix(root()).unwrap().to_str().unwrap().to_string();
        // Exercises are about domains.
        if shown.contains("lab/src/domains/") || shown.ends_with("exercises/table.rs") {
            continue;
        }
        let code = code(&path);
        for name in names() {
            let asks = [
                format!("\"{name}\" =>"),
                format!("== \"{name}\""),
                format!("!= \"{name}\""),
                format!("bare(\"{name}\")"),
                format!("domain: \"{name}\""),
            ];
            let asked = asks.iter().find(|asks| code.contains(asks.as_str()));
            assert_eq!(asked, None, "{shown}");
        }
    }
}

#[test]
fn every_drawing_is_found_by_its_name_and_no_other_script_names_one() {
    let assets = root().join("crates/page/assets");
    let mut kinds = BTreeSet::from(["text".to_string()]);
    for domain in domains() {
        let (_, instance) = open(&Spec::bare(domain.name), None, 1).unwrap();
        kinds.insert(instance.view().frame.kind.to_string());
    }
    for kind in &kinds {
        let drawing = read(&assets.join(format!("boards/{kind}.js")));
        let boards = ["export class Board", "export function Board"];
        assert!(boards.iter().any(|board| drawing.contains(board)), "{kind}");
    }
    for path in files(&assets, ".js") {
        let shown = path.strip_prefix(&assets).unwrap().to_str().unwrap().to_string();
        if shown.starts_with("boards/") || shown.starts_with("play/") {
            continue;
        }
        let script = read(&path);
        for kind in kinds.iter().filter(|kind| *kind != "text") {
            // A row whose value is a text gives a title, not a drawing.
            let is_row = |line: &str| {
                let row = line.trim_start().strip_prefix(&format!("{kind}: "));
                row.is_some_and(|value| !value.starts_with('"'))
            };
            let asked = script.contains(&format!("kind === \"{kind}\""));
            assert!(!asked && !script.lines().any(is_row), "{shown} names the drawing {kind}");
        }
    }
}

#[test]
fn a_method_has_one_row_and_the_row_has_everything() {
    let sources = files(&root().join("crates/lab/src"), ".rs");
    let code: String = sources.iter().map(|path| code(path)).collect();
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    for domain in domains() {
        let (_, instance) = open(&Spec::bare(domain.name), None, 1).unwrap();
        for method in instance.methods() {
            let name = method.about.name;
            let rows = code.matches(&format!("About {{ name: \"{name}\",")).count();
            assert_eq!(rows, 1, "{name}");
            assert!(!method.about.pseudocode.is_empty() && !method.about.does.is_empty(), "{name}");
        }
    }
}

#[test]
fn a_format_is_a_row_with_its_type() {
    let pages = files(&root().join("crates/page/src"), ".rs");
    let programs = files(&root().join("crates/cli/src"), ".rs");
    for format in export_formats() {
        assert!(format.mime.contains('/') && !format.doc.is_empty(), "{}", format.ending);
        // The one that `--json` prints is named.
        let elsewhere = pages.iter().chain(&programs).filter(|path| {
            let asks = format!("ending == \"{}\"", format.ending);
            let arm = format!("\"{}\" =>", format.ending);
            let code = code(path);
            code.contains(&asks) || code.contains(&arm)
        });
        assert_eq!(elsewhere.collect::<Vec<_>>(), [] as [&PathBuf; 0], "{}", format.ending);
    }
}

#[test]
fn events_are_named_once_in_the_lab_and_once_in_the_page() {
    let named = code(&root().join("crates/lab/src/trace.rs"));
    let assets = root().join("crates/page/assets");
    let events = read(&assets.join("models/events.js"));
    let words: BTreeSet<&str> = events
        .lines()
        .filter(|line| !line.starts_with("//") && !line.starts_with("/**"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .collect();
    assert!(words.len() > 10, "{words:?}");
    for word in &words {
        assert!(named.contains(&format!("\"{word}\"")), "no event is called {word}");
    }
    for path in files(&assets, ".js") {
        let script = read(&path);
        for word in &words {
            let asks = script.contains(&format!("event === \"{word}\""));
            assert!(!asks, "{path:?} names the event {word}");
        }
    }
}
