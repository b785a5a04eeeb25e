//! A networkx graph as it is: a search reads the graph's dictionaries as far as it gets, and runs
//! Python code only for a heuristic or a weight that is a function.
//!
//! What a search learns is kept for the next one in the same graph, since looking nodes up by their
//! hash takes most of its time. It is kept in networkx's own cache, which networkx empties whenever
//! nodes or edges come or go. Costs are changed without its knowing, so each is compared before it is
//! used: while the data of an edge have the very same object as its weight, it costs the same.

use std::cell::{Cell, RefCell};
use std::hint::black_box;

use goalward::path::{BestFirst, PathSearch};
use goalward::{StateSpace, Verdict};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple, PyType};

use crate::limits::limits;
use crate::numbers::Numbers;
use crate::path::{Method, head, write_cost};
use crate::states::{Id, States, shown};
use crate::trouble::Trouble;
use crate::watch::{Objects, Watch};

/// A search that reads more than one node in this many reads all edges or compares all costs at once,
/// in the order in which they lie in memory: in the order of the search, nearly every one is a cache
/// miss.
const FEW: usize = 8;

/// After this many nodes read at once, Ctrl-C is looked for.
const TURN: usize = 1024;

/// How many edges' data are fetched from memory at once.
const TOGETHER: usize = 32;

/// What searches have learnt about a graph. A search takes it and returns it at its end.
#[pyclass(name = "Known", module = "goalward._goalward")]
#[derive(Default)]
pub struct Known(Option<Box<Learnt>>);

#[pymethods]
impl Known {
    #[new]
    fn new() -> Self {
        Known::default()
    }

    /// A copy of a graph, or one from a file, has other objects: nothing is known of it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (py.get_type::<Known>(), PyTuple::empty(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Some(learnt) = &self.0 else { return Ok(()) };
        visit.call(&learnt.adjacency)?;
        learnt.nodes.objects().iter().try_for_each(|node| visit.call(node))?;
        learnt.around.iter().flatten().try_for_each(|around| visit.call(around))?;
        learnt.order.iter().try_for_each(|edge| visit.call(&edge.data))?;
        learnt.edges.iter().try_for_each(|edge| {
            visit.call(&edge.key)?;
            visit.call(&edge.data)
        })
    }

    fn __clear__(&mut self) {
        self.0 = None;
    }
}

/// The nodes of a graph by number, and the edges out of them.
struct Learnt {
    /// What it was learnt from, and how many nodes that had.
    adjacency: Py<PyAny>,
    count: usize,
    nodes: States,
    /// By node.
    places: Vec<Place>,
    /// By node, the dictionary of its edges.
    around: Vec<Option<Py<PyDict>>>,
    edges: Vec<Edge>,
    /// What the edges come to, by edge.
    ways: Vec<Way>,
    /// The edges in the order of their data in memory; made when all are compared.
    order: Vec<Sorted>,
    /// Whether all edges were read at once.
    whole: bool,
    /// Which search this is.
    search: u32,
}

/// Where the edges out of a node are.
#[derive(Clone, Copy, Default)]
struct Place {
    first: u32,
    count: u32,
    /// The last search that read them; 0 if none has.
    search: u32,
}

/// The objects of an edge.
struct Edge {
    /// The neighbour.
    key: Py<PyAny>,
    data: Py<PyAny>,
    /// The object that said what it costs; none if that may change and still be the same object.
    weight: Option<Py<PyAny>>,
}

/// An edge with its own copy of what is compared, so that comparing reads memory in order.
struct Sorted {
    data: Py<PyAny>,
    weight: Option<Py<PyAny>>,
    edge: u32,
}

/// A step to a node. It is none if it costs infinitely much.
#[derive(Clone, Copy)]
struct Way {
    to: Id,
    /// Whether the cost is an `int`.
    is_whole: bool,
    cost: f64,
}

impl Learnt {
    fn new(adjacency: &Bound<'_, PyAny>, count: usize) -> Self {
        Learnt {
            adjacency: adjacency.clone().unbind(),
            count,
            nodes: States::of("node"),
            places: Vec::new(),
            around: Vec::new(),
            edges: Vec::new(),
            ways: Vec::new(),
            order: Vec::new(),
            whole: false,
            search: 0,
        }
    }

