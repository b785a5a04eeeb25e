//! The path family: its methods as rows, for any domain that lists its heuristics.

use goalward::path::audit::{Reachable, Truth};
use goalward::path::{
    Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, End, Event, Fate, Guarantee,
    IdaStar, IterativeDeepening, ParallelIdaStar, PathObserver, PathSearch, Plan, PlanOf, Priority,
};
use goalward::{Blind, Cost, Heuristic, Limits, Outcome, Reversible, StateSpace, Stop, Verdict};
use serde_json::{Map, Value};

use crate::number::Number;
use crate::registry::{Family, InputError, Method, Run, engine_param};
use crate::report::{Ending, Figure, Finding, Limit, Solution};
use crate::settings::{Choice, Kind, Named, Param, Settings};
use crate::spec::Spec;
use crate::trace::{Step, Watcher};

/// A state space with heuristics that have names.
pub trait PathDomain: StateSpace<State: Send + Sync, Action: Send + Sync> + Sync + Sized {
    /// What there is to choose from.
    const HEURISTICS: &'static [Estimate];
    /// The one taken when none is named.
    const DEFAULT_HEURISTIC: &'static str;
    /// Whether every action costs 1.
    const UNIT_COSTS: bool;

    /// What there is to choose from, where a constant cannot say it.
    fn heuristics() -> Vec<Estimate> {
        Self::HEURISTICS.to_vec()
    }

    /// Makes the heuristic that `spec` names, one of those listed, within the limits, and
    /// hands it to `visitor`.
    fn with_heuristic<V: HeuristicVisitor<Self>>(
        &self,
        spec: &Spec,
        limits: &Limits,
        visitor: V,
    ) -> Result<V::Output, Unready>;

    /// The methods that have a setting `engine`: kernels of the domain do them, with some
    /// heuristics.
    const KERNELS: &'static [&'static str] = &[];

    /// A search by a kernel, if there is one for it, and what it took to have the heuristic. It
    /// is asked for the methods in [`KERNELS`](PathDomain::KERNELS), when nobody watches.
    fn by_kernel(&self, _: &Asked<'_>) -> Result<Option<Searched<Self>>, Unready> {
        Ok(None)
    }

    /// A state as text.
    fn show(&self, state: &Self::State) -> String;

    /// An action as text.
    fn name(&self, action: &Self::Action) -> String;

    /// Every state with its distance, where there are few enough.
    fn every_state(&self) -> Option<impl Truth<Self>> {
        None::<Reachable>
    }

    /// Where random walks to states begin that are looked at as a sample.
    fn origin(&self) -> Self::State {
        self.start()
    }

    /// A heuristic that is known never to overestimate, to solve states exactly with.
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
    /// Its limits, those of preparing the heuristic among them.
    pub limits: &'a Limits,
}

/// What came of a search by a kernel, and what it took to have its heuristic.
pub type Searched<S> = (Outcome<PlanOf<S>>, Prepared);

/// A heuristic of a domain.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// Whether it is known never to overestimate.
    pub admissible: bool,
    /// What can be set in it.
    pub params: fn() -> Vec<Param>,
}

/// Why a heuristic cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unready {
    /// What was asked for makes no sense, or is too large.
    Input(InputError),
    /// A limit came first.
    Stopped(Stop),
}

/// What it took to have a heuristic, where it took anything.
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    /// The time.
    pub seconds: f64,
    /// The bytes it holds.
    pub bytes: u64,
    /// For people, a line each.
    pub notes: Vec<String>,
    /// For reports.
    pub facts: Map<String, Value>,
}

/// Does something with a heuristic, whatever its type.
pub trait HeuristicVisitor<S: StateSpace> {
    /// What it returns.
    type Output;

    /// Does it.
    fn visit<H: Heuristic<S> + Sync>(self, heuristic: &H, prepared: Prepared) -> Self::Output;
}

/// Every path method on `space` that can go backwards, too.
pub fn reversible_methods<S: PathDomain + Reversible>(space: &S) -> Vec<Method<'_>> {
    let mut methods = methods(space);
    methods.insert(methods.len() - 1, bidirectional(space));
    methods
}

