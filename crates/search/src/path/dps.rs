//! Dynamic potential search.

use super::heap::Heap;
use super::plan::{either, solved};
use super::store::{NONE, Node, NodeId, Nodes, Seen, Store};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, PlanOf, Undo, Weight};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// Dynamic potential search (Gilon, Felner and Stern 2016): of the nodes whose f is at most
/// `weight` times the least f, it expands the one with the largest potential
/// (weight · least f − g) / h, which is the most likely to reach a goal within the bound.
///
/// The plan costs at most `weight` times the optimum when the heuristic never overestimates. Costs
/// without a [`number`](Cost::number) have no potential; then the lowest h comes first.
///
/// ```
/// use goalward::path::{Dps, PathSearch};
/// use goalward::space::from_fn;
///
/// let numbers = from_fn(1u32, |&n| [(2 * n, 1u32), (n + 1, 1)], |&n| n == 1000);
/// let h = |&n: &u32| if n > 1000 { u32::MAX } else { (1000 / n).ilog2() };
/// let search = Dps { weight: "1.5".parse().unwrap(), ..Dps::default() };
/// let plan = search.solve(&numbers, &h).into_solution().unwrap();
/// assert!((14..=21).contains(&plan.cost));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dps {
    /// How many times the optimum a plan may cost; below 1 it counts as 1.
    pub weight: Weight,
    /// Whether the action that cancels the previous one is generated, too.
    pub undo: Undo,
}

impl Default for Dps {
    fn default() -> Self {
        Dps { weight: Weight::from(2), undo: Undo::default() }
    }
}

impl Dps {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        match self.weight {
            w if w.numerator() <= w.denominator() => Guarantee::Cheapest,
            w => Guarantee::Within(w),
        }
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for Dps {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut meter = Meter::new(limits);
        let verdict = match Focus::new(space, heuristic, *self, &mut meter) {
            Ok(mut focus) => {
                let end = focus.run(&mut meter, observer);
                meter.stored(focus.store.len().into());
                meter.lower_bound = focus.least.number();
                end.unwrap_or_else(|by| Verdict::Stopped { by, best: Some(focus.best_so_far()) })
            }
            Err(by) => Verdict::Stopped { by, best: None },
        };
        meter.finish(verdict)
    }
}

/// This many rises of the least f update the potentials at once, however many nodes are open. With
/// fractional costs the least f may rise at every step: after that, each update has to be worth its
/// time.
const AT_ONCE: u32 = 1000;

/// From then on, an update waits until one node in this many has been expanded since the last.
const SHARE: u64 = 64;

struct Focus<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    weight: Weight,
    undo: Undo,
    store: Nodes<'a, S, H::Memo>,
    /// Every open node by f; also some that are no longer open.
    by_f: Heap,
    /// The open nodes within the bound, by potential; also some that are no longer open.
    by_potential: Heap,
    /// The largest value of the least f so far: no plan costs less.
    least: S::Cost,
    /// How often it rose, and after how many expansions it last did.
    rises: u32,
    risen_at: u64,
    /// The node with the lowest h.
    best: (NodeId, S::Cost),
    /// Whether a cost overflowed, so that the search proves nothing.
    overflowed: bool,
    /// An action whose cost is not valid, and the state it was taken in.
    refused: Option<(NodeId, S::Action)>,
}

/// A node in a heap: the lowest key first, then the largest g, then the newest.
fn entry<C: Cost>(key: u64, g: C, id: NodeId) -> u128 {
    u128::from(key) << 64 | u128::from(!g.tie()) << 32 | u128::from(!id)
}

fn node_of(entry: u128) -> NodeId {
    !(entry as u32)
}

impl<'a, S: StateSpace, H: Heuristic<S>> Focus<'a, S, H> {
    fn new(
        space: &'a S,
        heuristic: &'a H,
        Dps { weight, undo }: Dps,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let at_least_one =
            if weight.numerator() < weight.denominator() { Weight::from(1) } else { weight };
        let mut focus = Focus {
            space,
            heuristic,
            weight: at_least_one,
            undo,
            store: Store::new(space),
            by_f: Heap::new(),
            by_potential: Heap::new(),
            least: S::Cost::ZERO,
            rises: 0,
            risen_at: 0,
            best: (0, S::Cost::INFINITE),
            overflowed: false,
            refused: None,
        };
        for start in space.starts() {
            let memo = heuristic.memo(&start);
            let h = heuristic.estimate(memo);
            let root = Node::new(start, memo, S::Cost::ZERO, NONE);
            let Some(id) = focus.store.insert_root(root, meter)? else { continue };
            if h < focus.best.1 {
                focus.best = (id, h);
            }
            focus.open(id, meter)?;
        }
        Ok(focus)
    }

    fn run<O: PathObserver<S>>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Verdict<PlanOf<S>>, Stop> {
        while let Some(id) = self.next(meter, observer)? {
            let node = &self.store[id];
            if self.space.is_goal(&node.state) {
                meter.tell(observer, Event::Goal { state: &node.state, g: node.g });
                return Ok(solved(self.store.plan(id, None, End::Goal)));
            }
            self.expand(id, meter, observer)?;
        }
        if self.overflowed { Err(Stop::Cost) } else { Ok(Verdict::Unsolvable) }
    }

    fn is_open(&self, id: NodeId) -> bool {
        let node = &self.store[id];
        !node.is_superseded() && !node.is_expanded()
    }

    fn costs(&self, id: NodeId) -> (S::Cost, S::Cost) {
        let node = &self.store[id];
        (node.g, self.heuristic.estimate(node.memo))
    }

