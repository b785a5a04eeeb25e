//! Beam search.

use super::breadth_first::depth;
use super::plan::{either, solved};
use super::store::{NONE, Node, NodeId, Nodes, Seen, Store};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, PlanOf, Undo};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// Searches level by level like breadth-first search, but keeps only the `width` nodes with the
/// lowest f = g + h of each level; ties go to the older node.
///
/// Fast, with little memory, but incomplete: when every node of the beam is a dead end the search
/// is stuck, though a goal may exist. No state enters a level twice.
///
/// ```
/// use goalward::Verdict;
/// use goalward::path::{Beam, PathSearch};
/// use goalward::space::from_fn;
///
/// // The heuristic prefers the dead end b; only the wider beam keeps c too.
/// let roads = |&town: &char| match town {
///     'a' => vec![('b', 1), ('c', 1)],
///     'c' => vec![('d', 1)],
///     _ => vec![],
/// };
/// let map = from_fn('a', roads, |&town| town == 'd');
/// let h = |&town: &char| if town == 'b' { 0 } else { 1 };
/// let [narrow, wide] = [1, 2].map(|width| Beam { width, ..Beam::default() });
/// assert!(matches!(narrow.solve(&map, &h).verdict, Verdict::Stuck(_)));
/// assert!(matches!(wide.solve(&map, &h).verdict, Verdict::Solved(_)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// How many nodes of a level are kept, at least 1.
    pub width: usize,
    /// Whether the action that cancels the previous one is generated, too.
    pub undo: Undo,
}

impl Default for Beam {
    fn default() -> Self {
        Beam { width: 100, undo: Undo::default() }
    }
}

impl Beam {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::None
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for Beam {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut meter = Meter::new(limits);
        let verdict = match Levels::new(space, heuristic, self.undo, &mut meter) {
            Ok(mut levels) => {
                let end = levels.run(self.width.max(1), &mut meter, observer);
                meter.stored(levels.store.len().into());
                end.unwrap_or_else(|by| Verdict::Stopped { by, best: Some(levels.best_so_far()) })
            }
            Err(by) => Verdict::Stopped { by, best: None },
        };
        meter.finish(verdict)
    }
}

struct Levels<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    undo: Undo,
    store: Nodes<'a, S, H::Memo>,
    best: (NodeId, S::Cost),
    /// Whether a cost overflowed, so that the search proves nothing.
    overflowed: bool,
    /// An action whose cost is not valid, and the state it was taken in.
    refused: Option<(NodeId, S::Action)>,
}

/// The key of f, and a node.
type Candidate = (u64, NodeId);

impl<'a, S: StateSpace, H: Heuristic<S>> Levels<'a, S, H> {
    fn new(space: &'a S, heuristic: &'a H, undo: Undo, meter: &mut Meter) -> Result<Self, Stop> {
        let mut store = Store::new(space);
        let mut best = (0, S::Cost::INFINITE);
        for start in space.starts() {
            let memo = heuristic.memo(&start);
            let h = heuristic.estimate(memo);
            let root = Node::new(start, memo, S::Cost::ZERO, NONE);
            match store.insert_root(root, meter)? {
                Some(id) if h < best.1 => best = (id, h),
                _ => {}
            }
        }
        Ok(Levels { space, heuristic, undo, store, best, overflowed: false, refused: None })
    }

    fn run<O>(
        &mut self,
        width: usize,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Verdict<PlanOf<S>>, Stop>
    where
        O: PathObserver<S>,
    {
        let mut level: Vec<Candidate> = Vec::new();
        for id in 0..self.store.len() {
            let root = &self.store[id];
            if self.heuristic.estimate(root.memo) >= S::Cost::INFINITE {
                continue;
            }
            if self.space.is_goal(&root.state) {
                meter.tell(observer, Event::Goal { state: &root.state, g: root.g });
                return Ok(solved(self.store.plan(id, None, End::Goal)));
            }
            level.push((0, id));
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut pruned = false;
        for number in 0.. {
            meter.tell(observer, Event::Bound(depth::<S>(number)));
            for (_, id) in level.drain(..) {
                meter.expand()?;
                if let Some(goal) = self.expand(id, &mut candidates, meter, observer)? {
                    return Ok(solved(self.store.plan(goal, None, End::Goal)));
                }
            }
            if candidates.is_empty() {
                break;
            }
            if candidates.len() > width {
                pruned = true;
                candidates.select_nth_unstable(width);
                candidates.truncate(width);
            }
            candidates.sort_unstable();
            std::mem::swap(&mut level, &mut candidates);
        }
        if self.overflowed {
            return Err(Stop::Cost);
        }
        // A beam that never dropped anything was a complete breadth-first search.
        Ok(if pruned { Verdict::Stuck(self.best_so_far()) } else { Verdict::Unsolvable })
    }

    /// Generates the successors of a node; returns a goal if one is among them.
    fn expand<O>(
        &mut self,
        id: NodeId,
        candidates: &mut Vec<Candidate>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop>
    where
        O: PathObserver<S>,
    {
        let node = &self.store[id];
        let (state, memo, g) = (node.state.clone(), node.memo, node.g);
        if O::WATCHES {
            let h = self.heuristic.estimate(memo);
            meter.tell(observer, Event::Expand { state: &state, g, h });
        }
        let last = self.undo.after(self.store.action(id)).cloned();
        for action in self.space.actions_after(&state, last.as_ref()) {
            meter.generate()?;
            let cost = self.space.cost(&state, &action);
            let Some(g) = g.plus(cost) else {
                if !cost.is_valid() {
                    self.refused = Some((id, action));
                    return Err(Stop::Cost);
                }
                self.overflowed = true;
                continue;
            };
            let child = self.space.successor(&state, &action);
            let seen = self.store.look_up(&child, self.store.key(&child));
            let memo = match &seen {
                Seen::Before(id) => self.store[*id].memo,
                Seen::Never(_) => self.heuristic.advance(memo, &state, &action, &child),
            };
            let h = self.heuristic.estimate(memo);
            let f = S::Cost::priority((1, g), (1, h)).filter(|_| h < S::Cost::INFINITE);
            self.overflowed |= f.is_none() && h < S::Cost::INFINITE;
            if O::WATCHES {
                let fate = match seen {
                    _ if f.is_none() => Fate::Pruned,
                    Seen::Before(_) => Fate::Known,
                    Seen::Never(_) => Fate::New,
                };
                meter.tell(observer, Event::Generate { from: &state, state: &child, g, h, fate });
            }
            let Seen::Never(place) = seen else { continue };
            let is_goal = self.space.is_goal(&child);
            let node = Node::new(child.into_owned(), memo, g, id);
            let child = self.store.insert(place, node, action, meter)?;
            let Some(f) = f else { continue };
            if h < self.best.1 {
                meter.tell(observer, Event::Improve { state: &self.store[child].state, g, h });
                self.best = (child, h);
            }
            if is_goal {
                meter.tell(observer, Event::Goal { state: &self.store[child].state, g });
                return Ok(Some(child));
            }
            if candidates.len() == candidates.capacity() {
                meter.reserve(candidates, candidates.len().max(16))?;
            }
            candidates.push((f, child));
        }
        Ok(None)
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
