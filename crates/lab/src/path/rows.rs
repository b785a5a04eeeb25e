//! The path methods: one row each, with everything about it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use cpu_time::ThreadTime;
use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, Dps, Guarantee,
    IdaStar, IterativeDeepening, Nbs, PathSearch, PlanOf, Rbfs, Ties, Undo,
};
use goalward::{Blind, Limits, Meter, Outcome, Reversible, Verdict};

use super::algorithm::{Algorithm, Cold, Guided, Plain, Uninformed, cold};
use super::steps::{Key, Teller};
use super::ways::ways;
use super::{PathDomain, Unready, blind, informed};
use crate::about::About;
use crate::registry::Method;
use crate::settings::{Choice, Kind, Param, Settings};
use crate::spec::Spec;
use crate::trace::EventKind::{self, Bound, Cheaper, Expand, Goal, Improve, Known, New, Pruned};

/// Every path method on `space` that goes forwards only: a new algorithm is one row.
pub fn methods<S: PathDomain>(space: &S) -> Vec<Method<'_>> {
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
                lines: BEST_FIRST_LINES,
                frontier: true,
            },
            order_params::<S>(&AGES, "newest"),
            |settings| ordered::<S>(BestFirst::uniform_cost(), settings),
        ),
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
                lines: BEST_FIRST_LINES,
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
                lines: BEST_FIRST_LINES,
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
                lines: BEST_FIRST_LINES,
                frontier: true,
            },
            weighted_params::<S>(),
            |settings| ordered::<S>(BestFirst::weighted(settings.weight("weight")), settings),
        ),
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
        informed(
            space,
            &About {
                name: "anytime",
                title: "Anytime A*",
                doc: "Weighted A* that improves its plan until it is optimal",
                does: "Finds a first plan like weighted A*, then continues for cheaper ones. Nodes that \
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
                    (EventKind::Plan, 5),
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
                doc: "Most likely to be within weight of optimal first",
                does: "Dynamic potential search. Let m be the least f = g + h of the frontier: no \
                       plan costs less. It expands the node with the largest potential (w·m − g) / \
                       h: the cost that may still be spent per unit of estimated remaining cost.",
                guarantees: "The solution costs at most w times the least if h never overestimates.",
                costs: "Often fewer nodes than weighted A* with the same weight, because the bound is used \
                        up where it helps. Each time m rises, the frontier is reordered.",
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
        ways(
            space,
            &About {
                name: "yen",
                title: "Yen's cheapest plans",
                doc: "The cheapest plans in order, none with a loop",
                does: "Finds a cheapest plan by A*. Then it finds, for each state on it, the \
                    cheapest plan that deviates there; the cheapest of all these is the next plan, \
                    and so on.",
                guarantees: "The plans are the cheapest ones that visit no state twice, in order, if h never \
                             overestimates.",
                costs: "One A* search for every state of every plan but the last.",
                pseudocode: &[
                    "plans ← []; candidates ← [a cheapest plan]",
                    "until there are enough plans or no candidates:",
                    "  plan ← remove the cheapest of candidates; add it to plans",
                    "  for each state of plan but the last:",
                    "    prefix ← plan up to the state",
                    "    forbid the states of prefix, and the actions with which plans that",
                    "      begin with prefix continue",
                    "    if A* finds a path from the state to the goal:",
                    "      add prefix and the path to candidates",
                    "return plans",
                ],
                lines: &[],
                frontier: false,
            },
        ),
    ]
}

