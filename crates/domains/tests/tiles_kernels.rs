//! Sliding tiles: every fast path does what the plain search does, node for node.

mod korf;

use std::sync::Arc;
use std::time::Duration;

use goalward::path::{
    BestFirst, BreadthFirst, Event, Fate, IdaStar, ParallelIdaStar, PathSearch, Plan,
};
use goalward::{Blind, Limits, Monitor, Outcome, Rng, Stop, Verdict};
use goalward_domains::tiles::{Board, Layout, Move, PerTile, Puzzle, Size, Tiles};

/// IDA* by the fast path, which watching forbids, and without.
fn both(puzzle: &Puzzle, limits: &Limits) -> [Outcome<Plan<Move>>; 2] {
    let tiles = Tiles::<u64>::new(puzzle).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    let mut watch = |_: Event<'_, Board<u64>>| {};
    [
        IdaStar::default().search(&tiles, &manhattan, limits, &mut ()),
        IdaStar::default().search(&tiles, &manhattan, limits, &mut watch),
    ]
}

fn assert_same(puzzle: &Puzzle, limits: &Limits) {
    let [fast, plain] = both(puzzle, limits);
    assert_equal(&fast, &plain, puzzle, limits);
}

/// Everything but the time and the bytes.
fn assert_equal(
    fast: &Outcome<Plan<Move>>,
    plain: &Outcome<Plan<Move>>,
    puzzle: &Puzzle,
    limits: &Limits,
) {
    let board = format!("{} to {} within {limits:?}", puzzle.start(), puzzle.goal());
    assert_eq!(fast.verdict, plain.verdict, "{board}");
    let counts = |outcome: &Outcome<Plan<Move>>| {
        let stats = &outcome.stats;
        (stats.expanded, stats.generated, stats.peak_stored, stats.lower_bound)
    };
    assert_eq!(counts(fast), counts(plain), "{board}");
}

/// Breadth-first search by the fast path, which watching forbids, and without.
fn assert_breadth_first_same(puzzle: &Puzzle, limits: &Limits) {
    let tiles = Tiles::<u64>::new(puzzle).unwrap();
    let mut watch = |_: Event<'_, Board<u64>>| {};
    let fast = BreadthFirst.search(&tiles, &Blind, limits, &mut ());
    let plain = BreadthFirst.search(&tiles, &Blind, limits, &mut watch);
    assert_equal(&fast, &plain, puzzle, limits);
}

#[test]
fn breadth_first_reaches_the_same_boards_in_the_same_order() {
    let mut rng = Rng::new(11);
    for round in 0..60 {
        let goal = random_goal(Size::EIGHT, &mut rng);
        let puzzle = match round % 3 {
            0 => Puzzle::random(goal, &mut rng),
            _ => Puzzle::walk(goal, round / 2, &mut rng),
        };
        assert_breadth_first_same(&puzzle, &Limits::default());
    }
}

#[test]
fn breadth_first_stops_at_the_same_board() {
    let mut rng = Rng::new(12);
    for limit in (0..40).chain((0..60).map(|i| 50 + i * i * 20)) {
        let puzzle = Puzzle::random(random_goal(Size::EIGHT, &mut rng), &mut rng);
        assert_breadth_first_same(&puzzle, &Limits::nodes(limit));
    }
    let puzzle = Puzzle::random(random_goal(Size::EIGHT, &mut rng), &mut rng);
    let tiles = Tiles::<u64>::new(&puzzle).unwrap();
    for memory in [0, 190_000, 300_000] {
        let stopped = BreadthFirst.search(&tiles, &Blind, &Limits::memory(memory), &mut ());
        assert!(matches!(stopped.verdict, Verdict::Stopped { by: Stop::Memory, .. }));
        assert!(stopped.stats.peak_bytes <= memory);
    }
}

/// A* by the fast path, which watching forbids, and without.
fn assert_a_star_same(puzzle: &Puzzle, limits: &Limits) {
    let tiles = Tiles::<u64>::new(puzzle).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    let mut boards = 1;
    let mut watch = |event: Event<'_, Board<u64>>| {
        boards += u64::from(matches!(event, Event::Generate { fate: Fate::New, .. }));
    };
    let fast = BestFirst::a_star().search(&tiles, &manhattan, limits, &mut ());
    let plain = BestFirst::a_star().search(&tiles, &manhattan, limits, &mut watch);
    let board = format!("{} to {} within {limits:?}", puzzle.start(), puzzle.goal());
    let counts = |outcome: &Outcome<Plan<Move>>| {
        let stats = &outcome.stats;
        (stats.expanded, stats.generated, stats.reopened, stats.lower_bound)
    };
    assert_eq!(counts(&fast), counts(&plain), "{board}");
    match (&fast.verdict, &plain.verdict) {
        (
            Verdict::Stopped { by, best: Some(fast) },
            Verdict::Stopped { by: why, best: Some(plain) },
        ) => {
            // The same board; if a shorter way to it was found since, that one is told.
            assert_eq!((by, fast.end), (why, plain.end), "{board}");
            assert!(fast.cost <= plain.cost, "{board}");
            fast.check(&tiles).unwrap();
        }
        (fast, plain) => assert_eq!(fast, plain, "{board}"),
    }
    // The plain search stores a board again when a cheaper way to it is found.
    assert_eq!(fast.stats.peak_stored, boards, "{board}");
    assert!(boards <= plain.stats.peak_stored, "{board}");
}

