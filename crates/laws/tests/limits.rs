//! Every limit at every value, on every engine: none is exceeded, results found before it are
//! valid, and a limit that is not reached changes nothing.

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use goalward::csp::{
    self, Backtracking, Csp, CspSearch, Find, Inference, Solutions, ValueOrder, VariableOrder,
};
use goalward::game::{AlphaBeta, Analysis, Game, GameSearch, Mcts, Minimax, Random, Switch, Table};
use goalward::local::{
    Annealing, Conflicts, Crossover, Found, Genetic, HillClimbing, Landscape, LocalBeam,
    LocalSearch, MinConflicts, Schedule, Traced, Variant,
};
use goalward::path::audit::{Reachable, audit_against};
use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, Distances, Dps,
    IdaStar, IterativeDeepening, Nbs, ParallelIdaStar, PathSearch, Plan, Rbfs,
};
use goalward::{Blind, Limits, Monitor, Outcome, Rng, Stop, Verdict};
use goalward_laws::Graph;

/// Checks a search under all limits. `good` checks its complete or partial result.
fn sweep<T: PartialEq + Debug>(
    name: &str,
    search: impl Fn(&Limits) -> Outcome<T>,
    good: impl Fn(&T),
) {
    let whole = search(&Limits::default());
    let look = |outcome: &Outcome<T>| match &outcome.verdict {
        Verdict::Solved(it) | Verdict::Stuck(it) => good(it),
        Verdict::Stopped { best, .. } => best.iter().for_each(&good),
        Verdict::Unsolvable => {}
    };
    let stopped = |outcome: &Outcome<T>| match &outcome.verdict {
        Verdict::Stopped { by, .. } => Some(*by),
        _ => None,
    };
    look(&whole);
    assert_eq!(stopped(&whole), None, "{name}");
    let same = |outcome: &Outcome<T>| {
        assert_eq!(outcome.verdict, whole.verdict, "{name}");
        assert_eq!(outcome.stats.expanded, whole.stats.expanded, "{name}");
        assert_eq!(outcome.stats.generated, whole.stats.generated, "{name}");
    };

    let most = whole.stats.expanded;
    for nodes in 0..most + 2 {
        let part = search(&Limits::nodes(nodes));
        look(&part);
        if nodes >= most {
            same(&part);
        } else {
            assert_eq!(stopped(&part), Some(Stop::Nodes), "{name}, {nodes} nodes");
            assert_eq!(part.stats.expanded, nodes, "{name}");
        }
    }

    let most = whole.stats.peak_bytes;
    for memory in (0..100).map(|share| most * share / 100).chain([most - most.min(1), most]) {
        let part = search(&Limits::memory(memory));
        look(&part);
        assert!(part.stats.peak_bytes <= memory, "{name}, {memory} bytes");
        match stopped(&part) {
            // A table that only speeds up the search may be smaller, and then other nodes are
            // visited.
            None => assert_eq!(
                part.solution().is_some(),
                whole.solution().is_some(),
                "{name}, {memory} bytes"
            ),
            by => assert!(by == Some(Stop::Memory) && memory < most, "{name}, {memory} of {most}"),
        }
    }

    let monitor = Arc::new(Monitor::default());
    let watched = Limits { monitor: Some(monitor.clone()), ..Limits::time(Duration::MAX) };
    same(&search(&watched));
    monitor.cancel();
    for (limits, by) in [(watched, Stop::Cancelled), (Limits::time(Duration::ZERO), Stop::Time)] {
        let part = search(&limits);
        look(&part);
        assert!(stopped(&part).is_none_or(|stop| stop == by), "{name}");
        assert!(part.stats.expanded <= whole.stats.expanded, "{name}");
    }
}

/// Some graphs, with and without a path to a goal.
fn some_graphs() -> Vec<Graph> {
    let graph = |seed: u64| {
        let mut rng = Rng::stream(1, seed);
        let nodes = 4 + rng.below(8);
        let edges = (0..3 * nodes)
            .map(|_| (rng.below(nodes), rng.below(nodes), rng.below(9) as u32 + seed as u32 % 2));
        Graph { nodes, edges: edges.collect(), goals: vec![nodes - 1] }
    };
    (0..12).map(graph).collect()
}