/// Every path method on `space` that can go backwards, too.
pub fn reversible_methods<S: PathDomain + Reversible>(space: &S) -> Vec<Method<'_>> {
    let mut methods = methods(space);
    let bidirectional = blind(
        space,
        &About {
            name: "bidirectional",
            title: "Bidirectional search",
            doc: "Uniform cost from both ends at once; optimal",
            does: "Two uniform-cost searches, one from the start and one backwards from the goal, \
                   take turns until they meet and no cheaper meeting is possible.",
            guarantees: "Finds a cheapest solution if there is one.",
            costs: "Two searches of half the depth: about 2·b^(d/2) instead of b^d. It needs one \
                    known goal and moves that can be reversed.",
            pseudocode: &[
                "two frontiers ← {start} and {goal}, each ordered by g; best ← none",
                "while both together might still beat best:",
                "  node ← remove the least of the frontier whose turn it is",
                "  for each action from node (backwards on the goal's side):",
                "    child ← what it leads to; g(child) ← g(node) + cost",
                "    if this side knows child and it is not cheaper: continue",
                "    put child into this side's frontier",
                "    if the other side knows child: best ← the cheaper of best and the path through it",
                "return best",
            ],
            lines: &[(Expand, 3), (Known, 6), (New, 7), (Cheaper, 7), (Improve, 8), (Goal, 9)],
            frontier: true,
        },
        undo_param::<S>().into_iter().collect(),
        |settings| {
            let search = Bidirectional { undo: undo::<S>(settings) };
            Uninformed(search, search.guarantee())
        },
    );
    let nbs = informed(
        space,
        &About {
            name: "nbs",
            title: "Near-optimal bidirectional search",
            doc: "A* from both ends at once; optimal",
            does: "Near-optimal bidirectional search. It expands two nodes at a time, one from the \
                   start's side and one from the goal's, with the least lower bound for a plan \
                   through both: the larger of their two f and of the sum of their g. On the \
                   goal's side h estimates the cost from the start; it is 0 if no such estimate is \
                   known.",
            guarantees: "Finds a cheapest solution if h never overestimates. With consistent \
                estimates it expands at most twice the nodes that any bidirectional search must \
                expand.",
            costs: "Often fewer nodes than A* where the estimate is weak, since each search covers \
                    half the distance; it keeps both of them in memory. It needs one known goal \
                    and moves that can be made backwards.",
            pseudocode: &[
                "two frontiers ← {start} and {goal}; best ← none",
                "repeat:",
                "  of all pairs (a, b), one from each frontier, take the one with the least bound",
                "    bound(a, b) = max(f(a), f(b), g(a) + g(b))",
                "  if there is none or its bound ≥ cost of best: return best",
                "  expand a and b: for each action (backwards from b):",
                "    child ← what it leads to; g(child) ← g + cost",
                "    if this side knows child and it is not cheaper: continue",
                "    put child into this side's frontier",
                "    if the other side knows child: best ← the cheaper of best and the path through it",
            ],
            lines: &[
                (Goal, 5),
                (Expand, 6),
                (Known, 8),
                (Pruned, 8),
                (New, 9),
                (Cheaper, 9),
                (Improve, 10),
            ],
            frontier: true,
        },
        undo_param::<S>().into_iter().collect(),
        |settings| FromBothEnds {
            heuristic: settings.choice("heuristic").parse().expect("checked when it was set"),
            undo: undo::<S>(settings),
            aside: AtomicU64::new(0),
        },
    );
    let beam = methods.iter().position(|method| method.about.name == "beam");
    let at = beam.expect("it is among them");
    methods.splice(at..at, [bidirectional, nbs]);
    methods
}

/// The search from both ends, with the heuristic that both sides use.
struct FromBothEnds {
    heuristic: Spec,
    undo: Undo,
    /// The nanoseconds that the second side's heuristic took to make and to release.
    aside: AtomicU64,
}

impl<S: PathDomain + Reversible> Algorithm<S> for FromBothEnds {
    fn key(&self) -> Key {
        Key::Sum
    }

    fn guarantee(&self) -> Guarantee {
        Nbs::<Blind>::default().guarantee()
    }

    fn aside(&self) -> Duration {
        Duration::from_nanos(self.aside.load(Relaxed))
    }

