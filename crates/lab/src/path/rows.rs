//! The path methods: a row each, with everything of it.

use goalward::path::{
    Beam, BestFirst, BreadthFirst, Cycles, DepthFirst, Guarantee, IdaStar, IterativeDeepening,
    ParallelIdaStar, PathObserver, PathSearch, PlanOf, Priority,
};
use goalward::{Heuristic, Limits, Outcome, Reversible};

use super::{Algorithm, Key, PathDomain, backwards, blind, informed};
use crate::about::About;
use crate::registry::Method;
use crate::settings::{Choice, Kind, Param};
use crate::trace::EventKind::{self, Bound, Cheaper, Expand, Goal, Improve, Known, New, Pruned};

/// The search of a row, for every space and every heuristic; after it, what is particular
/// about it.
macro_rules! search {
    ($type:ty: $made:expr $(, { $($particular:tt)* })?) => {{
        struct Row($type);

        impl<S: PathDomain> Algorithm<S> for Row {
            fn guarantee(&self) -> Guarantee {
                self.0.guarantee()
            }

            fn search<H: Heuristic<S>, O: PathObserver<S>>(
                &self,
                space: &S,
                heuristic: &H,
                limits: &Limits,
                observer: &mut O,
            ) -> Outcome<PlanOf<S>> {
                PathSearch::search(&self.0, space, heuristic, limits, observer)
            }

            $($($particular)*)?
        }

        Row($made)
    }};
}

