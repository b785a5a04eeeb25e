//! Sliding tiles.

use goalward::path::{self, BestFirst, BreadthFirst, Distances, PathSearch, PlanOf};
use goalward::{Blind, Limits, Outcome, Stats};
use goalward_domains::tiles::{Exhaustive, Layout, PerTile, Puzzle, Size, Tiles, fast};

use crate::generic::cost;
use crate::hand::{Hand, OverBoards};
use crate::instances;
use crate::serve::{Done, Work};

/// A puzzle and its heuristic.
pub type Instance = (Tiles<u64>, PerTile<u8>);

/// The result of searching one.
pub type Solved = Outcome<PlanOf<Tiles<u64>>>;

/// A puzzle of at most sixteen cells, with its heuristic.
pub fn with_manhattan(puzzle: &Puzzle) -> Instance {
    let tiles = Tiles::new(puzzle).expect("at most sixteen cells");
    let manhattan = PerTile::manhattan(tiles.goal());
    (tiles, manhattan)
}

/// The first `count` of the 200 8-puzzles, one after the other.
fn eight(count: usize, solve: fn(&Instance) -> u64) -> Work {
    let all: Vec<Instance> = instances::eight().iter().take(count).map(with_manhattan).collect();
    Box::new(move || Done::answer(all.iter().map(solve).sum()))
}

fn a_star((tiles, manhattan): &Instance) -> u64 {
    cost(BestFirst::a_star().solve(tiles, manhattan))
}

/// A* on 200 8-puzzles.
pub fn eight_a_star() -> Work {
    eight(200, a_star)
}

/// A* on three 8-puzzles, for peers that take long.
pub fn three_a_star() -> Work {
    eight(3, a_star)
}

/// IDA* on 200 8-puzzles.
pub fn eight_ida_star() -> Work {
    eight(200, |(tiles, manhattan)| cost(path::IdaStar::default().solve(tiles, manhattan)))
}

/// Breadth-first search on 20 8-puzzles.
pub fn eight_breadth_first() -> Work {
    eight(20, |(tiles, _)| cost(BreadthFirst::default().solve(tiles, &Blind)))
}

/// The distance of every board of the 8-puzzle.
pub fn eight_all() -> Work {
    every_board(Size::EIGHT)
}

/// The same by the plain engine.
pub fn plain_eight_all() -> Work {
    let goal = Layout::blank_last(Size::EIGHT);
    let (tiles, _) = with_manhattan(&Puzzle::new(goal.clone(), goal).expect("solved"));
    Box::new(move || {
        let distances = Distances::to_goals(&tiles, &Limits::default()).expect("no limit");
        every(&distances.histogram().into_iter().map(|(_, count)| count).collect::<Vec<_>>())
    })
}

/// How many boards there are at each distance, as a result.
fn every(counts: &[u64]) -> Done {
    let note = format!("the furthest is {} away", counts.len() - 1);
    Done { answer: counts.iter().sum(), steps: 0, note }
}

/// The distance of every board of 3×4.
pub fn twelve_all() -> Work {
    every_board(Size::new(3, 4).expect("a size"))
}

/// The distance of every board of a size to the goal.
fn every_board(size: Size) -> Work {
    let goal = Layout::blank_last(size);
    Box::new(move || {
        let all = Exhaustive::new(&goal, &Limits::default()).expect("no limit");
        every(all.histogram())
    })
}

/// A* on a 15-puzzle that makes nine million states, by the search for tiles.
pub fn fast_a_star() -> Work {
    fifteen_a_star(|(tiles, manhattan)| fast::AStar.solve(tiles, manhattan))
}

/// The same by the plain engine.
pub fn plain_a_star() -> Work {
    fifteen_a_star(|(tiles, manhattan)| BestFirst::a_star().solve(tiles, manhattan))
}

fn fifteen_a_star(solve: fn(&Instance) -> Solved) -> Work {
    let instance = with_manhattan(&instances::korf(instances::A_STAR).0);
    Box::new(move || {
        let outcome = solve(&instance);
        let Stats { expanded, peak_stored, peak_bytes, .. } = outcome.stats;
        let note = format!(
            "{:.1} B a state, {:.1} M states",
            peak_bytes as f64 / peak_stored as f64,
            peak_stored as f64 / 1e6
        );
        Done { answer: cost(outcome), steps: expanded, note }
    })
}

/// IDA* on a 15-puzzle, by the search for tiles.
pub fn fast_ida_star() -> Work {
    fifteen_ida_star(|(tiles, manhattan)| fast::IdaStar::default().solve(tiles, manhattan))
}

/// The same by the plain engine.
pub fn plain_ida_star() -> Work {
    fifteen_ida_star(|(tiles, manhattan)| path::IdaStar::default().solve(tiles, manhattan))
}

fn generated(count: u64) -> String {
    format!("{:.1} M generated", count as f64 / 1e6)
}

fn fifteen_ida_star(solve: fn(&Instance) -> Solved) -> Work {
    let instance = with_manhattan(&instances::korf(instances::IDA_STAR).0);
    Box::new(move || {
        let outcome = solve(&instance);
        let note = generated(outcome.stats.generated);
        Done { steps: outcome.stats.expanded, answer: cost(outcome), note }
    })
}

/// The same by a plain loop over the same board and heuristic.
pub fn hand_ida_star_over_boards() -> Work {
    let (tiles, manhattan) = with_manhattan(&instances::korf(instances::IDA_STAR).0);
    Box::new(move || {
        let mut hand = OverBoards::new(&tiles, &manhattan);
        let answer = hand.solve().into();
        Done { answer, steps: hand.expanded, note: generated(hand.generated) }
    })
}

/// The same by a plain loop over numbers.
pub fn hand_ida_star() -> Work {
    let (tiles, _) = with_manhattan(&instances::korf(instances::IDA_STAR).0);
    Box::new(move || {
        let mut hand = Hand::new(&tiles);
        let answer = hand.solve().into();
        Done { answer, steps: hand.expanded, note: generated(hand.generated) }
    })
}
