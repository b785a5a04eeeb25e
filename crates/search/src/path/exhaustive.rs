use std::collections::{BTreeMap, HashSet};

use super::arena::allocate;
use crate::run::{Limits, Meter, Stop};
use crate::space::{Cost, Ranked, Reversible};

/// What the cheapest way costs from every state of a [`Ranked`] space to its nearest goal.
///
/// ```text
/// four bytes a state: the largest number where no goal can be reached
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    table: Vec<Cost>,
}

const UNREACHED: Cost = Cost::MAX;

impl Distances {
    /// Uniform-cost search from the goals backwards, over the whole space.
    pub fn to_goals<S: Ranked + Reversible>(space: &S, limits: &Limits) -> Result<Self, Stop> {
        let mut meter = Meter::new(limits);
        let mut table = allocate(space.states(), &mut meter)?;
        table.resize(space.states(), UNREACHED);
        // By distance, so that unit costs make two entries and no cost too many.
        let mut frontier: BTreeMap<Cost, Vec<usize>> = BTreeMap::new();
        for goal in space.goals().map(|goal| space.rank(&goal)) {
            table[goal] = 0;
            meter.hold(size_of::<usize>())?;
            frontier.entry(0).or_default().push(goal);
        }
        while let Some(mut nearest) = frontier.first_entry() {
            let distance = *nearest.key();
            let Some(rank) = nearest.get_mut().pop() else {
                nearest.remove();
                continue;
            };
            meter.release(size_of::<usize>());
            if table[rank] < distance {
                continue; // reached more cheaply since
            }
            meter.expand()?;
            for (before, action) in space.predecessors(&space.unrank(rank)) {
                let cost = distance.saturating_add(space.cost(&before, &action));
                let before = space.rank(&before);
                if cost < table[before] {
                    table[before] = cost;
                    meter.hold(size_of::<usize>())?;
                    frontier.entry(cost).or_default().push(before);
                }
            }
        }
        Ok(Distances { table })
    }

    /// The distance of the state numbered `rank`; none if no goal can be reached.
    #[inline]
    pub fn get(&self, rank: usize) -> Option<Cost> {
        Some(self.table[rank]).filter(|&distance| distance != UNREACHED)
    }

    /// A cheapest way from `state` to a goal: of several, the one whose actions are tried
    /// first. None if no goal can be reached.
    pub fn way<S: Ranked>(&self, space: &S, state: &S::State) -> Option<Vec<S::Action>> {
        self.get(space.rank(state))?;
        let mut way: Vec<S::Action> = Vec::new();
        let mut stack = vec![(state.clone(), space.actions(state).collect::<Vec<_>>().into_iter())];
        // Actions that cost nothing may lead astray among equals: then it goes back.
        let mut passed = HashSet::from([space.rank(state)]);
        while let Some((state, untried)) = stack.last_mut() {
            if space.is_goal(state) {
                return Some(way);
            }
            let left = self.table[space.rank(state)];
            let next = untried.find_map(|action| {
                let next = space.apply(state, &action);
                let rank = space.rank(&next);
                let rest = self.table[rank].saturating_add(space.cost(state, &action));
                (rest == left && passed.insert(rank)).then_some((action, next))
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

    /// How many states lie at each distance.
    pub fn histogram(&self) -> BTreeMap<Cost, u64> {
        let mut counts = BTreeMap::new();
        for &distance in self.table.iter().filter(|&&distance| distance != UNREACHED) {
            *counts.entry(distance).or_default() += 1;
        }
        counts
    }
}
