use crate::path::{BestFirst, PathSearch, Plan};
use crate::run::{Limits, Outcome};
use crate::space::{Cost, Heuristic, StateSpace};

/// A\* from a state that need not be the start.
pub(super) fn solve_from<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    state: &S::State,
    heuristic: &H,
    limits: &Limits,
) -> Outcome<Plan<S::Action>> {
    let elsewhere = Elsewhere { space, start: state };
    BestFirst::a_star().search(&elsewhere, &Same(heuristic), limits, &mut ())
}

/// A space with another start.
struct Elsewhere<'a, S: StateSpace> {
    space: &'a S,
    start: &'a S::State,
}

impl<S: StateSpace> StateSpace for Elsewhere<'_, S> {
    type State = S::State;
    type Action = S::Action;

    fn start(&self) -> S::State {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    #[inline]
    fn actions(&self, state: &S::State) -> impl Iterator<Item = S::Action> {
        self.space.actions(state)
    }

    #[inline]
    fn apply(&self, state: &S::State, action: &S::Action) -> S::State {
        self.space.apply(state, action)
    }

    #[inline]
    fn cost(&self, state: &S::State, action: &S::Action) -> Cost {
        self.space.cost(state, action)
    }

    #[inline]
    fn cancels(&self, first: &S::Action, second: &S::Action) -> bool {
        self.space.cancels(first, second)
    }

    #[inline]
    fn actions_after(
        &self,
        state: &S::State,
        last: Option<&S::Action>,
    ) -> impl Iterator<Item = S::Action> {
        self.space.actions_after(state, last)
    }
}

/// The heuristic of the space itself.
struct Same<'a, H>(&'a H);

impl<S: StateSpace, H: Heuristic<S>> Heuristic<Elsewhere<'_, S>> for Same<'_, H> {
    type Memo = H::Memo;

    #[inline]
    fn memo(&self, state: &S::State) -> H::Memo {
        self.0.memo(state)
    }

    #[inline]
    fn estimate(&self, memo: H::Memo) -> Cost {
        self.0.estimate(memo)
    }

    #[inline]
    fn advance(
        &self,
        memo: H::Memo,
        parent: &S::State,
        action: &S::Action,
        child: &S::State,
    ) -> H::Memo {
        self.0.advance(memo, parent, action, child)
    }
}
