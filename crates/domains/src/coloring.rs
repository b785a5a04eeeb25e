//! Graph colouring: neighbouring vertices get different colours.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use goalward::csp::{Value, Variable};
use goalward::{Csp, Rng};

/// Graphs by name, each with just enough colours, one per line.
pub const COLORABLE: &str = "\
# A graph of the DIMACS benchmark by its name, and its chromatic number
myciel3 4
myciel4 5
myciel5 6
myciel6 7
queen5_5 5
queen6_6 7
queen7_7 7
";

/// Graphs by name with one colour too few, one per line.
pub const UNCOLORABLE: &str = "\
# A graph of the DIMACS benchmark by its name, and one colour fewer than it needs
myciel3 3
myciel4 4
queen5_5 4
queen6_6 6
queen7_7 6
";

/// The largest number of vertices a graph may have.
pub const MAX_VERTICES: usize = 100_000;

/// An undirected graph without loops.
///
/// It is written in the DIMACS format `.col`: a line `p edge VERTICES EDGES`, then a line `e U V`
/// for each edge, vertices counted from 1. Lines that begin with `c` are comments; a comment
/// `c vertex V NAME` names a vertex. The number of edges is not checked: many well-known files
/// list each edge twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    vertices: usize,
    /// The lower vertex first, sorted, counted from 0.
    edges: Vec<(usize, usize)>,
    /// The names of the vertices that have one.
    names: BTreeMap<usize, String>,
}

/// Why a text is not a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// No `p` line.
    #[error("there is no line 'p edge VERTICES EDGES'")]
    NoProblem,
    /// A second `p` line.
    #[error("line {line}: a second 'p' line")]
    SecondProblem {
        /// From 1.
        line: usize,
    },
    /// An edge before the `p` line.
    #[error("line {line}: an edge before the line 'p edge VERTICES EDGES'")]
    EdgeFirst {
        /// From 1.
        line: usize,
    },
    /// A line of the wrong shape.
    #[error("line {line}: {found:?} is not {wanted:?}")]
    Shape {
        /// From 1.
        line: usize,
        /// The line.
        found: String,
        /// What it should look like.
        wanted: &'static str,
    },
    /// A word that should be a number.
    #[error("line {line}: {found:?} is not a whole number")]
    Number {
        /// From 1.
        line: usize,
        /// The word.
        found: String,
    },
    /// A vertex that the graph does not have.
    #[error("line {line}: there is no vertex {vertex}: use 1 to {vertices}")]
    Vertex {
        /// From 1.
        line: usize,
        /// The vertex as written.
        vertex: usize,
        /// How many there are.
        vertices: usize,
    },
    /// An edge from a vertex to itself.
    #[error("line {line}: vertex {vertex} cannot be its own neighbour")]
    Loop {
        /// From 1.
        line: usize,
        /// The vertex as written.
        vertex: usize,
    },
    /// More vertices than [`MAX_VERTICES`].
    #[error("line {line}: {vertices} vertices are too many: at most {MAX_VERTICES}")]
    TooMany {
        /// From 1.
        line: usize,
        /// The requested number.
        vertices: usize,
    },
}

