//! Checks of what searches trust: heuristics against exact distances, evaluators against exact
//! scores, landscapes for their local optima.
//!
//! ```
//! use goalward::Limits;
//! use goalward_lab::audit::{AuditRun, audit};
//! use goalward_lab::{Spec, open};
//!
//! let (domain, instance) = open(&"tiles(size=2x3)".parse()?, None, 1)?;
//! let run = AuditRun { seed: 1, samples: None, limits: Limits::default() };
//! let report = audit(domain, instance.as_ref(), &Spec::bare("manhattan"), &run)?;
//! assert_eq!(report.states, 360);
//! assert_eq!(report.to_json()["admissible"], true);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod erased;
mod evaluator;
mod heuristic;
mod landscape;
mod told;
mod words;

use goalward::{Limits, Stop};
use serde::Serialize;
use serde_json::Value;

pub(crate) use evaluator::evaluator;
pub use evaluator::{EvaluatorFound, MisjudgedPosition};
pub(crate) use heuristic::heuristics;
pub use heuristic::{Counterexample, Descent, HeuristicFound, Saved};
pub use landscape::{CostRow, LandscapeFound};
pub(crate) use landscape::{landscape, sampled_landscape};
pub use told::{Table, Teller};
pub use words::{headline, table};

use crate::registry::{Domain, InputError, Instance};
use crate::report::Limit;
use crate::settings::{Param, Settings};
use crate::spec::Spec;
use crate::suggest::{did_you_mean, listed, resolved};

/// Something of an instance that can be audited.
pub struct Subject<'a> {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose and on the page.
    pub title: &'static str,
    /// What it is.
    pub kind: SubjectKind,
    /// One line on it.
    pub doc: &'static str,
    /// What can be set in it.
    pub params: Vec<Param>,
    /// Whether it is audited when none is named.
    pub usual: bool,
    /// What is wrong with an audit of it, if anything; nothing is audited or built.
    pub check: AuditChecker<'a>,
    /// Audits it.
    pub run: Auditor<'a>,
    /// For a heuristic: audits the estimates that somebody else gives in its place.
    pub told: Option<ToldAuditor<'a>>,
}

/// From a spec whose settings are in order, and how to audit it, to what is wrong with that.
pub type AuditChecker<'a> = Box<dyn Fn(&Spec, &AuditRun) -> Result<(), InputError> + 'a>;

/// From a checked spec, and how to audit it, to what is found.
pub type Auditor<'a> = Box<dyn Fn(&Spec, &AuditRun) -> Result<Audited, InputError> + 'a>;

/// From estimates that somebody else gives, and how to audit them, to what is found.
pub type ToldAuditor<'a> = Box<dyn Fn(Teller<'_>, &AuditRun) -> Result<Audited, InputError> + 'a>;

/// What can be audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SubjectKind {
    /// An estimate of what remains, compared with exact distances.
    Heuristic,
    /// An estimate of who wins, compared with exact scores.
    Evaluator,
    /// Costs of neighbouring states, searched for local optima.
    Landscape,
}

impl SubjectKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            SubjectKind::Heuristic => "heuristic",
            SubjectKind::Evaluator => "evaluator",
            SubjectKind::Landscape => "landscape",
        }
    }
}

/// How to audit.
#[derive(Clone, Debug)]
pub struct AuditRun {
    /// The seed of everything random.
    pub seed: u64,
    /// How many random states to look at; none: every one where that can be done.
    pub samples: Option<u64>,
    /// When to give up. Nodes count states looked at, or expanded to solve them.
    pub limits: Limits,
}

/// What an audit found, before it is combined with the request.
#[derive(Clone, Debug)]
pub struct Audited {
    /// Whether every state was looked at, or a sample.
    pub every: bool,
    /// The limit that was reached, if one was.
    pub stop: Option<Stop>,
    /// How many states were looked at.
    pub states: u64,
    /// What it found.
    pub found: Found,
    /// For people, one line each.
    pub notes: Vec<String>,
}

/// What an audit found about its subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// About a heuristic.
    Heuristic(Box<HeuristicFound>),
    /// About an evaluator.
    Evaluator(EvaluatorFound),
    /// About a landscape.
    Landscape(LandscapeFound),
}

/// An audit: the request and what was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditReport {
    /// The domain's name.
    pub domain: &'static str,
    /// The goal as text, where it can be chosen.
    pub goal: Option<String>,
    /// What kind of thing was audited.
    pub kind: SubjectKind,
    /// Its spec.
    pub name: String,
    /// One line on it.
    pub doc: &'static str,
    /// The seed.
    pub seed: u64,
    /// Whether every state was looked at, or a sample.
    pub every: bool,
    /// The limit that was reached, if one was.
    pub stop: Option<Limit>,
    /// How many states were looked at.
    pub states: u64,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// For people, one line each.
    pub notes: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

