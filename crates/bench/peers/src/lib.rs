//! Other people's searches on our instances.

#[cfg(feature = "puzzles")]
mod annealing;
#[cfg(feature = "puzzles")]
mod connect_four;
#[cfg(feature = "puzzles")]
mod constraint;
mod graphs;
mod paths;
#[cfg(feature = "puzzles")]
mod sliding;
#[cfg(feature = "puzzles")]
mod sudokus;
#[cfg(feature = "puzzles")]
mod tiles;

use goalward_bench::generic::grid::{arena, caves, nearby, rooms};
use goalward_bench::serve::Work;

/// A crate, the kinds of work that it does in one way, and what makes the instances of it.
pub type Peer = (&'static str, &'static [&'static str], fn() -> Work);

/// Everybody.
pub const PEERS: &[Peer] = &[
    ("pathfinding", &["grid-49-astar-closures"], || paths::a_star_by_vector(arena())),
    ("pathfinding", &["grid-49-astar-iterator", "grid-49-astar-numbered"], || {
        paths::a_star_by_iterator(arena())
    }),
    ("pathfinding", &["grid-49-dijkstra-closures"], || paths::dijkstra_by_vector(arena())),
    ("pathfinding", &["grid-49-dijkstra-iterator", "grid-49-dijkstra-numbered"], || {
        paths::dijkstra_by_iterator(arena())
    }),
    ("pathfinding", &["grid-190-astar-closures"], || paths::a_star_by_vector(caves())),
    ("pathfinding", &["grid-190-astar-iterator", "grid-190-astar-numbered"], || {
        paths::a_star_by_iterator(caves())
    }),
    ("pathfinding", &["grid-190-dijkstra-closures"], || paths::dijkstra_by_vector(caves())),
    ("pathfinding", &["grid-190-dijkstra-iterator", "grid-190-dijkstra-numbered"], || {
        paths::dijkstra_by_iterator(caves())
    }),
    ("pathfinding", &["grid-512-astar-closures"], || paths::a_star_by_vector(rooms())),
    ("pathfinding", &["grid-512-astar-iterator", "grid-512-astar-numbered"], || {
        paths::a_star_by_iterator(rooms())
    }),
    ("pathfinding", &["grid-512-dijkstra-closures"], || paths::dijkstra_by_vector(rooms())),
    ("pathfinding", &["grid-512-dijkstra-iterator", "grid-512-dijkstra-numbered"], || {
        paths::dijkstra_by_iterator(rooms())
    }),
    (
        "petgraph",
        &["grid-49-astar-closures", "grid-49-astar-iterator", "grid-49-astar-numbered"],
        || graphs::a_star(arena()),
    ),
    (
        "petgraph",
        &["grid-49-dijkstra-closures", "grid-49-dijkstra-iterator", "grid-49-dijkstra-numbered"],
        || graphs::distance(arena()),
    ),
    (
        "petgraph",
        &["grid-190-astar-closures", "grid-190-astar-iterator", "grid-190-astar-numbered"],
        || graphs::a_star(caves()),
    ),
    (
        "petgraph",
        &["grid-190-dijkstra-closures", "grid-190-dijkstra-iterator", "grid-190-dijkstra-numbered"],
        || graphs::distance(caves()),
    ),
    (
        "petgraph",
        &["grid-512-astar-closures", "grid-512-astar-iterator", "grid-512-astar-numbered"],
        || graphs::a_star(rooms()),
    ),
    (
        "petgraph",
        &["grid-512-dijkstra-closures", "grid-512-dijkstra-iterator", "grid-512-dijkstra-numbered"],
        || graphs::distance(rooms()),
    ),
    ("pathfinding", &["tiny-grid"], || paths::a_star_by_vector(nearby())),
    ("pathfinding", &["tiny-roads"], paths::roads),
    ("pathfinding", &["words-astar"], paths::words_a_star),
    ("pathfinding", &["words-bfs"], paths::words_breadth_first),
    ("pathfinding", &["pancakes-astar"], paths::pancakes),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["eight-astar"], tiles::eight_a_star),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["eight-idastar"], tiles::eight_ida_star),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["eight-bfs"], tiles::eight_breadth_first),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["eight-all"], tiles::eight_all),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["fifteen-astar"], tiles::fifteen_a_star),
    #[cfg(feature = "puzzles")]
    ("slidy", &["fifteen-idastar"], sliding::manhattan),
    #[cfg(feature = "puzzles")]
    ("slidy", &["fifteen-korf"], sliding::korf),
    #[cfg(feature = "puzzles")]
    ("argmin", &["queens-annealing"], annealing::queens),
    #[cfg(feature = "puzzles")]
    ("selen", &["queens-all-8"], constraint::queens),
    #[cfg(feature = "puzzles")]
    ("sudoku", &["sudoku"], sudokus::solve),
    #[cfg(feature = "puzzles")]
    ("connect-four-ai", &["connect-four"], connect_four::scores),
];
