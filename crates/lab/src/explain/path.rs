//! Path searches explained.

use super::Explanation;

pub const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        name: "bfs",
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
        lines: &[
            ("bound", 3),
            ("expand", 4),
            ("generate/known", 7),
            ("generate/new", 8),
            ("goal", 9),
        ],
        frontier: true,
    },
    Explanation {
        name: "dfs",
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
            ("bound", 1),
            ("goal", 2),
            ("generate/pruned", 3),
            ("expand", 4),
            ("generate/known", 6),
            ("generate/new", 7),
            ("improve", 7),
        ],
        frontier: false,
    },
    Explanation {
        name: "ids",
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
            ("bound", 1),
            ("goal", 4),
            ("generate/pruned", 5),
            ("expand", 6),
            ("generate/known", 8),
            ("generate/new", 9),
            ("improve", 9),
        ],
        frontier: false,
    },
    Explanation {
        name: "ucs",
        does: "Always expands the node that was cheapest to reach. With equal costs for all moves \
               it goes level by level like breadth-first search.",
        guarantees: "Finds a cheapest solution if there is one: when a goal is taken out of the \
                     frontier, everything cheaper has been expanded.",
        costs: "Expands every state cheaper than the solution, and keeps them all.",
        pseudocode: BEST_FIRST_UCS,
        lines: BEST_FIRST_LINES,
        frontier: true,
    },
    Explanation {
        name: "greedy",
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
    Explanation {
        name: "astar",
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
    Explanation {
        name: "wastar",
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
    Explanation {
        name: "idastar",
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
            ("bound", 3),
            ("goal", 5),
            ("expand", 6),
            ("generate/pruned", 8),
            ("generate/known", 9),
            ("generate/new", 10),
            ("improve", 10),
        ],
        frontier: false,
    },
    Explanation {
        name: "bidirectional",
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
        lines: &[
            ("expand", 3),
            ("generate/known", 6),
            ("generate/new", 7),
            ("generate/cheaper", 7),
            ("improve", 8),
            ("goal", 9),
        ],
        frontier: true,
    },
    Explanation {
        name: "beam",
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
            ("bound", 2),
            ("expand", 3),
            ("generate/known", 6),
            ("generate/pruned", 6),
            ("generate/new", 7),
            ("improve", 7),
            ("goal", 8),
        ],
        frontier: false,
    },
];

const BEST_FIRST_UCS: &[&str] = &[
    "frontier ← {start}, ordered by g",
    "while frontier is not empty:",
    "  node ← the least of frontier, taken out",
    "  if node is a goal: return the way to it",
    "  for each action of node:",
    "    child ← node after action; g(child) ← g(node) + cost",
    "    if child is known and no cheaper now: go on with the next action",
    "    put child into frontier with its g",
    "there is no solution",
];

/// Of the four that are one engine.
const BEST_FIRST_LINES: &[(&str, usize)] = &[
    ("expand", 3),
    ("goal", 4),
    ("generate/known", 7),
    ("generate/pruned", 7),
    ("generate/new", 8),
    ("generate/cheaper", 8),
    ("improve", 8),
];
