//! Nodes, edges and ways of a networkx graph as they are stored.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::weights::Price;
use crate::states::Id;

/// No edge, or no way.
pub const NONE: u32 = u32::MAX;

/// An edge one way: from, to and cost.
pub type Arc = (Id, Id, f64);

/// What is known about a node.
pub struct Node {
    /// The ways out of it.
    pub ways: Ways,
    /// The newest edge that leads here from a node that was read before; [`Edge::before`] has the
    /// ones before it.
    pub waiting: u32,
    /// The dictionary of its edges.
    pub around: Option<Py<PyDict>>,
}

/// Where the ways out of a node are.
#[derive(Clone, Copy, Default)]
pub struct Ways {
    /// The number of the first.
    pub first: u32,
    /// How many there are.
    pub count: u32,
    /// The last search that read them; 0 if none has.
    pub search: u32,
}

/// An edge: one way, or one each way.
pub struct Edge {
    /// The data of the edge.
    pub data: Py<PyAny>,
    /// The object that gives its cost; none if that can change and still be the same object.
    pub weight: Option<Py<PyAny>>,
    /// Where the first way begins.
    pub from: Id,
    /// There, and back.
    pub ways: [u32; 2],
    /// The edge that waited for the same node before this one did.
    pub before: u32,
    /// The last search that compared its cost.
    pub search: u32,
}

/// A step to a node.
#[derive(Clone, Copy)]
pub struct Way {
    /// Where it leads.
    pub to: Id,
    /// The number of the edge, times two; one more if its cost is not an `int`.
    edge: u32,
    /// Infinite if there is no such way now.
    pub cost: f64,
}

impl Way {
    /// A way along the edge of a number.
    pub fn new(to: Id, edge: u32, Price { cost, is_whole, .. }: Price) -> Self {
        Way { to, edge: 2 * edge + u32::from(!is_whole), cost }
    }

    /// The number of the edge.
    pub fn edge(self) -> u32 {
        self.edge / 2
    }

    /// Whether its cost is an `int`.
    pub fn is_whole(self) -> bool {
        self.edge.is_multiple_of(2)
    }
}