#[test]
fn a_star_expands_the_same_boards_of_any_size_and_goal() {
    let mut rng = Rng::new(8);
    let sizes = [
        (2, 2, 0),
        (3, 3, 0),
        (2, 4, 0),
        (2, 5, 70),
        (5, 2, 70),
        (3, 4, 60),
        (3, 5, 45),
        (4, 4, 60),
    ];
    for (rows, columns, walk) in sizes {
        let size = Size::new(rows, columns).unwrap();
        for _ in 0..60 {
            let goal = random_goal(size, &mut rng);
            let puzzle = match walk {
                0 => Puzzle::random(goal, &mut rng),
                moves => Puzzle::walk(goal, moves, &mut rng),
            };
            assert_a_star_same(&puzzle, &Limits::default());
        }
    }
}

#[test]
fn a_star_expands_the_same_boards_of_thousands_of_8_puzzles() {
    let mut rng = Rng::new(14);
    let text = include_str!("../../../data/eight200.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let goal = Layout::blank_last(Size::EIGHT);
        let puzzle = Puzzle::new(line.parse().unwrap(), goal).unwrap();
        assert_a_star_same(&puzzle, &Limits::default());
    }
    let middle = "1 2 3 4 0 5 6 7 8".parse().unwrap();
    let mut goals = vec![Layout::blank_first(Size::EIGHT), Layout::blank_last(Size::EIGHT), middle];
    goals.extend((0..9).map(|_| random_goal(Size::EIGHT, &mut rng)));
    for goal in goals {
        // The goal itself is among the first.
        for moves in 0..60 {
            let puzzle = Puzzle::walk(goal.clone(), moves / 2, &mut rng);
            assert_a_star_same(&puzzle, &Limits::default());
        }
        for _ in 0..300 {
            let puzzle = Puzzle::random(goal.clone(), &mut rng);
            assert_a_star_same(&puzzle, &Limits::default());
        }
    }
}

#[test]
fn a_star_stops_or_not_at_any_limit_of_an_8_puzzle() {
    let mut rng = Rng::new(15);
    for moves in [1, 2, 5, 12, 20, 30] {
        let goal = random_goal(Size::EIGHT, &mut rng);
        let puzzle = Puzzle::walk(goal, moves, &mut rng);
        let tiles = Tiles::<u64>::new(&puzzle).unwrap();
        let manhattan = PerTile::manhattan(tiles.goal());
        let expanded = BestFirst::a_star().solve(&tiles, &manhattan).stats.expanded;
        for limit in (0..300).chain(expanded.saturating_sub(3)..expanded + 3) {
            assert_a_star_same(&puzzle, &Limits::nodes(limit));
        }
        for limits in [Limits::time(Duration::ZERO), Limits::memory(0)] {
            let stopped = BestFirst::a_star().search(&tiles, &manhattan, &limits, &mut ());
            assert!(matches!(stopped.verdict, Verdict::Stopped { .. }), "{:?}", stopped.verdict);
        }
        let whole = BestFirst::a_star().solve(&tiles, &manhattan);
        for memory in (0..400_000).step_by(20_000) {
            let limits = Limits::memory(memory);
            let within = BestFirst::a_star().search(&tiles, &manhattan, &limits, &mut ());
            assert!(within.stats.peak_bytes <= memory);
            if within.solution().is_some() {
                assert_equal(&within, &whole, &puzzle, &limits);
            }
        }
    }
}

#[test]
fn a_star_stops_at_the_same_board_with_a_way_to_the_same_best() {
    let mut rng = Rng::new(9);
    for size in [Size::EIGHT, Size::new(3, 4).unwrap(), Size::FIFTEEN] {
        for limit in (0..40).chain((0..120).map(|i| 50 + i * i * 5)) {
            let puzzle = Puzzle::random(random_goal(size, &mut rng), &mut rng);
            assert_a_star_same(&puzzle, &Limits::nodes(limit));
        }
    }
}

#[test]
fn a_star_expands_the_same_half_million_boards() {
    // Enough for the tables to grow again and again, and to send for entries ahead.
    assert_a_star_same(&hard(), &Limits::nodes(500_000));
}

