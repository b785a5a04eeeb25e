//! What is planned, by whom, on what.

use serde::{Deserialize, Serialize};

use super::{Environment, Plan};

/// The layout of folders that this program writes and reads.
const FORMAT: u32 = 1;

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
        Manifest { format: FORMAT, version, command, machine: Environment::here().words(), plan }
    }

    /// Reads what [`to_json`](Manifest::to_json) wrote, or says what is wrong with it.
    pub fn from_json(bytes: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let format: Format = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if format.format != FORMAT {
            let format = format.format;
            return Err(format!("its format is {format}, but this program reads format {FORMAT}"));
        }
        serde_json::from_slice(bytes).map_err(|error| error.to_string())
    }

    /// The manifest as text for people and programs.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a manifest holds only plain values") + "\n"
    }
}

/// Five runs of one method on eight queens.
#[cfg(test)]
pub(super) fn sample() -> Manifest {
    use super::{Bounds, Source};
    let plan = Plan {
        domain: "queens".into(),
        source: Source::Repeated { text: Some("8".into()), runs: 5 },
        methods: vec!["min-conflicts".into()],
        seed: 1,
        bounds: Bounds { seconds: Some(0.1), ..Bounds::default() },
        repeats: None,
        profile: false,
        files: Vec::new(),
    };
    Manifest::new(plan, "goalward compare queens 8".into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Manifest::from_json(sample().to_json().as_bytes()), Ok(sample()));
    }

    proptest! {
        #[test]
        fn no_bytes_upset_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(Manifest::from_json(&bytes).is_err());
        }

        #[test]
        fn no_change_of_a_manifest_upsets_its_reader(at in 0usize..400, byte: u8, cut in 0usize..400) {
            let mut bytes = sample().to_json().into_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            bytes.truncate(bytes.len() - cut % 2 * (cut % bytes.len()));
            if let Ok(manifest) = Manifest::from_json(&bytes) {
                // A plan that reads may still be nonsense, which must be found out here.
                let _ = manifest.plan.check();
            }
        }
    }
}
