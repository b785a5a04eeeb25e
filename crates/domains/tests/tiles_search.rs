//! Sliding tiles: what searches find, and with exactly how many nodes.

mod korf;

use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, DepthFirst, Dps, IdaStar,
    IterativeDeepening, Nbs, PathSearch, Plan, Rbfs, Ties, Undo, Weight,
};
use goalward::{Blind, Heuristic, Limits, Outcome, Rng, StateSpace, Stop, Verdict};
use goalward_domains::tiles::sets::EIGHT200;
use goalward_domains::tiles::{
    Board, Cells, Layout, LinearConflict, Move, PerTile, Puzzle, Size, Tiles, replay,
};
use proptest::prelude::*;

fn tiles(start: &str, goal: &str) -> Tiles<u64> {
    let (start, goal): (Layout, Layout) = (start.parse().unwrap(), goal.parse().unwrap());
    Tiles::new(&Puzzle::new(start, goal).unwrap()).unwrap()
}

fn hardest() -> Tiles<u64> {
    tiles("8 0 6 5 4 7 2 3 1", "0 1 2 3 4 5 6 7 8")
}

/// The cost, after the plan was replayed with code that searches do not use.
fn cost<C: Cells>(tiles: &Tiles<C>, outcome: &Outcome<Plan<Board<C>, Move>>) -> u32 {
    let plan = outcome.solution().expect("a solution");
    plan.check(tiles).unwrap();
    let moves: Vec<String> = plan.actions.iter().map(Move::to_string).collect();
    let boards = replay(tiles.puzzle().start(), moves.iter().map(String::as_str)).unwrap();
    assert_eq!(boards.last(), Some(tiles.goal()));
    assert_eq!(plan.cost as usize, moves.len());
    plan.cost
}

#[test]
fn every_optimal_method_needs_31_moves_for_one_of_the_two_hardest_boards() {
    let tiles = hardest();
    let goal = tiles.goal();
    let (misplaced, manhattan) = (PerTile::misplaced(goal), PerTile::manhattan(goal));
    let (euclidean, conflict) = (PerTile::euclidean(goal), LinearConflict::new(goal));
    for outcome in [
        BreadthFirst::default().solve(&tiles, &Blind),
        IterativeDeepening::default().solve(&tiles, &Blind),
        BestFirst::uniform_cost().solve(&tiles, &Blind),
        BestFirst::a_star().solve(&tiles, &misplaced),
        BestFirst::a_star().solve(&tiles, &manhattan),
        BestFirst::a_star().solve(&tiles, &euclidean),
        BestFirst::a_star().solve(&tiles, &conflict),
        IdaStar::default().solve(&tiles, &manhattan),
        IdaStar::default().solve(&tiles, &conflict),
        Bidirectional::default().solve(&tiles),
    ] {
        assert_eq!(cost(&tiles, &outcome), 31);
    }
}

fn estimate<H: Heuristic<Tiles<u64>>>(h: &H, board: &Board<u64>) -> u32 {
    h.estimate(h.memo(board))
}

/// Dives from a board within a bound and counts the boards it generates, also by moving straight
/// back; returns whether it finds the goal.
fn dive<H: Heuristic<Tiles<u64>>>(
    tiles: &Tiles<u64>,
    h: &H,
    board: Board<u64>,
    left: u32,
    generated: &mut u64,
) -> bool {
    tiles.is_goal(&board)
        || tiles.actions(&board).any(|mv| {
            *generated += 1;
            let child = tiles.apply(&board, &mv);
            left > estimate(h, &child) && dive(tiles, h, child, left - 1, generated)
        })
}

#[test]
fn ida_star_that_may_go_straight_back_is_what_its_definition_says() {
    for (start, length) in
        [("1 2 0 3 4 5 6 7 8", 2), ("1 4 2 3 5 8 6 0 7", 5), ("3 1 2 6 4 5 7 8 0", 4)]
    {
        let tiles = tiles(start, "0 1 2 3 4 5 6 7 8");
        let manhattan = PerTile::manhattan(tiles.goal());
        let both = [Undo::Off, Undo::On].map(|undo| {
            let outcome = IdaStar { undo, ..IdaStar::default() }.solve(&tiles, &manhattan);
            assert_eq!(cost(&tiles, &outcome), length);
            outcome.stats.generated
        });
        let mut generated = 0;
        let first = estimate(&manhattan, &tiles.start());
        let mut bounds = (first..=length).step_by(2);
        assert!(bounds.any(|bound| dive(&tiles, &manhattan, tiles.start(), bound, &mut generated)));
        assert_eq!(both[1], generated);
        assert!(both[0] <= both[1]);
    }
}

