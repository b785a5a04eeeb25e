//! What an experiment is made of.
//!
//! A cell is fixed by the plan and its number, instance by instance, so that a plan cut short has
//! treated its methods alike. An instance has two seeds made from the plan's: one makes it, the other
//! is given to every method that runs on it. Methods that begin at random then begin at the same
//! place. Both have 53 bits, which every reader of JSON keeps exactly.

use std::path::Path;

use goalward::Rng;
use goalward_lab::{InputError, Reader, Spec, find_domain, read_file};
use serde::{Deserialize, Serialize};

use super::files::read_kept;

/// A complete experiment: with it, each cell's number determines what the cell runs.
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
    /// The methods' specs, with every setting written out that is not the default.
    pub methods: Vec<String>,
    /// The seed that every instance's and every run's own seed is made from.
    pub seed: u64,
    /// The limits of each run.
    pub bounds: Bounds,
    /// How often each run is timed; none: once, and short ones a few times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u32>,
    /// Whether each run is watched once more, to know when it found which cost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub profile: bool,
    /// The files that its instances were loaded from: [`Plan::load`] loads them again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
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
    /// Written out: the lines of a file.
    Listed(Vec<String>),
    /// One instance, each time with another seed for what is random in the methods.
    Repeated {
        /// The instance as text; none: the one that the domain opens with.
        text: Option<String>,
        /// How often.
        runs: u64,
    },
}

/// The limits of each run of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most seconds of processor time.
    pub seconds: Option<f64>,
    /// The most seconds by the wall clock, preparations included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall: Option<f64>,
    /// The most bytes.
    pub bytes: Option<u64>,
}

impl Plan {
    /// Loads what its instances refer to: a process that did not make the plan has to, before it
    /// opens one.
    pub fn load(&self) -> Result<(), InputError> {
        self.load_by(&read_file)
    }

    /// The same from copies of its files in a folder, where they exist.
    pub(super) fn load_from(&self, kept: &Path) -> Result<(), InputError> {
        self.load_by(&|name| read_kept(kept, name))
    }

    pub(super) fn load_by(&self, read: Reader<'_>) -> Result<(), InputError> {
        let domain: Spec = self.domain.parse().map_err(InputError::new)?;
        if let Some(load) = find_domain(&domain)?.0.load {
            for file in &self.files {
                load(file, read)?;
            }
        }
        Ok(())
    }

    /// How many instances there are.
    pub fn instances(&self) -> u64 {
        match &self.source {
            Source::Seeded(count) | Source::Set { count, .. } => *count,
            Source::Repeated { runs, .. } => *runs,
            Source::Listed(texts) => texts.len() as u64,
        }
    }

    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        self.instances().saturating_mul(self.methods.len() as u64)
    }

    /// The text of an instance; none if it is made from its seed.
    pub fn text(&self, instance: u64) -> Option<String> {
        match &self.source {
            Source::Seeded(_) => None,
            Source::Set { name, .. } => Some(format!("{name}:{}", instance + 1)),
            Source::Listed(texts) => Some(texts[instance as usize].clone()),
            Source::Repeated { text, .. } => text.clone(),
        }
    }

    /// The seed that an instance is made from.
    pub fn instance_seed(&self, instance: u64) -> u64 {
        exact_in_json(Rng::stream(self.seed, 2 * instance))
    }

    /// The seed of whatever is random in the runs on an instance: the same for every method, so
    /// that methods that begin at random begin at the same place, and different from the instance's
    /// own, so that no method retraces how it was made.
    pub fn run_seed(&self, instance: u64) -> u64 {
        exact_in_json(Rng::stream(self.seed, 2 * instance + 1))
    }
}

/// The first 53 bits: a number that every reader of JSON reads exactly.
fn exact_in_json(mut rng: Rng) -> u64 {
    rng.bits() >> 11
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, every experiment in the world changes: it must not.
    #[test]
    fn a_plan_gives_these_seeds_for_ever() {
        let plan = Plan {
            domain: "tiles".into(),
            source: Source::Seeded(2),
            methods: vec!["bfs".into(), "ids".into()],
            seed: 1,
            bounds: Bounds::default(),
            repeats: None,
            profile: false,
            files: Vec::new(),
        };
        let seeds = [0, 1].map(|instance| (plan.instance_seed(instance), plan.run_seed(instance)));
        assert_eq!(
            seeds,
            [(8443777374627265, 4904398368915392), (488757743821639, 5776353819090026)]
        );
        assert_eq!(plan.cells(), 4);
        // Records carry a hash of this text, so that folders of old stay readable.
        let text = "{\"domain\":\"tiles\",\"source\":{\"seeded\":2},\"methods\":[\"bfs\",\"ids\"],\
                    \"seed\":1,\"bounds\":{\"nodes\":null,\"seconds\":null,\"bytes\":null}}";
        assert_eq!(serde_json::to_string(&plan).unwrap(), text);
    }
}
