//! Sliding tiles, over every board of the 8-puzzle.

use goalward::path::Distances;
use goalward::{Heuristic, Limits, Ranked, StateSpace};
use goalward_domains::tiles::{Board, Layout, LinearConflict, PerTile, Puzzle, Size, Tiles};

fn tiles(goal: &Layout) -> Tiles<u64> {
    Tiles::new(&Puzzle::new(goal.clone(), goal.clone()).unwrap()).unwrap()
}

fn corner() -> Layout {
    Layout::blank_first(Size::EIGHT)
}

fn centre() -> Layout {
    "1 2 3 8 0 4 7 6 5".parse().unwrap()
}

fn distances(tiles: &Tiles<u64>) -> Distances {
    Distances::to_goals(tiles, &Limits::default()).unwrap()
}

#[test]
fn boards_lie_at_their_known_depths() {
    let from_corner = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(distances(&tiles(&corner())).histogram(), from_corner);
    let from_centre = distances(&tiles(&centre())).histogram();
    assert_eq!(from_centre.len(), 31);
    assert_eq!(from_centre.iter().sum::<u64>(), 181_440);
}

/// Admissible, consistent, zero at the goal, and the same by steps as from nothing.
fn audit<H: Heuristic<Tiles<u64>>>(
    name: &str,
    tiles: &Tiles<u64>,
    truth: &Distances,
    heuristic: &H,
) {
    for rank in 0..tiles.states() {
        let board = tiles.unrank(rank);
        let memo = heuristic.memo(&board);
        let h = heuristic.estimate(memo);
        let distance = u32::from(truth.get(rank).expect("every board is within reach"));
        assert!(h <= distance, "{name} says {h} of {board:?}, which is {distance} away");
        for mv in tiles.actions(&board) {
            let child = tiles.apply(&board, &mv);
            let stepped = heuristic.estimate(heuristic.advance(memo, &board, &mv, &child));
            assert_eq!(
                stepped,
                heuristic.estimate(heuristic.memo(&child)),
                "{name}, {board:?}, {mv}"
            );
            assert!(h <= stepped + 1, "{name} drops from {h} to {stepped} at {board:?}, {mv}");
        }
    }
}

#[test]
fn every_heuristic_is_admissible_consistent_and_right_by_steps() {
    for goal in [corner(), centre()] {
        let tiles = tiles(&goal);
        let truth = distances(&tiles);
        audit("misplaced", &tiles, &truth, &PerTile::misplaced(&goal));
        audit("manhattan", &tiles, &truth, &PerTile::manhattan(&goal));
        audit("euclidean", &tiles, &truth, &PerTile::euclidean(&goal));
        audit("linear-conflict", &tiles, &truth, &LinearConflict::new(&goal));
    }
}

#[test]
fn heuristics_are_ordered_as_the_textbooks_say() {
    let goal = corner();
    let tiles = tiles(&goal);
    fn h<H: Heuristic<Tiles<u64>>>(heuristic: &H, board: &Board<u64>) -> u32 {
        heuristic.estimate(heuristic.memo(board))
    }
    let (misplaced, manhattan) = (PerTile::misplaced(&goal), PerTile::manhattan(&goal));
    let (euclidean, conflict) = (PerTile::euclidean(&goal), LinearConflict::new(&goal));
    let mut stronger = [0u32; 3];
    for rank in 0..tiles.states() {
        let board = tiles.unrank(rank);
        let values = [
            h(&misplaced, &board),
            h(&euclidean, &board),
            h(&manhattan, &board),
            h(&conflict, &board),
        ];
        assert!(values.is_sorted(), "{board:?}: {values:?}");
        for (count, pair) in stronger.iter_mut().zip(values.windows(2)) {
            *count += u32::from(pair[0] < pair[1]);
        }
    }
    assert!(stronger.iter().all(|&count| count > 40_000), "{stronger:?}");
}

#[test]
fn the_blank_is_never_counted() {
    // One move from the goal: one tile out of place, by one cell.
    let board: Layout = "1 0 2 3 4 5 6 7 8".parse().unwrap();
    let tiles = Tiles::<u64>::new(&Puzzle::new(board, corner()).unwrap()).unwrap();
    let start = tiles.start();
    let goal = corner();
    assert_eq!(Heuristic::<Tiles<u64>>::memo(&PerTile::misplaced(&goal), &start), 1);
    assert_eq!(Heuristic::<Tiles<u64>>::memo(&PerTile::manhattan(&goal), &start), 1);
    assert_eq!(Heuristic::<Tiles<u64>>::memo(&LinearConflict::new(&goal), &start), 1);
}
