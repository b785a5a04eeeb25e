//! The path family: its methods as rows, for any domain that lists its heuristics.

use std::fmt::Display;

use goalward::path::{
    Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, Event, Fate, Guarantee,
    IdaStar, IterativeDeepening, PathSearch, Plan, Priority,
};
use goalward::{Blind, Heuristic, Outcome, Reversible, StateSpace, Verdict};

use crate::registry::{Method, Run};
use crate::report::{Ending, Finding};
use crate::settings::{Choice, Kind, Param, Settings};
use crate::trace::Step;

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
        Search { space, algorithm: algorithm(settings), admissible: true, run }.visit(&Blind)
    };
    Method { name, doc, params, run: Box::new(run) }
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
        space.with_heuristic(name, search)
    };
    Method { name, doc, params, run: Box::new(run) }
}

fn bidirectional<S: PathDomain>(space: &S) -> Method<'_> {
    let run = move |_: &Settings, run: &mut Run<'_>| {
        let outcome = match &mut run.trace {
            None => Bidirectional.search(space, &run.limits, &mut ()),
            Some(trace) => {
                let mut tell = |event: Event<'_, S::State>| trace(step(space, event));
                Bidirectional.search(space, &run.limits, &mut tell)
            }
        };
        finding::<S>(outcome, Bidirectional.guarantee(), true)
    };
    let doc = "Uniform cost from both ends at once; optimal";
    Method { name: "bidirectional", doc, params: vec![], run: Box::new(run) }
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
                let mut tell = |event: Event<'_, S::State>| trace(step(space, event));
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
        Verdict::Stopped { by, best } => (Ending::Stopped, Some(by.into()), best),
    };
    let solved = verdict == Ending::Solved;
    let optimal = match guarantee {
        Guarantee::Cheapest => admissible,
        Guarantee::FewestActions => S::UNIT_COSTS,
        Guarantee::Within(_) | Guarantee::None => false,
    };
    let bound = match guarantee {
        Guarantee::Within(weight) if admissible => Some(weight.value()),
        _ if optimal => Some(1.0),
        _ => None,
    };
    let mut stats = outcome.stats;
    stats.lower_bound = stats.lower_bound.filter(|_| admissible);
    Finding {
        verdict,
        stop,
        cost: plan.as_ref().map(|plan| plan.cost.into()),
        left: plan.as_ref().and_then(|plan| match plan.end {
            goalward::path::End::Goal => None,
            goalward::path::End::Short(h) => Some(h),
        }),
        solution: plan.map(|plan| plan.actions.iter().map(ToString::to_string).collect()),
        optimal: solved && optimal,
        bound: bound.filter(|_| solved),
        reason: None,
        stats,
    }
}

fn step<S: PathDomain>(space: &S, event: Event<'_, S::State>) -> Step {
    match event {
        Event::Bound(bound) => Step::Bound { bound },
        Event::Expand { state, g, h } => Step::Expand { state: space.show(state), g, h },
        Event::Generate { state, g, h, fate } => {
            let fate = match fate {
                Fate::New => "new",
                Fate::Cheaper => "cheaper",
                Fate::Known => "known",
                Fate::Pruned => "pruned",
            };
            Step::Generate { state: space.show(state), g, h, fate }
        }
        Event::Improve { state, g, h } => Step::Improve { state: space.show(state), g, h },
        Event::Goal { state, g } => Step::Goal { state: space.show(state), g },
    }
}
