use super::store::{Seen, Step, Store, hash_of};
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

/// How many nodes are expanded together.
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
    let mut batch = Vec::new();
    // The level being expanded, and the first node of the next.
    let (mut g, mut next_level) = (0, 1);
    observer.on(Event::Bound(g));

    // Nodes are numbered in the order they are found: the store is the queue. A few are
    // taken at once, so that the table's slots are on their way before they are needed;
    // all that can be seen from outside happens in turn.
    let mut first = 0;
    while first < store.len() {
        let last = store.len().min(first + BATCH);
        for id in first..last {
            let Step { state, action, .. } = &store[id];
            for action in space.actions_after(state, action.as_ref()) {
                let child = space.apply(state, &action);
                let hash = hash_of(&child);
                store.prefetch(hash);
                batch.push((id, child, action, hash));
            }
        }
        let mut children = batch.drain(..).peekable();
        for id in first..last {
            if id == next_level {
                g += 1;
                next_level = store.len();
                observer.on(Event::Bound(g));
            }
            meter.expand()?;
            meter.stored(store.len().into());
            observer.on(Event::Expand { state: &store[id].state, g, h: 0 });
            while let Some((_, state, action, hash)) = children.next_if(|child| child.0 == id) {
                meter.generated += 1;
                let Seen::Never(place) = store.look_up(&state, hash) else {
                    observer.on(Event::Generate {
                        state: &state,
                        g: g + 1,
                        h: 0,
                        fate: Fate::Known,
                    });
                    continue;
                };
                observer.on(Event::Generate { state: &state, g: g + 1, h: 0, fate: Fate::New });
                let is_goal = space.is_goal(&state);
                let step = Step { state, action: Some(action), parent: id };
                let child = store.insert(place, step, meter)?;
                if is_goal {
                    observer.on(Event::Goal { state: &store[child].state, g: g + 1 });
                    return Ok(Verdict::Solved(store.plan(space, child, End::Goal)));
                }
            }
        }
        first = last;
    }
    Ok(Verdict::Unsolvable)
}
