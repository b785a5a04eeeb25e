//! Road graphs of the DIMACS challenge: `.gr`, with coordinates in `.co`.

use super::build::{Direction, GraphError, Place, Problem, beginning, cost};
use super::{Graph, MAX_EDGES, MAX_NODES};

impl Graph {
    /// Reads a `.gr` file: a line `p sp NODES ARCS`, then a line `a FROM TO COST` for each arc,
    /// which leads one way; nodes are counted from 1. Coordinates may be given in a `.co` file: a
    /// line `p aux sp co NODES`, then a line `v NODE LONGITUDE LATITUDE` for each node, in
    /// millionths of a degree. Lines that begin with `c` are comments.
    ///
    /// # Errors
    /// If a text is not such a file, or the two are of different graphs.
    pub fn from_dimacs(arcs: &[u8], coordinates: Option<&[u8]>) -> Result<Self, GraphError> {
        let mut graph = read_arcs(arcs)?;
        if let Some(coordinates) = coordinates {
            graph.coordinates = Some(read_coordinates(coordinates, graph.nodes())?.into());
        }
        Ok(graph)
    }
}

/// Goes through a text once.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Counted from 1.
    line: usize,
}

impl<'a> Cursor<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, at: 0, line: 1 }
    }

    /// The next byte.
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips blanks; true if there were any.
    #[inline]
    fn blanks(&mut self) -> bool {
        let from = self.at;
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        self.at > from
    }

    /// A whole number after blanks, of at most 15 digits, which a float holds exactly.
    #[inline]
    fn whole(&mut self) -> Option<u64> {
        if !self.blanks() {
            return None;
        }
        let from = self.at;
        let mut number = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number * 10 + u64::from(digit - b'0');
            self.at += 1;
            if self.at - from > 15 {
                return None;
            }
        }
        (self.at > from).then_some(number)
    }

    /// A whole number that may be negative.
    fn signed(&mut self) -> Option<f64> {
        let from = self.at;
        if self.blanks() && self.peek() == Some(b'-') {
            // The minus takes the place of the blank before the digits.
            self.at += 1;
            let digits = self.at;
            let mut number = 0.0;
            while let Some(digit @ b'0'..=b'9') = self.peek() {
                number = number * 10.0 + f64::from(digit - b'0');
                self.at += 1;
            }
            return (self.at > digits && self.at - digits <= 15).then_some(-number);
        }
        self.at = from;
        self.whole().map(|number| number as f64)
    }

    /// Skips blanks; true if the line ends there.
    #[inline]
    fn ends(&mut self) -> bool {
        self.blanks();
        matches!(self.peek(), None | Some(b'\n' | b'\r'))
    }

    /// Goes to the next line.
    #[inline]
    fn next_line(&mut self) {
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'\n' {
                self.line += 1;
                return;
            }
        }
    }

    /// The line that begins at a place.
    fn line_from(&self, from: usize) -> &'a [u8] {
        let rest = &self.bytes[from..self.bytes.len().min(from + 400)];
        rest.split(|&byte| byte == b'\n').next().unwrap_or_default()
    }
}

/// A node count far above the size of the text must be wrong, and would only take memory.
fn check_nodes(nodes: u64, bytes: &[u8]) -> Result<usize, Problem> {
    let most = MAX_NODES.min(1000 + bytes.len());
    let nodes = usize::try_from(nodes).ok().filter(|&nodes| nodes <= most);
    nodes.ok_or(Problem::TooMany { most, things: "nodes for a file of this size" })
}

