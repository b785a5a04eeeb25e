//! Graphs as lists of edges: `from,to,cost`.

use super::Graph;
use super::build::{Builder, Direction, GraphError, Place, Problem, beginning, cost};

/// The longest line that is read.
const MAX_LINE: usize = 4096;

impl Graph {
    /// Reads a line `from,to,cost` for each edge; the cost is 1 if it is missing. The first line
    /// may be a header with these words. A name with a comma or a quotation mark must be quoted,
    /// with quotation marks inside it doubled. Empty lines are skipped.
    ///
    /// ```
    /// use goalward_domains::graph::{Direction, Graph};
    ///
    /// let graph = Graph::from_csv(b"from,to,cost\nArad,Sibiu,140\n", Direction::Both)?;
    /// assert_eq!((graph.nodes(), graph.edges()), (2, 2));
    /// let error = Graph::from_csv(b"Arad,Sibiu,-1\n", Direction::Both).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: \"-1\" is not a cost: use a number of at least 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not such a list.
    pub fn from_csv(bytes: &[u8], direction: Direction) -> Result<Self, GraphError> {
        let mut graph = Builder::new(direction);
        for (i, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let at = |problem: Problem| problem.at(Place::Line(i + 1));
            if line.len() > MAX_LINE {
                return Err(at(Problem::TooMany { most: MAX_LINE, things: "bytes in a line" }));
            }
            let text = std::str::from_utf8(line).map_err(|_| at(Problem::shape(line, "UTF-8")))?;
            let text = text.trim();
            if text.is_empty() || (i == 0 && is_head(text)) {
                continue;
            }
            edge(&mut graph, text).map_err(at)?;
        }
        graph.finish().map_err(|problem| problem.at(Place::Whole))
    }
}

fn is_head(line: &str) -> bool {
    let words: Vec<_> = line.split(',').map(|word| word.trim().to_ascii_lowercase()).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    matches!(words[..], ["from", "to"] | ["from", "to", "cost"])
}

fn edge(graph: &mut Builder, line: &str) -> Result<(), Problem> {
    let shape = || Problem::Shape { found: beginning(line.as_bytes()), wanted: "from,to,cost" };
    let fields = fields(line).ok_or_else(shape)?;
    let (from, to, price) = match &fields[..] {
        [from, to] => (from, to, 1.0),
        [from, to, price] => (from, to, cost(price)?),
        _ => return Err(shape()),
    };
    let (from, to) = (graph.node(from)?, graph.node(to)?);
    graph.edge(from, to, price)
}

/// The fields of a line, without the blanks and quotation marks around them; `None` if a
/// quotation mark is not closed or is closed in the middle of a field.
fn fields(line: &str) -> Option<Vec<String>> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let trimmed = rest.trim_start();
        let (field, after) = match trimmed.strip_prefix('"') {
            Some(quoted) => {
                let mut field = String::new();
                let mut quoted = quoted;
                loop {
                    let (part, after) = quoted.split_once('"')?;
                    field.push_str(part);
                    match after.strip_prefix('"') {
                        Some(more) => {
                            field.push('"');
                            quoted = more;
                        }
                        None => break (field, after.trim_start()),
                    }
                }
            }
            None => {
                let end = trimmed.find(',').unwrap_or(trimmed.len());
                (trimmed[..end].trim_end().to_owned(), &trimmed[end..])
            }
        };
        fields.push(field);
        if after.is_empty() {
            return Some(fields);
        }
        rest = after.strip_prefix(',')?;
    }
}
