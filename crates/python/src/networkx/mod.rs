//! A networkx graph as it is: a search reads the graph's dictionaries as far as it gets, and runs
//! Python code only for a heuristic or a weight that is a function.

mod edges;
mod learnt;
mod weights;

use std::cell::RefCell;

use goalward::path::{BestFirst, PathSearch};
use goalward::{StateSpace, Verdict};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pub use self::edges::Arc;
use self::edges::Way;
pub use self::learnt::Known;
use self::learnt::Learnt;
use self::weights::Weights;
use crate::limits::limits;
use crate::numbers::Numbers;
use crate::path::{Method, head, write_cost};
use crate::states::{Id, States, shown};
use crate::trouble::{Nested, Trouble};
use crate::watch::{Objects, Watch};

/// A networkx graph as a state space.
struct Network<'py> {
    py: Python<'py>,
    weights: Weights<'py>,
    source: Id,
    target: Id,
    heuristic: Option<Bound<'py, PyAny>>,
    learnt: RefCell<Box<Learnt>>,
    /// More nodes than the search can meet.
    most: usize,
    /// The estimates, by node.
    estimates: RefCell<Vec<f64>>,
    numbers: Numbers,
    estimated: Numbers,
    trouble: Trouble<'py>,
}

/// A cheapest path by A*, in the adjacency of a networkx graph. What is `known` about it is used
/// and added to. No node is expanded whose f exceeds the cutoff.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn search_networkx<'py>(
    py: Python<'py>,
    known: &Bound<'py, Known>,
    adjacency: &Bound<'py, PyAny>,
    directed: bool,
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
    let _nested = Nested::begin()?;
    let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
    let taken = known.borrow_mut().0.take();
    let mut learnt = Learnt::begin(taken, adjacency, directed, heuristic.is_some())?;
    let (source, target) = (learnt.number(source)?, learnt.number(target)?);
    let mut trouble = Trouble::new(py);
    trouble.monitor = limits.monitor.clone();
    let network = Network {
        py,
        weights: Weights::new(weight, several),
        source,
        target,
        heuristic,
        most: learnt.most(),
        learnt: RefCell::new(learnt),
        estimates: RefCell::new(Vec::new()),
        numbers: Numbers::default(),
        estimated: Numbers::default(),
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
                if plan.actions.iter().any(|way| !way.is_whole()) {
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
    known.borrow_mut().0 = Some(network.learnt.into_inner());
    written
}

/// The nodes of a networkx graph and its edges, each as from, to and cost, sorted by from.
pub fn copied<'py>(
    adjacency: &Bound<'py, PyAny>,
    directed: bool,
    several: bool,
    weight: Bound<'py, PyAny>,
) -> PyResult<(States, Vec<Arc>)> {
    Learnt::begin(None, adjacency, directed, false)?.copied(&Weights::new(weight, several))
}

impl<'py> Network<'py> {
    /// The estimate, computed once for each node. One below 0 counts as 0.
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
        let h = self.estimated.read(&said).and_then(|h| match h.is_nan() {
            true => Err("it is not a number"),
            false => Ok(h.max(0.0)),
        });
        h.map_err(|why| {
            let (node, said) = (shown(&node), shown(&said));
            PyValueError::new_err(format!("the heuristic of {node} is {said}: {why}"))
        })
    }
}

impl<'py> Objects<'py> for Network<'py> {
    fn py(&self) -> Python<'py> {
        self.py
    }

    fn state(&self, id: Id) -> Bound<'py, PyAny> {
        self.learnt.borrow().object(self.py, id).clone()
    }

    fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    fn estimates(&self) -> &Numbers {
        &self.estimated
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
        let ways = match self.trouble.turn() {
            true => self.trouble.keep(self.learnt.borrow_mut().read(node, &self.weights)),
            false => None,
        };
        let ways = ways.unwrap_or_default();
        if self.heuristic.is_some() {
            self.learnt.borrow().fetch(self.py, ways);
        }
        let way = |way| {
            let way = self.learnt.borrow().way(way);
            if !way.is_whole() {
                self.numbers.met_fraction();
            }
            way
        };
        (ways.first..ways.first + ways.count).map(way).filter(|way| way.cost.is_finite())
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
