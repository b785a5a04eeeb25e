//! A method that is ready to run, and the way from its run to a report.

use goalward::Limits;

use super::{
    Domain, Family, InputError, Instance, Method, Preparation, Purpose, Run, RunError, Search,
};
use crate::about::About;
use crate::caught::caught;
use crate::number::Number;
use crate::report::{Conclusion, Counters, Finding, Report};
use crate::settings::{Kind, Settings};
use crate::spec::{Argument, Spec};
use crate::suggest::{did_you_mean, listed, resolved};

/// Runs the method that `spec` names, or the instance's default, and has its result checked.
pub fn run(
    domain: &'static Domain,
    instance: &dyn Instance,
    spec: Option<&Spec>,
    run: &mut Run<'_>,
) -> Result<Report, RunError> {
    Ready::new(domain, instance, spec, Purpose::Answer)?.run(run)
}

/// A method with its settings on an instance, all in order, to be run once or often.
pub struct Ready<'a> {
    domain: &'static Domain,
    instance: &'a dyn Instance,
    method: Method<'a>,
    search: Box<dyn Search + 'a>,
    settings: Settings,
    /// The method's spec, with every setting written out that is not the default for the purpose.
    pub spec: String,
}

impl<'a> Ready<'a> {
    /// The method that `spec` names, or the instance's default, for a purpose.
    pub fn new(
        domain: &'static Domain,
        instance: &'a dyn Instance,
        spec: Option<&Spec>,
        purpose: Purpose,
    ) -> Result<Self, InputError> {
        let default = || instance.default_method().parse().expect("a default is well written");
        let spec = spec.cloned().unwrap_or_else(default);
        let mut methods = instance.methods();
        let names = || methods.iter().map(|method| method.about.name);
        let name = resolved(&spec.name, names()).ok_or_else(|| {
            let hint = match heuristic_named(&methods, &spec.name) {
                Some(name) => format!("; {name} is a heuristic: did you mean `astar({name})`?"),
                None => did_you_mean(&spec.name, names()),
            };
            let names = listed(names());
            InputError(format!("unknown method `{}`: choose from {names}{hint}", spec.name))
        })?;
        let index = names().position(|known| known == name).expect("it was found by its name");
        let method = methods.swap_remove(index).for_purpose(purpose);
        let spec = Spec { name: method.about.name.into(), ..spec };
        let settings = Settings::new(&spec, &method.params).map_err(|error| {
            needless(&methods, &method, &spec).unwrap_or(InputError::new(error))
        })?;
        let search = (method.make)(&settings)?;
        let spec = settings.spec(method.about.name, &method.params).to_string();
        Ok(Ready { domain, instance, method, search, settings, spec })
    }

    /// Its kind of search.
    pub fn family(&self) -> Family {
        self.method.family
    }

    /// The spec that gives the same settings in a run for `purpose`.
    pub fn spec_for(self, purpose: Purpose) -> String {
        let Method { about, params, .. } = self.method.for_purpose(purpose);
        self.settings.spec(about.name, &params).to_string()
    }

