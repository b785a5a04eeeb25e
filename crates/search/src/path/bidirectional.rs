use super::arena::put;
use super::queue::{BucketQueue, Entry};
use super::slots::hash_of;
use super::store::{Node, NodeId, Seen, Store};
use super::{End, Event, Fate, Guarantee, PathObserver, Plan};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Cost, Reversible, StateSpace};

/// Uniform-cost search from the start and from the goals at once, until no
/// meeting can be cheaper than the best found. Optimal.
///
/// The side with the smaller frontier is expanded next.
///
/// ```
/// use goalward::path::Bidirectional;
/// use goalward::{Reversible, StateSpace};
///
/// /// From 0 to 1000 by steps of 1, 7 and 60.
/// struct Steps;
///
/// impl StateSpace for Steps {
///     type State = i32;
///     type Action = i32;
///     fn start(&self) -> i32 { 0 }
///     fn is_goal(&self, &at: &i32) -> bool { at == 1000 }
///     fn actions(&self, _: &i32) -> impl Iterator<Item = i32> { [1, 7, 60].into_iter() }
///     fn apply(&self, at: &i32, step: &i32) -> i32 { at + step }
/// }
///
/// impl Reversible for Steps {
///     fn goals(&self) -> impl Iterator<Item = i32> { [1000].into_iter() }
///     fn predecessors(&self, &at: &i32) -> impl Iterator<Item = (i32, i32)> {
///         [1, 7, 60].into_iter().map(move |step| (at - step, step))
///     }
/// }
///
/// assert_eq!(Bidirectional.solve(&Steps).into_solution().unwrap().cost, 16 + 5 + 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bidirectional;

impl Bidirectional {
    /// Searches until the cheapest plan is proved, a side has nothing left, or a
    /// limit.
    pub fn search<S, O>(
        &self,
        space: &S,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Plan<S::Action>>
    where
        S: Reversible,
        O: PathObserver<S::State>,
    {
        let mut meter = Meter::new(limits);
        let verdict = match Meeting::new(space, &mut meter) {
            Ok(mut meeting) => match meeting.run(&mut meter, observer) {
                Ok(()) => meeting.plan().map_or(Verdict::Unsolvable, Verdict::Solved),
                Err(by) => Verdict::Stopped { by, best: meeting.plan() },
            },
            Err(by) => Verdict::Stopped { by, best: None },
        };
        meter.finish(verdict)
    }

    /// Searches without limits and unwatched.
    #[must_use]
    pub fn solve<S: Reversible>(&self, space: &S) -> Outcome<Plan<S::Action>> {
        self.search(space, &Limits::default(), &mut ())
    }

    /// What is known of a plan returned as a solution.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::Cheapest
    }
}

/// The search from one end. In the search from the goals, a node's action leads
/// from its own state to its parent's.
struct Side<T, A> {
    store: Store<Node<T, (), A>>,
    open: BucketQueue,
}

impl<T: Eq + std::hash::Hash, A: Clone> Side<T, A> {
    fn new(roots: impl Iterator<Item = T>, meter: &mut Meter) -> Result<Self, Stop> {
        let mut side = Side { store: Store::new(meter)?, open: BucketQueue::flat() };
        for root in roots {
            let hash = hash_of(&root);
            if let Seen::Never(place) = side.store.look_up(&root, hash) {
                let entry = Entry { id: side.store.len(), f: 0, g: 0 };
                let next = side.open.push(entry, meter)?;
                side.store.insert(place, Node::root(root, ()).before(next), meter)?;
            }
        }
        Ok(side)
    }

