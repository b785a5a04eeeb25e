//! Checking a heuristic against exact distances.
//!
//! [`audit`] examines every state that can be reached from the start and reports whether a
//! heuristic never overestimates (*admissible*), whether no action lowers it by more than its cost
//! (*consistent*), and how accurate it is. For a property that does not hold, it gives the
//! counterexample nearest to a goal.
//!
//! ```
//! use goalward::path::audit::audit;
//! use goalward::space::from_fn;
//!
//! // A walk to the opposite corner of an 8×8 board; diagonal steps are allowed.
//! let king = from_fn(
//!     (0i32, 0i32),
//!     |&(x, y)| {
//!         let steps = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1)];
//!         let next = steps.map(|(dx, dy)| ((x + dx, y + dy), 1));
//!         next.into_iter().filter(|((x, y), _)| (0..8).contains(x) && (0..8).contains(y))
//!     },
//!     |&at| at == (7, 7),
//! );
//! let rows_and_columns = |&(x, y): &(i32, i32)| (7 - x + 7 - y) as u32;
//! let found = audit(&king, &rows_and_columns);
//! assert!(!found.is_admissible());
//! let worst = found.overestimate.unwrap();
//! assert_eq!((worst.state, worst.estimate, worst.distance), ((6, 6), 2, 1));
//!
//! let longer_side = |&(x, y): &(i32, i32)| (7 - x).max(7 - y) as u32;
//! assert!(audit(&king, &longer_side).is_consistent());
//! ```

mod pairs;
mod savings;
mod truth;

pub use pairs::Pairs;
pub use savings::{Savings, savings};
pub use truth::{Reachable, Sample, Scope, Truth};

use crate::cost::Cost;
use crate::run::{Limits, Stop};
use crate::space::{Heuristic, StateSpace};

/// The results of an audit of a heuristic.
#[derive(Clone, Debug)]
pub struct Audit<T, A, C = u32> {
    /// Which states were examined.
    pub scope: Scope,
    /// The limit that was reached first, if any: the other fields then cover only the part before
    /// it.
    pub stopped: Option<Stop>,
    /// How many states can reach a goal.
    pub states: u64,
    /// How many cannot reach a goal; any estimate is right for them.
    pub dead_ends: u64,
    /// How many states are overestimated.
    pub overestimates: u64,
    /// The overestimate nearest to a goal; the first, if there are several.
    pub overestimate: Option<Overestimate<T, A, C>>,
    /// How many actions there were.
    pub edges: u64,
    /// How many actions lower the estimate by more than their cost.
    pub inconsistencies: u64,
    /// The inconsistency nearest to a goal; the first, if there are several.
    pub inconsistency: Option<Inconsistency<T, A, C>>,
    /// After how many actions [`Heuristic::advance`] differed from [`Heuristic::memo`]: an error in
    /// the heuristic's code.
    pub missteps: u64,
    /// How many states there are of each distance and estimate, if costs are numbers.
    pub pairs: Pairs,
}

/// A state whose estimate exceeds its distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate<T, A, C = u32> {
    /// The state.
    pub state: T,
    /// The estimate.
    pub estimate: C,
    /// The cost of the cheapest path.
    pub distance: C,
    /// A path with that cost.
    pub way: Vec<A>,
}

/// An action that lowers the estimate by more than its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency<T, A, C = u32> {
    /// The state it is taken in.
    pub state: T,
    /// The action.
    pub action: A,
    /// The state it leads to.
    pub next: T,
    /// The estimate before the action.
    pub before: C,
    /// The estimate after the action.
    pub after: C,
    /// The cost of the action.
    pub cost: C,
}

impl<T, A, C> Audit<T, A, C> {
    /// Whether no examined state is overestimated.
    pub fn is_admissible(&self) -> bool {
        self.overestimates == 0
    }

    /// Whether no examined action lowers the estimate by more than its cost, and no state is
    /// overestimated.
    pub fn is_consistent(&self) -> bool {
        self.inconsistencies == 0 && self.is_admissible()
    }
}

