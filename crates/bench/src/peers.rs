//! Who else does a kind of work: crates, in a separate program built from a manifest outside
//! the workspace, and Python packages, in their own environment.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::contest::Entrant;

/// The packages that `--python` measures. aima3 requires a networkx of 2016, which does not run
/// on this Python: the newer one comes after it.
const PACKAGES: &[&str] = &[
    "aima3",
    "simpleai",
    "python-constraint2",
    "easyAI",
    "ortools",
    "simanneal",
    "numpy",
    "networkx>=3",
];

/// A peer, and a kind of work that it does.
struct Peer {
    /// Its name in its program.
    name: String,
    /// The name for the table, with its version.
    who: String,
    work: String,
    program: Vec<PathBuf>,
}

/// All peers.
#[derive(Default)]
pub struct Peers {
    peers: Vec<Peer>,
    /// Those that could not be installed, and why.
    pub missing: Vec<String>,
    /// The Python that runs its peers.
    pub python: Option<String>,
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the whole project.
pub fn root() -> PathBuf {
    here().join("../..")
}

impl Peers {
    /// Builds the crates' program, and asks it what it can do.
    pub fn build() -> Result<Self> {
        let folder = here().join("peers");
        let target = root().join("target/peers");
        let built = Command::new(env!("CARGO"))
            .args(["build", "--release", "--locked", "--quiet", "--bin", "goalward-peers"])
            .arg("--manifest-path")
            .arg(folder.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            .status();
        ensure!(built.is_ok_and(|status| status.success()), "the peers do not build");
        let locked = std::fs::read_to_string(folder.join("Cargo.lock"))?;
        let program = target.join("release/goalward-peers");
        let mut peers = Peers::default();
        for line in listed(Command::new(&program).arg("--list"))?.lines() {
            let (name, work) = line.rsplit_once(' ').context("a peer and its work")?;
            peers.peers.push(Peer {
                name: name.into(),
                who: with_version(&locked, name),
                work: work.into(),
                program: vec![program.clone()],
            });
        }
        Ok(peers)
    }

    /// Installs the Python packages, and asks which can be used.
    pub fn add_python(&mut self) -> Result<()> {
        let folder = root().join("target/python");
        let python = folder.join("bin/python");
        if !python.exists() {
            let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).status();
            if !made.is_ok_and(|status| status.success()) {
                self.missing.push("every Python peer: `python3 -m venv` does not work".into());
                return Ok(());
            }
        }
        let wheel = here().join("../python").display().to_string();
        for package in PACKAGES.iter().copied().chain([wheel.as_str()]) {
            let ours = package == wheel;
            let name = if ours { "goalward" } else { package };
            eprintln!("installing {name} for Python");
            let mut pip = Command::new(&python);
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
            // The wheel may have changed under the same version.
            pip.args(ours.then_some("--force-reinstall")).arg(package);
            let installed = pip.stdout(Stdio::null()).status();
            if !installed.is_ok_and(|status| status.success()) {
                self.missing.push(format!("{name} (Python): pip does not install it"));
            }
        }
        self.python = Some(listed(Command::new(&python).arg("--version"))?.trim().into());
        let script = here().join("python/main.py");
        for line in listed(Command::new(&python).arg("-B").arg(&script).arg("--list"))?.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                [name, version, work] => self.peers.push(Peer {
                    name: name.into(),
                    who: format!("{name} {version} (Python)"),
                    work: work.into(),
                    program: vec![python.clone(), "-B".into(), script.clone()],
                }),
                _ => self.missing.push(line.into()),
            }
        }
        Ok(())
    }

    /// Those who do this work.
    pub fn entrants(&self, work: &str) -> Vec<Entrant> {
        let able = self.peers.iter().filter(|peer| peer.work == work);
        able.map(|peer| {
            let mut command = Command::new(&peer.program[0]);
            command.args(&peer.program[1..]).args([&peer.name, &peer.work]);
            Entrant { who: peer.who.clone(), command }
        })
        .collect()
    }
}

/// What a program prints.
pub fn listed(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{:?}", command.get_program()))?;
    ensure!(
        output.status.success(),
        "{:?} fails: {}",
        command.get_program(),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A crate with its version and, after a comma, how it is used.
fn with_version(locked: &str, name: &str) -> String {
    let (crate_name, how) = name.find(',').map_or((name, ""), |comma| name.split_at(comma));
    format!("{crate_name} {}{how}", locked_version(locked, crate_name).unwrap_or_default())
}

/// The version of a crate in a lock file.
fn locked_version(locked: &str, name: &str) -> Option<String> {
    let after = locked.split(&format!("name = \"{name}\"\nversion = \"")).nth(1)?;
    Some(after.split('"').next()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_the_lock() {
        let locked =
            "[[package]]\nname = \"a\"\nversion = \"1.2.0\"\n\n[[package]]\nname = \"b\"\n";
        assert_eq!(locked_version(locked, "a").as_deref(), Some("1.2.0"));
        assert_eq!(locked_version(locked, "b"), None);
        assert_eq!(with_version(locked, "a"), "a 1.2.0");
        assert_eq!(with_version(locked, "a, in turn"), "a 1.2.0, in turn");
    }
}
