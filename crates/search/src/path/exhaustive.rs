//! The distance of every state to a goal.

use std::collections::{BTreeMap, HashSet};

use super::heap::Heap;
use crate::cost::Cost;
use crate::run::{Limits, Meter, Stop};
use crate::space::{Ranked, Reversible};

/// The lowest cost from every state of a [`Ranked`] space to a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Distances<C = u32> {
    /// By rank; infinite if no goal can be reached.
    table: Vec<C>,
}

impl<C: Cost> Distances<C> {
    /// Uniform-cost search backwards from the goals, over the whole space.
    ///
    /// # Errors
    /// The limit that stopped it, or [`Stop::Cost`] if a cost is not valid or a distance overflows
    /// its type.
    pub fn to_goals<S>(space: &S, limits: &Limits) -> Result<Self, Stop>
    where
        S: Ranked<Cost = C> + Reversible,
    {
        let mut meter = Meter::new(limits);
        let states = space.states().expect("a ranked space has a number of states");
        let mut table = Vec::new();
        meter.reserve(&mut table, states)?;
        table.resize(states, C::INFINITE);
        let mut frontier = Heap::new();
        for goal in space.goals().map(|goal| space.rank(&goal)) {
            table[goal] = C::ZERO;
            frontier.push(u128::from(C::ZERO.key()) << 64 | goal as u128, &mut meter)?;
        }
        while let Some(nearest) = frontier.pop() {
            let rank = nearest as u64 as usize;
            let distance = table[rank];
            if distance.key() < (nearest >> 64) as u64 {
                continue; // reached at a lower cost since
            }
            meter.expand()?;
            for (before, action) in space.predecessors(&space.unrank(rank)) {
                let cost = distance.plus(space.cost(&before, &action)).ok_or(Stop::Cost)?;
                let before = space.rank(&before);
                if cost < table[before] {
                    table[before] = cost;
                    frontier.push(u128::from(cost.key()) << 64 | before as u128, &mut meter)?;
                }
            }
        }
        Ok(Distances { table })
    }

    /// The distance of the state numbered `rank`; `None` if no goal can be reached.
    #[inline]
    pub fn get(&self, rank: usize) -> Option<C> {
        Some(self.table[rank]).filter(|&distance| distance < C::INFINITE)
    }

    /// A cheapest path from `state` to a goal: of several, the one whose actions are tried first.
    /// `None` if no goal can be reached.
    pub fn way<S>(&self, space: &S, state: &S::State) -> Option<Vec<S::Action>>
    where
        S: Ranked<Cost = C>,
    {
        self.get(space.rank(state))?;
        let mut way: Vec<S::Action> = Vec::new();
        let mut stack = vec![(state.clone(), space.actions(state).collect::<Vec<_>>().into_iter())];
        // Actions of cost 0 may lead to a dead end among equal states: then it backtracks.
        let mut passed = HashSet::from([space.rank(state)]);
        while let Some((state, untried)) = stack.last_mut() {
            if space.is_goal(state) {
                return Some(way);
            }
            let left = self.table[space.rank(state)];
            let next = untried.find_map(|action| {
                let next = space.apply(state, &action);
                let rank = space.rank(&next);
                let rest = self.table[rank].plus(space.cost(state, &action));
                (rest == Some(left) && passed.insert(rank)).then_some((action, next))
            });
            match next {
                Some((action, next)) => {
                    way.push(action);
                    let actions = space.actions(&next).collect::<Vec<_>>().into_iter();
                    stack.push((next, actions));
                }
                None => {
                    way.pop();
                    stack.pop();
                }
            }
        }
        None
    }

    /// How many states lie at each distance, in ascending order.
    pub fn histogram(&self) -> Vec<(C, u64)> {
        let mut counts: BTreeMap<u64, (C, u64)> = BTreeMap::new();
        for &distance in self.table.iter().filter(|&&distance| distance < C::INFINITE) {
            counts.entry(distance.key()).or_insert((distance, 0)).1 += 1;
        }
        counts.into_values().collect()
    }
}
