//! A space with its types erased, for what need not be fast: it is compiled once for all spaces.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use goalward::{Cost, StateSpace};

use crate::path::{PathDomain, PathSight};
use crate::view::Shown;

/// A state of any space.
#[derive(Clone)]
pub(super) struct State(Rc<dyn Held>);

/// What is asked of a state.
trait Held {
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
    fn as_any(&self) -> &dyn Any;
}

impl<T: Eq + Hash + 'static> Held for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl State {
    pub fn new(state: impl Eq + Hash + 'static) -> Self {
        State(Rc::new(state))
    }

    /// As a state of the space that it belongs to.
    pub fn get<T: 'static>(&self) -> &T {
        (*self.0).as_any().downcast_ref().expect("spaces are not mixed")
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        (*self.0).equals((*other.0).as_any())
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (*self.0).hash_into(hasher);
    }
}

/// An action of any space.
#[derive(Clone)]
pub(super) struct Action(Rc<dyn Any>);

impl Action {
    fn get<T: 'static>(&self) -> &T {
        self.0.downcast_ref().expect("spaces are not mixed")
    }
}

/// What is asked of a space.
pub(super) trait Space {
    fn start(&self) -> State;
    fn is_goal(&self, state: &State) -> bool;
    fn actions(&self, state: &State) -> Vec<Action>;
    fn apply(&self, state: &State, action: &Action) -> State;
    fn cost(&self, state: &State, action: &Action) -> f64;
    fn show(&self, state: &State) -> String;
    fn shown(&self, state: &State) -> Shown;
    fn name(&self, action: &Action) -> String;
}

impl<S: PathDomain> Space for S {
    fn start(&self) -> State {
        State::new(StateSpace::start(self))
    }

    fn is_goal(&self, state: &State) -> bool {
        StateSpace::is_goal(self, state.get())
    }

    fn actions(&self, state: &State) -> Vec<Action> {
        let actions = StateSpace::actions(self, state.get());
        actions.map(|action| Action(Rc::new(action))).collect()
    }

    fn apply(&self, state: &State, action: &Action) -> State {
        State::new(StateSpace::apply(self, state.get(), action.get()))
    }

    fn cost(&self, state: &State, action: &Action) -> f64 {
        StateSpace::cost(self, state.get(), action.get()).number().unwrap_or(f64::NAN)
    }

    fn show(&self, state: &State) -> String {
        PathDomain::show(self, state.get())
    }

    fn shown(&self, state: &State) -> Shown {
        Shown::of(&PathSight(self, state.get()))
    }

    fn name(&self, action: &Action) -> String {
        PathDomain::name(self, action.get())
    }
}

/// A space of any type, its costs as numbers.
pub(super) struct Erased<'a>(pub &'a dyn Space);

impl StateSpace for Erased<'_> {
    type State = State;
    type Action = Action;
    type Cost = f64;

    fn start(&self) -> State {
        self.0.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.0.is_goal(state)
    }

    fn actions(&self, state: &State) -> impl Iterator<Item = Action> {
        self.0.actions(state).into_iter()
    }

    fn apply(&self, state: &State, action: &Action) -> State {
        self.0.apply(state, action)
    }

    fn cost(&self, state: &State, action: &Action) -> f64 {
        self.0.cost(state, action)
    }
}
