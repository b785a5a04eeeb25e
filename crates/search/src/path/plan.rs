use thiserror::Error;

use crate::space::{Cost, StateSpace};

/// A way from the start, to a goal or part of the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<A> {
    /// What to do, in order.
    pub actions: Vec<A>,
    /// What it costs.
    pub cost: Cost,
    /// Where it ends.
    pub end: End,
}

/// Where a plan ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At a goal.
    Goal,
    /// Short of one, by this much as the heuristic has it: the best so far of a
    /// search that was stopped or stuck.
    Short(Cost),
}

/// Why a plan is not one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// This action, counted from 0, cannot be done where the plan does it.
    #[error("action {} cannot be done where the plan does it", .0 + 1)]
    Impossible(usize),
    /// The actions cost something else.
    #[error("the plan claims to cost {claimed} but costs {real}")]
    Cost {
        /// What the plan says.
        claimed: Cost,
        /// What its actions add up to.
        real: Cost,
    },
    /// The plan claims to reach a goal and does not.
    #[error("the plan does not end at a goal")]
    NotAGoal,
}

impl<A> Plan<A> {
    /// The plan of these actions, its cost added up. A search that is stopped may have
    /// reached a goal without looking: then the plan ends there, whatever `end` says.
    pub(super) fn of<S: StateSpace<Action = A>>(space: &S, actions: Vec<A>, end: End) -> Self {
        let mut state = space.start();
        let mut cost: Cost = 0;
        for action in &actions {
            cost = cost.saturating_add(space.cost(&state, action));
            state = space.apply(&state, action);
        }
        let end = if space.is_goal(&state) { End::Goal } else { end };
        Plan { actions, cost, end }
    }

    /// Whether the plan ends at a goal.
    pub fn reaches_goal(&self) -> bool {
        self.end == End::Goal
    }

    /// Does the plan from the start, action by action, trusting nothing: each must
    /// be possible where it is done, the costs must add up, and a goal that is
    /// claimed must be one.
    pub fn check<S>(&self, space: &S) -> Result<(), Fault>
    where
        S: StateSpace<Action = A>,
        A: PartialEq,
    {
        let mut state = space.start();
        let mut cost: Cost = 0;
        for (i, action) in self.actions.iter().enumerate() {
            if !space.actions(&state).any(|possible| possible == *action) {
                return Err(Fault::Impossible(i));
            }
            cost = cost.saturating_add(space.cost(&state, action));
            state = space.apply(&state, action);
        }
        if cost != self.cost {
            return Err(Fault::Cost { claimed: self.cost, real: cost });
        }
        if self.reaches_goal() && !space.is_goal(&state) {
            return Err(Fault::NotAGoal);
        }
        Ok(())
    }
}
