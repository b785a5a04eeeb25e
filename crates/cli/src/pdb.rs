//! `goalward pdb`.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use goalward::{Limits, Monitor};
use goalward_lab::path::Unready;
use goalward_lab::pdb::{self, Cache, Kept};
use goalward_lab::{Conclusion, cores, did_you_mean};

use crate::args::{Pdb, PdbBuild, PdbFiles};
use crate::exit;
use crate::progress::{Spinner, cancel_on_interrupt};
use crate::show::{bytes, fitted, grouped};
use crate::solve::most_of_free_memory;

/// Runs one of the commands for databases.
pub fn run(pdb: &Pdb) -> Result<ExitCode> {
    let cache = Cache::of_user();
    match pdb {
        Pdb::Build(arguments) => build(&cache, arguments),
        Pdb::List => list(&cache),
        Pdb::Verify(files) => verify(&cache, files),
        Pdb::Remove(files) => remove(&cache, files),
    }
}

fn build(cache: &Cache, build: &PdbBuild) -> Result<ExitCode> {
    let goal = pdb::goal(&build.settings.on(&build.domain)?)?;
    let partition = pdb::partition(Some(&build.partition), &goal)?;
    let monitor = Arc::new(Monitor::default());
    let limits = Limits {
        memory: build.memory.or_else(most_of_free_memory),
        monitor: Some(monitor.clone()),
        ..Limits::default()
    };
    cancel_on_interrupt(monitor.clone())?;
    let threads = build.jobs.unwrap_or_else(cores);
    cache.check(&goal, &partition, &limits)?;
    if let Some(told) = cache.announcement(&goal, &partition, threads) {
        eprintln!("{told}");
    }
    let began = Instant::now();
    let spinner = Spinner::start(monitor);
    let had = cache.databases(&goal, &partition, threads, &limits);
    drop(spinner);
    let had = match had {
        Ok(had) => had,
        Err(Unready::Input(error)) => return Err(error.into()),
        Err(Unready::Stopped(stop)) => {
            eprintln!("Stopped: the unfinished database was discarded.");
            return Ok(exit::code(Conclusion::Stopped, Some(stop.into())));
        }
    };
    let mut out = std::io::stdout().lock();
    let mut lost = 0;
    for database in had.additive.databases() {
        let (pattern, entries) = (database.pattern(), database.entries().len() as u64);
        let file = pattern.file_name();
        let kept = match cache.folder() {
            _ if !cache.keeps(pattern) => "too small to keep".into(),
            Some(folder) if folder.join(&file).is_file() => file,
            _ => {
                lost += 1;
                "not kept".into()
            }
        };
        writeln!(out, "{}  {:>9}  {kept}", pattern.drawing(), bytes(entries))?;
    }
    for note in &had.notes {
        eprintln!("{note}");
    }
    if had.built == 0 {
        writeln!(out, "Nothing to build: all databases exist and are valid.")?;
    } else {
        writeln!(out, "Built {} in {:.1} s.", had.built, began.elapsed().as_secs_f64())?;
    }
    match lost {
        0 => Ok(ExitCode::SUCCESS),
        1 => bail!("1 database could not be kept; set GOALWARD_CACHE to a folder that can hold it"),
        _ => bail!(
            "{lost} databases could not be kept; set GOALWARD_CACHE to a folder that can hold them"
        ),
    }
}

fn kept(cache: &Cache) -> Result<Vec<Kept>> {
    let folder = cache.folder().map_or("the cache folder".into(), |f| f.display().to_string());
    cache.kept().with_context(|| format!("cannot read `{folder}`"))
}

fn name(kept: &Kept) -> String {
    kept.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

const NONE: &str = "no databases: build some with `goalward pdb build 15-puzzle 7-8`";

fn list(cache: &Cache) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match cache.folder() {
        Some(folder) => writeln!(out, "{}", folder.display())?,
        None => bail!("there is no cache folder: set GOALWARD_CACHE to one"),
    }
    let all = kept(cache)?;
    if all.is_empty() {
        write!(out, "{}", fitted(&format!("  {NONE}\n")))?;
    }
    let width = all.iter().map(|kept| name(kept).len()).max().unwrap_or(0);
    for kept in &all {
        let length = bytes(kept.bytes);
        let what = match &kept.pattern {
            Ok(pattern) => {
                let tiles = pattern.tiles();
                format!("{}, {tiles} tiles: {}", pattern.size(), pattern.drawing())
            }
            Err(why) => format!("invalid: {why}"),
        };
        writeln!(out, "  {:<width$}  {length:>9}  {what}", name(kept))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The files that were named.
fn chosen(cache: &Cache, files: &PdbFiles) -> Result<Vec<Kept>> {
    let mut all = kept(cache)?;
    if files.all {
        return Ok(all);
    }
    let mut chosen = Vec::new();
    for wanted in &files.names {
        let Some(at) = all.iter().position(|kept| name(kept) == *wanted) else {
            let names: Vec<String> = all.iter().map(name).collect();
            let nearest = did_you_mean(wanted, names.iter().map(String::as_str));
            bail!("there is no database `{wanted}`: `goalward pdb list` shows all{nearest}");
        };
        chosen.push(all.remove(at));
    }
    Ok(chosen)
}

fn verify(cache: &Cache, files: &PdbFiles) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut bad = 0;
    let chosen = chosen(cache, files)?;
    if chosen.is_empty() {
        writeln!(out, "{NONE}")?;
    }
    for kept in chosen {
        match kept.verify() {
            Ok(count) => {
                let count = grouped(count as u64);
                writeln!(out, "{}  valid; {count} entries recomputed", name(&kept))?;
            }
            Err(why) => {
                bad += 1;
                writeln!(out, "{}  INVALID: {why}", name(&kept))?;
            }
        }
        out.flush()?;
    }
    match bad {
        0 => Ok(ExitCode::SUCCESS),
        1 => bail!("1 database is invalid; it will be rebuilt when next used"),
        _ => bail!("{bad} databases are invalid; they will be rebuilt when next used"),
    }
}

fn remove(cache: &Cache, files: &PdbFiles) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let chosen = chosen(cache, files)?;
    if chosen.is_empty() {
        writeln!(out, "{NONE}")?;
    }
    for kept in chosen {
        if files.all && kept.is_being_written() {
            writeln!(out, "kept   {}: another process may be writing it", name(&kept))?;
            continue;
        }
        std::fs::remove_file(&kept.path)
            .with_context(|| format!("cannot remove `{}`", kept.path.display()))?;
        writeln!(out, "removed {}  {}", name(&kept), bytes(kept.bytes))?;
    }
    Ok(ExitCode::SUCCESS)
}
