//! Other people's searches on our instances.

#[cfg(feature = "puzzles")]
mod annealing;
#[cfg(feature = "puzzles")]
mod connect_four;
#[cfg(feature = "puzzles")]
mod constraint;
mod graphs;
#[cfg(feature = "puzzles")]
mod jumping;
mod paths;
#[cfg(feature = "puzzles")]
mod roads;
#[cfg(feature = "puzzles")]
mod sliding;
#[cfg(feature = "puzzles")]
mod sudokus;
#[cfg(feature = "puzzles")]
mod tiles;

use goalward_bench::generic::grid::{COSTS, LENGTHS, arena, caves, nearby, rooms};
use goalward_bench::serve::Work;

/// A grid's work, in each of the ways to state it.
macro_rules! ways {
    ($work:literal) => {
        [concat!($work, "-closures"), concat!($work, "-iterator"), concat!($work, "-numbered")]
    };
}

/// A crate, after a comma how it is used, the kinds of work that it does in one way, and what
/// makes the instances of it.
pub type Peer = (&'static str, &'static [&'static str], fn() -> Work);

/// All peers.
pub const PEERS: &[Peer] = &[
    ("pathfinding", &ways!("grid-49-astar"), || paths::a_star_by_vector(arena())),
    ("pathfinding, given the iterator", &["grid-49-astar-iterator"], || {
        paths::a_star_by_iterator(arena())
    }),
    ("petgraph", &["graph-49-astar"], || graphs::a_star(arena(), COSTS)),
    ("pathfinding", &["lengths-49-astar"], || paths::a_star_of_lengths(arena())),
    ("petgraph", &["lengths-49-astar"], || graphs::a_star(arena(), LENGTHS)),
    ("pathfinding", &ways!("grid-49-dijkstra"), || paths::dijkstra_by_vector(arena())),
    ("pathfinding, given the iterator", &["grid-49-dijkstra-iterator"], || {
        paths::dijkstra_by_iterator(arena())
    }),
    ("petgraph", &["graph-49-dijkstra"], || graphs::distance(arena(), COSTS)),
    ("pathfinding", &["lengths-49-dijkstra"], || paths::dijkstra_of_lengths(arena())),
    ("petgraph", &["lengths-49-dijkstra"], || graphs::distance(arena(), LENGTHS)),
    ("pathfinding", &ways!("grid-190-astar"), || paths::a_star_by_vector(caves())),
    ("pathfinding, given the iterator", &["grid-190-astar-iterator"], || {
        paths::a_star_by_iterator(caves())
    }),
    ("petgraph", &["graph-190-astar"], || graphs::a_star(caves(), COSTS)),
    ("pathfinding", &["lengths-190-astar"], || paths::a_star_of_lengths(caves())),
    ("petgraph", &["lengths-190-astar"], || graphs::a_star(caves(), LENGTHS)),
    ("pathfinding", &ways!("grid-190-dijkstra"), || paths::dijkstra_by_vector(caves())),
    ("pathfinding, given the iterator", &["grid-190-dijkstra-iterator"], || {
        paths::dijkstra_by_iterator(caves())
    }),
    ("petgraph", &["graph-190-dijkstra"], || graphs::distance(caves(), COSTS)),
    ("pathfinding", &["lengths-190-dijkstra"], || paths::dijkstra_of_lengths(caves())),
    ("petgraph", &["lengths-190-dijkstra"], || graphs::distance(caves(), LENGTHS)),
    ("pathfinding", &ways!("grid-512-astar"), || paths::a_star_by_vector(rooms())),
    ("pathfinding, given the iterator", &["grid-512-astar-iterator"], || {
        paths::a_star_by_iterator(rooms())
    }),
    ("petgraph", &["graph-512-astar"], || graphs::a_star(rooms(), COSTS)),
    ("pathfinding", &["lengths-512-astar"], || paths::a_star_of_lengths(rooms())),
    ("petgraph", &["lengths-512-astar"], || graphs::a_star(rooms(), LENGTHS)),
    ("pathfinding", &ways!("grid-512-dijkstra"), || paths::dijkstra_by_vector(rooms())),
    ("pathfinding, given the iterator", &["grid-512-dijkstra-iterator"], || {
        paths::dijkstra_by_iterator(rooms())
    }),
    ("petgraph", &["graph-512-dijkstra"], || graphs::distance(rooms(), COSTS)),
    ("pathfinding", &["lengths-512-dijkstra"], || paths::dijkstra_of_lengths(rooms())),
    ("petgraph", &["lengths-512-dijkstra"], || graphs::distance(rooms(), LENGTHS)),
    ("pathfinding", &["tiny-grid"], || paths::a_star_by_vector(nearby())),
    ("pathfinding", &["tiny-roads"], paths::roads),
    ("pathfinding", &["words-astar"], paths::words_a_star),
    ("pathfinding", &["words-bfs"], paths::words_breadth_first),
    ("pathfinding", &["pancakes-astar"], paths::pancakes),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["map-49"], || paths::a_star_of_lengths(arena())),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["map-190"], || paths::a_star_of_lengths(caves())),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["map-512"], || paths::a_star_of_lengths(rooms())),
    #[cfg(feature = "puzzles")]
    ("grid_pathfinding, cutting corners", &["jps-49"], || jumping::answered(arena())),
    #[cfg(feature = "puzzles")]
    ("grid_pathfinding, cutting corners", &["jps-190"], || jumping::answered(caves())),
    #[cfg(feature = "puzzles")]
    ("grid_pathfinding, cutting corners", &["jps-512"], || jumping::answered(rooms())),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["roads-100k"], roads::pathfinding),
    #[cfg(feature = "puzzles")]
    ("petgraph", &["roads-100k"], roads::petgraph),
    #[cfg(feature = "puzzles")]
    ("pathfinding", &["roads-astar"], roads::pathfinding_a_star),
    #[cfg(feature = "puzzles")]
    ("petgraph", &["roads-astar"], roads::petgraph_a_star),
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
