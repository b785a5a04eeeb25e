//! Constraint searches explained.

use super::Explanation;

pub const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        name: "backtracking",
        does: "Gives one variable after another a value, testing it against those given before. \
               When no value is left it takes back the last one.",
        guarantees: "Finds every solution, or proves that there is none.",
        costs: "Memory for one assignment. It notices a dead end only when it is in it, so time \
                may grow like d^n for n variables of d values.",
        pseudocode: &[
            "search(assignment):",
            "  if every variable has a value: it is a solution",
            "  variable ← the next one, by the order",
            "  for each value of variable, by the order of values:",
            "    assign it",
            "    if it contradicts an earlier one: take it back and go on",
            "    search(assignment)",
            "    take it back",
            "  no value is left: go back to the variable before",
        ],
        lines: &[("assign", 5), ("conflict", 6), ("backtrack", 9), ("solution", 2)],
        frontier: false,
    },
    Explanation {
        name: "forward-checking",
        does: "Backtracking that strikes, after each assignment, what it forbids from the domains \
               of the variables still open.",
        guarantees: "Finds every solution, or proves that there is none.",
        costs: "A little more work for each assignment, and far fewer of them: a variable with no \
                value left is seen at once. It makes `fewest values left first` worth while.",
        pseudocode: &[
            "search(assignment):",
            "  if every variable has a value: it is a solution",
            "  variable ← the next one, by the order",
            "  for each value left to variable, by the order of values:",
            "    assign it",
            "    for each open variable it is constrained with:",
            "      strike the values that do not go with it",
            "      if none is left: a dead end; undo and go on with the next value",
            "    search(assignment)",
            "    undo the assignment and what it struck",
            "  no value is left: go back to the variable before",
        ],
        lines: &[("assign", 5), ("prune", 7), ("wipeout", 8), ("backtrack", 11), ("solution", 2)],
        frontier: false,
    },
    Explanation {
        name: "mac",
        does: "Backtracking that keeps all domains arc-consistent: whatever is struck may leave \
               other values without support, and those are struck too, until nothing changes.",
        guarantees: "Finds every solution, or proves that there is none.",
        costs: "The most work for each assignment, and the fewest assignments. Easy Sudokus are \
                solved by striking alone.",
        pseudocode: &[
            "search(assignment):",
            "  if every variable has a value: it is a solution",
            "  variable ← the next one, by the order",
            "  for each value left to variable, by the order of values:",
            "    assign it",
            "    while some value of an open variable has no support in another's domain:",
            "      strike it",
            "      if none is left: a dead end; undo and go on with the next value",
            "    search(assignment)",
            "    undo the assignment and what it struck",
            "  no value is left: go back to the variable before",
        ],
        lines: &[("assign", 5), ("prune", 7), ("wipeout", 8), ("backtrack", 11), ("solution", 2)],
        frontier: false,
    },
];