#[test]
fn weighted_costs_stay_within_their_bounds() {
    let tiles = hardest();
    let manhattan = PerTile::manhattan(tiles.goal());
    for weight in ["0", "0.5", "1", "1.5", "2", "5", "20"] {
        let weight: Weight = weight.parse().unwrap();
        let outcome = BestFirst::weighted(weight).solve(&tiles, &manhattan);
        let cost = cost(&tiles, &outcome);
        assert!(
            cost >= 31 && f64::from(cost) <= 31.0 * weight.value().max(1.0),
            "{weight}: {cost}"
        );
    }
}

#[test]
fn a_search_from_both_ends_and_three_others_agree_on_200_random_boards() {
    let goal = "1 2 3 4 5 6 7 8 0";
    let manhattan = PerTile::manhattan(&goal.parse().unwrap());
    let mut totals = [0; 4];
    for line in EIGHT200.lines().filter(|line| !line.starts_with('#')) {
        let tiles = tiles(line, goal);
        let costs = [
            BestFirst::a_star().solve(&tiles, &manhattan),
            IdaStar::default().solve(&tiles, &manhattan),
            BreadthFirst::default().solve(&tiles, &Blind),
            Bidirectional::default().solve(&tiles),
        ];
        for (total, outcome) in totals.iter_mut().zip(&costs) {
            *total += cost(&tiles, outcome);
        }
    }
    // A mean of 22.070.
    assert_eq!(totals, [4414; 4]);
}

#[test]
fn ida_star_generates_the_published_number_of_nodes_on_ten_of_korfs_boards() {
    let manhattan = PerTile::manhattan(&Layout::blank_first(Size::FIFTEEN));
    for instance in korf::easiest_first().iter().take(10) {
        let tiles = Tiles::<u64>::new(&instance.puzzle).unwrap();
        let outcome = IdaStar::default().solve(&tiles, &manhattan);
        assert_eq!(cost(&tiles, &outcome), instance.cost, "instance {}", instance.number);
        let generated = outcome.stats.generated + 1;
        assert_eq!(generated, instance.generated, "instance {}", instance.number);
    }
}

