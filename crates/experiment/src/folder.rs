//! An experiment on disk: what is planned, and a file for each cell that is done.
//!
//! ```text
//! DIR/manifest.json          the plan, and who made it
//! DIR/environment.json       the first process that ran cells, and its machine
//! DIR/files/a.map            the files that its instances were loaded from, where there are any
//! DIR/records/000/37.json    cell 37: written under DIR/partial, then renamed
//! ```
//!
//! A record appears whole or not at all, no matter which process is killed when. Any number of
//! processes may share the folder: two that run the same cell write the same record, except for
//! times, and the later one stays.
//!
//! A file for each record costs 80 µs and 4 kB, against 2 µs and 0.5 kB in a journal. In return no
//! process needs a lock or a rule for which record counts: each sees what the others have done by
//! looking for a name. Nothing is synced to disk: a kill loses nothing that was renamed, and what a
//! power cut leaves empty is found by its checksum and run again.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use goalward::Monitor;
use goalward_lab::{Conclusion, InputError};
use thiserror::Error;

use super::difference::difference;
use super::results::{Archive, Sums};
use super::seal::{fingerprint, seal, unseal};
use super::work::{Workers, work_with};
use super::{Environment, Isolation, Manifest, Record, Results, Shard, files};

/// The first process that ran cells, and its machine.
const ENVIRONMENT: &str = "environment.json";
/// Cells to a folder: file systems are slow with many files in one.
const TOGETHER: u64 = 1_000;
/// Partial files of processes that were killed are removed after this time.
const STALE: Duration = Duration::from_secs(3600);

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
    #[error("`{0}` holds no comparison: it has no manifest.json")]
    NoExperiment(PathBuf),
    /// It contains other files.
    #[error("`{0}` contains other files: use a new or an empty folder")]
    Occupied(PathBuf),
    /// The manifest cannot be read.
    #[error("`{path}` is damaged: {why}")]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Another program or another kind of machine began it.
    #[error(
        "`{path}` holds runs whose times are not comparable with those made here: {difference}; use another folder, or --mixed to keep both"
    )]
    OtherEnvironment {
        /// The folder.
        path: PathBuf,
        /// How they differ.
        difference: String,
    },
    /// A file that instances were loaded from has changed since the experiment began.
    #[error(
        "`{file}` has changed since the comparison in `{path}` began: use another folder, or --resume to continue with the original file"
    )]
    OtherFile {
        /// The folder.
        path: PathBuf,
        /// The file.
        file: String,
    },
    /// The folder holds another experiment.
    #[error("`{path}` holds another comparison: {difference}; use another folder")]
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// How they differ.
        difference: String,
    },
}

/// A file among the records that is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

/// The cells of a shard that are to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Their numbers, in the order they will be run.
    pub cells: Vec<u64>,
    /// Files where their records should be.
    pub damaged: Vec<Damage>,
    /// The cells of those files, in order.
    again: Vec<u64>,
}

/// The outcome of running cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// How many have a record now and had none.
    pub kept: u64,
    /// How many of them failed because of an error in the program.
    pub failed: u64,
}

/// An experiment's folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// What is to be done in it.
    pub manifest: Manifest,
    /// Whether it was there before.
    pub joined: bool,
    drawer: Drawer,
    /// In the names of partial files, so that no two processes use the same.
    process: u64,
}

