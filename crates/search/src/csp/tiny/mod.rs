//! Forward checking for all solutions, where there are at most sixteen variables of at most
//! sixteen values each and nobody watches: what [`Small`] finds and counts.
//!
//! Most nodes have one or two successors, so that a dive waits for each before it knows the next,
//! and guesses wrong again and again. Here the nodes of a depth are expanded many together, which
//! leaves solutions in the same order, for all of them are at the same depth. Where a limit falls
//! among nodes expanded together, what comes after it is taken back, and a dive does the rest.

// Called only with AVX2.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_imports))]
mod lanes;
mod portable;
mod tables;

use std::iter::successors;
use std::ops::ControlFlow;

use lanes::{Avx2, Lanes, MOST};
use tables::Tables;

use super::backtracking::{Backtracking, VariableOrder};
use super::domains::values;
use super::ledger::Ledger;
use super::network::Network;
use super::small::{self, Small};
use super::{Answer, End, Event, Find, Value, Variable};
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

/// The nodes of one depth.
#[derive(Default)]
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

impl Sums {
    /// Counts a node with so many successors, if there is room for them.
    #[inline(always)]
    fn begin(&mut self, successors: u32, room: usize) -> bool {
        let can = room - self.standing >= successors as usize;
        if can {
            self.expanded += 1;
            self.assignments += u64::from(successors);
        }
        can
    }
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
    /// `below`, in order, until there is no room for all that the next may have.
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
    find: Find,
    ledger: Ledger<O, V>,
}

/// Why nodes are no longer expanded together.
enum Halt {
    /// The search is over.
    Stop(Stop),
    /// A limit may fall among the next, or the last solution wanted.
    Near,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

/// Whether [`Tiny`] can do this search, if nobody watches.
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

impl<'a, O, V> Tiny<'a, O, V>
where
    O: Observer<Event>,
    V: FnMut(&[Value], &mut Meter) -> End,
{
    /// A search that [`suits`].
    pub fn new(
        settings: &'a Backtracking,
        network: &'a Network,
        find: Find,
        ledger: Ledger<O, V>,
    ) -> Self {
        let kernel = Kernel::all().next_back().expect("one needs nothing");
        let tables = Tables::new(settings, network);
        let level = |room| Level { nodes: vec![Node::default(); room], ..Level::default() };
        let mut levels: Vec<Level> = rooms(network).map(level).collect();
        levels[0].nodes[0] = tables.root(&network.domains);
        levels[0].count = 1;
        Tiny { settings, network, kernel, tables, levels, depth: 0, find, ledger }
    }

    /// The same, expanding nodes this way.
    #[cfg(test)]
    pub fn by(self, kernel: Kernel) -> Self {
        Tiny { kernel, ..self }
    }

    /// Searches to the end, or to the end of a limit.
    pub fn run(mut self) -> Answer {
        match self.search() {
            Ok(()) => self.ledger.close(Ok(ControlFlow::Continue(()))),
            Err(Halt::Stop(stop)) => self.ledger.close(Err(stop)),
            Err(Halt::Near) => self.dive(),
        }
    }

    /// Searches to the end, unless something may come before it.
    fn search(&mut self) -> Result<(), Halt> {
        let Tiny { kernel, tables, levels, depth, find, ledger, .. } = self;
        let root = levels[0].nodes[0];
        if root.least < MOST as u16 {
            return Ok(());
        }
        loop {
            let (level, below) = two(levels, *depth);
            level.done = level.expanded;
            if level.done == level.count {
                if *depth == 0 {
                    return Ok(());
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
                let found: u32 = nodes.iter().map(|node| node.rest().count_ones()).sum();
                let is_enough = ledger.found() + u64::from(found) >= find.enough();
                if is_enough || !ledger.meter.can_hold(found as usize * find.bytes(*depth + 1)) {
                    return Err(Halt::Near);
                }
                count(nodes.len(), *depth, &mut ledger.meter)?;
                level.expanded = level.count;
                write_down(nodes, *depth + 1, ledger)?;
                continue;
            };
            let sums = kernel.expand(tables, nodes, &mut below.nodes);
            count(sums.expanded, *depth, &mut ledger.meter)?;
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
        let Tiny { settings, network, tables, levels, mut ledger, .. } = self;
        drop((tables, levels));
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
fn count(nodes: usize, depth: usize, meter: &mut Meter) -> Result<(), Stop> {
    if !meter.expand_all(nodes as u64) {
        (0..nodes).try_for_each(|_| meter.expand())?;
    }
    meter.stored(depth as u64 + 1);
    Ok(())
}

/// Hands on the solutions below nodes with one variable left, which are fewer than enough.
fn write_down<O, V>(nodes: &[Node], variables: usize, ledger: &mut Ledger<O, V>) -> Result<(), Stop>
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
            let flow = ledger.solution(&assignment[..variables])?;
            debug_assert!(flow.is_continue(), "more are wanted");
        }
    }
    Ok(())
}