    /// Opens `child` if it is new or now reached more cheaply; gives its node, and that of the
    /// other side if they meet there.
    #[inline(always)]
    fn relax<O: PathObserver<T>>(
        &mut self,
        other: &Self,
        Child { state, action, g }: Child<T, A>,
        (parent, from): (NodeId, &T),
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<(NodeId, NodeId)>, Stop> {
        let hash = hash_of(&state);
        // Both at once, though one may do: the waits for memory overlap.
        let met = other.store.look_up(&state, hash);
        let seen = self.store.look_up(&state, hash);
        let fate = match seen {
            _ if g == Cost::MAX => Fate::Pruned,
            Seen::Before(known) if self.store[known].g <= g => Fate::Known,
            Seen::Before(_) => Fate::Cheaper,
            Seen::Never(_) => Fate::New,
        };
        observer.on(Event::Generate { from, state: &state, g, h: 0, fate });
        if matches!(fate, Fate::Pruned | Fate::Known) {
            return Ok(None);
        }
        let next = self.open.push(Entry { id: self.store.len(), f: g.into(), g }, meter)?;
        let node = Node::child(state, (), action, g, parent).before(next);
        let node = match seen {
            Seen::Before(known) => {
                meter.reopened += u64::from(self.store[known].is_expanded());
                self.store.supersede(known, hash, node, meter)?
            }
            Seen::Never(place) => self.store.insert(place, node, meter)?,
        };
        let Seen::Before(there) = met else { return Ok(None) };
        Ok(Some((node, there)))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Forward,
    Backward,
}

struct Meeting<'a, S: Reversible> {
    space: &'a S,
    forward: SideOf<S>,
    backward: SideOf<S>,
    /// The cheapest meeting so far: its cost, and its node on either side.
    best: Option<(Cost, NodeId, NodeId)>,
    /// Empty, with room for the successors of a node.
    children: Vec<ChildOf<S>>,
}

/// A successor, or seen from the goals a predecessor, on its way into the store.
struct Child<T, A> {
    state: T,
    action: A,
    g: Cost,
}

type ChildOf<S> = Child<<S as StateSpace>::State, <S as StateSpace>::Action>;
type SideOf<S> = Side<<S as StateSpace>::State, <S as StateSpace>::Action>;

impl<'a, S: Reversible> Meeting<'a, S> {
    fn new(space: &'a S, meter: &mut Meter) -> Result<Self, Stop> {
        let start = space.start();
        let backward = Side::new(space.goals(), meter)?;
        let best = match backward.store.look_up(&start, hash_of(&start)) {
            Seen::Before(goal) => Some((0, 0, goal)),
            Seen::Never(_) => None,
        };
        let forward = Side::new([start].into_iter(), meter)?;
        Ok(Meeting { space, forward, backward, best, children: Vec::new() })
    }

    fn run<O: PathObserver<S::State>>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        while let (Some(f), Some(b)) = (self.forward.open.least(), self.backward.open.least()) {
            if self.best.is_some_and(|(cost, ..)| f + b >= u64::from(cost)) {
                break;
            }
            let direction = if self.forward.open.len() <= self.backward.open.len() {
                Direction::Forward
            } else {
                Direction::Backward
            };
            self.expand_next(direction, meter, observer)?;
        }
        if let Some((cost, id, _)) = self.best {
            observer.on(Event::Goal { state: &self.forward.store[id].state, g: cost });
        }
        Ok(())
    }

    fn expand_next<O: PathObserver<S::State>>(
        &mut self,
        direction: Direction,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let (side, other) = match direction {
            Direction::Forward => (&mut self.forward, &self.backward),
            Direction::Backward => (&mut self.backward, &self.forward),
        };
        let Some((id, _)) = side.open.pop(&side.store) else { return Ok(()) };
        let node = &mut side.store[id];
        if node.is_superseded() {
            return Ok(());
        }
        meter.expand()?;
        node.set_expanded();
        let (state, last, g) = (node.state.clone(), node.action.clone(), node.g);
        observer.on(Event::Expand { state: &state, g, h: 0 });
        make(self.space, direction, (&state, last.as_ref(), g), &mut self.children, meter)?;
        meter.generated += self.children.len() as u64;
        for (number, child) in self.children.drain(..).enumerate() {
            if number % 4096 == 4095 {
                meter.poll()?;
            }
            let g = child.g;
            let Some((node, there)) = side.relax(other, child, (id, &state), meter, observer)?
            else {
                continue;
            };
            let cost = g.saturating_add(other.store[there].g);
            if cost < self.best.map_or(Cost::MAX, |(least, ..)| least) {
                observer.on(Event::Improve { state: &side.store[node].state, g: cost, h: 0 });
                self.best = Some(match direction {
                    Direction::Forward => (cost, node, there),
                    Direction::Backward => (cost, there, node),
                });
            }
        }
        meter.stored(u64::from(self.forward.store.len()) + u64::from(self.backward.store.len()));
        Ok(())
    }

    fn plan(&self) -> Option<Plan<S::Action>> {
        let (_, forward, backward) = self.best?;
        let mut actions = self.forward.store.trace(forward);
        actions.extend(self.backward.store.trace_back(backward));
        Some(Plan::of(self.space, actions, End::Goal))
    }
}

/// Makes what a state leads to, or what leads to it.
#[inline(always)]
fn make<S: Reversible>(
    space: &S,
    direction: Direction,
    (state, last, g): (&S::State, Option<&S::Action>, Cost),
    children: &mut Vec<ChildOf<S>>,
    meter: &mut Meter,
) -> Result<(), Stop> {
    match direction {
        Direction::Forward => {
            for action in space.actions_after(state, last) {
                let g = g.saturating_add(space.cost(state, &action));
                let child = Child { state: space.apply(state, &action), action, g };
                put(children, child, meter)?;
            }
        }
        Direction::Backward => {
            for (state, action) in space.predecessors(state) {
                if last.is_some_and(|last| space.cancels(&action, last)) {
                    continue;
                }
                let g = g.saturating_add(space.cost(&state, &action));
                put(children, Child { state, action, g }, meter)?;
            }
        }
    }
    Ok(())
}
