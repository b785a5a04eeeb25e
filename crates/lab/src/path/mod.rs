//! The path family: what a domain needs for its methods, and how they run. The methods are in
//! `rows`.

mod algorithm;
mod finding;
mod made;
mod read;
mod rows;
mod steps;
mod ways;

use std::time::Duration;

use cpu_time::ThreadTime;
use goalward::path::PlanOf;
use goalward::path::audit::{Reachable, Truth};
use goalward::{Blind, Heuristic, Limits, Outcome, StateSpace, Stop};
use serde_json::{Map, Value};

use self::algorithm::{Algorithm, Guided};
use self::finding::finding;
use self::made::Made;
use self::steps::Teller;
use crate::about::About;
use crate::number::Number;
use crate::registry::{Family, InputError, Method, Preparation, Run, Search, engine_param};
use crate::report::{Conclusion, Figure, Finding, Limit};
use crate::settings::{Kind, Named, Param, Settings};
use crate::spec::Spec;
use crate::view::Cells;

pub use algorithm::Guide;
pub(crate) use algorithm::{Plain, cold};
pub use read::pieces;
pub(crate) use read::{fitting, read_plan};
pub use rows::{methods, reversible_methods};
pub(crate) use steps::PathSight;

/// A state space with named heuristics.
pub trait PathDomain:
    StateSpace<State: Send + Sync + 'static, Action: PartialEq + Send + Sync + 'static> + Sync + Sized
{
    /// What there is to choose from.
    const HEURISTICS: &'static [Estimate];
    /// The one taken when none is named.
    const DEFAULT_HEURISTIC: &'static str;
    /// Whether every action costs 1.
    const UNIT_COSTS: bool;
    /// Whether some actions [cancel](StateSpace::cancels) the one before: methods then have the
    /// setting `undo`.
    const CANCELS: bool = false;

    /// What there is to choose from, where a constant cannot say it.
    fn heuristics() -> Vec<Estimate> {
        Self::HEURISTICS.to_vec()
    }

    /// Whether a heuristic is known never to overestimate here; where that depends on the instance,
    /// it may differ from the list.
    fn is_admissible(&self, estimate: &Estimate) -> bool {
        estimate.admissible
    }

    /// Makes the heuristic that `spec` names, one of those listed, within the limits.
    fn heuristic(&self, spec: &Spec, limits: &Limits) -> Result<Ready<'_, Self>, Unready>;

    /// What is wrong with making a heuristic, one of those listed, within the limits, if anything;
    /// nothing is made.
    fn check_heuristic(&self, _: &Spec, _: &Limits) -> Result<(), InputError> {
        Ok(())
    }

    /// What it takes to make a heuristic, one of those listed.
    fn preparation(&self, _: &Spec) -> Preparation {
        Preparation::default()
    }

    /// The methods that have a setting `engine`: kernels of the domain run them, with some
    /// heuristics.
    const KERNELS: &'static [&'static str] = &[];

    /// A search by a kernel, if there is one for it, and what it took to have the heuristic. It is
    /// called for the methods in [`KERNELS`](PathDomain::KERNELS), when the run is not watched.
    fn by_kernel(&self, _: &Asked<'_>) -> Result<Option<Searched<Self>>, Unready> {
        Ok(None)
    }

    /// The same space with its start and its goal exchanged, where every action can be undone at
    /// the same cost: the heuristic that is named, one of those listed, then estimates the way from
    /// the start. None where it would have to be built for every start.
    fn reversed(&self, _heuristic: &Spec) -> Option<Self> {
        None
    }

    /// A state as text.
    fn show(&self, state: &Self::State) -> String;

    /// A state drawn for people.
    fn drawing(&self, state: &Self::State) -> String {
        self.show(state)
    }

    /// What stands on the board in a state.
    fn cells(&self, state: &Self::State) -> Cells;

    /// An action as text.
    fn name(&self, action: &Self::Action) -> String;

    /// Every state with its distance, where there are few enough.
    fn every_state(&self) -> Option<impl Truth<Self>> {
        None::<Reachable>
    }

    /// Where the random walks that sample states begin.
    fn origin(&self) -> Self::State {
        self.start()
    }

    /// A heuristic that is known never to overestimate, for solving states exactly.
    fn reference(&self) -> impl Heuristic<Self> {
        Blind
    }
}

/// A search that a kernel may do.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The name of the method.
    pub method: &'static str,
    /// Its settings.
    pub settings: &'a Settings,
    /// The heuristic, one of those listed.
    pub heuristic: &'a Spec,
    /// How many threads.
    pub jobs: usize,
    /// Its limits, which include preparing the heuristic.
    pub limits: &'a Limits,
}