/// An audit in a space.
pub type AuditOf<S> =
    Audit<<S as StateSpace>::State, <S as StateSpace>::Action, <S as StateSpace>::Cost>;

/// Audits a heuristic over every state that can be reached from the start.
///
/// The space must be finite; [`audit_against`] takes limits and other sources of exact distances.
#[must_use]
pub fn audit<S: StateSpace, H: Heuristic<S>>(space: &S, heuristic: &H) -> AuditOf<S> {
    audit_against(&mut Reachable, space, heuristic, &Limits::default())
}

/// Audits a heuristic over the states of `truth`, until done or until a limit is reached.
pub fn audit_against<S: StateSpace, H: Heuristic<S>>(
    truth: &mut impl Truth<S>,
    space: &S,
    heuristic: &H,
    limits: &Limits,
) -> AuditOf<S> {
    let mut tally = Tally { space, heuristic, found: Audit::new(truth.scope()), nearest: None };
    let end = truth.each(space, limits, |state, distance| tally.look(state, distance));
    let mut found = tally.found;
    found.stopped = end.err();
    if let Some(overestimate) = &mut found.overestimate {
        // The overestimate is shown even if a limit ended the audit; but finding its path can be
        // cancelled.
        let limits = Limits { monitor: limits.monitor.clone(), ..Limits::default() };
        overestimate.way = truth.way(space, &overestimate.state, &limits).unwrap_or_default();
    }
    found
}

impl<T, A, C> Audit<T, A, C> {
    fn new(scope: Scope) -> Self {
        Audit {
            scope,
            stopped: None,
            states: 0,
            dead_ends: 0,
            overestimates: 0,
            overestimate: None,
            edges: 0,
            inconsistencies: 0,
            inconsistency: None,
            missteps: 0,
            pairs: Pairs::default(),
        }
    }
}

/// Whether one is less than the other by more than a rounding error.
#[inline]
fn is_less<C: Cost>(one: C, other: C) -> bool {
    one.beats(other) || (other == C::INFINITE && one < other)
}

struct Tally<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    found: AuditOf<S>,
    /// The distance to a goal of the inconsistency that is kept.
    nearest: Option<S::Cost>,
}

impl<S: StateSpace, H: Heuristic<S>> Tally<'_, S, H> {
    fn look(&mut self, state: &S::State, distance: Option<S::Cost>) {
        let Tally { space, heuristic, found, nearest } = self;
        let memo = heuristic.memo(state);
        let before = heuristic.estimate(memo);
        match distance {
            None => found.dead_ends += 1,
            Some(distance) => {
                found.states += 1;
                if let (Some(distance), Some(before)) = (distance.number(), before.number()) {
                    found.pairs.add(distance, before);
                }
                let over = is_less(distance, before);
                found.overestimates += u64::from(over);
                let nearer = |kept: &Overestimate<_, _, _>| is_less(distance, kept.distance);
                if over && found.overestimate.as_ref().is_none_or(nearer) {
                    let (state, estimate, way) = (state.clone(), before, Vec::new());
                    found.overestimate = Some(Overestimate { state, estimate, distance, way });
                }
            }
        }
        for action in space.actions(state) {
            let next = space.apply(state, &action);
            let after = heuristic.estimate(heuristic.memo(&next));
            let advanced = heuristic.estimate(heuristic.advance(memo, state, &action, &next));
            let cost = space.cost(state, &action);
            found.edges += 1;
            found.missteps += u64::from(is_less(advanced, after) || is_less(after, advanced));
            if after.plus(cost).is_none_or(|sum| !is_less(sum, before)) {
                continue;
            }
            found.inconsistencies += 1;
            let distance = distance.unwrap_or(S::Cost::INFINITE);
            if nearest.is_none_or(|kept| is_less(distance, kept)) {
                *nearest = Some(distance);
                let state = state.clone();
                found.inconsistency =
                    Some(Inconsistency { state, action, next, before, after, cost });
            }
        }
    }
}