impl AuditReport {
    /// As one JSON object.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("a report holds only plain values")
    }
}

/// The specs to audit when none are named.
pub fn usual(domain: &Domain, instance: &dyn Instance) -> Result<Vec<Spec>, InputError> {
    let subjects = instance.subjects();
    if subjects.is_empty() {
        return Err(nothing(domain));
    }
    let usual = subjects.iter().filter(|subject| subject.usual);
    Ok(usual.map(|subject| Spec::bare(subject.name)).collect())
}

fn nothing(domain: &Domain) -> InputError {
    InputError(format!(
        "{} has nothing to audit: no heuristic, no evaluator and no landscape",
        domain.name
    ))
}

/// The spec of what `spec` names, its settings in order; or what is wrong with such an audit of it.
/// Nothing is audited or built.
pub fn check(
    domain: &'static Domain,
    instance: &dyn Instance,
    spec: &Spec,
    run: &AuditRun,
) -> Result<Spec, InputError> {
    let subjects = instance.subjects();
    let (subject, spec) = named(domain, &subjects, spec)?;
    (subject.check)(&spec, run)?;
    Ok(spec)
}

/// The subject that `spec` names, and its spec with its settings in order.
fn named<'s, 'a>(
    domain: &Domain,
    subjects: &'s [Subject<'a>],
    spec: &Spec,
) -> Result<(&'s Subject<'a>, Spec), InputError> {
    let first = subjects.first().ok_or_else(|| nothing(domain))?;
    let names = || subjects.iter().map(|subject| subject.name);
    let name = resolved(&spec.name, names()).ok_or_else(|| {
        InputError(format!(
            "unknown {} `{}`: choose from {}{}",
            first.kind.name(),
            spec.name,
            listed(names()),
            did_you_mean(&spec.name, names())
        ))
    })?;
    let subject = subjects.iter().find(|subject| subject.name == name).expect("it is listed");
    let spec = Spec { name: name.into(), ..spec.clone() };
    let settings = Settings::new(&spec, &subject.params).map_err(InputError::new)?;
    Ok((subject, settings.spec(subject.name, &subject.params)))
}

/// Audits what `spec` names.
pub fn audit(
    domain: &'static Domain,
    instance: &dyn Instance,
    spec: &Spec,
    run: &AuditRun,
) -> Result<AuditReport, InputError> {
    let subjects = instance.subjects();
    let (subject, spec) = named(domain, &subjects, spec)?;
    let began = std::time::Instant::now();
    let audited = (subject.run)(&spec, run)?;
    let (name, doc) = (spec.to_string(), subject.doc);
    let report = Begun { domain, instance, kind: subject.kind, seed: run.seed, began };
    Ok(report.ended(name, doc, audited))
}

/// Audits the estimates that `tell` gives, as the heuristic `name`.
pub fn audit_told(
    domain: &'static Domain,
    instance: &dyn Instance,
    name: &str,
    tell: Teller<'_>,
    run: &AuditRun,
) -> Result<AuditReport, InputError> {
    let subjects = instance.subjects();
    let told = subjects.iter().find_map(|subject| subject.told.as_ref());
    let told = told.ok_or_else(|| {
        InputError(format!("{} has no heuristics: it is not a path problem", domain.name))
    })?;
    let began = std::time::Instant::now();
    let audited = told(tell, run)?;
    let kind = SubjectKind::Heuristic;
    let report = Begun { domain, instance, kind, seed: run.seed, began };
    Ok(report.ended(name.into(), "Your own estimates", audited))
}

/// The request for an audit, and when it began.
struct Begun<'a> {
    domain: &'static Domain,
    instance: &'a dyn Instance,
    kind: SubjectKind,
    seed: u64,
    began: std::time::Instant,
}

impl Begun<'_> {
    fn ended(self, name: String, doc: &'static str, audited: Audited) -> AuditReport {
        let Begun { domain, instance, kind, seed, began } = self;
        let Audited { every, stop, states, found, notes } = audited;
        AuditReport {
            domain: domain.name,
            goal: instance.goal(),
            kind,
            name,
            doc,
            seed,
            every,
            stop: stop.map(Limit::from),
            states,
            found,
            notes,
            seconds: began.elapsed().as_secs_f64(),
        }
    }
}
