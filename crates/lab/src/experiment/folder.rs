//! An experiment on disk: what is planned, and a file for each cell that is done.
//!
//! ```text
//! DIR/manifest.json          the plan, and who made it
//! DIR/records/000/37.json    cell 37: written under DIR/partial, then renamed
//! ```
//!
//! A record appears whole or not at all, whoever is killed when. Any number of processes
//! may share the folder: two that run the same cell write the same record, the time
//! aside, and the later one stays.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use super::difference::difference;
use super::{Plan, Record, Results};
use crate::registry::InputError;

/// What this program writes and reads.
const FORMAT: u32 = 1;
/// Cells to a folder: file systems are slow with many files in one.
const TOGETHER: u64 = 1_000;
/// Partial files of processes that were killed are removed after so long.
const STALE: Duration = Duration::from_secs(3600);

/// What was planned, by whom, on what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the folder's layout.
    pub format: u32,
    /// The program's version.
    pub version: String,
    /// The command that repeats it.
    pub command: String,
    /// The machine it was planned on, in words.
    pub machine: String,
    /// What is to be done.
    pub plan: Plan,
}

impl Manifest {
    /// For a plan made by this program on this machine.
    pub fn new(plan: Plan, command: String) -> Self {
        let version = env!("CARGO_PKG_VERSION").into();
        Manifest { format: FORMAT, version, command, machine: machine(), plan }
    }

    /// The manifest and what is done of it.
    pub fn results(self, records: Vec<Record>) -> Results {
        let Manifest { version, command, machine, plan, .. } = self;
        Results { plan, records, version, command, machine }
    }
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The system refuses.
    #[error("cannot {what} `{path}`: {error}")]
    System {
        /// What was tried.
        what: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// There is no manifest.
    #[error(
        "`{0}` is no experiment: it has no manifest.json; `goalward compare … --out DIR` makes one"
    )]
    NoExperiment(PathBuf),
    /// There are other things.
    #[error("`{0}` has files in it that are no experiment's: give a new or an empty folder")]
    Occupied(PathBuf),
    /// The manifest says nothing.
    #[error("`{path}` is damaged: {why}")]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The folder holds another experiment.
    #[error("`{path}` holds another experiment: {difference}; give another folder")]
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// In what they differ.
        difference: String,
    },
    /// The plan in the manifest cannot be run.
    #[error(transparent)]
    Plan(#[from] InputError),
}

/// A file among the records that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

/// An experiment's folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// What is to be done in it.
    pub manifest: Manifest,
    /// Whether it was there before.
    pub joined: bool,
    /// A hash of the plan, in every record.
    plan: u64,
    /// In the names of partial files, so that no two processes use the same.
    process: u64,
}

impl Folder {
    /// Makes the folder for an experiment, or joins it if it is there.
    pub fn join(path: &Path, manifest: Manifest) -> Result<Self, FolderError> {
        fs::create_dir_all(path).map_err(system("make the folder", path))?;
        let file = path.join("manifest.json");
        let joined = file.exists();
        if !joined {
            let mut entries = fs::read_dir(path).map_err(system("read", path))?;
            let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
            if entries.any(|entry| entry.is_ok_and(|entry| !hidden(&entry.file_name()))) {
                // Another process may have made it in this moment.
                if !file.exists() {
                    return Err(FolderError::Occupied(path.into()));
                }
            } else {
                publish(&file, &pretty(&manifest)).map_err(system("write", &file))?;
            }
        }
        let folder = Folder { joined, ..Folder::open(path)? };
        let there = &folder.manifest;
        let version = |version: &str| format!("it was begun by goalward {version}");
        let other = match difference(&there.plan, &manifest.plan) {
            None if there.version != manifest.version => {
                Some(format!("{}, this is {}", version(&there.version), manifest.version))
            }
            other => other,
        };
        match other {
            Some(difference) => Err(FolderError::OtherPlan { path: path.into(), difference }),
            None => Ok(folder),
        }
    }

