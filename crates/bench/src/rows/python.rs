//! Goalward for Python beside Python's packages, on problems as their users write them.

use super::{Figure, OURS, ROW, Row, Section};
use crate::python;

/// The third part of the document.
pub const SECTION: Section = Section { title: "Python", introduction: INTRODUCTION, rows: ROWS };

const INTRODUCTION: &str = "\
*goalward (Python)* is the wheel, called from Python; it is also in the rows above where Python's
packages are, on the 8-puzzle with the very object that aima3 is given. The streets are a networkx
graph: copied before the clock starts, or searched as it is, with a heuristic in Python. The grid is a
NumPy array, and the letters of SEND + MORE are tested by one Python function. *goalward* is the same
work from Rust.";

const ROWS: &[Row] = &[
    Row {
        work: "streets-networkx",
        name: "150×150 streets, A\\* in a networkx graph, copied once",
        ours: &[(OURS, python::streets)],
        python: true,
        ..ROW
    },
    Row {
        work: "streets-as-is",
        name: "150×150 streets, A\\* in a networkx graph as it is",
        ours: &[(OURS, python::streets)],
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
