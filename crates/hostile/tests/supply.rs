//! What the program and its tests are built from: permissive licences, from one registry.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The licences that `deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
    let (_, list) = text.split_once("allow = [").expect("a list of licences");
    let (list, _) = list.split_once(']').expect("its end");
    list.split('"').skip(1).step_by(2).map(String::from).collect()
}

/// Every package that is built for this machine.
fn packages() -> Vec<Value> {
    let host = Command::new("rustc").arg("-vV").output().unwrap();
    let host = String::from_utf8(host.stdout).unwrap();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_string();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(["metadata", "--format-version", "1", "--locked"]);
    let output = cargo.args(["--filter-platform", &host]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` leaves us a choice
/// that is allowed; `/` is an old way to write OR. An exception only ever allows more.
fn permits(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let good = either(&words, &mut at, allowed);
    assert_eq!(at, words.len(), "{expression} is not understood");
    good
}

fn either(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut good = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        good |= both(words, at, allowed);
    }
    good
}

fn both(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut good = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        good &= one(words, at, allowed);
    }
    good
}

fn one(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let word = words[*at];
    *at += 1;
    if word == "(" {
        let good = either(words, at, allowed);
        *at += 1;
        return good;
    }
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    allowed.contains(word)
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    let allowed: BTreeSet<String> = ["MIT", "Zlib"].map(String::from).into();
    for good in ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "(MIT OR X) AND Zlib", "MIT WITH E"] {
        assert!(permits(good, &allowed), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR X) AND Y", "AGPL-3.0"] {
        assert!(!permits(bad, &allowed), "{bad}");
    }
}

/// The one exception of `deny.toml`.
const TEST_ONLY: &str = "webdriver";

#[test]
fn the_exception_is_no_part_of_the_program() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(["tree", "--locked", "-p", "goalward-cli", "--prefix", "none"]);
    let output = cargo.args(["-e", "normal,build"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(tree.contains("goalward-page v") && !tree.contains(TEST_ONLY), "{tree}");
}

#[test]
fn every_licence_is_permissive_and_every_source_is_the_registry() {
    let allowed = allowed();
    assert!(allowed.contains("MIT") && !allowed.iter().any(|name| name.contains("GPL")));
    let packages = packages();
    assert!(packages.len() > 50, "{}", packages.len());
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str();
        let good = licence.is_some_and(|licence| permits(licence, &allowed));
        assert!(good || name == TEST_ONLY, "{name}: {licence:?}");
        let own = name.starts_with("goalward");
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        let source = package["source"].as_str();
        assert_eq!(source, (!own).then_some(registry), "{name}");
    }
}