#[test]
fn node_counts_are_these_and_change_only_on_purpose() {
    let tiles = hardest();
    let goal = tiles.goal();
    let (misplaced, manhattan) = (PerTile::misplaced(goal), PerTile::manhattan(goal));
    let two = BestFirst::weighted("2".parse().unwrap());
    // Cost, expanded, generated.
    type Row = (&'static str, Outcome<Plan<Board<u64>, Move>>, [u64; 3]);
    let ties = |ties| BestFirst { ties, ..BestFirst::a_star() }.solve(&tiles, &manhattan);
    let nbs = Nbs::with(PerTile::manhattan(tiles.puzzle().start()));
    let undo = Undo::On;
    let rows: [Row; 31] = [
        ("bfs", BreadthFirst::default().solve(&tiles, &Blind), [31, 181_376, 302_274]),
        (
            "dfs",
            DepthFirst { depth: 40, ..DepthFirst::default() }.solve(&tiles, &Blind),
            [39, 15_640_155, 26_052_069],
        ),
        ("ids", IterativeDeepening::default().solve(&tiles, &Blind), [31, 80_923_192, 138_949_166]),
        ("ucs", BestFirst::uniform_cost().solve(&tiles, &Blind), [31, 181_438, 302_399]),
        ("greedy misplaced", BestFirst::greedy().solve(&tiles, &misplaced), [63, 163, 283]),
        ("greedy", BestFirst::greedy().solve(&tiles, &manhattan), [51, 69, 118]),
        ("astar misplaced", BestFirst::a_star().solve(&tiles, &misplaced), [31, 121_528, 205_226]),
        ("astar", BestFirst::a_star().solve(&tiles, &manhattan), [31, 6_728, 10_981]),
        (
            "astar conflict",
            BestFirst::a_star().solve(&tiles, &LinearConflict::new(goal)),
            [31, 3_827, 6_250],
        ),
        ("wastar 2", two.solve(&tiles, &manhattan), [31, 402, 688]),
        ("idastar", IdaStar::default().solve(&tiles, &manhattan), [31, 17_601, 28_379]),
        ("bidirectional", Bidirectional::default().solve(&tiles), [31, 15_312, 26_147]),
        (
            "beam",
            Beam { width: 50, ..Beam::default() }.solve(&tiles, &manhattan),
            [39, 1_654, 2_871],
        ),
        ("astar low g", ties(Ties::LowG), [31, 21_197, 34_729]),
        ("astar newest", ties(Ties::Newest), [31, 7_646, 12_455]),
        ("astar oldest", ties(Ties::Oldest), [31, 20_290, 33_282]),
        (
            "astar undo",
            BestFirst { undo: Undo::On, ..BestFirst::a_star() }.solve(&tiles, &manhattan),
            [31, 6_728, 17_708],
        ),
        ("rbfs", Rbfs::default().solve(&tiles, &manhattan), [31, 16_347, 26_245]),
        (
            "ie",
            Rbfs { nodes: 2_000, ..Rbfs::default() }.solve(&tiles, &manhattan),
            [31, 14_423, 23_240],
        ),
        ("anytime", Anytime::default().solve(&tiles, &manhattan), [31, 7_177, 11_682]),
        ("dps", Dps::default().solve(&tiles, &manhattan), [31, 543, 927]),
        ("nbs", nbs.solve(&tiles, &manhattan), [31, 4_894, 8_026]),
        ("bfs undo", BreadthFirst { undo }.solve(&tiles, &Blind), [31, 181_376, 483_648]),
        ("rbfs undo", Rbfs { nodes: 0, undo }.solve(&tiles, &manhattan), [31, 16_347, 42_591]),
        ("ie undo", Rbfs { nodes: 2_000, undo }.solve(&tiles, &manhattan), [31, 14_423, 37_662]),
        (
            "anytime undo",
            Anytime { undo, ..Anytime::default() }.solve(&tiles, &manhattan),
            [31, 7_177, 18_858],
        ),
        (
            "anytime oldest",
            Anytime { ties: Ties::Oldest, ..Anytime::default() }.solve(&tiles, &manhattan),
            [31, 6_972, 11_354],
        ),
        ("dps undo", Dps { undo, ..Dps::default() }.solve(&tiles, &manhattan), [31, 543, 1_469]),
        ("bidirectional undo", Bidirectional { undo }.solve(&tiles), [31, 15_312, 41_457]),
        ("nbs undo", Nbs { undo, ..nbs.clone() }.solve(&tiles, &manhattan), [31, 4_894, 12_918]),
        ("beam undo", Beam { width: 50, undo }.solve(&tiles, &manhattan), [39, 1_654, 4_523]),
    ];
    let found: Vec<_> = rows
        .iter()
        .map(|(name, outcome, _)| {
            let cost = outcome.solution().map_or(0, |plan| plan.cost.into());
            (*name, [cost, outcome.stats.expanded, outcome.stats.generated])
        })
        .collect();
    let expected: Vec<_> = rows.iter().map(|(name, _, counts)| (*name, *counts)).collect();
    assert_eq!(found, expected);
}

#[test]
fn depth_first_searches_count_the_way_back_and_drop_it() {
    let tiles = tiles("5 1 0 3 7 8 4 2 6", "0 1 2 3 4 5 6 7 8");
    let undo = Undo::On;
    let counts = [
        DepthFirst { depth: 20, ..DepthFirst::default() }.solve(&tiles, &Blind),
        DepthFirst { depth: 20, undo }.solve(&tiles, &Blind),
        IterativeDeepening::default().solve(&tiles, &Blind),
        IterativeDeepening { undo }.solve(&tiles, &Blind),
    ]
    .map(|outcome| {
        [cost(&tiles, &outcome).into(), outcome.stats.expanded, outcome.stats.generated]
    });
    let expected: [[u64; 3]; 4] =
        [[20, 11_167, 19_971], [20, 11_167, 31_128], [18, 58_798, 101_139], [18, 58_798, 159_910]];
    assert_eq!(counts, expected);
}

#[test]
fn a_stopped_search_says_by_what_and_keeps_its_best() {
    let tiles = hardest();
    let manhattan = PerTile::manhattan(tiles.goal());
    let start = u32::from(Heuristic::<Tiles<u64>>::memo(&manhattan, &tiles.start()));
    let stopped = [
        BestFirst::a_star().search(&tiles, &manhattan, &Limits::nodes(500), &mut ()),
        BestFirst::greedy().search(&tiles, &manhattan, &Limits::nodes(50), &mut ()),
        IdaStar::default().search(&tiles, &manhattan, &Limits::nodes(500), &mut ()),
        Beam { width: 10, ..Beam::default() }.search(
            &tiles,
            &manhattan,
            &Limits::nodes(50),
            &mut (),
        ),
    ];
    for outcome in stopped {
        let Verdict::Stopped { by: Stop::Nodes, best: Some(plan) } = outcome.verdict else {
            panic!("{:?}", outcome.verdict);
        };
        plan.check(&tiles).unwrap();
        let goalward::path::End::Short(left) = plan.end else { panic!("{plan:?}") };
        assert!(left < start, "{left} of {start} left");
    }
}

#[test]
fn a_memory_limit_stops_a_hard_search_before_it_is_exceeded() {
    let hardest = korf::easiest_first().pop().unwrap();
    let tiles = Tiles::<u64>::new(&hardest.puzzle).unwrap();
    let manhattan = PerTile::manhattan(tiles.goal());
    let limits = Limits::memory(20_000_000);
    for outcome in [
        BestFirst::a_star().search(&tiles, &manhattan, &limits, &mut ()),
        BreadthFirst::default().search(&tiles, &manhattan, &limits, &mut ()),
        Bidirectional::default().search(&tiles, &Blind, &limits, &mut ()),
        Beam { width: 1_000_000, ..Beam::default() }.search(&tiles, &manhattan, &limits, &mut ()),
    ] {
        assert!(matches!(outcome.verdict, Verdict::Stopped { by: Stop::Memory, .. }));
        assert!(outcome.stats.peak_bytes <= 20_000_000);
        assert!(outcome.stats.peak_stored > 300_000, "{:?}", outcome.stats);
    }
}

/// Any size, any goal: a walk away from it and the path back.
fn walks() -> impl Strategy<Value = (usize, usize, u64, u64)> {
    (2usize..=5, 2usize..=5, 0u64..24, any::<u64>())
}

fn optimal_costs<C: Cells>(puzzle: &Puzzle) -> Vec<u32> {
    let tiles = Tiles::<C>::new(puzzle).unwrap();
    let (manhattan, conflict) =
        (PerTile::manhattan(tiles.goal()), LinearConflict::new(tiles.goal()));
    [
        BestFirst::a_star().solve(&tiles, &manhattan),
        BestFirst::a_star().solve(&tiles, &conflict),
        BestFirst::a_star().solve(&tiles, &PerTile::euclidean(tiles.goal())),
        IdaStar::default().solve(&tiles, &conflict),
        Bidirectional::default().solve(&tiles),
        Rbfs { nodes: 1_000, ..Rbfs::default() }.solve(&tiles, &conflict),
        Nbs::with(PerTile::manhattan(puzzle.start())).solve(&tiles, &manhattan),
    ]
    .iter()
    .map(|outcome| cost(&tiles, outcome))
    .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn methods_agree_on_every_size_and_any_goal((rows, columns, moves, seed) in walks()) {
        let size = Size::new(rows, columns).unwrap();
        let mut rng = Rng::new(seed);
        let goal = Puzzle::random(Layout::blank_first(size), &mut rng).start().clone();
        let puzzle = Puzzle::straight_walk(goal, moves, &mut rng);
        let costs = optimal_costs::<u128>(&puzzle);
        prop_assert!(costs.iter().all(|&cost| cost == costs[0]), "{costs:?}");
        prop_assert!(u64::from(costs[0]) <= moves && u64::from(costs[0]) % 2 == moves % 2);
        if size.cells() <= 16 {
            prop_assert_eq!(optimal_costs::<u64>(&puzzle), costs);
        }
    }

    #[test]
    fn packing_and_printing_lose_nothing((rows, columns, _, seed) in walks()) {
        let size = Size::new(rows, columns).unwrap();
        let puzzle = Puzzle::random(Layout::blank_last(size), &mut Rng::new(seed));
        let start = puzzle.start();
        prop_assert_eq!(&Layout::parse(&start.to_string(), Some(size)).unwrap(), start);
        prop_assert_eq!(&Tiles::<u128>::new(&puzzle).unwrap().start().layout(size), start);
        if let Ok(tiles) = Tiles::<u64>::new(&puzzle) {
            let board: Board<u64> = tiles.start();
            prop_assert_eq!(&board.layout(size), start);
        }
    }

    #[test]
    fn no_text_upsets_the_board_parser(text in any::<String>(), digits in "[0-9 ,/x\n]{0,60}") {
        let _ = (text.parse::<Layout>(), digits.parse::<Layout>());
        let _ = (text.parse::<Size>(), digits.parse::<Size>());
    }
}
