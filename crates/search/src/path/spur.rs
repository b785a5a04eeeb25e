//! A\* in a part of a space.

use std::borrow::Cow;

use super::{BestFirst, PathSearch, PlanOf};
use crate::run::{Limits, Outcome};
use crate::space::StateSpace;

/// Whether an action must not be taken in a state.
pub(super) type Barred<'a, S> =
    dyn Fn(&<S as StateSpace>::State, &<S as StateSpace>::Action) -> bool + 'a;

/// A\* from a state that is not necessarily the start, without some actions. Each estimate is
/// computed from scratch, so that this function is compiled once for a space, whatever the
/// heuristic.
pub(super) fn a_star_from<S: StateSpace>(
    space: &S,
    start: &S::State,
    barred: Option<&Barred<'_, S>>,
    estimate: &dyn Fn(&S::State) -> S::Cost,
    limits: &Limits,
) -> Outcome<PlanOf<S>> {
    BestFirst::a_star().search(&Spur { space, start, barred }, &estimate, limits, &mut ())
}

/// The part of a space from a state on, without some actions.
struct Spur<'a, S: StateSpace> {
    space: &'a S,
    start: &'a S::State,
    barred: Option<&'a Barred<'a, S>>,
}

impl<S: StateSpace> StateSpace for Spur<'_, S> {
    type State = S::State;
    type Action = S::Action;
    type Cost = S::Cost;

    fn start(&self) -> S::State {
        self.start.clone()
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn actions(&self, state: &S::State) -> impl Iterator<Item = S::Action> {
        let barred = |action: &S::Action| self.barred.is_some_and(|barred| barred(state, action));
        self.space.actions(state).filter(move |action| !barred(action))
    }

    fn apply(&self, state: &S::State, action: &S::Action) -> S::State {
        self.space.apply(state, action)
    }

    fn successor<'b>(&self, state: &S::State, action: &'b S::Action) -> Cow<'b, S::State> {
        self.space.successor(state, action)
    }

    fn cost(&self, state: &S::State, action: &S::Action) -> S::Cost {
        self.space.cost(state, action)
    }

    fn cancels(&self, first: &S::Action, second: &S::Action) -> bool {
        self.space.cancels(first, second)
    }

    fn states(&self) -> Option<usize> {
        self.space.states()
    }

    fn rank(&self, state: &S::State) -> usize {
        self.space.rank(state)
    }
}