/// Where the records of a folder are.
#[derive(Clone, Debug)]
pub(super) struct Drawer {
    records: PathBuf,
    /// How many cells are planned.
    cells: u64,
    /// A hash of the plan, in every record.
    plan: u64,
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
                publish(&file, manifest.to_json().as_bytes()).map_err(system("write", &file))?;
            }
        }
        let folder = Folder { joined, ..Folder::open(path)? };
        match difference(&folder.manifest.plan, &manifest.plan) {
            Some(difference) => Err(FolderError::OtherPlan { path: path.into(), difference }),
            None => {
                files::keep(&folder.manifest.plan, path)?;
                Ok(folder)
            }
        }
    }

    /// Loads what the instances refer to, in its state when the experiment began.
    pub fn load(&self) -> Result<(), InputError> {
        self.manifest.plan.load_from(&files::kept(&self.path))
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
        let manifest = Manifest::from_json(&bytes)
            .map_err(|why| FolderError::Manifest { path: file.clone(), why })?;
        let drawer = Drawer {
            records: path.join("records"),
            cells: manifest.plan.cells(),
            plan: fingerprint(&manifest.plan),
        };
        let process = RandomState::new().build_hasher().finish();
        Ok(Folder { path: path.into(), manifest, joined: true, drawer, process })
    }

    /// Makes sure that what this process adds is comparable with what is there: that the same
    /// program began it, on the same kind of machine.
    pub fn admit(&self) -> Result<(), FolderError> {
        let file = self.path.join(ENVIRONMENT);
        let here = Environment::here();
        let refused =
            |difference| Err(FolderError::OtherEnvironment { path: self.path.clone(), difference });
        if !file.exists() {
            // Another process may have begun in this moment.
            if self.count()? > 0 && !file.exists() {
                let version = &self.manifest.version;
                return refused(format!(
                    "goalward {version} began it, without recording the machine"
                ));
            }
            let text = serde_json::to_string_pretty(here).expect("only plain values") + "\n";
            publish(&file, text.as_bytes()).map_err(system("write", &file))?;
        }
        let bytes = fs::read(&file).map_err(system("read", &file))?;
        let there: Environment = serde_json::from_slice(&bytes)
            .map_err(|why| FolderError::Manifest { path: file.clone(), why: why.to_string() })?;
        there.difference(here).map_or(Ok(()), refused)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many cells have a record, good or bad, at a glance.
    pub fn count(&self) -> Result<u64, FolderError> {
        let mut count = 0;
        for group in entries(&self.drawer.records)? {
            count += entries(&group)?.len() as u64;
        }
        Ok(count)
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

    /// The cells of a shard that have no good record.
    pub fn missing(&self, shard: Shard) -> Result<Missing, FolderError> {
        let mut missing = Missing::default();
        for cell in shard.cells(self.manifest.plan.cells()) {
            let file = self.file(cell);
            match fs::read(&file) {
                Ok(bytes) => {
                    let Err(why) = self.unseal(&file, &bytes) else { continue };
                    missing.again.push(cell);
                    missing.damaged.push(Damage { path: file, why });
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(system("read", &file)(error)),
            }
            missing.cells.push(cell);
        }
        if self.joined && !missing.cells.is_empty() {
            // Another process may be at work here: begin elsewhere, so as to meet it late.
            let start = self.process % missing.cells.len() as u64;
            missing.cells.rotate_left(start as usize);
        }
        Ok(missing)
    }

    /// Runs what is missing, unless another process does it first, and calls `tick` after
    /// each cell.
    pub fn fill(
        &self,
        missing: &Missing,
        workers: &Workers,
        monitor: &Arc<Monitor>,
        tick: impl Fn() + Sync,
    ) -> Result<Filled, FolderError> {
        let Missing { cells, again, .. } = missing;
        let files = Some(files::kept(&self.path));
        let isolation = workers.isolation.clone();
        let isolation = isolation.map(|isolation| Isolation { files, ..isolation });
        let workers = &Workers { isolation, ..*workers };
        let is_needed = |cell| again.binary_search(&cell).is_ok() || !self.file(cell).exists();
        let (kept, failed) = (AtomicU64::new(0), AtomicU64::new(0));
        work_with(&self.manifest.plan, cells, workers, monitor, is_needed, |worker, record| {
            self.keep(worker, &record)?;
            kept.fetch_add(1, Relaxed);
            failed.fetch_add((record.verdict == Conclusion::Failed).into(), Relaxed);
            tick();
            Ok::<_, FolderError>(())
        })?;
        Ok(Filled { kept: kept.into_inner(), failed: failed.into_inner() })
    }

    /// Keeps a record; `worker` tells apart the threads of this process.
    fn keep(&self, worker: usize, record: &Record) -> Result<(), FolderError> {
        let partial = self.path.join("partial").join(format!("{:016x}-{worker}", self.process));
        let file = self.file(record.cell);
        let line = seal(self.drawer.plan, record);
        let write = || fs::write(&partial, &line).map_err(system("write", &partial));
        write()?;
        let renamed = match fs::rename(&partial, &file) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let parent = file.parent().expect("records have a folder");
                fs::create_dir_all(parent).map_err(system("make the folder", parent))?;
                // A process whose clock is wrong may have taken it for one left long ago.
                write()?;
                fs::rename(&partial, &file)
            }
            done => done,
        };
        renamed.map_err(system("write", &file))
    }

    /// What every valid record says, with the plan; and what is damaged.
    pub fn results(&self) -> Result<(Results, Vec<Damage>), FolderError> {
        let (mut sums, mut damaged) = (Sums::default(), Vec::new());
        for group in entries(&self.drawer.records)? {
            if !group.is_dir() {
                damaged.push(Damage { path: group, why: "it is not a folder of records".into() });
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
                    Ok(record) => sums.add(&record),
                    Err(why) => damaged.push(Damage { path: file, why }),
                }
            }
        }
        damaged.sort_by(|one, other| one.path.cmp(&other.path));
        let archive = Archive::Folder(self.drawer.clone());
        Ok((sums.results(self.manifest.clone(), archive), damaged))
    }

    fn file(&self, cell: u64) -> PathBuf {
        self.drawer.file(cell)
    }

    fn unseal(&self, file: &Path, bytes: &[u8]) -> Result<Record, String> {
        self.drawer.unseal(file, bytes)
    }
}