    /// What is known of these edges when a search begins: nothing, if it is not about them.
    fn begin(known: Option<Box<Learnt>>, adjacency: &Bound<'_, PyAny>) -> PyResult<Box<Learnt>> {
        let count = adjacency.len()?;
        let known = known.filter(|known| {
            known.adjacency.is(adjacency) && known.count == count && known.search < u32::MAX
        });
        let mut known = known.unwrap_or_else(|| Box::new(Learnt::new(adjacency, count)));
        known.search += 1;
        Ok(known)
    }

    fn number(&mut self, node: Bound<'_, PyAny>) -> PyResult<Id> {
        let id = self.nodes.number(node)?;
        if self.places.len() <= id as usize {
            self.places.push(Place::default());
            self.around.push(None);
        }
        Ok(id)
    }

    /// Brings what is compared into the order in which it lies in memory.
    fn sort(&mut self, py: Python<'_>) {
        if self.order.len() == self.edges.len() {
            return;
        }
        let copied = |(edge, it): (u32, &Edge)| {
            let weight = it.weight.as_ref().map(|weight| weight.clone_ref(py));
            Sorted { data: it.data.clone_ref(py), weight, edge }
        };
        self.order = (0..).zip(&self.edges).map(copied).collect();
        self.order.sort_unstable_by_key(|edge| edge.data.as_ptr() as usize);
    }

    fn bytes(&self) -> usize {
        let by_node = size_of::<Place>() + size_of::<Option<Py<PyDict>>>();
        let by_edge = size_of::<Edge>() + size_of::<Way>();
        let sorted = self.order.capacity() * size_of::<Sorted>();
        let edges = self.edges.capacity() * by_edge;
        self.nodes.bytes(0) + self.places.capacity() * by_node + edges + sorted
    }
}

/// What an edge costs.
enum Weight<'py> {
    /// What its data have under this name; else 1.
    Data(Bound<'py, PyAny>),
    /// What this says, called with both nodes and the data; `None` hides the edge.
    Function(Bound<'py, PyAny>),
}

/// A networkx graph as a state space.
struct Network<'py> {
    py: Python<'py>,
    /// For each node its neighbours, each with the data of the edge, or of several edges by key.
    adjacency: Bound<'py, PyAny>,
    several: bool,
    weight: Weight<'py>,
    one: Bound<'py, PyAny>,
    source: Id,
    target: Id,
    heuristic: Option<Bound<'py, PyAny>>,
    learnt: RefCell<Box<Learnt>>,
    /// How many nodes of which the edges were known this search has read, and how many others.
    read: Cell<usize>,
    met: Cell<usize>,
    /// Whether it has compared all costs.
    compared: Cell<bool>,
    /// What the heuristic said, by node.
    estimates: RefCell<Vec<f64>>,
    /// More nodes than there can be, unless the graph changes during the search.
    most: usize,
    numbers: Numbers,
    trouble: Trouble<'py>,
}

/// A cheapest way by A*, in the adjacency of a networkx graph. What is `known` of it is used and
/// added to. No node is expanded whose f exceeds the cutoff.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn search_networkx<'py>(
    py: Python<'py>,
    known: &Bound<'py, Known>,
    adjacency: Bound<'py, PyAny>,
    several: bool,
    weight: Bound<'py, PyAny>,
    source: Bound<'py, PyAny>,
    target: Bound<'py, PyAny>,
    heuristic: Option<Bound<'py, PyAny>>,
    cutoff: Option<f64>,
    time: Option<Bound<'py, PyAny>>,
    nodes: Option<Bound<'py, PyAny>>,
    memory: Option<Bound<'py, PyAny>>,
    observer: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
    let taken = known.borrow_mut().0.take();
    let mut learnt = Learnt::begin(taken, &adjacency)?;
    let (source, target) = (learnt.number(source)?, learnt.number(target)?);
    let called = weight.is_callable();
    let mut trouble = Trouble::new(py);
    trouble.monitor = limits.monitor.clone();
    let network = Network {
        py,
        adjacency,
        several,
        weight: if called { Weight::Function(weight) } else { Weight::Data(weight) },
        one: PyInt::new(py, 1).into_any(),
        source,
        target,
        heuristic,
        most: learnt.nodes.len() + learnt.count,
        read: Cell::new(0),
        met: Cell::new(0),
        compared: Cell::new(false),
        learnt: RefCell::new(learnt),
        estimates: RefCell::new(Vec::new()),
        numbers: Numbers::default(),
        trouble,
    };
    let cutoff = cutoff.unwrap_or(f64::INFINITY);
    let mut watch = Watch::new(&network, observer, &limits).up_to(cutoff);
    let h = |id: &u32| network.h(*id);
    let mut outcome = BestFirst::a_star().search(&network, &h, &limits, &mut watch);
    watch.name_limit(&mut outcome.verdict);
    if matches!(&outcome.verdict, Verdict::Solved(plan) if plan.cost > cutoff) {
        outcome.verdict = Verdict::Unsolvable;
    }
    let written = match network.trouble.take() {
        Some(error) => Err(error),
        None => {
            let written = head(py, &Method::read("astar")?, &outcome)?;
            if let Some(plan) = outcome.best() {
                let numbers = Numbers::default();
                if plan.actions.iter().any(|way| !way.is_whole) {
                    numbers.met_fraction();
                }
                let states: Vec<_> = plan.states.iter().map(|&id| network.state(id)).collect();
                written.set_item("actions", PyList::new(py, &states[1..])?)?;
                written.set_item("states", PyList::new(py, &states)?)?;
                write_cost(py, &written, &numbers, plan.cost, plan.reaches_goal())?;
            }
            Ok(written)
        }
    };
    if written.is_ok() {
        known.borrow_mut().0 = Some(network.learnt.into_inner());
    }
    written
}

