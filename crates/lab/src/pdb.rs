//! Pattern databases for sliding tiles: built once, kept in the user's cache folder.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use goalward::{Limits, Stop};
use goalward_domains::tiles::pdb::FileError;
pub use goalward_domains::tiles::pdb::{Mismatch, Pattern};
use goalward_domains::tiles::{Additive, Database, Layout, Partition};
use serde_json::{Map, Value};

use crate::domains::tiles;
use crate::machine::cores;
use crate::numbers::{bytes as in_bytes, grouped};
use crate::path::{Prepared, Unready};
use crate::registry::{InputError, Preparation, find_domain};
use crate::settings::{Param, Settings};
use crate::spec::Spec;
use crate::suggest::listed;

/// Databases with fewer entries are built faster than they could be looked up in a folder.
const WORTH_KEEPING: u64 = 4_000_000;

/// What can be set in the heuristic.
pub(crate) fn params() -> Vec<Param> {
    vec![Param::text(
        "partition",
        "Sizes such as 7-8, or tiles such as 1 2 3/4 5 6 7 8; by default a quick one",
    )]
}

/// What is wrong with the spec of a heuristic, if anything; no database is built or read.
pub(crate) fn check(goal: &Layout, spec: &Spec, limits: &Limits) -> Result<(), InputError> {
    Cache::of_user().check(goal, &partition_of(goal, spec)?, limits)
}

/// What it takes to have the databases of a heuristic.
pub(crate) fn preparation(goal: &Layout, spec: &Spec) -> Preparation {
    let Ok(partition) = partition_of(goal, spec) else { return Preparation::default() };
    let mut bytes = 0;
    let mut held = 0;
    for pattern in Additive::patterns(goal, &partition) {
        bytes = bytes.max(held + Database::building_bytes(&pattern));
        held += pattern.entries();
    }
    Preparation { bytes, told: Cache::of_user().announcement(goal, &partition, cores()) }
}

/// About how many entries a thread computes per second.
const ENTRIES_A_SECOND: f64 = 2e7;

fn partition_of(goal: &Layout, spec: &Spec) -> Result<Partition, InputError> {
    let text = spec.arguments.first().map(|argument| argument.value.as_str());
    partition(text, goal)
}

/// The databases that the spec of a heuristic needs, and what it took to have them.
pub(crate) fn prepare(
    goal: &Layout,
    spec: &Spec,
    limits: &Limits,
) -> Result<(Additive, Prepared), Unready> {
    let partition = partition_of(goal, spec).map_err(Unready::Input)?;
    let began = Instant::now();
    let had = Cache::of_user().databases(goal, &partition, cores(), limits)?;
    let mut facts = Map::new();
    facts.insert("partition".into(), partition.to_string().into());
    facts.insert("partition_tiles".into(), tiles_of(&partition).into());
    facts.insert("database_bytes".into(), had.additive.bytes().into());
    let (seconds, bytes, mut notes) =
        (began.elapsed().as_secs_f64(), had.additive.bytes(), had.notes);
    if had.built > 0 {
        facts.insert("database_seconds".into(), Value::from(seconds));
        if bytes >= WORTH_KEEPING {
            let size = in_bytes(bytes);
            notes.push(format!("The pattern databases, {size}, were built in {seconds:.1} s."));
        }
    }
    let setup = Some(Duration::from_secs_f64(had.seconds));
    let prepared = Prepared { seconds, setup, bytes, notes, facts, h_start: None };
    Ok((had.additive, prepared))
}

/// The tiles of each pattern, such as `1 2 3/4 5 6 7 8`.
fn tiles_of(partition: &Partition) -> String {
    let pattern = |tiles: &Vec<u8>| tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    partition.patterns().iter().map(pattern).collect::<Vec<_>>().join("/")
}

/// The partition that a text stands for, or the usual one.
pub fn partition(text: Option<&str>, goal: &Layout) -> Result<Partition, InputError> {
    match text {
        Some(text) => Partition::parse(text, goal)
            .map_err(|error| InputError(format!("pdb({text}): {error}"))),
        None => Ok(Partition::usual(goal)),
    }
}

