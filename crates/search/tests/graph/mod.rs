//! Random graphs, and the truth about them. Not every test needs all of it.
#![allow(dead_code)]

use goalward::{Cost, Ranked, Reversible, StateSpace};
use proptest::prelude::*;

/// A directed graph with weighted edges; an action is the number of an edge.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: usize,
    pub edges: Vec<(usize, usize, Cost)>,
    pub goals: Vec<usize>,
}

impl StateSpace for Graph {
    type State = usize;
    type Action = usize;

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

    fn cost(&self, _: &usize, edge: &usize) -> Cost {
        self.edges[*edge].2
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
    fn states(&self) -> usize {
        self.nodes
    }

    fn rank(&self, node: &usize) -> usize {
        *node
    }

    fn unrank(&self, rank: usize) -> usize {
        rank
    }
}

impl Graph {
    /// The cheapest cost from every node to a goal, by relaxing every edge until
    /// nothing changes.
    pub fn distances(&self) -> Vec<Cost> {
        let mut distance = vec![Cost::MAX; self.nodes];
        for &goal in &self.goals {
            distance[goal] = 0;
        }
        for _ in 0..self.nodes {
            for &(from, to, cost) in &self.edges {
                if distance[to] < Cost::MAX {
                    distance[from] = distance[from].min(distance[to] + cost);
                }
            }
        }
        distance
    }

    pub fn with_unit_costs(&self) -> Graph {
        let edges = self.edges.iter().map(|&(from, to, _)| (from, to, 1)).collect();
        Graph { edges, ..self.clone() }
    }
}

pub fn graphs(least_cost: Cost, largest_cost: Cost) -> impl Strategy<Value = Graph> {
    (2usize..9).prop_flat_map(move |nodes| {
        let edge = (0..nodes, 0..nodes, least_cost..=largest_cost);
        let edges = prop::collection::vec(edge, 0..24);
        let goals = prop::collection::vec(0..nodes, 0..3);
        (Just(nodes), edges, goals).prop_map(|(nodes, edges, goals)| Graph { nodes, edges, goals })
    })
}

/// An admissible heuristic, as a rule not consistent: a share of the distance that
/// differs from node to node, and `Cost::MAX` where no goal can be reached.
pub fn shares(graph: &Graph, percent: &[u32]) -> Vec<Cost> {
    let share = |(d, percent): (Cost, &u32)| if d == Cost::MAX { d } else { d * percent / 100 };
    graph.distances().into_iter().zip(percent.iter().cycle()).map(share).collect()
}

pub fn percents() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..=100, 1..9)
}
