//! Sliding tiles: every kernel does what the plain search does, node for node.

mod korf;

use std::sync::Arc;
use std::time::Duration;

use goalward::path::{BestFirst, Event, Fate, IdaStar, PathSearch, Plan};
use goalward::{Limits, Monitor, Outcome, Rng, Stop, Verdict};
use goalward_domains::tiles::fast::{self, Kernel};
use goalward_domains::tiles::{
    Additive, Board, Layout, Move, Partition, PerTile, Puzzle, Size, Tiles,
};

/// IDA* by the kernel and by the plain engine.
fn both(puzzle: &Puzzle, limits: &Limits) -> [Outcome<Plan<Board<u64>, Move>>; 2] {
    let tiles = Tiles::<u64>::new(puzzle).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    assert!(fast::IdaStar::default().serves(&tiles, &manhattan, limits));
    [
        fast::IdaStar::default().search(&tiles, &manhattan, limits, &mut ()),
        IdaStar::default().search(&tiles, &manhattan, limits, &mut ()),
    ]
}

fn assert_same(puzzle: &Puzzle, limits: &Limits) {
    let [fast, plain] = both(puzzle, limits);
    assert_equal(&fast, &plain, puzzle, limits);
}

/// Everything except the time and the bytes.
fn assert_equal(
    fast: &Outcome<Plan<Board<u64>, Move>>,
    plain: &Outcome<Plan<Board<u64>, Move>>,
    puzzle: &Puzzle,
    limits: &Limits,
) {
    let board = format!("{} to {} within {limits:?}", puzzle.start(), puzzle.goal());
    assert_eq!(fast.verdict, plain.verdict, "{board}");
    let counts = |outcome: &Outcome<Plan<Board<u64>, Move>>| {
        let stats = &outcome.stats;
        (stats.expanded, stats.generated, stats.peak_stored, stats.lower_bound)
    };
    assert_eq!(counts(fast), counts(plain), "{board}");
}

/// A* by the kernel and by the plain engine.
fn assert_a_star_same(puzzle: &Puzzle, limits: &Limits) {
    let tiles = Tiles::<u64>::new(puzzle).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    let mut boards = 1;
    let mut watch = |event: Event<'_, Board<u64>>| {
        boards += u64::from(matches!(event, Event::Generate { fate: Fate::New, .. }));
    };
    assert!(fast::AStar.serves(&tiles, &manhattan, limits));
    let fast = fast::AStar.search(&tiles, &manhattan, limits, &mut ());
    let plain = BestFirst::a_star().search(&tiles, &manhattan, limits, &mut watch);
    let board = format!("{} to {} within {limits:?}", puzzle.start(), puzzle.goal());
    let counts = |outcome: &Outcome<Plan<Board<u64>, Move>>| {
        let stats = &outcome.stats;
        (stats.expanded, stats.generated, stats.reopened, stats.lower_bound)
    };
    assert_eq!(counts(&fast), counts(&plain), "{board}");
    match (&fast.verdict, &plain.verdict) {
        (
            Verdict::Stopped { by, best: Some(fast) },
            Verdict::Stopped { by: why, best: Some(plain) },
        ) => {
            // The same board; if a shorter path to it was found later, that one is reported.
            assert_eq!((by, fast.end), (why, plain.end), "{board}");
            assert!(fast.cost <= plain.cost, "{board}");
            fast.check(&tiles).unwrap();
        }
        (fast, plain) => assert_eq!(fast, plain, "{board}"),
    }
    // The plain search stores a board again when a cheaper path to it is found.
    assert_eq!(fast.stats.peak_stored, boards, "{board}");
    assert!(boards <= plain.stats.peak_stored, "{board}");
}

#[test]
fn a_star_expands_the_same_boards_of_any_size_and_goal() {
    let mut rng = Rng::new(8);
    for (rows, columns, most) in [(3, 4, 60), (4, 3, 60), (3, 5, 45), (5, 3, 45), (4, 4, 60)] {
        let size = Size::new(rows, columns).unwrap();
        // The goal itself is the first.
        for walk in 0..60 {
            let goal = random_goal(size, &mut rng);
            let puzzle = Puzzle::straight_walk(goal, if walk < 10 { walk } else { most }, &mut rng);
            assert_a_star_same(&puzzle, &Limits::default());
        }
    }
}

#[test]
fn a_star_stops_at_the_same_board_with_a_path_to_the_same_best() {
    let mut rng = Rng::new(9);
    for size in [Size::new(3, 4).unwrap(), Size::new(3, 5).unwrap(), Size::FIFTEEN] {
        for limit in (0..40).chain((0..120).map(|i| 50 + i * i * 5)) {
            let puzzle = Puzzle::random(random_goal(size, &mut rng), &mut rng);
            assert_a_star_same(&puzzle, &Limits::nodes(limit));
        }
    }
}

