//! Graphs as GraphML.

use std::collections::HashMap;

use roxmltree::{Document, Node as Element};

use super::Graph;
use super::build::{Builder, Direction, GraphError, Place, Problem, cost};

/// The meaning of a key's values.
#[derive(Clone, Copy, PartialEq)]
enum Meaning {
    Cost,
    X,
    Y,
}

impl Graph {
    /// Reads the first graph of a GraphML file. Costs are the values of an edge key called `cost`,
    /// `weight`, `length` or `distance` (1 where there is none), coordinates those of node keys
    /// called `x` and `y`, or `lon` and `lat`. A document type declaration is rejected, and with it
    /// entities that expand without end.
    ///
    /// # Errors
    /// If the text is not such a file.
    pub fn from_graphml(bytes: &[u8]) -> Result<Self, GraphError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Problem::Syntax("the file is not UTF-8".into()).at(Place::Whole))?;
        let document = Document::parse(text).map_err(|error| {
            Problem::Syntax(error.to_string()).at(Place::Line(error.pos().row as usize))
        })?;
        Reader { document: &document, keys: HashMap::new(), default_cost: 1.0 }.read()
    }
}

struct Reader<'a> {
    document: &'a Document<'a>,
    /// The meaning of each key, by its `id`.
    keys: HashMap<&'a str, Meaning>,
    default_cost: f64,
}

impl<'a> Reader<'a> {
    fn place(&self, element: Element<'_, '_>) -> Place {
        Place::Line(self.document.text_pos_at(element.range().start).row as usize)
    }

    fn read(mut self) -> Result<Graph, GraphError> {
        let root = self.document.root_element();
        if root.tag_name().name() != "graphml" {
            return Err(Problem::Missing("element <graphml>").at(self.place(root)));
        }
        let mut graphs = root.children().filter(|child| child.has_tag_name_of("graph"));
        for key in root.children().filter(|child| child.has_tag_name_of("key")) {
            self.key(key)?;
        }
        let Some(graph) = graphs.next() else {
            return Err(Problem::Missing("element <graph>").at(self.place(root)));
        };
        let direction = match graph.attribute("edgedefault") {
            Some("directed") => Direction::One,
            Some("undirected") => Direction::Both,
            other => {
                let found = other.unwrap_or("").chars().take(40).collect();
                let wanted = "edgedefault=\"directed\" or \"undirected\"";
                return Err(Problem::Shape { found, wanted }.at(self.place(graph)));
            }
        };
        self.graph(graph, direction)
    }

    fn key(&mut self, key: Element<'a, 'a>) -> Result<(), GraphError> {
        let (Some(id), name) = (key.attribute("id"), key.attribute("attr.name")) else {
            return Err(Problem::Missing("id in this key").at(self.place(key)));
        };
        let of = key.attribute("for").unwrap_or("all");
        let meaning = match (name.unwrap_or(id).to_ascii_lowercase().as_str(), of) {
            ("cost" | "weight" | "length" | "distance", "edge" | "all") => Meaning::Cost,
            ("x" | "lon" | "longitude", "node" | "all") => Meaning::X,
            ("y" | "lat" | "latitude", "node" | "all") => Meaning::Y,
            _ => return Ok(()),
        };
        self.keys.insert(id, meaning);
        let default = key.children().find(|child| child.has_tag_name_of("default"));
        if let Some(default) = default.filter(|_| meaning == Meaning::Cost) {
            let price = cost(default.text().unwrap_or(""));
            self.default_cost = price.map_err(|problem| problem.at(self.place(default)))?;
        }
        Ok(())
    }

    fn graph(&self, graph: Element<'a, 'a>, direction: Direction) -> Result<Graph, GraphError> {
        let edges = || graph.children().filter(|child| child.has_tag_name_of("edge"));
        let leads = |edge: Element<'_, '_>| match edge.attribute("directed") {
            Some("true") => Direction::One,
            Some("false") => Direction::Both,
            _ => direction,
        };
        // A single one-way edge makes the graph directed; the others are then stored twice.
        let whole = match edges().all(|edge| leads(edge) == Direction::Both) {
            true if direction == Direction::Both => Direction::Both,
            _ => Direction::One,
        };
        let mut builder = Builder::new(whole);
        for element in graph.children().filter(|child| child.has_tag_name_of("node")) {
            let at = |problem: Problem| problem.at(self.place(element));
            let node = builder.new_node(element.attribute("id").unwrap_or("")).map_err(at)?;
            let coordinate = |meaning| self.number(element, meaning).transpose();
            match (coordinate(Meaning::X)?, coordinate(Meaning::Y)?) {
                (Some(x), Some(y)) => builder.place(node, [x, y]).map_err(at)?,
                (None, None) => {}
                _ => return Err(at(Problem::Missing("second coordinate"))),
            }
        }
        for element in edges() {
            let at = |problem: Problem| problem.at(self.place(element));
            let end = |name| builder.known(element.attribute(name).unwrap_or(""));
            let (from, to) = (end("source").map_err(at)?, end("target").map_err(at)?);
            let price = self.number(element, Meaning::Cost).transpose()?;
            let price = price.unwrap_or(self.default_cost);
            builder.edge(from, to, price).map_err(at)?;
            if whole == Direction::One && leads(element) == Direction::Both && from != to {
                builder.one_way(to, from, price).map_err(at)?;
            }
        }
        builder.finish().map_err(|problem| problem.at(self.place(graph)))
    }

    /// The number that an element's data give for a meaning.
    fn number(
        &self,
        element: Element<'_, '_>,
        meaning: Meaning,
    ) -> Option<Result<f64, GraphError>> {
        let data = element.children().find(|child| {
            let key = child.attribute("key").and_then(|key| self.keys.get(key));
            child.has_tag_name_of("data") && key == Some(&meaning)
        })?;
        let word = data.text().unwrap_or("");
        let number = match meaning {
            Meaning::Cost => cost(word),
            _ => word.trim().parse().map_err(|_| Problem::Coordinate(word.trim().to_owned())),
        };
        Some(number.map_err(|problem| problem.at(self.place(data))))
    }
}

/// Names without their namespaces.
trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Element<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}
