//! Goalward for Python and Python's packages, on problems as their users write them.

use super::{Figure, OURS, ROW, Row, Section};
use crate::{python, tiles};

/// The third part of the document.
pub const SECTION: Section = Section { title: "Python", introduction: INTRODUCTION, rows: ROWS };

const INTRODUCTION: &str = "\
*goalward (Python)* is the wheel, called from Python; it is also in the rows above that have Python
packages, where on the 8-puzzle it gets the same object as aima3. Here it gets simpleai's. The
15-puzzle is a built-in domain, solved by name, and *goalward* is what the command does. The streets
are a networkx graph: copied before the clock starts, or given as it is to `goalward.astar_path`,
which is called like networkx's own. The first search in a graph reads it, and later ones compare
the costs with what they were; the heuristic is a Python function. The grid is a NumPy array, and
one Python function tests the letters of SEND + MORE. *goalward* is the same work from Rust.";

const ROWS: &[Row] = &[
    Row {
        work: "eight-simpleai",
        name: "8-puzzle, A\\* with Manhattan distance, three boards as simpleai's problem",
        figure: Figure::Each(3, "board"),
        ours: &[(OURS, tiles::three_a_star)],
        python: true,
        ..ROW
    },
    #[cfg(feature = "report")]
    Row {
        work: "korf-domain",
        name: "Built-in 15-puzzle, IDA\\* with Manhattan distance, Korf's fifth",
        ours: &[(OURS, python::command)],
        python: true,
        ..ROW
    },
    Row {
        work: "streets-networkx",
        name: "150×150 streets, A\\* in a networkx graph, copied once",
        ours: &[(OURS, python::streets)],
        python: true,
        ..ROW
    },
    Row {
        work: "streets-first",
        name: "150×150 streets, A\\* in a networkx graph as it is, the first search",
        ours: &[(OURS, python::streets)],
        python: true,
        ..ROW
    },
    Row {
        work: "streets-first-blind",
        name: "150×150 streets, A\\* in a networkx graph as it is, the first search, without a heuristic",
        ours: &[(OURS, python::blind_streets)],
        python: true,
        ..ROW
    },
    Row {
        work: "streets-as-is",
        name: "150×150 streets, A\\* in a networkx graph as it is, later searches",
        ours: &[(OURS, python::streets)],
        python: true,
        ..ROW
    },
    Row {
        work: "streets-blind",
        name: "150×150 streets, A\\* in a networkx graph as it is, later searches, without a heuristic",
        ours: &[(OURS, python::blind_streets)],
        python: true,
        ..ROW
    },
    Row {
        work: "grid-numpy",
        name: "400×400 grid, A\\* with octile distance, a NumPy array",
        figure: Figure::Each(3, "search"),
        ours: &[(OURS, python::grid)],
        python: true,
        ..ROW
    },
    Row {
        work: "letters",
        name: "SEND + MORE = MONEY, all solutions by one function",
        ours: &[(OURS, python::letters)],
        python: true,
        ..ROW
    },
];