#[test]
fn a_star_expands_the_same_half_million_boards() {
    // Enough for the tables to grow repeatedly, and to prefetch entries.
    assert_a_star_same(&hard(), &Limits::nodes(500_000));
}

#[test]
fn a_star_stops_at_its_memory_limit() {
    let tiles = Tiles::<u64>::new(&hard()).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    for limit in [0, 10_000, 100_000, 10_000_000] {
        let limits = Limits::memory(limit);
        let fast = fast::AStar.search(&tiles, &manhattan, &limits, &mut ());
        assert!(matches!(fast.verdict, Verdict::Stopped { by: Stop::Memory, .. }));
        assert!(fast.stats.peak_bytes <= limit);
    }
}

fn random_goal(size: Size, rng: &mut Rng) -> Layout {
    Puzzle::random(Layout::blank_first(size), rng).start().clone()
}

#[test]
fn ida_star_counts_the_same_on_random_boards_for_any_goal() {
    let mut rng = Rng::new(5);
    // The goal itself is the first.
    for walk in 0..160 {
        let goal = random_goal(Size::FIFTEEN, &mut rng);
        let puzzle = Puzzle::straight_walk(goal, if walk < 10 { walk } else { 50 }, &mut rng);
        assert_same(&puzzle, &Limits::default());
    }
}

#[test]
fn ida_star_stops_at_the_same_node_with_the_same_best() {
    let mut rng = Rng::new(6);
    for limit in (0..80).chain((0..240).map(|i| 50 + i * i * 2)) {
        let puzzle = Puzzle::random(random_goal(Size::FIFTEEN, &mut rng), &mut rng);
        assert_same(&puzzle, &Limits::nodes(limit));
    }
}

#[test]
fn ida_star_stops_at_the_same_node_when_the_clock_is_checked_in_between() {
    let hour = Duration::from_secs(3600);
    for nodes in [3_000_000, 4_200_123, 9_999_999] {
        assert_same(&hard(), &Limits { time: Some(hour), ..Limits::nodes(nodes) });
    }
}

#[test]
fn ida_star_counts_the_same_on_the_ten_easiest_of_korfs_boards() {
    for instance in korf::easiest_first().iter().take(10) {
        assert_same(&instance.puzzle, &Limits::default());
    }
}

#[test]
fn ida_star_on_several_threads_is_that_on_one() {
    let mut rng = Rng::new(10);
    for (rows, columns, walk) in [(3, 4, 60), (4, 4, 70)] {
        let size = Size::new(rows, columns).unwrap();
        for _ in 0..20 {
            let puzzle = Puzzle::straight_walk(random_goal(size, &mut rng), walk, &mut rng);
            let tiles = Tiles::<u64>::new(&puzzle).unwrap();
            let manhattan = PerTile::manhattan(tiles.goal());
            let one = IdaStar::default().solve(&tiles, &manhattan);
            for jobs in [2, 3] {
                let limits = Limits::default();
                let many = fast::IdaStar::on(jobs).search(&tiles, &manhattan, &limits, &mut ());
                assert_equal(&many, &one, &puzzle, &limits);
                let limits = Limits::nodes(rng.below(one.stats.expanded as usize + 1) as u64);
                let one = IdaStar::default().search(&tiles, &manhattan, &limits, &mut ());
                let many = fast::IdaStar::on(jobs).search(&tiles, &manhattan, &limits, &mut ());
                assert_equal(&many, &one, &puzzle, &limits);
            }
        }
    }
    let tiles = Tiles::<u64>::new(&hard()).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    let limits = Limits::time(Duration::from_millis(30));
    let stopped = fast::IdaStar::on(2).search(&tiles, &manhattan, &limits, &mut ());
    let Verdict::Stopped { by: Stop::Time, best: Some(best) } = stopped.verdict else {
        panic!("{:?}", stopped.verdict)
    };
    best.check(&tiles).unwrap();
    assert!(stopped.stats.expanded > 0);
}

/// One that takes minutes.
fn hard() -> Puzzle {
    let start = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0".parse().unwrap();
    Puzzle::new(start, Layout::blank_first(Size::FIFTEEN)).unwrap()
}

