//! Forward checking for all solutions, where there are at most sixteen variables of at most
//! sixteen values each and nobody watches: what [`Small`](super::small::Small) finds and counts.
//!
//! Most nodes have one or two successors, so that a dive waits for each before it knows the next,
//! and guesses wrong again and again. Here the nodes of a depth are expanded many together, which
//! leaves solutions in the same order, for all of them are at the same depth.

mod lanes;

use std::array::from_fn;
use std::ops::ControlFlow;

use lanes::{Avx2, Lanes, MOST};

use super::backtracking::{Backtracking, VariableOrder};
use super::domains::values;
use super::ledger::Ledger;
use super::network::Network;
use super::{Answer, End, Event, Value, Variable, small};
use crate::observe::Observer;
use crate::run::{Meter, Stop};

/// So many nodes are expanded together: fewer would not be worth a round, more would not stay
/// near.
const TOGETHER: usize = 64;

// What is struck by them is summed up in sixteen bits for each variable.
const _: () = assert!(TOGETHER * MOST * MOST <= u16::MAX as usize);

/// An assignment that stands, and the variable to be given a value next.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The values left to each open variable, and none to others.
    domains: Lanes,
    /// How many each has left.
    sizes: Lanes,
    /// Ones for variables that are not open.
    closed: Lanes,
    /// The value of each variable that has one, four bits each.
    values: u64,
    /// How many values the variable that is next has left, and in the lowest four bits which it
    /// is: the least of all open ones, so that ties go to the lowest. Below 16 if one has none.
    least: u16,
}

impl Node {
    #[inline(always)]
    fn next(&self) -> Variable {
        usize::from(self.least) % MOST
    }

    /// The values left to the variable that is next.
    #[inline(always)]
    fn rest(&self) -> u16 {
        self.domains.0[self.next()]
    }
}

/// A problem as tables.
struct Tables {
    order: VariableOrder,
    /// For each variable and value, what goes with it in each other variable.
    rows: Vec<[Lanes; MOST]>,
    /// For each variable, 1 for those it constrains.
    neighbours: [Lanes; MOST],
}

/// The nodes of one depth.
#[derive(Clone, Default)]
struct Level {
    /// Room for them.
    nodes: Vec<Node>,
    count: usize,
    /// How many of them are expanded.
    expanded: usize,
}

/// What came of expanding nodes.
#[derive(Default)]
struct Sums {
    /// How many successors stand.
    standing: usize,
    assignments: u64,
    prunings: u64,
    checks: u64,
}

/// A search under way.
pub(super) struct Tiny<O, V> {
    avx2: Avx2,
    tables: Tables,
    levels: Vec<Level>,
    ledger: Ledger<O, V>,
}

/// Whether [`Tiny`] can do this search, if nobody watches and nothing ends it early: where a limit
/// of nodes or memory stops a search is a question of order, and left to a dive.
pub(super) fn suits(settings: &Backtracking, network: &Network) -> bool {
    small::suits(settings, network)
        && settings.order != VariableOrder::MrvDegree
        && network.variables() <= MOST
        && network.most_values() <= MOST
        && Avx2::new().is_some()
}

/// What [`Tiny`] takes beside the network, before there are nodes.
pub(super) fn bytes(network: &Network) -> usize {
    let variables = network.variables();
    variables * size_of::<[Lanes; MOST]>()
        + size_of::<Tables>()
        + (variables + 1) * size_of::<Level>()
        + size_of::<Node>()
}

/// The most that it takes with nodes.
pub(super) fn most_bytes(network: &Network) -> usize {
    bytes(network) + network.variables() * TOGETHER * MOST * size_of::<Node>()
}

impl Tables {
    fn new(settings: &Backtracking, network: &Network) -> Self {
        let all = Lanes([u16::MAX; MOST]);
        let mut rows = vec![[all; MOST]; network.variables()];
        let mut neighbours = [Lanes::default(); MOST];
        for (x, rows) in rows.iter_mut().enumerate() {
            for &arc in network.arcs(x) {
                neighbours[x].0[arc.other()] = 1;
                for (a, row) in rows.iter_mut().enumerate().take(network.sizes[x] as usize) {
                    row.0[arc.other()] = network.row(arc, a, 1)[0] as u16;
                }
            }
        }
        Tables { order: settings.order, rows, neighbours }
    }

    /// What is sought the least of, to be next: a variable, and how many values it has left.
    fn rank(&self, size: u16, variable: Variable) -> u16 {
        let size = if self.order == VariableOrder::Static { size.min(1) } else { size };
        size << 4 | variable as u16
    }

