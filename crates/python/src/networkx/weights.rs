//! What the edges of a networkx graph cost.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt};

use crate::numbers::Numbers;
use crate::states::shown;

/// How the cost of an edge is found.
pub struct Weights<'py> {
    py: Python<'py>,
    kind: Kind<'py>,
    /// Whether two nodes may have several edges between them, with their data by key.
    several: bool,
    one: Bound<'py, PyAny>,
}

enum Kind<'py> {
    /// The value under this name in the data of the edge, or 1.
    Data(Bound<'py, PyAny>),
    /// What this returns, called with both nodes and the data; `None` hides the edge.
    Function(Bound<'py, PyAny>),
}

/// What an edge costs.
#[derive(Clone, Copy)]
pub struct Price {
    /// Infinite if the edge is hidden.
    pub cost: f64,
    /// Whether it is an `int`.
    pub is_whole: bool,
    /// Whether the same object is always the same cost.
    pub is_fixed: bool,
}

impl<'py> Weights<'py> {
    /// Costs as networkx's argument `weight` defines them.
    pub fn new(weight: Bound<'py, PyAny>, several: bool) -> Self {
        let py = weight.py();
        let function = weight.is_callable();
        let kind = if function { Kind::Function(weight) } else { Kind::Data(weight) };
        Weights { py, kind, several, one: PyInt::new(py, 1).into_any() }
    }

    /// The interpreter.
    pub fn py(&self) -> Python<'py> {
        self.py
    }

    /// The function that says what an edge costs, if there is one.
    pub fn function(&self) -> Option<&Bound<'py, PyAny>> {
        match &self.kind {
            Kind::Function(function) => Some(function),
            Kind::Data(_) => None,
        }
    }

    /// The object that says what an edge costs. A function is called with both nodes.
    #[inline]
    pub fn object(
        &self,
        from: &Bound<'py, PyAny>,
        to: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match &self.kind {
            Kind::Function(weight) => weight.call1((from, to, data)),
            Kind::Data(name) if self.several => self.least(data, name),
            Kind::Data(name) => self.entry(data, name),
        }
    }

    /// The value under a name in the data of an edge, or 1.
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

    /// The least cost of several edges.
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

    /// The price that the object stands for, of an edge to this node.
    pub fn price(&self, to: &Bound<'py, PyAny>, weight: &Bound<'py, PyAny>) -> PyResult<Price> {
        if weight.is_none() {
            return Ok(Price { cost: f64::INFINITY, is_whole: true, is_fixed: true });
        }
        let told = |why: &str| {
            let (node, said) = (shown(to), shown(weight));
            PyValueError::new_err(format!("the cost of an edge to {node} is {said}: {why}"))
        };
        let numbers = Numbers::default();
        let cost = numbers.read(weight).map_err(told)?;
        if cost.is_nan() || cost < 0.0 {
            return Err(told("a cost is 0 or more"));
        }
        let is_fixed =
            weight.is_exact_instance_of::<PyInt>() || weight.is_exact_instance_of::<PyFloat>();
        Ok(Price { cost, is_whole: !numbers.has_fraction(), is_fixed })
    }
}
