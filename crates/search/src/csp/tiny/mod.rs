//! Forward checking for all solutions, where there are at most sixteen variables of at most
//! sixteen values each and nobody watches: what [`Small`] finds and counts.
//!
//! Most nodes have one or two successors, so that a dive waits for each before it knows the next,
//! and guesses wrong again and again. Here the nodes of a depth are expanded many together, which
//! leaves solutions in the same order, for all of them are at the same depth. Where a limit falls
//! among nodes expanded together, what comes after it is taken back, and a dive does the rest.

mod lanes;
mod portable;

use std::array::from_fn;
use std::iter::successors;
use std::ops::ControlFlow;

use lanes::{Avx2, Lanes, MOST};

use super::backtracking::{Backtracking, VariableOrder};
use super::domains::values;
use super::ledger::Ledger;
use super::network::Network;
use super::small::{self, Small};
use super::{Answer, End, Event, Value, Variable};
use crate::observe::Observer;
use crate::run::{Meter, Stop};

/// At most so many nodes of a depth are there at once: fewer would not be worth a round, more
/// would not stay near.
const TOGETHER: usize = 128;

// There is room for the successors of one.
const _: () = assert!(TOGETHER >= MOST);

// What is struck by them is summed up in sixteen bits for each variable.
const _: () = assert!(TOGETHER * MOST * MOST <= u16::MAX as usize);

/// An assignment that stands, and the variable to be given a value next.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Node {
    /// The values left to each open variable, and none to others.
    domains: Lanes,
    /// The value of each variable that has one, four bits each.
    values: u64,
    /// How many values the variable that is next has left, and in the lowest four bits which it
    /// is: the least of all open ones, so that ties go to the lowest. Below 16 if one has none.
    least: u16,
    /// The variables without a value.
    open: u16,
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
    /// For each variable, those it constrains: as a set, and 1 for each.
    neighbours: [u16; MOST],
    near: [Lanes; MOST],
}

/// The nodes of one depth.
struct Level {
    /// Room for them.
    nodes: Vec<Node>,
    count: usize,
    /// How many of them are expanded.
    expanded: usize,
    /// How many of them are done with: those between are above the nodes of the next depth.
    done: usize,
}

/// What came of expanding nodes.
#[derive(Default)]
struct Sums {
    /// How many were expanded.
    expanded: usize,
    /// How many successors stand.
    standing: usize,
    assignments: u64,
    prunings: u64,
    checks: u64,
}

/// How nodes are expanded.
#[derive(Clone, Copy)]
pub(super) enum Kernel {
    Portable,
    Avx2(Avx2),
}

impl Kernel {
    /// Every way that this process may take, the fastest last.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        [Some(Kernel::Portable), Avx2::new().map(Kernel::Avx2)].into_iter().flatten()
    }

    /// Gives the next variable of each node its values, and puts the successors that stand into
    /// `below`, in order, until a node might have more than there is room for.
    fn expand(self, tables: &Tables, nodes: &[Node], below: &mut [Node]) -> Sums {
        match self {
            Kernel::Portable => portable::expand(tables, nodes, below),
            Kernel::Avx2(avx2) => avx2.expand(tables, nodes, below),
        }
    }
}

/// A search under way.
pub(super) struct Tiny<'a, O, V> {
    settings: &'a Backtracking,
    network: &'a Network,
    kernel: Kernel,
    tables: Tables,
    levels: Vec<Level>,
    depth: usize,
    /// What a solution takes that is kept.
    each: usize,
    ledger: Ledger<O, V>,
}

