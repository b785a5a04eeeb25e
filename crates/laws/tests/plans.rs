//! Several plans, several starts, tables of either kind, and observers that end a search.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, Dps, Event, IdaStar,
    IterativeDeepening, Nbs, PathSearch, Plan, Rbfs, Reach, all_optimal, k_cheapest, reach,
};
use goalward::space::from_fn;
use goalward::{Blind, Limits, Reversible, StateSpace, Stop, Verdict};
use goalward_laws::{Graph, graphs, percents, shares};
use proptest::prelude::*;

/// Every plan of a graph that visits no node twice and ends at its first goal.
fn every_plan(graph: &Graph) -> Vec<(u32, Vec<usize>)> {
    fn walk(
        graph: &Graph,
        at: usize,
        met: &mut Vec<usize>,
        way: &mut Vec<usize>,
        cost: u32,
        found: &mut Vec<(u32, Vec<usize>)>,
    ) {
        if graph.is_goal(&at) {
            found.push((cost, way.clone()));
            return;
        }
        for edge in graph.actions(&at).collect::<Vec<_>>() {
            let next = graph.edges[edge].1;
            if met.contains(&next) {
                continue;
            }
            met.push(next);
            way.push(edge);
            walk(graph, next, met, way, cost + graph.edges[edge].2, found);
            met.pop();
            way.pop();
        }
    }
    let mut found = Vec::new();
    walk(graph, 0, &mut vec![0], &mut Vec::new(), 0, &mut found);
    found.sort();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn all_cheapest_plans_are_found_and_no_other(graph in graphs(0, 4), percent in percents()) {
        let table = shares(&graph, &percent);
        let h = |node: &usize| table[*node];
        let all = every_plan(&graph);
        let expected: Vec<_> =
            all.iter().filter(|plan| plan.0 == all[0].0).map(|plan| plan.1.clone()).collect();
        let found = all_optimal(&graph, &h, &Limits::default());
        let Some(plans) = found.into_solution() else {
            prop_assert!(expected.is_empty());
            return Ok(());
        };
        let mut found = Vec::new();
        for plan in plans {
            prop_assert_eq!(plan.check(&graph), Ok(()));
            found.push(plan.actions);
        }
        found.sort();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_cheapest_plans_are_those_of_all(graph in graphs(0, 9), percent in percents(), k in 0usize..12) {
        let table = shares(&graph, &percent);
        let h = |node: &usize| table[*node];
        let expected: Vec<u32> = every_plan(&graph).into_iter().map(|plan| plan.0).take(k).collect();
        let outcome = k_cheapest(&graph, &h, k, &Limits::default());
        prop_assert!(outcome.stats.peak_bytes > 0 || outcome.stats.expanded == 0);
        let plans = outcome.into_solution().unwrap_or_default();
        for plan in &plans {
            prop_assert_eq!(plan.check(&graph), Ok(()));
            let mut met = plan.states.clone();
            met.sort();
            met.dedup();
            prop_assert_eq!(met.len(), plan.states.len());
        }
        prop_assert_eq!(plans.iter().map(|plan| plan.cost).collect::<Vec<_>>(), expected.clone());
        let mut ways: Vec<_> = plans.into_iter().map(|plan| plan.actions).collect();
        ways.sort();
        ways.dedup();
        prop_assert_eq!(ways.len(), expected.len());
    }

    #[test]
    fn states_are_reached_in_order_of_their_distance(graph in graphs(0, 9)) {
        let mut distances = BTreeMap::from([(0usize, 0u32)]);
        for _ in 0..graph.nodes {
            for &(from, to, cost) in &graph.edges {
                if let Some(&before) = distances.get(&from) {
                    let entry = distances.entry(to).or_insert(u32::MAX);
                    *entry = (*entry).min(before + cost);
                }
            }
        }
        let reached: Vec<_> = reach(&graph).collect();
        prop_assert!(reached.is_sorted_by_key(|it| it.1));
        prop_assert_eq!(reached.len(), distances.len());
        prop_assert_eq!(reached.into_iter().collect::<BTreeMap<_, _>>(), distances);
    }

    #[test]
    fn plans_begin_at_the_best_of_several_starts(graph in graphs(1, 9), starts in prop::collection::vec(0usize..9, 1..4)) {
        let starts: Vec<_> = starts.into_iter().map(|start| start % graph.nodes).collect();
        let distances = graph.distances();
        let least = starts.iter().map(|&start| distances[start]).min().filter(|&d| d < u32::MAX);
        let many = Many { graph: &graph, starts };
        let h = |node: &usize| distances[*node] / 2;
        for outcome in [
            BestFirst::uniform_cost().solve(&many, &Blind),
            BestFirst::a_star().solve(&many, &h),
            IdaStar { cycles: Cycles::Avoid, ..IdaStar::default() }.solve(&many, &h),
            Bidirectional::default().solve(&many),
            Rbfs::default().solve(&many, &h),
            Rbfs { nodes: 20, ..Rbfs::default() }.solve(&many, &h),
            Anytime::default().solve(&many, &h),
            Dps { weight: 1.into(), ..Dps::default() }.solve(&many, &h),
            Nbs::<Blind>::default().solve(&many, &h),
        ] {
            let plan = outcome.into_solution();
            prop_assert_eq!(plan.as_ref().map(|plan| plan.cost), least);
            prop_assert!(plan.is_none_or(|plan| plan.check(&many).is_ok()));
        }
        for outcome in [
            BreadthFirst::default().solve(&many, &Blind),
            DepthFirst::default().solve(&many, &Blind),
            IterativeDeepening::default().solve(&many, &Blind),
            BestFirst::greedy().solve(&many, &h),
            Beam::default().solve(&many, &h),
        ] {
            let plan = outcome.into_solution();
            prop_assert_eq!(plan.is_some(), least.is_some());
            prop_assert!(plan.is_none_or(|plan| plan.check(&many).is_ok()));
        }
    }
}

/// A graph with several starts.
struct Many<'a> {
    graph: &'a Graph,
    starts: Vec<usize>,
}

