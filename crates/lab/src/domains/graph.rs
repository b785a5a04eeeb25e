//! Graphs with named nodes.

use std::sync::Arc;

use goalward::path::audit::{Reachable, Truth};
use goalward::{Limits, Meter, Rng, StateSpace};
use goalward_domains::graph::heuristics::{Alt, Euclidean, GreatCircle, StraightLine, Unsuited};
use goalward_domains::graph::{Direction, Edge, Graph, Node, ROMANIA, Route, romania};
use serde_json::json;

use crate::audit::{Subject, heuristics};
use crate::number::Number;
use crate::path::{self, Estimate, PathDomain, Prepared, Ready, Unready};
use crate::places::{Erased, Shelf, erased, landmark_params, with_landmarks};
use crate::registry::{Check, Domain, InputError, Instance, Method, Reader, Set};
use crate::report::Solution;
use crate::settings::{Choice, Param, Settings};
use crate::spec::Spec;
use crate::view::{Cells, Frame, View};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "graph",
    title: "Graph",
    doc: "The cheapest path between two nodes of a graph",
    aliases: &[],
    params,
    instance_doc: "a graph as CSV, DIMACS .gr, node-link JSON or GraphML (@FILE), with from and \
        to, or SET:NUMBER; by default one of romania, chosen by the seed",
    sets: &[Set {
        name: "romania",
        doc: "The textbook's road map: each city to Bucharest",
        text: ROMANIA,
    }],
    random: true,
    open,
    load: Some(load),
};

fn params() -> Vec<Param> {
    let edges = [
        Choice { name: "both", doc: "Edges lead both ways" },
        Choice { name: "one", doc: "Edges lead one way" },
    ];
    vec![
        Param::text("from", "The name of the start"),
        Param::text("to", "The name of the goal"),
        Param::choice("edges", "Direction of the edges of a CSV list", edges, "both"),
        Param::whole("nodes", "Make a random graph of this many nodes", 2..=1 << 25, "2")
            .optional()
            .making_the_start(),
    ]
}

/// What a text stands for, except for what settings say.
struct Opened {
    graph: Arc<Graph>,
    /// The text of the graph, where there is a short one.
    name: Option<String>,
    ends: Option<[Node; 2]>,
}

fn open(
    settings: &Settings,
    text: Option<&str>,
    seed: u64,
) -> Result<Box<dyn Instance>, InputError> {
    let direction = match settings.choice("edges") {
        "one" => Direction::One,
        _ => Direction::Both,
    };
    let Opened { graph, name, ends } = match (text, settings.text("nodes")) {
        (Some(_), Some(_)) => {
            let why = "nodes makes a graph, so it cannot be combined with an instance";
            return Err(InputError(why.into()));
        }
        (Some(text), None) => read(text.trim(), direction)?,
        (None, Some(nodes)) => recipe(&format!("roads/{nodes}/{seed}"))?,
        (None, None) => read(city(seed), direction)?,
    };
    let end = |name: &str, given: Option<Node>| match settings.text(name) {
        Some(node) => self::node(&graph, node),
        None => given.ok_or_else(|| {
            InputError(format!(
                "the {} is missing: add {name}=NODE",
                if name == "from" { "start" } else { "goal" }
            ))
        }),
    };
    let from = end("from", ends.map(|[from, _]| from))?;
    let to = end("to", ends.map(|[_, to]| to))?;
    Ok(Box::new(Trip { route: Route::new(graph, from, to), name }))
}

/// The line of romania that the seed stands for.
fn city(seed: u64) -> &'static str {
    let [set] = DOMAIN.sets else { unreachable!("there is one set") };
    let index = seed.wrapping_sub(1) % set.lines().count() as u64;
    set.lines().nth(index as usize).expect("a line of the set")
}

fn node(graph: &Graph, name: &str) -> Result<Node, InputError> {
    graph.node(name.trim()).ok_or_else(|| {
        let shown: String = name.trim().chars().take(40).collect();
        let named = |node: Node| graph.name(node).into_owned();
        let names: Vec<String> = graph.all_nodes().take(NAMED + 1).map(named).collect();
        let names = match names.len() > NAMED {
            true => format!("such as {}", names[0]),
            false => names.join(", "),
        };
        InputError(format!("the graph has no node `{shown}`: its nodes are {names}"))
    })
}

/// At most this many nodes are listed where one is misspelt.
const NAMED: usize = 30;

