use super::arena::put;
use super::slots::hash_of;
use super::store::{NodeId, Seen, Step, Store, is_made_fast};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// Level by level from the start: the plan found has the fewest actions.
///
/// The heuristic is not asked. A goal is recognised when it is generated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BreadthFirst;

impl BreadthFirst {
    /// What is known of a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::FewestActions
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for BreadthFirst {
    fn search<O: PathObserver<S::State>>(
        &self,
        space: &S,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>> {
        let mut meter = Meter::new(limits);
        let verdict = levels(space, &mut meter, observer).unwrap_or_else(|by| {
            let best = Plan { actions: Vec::new(), cost: 0, end: End::Short(0) };
            Verdict::Stopped { by, best: Some(best) }
        });
        meter.finish(verdict)
    }
}

/// Once the table has outgrown the cache, the successors of this many nodes are made at
/// once and their slots sent for: the waits for memory then overlap.
const BATCH: u32 = 16;

/// A successor that was made and not yet looked up.
struct Made<S: StateSpace> {
    parent: NodeId,
    action: S::Action,
    state: S::State,
    hash: u64,
}

fn levels<S, O>(
    space: &S,
    meter: &mut Meter,
    observer: &mut O,
) -> Result<Verdict<Plan<S::Action>>, Stop>
where
    S: StateSpace,
    O: PathObserver<S::State>,
{
    let start = space.start();
    if space.is_goal(&start) {
        observer.on(Event::Goal { state: &start, g: 0 });
        return Ok(Verdict::Solved(Plan::of(space, Vec::new(), End::Goal)));
    }
    let mut store: Store<Step<S::State, S::Action>> = Store::new(meter)?;
    store.insert_root(Step { state: start, action: None, parent: 0 }, meter)?;
    // The level being expanded, and the first node of the next.
    let (mut g, mut next_level) = (0, 1);
    observer.on(Event::Bound(g));
    let mut made: Vec<Made<S>> = Vec::new();

    // Nodes are numbered in the order they are found: the store is the queue.
    for id in 0.. {
        if id == store.len() {
            break;
        }
        if made.is_empty() {
            make(space, &store, id, &mut made, meter)?;
        }
        if id == next_level {
            g += 1;
            next_level = store.len();
            observer.on(Event::Bound(g));
        }
        meter.expand()?;
        meter.stored(store.len().into());
        observer.on(Event::Expand { state: &store[id].state, g, h: 0 });
        while made.last().is_some_and(|made| made.parent == id)
            && let Some(Made { action, state: child, hash, .. }) = made.pop()
        {
            meter.generated += 1;
            let (seen, from, g) = (store.look_up(&child, hash), &store[id].state, g + 1);
            let fate = if matches!(seen, Seen::Never(_)) { Fate::New } else { Fate::Known };
            observer.on(Event::Generate { from, state: &child, g, h: 0, fate });
            let Seen::Never(place) = seen else {
                meter.poll_among()?;
                continue;
            };
            let is_goal = space.is_goal(&child);
            let step = Step { state: child, action: Some(action), parent: id };
            let child = store.insert(place, step, meter)?;
            if is_goal {
                observer.on(Event::Goal { state: &store[child].state, g });
                return Ok(Verdict::Solved(store.plan(space, child, End::Goal)));
            }
        }
    }
    Ok(Verdict::Unsolvable)
}

/// Makes the successors of node `id`, and of some behind it where that pays, into the empty
/// `made`: the first to look up last.
#[inline(always)]
fn make<S: StateSpace>(
    space: &S,
    store: &Store<Step<S::State, S::Action>>,
    id: NodeId,
    made: &mut Vec<Made<S>>,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let large = store.is_large() && is_made_fast::<S::State>();
    for parent in id..store.len().min(id + if large { BATCH } else { 1 }) {
        let Step { state, action, .. } = &store[parent];
        for action in space.actions_after(state, action.as_ref()) {
            let state = space.apply(state, &action);
            let hash = hash_of(&state);
            if large {
                store.prefetch(hash);
            }
            put(made, Made { parent, action, state, hash }, meter)?;
        }
    }
    made.reverse();
    Ok(())
}
