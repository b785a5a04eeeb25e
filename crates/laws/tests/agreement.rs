//! Every algorithm compared with the obvious slow one, on thousands of random graphs.

use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, Distances, Dps, End,
    Guarantee, IdaStar, IterativeDeepening, Nbs, PathSearch, Plan, Rbfs, Undo, Weight,
};
use goalward::{Blind, Heuristic, Limits, Outcome, StateSpace, Stop, Verdict};
use goalward_laws::{Graph, graphs, percents, shares};
use proptest::prelude::*;

/// The cost of the plan, which must be valid; `None` if the search says there is none.
fn cost(graph: &Graph, outcome: Outcome<Plan<usize, usize>>) -> Option<u32> {
    match outcome.verdict {
        Verdict::Solved(plan) => {
            plan.check(graph).expect("the plan is valid");
            assert_eq!(plan.end, End::Goal);
            Some(plan.cost)
        }
        Verdict::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

/// IDA* that follows every walk, with its loops, finds the least cost. Where loops are cheap there
/// are too many walks to wait for: then what it has proved so far must be right.
fn check_walks(graph: &Graph, h: &impl Heuristic<Graph>, least: u32) {
    let outcome = IdaStar::default().search(graph, h, &Limits::nodes(20_000_000), &mut ());
    if let Verdict::Stopped { by: Stop::Nodes, .. } = outcome.verdict {
        let bound = outcome.stats.lower_bound.expect("each round proves one");
        assert!(bound <= least.into(), "{bound} and {least}");
    } else {
        assert_eq!(cost(graph, outcome), Some(least));
    }
}

/// The recursive searches, with no memory, a little and enough.
const RECURSIVE: [Rbfs; 3] = [
    Rbfs { nodes: 0, undo: Undo::Off },
    Rbfs { nodes: 8, undo: Undo::Off },
    Rbfs { nodes: usize::MAX, undo: Undo::Off },
];

/// An admissible heuristic for the way from the start, as [`shares`] is for the way to a goal.
fn shares_from_start(graph: &Graph, percent: &[u32]) -> Vec<u32> {
    let edges = graph.edges.iter().map(|&(from, to, cost)| (to, from, cost)).collect();
    shares(&Graph { nodes: graph.nodes, edges, goals: vec![0] }, percent)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn optimal_methods_find_the_least_cost_with_weighted_edges_and_inconsistent_heuristics(
        graph in graphs(1, 20), percent in percents()
    ) {
        let least = Some(graph.distances()[0]).filter(|&cost| cost < u32::MAX);
        let table = shares(&graph, &percent);
        let h = |node: &usize| table[*node];
        prop_assert_eq!(cost(&graph, BestFirst::uniform_cost().solve(&graph, &Blind)), least);
        prop_assert_eq!(cost(&graph, BestFirst::a_star().solve(&graph, &h)), least);
        prop_assert_eq!(cost(&graph, Bidirectional::default().solve(&graph)), least);
        let avoid = IdaStar { cycles: Cycles::Avoid, ..IdaStar::default() };
        prop_assert_eq!(cost(&graph, avoid.solve(&graph, &h)), least);
        for search in RECURSIVE {
            prop_assert_eq!(cost(&graph, search.solve(&graph, &h)), least);
        }
        prop_assert_eq!(cost(&graph, Anytime::default().solve(&graph, &h)), least);
        prop_assert_eq!(cost(&graph, Dps { weight: 1.into(), ..Dps::default() }.solve(&graph, &h)), least);
        let back = shares_from_start(&graph, &percent);
        let nbs = Nbs::with(|node: &usize| back[*node]);
        prop_assert_eq!(cost(&graph, nbs.solve(&graph, &h)), least);
        prop_assert_eq!(cost(&graph, Nbs::<Blind>::default().solve(&graph, &h)), least);
        if let Some(least) = least {
            check_walks(&graph, &h, least);
        }
    }

    #[test]
    fn a_search_backwards_finds_every_distance_and_a_way_of_that_cost(graph in graphs(0, 9)) {
        let table = Distances::to_goals(&graph, &Limits::default()).unwrap();
        for (node, distance) in graph.distances().into_iter().enumerate() {
            let distance = Some(distance).filter(|&distance| distance < u32::MAX);
            prop_assert_eq!(table.get(node), distance);
            let way = table.way(&graph, &node);
            prop_assert_eq!(way.is_some(), distance.is_some());
            let mut at = node;
            let mut cost = 0;
            for edge in way.iter().flatten() {
                prop_assert_eq!(graph.edges[*edge].0, at);
                (at, cost) = (graph.edges[*edge].1, cost + graph.edges[*edge].2);
            }
            prop_assert_eq!(cost, distance.unwrap_or(0));
            prop_assert!(way.is_none() || graph.is_goal(&at));
        }
    }

    #[test]
    fn edges_of_cost_0_do_no_harm(graph in graphs(0, 3), percent in percents()) {
        let least = Some(graph.distances()[0]).filter(|&cost| cost < u32::MAX);
        let table = shares(&graph, &percent);
        let h = |node: &usize| table[*node];
        prop_assert_eq!(cost(&graph, BestFirst::a_star().solve(&graph, &h)), least);
        prop_assert_eq!(cost(&graph, Bidirectional::default().solve(&graph)), least);
        for search in RECURSIVE {
            prop_assert_eq!(cost(&graph, search.solve(&graph, &h)), least);
        }
        prop_assert_eq!(cost(&graph, Anytime::default().solve(&graph, &h)), least);
        prop_assert_eq!(cost(&graph, Dps { weight: 1.into(), ..Dps::default() }.solve(&graph, &h)), least);
        prop_assert_eq!(cost(&graph, Nbs::<Blind>::default().solve(&graph, &h)), least);
        if let Some(least) = least {
            check_walks(&graph, &h, least);
        }
    }

    #[test]
    fn costs_that_overflow_the_buckets_are_still_ordered(graph in graphs(1, 200_000_000), percent in percents()) {
        let least = Some(graph.distances()[0]).filter(|&cost| cost < u32::MAX);
        let table: Vec<u32> = graph.distances().iter().zip(percent.iter().cycle())
            .map(|(&d, &p)| if d == u32::MAX { d } else { (u64::from(d) * u64::from(p) / 100) as u32 })
            .collect();
        let h = |node: &usize| table[*node];
        prop_assert_eq!(cost(&graph, BestFirst::a_star().solve(&graph, &h)), least);
        prop_assert_eq!(cost(&graph, BestFirst::uniform_cost().solve(&graph, &h)), least);
    }

    #[test]
    fn a_cost_that_does_not_fit_is_never_taken_for_a_proof(graph in graphs(1, u32::MAX)) {
        let mut exact = vec![u64::MAX; graph.nodes];
        graph.goals.iter().for_each(|&goal| exact[goal] = 0);
        for _ in 0..graph.nodes {
            for &(from, to, cost) in &graph.edges {
                exact[from] = exact[from].min(exact[to].saturating_add(cost.into()));
            }
        }
        let countable = |&cost: &u64| u32::try_from(cost).ok().filter(|&cost| cost < u32::MAX);
        let least = countable(&exact[0]);
        let h = |node: &usize| countable(&exact[*node]).unwrap_or(0);
        for outcome in [
            BestFirst::uniform_cost().solve(&graph, &Blind),
            BestFirst::a_star().solve(&graph, &h),
            Bidirectional::default().solve(&graph),
            IdaStar { cycles: Cycles::Avoid, ..IdaStar::default() }.solve(&graph, &Blind),
            Rbfs::default().solve(&graph, &h),
            Rbfs { nodes: 8, ..Rbfs::default() }.solve(&graph, &h),
            Anytime::default().solve(&graph, &h),
            Dps { weight: 1.into(), ..Dps::default() }.solve(&graph, &h),
            Nbs::<Blind>::default().solve(&graph, &h),
        ] {
            match outcome.verdict {
                Verdict::Solved(plan) => {
                    prop_assert_eq!(plan.check(&graph), Ok(()));
                    prop_assert_eq!(Some(plan.cost), least);
                }
                Verdict::Unsolvable => prop_assert_eq!(exact[0], u64::MAX),
                Verdict::Stopped { by: Stop::Cost, .. } => prop_assert_eq!(least, None),
                other => return Err(TestCaseError::fail(format!("{other:?}"))),
            }
        }
        match Distances::to_goals(&graph, &Limits::default()) {
            Ok(table) => prop_assert_eq!(table.get(0), least),
            Err(by) => prop_assert_eq!(by, Stop::Cost),
        }
    }

    #[test]
    fn level_by_level_methods_find_the_fewest_actions(graph in graphs(1, 20)) {
        let unit = graph.with_unit_costs();
        let fewest = Some(unit.distances()[0]).filter(|&cost| cost < u32::MAX);
        let breadth = BreadthFirst::default().solve(&graph, &Blind);
        let count = |outcome: &Outcome<Plan<usize, usize>>| outcome.solution().map(|plan| plan.actions.len() as u32);
        prop_assert_eq!(count(&breadth), fewest);
        let deepening = IterativeDeepening::default().solve(&graph, &Blind);
        prop_assert_eq!(count(&deepening), fewest);
        cost(&graph, breadth);
        cost(&graph, deepening);
        // A beam as wide as the graph drops nothing.
        let beam = Beam { width: 1000, ..Beam::default() }.solve(&unit, &Blind);
        prop_assert_eq!(cost(&unit, beam), fewest);
        // No path without a repeated state is longer than the number of states.
        let depth = DepthFirst { depth: 10, ..DepthFirst::default() }.solve(&graph, &Blind);
        prop_assert_eq!(cost(&graph, depth).is_some(), fewest.is_some());
    }

    #[test]
    fn weighted_plans_stay_within_their_weight(
        graph in graphs(1, 20), percent in percents(), numerator in 0u32..60
    ) {
        let weight = Weight::new(numerator, 10).unwrap();
        let search = BestFirst::weighted(weight);
        let table = shares(&graph, &percent);
        let found = cost(&graph, search.solve(&graph, &|node: &usize| table[*node]));
        let least = Some(graph.distances()[0]).filter(|&cost| cost < u32::MAX);
        prop_assert_eq!(found.is_some(), least.is_some());
        if let (Some(found), Some(least)) = (found, least) {
            let factor = match search.guarantee() {
                Guarantee::Within(weight) => weight.value(),
                Guarantee::Cheapest => 1.0,
                other => panic!("{other:?}"),
            };
            prop_assert!(found >= least && f64::from(found) <= factor * f64::from(least) + 1e-9);
        }
        let dps = Dps { weight, ..Dps::default() };
        let found = cost(&graph, dps.solve(&graph, &|node: &usize| table[*node]));
        prop_assert_eq!(found.is_some(), least.is_some());
        if let (Some(found), Some(least)) = (found, least) {
            let factor = match dps.guarantee() {
                Guarantee::Within(weight) => weight.value(),
                other => { prop_assert_eq!(other, Guarantee::Cheapest); 1.0 }
            };
            prop_assert!(found >= least && f64::from(found) <= factor * f64::from(least) + 1e-9);
        }
        let anytime = Anytime { weight, ..Anytime::default() }.solve(&graph, &|node: &usize| table[*node]);
        prop_assert_eq!(cost(&graph, anytime), least);
        let greedy = BestFirst::greedy().solve(&graph, &|node: &usize| table[*node]);
        prop_assert_eq!(cost(&graph, greedy).is_some(), least.is_some());
    }

    #[test]
    fn any_node_limit_is_kept_to_the_node(graph in graphs(1, 20), limit in 1u64..6) {
        let limits = Limits::nodes(limit);
        let h = |_: &usize| 0;
        for outcome in [
            BestFirst::a_star().search(&graph, &h, &limits, &mut ()),
            BreadthFirst::default().search(&graph, &h, &limits, &mut ()),
            IterativeDeepening::default().search(&graph, &h, &limits, &mut ()),
            DepthFirst::default().search(&graph, &h, &limits, &mut ()),
            IdaStar::default().search(&graph, &h, &limits, &mut ()),
            Beam { width: 2, ..Beam::default() }.search(&graph, &h, &limits, &mut ()),
            Bidirectional::default().search(&graph, &Blind, &limits, &mut ()),
            Rbfs::default().search(&graph, &h, &limits, &mut ()),
            Rbfs { nodes: 8, ..Rbfs::default() }.search(&graph, &h, &limits, &mut ()),
            Anytime::default().search(&graph, &h, &limits, &mut ()),
            Dps::default().search(&graph, &h, &limits, &mut ()),
            Nbs::<Blind>::default().search(&graph, &h, &limits, &mut ()),
        ] {
            prop_assert!(outcome.stats.expanded <= limit);
            if let Verdict::Stopped { by, best } = outcome.verdict {
                prop_assert_eq!(by, Stop::Nodes);
                prop_assert_eq!(outcome.stats.expanded, limit);
                if let Some(plan) = best {
                    plan.check(&graph).expect("the best so far is valid");
                }
            }
        }
    }
}

#[test]
fn a_start_that_is_a_goal_needs_no_action() {
    let graph = Graph { nodes: 2, edges: vec![(0, 1, 1)], goals: vec![0] };
    let h = |_: &usize| 0;
    for outcome in [
        BestFirst::a_star().solve(&graph, &h),
        BreadthFirst::default().solve(&graph, &h),
        IterativeDeepening::default().solve(&graph, &h),
        DepthFirst::default().solve(&graph, &h),
        IdaStar::default().solve(&graph, &h),
        Beam::default().solve(&graph, &h),
        Bidirectional::default().solve(&graph),
        Rbfs::default().solve(&graph, &h),
        Anytime::default().solve(&graph, &h),
        Dps::default().solve(&graph, &h),
        Nbs::<Blind>::default().solve(&graph, &h),
    ] {
        assert_eq!(outcome.solution().map(|plan| plan.actions.len()), Some(0));
        assert_eq!(outcome.stats.expanded, 0);
    }
}

#[test]
fn depth_first_is_stuck_not_unsolvable_when_its_depth_cut_something_off() {
    let edges = (0..20).map(|i| (i, i + 1, 1)).collect();
    let chain = Graph { nodes: 21, edges, goals: vec![20] };
    assert!(matches!(
        DepthFirst { depth: 19, ..DepthFirst::default() }.solve(&chain, &Blind).verdict,
        Verdict::Stuck(_)
    ));
    assert!(matches!(
        DepthFirst { depth: 20, ..DepthFirst::default() }.solve(&chain, &Blind).verdict,
        Verdict::Solved(_)
    ));
}

#[test]
fn a_narrow_beam_gets_stuck_where_a_wide_one_does_not() {
    // The heuristic prefers the dead end.
    let edges = vec![(0, 1, 1), (0, 2, 1), (2, 3, 1)];
    let graph = Graph { nodes: 4, edges, goals: vec![3] };
    let h = |node: &usize| [2, 0, 1, 0][*node];
    assert!(matches!(
        Beam { width: 1, ..Beam::default() }.solve(&graph, &h).verdict,
        Verdict::Stuck(_)
    ));
    assert!(matches!(
        Beam { width: 2, ..Beam::default() }.solve(&graph, &h).verdict,
        Verdict::Solved(_)
    ));
}

#[test]
fn what_is_reached_more_cheaply_after_it_was_expanded_is_reopened() {
    // Martelli's trap: the heuristic leads to node 3 by the expensive path first.
    let edges = vec![(0, 1, 1), (0, 2, 4), (1, 2, 1), (2, 3, 4)];
    let graph = Graph { nodes: 4, edges, goals: vec![3] };
    let h = |node: &usize| [0, 5, 0, 0][*node];
    let outcome = BestFirst::a_star().solve(&graph, &h);
    assert_eq!(outcome.solution().map(|plan| plan.cost), Some(6));
    assert_eq!(outcome.stats.reopened, 1);
}

#[test]
fn no_search_enters_a_start_that_is_a_dead_end() {
    let graph = Graph { nodes: 2, edges: vec![(0, 1, 1)], goals: vec![1] };
    let h = |_: &usize| u32::MAX;
    for outcome in [
        BestFirst::a_star().solve(&graph, &h),
        BestFirst::greedy().solve(&graph, &h),
        IdaStar::default().solve(&graph, &h),
        Beam::default().solve(&graph, &h),
        Rbfs::default().solve(&graph, &h),
        Anytime::default().solve(&graph, &h),
        Dps::default().solve(&graph, &h),
        Nbs::<Blind>::default().solve(&graph, &h),
    ] {
        assert_eq!((outcome.verdict, outcome.stats.expanded), (Verdict::Unsolvable, 0));
    }
}
