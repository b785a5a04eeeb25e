//! Searches compared with their definitions, step for step, and audits with brute force.

use std::collections::HashMap;
use std::sync::Arc;

use goalward::path::audit::{Audit, Reachable, Sample, audit, audit_against, savings};
use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, Distances, Dps,
    Event, IdaStar, IterativeDeepening, Nbs, PathSearch, Plan, Priority, Rbfs, Ties, Undo, Weight,
};
use goalward::{Blind, Heuristic, Limits, Monitor, Outcome, Reversible, StateSpace, Stop, Verdict};
use goalward_laws::{Graph, graphs, percents, shares};
use proptest::prelude::*;

/// How a search by definition ended.
#[derive(Debug, PartialEq)]
enum Ended {
    Solved(Vec<usize>),
    Stuck,
    Unsolvable,
}

impl Ended {
    fn of(outcome: &Outcome<Plan<usize, usize>>) -> Self {
        match &outcome.verdict {
            Verdict::Solved(plan) => Ended::Solved(plan.actions.clone()),
            Verdict::Stuck(_) => Ended::Stuck,
            Verdict::Unsolvable => Ended::Unsolvable,
            other => panic!("{other:?}"),
        }
    }
}

/// A node of a search by definition.
#[derive(Clone)]
struct Node {
    state: usize,
    g: u32,
    way: Vec<usize>,
}

impl Node {
    fn after(&self, graph: &Graph, edge: usize) -> Node {
        let (_, state, cost) = graph.edges[edge];
        Node { state, g: self.g + cost, way: [self.way.as_slice(), &[edge]].concat() }
    }
}

/// Beam search by definition; how it ended, and how many nodes were expanded.
fn beam(graph: &Graph, h: &[u32], width: usize) -> (Ended, u64) {
    let start = Node { state: 0, g: 0, way: vec![] };
    if h[0] == u32::MAX {
        return (Ended::Unsolvable, 0);
    }
    if graph.is_goal(&0) {
        return (Ended::Solved(vec![]), 0);
    }
    let (mut seen, mut level, mut expanded, mut dropped) = (vec![0], vec![start], 0, false);
    while !level.is_empty() {
        let mut next: Vec<Node> = Vec::new();
        for node in &level {
            expanded += 1;
            for edge in graph.actions(&node.state) {
                let child = node.after(graph, edge);
                if h[child.state] == u32::MAX || seen.contains(&child.state) {
                    continue;
                }
                seen.push(child.state);
                if graph.is_goal(&child.state) {
                    return (Ended::Solved(child.way), expanded);
                }
                next.push(child);
            }
        }
        // Stable: among equals the older stays.
        next.sort_by_key(|node| node.g + h[node.state]);
        dropped |= next.len() > width;
        next.truncate(width);
        level = next;
    }
    (if dropped { Ended::Stuck } else { Ended::Unsolvable }, expanded)
}

/// Best-first search by definition; how it ended, and the nodes expanded, generated and
/// expanded again.
fn best_first(graph: &Graph, h: &[u32], priority: Priority, ties: Ties) -> (Ended, [u64; 3]) {
    let key = |g: u32, h: u32| match priority {
        Priority::UniformCost => u64::from(g),
        Priority::Greedy => u64::from(h),
        Priority::AStar => u64::from(g) + u64::from(h),
        Priority::Weighted(w) => {
            u64::from(w.denominator()) * u64::from(g) + u64::from(w.numerator()) * u64::from(h)
        }
        other => panic!("{other:?} has no definition here"),
    };
    let mut counts = [0; 3];
    let mut open = vec![Node { state: 0, g: 0, way: vec![] }];
    // By state: the lowest cost so far, and whether it was expanded at that cost.
    let mut known = HashMap::from([(0, (0, false))]);
    if h[0] == u32::MAX {
        return (Ended::Unsolvable, counts);
    }
    // Newest last.
    let rank = |at: usize, node: &Node| {
        let (g, age) = (i64::from(node.g), at as i64);
        let tie = match ties {
            Ties::HighG => (g, age),
            Ties::LowG => (-g, age),
            Ties::Newest => (0, age),
            Ties::Oldest => (0, -age),
            other => panic!("{other:?} has no definition here"),
        };
        (std::cmp::Reverse(key(node.g, h[node.state])), tie)
    };
    while let Some(best) = (0..open.len()).max_by_key(|&i| rank(i, &open[i])) {
        let node = open.remove(best);
        if graph.is_goal(&node.state) {
            return (Ended::Solved(node.way), counts);
        }
        counts[0] += 1;
        known.insert(node.state, (node.g, true));
        for edge in graph.actions(&node.state) {
            counts[1] += 1;
            let child = node.after(graph, edge);
            if h[child.state] == u32::MAX {
                continue;
            }
            if let Some(&(least, expanded)) = known.get(&child.state) {
                if child.g >= least || expanded && priority == Priority::Greedy {
                    continue;
                }
                counts[2] += u64::from(expanded);
                open.retain(|node| node.state != child.state);
            }
            known.insert(child.state, (child.g, false));
            open.push(child);
        }
    }
    (Ended::Unsolvable, counts)
}