#[test]
fn path_searches() {
    for graph in some_graphs() {
        let distances = graph.distances();
        let h = |node: &usize| distances[*node].saturating_sub(*node as u32 % 3);
        let good = |plan: &Plan<usize, usize>| plan.check(&graph).unwrap();
        sweep("breadth-first", |l| BreadthFirst::default().search(&graph, &h, l, &mut ()), good);
        sweep(
            "depth-first",
            |l| DepthFirst { depth: 6, ..DepthFirst::default() }.search(&graph, &h, l, &mut ()),
            good,
        );
        sweep("deepening", |l| IterativeDeepening::default().search(&graph, &h, l, &mut ()), good);
        for search in [
            BestFirst::uniform_cost(),
            BestFirst::greedy(),
            BestFirst::a_star(),
            BestFirst::weighted(3.into()),
        ] {
            sweep("best-first", |l| search.search(&graph, &h, l, &mut ()), good);
        }
        let avoid = IdaStar { cycles: Cycles::Avoid, ..IdaStar::default() };
        sweep("IDA*", |l| avoid.search(&graph, &Blind, l, &mut ()), good);
        sweep("IDA*", |l| IdaStar::default().search(&graph, &h, l, &mut ()), good);
        sweep("threads", |l| ParallelIdaStar::on(2).search(&graph, &h, l), good);
        for width in [1, 2, 50] {
            sweep(
                "beam",
                |l| Beam { width, ..Beam::default() }.search(&graph, &h, l, &mut ()),
                good,
            );
        }
        for nodes in [0, 10, 1000] {
            sweep(
                "recursive",
                |l| Rbfs { nodes, ..Rbfs::default() }.search(&graph, &h, l, &mut ()),
                good,
            );
        }
        sweep("anytime", |l| Anytime::default().search(&graph, &h, l, &mut ()), good);
        sweep("potential", |l| Dps::default().search(&graph, &h, l, &mut ()), good);
        let nbs = Nbs::<Blind>::default();
        sweep("pairs", |l| nbs.search(&graph, &h, l, &mut ()), good);
        sweep(
            "bidirectional",
            |l| Bidirectional::default().search(&graph, &Blind, l, &mut ()),
            good,
        );
    }
}

#[test]
fn tables_and_audits_of_graphs() {
    for graph in some_graphs() {
        let table = Distances::to_goals(&graph, &Limits::default()).unwrap();
        let h = |node: &usize| *node as u32;
        let audit = |l: &Limits| audit_against(&mut Reachable, &graph, &h, l);
        let whole = audit(&Limits::default());
        for limit in 0..40 {
            for limits in [Limits::nodes(limit), Limits::memory(limit * 40)] {
                if let Ok(found) = Distances::to_goals(&graph, &limits) {
                    assert_eq!(found, table);
                }
                let part = audit(&limits);
                if part.stopped.is_none() {
                    assert_eq!((part.states, part.edges), (whole.states, whole.edges));
                    assert_eq!(part.pairs, whole.pairs);
                }
                assert!(part.states <= whole.states && part.edges <= whole.edges);
            }
        }
        assert!(Distances::to_goals(&graph, &Limits::nodes(graph.nodes as u64)).is_ok());
        assert_eq!(Distances::to_goals(&graph, &Limits::nodes(0)), Err(Stop::Nodes));
        assert_eq!(audit(&Limits::nodes(0)).stopped, Some(Stop::Nodes));
    }
}

/// Bits to be cleared; some combinations cost more.
#[derive(Clone, Copy)]
struct Bits {
    salt: u64,
    least: i64,
}

const BITS: usize = 6;

impl Landscape for Bits {
    type State = u8;
    type Move = usize;

