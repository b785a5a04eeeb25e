//! Best-first search with a heuristic: one engine, three priorities.

use goalward::path::BestFirst;

use super::settings::{TIES, order_params, ordered, weighted_params};
use crate::about::About;
use crate::path::{PathDomain, informed};
use crate::registry::Method;
use crate::trace::EventKind::{self, Cheaper, Expand, Goal, Improve, Known, New, Pruned};

/// By h, by g + h, and by g + weight·h.
pub fn rows<S: PathDomain>(space: &S) -> Vec<Method<'_>> {
    vec![
        informed(
            space,
            &About {
                name: "greedy",
                title: "Greedy best-first search",
                doc: "Least h first",
                does: "Always expands the node that looks nearest to the goal: the least estimate h, \
                       however far it already is from the start.",
                guarantees: "Finds a solution on every finite space that has one. It may be much longer \
                             than the shortest.",
                costs: "Often very few nodes, because the estimate leads it straight to the goal; \
                    where the estimate misleads, it wanders. It keeps all states it has seen.",
                pseudocode: &[
                    "frontier ← {start}, ordered by h",
                    "while frontier is not empty:",
                    "  node ← remove the least of frontier",
                    "  if node is a goal: return the path to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and not cheaper now: continue with the next action",
                    "    put child into frontier with its h",
                    "there is no solution",
                ],
                lines: LINES,
                frontier: true,
            },
            order_params::<S>(&TIES, "high-g"),
            |settings| ordered::<S>(BestFirst::greedy(), settings),
        ),
        informed(
            space,
            &About {
                name: "astar",
                title: "A*",
                doc: "Least g + h first; optimal",
                does: "Always expands the node with the least f = g + h: the cost of reaching it \
                    plus the estimated cost that remains. Among equals it takes the one with the \
                    larger g.",
                guarantees: "The solution is a cheapest one if h never overestimates. If h is also \
                             consistent, no state is expanded twice.",
                costs: "Expands every state with f below the solution's cost, which every optimal \
                    search with the same estimates must do. It keeps them all: memory runs out \
                    first.",
                pseudocode: &[
                    "frontier ← {start}, ordered by f = g + h",
                    "while frontier is not empty:",
                    "  node ← remove the least of frontier",
                    "  if node is a goal: return the path to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and not cheaper now: continue with the next action",
                    "    put child into frontier with f = g + h",
                    "there is no solution",
                ],
                lines: LINES,
                frontier: true,
            },
            order_params::<S>(&TIES, "high-g"),
            |settings| ordered::<S>(BestFirst::a_star(), settings),
        ),
        informed(
            space,
            &About {
                name: "wastar",
                title: "Weighted A*",
                doc: "Least g + weight·h first; within weight of optimal",
                does: "A* that trusts the heuristic more: it expands the node with the least f = g + w·h. A weight of 1 \
                       is A*, a weight of 0 uniform cost; a large one is close to greedy search.",
                guarantees: "The solution costs at most w times the least if h never overestimates.",
                costs: "A larger weight usually means fewer nodes and a longer solution.",
                pseudocode: &[
                    "frontier ← {start}, ordered by f = g + w·h",
                    "while frontier is not empty:",
                    "  node ← remove the least of frontier",
                    "  if node is a goal: return the path to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and not cheaper now: continue with the next action",
                    "    put child into frontier with f = g + w·h",
                    "there is no solution",
                ],
                lines: LINES,
                frontier: true,
            },
            weighted_params::<S>(),
            |settings| ordered::<S>(BestFirst::weighted(settings.weight("weight")), settings),
        ),
    ]
}

/// Where the engine's events are in the pseudocode, that of uniform cost too.
pub const LINES: &[(EventKind, usize)] =
    &[(Expand, 3), (Goal, 4), (Known, 7), (Pruned, 7), (New, 8), (Cheaper, 8), (Improve, 8)];
