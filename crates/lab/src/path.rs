//! The path family: its methods as rows, for any domain that lists its heuristics.

use std::fmt::Display;

use goalward::path::{
    Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, End, Event, Fate, Guarantee,
    IdaStar, IterativeDeepening, PathSearch, Plan, Priority,
};
use goalward::{Blind, Cost, Heuristic, Outcome, Reversible, StateSpace, Verdict};

use crate::registry::{Family, Method, Run};
use crate::report::{Ending, Figure, Finding, Limit, Solution};
use crate::settings::{Choice, Kind, Param, Settings};
use crate::trace::{Step, Watcher};

/// A state space with heuristics that have names.
pub trait PathDomain: StateSpace<Action: Display> + Reversible + Sync + Sized {
    /// What there is to choose from.
    const HEURISTICS: &'static [Estimate];
    /// The one taken when none is named.
    const DEFAULT_HEURISTIC: &'static str;
    /// Whether every action costs 1.
    const UNIT_COSTS: bool;

    /// Makes the heuristic `name`, one of those listed, and hands it to `visitor`.
    fn with_heuristic<V: HeuristicVisitor<Self>>(&self, name: &str, visitor: V) -> V::Output;

    /// A state as text.
    fn show(&self, state: &Self::State) -> String;
}

/// A heuristic of a domain.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// Whether it is known never to overestimate.
    pub admissible: bool,
}

/// Does something with a heuristic, whatever its type.
pub trait HeuristicVisitor<S: StateSpace> {
    /// What it returns.
    type Output;

    /// Does it.
    fn visit<H: Heuristic<S>>(self, heuristic: &H) -> Self::Output;
}

/// Every path method on `space`. A new algorithm is one row.
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
        bidirectional(space),
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
fn blind<'a, S: PathDomain, A: PathSearch + 'static>(
    space: &'a S,
    name: &'static str,
    doc: &'static str,
    params: Vec<Param>,
    algorithm: fn(&Settings) -> A,
) -> Method<'a> {
    let run = move |settings: &Settings, run: &mut Run<'_>| {
        let search = Search { space, algorithm: algorithm(settings), admissible: true, run };
        Ok(search.visit(&Blind))
    };
    Method { name, family: Family::Path, doc, params, run: Box::new(run) }
}

/// A method whose first setting is the heuristic.
fn informed<'a, S: PathDomain, A: PathSearch + 'static>(
    space: &'a S,
    name: &'static str,
    doc: &'static str,
    mut params: Vec<Param>,
    algorithm: fn(&Settings) -> A,
) -> Method<'a> {
    let choices = S::HEURISTICS.iter().map(|&Estimate { name, doc, .. }| Choice { name, doc });
    params.insert(
        0,
        Param::choice("heuristic", "The estimate of what remains", choices, S::DEFAULT_HEURISTIC),
    );
    let run = move |settings: &Settings, run: &mut Run<'_>| {
        let name = settings.choice("heuristic");
        let admissible = S::HEURISTICS.iter().any(|h| h.name == name && h.admissible);
        let search = Search { space, algorithm: algorithm(settings), admissible, run };
        Ok(space.with_heuristic(name, search))
    };
    Method { name, family: Family::Path, doc, params, run: Box::new(run) }
}

fn bidirectional<S: PathDomain>(space: &S) -> Method<'_> {
    let run = move |_: &Settings, run: &mut Run<'_>| {
        let outcome = match &mut run.trace {
            None => Bidirectional.search(space, &run.limits, &mut ()),
            Some(trace) => {
                let mut tell = |event: Event<'_, S::State>| tell(space, event, &mut **trace);
                Bidirectional.search(space, &run.limits, &mut tell)
            }
        };
        Ok(finding::<S>(outcome, Bidirectional.guarantee(), true))
    };
    let doc = "Uniform cost from both ends at once; optimal";
    let (name, family) = ("bidirectional", Family::Path);
    Method { name, family, doc, params: vec![], run: Box::new(run) }
}

