//! The method that looks for several plans.

use cpu_time::ThreadTime;
use goalward::path::{Guarantee, PlanOf, k_cheapest};
use goalward::{Limits, Outcome, Verdict};

use super::finding::{finding, moves};
use super::made::Made;
use super::{Guide, PathDomain, Plain, Prepared, Unready, heuristic_param, unprepared};
use crate::about::About;
use crate::number::Number;
use crate::registry::{Family, Method, Run, Search};
use crate::report::{Conclusion, Finding, Solution};
use crate::settings::{Param, Settings};

/// The `find` cheapest plans, in order.
pub(super) fn ways<'a, S: PathDomain>(space: &'a S, about: &'static About) -> Method<'a> {
    let find = Param::whole("find", "How many plans", 1..=10_000, "3");
    let make = move |settings: &Settings| {
        let heuristic = Made::new(space, settings)?;
        let count = settings.whole("find") as usize;
        let run = move |run: &mut Run<'_>| {
            let admissible = heuristic.is_admissible();
            let clock = ThreadTime::now();
            let limits = run.limits.clone();
            let (guide, prepared) = match heuristic.guide(&limits) {
                Ok(ready) => ready,
                Err(Unready::Input(error)) => return Err(error),
                Err(Unready::Stopped(stop)) => return Ok(unprepared(&heuristic.spec, stop)),
            };
            Ok(Ways { clock, space, count, admissible, limits: &limits }.run(guide, prepared))
        };
        Ok(Box::new(run) as Box<dyn Search + 'a>)
    };
    let params = vec![heuristic_param::<S>(), find];
    Method { about, family: Family::Path, params, shares: false, make: Box::new(make) }
}

/// The search about to get its heuristic.
struct Ways<'a, S> {
    /// Runs since the heuristic was requested.
    clock: ThreadTime,
    space: &'a S,
    count: usize,
    admissible: bool,
    limits: &'a Limits,
}

impl<S: PathDomain> Ways<'_, S> {
    fn run(self, guide: &dyn Guide<S>, mut prepared: Prepared) -> Finding {
        prepared.h_start = Some(Number::of(guide.h(&self.space.start())));
        let before = self.clock.elapsed();
        let setup = prepared.setup.unwrap_or(before);
        let limits = prepared.left_of(self.limits);
        let outcome = k_cheapest(self.space, &Plain(Some(guide)), self.count, &limits);
        Finding::written(|| {
            let found = told(self.space, outcome, self.count, self.admissible);
            Finding { setup, aside: before, ..prepared.told_in(found) }
        })
    }
}

/// The finding of several plans: the cheapest is the solution.
fn told<S: PathDomain>(
    space: &S,
    outcome: Outcome<Vec<PlanOf<S>>>,
    wanted: usize,
    admissible: bool,
) -> Finding {
    let mut plans = Vec::new();
    let verdict = match outcome.verdict {
        Verdict::Solved(found) => {
            plans = found;
            match plans.first() {
                Some(first) => Verdict::Solved(first.clone()),
                None => Verdict::Unsolvable,
            }
        }
        Verdict::Stopped { by, best } => {
            plans = best.unwrap_or_default();
            Verdict::Stopped { by, best: plans.first().cloned() }
        }
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Stuck(_) => unreachable!("it searches the whole space"),
    };
    let first = Outcome { verdict, stats: outcome.stats };
    let mut finding = finding(space, first, Guarantee::Cheapest, admissible);
    finding.others = plans
        .iter()
        .skip(1)
        .map(|plan| Solution::Words(plan.actions.iter().map(|a| space.name(a)).collect()))
        .collect();
    if let (Some(first), Conclusion::Solved) = (plans.first(), finding.verdict) {
        let which = if admissible { "the cheapest" } else { "the first" };
        let first = format!("{} at cost {}", moves(first.actions.len()), Number::of(first.cost));
        finding.summary = match plans.len() {
            1 => format!("There is one plan without a loop: {first}."),
            count if count < wanted => {
                format!("There are {count} plans without a loop, {which} with {first}.")
            }
            count => format!("Found {count} plans without a loop, {which} with {first}."),
        };
    }
    finding
}
