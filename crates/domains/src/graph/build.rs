//! Building a graph piece by piece, and what can be wrong with a piece.

use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::OnceLock;

use super::{Graph, MAX_EDGES, MAX_NODES, Names, Node};

/// Whether edges lead one way or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Each edge leads both ways at the same cost.
    #[default]
    Both,
    /// Each edge leads one way.
    One,
}

/// Why a text is not a graph: where in it, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{problem}")]
pub struct GraphError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line.
    Line(usize),
    /// A line of the file of coordinates.
    CoordinateLine(usize),
    /// A node of a list.
    Node(usize),
    /// An edge of a list.
    Edge(usize),
    /// The text as a whole.
    Whole,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}: "),
            Place::CoordinateLine(line) => write!(f, "line {line} of the coordinates: "),
            Place::Node(number) => write!(f, "node {number}: "),
            Place::Edge(number) => write!(f, "edge {number}: "),
            Place::Whole => Ok(()),
        }
    }
}

/// What can be wrong with a piece of a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Something of the wrong form.
    #[error("{found:?} is not {wanted}")]
    Shape {
        /// What was found.
        found: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// A cost that is negative, infinite or not a number.
    #[error("{0:?} is not a cost: use a number of at least 0")]
    Cost(String),
    /// A coordinate that is infinite or not a number.
    #[error("{0:?} is not a coordinate: use a number")]
    Coordinate(String),
    /// A node that the graph does not have.
    #[error("there is no node {0:?}")]
    Unknown(String),
    /// A node that already exists.
    #[error("a second node {0:?}")]
    Twice(String),
    /// A node without a name.
    #[error("a node without a name")]
    Nameless,
    /// A node without coordinates where others have them.
    #[error("node {0:?} has no coordinates, but others do")]
    NoCoordinates(String),
    /// Something that is missing.
    #[error("there is no {0}")]
    Missing(&'static str),
    /// More than allowed.
    #[error("more than {most} {things}")]
    TooMany {
        /// How many are allowed.
        most: usize,
        /// What.
        things: &'static str,
    },
    /// Not as many as the file's header says, as in a truncated file.
    #[error("the header says {said} {things}, but the file has {found}")]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        said: u64,
        /// What.
        things: &'static str,
    },
    /// The message of the JSON or XML parser.
    #[error("{0}")]
    Syntax(String),
}

impl Problem {
    /// This problem at a place.
    pub(super) fn at(self, place: Place) -> GraphError {
        GraphError { place, problem: self }
    }

    /// A piece of the wrong form; its beginning is shown.
    pub(super) fn shape(found: &[u8], wanted: &'static str) -> Self {
        Problem::Shape { found: beginning(found), wanted }
    }
}

/// The beginning of a piece, to be shown.
pub(super) fn beginning(piece: &[u8]) -> String {
    String::from_utf8_lossy(&piece[..piece.len().min(120)]).trim_end().chars().take(40).collect()
}

/// A cost, if the word is one.
pub(super) fn cost(word: &str) -> Result<f64, Problem> {
    let cost = word.trim().parse::<f64>().ok().filter(|&cost| cost >= 0.0 && cost.is_finite());
    // Adding 0 makes -0 a 0.
    cost.map(|cost| cost + 0.0).ok_or_else(|| Problem::Cost(beginning(word.as_bytes())))
}

/// A graph under construction.
///
/// ```
/// use goalward_domains::graph::{Builder, Direction};
///
/// let mut graph = Builder::new(Direction::Both);
/// let [a, b] = [graph.node("Arad")?, graph.node("Sibiu")?];
/// graph.edge(a, b, 140.0)?;
/// let graph = graph.finish()?;
/// assert_eq!((graph.nodes(), graph.edges()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    direction: Direction,
    names: Names,
    coordinates: Vec<Option<[f64; 2]>>,
    /// Tail, head and cost of each edge in each direction.
    edges: Vec<(u32, u32, f64)>,
}

impl Builder {
    /// An empty graph.
    pub fn new(direction: Direction) -> Self {
        Builder { direction, ..Builder::default() }
    }

