//! Hill climbing: take better moves until there are none.

use super::best::{Best, Least, best_of};
use super::neighbours::{draw, neighbours};
use super::record::Record;
use super::restarting::Restarting;
use super::{Ending, Event, Landscape, Reason, Run, Watcher};
use crate::{Meter, Rng, Stop};

/// Moves to a better neighbour while there is one.
///
/// Every tie is broken uniformly at random. A climb may end at a local optimum, which only a
/// restart can leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HillClimbing {
    /// Which better neighbour to move to; by default the best of all.
    pub variant: Variant,
    /// How many sideways moves, which keep the cost, may be made in a row; by default
    /// none.
    pub sideways: u32,
    /// How many more climbs to start when one ends without a solution; by default none.
    pub restarts: u32,
}

/// Which of the better neighbours to move to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// The best of all.
    #[default]
    Steepest,
    /// The first one drawn at random.
    FirstChoice,
    /// A random one, in proportion to how much better it is.
    Stochastic,
}

/// How many random neighbours [`Variant::FirstChoice`] draws before it examines all of them to make
/// sure that none is better.
const DRAWS: u64 = 128;

struct Choice<M> {
    mv: M,
    delta: i64,
    reason: Reason,
}

impl<L: Landscape> Restarting<L> for HillClimbing {
    fn start(&self, landscape: &L, rng: &mut Rng) -> L::State {
        landscape.random_state(rng)
    }

    fn improve<O: Watcher<L>>(
        &self,
        landscape: &L,
        state: &mut L::State,
        run: &mut Run,
        rng: &mut Rng,
        record: &mut Record<L::State>,
        observer: &mut O,
    ) -> Result<Ending, Stop> {
        let mut sideways = 0u32;
        while !record.is_solution(run.end) {
            record.meter.expand()?;
            let cost = run.end;
            let choice = self.variant.choose(landscape, state, rng, &mut record.meter)?;
            let delta = choice.as_ref().map(|choice| choice.delta);
            sideways = if delta == Some(0) { sideways.saturating_add(1) } else { 0 };
            let Some(Choice { mv, delta: delta @ ..=0, reason }) =
                choice.filter(|_| sideways <= self.sideways)
            else {
                let neighbour = delta.map(|delta| cost + delta);
                record.meter.tell(observer, Event::LocalOptimum { state, cost, neighbour });
                let flat = neighbour == Some(cost);
                return Ok(if flat { Ending::Plateau } else { Ending::LocalOptimum });
            };
            let after = cost + delta;
            let step = Event::Step { state, mv, before: cost, after, reason, accepted: true };
            record.meter.tell(observer, step);
            landscape.apply(state, mv);
            run.moved(delta);
            record.hold_growth(landscape, state, 2)?;
        }
        Ok(Ending::Solved)
    }
}

