//! Tells the program which commit it was built from. This is done here and not in
//! `goalward-experiment`, which would then be recompiled after every commit.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=GOALWARD_COMMIT={}", commit().unwrap_or_default());
}

/// The commit that is built, if it is known: for a package, the one it was packed from; for a
/// checkout, the one checked out. Development builds do not ask, so that a commit does not trigger
/// a rebuild.
fn commit() -> Option<String> {
    if let Ok(packed) = std::fs::read_to_string(".cargo_vcs_info.json") {
        let (_, after) = packed.split_once("\"sha1\": \"")?;
        return Some(after.chars().take_while(char::is_ascii_hexdigit).collect());
    }
    if std::env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let files = answer("git", &["rev-parse", "--git-path", "HEAD", "--git-path", "index"])?;
    for file in files.lines().filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    let commit = answer("git", &["rev-parse", "HEAD"])?;
    let changed = answer("git", &["status", "--porcelain", "--untracked-files=no", "."])?;
    let and_changes = if changed.is_empty() { "" } else { ", changed" };
    Some(format!("{commit}{and_changes}"))
}

fn answer(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
