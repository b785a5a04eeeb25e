use super::arena::make_room;
use super::slots::hash_of;
use super::store::{Node, NodeId, Seen, Store};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Cost, Heuristic, StateSpace};

/// Level by level like breadth-first search, but only the `width` nodes of least
/// f = g + h of each level go on; ties go to the older.
///
/// Fast and frugal, and incomplete: when every node of the beam is a dead end the
/// search is stuck, though a goal may exist. No state enters a level twice.
///
/// ```
/// use goalward::Verdict;
/// use goalward::path::{Beam, PathSearch};
/// use goalward::space::from_fn;
///
/// // The heuristic likes the dead end b; only the wider beam keeps c as well.
/// let roads = |&town: &char| match town {
///     'a' => vec![('b', 1), ('c', 1)],
///     'c' => vec![('d', 1)],
///     _ => vec![],
/// };
/// let map = from_fn('a', roads, |&town| town == 'd');
/// let h = |&town: &char| if town == 'b' { 0 } else { 1 };
/// assert!(matches!(Beam { width: 1 }.solve(&map, &h).verdict, Verdict::Stuck(_)));
/// assert!(matches!(Beam { width: 2 }.solve(&map, &h).verdict, Verdict::Solved(_)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// How many nodes of a level are kept, at least 1.
    pub width: usize,
}

impl Default for Beam {
    fn default() -> Self {
        Beam { width: 100 }
    }
}

impl Beam {
    /// What is known of a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::None
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for Beam {
    fn search<O: PathObserver<S::State>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>> {
        let mut meter = Meter::new(limits);
        let verdict = match Levels::new(space, heuristic, &mut meter) {
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
    store: Store<Node<S::State, H::Memo, S::Action>>,
    best: (NodeId, Cost),
}

impl<'a, S: StateSpace, H: Heuristic<S>> Levels<'a, S, H> {
    fn new(space: &'a S, heuristic: &'a H, meter: &mut Meter) -> Result<Self, Stop> {
        let start = space.start();
        let memo = heuristic.memo(&start);
        let mut store = Store::new(meter)?;
        let id = store.insert_root(Node::root(start, memo), meter)?;
        Ok(Levels { space, heuristic, store, best: (id, heuristic.estimate(memo)) })
    }

    fn run<O>(
        &mut self,
        width: usize,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Verdict<Plan<S::Action>>, Stop>
    where
        O: PathObserver<S::State>,
    {
        let start = &self.store[0].state;
        if self.best.1 == Cost::MAX {
            return Ok(Verdict::Unsolvable);
        }
        if self.space.is_goal(start) {
            observer.on(Event::Goal { state: start, g: 0 });
            return Ok(Verdict::Solved(self.store.plan(self.space, 0, End::Goal)));
        }
        let mut level = vec![(0, 0)];
        let mut candidates: Vec<(Cost, NodeId)> = Vec::new();
        let mut pruned = false;
        for depth in 0.. {
            observer.on(Event::Bound(depth));
            for (_, id) in level.drain(..) {
                meter.expand()?;
                if let Some(goal) = self.expand(id, &mut candidates, meter, observer)? {
                    return Ok(Verdict::Solved(self.store.plan(self.space, goal, End::Goal)));
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
        // A beam that never dropped anything was a whole breadth-first search.
        Ok(if pruned { Verdict::Stuck(self.best_so_far()) } else { Verdict::Unsolvable })
    }

    /// Makes the successors of a node; returns a goal if one is among them.
    fn expand<O>(
        &mut self,
        id: NodeId,
        candidates: &mut Vec<(Cost, NodeId)>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop>
    where
        O: PathObserver<S::State>,
    {
        let node = &self.store[id];
        let (state, memo, last, g) = (node.state.clone(), node.memo, node.action.clone(), node.g);
        observer.on(Event::Expand { state: &state, g, h: self.heuristic.estimate(memo) });
        for action in self.space.actions_after(&state, last.as_ref()) {
            meter.generated += 1;
            let g = g.saturating_add(self.space.cost(&state, &action));
            let child = self.space.apply(&state, &action);
            let memo = self.heuristic.advance(memo, &state, &action, &child);
            let h = self.heuristic.estimate(memo);
            let seen = self.store.look_up(&child, hash_of(&child));
            let fate = match seen {
                _ if h == Cost::MAX => Fate::Pruned,
                Seen::Before(_) => Fate::Known,
                Seen::Never(_) => Fate::New,
            };
            observer.on(Event::Generate { from: &state, state: &child, g, h, fate });
            let (Seen::Never(place), Fate::New) = (seen, fate) else {
                meter.poll_among()?;
                continue;
            };
            let is_goal = self.space.is_goal(&child);
            let child = self.store.insert(place, Node::child(child, memo, action, g, id), meter)?;
            if h < self.best.1 {
                observer.on(Event::Improve { state: &self.store[child].state, g, h });
                self.best = (child, h);
            }
            if is_goal {
                observer.on(Event::Goal { state: &self.store[child].state, g });
                return Ok(Some(child));
            }
            make_room(candidates, meter)?;
            candidates.push((g.saturating_add(h), child));
        }
        Ok(None)
    }

    fn best_so_far(&self) -> Plan<S::Action> {
        let (id, h) = self.best;
        self.store.plan(self.space, id, End::Short(h))
    }
}