    /// The node to expand next.
    fn next<O: PathObserver<S>>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop> {
        loop {
            let Some(first) = self.by_f.first().map(node_of) else { return Ok(None) };
            if !self.is_open(first) {
                self.by_f.pop();
                continue;
            }
            let (g, h) = self.costs(first);
            let f = g.plus(h).expect("an open node has an f");
            let rises = self.rises == 0 || self.least.beats(f);
            let share = u64::from(self.store.len()) / SHARE;
            if rises && (self.rises < AT_ONCE || meter.expanded >= self.risen_at + share) {
                self.rise(f, first, meter, observer)?;
            }
            match self.by_potential.pop().map(node_of) {
                Some(id) if self.is_open(id) => return Ok(Some(id)),
                Some(_) => {}
                None => self.rise(f, first, meter, observer)?,
            }
        }
    }

    /// Reorders all open nodes, now that the least f is that of `first`.
    fn rise<O: PathObserver<S>>(
        &mut self,
        f: S::Cost,
        first: NodeId,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        if self.rises == 0 || self.least.beats(f) {
            self.least = f;
            meter.tell(observer, Event::Bound(f));
        }
        (self.rises, self.risen_at) = (self.rises.saturating_add(1), meter.expanded);
        self.by_potential.clear();
        for id in (0..self.store.len()).filter(|&id| id != first) {
            if self.is_open(id) {
                self.focus(id, meter)?;
            }
        }
        // It is within every bound, however its f was rounded.
        let (g, h) = self.costs(first);
        self.by_potential.push(entry(self.unlikely(g, h), g, first), meter)
    }

    /// Queues a node that is new, unless it is a dead end.
    fn open(&mut self, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        let (g, h) = self.costs(id);
        match S::Cost::priority((1, g), (1, h)).filter(|_| g.plus(h).is_some()) {
            Some(f) => {
                self.by_f.push(entry(f, g, id), meter)?;
                self.focus(id, meter)
            }
            None => {
                self.overflowed |= h < S::Cost::INFINITE;
                // It cannot be followed: it counts as expanded.
                self.store[id].set_expanded();
                Ok(())
            }
        }
    }

    /// Queues an open node by potential if it is within the bound.
    fn focus(&mut self, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        let (g, h) = self.costs(id);
        let (above, below) = (self.weight.numerator(), self.weight.denominator());
        let f = S::Cost::priority((below, g), (below, h)).unwrap_or(u64::MAX);
        let bound = S::Cost::priority((above, self.least), (0, S::Cost::ZERO));
        if f > bound.unwrap_or(u64::MAX) {
            return Ok(());
        }
        self.by_potential.push(entry(self.unlikely(g, h), g, id), meter)
    }

    /// A number that falls as the potential grows.
    fn unlikely(&self, g: S::Cost, h: S::Cost) -> u64 {
        match (self.least.number(), g.number(), h.number()) {
            _ if h == S::Cost::ZERO => 0,
            (Some(least), Some(g), Some(h)) => {
                // The bits of non-negative floats have the same order as the floats.
                !((self.weight.value() * least - g).max(0.0) / h).to_bits()
            }
            _ => h.key(),
        }
    }

    fn expand<O: PathObserver<S>>(
        &mut self,
        id: NodeId,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        meter.expand()?;
        let node = &mut self.store[id];
        node.set_expanded();
        let (from, memo, g) = (node.state.clone(), node.memo, node.g);
        if O::WATCHES {
            let h = self.heuristic.estimate(memo);
            meter.tell(observer, Event::Expand { state: &from, g, h });
        }
        let last = self.undo.after(self.store.action(id)).cloned();
        for action in self.space.actions_after(&from, last.as_ref()) {
            meter.generate()?;
            let cost = self.space.cost(&from, &action);
            let Some(g) = g.plus(cost) else {
                if !cost.is_valid() {
                    self.refused = Some((id, action));
                    return Err(Stop::Cost);
                }
                self.overflowed = true;
                continue;
            };
            let child = self.space.successor(&from, &action);
            let key = self.store.key(&child);
            let seen = self.store.look_up(&child, key);
            let memo = match &seen {
                Seen::Before(known) => self.store[*known].memo,
                Seen::Never(_) => self.heuristic.advance(memo, &from, &action, &child),
            };
            let h = self.heuristic.estimate(memo);
            let fate = match &seen {
                _ if g.plus(h).is_none() => Fate::Pruned,
                Seen::Before(known) if !g.beats(self.store[*known].g) => Fate::Known,
                Seen::Before(_) => Fate::Cheaper,
                Seen::Never(_) => Fate::New,
            };
            if O::WATCHES {
                meter.tell(observer, Event::Generate { from: &from, state: &child, g, h, fate });
            }
            let node = Node::new(child.into_owned(), memo, g, id);
            let child = match seen {
                Seen::Never(place) => self.store.insert(place, node, action, meter)?,
                Seen::Before(known) if fate == Fate::Cheaper => {
                    meter.reopened += u64::from(self.store[known].is_expanded());
                    self.store.supersede(known, key, node, action, meter)?
                }
                Seen::Before(_) => {
                    self.overflowed |= fate == Fate::Pruned && h < S::Cost::INFINITE;
                    continue;
                }
            };
            self.open(child, meter)?;
            if h < self.best.1 {
                meter.tell(observer, Event::Improve { state: &self.store[child].state, g, h });
                self.best = (child, h);
            }
        }
        Ok(())
    }

    fn best_so_far(&self) -> PlanOf<S> {
        let (id, h) = self.best;
        let (id, further) = match &self.refused {
            Some((id, action)) => (*id, Some(action.clone())),
            None => (id, None),
        };
        either(self.store.plan(id, further, End::Short(h)))
    }
}
