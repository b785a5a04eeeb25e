//! Graphs as node-link JSON, which networkx and D3 write and read.

use serde::{Deserialize, Serialize};

use super::build::{Builder, Direction, GraphError, Place, Problem};
use super::{Graph, Node};

/// The whole document. Anything else in it is ignored.
#[derive(Serialize, Deserialize)]
struct Document {
    #[serde(default)]
    directed: bool,
    #[serde(default)]
    multigraph: bool,
    /// Attributes of the whole graph, such as the nodes to find a path between.
    #[serde(default, skip_deserializing, skip_serializing_if = "Option::is_none")]
    graph: Option<Ends>,
    nodes: Vec<NodeEntry>,
    /// networkx calls them `links` or `edges`, depending on its version.
    #[serde(alias = "edges")]
    links: Vec<Link>,
}

/// A document of which only the ends are read.
#[derive(Deserialize)]
struct Asked {
    graph: Ends,
}

/// The ends of the path to find.
#[derive(Serialize, Deserialize)]
struct Ends {
    from: Name,
    to: Name,
}

/// A name, which may be written as a number.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Name {
    Text(String),
    Number(serde_json::Number),
}

impl Name {
    fn text(self) -> String {
        match self {
            Name::Text(text) => text,
            Name::Number(number) => number.to_string(),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct NodeEntry {
    id: Name,
    #[serde(alias = "lon", alias = "longitude", skip_serializing_if = "Option::is_none")]
    x: Option<f64>,
    #[serde(alias = "lat", alias = "latitude", skip_serializing_if = "Option::is_none")]
    y: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct Link {
    source: Name,
    target: Name,
    #[serde(alias = "weight", alias = "length", alias = "distance", default = "one")]
    cost: f64,
}

fn one() -> f64 {
    1.0
}

impl Graph {
    /// Reads node-link JSON: an object with `nodes`, each with an `id` and perhaps `x` and `y`
    /// (or `lon` and `lat`), and `links` (or `edges`), each with `source`, `target` and a `cost`
    /// (or `weight`, `length`, `distance`; 1 if there is none); `directed` is false unless given.
    ///
    /// # Errors
    /// If the text is not such an object.
    pub fn from_json(bytes: &[u8]) -> Result<Self, GraphError> {
        let document: Document = serde_json::from_slice(bytes)
            .map_err(|error| Problem::Syntax(error.to_string()).at(Place::Whole))?;
        let direction = if document.directed { Direction::One } else { Direction::Both };
        let mut graph = Builder::new(direction);
        for (i, NodeEntry { id, x, y }) in document.nodes.into_iter().enumerate() {
            let place = match (x, y) {
                (Some(x), Some(y)) => Some([x, y]),
                (None, None) => None,
                _ => return Err(Problem::Missing("second coordinate").at(Place::Node(i + 1))),
            };
            let node = graph.new_node(&id.text());
            let placed = node.and_then(|node| place.map_or(Ok(()), |at| graph.place(node, at)));
            placed.map_err(|problem| problem.at(Place::Node(i + 1)))?;
        }
        for (i, Link { source, target, cost }) in document.links.into_iter().enumerate() {
            let ends = (graph.known(&source.text()), graph.known(&target.text()));
            let added = match ends {
                (Ok(from), Ok(to)) => graph.edge(from, to, cost),
                (Err(problem), _) | (_, Err(problem)) => Err(problem),
            };
            added.map_err(|problem| problem.at(Place::Edge(i + 1)))?;
        }
        graph.finish().map_err(|problem| problem.at(Place::Whole))
    }

    /// The names in `"graph": {"from": …, "to": …}` of node-link JSON, if present: the nodes to
    /// find a path between.
    pub fn ends_in_json(bytes: &[u8]) -> Option<[String; 2]> {
        let Asked { graph: Ends { from, to } } = serde_json::from_slice(bytes).ok()?;
        Some([from.text(), to.text()])
    }

    /// The graph as node-link JSON, on one line.
    pub fn to_json(&self) -> String {
        self.document(None)
    }

    /// The same with the names that [`ends_in_json`](Graph::ends_in_json) reads.
    pub fn to_json_between(&self, ends: [Node; 2]) -> String {
        self.document(Some(ends))
    }

    fn document(&self, ends: Option<[Node; 2]>) -> String {
        let name = |node: Node| Name::Text(self.name(node).into_owned());
        let entry = |node: Node| {
            let place = self.coordinates(node);
            NodeEntry { id: name(node), x: place.map(|at| at[0]), y: place.map(|at| at[1]) }
        };
        let links = self.all_nodes().flat_map(|tail| {
            let edges = self.leaving(tail).map(move |edge| (tail, self.head(edge), edge));
            // An edge that leads both ways is stored twice.
            edges.filter(|&(tail, head, _)| self.direction == Direction::One || tail <= head)
        });
        let document = Document {
            directed: self.direction == Direction::One,
            multigraph: true,
            graph: ends.map(|[from, to]| Ends { from: name(from), to: name(to) }),
            nodes: self.all_nodes().map(entry).collect(),
            links: links
                .map(|(tail, head, edge)| Link {
                    source: name(tail),
                    target: name(head),
                    cost: self.cost(edge),
                })
                .collect(),
        };
        serde_json::to_string(&document).expect("names and numbers can be written")
    }
}