    fn random_state(&self, rng: &mut Rng) -> u8 {
        rng.below(1 << BITS) as u8
    }
    fn cost(&self, state: &u8) -> i64 {
        let rugged = Rng::stream(self.salt, u64::from(*state)).below(4) as i64;
        if *state == 0 {
            self.least
        } else {
            self.least + 1 + rugged + i64::from(state.count_ones())
        }
    }
    fn moves(&self, _: &u8) -> impl Iterator<Item = usize> {
        0..BITS
    }
    fn random_move(&self, _: &u8, rng: &mut Rng) -> Option<usize> {
        Some(rng.below(BITS))
    }
    fn delta(&self, state: &u8, bit: usize) -> i64 {
        self.cost(&(state ^ (1 << bit))) - self.cost(state)
    }
    fn apply(&self, state: &mut u8, bit: usize) {
        *state ^= 1 << bit;
    }
    fn undoes(&self, last: usize, next: usize) -> bool {
        last == next
    }
}

impl Conflicts for Bits {
    fn variables(&self) -> usize {
        BITS
    }
    fn is_conflicted(&self, state: &u8, bit: usize) -> bool {
        state >> bit & 1 == 1
    }
    fn opponents(&self, _: &u8, bit: usize) -> impl Iterator<Item = usize> {
        (0..BITS).filter(move |other| *other != bit)
    }
    fn reassignments(&self, state: &u8, bit: usize) -> impl Iterator<Item = (usize, i64)> {
        std::iter::once((bit, self.delta(state, bit)))
    }
}

impl Crossover for Bits {
    fn cross(&self, mother: &u8, father: &u8, rng: &mut Rng) -> u8 {
        let mask = rng.below(1 << BITS) as u8;
        mother & mask | father & !mask
    }
}

#[test]
fn local_searches() {
    let two = NonZeroUsize::new(2).unwrap();
    for (salt, least) in (0..6).zip([0, 3].into_iter().cycle()) {
        let bits = Bits { salt, least };
        let rng = || Rng::new(salt);
        let good = |found: &Found<u8>| {
            assert_eq!(found.cost, bits.cost(&found.state));
            assert!(found.runs.iter().all(|run| found.cost <= run.end.min(run.start)));
        };
        for variant in [Variant::Steepest, Variant::FirstChoice, Variant::Stochastic] {
            let climbing = HillClimbing { variant, sideways: 2, restarts: 4 };
            sweep("climbing", |l| climbing.search(&bits, &mut rng(), l, &mut ()), good);
            sweep("threads", |l| climbing.search_on(two, &bits, &mut rng(), l), good);
            let traced = Traced(bits);
            sweep(
                "trails",
                |l| climbing.search(&traced, &mut rng(), l, &mut ()),
                |found| {
                    let mut state = found.state.start;
                    found.state.moves.iter().for_each(|&bit| bits.apply(&mut state, bit));
                    assert_eq!(found.cost, bits.cost(&state));
                },
            );
        }
        let schedule = Schedule { steps: Some(30), restarts: 3, ..Schedule::default() };
        let annealing = Annealing::new(schedule).unwrap();
        sweep("annealing", |l| annealing.search(&bits, &mut rng(), l, &mut ()), good);
        sweep("threads", |l| annealing.search_on(two, &bits, &mut rng(), l), good);
        let repair = MinConflicts { steps: 9, restarts: 3 };
        sweep("min-conflicts", |l| repair.search(&bits, &mut rng(), l, &mut ()), good);
        sweep("threads", |l| repair.search_on(two, &bits, &mut rng(), l), good);
        for width in [1, 3, 200] {
            let width = NonZeroUsize::new(width).unwrap();
            let beam = LocalBeam { width, patience: 3 };
            sweep("local beam", |l| beam.search(&bits, &mut rng(), l, &mut ()), good);
            let genetic = Genetic { population: width, mutation: 0.3, generations: 3 };
            sweep("genetic", |l| genetic.search(&bits, &mut rng(), l, &mut ()), good);
        }
    }
}

