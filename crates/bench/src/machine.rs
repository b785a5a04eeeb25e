//! What the figures were taken on.

use std::process::Command;

use goalward_bench::pdb::cores;
use goalward_lab::numbers::bytes;

use crate::peers::{listed, root};

/// A line for each thing that figures depend on.
pub fn described(python: Option<&str>) -> Vec<String> {
    let mut lines = Vec::new();
    let model = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".into());
    lines.push(format!("Processor: {model}, {} cores for this run", cores()));
    if let Some(memory) = field("/proc/meminfo", "MemTotal") {
        let kibibytes: u64 = memory.trim_end_matches(" kB").parse().unwrap_or(0);
        lines.push(format!("Memory: {}", bytes(kibibytes * 1024)));
    }
    let system = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let system = system.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    lines.push(format!(
        "System: {}, {}",
        system.unwrap_or(std::env::consts::OS).trim_matches('"'),
        std::env::consts::ARCH
    ));
    if let Some(load) = std::fs::read_to_string("/proc/loadavg").ok().as_deref().and_then(first) {
        lines.push(format!("Load when the run began: {load}"));
    }
    lines.extend(said("rustc", &["--version"]).map(|rustc| format!("Compiler: {rustc}")));
    lines.extend(python.map(String::from));
    let commit = said("git", &["describe", "--always", "--dirty", "--exclude", "*"]);
    let commit = commit.map_or(String::new(), |commit| format!(", commit {commit}"));
    lines.push(format!("Goalward: {}{commit}", env!("CARGO_PKG_VERSION")));
    lines.extend(said("date", &["-u", "+%Y-%m-%d"]).map(|date| format!("Date: {date}")));
    lines
}

fn first(text: &str) -> Option<&str> {
    text.split_whitespace().next()
}

fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let said = listed(Command::new(program).args(arguments).current_dir(root())).ok()?;
    Some(said.trim().into())
}

/// The value of a field of one of the system's files.
fn field(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let (_, value) = text.lines().find(|line| line.starts_with(name))?.split_once(':')?;
    Some(value.trim().into())
}