impl StateSpace for Many<'_> {
    type State = usize;
    type Action = usize;
    type Cost = u32;

    fn start(&self) -> usize {
        self.starts[0]
    }
    fn starts(&self) -> impl Iterator<Item = usize> {
        self.starts.iter().copied()
    }
    fn is_goal(&self, node: &usize) -> bool {
        self.graph.is_goal(node)
    }
    fn actions(&self, node: &usize) -> impl Iterator<Item = usize> {
        self.graph.actions(node)
    }
    fn apply(&self, node: &usize, edge: &usize) -> usize {
        self.graph.apply(node, edge)
    }
    fn cost(&self, node: &usize, edge: &usize) -> u32 {
        self.graph.cost(node, edge)
    }
}

impl Reversible for Many<'_> {
    fn goals(&self) -> impl Iterator<Item = usize> {
        self.graph.goals()
    }
    fn predecessors(&self, node: &usize) -> impl Iterator<Item = (usize, usize)> {
        self.graph.predecessors(node)
    }
}

#[test]
fn an_iteration_stops_at_its_limit_and_says_so() {
    let line = from_fn(0u32, |&n| [(n + 1, 1u32)], |_| false);
    let mut reached = Reach::within(&line, &Limits::nodes(10));
    assert_eq!(reached.by_ref().count(), 10);
    assert_eq!(reached.stopped(), Some(Stop::Nodes));
    let stopped = all_optimal(&line, &Blind, &Limits::nodes(10)).verdict;
    assert!(matches!(stopped, Verdict::Stopped { by: Stop::Nodes, .. }));
    let stopped = k_cheapest(&line, &Blind, 3, &Limits::nodes(10));
    assert!(matches!(stopped.verdict, Verdict::Stopped { by: Stop::Nodes, .. }));
    assert_eq!(stopped.stats.expanded, 10);
}

/// A square of cells, numbered or not.
struct Square<const NUMBERED: bool>(u32);

impl<const NUMBERED: bool> StateSpace for Square<NUMBERED> {
    type State = (u32, u32);
    type Action = u8;
    type Cost = u32;

    fn start(&self) -> (u32, u32) {
        (0, 0)
    }
    fn is_goal(&self, &(x, y): &(u32, u32)) -> bool {
        x == self.0 - 1 && y == self.0 - 2
    }
    fn actions(&self, &(x, y): &(u32, u32)) -> impl Iterator<Item = u8> {
        let last = self.0 - 1;
        let ways = [x < last, y < last, x > 0, y > 0];
        (0..4).filter(move |&way| ways[usize::from(way)])
    }
    fn apply(&self, &(x, y): &(u32, u32), &way: &u8) -> (u32, u32) {
        match way {
            0 => (x + 1, y),
            1 => (x, y + 1),
            2 => (x - 1, y),
            _ => (x, y - 1),
        }
    }
    fn cost(&self, &(x, y): &(u32, u32), &way: &u8) -> u32 {
        1 + (7 * x + 13 * y + u32::from(way)) % 9
    }
    fn states(&self) -> Option<usize> {
        NUMBERED.then_some((self.0 * self.0) as usize)
    }
    fn rank(&self, &(x, y): &(u32, u32)) -> usize {
        (y * self.0 + x) as usize
    }
}

impl<const NUMBERED: bool> Reversible for Square<NUMBERED> {
    fn goals(&self) -> impl Iterator<Item = (u32, u32)> {
        std::iter::once((self.0 - 1, self.0 - 2))
    }
    fn predecessors(&self, at: &(u32, u32)) -> impl Iterator<Item = ((u32, u32), u8)> {
        self.actions(at).map(|way| (self.apply(at, &way), (way + 2) % 4))
    }
}

