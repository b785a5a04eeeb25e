//! The result of a path search: actions, states and their cost.

use thiserror::Error;

use crate::cost::Cost;
use crate::run::{Stop, Verdict};
use crate::space::StateSpace;

/// A path from a start to a goal, or part of the way.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Plan<T, A, C = u32> {
    /// The actions, in order.
    pub actions: Vec<A>,
    /// The states on the path: the start, and where each action leads.
    pub states: Vec<T>,
    /// What it costs.
    pub cost: C,
    /// Where it ends.
    pub end: End<C>,
}

/// A plan in a space.
pub type PlanOf<S> =
    Plan<<S as StateSpace>::State, <S as StateSpace>::Action, <S as StateSpace>::Cost>;

/// Where a plan ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum End<C = u32> {
    /// At a goal.
    Goal,
    /// Before a goal, with this estimate by the heuristic: the best so far of a search that was
    /// stopped or stuck.
    Short(C),
}

/// Why a plan is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault<C = u32> {
    /// It begins at a state that is not a start, or its number of states does not match its
    /// actions.
    #[error("the plan does not begin at a start, or its states do not match its actions")]
    States,
    /// This action, counted from 0, is not possible in its state.
    #[error("action {} is not possible in the state where the plan takes it", .0 + 1)]
    Impossible(usize),
    /// This action, counted from 0, does not lead to the state that the plan claims.
    #[error("action {} does not lead to the state that the plan claims", .0 + 1)]
    Elsewhere(usize),
    /// This action, counted from 0, has a cost that is negative, infinite or NaN.
    #[error("action {} costs {cost:?}: a cost must be finite and not negative", .action + 1)]
    BadCost {
        /// Which action.
        action: usize,
        /// What it costs.
        cost: C,
    },
    /// The cost of the actions up to this one, counted from 0, overflows its type.
    #[error("the cost of the first {} actions is too large for its type", .0 + 1)]
    Overflow(usize),
    /// The plan's cost is wrong.
    #[error("the plan claims to cost {claimed:?} but costs {real:?}")]
    Cost {
        /// The cost that the plan claims.
        claimed: C,
        /// The sum of the costs of its actions.
        real: C,
    },
    /// The plan claims to reach a goal and does not.
    #[error("the plan does not end at a goal")]
    NotAGoal,
}

impl<T, A, C: Cost> Plan<T, A, C> {
    /// The plan of these actions from `start`, with its cost. A stopped search may have reached a
    /// goal without testing it: then the plan ends at a goal, whatever `end` says.
    ///
    /// # Errors
    /// If the cost overflows its type or the cost of an action is not valid: the plan up to and
    /// including that action, which [`check`](Plan::check) names.
    pub fn along<S>(space: &S, start: T, actions: Vec<A>, end: End<C>) -> Result<Self, Self>
    where
        S: StateSpace<State = T, Action = A, Cost = C>,
    {
        let mut states = Vec::with_capacity(actions.len() + 1);
        states.push(start);
        let mut cost = C::ZERO;
        for (i, action) in actions.iter().enumerate() {
            let state = &states[i];
            let sum = cost.plus(space.cost(state, action));
            states.push(space.apply(state, action));
            let Some(sum) = sum else {
                let mut actions = actions;
                actions.truncate(i + 1);
                return Err(Plan { actions, states, cost, end });
            };
            cost = sum;
        }
        let at_goal = states.last().is_some_and(|state| space.is_goal(state));
        let end = if at_goal { End::Goal } else { end };
        Ok(Plan { actions, states, cost, end })
    }

    /// Whether the plan ends at a goal.
    pub fn reaches_goal(&self) -> bool {
        matches!(self.end, End::Goal)
    }

    /// Replays the plan from its start and verifies everything: each action must be possible in its
    /// state and lead where the plan says, the costs must be valid and add up, and a claimed goal
    /// must be one.
    pub fn check<S>(&self, space: &S) -> Result<(), Fault<C>>
    where
        S: StateSpace<State = T, Action = A, Cost = C>,
        T: Clone + PartialEq,
        A: PartialEq,
    {
        let Some((start, after)) = self.states.split_first() else { return Err(Fault::States) };
        if after.len() != self.actions.len() || !space.starts().any(|possible| possible == *start) {
            return Err(Fault::States);
        }
        let mut state = start.clone();
        let mut real = C::ZERO;
        for (i, (action, claimed)) in self.actions.iter().zip(after).enumerate() {
            if !space.actions(&state).any(|possible| possible == *action) {
                return Err(Fault::Impossible(i));
            }
            let cost = space.cost(&state, action);
            if !cost.is_valid() {
                return Err(Fault::BadCost { action: i, cost });
            }
            real = real.plus(cost).ok_or(Fault::Overflow(i))?;
            state = space.apply(&state, action);
            if state != *claimed {
                return Err(Fault::Elsewhere(i));
            }
        }
        if real != self.cost {
            return Err(Fault::Cost { claimed: self.cost, real });
        }
        if self.reaches_goal() && !space.is_goal(&state) {
            return Err(Fault::NotAGoal);
        }
        Ok(())
    }
}

/// Solved by this plan; stopped if its cost overflows.
pub(super) fn solved<P>(plan: Result<P, P>) -> Verdict<P> {
    match plan {
        Ok(plan) => Verdict::Solved(plan),
        Err(part) => Verdict::Stopped { by: Stop::Cost, best: Some(part) },
    }
}

/// The plan, complete or not.
pub(super) fn either<P>(plan: Result<P, P>) -> P {
    plan.unwrap_or_else(|part| part)
}