/// The goal of the puzzle that the spec of a domain names.
pub fn goal(spec: &Spec) -> Result<Layout, InputError> {
    let (domain, spec) = find_domain(spec)?;
    if domain.name != tiles::DOMAIN.name {
        return Err(InputError(format!(
            "{} has no pattern databases: choose from {}",
            domain.name,
            listed(tiles::DOMAIN.names())
        )));
    }
    let settings = Settings::new(&spec, &(domain.params)()).map_err(InputError::new)?;
    let goal = tiles::goal_of(&settings)?;
    let size = goal.size();
    if !size.is_packable() {
        return Err(InputError(format!(
            "a {size} board has no pattern databases: they are for boards from 2x2 to 5x5"
        )));
    }
    Ok(goal)
}

/// A folder of databases.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// The databases of a partition, and what it took to have them.
#[derive(Debug)]
pub struct Had {
    /// The databases.
    pub additive: Additive,
    /// How many had to be built.
    pub built: usize,
    /// The seconds it took to build or to read them, now or before in this process.
    pub seconds: f64,
    /// Notes for people, one line each.
    pub notes: Vec<String>,
}

/// A file of the cache.
#[derive(Debug)]
pub struct Kept {
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// Its pattern according to its header; or what is wrong with the header.
    pub pattern: Result<Pattern, String>,
}

impl Cache {
    /// The user's: the folder that `GOALWARD_CACHE` names, or `goalward` in the system's place for
    /// caches.
    pub fn of_user() -> Self {
        let variable = |name: &str| {
            std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
        };
        let home = |below: &str| variable("HOME").map(|home| home.join(below));
        let place = || {
            if cfg!(windows) {
                variable("LOCALAPPDATA")
            } else if cfg!(target_os = "macos") {
                home("Library/Caches")
            } else {
                // The standard says to ignore relative paths.
                let named = variable("XDG_CACHE_HOME").filter(|path| path.is_absolute());
                named.or_else(|| home(".cache"))
            }
        };
        let folder = || place().map(|place| place.join("goalward"));
        Cache { folder: variable("GOALWARD_CACHE").or_else(folder) }
    }

