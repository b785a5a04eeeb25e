//! The finished part of a plan: numbers in memory, whole records where they were stored.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use super::folder::Drawer;
use super::select::Picked;
use super::spool::Kept;
use super::{Environment, Manifest, Plan, Record, Tally};

/// A plan and as many of its cells as are done.
///
/// Only numbers are held in memory; whole records are read one by one, from their folder or from
/// where a [`Spool`](super::Spool) put them.
#[derive(Clone, Debug)]
pub struct Results {
    /// What was planned.
    pub plan: Plan,
    /// The cells that are done, by number, each once.
    pub tallies: Vec<Tally>,
    /// The program's version that planned it.
    pub version: String,
    /// The command that repeats it.
    pub command: String,
    /// The machine it ran on, in words.
    pub machine: String,
    /// The kinds of programs and machines that made its records, in the order they were met; none:
    /// one that is unknown.
    pub environments: Vec<Option<Environment>>,
    /// Whether several of them made the runs of one method, so that times are not comparable.
    pub(super) mixed: bool,
    /// What should be known about how this was put together, a sentence each.
    pub(super) notes: Vec<String>,
    /// The pairs of methods to compare, each method followed by the one it is compared with; none:
    /// the usual ones.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Whether the runs had different limits: the plan's are then those of some of them.
    pub(super) limits_differ: bool,
    /// How many cells a filter leaves out.
    pub(super) left_out: u64,
    /// The names of the records' facts that are plain values.
    pub(super) facts: BTreeSet<String>,
    pub(super) archive: Archive,
}

/// Where whole records are.
#[derive(Clone, Debug)]
pub(super) enum Archive {
    Folder(Drawer),
    Spool(Arc<Kept>),
    Picked(Arc<(Vec<Results>, Vec<Picked>)>),
}

/// Collects [`Results`], record by record.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    tallies: Vec<Tally>,
    environments: Vec<Option<Environment>>,
    facts: BTreeSet<String>,
}

impl Sums {
    pub fn add(&mut self, record: &Record) {
        let environment = self.environment(&record.environment);
        self.tallies.push(Tally { environment, ..record.into() });
        for (name, value) in &record.facts {
            if !value.is_array() && !value.is_object() && !self.facts.contains(name) {
                self.facts.insert(name.clone());
            }
        }
    }

    /// The number of an environment among those met.
    fn environment(&mut self, made: &Option<Environment>) -> u16 {
        let is_same = |known: &Option<Environment>| match (known, made) {
            (Some(known), Some(made)) => known == made || known.difference(made).is_none(),
            (known, made) => known.is_none() == made.is_none(),
        };
        let at = self.environments.iter().position(is_same).unwrap_or_else(|| {
            self.environments.push(made.clone());
            self.environments.len() - 1
        });
        at.try_into().unwrap_or(u16::MAX)
    }

    pub fn results(mut self, manifest: Manifest, archive: Archive) -> Results {
        self.tallies.sort_unstable_by_key(|tally| tally.cell);
        let Manifest { version, command, machine, plan, .. } = manifest;
        let Sums { tallies, environments, facts } = self;
        let machine = match &environments[..] {
            [Some(made)] => made.words(),
            _ => machine,
        };
        Results {
            plan,
            tallies,
            version,
            command,
            machine,
            mixed: environments.len() > 1,
            environments,
            notes: Vec::new(),
            pairs: Vec::new(),
            limits_differ: false,
            left_out: 0,
            facts,
            archive,
        }
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

    /// Whether several programs or kinds of machines made its records, so that times are not
    /// comparable.
    pub fn is_mixed(&self) -> bool {
        self.mixed
    }

    /// How many cells are not done.
    pub fn missing(&self) -> u64 {
        self.plan.cells() - self.tallies.len() as u64 - self.left_out
    }

    /// The whole record of a cell that is done.
    pub fn record(&self, cell: u64) -> io::Result<Record> {
        match &self.archive {
            Archive::Folder(folder) => folder.record(cell),
            Archive::Spool(kept) => kept.record(cell),
            Archive::Picked(picked) => {
                let (parts, picked) = &**picked;
                let at = picked.binary_search_by_key(&cell, |one| one.cell);
                let one = picked[at.map_err(|_| io::Error::from(io::ErrorKind::NotFound))?];
                let method = self.plan.methods[self.method(cell)].clone();
                Ok(Record { cell, method, ..parts[one.part].record(one.from)? })
            }
        }
    }

    /// Every record, by cell, read when its turn comes.
    pub fn records(&self) -> impl Iterator<Item = io::Result<Record>> + '_ {
        self.tallies.iter().map(|tally| self.record(tally.cell))
    }
}
