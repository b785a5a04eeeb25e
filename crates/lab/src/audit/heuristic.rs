//! Heuristics against exact distances.

use goalward::path::audit::{AuditOf, Sample, Savings, Scope, Truth, audit_against, savings};
use goalward::{Limits, StateSpace, Stop};
use serde::Serialize;

use super::told::audit_told;
use super::{AuditRun, Audited, Found, Subject, SubjectKind};
use crate::number::Number;
use crate::path::{Estimate, Guide, PathDomain, PathSight, Plain, Prepared, Unready};
use crate::spec::Spec;
use crate::view::Shown;

/// What the audit of a heuristic found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct HeuristicFound {
    /// Whether the registry says that it never overestimates.
    pub claimed: bool,
    /// Whether it never overestimates; none if nothing refutes it and not every state was looked
    /// at.
    pub admissible: Option<bool>,
    /// Whether no action lowers it by more than it costs; none likewise.
    pub consistent: Option<bool>,
    /// How many states it overestimates.
    pub overestimates: u64,
    /// How many actions lower it by more than they cost.
    pub inconsistencies: u64,
    /// How many actions there were.
    pub edges: u64,
    /// How many states' estimates are their distances.
    pub exact: u64,
    /// By how much estimates and distances differ on average.
    pub mean_error: Option<f64>,
    /// The most by which they differ.
    pub worst_error: Option<Number>,
    /// Pearson's correlation of estimates with distances.
    pub correlation: Option<f64>,
    /// What it saves A* compared with no heuristic.
    pub savings: Option<Saved>,
    /// The overestimated state nearest a goal.
    pub counterexample: Option<Counterexample>,
    /// The inconsistency nearest a goal.
    pub inconsistency: Option<Descent>,
    /// Distance, estimate and number of states of each such pair.
    pub pairs: Vec<(Number, Number, u64)>,
}

/// What a heuristic saves A*, measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Saved {
    /// How many starts were solved with and without it.
    pub starts: u64,
    /// Nodes expanded with it.
    pub informed: u64,
    /// Nodes expanded without.
    pub blind: u64,
    /// How many times fewer.
    pub factor: f64,
    /// How many plans found with it cost more than the least.
    pub dearer: u64,
}

/// An overestimated state and the path that proves it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counterexample {
    /// The state.
    pub state: Shown,
    /// What the heuristic says.
    pub estimate: Number,
    /// What the cheapest path costs.
    pub distance: Number,
    /// The actions of such a path.
    pub way: Vec<String>,
    /// The states on it, the first and the last included.
    pub states: Vec<Shown>,
    /// What the heuristic says of each.
    pub estimates: Vec<Number>,
}

/// An action that lowers the estimate by more than it costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Descent {
    /// The state.
    pub state: Shown,
    /// The action.
    pub action: String,
    /// Where it leads.
    pub next: Shown,
    /// What the heuristic says before.
    pub before: Number,
    /// What it says after.
    pub after: Number,
    /// What the action costs.
    pub cost: Number,
}

/// A subject for each heuristic of a domain. Those that have settings take a while to make
/// on large boards: they are usual only where every state can be looked at.
pub(crate) fn heuristics<S: PathDomain>(space: &S) -> Vec<Subject<'_>> {
    let subject = |estimate: Estimate| Subject {
        name: estimate.name,
        title: estimate.title,
        kind: SubjectKind::Heuristic,
        doc: estimate.doc,
        params: (estimate.params)(),
        usual: (estimate.params)().is_empty() || space.every_state().is_some(),
        check: Box::new(|spec, run| space.check_heuristic(spec, &run.limits)),
        run: Box::new(move |spec: &Spec, run: &AuditRun| {
            let claimed = space.is_admissible(&estimate);
            let judge = Judge { space, run, claimed };
            match space.heuristic(spec, &run.limits) {
                Ok((guide, prepared)) => Ok(judge.judge(&*guide, prepared)),
                Err(Unready::Input(error)) => Err(error),
                Err(Unready::Stopped(stop)) => Ok(unprepared(spec, claimed, stop)),
            }
        }),
        told: Some(Box::new(move |tell, run| audit_told(space, tell, run))),
    };
    S::heuristics().into_iter().map(subject).collect()
}

/// The audit of a heuristic whose preparation was stopped.
fn unprepared(spec: &Spec, claimed: bool, stop: Stop) -> Audited {
    Audited {
        every: false,
        stop: Some(stop),
        states: 0,
        found: Found::Heuristic(Box::new(HeuristicFound { claimed, ..HeuristicFound::default() })),
        notes: vec![format!("{spec} was not ready before the limit was reached.")],
    }
}

