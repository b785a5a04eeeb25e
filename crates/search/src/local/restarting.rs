//! Searches that restart: what they have in common, on one thread and on several.

use std::num::NonZeroUsize;

use super::record::{Record, with_restarts};
use super::threads::on_threads;
use super::{
    Conflicts, Ending, Event, Found, HillClimbing, Landscape, LocalSearch, MinConflicts, Run,
    Watcher,
};
use crate::{Limits, Outcome, Rng, Stop};

/// A search made of independent runs, each of which improves one state.
pub(super) trait Restarting<L: Landscape> {
    /// The state that a run starts from.
    fn start(&self, landscape: &L, rng: &mut Rng) -> L::State;

    /// Improves the state until the run ends. It never makes the state worse, so the last state is
    /// the best of the run.
    fn improve<O: Watcher<L>>(
        &self,
        landscape: &L,
        state: &mut L::State,
        run: &mut Run,
        rng: &mut Rng,
        record: &mut Record<L::State>,
        observer: &mut O,
    ) -> Result<Ending, Stop>;
}

/// Implements [`LocalSearch`] for a search that is [`Restarting`] on every landscape of a kind. A
/// blanket implementation would hide it from the documentation of the search.
macro_rules! local_search {
    ($search:ty, $kind:ident) => {
        impl<L: $kind> LocalSearch<L> for $search {
            const SHARES: bool = true;

            fn search<O: Watcher<L>>(
                &self,
                landscape: &L,
                rng: &mut Rng,
                limits: &Limits,
                observer: &mut O,
            ) -> Outcome<Found<L::State>> {
                with_restarts(
                    landscape,
                    STATES,
                    limits,
                    self.restarts,
                    rng,
                    |number, rng, record| run(self, landscape, number, rng, record, observer),
                )
            }

            fn search_on(
                &self,
                jobs: NonZeroUsize,
                landscape: &L,
                rng: &mut Rng,
                limits: &Limits,
            ) -> Outcome<Found<L::State>>
            where
                L: Sync,
                L::State: Send,
            {
                let restarts = self.restarts;
                on_threads(landscape, STATES, limits, restarts, jobs, rng, |number, rng, record| {
                    run(self, landscape, number, rng, record, &mut ())
                })
            }
        }
    };
}

/// The state of a run and the best one so far.
const STATES: usize = 2;

local_search!(HillClimbing, Landscape);
local_search!(MinConflicts, Conflicts);

/// One run.
fn run<L: Landscape, O: Watcher<L>>(
    search: &impl Restarting<L>,
    landscape: &L,
    number: u32,
    rng: &mut Rng,
    record: &mut Record<L::State>,
    observer: &mut O,
) -> Run {
    let mut state = search.start(landscape, rng);
    let mut run = Run::new(landscape.cost(&state));
    let start = Event::Start { run: number, state: &state, cost: run.start };
    record.meter.tell(observer, start);
    run.ending = search
        .improve(landscape, &mut state, &mut run, rng, record, observer)
        .unwrap_or_else(Ending::Stopped);
    record.offer::<L, O>(state, run.end, observer);
    run
}