/// What a text stands for: `set:number`, a whole graph, or `GRAPH, FROM, TO` with the last two left
/// out, where `GRAPH` is romania, the name of a file that was loaded, or the recipe of a generated
/// one.
fn read(text: &str, direction: Direction) -> Result<Opened, InputError> {
    let is_whole = text.contains('\n') || text.starts_with(['{', '<']);
    if is_whole {
        let graph = whole(text.as_bytes(), direction).map_err(InputError::new)?;
        let ends = match text.starts_with('{').then(|| Graph::ends_in_json(text.as_bytes())) {
            Some(Some([from, to])) => Some([node(&graph, &from)?, node(&graph, &to)?]),
            _ => None,
        };
        return Ok(Opened { graph: Arc::new(graph), name: None, ends });
    }
    if !text.contains(',')
        && text.contains(':')
        && GRAPHS.get(text).is_none()
        && let Some((_, line)) = Set::find(DOMAIN.sets, text)?
    {
        return read(line, direction);
    }
    let mut pieces = text.rsplitn(3, ',').map(str::trim).collect::<Vec<_>>();
    pieces.reverse();
    let (name, ends) = match pieces[..] {
        [name, from, to] => (name, Some([from, to])),
        [name] => (name, None),
        _ => return Err(InputError("write GRAPH, FROM, TO or only GRAPH".into())),
    };
    let mut opened = match GRAPHS.get(name) {
        Some(graph) => Opened { graph, name: Some(name.into()), ends: None },
        None if name == "romania" => {
            let graph = GRAPHS.keep(name, romania());
            Opened { graph, name: Some(name.into()), ends: None }
        }
        None if name.matches('/').count() == 2 => recipe(name)?,
        // A list of one edge: the last piece is its cost.
        None if ends.is_some_and(|[_, cost]| cost.parse::<f64>().is_ok()) => {
            let graph = whole(text.as_bytes(), direction).map_err(InputError::new)?;
            return Ok(Opened { graph: Arc::new(graph), name: None, ends: None });
        }
        None => {
            let shown: String = name.chars().take(40).collect();
            return Err(InputError(format!(
                "there is no graph `{shown}`: use romania, or a file such as @FILE.csv, .gr, \
                 .json or .graphml"
            )));
        }
    };
    if let Some([from, to]) = ends {
        opened.ends = Some([node(&opened.graph, from)?, node(&opened.graph, to)?]);
    }
    Ok(opened)
}

/// A whole graph in whichever format it is.
fn whole(bytes: &[u8], direction: Direction) -> Result<Graph, goalward_domains::graph::GraphError> {
    let begins = |word: &[u8]| bytes.trim_ascii_start().starts_with(word);
    match () {
        () if begins(b"{") => Graph::from_json(bytes),
        () if begins(b"<") => Graph::from_graphml(bytes),
        () if begins(b"c ") || begins(b"p ") => Graph::from_dimacs(bytes, None),
        () => Graph::from_csv(bytes, direction),
    }
}

/// A generated graph with ends: `roads/NODES/SEED`.
fn recipe(text: &str) -> Result<Opened, InputError> {
    let wrong = || {
        let shown: String = text.chars().take(40).collect();
        InputError(format!("`{shown}` is not a generated graph: write roads/NODES/SEED"))
    };
    let ["roads", nodes, seed] = text.split('/').collect::<Vec<_>>()[..] else {
        return Err(wrong());
    };
    let nodes = nodes.parse::<usize>().ok().filter(|nodes| (2..=1 << 25).contains(nodes));
    let (Some(nodes), Ok(seed)) = (nodes, seed.parse::<u64>()) else { return Err(wrong()) };
    let mut rng = Rng::new(seed);
    let graph = Graph::roads(nodes, &mut rng);
    let from = rng.below(nodes);
    let to = rng.below(nodes - 1);
    let all = |number: usize| graph.all_nodes().nth(number).expect("a node of the graph");
    let ends = [all(from), all(to + usize::from(to >= from))];
    Ok(Opened { graph: Arc::new(graph), name: Some(text.into()), ends: Some(ends) })
}

/// Graphs that were loaded.
static GRAPHS: Shelf<Graph> = Shelf::new();

/// Reads `.gr` files, with the coordinates in a `.co` file next to it if there is one, and `.json`
/// and `.graphml` files. The direction of a CSV list is a setting, so a CSV list is opened as text.
fn load(file: &str, read: Reader<'_>) -> Result<Option<Vec<String>>, InputError> {
    let at = |error| InputError(format!("`{file}`: {error}"));
    let graph = match file.rsplit_once('.') {
        Some((stem, "gr")) => {
            let coordinates = read(&format!("{stem}.co")).ok();
            Graph::from_dimacs(&read(file)?, coordinates.as_deref()).map_err(at)?
        }
        Some((_, "json")) => Graph::from_json(&read(file)?).map_err(at)?,
        Some((_, "graphml")) => Graph::from_graphml(&read(file)?).map_err(at)?,
        _ => return Ok(None),
    };
    GRAPHS.keep(file, graph);
    Ok(Some(vec![file.into()]))
}

