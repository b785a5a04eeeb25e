//! The `pathfinding` crate on our boards, used as its documentation shows: states that
//! are plain values, successors in a vector.

use goalward::{Heuristic, StateSpace};
use goalward_domains::tiles::{Board, PerTile, Tiles};
use pathfinding::prelude::{astar, bfs, bfs_reach, idastar};

use goalward_bench::instances;
use goalward_bench::serve::{Done, Work};

fn eight(count: usize) -> (Vec<Tiles<u64>>, PerTile<u8>) {
    let puzzles = instances::eight();
    let manhattan = PerTile::manhattan(puzzles[0].goal());
    let pack = |puzzle| Tiles::new(puzzle).expect("nine cells fit");
    (puzzles.iter().take(count).map(pack).collect(), manhattan)
}

fn boards(tiles: &Tiles<u64>, board: &Board<u64>) -> Vec<Board<u64>> {
    tiles.actions(board).map(|mv| tiles.apply(board, &mv)).collect()
}

fn successors(tiles: &Tiles<u64>, board: &Board<u64>) -> Vec<(Board<u64>, u32)> {
    tiles.actions(board).map(|mv| (tiles.apply(board, &mv), 1)).collect()
}

fn estimate(manhattan: &PerTile<u8>, board: &Board<u64>) -> u32 {
    Heuristic::<Tiles<u64>>::memo(manhattan, board).into()
}

/// The cost, and how many boards were expanded.
fn solve_by_a_star(tiles: &Tiles<u64>, manhattan: &PerTile<u8>) -> (u32, u64) {
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

pub fn eight_a_star() -> Work {
    let (all, manhattan) = eight(200);
    Box::new(move || {
        Done::answer(all.iter().map(|tiles| u64::from(solve_by_a_star(tiles, &manhattan).0)).sum())
    })
}

pub fn eight_ida_star() -> Work {
    let (all, manhattan) = eight(200);
    Box::new(move || {
        let costs = all.iter().map(|tiles| {
            let found = idastar(
                &tiles.start(),
                |board| successors(tiles, board),
                |board| estimate(&manhattan, board),
                |board| tiles.is_goal(board),
            );
            u64::from(found.expect("solvable").1)
        });
        Done::answer(costs.sum())
    })
}

pub fn eight_breadth_first() -> Work {
    let (all, _) = eight(20);
    Box::new(move || {
        let costs = all.iter().map(|tiles| {
            let found =
                bfs(&tiles.start(), |board| boards(tiles, board), |board| tiles.is_goal(board));
            found.expect("solvable").len() as u64 - 1
        });
        Done::answer(costs.sum())
    })
}

/// It visits every board breadth-first, without telling how far each is.
pub fn eight_all() -> Work {
    let (all, _) = eight(1);
    Box::new(move || {
        let reached = bfs_reach(all[0].start(), |board| boards(&all[0], board));
        Done::answer(reached.count() as u64)
    })
}

pub fn fifteen_a_star() -> Work {
    let (puzzle, _) = instances::korf(instances::A_STAR);
    let tiles = Tiles::new(&puzzle).expect("sixteen cells fit");
    Box::new(move || {
        let manhattan = PerTile::manhattan(tiles.goal());
        let (cost, steps) = solve_by_a_star(&tiles, &manhattan);
        Done { answer: cost.into(), steps, note: String::new() }
    })
}