/// Arbitrary estimates, right or wrong; some say that no goal can be reached.
fn estimates() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(prop_oneof![9 => 0u32..30, 1 => Just(u32::MAX)], 9)
}

/// Checks the result of an audit over the given nodes, directly from the definitions.
fn assert_audit(graph: &Graph, h: &[u32], nodes: &[usize], found: &Audit<usize, usize>) {
    let distances = graph.distances();
    let alive: Vec<_> = nodes.iter().copied().filter(|&n| distances[n] < u32::MAX).collect();
    let over: Vec<_> = alive.iter().copied().filter(|&n| h[n] > distances[n]).collect();
    let edges: Vec<_> =
        graph.edges.iter().filter(|(from, ..)| nodes.contains(from)).copied().collect();
    let steep = edges.iter().filter(|&&(from, to, cost)| h[from] > h[to].saturating_add(cost));
    assert_eq!(
        (found.states, found.dead_ends),
        (alive.len() as u64, (nodes.len() - alive.len()) as u64)
    );
    assert_eq!(found.overestimates, over.len() as u64);
    assert_eq!(found.is_admissible(), over.is_empty());
    assert_eq!(
        (found.edges, found.inconsistencies),
        (edges.len() as u64, steep.clone().count() as u64)
    );
    assert_eq!(found.is_consistent(), over.is_empty() && steep.clone().count() == 0);
    assert_eq!(found.missteps, 0);
    let pairs: Vec<_> = found
        .pairs
        .iter()
        .flat_map(|(d, h, n)| (0..n).map(move |_| (d as u32, h as u32)))
        .collect();
    let mut wanted: Vec<_> = alive.iter().map(|&n| (distances[n], h[n])).collect();
    wanted.sort_unstable();
    let mut told = pairs;
    told.sort_unstable();
    assert_eq!(told, wanted);

    let nearest = over.iter().map(|&n| distances[n]).min();
    assert_eq!(found.overestimate.as_ref().map(|it| it.distance), nearest);
    if let Some(it) = &found.overestimate {
        assert_eq!((it.estimate, it.distance), (h[it.state], distances[it.state]));
        let (mut at, mut cost) = (it.state, 0);
        for &edge in &it.way {
            assert_eq!(graph.edges[edge].0, at);
            (at, cost) = (graph.edges[edge].1, cost + graph.edges[edge].2);
        }
        assert!(graph.is_goal(&at) && cost == it.distance);
    }
    let nearest = steep.map(|&(from, ..)| distances[from]).min();
    assert_eq!(found.inconsistency.as_ref().map(|it| distances[it.state]), nearest);
    if let Some(it) = &found.inconsistency {
        assert_eq!(graph.edges[it.action], (it.state, it.next, it.cost));
        assert_eq!((it.before, it.after), (h[it.state], h[it.next]));
        assert!(it.before > it.after.saturating_add(it.cost));
    }
}

/// A heuristic whose `advance` is wrong after some actions.
struct Stumbling<'a> {
    h: &'a [u32],
    wrong: usize,
}

impl Heuristic<Graph> for Stumbling<'_> {
    type Memo = u32;

    fn memo(&self, node: &usize) -> u32 {
        self.h[*node]
    }
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
    fn advance(&self, _: u32, _: &usize, edge: &usize, child: &usize) -> u32 {
        self.h[*child].saturating_sub(u32::from(edge.is_multiple_of(self.wrong)))
    }
}

