//! A problem of at most sixteen variables and values.

use std::array::from_fn;

use super::Node;
use super::lanes::{Lanes, MOST};
use crate::csp::network::Network;
use crate::csp::{Backtracking, Value, Variable, VariableOrder};

/// A problem as tables.
pub struct Tables {
    pub order: VariableOrder,
    /// For each variable and value, what goes with it in each other variable.
    pub rows: Vec<[Lanes; MOST]>,
    /// For each variable, those it constrains: as a set, and 1 for each.
    pub neighbours: [u16; MOST],
    pub near: [Lanes; MOST],
}

impl Tables {
    pub fn new(settings: &Backtracking, network: &Network) -> Self {
        let all = Lanes([u16::MAX; MOST]);
        let mut rows = vec![[all; MOST]; network.variables()];
        let mut neighbours = [0; MOST];
        let mut near = [Lanes::default(); MOST];
        for (x, rows) in rows.iter_mut().enumerate() {
            for &arc in network.arcs(x) {
                neighbours[x] |= 1 << arc.other();
                near[x].0[arc.other()] = 1;
                for (a, row) in rows.iter_mut().enumerate().take(network.sizes[x] as usize) {
                    row.0[arc.other()] = network.row(arc, a, 1)[0] as u16;
                }
            }
        }
        Tables { order: settings.order, rows, neighbours, near }
    }

    /// What is sought the least of, to be next: a variable, and how many values it has left.
    fn rank(&self, size: u16, variable: Variable) -> u16 {
        let size = if self.order == VariableOrder::Static { size.min(1) } else { size };
        size << 4 | variable as u16
    }

    /// The node with these values left to the variables, none of which is given one.
    pub fn root(&self, domains: &[u64]) -> Node {
        let domains = Lanes(from_fn(|v| domains.get(v).map_or(0, |&domain| domain as u16)));
        let ranks = (0..self.rows.len()).map(|v| self.rank(domains.0[v].count_ones() as u16, v));
        let least = ranks.min().expect("there is a variable");
        Node { domains, values: 0, least, open: u16::MAX >> (MOST - self.rows.len()) }
    }

    /// The first `depth` assignments on the way from the root to a node, in the order made.
    pub fn way(&self, root: Node, values: u64, depth: usize) -> Vec<(Variable, Value)> {
        let (mut domains, mut way) = (root.domains, Vec::with_capacity(depth));
        let mut open: Vec<Variable> = (0..self.rows.len()).collect();
        for _ in 0..depth {
            let rank = |&v: &Variable| self.rank(domains.0[v].count_ones() as u16, v);
            let next = open.iter().copied().min_by_key(rank).expect("a variable is open");
            let value = (values >> (4 * next)) as usize % MOST;
            open.retain(|&v| v != next);
            open.iter().for_each(|&v| domains.0[v] &= self.rows[next][value].0[v]);
            way.push((next, value));
        }
        way
    }
}