    /// The node with these values left to the variables, none of which is given one.
    fn root(&self, domains: &[u64]) -> Node {
        let domains = Lanes(from_fn(|v| domains.get(v).map_or(0, |&domain| domain as u16)));
        let sizes = Lanes(domains.0.map(|domain| domain.count_ones() as u16));
        let closed = Lanes(from_fn(|v| if v < self.rows.len() { 0 } else { u16::MAX }));
        let ranks = (0..self.rows.len()).map(|v| self.rank(sizes.0[v], v));
        let least = ranks.min().expect("there is a variable");
        Node { domains, sizes, closed, values: 0, least }
    }

    /// The first `depth` assignments on the way from the root to a node, in the order made.
    fn way(&self, root: Node, values: u64, depth: usize) -> Vec<(Variable, Value)> {
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

impl<O, V> Tiny<O, V>
where
    O: Observer<Event>,
    V: FnMut(&[Value], &mut Meter) -> End,
{
    /// A search that [`suits`].
    pub fn new(settings: &Backtracking, network: &Network, ledger: Ledger<O, V>) -> Self {
        let tables = Tables::new(settings, network);
        let mut levels = vec![Level::default(); network.variables() + 1];
        levels[0] = Level { nodes: vec![tables.root(&network.domains)], count: 1, expanded: 0 };
        let avx2 = Avx2::new().expect("the processor was asked");
        Tiny { avx2, tables, levels, ledger }
    }

    /// Searches to the end, or to the end of a limit.
    pub fn run(mut self) -> Answer {
        let end = self.search();
        self.ledger.close(end)
    }

    fn search(&mut self) -> End {
        let Tiny { avx2, tables, levels, ledger } = self;
        let root = levels[0].nodes[0];
        if root.least < MOST as u16 {
            return Ok(ControlFlow::Continue(()));
        }
        let last = tables.rows.len() - 1;
        let mut depth = 0;
        loop {
            let [level, below] = &mut levels[depth..depth + 2] else { unreachable!("two levels") };
            if level.expanded == level.count {
                if depth == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                ledger.effort.backtracks += level.count as u64;
                depth -= 1;
                continue;
            }
            let nodes = level.some();
            ledger.reached(depth, || tables.way(root, nodes[0].values, depth).into_iter());
            if !ledger.meter.expand_all(nodes.len() as u64) {
                nodes.iter().try_for_each(|_| ledger.meter.expand())?;
            }
            ledger.meter.stored(depth as u64 + 1);
            if depth == last {
                if write_down(nodes, last + 1, ledger)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            }
            below.make_room(nodes, &mut ledger.meter)?;
            let sums = avx2.expand(tables, nodes, &mut below.nodes);
            (below.count, below.expanded) = (sums.standing, 0);
            ledger.meter.generated += sums.assignments;
            ledger.effort.prunings += sums.prunings;
            ledger.effort.checks += sums.checks;
            depth += 1;
        }
    }
}

impl Level {
    /// Some of the nodes that are not expanded yet, which then are.
    fn some(&mut self) -> &[Node] {
        let from = self.expanded;
        self.expanded = self.count.min(from + TOGETHER);
        &self.nodes[from..self.expanded]
    }

    /// Makes room for all successors of `nodes`.
    fn make_room(&mut self, nodes: &[Node], meter: &mut Meter) -> Result<(), Stop> {
        let most: usize = nodes.iter().map(|node| usize::from(node.sizes.0[node.next()])).sum();
        let room = self.nodes.len();
        if room < most {
            let wanted = most.next_power_of_two();
            meter.hold((wanted - room) * size_of::<Node>())?;
            self.nodes.resize(wanted, Node::default());
        }
        Ok(())
    }
}

/// Hands on the solutions below nodes with one variable left.
fn write_down<O, V>(nodes: &[Node], variables: usize, ledger: &mut Ledger<O, V>) -> End
where
    O: Observer<Event>,
    V: FnMut(&[Value], &mut Meter) -> End,
{
    let mut assignment = [0; MOST];
    for node in nodes {
        for value in values(node.rest().into(), 0) {
            let all = node.values | (value as u64) << (4 * node.next());
            for (variable, value) in assignment.iter_mut().enumerate() {
                *value = (all >> (4 * variable)) as usize % MOST;
            }
            ledger.meter.generated += 1;
            if ledger.solution(&assignment[..variables])?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}
