//! Finding the cheapest path in a graph, as a state space.

use std::sync::Arc;

use goalward::{Ranked, Reversible, StateSpace};

use super::Graph;
use crate::landmarks::Roads;

/// A node of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub(super) u32);

impl Node {
    /// Its number, from 0.
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// An edge of a graph, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(pub(super) u32);

impl Edge {
    /// Its number, from 0.
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// Finding the cheapest path from one node of a graph to another.
///
/// ```
/// use std::sync::Arc;
/// use goalward::{Blind, path::{BestFirst, PathSearch}};
/// use goalward_domains::graph::{Route, romania};
///
/// let map = Arc::new(romania());
/// let [arad, bucharest] = ["Arad", "Bucharest"].map(|name| map.node(name).unwrap());
/// let route = Route::new(map.clone(), arad, bucharest);
/// let plan = BestFirst::uniform_cost().solve(&route, &Blind).into_solution().unwrap();
/// let cities: Vec<_> = plan.states.iter().map(|&city| map.name(city)).collect();
/// assert_eq!(cities, ["Arad", "Sibiu", "Rimnicu Vilcea", "Pitesti", "Bucharest"]);
/// assert_eq!(plan.cost, 418.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    graph: Arc<Graph>,
    from: Node,
    to: Node,
}

impl Route {
    /// The problem of getting `from` one node `to` another.
    ///
    /// # Panics
    /// If the graph has no such nodes.
    pub fn new(graph: Arc<Graph>, from: Node, to: Node) -> Self {
        assert!(from.number().max(to.number()) < graph.nodes(), "both nodes must be in the graph");
        Route { graph, from, to }
    }

    /// The graph.
    #[inline]
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The goal.
    #[inline]
    pub fn goal(&self) -> Node {
        self.to
    }
}

impl StateSpace for Route {
    type State = Node;
    type Action = Edge;
    type Cost = f64;

    #[inline]
    fn start(&self) -> Node {
        self.from
    }

    #[inline]
    fn is_goal(&self, &at: &Node) -> bool {
        at == self.to
    }

    #[inline]
    fn actions(&self, &at: &Node) -> impl Iterator<Item = Edge> {
        self.graph.leaving(at)
    }

    #[inline]
    fn apply(&self, _: &Node, &edge: &Edge) -> Node {
        self.graph.head(edge)
    }

    #[inline]
    fn cost(&self, _: &Node, &edge: &Edge) -> f64 {
        self.graph.cost(edge)
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(self.graph.nodes())
    }

    #[inline]
    fn rank(&self, at: &Node) -> usize {
        at.number()
    }
}

impl Reversible for Route {
    fn goals(&self) -> impl Iterator<Item = Node> {
        std::iter::once(self.to)
    }

    #[inline]
    fn predecessors(&self, &at: &Node) -> impl Iterator<Item = (Node, Edge)> {
        self.graph.entering(at)
    }
}

impl Ranked for Route {
    #[inline]
    fn unrank(&self, rank: usize) -> Node {
        Node(rank as u32)
    }
}

impl Roads for Graph {
    fn nodes(&self) -> usize {
        self.nodes()
    }

    fn leave(&self, node: usize, edge: &mut dyn FnMut(usize, f64)) {
        for out in self.leaving(Node(node as u32)) {
            edge(self.head(out).number(), self.cost(out));
        }
    }

    fn enter(&self, node: usize, edge: &mut dyn FnMut(usize, f64)) {
        for (from, into) in self.entering(Node(node as u32)) {
            edge(from.number(), self.cost(into));
        }
    }

    fn is_even(&self) -> bool {
        self.direction() == super::Direction::Both
    }
}