    /// Opens the folder of an experiment.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let file = path.join("manifest.json");
        let bytes = fs::read(&file).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                FolderError::NoExperiment(path.into())
            }
            _ => system("read", &file)(error),
        })?;
        let manifest = read_manifest(&bytes)
            .map_err(|why| FolderError::Manifest { path: file.clone(), why })?;
        let plan = fingerprint(&manifest.plan);
        let process = RandomState::new().build_hasher().finish();
        Ok(Folder { path: path.into(), manifest, joined: true, plan, process })
    }

    /// Makes sure that records can be written, and clears away what processes killed
    /// long ago have left half written.
    pub fn prepare(&self) -> Result<(), FolderError> {
        let partial = self.path.join("partial");
        fs::create_dir_all(&partial).map_err(system("make the folder", &partial))?;
        let probe = partial.join(format!("{:016x}-probe", self.process));
        fs::write(&probe, "can this be written?\n").map_err(system("write in", &partial))?;
        fs::remove_file(&probe).map_err(system("write in", &partial))?;
        for entry in fs::read_dir(&partial).map_err(system("read", &partial))?.flatten() {
            let age = entry.metadata().and_then(|data| data.modified()).map(|time| time.elapsed());
            if age.is_ok_and(|age| age.is_ok_and(|age| age > STALE)) {
                // If another process removes it first, so much the better.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// Whether the cell has a record, good or bad.
    pub fn has(&self, cell: u64) -> bool {
        self.file(cell).exists()
    }

    /// Keeps a record; `worker` tells apart the threads of this process.
    pub fn keep(&self, worker: usize, record: &Record) -> Result<(), FolderError> {
        let partial = self.path.join("partial").join(format!("{:016x}-{worker}", self.process));
        let file = self.file(record.cell);
        let line = seal(self.plan, record);
        fs::write(&partial, line).map_err(system("write", &partial))?;
        let renamed = match fs::rename(&partial, &file) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let parent = file.parent().expect("records have a folder");
                fs::create_dir_all(parent).map_err(system("make the folder", parent))?;
                fs::rename(&partial, &file)
            }
            done => done,
        };
        renamed.map_err(system("write", &file))
    }

    /// Hands every good record to `visit`, in no order, and returns what is bad.
    pub fn each(&self, mut visit: impl FnMut(Record)) -> Result<Vec<Damage>, FolderError> {
        let records = self.path.join("records");
        let mut damaged = Vec::new();
        for group in entries(&records)? {
            if !group.is_dir() {
                damaged.push(Damage { path: group, why: "it is no folder of records".into() });
                continue;
            }
            for file in entries(&group)? {
                let bytes = match fs::read(&file) {
                    Ok(bytes) => bytes,
                    // Replaced or removed since it was listed.
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    Err(error) => return Err(system("read", &file)(error)),
                };
                match self.unseal(&file, &bytes) {
                    Ok(record) => visit(record),
                    Err(why) => damaged.push(Damage { path: file, why }),
                }
            }
        }
        damaged.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(damaged)
    }

    /// Every good record, by cell, beside the plan; and what is bad.
    pub fn results(&self) -> Result<(Results, Vec<Damage>), FolderError> {
        let mut records = Vec::new();
        let damaged = self.each(|record| records.push(record))?;
        records.sort_unstable_by_key(|record| record.cell);
        Ok((self.manifest.clone().results(records), damaged))
    }

    fn file(&self, cell: u64) -> PathBuf {
        let group = format!("{:03}", cell / TOGETHER);
        self.path.join("records").join(group).join(format!("{cell}.json"))
    }

    fn unseal(&self, file: &Path, bytes: &[u8]) -> Result<Record, String> {
        let (plan, record) = unseal(bytes)?;
        if plan != self.plan || record.cell >= self.manifest.plan.cells() {
            return Err("it belongs to another experiment".into());
        }
        if self.file(record.cell) != file {
            return Err(format!("it is the record of cell {}", record.cell));
        }
        Ok(record)
    }
}

/// What a record's file holds: a line of JSON with the hash of the plan, and that of
/// the record's text.
#[derive(Deserialize)]
struct Sealed<'a> {
    plan: &'a str,
    sum: &'a str,
    #[serde(borrow)]
    record: &'a RawValue,
}

fn seal(plan: u64, record: &Record) -> String {
    let text = serde_json::to_string(record).expect("a record holds only plain values");
    let sum = hash(text.as_bytes());
    format!("{{\"plan\":\"{plan:016x}\",\"sum\":\"{sum:016x}\",\"record\":{text}}}\n")
}

fn unseal(bytes: &[u8]) -> Result<(u64, Record), String> {
    let sealed: Sealed<'_> = serde_json::from_slice(bytes).map_err(|error| {
        if bytes.is_empty() {
            "it is empty".to_string()
        } else {
            format!("it is cut short or no record ({error})")
        }
    })?;
    let number = |text| u64::from_str_radix(text, 16).map_err(|_| "it is no record".to_string());
    let (plan, sum) = (number(sealed.plan)?, number(sealed.sum)?);
    if hash(sealed.record.get().as_bytes()) != sum {
        return Err("its text does not match its checksum".into());
    }
    let record = serde_json::from_str(sealed.record.get());
    Ok((plan, record.map_err(|error| format!("it is no record ({error})"))?))
}

fn read_manifest(bytes: &[u8]) -> Result<Manifest, String> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let format: Format = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if format.format != FORMAT {
        let format = format.format;
        return Err(format!("its format is {format}, and this program reads format {FORMAT}"));
    }
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}

fn pretty(manifest: &Manifest) -> String {
    let text = serde_json::to_string_pretty(manifest).expect("a manifest holds only plain values");
    text + "\n"
}

/// Writes a file so that it appears whole, unless it is there already.
fn publish(path: &Path, text: &str) -> io::Result<()> {
    let process = RandomState::new().build_hasher().finish();
    let partial = path.with_file_name(format!(".{process:016x}.partial"));
    let mut file = fs::File::create_new(&partial)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    let linked = written.and_then(|()| match fs::hard_link(&partial, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        // Not every file system has links; a rename may lose a race, but never a file.
        Err(_) => fs::rename(&partial, path),
        Ok(()) => Ok(()),
    });
    match fs::remove_file(&partial) {
        Err(error) if error.kind() != ErrorKind::NotFound => linked.and(Err(error)),
        _ => linked,
    }
}

/// What is in a folder, hidden files aside; nothing if there is none.
fn entries(path: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let listing = match fs::read_dir(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        listing => listing.map_err(system("read", path))?,
    };
    let mut found = Vec::new();
    for entry in listing {
        let entry = entry.map_err(system("read", path))?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            found.push(entry.path());
        }
    }
    Ok(found)
}

fn system(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |error| FolderError::System { what, path: path.into(), error }
}

fn fingerprint(plan: &Plan) -> u64 {
    hash(serde_json::to_string(plan).expect("a plan holds only plain values").as_bytes())
}

/// FNV-1a (Fowler, Noll and Vo): finds what was cut or changed by accident.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// This machine in words.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let cores = if cores == 1 { "1 core".into() } else { format!("{cores} cores") };
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(format!(", {}", line.split_once(':')?.1.trim()))
    });
    let (system, kind) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{system} {kind}, {cores}{}", processor.unwrap_or_default())
}
