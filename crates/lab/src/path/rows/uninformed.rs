//! The methods that use no heuristic.

use goalward::path::{BestFirst, BreadthFirst, DepthFirst, IterativeDeepening};

use super::best_first::LINES;
use super::settings::{AGES, and_undo, order_params, ordered, undo, undo_param};
use crate::about::About;
use crate::path::algorithm::Uninformed;
use crate::path::{PathDomain, blind};
use crate::registry::Method;
use crate::settings::Param;
use crate::trace::EventKind::{Bound, Expand, Goal, Improve, Known, New, Pruned};

/// Level by level, in depth, and by cost.
pub fn rows<S: PathDomain>(space: &S) -> Vec<Method<'_>> {
    vec![
        blind(
            space,
            &About {
                name: "bfs",
                title: "Breadth-first search",
                doc: "Level by level; finds the fewest moves",
                does: "Expands the start, then everything one move away, then everything two moves \
                       away, and so on. No state is put in the queue twice.",
                guarantees: "Finds a solution if there is one, and the first it finds has the fewest moves.",
                costs: "Time and memory grow with every state up to the solution's depth: about \
                    b^d for b moves per state and depth d. Memory runs out first.",
                pseudocode: &[
                    "if start is a goal: return the empty plan",
                    "queue ← [start]; seen ← {start}",
                    "while queue is not empty:",
                    "  node ← remove the first of queue",
                    "  for each action of node:",
                    "    child ← node after action",
                    "    if child is in seen: continue with the next action",
                    "    add child to seen and to the end of queue",
                    "    if child is a goal: return the path to it",
                    "there is no solution",
                ],
                lines: &[(Bound, 3), (Expand, 4), (Known, 7), (New, 8), (Goal, 9)],
                frontier: true,
            },
            undo_param::<S>().into_iter().collect(),
            |settings| {
                let search = BreadthFirst { undo: undo::<S>(settings) };
                Uninformed(search, search.guarantee())
            },
        ),
        blind(
            space,
            &About {
                name: "dfs",
                title: "Depth-first search",
                doc: "Depth-first down to a depth, no state repeated on a path",
                does: "Follows one branch down to a depth limit, then undoes the last move and \
                    tries the next. It remembers only the path it is on, and does not visit a \
                    state twice on it.",
                guarantees: "Finds some solution no longer than the limit if there is one; usually far \
                             from the shortest.",
                costs: "Memory only for one path. Time may reach b^m for a limit of m moves, and the same \
                        state may be visited many times by different paths.",
                pseudocode: &[
                    "search(state, path):",
                    "  if state is a goal: return path",
                    "  if path has as many moves as the limit: return nothing",
                    "  for each action of state:",
                    "    child ← state after action",
                    "    if child is on path: continue with the next action",
                    "    answer ← search(child, path + action)",
                    "    if there is an answer: return it",
                    "  return nothing",
                ],
                lines: &[
                    (Bound, 1),
                    (Goal, 2),
                    (Pruned, 3),
                    (Expand, 4),
                    (Known, 6),
                    (New, 7),
                    (Improve, 7),
                ],
                frontier: false,
            },
            and_undo::<S>(Param::whole(
                "depth",
                "The longest plan allowed",
                1..=1_000_000_000,
                "50",
            )),
            |settings| {
                let depth = settings.whole("depth") as u32;
                let search = DepthFirst { depth, undo: undo::<S>(settings) };
                Uninformed(search, search.guarantee())
            },
        ),
        blind(
            space,
            &About {
                name: "ids",
                title: "Iterative deepening",
                doc: "Depth-first to depth 0, 1, 2 …; finds the fewest moves",
                does: "Depth-first search with a limit of 0 moves, then 1, then 2, each time from the \
                       start again.",
                guarantees: "Finds a solution with the fewest moves if there is one.",
                costs: "Memory only for one path. Repeating the shallow levels costs little, since the \
                        last level holds most of the nodes; but without a table the same state is visited \
                        once for every path to it.",
                pseudocode: &[
                    "for limit ← 0, 1, 2, …:",
                    "  search(start, limit); return its answer if there is one",
                    "search(state, left):",
                    "  if state is a goal: return the path to it",
                    "  if left = 0: return nothing",
                    "  for each action of state:",
                    "    child ← state after action",
                    "    if child is on the path: continue with the next action",
                    "    search(child, left − 1); return its answer if there is one",
                ],
                lines: &[
                    (Bound, 1),
                    (Goal, 4),
                    (Pruned, 5),
                    (Expand, 6),
                    (Known, 8),
                    (New, 9),
                    (Improve, 9),
                ],
                frontier: false,
            },
            undo_param::<S>().into_iter().collect(),
            |settings| {
                let search = IterativeDeepening { undo: undo::<S>(settings) };
                Uninformed(search, search.guarantee())
            },
        ),
        blind(
            space,
            &About {
                name: "ucs",
                title: "Uniform-cost search",
                doc: "Least g first; optimal",
                does: "Always expands the node that was cheapest to reach. If all moves cost the \
                    same, it goes level by level like breadth-first search.",
                guarantees: "Finds a cheapest solution if there is one: when a goal is taken out of the \
                             frontier, everything cheaper has been expanded.",
                costs: "Expands every state cheaper than the solution, and keeps them all.",
                pseudocode: &[
                    "frontier ← {start}, ordered by g",
                    "while frontier is not empty:",
                    "  node ← remove the least of frontier",
                    "  if node is a goal: return the path to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and not cheaper now: continue with the next action",
                    "    put child into frontier with its g",
                    "there is no solution",
                ],
                lines: LINES,
                frontier: true,
            },
            order_params::<S>(&AGES, "newest"),
            |settings| ordered::<S>(BestFirst::uniform_cost(), settings),
        ),
    ]
}