    /// In this folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Cache { folder: Some(folder.into()) }
    }

    /// The folder, if the system has a place for one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Whether the databases for a partition, and what it takes to build those that are not there,
    /// are within the memory limit. Nothing is built or read.
    pub fn check(
        &self,
        goal: &Layout,
        partition: &Partition,
        limits: &Limits,
    ) -> Result<(), InputError> {
        let patterns = Additive::patterns(goal, partition);
        fits(partition, patterns.iter().map(Pattern::entries).sum(), limits)?;
        let mut held = 0;
        for pattern in &patterns {
            let at_hand = at_hand(pattern);
            let is_there = at_hand.lock().unwrap_or_else(PoisonError::into_inner).is_some()
                || self.file(pattern).is_some_and(|path| path.exists());
            if !is_there {
                fits(partition, held + Database::building_bytes(pattern), limits)?;
            }
            held += pattern.entries();
        }
        Ok(())
    }

    /// What building the databases of a partition will take, in a sentence; nothing if it takes
    /// less than a second.
    pub fn announcement(
        &self,
        goal: &Layout,
        partition: &Partition,
        threads: usize,
    ) -> Option<String> {
        let (mut entries, mut bytes, mut held) = (0, 0, 0);
        for pattern in Additive::patterns(goal, partition) {
            let at_hand = at_hand(&pattern);
            let is_at_hand = at_hand.lock().unwrap_or_else(PoisonError::into_inner).is_some();
            if !is_at_hand && self.file(&pattern).is_some_and(|path| !path.exists()) {
                entries += pattern.entries();
                bytes = bytes.max(held + Database::building_bytes(&pattern));
            }
            held += pattern.entries();
        }
        let folder = self.folder()?.display();
        let seconds = entries as f64 / (ENTRIES_A_SECOND * threads.max(1) as f64);
        (seconds >= 1.0).then(|| {
            format!(
                "Building the pattern databases {partition} first: {} to keep in {folder}, {} of \
                 memory while they are built, about {seconds:.0} s on {threads} threads.",
                in_bytes(entries),
                in_bytes(bytes)
            )
        })
    }

    /// The databases for a partition of a goal's tiles: from memory, from a file, or built on some
    /// threads and kept. An invalid file is rebuilt.
    pub fn databases(
        &self,
        goal: &Layout,
        partition: &Partition,
        threads: usize,
        limits: &Limits,
    ) -> Result<Had, Unready> {
        let patterns = Additive::patterns(goal, partition);
        let (mut notes, mut databases) = (Vec::new(), Vec::new());
        let began = Instant::now();
        let total: u64 = patterns.iter().map(Pattern::entries).sum();
        fits(partition, total, limits).map_err(Unready::Input)?;
        let (mut built, mut held, mut seconds) = (0, 0, 0.0);
        for pattern in &patterns {
            let slot = at_hand(pattern);
            // Whoever comes second waits for the first, and then has it too.
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let clock = Instant::now();
            let had = slot.clone().or_else(|| {
                let database = self.read(pattern, &mut notes)?;
                Some((database, clock.elapsed().as_secs_f64()))
            });
            let (database, took) = match had {
                Some(had) => had,
                None => {
                    let bytes = held + Database::building_bytes(pattern);
                    fits(partition, bytes, limits).map_err(Unready::Input)?;
                    let watch = |done: u64, of: u64| {
                        let share = pattern.entries() as f64 * done as f64 / of.max(1) as f64;
                        told(held + share as u64, total, began, limits)
                    };
                    let database = Database::build(pattern, threads, &watch);
                    built += 1;
                    let database = Arc::new(database.map_err(Unready::Stopped)?);
                    let took = clock.elapsed().as_secs_f64();
                    self.keep(&database, &mut notes);
                    (database, took)
                }
            };
            held += pattern.entries();
            seconds += took;
            *slot = Some((database.clone(), took));
            drop(slot);
            databases.push(database);
        }
        told(total, total, began, limits).map_err(Unready::Stopped)?;
        let additive = Additive::new(goal, partition, &databases);
        Ok(Had { additive, built, seconds, notes })
    }

    /// Whether the database of a pattern is kept in a file.
    pub fn keeps(&self, pattern: &Pattern) -> bool {
        self.file(pattern).is_some()
    }

    fn file(&self, pattern: &Pattern) -> Option<PathBuf> {
        let worth = pattern.entries() >= WORTH_KEEPING;
        self.folder.as_ref().filter(|_| worth).map(|folder| folder.join(pattern.file_name()))
    }

    fn read(&self, pattern: &Pattern, notes: &mut Vec<String>) -> Option<Arc<Database>> {
        let path = self.file(pattern)?;
        match Database::read(&path, pattern) {
            Ok(database) => Some(Arc::new(database)),
            Err(FileError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                notes.push(format!(
                    "{} cannot be used and will be rebuilt: {error}.",
                    path.display()
                ));
                None
            }
        }
    }

    fn keep(&self, database: &Database, notes: &mut Vec<String>) {
        let Some(path) = self.file(database.pattern()) else { return };
        let folder = path.parent().expect("it is in the folder");
        let written = std::fs::create_dir_all(folder)
            .map_err(FileError::Io)
            .and_then(|()| database.write(&path));
        if let Err(error) = written {
            notes.push(format!(
                "Warning: {} cannot be written ({error}), so the database was not kept.",
                path.display()
            ));
        }
    }

    /// What is in the folder: databases, finished and unfinished, by name.
    pub fn kept(&self) -> std::io::Result<Vec<Kept>> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let entries = match std::fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut kept = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().map_or("".into(), |name| name.to_string_lossy());
            if name.starts_with("tiles-") && (name.ends_with(".pdb") || name.ends_with(".tmp")) {
                let bytes = path.metadata().map_or(0, |data| data.len());
                let pattern = Database::pattern_of(&path).map_err(|error| error.to_string());
                let pattern = match name.ends_with(".tmp") {
                    true => Err("unfinished".into()),
                    false => pattern,
                };
                kept.push(Kept { path, bytes, pattern });
            }
        }
        kept.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(kept)
    }
}

/// Entries that [`Kept::verify`] recomputes.
const SPOT_CHECK: usize = 20_000;

