//! Path searches and heuristics, their types erased.

use std::time::Duration;

use goalward::path::{
    BestFirst, Guarantee, IdaStar, ParallelIdaStar, PathSearch, PlanOf, Priority,
};
use goalward::{Blind, Cost, Heuristic, Limits, Outcome, StateSpace};

use super::PathDomain;
use super::steps::{Key, Teller};

/// A heuristic, whatever its type; every [`Heuristic`] is one. The two engines whose times depend
/// on the cost of an estimate are compiled for each heuristic. Everything else calls
/// [`h`](Guide::h) for one estimate at a time, and is compiled once per space.
pub trait Guide<S: StateSpace>: Sync {
    /// The estimate of a state.
    fn h(&self, state: &S::State) -> S::Cost;

    /// A best-first search with it.
    fn best_first(&self, search: &BestFirst, space: &S, limits: &Limits) -> Outcome<PlanOf<S>>;

    /// IDA* with it, on this many threads.
    fn ida_star(
        &self,
        search: &IdaStar,
        jobs: usize,
        space: &S,
        limits: &Limits,
    ) -> Outcome<PlanOf<S>>;
}

impl<S: PathDomain, H: Heuristic<S> + Sync> Guide<S> for H {
    fn h(&self, state: &S::State) -> S::Cost {
        self.estimate(self.memo(state))
    }

    fn best_first(&self, search: &BestFirst, space: &S, limits: &Limits) -> Outcome<PlanOf<S>> {
        PathSearch::search(search, space, self, limits, &mut ())
    }

    fn ida_star(
        &self,
        search: &IdaStar,
        jobs: usize,
        space: &S,
        limits: &Limits,
    ) -> Outcome<PlanOf<S>> {
        match jobs {
            1 => PathSearch::search(search, space, self, limits, &mut ()),
            _ => ParallelIdaStar::on(jobs).search(space, self, limits),
        }
    }
}

/// The heuristic of a search; none where nothing is estimated.
pub(crate) type Guided<'a, S> = Option<&'a dyn Guide<S>>;

/// The estimates of a guide, each computed anew; 0 without one.
pub(crate) struct Plain<'a, S>(pub Guided<'a, S>);

impl<S: StateSpace> Heuristic<S> for Plain<'_, S> {
    type Memo = S::Cost;

    fn memo(&self, state: &S::State) -> S::Cost {
        self.0.map_or(S::Cost::ZERO, |guide| guide.h(state))
    }

    fn estimate(&self, memo: S::Cost) -> S::Cost {
        memo
    }

    fn advances(&self) -> bool {
        false
    }
}

/// A search that handles a space with every heuristic.
pub(crate) trait Algorithm<S: PathDomain> {
    /// Whether it may share its work out among threads, with some settings, when nobody watches.
    /// The outcome is the same as on one thread.
    fn shares() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Why it does not with these settings, if it does not.
    fn unshared(&self) -> Option<&'static str> {
        None
    }

    /// By what it chooses, for people.
    fn key(&self) -> Key;

    /// What is known of its solutions.
    fn guarantee(&self) -> Guarantee;

    /// The processor time that the last search spent on preparations, such as a heuristic of its
    /// own.
    fn aside(&self) -> Duration {
        Duration::ZERO
    }

    /// Searches, on this many threads where it can and nobody watches its steps.
    fn search(
        &self,
        jobs: usize,
        space: &S,
        guide: Guided<'_, S>,
        limits: &Limits,
        teller: Option<&mut Teller<'_, S>>,
    ) -> Outcome<PlanOf<S>>;
}

impl<S: PathDomain> Algorithm<S> for BestFirst {
    fn key(&self) -> Key {
        match self.priority {
            Priority::UniformCost => Key::Cost,
            Priority::Greedy => Key::Estimate,
            Priority::Weighted(weight) => Key::Weighted(weight.value()),
            _ => Key::Sum,
        }
    }

    fn guarantee(&self) -> Guarantee {
        BestFirst::guarantee(self)
    }

    fn search(
        &self,
        _: usize,
        space: &S,
        guide: Guided<'_, S>,
        limits: &Limits,
        teller: Option<&mut Teller<'_, S>>,
    ) -> Outcome<PlanOf<S>> {
        match (teller, guide) {
            (Some(teller), _) => PathSearch::search(self, space, &Plain(guide), limits, teller),
            (None, Some(guide)) => guide.best_first(self, space, limits),
            (None, None) => PathSearch::search(self, space, &Blind, limits, &mut ()),
        }
    }
}

impl<S: PathDomain> Algorithm<S> for IdaStar {
    fn shares() -> bool {
        true
    }

    fn unshared(&self) -> Option<&'static str> {
        let why = "cycles=avoid and undo=on run on one thread only";
        (*self != IdaStar::default()).then_some(why)
    }

    fn key(&self) -> Key {
        Key::Sum
    }

    fn guarantee(&self) -> Guarantee {
        IdaStar::guarantee(self)
    }

    fn search(
        &self,
        jobs: usize,
        space: &S,
        guide: Guided<'_, S>,
        limits: &Limits,
        teller: Option<&mut Teller<'_, S>>,
    ) -> Outcome<PlanOf<S>> {
        match teller {
            Some(teller) => PathSearch::search(self, space, &Plain(guide), limits, teller),
            None => {
                let guide = guide.expect("it uses a heuristic");
                guide.ida_star(self, jobs, space, limits)
            }
        }
    }
}

/// A search that is compiled once per space, not once for each of its heuristics. It is compiled
/// separately for unwatched runs: looking for a watcher at each event took up to 9% more
/// instructions.
pub(crate) struct Cold<T> {
    /// The search itself.
    pub search: T,
    /// What is known of its solutions.
    pub guarantee: Guarantee,
    /// By what it chooses, for people.
    pub key: Key,
}

/// A search that chooses by g + h, compiled once per space.
pub(crate) fn cold<T>(search: T, guarantee: fn(&T) -> Guarantee) -> Cold<T> {
    Cold { guarantee: guarantee(&search), search, key: Key::Sum }
}

impl<S: PathDomain, T: for<'a> PathSearch<S, Plain<'a, S>>> Algorithm<S> for Cold<T> {
    fn key(&self) -> Key {
        self.key
    }

    fn guarantee(&self) -> Guarantee {
        self.guarantee
    }

    fn search(
        &self,
        _: usize,
        space: &S,
        guide: Guided<'_, S>,
        limits: &Limits,
        teller: Option<&mut Teller<'_, S>>,
    ) -> Outcome<PlanOf<S>> {
        match teller {
            Some(teller) => self.search.search(space, &Plain(guide), limits, teller),
            None => self.search.search(space, &Plain(guide), limits, &mut ()),
        }
    }
}

/// A search that uses no heuristic and counts actions, and what is known of its solutions.
pub(crate) struct Uninformed<T>(pub T, pub Guarantee);

impl<S: PathDomain, T: PathSearch<S, Blind>> Algorithm<S> for Uninformed<T> {
    fn key(&self) -> Key {
        Key::Depth
    }

    fn guarantee(&self) -> Guarantee {
        self.1
    }

    fn search(
        &self,
        _: usize,
        space: &S,
        _: Guided<'_, S>,
        limits: &Limits,
        teller: Option<&mut Teller<'_, S>>,
    ) -> Outcome<PlanOf<S>> {
        match teller {
            Some(teller) => self.0.search(space, &Blind, limits, teller),
            None => self.0.search(space, &Blind, limits, &mut ()),
        }
    }
}
