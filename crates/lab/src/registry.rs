//! Every domain, what can be run on it, and the way from a request to a report.

mod instance;
mod method;
mod ready;

use std::sync::OnceLock;

use thiserror::Error;

use crate::caught::caught;
use crate::domains::shipped;
use crate::settings::{Param, Settings};
use crate::spec::Spec;
use crate::suggest::{did_you_mean, listed};

pub use instance::{Check, Conflict, Instance};
pub(crate) use method::engine_param;
pub use method::{Family, Maker, Method, Preparation, Purpose, Run, Search};
pub use ready::{REPRODUCED, Ready, run};

static ADDED: OnceLock<Vec<Domain>> = OnceLock::new();

/// Every domain: those that ship, then those added.
pub fn domains() -> impl Iterator<Item = &'static Domain> {
    shipped().iter().chain(ADDED.get().into_iter().flatten())
}

/// Adds domains to those that ship, for as long as the program runs; once, before the registry is
/// first used. It refuses names that are taken, and domains that cannot be opened without text or
/// whose default methods cannot be run.
pub fn add_domains(added: impl IntoIterator<Item = Domain>) -> Result<(), InputError> {
    add_all(added.into_iter().collect())
}

fn add_all(added: Vec<Domain>) -> Result<(), InputError> {
    let mut names: Vec<&str> = shipped().iter().flat_map(Domain::names).collect();
    for domain in &added {
        for name in domain.names() {
            if name.parse::<Spec>().is_ok_and(|spec| spec.arguments.is_empty()) {
                if names.contains(&name) {
                    return Err(InputError(format!("two domains are named `{name}`")));
                }
                names.push(name);
            } else {
                let rule = "use letters, digits, - and _";
                return Err(InputError(format!("`{name}` cannot be a domain's name: {rule}")));
            }
        }
    }
    ADDED
        .set(added)
        .map_err(|_| InputError("domains were already added: add them all at once".into()))?;
    ADDED.get().into_iter().flatten().try_for_each(try_out)
}

/// Opens a domain without text and prepares its default methods.
fn try_out(domain: &'static Domain) -> Result<(), InputError> {
    let at = |error: InputError| InputError(format!("the domain `{}`: {error}", domain.name));
    let (_, instance) = open(&Spec::bare(domain.name), None, 1).map_err(at)?;
    let instance = instance.as_ref();
    for spec in [instance.default_method()].iter().chain(instance.compared()) {
        let spec: Spec = spec.parse().map_err(InputError::new).map_err(at)?;
        Ready::new(domain, instance, Some(&spec), Purpose::Comparison).map_err(at)?;
    }
    Ok(())
}

/// A kind of problem.
#[derive(Debug)]
pub struct Domain {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose and on the page.
    pub title: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// Other names for it, with some settings fixed.
    pub aliases: &'static [Alias],
    /// What can be set.
    pub params: fn() -> Vec<Param>,
    /// How an instance is written.
    pub instance_doc: &'static str,
    /// Instances that ship with the program.
    pub sets: &'static [Set],
    /// Whether another seed gives another instance.
    pub random: bool,
    /// Reads an instance from its text, or makes one from the seed.
    pub open: Open,
    /// Reads files that hold more than the text of one instance, if the domain has any.
    pub load: Option<Load>,
}

impl Domain {
    /// Its name and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().map(|alias| alias.name))
    }

    /// The title that belongs to one of its names.
    pub fn title_of(&self, name: &str) -> &'static str {
        let alias = self.aliases.iter().find(|alias| alias.name == name);
        alias.map_or(self.title, |alias| alias.title)
    }
}

/// Settings, the instance's text if there is one, and the seed, to an instance.
pub type Open = fn(&Settings, Option<&str>, u64) -> Result<Box<dyn Instance>, InputError>;

/// From a file's name, and a way to read it and the files next to it, to the texts of its
/// instances, or to nothing if the file is itself the text of an instance. What the texts refer to
/// is kept for as long as the program runs.
pub type Load = fn(&str, Reader<'_>) -> Result<Option<Vec<String>>, InputError>;

/// Reads a file of this name.
pub type Reader<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, InputError>;

/// Another name for a domain.
#[derive(Debug)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// The name in prose and on the page.
    pub title: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// What it sets.
    pub settings: &'static [(&'static str, &'static str)],
}

/// A set of instances, each named `set:number`, counted from 1.
#[derive(Debug)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// One instance per line; lines that begin with `#` are skipped.
    pub text: &'static str,
}