#[test]
fn ida_star_stops_in_time_and_when_cancelled() {
    let tiles = Tiles::<u64>::new(&hard()).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    let solve = |limits| fast::IdaStar::default().search(&tiles, &manhattan, &limits, &mut ());
    let fast = solve(Limits::time(Duration::from_millis(30)));
    assert!(matches!(fast.verdict, Verdict::Stopped { by: Stop::Time, best: Some(_) }));
    assert!(fast.stats.seconds < 2.0 && fast.stats.expanded > 0);

    let monitor = Arc::new(Monitor::default());
    monitor.cancel();
    let fast = solve(Limits { monitor: Some(monitor), ..Limits::default() });
    assert!(matches!(fast.verdict, Verdict::Stopped { by: Stop::Cancelled, best: Some(_) }));
}

#[test]
fn what_is_not_served_is_searched_by_the_plain_engine() {
    let mut rng = Rng::new(13);
    let limits = Limits::nodes(1_000);
    let serves = |puzzle: &Puzzle, goal: &Layout, limits: &Limits, jobs| {
        let (tiles, manhattan) = (Tiles::<u64>::new(puzzle).unwrap(), PerTile::manhattan(goal));
        let searches = fast::IdaStar::on(jobs);
        let fast = searches.search(&tiles, &manhattan, limits, &mut ());
        let plain = IdaStar::default().search(&tiles, &manhattan, limits, &mut ());
        assert_equal(&fast, &plain, puzzle, limits);
        let fast = fast::AStar.search(&tiles, &manhattan, limits, &mut ());
        let plain = BestFirst::a_star().search(&tiles, &manhattan, limits, &mut ());
        assert_eq!(fast.stats.expanded, plain.stats.expanded);
        [
            searches.serves(&tiles, &manhattan, limits),
            fast::AStar.serves(&tiles, &manhattan, limits),
        ]
    };
    for (rows, columns, served) in [
        (2, 2, [false, false]),
        (3, 3, [false, false]),
        (2, 5, [false, false]),
        (3, 5, [false, true]),
        (4, 4, [true, true]),
    ] {
        let goal = random_goal(Size::new(rows, columns).unwrap(), &mut rng);
        let puzzle = Puzzle::straight_walk(goal.clone(), 20, &mut rng);
        assert_eq!(serves(&puzzle, &goal, &limits, 2), served, "{rows}x{columns}");
    }
    let goal = Layout::blank_first(Size::FIFTEEN);
    let puzzle = Puzzle::straight_walk(goal.clone(), 20, &mut rng);
    let other = Layout::blank_last(Size::FIFTEEN);
    assert_eq!(serves(&puzzle, &other, &limits, 1), [false, false], "for another goal");

    // A move changes these by 0 or by more than 1, or their sum has fractions.
    let tiles = Tiles::<u64>::new(&puzzle).unwrap();
    let misplaced = PerTile::misplaced(&goal);
    assert!(!fast::IdaStar::default().serves(&tiles, &misplaced, &limits));
    assert!(!fast::AStar.serves(&tiles, &PerTile::misplaced_blank(&goal), &limits));
    assert!(!fast::AStar.serves(&tiles, &PerTile::euclidean(&goal), &limits));
    let few = Limits::memory(100);
    assert!(!fast::IdaStar::on(2).serves(&tiles, &PerTile::manhattan(&goal), &few));

    let eight = Layout::blank_first(Size::EIGHT);
    let databases = Additive::build(&eight, &Partition::parse("4-4", &eight).unwrap());
    for goal in [eight, Layout::blank_last(Size::EIGHT)] {
        let is_its = goal.tiles()[0] == 0;
        let puzzle = Puzzle::straight_walk(goal, 20, &mut rng);
        let (tiles, summed) = (Tiles::<u64>::new(&puzzle).unwrap(), databases.summed::<4>());
        let summed = summed.unwrap();
        assert_eq!(fast::IdaStar::default().serves(&tiles, &summed, &limits), is_its);
        let fast = fast::IdaStar::default().search(&tiles, &summed, &limits, &mut ());
        let plain = IdaStar::default().search(&tiles, &summed, &limits, &mut ());
        assert_equal(&fast, &plain, &puzzle, &limits);
    }
}

#[test]
fn a_watched_search_is_run_by_the_plain_engine() {
    let puzzle = Puzzle::straight_walk(Layout::blank_first(Size::FIFTEEN), 24, &mut Rng::new(16));
    let tiles = Tiles::<u64>::new(&puzzle).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    let limits = Limits::default();
    let mut told = [0u64; 2];
    let [by_dives, by_queue] = &mut told;
    let mut watch = |_: Event<'_, Board<u64>>| *by_dives += 1;
    fast::IdaStar::on(2).search(&tiles, &manhattan, &limits, &mut watch);
    let mut watch = |_: Event<'_, Board<u64>>| *by_queue += 1;
    fast::AStar.search(&tiles, &manhattan, &limits, &mut watch);
    assert!(told.iter().all(|&events| events > 20), "{told:?}");
}