/// Runs a search that calls a function at each event.
type Told<'a> = dyn Fn(&Limits, &mut dyn FnMut()) -> Outcome<Plan<usize, usize>> + 'a;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_beam_is_what_its_definition_says(graph in graphs(0, 9), h in estimates(), width in 1usize..6) {
        let outcome = Beam { width, ..Beam::default() }.solve(&graph, &|node: &usize| h[*node]);
        prop_assert_eq!((Ended::of(&outcome), outcome.stats.expanded), beam(&graph, &h, width));
    }

    #[test]
    fn best_first_search_is_what_its_definition_says(
        graph in graphs(0, 9), h in estimates(), numerator in 0u32..40
    ) {
        let weight = Weight::new(numerator, 10).unwrap();
        for priority in
            [Priority::UniformCost, Priority::Greedy, Priority::AStar, Priority::Weighted(weight)]
        {
            for ties in [Ties::HighG, Ties::LowG, Ties::Newest, Ties::Oldest] {
                let search = BestFirst { ties, ..BestFirst::by(priority) };
                let outcome = search.solve(&graph, &|node: &usize| h[*node]);
                let stats = outcome.stats;
                let counts = [stats.expanded, stats.generated, stats.reopened];
                let defined = best_first(&graph, &h, priority, ties);
                prop_assert_eq!((Ended::of(&outcome), counts), defined);
            }
        }
    }

    #[test]
    fn an_audit_says_what_brute_force_says(graph in graphs(0, 9), h in estimates()) {
        let estimate = |node: &usize| h[*node];
        let mut reached = vec![0];
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            next += 1;
            for edge in graph.actions(&node) {
                let to = graph.edges[edge].1;
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        assert_audit(&graph, &h, &reached, &audit(&graph, &estimate));
        let all: Vec<_> = (0..graph.nodes).collect();
        let mut table = Distances::to_goals(&graph, &Limits::default()).unwrap();
        let found = audit_against(&mut table, &graph, &estimate, &Limits::default());
        assert_audit(&graph, &h, &all, &found);
        let sample = Sample { count: 9, steps: 5, seed: 1, origin: &0, reference: &Blind };
        let mut walked: Vec<_> = (0..9).map(|index| sample.state(&graph, index)).collect();
        walked.sort_unstable();
        walked.dedup();
        let found = audit_against(&mut { sample }, &graph, &estimate, &Limits::default());
        assert_audit(&graph, &h, &walked, &found);
    }

    #[test]
    fn an_audit_counts_the_steps_that_a_heuristic_gets_wrong(
        graph in graphs(1, 9), percent in percents(), wrong in 1usize..4
    ) {
        let h = shares(&graph, &percent);
        let mut table = Distances::to_goals(&graph, &Limits::default()).unwrap();
        let heuristic = Stumbling { h: &h, wrong };
        let found = audit_against(&mut table, &graph, &heuristic, &Limits::default());
        let edges = graph.edges.iter().enumerate();
        let missteps = edges.filter(|(edge, (_, to, _))| edge.is_multiple_of(wrong) && h[*to] > 0).count();
        prop_assert_eq!(found.missteps, missteps as u64);
        prop_assert!(found.is_admissible());
    }

    #[test]
    fn savings_are_sums_over_the_starts(graph in graphs(1, 9), h in estimates()) {
        let starts: Vec<_> = (0..graph.nodes).collect();
        let limits = Limits::default();
        let found = savings(&graph, &|node: &usize| h[*node], starts.iter().copied(), &limits);
        let distances = graph.distances();
        // A state wrongly estimated as unreachable is not solved.
        prop_assert!(found.starts + found.unsolved == graph.nodes as u64);
        let solvable = distances.iter().filter(|&&d| d < u32::MAX).count() as u64;
        prop_assert!(found.starts <= solvable);
        let exact = savings(&graph, &|node: &usize| distances[*node], starts, &limits);
        prop_assert_eq!((exact.starts, exact.dearer), (solvable, 0));
        prop_assert!(exact.informed <= exact.blind);
    }

    #[test]
    fn an_observer_may_cancel_at_any_event(graph in graphs(1, 9), percent in percents(), at in 0u32..30) {
        let h = shares(&graph, &percent);
        let h = |node: &usize| h[*node];
        let ended = |search: &Told<'_>| {
            let monitor = Arc::new(Monitor::default());
            let limits = Limits { monitor: Some(monitor.clone()), ..Limits::default() };
            let mut left = at;
            let outcome = search(&limits, &mut || {
                if left == 0 {
                    monitor.cancel();
                }
                left = left.saturating_sub(1);
            });
            match outcome.verdict {
                Verdict::Stopped { by, best } => {
                    assert_eq!(by, Stop::Cancelled);
                    best.iter().for_each(|plan| plan.check(&graph).unwrap());
                }
                Verdict::Solved(plan) | Verdict::Stuck(plan) => plan.check(&graph).unwrap(),
                Verdict::Unsolvable => {}
            }
        };
        fn each(tell: &mut dyn FnMut()) -> impl FnMut(Event<'_, usize>) {
            move |_: Event<'_, usize>| tell()
        }
        ended(&|l, tell| BreadthFirst::default().search(&graph, &h, l, &mut each(tell)));
        ended(&|l, tell| DepthFirst { depth: 5, ..DepthFirst::default() }.search(&graph, &h, l, &mut each(tell)));
        ended(&|l, tell| IterativeDeepening::default().search(&graph, &h, l, &mut each(tell)));
        ended(&|l, tell| BestFirst::a_star().search(&graph, &h, l, &mut each(tell)));
        ended(&|l, tell| IdaStar { cycles: Cycles::Avoid, ..IdaStar::default() }.search(&graph, &h, l, &mut each(tell)));
        ended(&|l, tell| Beam { width: 2, ..Beam::default() }.search(&graph, &h, l, &mut each(tell)));
        ended(&|l, tell| Bidirectional::default().search(&graph, &Blind, l, &mut each(tell)));
        let mut reachable = Reachable;
        let monitor = Arc::new(Monitor::default());
        monitor.cancel();
        let limits = Limits { monitor: Some(monitor), ..Limits::default() };
        prop_assert_eq!(audit_against(&mut reachable, &graph, &h, &limits).stopped, Some(Stop::Cancelled));
    }
}