/// Every path method on `space` that goes forwards only. A new algorithm is one row.
pub fn methods<S: PathDomain>(space: &S) -> Vec<Method<'_>> {
    vec![
        blind(space, "bfs", "Level by level; fewest moves", vec![], |_| BreadthFirst),
        blind(
            space,
            "dfs",
            "Depth-first down to a depth, no state twice on a path",
            vec![Param::whole("depth", "No plan is longer", 1..=1_000_000_000, "50")],
            |settings| DepthFirst { depth: settings.whole("depth") as u32 },
        ),
        blind(space, "ids", "Depth-first to depth 0, 1, 2 …; fewest moves", vec![], |_| {
            IterativeDeepening
        }),
        blind(space, "ucs", "Cheapest reached first; optimal", vec![], |_| {
            BestFirst::uniform_cost()
        }),
        informed(space, "greedy", "Nearest by the heuristic first", vec![], |_| {
            BestFirst::greedy()
        }),
        informed(space, "astar", "Least g + h first; optimal", vec![], |_| BestFirst::a_star()),
        informed(
            space,
            "wastar",
            "Least g + weight·h first; within weight of optimal",
            vec![Param {
                name: "weight",
                doc: "How much h counts",
                kind: Kind::Weight,
                default: Some("2"),
            }],
            |settings| BestFirst { priority: Priority::Weighted(settings.weight("weight")) },
        ),
        informed(
            space,
            "idastar",
            "A* by depth-first dives, in next to no memory; optimal",
            vec![Param::choice(
                "cycles",
                "A state twice on one path",
                [
                    Choice { name: "allow", doc: "Not looked for: fastest" },
                    Choice { name: "avoid", doc: "Avoided: ends on every finite space" },
                ],
                "allow",
            )],
            |settings| IdaStar {
                cycles: if settings.choice("cycles") == "avoid" {
                    Cycles::Avoid
                } else {
                    Cycles::Allow
                },
            },
        ),
        informed(
            space,
            "beam",
            "The best few of each level; may get stuck",
            vec![Param::whole("width", "Nodes kept of each level", 1..=100_000_000, "100")],
            |settings| Beam { width: settings.whole("width") as usize },
        ),
    ]
}

/// A method that asks no heuristic.
fn blind<'a, S: PathDomain, A: Algorithm + 'static>(
    space: &'a S,
    name: &'static str,
    doc: &'static str,
    params: Vec<Param>,
    algorithm: fn(&Settings) -> A,
) -> Method<'a> {
    let run = move |settings: &Settings, run: &mut Run<'_>| {
        let algorithm = algorithm(settings);
        let search = Search { space, algorithm, admissible: true, run };
        let mut finding = search.visit(&Blind, Prepared::default());
        // Where nothing is estimated, 0 would say that nothing is missing.
        finding.facts.insert("left".into(), Value::Null);
        Ok(finding)
    };
    let shares = A::SHARES;
    Method { name, family: Family::Path, doc, params, shares, run: Box::new(run) }
}

/// A method whose first setting is the heuristic.
fn informed<'a, S: PathDomain, A: Algorithm + 'static>(
    space: &'a S,
    name: &'static str,
    doc: &'static str,
    mut params: Vec<Param>,
    algorithm: fn(&Settings) -> A,
) -> Method<'a> {
    let named = S::heuristics().into_iter().map(|estimate| Named {
        name: estimate.name,
        doc: estimate.doc,
        params: (estimate.params)(),
    });
    let heuristic = Param {
        name: "heuristic",
        doc: "The estimate of what remains",
        kind: Kind::Spec(named.collect()),
        default: Some(S::DEFAULT_HEURISTIC),
    };
    params.insert(0, heuristic);
    let has_kernels = S::KERNELS.contains(&name);
    if has_kernels {
        params.push(engine_param());
    }
    let run = move |settings: &Settings, run: &mut Run<'_>| {
        let spec: Spec = settings.choice("heuristic").parse().map_err(InputError::new)?;
        let admissible = S::heuristics().iter().any(|h| h.name == spec.name && h.admissible);
        let limits = run.limits.clone();
        let algorithm = algorithm(settings);
        if let (2.., Some(why)) = (run.jobs, algorithm.unshared()) {
            return Err(InputError(format!("{} jobs, but {why}", run.jobs)));
        }
        let fast = has_kernels && settings.choice("engine") == "fast" && run.trace.is_none();
        let asked =
            Asked { method: name, settings, heuristic: &spec, jobs: run.jobs, limits: &limits };
        let by_kernel = if fast { space.by_kernel(&asked) } else { Ok(None) };
        let engine = if let Ok(Some(_)) = by_kernel { "fast" } else { "plain" };
        let found = by_kernel.and_then(|done| match done {
            Some((outcome, prepared)) => Ok(Finding::written(|| {
                let guarantee = algorithm.guarantee();
                prepared.told_in(finding(space, outcome, guarantee, admissible))
            })),
            None => {
                let search = Search { space, algorithm, admissible, run };
                space.with_heuristic(&spec, &limits, search)
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
            Err(Unready::Stopped(stop)) => Ok(unprepared(&spec, stop)),
        }
    };
    let shares = A::SHARES;
    Method { name, family: Family::Path, doc, params, shares, run: Box::new(run) }
}

