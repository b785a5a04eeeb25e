//! The constraint methods, each described in one row.

use goalward::csp::Inference;

use super::{CspDomain, Fast, row};
use crate::about::About;
use crate::registry::Method;
use crate::trace::EventKind::{Assign, Backtrack, Conflict, Prune, Solution, Wipeout};

/// Every constraint method on `csp`: a new one is one row.
pub fn methods<C: CspDomain>(csp: &C) -> Vec<Method<'_>> {
    methods_or(csp, None)
}

/// The same, where a search made for the problem may run the method with this inference.
pub fn methods_or<C: CspDomain>(csp: &C, mut fast: Option<Fast<C>>) -> Vec<Method<'_>> {
    let mut row = |about, inference| {
        row(csp, about, inference, fast.take_if(|fast| fast.plain.inference == inference))
    };
    vec![
        row(
            &About {
                name: "backtracking",
                title: "Backtracking",
                doc: "Depth-first; tests values against earlier ones",
                does: "Assigns values to the variables one by one and tests each value against the \
                    earlier ones. When no value is left, it undoes the last assignment.",
                guarantees: "Finds every solution, or proves that there is none.",
                costs: "Memory for one assignment. It notices a dead end only after entering it, \
                    so time may grow like d^n for n variables of d values.",
                pseudocode: &[
                    "search(assignment):",
                    "  if every variable has a value: it is a solution",
                    "  variable ← the next one, by the order",
                    "  for each value of variable, by the order of values:",
                    "    assign it",
                    "    if it conflicts with an earlier one: undo it and try the next value",
                    "    search(assignment)",
                    "    undo it",
                    "  no value is left: return to the previous variable",
                ],
                lines: &[(Assign, 5), (Conflict, 6), (Backtrack, 9), (Solution, 2)],
                frontier: false,
            },
            Inference::None,
        ),
        row(
            &About {
                name: "forward-checking",
                title: "Forward checking",
                doc: "Backtracking that removes ruled-out values",
                does: "Backtracking that, after each assignment, removes the values it rules out \
                    from the domains of the unassigned variables.",
                guarantees: "Finds every solution, or proves that there is none.",
                costs: "A little more work for each assignment, and far fewer assignments: a \
                    variable with no value left is noticed at once. It makes `fewest values left \
                    first` (mrv) effective.",
                pseudocode: &[
                    "search(assignment):",
                    "  if every variable has a value: it is a solution",
                    "  variable ← the next one, by the order",
                    "  for each value left for variable, by the order of values:",
                    "    assign it",
                    "    for each unassigned variable that shares a constraint with it:",
                    "      remove the values that conflict with it",
                    "      if none is left: a dead end; undo and try the next value",
                    "    search(assignment)",
                    "    undo the assignment and its removals",
                    "  no value is left: return to the previous variable",
                ],
                lines: &[(Assign, 5), (Prune, 7), (Wipeout, 8), (Backtrack, 11), (Solution, 2)],
                frontier: false,
            },
            Inference::ForwardChecking,
        ),
        row(
            &About {
                name: "mac",
                title: "Maintaining arc consistency (MAC)",
                doc: "Backtracking that keeps all domains arc-consistent",
                does: "Backtracking that keeps all domains arc-consistent: removing a value may \
                    leave others without support, and those are removed too, until nothing changes.",
                guarantees: "Finds every solution, or proves that there is none.",
                costs: "More work for each assignment than forward checking, and fewer \
                    assignments. Easy Sudokus are solved by inference alone.",
                pseudocode: &[
                    "search(assignment):",
                    "  if every variable has a value: it is a solution",
                    "  variable ← the next one, by the order",
                    "  for each value left for variable, by the order of values:",
                    "    assign it",
                    "    while some value of an unassigned variable has no support in another's domain:",
                    "      remove it",
                    "      if none is left: a dead end; undo and try the next value",
                    "    search(assignment)",
                    "    undo the assignment and its removals",
                    "  no value is left: return to the previous variable",
                ],
                lines: &[(Assign, 5), (Prune, 7), (Wipeout, 8), (Backtrack, 11), (Solution, 2)],
                frontier: false,
            },
            Inference::Mac,
        ),
        row(
            &About {
                name: "all-different",
                title: "All-different propagation",
                doc: "MAC that also finds each value a place in its groups",
                does: "MAC that also looks at groups of variables that must all differ and have as \
                    many variables as values, such as the rows, columns and boxes of a Sudoku: \
                    there each value needs a place. If only one place is left, the value goes \
                    there; if all places left lie in a second group too, the value is removed from \
                    the rest of that group.",
                guarantees: "Finds every solution, or proves that there is none.",
                costs: "More work for each assignment than MAC, and fewer assignments; without \
                    groups it is MAC. Most Sudokus made for people are solved by inference alone.",
                pseudocode: &[
                    "search(assignment):",
                    "  if every variable has a value: it is a solution",
                    "  variable ← the next one, by the order",
                    "  for each value left for variable, by the order of values:",
                    "    assign it",
                    "    until nothing changes, remove values",
                    "      that have no support in another's domain,",
                    "      that occupy the only place left for another value of a group,",
                    "      or that conflict with every place left for the same value in a group",
                    "    if a variable has no value or a value no place: a dead end; undo and try the next",
                    "    search(assignment); then undo the assignment and its removals",
                    "  no value is left: return to the previous variable",
                ],
                lines: &[(Assign, 5), (Prune, 6), (Wipeout, 10), (Backtrack, 12), (Solution, 2)],
                frontier: false,
            },
            Inference::AllDifferent,
        ),
    ]
}

/// What is compared when nothing is named: each inference, with the variables in numerical order
/// and with the fewest values first. Without either help a hard Sudoku takes minutes.
pub const COMPARED: &[&str] = &[
    "backtracking(order=mrv)",
    "forward-checking(order=static)",
    "forward-checking(order=mrv)",
    "mac(order=static)",
    "mac(order=mrv)",
];
