//! Sliding tiles, over every board of the 8-puzzle.

use goalward::path::Distances;
use goalward::{Heuristic, Limits, Meter, Ranked, Rng, StateSpace, Stop};
use goalward_domains::tiles::{
    Board, Exhaustive, Layout, LinearConflict, Move, PerTile, Puzzle, Ranks, Size, Tiles,
};

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
fn boards_are_at_their_known_depths() {
    let from_corner = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(exhaustive(&corner()).histogram(), from_corner);
    let from_centre = exhaustive(&centre());
    assert_eq!(from_centre.histogram().len(), 31);
    assert_eq!(from_centre.histogram().iter().sum::<u64>(), 181_440);
}

fn exhaustive(goal: &Layout) -> Exhaustive {
    Exhaustive::new(goal, &Limits::default()).unwrap()
}

/// Every board size small enough to be searched the plain way, and for each some goals.
fn small_goals() -> impl Iterator<Item = Layout> {
    let sizes = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)];
    sizes.into_iter().flat_map(|(rows, columns)| {
        let size = Size::new(rows, columns).unwrap();
        let any = Puzzle::random(Layout::blank_last(size), &mut Rng::new(5)).start().clone();
        [Layout::blank_first(size), Layout::blank_last(size), any]
    })
}

#[test]
fn order_tables_move_and_number_boards_as_the_board_itself_does() {
    for goal in small_goals() {
        let (tiles, ranks) = (tiles(&goal), Ranks::new(&goal).unwrap());
        assert_eq!(ranks.boards(), tiles.states().unwrap());
        let mut seen = vec![false; tiles.states().unwrap()];
        for order in 0..ranks.orders() {
            for blank in 0..goal.size().cells() as u8 {
                let board: Board<u64> = ranks.board(order, blank);
                assert_eq!(ranks.find(board), (order, blank));
                assert!(!std::mem::replace(&mut seen[tiles.rank(&board)], true));
                assert_eq!(tiles.unrank(tiles.rank(&board)), board, "out of reach");
                let stepped = Move::ALL.map(|mv| ranks.step(order, blank, mv).map(|to| (mv, to)));
                let made =
                    tiles.actions(&board).map(|mv| (mv, ranks.find(tiles.apply(&board, &mv))));
                assert_eq!(
                    stepped.into_iter().flatten().collect::<Vec<_>>(),
                    made.collect::<Vec<_>>()
                );
            }
        }
    }
    assert!(Ranks::new(&Layout::blank_first(Size::FIFTEEN)).is_none());
}

#[test]
fn tables_over_orders_and_a_search_backwards_agree_on_every_board() {
    for goal in small_goals() {
        let tiles = tiles(&goal);
        let (all, truth) = (exhaustive(&goal), distances(&tiles));
        assert_eq!(
            all.histogram(),
            truth.histogram().into_iter().map(|it| it.1).collect::<Vec<_>>()
        );
        // Paths are slow to check: for the 8-puzzle a sample is enough.
        for rank in (0..tiles.states().unwrap()).step_by(if tiles.states().unwrap() > 100_000 {
            11
        } else {
            1
        }) {
            let board = tiles.unrank(rank);
            let way = all.way(board);
            assert_eq!(Some(way.len() as u32), truth.get(rank), "{board:?}");
            assert_eq!(way, truth.way(&tiles, &board).unwrap());
            let end = way.iter().fold(board, |board, mv| tiles.apply(&board, mv));
            assert!(tiles.is_goal(&end));
        }
    }
}

#[test]
fn the_3x4_and_2x5_puzzles_have_their_known_numbers_of_boards_and_depths() {
    let goal = Layout::blank_last(Size::new(3, 4).unwrap());
    let all = Exhaustive::new(&goal, &Limits::memory(64_000_000)).unwrap();
    let known = [
        1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802,
        71167, 119888, 198363, 323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354,
        7647872, 10065800, 12760413, 15570786, 18171606, 20299876, 21587248, 21841159, 20906905,
        18899357, 16058335, 12772603, 9515217, 6583181, 4242753, 2503873, 1350268, 643245, 270303,
        92311, 27116, 5390, 1115, 86, 18,
    ];
    assert_eq!(all.histogram(), known);
    assert_eq!(known.iter().sum::<u64>(), 239_500_800);
    let all = exhaustive(&Layout::blank_first(Size::new(2, 5).unwrap()));
    assert_eq!((all.histogram().len(), all.histogram().iter().sum()), (56, 1_814_400));
}

#[test]
fn every_board_is_shown_once_and_the_nearest_first() {
    let goal = centre();
    let (tiles, truth) = (tiles(&goal), distances(&tiles(&goal)));
    let mut seen = vec![false; tiles.states().unwrap()];
    let mut last = (0, 0);
    let mut meter = Meter::new(&Limits::default());
    let mut all = Exhaustive::unvisited(Ranks::new(&goal).unwrap());
    all.visit(&mut meter, |ranks, group| {
        assert!((group.distance, group.order + 1) > last);
        last = (group.distance, group.order + 1);
        for board in group.boards::<u64>(ranks) {
            let rank = tiles.rank(&board);
            assert!(!std::mem::replace(&mut seen[rank], true));
            assert_eq!(truth.get(rank), Some(group.distance));
        }
    })
    .unwrap();
    assert!(seen.iter().all(|&seen| seen));
    assert_eq!(meter.expanded, 181_440);
}

#[test]
fn boards_shown_before_a_limit_have_paths() {
    let goal = centre();
    for most in [1, 2, 100, 1_000, 5_000, 20_000, 100_000] {
        let mut shown = Vec::new();
        let mut meter = Meter::new(&Limits::nodes(most));
        let mut all = Exhaustive::unvisited(Ranks::new(&goal).unwrap());
        let end = all.visit(&mut meter, |ranks, group| {
            shown.extend(group.boards::<u64>(ranks).map(|board| (board, group.distance)));
        });
        assert_eq!((end, meter.expanded), (Err(Stop::Nodes), most));
        assert!(shown.len() as u64 <= most && shown.len() as u64 + 5 > most);
        for (board, distance) in shown.into_iter().rev().take(500) {
            assert_eq!(all.way(board).len() as u32, distance, "{board:?}, {most}");
        }
    }
}

#[test]
fn a_table_over_all_boards_keeps_its_limits() {
    let goal = corner();
    let end = |limits| Exhaustive::new(&goal, &limits).err();
    assert_eq!(end(Limits::nodes(181_439)), Some(Stop::Nodes));
    assert_eq!(end(Limits::nodes(181_440)), None);
    assert_eq!(end(Limits::memory(48_383)), Some(Stop::Memory));
    assert_eq!(end(Limits::memory(48_384)), None);
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
    for rank in 0..tiles.states().unwrap() {
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