/// The finding of a run that was stopped before its heuristic was ready.
fn unprepared(heuristic: &Spec, stop: Stop) -> Finding {
    let stop = Limit::from(stop);
    Finding {
        verdict: Ending::Stopped,
        stop: Some(stop),
        summary: format!("Stopped {} while {heuristic} was made ready.", stop.words()),
        facts: Map::new(),
        ..Finding::hopeless("")
    }
}

fn bidirectional<S: PathDomain + Reversible>(space: &S) -> Method<'_> {
    let run = move |_: &Settings, run: &mut Run<'_>| {
        let outcome = match &mut run.trace {
            None => Bidirectional.search(space, &Blind, &run.limits, &mut ()),
            Some(trace) => {
                let mut tell =
                    |event: Event<'_, S::State, S::Cost>| tell(space, event, &mut **trace);
                Bidirectional.search(space, &Blind, &run.limits, &mut tell)
            }
        };
        Ok(Finding::written(|| finding(space, outcome, Bidirectional.guarantee(), true)))
    };
    let doc = "Uniform cost from both ends at once; optimal";
    let (name, family) = ("bidirectional", Family::Path);
    Method { name, family, doc, params: vec![], shares: false, run: Box::new(run) }
}

/// A search that handles every space with every heuristic.
trait Algorithm {
    /// Whether it may share its work out among threads, with some settings, when nobody
    /// watches. Its outcome is then that of one thread.
    const SHARES: bool = false;

    /// Why it does not with these, if so.
    fn unshared(&self) -> Option<&'static str> {
        None
    }

    /// What is known of its solutions.
    fn guarantee(&self) -> Guarantee;

    fn search<S: PathDomain, H: Heuristic<S>, O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>>;

    fn search_on<S: PathDomain, H: Heuristic<S> + Sync>(
        &self,
        _jobs: usize,
        space: &S,
        heuristic: &H,
        limits: &Limits,
    ) -> Outcome<PlanOf<S>> {
        self.search(space, heuristic, limits, &mut ())
    }
}

/// Says that a search is an [`Algorithm`], with what is particular about it.
macro_rules! algorithm {
    ($search:ty { $($particular:tt)* }) => {
        impl Algorithm for $search {
            fn guarantee(&self) -> Guarantee {
                self.guarantee()
            }

            fn search<S: PathDomain, H: Heuristic<S>, O: PathObserver<S>>(
                &self,
                space: &S,
                heuristic: &H,
                limits: &Limits,
                observer: &mut O,
            ) -> Outcome<PlanOf<S>> {
                PathSearch::search(self, space, heuristic, limits, observer)
            }

            $($particular)*
        }
    };
}

algorithm!(BreadthFirst {});
algorithm!(DepthFirst {});
algorithm!(IterativeDeepening {});
algorithm!(BestFirst {});
algorithm!(Beam {});
algorithm!(IdaStar {
    const SHARES: bool = true;

    fn unshared(&self) -> Option<&'static str> {
        let why = "cycles=avoid looks along the whole path: only cycles=allow can be shared out";
        (self.cycles == Cycles::Avoid).then_some(why)
    }

    fn search_on<S: PathDomain, H: Heuristic<S> + Sync>(
        &self,
        jobs: usize,
        space: &S,
        heuristic: &H,
        limits: &Limits,
    ) -> Outcome<PlanOf<S>> {
        match jobs {
            1 => PathSearch::search(self, space, heuristic, limits, &mut ()),
            _ => ParallelIdaStar::on(jobs).search(space, heuristic, limits),
        }
    }
});

/// An algorithm on its way to a heuristic.
struct Search<'a, 'b, 'c, S, A> {
    space: &'a S,
    algorithm: A,
    admissible: bool,
    run: &'b mut Run<'c>,
}