impl Graph {
    /// A graph with these edges, vertices counted from 0; an edge may occur more than once.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist or joins a vertex to itself.
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let sorted = edges.into_iter().map(|(u, v)| {
            assert!(u != v && u.max(v) < vertices, "{u}-{v} is not an edge on {vertices} vertices");
            (u.min(v), u.max(v))
        });
        let edges = sorted.collect::<BTreeSet<_>>();
        Graph { vertices, edges: edges.into_iter().collect(), names: BTreeMap::new() }
    }

    /// A graph in which every pair of vertices is joined with probability
    /// `density`, 0 to 1.
    pub fn random(vertices: usize, density: f64, rng: &mut Rng) -> Self {
        let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
        Graph::new(vertices, pairs.filter(|_| rng.unit() < density))
    }

    /// The states of mainland Australia and Tasmania: Western Australia, Northern
    /// Territory, South Australia, Queensland, New South Wales, Victoria, Tasmania.
    pub fn australia() -> Self {
        const BORDERS: [(usize, usize); 9] =
            [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4), (4, 5)];
        let names = ["WA", "NT", "SA", "Q", "NSW", "V", "T"].map(String::from);
        Graph { names: names.into_iter().enumerate().collect(), ..Graph::new(7, BORDERS) }
    }

    /// The Petersen graph: a pentagon, a pentagram, and the spokes between them.
    pub fn petersen() -> Self {
        let part = |i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)];
        Graph::new(10, (0..5).flat_map(part))
    }

    /// The name of a vertex, counted from 0, if it has one.
    pub fn name(&self, vertex: usize) -> Option<&str> {
        self.names.get(&vertex).map(String::as_str)
    }

    /// The Mycielski graph with this number, at least 2, in the DIMACS benchmark: it has no
    /// triangles and needs number + 1 colours. The graph with number 2 is a pentagon.
    pub fn mycielski(number: usize) -> Self {
        let mut graph = Graph::new(5, (0..5).map(|v| (v, (v + 1) % 5)));
        for _ in 2..number {
            let n = graph.vertices;
            let twins = graph.edges.iter().flat_map(|&(u, v)| [(u, v), (u, v + n), (v, u + n)]);
            let edges = twins.chain((n..2 * n).map(|twin| (twin, 2 * n)));
            graph = Graph::new(2 * n + 1, edges.collect::<Vec<_>>());
        }
        graph
    }

    /// The cells of a board of `side` by `side`, joined where queens attack each other.
    pub fn queens(side: usize) -> Self {
        let place = |cell: usize| (cell / side, cell % side);
        let attacks = |&(a, b): &(usize, usize)| {
            let ((r, c), (s, d)) = (place(a), place(b));
            r == s || c == d || r.abs_diff(s) == c.abs_diff(d)
        };
        let cells = side * side;
        let pairs = (0..cells).flat_map(|b| (0..b).map(move |a| (a, b)));
        Graph::new(cells, pairs.filter(attacks))
    }

    /// The graph with this name: `australia`, `petersen`, `myciel3` to `myciel7`, or `queen5_5` to
    /// `queen16_16`.
    pub fn named(name: &str) -> Option<Self> {
        let number = |prefix: &str| name.strip_prefix(prefix)?.parse::<usize>().ok();
        match name {
            "australia" => Some(Graph::australia()),
            "petersen" => Some(Graph::petersen()),
            _ => {
                let mycielski = number("myciel").filter(|number| (3..=7).contains(number));
                let side = || (5..=16).find(|side| name == format!("queen{side}_{side}"));
                mycielski.map(Graph::mycielski).or_else(|| side().map(Graph::queens))
            }
        }
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// The edges, each once, the lower vertex first, sorted, counted from 0.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }
}

impl FromStr for Graph {
    type Err = GraphError;

    fn from_str(text: &str) -> Result<Self, GraphError> {
        let mut vertices = None;
        let mut edges = BTreeSet::new();
        let mut names = BTreeMap::new();
        for (line, content) in (1..).zip(text.lines()) {
            let words: Vec<_> = content.split_whitespace().collect();
            if let &["c", "vertex", vertex, name] = &words[..]
                && let Some(vertex) = vertex.parse::<usize>().ok().and_then(|v| v.checked_sub(1))
            {
                names.insert(vertex, name.to_string());
            }
            match (words.first().copied(), vertices) {
                (None | Some("c"), _) => {}
                (Some("p"), None) => vertices = Some(parse_problem(line, content, &words)?),
                (Some("p"), Some(_)) => return Err(GraphError::SecondProblem { line }),
                (Some("e"), None) => return Err(GraphError::EdgeFirst { line }),
                (Some("e"), Some(vertices)) => {
                    edges.insert(parse_edge(line, content, &words, vertices)?);
                }
                // A comment may follow `c` without a space.
                (Some(word), _) if word.starts_with('c') => {}
                _ => return Err(shape(line, content, "e U V")),
            }
        }
        let vertices = vertices.ok_or(GraphError::NoProblem)?;
        // A comment may name a vertex that does not exist.
        names.retain(|vertex, _| *vertex < vertices);
        Ok(Graph { vertices, edges: edges.into_iter().collect(), names })
    }
}

