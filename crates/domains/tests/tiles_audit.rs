//! Every heuristic of sliding tiles compared with exact distances, on every board of every small
//! size.

use goalward::path::Distances;
use goalward::path::audit::{Audit, Reachable, Sample, Scope, audit_against};
use goalward::{Blind, Heuristic, Limits, Reversible, Stop};
use goalward_domains::tiles::{
    Additive, Board, Exhaustive, Layout, LinearConflict, Move, Partition, PerTile, Puzzle, Ranks,
    Size, Tiles,
};

type Found = Audit<Board<u64>, Move>;

fn tiles(goal: &Layout) -> Tiles<u64> {
    Tiles::new(&Puzzle::new(goal.clone(), goal.clone()).unwrap()).unwrap()
}

fn every<H: Heuristic<Tiles<u64>>>(goal: &Layout, heuristic: &H) -> Found {
    let mut all = Exhaustive::unvisited(Ranks::new(goal).unwrap());
    audit_against(&mut all, &tiles(goal), heuristic, &Limits::default())
}

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

fn hold(name: &str, goal: &Layout, found: &Found) {
    assert!(found.is_consistent() && found.missteps == 0, "{name} to {goal}: {found:?}");
    assert_eq!((found.scope, found.stopped, found.dead_ends), (Scope::Every, None, 0));
    let boards: u64 = (3..=goal.size().cells() as u64).product();
    assert_eq!((found.states, found.pairs.count()), (boards, boards), "{name} to {goal}");
    assert_eq!(found.pairs.iter().next(), Some((0.0, 0.0, 1)), "the goal's estimate is 0");
}

#[test]
fn every_heuristic_but_the_wrong_one_is_consistent_on_every_small_board() {
    let sizes = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)].map(|(r, c)| size(r, c));
    let edges = sizes.into_iter().flat_map(|s| [Layout::blank_first(s), Layout::blank_last(s)]);
    let centre: Layout = "1 2 3 8 0 4 7 6 5".parse().unwrap();
    for goal in edges.chain([centre]) {
        hold("zero", &goal, &every(&goal, &Blind));
        hold("misplaced", &goal, &every(&goal, &PerTile::misplaced(&goal)));
        hold("manhattan", &goal, &every(&goal, &PerTile::manhattan(&goal)));
        hold("euclidean", &goal, &every(&goal, &PerTile::euclidean(&goal)));
        hold("linear-conflict", &goal, &every(&goal, &LinearConflict::new(&goal)));
    }
}

#[test]
fn counting_the_blank_is_refuted_by_78_boards_of_the_8_puzzle() {
    let goal = Layout::blank_last(Size::EIGHT);
    let found = every(&goal, &PerTile::misplaced_blank(&goal));
    assert_eq!((found.overestimates, found.states, found.missteps), (78, 181_440, 0));
    assert!(!found.is_admissible() && !found.is_consistent());
    let worst = found.overestimate.unwrap();
    assert_eq!((worst.estimate, worst.distance, worst.way.len()), (2, 1, 1));
    let board = worst.state.layout(Size::EIGHT);
    assert!(Tiles::<u64>::new(&Puzzle::new(board.clone(), goal).unwrap()).is_ok());
    assert_eq!((board.to_string().as_str(), worst.way[0]), ("1 2 3 4 5 6 7 0 8", Move::Right));
}

#[test]
fn pattern_databases_never_overestimate_and_are_not_consistent() {
    let goal = Layout::blank_first(Size::EIGHT);
    let additive = Additive::build(&goal, &Partition::parse("4-4", &goal).unwrap());
    let found = every(&goal, &additive.summed::<16>().unwrap());
    assert!(found.is_admissible() && !found.is_consistent());
    let fall = found.inconsistency.unwrap();
    assert!(fall.before > fall.after + fall.cost);
    assert_eq!((found.missteps, found.overestimate), (0, None));
}

#[test]
fn all_sources_of_exact_distances_agree() {
    let goal = Layout::blank_last(size(2, 3));
    let (tiles, wrong) = (tiles(&goal), PerTile::misplaced_blank(&goal));
    let mut distances = Distances::to_goals(&tiles, &Limits::default()).unwrap();
    let all = every(&goal, &wrong);
    let ranked = audit_against(&mut distances, &tiles, &wrong, &Limits::default());
    let reached = audit_against(&mut Reachable, &tiles, &wrong, &Limits::default());
    for other in [ranked, reached] {
        assert_eq!((other.overestimates, &other.pairs), (all.overestimates, &all.pairs));
        assert_eq!((other.inconsistencies, other.edges), (all.inconsistencies, all.edges));
        let distance =
            |found: &Found| found.overestimate.as_ref().map(|o| (o.distance, o.way.len()));
        assert_eq!(distance(&other), distance(&all));
    }
}

#[test]
fn a_sample_of_the_15_puzzle_is_solved_and_repeats() {
    let goal = Layout::blank_first(Size::FIFTEEN);
    let (tiles, reference) = (tiles(&goal), LinearConflict::new(&goal));
    let origin = tiles.goals().next().unwrap();
    let sample = |seed, nodes| {
        let (origin, reference) = (&origin, &reference);
        let mut truth = Sample { count: 200, steps: 30, seed, origin, reference };
        audit_against(
            &mut truth,
            &tiles,
            &PerTile::misplaced_blank(&goal),
            &Limits { nodes, ..Limits::default() },
        )
    };
    let found = sample(1, None);
    assert_eq!((found.scope, found.stopped), (Scope::Sample, None));
    assert!(found.states > 150 && !found.is_admissible());
    assert_eq!(found.pairs, sample(1, None).pairs);
    assert_ne!(found.pairs, sample(2, None).pairs);
    let short = sample(1, Some(2_000));
    assert_eq!(short.stopped, Some(Stop::Nodes));
    assert!((1..found.states).contains(&short.states), "what was found is kept");
}