/// The outcome of a search by a kernel, and what it took to have its heuristic.
pub type Searched<S> = (Outcome<PlanOf<S>>, Prepared);

/// A heuristic of a domain.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose and on the page.
    pub title: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// Whether it is known never to overestimate.
    pub admissible: bool,
    /// What can be set in it.
    pub params: fn() -> Vec<Param>,
}

/// Why a heuristic is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unready {
    /// The request makes no sense, or is too large.
    Input(InputError),
    /// A limit was reached first.
    Stopped(Stop),
}

/// What it took to have a heuristic, where it took anything.
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    /// The time it took now.
    pub seconds: f64,
    /// The time it took to make what was already in memory, where that is known.
    pub setup: Option<Duration>,
    /// The bytes it holds.
    pub bytes: u64,
    /// For people, one line each.
    pub notes: Vec<String>,
    /// The estimate of the start.
    pub h_start: Option<Number>,
    /// For reports.
    pub facts: Map<String, Value>,
}

/// A heuristic that is ready, and what that took.
pub type Ready<'a, S> = (Box<dyn Guide<S> + 'a>, Prepared);

/// A method that uses no heuristic.
fn blind<'a, S: PathDomain, A: Algorithm<S> + 'static>(
    space: &'a S,
    about: &'static About,
    params: Vec<Param>,
    algorithm: fn(&Settings) -> A,
) -> Method<'a> {
    let make = move |settings: &Settings| {
        let algorithm = algorithm(settings);
        let run = move |run: &mut Run<'_>| {
            let search = Heading { clock: ThreadTime::now(), space, algorithm: &algorithm, run };
            let mut finding = search.run(None, Prepared::default(), true);
            // Where nothing is estimated, 0 would say that nothing is left.
            finding.facts.insert("left".into(), Value::Null);
            finding.facts.insert(H_START.into(), Value::Null);
            finding.figures.retain(|(name, _)| *name != ESTIMATED);
            finding.setup = Duration::ZERO;
            Ok(finding)
        };
        Ok(Box::new(run) as Box<dyn Search + 'a>)
    };
    Method { about, family: Family::Path, params, shares: A::shares(), make: Box::new(make) }
}

/// A method whose first setting is the heuristic.
pub(crate) fn informed<'a, S: PathDomain, A: Algorithm<S> + 'static>(
    space: &'a S,
    about: &'static About,
    mut params: Vec<Param>,
    algorithm: fn(&Settings) -> A,
) -> Method<'a> {
    params.insert(0, heuristic_param::<S>());
    if S::KERNELS.contains(&about.name) {
        params.push(engine_param());
    }
    let make = move |settings: &Settings| {
        let heuristic = Made::new(space, settings)?;
        let (algorithm, settings) = (Box::new(algorithm(settings)), settings.clone());
        let search = Informed { name: about.name, heuristic, algorithm, settings };
        Ok(Box::new(search) as Box<dyn Search + 'a>)
    };
    Method { about, family: Family::Path, params, shares: A::shares(), make: Box::new(make) }
}

/// The setting that chooses the heuristic.
fn heuristic_param<S: PathDomain>() -> Param {
    let named = S::heuristics().into_iter().map(|estimate| Named {
        name: estimate.name,
        title: estimate.title,
        doc: estimate.doc,
        params: (estimate.params)(),
    });
    let (kind, default) = (Kind::Spec(named.collect()), Some(S::DEFAULT_HEURISTIC));
    Param::new("heuristic", "The estimate of the remaining cost", kind, default)
}

/// A search with a heuristic, all its settings in order.
struct Informed<'a, S> {
    name: &'static str,
    heuristic: Made<'a, S>,
    algorithm: Box<dyn Algorithm<S>>,
    settings: Settings,
}

