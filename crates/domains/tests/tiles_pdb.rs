//! Pattern databases compared with their definition and with exact distances, and in searches.

mod korf;

use std::collections::{BTreeMap, HashMap, VecDeque};

use goalward::path::{BestFirst, Distances, End, IdaStar, PathSearch, Weight};
use goalward::{Heuristic, Limits, Ranked, Rng, StateSpace, Stop, Verdict};
use goalward_domains::tiles::{
    Additive, Board, Cells, Database, Layout, Partition, Puzzle, Size, Tiles, fast,
};

fn tiles<C: Cells>(goal: &Layout) -> Tiles<C> {
    Tiles::new(&Puzzle::new(goal.clone(), goal.clone()).unwrap()).unwrap()
}

fn partition(text: &str, goal: &Layout) -> Partition {
    Partition::parse(text, goal).unwrap()
}

/// By definition: the fewest moves of the pattern's tiles, over all boards with only these tiles
/// and the blank, from the goal outwards; by the cells of the tiles.
fn by_definition(goal: &Layout, pattern: &[u8]) -> HashMap<Vec<usize>, u32> {
    let size = goal.size();
    let beside = |a: usize, b: usize| {
        let ((r, c), (s, d)) = (size.place(a), size.place(b));
        r.abs_diff(s) + c.abs_diff(d) == 1
    };
    let home: Vec<usize> = pattern.iter().map(|&tile| goal.cell_of(tile)).collect();
    let start = (home, goal.cell_of(0));
    let mut moves = HashMap::from([(start.clone(), 0u32)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some(((cells, blank), so_far)) = queue.pop_front() {
        if moves[&(cells.clone(), blank)] < so_far {
            continue;
        }
        for to in (0..size.cells()).filter(|&to| beside(blank, to)) {
            let mut next = cells.clone();
            let tile = cells.iter().position(|&cell| cell == to);
            if let Some(tile) = tile {
                next[tile] = blank;
            }
            let count = so_far + u32::from(tile.is_some());
            let known = moves.entry((next.clone(), to)).or_insert(u32::MAX);
            if count < *known {
                *known = count;
                let next = ((next, to), count);
                // Moves of cost 0 come first, so that counts are in order.
                if tile.is_some() { queue.push_back(next) } else { queue.push_front(next) }
            }
        }
    }
    let mut least = HashMap::new();
    for ((cells, _), count) in moves {
        let entry = least.entry(cells).or_insert(count);
        *entry = count.min(*entry);
    }
    least
}

#[test]
fn entries_are_those_of_the_definition() {
    for (goal, text) in [
        ("0 1 2 3 4 5 6 7 8", "4-4"),
        ("1 2 3 8 0 4 7 6 5", "3-5"),
        // The blank cannot leave its corner until a tile of the first pattern moves.
        ("0 1 2 3 4 5 6 7 8", "1 3/2 4 5 6/7 8"),
        ("5 1 2 3 4 0", "2-3"),
        ("3 2 1 0 6 5 4 7", "1 6 2/3 7/4 5"),
        ("0 1 2 3 4 5 6 7 8 9 10 11", "3-4-4"),
        ("4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15", "3-3-3-3-3"),
    ] {
        let goal: Layout = goal.parse().unwrap();
        let tiles = tiles::<u64>(&goal);
        let partition = partition(text, &goal);
        let additive = Additive::build(&goal, &partition);
        let summed = additive.summed::<16>().unwrap();
        let tables: Vec<_> =
            partition.patterns().iter().map(|tiles| by_definition(&goal, tiles)).collect();
        let mut rng = Rng::new(5);
        for _ in 0..3_000 {
            let start = Puzzle::random(goal.clone(), &mut rng).start().clone();
            let board = Tiles::<u64>::new(&Puzzle::new(start.clone(), goal.clone()).unwrap());
            let memo = Heuristic::<Tiles<u64>>::memo(&summed, &board.unwrap().start());
            for ((pattern, table), value) in partition.patterns().iter().zip(&tables).zip(memo) {
                let cells: Vec<usize> = pattern.iter().map(|&tile| start.cell_of(tile)).collect();
                assert_eq!(u32::from(value), table[&cells], "{goal} {text}: {start} {pattern:?}");
            }
        }
        let _ = tiles;
    }
}

/// Never too high, equal when computed incrementally, and 0 only at the goal, on all boards.
fn audit(goal: &Layout, text: &str) -> (u64, u64) {
    let tiles = tiles::<u64>(goal);
    let truth = Distances::to_goals(&tiles, &Limits::default()).unwrap();
    let additive = Additive::build(goal, &partition(text, goal));
    let summed = additive.summed::<16>().unwrap();
    let estimate = |memo| Heuristic::<Tiles<u64>>::estimate(&summed, memo);
    let (mut sum, mut exact) = (0, 0);
    for rank in 0..tiles.states().unwrap() {
        let board = tiles.unrank(rank);
        let memo = summed.memo(&board);
        let h = estimate(memo);
        let distance = truth.get(rank).expect("every board is within reach");
        assert!(h <= distance, "{goal}, {text}: {h} of {board:?}, which is {distance} away");
        assert_eq!((distance - h) % 2, 0, "each move changes both");
        assert_eq!(h == 0, distance == 0);
        sum += u64::from(h);
        exact += u64::from(h == distance);
        for mv in tiles.actions(&board) {
            let child = tiles.apply(&board, &mv);
            let stepped = summed.advance(memo, &board, &mv, &child);
            assert_eq!(stepped, Heuristic::<Tiles<u64>>::memo(&summed, &child), "{board:?}, {mv}");
        }
    }
    (sum, exact)
}

#[test]
fn estimates_never_exceed_the_distance_of_any_board_of_the_8_puzzle() {
    let corner = Layout::blank_first(Size::EIGHT);
    let centre: Layout = "1 2 3 8 0 4 7 6 5".parse().unwrap();
    let edge: Layout = "4 0 1 3 2 8 7 5 6".parse().unwrap();
    // The whole board in one pattern gives exact distances.
    assert_eq!(audit(&corner, "8").1, 181_440);
    let (manhattan, _) = audit(&corner, "1/2/3/4/5/6/7/8");
    let (halves, _) = audit(&corner, "4-4");
    assert!(halves > manhattan, "{halves} {manhattan}");
    audit(&centre, "4-4");
    audit(&edge, "1 5 8/2 3 4 6/7");
    audit(&"7 4 1 8 5 2 0 6 3".parse().unwrap(), "3-5");
}

#[test]
fn a_mirror_image_is_used_where_there_is_one() {
    let strength = |goal: &Layout, text: &str| {
        let additive = Additive::build(goal, &partition(text, goal));
        additive.summed::<4>().is_none()
    };
    // Five patterns and their images are ten; on a board without an axis through the
    // blank they stay five.
    let square = Layout::blank_first(Size::EIGHT);
    let oblong = Layout::blank_first(Size::new(2, 4).unwrap());
    assert!(strength(&square, "3-3-2") && !strength(&oblong, "3-2-2"));
    // A partition that is its own mirror image is used only once.
    assert!(!strength(&square, "1 3/2 6/4 8/5 7"));
}

#[test]
fn goals_that_are_images_of_each_other_share_their_databases() {
    let patterns = |goal: &str, text: &str| {
        let goal: Layout = goal.parse().unwrap();
        Additive::patterns(&goal, &partition(text, &goal))
    };
    let first = patterns("0 1 2 3 4 5 6 7 8", "4-4");
    for goal in ["1 2 3 4 5 6 7 8 0", "8 1 2 4 3 6 0 5 7", "3 1 0 2 8 4 5 6 7"] {
        assert_eq!(patterns(goal, "4-4"), first, "{goal}");
    }
    let upright: Layout = Layout::parse("0 1 2 3 4 5 6 7", Some(Size::new(4, 2).unwrap())).unwrap();
    let lying = Layout::blank_first(Size::new(2, 4).unwrap());
    assert_eq!(
        Additive::patterns(&upright, &partition("1 2 3/4 5 6 7", &upright)),
        Additive::patterns(&lying, &partition("1 4 5/2 3 6 7", &lying)),
    );
    let twenty_four = Layout::blank_first(Size::TWENTY_FOUR);
    assert_eq!(Additive::patterns(&twenty_four, &partition("6-6-6-6", &twenty_four)).len(), 2);
}

#[test]
fn bytes_do_not_depend_on_the_number_of_threads() {
    let goal = Layout::blank_first(Size::FIFTEEN);
    for pattern in Additive::patterns(&goal, &partition("5-5-5", &goal)) {
        let build = |threads| Database::build(&pattern, threads, &|_, _| Ok(())).unwrap();
        let one = build(1);
        for threads in [2, 3, 8] {
            assert!(build(threads).entries() == one.entries(), "{threads} threads");
        }
    }
}

#[test]
fn a_build_can_be_stopped_and_reports_its_progress() {
    let goal = Layout::blank_first(Size::FIFTEEN);
    let pattern = &Additive::patterns(&goal, &partition("5-5-5", &goal))[0];
    let half = |done, total| if done * 2 > total { Err(Stop::Cancelled) } else { Ok(()) };
    for threads in [1, 2] {
        assert_eq!(Database::build(pattern, threads, &half).unwrap_err(), Stop::Cancelled);
    }
    assert!(Database::building_bytes(pattern) > 2 * pattern.entries());
    let seen = std::sync::Mutex::new((0, 0));
    let watch = |done, total| {
        *seen.lock().unwrap() = (done, total);
        Ok(())
    };
    Database::build(pattern, 1, &watch).unwrap();
    let (done, total) = seen.into_inner().unwrap();
    assert_eq!(done, total);
}

#[test]
fn estimates_stay_below_the_optimal_costs_of_all_of_korfs_boards() {
    let goal = Layout::blank_first(Size::FIFTEEN);
    let mut sums = BTreeMap::new();
    for text in ["5-5-5", "3-3-3-3-3", "4-4-4-3"] {
        let additive = Additive::build(&goal, &partition(text, &goal));
        let summed = additive.summed::<16>().unwrap();
        for korf::Instance { puzzle, cost: optimal, .. } in korf::easiest_first() {
            let start = Tiles::<u64>::new(&puzzle).unwrap().start();
            let memo = Heuristic::<Tiles<u64>>::memo(&summed, &start);
            let h = Heuristic::<Tiles<u64>>::estimate(&summed, memo);
            assert!(h <= optimal && (optimal - h).is_multiple_of(2), "{text}: {h} of {optimal}");
            *sums.entry(text).or_insert(0) += h;
        }
    }
    // The optimal costs sum to 5307, and Manhattan distances to 3695.
    assert!(sums["5-5-5"] > 4_100 && sums["3-3-3-3-3"] > 3_900, "{sums:?}");
}

#[test]
fn searches_with_databases_find_cheapest_plans() {
    let goal = Layout::blank_first(Size::FIFTEEN);
    let additive = Additive::build(&goal, &Partition::usual(&goal));
    let summed = additive.summed::<16>().unwrap();
    for korf::Instance { puzzle, cost: optimal, .. } in korf::easiest_first().into_iter().take(8) {
        let tiles = Tiles::<u64>::new(&puzzle).unwrap();
        let ida_star = fast::IdaStar::default().solve(&tiles, &summed).into_solution().unwrap();
        let a_star = BestFirst::a_star().solve(&tiles, &summed).into_solution().unwrap();
        ida_star.check(&tiles).unwrap();
        a_star.check(&tiles).unwrap();
        assert_eq!((ida_star.cost, a_star.cost), (optimal, optimal));
        let weight: Weight = "2".parse().unwrap();
        let near = BestFirst::weighted(weight).solve(&tiles, &summed).into_solution().unwrap();
        assert!(near.cost >= optimal && near.cost <= 2 * optimal);
    }
}

#[test]
fn the_24_puzzle_has_databases_too() {
    let goal = Layout::blank_last(Size::TWENTY_FOUR);
    let additive = Additive::build(&goal, &Partition::usual(&goal));
    let summed = additive.summed::<16>().unwrap();
    let mut rng = Rng::new(2);
    for _ in 0..20 {
        let puzzle = Puzzle::straight_walk(goal.clone(), 40, &mut rng);
        let tiles = Tiles::<u128>::new(&puzzle).unwrap();
        let plan = fast::IdaStar::default().solve(&tiles, &summed).into_solution().unwrap();
        plan.check(&tiles).unwrap();
        assert!(plan.cost <= 40);
        let mut board: Board<u128> = tiles.start();
        let mut memo = summed.memo(&board);
        for mv in &plan.actions {
            let child = tiles.apply(&board, mv);
            memo = summed.advance(memo, &board, mv, &child);
            assert_eq!(memo, Heuristic::<Tiles<u128>>::memo(&summed, &child));
            board = child;
        }
        assert_eq!(Heuristic::<Tiles<u128>>::estimate(&summed, memo), 0);
    }
}

/// The dive specialised for databases, on any number of threads, compared with the general engine;
/// then stopped at some of its nodes.
fn same_nodes<C: Cells + Sync + Send>(puzzle: &Puzzle, additive: &Additive) {
    let all = same_nodes_within::<C>(puzzle, additive, &Limits::default());
    let mut rng = Rng::new(all);
    let some = [all - all.min(1), all, all + 1, all / 2, rng.below(all as usize + 1) as u64];
    for nodes in (0..10).chain(some) {
        same_nodes_within::<C>(puzzle, additive, &Limits::nodes(nodes));
    }
}

fn same_nodes_within<C: Cells + Sync + Send>(
    puzzle: &Puzzle,
    additive: &Additive,
    limits: &Limits,
) -> u64 {
    let tiles = Tiles::<C>::new(puzzle).unwrap();
    let summed = additive.summed::<16>().unwrap();
    let slow = IdaStar::default().search(&tiles, &summed, limits, &mut ());
    for jobs in 1..=3 {
        let outcome = fast::IdaStar::on(jobs).search(&tiles, &summed, limits, &mut ());
        assert_eq!(outcome.verdict, slow.verdict, "{} within {limits:?}", puzzle.start());
        let counts = |stats: &goalward::Stats| {
            (stats.expanded, stats.generated, stats.peak_stored, stats.lower_bound)
        };
        assert_eq!(counts(&outcome.stats), counts(&slow.stats), "{}", puzzle.start());
    }
    slow.stats.expanded
}

#[test]
fn many_dives_at_once_make_the_nodes_of_one() {
    let mut rng = Rng::new(8);
    for (goal, text) in [
        ("0 1 2 3 4 5 6 7 8", "4-4"),
        ("1 2 3 8 0 4 7 6 5", "2-2-2-2"),
        ("3 1 2 0 4 5 6 7 8", "8"),
        ("0 1 2 3 4 5 6 7 8 9 10 11", "4-4-3"),
    ] {
        let goal: Layout = goal.parse().unwrap();
        let additive = Additive::build(&goal, &partition(text, &goal));
        for _ in 0..25 {
            same_nodes::<u64>(&Puzzle::random(goal.clone(), &mut rng), &additive);
        }
        same_nodes::<u64>(&Puzzle::new(goal.clone(), goal).unwrap(), &additive);
    }
    let goal = Layout::blank_first(Size::FIFTEEN);
    let additive = Additive::build(&goal, &Partition::usual(&goal));
    for korf::Instance { puzzle, .. } in korf::easiest_first().into_iter().take(4) {
        same_nodes::<u64>(&puzzle, &additive);
    }
    let goal = Layout::blank_first(Size::TWENTY_FOUR);
    let additive = Additive::build(&goal, &Partition::usual(&goal));
    for _ in 0..8 {
        same_nodes::<u128>(&Puzzle::straight_walk(goal.clone(), 60, &mut rng), &additive);
    }
}

#[test]
fn a_stopped_dive_reports_how_far_it_came() {
    let goal = Layout::blank_first(Size::TWENTY_FOUR);
    let additive = Additive::build(&goal, &Partition::usual(&goal));
    let summed = additive.summed::<16>().unwrap();
    let puzzle = Puzzle::random(goal, &mut Rng::new(9));
    let tiles = Tiles::<u128>::new(&puzzle).unwrap();
    let memo = Heuristic::<Tiles<u128>>::memo(&summed, &tiles.start());
    let h = Heuristic::<Tiles<u128>>::estimate(&summed, memo);
    for jobs in [1, 2] {
        let limits = Limits::time(std::time::Duration::from_millis(100));
        let outcome = fast::IdaStar::on(jobs).search(&tiles, &summed, &limits, &mut ());
        let Verdict::Stopped { by: Stop::Time, best: Some(plan) } = &outcome.verdict else {
            panic!("{jobs} jobs: {:?}", outcome.verdict)
        };
        plan.check(&tiles).unwrap();
        let End::Short(left) = plan.end else { panic!("such a board takes hours") };
        assert!(left < h && outcome.stats.lower_bound >= Some(h.into()));
        assert!(outcome.stats.expanded > 1_000 && outcome.stats.generated > 1_000);
    }
}