/// Every path method on `space` that goes forwards only: a new algorithm is one row.
pub fn methods<S: PathDomain>(space: &S) -> Vec<Method<'_>> {
    vec![
        blind(
            space,
            &About {
                name: "bfs",
                doc: "Level by level; fewest moves",
                does: "Expands the start, then everything one move away, then everything two moves \
                       away, and so on. No state is put in the queue twice.",
                guarantees: "Finds a solution if there is one, and the first it finds has the fewest moves.",
                costs: "Time and memory grow with every state up to the solution's depth: about b^d for \
                        b moves a state and depth d. Memory runs out first.",
                pseudocode: &[
                    "if start is a goal: return the empty plan",
                    "queue ← [start]; seen ← {start}",
                    "while queue is not empty:",
                    "  node ← the first of queue, taken out",
                    "  for each action of node:",
                    "    child ← node after action",
                    "    if child is in seen: go on with the next action",
                    "    add child to seen and to the end of queue",
                    "    if child is a goal: return the way to it",
                    "there is no solution",
                ],
                lines: &[(Bound, 3), (Expand, 4), (Known, 7), (New, 8), (Goal, 9)],
                frontier: true,
            },
            vec![],
            |_| search!(BreadthFirst: BreadthFirst),
        ),
        blind(
            space,
            &About {
                name: "dfs",
                doc: "Depth-first down to a depth, no state twice on a path",
                does: "Follows one branch down to a depth limit, then takes back the last move and tries \
                       the next. It remembers only the path it is on, and does not visit a state twice on it.",
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
                    "    if child is on path: go on with the next action",
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
            vec![Param::whole("depth", "No plan is longer", 1..=1_000_000_000, "50")],
            |settings| search!(DepthFirst: DepthFirst { depth: settings.whole("depth") as u32 }),
        ),
        blind(
            space,
            &About {
                name: "ids",
                doc: "Depth-first to depth 0, 1, 2 …; fewest moves",
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
                    "    if child is on the path: go on with the next action",
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
            vec![],
            |_| search!(IterativeDeepening: IterativeDeepening),
        ),
        blind(
            space,
            &About {
                name: "ucs",
                doc: "Cheapest reached first; optimal",
                does: "Always expands the node that was cheapest to reach. With equal costs for all moves \
                       it goes level by level like breadth-first search.",
                guarantees: "Finds a cheapest solution if there is one: when a goal is taken out of the \
                             frontier, everything cheaper has been expanded.",
                costs: "Expands every state cheaper than the solution, and keeps them all.",
                pseudocode: &[
                    "frontier ← {start}, ordered by g",
                    "while frontier is not empty:",
                    "  node ← the least of frontier, taken out",
                    "  if node is a goal: return the way to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and no cheaper now: go on with the next action",
                    "    put child into frontier with its g",
                    "there is no solution",
                ],
                lines: BEST_FIRST_LINES,
                frontier: true,
            },
            vec![],
            |_| search!(BestFirst: BestFirst::uniform_cost()),
        ),
        informed(
            space,
            &About {
                name: "greedy",
                doc: "Nearest by the heuristic first",
                does: "Always expands the node that looks nearest to the goal: the least estimate h, \
                       however far it already is from the start.",
                guarantees: "Finds a solution on every finite space that has one. It may be much longer \
                             than the shortest.",
                costs: "Often very few nodes, for the estimate leads it straight on; where the estimate \
                        misleads it wanders, and it keeps all it has seen.",
                pseudocode: &[
                    "frontier ← {start}, ordered by h",
                    "while frontier is not empty:",
                    "  node ← the least of frontier, taken out",
                    "  if node is a goal: return the way to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and no cheaper now: go on with the next action",
                    "    put child into frontier with its h",
                    "there is no solution",
                ],
                lines: BEST_FIRST_LINES,
                frontier: true,
            },
            vec![],
            |_| {
                search!(BestFirst: BestFirst::greedy(), {
                    fn key(&self) -> Key {
                        Key::Estimate
                    }
                })
            },
        ),
        informed(
            space,
            &About {
                name: "astar",
                doc: "Least g + h first; optimal",
                does: "Always expands the node with the least f = g + h: what reaching it cost, and what \
                       the heuristic says remains. Among equals it takes the one farther on.",
                guarantees: "The solution is a cheapest one if h never overestimates. If h is also \
                             consistent, no state is expanded twice.",
                costs: "Expands every state with f below the solution's cost, and no optimal search with \
                        the same estimates can do without them. It keeps them all: memory runs out first.",
                pseudocode: &[
                    "frontier ← {start}, ordered by f = g + h",
                    "while frontier is not empty:",
                    "  node ← the least of frontier, taken out",
                    "  if node is a goal: return the way to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and no cheaper now: go on with the next action",
                    "    put child into frontier with f = g + h",
                    "there is no solution",
                ],
                lines: BEST_FIRST_LINES,
                frontier: true,
            },
            vec![],
            |_| search!(BestFirst: BestFirst::a_star()),
        ),
        informed(
            space,
            &About {
                name: "wastar",
                doc: "Least g + weight·h first; within weight of optimal",
                does: "A* that trusts the heuristic more: it expands the least f = g + w·h. A weight of 1 \
                       is A*, a weight of 0 uniform cost; a large one is close to greedy search.",
                guarantees: "The solution costs at most w times the least if h never overestimates.",
                costs: "The larger the weight, the fewer nodes as a rule, and the longer the solution.",
                pseudocode: &[
                    "frontier ← {start}, ordered by f = g + w·h",
                    "while frontier is not empty:",
                    "  node ← the least of frontier, taken out",
                    "  if node is a goal: return the way to it",
                    "  for each action of node:",
                    "    child ← node after action; g(child) ← g(node) + cost",
                    "    if child is known and no cheaper now: go on with the next action",
                    "    put child into frontier with f = g + w·h",
                    "there is no solution",
                ],
                lines: BEST_FIRST_LINES,
                frontier: true,
            },
            vec![Param::new("weight", "How much h counts", Kind::Weight, Some("2"))],
            |settings| {
                let priority = Priority::Weighted(settings.weight("weight"));
                search!(BestFirst: BestFirst { priority }, {
                    fn key(&self) -> Key {
                        match self.0.priority {
                            Priority::Weighted(weight) => Key::Weighted(weight.value()),
                            _ => Key::Sum,
                        }
                    }
                })
            },
        ),
        informed(
            space,
            &About {
                name: "idastar",
                doc: "A* by depth-first dives, in next to no memory; optimal",
                does: "Dives depth-first, but turns back where f = g + h exceeds a bound. The first bound \
                       is h of the start; the next is the least f that exceeded the last.",
                guarantees: "The solution is a cheapest one if h never overestimates.",
                costs: "Memory only for one path. Each dive repeats the last one, and states reached by \
                        several paths are visited again each time; yet a node is so cheap that on puzzles \
                        it beats A*.",
                pseudocode: &[
                    "bound ← h(start)",
                    "repeat: dive(start, 0); return its answer if there is one",
                    "  bound ← the least f that exceeded it",
                    "dive(state, g):",
                    "  if state is a goal: return the path to it",
                    "  for each action of state:",
                    "    child ← state after action; f ← g + cost + h(child)",
                    "    if f > bound: note f and go on with the next action",
                    "    if child is on the path: go on with the next action (where asked to)",
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
            vec![Param::choice(
                "cycles",
                "A state twice on one path",
                [
                    Choice { name: "allow", doc: "Not looked for: fastest" },
                    Choice { name: "avoid", doc: "Avoided: ends on every finite space" },
                ],
                "allow",
            )],
            |settings| {
                let avoids = settings.choice("cycles") == "avoid";
                let cycles = if avoids { Cycles::Avoid } else { Cycles::Allow };
                search!(IdaStar: IdaStar { cycles }, {
                    const SHARES: bool = true;

                    fn unshared(&self) -> Option<&'static str> {
                        let why = "cycles=avoid looks along the whole path: only cycles=allow can \
                                   be shared out";
                        (self.0.cycles == Cycles::Avoid).then_some(why)
                    }

                    fn search_on<H: Heuristic<S> + Sync>(
                        &self,
                        jobs: usize,
                        space: &S,
                        heuristic: &H,
                        limits: &Limits,
                    ) -> Outcome<PlanOf<S>> {
                        match jobs {
                            1 => PathSearch::search(&self.0, space, heuristic, limits, &mut ()),
                            _ => ParallelIdaStar::on(jobs).search(space, heuristic, limits),
                        }
                    }
                })
            },
        ),
        informed(
            space,
            &About {
                name: "beam",
                doc: "The best few of each level; may get stuck",
                does: "Goes level by level, but keeps only the best few nodes of each level by f = g + h; \
                       the others are forgotten.",
                guarantees: "None: what is forgotten may have been the only way, and then it gets stuck.",
                costs: "At most width nodes a level: time and memory grow only with the depth.",
                pseudocode: &[
                    "level ← [start]; seen ← {start}",
                    "while level is not empty:",
                    "  for each node of level:",
                    "    for each action of node:",
                    "      child ← node after action",
                    "      if child is in seen: go on with the next action",
                    "      add child to seen and to next",
                    "      if child is a goal: return the way to it",
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
            vec![Param::whole("width", "Nodes kept of each level", 1..=100_000_000, "100")],
            |settings| search!(Beam: Beam { width: settings.whole("width") as usize }),
        ),
    ]
}

/// Every path method on `space` that can go backwards, too.
pub fn reversible_methods<S: PathDomain + Reversible>(space: &S) -> Vec<Method<'_>> {
    let mut methods = methods(space);
    let bidirectional = backwards(
        space,
        &About {
            name: "bidirectional",
            doc: "Uniform cost from both ends at once; optimal",
            does: "Two uniform-cost searches, one from the start and one backwards from the goal, \
                   take turns until they have met and no cheaper meeting is possible.",
            guarantees: "Finds a cheapest solution if there is one.",
            costs: "Two searches of half the depth: about 2·b^(d/2) instead of b^d. It needs one \
                    known goal and moves that can be made backwards.",
            pseudocode: &[
                "two frontiers ← {start} and {goal}, each ordered by g; best ← none",
                "while both together might still beat best:",
                "  node ← the least of the frontier whose turn it is, taken out",
                "  for each action from node (backwards on the goal's side):",
                "    child ← what it leads to; g(child) ← g(node) + cost",
                "    if this side knows child and it is no cheaper: go on",
                "    put child into this side's frontier",
                "    if the other side knows child: best ← the cheaper of best and the way through it",
                "return best",
            ],
            lines: &[(Expand, 3), (Known, 6), (New, 7), (Cheaper, 7), (Improve, 8), (Goal, 9)],
            frontier: true,
        },
    );
    methods.insert(methods.len() - 1, bidirectional);
    methods
}

/// Of the four that are one engine.
const BEST_FIRST_LINES: &[(EventKind, usize)] =
    &[(Expand, 3), (Goal, 4), (Known, 7), (Pruned, 7), (New, 8), (Cheaper, 8), (Improve, 8)];
