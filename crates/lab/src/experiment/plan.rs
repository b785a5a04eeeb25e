//! What an experiment is made of.

use serde::{Deserialize, Serialize};

/// An experiment, whole: with it, each cell's number fixes what the cell runs.
///
/// Cells are numbered instance by instance: cell `i * methods + m` runs method `m` on
/// instance `i`, so that every method gets the same instances and a plan cut short has
/// treated its methods alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The domain's spec with its settings, such as `tiles(size=3x3, walk=25)`.
    pub domain: String,
    /// Where the instances come from.
    pub source: Source,
    /// The methods' specs, every setting that is not its default written out.
    pub methods: Vec<String>,
    /// The seed that every instance's and every run's own seed is made from.
    pub seed: u64,
    /// The limits of each run.
    pub bounds: Bounds,
}

/// Where a plan's instances come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Made from the seed, this many.
    Seeded(u64),
    /// The shipped set of this name.
    Set {
        /// Its name.
        name: String,
        /// How many of its instances are used, from the first.
        count: u64,
    },
    /// Written out: one given by hand, or the lines of a file.
    Listed(Vec<String>),
}

/// The limits of each run of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most seconds.
    pub seconds: Option<f64>,
    /// The most bytes.
    pub bytes: Option<u64>,
}

impl Plan {
    /// How many instances there are.
    pub fn instances(&self) -> u64 {
        match &self.source {
            Source::Seeded(count) | Source::Set { count, .. } => *count,
            Source::Listed(texts) => texts.len() as u64,
        }
    }

    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        self.instances() * self.methods.len() as u64
    }
}
