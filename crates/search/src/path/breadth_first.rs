use super::slots::hash_of;
use super::store::{Seen, Step, Store, is_made_fast};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// Level by level from the start: the plan found has the fewest actions.
///
/// The heuristic is not asked. A goal is recognised when it is generated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BreadthFirst;

impl PathSearch for BreadthFirst {
    fn search<S, H, O>(
        &self,
        space: &S,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>>
    where
        S: StateSpace,
        H: Heuristic<S>,
        O: PathObserver<S::State>,
    {
        let mut meter = Meter::new(limits);
        let verdict = levels(space, &mut meter, observer).unwrap_or_else(|by| {
            let best = Plan { actions: Vec::new(), cost: 0, end: End::Short(0) };
            Verdict::Stopped { by, best: Some(best) }
        });
        meter.finish(verdict)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::FewestActions
    }
}

/// Once the table has outgrown the cache, the slots of the successors of this many nodes
/// are sent for at once: the waits for memory then overlap.
const BATCH: u32 = 16;

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

    // Nodes are numbered in the order they are found: the store is the queue.
    for id in 0.. {
        if id == store.len() {
            break;
        }
        if id % BATCH == 0 && store.is_large() && is_made_fast::<S::State>() {
            for id in id..store.len().min(id + BATCH) {
                let Step { state, action, .. } = &store[id];
                for action in space.actions_after(state, action.as_ref()) {
                    store.prefetch(hash_of(&space.apply(state, &action)));
                }
            }
        }
        if id == next_level {
            g += 1;
            next_level = store.len();
            observer.on(Event::Bound(g));
        }
        meter.expand()?;
        meter.stored(store.len().into());
        let Step { state, action, .. } = &store[id];
        let (state, last) = (state.clone(), action.clone());
        observer.on(Event::Expand { state: &state, g, h: 0 });
        for action in space.actions_after(&state, last.as_ref()) {
            meter.generated += 1;
            let child = space.apply(&state, &action);
            let hash = hash_of(&child);
            let Seen::Never(place) = store.look_up(&child, hash) else {
                let fate = Fate::Known;
                observer.on(Event::Generate { from: &state, state: &child, g: g + 1, h: 0, fate });
                continue;
            };
            let fate = Fate::New;
            observer.on(Event::Generate { from: &state, state: &child, g: g + 1, h: 0, fate });
            let is_goal = space.is_goal(&child);
            let step = Step { state: child, action: Some(action), parent: id };
            let child = store.insert(place, step, meter)?;
            if is_goal {
                observer.on(Event::Goal { state: &store[child].state, g: g + 1 });
                return Ok(Verdict::Solved(store.plan(space, child, End::Goal)));
            }
        }
    }
    Ok(Verdict::Unsolvable)
}
