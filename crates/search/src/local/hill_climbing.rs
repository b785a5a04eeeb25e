//! Hill climbing: take better moves until there are none.

use super::record::{Least, Record, with_restarts};
use super::{Ending, Event, Found, Landscape, LocalSearch, Reason, Run, Watcher};
use crate::{Limits, Outcome, Rng, Stop};

/// Moves to a better neighbour while there is one.
///
/// Every tie is broken by the generator, uniformly. A climb may end at a local
/// optimum, which it cannot leave: then only a restart helps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HillClimbing {
    /// Which better neighbour.
    pub variant: Variant,
    /// How many sideways moves, which keep the cost, may be made in a row.
    pub sideways: u32,
    /// How many more climbs to start when one ends without a solution.
    pub restarts: u32,
}

/// Which of the better neighbours to move to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The best of all.
    #[default]
    Steepest,
    /// The first one drawn at random.
    FirstChoice,
    /// Any, in proportion to how much better it is.
    Stochastic,
}

/// How many random neighbours [`Variant::FirstChoice`] draws before it looks at
/// all of them, to be certain that none is better.
const DRAWS: u64 = 128;

struct Choice<M> {
    mv: M,
    delta: i64,
    reason: Reason,
}

impl<L: Landscape> LocalSearch<L> for HillClimbing {
    fn search<O: Watcher<L>>(
        &self,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Found<L::State>> {
        with_restarts(landscape, 2, limits, self.restarts, |number, record| {
            let mut state = landscape.random_state(rng);
            let mut run = Run::new(landscape.cost(&state));
            observer.on(Event::Start { run: number, state: &state, cost: run.start });
            run.ending = self
                .climb(landscape, &mut state, &mut run, rng, record, observer)
                .unwrap_or_else(Ending::Stopped);
            record.offer::<L, O>(state, run.end, observer);
            run
        })
    }
}

impl HillClimbing {
    fn climb<L: Landscape, O: Watcher<L>>(
        &self,
        landscape: &L,
        state: &mut L::State,
        run: &mut Run,
        rng: &mut Rng,
        record: &mut Record<L::State>,
        observer: &mut O,
    ) -> Result<Ending, Stop> {
        let mut sideways = 0;
        while run.end > 0 {
            record.meter.expand()?;
            let cost = run.end;
            let choice = self.variant.choose(landscape, state, rng, &mut record.meter.generated);
            let delta = choice.as_ref().map(|choice| choice.delta);
            sideways = if delta == Some(0) { sideways + 1 } else { 0 };
            let Some(Choice { mv, delta: delta @ ..=0, reason }) =
                choice.filter(|_| sideways <= self.sideways)
            else {
                let neighbour = delta.map(|delta| cost + delta);
                observer.on(Event::LocalOptimum { state, cost, neighbour });
                let flat = neighbour == Some(cost);
                return Ok(if flat { Ending::Plateau } else { Ending::LocalOptimum });
            };
            let after = cost + delta;
            observer.on(Event::Step { state, mv, before: cost, after, reason, accepted: true });
            landscape.apply(state, mv);
            run.moved(delta);
            record.hold_growth(landscape, state)?;
        }
        Ok(Ending::Solved)
    }
}

impl Variant {
    /// An improvement; without any, one of the best neighbours; nothing if there
    /// are no neighbours. Counts the neighbours it looks at.
    #[inline]
    fn choose<L: Landscape>(
        self,
        landscape: &L,
        state: &L::State,
        rng: &mut Rng,
        looked: &mut u64,
    ) -> Option<Choice<L::Move>> {
        match self {
            Variant::Steepest => steepest(landscape, state, rng, looked),
            Variant::FirstChoice => first_better(landscape, state, rng, looked)
                .or_else(|| weighted(landscape, state, |_| 1, rng, looked)),
            Variant::Stochastic => weighted(landscape, state, |delta| -delta, rng, looked),
        }
    }
}

fn steepest<L: Landscape>(
    landscape: &L,
    state: &L::State,
    rng: &mut Rng,
    looked: &mut u64,
) -> Option<Choice<L::Move>> {
    let mut least = Least::new();
    for mv in landscape.moves(state) {
        *looked += 1;
        least.offer(landscape.delta(state, mv), mv, rng);
    }
    let Least { delta, ties, mv } = least;
    let reason =
        if delta == 0 { Reason::Sideways { ties } } else { Reason::BestNeighbour { ties } };
    mv.map(|mv| Choice { mv, delta, reason })
}

fn first_better<L: Landscape>(
    landscape: &L,
    state: &L::State,
    rng: &mut Rng,
    looked: &mut u64,
) -> Option<Choice<L::Move>> {
    for drawn in 1..=DRAWS {
        let mv = landscape.random_move(state, rng)?;
        *looked += 1;
        let delta = landscape.delta(state, mv);
        if delta < 0 {
            return Some(Choice { mv, delta, reason: Reason::FirstBetter { drawn } });
        }
    }
    None
}

/// One of the improvements, each with a probability in proportion to its weight.
fn weighted<L: Landscape>(
    landscape: &L,
    state: &L::State,
    weight: impl Fn(i64) -> i64,
    rng: &mut Rng,
    looked: &mut u64,
) -> Option<Choice<L::Move>> {
    let (mut chosen, mut better, mut total) = (None, 0, 0);
    let mut least = Least::new();
    for mv in landscape.moves(state) {
        *looked += 1;
        let delta = landscape.delta(state, mv);
        if delta < 0 {
            better += 1;
            let weight = weight(delta) as usize;
            total += weight;
            if rng.below(total) < weight {
                chosen = Some((mv, delta));
            }
        } else if chosen.is_none() {
            least.offer(delta, mv, rng);
        }
    }
    if let Some((mv, delta)) = chosen {
        return Some(Choice { mv, delta, reason: Reason::Steepness { better } });
    }
    let Least { delta, ties, mv } = least;
    mv.map(|mv| Choice { mv, delta, reason: Reason::Sideways { ties } })
}