    /// The node with this name, a new one if there is none.
    ///
    /// # Errors
    /// If the name is empty or there are too many nodes.
    pub fn node(&mut self, name: &str) -> Result<Node, Problem> {
        if name.is_empty() {
            return Err(Problem::Nameless);
        }
        let number = self.names.of.len();
        if let Some(&known) = self.names.numbers.get(name) {
            return Ok(Node(known));
        }
        if number == MAX_NODES {
            return Err(Problem::TooMany { most: MAX_NODES, things: "nodes" });
        }
        self.names.of.push(name.into());
        self.names.numbers.insert(name.into(), number as u32);
        self.coordinates.push(None);
        Ok(Node(number as u32))
    }

    /// A node that must be new.
    ///
    /// # Errors
    /// As [`Builder::node`], and if there already is a node with this name.
    pub fn new_node(&mut self, name: &str) -> Result<Node, Problem> {
        if let Entry::Occupied(_) = self.names.numbers.entry(name.into()) {
            return Err(Problem::Twice(beginning(name.as_bytes())));
        }
        self.node(name)
    }

    /// The node with this name, which must exist.
    ///
    /// # Errors
    /// If it does not.
    pub fn known(&self, name: &str) -> Result<Node, Problem> {
        let node = self.names.numbers.get(name).map(|&node| Node(node));
        node.ok_or_else(|| Problem::Unknown(beginning(name.as_bytes())))
    }

    /// Sets the coordinates of a node.
    ///
    /// # Errors
    /// If a coordinate is infinite or not a number.
    pub fn place(&mut self, node: Node, coordinates: [f64; 2]) -> Result<(), Problem> {
        if let Some(bad) = coordinates.into_iter().find(|number| !number.is_finite()) {
            return Err(Problem::Coordinate(bad.to_string()));
        }
        self.coordinates[node.number()] = Some(coordinates);
        Ok(())
    }

    /// An edge, in both directions if the graph's edges lead both ways.
    ///
    /// # Errors
    /// If the cost is negative, infinite or not a number, or there are too many edges.
    pub fn edge(&mut self, from: Node, to: Node, cost: f64) -> Result<(), Problem> {
        self.one_way(from, to, cost)?;
        match self.direction {
            Direction::Both if from != to => self.one_way(to, from, cost),
            _ => Ok(()),
        }
    }

    /// An edge in one direction.
    pub(super) fn one_way(&mut self, from: Node, to: Node, cost: f64) -> Result<(), Problem> {
        if cost.is_nan() || cost < 0.0 || cost.is_infinite() {
            return Err(Problem::Cost(cost.to_string()));
        }
        if self.edges.len() == MAX_EDGES {
            return Err(Problem::TooMany { most: MAX_EDGES, things: "edges" });
        }
        self.edges.push((from.0, to.0, cost + 0.0));
        Ok(())
    }

    /// The graph.
    ///
    /// # Errors
    /// If there is no node, or some nodes have coordinates and some do not.
    pub fn finish(self) -> Result<Graph, Problem> {
        let Builder { direction, names, coordinates, edges } = self;
        if names.of.is_empty() {
            return Err(Problem::Missing("node"));
        }
        let coordinates = match coordinates.iter().any(Option::is_some) {
            false => None,
            true => match coordinates.iter().position(Option::is_none) {
                Some(node) => return Err(Problem::NoCoordinates(names.of[node].to_string())),
                None => Some(coordinates.into_iter().flatten().collect()),
            },
        };
        let mut graph = Graph::in_rows(names.of.len(), &edges, direction);
        (graph.names, graph.coordinates) = (Some(names), coordinates);
        Ok(graph)
    }
}

impl Graph {
    /// A graph of nodes without names and with these edges, each in one direction.
    pub(super) fn in_rows(nodes: usize, edges: &[(u32, u32, f64)], direction: Direction) -> Self {
        let mut rows = vec![0u32; nodes + 1];
        for &(tail, _, _) in edges {
            rows[tail as usize + 1] += 1;
        }
        for node in 0..nodes {
            rows[node + 1] += rows[node];
        }
        let mut next = rows.clone();
        let (mut heads, mut costs) = (vec![0; edges.len()], vec![0.0; edges.len()]);
        for &(tail, head, cost) in edges {
            let place = next[tail as usize] as usize;
            (heads[place], costs[place]) = (head, cost);
            next[tail as usize] += 1;
        }
        Graph {
            direction,
            rows,
            heads,
            costs,
            names: None,
            coordinates: None,
            entering: OnceLock::new(),
            lines: OnceLock::new(),
            circles: OnceLock::new(),
            longest: OnceLock::new(),
        }
    }
}
