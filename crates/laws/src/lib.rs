//! What every search must do, whatever the problem: the tests of this crate compare searches with
//! their definitions and with slow but obvious programs, on random problems.
//!
//! They are not in the library's own package because they are compiled without optimisation, unlike
//! its other tests: each search is compiled for many types of problems, and the problems are small.
//! The library has the random graphs that several of them use, and exact results for these.

use goalward::{Ranked, Reversible, StateSpace};
use proptest::prelude::*;

/// A directed graph with weighted edges; an action is the number of an edge.
#[derive(Clone, Debug)]
pub struct Graph {
    /// How many nodes there are; the first is the start.
    pub nodes: usize,
    /// From where, to where, at what cost.
    pub edges: Vec<(usize, usize, u32)>,
    /// The goals; there may be none.
    pub goals: Vec<usize>,
}

impl StateSpace for Graph {
    type State = usize;
    type Action = usize;
    type Cost = u32;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, node: &usize) -> bool {
        self.goals.contains(node)
    }

    fn actions(&self, node: &usize) -> impl Iterator<Item = usize> {
        (0..self.edges.len()).filter(|&edge| self.edges[edge].0 == *node)
    }

    fn apply(&self, _: &usize, edge: &usize) -> usize {
        self.edges[*edge].1
    }

    fn cost(&self, _: &usize, edge: &usize) -> u32 {
        self.edges[*edge].2
    }

    fn states(&self) -> Option<usize> {
        Some(self.nodes)
    }

    fn rank(&self, node: &usize) -> usize {
        *node
    }
}

impl Reversible for Graph {
    fn goals(&self) -> impl Iterator<Item = usize> {
        self.goals.iter().copied()
    }

    fn predecessors(&self, node: &usize) -> impl Iterator<Item = (usize, usize)> {
        let into = (0..self.edges.len()).filter(|&edge| self.edges[edge].1 == *node);
        into.map(|edge| (self.edges[edge].0, edge))
    }
}

impl Ranked for Graph {
    fn unrank(&self, rank: usize) -> usize {
        rank
    }
}

impl Graph {
    /// The lowest cost from every node to a goal, by relaxing every edge until nothing changes.
    pub fn distances(&self) -> Vec<u32> {
        let mut distance = vec![u32::MAX; self.nodes];
        for &goal in &self.goals {
            distance[goal] = 0;
        }
        for _ in 0..self.nodes {
            for &(from, to, cost) in &self.edges {
                if distance[to] < u32::MAX {
                    distance[from] = distance[from].min(distance[to] + cost);
                }
            }
        }
        distance
    }

    /// The same graph where every edge costs 1.
    pub fn with_unit_costs(&self) -> Graph {
        let edges = self.edges.iter().map(|&(from, to, _)| (from, to, 1)).collect();
        Graph { edges, ..self.clone() }
    }
}

/// Graphs of up to eight nodes, with costs within these bounds.
pub fn graphs(least_cost: u32, largest_cost: u32) -> impl Strategy<Value = Graph> {
    (2usize..9).prop_flat_map(move |nodes| {
        let edge = (0..nodes, 0..nodes, least_cost..=largest_cost);
        let edges = prop::collection::vec(edge, 0..24);
        let goals = prop::collection::vec(0..nodes, 0..3);
        (Just(nodes), edges, goals).prop_map(|(nodes, edges, goals)| Graph { nodes, edges, goals })
    })
}

/// An admissible heuristic, usually not consistent: a share of the distance that differs from node
/// to node, and `u32::MAX` where no goal can be reached.
pub fn shares(graph: &Graph, percent: &[u32]) -> Vec<u32> {
    let share = |(d, percent): (u32, &u32)| if d == u32::MAX { d } else { d * percent / 100 };
    graph.distances().into_iter().zip(percent.iter().cycle()).map(share).collect()
}

/// Percentages for [`shares`].
pub fn percents() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..=100, 1..9)
}
