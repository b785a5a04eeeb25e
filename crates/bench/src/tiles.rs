//! Sliding tiles.

use goalward::path::{BestFirst, BreadthFirst, Event, IdaStar, PathSearch, Plan};
use goalward::{Blind, Limits, Outcome};
use goalward_domains::tiles::{Board, Move, PerTile, Tiles};

use crate::hand::Hand;
use crate::instances;
use crate::measure::{Row, beside, seconds};

type Instance = (Tiles<u64>, PerTile<u8>);

fn eight(count: usize) -> Vec<Instance> {
    let pack = |puzzle| with_manhattan(Tiles::new(puzzle).expect("nine cells fit"));
    instances::eight().iter().take(count).map(pack).collect()
}

fn with_manhattan(tiles: Tiles<u64>) -> Instance {
    let manhattan = PerTile::manhattan(tiles.goal());
    (tiles, manhattan)
}

fn cost<A>(outcome: Outcome<Plan<A>>) -> u64 {
    outcome.into_solution().expect("solvable").cost.into()
}

/// The mean over instances, beside `pathfinding`.
fn mean(count: usize, work: &str, solve: impl Fn(&Instance) -> u64) -> Row {
    let all = eight(count);
    let mut total = 0;
    let (ours, theirs) = beside(5, work, || total = all.iter().map(&solve).sum());
    assert_eq!(total, theirs.answer, "both must find plans of the same cost");
    let each = |seconds: f64| format!("{:.1} µs", seconds / count as f64 * 1e6);
    Row {
        ours: each(ours),
        peer: format!("pathfinding {}", each(theirs.seconds)),
        ratio: Some(theirs.seconds / ours),
    }
}

pub fn eight_a_star() -> Row {
    mean(200, "eight-astar", |(tiles, h)| cost(BestFirst::a_star().solve(tiles, h)))
}

pub fn eight_ida_star() -> Row {
    mean(200, "eight-idastar", |(tiles, h)| cost(IdaStar::default().solve(tiles, h)))
}

pub fn eight_breadth_first() -> Row {
    mean(20, "eight-bfs", |(tiles, _)| cost(BreadthFirst.solve(tiles, &Blind)))
}

/// On a board that makes nine million states.
pub fn fifteen_a_star() -> Row {
    let (puzzle, optimal) = instances::korf(24);
    let (tiles, manhattan) = with_manhattan(Tiles::new(&puzzle).expect("sixteen cells fit"));
    let mut stats = None;
    let (ours, theirs) = beside(1, "fifteen-astar", || {
        let outcome = BestFirst::a_star().solve(&tiles, &manhattan);
        stats = Some(outcome.stats);
        assert_eq!(cost(outcome), optimal);
    });
    assert_eq!(theirs.answer, optimal);
    let stats = stats.expect("it ran");
    let rate = |count: u64, seconds: f64| count as f64 / seconds / 1e6;
    let (ours, theirs) = (rate(stats.expanded, ours), rate(theirs.steps, theirs.seconds));
    let stored = stats.peak_stored as f64;
    Row {
        ours: format!(
            "{ours:.2} M expanded/s, {:.1} B a state, {:.1} M stored",
            stats.peak_bytes as f64 / stored,
            stored / 1e6
        ),
        peer: format!("pathfinding {theirs:.2} M expanded/s"),
        ratio: Some(ours / theirs),
    }
}

/// What users get, beside a plain loop written by hand for this board and heuristic.
pub fn fifteen_ida_star() -> Row {
    beside_hand(|(tiles, manhattan)| IdaStar::default().solve(tiles, manhattan))
}

/// The generic engine beside the same loop. It takes over when somebody watches.
pub fn generic_ida_star() -> Row {
    beside_hand(|(tiles, manhattan)| {
        let mut watch = |_: Event<'_, Board<u64>>| {};
        IdaStar::default().search(tiles, manhattan, &Limits::default(), &mut watch)
    })
}

fn beside_hand(solve: impl Fn(&Instance) -> Outcome<Plan<Move>>) -> Row {
    let (puzzle, optimal) = instances::korf(2);
    let instance = with_manhattan(Tiles::new(&puzzle).expect("sixteen cells fit"));
    let (mut generated, mut by_hand) = (0, 0);
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        ours = ours.min(seconds(|| {
            let outcome = solve(&instance);
            generated = outcome.stats.generated;
            assert_eq!(cost(outcome), optimal);
        }));
        theirs = theirs.min(seconds(|| {
            let mut hand = Hand::new(&instance.0);
            assert_eq!(u64::from(hand.solve()), optimal);
            by_hand = hand.generated;
        }));
    }
    assert_eq!(generated, by_hand, "the same nodes in the same order");
    let rate = |seconds: f64| format!("{:.1} M generated/s", generated as f64 / seconds / 1e6);
    Row {
        ours: rate(ours),
        peer: format!("a loop written by hand {}", rate(theirs)),
        ratio: Some(theirs / ours),
    }
}