impl<S: PathDomain> Search for Informed<'_, S> {
    fn preparation(&self) -> Preparation {
        self.heuristic.space.preparation(&self.heuristic.spec)
    }

    fn check(&self, run: &Run<'_>) -> Result<(), InputError> {
        if let (2.., Some(why)) = (run.jobs, self.algorithm.unshared()) {
            return Err(InputError(format!("{} jobs, but {why}", run.jobs)));
        }
        self.heuristic.space.check_heuristic(&self.heuristic.spec, &run.limits)
    }

    fn prepare(&self, limits: &Limits) {
        let _ = self.heuristic.guide(limits);
    }

    fn run(&self, run: &mut Run<'_>) -> Result<Finding, InputError> {
        let Informed { name, heuristic: made, algorithm, settings } = self;
        let (space, heuristic, admissible) = (made.space, &made.spec, made.is_admissible());
        let limits = run.limits.clone();
        let has_kernels = S::KERNELS.contains(name);
        let fast = has_kernels && settings.choice("engine") == "fast" && run.trace.is_none();
        let asked = Asked { method: name, settings, heuristic, jobs: run.jobs, limits: &limits };
        let by_kernel = if fast { space.by_kernel(&asked) } else { Ok(None) };
        let engine = if let Ok(Some(_)) = by_kernel { "fast" } else { "plain" };
        let found = by_kernel.and_then(|done| match done {
            Some((outcome, prepared)) => Ok(Finding::written(|| {
                let guarantee = algorithm.guarantee();
                let setup = prepared.setup.unwrap_or_default();
                let aside = Duration::from_secs_f64(prepared.seconds);
                let found = finding(space, outcome, guarantee, admissible);
                Finding { setup, aside, ..prepared.told_in(found) }
            })),
            None => {
                let clock = ThreadTime::now();
                let (guide, prepared) = made.guide(&limits)?;
                let search = Heading { clock, space, algorithm: &**algorithm, run };
                Ok(search.run(Some(guide), prepared, admissible))
            }
        });
        match found {
            Ok(mut finding) => {
                if has_kernels {
                    finding.facts.insert("engine".into(), engine.into());
                }
                Ok(finding)
            }
            Err(Unready::Input(error)) => Err(error),
            Err(Unready::Stopped(stop)) => Ok(unprepared(heuristic, stop)),
        }
    }
}

/// The finding of a run that was stopped before its heuristic was ready.
fn unprepared(heuristic: &Spec, stop: Stop) -> Finding {
    let stop = Limit::from(stop);
    Finding {
        verdict: Conclusion::Stopped,
        stop: Some(stop),
        summary: format!("Stopped {} while preparing {heuristic}.", stop.words()),
        facts: Map::new(),
        ..Finding::hopeless("")
    }
}

/// An algorithm about to get its heuristic.
struct Heading<'a, 'b, 'c, S> {
    /// Runs since the heuristic was requested.
    clock: ThreadTime,
    space: &'a S,
    algorithm: &'a dyn Algorithm<S>,
    run: &'b mut Run<'c>,
}

impl<S: PathDomain> Heading<'_, '_, '_, S> {
    fn run(self, guide: Guided<'_, S>, mut prepared: Prepared, admissible: bool) -> Finding {
        let Heading { clock, space, algorithm, run } = self;
        prepared.h_start = Some(Number::of(Plain(guide).memo(&space.start())));
        let before = clock.elapsed();
        let setup = prepared.setup.unwrap_or(before);
        let limits = prepared.left_of(&run.limits);
        let key = algorithm.key();
        let watcher = run.trace.as_mut();
        let mut teller = watcher.map(|watcher| Teller::new(space, key, &mut **watcher));
        let outcome = algorithm.search(run.jobs, space, guide, &limits, teller.as_mut());
        Finding::written(|| {
            let found = finding(space, outcome, algorithm.guarantee(), admissible);
            let aside = algorithm.aside();
            let (setup, aside) = (setup + aside, before + aside);
            Finding { setup, aside, ..prepared.told_in(found) }
        })
    }
}

/// The estimate of the start, in a report and for people.
const H_START: &str = "h_start";
const ESTIMATED: &str = "h of the start";

impl Prepared {
    /// What is left of the limits.
    pub(crate) fn left_of(&self, limits: &Limits) -> Limits {
        let took = Duration::from_secs_f64(self.seconds);
        Limits {
            time: limits.time.map(|time| time.saturating_sub(took)),
            memory: limits.memory.map(|memory| memory.saturating_sub(self.bytes)),
            ..limits.clone()
        }
    }

    fn told_in(self, mut finding: Finding) -> Finding {
        finding.stats.peak_bytes += self.bytes;
        if self.bytes > 0 {
            finding.figures.push(("tables", Figure::Bytes(self.bytes)));
        }
        if let Some(h) = self.h_start {
            finding.facts.insert(H_START.into(), h.into());
            finding.figures.insert(0, (ESTIMATED, Figure::Cost(h)));
        }
        finding.facts.extend(self.facts);
        finding.notes.extend(self.notes);
        finding
    }
}
