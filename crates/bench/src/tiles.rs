//! Sliding tiles.

use goalward::path::{BestFirst, BreadthFirst, IdaStar, PathSearch};
use goalward::{Blind, Outcome};
use goalward_domains::tiles::{PerTile, Tiles};

use crate::hand::Hand;
use crate::measure::{Row, best_of};
use crate::{instances, peer};

type Instance = (Tiles<u64>, PerTile<u8>);

fn eight() -> Vec<Instance> {
    let pack = |puzzle| Tiles::new(puzzle).expect("nine cells fit");
    let puzzles = instances::eight();
    puzzles.iter().map(pack).map(with_manhattan).collect()
}

fn with_manhattan(tiles: Tiles<u64>) -> Instance {
    let manhattan = PerTile::manhattan(tiles.goal());
    (tiles, manhattan)
}

fn cost<A>(outcome: Outcome<goalward::path::Plan<A>>) -> u32 {
    outcome.into_solution().expect("solvable").cost
}

/// Sums a cost over instances; the sum shows that both did the same.
fn total(instances: &[Instance], solve: impl Fn(&Instance) -> u32) -> u32 {
    instances.iter().map(solve).sum()
}

/// A*, IDA* and breadth-first search over 200 random 8-puzzles.
pub fn eight_puzzle() -> Vec<Row> {
    let all = eight();
    let row = |work: &str,
               instances: &[Instance],
               ours: &dyn Fn(&Instance) -> u32,
               theirs: &dyn Fn(&Instance) -> u32| {
        let (mut a, mut b) = (0, 0);
        let [our_time, their_time] =
            best_of(25, [&mut || a = total(instances, ours), &mut || b = total(instances, theirs)]);
        assert_eq!(a, b, "both must find plans of the same cost");
        let each = |seconds: f64| format!("{:.1} µs", seconds / instances.len() as f64 * 1e6);
        Row {
            work: format!("8-puzzle, {work}, mean of {}", instances.len()),
            ours: each(our_time),
            peer: format!("pathfinding {}", each(their_time)),
            ratio: their_time / our_time,
        }
    };
    vec![
        row(
            "A* with Manhattan",
            &all,
            &|(tiles, h)| cost(BestFirst::a_star().solve(tiles, h)),
            &|(tiles, h)| peer::a_star(tiles, h).0,
        ),
        row(
            "IDA* with Manhattan",
            &all,
            &|(tiles, h)| cost(IdaStar::default().solve(tiles, h)),
            &|(tiles, h)| peer::ida_star(tiles, h),
        ),
        row(
            "breadth-first",
            &all[..20],
            &|(tiles, _)| cost(BreadthFirst.solve(tiles, &Blind)),
            &|(tiles, _)| peer::breadth_first(tiles) as u32,
        ),
    ]
}

/// A* with Manhattan on a 15-puzzle of nine million states.
pub fn fifteen_puzzle_a_star() -> Vec<Row> {
    let (puzzle, optimal) = instances::korf(24);
    let (tiles, manhattan) = with_manhattan(Tiles::new(&puzzle).expect("sixteen cells fit"));
    let mut stats = None;
    let mut expanded = 0;
    let [our_time, their_time] = best_of(
        3,
        [
            &mut || {
                let outcome = BestFirst::a_star().solve(&tiles, &manhattan);
                stats = Some(outcome.stats);
                assert_eq!(cost(outcome), optimal);
            },
            &mut || {
                let (cost, count) = peer::a_star(&tiles, &manhattan);
                expanded = count;
                assert_eq!(cost, optimal);
            },
        ],
    );
    let stats = stats.expect("it ran");
    let (ours, theirs) = (stats.expanded as f64 / our_time, expanded as f64 / their_time);
    let bytes = stats.peak_bytes as f64 / stats.peak_stored as f64;
    vec![Row {
        work: format!("15-puzzle, A* with Manhattan, {} stored", stats.peak_stored),
        ours: format!("{:.2} M expanded/s, {bytes:.1} B a state", ours / 1e6),
        peer: format!("pathfinding {:.2} M expanded/s", theirs / 1e6),
        ratio: ours / theirs,
    }]
}

/// The generic IDA* beside a loop written by hand for this board and heuristic.
pub fn fifteen_puzzle_ida_star() -> Vec<Row> {
    let (puzzle, optimal) = instances::korf(2);
    let (tiles, manhattan) = with_manhattan(Tiles::new(&puzzle).expect("sixteen cells fit"));
    let [mut ours_seen, mut theirs_seen] = [0, 0];
    let [our_time, their_time] = best_of(
        7,
        [
            &mut || {
                let outcome = IdaStar::default().solve(&tiles, &manhattan);
                ours_seen = outcome.stats.generated;
                assert_eq!(cost(outcome), optimal);
            },
            &mut || {
                let mut hand = Hand::new(&tiles);
                assert_eq!(hand.solve(), optimal);
                theirs_seen = hand.generated;
            },
        ],
    );
    assert_eq!(ours_seen, theirs_seen, "the same nodes in the same order");
    let rate = |seconds: f64| format!("{:.1} M generated/s", ours_seen as f64 / seconds / 1e6);
    vec![Row {
        work: "15-puzzle, IDA* with Manhattan".into(),
        ours: rate(our_time),
        peer: format!("a loop written by hand {}", rate(their_time)),
        ratio: their_time / our_time,
    }]
}
