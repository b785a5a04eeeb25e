//! Tells the records of experiments which compiler made the program, and for which target.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let told = |name: &str| std::env::var(name).unwrap_or_default();
    let version = Command::new(told("RUSTC")).arg("--version").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok());
    let compiler = version.map_or("unknown".into(), |text| text.trim().to_string());
    println!("cargo::rustc-env=GOALWARD_COMPILER={compiler}, {}", told("PROFILE"));
    println!("cargo::rustc-env=GOALWARD_TARGET={}", told("TARGET"));
}