#[test]
fn constraint_searches() {
    let pairs: Vec<_> = (0..5usize).flat_map(|y| (0..y).map(move |x| (x, y))).collect();
    for (salt, wide) in [(1, 5), (2, 5), (3, 5), (4, 70)] {
        let apart = move |(x, a): (usize, usize), (y, b): (usize, usize)| {
            a != b && Rng::stream(salt, (x * 1000 + a * 10 + y * 7 + b * 3) as u64).below(3) > 0
        };
        let domains = vec![5, 5, 5, 5, wide];
        let problem = csp::from_fn(domains, pairs.clone(), move |x, y| y.1 < 5 && apart(x, y));
        let problem = problem.with_groups(vec![(0..5).collect()]);
        let good = |found: &Solutions| {
            assert!(found.kept.iter().all(|values| csp::is_solution(&problem, values)));
            assert!(found.deepest.windows(2).all(|two| {
                let [x, y] = [two[0].min(two[1]), two[0].max(two[1])];
                problem.compatible(x, y)
            }));
        };
        for inference in
            [Inference::None, Inference::ForwardChecking, Inference::Mac, Inference::AllDifferent]
        {
            for order in [VariableOrder::Static, VariableOrder::Mrv, VariableOrder::MrvDegree] {
                for values in [ValueOrder::Static, ValueOrder::Lcv] {
                    let method = Backtracking { inference, order, values };
                    for find in [Find::First, Find::All, Find::Count] {
                        let name = format!("{method:?}, {find:?}");
                        sweep(&name, |l| method.search(&problem, find, l, ()).outcome, good);
                        sweep(&name, |l| method.search(&problem, find, l, |_| {}).outcome, good);
                    }
                }
            }
        }
    }
}

/// Two heaps from which up to two are taken at a time; whoever takes the last one wins.
struct Heaps(u8, u8);

impl Game for Heaps {
    type State = (u8, u8);
    type Move = (bool, u8);

    fn start(&self) -> (u8, u8) {
        (self.0, self.1)
    }
    fn moves(&self, &(a, b): &(u8, u8)) -> impl Iterator<Item = (bool, u8)> {
        (1..=a.min(2)).map(|taken| (false, taken)).chain((1..=b.min(2)).map(|taken| (true, taken)))
    }
    fn play(&self, &(a, b): &(u8, u8), (second, taken): (bool, u8)) -> (u8, u8) {
        if second { (a, b - taken) } else { (a - taken, b) }
    }
    fn terminal(&self, heaps: &(u8, u8)) -> Option<i32> {
        (*heaps == (0, 0)).then_some(-1)
    }
    fn most(&self) -> i32 {
        1
    }
}

#[test]
fn game_searches() {
    let two = NonZeroUsize::new(2).unwrap();
    for game in [Heaps(2, 2), Heaps(3, 1), Heaps(1, 4)] {
        let start = game.start();
        let good = |found: &Analysis<(bool, u8)>| {
            let moves: Vec<_> = game.moves(&start).collect();
            assert!(found.moves.iter().map(|rated| rated.mv).eq(moves.iter().copied()));
            assert!(!found.best.is_empty() && found.best.iter().all(|mv| moves.contains(mv)));
        };
        for depth in [None, Some(1), Some(3)] {
            let minimax = Minimax { depth };
            sweep("minimax", |l| minimax.search(&game, &start, l, &mut ()), good);
            sweep("threads", |l| minimax.search_on(two, &game, &start, l), good);
            for (deepening, table) in [
                (Switch::On, Table::Off),
                (Switch::Off, Table::Off),
                (Switch::On, Table::Bytes(9_000)),
            ] {
                let search = AlphaBeta { depth, deepening, table, ..AlphaBeta::default() };
                sweep("alpha-beta", |l| search.search(&game, &start, l, &mut ()), good);
            }
        }
        let mcts = Mcts { playouts: 60, ..Mcts::default() };
        sweep("playouts", |l| mcts.search(&game, &start, l, &mut ()), good);
        sweep("random", |l| Random.search(&game, &start, l, &mut ()), good);
    }
}
