//! The `pathfinding` crate on the same boards, used as its documentation shows:
//! states that are plain values, successors in a small vector.

use goalward::{Heuristic, StateSpace};
use goalward_domains::tiles::{Board, PerTile, Tiles};
use pathfinding::prelude::{astar, bfs, idastar};

type Successors = Vec<(Board<u64>, u32)>;

fn successors(tiles: &Tiles<u64>, board: &Board<u64>) -> Successors {
    tiles.actions(board).map(|mv| (tiles.apply(board, &mv), 1)).collect()
}

/// The cost of the plan that `pathfinding::astar` finds with Manhattan, and how many
/// boards it expanded.
pub fn a_star(tiles: &Tiles<u64>, manhattan: &PerTile<u8>) -> (u32, u64) {
    let mut expanded = 0;
    let found = astar(
        &tiles.start(),
        |board| {
            expanded += 1;
            successors(tiles, board)
        },
        |board| estimate(manhattan, board),
        |board| tiles.is_goal(board),
    );
    (found.expect("solvable").1, expanded)
}

/// The cost of the plan that `pathfinding::idastar` finds with Manhattan.
pub fn ida_star(tiles: &Tiles<u64>, manhattan: &PerTile<u8>) -> u32 {
    let found = idastar(
        &tiles.start(),
        |board| successors(tiles, board),
        |board| estimate(manhattan, board),
        |board| tiles.is_goal(board),
    );
    found.expect("solvable").1
}

/// The number of moves that `pathfinding::bfs` finds.
pub fn breadth_first(tiles: &Tiles<u64>) -> usize {
    let found = bfs(
        &tiles.start(),
        |board| tiles.actions(board).map(|mv| tiles.apply(board, &mv)).collect::<Vec<_>>(),
        |board| tiles.is_goal(board),
    );
    found.expect("solvable").len() - 1
}

fn estimate(manhattan: &PerTile<u8>, board: &Board<u64>) -> u32 {
    Heuristic::<Tiles<u64>>::memo(manhattan, board).into()
}