impl Set {
    /// The set and the line of `set:number`; none if the text does not have this form.
    pub fn find(
        sets: &'static [Set],
        text: &str,
    ) -> Result<Option<(&'static Set, &'static str)>, InputError> {
        let Some((name, number)) = text.trim().split_once(':') else { return Ok(None) };
        let set = Set::named(sets, name)?;
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let line = index.and_then(|index| set.lines().nth(index)).ok_or_else(|| {
            let count = set.lines().count();
            InputError(format!("{name} has no instance `{number}`: they are numbered 1 to {count}"))
        })?;
        Ok(Some((set, line)))
    }

    /// The set of this name.
    pub fn named(sets: &'static [Set], name: &str) -> Result<&'static Set, InputError> {
        let names = || sets.iter().map(|set| set.name);
        sets.iter().find(|set| set.name == name).ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            InputError(match sets {
                [] => format!("unknown instance set `{shown}`: this domain has none"),
                _ => format!(
                    "unknown instance set `{shown}`: choose from {}{}",
                    listed(names()),
                    did_you_mean(&shown, names())
                ),
            })
        })
    }

    /// The lines of the instances.
    pub fn lines(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    }
}

/// What is wrong with a request, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct InputError(pub String);

impl InputError {
    /// From any error that can be displayed.
    pub fn new(error: impl std::fmt::Display) -> Self {
        InputError(error.to_string())
    }
}

/// Why a run has no report.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// The request cannot be carried out.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A method claimed something that the independent check refutes.
    #[error("{method} returned a solution that fails its check ({why}); please report this")]
    Check {
        /// The method.
        method: String,
        /// What is wrong.
        why: String,
    },
    /// A method, or the domain under it, panicked.
    #[error("{method} failed: {why}")]
    Panicked {
        /// The method.
        method: String,
        /// Its message.
        why: String,
    },
}

/// The domain that a spec names, and the spec with what its alias sets.
pub fn find_domain(spec: &Spec) -> Result<(&'static Domain, Spec), InputError> {
    for domain in domains() {
        if domain.name == spec.name {
            return Ok((domain, spec.clone()));
        }
        if let Some(alias) = domain.aliases.iter().find(|alias| alias.name == spec.name) {
            let mut full = spec.clone();
            for (key, value) in alias.settings {
                if let Some(other) = given(spec, key, &(domain.params)()) {
                    let (name, of) = (alias.name, domain.name);
                    return Err(InputError(format!(
                        "{name} is {of}({key}={value}): for another {key} write {of}({key}={other})"
                    )));
                }
                full = full.with(key, value);
            }
            return Ok((domain, full));
        }
    }
    let names = || domains().flat_map(Domain::names);
    Err(InputError(format!(
        "unknown domain `{}`: choose from {}{}",
        spec.name,
        listed(names()),
        did_you_mean(&spec.name, names())
    )))
}

/// The domain's spec as people write it: `8-puzzle(walk=20)` where it is `tiles(size=3x3, walk=20)`.
pub fn familiar(spec: &Spec) -> Spec {
    let Ok((domain, full)) = find_domain(spec) else { return spec.clone() };
    let params = (domain.params)();
    let sets = |alias: &&Alias| {
        alias.settings.iter().all(|(key, value)| given(&full, key, &params) == Some(*value))
    };
    let Some(alias) = domain.aliases.iter().find(sets) else { return full };
    // An unnamed argument after the omitted one would fill another parameter.
    if full.arguments.iter().any(|argument| argument.key.is_none()) {
        return full;
    }
    let is_its = |key: &str| alias.settings.iter().any(|(name, _)| *name == key);
    let mut familiar = Spec::bare(alias.name);
    let others = full.arguments.into_iter();
    familiar.arguments = others.filter(|one| !one.key.as_deref().is_some_and(is_its)).collect();
    familiar
}

/// The value that a spec gives to a parameter, by its name or by its place.
fn given<'a>(spec: &'a Spec, key: &str, params: &[Param]) -> Option<&'a str> {
    let named = spec.arguments.iter().find(|argument| argument.key.as_deref() == Some(key));
    let place = params.iter().position(|param| param.name == key)?;
    let unnamed = || spec.arguments.iter().filter(|argument| argument.key.is_none()).nth(place);
    named.or_else(unnamed).map(|argument| argument.value.as_str())
}

/// Opens an instance of the domain that `spec` names.
pub fn open(
    spec: &Spec,
    text: Option<&str>,
    seed: u64,
) -> Result<(&'static Domain, Box<dyn Instance>), InputError> {
    let (domain, spec) = find_domain(spec)?;
    let settings = Settings::new(&spec, &(domain.params)()).map_err(InputError::new)?;
    let opened = caught(|| (domain.open)(&settings, text, seed));
    let name = domain.name;
    let opened = opened.map_err(|why| InputError(format!("{name} cannot be opened: {why}")))?;
    Ok((domain, opened?))
}
