//! A compiled problem: domains and constraints as bit sets.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Csp, Value, Variable};
use crate::run::{Meter, Stop};

/// The constraint on a variable and one other, seen from the first.
#[derive(Clone, Copy)]
pub(super) struct Arc {
    other: u32,
    /// The index of the first row. There is a row for each value of the first variable: the set of
    /// values of the other that are compatible with it. The highest bit is set if these are known
    /// to be all values except the equal one.
    table: u32,
}

/// See [`Arc::is_difference`].
const DIFFERENCE: u32 = 1 << 31;

impl Arc {
    /// The other variable.
    #[inline(always)]
    pub fn other(self) -> Variable {
        self.other as usize
    }

    /// Whether only equal values are forbidden.
    #[inline(always)]
    pub fn is_difference(self) -> bool {
        self.table & DIFFERENCE != 0
    }
}

/// Fills the row of a value of the first variable against the second.
type Ask<'a> = Box<dyn Fn((Variable, Value), Variable, &mut [u64]) + 'a>;

/// A problem as tables. Every set of values has the same number of words.
///
/// Rows of one word are filled before the search. Longer ones are filled when they are first read:
/// a table of two domains of 2,000 values has four million entries, and a search may need only a
/// few thousand of them.
pub(super) struct Network<'a> {
    /// Words in a set of values.
    pub words: usize,
    /// The initial domains, one set for each variable.
    pub domains: Vec<u64>,
    /// How many values each variable has, allowed or not.
    pub sizes: Vec<u32>,
    starts: Vec<u32>,
    arcs: Vec<Arc>,
    /// Rows of one word.
    short: Vec<u64>,
    /// Rows of more than one word.
    long: Vec<OnceCell<Box<[u64]>>>,
    ask: Ask<'a>,
    /// How many long rows have been filled since the last [`Network::pause`].
    filled: Cell<u32>,
}

/// A constrained pair, before it becomes two arcs.
struct Pair {
    x: u32,
    y: u32,
    forward: u32,
    backward: u32,
}

/// A pair, and its entry in the list of new relations.
const PAIR_BYTES: usize = size_of::<Pair>() + size_of::<usize>();

/// Long rows filled between two readings of the clock: with 2,000 values, a few tenths of a
/// millisecond.
const FILLED_AT_ONCE: u32 = 32;

impl<'a> Network<'a> {
    /// Compiles the domains and constraints of `csp`. The clock and cancellation are checked once
    /// for each distinct relation.
    pub fn compile<C: Csp>(csp: &'a C, meter: &mut Meter) -> Result<Self, Stop> {
        let variables = csp.variables();
        let sizes = || (0..variables).map(|v| csp.domain(v));
        let words = sizes().max().unwrap_or(0).div_ceil(64).max(1);
        index(variables.saturating_mul(words).saturating_mul(64))?;
        meter.hold(variables * (words * 8 + 4))?;
        let mut network = Network {
            words,
            domains: initial_domains(csp, words),
            sizes: sizes().map(|size| size as u32).collect(),
            starts: Vec::new(),
            arcs: Vec::new(),
            short: Vec::new(),
            long: Vec::new(),
            ask: Box::new(move |x, y, row| fill(csp, x, y, row)),
            filled: Cell::new(0),
        };
        let (mut pairs, relations) = network.lay_out(csp, meter)?;
        if words == 1 {
            for pair in relations.iter().map(|&i| &pairs[i]) {
                meter.poll()?;
                network.tabulate(csp, pair);
            }
            network.mark_differences(&mut pairs);
        }
        network.connect(variables, &pairs, meter)?;
        meter.release(pairs.capacity() * PAIR_BYTES);
        Ok(network)
    }

    /// How many variables there are.
    #[inline]
    pub fn variables(&self) -> usize {
        self.starts.len() - 2
    }

    /// How many values all variables have in total.
    pub fn values(&self) -> usize {
        self.sizes.iter().map(|&size| size as usize).sum()
    }

    /// The largest number of values of a variable.
    pub fn most_values(&self) -> usize {
        self.sizes.iter().max().map_or(0, |&size| size as usize)
    }

