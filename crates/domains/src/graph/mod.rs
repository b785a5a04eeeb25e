//! Graphs: nodes with names, edges with costs, and the cheapest path between two nodes.
//!
//! - [`Graph`]: read from [CSV](Graph::from_csv), [DIMACS](Graph::from_dimacs),
//!   [node-link JSON](Graph::from_json) or [GraphML](Graph::from_graphml), made from a seed
//!   ([`Graph::roads`]) or by hand ([`Builder`]); [`romania`] is the textbook's map;
//! - [`Route`]: a path from node to node as a state space, for every search of [`goalward::path`];
//! - [`heuristics`]: lower bounds on the remaining cost.

mod build;
mod csv;
mod dimacs;
mod graphml;
pub mod heuristics;
mod json;
mod make;
mod romania;
mod space;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

pub use build::{Builder, Direction, GraphError, Place, Problem};
pub use romania::{ROMANIA, STRAIGHT_LINES, romania};
pub use space::{Edge, Node, Route};

use heuristics::{Circles, Unsuited};

/// The most nodes that a graph may have.
pub const MAX_NODES: usize = 1 << 25;

/// The most edges that a graph may have; those of an undirected one count in both directions.
pub const MAX_EDGES: usize = 1 << 28;

/// Nodes, numbered, and edges between them that cost something.
///
/// Edges are stored in compressed rows: those out of a node are adjacent, in the order in which
/// they were given. That takes 12 bytes per edge, twice that for an undirected one, and 4 per node;
/// coordinates take 16 per node. Edges into nodes take 8 bytes each, once they are used.
#[derive(Clone, Debug)]
pub struct Graph {
    direction: Direction,
    /// Where the edges of each node begin, and where the last one's end.
    rows: Vec<u32>,
    heads: Vec<u32>,
    costs: Vec<f64>,
    /// Nodes without names are known by their numbers from 1.
    names: Option<Names>,
    coordinates: Option<Arc<[[f64; 2]]>>,
    /// The edges into each node, once used.
    entering: OnceLock<Entering>,
    /// The scales of straight lines and of great circles, once used.
    lines: OnceLock<f64>,
    circles: OnceLock<Result<Circles, Unsuited>>,
    /// The length of the longest name, once used.
    longest: OnceLock<usize>,
}

/// Names, and the node that has each.
#[derive(Clone, Debug, Default)]
struct Names {
    of: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32>,
}

/// Edges by the node they lead to.
#[derive(Clone, Debug)]
struct Entering {
    rows: Vec<u32>,
    tails: Vec<u32>,
    edges: Vec<u32>,
}

impl Graph {
    /// How many nodes there are.
    #[inline]
    pub fn nodes(&self) -> usize {
        self.rows.len() - 1
    }

    /// How many edges there are; those of an undirected graph count in both directions.
    #[inline]
    pub fn edges(&self) -> usize {
        self.heads.len()
    }

    /// Whether its edges lead in one direction or in both.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The node with this name; nodes without names are known by their numbers from 1.
    pub fn node(&self, name: &str) -> Option<Node> {
        match &self.names {
            Some(names) => names.numbers.get(name).map(|&node| Node(node)),
            None => {
                let number = name.parse::<u32>().ok().filter(|_| !name.starts_with('+'))?;
                (1..=self.nodes() as u32).contains(&number).then(|| Node(number - 1))
            }
        }
    }

    /// The name of a node.
    pub fn name(&self, node: Node) -> Cow<'_, str> {
        match &self.names {
            Some(names) => Cow::Borrowed(&names.of[node.number()]),
            None => Cow::Owned((node.0 + 1).to_string()),
        }
    }

    /// How many characters the longest name has.
    pub fn longest_name(&self) -> usize {
        let length = |node| self.name(node).chars().count();
        *self.longest.get_or_init(|| self.all_nodes().map(length).max().unwrap_or(0))
    }

    /// Where a node is, if that is known: x and y, or degrees of longitude and latitude.
    #[inline]
    pub fn coordinates(&self, node: Node) -> Option<[f64; 2]> {
        self.coordinates.as_ref().map(|coordinates| coordinates[node.number()])
    }

    /// Whether nodes have coordinates.
    pub fn has_coordinates(&self) -> bool {
        self.coordinates.is_some()
    }

    /// The edges out of a node.
    #[inline]
    pub fn leaving(&self, node: Node) -> impl Iterator<Item = Edge> + use<> {
        (self.rows[node.number()]..self.rows[node.number() + 1]).map(Edge)
    }

    /// The edges into a node, each with the node it comes from.
    #[inline]
    pub fn entering(&self, node: Node) -> impl Iterator<Item = (Node, Edge)> {
        let Entering { rows, tails, edges } = self.entering.get_or_init(|| self.reversed());
        let range = rows[node.number()] as usize..rows[node.number() + 1] as usize;
        range.map(move |i| (Node(tails[i]), Edge(edges[i])))
    }

    /// Where an edge leads.
    #[inline]
    pub fn head(&self, edge: Edge) -> Node {
        Node(self.heads[edge.number()])
    }

    /// Where an edge comes from.
    pub fn tail(&self, edge: Edge) -> Node {
        Node(self.rows.partition_point(|&begin| begin <= edge.0) as u32 - 1)
    }

    /// What an edge costs.
    #[inline]
    pub fn cost(&self, edge: Edge) -> f64 {
        self.costs[edge.number()]
    }

    /// The nodes in order.
    pub fn all_nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.nodes() as u32).map(Node)
    }

    fn reversed(&self) -> Entering {
        let mut rows = vec![0; self.nodes() + 1];
        for &head in &self.heads {
            rows[head as usize + 1] += 1;
        }
        for node in 0..self.nodes() {
            rows[node + 1] += rows[node];
        }
        let mut next = rows.clone();
        let (mut tails, mut edges) = (vec![0; self.edges()], vec![0; self.edges()]);
        for tail in self.all_nodes() {
            for edge in self.leaving(tail) {
                let place = &mut next[self.head(edge).number()];
                (tails[*place as usize], edges[*place as usize]) = (tail.0, edge.0);
                *place += 1;
            }
        }
        Entering { rows, tails, edges }
    }
}

/// Graphs are equal if names, directions, edges in their order, and coordinates are.
impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.direction == other.direction
            && (&self.rows, &self.heads, &self.costs) == (&other.rows, &other.heads, &other.costs)
            && self.coordinates == other.coordinates
            && self.names.as_ref().map(|names| &names.of)
                == other.names.as_ref().map(|names| &names.of)
    }
}
