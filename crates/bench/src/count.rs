//! Runs whose instructions are counted: `goalward-count NAME` does one, and without a name
//! prints all names. `scripts/instructions` counts them and compares.
//!
//! Each is fixed by its instance and seed, uses one thread and, if there is a choice, the
//! instruction set of every processor, so that counts repeat to within a few instructions.

use goalward::Limits;
use goalward::path::{self, BestFirst, PathSearch};
use goalward_bench::generic::{grid, words};
use goalward_bench::{games, instances, queens, tiles};
use goalward_domains::simd::Simd;
use goalward_domains::tiles::{PerTile, Tiles, fast};

/// A name, and what gives something to print.
type Run = (&'static str, fn() -> u64);

const RUNS: &[Run] = &[
    ("grid-astar", || grid::a_star_by_closures(grid::caves())().answer),
    ("grid-uniform-cost", || grid::uniform_cost_by_iterator(grid::arena(), grid::COSTS)().answer),
    ("grid-lengths-astar", || grid::a_star_by_iterator(grid::caves(), grid::LENGTHS)().answer),
    ("words-astar", || words::a_star()().answer),
    ("eight-astar", || tiles::eight_a_star()().answer),
    ("eight-bfs", || tiles::eight_breadth_first()().answer),
    ("eight-all", || tiles::eight_all()().answer),
    ("fifteen-idastar", || fifteen(fast::IdaStar::default(), 8_000_000)),
    ("fifteen-idastar-plain", || fifteen(path::IdaStar::default(), 8_000_000)),
    ("fifteen-astar", || fifteen(fast::AStar, 500_000)),
    ("fifteen-astar-plain", || fifteen(BestFirst::a_star(), 500_000)),
    ("queens-count", || queens::count(13, Simd::Portable)),
    ("queens-forward-checking", || queens::forward_checking(12)),
    ("queens-climbs", || queens::climbs_of(5_000)().steps),
    ("queens-annealing", || queens::annealing()().steps),
    ("queens-min-conflicts", || queens::min_conflicts(100_000)().answer),
    ("tictactoe", || games::minimax()().steps),
    ("sudoku", || games::sudoku_by_mac()().answer),
    ("sudoku-all-different", || games::plain_sudoku()().answer),
    ("connect-four", || games::connect_four()().steps),
];

fn main() {
    let Some(name) = std::env::args().nth(1) else {
        RUNS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    let Some((_, run)) = RUNS.iter().find(|(known, _)| *known == name) else {
        let names: Vec<_> = RUNS.iter().map(|(name, _)| *name).collect();
        eprintln!("no run `{name}`: choose from {}", names.join(", "));
        std::process::exit(2);
    };
    println!("{name} {}", run());
}

/// The nodes generated until the limit.
fn fifteen(method: impl PathSearch<Tiles<u64>, PerTile<u8>>, nodes: u64) -> u64 {
    let (tiles, manhattan) = tiles::with_manhattan(&instances::korf(1).0);
    method.search(&tiles, &manhattan, &Limits::nodes(nodes), &mut ()).stats.generated
}
