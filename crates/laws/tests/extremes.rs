//! Extreme numbers, lists and states.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use goalward::local::{
    Annealing, Ending, HillClimbing, Landscape, LocalBeam, LocalSearch, Traced, Variant,
};
use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, Dps, IdaStar,
    IterativeDeepening, Nbs, ParallelIdaStar, PathSearch, Plan, PlanOf, Rbfs,
};
use goalward::space::from_fn;
use goalward::{Blind, Heuristic, Limits, Outcome, Reversible, Rng, StateSpace, Stop, Verdict};

/// Every path search that does not need a reversible space.
fn every<S, H>(space: &S, heuristic: &H, limits: &Limits) -> Vec<(&'static str, Outcome<PlanOf<S>>)>
where
    S: StateSpace,
    H: Heuristic<S>,
{
    let avoid = IdaStar { cycles: Cycles::Avoid, ..IdaStar::default() };
    vec![
        ("breadth-first", BreadthFirst::default().search(space, heuristic, limits, &mut ())),
        ("depth-first", DepthFirst::default().search(space, heuristic, limits, &mut ())),
        ("deepening", IterativeDeepening::default().search(space, heuristic, limits, &mut ())),
        ("uniform cost", BestFirst::uniform_cost().search(space, heuristic, limits, &mut ())),
        ("greedy", BestFirst::greedy().search(space, heuristic, limits, &mut ())),
        ("A*", BestFirst::a_star().search(space, heuristic, limits, &mut ())),
        ("weighted", BestFirst::weighted(5.into()).search(space, heuristic, limits, &mut ())),
        ("IDA*", avoid.search(space, heuristic, limits, &mut ())),
        ("recursive", Rbfs::default().search(space, heuristic, limits, &mut ())),
        (
            "expansion",
            Rbfs { nodes: 100, ..Rbfs::default() }.search(space, heuristic, limits, &mut ()),
        ),
        ("anytime", Anytime::default().search(space, heuristic, limits, &mut ())),
        (
            "potential",
            Dps { weight: 1.into(), ..Dps::default() }.search(space, heuristic, limits, &mut ()),
        ),
        ("beam", Beam::default().search(space, heuristic, limits, &mut ())),
    ]
}

#[test]
fn a_dear_way_does_not_hide_a_cheap_one() {
    // Breadth-first, beam and greedy search reach b by the expensive road first and keep it.
    let roads = |&town: &char| match town {
        'a' => vec![('b', u32::MAX - 1), ('c', 1)],
        'c' => vec![('b', 1)],
        'b' => vec![('d', 5)],
        _ => vec![],
    };
    let map = from_fn('a', roads, |&town| town == 'd');
    let h = |&town: &char| u32::from(town == 'a' || town == 'c');
    let any = ["breadth-first", "depth-first", "deepening", "greedy", "beam"];
    for (name, outcome) in every(&map, &h, &Limits::default()) {
        match outcome.verdict {
            Verdict::Solved(plan) => {
                assert_eq!((plan.check(&map), plan.cost), (Ok(()), 7), "{name}")
            }
            Verdict::Stopped { by: Stop::Cost, .. } => assert!(any.contains(&name), "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn no_actions_no_bytes_and_many_bytes_are_all_the_same_to_a_search() {
    let nothing = from_fn((), |_| Vec::<((), u32)>::new(), |_| false);
    let round = from_fn((), |_| [((), 1)], |_| false);
    for space in
        [every(&nothing, &Blind, &Limits::default()), every(&round, &Blind, &Limits::default())]
    {
        for (name, outcome) in space {
            assert_eq!(outcome.verdict, Verdict::Unsolvable, "{name}");
        }
    }
    let count = |large: &[u64; 512]| {
        let mut next = *large;
        next[511] += 1;
        [(next, 1)]
    };
    let large = from_fn([0u64; 512], count, |large| large[511] == 40);
    for (name, outcome) in
        every(&large, &|large: &[u64; 512]| 40 - large[511] as u32, &Limits::default())
    {
        assert_eq!(outcome.solution().map(|plan| plan.cost), Some(40), "{name}");
    }
}

/// One state with very many successors, or predecessors if seen from the goal.
struct Fan {
    width: u64,
    distinct: u64,
}

impl StateSpace for Fan {
    type State = u64;
    type Action = u64;
    type Cost = u32;

    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == u64::MAX
    }
    fn actions(&self, state: &u64) -> impl Iterator<Item = u64> {
        0..if *state == 0 { self.width } else { 0 }
    }
    fn apply(&self, _: &u64, action: &u64) -> u64 {
        1 + action % self.distinct
    }
}

impl Reversible for Fan {
    fn goals(&self) -> impl Iterator<Item = u64> {
        std::iter::once(u64::MAX)
    }
    fn predecessors(&self, _: &u64) -> impl Iterator<Item = (u64, u64)> {
        (0..self.width).map(|action| (2 + action % self.distinct, action))
    }
}

/// Far more successors than there is time for: a search that does not check the clock between them
/// does not return.
#[test]
fn time_ends_an_expansion_that_would_not_end() {
    for distinct in [3, u64::MAX] {
        let fan = Fan { width: u64::MAX - 1, distinct };
        let limits = Limits { memory: Some(1 << 30), ..Limits::time(Duration::from_millis(20)) };
        let mut outcomes = every(&fan, &Blind, &limits);
        outcomes.push(("pairs", Nbs::<Blind>::default().search(&fan, &Blind, &limits, &mut ())));
        outcomes.push((
            "bidirectional",
            Bidirectional::default().search(&fan, &Blind, &limits, &mut ()),
        ));
        for (name, Outcome { verdict, stats }) in outcomes {
            let Verdict::Stopped { by, .. } = verdict else { panic!("{name}: {verdict:?}") };
            assert!(by == Stop::Time || by == Stop::Memory, "{name}");
            assert!(stats.seconds < 5.0, "{name} took {} s", stats.seconds);
        }
    }
}

#[test]
fn a_panic_in_a_heuristic_is_the_callers() {
    let line = from_fn(0u32, |&n| [(n + 1, 1)], |&n| n == 9);
    let h = |&n: &u32| if n == 5 { panic!("five") } else { 0 };
    type Search<'a> = &'a dyn Fn() -> Outcome<Plan<u32, (u32, u32)>>;
    let searches: [(&str, Search); 4] = [
        ("A*", &|| BestFirst::a_star().solve(&line, &h)),
        ("IDA*", &|| IdaStar::default().solve(&line, &h)),
        ("beam", &|| Beam::default().solve(&line, &h)),
        ("threads", &|| ParallelIdaStar::on(2).search(&line, &h, &Limits::default())),
    ];
    for (name, search) in searches {
        let panic = catch_unwind(AssertUnwindSafe(search)).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"five"), "{name}");
    }
}

/// Places that are all neighbours of each other, each with its cost.
struct Places(Vec<i64>);

impl Landscape for Places {
    type State = usize;
    type Move = usize;

    fn random_state(&self, _: &mut Rng) -> usize {
        0
    }
    fn cost(&self, place: &usize) -> i64 {
        self.0[*place]
    }
    fn moves(&self, &place: &usize) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(move |to| *to != place)
    }
    fn random_move(&self, place: &usize, rng: &mut Rng) -> Option<usize> {
        rng.pick(&self.moves(place).collect::<Vec<_>>()).copied()
    }
    fn delta(&self, place: &usize, to: usize) -> i64 {
        self.0[to] - self.0[*place]
    }
    fn apply(&self, place: &mut usize, to: usize) {
        *place = to;
    }
}

