//! Local searches explained.

use super::Explanation;

pub const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        name: "hill-climbing",
        does: "Moves to a better neighbour as long as there is one: the best of all, the first \
               that is found, or one drawn by how much it improves. Moves that keep the cost, and \
               fresh starts, can be allowed.",
        guarantees: "None. It stops where no neighbour is better, which may be far from a solution; \
                     with enough restarts it succeeds almost surely.",
        costs: "Memory for one state. Steepest climbing looks at every neighbour for each step.",
        pseudocode: &[
            "repeat, once and once more for each restart:",
            "  state ← where to begin",
            "  loop:",
            "    if cost(state) = 0: return it",
            "    next ← a better neighbour, by the variant",
            "    if there is none: next ← one of equal cost, while sideways moves are left",
            "    if there is none: stuck; leave the loop",
            "    state ← next",
            "return the best state seen",
        ],
        lines: &[("start", 2), ("step", 8), ("optimum", 7), ("best", 4)],
        frontier: false,
    },
    Explanation {
        name: "annealing",
        does: "Proposes one random move at a time. A better one is made; a worse one is made with \
               probability e^(−Δ/T), which falls with the temperature T.",
        guarantees: "None in finite time. Cooled slowly enough, it ends at a best state with \
                     probability towards 1.",
        costs: "Memory for one state, and a fixed number of steps for each run. Too fast cooling \
                is climbing; too slow is a random walk.",
        pseudocode: &[
            "repeat, once and once more for each restart:",
            "  state ← where to begin; T ← the first temperature",
            "  for each step:",
            "    if cost(state) = 0: return it",
            "    Δ ← what a random move adds to the cost",
            "    if Δ ≤ 0, or a random number < e^(−Δ/T): make the move",
            "    otherwise: leave the state as it is",
            "    T ← the next temperature",
            "return the best state seen",
        ],
        lines: &[("start", 2), ("step", 6), ("step/refused", 7), ("best", 4), ("optimum", 9)],
        frontier: false,
    },
    Explanation {
        name: "min-conflicts",
        does: "Takes a variable that breaks a constraint and gives it the value that breaks the \
               fewest, ties broken at random.",
        guarantees: "None; it may run in circles until its steps are spent, and then starts afresh.",
        costs: "Memory for one state. On queens the number of repairs hardly grows with N.",
        pseudocode: &[
            "repeat, once and once more for each restart:",
            "  state ← where to begin",
            "  for each step:",
            "    if nothing is in conflict: return state",
            "    variable ← one that is in conflict",
            "    value ← the one with the fewest conflicts, ties at random",
            "    give variable the value",
            "return the best state seen",
        ],
        lines: &[("start", 2), ("step", 7), ("best", 4), ("optimum", 8)],
        frontier: false,
    },
    Explanation {
        name: "local-beam",
        does: "Holds many states at once. Of all their neighbours together, the best become the \
               next states: places go to where progress is.",
        guarantees: "None. All states may gather around one local optimum.",
        costs: "Looks at every neighbour of every state it holds, generation by generation.",
        pseudocode: &[
            "states ← width random states",
            "loop:",
            "  if one of states has cost 0: return it",
            "  neighbours ← all neighbours of all states, each once",
            "  states ← the best width of neighbours",
            "  if generations no longer get better: stuck",
        ],
        lines: &[("start", 1), ("best", 3), ("step", 5), ("generation", 5), ("optimum", 6)],
        frontier: false,
    },
    Explanation {
        name: "genetic",
        does: "A population of states. Fitter parents are drawn more often; a child takes part of \
               each of two, and is sometimes changed at random.",
        guarantees: "None; after so many generations it gives up.",
        costs: "One child at a time, a population for each generation. It pays where good parts \
                of two states make a good whole.",
        pseudocode: &[
            "population ← random states",
            "for each generation:",
            "  if one of population has cost 0: return it",
            "  repeat until the next population is full:",
            "    a, b ← parents drawn by their fitness",
            "    child ← part of a and the rest of b",
            "    with the probability of mutation: change child at random",
            "  population ← the next population",
            "return the best state seen",
        ],
        lines: &[("start", 1), ("best", 3), ("step", 7), ("generation", 8), ("optimum", 9)],
        frontier: false,
    },
    Explanation {
        name: "swaps",
        does: "Deals each column a row of its own, greedily avoiding diagonals already taken, and \
               repairs the few attacks left by swapping the rows of two columns.",
        guarantees: "A placement it returns as solved is one; there is no bound on the repairs.",
        costs: "Time and memory grow about in proportion to N: a million queens take less than a \
                second. It is too fast to be watched step by step.",
        pseudocode: &[
            "shuffle the rows",
            "for each column: deal it, of the next few rows, one off the taken diagonals if there is",
            "while a column has none:",
            "  try to swap its row with that of another column",
            "  keep the swap if neither queen is attacked then",
            "return the placement",
        ],
        lines: &[],
        frontier: false,
    },
];
