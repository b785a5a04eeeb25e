//! Experiments and counts on a real Slurm. `scripts/test` installs one and runs these.

#[path = "slurm/cluster.rs"]
mod cluster;

use std::fs;
use std::path::Path;
use std::process::Command;

use cluster::Cluster;
use tempfile::TempDir;

/// 200 cells, each at work until its limit or nearly so: about 20 seconds together.
const PLAN: [&str; 9] = [
    "compare",
    "15-puzzle",
    "--runs",
    "100",
    "--methods",
    "idastar(misplaced), idastar(manhattan)",
    "--nodes",
    "5M",
    "--no-times",
];

fn goalward() -> &'static str {
    env!("CARGO_BIN_EXE_goalward")
}

/// What a command prints on standard output, which must succeed.
fn said(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), &output.stderr);
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(err));
    out.into_owned()
}

fn report(folder: &Path) -> String {
    said(Command::new(goalward()).arg("report").arg(folder).arg("--no-times"))
}

#[test]
#[ignore = "needs Slurm; scripts/test runs it"]
fn a_comparison_on_slurm_survives_a_lost_node_and_equals_the_local_one() {
    let mut cluster = Cluster::start();
    let place = TempDir::new().unwrap();
    let (local, remote) = (place.path().join("local"), place.path().join("remote"));
    said(Command::new(goalward()).args(PLAN).arg("--out").arg(&local));

    let mut submit = cluster.command(goalward());
    submit.args(PLAN).arg("--out").arg(&remote).args(["--slurm", "cells-per-task=25"]);
    said(&mut submit);
    let records = || fs::read_dir(remote.join("records/000")).map_or(0, Iterator::count);
    let both = || cluster.running() == 2 && cluster.is_at_work(0) && cluster.is_at_work(1);
    cluster.wait("both nodes to work", || both() && records() >= 10);
    cluster.kill_node(1);
    cluster.wait("the node to be missed", || cluster.node_states()[1].starts_with("down"));
    assert!(report(&remote).contains("Not finished"), "it was done before the node was killed");
    cluster.wait_for_the_queue();
    assert_eq!(report(&remote), report(&local), "{}{}", printed(&remote), cluster.logs());
}

/// What the tasks of a job printed.
fn printed(folder: &Path) -> String {
    let files = fs::read_dir(folder.join("slurm")).into_iter().flatten().flatten();
    let text = |file: fs::DirEntry| fs::read_to_string(file.path()).unwrap_or_default();
    files.map(|file| format!("{}:\n{}\n", file.path().display(), text(file))).collect()
}

#[test]
#[ignore = "needs Slurm; scripts/test runs it"]
fn waiting_shows_the_table_and_what_slurm_refuses_is_said() {
    let cluster = Cluster::start();
    let place = TempDir::new().unwrap();
    let plan = ["compare", "8-puzzle", "--walk", "20", "--runs", "20", "--no-times"];
    let local = said(Command::new(goalward()).args(plan));
    let mut remote = cluster.command(goalward());
    remote.args(plan).arg("--out").arg(place.path().join("a")).args(["--slurm", "--wait"]);
    assert_eq!(said(&mut remote), local);

    let mut wrong = cluster.command(goalward());
    wrong.args(plan).arg("--out").arg(place.path().join("b"));
    let output = wrong.args(["--slurm", "partition=none"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("sbatch refused"));
}

#[test]
#[ignore = "needs Slurm; scripts/test runs it"]
fn a_count_on_slurm_adds_up() {
    let cluster = Cluster::start();
    let place = TempDir::new().unwrap();
    let mut count = cluster.command(goalward());
    // With the size of a task given, nothing is counted before the job is submitted.
    let settings = ["--slurm", "cells-per-task=300", "--wait"];
    count.args(["count", "queens", "13", "--json", "--out"]).arg(place.path()).args(settings);
    let counted: serde_json::Value = serde_json::from_str(&said(&mut count)).unwrap();
    assert_eq!((&counted["solutions"], &counted["distinct"]), (&73_712.into(), &9_233.into()));
    assert_eq!(counted["verdict"], "solved");
}
