//! Methods that trade cost for time.

use goalward::path::{Anytime, Beam, Dps};

use super::settings::{and_undo, ties, undo, weighted_params};
use crate::about::About;
use crate::path::algorithm::{Cold, cold};
use crate::path::steps::Key;
use crate::path::{PathDomain, informed};
use crate::registry::Method;
use crate::settings::{Kind, Param};
use crate::trace::EventKind::{Bound, Cheaper, Expand, Goal, Improve, Known, New, Plan, Pruned};

/// Better and better plans, plans within a bound, and the best few of each level.
pub fn rows<S: PathDomain>(space: &S) -> Vec<Method<'_>> {
    vec![
        informed(
            space,
            &About {
                name: "anytime",
                title: "Anytime A*",
                doc: "Weighted A* that improves its plan until it is optimal",
                does: "Finds a first plan like weighted A*, then looks for cheaper ones. Nodes that \
                       cannot be part of a cheaper plan than the best are dropped.",
                guarantees: "If it finishes, the plan is a cheapest one if h never overestimates. \
                    If it is stopped, it reports the best plan so far and a lower bound on the \
                    cost of any plan.",
                costs: "A first plan as soon as weighted A* finds one. To prove a plan optimal it \
                    must expand at least what A* expands, and often more.",
                pseudocode: &[
                    "frontier ← {start}, ordered by g + w·h; best ← none",
                    "while frontier is not empty:",
                    "  node ← remove the least of frontier",
                    "  if g(node) + h(node) ≥ cost of best: continue with the next node",
                    "  if node is a goal: best ← the path to it; continue with the next node",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and not cheaper now: continue with the next action",
                    "    put child into frontier",
                    "return best",
                ],
                lines: &[
                    (Expand, 3),
                    (Bound, 5),
                    (Plan, 5),
                    (Known, 8),
                    (Pruned, 8),
                    (New, 9),
                    (Cheaper, 9),
                    (Improve, 9),
                    (Goal, 10),
                ],
                frontier: true,
            },
            weighted_params::<S>(),
            |settings| {
                let weight = settings.weight("weight");
                let key = Key::Weighted(weight.value());
                let search = Anytime { weight, ties: ties(settings), undo: undo::<S>(settings) };
                Cold { key, ..cold(search, Anytime::guarantee) }
            },
        ),
        informed(
            space,
            &About {
                name: "dps",
                title: "Dynamic potential search",
                doc: "Largest potential first; within weight of optimal",
                does: "Dynamic potential search. Let m be the least f = g + h of the frontier: no \
                       plan costs less. It expands the node with the largest potential (w·m − g) / \
                       h: the cost that may still be spent per unit of estimated remaining cost.",
                guarantees: "The solution costs at most w times the least if h never overestimates.",
                costs: "Often fewer nodes than weighted A* with the same weight, because the allowed cost is \
                        spent where it helps. Each time m rises, the frontier is reordered.",
                pseudocode: &[
                    "frontier ← {start}",
                    "while frontier is not empty:",
                    "  m ← the largest so far of the least g + h in frontier",
                    "  node ← remove the one with the largest (w·m − g) / h from frontier",
                    "  if node is a goal: return the path to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and not cheaper now: continue with the next action",
                    "    put child into frontier",
                    "there is no solution",
                ],
                lines: &[
                    (Bound, 3),
                    (Expand, 4),
                    (Goal, 5),
                    (Known, 8),
                    (Pruned, 8),
                    (New, 9),
                    (Cheaper, 9),
                    (Improve, 9),
                ],
                frontier: true,
            },
            {
                let doc = "Cost allowed, as a multiple of the optimum";
                and_undo::<S>(Param::new("weight", doc, Kind::Weight, Some("2")))
            },
            |settings| {
                let weight = settings.weight("weight");
                cold(Dps { weight, undo: undo::<S>(settings) }, Dps::guarantee)
            },
        ),
        informed(
            space,
            &About {
                name: "beam",
                title: "Beam search",
                doc: "The best few of each level; may get stuck",
                does: "Goes level by level, but keeps only the best few nodes of each level by f = g + h; \
                       the others are forgotten.",
                guarantees: "None: the only path to a goal may be forgotten, and then it gets stuck.",
                costs: "At most width nodes per level: time and memory grow only with the depth.",
                pseudocode: &[
                    "level ← [start]; seen ← {start}",
                    "while level is not empty:",
                    "  for each node of level:",
                    "    for each action of node:",
                    "      child ← node after action",
                    "      if child is in seen: continue with the next action",
                    "      add child to seen and to next",
                    "      if child is a goal: return the path to it",
                    "  level ← the best width nodes of next, by f = g + h",
                    "stuck",
                ],
                lines: &[
                    (Bound, 2),
                    (Expand, 3),
                    (Known, 6),
                    (Pruned, 6),
                    (New, 7),
                    (Improve, 7),
                    (Goal, 8),
                ],
                frontier: false,
            },
            and_undo::<S>(Param::whole("width", "Nodes kept per level", 1..=100_000_000, "100")),
            |settings| {
                let width = settings.whole("width") as usize;
                cold(Beam { width, undo: undo::<S>(settings) }, Beam::guarantee)
            },
        ),
    ]
}
