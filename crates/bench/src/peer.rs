//! The peers: a program of its own, built from a manifest outside the workspace.

use std::path::PathBuf;
use std::process::Command;

/// What a peer did.
pub struct Theirs {
    /// Its best processor seconds.
    pub seconds: f64,
    /// Nodes expanded or steps taken, where it tells.
    pub steps: u64,
    /// A cost, a sum of costs, or a count.
    pub answer: u64,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("peers")
}

/// Builds the peers.
///
/// # Panics
/// If that fails.
pub fn build() {
    let manifest = folder().join("Cargo.toml");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--quiet", "--manifest-path"])
        .arg(manifest)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the peers do not build");
}

/// Has a peer do one kind of work.
///
/// # Panics
/// If it does not say what it did.
pub fn run(work: &str) -> Theirs {
    let program = folder().join("target/release/goalward-peers");
    let output = Command::new(program).arg(work).output().expect("the peers are built");
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [seconds, steps, answer] = words[..] else { panic!("{work}: {text}") };
    Theirs {
        seconds: seconds.parse().expect("seconds"),
        steps: steps.parse().expect("steps"),
        answer: answer.parse().expect("an answer"),
    }
}
