//! Graphs built once from edges, and searched without a call into Python.

use std::sync::OnceLock;

use goalward::{Cost, Reversible, StateSpace};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::detached::{self, discard_objects};
use crate::limits::limits;
use crate::networkx::{Arc, copied};
use crate::numbers::Numbers;
use crate::path::{Method, head};
use crate::states::{States, shown};
use crate::trouble::heeding;

/// A graph of nodes, which may be anything hashable, and edges with costs.
#[pyclass(frozen, name = "Graph", module = "goalward._goalward")]
pub struct Graph {
    nodes: States,
    /// Where the edges out of each node begin; one more at the end.
    first: Vec<u32>,
    to: Vec<u32>,
    from: Vec<u32>,
    costs: Costs,
    /// For each node, the edges into it: made when first asked for.
    into: OnceLock<Vec<Vec<u32>>>,
    /// A point for each node, if they have points.
    points: Option<Vec<[f64; 2]>>,
}

/// Costs of edges: whole numbers where all are, since those are faster and exact.
enum Costs {
    Whole(Vec<u32>),
    Real(Vec<f64>),
}

#[pymethods]
impl Graph {
    /// A graph from edges `(from, to)` or `(from, to, cost)`, nodes without edges, and points by
    /// node.
    #[new]
    fn new<'py>(
        py: Python<'py>,
        edges: &Bound<'py, PyAny>,
        directed: bool,
        nodes: &Bound<'py, PyAny>,
        points: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let mut made = Made { nodes: States::of("node"), edges: Vec::new() };
        if let Err(error) = made.read(edges, directed, nodes) {
            discard_objects(made.nodes.into_objects());
            return Err(error);
        }
        made.graph(py, points)
    }

    /// A graph from the adjacency of a networkx graph, which may have several edges between two
    /// nodes, and points by node.
    #[staticmethod]
    fn of_networkx<'py>(
        py: Python<'py>,
        adjacency: &Bound<'py, PyAny>,
        directed: bool,
        several: bool,
        weight: Bound<'py, PyAny>,
        points: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let (nodes, edges) = copied(adjacency, directed, several, weight)?;
        Made { nodes, edges }.graph(py, points)
    }

    /// How many nodes there are.
    fn __len__(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges there are; one that goes both ways counts twice.
    fn edges(&self) -> usize {
        self.to.len()
    }

    /// Whether the nodes have points.
    fn has_points(&self) -> bool {
        self.points.is_some()
    }

    /// Searches for a path, with the straight line to the target as the heuristic if `straight`
    /// is set.
    #[allow(clippy::too_many_arguments)]
    fn search<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        source: &Bound<'py, PyAny>,
        target: &Bound<'py, PyAny>,
        straight: bool,
        time: Option<Bound<'py, PyAny>>,
        nodes: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let method = Method::read(method)?;
        let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
        let (source, target) = (self.number(source)?, self.number(target)?);
        let line = match &self.points {
            Some(points) if straight => Some((points.as_slice(), points[target as usize])),
            _ => None,
        };
        macro_rules! run {
            ($costs:expr, $number:ty) => {{
                let space = Ways { graph: self, costs: $costs, source, target };
                let h = |&node: &u32| match line {
                    None => 0 as $number,
                    Some((points, [x, y])) => {
                        let [a, b] = points[node as usize];
                        (a - x).hypot(b - y) as $number
                    }
                };
                let outcome = detached::search(py, method, &space, &h, &limits)?;
                let written = head(py, &method, &outcome)?;
                if let Some(plan) = outcome.best() {
                    let way = || plan.states.iter().map(|&node| self.nodes.object(py, node));
                    written.set_item("states", PyList::new(py, way())?)?;
                    written.set_item("actions", PyList::new(py, way().skip(1))?)?;
                    written.set_item("cost", plan.cost)?;
                    written.set_item("reaches_goal", plan.reaches_goal())?;
                }
                Ok(written)
            }};
        }
        match &self.costs {
            Costs::Whole(costs) => run!(costs, u32),
            Costs::Real(costs) => run!(costs, f64),
        }
    }
}

impl Graph {
    fn number(&self, node: &Bound<'_, PyAny>) -> PyResult<u32> {
        let missing = || PyKeyError::new_err(format!("{} is not a node of the graph", shown(node)));
        self.nodes.find(node)?.ok_or_else(missing)
    }

    fn out_of(&self, node: u32) -> std::ops::Range<u32> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    fn into(&self, node: u32) -> &[u32] {
        let into = self.into.get_or_init(|| {
            let mut into = vec![Vec::new(); self.nodes.len()];
            for (edge, &to) in (0u32..).zip(&self.to) {
                into[to as usize].push(edge);
            }
            into
        });
        &into[node as usize]
    }
}

/// A graph in the making.
struct Made {
    nodes: States,
    edges: Vec<Arc>,
}

