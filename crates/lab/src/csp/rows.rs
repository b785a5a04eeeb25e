//! The constraint methods: a row each, with everything of it.

use goalward::csp::Inference;

use super::{CspDomain, Fast, row};
use crate::about::About;
use crate::registry::Method;
use crate::trace::EventKind::{Assign, Backtrack, Conflict, Prune, Solution, Wipeout};

/// Every constraint method on `csp`: a new one is one row.
pub fn methods<C: CspDomain>(csp: &C) -> Vec<Method<'_>> {
    methods_or(csp, None)
}

/// The same, where the method with this inference may be done by a search made for the problem.
pub fn methods_or<C: CspDomain>(csp: &C, mut fast: Option<Fast<C>>) -> Vec<Method<'_>> {
    let mut row = |about, inference| {
        row(csp, about, inference, fast.take_if(|fast| fast.plain.inference == inference))
    };
    vec![
        row(
            &About {
                name: "backtracking",
                doc: "Depth-first, tested against earlier values",
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
                lines: &[(Assign, 5), (Conflict, 6), (Backtrack, 9), (Solution, 2)],
                frontier: false,
            },
            Inference::None,
        ),
        row(
            &About {
                name: "forward-checking",
                doc: "Backtracking that removes what a value rules out",
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
                    "      remove the values that conflict with it",
                    "      if none is left: a dead end; undo and go on with the next value",
                    "    search(assignment)",
                    "    undo the assignment and what it struck",
                    "  no value is left: go back to the variable before",
                ],
                lines: &[(Assign, 5), (Prune, 7), (Wipeout, 8), (Backtrack, 11), (Solution, 2)],
                frontier: false,
            },
            Inference::ForwardChecking,
        ),
        row(
            &About {
                name: "mac",
                doc: "Backtracking that keeps all domains arc-consistent",
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
                lines: &[(Assign, 5), (Prune, 7), (Wipeout, 8), (Backtrack, 11), (Solution, 2)],
                frontier: false,
            },
            Inference::Mac,
        ),
        row(
            &About {
                name: "all-different",
                doc: "MAC that finds each value a place in groups that all differ",
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
                lines: &[(Assign, 5), (Prune, 6), (Wipeout, 10), (Backtrack, 12), (Solution, 2)],
                frontier: false,
            },
            Inference::AllDifferent,
        ),
    ]
}

/// What is compared when nothing is named: each inference, with variables as they are
/// numbered and with the fewest values first. Without either help a hard Sudoku takes
/// minutes.
pub const COMPARED: &[&str] = &[
    "backtracking(order=mrv)",
    "forward-checking(order=static)",
    "forward-checking(order=mrv)",
    "mac(order=static)",
    "mac(order=mrv)",
];
