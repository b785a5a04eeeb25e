//! What a run was made with: the program, the compiler, the machine.

use std::sync::OnceLock;

use goalward::simd::Simd;
use goalward_lab::machine;
use serde::{Deserialize, Serialize};

/// What a run was made with. Times are comparable only where its kind is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// The program's version.
    pub version: String,
    /// The commit it was built from, where that is known.
    pub commit: Option<String>,
    /// The compiler that built it, and for what purpose.
    pub compiler: String,
    /// The target it was built for.
    pub target: String,
    /// The instructions that kernels use.
    pub instructions: String,
    /// The processor, where the system reports it.
    pub processor: Option<String>,
    /// How many threads may run at once.
    pub cores: u64,
    /// The bytes of memory in all, where the system reports them.
    pub memory_bytes: Option<u64>,
    /// The system and its release.
    pub system: String,
    /// The name of the machine, where the system reports it.
    pub host: Option<String>,
}

static COMMIT: OnceLock<&str> = OnceLock::new();

/// States the commit that the program was built from, if it is known: once, before any experiment.
pub fn built_from(commit: &'static str) {
    if !commit.is_empty() {
        let _ = COMMIT.set(commit);
    }
}

impl Environment {
    /// That of this process.
    pub fn here() -> &'static Self {
        static HERE: OnceLock<Environment> = OnceLock::new();
        HERE.get_or_init(|| Environment {
            version: env!("CARGO_PKG_VERSION").into(),
            commit: COMMIT.get().map(|commit| commit.to_string()),
            compiler: env!("GOALWARD_COMPILER").into(),
            target: env!("GOALWARD_TARGET").into(),
            instructions: Simd::of_this_process().name().into(),
            processor: machine::processor(),
            cores: machine::cores() as u64,
            memory_bytes: machine::all_memory(),
            system: machine::system(),
            host: machine::host(),
        })
    }

    /// The parts of it that decide how long a run takes, by name: the program, how it was built,
    /// and the kind of machine. Two machines of a kind are alike.
    fn kind(&self) -> [(&'static str, &str); 6] {
        [
            ("the version", &self.version),
            ("the commit", self.commit.as_deref().unwrap_or("unknown")),
            ("the compiler", &self.compiler),
            ("the target", &self.target),
            ("the instruction set", &self.instructions),
            ("the processor", self.processor.as_deref().unwrap_or("unknown")),
        ]
    }

    /// How `here` differs in kind, in words; nothing if times are comparable.
    pub fn difference(&self, here: &Self) -> Option<String> {
        let pairs = self.kind().into_iter().zip(here.kind());
        let differ = pairs.filter(|((_, there), (_, here))| there != here);
        let told = differ.map(|((name, there), (_, here))| {
            format!("{name} is `{there}` there and `{here}` here")
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// In one line, for people.
    pub fn words(&self) -> String {
        let cores = match self.cores {
            1 => "1 core".into(),
            cores => format!("{cores} cores"),
        };
        let memory = self.memory_bytes.map(goalward_lab::numbers::bytes);
        let build = match &self.commit {
            Some(commit) => format!("goalward {} ({commit})", self.version),
            None => format!("goalward {}", self.version),
        };
        let parts = [
            Some(build),
            Some(self.compiler.clone()),
            Some(self.target.clone()),
            Some(format!("{} instructions", self.instructions)),
            self.processor.clone(),
            Some(cores),
            memory,
            Some(self.system.clone()),
            self.host.as_ref().map(|host| format!("host {host}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_of_a_kind_are_alike_and_others_are_named() {
        let here = Environment::here();
        let twin = Environment { host: Some("another".into()), cores: 99, ..here.clone() };
        assert_eq!(here.difference(&twin), None);
        let other = Environment { compiler: "rustc 0.1".into(), ..here.clone() };
        let told = here.difference(&other).expect("another compiler");
        assert!(told.starts_with("the compiler is `rustc ") && told.ends_with("`rustc 0.1` here"));
    }

    #[test]
    fn what_is_written_is_read() {
        let text = serde_json::to_string(Environment::here()).unwrap();
        assert_eq!(&serde_json::from_str::<Environment>(&text).unwrap(), Environment::here());
    }
}
