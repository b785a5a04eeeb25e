//! Forward checking where the variables and the values each fit a word: the same
//! search as the engine's, step for step, about twice as fast.
//!
//! Domains are copied from level to level, so that nothing need be undone, and
//! the variable with the fewest values is found while they are copied.

use std::ops::ControlFlow;

use super::backtracking::{Backtracking, Inference, ValueOrder, VariableOrder};
use super::domains::values;
use super::ledger::Ledger;
use super::network::Network;
use super::popcount::{Work, accelerated};
use super::{Answer, Event, Value, Variable};
use crate::observe::Observer;
use crate::run::{Meter, Stop};

/// The values of a variable, and how many there are.
#[derive(Clone, Copy, Default)]
struct Domain {
    values: u64,
    size: u32,
}

/// A variable whose values are being tried.
#[derive(Clone, Copy, Default)]
struct Level {
    variable: usize,
    /// Values not tried yet.
    rest: u64,
    /// Variables without a value; this level's is not one of them.
    open: u64,
}

/// A problem with every table laid out flat, and a search in it under way.
pub(super) struct Small<O, V> {
    order: VariableOrder,
    variables: usize,
    most_values: usize,
    /// For each variable, those it constrains.
    neighbours: Vec<u64>,
    /// For each variable and value, what goes with it in each other variable.
    rows: Vec<u64>,
    /// For each level, the domain of each open variable.
    domains: Vec<Domain>,
    levels: Vec<Level>,
    assignment: Vec<Value>,
    ledger: Ledger<O, V>,
}

/// Whether [`Small`] can do this search.
pub(super) fn suits(settings: &Backtracking, network: &Network) -> bool {
    let Backtracking { inference, values, .. } = *settings;
    inference == Inference::ForwardChecking
        && values == ValueOrder::Static
        && network.words == 1
        && (1..=64).contains(&network.variables())
}

/// What [`Small`] takes beside the network.
pub(super) fn bytes(network: &Network) -> usize {
    let variables = network.variables();
    let each = size_of::<Domain>() + network.most_values() * size_of::<u64>();
    variables * variables * each + variables * (size_of::<Level>() + 4 * size_of::<u64>())
}

impl<O, V> Work for &mut Small<O, V>
where
    O: Observer<Event>,
    V: FnMut(&[Value], &mut Meter) -> Result<ControlFlow<()>, Stop>,
{
    type Output = Result<ControlFlow<()>, Stop>;

    #[inline(always)]
    fn work(self) -> Self::Output {
        match self.order {
            VariableOrder::Static => self.search(|_, _| 0),
            VariableOrder::Mrv => self.search(|size, _| size),
            VariableOrder::MrvDegree => {
                self.search(|size, neighbours| size << 6 | (63 - neighbours.count_ones()))
            }
        }
    }
}

