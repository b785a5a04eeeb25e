//! Landscapes and their local optima.

use goalward::local::{Enumerable, Survey, survey, survey_sample};
use goalward::{Limits, Rng};
use serde::Serialize;

use super::{AuditRun, Audited, Auditor, Found, Subject, SubjectKind};
use crate::local::{LocalDomain, LocalSight};
use crate::spec::Spec;
use crate::view::Shown;

/// What the audit of a landscape found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LandscapeFound {
    /// How many states are solutions.
    pub solutions: u64,
    /// How many are not solutions, while every neighbour costs more.
    pub strict: u64,
    /// How many are not solutions, while no neighbour costs less but some cost the same.
    pub flat: u64,
    /// The local optimum that costs most, and its cost.
    pub worst: Option<(Shown, i64)>,
    /// The same by cost.
    pub by_cost: Vec<CostRow>,
}

/// The states of one cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CostRow {
    /// The cost.
    pub cost: i64,
    /// How many states have it.
    pub states: u64,
    /// Those that are strict local optima.
    pub strict: u64,
    /// Those that lie on a plateau that only sideways moves leave.
    pub flat: u64,
}

/// Landscapes with more states are sampled.
const MOST: u64 = 50_000_000;
/// Random states looked at in those.
const SAMPLES: u64 = 100_000;

/// The subject of a landscape whose states cannot be listed: a sample is looked at.
pub(crate) fn sampled_landscape<'a, L: LocalDomain + 'a>(
    name: &'static str,
    doc: &'static str,
    landscape: L,
) -> Subject<'a> {
    let run = move |_: &Spec, run: &AuditRun| {
        let count = run.samples.unwrap_or(SAMPLES);
        let survey = survey_sample(&landscape, count, &mut Rng::new(run.seed), &run.limits);
        Ok(audited(&landscape, false, survey))
    };
    subject(name, doc, Box::new(run))
}

/// The subject of a landscape.
pub(crate) fn landscape<'a, L: LocalDomain + Enumerable + 'a>(
    name: &'static str,
    doc: &'static str,
    landscape: L,
) -> Subject<'a> {
    let run = move |_: &Spec, run: &AuditRun| {
        let every = run.samples.is_none() && landscape.states() <= MOST;
        let limits: &Limits = &run.limits;
        let survey = if every {
            survey(&landscape, limits)
        } else {
            let count = run.samples.unwrap_or(SAMPLES);
            survey_sample(&landscape, count, &mut Rng::new(run.seed), limits)
        };
        Ok(audited(&landscape, every, survey))
    };
    subject(name, doc, Box::new(run))
}

fn subject<'a>(name: &'static str, doc: &'static str, run: Auditor<'a>) -> Subject<'a> {
    let kind = SubjectKind::Landscape;
    Subject {
        name,
        title: name,
        kind,
        doc,
        params: Vec::new(),
        usual: true,
        check: Box::new(|_, _| Ok(())),
        run,
        told: None,
    }
}

fn audited<L: LocalDomain>(landscape: &L, every: bool, survey: Survey<L::State>) -> Audited {
    let total = survey.total();
    let by_cost = survey.by_cost.iter().map(|(&cost, kinds)| CostRow {
        cost,
        states: kinds.states,
        strict: kinds.strict,
        flat: kinds.flat,
    });
    let found = LandscapeFound {
        solutions: survey.solutions(),
        strict: total.strict,
        flat: total.flat,
        worst: survey
            .worst
            .as_ref()
            .map(|(state, cost)| (Shown::of(&LocalSight(landscape, state)), *cost)),
        by_cost: by_cost.collect(),
    };
    Audited {
        every,
        stop: survey.stopped,
        states: total.states,
        found: Found::Landscape(found),
        notes: Vec::new(),
    }
}