impl<'py> Network<'py> {
    /// What the heuristic says, asked once for each node. An estimate below 0 says no more than 0.
    fn h(&self, id: Id) -> f64 {
        let Some(heuristic) = &self.heuristic else { return 0.0 };
        if let Some(&h) = self.estimates.borrow().get(id as usize)
            && !h.is_nan()
        {
            return h;
        }
        if self.trouble.happened() {
            return 0.0;
        }
        let h = self.trouble.keep(self.ask(heuristic, id)).unwrap_or(0.0);
        let mut estimates = self.estimates.borrow_mut();
        if estimates.len() <= id as usize {
            estimates.resize(id as usize + 1, f64::NAN);
        }
        estimates[id as usize] = h;
        h
    }

    fn ask(&self, heuristic: &Bound<'py, PyAny>, id: Id) -> PyResult<f64> {
        let (node, target) = (self.state(id), self.state(self.target));
        let said = heuristic.call1((&node, target))?;
        let h = self.numbers.read(&said).and_then(|h| match h.is_nan() {
            true => Err("it is not a number"),
            false => Ok(h.max(0.0)),
        });
        h.map_err(|why| {
            let (node, said) = (shown(&node), shown(&said));
            PyValueError::new_err(format!("the heuristic of {node} is {said}: {why}"))
        })
    }

    /// Where the edges out of a node are, as they are now.
    fn read(&self, id: Id) -> PyResult<Place> {
        let learnt = &mut **self.learnt.borrow_mut();
        let mut place = learnt.places[id as usize];
        if place.search == learnt.search {
            return Ok(place);
        }
        let around = learnt.around[id as usize].as_ref().map(|around| around.bind(self.py));
        let is_as_long = |around: &Bound<'py, PyDict>| around.len() == place.count as usize;
        if place.search > 0 && (self.compared.get() || around.is_some_and(is_as_long)) {
            self.compare(learnt, id, place)?;
        } else {
            self.met.set(self.met.get() + 1);
            if self.met.get() > learnt.count / FEW && !learnt.whole && self.is_plain() {
                self.learn_all(learnt)?;
                place = learnt.places[id as usize];
            }
            if place.search != learnt.search {
                let node = learnt.nodes.object(self.py, id).clone();
                let around = self.adjacency.get_item(&node)?;
                place = self.learn(learnt, id, &node, around)?;
            }
        }
        place.search = learnt.search;
        learnt.places[id as usize] = place;
        Ok(place)
    }

    /// Whether costs are entries of dictionaries, each of one edge.
    fn is_plain(&self) -> bool {
        !self.several && matches!(self.weight, Weight::Data(_))
    }

    /// Reads the edges out of a node for the first time.
    fn learn(
        &self,
        learnt: &mut Learnt,
        id: Id,
        node: &Bound<'py, PyAny>,
        around: Bound<'py, PyAny>,
    ) -> PyResult<Place> {
        let first = learnt.edges.len();
        let mut take = |key: Bound<'py, PyAny>, data: Bound<'py, PyAny>| {
            let weight = self.weight(node, &key, &data)?;
            let to = learnt.number(key.clone())?;
            if to as usize >= self.most {
                return Err(PyRuntimeError::new_err("the graph changed during the search"));
            }
            let (way, weight) = self.way(to, &key, weight)?;
            learnt.edges.push(Edge { key: key.unbind(), data: data.unbind(), weight });
            learnt.ways.push(way);
            Ok(())
        };
        match (around.cast_exact::<PyDict>(), &self.weight) {
            (Ok(around), Weight::Data(_)) => {
                around.iter().try_for_each(|(key, data)| take(key, data))?;
            }
            // Python's own iterator says it in words if a function changes the dictionary.
            _ => {
                for pair in around.call_method0("items")?.try_iter()? {
                    let (key, data) = pair?.extract()?;
                    take(key, data)?;
                }
            }
        }
        learnt.around[id as usize] = around.cast_into_exact().ok().map(Bound::unbind);
        let count = (learnt.edges.len() - first) as u32;
        Ok(Place { first: first as u32, count, search: 0 })
    }