/// Why nodes are no longer expanded together.
enum Halt {
    /// The search is over.
    Stop(Stop),
    /// A limit of nodes or memory may fall among the next.
    Near,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

/// Whether [`Tiny`] can do this search for all solutions, if nobody watches.
pub(super) fn suits(settings: &Backtracking, network: &Network) -> bool {
    small::suits(settings, network)
        && settings.order != VariableOrder::MrvDegree
        && network.variables() <= MOST
        && network.most_values() <= MOST
}

/// What [`Tiny`] takes beside the network; enough for the dive that may take its place.
pub(super) fn bytes(network: &Network) -> usize {
    let nodes: usize = rooms(network).sum();
    let own = network.variables() * (size_of::<[Lanes; MOST]>() + size_of::<Level>())
        + size_of::<Tables>()
        + nodes * size_of::<Node>();
    own.max(small::bytes(network))
}

/// For how many nodes of each depth there is room.
fn rooms(network: &Network) -> impl Iterator<Item = usize> {
    let values = network.most_values();
    let rooms = successors(Some(1), move |room| Some(TOGETHER.min(room * values)));
    rooms.take(network.variables())
}

impl Tables {
    fn new(settings: &Backtracking, network: &Network) -> Self {
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
    fn root(&self, domains: &[u64]) -> Node {
        let domains = Lanes(from_fn(|v| domains.get(v).map_or(0, |&domain| domain as u16)));
        let ranks = (0..self.rows.len()).map(|v| self.rank(domains.0[v].count_ones() as u16, v));
        let least = ranks.min().expect("there is a variable");
        Node { domains, values: 0, least, open: u16::MAX >> (MOST - self.rows.len()) }
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

impl<'a, O, V> Tiny<'a, O, V>
where
    O: Observer<Event>,
    V: FnMut(&[Value], &mut Meter) -> End,
{
    /// A search that [`suits`], of which each solution takes `each` bytes to keep.
    pub fn new(
        settings: &'a Backtracking,
        network: &'a Network,
        each: usize,
        ledger: Ledger<O, V>,
    ) -> Self {
        let kernel = Kernel::all().next_back().expect("one needs nothing");
        let tables = Tables::new(settings, network);
        let level =
            |room| Level { nodes: vec![Node::default(); room], count: 0, expanded: 0, done: 0 };
        let mut levels: Vec<Level> = rooms(network).map(level).collect();
        levels[0].nodes[0] = tables.root(&network.domains);
        levels[0].count = 1;
        Tiny { settings, network, kernel, tables, levels, depth: 0, each, ledger }
    }

    /// The same, expanding nodes this way.
    #[cfg(test)]
    pub fn by(self, kernel: Kernel) -> Self {
        Tiny { kernel, ..self }
    }

    /// Searches to the end, or to the end of a limit.
    pub fn run(mut self) -> Answer {
        match self.search() {
            Ok(end) => self.ledger.close(Ok(end)),
            Err(Halt::Stop(stop)) => self.ledger.close(Err(stop)),
            Err(Halt::Near) => self.dive(),
        }
    }

    fn search(&mut self) -> Result<ControlFlow<()>, Halt> {
        let Tiny { kernel, tables, levels, depth, each, ledger, .. } = self;
        let root = levels[0].nodes[0];
        if root.least < MOST as u16 {
            return Ok(ControlFlow::Continue(()));
        }
        loop {
            let (level, below) = two(levels, *depth);
            level.done = level.expanded;
            if level.done == level.count {
                if *depth == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                ledger.effort.backtracks += level.count as u64;
                *depth -= 1;
                continue;
            }
            let nodes = &level.nodes[level.done..level.count];
            ledger.reached(*depth, || tables.way(root, nodes[0].values, *depth).into_iter());
            if !ledger.meter.can_expand(nodes.len() as u64) {
                return Err(Halt::Near);
            }
            let Some(below) = below else {
                if !ledger.meter.can_hold(nodes.len() * MOST * *each) {
                    return Err(Halt::Near);
                }
                expand(nodes.len(), *depth, &mut ledger.meter)?;
                level.expanded = level.count;
                if write_down(nodes, *depth + 1, ledger)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            };
            let sums = kernel.expand(tables, nodes, &mut below.nodes);
            expand(sums.expanded, *depth, &mut ledger.meter)?;
            level.expanded += sums.expanded;
            (below.count, below.expanded) = (sums.standing, 0);
            ledger.meter.generated += sums.assignments;
            ledger.effort.prunings += sums.prunings;
            ledger.effort.checks += sums.checks;
            *depth += 1;
        }
    }

    /// Goes on one node at a time, as if it had been so from the start.
    fn dive(mut self) -> Answer {
        let level = &self.levels[self.depth];
        let next = level.nodes[level.expanded].values;
        let way = self.tables.way(self.levels[0].nodes[0], next, self.depth);
        self.take_back(&way);
        let Tiny { settings, network, mut ledger, .. } = self;
        ledger.meter.release(bytes(network) - small::bytes(network));
        let mut small = Small::new(settings, network, ledger);
        way.into_iter().for_each(|(variable, value)| small.step(variable, value));
        small.run()
    }

    /// Takes back what was counted of assignments that come after those on the way to the next
    /// node; and counts what was to be counted of those before it.
    fn take_back(&mut self, way: &[(Variable, Value)]) {
        let Tiny { kernel, tables, levels, ledger: Ledger { effort, meter, .. }, .. } = self;
        effort.backtracks += levels[way.len()].expanded as u64;
        for (depth, &(variable, value)) in way.iter().enumerate().rev() {
            let (level, Some(below)) = two(levels, depth) else { unreachable!("it went deeper") };
            let nodes = &mut level.nodes[level.done..level.expanded];
            // Two nodes differ in the value of a variable that both have given one.
            let is_on_way = |node: &Node| {
                way[..depth].iter().all(|&(v, a)| (node.values >> (4 * v)) as usize % MOST == a)
            };
            let on_way = nodes.iter().position(is_on_way).expect("a node comes of another");
            nodes[on_way].domains.0[variable] &= u16::MAX << value << 1;
            let sums = kernel.expand(tables, &nodes[on_way..], &mut below.nodes);
            meter.generated -= sums.assignments;
            effort.prunings -= sums.prunings;
            effort.checks -= sums.checks;
            meter.expanded -= (nodes.len() - on_way - 1) as u64;
            effort.backtracks += (level.done + on_way) as u64;
        }
    }
}

/// The level of a depth, and the next.
fn two(levels: &mut [Level], depth: usize) -> (&mut Level, Option<&mut Level>) {
    let (above, below) = levels.split_at_mut(depth + 1);
    (&mut above[depth], below.first_mut())
}

/// Counts nodes expanded at this depth.
fn expand(count: usize, depth: usize, meter: &mut Meter) -> Result<(), Stop> {
    if !meter.expand_all(count as u64) {
        (0..count).try_for_each(|_| meter.expand())?;
    }
    meter.stored(depth as u64 + 1);
    Ok(())
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