/// Compares everything except time and bytes, for searches with either table, with enough memory
/// for both or for only one.
#[test]
fn tables_of_ranks_and_of_hashes_make_the_same_searches() {
    for side in [8u32, 40, 90] {
        let (hashed, ranked) = (Square::<false>(side), Square::<true>(side));
        let h = |&(x, y): &(u32, u32)| (side - 1).abs_diff(x) + (side - 2).abs_diff(y);
        for memory in [None, Some(60_000), Some(300_000)] {
            let limits = Limits { memory, ..Limits::default() };
            macro_rules! same {
                ($search:expr, $h:expr) => {
                    let one = $search.search(&hashed, $h, &limits, &mut ());
                    let two = $search.search(&ranked, $h, &limits, &mut ());
                    let fits = |by: &Verdict<_>| !matches!(by, Verdict::Stopped { .. });
                    if fits(&one.verdict) && fits(&two.verdict) {
                        assert_eq!(one.verdict, two.verdict);
                        let counts = |o: &goalward::Outcome<Plan<(u32, u32), u8>>| {
                            let s = o.stats;
                            (s.expanded, s.generated, s.reopened, s.peak_stored, s.lower_bound)
                        };
                        assert_eq!(counts(&one), counts(&two));
                    } else {
                        assert!(memory.is_some(), "{side}");
                    }
                    assert!(two.stats.peak_bytes <= memory.unwrap_or(u64::MAX));
                };
            }
            same!(BestFirst::a_star(), &h);
            same!(BestFirst::uniform_cost(), &Blind);
            same!(BestFirst::greedy(), &h);
            same!(BestFirst::weighted(3.into()), &h);
            same!(BreadthFirst::default(), &Blind);
            same!(Bidirectional::default(), &Blind);
        }
    }
}

#[test]
fn a_small_search_holds_little_and_asks_for_each_estimate_once() {
    let asked = RefCell::new(HashMap::new());
    let h = |&(x, y): &(u32, u32)| {
        *asked.borrow_mut().entry((x, y)).or_insert(0) += 1;
        39u32.abs_diff(x) + 38u32.abs_diff(y)
    };
    for search in [
        BestFirst::a_star(),
        BestFirst::greedy(),
        BestFirst::weighted(5.into()),
        BestFirst::uniform_cost(),
    ] {
        asked.borrow_mut().clear();
        let outcome = search.solve(&Square::<true>(40), &h);
        assert!(outcome.solution().is_some());
        assert!(asked.borrow().values().all(|&times| times == 1), "{search:?}");
    }
    let steps = |&n: &u32| [(n + 1, 3u32), (n + 2, 5), (2 * n + 1, 7)];
    let space = from_fn(0u32, steps, |&n| n == 20);
    let limits = Limits::memory(64_000);
    for outcome in [
        BestFirst::a_star().search(&space, &|&n: &u32| 20u32.saturating_sub(n), &limits, &mut ()),
        BestFirst::uniform_cost().search(&space, &Blind, &limits, &mut ()),
        BreadthFirst::default().search(&space, &Blind, &limits, &mut ()),
        Beam::default().search(&space, &Blind, &limits, &mut ()),
        IterativeDeepening::default().search(&space, &Blind, &limits, &mut ()),
    ] {
        assert!(outcome.solution().is_some());
    }
    let outcome = BestFirst::uniform_cost().solve(&space, &Blind);
    assert!(outcome.stats.peak_bytes < 16 << 10, "{:?}", outcome.stats);
}

#[test]
fn an_observer_ends_a_search_which_keeps_its_best() {
    let line = from_fn(0u32, |&n| [(n + 1, 1u32)], |&n| n == 1_000);
    let h = |&n: &u32| 1_000 - n;
    macro_rules! ends {
        ($search:expr) => {
            let mut told = 0;
            let mut observer = |event: Event<'_, u32>| {
                if let Event::Expand { state, .. } = event {
                    told += 1;
                    assert!(*state <= 5);
                    if *state == 5 {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            };
            let outcome = $search.search(&line, &h, &Limits::default(), &mut observer);
            let Verdict::Stopped { by: Stop::Cancelled, best: Some(best) } = outcome.verdict else {
                panic!("{:?}", outcome.verdict)
            };
            assert!(told > 0 && best.check(&line).is_ok());
        };
    }
    ends!(BestFirst::a_star());
    ends!(BreadthFirst::default());
    ends!(IterativeDeepening::default());
    ends!(IdaStar::default());
    ends!(Beam::default());
    ends!(Rbfs::default());
    ends!(Anytime::default());
    ends!(Dps::default());
    ends!(DepthFirst { depth: 1_000, ..DepthFirst::default() });
}