fn parse_problem(line: usize, content: &str, words: &[&str]) -> Result<usize, GraphError> {
    let &["p", "edge" | "edges" | "col", vertices, edges] = words else {
        return Err(shape(line, content, "p edge VERTICES EDGES"));
    };
    number(line, edges)?;
    let vertices = number(line, vertices)?;
    if vertices > MAX_VERTICES {
        return Err(GraphError::TooMany { line, vertices });
    }
    Ok(vertices)
}

fn parse_edge(
    line: usize,
    content: &str,
    words: &[&str],
    vertices: usize,
) -> Result<(usize, usize), GraphError> {
    let &["e", u, v] = words else { return Err(shape(line, content, "e U V")) };
    let vertex = |word| match number(line, word)? {
        vertex if (1..=vertices).contains(&vertex) => Ok(vertex - 1),
        vertex => Err(GraphError::Vertex { line, vertex, vertices }),
    };
    let (u, v) = (vertex(u)?, vertex(v)?);
    if u == v {
        return Err(GraphError::Loop { line, vertex: u + 1 });
    }
    Ok((u.min(v), u.max(v)))
}

fn number(line: usize, word: &str) -> Result<usize, GraphError> {
    word.parse().map_err(|_| GraphError::Number { line, found: word.into() })
}

fn shape(line: usize, content: &str, wanted: &'static str) -> GraphError {
    GraphError::Shape { line, found: content.trim().into(), wanted }
}

/// DIMACS text that parses back.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (vertex, name) in &self.names {
            writeln!(f, "c vertex {} {name}", vertex + 1)?;
        }
        writeln!(f, "p edge {} {}", self.vertices, self.edges.len())?;
        self.edges.iter().try_for_each(|(u, v)| writeln!(f, "e {} {}", u + 1, v + 1))
    }
}

/// A graph to be coloured with a given number of colours.
///
/// As a constraint problem, its variables are the vertices and a value is a
/// colour.
///
/// ```
/// use goalward::Limits;
/// use goalward::csp::{Backtracking, CspSearch, Find};
/// use goalward_domains::coloring::{Coloring, Graph};
///
/// let map = Coloring::new(Graph::australia(), 3);
/// let answer = Backtracking::default().search(&map, Find::Count, &Limits::default(), ());
/// assert_eq!(answer.outcome.into_solution().unwrap().count, 18);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coloring {
    graph: Graph,
    colors: usize,
}

impl Coloring {
    /// The problem of colouring `graph` with at most `colors` colours.
    pub fn new(graph: Graph, colors: usize) -> Self {
        Coloring { graph, colors }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many colours there are.
    pub fn colors(&self) -> usize {
        self.colors
    }

    /// Whether `values` give every vertex one of the colours, and no edge has the same colour at
    /// both ends.
    pub fn is_solution(&self, values: &[Value]) -> bool {
        values.len() == self.graph.vertices
            && values.iter().all(|&color| color < self.colors)
            && self.graph.edges.iter().all(|&(u, v)| values[u] != values[v])
    }
}

impl Csp for Coloring {
    #[inline]
    fn variables(&self) -> usize {
        self.graph.vertices
    }

    #[inline]
    fn domain(&self, _: Variable) -> usize {
        self.colors
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        self.graph.edges.iter().copied()
    }

    #[inline]
    fn compatible(&self, x: (Variable, Value), y: (Variable, Value)) -> bool {
        x.1 != y.1
    }

    #[inline]
    fn relation(&self, _: Variable, _: Variable) -> Option<usize> {
        Some(0)
    }

    /// Cliques with as many vertices as there are colours: from each vertex, the first one found by
    /// always taking the lowest vertex that fits.
    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        let mut above = vec![Vec::new(); self.graph.vertices];
        self.graph.edges.iter().for_each(|&(u, v)| above[u].push(v));
        let clique = move |first: Variable| {
            let mut clique = vec![first];
            let mut fit = above[first].clone();
            while clique.len() < self.colors {
                let &next = fit.first()?;
                clique.push(next);
                fit.retain(|v| above[next].binary_search(v).is_ok());
            }
            Some(clique)
        };
        (0..self.graph.vertices).filter_map(clique)
    }
}