/// A 12×12 field whose steps declare that they cancel each other, or do not.
struct Field<const CANCELS: bool>;

impl<const CANCELS: bool> StateSpace for Field<CANCELS> {
    type State = (i32, i32);
    type Action = usize;
    type Cost = u32;

    fn start(&self) -> (i32, i32) {
        (2, 3)
    }

    fn is_goal(&self, place: &(i32, i32)) -> bool {
        *place == (9, 7)
    }

    fn actions(&self, &(x, y): &(i32, i32)) -> impl Iterator<Item = usize> {
        let free = [x > 0, x < 11, y > 0, y < 11];
        (0..4).filter(move |&step| free[step])
    }

    fn apply(&self, &(x, y): &(i32, i32), step: &usize) -> (i32, i32) {
        [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)][*step]
    }

    fn cancels(&self, first: &usize, second: &usize) -> bool {
        CANCELS && *first ^ 1 == *second
    }
}

impl<const CANCELS: bool> Reversible for Field<CANCELS> {
    fn goals(&self) -> impl Iterator<Item = (i32, i32)> {
        [(9, 7)].into_iter()
    }

    fn predecessors(&self, place: &(i32, i32)) -> impl Iterator<Item = ((i32, i32), usize)> {
        self.actions(place).map(|step| (self.apply(place, &step), step ^ 1))
    }
}

/// Checks that with `Undo::On` a search behaves as if no action cancelled another.
fn undoes<T>(make: impl Fn(Undo) -> T)
where
    T: for<'a> PathSearch<Field<true>, Estimate<'a>>
        + for<'a> PathSearch<Field<false>, Estimate<'a>>,
{
    let h: Estimate = &|&(x, y)| (9i32.abs_diff(x) + 7i32.abs_diff(y)) / 2;
    let [off, on] = [Undo::Off, Undo::On].map(make);
    let (with, without) = (on.solve(&Field::<true>, &h), off.solve(&Field::<false>, &h));
    assert_eq!(with.stats.generated, without.stats.generated);
    assert_eq!(with.stats.expanded, without.stats.expanded);
    assert!(off.solve(&Field::<true>, &h).stats.generated < with.stats.generated);
    assert_eq!(with.into_solution(), without.into_solution());
}

type Estimate<'a> = &'a dyn Fn(&(i32, i32)) -> u32;

#[test]
fn with_undo_nothing_cancels() {
    for priority in [Priority::UniformCost, Priority::Greedy, Priority::AStar] {
        undoes(|undo| BestFirst { undo, ..BestFirst::by(priority) });
    }
    undoes(|undo| BreadthFirst { undo });
    undoes(|undo| DepthFirst { depth: 12, undo });
    undoes(|undo| IterativeDeepening { undo });
    for nodes in [0, 20, 1_000] {
        undoes(|undo| Rbfs { nodes, undo });
    }
    undoes(|undo| Anytime { undo, ..Anytime::default() });
    undoes(|undo| Dps { undo, ..Dps::default() });
    undoes(|undo| Beam { width: 5, undo });
    undoes(|undo| Bidirectional { undo });
    let from_start = |&(x, y): &(i32, i32)| (2i32.abs_diff(x) + 3i32.abs_diff(y)) / 2;
    undoes(|undo| Nbs { from_start, undo });
}
