//! The experiments that run or have ended, on the server: they outlive the tab that began them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Extension, Path};
use axum::http::StatusCode;
use axum::response::Response;
use goalward::Monitor;
use goalward_experiment::Results;
use serde_json::{Value, json};

use crate::connections::Connection;
use crate::open::apart;
use crate::refusal::Refusal;
use crate::request::{Leash, MOST_SECONDS};
use crate::run::{GRACE, Source, streamed};

/// What is known about an experiment while it runs, and its last line.
#[derive(Debug)]
pub struct Progress {
    cells: u64,
    began: Instant,
    state: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    done: u64,
    /// The latest table, and how many there were.
    table: Option<String>,
    tables: u64,
    end: Option<String>,
}

impl Progress {
    /// Of an experiment of this many runs.
    pub fn new(cells: u64) -> Self {
        Progress { cells, began: Instant::now(), state: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.state.lock().expect("no holder panics")
    }

    /// One more is done.
    pub fn tick(&self) {
        self.known().done += 1;
    }

    /// The table as it stands.
    pub fn tell(&self, told: &Value) {
        let mut line = told.clone();
        line["type"] = "table".into();
        let mut known = self.known();
        known.table = Some(line.to_string());
        known.tables += 1;
    }

    /// The last line.
    pub fn end(&self, line: Value) {
        self.known().end = Some(line.to_string());
    }
}

/// A client that follows an experiment; there may be several.
pub struct Follower {
    progress: Arc<Progress>,
    /// How many tables it has seen, and whether the end.
    seen: Mutex<(u64, bool)>,
}

impl Follower {
    /// One more client.
    pub fn of(progress: Arc<Progress>) -> Arc<dyn Source> {
        Arc::new(Follower { progress, seen: Mutex::default() })
    }
}

impl Source for Follower {
    fn take(&self, out: &mut String) -> bool {
        let mut seen = self.seen.lock().expect("no holder panics");
        let (tables, over) = &mut *seen;
        if *over {
            return false;
        }
        let known = self.progress.known();
        let line = json!({ "type": "progress", "done": known.done, "cells": self.progress.cells,
            "seconds": self.progress.began.elapsed().as_secs_f64() });
        let _ = writeln!(out, "{line}");
        let table = known.table.as_ref().filter(|_| known.tables > *tables && known.end.is_none());
        for line in table.into_iter().chain(&known.end) {
            let _ = writeln!(out, "{line}");
        }
        (*tables, *over) = (known.tables, known.end.is_some());
        true
    }
}

/// The experiments that run, to be followed and stopped, and the latest, to be shown again.
#[derive(Debug, Default)]
pub struct Shelf(Mutex<Shelves>);

#[derive(Debug, Default)]
struct Shelves {
    /// The number of the last that was begun.
    last: u64,
    running: BTreeMap<u64, Arc<Monitor>>,
    entries: BTreeMap<u64, Entry>,
}

/// An experiment that runs or is kept.
#[derive(Debug)]
pub struct Entry {
    /// Its first line.
    pub planned: Value,
    pub progress: Arc<Progress>,
    /// Once it has ended.
    pub results: Option<Arc<Results>>,
}

/// Older ones are forgotten.
const KEPT: usize = 8;

impl Shelf {
    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.0.lock().expect("no holder panics")
    }

    /// A number for an experiment that begins, and its first line.
    pub fn begin(&self, monitor: &Arc<Monitor>, entry: impl FnOnce(u64) -> Entry) -> (u64, Value) {
        let mut shelves = self.shelves();
        shelves.last += 1;
        let id = shelves.last;
        shelves.running.insert(id, monitor.clone());
        let entry = entry(id);
        let planned = entry.planned.clone();
        shelves.entries.insert(id, entry);
        (id, planned)
    }

    /// It has ended.
    pub fn keep(&self, id: u64, results: Results) {
        let mut shelves = self.shelves();
        if let Some(entry) = shelves.entries.get_mut(&id) {
            entry.results = Some(Arc::new(results));
        }
        let ended = shelves.entries.iter().filter(|(_, entry)| entry.results.is_some());
        let ended: Vec<u64> = ended.map(|(&id, _)| id).collect();
        for old in &ended[..ended.len().saturating_sub(KEPT)] {
            shelves.entries.remove(old);
        }
    }

    /// Discards an experiment.
    pub fn forget(&self, id: u64) {
        self.shelves().entries.remove(&id);
    }

    /// Takes an experiment from those that run; it can be taken once.
    pub fn take(&self, id: u64) -> Option<Arc<Monitor>> {
        self.shelves().running.remove(&id)
    }

    /// The results of one that has ended.
    pub fn find(&self, id: u64) -> Option<Arc<Results>> {
        self.shelves().entries.get(&id)?.results.clone()
    }
}

/// `GET /api/experiments`: those that run and those that are kept, the newest first.
pub async fn list(Extension(shelf): Extension<Arc<Shelf>>) -> Json<Value> {
    let shelves = shelf.shelves();
    let entry = |entry: &Entry| {
        let mut told = entry.planned.clone();
        told["done"] = entry.progress.known().done.into();
        told["running"] = entry.results.is_none().into();
        told
    };
    Json(shelves.entries.values().rev().map(entry).collect())
}

/// `GET /api/experiments/7/follow`: the lines of an experiment that runs, or of one that has ended,
/// again.
pub async fn follow(
    Extension(connection): Extension<Connection>,
    Extension(shelf): Extension<Arc<Shelf>>,
    Path(id): Path<u64>,
) -> Result<Response, Refusal> {
    let shelves = shelf.shelves();
    let entry = shelves.entries.get(&id).ok_or_else(forgotten)?;
    connection.hold(Instant::now() + Duration::from_secs_f64(MOST_SECONDS) + GRACE);
    let source = Follower::of(entry.progress.clone());
    Ok(streamed(&entry.planned, vec![source], connection, Leash(Vec::new())))
}

/// `GET /api/experiments/7/12`: one run of an experiment.
pub async fn cell(
    Extension(shelf): Extension<Arc<Shelf>>,
    Path((id, cell)): Path<(u64, u64)>,
) -> Result<Json<Value>, Refusal> {
    let results = shelf.find(id).ok_or_else(forgotten)?;
    let record = apart(move || results.record(cell)).await?;
    let nothing = |_| Refusal::new(StatusCode::NOT_FOUND, "there is no such run");
    Ok(Json(json!(record.map_err(nothing)?)))
}

/// The answer for an experiment that is not kept.
pub fn forgotten() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "that experiment is no longer kept: run it again")
}