/// An algorithm on its way to a heuristic.
struct Search<'a, 'b, 'c, S, A> {
    space: &'a S,
    algorithm: A,
    admissible: bool,
    run: &'b mut Run<'c>,
}

impl<S: PathDomain, A: PathSearch> HeuristicVisitor<S> for Search<'_, '_, '_, S, A> {
    type Output = Finding;

    fn visit<H: Heuristic<S>>(self, heuristic: &H) -> Finding {
        let Search { space, algorithm, admissible, run } = self;
        let outcome = match &mut run.trace {
            None => algorithm.search(space, heuristic, &run.limits, &mut ()),
            Some(trace) => {
                let mut tell = |event: Event<'_, S::State>| tell(space, event, &mut **trace);
                algorithm.search(space, heuristic, &run.limits, &mut tell)
            }
        };
        finding::<S>(outcome, algorithm.guarantee(), admissible)
    }
}

fn finding<S: PathDomain>(
    outcome: Outcome<Plan<S::Action>>,
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
    let lower_bound = stats.lower_bound.filter(|_| admissible && verdict == Ending::Stopped);
    let depth = plan.as_ref().filter(|_| solved).map_or(0, |plan| plan.actions.len());
    let left = plan.as_ref().and_then(|plan| match plan.end {
        End::Goal => None,
        End::Short(h) => Some(h),
    });
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
        Ending::Solved => solved_in(plan.as_ref().map_or(0, |plan| plan.cost), optimal, bound),
        Ending::Unsolvable => "Unsolvable: the whole space was searched.".into(),
        Ending::Stuck => format!("Stuck, though a solution may exist. {}", best(plan.as_ref())),
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
        cost: plan.as_ref().map(|plan| plan.cost.into()),
        optimal,
        solves: plan.as_ref().is_some_and(Plan::reaches_goal),
        solution: plan
            .map(|plan| Solution::Words(plan.actions.iter().map(ToString::to_string).collect())),
        others: Vec::new(),
        stats,
        figures,
        facts: facts.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        summary,
        notes: Vec::new(),
    }
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".into() } else { format!("{count} moves") }
}

fn solved_in(cost: Cost, optimal: bool, bound: Option<f64>) -> String {
    let cost = moves(cost as usize);
    match bound {
        _ if optimal => format!("Solved in {cost}, which is optimal."),
        Some(bound) => format!("Solved in {cost}, at most {bound} times the least."),
        None => format!("Solved in {cost}; fewer may do."),
    }
}

/// The best so far, in words.
fn best<A>(plan: Option<&Plan<A>>) -> String {
    match plan.map(|plan| (plan.actions.len(), plan.end)) {
        Some((count, End::Goal)) => {
            format!("Best so far: a solution in {}, not proved least.", moves(count))
        }
        Some((count, End::Short(left))) if count > 0 => {
            format!("Best so far: {} to where the heuristic estimates {left} more.", moves(count))
        }
        _ => "Nothing nearer the goal than the start was found.".into(),
    }
}

fn tell<S: PathDomain>(space: &S, event: Event<'_, S::State>, watcher: &mut dyn Watcher) {
    let name = match event {
        Event::Bound(_) => "bound",
        Event::Expand { .. } => "expand",
        Event::Generate { .. } => "generate",
        Event::Improve { .. } => "improve",
        Event::Goal { .. } => "goal",
    };
    if watcher.wants(name) {
        watcher.tell(step(space, name, event));
    }
}

fn step<S: PathDomain>(space: &S, name: &'static str, event: Event<'_, S::State>) -> Step {
    let at = |why: String, state: &S::State, g: Cost, h: Cost| {
        Step::new(name, why).at(space.show(state)).with("g", g).with("h", h)
    };
    let sum = |g: Cost, h: Cost| format!("f = g + h = {g} + {h} = {}", g.saturating_add(h));
    match event {
        Event::Bound(bound) => {
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
        Event::Improve { state, g, h } => at(format!("nearest so far: h = {h}"), state, g, h),
        Event::Goal { state, g } => {
            Step::new(name, format!("a goal, at cost {g}")).at(space.show(state)).with("g", g)
        }
    }
}
