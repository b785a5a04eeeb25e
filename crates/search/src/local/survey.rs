//! How rugged a landscape is: where a climb gets stuck.

use std::collections::BTreeMap;

use super::Landscape;
use super::neighbours::neighbours;
use crate::{Limits, Meter, Rng, Stop};

/// A landscape whose states can be enumerated.
pub trait Enumerable: Landscape {
    /// How many states there are; the largest number if there are more than that.
    fn states(&self) -> u64;

    /// The first state.
    fn first(&self) -> Self::State;

    /// Changes a state into the next one; `false` after the last.
    fn advance(&self, state: &mut Self::State) -> bool;
}

/// What kinds of states a landscape has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Survey<T> {
    /// The limit that was reached first, if any: the other fields then cover only the part before
    /// it.
    pub stopped: Option<Stop>,
    /// The landscape's [goal](Landscape::goal).
    pub goal: Option<i64>,
    /// How many states of each kind there are for each cost.
    pub by_cost: BTreeMap<i64, Kinds>,
    /// The local optimum with the highest cost (the first, if several have it): the worst end of a
    /// climb.
    pub worst: Option<(T, i64)>,
}

/// How many states of a kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kinds {
    /// All of them.
    pub states: u64,
    /// Those that are not solutions and whose neighbours all cost more.
    pub strict: u64,
    /// Those that are not solutions and have no cheaper neighbour, but some of the same cost: only
    /// a sideways move leaves them.
    pub flat: u64,
}

impl<T> Survey<T> {
    /// All states taken together.
    pub fn total(&self) -> Kinds {
        self.by_cost.values().fold(Kinds::default(), |sum, kinds| Kinds {
            states: sum.states + kinds.states,
            strict: sum.strict + kinds.strict,
            flat: sum.flat + kinds.flat,
        })
    }

    /// How many states are solutions.
    pub fn solutions(&self) -> u64 {
        let Some(goal) = self.goal else { return 0 };
        self.by_cost.range(..=goal).map(|(_, kinds)| kinds.states).sum()
    }
}

/// Examines every state of a landscape.
///
/// ```
/// use goalward::{Limits, Rng};
/// use goalward::local::{Enumerable, Landscape, survey};
///
/// /// Numbers from 0 to 9, with steps of one; 4 is a local optimum between 3 and 5.
/// struct Hills;
/// const COSTS: [i64; 10] = [0, 1, 2, 3, 2, 4, 4, 4, 5, 6];
///
/// impl Landscape for Hills {
///     type State = usize;
///     type Move = usize;
///     fn random_state(&self, rng: &mut Rng) -> usize { rng.below(10) }
///     fn cost(&self, &at: &usize) -> i64 { COSTS[at] }
///     fn moves(&self, &at: &usize) -> impl Iterator<Item = usize> {
///         (0usize..10).filter(move |to| to.abs_diff(at) == 1)
///     }
///     fn random_move(&self, at: &usize, rng: &mut Rng) -> Option<usize> {
///         rng.pick(&self.moves(at).collect::<Vec<_>>()).copied()
///     }
///     fn delta(&self, &at: &usize, to: usize) -> i64 { COSTS[to] - COSTS[at] }
///     fn apply(&self, at: &mut usize, to: usize) { *at = to }
/// }
///
/// impl Enumerable for Hills {
///     fn states(&self) -> u64 { 10 }
///     fn first(&self) -> usize { 0 }
///     fn advance(&self, at: &mut usize) -> bool { *at += 1; *at < 10 }
/// }
///
/// let found = survey(&Hills, &Limits::default());
/// let total = found.total();
/// assert_eq!((total.strict, total.flat, found.solutions()), (1, 2, 1));
/// assert_eq!(found.worst, Some((6, 4)));
/// ```
pub fn survey<L: Enumerable>(landscape: &L, limits: &Limits) -> Survey<L::State> {
    let mut meter = Meter::new(limits);
    let mut found = Survey::new(landscape.goal());
    let mut state = landscape.first();
    loop {
        if let Err(stop) = meter.expand() {
            found.stopped = Some(stop);
            return found;
        }
        found.look(landscape, &state);
        if !landscape.advance(&mut state) {
            return found;
        }
    }
}

/// Examines `count` random states of a landscape.
pub fn survey_sample<L: Landscape>(
    landscape: &L,
    count: u64,
    rng: &mut Rng,
    limits: &Limits,
) -> Survey<L::State> {
    let mut meter = Meter::new(limits);
    let mut found = Survey::new(landscape.goal());
    for _ in 0..count {
        if let Err(stop) = meter.expand() {
            found.stopped = Some(stop);
            break;
        }
        found.look(landscape, &landscape.random_state(rng));
    }
    found
}

impl<T: Clone> Survey<T> {
    fn new(goal: Option<i64>) -> Self {
        Survey { stopped: None, goal, by_cost: BTreeMap::new(), worst: None }
    }

    fn look<L: Landscape<State = T>>(&mut self, landscape: &L, state: &T) {
        let cost = landscape.cost(state);
        let kinds = self.by_cost.entry(cost).or_default();
        kinds.states += 1;
        if self.goal.is_some_and(|goal| cost <= goal) {
            return;
        }
        let mut level = false;
        for (_, delta) in neighbours(landscape, state) {
            if delta < 0 {
                return;
            }
            level |= delta == 0;
        }
        kinds.strict += u64::from(!level);
        kinds.flat += u64::from(level);
        if self.worst.as_ref().is_none_or(|(_, worst)| cost > *worst) {
            self.worst = Some((state.clone(), cost));
        }
    }
}