impl Kept {
    /// Reads all of it, and recomputes some of its entries by other means; returns how many.
    pub fn verify(&self) -> Result<usize, String> {
        let pattern = self.pattern.clone()?;
        let database = Database::read(&self.path, &pattern).map_err(|error| error.to_string())?;
        database.spot_check(SPOT_CHECK).map_err(|mismatch| mismatch.to_string())
    }

    /// Whether it is unfinished and was last written within an hour of now: before it or, if the
    /// clock was set back since, after it.
    pub fn is_being_written(&self) -> bool {
        let written = self.path.metadata().and_then(|data| data.modified());
        let apart = |written: SystemTime| {
            written.elapsed().unwrap_or_else(|earlier| earlier.duration()).as_secs()
        };
        let unfinished = self.path.extension().is_some_and(|extension| extension == "tmp");
        unfinished && written.is_ok_and(|written| apart(written) < 3600)
    }
}

/// Two numbers of bytes, with enough digits to show that they differ.
fn told_apart(one: u64, other: u64) -> [String; 2] {
    let short = [one, other].map(in_bytes);
    match short[0] == short[1] {
        true => [one, other].map(|bytes| format!("{} B", grouped(bytes))),
        false => short,
    }
}

/// Whether this many bytes are within the limit.
fn fits(partition: &Partition, bytes: u64, limits: &Limits) -> Result<(), InputError> {
    match limits.memory {
        Some(limit) if bytes > limit => {
            let [needed, allowed] = told_apart(bytes, limit);
            Err(InputError(format!(
                "pdb({partition}) needs {needed} for its databases, more than the {allowed} \
                    allowed: choose smaller patterns, or allow more memory"
            )))
        }
        _ => Ok(()),
    }
}

/// Reports the progress of the building to the monitor, and checks the limits.
fn told(done: u64, of: u64, began: Instant, limits: &Limits) -> Result<(), Stop> {
    if let Some(monitor) = &limits.monitor {
        monitor.prepare(done, of);
        if monitor.is_cancelled() {
            return Err(Stop::Cancelled);
        }
    }
    match limits.time {
        Some(limit) if began.elapsed() >= limit => Err(Stop::Time),
        _ => Ok(()),
    }
}

/// A database in memory, if there is one, with the seconds it took to have it, behind a lock for
/// those who look for it.
type Slot = Arc<Mutex<Option<(Arc<Database>, f64)>>>;

/// Databases stay in memory up to this many bytes, the last used longest.
const AT_HAND: u64 = 2 << 30;

/// The place for a pattern's database among those in memory.
fn at_hand(pattern: &Pattern) -> Slot {
    static SLOTS: Mutex<Vec<(Pattern, Slot)>> = Mutex::new(Vec::new());
    let mut slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = slots.iter().position(|(known, _)| known == pattern);
    let slot = known.map_or_else(|| (*pattern, Slot::default()), |at| slots.remove(at));
    slots.push(slot.clone());
    let mut bytes = 0;
    let mut keep: Vec<bool> = Vec::new();
    for (pattern, _) in slots.iter().rev() {
        bytes += pattern.entries();
        keep.push(keep.is_empty() || bytes <= AT_HAND);
    }
    let mut keep = keep.into_iter().rev();
    slots.retain(|_| keep.next().unwrap_or(true));
    slot.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_limits_never_look_the_same() {
        assert_eq!(told_apart(2_100_000_000, 2_000_000_000), ["2.1 GB", "2.0 GB"]);
        assert_eq!(
            told_apart(2_010_000_000, 2_000_000_000),
            ["2,010,000,000 B", "2,000,000,000 B"]
        );
    }

    #[test]
    fn what_building_takes_is_told_unless_all_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let goal = Layout::blank_last(goalward_domains::tiles::Size::FIFTEEN);
        let told = |partition: &str| {
            let partition = Partition::parse(partition, &goal).unwrap();
            Cache::at(folder.path()).announcement(&goal, &partition, 2)
        };
        let words = told("7-8").unwrap();
        assert!(words.contains("576.6 MB to keep in") && words.contains("about 14 s"), "{words}");
        // Small ones are built faster than they could be looked up in a folder.
        assert_eq!(told("3-4-4-4"), None);
    }
}