/// A path to find.
struct Trip {
    route: Route,
    /// The text of the graph, where there is a short one.
    name: Option<String>,
}

impl Trip {
    fn names(&self) -> [String; 2] {
        let graph = self.route.graph();
        [self.route.start(), self.route.goal()].map(|node| graph.name(node).into_owned())
    }
}

impl Instance for Trip {
    fn text(&self) -> String {
        let [from, to] = self.names();
        match &self.name {
            Some(name) => format!("{name}, {from}, {to}"),
            None => self.route.graph().to_json_between([self.route.start(), self.route.goal()]),
        }
    }

    fn goal(&self) -> Option<String> {
        let [_, to] = self.names();
        Some(to)
    }

    fn drawing(&self) -> String {
        let ([from, to], graph) = (self.names(), self.route.graph());
        let (nodes, edges) = (graph.nodes(), graph.edges());
        let edges = match graph.direction() {
            Direction::One if edges == 1 => "1 one-way edge".into(),
            Direction::One => format!("{edges} one-way edges"),
            Direction::Both => {
                let loops =
                    |node: Node| graph.leaving(node).filter(move |&e| graph.head(e) == node);
                let loops = graph.all_nodes().map(|node| loops(node).count()).sum::<usize>();
                match (edges + loops) / 2 {
                    1 => "1 edge".into(),
                    edges => format!("{edges} edges"),
                }
            }
        };
        format!("{nodes} nodes, {edges}; from {from} to {to}")
    }

    fn methods(&self) -> Vec<Method<'_>> {
        path::reversible_methods(&self.route)
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        let suits = |subject: &Subject<'_>| self.route.suits(subject.name).is_ok();
        heuristics(&self.route).into_iter().filter(suits).collect()
    }

    fn default_method(&self) -> &'static str {
        "astar(alt)"
    }

    fn compared(&self) -> &'static [&'static str] {
        match (self.route.suits("straight-line").is_ok(), self.route.graph().has_coordinates()) {
            (true, _) => {
                &["bfs", "ucs", "bidirectional", "greedy(straight-line)", "astar(straight-line)"]
            }
            (_, true) => {
                &["ucs", "bidirectional", "greedy(euclidean)", "astar(euclidean)", "astar(alt)"]
            }
            (_, false) => &["bfs", "ucs", "bidirectional", "greedy(alt)", "astar(alt)"],
        }
    }

    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let (way, cost) = self.walk(solution)?;
        let end = way.last().copied().unwrap_or(self.route.start());
        Ok(Check {
            cost: Some(Number::from(cost)),
            solves: end == self.route.goal(),
            boards: Vec::new(),
            end: Some(self.route.show(&end)),
            picture: None,
        })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        let (way, _) = self.walk(solution)?;
        Ok(way.iter().map(|node| self.route.cells(node)).collect())
    }

    fn can_be_drawn(&self) -> bool {
        false
    }

    /// The nodes on the path; the first may be the start.
    fn read(&self, text: &str) -> Result<Solution, String> {
        let [from, _] = self.names();
        let graph = self.route.graph();
        let stays =
            graph.leaving(self.route.start()).any(|edge| graph.head(edge) == self.route.start());
        let bare = text.trim_start_matches(|c: char| c.is_whitespace() || "['\"(".contains(c));
        let from = path::fitting(bare, &from).filter(|_| !stays);
        Ok(path::read_plan(&self.route, from.map_or(text, |length| &bare[length..])))
    }

    fn view(&self) -> View {
        let (graph, [from, to]) = (self.route.graph(), [self.route.start(), self.route.goal()]);
        let start = self.route.cells(&from);
        if !is_drawn(graph) {
            return View { frame: Frame::text(), start };
        }
        let both = graph.direction() == Direction::Both;
        let edges = graph.all_nodes().flat_map(|tail| graph.leaving(tail));
        // An edge that leads both ways is there twice.
        let edges = edges.filter(|&edge| !both || graph.tail(edge) <= graph.head(edge));
        let edge = |edge: Edge| {
            json!([graph.tail(edge).number(), graph.head(edge).number(), graph.cost(edge)])
        };
        let places = graph.all_nodes().map(|node| graph.coordinates(node));
        let facts = json!({
            "vertices": graph.nodes(),
            "names": graph.all_nodes().map(|node| graph.name(node)).collect::<Vec<_>>(),
            "places": places.collect::<Option<Vec<_>>>(),
            "edges": edges.map(edge).collect::<Vec<_>>(),
            "directed": !both,
            "start": from.number(),
            "goal": to.number(),
        });
        View { frame: Frame::new("graph", facts), start }
    }
}