    /// Reads the edges out of all nodes that are not known, in the order of the graph's dictionaries.
    fn learn_all(&self, learnt: &mut Learnt) -> PyResult<()> {
        learnt.whole = true;
        let Ok(adjacency) = self.adjacency.cast_exact::<PyDict>() else { return Ok(()) };
        let numbers = adjacency.iter().map(|(node, _)| learnt.number(node));
        let numbers: Vec<Id> = numbers.collect::<PyResult<_>>()?;
        for (turn, (id, (node, around))) in numbers.into_iter().zip(adjacency).enumerate() {
            if turn.is_multiple_of(TURN) {
                self.py.check_signals()?;
            }
            if learnt.places[id as usize].search > 0 || !around.is_exact_instance_of::<PyDict>() {
                continue;
            }
            let before = learnt.edges.len();
            match self.learn(learnt, id, &node, around) {
                Ok(place) => {
                    learnt.places[id as usize] = Place { search: learnt.search, ..place };
                }
                // Wrong costs are told of if the search comes there.
                Err(_) => {
                    learnt.edges.truncate(before);
                    learnt.ways.truncate(before);
                }
            }
        }
        self.fetch_nodes(learnt);
        Ok(())
    }

    /// Fetches the nodes from memory one right after the other, if the heuristic will be asked.
    fn fetch_nodes(&self, learnt: &Learnt) {
        if self.heuristic.is_some() {
            let is_tuple = |it: &&Py<PyAny>| it.bind(self.py).is_exact_instance_of::<PyTuple>();
            black_box(learnt.nodes.objects().iter().filter(is_tuple).count());
        }
    }

    /// Compares the costs of the edges out of a node with what they were; those of all, if this
    /// search reads many.
    fn compare(&self, learnt: &mut Learnt, id: Id, place: Place) -> PyResult<()> {
        if self.compared.get() {
            return Ok(());
        }
        self.read.set(self.read.get() + 1);
        match &self.weight {
            Weight::Data(name) if !self.several && self.read.get() > learnt.places.len() / FEW => {
                self.compared.set(true);
                self.fetch_nodes(learnt);
                self.compare_all(learnt, name)
            }
            _ => {
                let node = learnt.nodes.object(self.py, id).clone();
                for edge in place.first..place.first + place.count {
                    let Edge { key, data, .. } = &learnt.edges[edge as usize];
                    let (key, data) = (key.bind(self.py), data.bind(self.py));
                    let weight = self.weight(&node, key, data)?;
                    self.renew(learnt, edge, weight)?;
                }
                Ok(())
            }
        }
    }

    /// Compares all that is known with what is there. An edge that goes both ways has its data twice
    /// in a row.
    fn compare_all(&self, learnt: &mut Learnt, name: &Bound<'py, PyAny>) -> PyResult<()> {
        learnt.sort(self.py);
        let mut order = std::mem::take(&mut learnt.order);
        let (mut last, mut now) = (std::ptr::null_mut(), self.one.clone());
        for (turn, some) in order.chunks_mut(TOGETHER).enumerate() {
            if turn.is_multiple_of(TURN) {
                self.py.check_signals()?;
            }
            // Looked at one right after the other, they wait for memory together.
            let is_plain = |it: &&Sorted| it.data.bind(self.py).is_exact_instance_of::<PyDict>();
            black_box(some.iter().filter(is_plain).count());
            for Sorted { data, weight, edge } in some {
                if data.as_ptr() != last {
                    now = self.entry(data.bind(self.py), name)?;
                    last = data.as_ptr();
                }
                if !weight.as_ref().is_some_and(|before| before.is(&now)) {
                    self.renew(learnt, *edge, now.clone())?;
                    let renewed = learnt.edges[*edge as usize].weight.as_ref();
                    *weight = renewed.map(|weight| weight.clone_ref(self.py));
                }
            }
        }
        learnt.order = order;
        Ok(())
    }

