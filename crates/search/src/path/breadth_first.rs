//! Breadth-first search.

use std::ops::ControlFlow;

use super::buffer::Buffer;
use super::plan::{either, solved};
use super::store::{NONE, NodeId, Seen, Step, Store, Vacancy, is_small};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan, PlanOf, Undo};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// Searches level by level from the start: the plan found has the fewest actions.
///
/// The heuristic is not used. A goal is recognised when it is generated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BreadthFirst {
    /// Whether the action that cancels the previous one is generated, too.
    pub undo: Undo,
}

impl BreadthFirst {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::FewestActions
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for BreadthFirst {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut meter = Meter::new(limits);
        let verdict = levels(space, self.undo, &mut meter, observer).unwrap_or_else(|by| {
            let best = Plan::along(space, space.start(), Vec::new(), End::Short(S::Cost::ZERO));
            Verdict::Stopped { by, best: Some(either(best)) }
        });
        meter.finish(verdict)
    }
}

/// Once the table no longer fits in the cache nearest to the core, the successors of this many
/// nodes are generated together and their slots prefetched, so that the waits for memory overlap.
const BATCH: u32 = 16;

/// A successor that was generated but not yet looked up.
struct Made<S: StateSpace> {
    parent: NodeId,
    action: S::Action,
    state: S::State,
    key: u64,
}

/// A search from the first level to the last.
struct Levels<'a, S: StateSpace> {
    space: &'a S,
    undo: Undo,
    /// Nodes are numbered in the order they are found: the store is the queue.
    store: Store<'a, S, Step<S::State>>,
    /// The node to expand next.
    next: NodeId,
    /// The level being expanded, and the first node of the next.
    level: u32,
    next_level: NodeId,
    made: Buffer<Made<S>>,
    /// Empty, with room for the actions of a node.
    actions: Buffer<S::Action>,
}

fn levels<S, O>(
    space: &S,
    undo: Undo,
    meter: &mut Meter,
    observer: &mut O,
) -> Result<Verdict<PlanOf<S>>, Stop>
where
    S: StateSpace,
    O: PathObserver<S>,
{
    let mut store = Store::new(space);
    for start in space.starts() {
        if space.is_goal(&start) {
            meter.tell(observer, Event::Goal { state: &start, g: S::Cost::ZERO });
            return Ok(solved(Plan::along(space, start, Vec::new(), End::Goal)));
        }
        store.insert_root(Step { state: start, parent: NONE }, meter)?;
    }
    let next_level = store.len();
    let (made, actions) = (Buffer::new(), Buffer::new());
    let mut levels = Levels { space, undo, store, next: 0, level: 0, next_level, made, actions };
    meter.tell(observer, Event::Bound(S::Cost::ZERO));
    Ok(match levels.run(meter, observer)? {
        Some(goal) => solved(levels.store.plan(goal, None, End::Goal)),
        None => Verdict::Unsolvable,
    })
}