impl Trip {
    /// Goes from node to node by the edges' names, adding up what they cost.
    fn walk(&self, names: &Solution) -> Result<(Vec<Node>, f64), String> {
        let graph = self.route.graph();
        let (mut at, mut cost) = (self.route.start(), 0.0);
        let mut way = vec![at];
        for word in names.words() {
            let mut called =
                graph.leaving(at).filter(|&edge| PathDomain::name(&self.route, &edge) == word);
            let Some(edge) = called.next() else {
                return Err(format!("no edge leads from {} to {word}", graph.name(at)));
            };
            cost += graph.cost(edge);
            at = graph.head(edge);
            way.push(at);
        }
        Ok((way, cost))
    }
}

/// Larger graphs are not drawn.
const DRAWN_NODES: usize = 500;
/// Nor those with more edges.
const DRAWN_EDGES: usize = 4000;

/// Whether people can make something of a drawing.
fn is_drawn(graph: &Graph) -> bool {
    graph.nodes() <= DRAWN_NODES && graph.edges() <= DRAWN_EDGES
}

/// What a domain needs to know about a route.
trait Suits {
    /// Whether a heuristic is available.
    fn suits(&self, heuristic: &str) -> Result<(), Unsuited>;
}

impl Suits for Route {
    fn suits(&self, heuristic: &str) -> Result<(), Unsuited> {
        match heuristic {
            "straight-line" => StraightLine::of(self).map(|_| ()),
            "euclidean" | "great-circle" if !self.graph().has_coordinates() => {
                Err(Unsuited::NoCoordinates)
            }
            "great-circle" => GreatCircle::of(self).map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// An audit looks at every node of graphs with no more than this.
const FEW: usize = 200_000;

impl PathDomain for Route {
    const HEURISTICS: &'static [Estimate] = &[
        Estimate {
            name: "zero",
            title: "none (zero)",
            doc: "Always 0",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "straight-line",
            title: "straight-line distance",
            doc: "The textbook's straight lines to Bucharest",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "euclidean",
            title: "Euclidean distance",
            doc: "Straight-line distance times the least cost per length",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "great-circle",
            title: "great-circle distance",
            doc: "The same on the globe, from longitude and latitude",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "alt",
            title: "landmarks (ALT)",
            doc: "From exact distances to landmarks; accounts for edge costs",
            admissible: true,
            params: landmark_params,
        },
    ];
    const DEFAULT_HEURISTIC: &'static str = "alt";
    const UNIT_COSTS: bool = false;

    fn heuristic(&self, spec: &Spec, limits: &Limits) -> Result<Ready<'_, Self>, Unready> {
        let ready = Prepared::default();
        let unsuited = |error: Unsuited| Unready::Input(InputError::new(error));
        let (estimate, prepared): (Erased<Self>, Prepared) = match spec.name.as_str() {
            "zero" => (Box::new(|_| 0.0), ready),
            "straight-line" => (erased(StraightLine::of(self).map_err(unsuited)?), ready),
            "euclidean" => (erased(Euclidean::of(self).map_err(unsuited)?), ready),
            "great-circle" => (erased(GreatCircle::of(self).map_err(unsuited)?), ready),
            _ => {
                let make = |count, meter: &mut Meter| Alt::of(self, count, meter);
                let bytes = |alt: &Alt| alt.landmarks().bytes();
                let (alt, prepared) = with_landmarks(spec, limits, make, bytes)?;
                (erased(alt), prepared)
            }
        };
        Ok((Box::new(estimate), prepared))
    }

    fn check_heuristic(&self, spec: &Spec, _: &Limits) -> Result<(), InputError> {
        self.suits(&spec.name).map_err(InputError::new)
    }

    fn show(&self, node: &Node) -> String {
        self.graph().name(*node).into_owned()
    }

    /// Its number; for graphs that are not drawn, its name in cells, equally many for every node.
    fn cells(&self, node: &Node) -> Cells {
        let graph = self.graph();
        if is_drawn(graph) {
            return vec![Some(node.number() as u32)];
        }
        let (name, blanks) = (graph.name(*node), std::iter::repeat(' '));
        let letters = name.chars().chain(blanks).take(graph.longest_name());
        letters.map(|letter| Some(letter.into())).collect()
    }

    /// Where it leads; for several edges between the same nodes, with its number among them.
    fn name(&self, edge: &Edge) -> String {
        let graph = self.graph();
        let head = graph.head(*edge);
        let name = graph.name(head);
        let alike = graph.leaving(graph.tail(*edge)).filter(|&other| graph.head(other) == head);
        match alike.take_while(|other| other != edge).count() {
            0 => name.into_owned(),
            before => format!("{name} #{}", before + 1),
        }
    }

    fn every_state(&self) -> Option<impl Truth<Self>> {
        (self.graph().nodes() <= FEW).then_some(Reachable)
    }
}