    /// The constraints on `variable`, in ascending order of the other variable.
    #[inline]
    pub fn arcs(&self, variable: Variable) -> &[Arc] {
        &self.arcs[self.starts[variable] as usize..self.starts[variable + 1] as usize]
    }

    /// The constraint on `variable` and `other`, which exists.
    pub fn arc(&self, variable: Variable, other: Variable) -> Arc {
        let arcs = self.arcs(variable);
        let place = arcs.binary_search_by_key(&other, |arc| arc.other());
        arcs[place.expect("a constraint is seen from both of its variables")]
    }

    /// The values of the other variable of `arc`, an arc of `variable`, that are compatible with
    /// `value`, as `words` words. `words` is [`Network::words`], passed so that the compiler can
    /// treat it as a constant.
    #[inline(always)]
    pub fn row(&self, variable: Variable, arc: Arc, value: Value, words: usize) -> &[u64] {
        let row = (arc.table & !DIFFERENCE) as usize + value;
        if words == 1 { &self.short[row..=row] } else { self.long_row(variable, arc, value, row) }
    }

    fn long_row(&self, variable: Variable, arc: Arc, value: Value, row: usize) -> &[u64] {
        self.long[row].get_or_init(|| {
            self.filled.set(self.filled.get() + 1);
            let mut values = vec![0; self.words].into_boxed_slice();
            (self.ask)((variable, value), arc.other(), &mut values);
            values
        })
    }

    /// Checks the clock and the monitor if many rows have been filled since the last check.
    #[inline(always)]
    pub fn pause(&self, meter: &Meter) -> Result<(), Stop> {
        if self.filled.get() < FILLED_AT_ONCE {
            return Ok(());
        }
        self.filled.set(0);
        meter.poll()
    }

    /// Assigns a place in the tables to every relation. Returns all pairs, and the indices of those
    /// with a new relation.
    fn lay_out<C: Csp>(
        &mut self,
        csp: &C,
        meter: &mut Meter,
    ) -> Result<(Vec<Pair>, Vec<usize>), Stop> {
        let count = csp.constraints().count();
        meter.hold(count * PAIR_BYTES)?;
        let mut pairs = Vec::with_capacity(count);
        for (x, y) in csp.constraints() {
            assert_ne!(x, y, "a constraint needs two different variables");
            let variables = self.sizes.len();
            assert!(
                x.max(y) < variables,
                "a constraint names variables {x} and {y}, but there are only {variables} variables"
            );
            let (x, y) = (x.min(y) as u32, x.max(y) as u32);
            pairs.push(Pair { x, y, forward: 0, backward: 0 });
        }
        in_order(&mut pairs);

        let mut named = HashMap::new();
        let mut relations = Vec::new();
        let mut end = 0usize;
        for (i, pair) in pairs.iter_mut().enumerate() {
            let (x, y) = (pair.x as usize, pair.y as usize);
            let (rows, columns) = (csp.domain(x), csp.domain(y));
            let mut room = || -> Result<(u32, u32), Stop> {
                relations.push(i);
                let start = (index(end)?, index(end.saturating_add(rows))?);
                end = end.saturating_add(rows + columns);
                Ok(start)
            };
            let start = match csp.relation(x, y).map(|name| named.entry((name, rows, columns))) {
                Some(Entry::Occupied(known)) => *known.get(),
                Some(Entry::Vacant(new)) => *new.insert(room()?),
                None => room()?,
            };
            (pair.forward, pair.backward) = start;
        }
        if index(end)? >= DIFFERENCE {
            return Err(Stop::Memory);
        }
        if self.words == 1 {
            meter.hold(end * 8)?;
            self.short = vec![0; end];
        } else {
            meter.hold(end.saturating_mul(size_of::<OnceCell<Box<[u64]>>>() + self.words * 8))?;
            self.long = vec![OnceCell::new(); end];
        }
        Ok((pairs, relations))
    }

