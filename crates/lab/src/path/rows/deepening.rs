//! Searches that remember a path, or as much as there is room for.

use goalward::path::{Cycles, IdaStar, Rbfs};

use super::settings::{and_undo, undo, undo_param};
use crate::about::About;
use crate::path::algorithm::cold;
use crate::path::{PathDomain, informed};
use crate::registry::Method;
use crate::settings::{Choice, Param};
use crate::trace::EventKind::{self, Bound, Expand, Goal, Improve, Known, New, Pruned};

/// IDA* and recursive best-first search.
pub fn rows<S: PathDomain>(space: &S) -> Vec<Method<'_>> {
    vec![
        informed(
            space,
            &About {
                name: "idastar",
                title: "IDA*",
                doc: "A* by depth-first dives, with almost no memory; optimal",
                does: "Dives depth-first, but turns back where f = g + h exceeds a bound. The first bound \
                       is h of the start; the next is the least f that exceeded the last.",
                guarantees: "The solution is a cheapest one if h never overestimates.",
                costs: "Memory only for one path. Each dive repeats the last one, and states \
                        reached by several paths are visited again each time; yet nodes are so \
                        cheap that on puzzles it beats A*.",
                pseudocode: &[
                    "bound ← h(start)",
                    "repeat: dive(start, 0); return its answer if there is one",
                    "  bound ← the least f that exceeded it",
                    "dive(state, g):",
                    "  if state is a goal: return the path to it",
                    "  for each action of state:",
                    "    child ← state after action; f ← g + cost + h(child)",
                    "    if f > bound: note f and continue with the next action",
                    "    if child is on the path: continue with the next action (if cycles=avoid)",
                    "    dive(child, g + cost); return its answer if there is one",
                ],
                lines: &[
                    (Bound, 3),
                    (Goal, 5),
                    (Expand, 6),
                    (Pruned, 8),
                    (Known, 9),
                    (New, 10),
                    (Improve, 10),
                ],
                frontier: false,
            },
            {
                let choices = [
                    Choice { name: "allow", doc: "Not checked: fastest" },
                    Choice { name: "avoid", doc: "Avoided: terminates on every finite space" },
                ];
                let doc = "Repeated states on a path";
                and_undo::<S>(Param::choice("cycles", doc, choices, "allow"))
            },
            |settings| {
                let avoids = settings.choice("cycles") == "avoid";
                let cycles = if avoids { Cycles::Avoid } else { Cycles::Allow };
                IdaStar { cycles, undo: undo::<S>(settings) }
            },
        ),
        informed(
            space,
            &About {
                name: "rbfs",
                title: "Recursive best-first search",
                doc: "Best-first with memory for one path only; optimal",
                does: "Follows the best path while its f = g + h does not exceed that of the best \
                    alternative. Then it goes back, records for each node it leaves the least f \
                    found below it, and follows the alternative. No state is repeated on a path.",
                guarantees: "Finds a cheapest solution if h never overestimates; terminates on every finite space.",
                costs: "Memory only for one path and its siblings. It forgets the nodes it leaves, \
                    so it generates the same nodes many times; it goes back and forth most where \
                    estimates differ little.",
                pseudocode: RECURSIVE_CODE,
                lines: RECURSIVE_LINES,
                frontier: false,
            },
            undo_param::<S>().into_iter().collect(),
            |settings| cold(Rbfs { nodes: 0, undo: undo::<S>(settings) }, Rbfs::guarantee),
        ),
        informed(
            space,
            &About {
                name: "ie",
                title: "Iterative expansion",
                doc: "Iterative expansion: rbfs with bounded memory; optimal",
                does: "Works like rbfs, but keeps the nodes it leaves while there is memory, so it \
                       need not generate them again. When memory is full it forgets those with the \
                       largest f, whose parents remember that f.",
                guarantees: "Finds a cheapest solution if h never overestimates; terminates on every finite space.",
                costs: "Keeps at most the given number of nodes, within the memory limit, unless \
                    one path needs more. The more it may keep, the fewer nodes it generates again.",
                pseudocode: RECURSIVE_CODE,
                lines: RECURSIVE_LINES,
                frontier: false,
            },
            and_undo::<S>(Param::whole(
                "nodes",
                "Nodes kept in memory",
                1..=1_000_000_000,
                "1000000",
            )),
            |settings| {
                let nodes = settings.whole("nodes") as usize;
                cold(Rbfs { nodes, undo: undo::<S>(settings) }, Rbfs::guarantee)
            },
        ),
    ]
}

/// For the two methods that share one engine.
const RECURSIVE_CODE: &[&str] = &[
    "F(start) ← h(start); search(start, ∞)",
    "search(node, bound):",
    "  if node is a goal: end with the path to it",
    "  unless they are in memory: for each action of node:",
    "    child ← node after action; if it is on the path: continue with the next action",
    "    F(child) ← max(F(node), g(child) + h(child))",
    "  while the least F(child) ≤ bound:",
    "    best ← the child with the least F; second ← the least F of the others",
    "    F(best) ← search(best, min(bound, second))",
    "  forget the children of node (rbfs), or the worst in memory if it is full (ie)",
    "  return the least F(child), or ∞ if there is no child",
];

const RECURSIVE_LINES: &[(EventKind, usize)] =
    &[(Bound, 1), (Goal, 3), (Expand, 4), (Known, 5), (New, 6), (Pruned, 6), (Improve, 8)];
