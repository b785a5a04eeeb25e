//! Graph colouring.

use std::collections::BTreeMap;

use goalward::Rng;
use goalward_domains::coloring::{COLORABLE, Coloring, Graph, UNCOLORABLE};
use serde_json::json;

use crate::csp::{self, CspDomain};
use crate::number::Number;
use crate::registry::{Check, Conflict, Domain, InputError, Instance, Method, Set};
use crate::report::Solution;
use crate::settings::{Param, Settings};
use crate::view::{self, Cells, Frame, View};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "coloring",
    title: "Graph colouring",
    doc: "Graph colouring: neighbours get different colours",
    aliases: &[],
    params,
    instance_doc: "a .col text (@FILE), a name such as petersen or queen8_8, or SET:NUMBER; by default random",
    sets: &[
        Set {
            name: "colorable",
            doc: "DIMACS graphs with as many colours as they need",
            text: COLORABLE,
        },
        Set {
            name: "uncolorable",
            doc: "DIMACS graphs with one colour fewer than they need",
            text: UNCOLORABLE,
        },
    ],
    random: true,
    open,
    load: None,
};

fn params() -> Vec<Param> {
    let doc = "Number of colours; by default that of the set, or 3";
    vec![Param::whole("colors", doc, 1..=1_000, "3").optional()]
}

/// How many vertices a random graph has.
const VERTICES: usize = 20;
/// The share of its pairs that are neighbours: about four for each vertex, so that three colours
/// are often, but not always, enough.
const DENSITY: f64 = 0.2;

fn open(
    settings: &Settings,
    text: Option<&str>,
    seed: u64,
) -> Result<Box<dyn Instance>, InputError> {
    let text = text.map(str::trim);
    let line = match text {
        Some(text) if text.lines().count() == 1 => Set::find(DOMAIN.sets, text)?,
        _ => None,
    };
    // A line of a set is a name and a number of colours.
    let named = line.and_then(|(_, line)| line.split_once(' '));
    let (text, usual) = match named {
        Some((name, colors)) => (Some(name), colors.parse().expect("a set is well written")),
        None => (text, 3),
    };
    let graph = match text {
        None => Graph::random(VERTICES, DENSITY, &mut Rng::new(seed)),
        Some(text) => match Graph::named(text) {
            Some(graph) => graph,
            None => text.parse().map_err(|error| {
                let hint = if text.lines().count() == 1 {
                    "; use the text of a .col file, or australia, petersen, myciel3 to myciel7, \
                     or queen5_5 to queen16_16"
                } else {
                    ""
                };
                InputError(format!("{error}{hint}"))
            })?,
        },
    };
    let colors = settings.whole_if_set("colors").unwrap_or(usual);
    Ok(Box::new(Map { coloring: Coloring::new(graph, colors as usize) }))
}

/// The states of [`Graph::australia`], and where they lie: degrees east and north. They stay in
/// place when their borders are changed.
const STATES: [&str; 7] = ["WA", "NT", "SA", "Q", "NSW", "V", "T"];
const AUSTRALIA: [[f64; 2]; 7] = [
    [121.0, -25.5],
    [133.0, -19.5],
    [135.0, -29.5],
    [144.5, -22.5],
    [147.0, -32.0],
    [144.0, -37.0],
    [146.8, -42.0],
];

/// Larger graphs are not listed for people.
const LISTED: usize = 100;

struct Map {
    coloring: Coloring,
}

impl Instance for Map {
    fn text(&self) -> String {
        self.coloring.graph().to_string()
    }

    fn goal(&self) -> Option<String> {
        Some(format!("{} colors", self.coloring.colors()))
    }

    fn drawing(&self) -> String {
        let graph = self.coloring.graph();
        format!(
            "{} vertices, {} edges, {} colours",
            graph.vertices(),
            graph.edges().len(),
            self.coloring.colors()
        )
    }