#[test]
fn improvements_that_add_up_to_more_than_can_be_counted_are_all_taken_as_often() {
    // From the first place all others look about equally good.
    let places = Places((0..8).map(|place| if place == 0 { i64::MAX } else { place }).collect());
    let climbing = HillClimbing { variant: Variant::Stochastic, ..HillClimbing::default() };
    let mut first = [0; 8];
    for seed in 0..7_000 {
        let mut step = None;
        let mut watch = |event: goalward::local::Event<'_, usize, usize>| {
            if let goalward::local::Event::Step { mv, .. } = event {
                step = step.or(Some(mv));
            }
        };
        climbing.search(&places, &mut Rng::new(seed), &Limits::default(), &mut watch);
        first[step.unwrap()] += 1;
    }
    assert!(first[1..].iter().all(|times| (900..1_100).contains(times)), "{first:?}");
}

#[test]
fn a_landscape_without_moves_is_left_where_it_starts() {
    let alone = Places(vec![3]);
    let limits = Limits::default();
    let two = NonZeroUsize::new(2).unwrap();
    let mut outcomes = vec![
        LocalBeam::default().search(&alone, &mut Rng::new(1), &limits, &mut ()),
        Annealing::default().search(&alone, &mut Rng::new(1), &limits, &mut ()),
        Annealing::default().search_on(two, &alone, &mut Rng::new(1), &limits),
    ];
    for variant in [Variant::Steepest, Variant::FirstChoice, Variant::Stochastic] {
        let climbing = HillClimbing { variant, sideways: 3, restarts: 2 };
        outcomes.push(climbing.search(&alone, &mut Rng::new(1), &limits, &mut ()));
    }
    for outcome in outcomes {
        let Verdict::Stuck(found) = outcome.verdict else { panic!("nothing there costs 0") };
        assert_eq!((found.state, found.cost), (0, 3));
        assert!(found.runs.iter().all(|run| run.ending == Ending::LocalOptimum && run.steps == 0));
    }
    // Without moves there is no trail.
    let traced = HillClimbing::default().search(&Traced(alone), &mut Rng::new(1), &limits, &mut ());
    let Verdict::Stuck(found) = traced.verdict else { panic!("nothing there costs 0") };
    assert!(found.state.moves.is_empty());
}