fn read_arcs(bytes: &[u8]) -> Result<Graph, GraphError> {
    let mut cursor = Cursor::new(bytes);
    let (mut nodes, mut said) = (None, 0);
    let mut edges: Vec<(u32, u32, f64)> = Vec::new();
    while let Some(kind) = cursor.peek() {
        let (from, line) = (cursor.at, Place::Line(cursor.line));
        cursor.at += 1;
        match kind {
            b'a' => {
                let Some(nodes) = nodes else {
                    return Err(Problem::Missing("line 'p sp NODES ARCS' before this arc").at(line));
                };
                let ends = (cursor.whole(), cursor.whole());
                let (Some(tail), Some(head)) = ends else {
                    return Err(bad_arc(cursor.line_from(from)).at(line));
                };
                for end in [tail, head] {
                    if !(1..=nodes as u64).contains(&end) {
                        return Err(Problem::Unknown(end.to_string()).at(line));
                    }
                }
                let start = cursor.at;
                let price = match cursor.whole() {
                    Some(whole) if cursor.ends() => whole as f64,
                    _ => {
                        cursor.at = start;
                        slow_cost(&mut cursor, from).map_err(|problem| problem.at(line))?
                    }
                };
                if edges.len() == MAX_EDGES {
                    let things = "arcs";
                    return Err(Problem::TooMany { most: MAX_EDGES, things }.at(line));
                }
                edges.push((tail as u32 - 1, head as u32 - 1, price));
            }
            b'c' | b'\n' | b'\r' => cursor.at = from,
            b'p' if nodes.is_none() => {
                let wanted = "'p sp NODES ARCS'";
                let found = cursor.line_from(from);
                let error = || Problem::shape(found, wanted).at(line);
                let rest = cursor.blanks() && bytes[cursor.at..].starts_with(b"sp");
                cursor.at += 2;
                let counts = (cursor.whole(), cursor.whole());
                let (true, (Some(count), Some(arcs)), true) = (rest, counts, cursor.ends()) else {
                    return Err(error());
                };
                nodes = Some(check_nodes(count, bytes).map_err(|problem| problem.at(line))?);
                said = arcs;
                // An arc's line has at least eight bytes.
                edges.reserve_exact((arcs as usize).min(bytes.len() / 8));
            }
            _ => {
                let found = cursor.line_from(from);
                let wanted = "a line 'a FROM TO COST', 'p sp NODES ARCS' (once) or 'c …'";
                return Err(Problem::shape(found, wanted).at(line));
            }
        }
        cursor.next_line();
    }
    let Some(nodes) = nodes.filter(|&nodes| nodes > 0) else {
        return Err(Problem::Missing("line 'p sp NODES ARCS' with any nodes").at(Place::Whole));
    };
    if edges.len() as u64 != said {
        let (found, things) = (edges.len(), "arcs");
        return Err(Problem::Count { found, said, things }.at(Place::Whole));
    }
    Ok(Graph::in_rows(nodes, &edges, Direction::One))
}

fn bad_arc(line: &[u8]) -> Problem {
    Problem::shape(line, "'a FROM TO COST' with nodes that are whole numbers")
}

/// A cost that is not a whole number, or no cost.
#[cold]
fn slow_cost(cursor: &mut Cursor<'_>, from: usize) -> Result<f64, Problem> {
    let line = cursor.line_from(from);
    let rest = &line[(cursor.at - from).min(line.len())..];
    let word = std::str::from_utf8(rest).map_err(|_| bad_arc(line))?.trim();
    match word.is_empty() {
        true => Err(Problem::shape(line, "'a FROM TO COST'")),
        false => cost(word),
    }
}

fn read_coordinates(bytes: &[u8], nodes: usize) -> Result<Vec<[f64; 2]>, GraphError> {
    let mut cursor = Cursor::new(bytes);
    let mut coordinates = vec![[f64::NAN; 2]; nodes];
    while let Some(kind) = cursor.peek() {
        let (from, line) = (cursor.at, Place::CoordinateLine(cursor.line));
        cursor.at += 1;
        let found = cursor.line_from(from);
        match kind {
            b'v' => {
                let parts = (cursor.whole(), cursor.signed(), cursor.signed(), cursor.ends());
                let (Some(node), Some(x), Some(y), true) = parts else {
                    let wanted = "'v NODE LONGITUDE LATITUDE' in whole millionths of a degree";
                    return Err(Problem::shape(found, wanted).at(line));
                };
                let Some(place) = (node as usize).checked_sub(1).filter(|&node| node < nodes)
                else {
                    return Err(Problem::Unknown(node.to_string()).at(line));
                };
                coordinates[place] = [x / 1e6, y / 1e6];
            }
            b'p' => {
                let words = found.split(|byte| byte.is_ascii_whitespace());
                let words: Vec<_> = words.filter(|word| !word.is_empty()).take(6).collect();
                let count = match words[..] {
                    [b"p", b"aux", b"sp", b"co", count] => std::str::from_utf8(count).ok(),
                    _ => None,
                };
                if count.and_then(|count| count.parse::<usize>().ok()) != Some(nodes) {
                    let wanted = "'p aux sp co NODES' with as many nodes as the graph has";
                    return Err(Problem::shape(found, wanted).at(line));
                }
            }
            b'c' | b'\n' | b'\r' => cursor.at = from,
            _ => {
                let wanted = "a line 'v NODE LONGITUDE LATITUDE', 'p aux sp co NODES' or 'c …'";
                return Err(Problem::shape(found, wanted).at(line));
            }
        }
        cursor.next_line();
    }
    match coordinates.iter().position(|place| place[0].is_nan()) {
        Some(node) => {
            let name = beginning((node + 1).to_string().as_bytes());
            Err(Problem::NoCoordinates(name).at(Place::Whole))
        }
        None => Ok(coordinates),
    }
}