impl<S: StateSpace> Levels<'_, S> {
    /// Expands node after node; returns a goal if it finds one.
    fn run<O: PathObserver<S>>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop> {
        while self.next < self.store.len() {
            if self.made.is_empty() {
                // The successors already generated have keys of the current table.
                self.store.rank_if_due(meter);
                if self.store.is_wide() && is_small::<S::State>() {
                    self.make_ahead(meter)?;
                }
            }
            if self.next == self.next_level {
                self.level += 1;
                self.next_level = self.store.len();
                meter.tell(observer, Event::Bound(depth::<S>(self.level)));
            }
            meter.expand()?;
            meter.stored(self.store.len().into());
            if let Some(goal) = self.expand(self.next, meter, observer)? {
                return Ok(Some(goal));
            }
            self.next += 1;
        }
        Ok(None)
    }

    /// Looks up the successors of a node; returns a goal if one is among them.
    #[inline(always)]
    fn expand<O: PathObserver<S>>(
        &mut self,
        id: NodeId,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop> {
        if O::WATCHES {
            let (state, g) = (&self.store[id].state, depth::<S>(self.level));
            meter.tell(observer, Event::Expand { state, g, h: S::Cost::ZERO });
        }
        if const { !is_small::<S::State>() } {
            return self.expand_in_place(id, meter, observer);
        }
        let state = self.store[id].state.clone();
        if !self.made.is_empty() {
            while self.made.last().is_some_and(|made| made.parent == id)
                && let Some(Made { action, state: child, key, .. }) = self.made.pop()
            {
                let goal =
                    self.look((id, Some(&state)), action, Some((child, key)), meter, observer)?;
                if goal.is_some() {
                    return Ok(goal);
                }
            }
            return Ok(None);
        }
        let (space, last) = (self.space, self.undo.after(self.store.action(id)).cloned());
        let end = space.actions_after(&state, last.as_ref()).try_for_each(|action| {
            match self.look((id, Some(&state)), action, None, meter, observer) {
                Ok(None) => ControlFlow::Continue(()),
                end => ControlFlow::Break(end),
            }
        });
        end.break_value().unwrap_or(Ok(None))
    }

    /// Looks up the successors of a node without a copy of its state, as in best-first search.
    #[inline(always)]
    fn expand_in_place<O: PathObserver<S>>(
        &mut self,
        id: NodeId,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop> {
        let Levels { space, store, actions, undo, .. } = self;
        let last = undo.after(store.action(id));
        for action in space.actions_after(&store[id].state, last) {
            actions.push(action, meter)?;
        }
        let actions = std::mem::replace(actions, Buffer::new());
        let (actions, end) =
            actions.drain(|action| match self.look((id, None), action, None, meter, observer) {
                Ok(None) => Ok(()),
                end => Err(end),
            });
        self.actions = actions;
        end.err().unwrap_or(Ok(None))
    }

    /// The state of a node: a copy if there is one, otherwise the one in the store.
    #[inline(always)]
    fn from<'n>(&'n self, (id, state): (NodeId, Option<&'n S::State>)) -> &'n S::State {
        state.unwrap_or_else(|| &self.store[id].state)
    }

    /// Inserts a successor if it is new; `made` has its state and key if it was generated ahead.
    /// Returns it if it is a goal.
    #[inline(always)]
    fn look<O: PathObserver<S>>(
        &mut self,
        parent: (NodeId, Option<&S::State>),
        action: S::Action,
        made: Option<(S::State, u64)>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop> {
        // A small state is always made, as in best-first search.
        if made.is_some() || is_small::<S::State>() {
            let (child, key) = made.unwrap_or_else(|| {
                let child = self.space.apply(self.from(parent), &action);
                let key = self.store.key(&child);
                (child, key)
            });
            return match self.place(self.from(parent), &child, key, meter, observer)? {
                Some(place) => self.enter((parent.0, action), child, place, meter, observer),
                None => Ok(None),
            };
        }
        let child = self.space.successor(self.from(parent), &action);
        let key = self.store.key(&child);
        let Some(place) = self.place(self.from(parent), &child, key, meter, observer)? else {
            return Ok(None);
        };
        let child = child.into_owned();
        self.enter((parent.0, action), child, place, meter, observer)
    }

    /// Where a successor belongs, if it is new.
    #[inline(always)]
    fn place<O: PathObserver<S>>(
        &self,
        from: &S::State,
        child: &S::State,
        key: u64,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<Vacancy>, Stop> {
        meter.generated += 1;
        let seen = self.store.look_up(child, key);
        if O::WATCHES {
            let (g, h) = (depth::<S>(self.level + 1), S::Cost::ZERO);
            let fate = if matches!(seen, Seen::Never(_)) { Fate::New } else { Fate::Known };
            meter.tell(observer, Event::Generate { from, state: child, g, h, fate });
        }
        match seen {
            Seen::Never(place) => Ok(Some(place)),
            Seen::Before(_) => meter.poll_among().map(|()| None),
        }
    }

    /// Inserts a new successor; returns it if it is a goal.
    #[inline(always)]
    fn enter<O: PathObserver<S>>(
        &mut self,
        (parent, action): (NodeId, S::Action),
        state: S::State,
        place: Vacancy,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop> {
        let is_goal = self.space.is_goal(&state);
        let id = self.store.insert(place, Step { state, parent }, action, meter)?;
        if !is_goal {
            return Ok(None);
        }
        let (state, g) = (&self.store[id].state, depth::<S>(self.level + 1));
        meter.tell(observer, Event::Goal { state, g });
        Ok(Some(id))
    }

    /// Generates the successors of the next node and of some after it into the empty `made`, in
    /// reverse order of lookup.
    fn make_ahead(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        for parent in self.next..self.store.len().min(self.next + BATCH) {
            let state = &self.store[parent].state;
            let last = self.undo.after(self.store.action(parent));
            for action in self.space.actions_after(state, last) {
                let state = self.space.apply(state, &action);
                let key = self.store.key(&state);
                self.store.prefetch(key);
                self.made.push(Made { parent, action, state, key }, meter)?;
            }
        }
        self.made.reverse();
        Ok(())
    }
}

/// A number of actions as a cost, for observers.
pub(super) fn depth<S: StateSpace>(actions: u32) -> S::Cost {
    S::Cost::ONE.times(actions).unwrap_or(S::Cost::INFINITE)
}