#[test]
fn a_star_stops_at_its_memory_limit() {
    let tiles = Tiles::<u64>::new(&hard()).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    for limit in [0, 10_000, 100_000, 10_000_000] {
        let limits = Limits::memory(limit);
        let fast = BestFirst::a_star().search(&tiles, &manhattan, &limits, &mut ());
        assert!(matches!(fast.verdict, Verdict::Stopped { by: Stop::Memory, .. }));
        assert!(fast.stats.peak_bytes <= limit);
    }
}

fn random_goal(size: Size, rng: &mut Rng) -> Layout {
    Puzzle::random(Layout::blank_first(size), rng).start().clone()
}

#[test]
fn ida_star_counts_the_same_on_random_boards_of_any_size_and_goal() {
    let mut rng = Rng::new(5);
    for (rows, columns, walk) in [
        (2, 2, None),
        (2, 4, None),
        (3, 3, None),
        (3, 4, Some(45)),
        (4, 3, Some(45)),
        (4, 4, Some(50)),
    ] {
        let size = Size::new(rows, columns).unwrap();
        for _ in 0..60 {
            let goal = random_goal(size, &mut rng);
            let puzzle = match walk {
                None => Puzzle::random(goal, &mut rng),
                Some(moves) => Puzzle::walk(goal, moves, &mut rng),
            };
            assert_same(&puzzle, &Limits::default());
        }
    }
}

#[test]
fn ida_star_stops_at_the_same_node_with_the_same_best() {
    let mut rng = Rng::new(6);
    for size in [Size::EIGHT, Size::FIFTEEN] {
        for limit in (0..40).chain((0..120).map(|i| 50 + i * i * 7)) {
            let puzzle = Puzzle::random(random_goal(size, &mut rng), &mut rng);
            assert_same(&puzzle, &Limits::nodes(limit));
        }
    }
}

#[test]
fn ida_star_stops_at_the_same_node_when_the_clock_is_looked_at_in_between() {
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
    for (rows, columns, walk) in [(3, 3, None), (3, 4, Some(60)), (4, 4, Some(70))] {
        let size = Size::new(rows, columns).unwrap();
        for _ in 0..20 {
            let goal = random_goal(size, &mut rng);
            let puzzle = match walk {
                None => Puzzle::random(goal, &mut rng),
                Some(moves) => Puzzle::walk(goal, moves, &mut rng),
            };
            let tiles = Tiles::<u64>::new(&puzzle).unwrap();
            let manhattan = PerTile::manhattan(tiles.goal());
            let one = IdaStar::default().solve(&tiles, &manhattan);
            for jobs in [2, 3] {
                let limits = Limits::default();
                let many = ParallelIdaStar::on(jobs).search(&tiles, &manhattan, &limits);
                assert_equal(&many, &one, &puzzle, &limits);
                let limits = Limits::nodes(rng.below(one.stats.expanded as usize + 1) as u64);
                let one = IdaStar::default().search(&tiles, &manhattan, &limits, &mut ());
                let many = ParallelIdaStar::on(jobs).search(&tiles, &manhattan, &limits);
                assert_equal(&many, &one, &puzzle, &limits);
            }
        }
    }
    let tiles = Tiles::<u64>::new(&hard()).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    let limits = Limits::time(Duration::from_millis(30));
    let stopped = ParallelIdaStar::on(2).search(&tiles, &manhattan, &limits);
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
    let [fast, _] = both(&hard(), &Limits::time(Duration::from_millis(30)));
    assert!(matches!(fast.verdict, Verdict::Stopped { by: Stop::Time, best: Some(_) }));
    assert!(fast.stats.seconds < 2.0 && fast.stats.expanded > 0);

    let monitor = Arc::new(Monitor::default());
    monitor.cancel();
    let limits = Limits { monitor: Some(monitor), ..Limits::default() };
    let [fast, _] = both(&hard(), &limits);
    assert!(matches!(fast.verdict, Verdict::Stopped { by: Stop::Cancelled, best: Some(_) }));
}

#[test]
fn a_heuristic_made_for_another_goal_is_searched_with_as_it_is() {
    let puzzle =
        Puzzle::new("1 2 5 3 4 0 6 7 8".parse().unwrap(), Layout::blank_first(Size::EIGHT))
            .unwrap();
    let tiles = Tiles::<u64>::new(&puzzle).unwrap();
    let other = PerTile::manhattan(&Layout::blank_last(Size::EIGHT));
    let mut watch = |_: Event<'_, Board<u64>>| {};
    let fast = IdaStar::default().search(&tiles, &other, &Limits::nodes(1_000), &mut ());
    let plain = IdaStar::default().search(&tiles, &other, &Limits::nodes(1_000), &mut watch);
    assert_eq!(fast.verdict, plain.verdict);
    assert_eq!(fast.stats.generated, plain.stats.generated);
}
