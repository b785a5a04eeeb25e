//! The `pathfinding` crate on our boards, used as its documentation shows: states that
//! are plain values, successors in a vector.

use goalward::{Heuristic, StateSpace};
use goalward_domains::tiles::{Board, Layout, PerTile, Puzzle, Size, Tiles};
use pathfinding::prelude::{astar, bfs, idastar};

use crate::Done;

type Work = Box<dyn Fn() -> Done>;

const EIGHT: &str = include_str!("../../../../data/eight200.txt");
const KORF: &str = include_str!("../../../../data/korf100.txt");

fn eight(count: usize) -> (Vec<Tiles<u64>>, PerTile<u8>) {
    let goal = Layout::blank_last(Size::EIGHT);
    let lines = EIGHT.lines().filter(|line| !line.starts_with('#')).take(count);
    let puzzles = lines.map(|line| {
        let puzzle = Puzzle::new(line.parse().expect("a board"), goal.clone());
        Tiles::new(&puzzle.expect("solvable")).expect("nine cells fit")
    });
    (puzzles.collect(), PerTile::manhattan(&goal))
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
        let mut done = Done { steps: 0, answer: 0 };
        for tiles in &all {
            let (cost, expanded) = solve_by_a_star(tiles, &manhattan);
            done.steps += expanded;
            done.answer += u64::from(cost);
        }
        done
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
        Done { steps: 0, answer: costs.sum() }
    })
}

pub fn eight_breadth_first() -> Work {
    let (all, _) = eight(20);
    Box::new(move || {
        let costs = all.iter().map(|tiles| {
            let found = bfs(
                &tiles.start(),
                |board| tiles.actions(board).map(|mv| tiles.apply(board, &mv)).collect::<Vec<_>>(),
                |board| tiles.is_goal(board),
            );
            found.expect("solvable").len() as u64 - 1
        });
        Done { steps: 0, answer: costs.sum() }
    })
}

/// An instance of Korf's 100 that outgrows the caches.
const HARD: usize = 24;

pub fn fifteen_a_star() -> Work {
    let line = KORF.lines().filter(|line| !line.starts_with('#')).nth(HARD - 1).expect("a line");
    let numbers =
        line.split_whitespace().skip(1).take(16).map(|word| word.parse().expect("a tile"));
    let start = Layout::new(Size::FIFTEEN, numbers.collect()).expect("a board");
    let puzzle = Puzzle::new(start, Layout::blank_first(Size::FIFTEEN)).expect("solvable");
    let tiles = Tiles::new(&puzzle).expect("sixteen cells fit");
    Box::new(move || {
        let manhattan = PerTile::manhattan(tiles.goal());
        let (cost, steps) = solve_by_a_star(&tiles, &manhattan);
        Done { steps, answer: cost.into() }
    })
}