struct Judge<'a, S> {
    space: &'a S,
    run: &'a AuditRun,
    claimed: bool,
}

/// Random states looked at where there are too many to look at all.
pub(super) const SAMPLES: u64 = 1_000;
/// The most steps of the walks that make them.
pub(super) const STEPS: usize = 40;
/// Starts from which savings are measured, and the steps of the walks that make them
/// where spaces are small enough to be searched whole, and where not.
const STARTS: u64 = 10;
const STEPS_TO_START: [usize; 2] = [200, 20];
/// Spaces with at most this many states are searched completely.
const SMALL: u64 = 1_000_000;

impl<S: PathDomain> Judge<'_, S> {
    fn judge(self, guide: &dyn Guide<S>, prepared: Prepared) -> Audited {
        let plain = Plain(Some(guide));
        let Judge { space, run, claimed } = self;
        let limits = prepared.left_of(&run.limits);
        let reference = space.reference();
        let count = run.samples.unwrap_or(SAMPLES);
        let origin = space.origin();
        let mut sample =
            Sample { count, steps: STEPS, seed: run.seed, origin: &origin, reference: &reference };
        let audit = match space.every_state().filter(|_| run.samples.is_none()) {
            Some(mut every) => look(&mut every, space, &plain, &limits),
            None => look(&mut sample, space, &plain, &limits),
        };
        let small = audit.scope == Scope::Every && audit.states <= SMALL;
        let starts = Sample { count: STARTS, steps: STEPS_TO_START[usize::from(!small)], ..sample };
        let saved = audit.stopped.is_none().then(|| {
            let limits = Limits { nodes: Some(SMALL), ..limits.clone() };
            let starts = (0..STARTS).map(|index| starts.state(space, index));
            savings(space, &plain, starts, &limits)
        });
        Audited {
            every: audit.scope == Scope::Every,
            stop: audit.stopped,
            states: audit.states + audit.dead_ends,
            found: Found::Heuristic(Box::new(found(
                space,
                &|state| Shown::of(&PathSight(space, state)),
                &|action| space.name(action),
                &|state| guide.h(state),
                claimed,
                audit,
                saved,
            ))),
            notes: prepared.notes,
        }
    }
}

fn look<S: PathDomain>(
    truth: &mut impl Truth<S>,
    space: &S,
    heuristic: &Plain<'_, S>,
    limits: &Limits,
) -> AuditOf<S> {
    audit_against(truth, space, heuristic, limits)
}

pub(super) fn found<S: StateSpace>(
    space: &S,
    show: &dyn Fn(&S::State) -> Shown,
    name: &dyn Fn(&S::Action) -> String,
    heuristic: &dyn Fn(&S::State) -> S::Cost,
    claimed: bool,
    audit: AuditOf<S>,
    saved: Option<Savings>,
) -> HeuristicFound {
    let proved = audit.scope == Scope::Every && audit.stopped.is_none();
    let holds = |holds: bool| if holds { proved.then_some(true) } else { Some(false) };
    let counterexample = audit.overestimate.as_ref().map(|over| {
        let mut states = vec![over.state.clone()];
        for action in &over.way {
            states.push(space.apply(&states[states.len() - 1], action));
        }
        Counterexample {
            state: show(&over.state),
            estimate: Number::of(over.estimate),
            distance: Number::of(over.distance),
            way: over.way.iter().map(name).collect(),
            estimates: states.iter().map(|state| Number::of(heuristic(state))).collect(),
            states: states.iter().map(show).collect(),
        }
    });
    let inconsistency = audit.inconsistency.as_ref().map(|fall| Descent {
        state: show(&fall.state),
        action: name(&fall.action),
        next: show(&fall.next),
        before: Number::of(fall.before),
        after: Number::of(fall.after),
        cost: Number::of(fall.cost),
    });
    let savings = saved.and_then(|saved| {
        let Savings { starts, informed, blind, dearer, .. } = saved;
        Some(Saved { starts, informed, blind, factor: saved.factor()?, dearer })
    });
    HeuristicFound {
        claimed,
        admissible: holds(audit.is_admissible()),
        consistent: holds(audit.is_consistent()),
        overestimates: audit.overestimates,
        inconsistencies: audit.inconsistencies,
        edges: audit.edges,
        exact: audit.pairs.exact(),
        mean_error: audit.pairs.mean_error(),
        worst_error: audit.pairs.worst_error().map(Number::from),
        correlation: audit.pairs.correlation(),
        savings,
        counterexample,
        inconsistency,
        pairs: audit.pairs.iter().map(|(d, h, n)| (d.into(), h.into(), n)).collect(),
    }
}