impl<S: PathDomain, A: Algorithm> HeuristicVisitor<S> for Search<'_, '_, '_, S, A> {
    type Output = Finding;

    fn visit<H: Heuristic<S> + Sync>(self, heuristic: &H, prepared: Prepared) -> Finding {
        let Search { space, algorithm, admissible, run } = self;
        let limits = prepared.left_of(&run.limits);
        let outcome = match &mut run.trace {
            None => algorithm.search_on(run.jobs, space, heuristic, &limits),
            Some(trace) => {
                // One build of the algorithm serves the watched runs of every heuristic.
                let plain: &dyn Fn(&S::State) -> S::Cost =
                    &|state| heuristic.estimate(heuristic.memo(state));
                let mut tell =
                    |event: Event<'_, S::State, S::Cost>| tell(space, event, &mut **trace);
                algorithm.search(space, &plain, &limits, &mut tell)
            }
        };
        let guarantee = algorithm.guarantee();
        Finding::written(|| prepared.told_in(finding(space, outcome, guarantee, admissible)))
    }
}

impl Prepared {
    /// What is left of the limits.
    pub(crate) fn left_of(&self, limits: &Limits) -> Limits {
        let took = std::time::Duration::from_secs_f64(self.seconds);
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
        finding.facts.extend(self.facts);
        finding.notes.extend(self.notes);
        finding
    }
}

fn finding<S: PathDomain>(
    space: &S,
    outcome: Outcome<PlanOf<S>>,
    guarantee: Guarantee,
    admissible: bool,
) -> Finding {
    let (verdict, stop, plan) = match outcome.verdict {
        Verdict::Solved(plan) => (Ending::Solved, None, Some(plan)),
        Verdict::Unsolvable => (Ending::Unsolvable, None, None),
        Verdict::Stuck(plan) => (Ending::Stuck, None, Some(plan)),
        Verdict::Stopped { by, best } => (Ending::Stopped, Some(Limit::from(by)), best),
    };
    let solved = verdict == Ending::Solved;
    let optimal = solved
        && match guarantee {
            Guarantee::Cheapest => admissible,
            Guarantee::FewestActions => S::UNIT_COSTS,
            Guarantee::Within(_) | Guarantee::None => false,
        };
    let bound = match guarantee {
        Guarantee::Within(weight) if solved && admissible => Some(weight.value()),
        _ => optimal.then_some(1.0),
    };
    let stats = outcome.stats;
    let lower_bound =
        stats.lower_bound.map(Number::from).filter(|_| admissible && verdict == Ending::Stopped);
    let depth = plan.as_ref().filter(|_| solved).map_or(0, |plan| plan.actions.len());
    let left = plan.as_ref().and_then(|plan| match plan.end {
        End::Goal => None,
        End::Short(h) => Some(Number::of(h)),
    });
    // A plan that ends at a cost that is not valid has no cost itself, and solves nothing.
    let broken = stop == Some(Limit::Cost)
        && plan.as_ref().is_some_and(|plan| added_up(space, plan).is_err());
    let factor = stats.effective_branching_factor(depth);
    let held = Figure::Held { count: stats.peak_stored, bytes: stats.peak_bytes };
    let mut figures = vec![
        ("expanded", Figure::Count(stats.expanded)),
        ("generated", Figure::Count(stats.generated)),
        ("reopened", Figure::Count(stats.reopened)),
        ("peak stored", held),
    ];
    figures.extend(factor.map(|factor| ("effective branching factor", Figure::Number(factor))));
    let facts = [
        ("branching_factor", factor.into()),
        ("bound", bound.into()),
        ("left", left.into()),
        ("lower_bound", lower_bound.into()),
    ];
    let summary = match verdict {
        Ending::Solved => {
            let taken = plan.as_ref().map_or_else(String::new, |plan| match S::UNIT_COSTS {
                true => moves(plan.actions.len()),
                false => format!("{} at cost {}", moves(plan.actions.len()), Number::of(plan.cost)),
            });
            solved_in(&taken, optimal, bound)
        }
        Ending::Unsolvable => "Unsolvable: the whole space was searched.".into(),
        Ending::Stuck => format!("Stuck, though a solution may exist. {}", best(plan.as_ref())),
        Ending::Stopped if stop == Some(Limit::Cost) => stopped_by_cost(space, plan.as_ref()),
        Ending::Stopped => {
            let proved = lower_bound
                .map_or(String::new(), |bound| format!(" No solution costs less than {bound}."));
            let at = stop.map_or("by request", Limit::words);
            format!("Stopped {at}. {}{proved}", best(plan.as_ref()))
        }
        Ending::Failed => unreachable!("no verdict of a search is one"),
    };
    Finding {
        verdict,
        stop,
        cost: plan.as_ref().filter(|_| !broken).map(|plan| Number::of(plan.cost)),
        optimal,
        solves: plan.as_ref().is_some_and(|plan| !broken && plan.reaches_goal()),
        solution: plan
            .map(|plan| Solution::Words(plan.actions.iter().map(|a| space.name(a)).collect())),
        others: Vec::new(),
        stats,
        figures,
        facts: facts.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        summary,
        notes: Vec::new(),
        writing: Default::default(),
    }
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".into() } else { format!("{count} moves") }
}