    fn methods(&self) -> Vec<Method<'_>> {
        csp::methods(&self.coloring)
    }

    fn default_method(&self) -> &'static str {
        "mac(order=mrv-degree)"
    }

    fn compared(&self) -> &'static [&'static str] {
        csp::COMPARED
    }

    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let Solution::Numbers(colors) = solution else { return Err("it has no colours".into()) };
        let values = csp::values(colors);
        let clash = |&&(u, v): &&(usize, usize)| values.get(u) == values.get(v);
        let vertices = self.coloring.graph().vertices();
        Ok(Check {
            cost: Some(Number::from(
                self.coloring.graph().edges().iter().filter(clash).count() as i64
            )),
            solves: self.coloring.is_solution(&values),
            boards: Vec::new(),
            end: None,
            picture: (vertices <= LISTED)
                .then(|| by_color(self.coloring.graph(), values.iter().copied().map(Some))),
        })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        let Solution::Numbers(colors) = solution else { return Err("it has no colours".into()) };
        Ok(vec![view::values(&csp::values(colors).into_iter().map(Some).collect::<Vec<_>>())])
    }

    /// A colour for each vertex, counted from 0 or from 1, in order or after its name or number.
    fn read(&self, text: &str) -> Result<Solution, String> {
        let graph = self.coloring.graph();
        let vertices = graph.vertices();
        let place = |given: &str| {
            let is_it = |vertex: &usize| name(graph, *vertex).eq_ignore_ascii_case(given);
            (0..vertices).find(is_it)
        };
        Ok(Solution::Numbers(csp::from_one(csp::read_numbers(text, vertices, "vertices", place)?)))
    }

    fn conflict(&self, solution: &Solution) -> Option<Conflict> {
        let Solution::Numbers(colors) = solution else { return None };
        csp::conflict(&self.coloring, &csp::values(colors))
    }

    fn can_be_drawn(&self) -> bool {
        self.coloring.graph().vertices() <= LISTED
    }

    fn view(&self) -> View {
        let graph = self.coloring.graph();
        let (vertices, values) = (graph.vertices(), self.coloring.colors());
        let names: Option<Vec<&str>> = (0..vertices).map(|vertex| graph.name(vertex)).collect();
        let facts = json!({
            "vertices": vertices,
            "names": names,
            "places": names.as_deref().filter(|names| **names == STATES).map(|_| AUSTRALIA),
            "edges": graph.edges(),
            "values": values,
        });
        View { frame: Frame::new("graph", facts), start: vec![None; vertices] }
    }
}

/// The name of a vertex, or its number from 1.
fn name(graph: &Graph, vertex: usize) -> String {
    graph.name(vertex).map_or_else(|| (vertex + 1).to_string(), Into::into)
}

/// A line for each colour that a vertex has, counted from 1, with its vertices.
fn by_color(graph: &Graph, colors: impl Iterator<Item = Option<usize>>) -> String {
    let mut vertices: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (vertex, color) in colors.enumerate() {
        if let Some(color) = color {
            vertices.entry(color).or_default().push(name(graph, vertex));
        }
    }
    let line =
        |(color, names): (usize, Vec<String>)| format!("colour {}: {}", color + 1, names.join(" "));
    vertices.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

impl CspDomain for Coloring {
    fn name_variable(&self, vertex: usize) -> String {
        match self.graph().name(vertex) {
            Some(name) => name.into(),
            None => format!("vertex {}", vertex + 1),
        }
    }

    fn name_value(&self, color: usize) -> String {
        format!("colour {}", color + 1)
    }

    fn show(&self, assignment: &[Option<usize>]) -> String {
        let color =
            |color: &Option<usize>| color.map_or(".".into(), |color| (color + 1).to_string());
        assignment.iter().map(color).collect::<Vec<_>>().join(" ")
    }

    fn drawing(&self, assignment: &[Option<usize>]) -> String {
        let has_colors = assignment.iter().any(Option::is_some);
        match has_colors && self.graph().vertices() <= LISTED {
            true => by_color(self.graph(), assignment.iter().copied()),
            false => self.show(assignment),
        }
    }

    fn solution(&self, colors: &[usize]) -> Solution {
        Solution::Numbers(colors.iter().map(|&color| color as u64 + 1).collect())
    }
}
