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
        costs: "More work for each assignment than forward checking, and fewer assignments. Easy \
                Sudokus are solved by striking alone.",
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
    Explanation {
        name: "all-different",
        does: "MAC that also looks at groups that must all differ and have as many variables as \
               values, such as the rows, columns and boxes of a Sudoku: there each value needs a \
               place. If one is left, it is taken; if all that are left lie in a second group, \
               too, the rest of that group loses the value.",
        guarantees: "Finds every solution, or proves that there is none.",
        costs: "More work for each assignment than MAC, and fewer assignments; where no group is \
                stated it is MAC. Most Sudokus made for people are solved by striking alone.",
        pseudocode: &[
            "search(assignment):",
            "  if every variable has a value: it is a solution",
            "  variable ← the next one, by the order",
            "  for each value left to variable, by the order of values:",
            "    assign it",
            "    until nothing more follows, strike values",
            "      that have no support in another's domain,",
            "      that are where the only place is left for another value of a group,",
            "      or that every place left for them in a group rules out",
            "    if a variable has no value or a value no place: a dead end; undo and go on",
            "    search(assignment); then undo the assignment and what it struck",
            "  no value is left: go back to the variable before",
        ],
        lines: &[("assign", 5), ("prune", 6), ("wipeout", 10), ("backtrack", 12), ("solution", 2)],
        frontier: false,
    },
    Explanation {
        name: "count",
        does: "Counts the solutions of N queens row by row, with one bit for each square a queen \
               may still have, and boards that are mirror images of each other only once.",
        guarantees: "The number of all solutions, and of those that differ by more than a turn or \
                     a reflection.",
        costs: "Next to no memory. Time grows about eightfold with each queen.",
        pseudocode: &[
            "count(rows with a queen, columns and diagonals attacked):",
            "  if every row has a queen: 1",
            "  free ← the bits that no column and no diagonal covers",
            "  sum over each bit of free:",
            "    count(one row more, the attacks with that queen's)",
        ],
        lines: &[],
        frontier: false,
    },
];