fn solved_in(taken: &str, optimal: bool, bound: Option<f64>) -> String {
    match bound {
        _ if optimal => format!("Solved in {taken}, which is optimal."),
        Some(bound) => format!("Solved in {taken}, at most {bound} times the least."),
        None => format!("Solved in {taken}; fewer may do."),
    }
}

/// What the actions of a plan cost; else the first whose cost cannot be added, with its cost.
fn added_up<'a, S: PathDomain>(
    space: &S,
    plan: &'a PlanOf<S>,
) -> Result<S::Cost, (&'a S::Action, S::Cost)> {
    let mut steps = plan.states.iter().zip(&plan.actions);
    steps.try_fold(S::Cost::ZERO, |sum, (state, action)| {
        let cost = space.cost(state, action);
        sum.plus(cost).ok_or((action, cost))
    })
}

/// Why a sum of costs stopped a search, in words.
fn stopped_by_cost<S: PathDomain>(space: &S, plan: Option<&PlanOf<S>>) -> String {
    match plan.map(|plan| added_up(space, plan)) {
        Some(Err((action, cost))) if !cost.is_valid() => format!(
            "Stopped: action `{}` costs {}; a cost is a number that is not negative.",
            space.name(action),
            Number::of(cost)
        ),
        _ => "Stopped: a sum of costs does not fit its type.".into(),
    }
}

/// The best so far, in words.
fn best<T, A, C: Cost>(plan: Option<&Plan<T, A, C>>) -> String {
    match plan.map(|plan| (plan.actions.len(), plan.end)) {
        Some((count, End::Goal)) => {
            format!("Best so far: a solution in {}, not proved least.", moves(count))
        }
        Some((count, End::Short(left))) if count > 0 => {
            let left = Number::of(left);
            format!("Best so far: {} to where the heuristic estimates {left} more.", moves(count))
        }
        _ => "Nothing nearer the goal than the start was found.".into(),
    }
}

fn tell<S: PathDomain>(space: &S, event: Event<'_, S::State, S::Cost>, watcher: &mut dyn Watcher) {
    let name = match event {
        Event::Bound(_) => "bound",
        Event::Expand { .. } => "expand",
        Event::Generate { .. } => "generate",
        Event::Improve { .. } => "improve",
        Event::Goal { .. } => "goal",
        _ => return,
    };
    if watcher.wants(name) {
        watcher.tell(step(space, name, event));
    }
}

fn step<S: PathDomain>(space: &S, name: &'static str, event: Event<'_, S::State, S::Cost>) -> Step {
    let at = |why: String, state: &S::State, g: S::Cost, h: S::Cost| {
        let (g, h) = (Number::of(g), Number::of(h));
        Step::new(name, why).at(space.show(state)).with("g", g).with("h", h)
    };
    let sum = |g: S::Cost, h: S::Cost| {
        let [g, h, f] = [g, h, g.plus(h).unwrap_or(S::Cost::INFINITE)].map(Number::of);
        format!("f = g + h = {g} + {h} = {f}")
    };
    match event {
        Event::Bound(bound) => {
            let bound = Number::of(bound);
            Step::new(name, format!("the bound is now {bound}")).with("bound", bound)
        }
        Event::Expand { state, g, h } => at(sum(g, h), state, g, h),
        Event::Generate { from, state, g, h, fate } => {
            let (fate, meaning) = match fate {
                Fate::New => ("new", "new"),
                Fate::Cheaper => ("cheaper", "reached more cheaply than before"),
                Fate::Known => ("known", "known, and no cheaper this way"),
                Fate::Pruned => ("pruned", "beyond the bound"),
            };
            let why = format!("{}; {meaning}", sum(g, h));
            at(why, state, g, h).with("fate", fate).with("from", space.show(from))
        }
        Event::Improve { state, g, h } => {
            at(format!("nearest so far: h = {}", Number::of(h)), state, g, h)
        }
        Event::Goal { state, g } => Step::new(name, format!("a goal, at cost {}", Number::of(g)))
            .at(space.show(state))
            .with("g", Number::of(g))
            .with("h", 0),
        _ => Step::new(name, String::new()),
    }
}