impl Variant {
    /// An improvement if there is one, otherwise one of the best neighbours; `None` if there are no
    /// neighbours. Counts the neighbours it examines.
    #[inline]
    fn choose<L: Landscape>(
        self,
        landscape: &L,
        state: &L::State,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Choice<L::Move>>, Stop> {
        match self {
            Variant::Steepest => steepest(landscape, state, rng, meter),
            Variant::FirstChoice => match first_better(landscape, state, rng, meter)? {
                None => weighted(landscape, state, |_| 1, rng, meter),
                found => Ok(found),
            },
            Variant::Stochastic => weighted(landscape, state, |delta| -delta, rng, meter),
        }
    }
}

fn steepest<L: Landscape>(
    landscape: &L,
    state: &L::State,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Choice<L::Move>>, Stop> {
    let best = best_of(|| neighbours(landscape, state), rng, meter)?;
    Ok(best.map(|Best { delta, ties, mv }| {
        let reason =
            if delta == 0 { Reason::Sideways { ties } } else { Reason::BestNeighbour { ties } };
        Choice { mv, delta, reason }
    }))
}

fn first_better<L: Landscape>(
    landscape: &L,
    state: &L::State,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Choice<L::Move>>, Stop> {
    for drawn in 1..=DRAWS {
        let Some(mv) = draw(landscape, state, rng, meter)? else { break };
        meter.generate()?;
        let delta = landscape.delta(state, mv);
        if delta < 0 {
            return Ok(Some(Choice { mv, delta, reason: Reason::FirstBetter { drawn } }));
        }
    }
    Ok(None)
}

/// One of the improvements, with probability proportional to its weight.
fn weighted<L: Landscape>(
    landscape: &L,
    state: &L::State,
    weight: impl Fn(i64) -> i64,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Choice<L::Move>>, Stop> {
    let (mut chosen, mut better, mut total) = (None, 0, 0u128);
    let mut least = Least::new();
    for (mv, delta) in neighbours(landscape, state) {
        meter.generate()?;
        if delta < 0 {
            better += 1;
            let weight = weight(delta) as u128;
            total += weight;
            // A sum of more than 64 bits is rounded to 64.
            let excess = u64::BITS.saturating_sub(total.leading_zeros());
            if rng.below((total >> excess) as usize) < (weight >> excess) as usize {
                chosen = Some((mv, delta));
            }
        } else if chosen.is_none() {
            least.offer(mv, delta);
        }
    }
    if let Some((mv, delta)) = chosen {
        return Ok(Some(Choice { mv, delta, reason: Reason::AmongBetter { better } }));
    }
    let best = least.pick(|| neighbours(landscape, state), rng);
    Ok(best.map(|Best { delta, ties, mv }| Choice { mv, delta, reason: Reason::Sideways { ties } }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lamps, Ridge};
    use super::super::{Found, LocalSearch};
    use super::*;
    use crate::{Limits, Verdict};

    const VARIANTS: [Variant; 3] = [Variant::Steepest, Variant::FirstChoice, Variant::Stochastic];

    fn stuck(climbing: HillClimbing, ridge: Ridge) -> Found<usize> {
        match climbing.search(&ridge, &mut Rng::new(1), &Limits::default(), &mut ()).verdict {
            Verdict::Stuck(found) => found,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_variant_climbs_to_the_top_of_a_single_hill() {
        for variant in VARIANTS {
            let climbing = HillClimbing { variant, ..HillClimbing::default() };
            let outcome =
                climbing.search(&Lamps(20), &mut Rng::new(1), &Limits::default(), &mut ());
            let found = outcome.into_solution().unwrap();
            let run = found.runs[0];
            assert_eq!((found.cost, run.ending), (0, Ending::Solved));
            assert_eq!(run.steps as i64, run.start, "each step lights one lamp");
        }
    }

    #[test]
    fn every_variant_rests_at_a_local_optimum() {
        for variant in VARIANTS {
            let climbing = HillClimbing { variant, ..HillClimbing::default() };
            let found = stuck(climbing, Ridge(&[4, 3, 2, 3, 1, 0]));
            assert_eq!((found.state, found.cost), (2, 2));
            let run = Run { start: 4, end: 2, steps: 2, sideways: 0, ending: Ending::LocalOptimum };
            assert_eq!(found.runs, [run]);
        }
    }

    #[test]
    fn sideways_moves_cross_a_plateau_and_are_limited_in_a_row() {
        let ridge = Ridge(&[2, 1, 1, 0]);
        for variant in VARIANTS {
            let found = stuck(HillClimbing { variant, ..HillClimbing::default() }, ridge);
            assert_eq!((found.cost, found.runs[0].ending), (1, Ending::Plateau));
            let climbing = HillClimbing { variant, sideways: 1, restarts: 0 };
            let outcome = climbing.search(&ridge, &mut Rng::new(1), &Limits::default(), &mut ());
            assert_eq!(outcome.into_solution().unwrap().runs[0].sideways, 1);
            let endless = Ridge(&[1, 1]);
            let found = stuck(HillClimbing { variant, sideways: 7, restarts: 0 }, endless);
            assert_eq!(found.runs[0].sideways, 7);
        }
    }

    #[test]
    fn a_look_that_finds_nothing_counts_so_that_restarts_alone_reach_a_limit() {
        let climbing = HillClimbing { restarts: u32::MAX, ..HillClimbing::default() };
        let outcome =
            climbing.search(&Ridge(&[1, 2]), &mut Rng::new(1), &Limits::nodes(10), &mut ());
        let Verdict::Stopped { by: Stop::Nodes, best: Some(found) } = outcome.verdict else {
            panic!("there is no solution")
        };
        assert_eq!((found.runs.len(), found.cost), (11, 1));
    }

    #[test]
    fn stochastic_climbing_prefers_steeper_moves_in_proportion() {
        let (mut left, mut right) = (0, 0);
        for seed in 0..4_000 {
            let (ridge, mut rng) = (Ridge(&[3, 4, 1]), Rng::new(seed));
            let mut meter = Meter::new(&Limits::default());
            let choice = Variant::Stochastic.choose(&ridge, &1, &mut rng, &mut meter);
            match choice.unwrap().unwrap().delta {
                -1 => left += 1,
                -3 => right += 1,
                other => panic!("{other}"),
            }
        }
        assert!((2_900..3_100).contains(&right), "{left} {right}");
    }

    #[test]
    fn events_tell_the_climb_from_start_to_local_optimum() {
        let mut told = Vec::new();
        let mut watch = |event: Event<'_, usize, isize>| {
            told.push(match event {
                Event::Start { run, cost, .. } => format!("start {run} at {cost}"),
                Event::Step { before, after, .. } => format!("{before} to {after}"),
                Event::LocalOptimum { cost, neighbour, .. } => format!("{cost} < {neighbour:?}"),
                Event::Best { cost, .. } => format!("best {cost}"),
                Event::Generation { .. } => unreachable!(),
            })
        };
        let climbing = HillClimbing { restarts: 1, ..HillClimbing::default() };
        climbing.search(&Ridge(&[2, 1, 5]), &mut Rng::new(1), &Limits::default(), &mut watch);
        let climb = ["2 to 1", "1 < Some(2)"];
        let expected =
            [&["start 0 at 2"][..], &climb, &["best 1", "start 1 at 2"], &climb].concat();
        assert_eq!(told, expected);
    }
}