impl Made {
    /// The graph: its edges in the order of where they begin.
    fn graph(self, py: Python<'_>, points: Option<&Bound<'_, PyDict>>) -> PyResult<Graph> {
        let points = points.map(|points| self.points(py, points)).transpose()?;
        let mut first = vec![0u32; self.nodes.len() + 1];
        for (from, _, _) in &self.edges {
            first[*from as usize + 1] += 1;
        }
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
        let (mut next, mut edges) = (first.clone(), vec![(0, 0, 0.0); self.edges.len()]);
        for edge in self.edges {
            let place = &mut next[edge.0 as usize];
            edges[*place as usize] = edge;
            *place += 1;
        }
        Ok(Graph {
            nodes: self.nodes,
            first,
            to: edges.iter().map(|edge| edge.1).collect(),
            from: edges.iter().map(|edge| edge.0).collect(),
            costs: costs(edges.iter().map(|edge| edge.2)),
            into: OnceLock::new(),
            points,
        })
    }

    fn read(
        &mut self,
        edges: &Bound<'_, PyAny>,
        directed: bool,
        nodes: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let read = Numbers::default();
        for node in heeding(nodes.py(), nodes.try_iter()?) {
            self.nodes.number(node??)?;
        }
        for edge in heeding(edges.py(), edges.try_iter()?) {
            self.edge(&edge??, directed, &read)?;
        }
        Ok(())
    }

    fn edge(&mut self, edge: &Bound<'_, PyAny>, directed: bool, read: &Numbers) -> PyResult<()> {
        let wrong = |why: &str| {
            let text =
                format!("the edge {} is not (from, to) or (from, to, cost){why}", shown(edge));
            PyTypeError::new_err(text)
        };
        let parts = match edge.cast::<PyTuple>() {
            Ok(tuple) => tuple.clone(),
            Err(_) => edge.cast::<PyList>().map_err(|_| wrong(""))?.to_tuple(),
        };
        if !(2..=3).contains(&parts.len()) {
            return Err(wrong(""));
        }
        let cost = match parts.get_item(2) {
            Err(_) => 1.0,
            Ok(cost) => read.read(&cost).map_err(|why| wrong(&format!(": {why}")))?,
        };
        if cost.is_nan() || cost < 0.0 {
            let text = format!("the edge {} has a cost that is NaN or below 0", shown(edge));
            return Err(PyValueError::new_err(text));
        }
        let (from, to) =
            (self.nodes.number(parts.get_item(0)?)?, self.nodes.number(parts.get_item(1)?)?);
        if cost.is_finite() {
            self.edges.push((from, to, cost));
            if !directed && from != to {
                self.edges.push((to, from, cost));
            }
        }
        Ok(())
    }

    fn points(&self, py: Python<'_>, points: &Bound<'_, PyDict>) -> PyResult<Vec<[f64; 2]>> {
        let point = |node: &Py<PyAny>| {
            let node = node.bind(py);
            let Some(point) = points.get_item(node)? else {
                let text = format!("the node {} has no point", shown(node));
                return Err(PyValueError::new_err(text));
            };
            let (x, y) = point.extract::<(f64, f64)>().map_err(|_| {
                let text = format!("the point of {} is not (x, y)", shown(node));
                PyTypeError::new_err(text)
            })?;
            Ok([x, y])
        };
        heeding(py, self.nodes.objects()).map(|node| point(node?)).collect()
    }
}

/// Whole costs if all are whole, and no path through the graph exceeds what they can hold.
fn costs(costs: impl Iterator<Item = f64> + Clone) -> Costs {
    let sum: f64 = costs.clone().sum();
    if sum < f64::from(u32::MAX) && costs.clone().all(|cost| cost.fract() == 0.0) {
        Costs::Whole(costs.map(|cost| cost as u32).collect())
    } else {
        Costs::Real(costs.collect())
    }
}

/// The paths from one node to another. An action is the number of an edge.
struct Ways<'a, C> {
    graph: &'a Graph,
    costs: &'a [C],
    source: u32,
    target: u32,
}

impl<C: Cost> StateSpace for Ways<'_, C> {
    type State = u32;
    type Action = u32;
    type Cost = C;

    fn start(&self) -> u32 {
        self.source
    }

    #[inline]
    fn is_goal(&self, &node: &u32) -> bool {
        node == self.target
    }

    #[inline]
    fn actions(&self, &node: &u32) -> impl Iterator<Item = u32> {
        self.graph.out_of(node)
    }

    #[inline]
    fn apply(&self, _: &u32, &edge: &u32) -> u32 {
        self.graph.to[edge as usize]
    }

    #[inline]
    fn cost(&self, _: &u32, &edge: &u32) -> C {
        self.costs[edge as usize]
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(self.graph.nodes.len())
    }

    #[inline]
    fn rank(&self, &node: &u32) -> usize {
        node as usize
    }
}

impl<C: Cost> Reversible for Ways<'_, C> {
    fn goals(&self) -> impl Iterator<Item = u32> {
        std::iter::once(self.target)
    }

    fn predecessors(&self, &node: &u32) -> impl Iterator<Item = (u32, u32)> {
        self.graph.into(node).iter().map(|&edge| (self.graph.from[edge as usize], edge))
    }
}