    /// The description of the method.
    pub fn about(&self) -> &'static About {
        self.method.about
    }

    /// What is wrong with such a run, if anything; nothing is run or built.
    pub fn check(&self, run: &Run<'_>) -> Result<(), InputError> {
        if run.jobs > 1 && !self.method.shares {
            return Err(self.not_shared(run.jobs));
        }
        if run.jobs > 1 && run.trace.is_some() {
            return Err(InputError(format!(
                "{} jobs cannot be watched: steps have an order only on one thread; use one job",
                run.jobs
            )));
        }
        self.search.check(run)
    }

    /// What it takes to get it ready: nothing is built.
    pub fn preparation(&self) -> Preparation {
        self.search.preparation()
    }

    /// Makes what it needs beforehand; errors are reported by the run.
    pub fn prepare(&self, limits: &Limits) {
        if self.instance.unsolvable().is_none() {
            self.search.prepare(limits);
        }
    }

    /// Runs it; the finding is not yet checked.
    pub fn find(&self, run: &mut Run<'_>) -> Result<Finding, InputError> {
        self.check(run)?;
        match self.instance.unsolvable() {
            Some(reason) => Ok(Finding::hopeless(&reason)),
            None => self.search.run(run),
        }
    }

    /// Why this many threads are refused.
    fn not_shared(&self, jobs: usize) -> InputError {
        let methods = self.instance.methods();
        let shared = methods.iter().filter(|method| method.shares).map(|method| method.about.name);
        let choice = match shared.clone().next() {
            Some(_) => format!("use {}", listed(shared)),
            None => "no method of this domain uses more".into(),
        };
        InputError(format!("`{}` runs on one thread, not {jobs}: {choice}", self.method.about.name))
    }

    /// Runs it and has its finding checked; a panic in either is an error.
    pub fn run(&self, run: &mut Run<'_>) -> Result<Report, RunError> {
        let seed = run.seed;
        caught(|| self.report(self.find(run)?, seed))
            .unwrap_or_else(|why| Err(RunError::Panicked { method: self.spec.clone(), why }))
    }

    /// Checks what a run with this seed found, and reports it with the request.
    pub fn report(&self, finding: Finding, seed: u64) -> Result<Report, RunError> {
        let Ready { domain, instance, spec, .. } = self;
        let cost = check(*instance, &finding)
            .map_err(|why| RunError::Check { method: spec.clone(), why })?;
        let Finding { verdict, stop, optimal, solution, others, stats, mut facts, .. } = finding;
        let Finding { figures, summary, notes, setup, .. } = finding;
        let solved = cost.filter(|_| verdict == Conclusion::Solved);
        if let Some(reproduced) = solved.and_then(|cost| instance.reproduces(cost)) {
            facts.insert(REPRODUCED.into(), reproduced.into());
        }
        Ok(Report {
            domain: domain.name,
            instance: instance.text(),
            goal: instance.goal(),
            method: spec.clone(),
            seed,
            verdict,
            stop,
            cost,
            optimal,
            solution,
            others,
            counters: Counters::of(&stats),
            seconds: stats.seconds,
            setup_seconds: setup.as_secs_f64(),
            facts,
            figures,
            summary,
            notes,
        })
    }
}

/// Whether the cost is the published one, in a report.
pub const REPRODUCED: &str = "reproduced";

/// The heuristic that `given` stands for, if a method has it.
fn heuristic_named(methods: &[Method<'_>], given: &str) -> Option<&'static str> {
    let heuristics = methods.iter().flat_map(|method| &method.params).find_map(|param| {
        let Kind::Spec(named) = &param.kind else { return None };
        Some(named.iter().map(|named| named.name).collect::<Vec<_>>())
    })?;
    resolved(given, heuristics.iter().copied())
}

/// What is wrong with a method's settings if they name a heuristic and it uses none.
fn needless(methods: &[Method<'_>], method: &Method<'_>, spec: &Spec) -> Option<InputError> {
    let name = method.about.name;
    if method.family != Family::Path || method.params.iter().any(|param| param.name == "heuristic")
    {
        return None;
    }
    let heuristic = spec.arguments.iter().find_map(|Argument { key, value }| {
        let may_be_one = key.as_deref().is_none_or(|key| key == "heuristic");
        let given: Spec = value.parse().ok().filter(|_| may_be_one)?;
        heuristic_named(methods, &given.name)
    })?;
    Some(InputError(format!(
        "{name} uses no heuristic: write `{name}`, or `astar({heuristic})` for a search that does"
    )))
}

/// Compares a finding with the instance's own check: its cost, where there are costs.
fn check(instance: &dyn Instance, finding: &Finding) -> Result<Option<Number>, String> {
    let Some(solution) = &finding.solution else {
        return if finding.solves {
            Err("it reports a solution but gives none".into())
        } else {
            Ok(finding.cost)
        };
    };
    let seen = instance.check(solution)?;
    let agree = match (finding.cost, seen.cost) {
        (Some(said), Some(seen)) => said.agrees(seen),
        (said, seen) => said == seen || seen.is_none(),
    };
    if !agree {
        let shown = |cost: Option<Number>| cost.map_or("none".into(), |cost| cost.to_string());
        let (said, seen) = (shown(finding.cost), shown(seen.cost));
        return Err(format!("it reports cost {said}, but its cost is {seen}"));
    }
    if finding.solves != seen.solves {
        return Err("its end differs from the one it reports".into());
    }
    if let Some(cost) = finding.cost.filter(|_| finding.solves)
        && let Some(why) = instance.contradicts(cost, finding.optimal)
    {
        return Err(why);
    }
    for other in &finding.others {
        if !instance.check(other)?.solves {
            return Err(format!("{:?} is not a solution", other.words()));
        }
    }
    Ok(seen.cost.and(finding.cost))
}
