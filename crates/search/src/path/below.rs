//! A space that starts from another state.

use std::marker::PhantomData;

use crate::space::{Heuristic, StateSpace};

/// A state, the cost of reaching it, and the action that led to it.
pub(super) struct Root<S: StateSpace> {
    pub state: S::State,
    pub g: S::Cost,
    pub last: Option<S::Action>,
}

/// The part of a space at and below a root.
pub(super) struct Below<'a, S: StateSpace> {
    pub space: &'a S,
    pub root: &'a Root<S>,
}

impl<S: StateSpace> StateSpace for Below<'_, S> {
    type State = S::State;
    type Action = S::Action;
    type Cost = S::Cost;

    fn start(&self) -> S::State {
        self.root.state.clone()
    }

    #[inline]
    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    #[inline]
    fn actions(&self, state: &S::State) -> impl Iterator<Item = S::Action> {
        self.space.actions(state)
    }

    /// At the root the previous action is the one that led there.
    #[inline]
    fn actions_after(
        &self,
        state: &S::State,
        last: Option<&S::Action>,
    ) -> impl Iterator<Item = S::Action> {
        match last {
            Some(_) => Actions::Below(self.space.actions_after(state, last)),
            None => Actions::Root(self.space.actions_after(state, self.root.last.as_ref())),
        }
    }

    #[inline]
    fn apply(&self, state: &S::State, action: &S::Action) -> S::State {
        self.space.apply(state, action)
    }

    #[inline]
    fn cost(&self, state: &S::State, action: &S::Action) -> S::Cost {
        self.space.cost(state, action)
    }
}

/// The actions at a root, or below it.
enum Actions<R, B> {
    Root(R),
    Below(B),
}

impl<A, R: Iterator<Item = A>, B: Iterator<Item = A>> Iterator for Actions<R, B> {
    type Item = A;

    #[inline]
    fn next(&mut self) -> Option<A> {
        match self {
            Actions::Root(actions) => actions.next(),
            Actions::Below(actions) => actions.next(),
        }
    }
}

/// A heuristic of a space, for a part of it.
pub(super) struct Within<'a, S, H> {
    heuristic: &'a H,
    space: PhantomData<fn(&S)>,
}

impl<'a, S, H> Within<'a, S, H> {
    pub fn new(heuristic: &'a H) -> Self {
        Within { heuristic, space: PhantomData }
    }
}

impl<S, P, H> Heuristic<P> for Within<'_, S, H>
where
    S: StateSpace,
    P: StateSpace<State = S::State, Action = S::Action, Cost = S::Cost>,
    H: Heuristic<S>,
{
    type Memo = H::Memo;

    #[inline]
    fn memo(&self, state: &S::State) -> H::Memo {
        self.heuristic.memo(state)
    }

    #[inline]
    fn estimate(&self, memo: H::Memo) -> S::Cost {
        self.heuristic.estimate(memo)
    }

    #[inline]
    fn advance(
        &self,
        memo: H::Memo,
        parent: &S::State,
        action: &S::Action,
        child: &S::State,
    ) -> H::Memo {
        self.heuristic.advance(memo, parent, action, child)
    }
}
