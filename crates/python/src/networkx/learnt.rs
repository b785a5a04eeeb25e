//! What searches have learnt about a networkx graph, kept for the next search in it.
//!
//! It is kept in networkx's own cache of the graph, which networkx empties whenever nodes or edges
//! come or go. Costs change without networkx noticing, so each is compared before a search uses it:
//! as long as the data of an edge hold the same object as its weight, its cost is the same.
//!
//! Looking a node up takes its hash and a comparison, which is most of the time of a first search. The
//! way back along an undirected edge is therefore recognised by the edge's data, which both ends share.

use std::hint::black_box;

use pyo3::exceptions::PyRuntimeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::edges::{Arc, Edge, NONE, Node, Way, Ways};
use super::weights::Weights;
use crate::states::{Id, States};
use crate::trouble::heeding;

/// How many edges that lead to a node are compared with each edge out of it before the node at the
/// other end is looked up.
const COMPARED: usize = 8;

/// A search without a heuristic that reads more than one node in this many reads all edges, or
/// compares all costs, in the order of their addresses: in the order of the search, nearly every
/// one is a cache miss, and it takes twice as long.
const FEW: usize = 8;

/// The same with a heuristic, which may lead to the target after a quarter of the graph.
const FEW_INFORMED: usize = 3;

/// Once it has read one node in this many, it makes room for the edges of the others: lists that
/// grow step by step would take a fifth of a first search.
const ROOM: usize = 64;

/// For no more edges at each node than this: the first nodes may have more than the others.
const ROOM_EACH: usize = 4;

/// How many edges' data are fetched from memory at once.
const TOGETHER: usize = 32;

/// After this many of those, Ctrl-C is checked for.
const TURN: usize = 32 * TOGETHER;

/// What searches have learnt about a graph. A search takes it and returns it at its end.
#[pyclass(name = "Known", module = "goalward._goalward")]
#[derive(Default)]
pub struct Known(pub Option<Box<Learnt>>);

#[pymethods]
impl Known {
    #[new]
    fn new() -> Self {
        Known::default()
    }

    /// A copy of a graph, or one from a file, has other objects: nothing is known about it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (py.get_type::<Known>(), PyTuple::empty(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Some(learnt) = &self.0 else { return Ok(()) };
        visit.call(&learnt.adjacency)?;
        learnt.objects.objects().iter().try_for_each(|node| visit.call(node))?;
        learnt.nodes.iter().try_for_each(|node| visit.call(&node.around))?;
        learnt.edges.iter().try_for_each(|edge| visit.call(&edge.data))
    }

    fn __clear__(&mut self) {
        self.0 = None;
    }
}

/// The nodes of a graph by number, and the edges out of them.
pub struct Learnt {
    /// What it was learnt from, and how many nodes that had.
    adjacency: Py<PyAny>,
    count: usize,
    /// More nodes than there can be, unless the graph changes during the search.
    most: usize,
    objects: States,
    /// By number of the object.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The ways out of a node are adjacent.
    ways: Vec<Way>,
    /// Whether both ends of an edge have the same data, and no two edges do.
    told_by_data: bool,
    /// Which search this is; the first is 1.
    search: u32,
    /// It reads everything once it has read more than one node in this many.
    few: usize,
    /// How many nodes it has read for the first time, and how many others.
    met: usize,
    compared: usize,
    /// Whether it has compared the costs of all edges.
    all_compared: bool,
}

impl Learnt {
    /// What is known about these edges when a search begins: nothing, if `known` is about others.
    pub fn begin(
        known: Option<Box<Learnt>>,
        adjacency: &Bound<'_, PyAny>,
        directed: bool,
        informed: bool,
    ) -> PyResult<Box<Learnt>> {
        let count = adjacency.len()?;
        let known = known.filter(|known| {
            known.adjacency.is(adjacency) && known.count == count && known.search < u32::MAX
        });
        let mut known = known.unwrap_or_else(|| {
            Box::new(Learnt {
                adjacency: adjacency.clone().unbind(),
                count,
                most: 0,
                objects: States::of("node"),
                nodes: Vec::new(),
                edges: Vec::new(),
                ways: Vec::new(),
                told_by_data: !directed && adjacency.is_exact_instance_of::<PyDict>(),
                search: 0,
                few: FEW,
                met: 0,
                compared: 0,
                all_compared: false,
            })
        });
        known.search += 1;
        known.few = if informed { FEW_INFORMED } else { FEW };
        (known.met, known.compared, known.all_compared) = (0, 0, false);
        known.most = known.nodes.len() + count + 2;
        Ok(known)
    }