    /// Fills the two tables of `pair`, which have short rows.
    fn tabulate<C: Csp>(&mut self, csp: &C, pair: &Pair) {
        let (x, y) = (pair.x as usize, pair.y as usize);
        let (forward, backward) = (pair.forward as usize, pair.backward as usize);
        for a in 0..csp.domain(x) {
            for b in (0..csp.domain(y)).filter(|&b| csp.compatible((x, a), (y, b))) {
                self.short[forward + a] |= 1 << b;
                self.short[backward + b] |= 1 << a;
            }
        }
    }

    /// Marks the pairs that forbid only equal values. Pairs of one relation are mostly adjacent, so
    /// its table is rarely scanned twice.
    fn mark_differences(&self, pairs: &mut [Pair]) {
        let mut last = None;
        for pair in pairs {
            let known = last.filter(|&(table, _)| table == pair.forward);
            let (table, differ) = known.unwrap_or_else(|| (pair.forward, self.is_difference(pair)));
            last = Some((table, differ));
            if differ {
                pair.forward |= DIFFERENCE;
                pair.backward |= DIFFERENCE;
            }
        }
    }

    /// Whether the table of `pair` forbids only equal values.
    fn is_difference(&self, pair: &Pair) -> bool {
        let [rows, columns] = [pair.x, pair.y].map(|x| self.sizes[x as usize]);
        let all = u64::MAX.checked_shr(64 - columns).unwrap_or(0);
        (0..rows).all(|a| self.short[(pair.forward + a) as usize] == all & !(1 << a))
    }

    /// Makes two arcs of every pair and sorts them by variable.
    fn connect(&mut self, variables: usize, pairs: &[Pair], meter: &mut Meter) -> Result<(), Stop> {
        index(pairs.len().saturating_mul(2))?;
        meter.hold((variables + 2) * 4 + pairs.len() * 2 * size_of::<Arc>())?;
        // Two places ahead: after counting and summing, `starts[v + 1]` is where
        // the arcs of v begin, and filling moves it to where they end.
        self.starts = vec![0; variables + 2];
        for pair in pairs {
            self.starts[pair.x as usize + 2] += 1;
            self.starts[pair.y as usize + 2] += 1;
        }
        for v in 0..variables {
            self.starts[v + 2] += self.starts[v + 1];
        }
        self.arcs = vec![Arc { other: 0, table: 0 }; pairs.len() * 2];
        let mut put = |variable: u32, arc| {
            let next = &mut self.starts[variable as usize + 1];
            self.arcs[*next as usize] = arc;
            *next += 1;
        };
        // Pairs are sorted, so all arcs to lower variables come before those to higher ones, each
        // kind in ascending order of the other variable.
        for pair in pairs {
            put(pair.y, Arc { other: pair.x, table: pair.backward });
        }
        for pair in pairs {
            put(pair.x, Arc { other: pair.y, table: pair.forward });
        }
        Ok(())
    }
}

/// Fills the row of a value against the values of `y`.
fn fill<C: Csp>(csp: &C, x: (Variable, Value), y: Variable, row: &mut [u64]) {
    for b in 0..csp.domain(y) {
        let compatible =
            if x.0 < y { csp.compatible(x, (y, b)) } else { csp.compatible((y, b), x) };
        row[b / 64] |= u64::from(compatible) << (b % 64);
    }
}

fn initial_domains<C: Csp>(csp: &C, words: usize) -> Vec<u64> {
    let mut domains = vec![0; csp.variables() * words];
    for variable in 0..csp.variables() {
        let allowed = (0..csp.domain(variable)).filter(|&value| csp.allows(variable, value));
        for value in allowed {
            domains[variable * words + value / 64] |= 1 << (value % 64);
        }
    }
    domains
}

/// `position` in the 32 bits that tables use for it. A larger one would need tens of gigabytes,
/// which counts as out of memory.
fn index(position: usize) -> Result<u32, Stop> {
    u32::try_from(position).map_err(|_| Stop::Memory)
}

/// Sorts pairs and removes duplicates. A separate function, so that the sort is compiled once and
/// not for each problem.
fn in_order(pairs: &mut Vec<Pair>) {
    pairs.sort_unstable_by_key(|pair| (pair.x, pair.y));
    pairs.dedup_by_key(|pair| (pair.x, pair.y));
}