impl<O, V> Small<O, V>
where
    O: Observer<Event>,
    V: FnMut(&[Value], &mut Meter) -> Result<ControlFlow<()>, Stop>,
{
    pub fn new(settings: &Backtracking, network: &Network, ledger: Ledger<O, V>) -> Self {
        let variables = network.variables();
        let most_values = network.most_values();
        let mut neighbours = vec![0; variables];
        let mut rows = vec![u64::MAX; variables * most_values * variables];
        for x in 0..variables {
            for &arc in network.arcs(x) {
                neighbours[x] |= 1 << arc.other();
                for a in 0..network.sizes[x] as usize {
                    rows[(x * most_values + a) * variables + arc.other()] =
                        network.row(arc, a, 1)[0];
                }
            }
        }
        let mut domains = vec![Domain::default(); variables * variables];
        for (domain, &values) in domains.iter_mut().zip(&network.domains) {
            *domain = Domain { values, size: values.count_ones() };
        }
        Small {
            order: settings.order,
            variables,
            most_values,
            neighbours,
            rows,
            domains,
            levels: vec![Level::default(); variables],
            assignment: vec![0; variables],
            ledger,
        }
    }

    /// Searches to the end, or to the end of a limit.
    pub fn run(mut self) -> Answer {
        let end = accelerated(&mut self);
        self.ledger.close(end)
    }

    /// Next is always the open variable of least `key`, which is given the size of
    /// its domain and its open neighbours.
    #[inline(always)]
    fn search(&mut self, key: impl Fn(u32, u64) -> u32) -> Result<ControlFlow<()>, Stop> {
        let all = u64::MAX >> (64 - self.variables);
        if let Some(variable) = (0..self.variables).find(|&v| self.domains[v].size == 0) {
            self.ledger.observer.on(Event::Wipeout { variable });
            return Ok(ControlFlow::Continue(()));
        }
        // The key above, the variable in the lowest six bits: ties go to the lowest.
        let rank = |size, neighbours, v: Variable| key(size, neighbours) << 6 | v as u32;
        let first = |v: Variable| rank(self.domains[v].size, self.neighbours[v], v);
        let first = (0..self.variables).map(first).min().expect("there is a variable");
        let mut depth = 0;
        self.choose(depth, all, first)?;
        loop {
            let Level { variable, rest, open } = self.levels[depth];
            if rest == 0 {
                if depth == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                self.reached(depth);
                self.ledger.effort.backtracks += 1;
                self.ledger.observer.on(Event::Backtrack { variable });
                depth -= 1;
                continue;
            }
            let value = rest.trailing_zeros() as usize;
            self.levels[depth].rest = rest & (rest - 1);
            self.ledger.meter.generated += 1;
            self.ledger.observer.on(Event::Assign { variable, value });
            self.assignment[variable] = value;
            if open == 0 {
                if self.ledger.solution(&self.assignment)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else if let Some(least) = self.check_forward(depth, value, rank) {
                depth += 1;
                self.choose(depth, open, least)?;
            }
        }
    }

    /// Expands the assignment that stands: the variable of least rank is next.
    #[inline(always)]
    fn choose(&mut self, depth: usize, open: u64, least: u32) -> Result<(), Stop> {
        if let Err(stop) = self.ledger.meter.expand() {
            self.reached(depth);
            return Err(stop);
        }
        self.ledger.meter.stored(depth as u64 + 1);
        let variable = (least % 64) as usize;
        let rest = self.domains[depth * self.variables + variable].values;
        self.levels[depth] = Level { variable, rest, open: open & !(1 << variable) };
        Ok(())
    }

    /// Makes the domains of the next level: those of this one without what the
    /// new value forbids. Gives the least rank of a variable, or nothing if a
    /// domain is left empty.
    #[inline(always)]
    fn check_forward(
        &mut self,
        depth: usize,
        value: Value,
        rank: impl Fn(u32, u64, Variable) -> u32,
    ) -> Option<u32> {
        let n = self.variables;
        let Level { variable, open, .. } = self.levels[depth];
        let start = (variable * self.most_values + value) * n;
        let row = &self.rows[start..start + n];
        let (above, below) = self.domains[depth * n..(depth + 2) * n].split_at_mut(n);
        let neighbours = self.neighbours[variable];
        let mut prunings = 0;
        let mut least = u32::MAX;
        let mut rest = open;
        let wiped_out = loop {
            if rest == 0 {
                break None;
            }
            let other = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let before = above[other];
            let left = before.values & row[other];
            let size = left.count_ones();
            prunings += before.size - size;
            for value in values(before.values ^ left, 0) {
                let because = variable;
                self.ledger.observer.on(Event::Prune { variable: other, value, because });
            }
            if left == 0 {
                break Some(other);
            }
            below[other] = Domain { values: left, size };
            least = least.min(rank(size, self.neighbours[other] & open, other));
        };
        // Those looked at are no longer in the rest.
        self.ledger.effort.checks += u64::from((neighbours & open & !rest).count_ones());
        self.ledger.effort.prunings += u64::from(prunings);
        let Some(variable) = wiped_out else { return Some(least) };
        self.ledger.observer.on(Event::Wipeout { variable });
        self.reached(depth);
        None
    }

    #[inline(always)]
    fn reached(&mut self, depth: usize) {
        let variables = self.levels[..depth].iter().map(|level| level.variable);
        self.ledger.reached(depth, || variables.map(|v| (v, self.assignment[v])));
    }
}
