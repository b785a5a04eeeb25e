//! Problems stated as every user states them: no search knows more about them than the traits say.

use super::{Figure, OURS, Ours, ROW, Row, Section};
use crate::generic::{grid, pancakes, roads, words};
#[cfg(feature = "puzzles")]
use crate::tiles;

/// The first part of the document.
pub const SECTION: Section =
    Section { title: "Your own problem", introduction: INTRODUCTION, rows: ROWS };

const INTRODUCTION: &str = "\
These rows show what you can expect for a problem of your own. Every problem here is stated in a few
lines and solved by the same engine; nothing in the library knows grids, words or pancakes. The same
grid is stated in four ways:

- *closures*: `space::from_fn` with a closure that returns a `Vec`;
- *iterator*: a type that implements `StateSpace` and returns an iterator; *goalward, f64* is the
  same with costs that are floats, and its ratio shows what floats cost;
- *numbered*: the same type, with `states` and `rank` to number its cells;
- *as a graph*: lists of edges, built before the clock starts; a state is the number of a node.

`pathfinding` gets a closure that returns a `Vec`, as its users write it. Its ratio to *closures*
compares two engines on the same statement of the problem. Its ratio to *iterator* and *numbered*
includes what you gain by writing the type. *pathfinding, given the iterator* has no `Vec` either,
so its ratio again compares only the engines. `petgraph` searches graphs only, so it is compared
where Goalward also gets a graph that was built beforehand; its Dijkstra gives distances without a
path. Only with steps of 1 and √2 does `petgraph` get such a graph while Goalward computes the
neighbours of each cell.

A step on a grid costs 1,000 and a diagonal step 1,414; no step cuts a corner. Where steps cost 1
and √2, costs are `f64`; `pathfinding` needs costs with a total order and gets a type that wraps the
float. Every contestant must find the same costs, floats to within a thousandth of a step. On the
8-puzzle all of them use Goalward's packed board.";

/// The same with costs that are floats.
const FLOATS: &str = "goalward, f64";

/// The searches of a map.
const fn searches(
    work: &'static str,
    name: &'static str,
    count: u32,
    ours: &'static [Ours],
) -> Row {
    Row { work, name, figure: Figure::Each(count, "search"), ours, ..ROW }
}