    /// What an edge costs now, if that is another object than before.
    #[inline]
    fn renew(&self, learnt: &mut Learnt, edge: u32, weight: Bound<'py, PyAny>) -> PyResult<()> {
        let known = &mut learnt.edges[edge as usize];
        if !known.weight.as_ref().is_some_and(|before| before.is(&weight)) {
            let way = &mut learnt.ways[edge as usize];
            (*way, known.weight) = self.way(way.to, known.key.bind(self.py), weight)?;
        }
        Ok(())
    }

    /// A step of this weight, and the weight itself if it cannot change.
    fn way(
        &self,
        to: Id,
        key: &Bound<'py, PyAny>,
        weight: Bound<'py, PyAny>,
    ) -> PyResult<(Way, Option<Py<PyAny>>)> {
        if weight.is_none() {
            return Ok((Way { to, is_whole: true, cost: f64::INFINITY }, Some(weight.unbind())));
        }
        let told = |why: &str| {
            let (node, said) = (shown(key), shown(&weight));
            PyValueError::new_err(format!("the cost of an edge to {node} is {said}: {why}"))
        };
        let numbers = Numbers::default();
        let cost = numbers.read(&weight).map_err(told)?;
        if cost.is_nan() || cost < 0.0 {
            return Err(told("a cost is 0 or more"));
        }
        let is_whole = !numbers.has_fraction();
        let is_fixed =
            weight.is_exact_instance_of::<PyInt>() || weight.is_exact_instance_of::<PyFloat>();
        Ok((Way { to, is_whole, cost }, is_fixed.then(|| weight.unbind())))
    }

    /// What an edge costs; `None` if it is hidden.
    #[inline]
    fn weight(
        &self,
        node: &Bound<'py, PyAny>,
        key: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match &self.weight {
            Weight::Function(weight) => weight.call1((node, key, data)),
            Weight::Data(name) if self.several => self.least(data, name),
            Weight::Data(name) => self.entry(data, name),
        }
    }

    /// What the data of an edge have under a name; else 1.
    #[inline]
    fn entry(
        &self,
        data: &Bound<'py, PyAny>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match data.cast_exact::<PyDict>() {
            Ok(data) => Ok(data.get_item(name)?.unwrap_or_else(|| self.one.clone())),
            Err(_) => data.call_method1("get", (name, &self.one)),
        }
    }

    /// The least that any of several edges costs.
    fn least(
        &self,
        edges: &Bound<'py, PyAny>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut least: Option<Bound<'py, PyAny>> = None;
        for data in edges.call_method0("values")?.try_iter()? {
            let cost = self.entry(&data?, name)?;
            if least.as_ref().map_or(Ok(true), |least| cost.lt(least))? {
                least = Some(cost);
            }
        }
        Ok(least.unwrap_or_else(|| self.py.None().into_bound(self.py)))
    }
}

impl<'py> Objects<'py> for Network<'py> {
    fn py(&self) -> Python<'py> {
        self.py
    }

    fn state(&self, id: Id) -> Bound<'py, PyAny> {
        self.learnt.borrow().nodes.object(self.py, id).clone()
    }

    fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    fn trouble(&self) -> &Trouble<'py> {
        &self.trouble
    }

    fn bytes(&self) -> usize {
        self.learnt.borrow().bytes() + self.estimates.borrow().capacity() * size_of::<f64>()
    }
}

impl StateSpace for Network<'_> {
    type State = Id;
    type Action = Way;
    type Cost = f64;

    fn start(&self) -> Id {
        self.source
    }

    #[inline]
    fn is_goal(&self, &node: &Id) -> bool {
        node == self.target
    }

    #[inline]
    fn actions(&self, &node: &Id) -> impl Iterator<Item = Way> {
        let read = if self.trouble.turn() { self.trouble.keep(self.read(node)) } else { None };
        let Place { first, count, .. } = read.unwrap_or_default();
        let way = |edge| {
            let way = self.learnt.borrow().ways[edge as usize];
            if !way.is_whole {
                self.numbers.met_fraction();
            }
            way
        };
        (first..first + count).map(way).filter(|way| way.cost.is_finite())
    }

    #[inline]
    fn apply(&self, _: &Id, way: &Way) -> Id {
        way.to
    }

    #[inline]
    fn cost(&self, _: &Id, way: &Way) -> f64 {
        way.cost
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(self.most)
    }

    #[inline]
    fn rank(&self, &node: &Id) -> usize {
        node as usize
    }
}