impl Drawer {
    fn file(&self, cell: u64) -> PathBuf {
        let group = format!("{:03}", cell / TOGETHER);
        self.records.join(group).join(format!("{cell}.json"))
    }

    fn unseal(&self, file: &Path, bytes: &[u8]) -> Result<Record, String> {
        let (plan, record) = unseal(bytes)?;
        if plan != self.plan || record.cell >= self.cells {
            return Err("it belongs to another experiment".into());
        }
        if self.file(record.cell) != file {
            return Err(format!("it is the record of cell {}", record.cell));
        }
        Ok(record)
    }

    /// Reads the record of a cell.
    pub fn record(&self, cell: u64) -> io::Result<Record> {
        let file = self.file(cell);
        let found =
            fs::read(&file).and_then(|bytes| self.unseal(&file, &bytes).map_err(io::Error::other));
        found.map_err(|error| {
            let why = format!("cannot read `{}`: {error}", file.display());
            io::Error::new(error.kind(), why)
        })
    }
}

/// Writes a file so that it appears whole, unless it is there already.
pub(super) fn publish(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let process = RandomState::new().build_hasher().finish();
    let partial = path.with_file_name(format!(".{process:016x}.partial"));
    let mut file = fs::File::create_new(&partial)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
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

/// What is in a folder, except hidden files; nothing if there is no folder.
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

pub(super) fn system(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |error| FolderError::System { what, path: path.into(), error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::sample as manifest;

    fn record(cell: u64) -> Record {
        manifest().plan.run(cell, &Default::default()).expect("nobody cancels it")
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/folder");
        let folder = Folder::join(&path, manifest()).unwrap();
        assert!(!folder.joined);
        folder.prepare().unwrap();
        let kept: Vec<Record> = [3, 0].map(record).into();
        for record in &kept {
            folder.keep(0, record).unwrap();
        }
        let again = Folder::join(&path, manifest()).unwrap();
        assert!(again.joined);
        let mut missing = again.missing(Shard::WHOLE).unwrap().cells;
        missing.sort_unstable();
        assert_eq!(missing, [1, 2, 4]);
        let (results, damaged) = again.results().unwrap();
        let found: Vec<Record> = results.records().map(Result::unwrap).collect();
        assert_eq!(found, [kept[1].clone(), kept[0].clone()]);
        assert_eq!((results.missing(), damaged.len()), (3, 0));
        assert_eq!(again.manifest, manifest());
    }

    /// Sets the time at which a file was last written.
    fn written(path: &Path, time: std::time::SystemTime) {
        fs::write(path, "half").unwrap();
        fs::File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn clocks_that_run_ahead_or_behind_lose_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::join(dir.path(), manifest()).unwrap();
        folder.prepare().unwrap();
        let now = std::time::SystemTime::now();
        let [past, ahead] = ["past", "ahead"].map(|name| dir.path().join("partial").join(name));
        written(&past, now - 2 * STALE);
        written(&ahead, now + 100 * STALE);
        folder.prepare().unwrap();
        assert!(!past.exists() && ahead.exists());
        // What a process with another clock takes away, records and all, is written again.
        folder.keep(0, &record(1)).unwrap();
        fs::remove_dir_all(dir.path().join("records")).unwrap();
        folder.keep(0, &record(1)).unwrap();
        assert_eq!(folder.results().unwrap().0.tallies.len(), 1);
    }

    #[test]
    fn cells_done_by_another_process_are_not_run_again() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::join(dir.path(), manifest()).unwrap();
        folder.prepare().unwrap();
        let missing = folder.missing(Shard::WHOLE).unwrap();
        folder.keep(0, &record(2)).unwrap();
        let filled = folder
            .fill(&missing, &Workers { jobs: 2, isolation: None }, &Default::default(), || ())
            .unwrap();
        assert_eq!(filled, Filled { kept: 4, failed: 0 });
        assert_eq!(folder.missing(Shard::WHOLE).unwrap(), Missing::default());
    }

    #[test]
    fn of_processes_that_begin_together_one_makes_the_plan() {
        let dir = tempfile::tempdir().unwrap();
        let join = |seed| {
            let mut manifest = manifest();
            manifest.plan.seed = seed;
            Folder::join(dir.path(), manifest).map(|folder| folder.manifest.plan.seed)
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|seed| scope.spawn(move || (seed, join(seed)))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winners: Vec<_> = results.iter().filter(|(_, result)| result.is_ok()).collect();
        assert_eq!(winners.len(), 1, "{results:?}");
        assert!(results.iter().all(|(seed, result)| match result {
            Ok(there) => there == seed,
            Err(error) => error.to_string().contains("seed is"),
        }));
    }
}