/// The rows.
pub const ROWS: &[Row] = &[
    searches(
        "grid-49-astar-closures",
        "49×49 grid, A\\* with octile distance, closures",
        100,
        &[(OURS, || grid::a_star_by_closures(grid::arena()))],
    ),
    searches(
        "grid-49-astar-iterator",
        "49×49 grid, A\\* with octile distance, iterator",
        100,
        &[
            (OURS, || grid::a_star_by_iterator(grid::arena(), grid::COSTS)),
            (FLOATS, || grid::a_star_by_iterator(grid::arena(), grid::FLOATS)),
        ],
    ),
    searches(
        "grid-49-astar-numbered",
        "49×49 grid, A\\* with octile distance, numbered",
        100,
        &[(OURS, || grid::a_star_by_rank(grid::arena()))],
    ),
    searches(
        "graph-49-astar",
        "49×49 grid as a graph, A\\* with octile distance",
        100,
        &[(OURS, || grid::a_star_by_graph(grid::arena()))],
    ),
    searches(
        "lengths-49-astar",
        "49×49 grid, A\\* with octile distance, steps of 1 and √2, iterator",
        100,
        &[(OURS, || grid::a_star_by_iterator(grid::arena(), grid::LENGTHS))],
    ),
    searches(
        "grid-49-dijkstra-closures",
        "49×49 grid, uniform cost, closures",
        100,
        &[(OURS, || grid::uniform_cost_by_closures(grid::arena()))],
    ),
    searches(
        "grid-49-dijkstra-iterator",
        "49×49 grid, uniform cost, iterator",
        100,
        &[
            (OURS, || grid::uniform_cost_by_iterator(grid::arena(), grid::COSTS)),
            (FLOATS, || grid::uniform_cost_by_iterator(grid::arena(), grid::FLOATS)),
        ],
    ),
    searches(
        "grid-49-dijkstra-numbered",
        "49×49 grid, uniform cost, numbered",
        100,
        &[(OURS, || grid::uniform_cost_by_rank(grid::arena()))],
    ),
    searches(
        "graph-49-dijkstra",
        "49×49 grid as a graph, uniform cost",
        100,
        &[(OURS, || grid::uniform_cost_by_graph(grid::arena()))],
    ),
    searches(
        "lengths-49-dijkstra",
        "49×49 grid, uniform cost, steps of 1 and √2, iterator",
        100,
        &[(OURS, || grid::uniform_cost_by_iterator(grid::arena(), grid::LENGTHS))],
    ),
    searches(
        "grid-190-astar-closures",
        "190×190 caves, A\\* with octile distance, closures",
        60,
        &[(OURS, || grid::a_star_by_closures(grid::caves()))],
    ),
    searches(
        "grid-190-astar-iterator",
        "190×190 caves, A\\* with octile distance, iterator",
        60,
        &[
            (OURS, || grid::a_star_by_iterator(grid::caves(), grid::COSTS)),
            (FLOATS, || grid::a_star_by_iterator(grid::caves(), grid::FLOATS)),
        ],
    ),
    searches(
        "grid-190-astar-numbered",
        "190×190 caves, A\\* with octile distance, numbered",
        60,
        &[(OURS, || grid::a_star_by_rank(grid::caves()))],
    ),
    searches(
        "graph-190-astar",
        "190×190 caves as a graph, A\\* with octile distance",
        60,
        &[(OURS, || grid::a_star_by_graph(grid::caves()))],
    ),
    searches(
        "lengths-190-astar",
        "190×190 caves, A\\* with octile distance, steps of 1 and √2, iterator",
        60,
        &[(OURS, || grid::a_star_by_iterator(grid::caves(), grid::LENGTHS))],
    ),
    searches(
        "grid-190-dijkstra-closures",
        "190×190 caves, uniform cost, closures",
        60,
        &[(OURS, || grid::uniform_cost_by_closures(grid::caves()))],
    ),
    searches(
        "grid-190-dijkstra-iterator",
        "190×190 caves, uniform cost, iterator",
        60,
        &[
            (OURS, || grid::uniform_cost_by_iterator(grid::caves(), grid::COSTS)),
            (FLOATS, || grid::uniform_cost_by_iterator(grid::caves(), grid::FLOATS)),
        ],
    ),
    searches(
        "grid-190-dijkstra-numbered",
        "190×190 caves, uniform cost, numbered",
        60,
        &[(OURS, || grid::uniform_cost_by_rank(grid::caves()))],
    ),
    searches(
        "graph-190-dijkstra",
        "190×190 caves as a graph, uniform cost",
        60,
        &[(OURS, || grid::uniform_cost_by_graph(grid::caves()))],
    ),
    searches(
        "lengths-190-dijkstra",
        "190×190 caves, uniform cost, steps of 1 and √2, iterator",
        60,
        &[(OURS, || grid::uniform_cost_by_iterator(grid::caves(), grid::LENGTHS))],
    ),
    searches(
        "grid-512-astar-closures",
        "512×512 rooms, A\\* with octile distance, closures",
        20,
        &[(OURS, || grid::a_star_by_closures(grid::rooms()))],
    ),
    searches(
        "grid-512-astar-iterator",
        "512×512 rooms, A\\* with octile distance, iterator",
        20,
        &[
            (OURS, || grid::a_star_by_iterator(grid::rooms(), grid::COSTS)),
            (FLOATS, || grid::a_star_by_iterator(grid::rooms(), grid::FLOATS)),
        ],
    ),
    searches(
        "grid-512-astar-numbered",
        "512×512 rooms, A\\* with octile distance, numbered",
        20,
        &[(OURS, || grid::a_star_by_rank(grid::rooms()))],
    ),
    searches(
        "graph-512-astar",
        "512×512 rooms as a graph, A\\* with octile distance",
        20,
        &[(OURS, || grid::a_star_by_graph(grid::rooms()))],
    ),
    searches(
        "lengths-512-astar",
        "512×512 rooms, A\\* with octile distance, steps of 1 and √2, iterator",
        20,
        &[(OURS, || grid::a_star_by_iterator(grid::rooms(), grid::LENGTHS))],
    ),
    searches(
        "grid-512-dijkstra-closures",
        "512×512 rooms, uniform cost, closures",
        20,
        &[(OURS, || grid::uniform_cost_by_closures(grid::rooms()))],
    ),
    searches(
        "grid-512-dijkstra-iterator",
        "512×512 rooms, uniform cost, iterator",
        20,
        &[
            (OURS, || grid::uniform_cost_by_iterator(grid::rooms(), grid::COSTS)),
            (FLOATS, || grid::uniform_cost_by_iterator(grid::rooms(), grid::FLOATS)),
        ],
    ),
    searches(
        "grid-512-dijkstra-numbered",
        "512×512 rooms, uniform cost, numbered",
        20,
        &[(OURS, || grid::uniform_cost_by_rank(grid::rooms()))],
    ),
    searches(
        "graph-512-dijkstra",
        "512×512 rooms as a graph, uniform cost",
        20,
        &[(OURS, || grid::uniform_cost_by_graph(grid::rooms()))],
    ),
    searches(
        "lengths-512-dijkstra",
        "512×512 rooms, uniform cost, steps of 1 and √2, iterator",
        20,
        &[(OURS, || grid::uniform_cost_by_iterator(grid::rooms(), grid::LENGTHS))],
    ),
    searches(
        "tiny-grid",
        "49×49 grid, A\\* to a cell nearby, closures",
        100,
        &[(OURS, || grid::a_star_by_closures(grid::nearby()))],
    ),
    searches(
        "tiny-roads",
        "Romania's 20 cities, A\\* with straight lines, closures",
        20,
        &[(OURS, roads::a_star)],
    ),
    searches(
        "words-astar",
        "Word ladder over strings, A\\*, closures",
        100,
        &[(OURS, words::a_star)],
    ),
    searches(
        "words-bfs",
        "Word ladder over strings, breadth-first, closures",
        100,
        &[(OURS, words::breadth_first)],
    ),
    searches(
        "pancakes-astar",
        "10 pancakes, A\\* with gaps, closures",
        100,
        &[(OURS, pancakes::a_star)],
    ),
    #[cfg(feature = "puzzles")]
    Row {
        work: "eight-astar",
        name: "8-puzzle, A\\* with Manhattan distance, 200 boards",
        figure: Figure::Each(200, "board"),
        ours: &[(OURS, tiles::eight_a_star)],
        ..ROW
    },
    #[cfg(feature = "puzzles")]
    Row {
        work: "eight-astar-3",
        name: "8-puzzle, A\\* with Manhattan distance, the first three of them",
        figure: Figure::Each(3, "board"),
        ours: &[(OURS, tiles::three_a_star)],
        python: true,
        ..ROW
    },
    #[cfg(feature = "puzzles")]
    Row {
        work: "eight-idastar",
        name: "8-puzzle, IDA\\* with Manhattan distance, 200 boards",
        figure: Figure::Each(200, "board"),
        ours: &[(OURS, tiles::eight_ida_star)],
        ..ROW
    },
    #[cfg(feature = "puzzles")]
    Row {
        work: "eight-bfs",
        name: "8-puzzle, breadth-first, 20 boards",
        figure: Figure::Each(20, "board"),
        ours: &[(OURS, tiles::eight_breadth_first)],
        ..ROW
    },
];
