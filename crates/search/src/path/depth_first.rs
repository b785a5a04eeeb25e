//! Depth-first search, iterative deepening and IDA*.

use super::dive::{Actions, Checked, Checks, Costs, Refused, Turns, Unchecked, deepen};
use super::{Guarantee, PathObserver, PathSearch, PlanOf, Undo};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome};
use crate::space::{Blind, Heuristic, StateSpace};

/// Depth-first search to a limited depth: it returns the first goal found, which may be far from
/// the nearest. No state occurs twice on a path. The heuristic is not used.
///
/// The result is stuck, not unsolvable, if the depth limit cut anything off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthFirst {
    /// No plan has more actions than this.
    pub depth: u32,
    /// Whether the action that cancels the previous one is generated, too: it is counted and
    /// dropped.
    pub undo: Undo,
}

impl Default for DepthFirst {
    fn default() -> Self {
        DepthFirst { depth: 50, undo: Undo::Off }
    }
}

/// Depth-first search to depth 0, 1, 2 …: it finds the fewest actions, with memory linear in their
/// number. No state occurs twice on a path. The heuristic is not used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IterativeDeepening {
    /// Whether the action that cancels the previous one is generated, too: it is counted and
    /// dropped.
    pub undo: Undo,
}

/// Iterative-deepening A* (Korf 1985): depth-first searches under a growing bound on f = g + h.
/// Optimal when the heuristic never overestimates; memory is linear in the length of the plan.
///
/// ```
/// use goalward::path::{IdaStar, PathSearch};
/// use goalward::space::from_fn;
///
/// // Down to 1, by halving even numbers and by subtracting 1.
/// let steps = |&n: &u32| [(n / 2, 1), (n - 1, 1)].into_iter().skip(n as usize % 2);
/// let numbers = from_fn(100u32, steps, |&n| n == 1);
/// let outcome = IdaStar::default().solve(&numbers, &|&n: &u32| n.ilog2());
/// assert_eq!(outcome.solution().unwrap().cost, 8);
/// assert_eq!(outcome.stats.lower_bound, Some(8.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IdaStar {
    /// Whether a path may return to a state already on it.
    pub cycles: Cycles,
    /// Whether the action that cancels the previous one is generated, too: where cycles are avoided
    /// it leads back to a state on the path, and is counted and dropped.
    pub undo: Undo,
}

/// What a deepening search does with a state that occurs twice on a path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Cycles {
    /// Nothing, except that by default it does not go straight back: the fastest choice, and the
    /// one used for published node counts. If there is no goal but there are cycles, the search
    /// does not end. If an action costs 0, cycles are avoided anyway, because otherwise a single
    /// iteration might not end.
    #[default]
    Allow,
    /// Drops it: the search of a finite space ends.
    Avoid,
}

impl DepthFirst {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::None
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for DepthFirst {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let bounds = self.depth..=self.depth;
        deepen::<_, _, _, Actions, _>(
            space,
            &Blind,
            0,
            bounds,
            Turns { checks: Checked, undo: self.undo },
            Meter::new(limits),
            observer,
        )
        .expect("a checked dive is never refused")
    }
}

impl IterativeDeepening {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::FewestActions
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for IterativeDeepening {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        _: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let bounds = 0..=u32::MAX;
        deepen::<_, _, _, Actions, _>(
            space,
            &Blind,
            0,
            bounds,
            Turns { checks: Checked, undo: self.undo },
            Meter::new(limits),
            observer,
        )
        .expect("a checked dive is never refused")
    }
}

impl IdaStar {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::Cheapest
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for IdaStar {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut dive = |cycles, meter| match cycles {
            _ if O::WATCHES => self.dive(cycles, space, heuristic, meter, observer),
            Cycles::Allow => self.dive(Unchecked, space, heuristic, meter, observer),
            Cycles::Avoid => self.dive(Checked, space, heuristic, meter, observer),
        };
        let mut meter = Meter::new(limits);
        if self.cycles == Cycles::Allow {
            match dive(Cycles::Allow, meter) {
                Ok(outcome) => return outcome,
                Err(Refused(begun)) => meter = *begun,
            }
        }
        dive(Cycles::Avoid, meter).expect("a checked dive is never refused")
    }
}

impl IdaStar {
    fn dive<S: StateSpace, H: Heuristic<S>>(
        &self,
        checks: impl Checks,
        space: &S,
        heuristic: &H,
        meter: Meter,
        observer: &mut impl PathObserver<S>,
    ) -> Result<Outcome<PlanOf<S>>, Refused> {
        let (from, bounds) = (S::Cost::ZERO, S::Cost::ZERO..=S::Cost::INFINITE);
        let turns = Turns { checks, undo: self.undo };
        deepen::<_, _, _, Costs<false>, _>(space, heuristic, from, bounds, turns, meter, observer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::from_fn;

    /// A single path of `length` actions.
    fn chain(length: u32) -> impl StateSpace<State = u32, Cost = u32> {
        from_fn(0, move |&n| (n < length).then_some((n + 1, 1)), move |&n| n == length)
    }

    fn length_found<H: Heuristic<S>, S: StateSpace>(
        search: &impl PathSearch<S, H>,
        space: &S,
        heuristic: &H,
    ) -> usize {
        search.solve(space, heuristic).into_solution().expect("there is a way").actions.len()
    }

    #[test]
    fn a_million_levels_do_not_overflow_the_stack() {
        const LENGTH: u32 = 1_000_000;
        let chain = chain(LENGTH);
        let depth_first = DepthFirst { depth: LENGTH, ..DepthFirst::default() };
        assert_eq!(length_found(&depth_first, &chain, &Blind), LENGTH as usize);
        for cycles in [Cycles::Allow, Cycles::Avoid] {
            let remaining = |&n: &u32| LENGTH - n;
            assert_eq!(
                length_found(&IdaStar { cycles, ..IdaStar::default() }, &chain, &remaining),
                LENGTH as usize
            );
        }
    }

    #[test]
    fn deepening_goes_down_thousands_of_levels() {
        let chain = chain(3_000);
        assert_eq!(length_found(&IterativeDeepening::default(), &chain, &Blind), 3_000);
        assert_eq!(length_found(&IdaStar::default(), &chain, &Blind), 3_000);
    }
}