    fn search(
        &self,
        _: usize,
        space: &S,
        guide: Guided<'_, S>,
        limits: &Limits,
        teller: Option<&mut Teller<'_, S>>,
    ) -> Outcome<PlanOf<S>> {
        let clock = ThreadTime::now();
        let reversed = space.reversed(&self.heuristic);
        let back = reversed.as_ref().map(|space| space.heuristic(&self.heuristic, limits));
        let (back, limits) = match back {
            None => (None, limits.clone()),
            Some(Ok((guide, prepared))) => (Some(guide), prepared.left_of(limits)),
            Some(Err(Unready::Stopped(by))) => {
                return Meter::new(limits).finish(Verdict::Stopped { by, best: None });
            }
            Some(Err(Unready::Input(error))) => {
                unreachable!("it was made for the other side: {error}")
            }
        };
        let made = clock.elapsed();
        let search = Nbs { from_start: Plain(back.as_deref()), undo: self.undo };
        let outcome = match teller {
            Some(teller) => search.search(space, &Plain(guide), &limits, teller),
            None => search.search(space, &Plain(guide), &limits, &mut ()),
        };
        let clock = ThreadTime::now();
        drop(back);
        self.aside.store((made + clock.elapsed()).as_nanos() as u64, Relaxed);
        outcome
    }
}

/// The orders among nodes with equal f, by g and by age.
const TIES: [Choice; 4] = [
    Choice { name: "high-g", doc: "The larger g, then the newest" },
    Choice { name: "low-g", doc: "The smaller g, then the newest" },
    AGES[0],
    AGES[1],
];

/// Those by age alone.
const AGES: [Choice; 2] = [
    Choice { name: "newest", doc: "The one added last" },
    Choice { name: "oldest", doc: "The one added first" },
];

/// What can be set in every best-first method.
fn order_params<S: PathDomain>(ties: &[Choice], default: &'static str) -> Vec<Param> {
    let mut params = vec![Param::choice(
        "ties",
        "Which of equal nodes is expanded first",
        ties.to_vec(),
        default,
    )];
    params.extend(undo_param::<S>());
    params
}

/// Those of a search that weights h.
fn weighted_params<S: PathDomain>() -> Vec<Param> {
    let mut params = vec![Param::new("weight", "The weight of h", Kind::Weight, Some("2"))];
    params.extend(order_params::<S>(&TIES, "high-g"));
    params
}

/// A setting, and that of the move straight back.
fn and_undo<S: PathDomain>(param: Param) -> Vec<Param> {
    std::iter::once(param).chain(undo_param::<S>()).collect()
}

/// The setting of what is done about the move straight back, where there is one.
fn undo_param<S: PathDomain>() -> Option<Param> {
    let choices = [
        Choice { name: "off", doc: "The last move is never undone at once" },
        Choice { name: "on", doc: "The inverse move is made and counted like any other" },
    ];
    S::CANCELS.then(|| Param::choice("undo", "Undoing the last move at once", choices, "off"))
}

/// What is set about it.
fn undo<S: PathDomain>(settings: &Settings) -> Undo {
    if S::CANCELS && settings.choice("undo") == "on" { Undo::On } else { Undo::Off }
}

/// What is set about equal nodes.
fn ties(settings: &Settings) -> Ties {
    match settings.choice("ties") {
        "low-g" => Ties::LowG,
        "oldest" => Ties::Oldest,
        "newest" => Ties::Newest,
        _ => Ties::HighG,
    }
}

/// A best-first search with these settings.
fn ordered<S: PathDomain>(search: BestFirst, settings: &Settings) -> BestFirst {
    BestFirst { ties: ties(settings), undo: undo::<S>(settings), ..search }
}

/// Of the two that are one engine.
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

/// Of the four that are one engine.
const BEST_FIRST_LINES: &[(EventKind, usize)] =
    &[(Expand, 3), (Goal, 4), (Known, 7), (Pruned, 7), (New, 8), (Cheaper, 8), (Improve, 8)];