#[cfg(test)]
mod tests {
    use goalward::Rng;
    use proptest::prelude::*;

    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Graph>().unwrap_err().to_string()
    }

    #[test]
    fn printing_and_parsing_is_the_identity() {
        for graph in [Graph::australia(), Graph::petersen(), Graph::new(0, []), Graph::new(3, [])] {
            assert_eq!(graph.to_string().parse(), Ok(graph));
        }
    }

    #[test]
    fn comments_blank_lines_and_doubled_edges_are_fine() {
        let text = "c a square\ncomment\n\np col 4 8\r\ne 1 2\ne 2 1\n e 2  3\ne 3 4\ne 4 1\n";
        assert_eq!(text.parse(), Ok(Graph::new(4, [(0, 1), (1, 2), (2, 3), (0, 3)])));
    }

    #[test]
    fn a_comment_can_name_a_vertex() {
        let text = "c vertex 2 Q\nc vertex 9 nowhere\nc vertex x\np edge 2 1\ne 1 2\n";
        let graph: Graph = text.parse().unwrap();
        assert_eq!((graph.name(0), graph.name(1), graph.name(8)), (None, Some("Q"), None));
        assert_eq!(Graph::australia().name(4), Some("NSW"));
    }

    #[test]
    fn errors_name_the_line_and_the_piece() {
        for (text, message) in [
            ("", "there is no line 'p edge VERTICES EDGES'"),
            ("c\ne 1 2", "line 2: an edge before the line 'p edge VERTICES EDGES'"),
            ("p edge 3 1\np edge 3 1", "line 2: a second 'p' line"),
            ("p edge 3", "line 1: \"p edge 3\" is not \"p edge VERTICES EDGES\""),
            ("p cnf 3 1", "line 1: \"p cnf 3 1\" is not \"p edge VERTICES EDGES\""),
            ("p edge three 1", "line 1: \"three\" is not a whole number"),
            ("p edge 3 1\ne 1", "line 2: \"e 1\" is not \"e U V\""),
            ("p edge 3 1\ne 1 x", "line 2: \"x\" is not a whole number"),
            ("p edge 3 1\ne 1 -2", "line 2: \"-2\" is not a whole number"),
            ("p edge 3 1\ne 1 4", "line 2: there is no vertex 4: use 1 to 3"),
            ("p edge 3 1\ne 0 1", "line 2: there is no vertex 0: use 1 to 3"),
            ("p edge 3 1\ne 2 2", "line 2: vertex 2 cannot be its own neighbour"),
            ("p edge 3 1\nq 2 3", "line 2: \"q 2 3\" is not \"e U V\""),
            ("p edge 100001 1", "line 1: 100001 vertices are too many: at most 100000"),
        ] {
            assert_eq!(error(text), message);
        }
    }

    #[test]
    fn the_petersen_graph_is_three_regular() {
        let graph = Graph::petersen();
        assert_eq!(graph.edges().len(), 15);
        for vertex in 0..10 {
            assert_eq!(graph.edges().iter().filter(|e| e.0 == vertex || e.1 == vertex).count(), 3);
        }
    }

    #[test]
    fn a_random_graph_repeats_and_has_its_density() {
        let graph = Graph::random(200, 0.3, &mut Rng::new(1));
        assert_eq!(graph, Graph::random(200, 0.3, &mut Rng::new(1)));
        assert_ne!(graph, Graph::random(200, 0.3, &mut Rng::new(2)));
        assert!((5_600..6_300).contains(&graph.edges().len()), "{}", graph.edges().len());
        assert_eq!(Graph::random(20, 0.0, &mut Rng::new(1)).edges().len(), 0);
        assert_eq!(Graph::random(20, 1.0, &mut Rng::new(1)).edges().len(), 190);
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_parser_panic(bytes: Vec<u8>) {
            let _ = String::from_utf8_lossy(&bytes).parse::<Graph>();
        }

        #[test]
        fn no_lines_make_the_parser_panic(text in "(p (edge|col)|[pce])? ?([pce] [0-9]{0,25} [0-9]{0,3}\n){0,9}") {
            let _ = text.parse::<Graph>();
        }
    }
}