    /// More nodes than this search can meet.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The number of a node.
    pub fn number(&mut self, node: Bound<'_, PyAny>) -> PyResult<Id> {
        let id = self.objects.number(node)?;
        if self.nodes.len() <= id as usize {
            self.nodes.push(Node { ways: Ways::default(), waiting: NONE, around: None });
        }
        if id as usize >= self.most {
            return Err(PyRuntimeError::new_err("the graph changed during the search"));
        }
        Ok(id)
    }

    /// The node of a number.
    #[inline]
    pub fn object<'py>(&self, py: Python<'py>, id: Id) -> &Bound<'py, PyAny> {
        self.objects.object(py, id)
    }

    /// The way of a number.
    #[inline]
    pub fn way(&self, way: u32) -> Way {
        self.ways[way as usize]
    }

    /// The ways out of a node, as they are now.
    #[inline]
    pub fn read(&mut self, id: Id, weights: &Weights<'_>) -> PyResult<Ways> {
        let ways = self.nodes[id as usize].ways;
        if ways.search == self.search { Ok(ways) } else { self.renew(id, weights) }
    }

    fn renew(&mut self, id: Id, weights: &Weights<'_>) -> PyResult<Ways> {
        let at_once = weights.function().is_none();
        let is_known = self.nodes[id as usize].ways.search > 0;
        if is_known && (self.all_compared || self.is_as_long(weights.py(), id)) {
            self.compared += 1;
            if at_once && self.compared == self.nodes.len() / self.few + 1 {
                self.all_compared = self.compare_all(weights)?;
            }
            let Ways { first, count, .. } = self.nodes[id as usize].ways;
            if !self.all_compared {
                (first..first + count).try_for_each(|way| self.compare(id, way, weights))?;
            }
        } else {
            if is_known {
                self.nodes[id as usize].waiting = NONE;
            }
            self.meet();
            if at_once && self.met == self.count / self.few + 1 {
                self.learn_all(weights)?;
            }
            if self.nodes[id as usize].ways.search != self.search {
                self.nodes[id as usize].ways = self.learn(id, weights)?;
            }
        }
        let ways = &mut self.nodes[id as usize].ways;
        ways.search = self.search;
        Ok(*ways)
    }

    /// Counts a node that is read for the first time, and makes room for the rest in time.
    fn meet(&mut self) {
        self.met += 1;
        if self.met == self.count / ROOM + 1 {
            let more = |so_far: usize| (so_far * (ROOM - 1)).min(self.count * ROOM_EACH);
            self.objects.reserve(self.count);
            self.nodes.reserve(self.count.saturating_sub(self.nodes.len()));
            self.edges.reserve(more(self.edges.len()));
            self.ways.reserve(more(self.ways.len()));
        }
    }

    /// Whether a node has as many edges as when it was read.
    fn is_as_long(&self, py: Python<'_>, id: Id) -> bool {
        let Node { ways, around, .. } = &self.nodes[id as usize];
        around.as_ref().is_some_and(|around| around.bind(py).len() == ways.count as usize)
    }

    /// Compares the cost of a way with the earlier one.
    #[inline]
    fn compare(&mut self, from: Id, way: u32, weights: &Weights<'_>) -> PyResult<()> {
        let py = weights.py();
        let (to, number) = (self.ways[way as usize].to, self.ways[way as usize].edge());
        let edge = &mut self.edges[number as usize];
        if edge.search == self.search {
            return Ok(());
        }
        let to_node = self.objects.object(py, to);
        let weight = weights.object(self.objects.object(py, from), to_node, edge.data.bind(py))?;
        if weights.function().is_some() {
            // The cost in one direction says nothing about the other.
            let price = weights.price(to_node, &weight)?;
            self.ways[way as usize] = Way::new(to, number, price);
            edge.weight = None;
            return Ok(());
        }
        if !edge.weight.as_ref().is_some_and(|before| before.is(&weight)) {
            let price = weights.price(to_node, &weight)?;
            for way in edge.ways.into_iter().filter(|&way| way != NONE) {
                let way = &mut self.ways[way as usize];
                *way = Way::new(way.to, number, price);
            }
            edge.weight = price.is_fixed.then(|| weight.unbind());
        }
        edge.search = self.search;
        Ok(())
    }

    /// Reads all nodes and their edges: the nodes, and each way as from, to and cost, in the order
    /// of the numbers of the nodes that they begin at.
    pub fn copied(mut self: Box<Self>, weights: &Weights<'_>) -> PyResult<(States, Vec<Arc>)> {
        self.learn_all(weights)?;
        let mut all = Vec::with_capacity(self.ways.len());
        for id in 0..self.nodes.len() as Id {
            let Ways { first, count, .. } = self.read(id, weights)?;
            let ways = &self.ways[first as usize..(first + count) as usize];
            let ways = ways.iter().filter(|way| way.cost.is_finite());
            all.extend(ways.map(|way| (id, way.to, way.cost)));
        }
        Ok((self.objects, all))
    }

    /// Reads the nodes at the other ends of these ways, which are about to be used: one right after
    /// the other, so that their cache misses overlap.
    #[inline]
    pub fn fetch(&self, py: Python<'_>, Ways { first, count, .. }: Ways) {
        let ways = &self.ways[first as usize..(first + count) as usize];
        let is_tuple = |way: &&Way| self.object(py, way.to).is_exact_instance_of::<PyTuple>();
        black_box(ways.iter().filter(is_tuple).count());
    }

    /// Reads the edges out of a node for the first time.
    fn learn(&mut self, id: Id, weights: &Weights<'_>) -> PyResult<Ways> {
        let py = weights.py();
        let node = self.objects.object(py, id).clone();
        let around = self.adjacency.bind(py).get_item(&node)?;
        self.learn_from(id, &node, around, weights)
    }

    fn learn_from<'py>(
        &mut self,
        id: Id,
        node: &Bound<'py, PyAny>,
        around: Bound<'py, PyAny>,
        weights: &Weights<'py>,
    ) -> PyResult<Ways> {
        let (first, edges) = (self.ways.len(), self.edges.len());
        let mut read = self.take_all(id, node, &around, weights);
        if let Ok(false) = read {
            self.forget(id, first, edges);
            self.told_by_data = false;
            read = self.take_all(id, node, &around, weights);
        }
        if let Err(error) = read {
            self.forget(id, first, edges);
            return Err(error);
        }
        self.nodes[id as usize].around = around.cast_into_exact().ok().map(Bound::unbind);
        Ok(Ways { first: first as u32, count: (self.ways.len() - first) as u32, search: 0 })
    }

    /// Forgets the ways out of a node, which are the newest, and the edges made for them.
    fn forget(&mut self, id: Id, first: usize, edges: usize) {
        let mut edge = self.nodes[id as usize].waiting;
        while edge != NONE {
            let waiting = &mut self.edges[edge as usize];
            waiting.ways[1] = NONE;
            edge = waiting.before;
        }
        for edge in self.edges.drain(edges..).rev() {
            let to = self.ways[edge.ways[0] as usize].to;
            if to != id {
                self.nodes[to as usize].waiting = edge.before;
            }
        }
        self.ways.truncate(first);
    }

    /// Reads the edges out of a node; false if two of them have the same data.
    fn take_all<'py>(
        &mut self,
        id: Id,
        node: &Bound<'py, PyAny>,
        around: &Bound<'py, PyAny>,
        weights: &Weights<'py>,
    ) -> PyResult<bool> {
        if let (Ok(around), None) = (around.cast_exact::<PyDict>(), weights.function()) {
            // Listed before the first is looked at: a node's hash may be Python code, which may
            // change the dictionary.
            for (key, data) in around.iter().collect::<Vec<_>>() {
                let taken = match self.waiting(id, &data) {
                    Some(edge) => self.take_back(id, edge, weights)?,
                    None => self.take(id, node, key, data, weights).map(|()| true)?,
                };
                if !taken {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        // Python's own iterator reports it if a function changes the dictionary.
        for pair in around.call_method0("items")?.try_iter()? {
            let (key, data): (Bound<'py, PyAny>, Bound<'py, PyAny>) = pair?.extract()?;
            self.take(id, node, key, data, weights)?;
        }
        Ok(true)
    }

    /// Takes an edge out of a node that was read as one that leads to it; false if it was taken
    /// before.
    #[inline]
    fn take_back(&mut self, id: Id, edge: u32, weights: &Weights<'_>) -> PyResult<bool> {
        let way = self.ways.len() as u32;
        let Edge { from, ways: [there, back], .. } = &mut self.edges[edge as usize];
        if *back != NONE {
            return Ok(false);
        }
        *back = way;
        let mut there = self.ways[*there as usize];
        there.to = *from;
        self.ways.push(there);
        self.compare(id, way, weights).map(|()| true)
    }

    /// Takes an edge out of a node.
    #[inline]
    fn take<'py>(
        &mut self,
        id: Id,
        node: &Bound<'py, PyAny>,
        key: Bound<'py, PyAny>,
        data: Bound<'py, PyAny>,
        weights: &Weights<'py>,
    ) -> PyResult<()> {
        let weight = weights.object(node, &key, &data)?;
        let price = weights.price(&key, &weight)?;
        let to = self.number(key)?;
        let is_fixed = weights.function().is_none();
        let (way, number) = (self.ways.len() as u32, self.edges.len() as u32);
        let mut before = NONE;
        if self.told_by_data && to != id {
            before = std::mem::replace(&mut self.nodes[to as usize].waiting, number);
        }
        self.edges.push(Edge {
            data: data.unbind(),
            weight: (is_fixed && price.is_fixed).then(|| weight.unbind()),
            from: id,
            ways: [way, NONE],
            before,
            search: if is_fixed { self.search } else { 0 },
        });
        self.ways.push(Way::new(to, number, price));
        Ok(())
    }

    /// The edge with these data that leads to a node from one that was read before.
    #[inline]
    fn waiting(&self, id: Id, data: &Bound<'_, PyAny>) -> Option<u32> {
        if !self.told_by_data {
            return None;
        }
        let mut number = self.nodes[id as usize].waiting;
        for _ in 0..COMPARED {
            let edge = self.edges.get(number as usize)?;
            if edge.data.is(data) {
                return Some(number);
            }
            number = edge.before;
        }
        None
    }

    /// Reads the edges out of all nodes that this search has not read, in the order of the graph's
    /// dictionaries. Errors are reported only when the search reaches them.
    fn learn_all(&mut self, weights: &Weights<'_>) -> PyResult<()> {
        let py = weights.py();
        let Ok(adjacency) = self.adjacency.bind(py).clone().cast_into_exact::<PyDict>() else {
            return Ok(());
        };
        for pair in heeding(py, adjacency.iter().collect::<Vec<_>>()) {
            let (node, around) = pair?;
            let id = self.number(node.clone())?;
            let Node { ways, .. } = self.nodes[id as usize];
            if ways.search == 0 && around.is_exact_instance_of::<PyDict>() {
                self.meet();
                if let Ok(ways) = self.learn_from(id, &node, around, weights) {
                    self.nodes[id as usize].ways = Ways { search: self.search, ..ways };
                }
            }
        }
        Ok(())
    }

    /// Compares the costs of all edges with the earlier ones, in the order in which they were read.
    /// Returns whether all are valid; others are reported when the search reaches them.
    fn compare_all(&mut self, weights: &Weights<'_>) -> PyResult<bool> {
        let (py, mut sound) = (weights.py(), true);
        // The nodes too: the heuristic is asked about them in the order of the search.
        let is_tuple = |node: &&Py<PyAny>| node.bind(py).is_exact_instance_of::<PyTuple>();
        black_box(self.objects.objects().iter().filter(is_tuple).count());
        for first in (0..self.edges.len()).step_by(TOGETHER) {
            if first.is_multiple_of(TURN) {
                py.check_signals()?;
            }
            let together = first..self.edges.len().min(first + TOGETHER);
            // Read one right after the other, their cache misses overlap.
            let some = self.edges[together.clone()].iter();
            let is_plain = |edge: &&Edge| edge.data.bind(py).is_exact_instance_of::<PyDict>();
            black_box(some.filter(is_plain).count());
            for edge in together {
                let Edge { from, ways: [way, _], .. } = self.edges[edge];
                sound &= self.compare(from, way, weights).is_ok();
            }
        }
        Ok(sound)
    }

    /// The bytes that all this takes.
    pub fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        let edges = self.edges.capacity() * size_of::<Edge>();
        self.objects.bytes(0) + nodes + edges + self.ways.capacity() * size_of::<Way>()
    }
}
