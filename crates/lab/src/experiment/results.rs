//! What is done of a plan: numbers at hand, whole records where they were put.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use super::folder::Drawer;
use super::spool::Kept;
use super::{Manifest, Plan, Record, Tally};

/// A plan and as many of its cells as are done.
///
/// Only numbers are held in memory; whole records are read one by one, from the folder
/// they lie in or from where a [`Spool`](super::Spool) put them.
#[derive(Clone, Debug)]
pub struct Results {
    /// What was asked for.
    pub plan: Plan,
    /// The cells that are done, by number, each once.
    pub tallies: Vec<Tally>,
    /// The program's version that planned it.
    pub version: String,
    /// The command that repeats it.
    pub command: String,
    /// The machine it ran on, in words.
    pub machine: String,
    /// The names of the records' facts that are plain values.
    pub(super) facts: BTreeSet<String>,
    pub(super) archive: Archive,
}

/// Where whole records are.
#[derive(Clone, Debug)]
pub(super) enum Archive {
    Folder(Drawer),
    Spool(Arc<Kept>),
}

/// What grows into [`Results`], record by record.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    tallies: Vec<Tally>,
    facts: BTreeSet<String>,
}

impl Sums {
    pub fn add(&mut self, record: &Record) {
        self.tallies.push(record.into());
        for (name, value) in &record.facts {
            if !value.is_array() && !value.is_object() && !self.facts.contains(name) {
                self.facts.insert(name.clone());
            }
        }
    }

    pub fn results(mut self, manifest: Manifest, archive: Archive) -> Results {
        self.tallies.sort_unstable_by_key(|tally| tally.cell);
        let Manifest { version, command, machine, plan, .. } = manifest;
        let Sums { tallies, facts } = self;
        Results { plan, tallies, version, command, machine, facts, archive }
    }
}

impl Results {
    /// The index of a cell's method in the plan.
    pub fn method(&self, cell: u64) -> usize {
        (cell % self.plan.methods.len() as u64) as usize
    }

    /// The number of a cell's instance.
    pub fn instance(&self, cell: u64) -> u64 {
        cell / self.plan.methods.len() as u64
    }

    /// How many cells are not done.
    pub fn missing(&self) -> u64 {
        self.plan.cells() - self.tallies.len() as u64
    }

    /// The whole record of a cell that is done.
    pub fn record(&self, cell: u64) -> io::Result<Record> {
        match &self.archive {
            Archive::Folder(folder) => folder.record(cell),
            Archive::Spool(kept) => kept.record(cell),
        }
    }

    /// Every record, by cell, read when its turn comes.
    pub fn records(&self) -> impl Iterator<Item = io::Result<Record>> + '_ {
        self.tallies.iter().map(|tally| self.record(tally.cell))
    }
}
