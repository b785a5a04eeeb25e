//! Genetic search: recombine the states of a population.

use std::num::NonZeroUsize;

use super::neighbours::draw;
use super::record::{
    Member, Record, cheapest_first, mean_cost, of_many, random_members, with_restarts,
};
use super::{Crossover, Ending, Event, Found, LocalSearch, Run, Watcher};
use crate::{Limits, Meter, Outcome, Rng, Stop};

/// Breeds each generation from the one before: each parent is the best of three drawn at random,
/// children may mutate, and the best state is kept unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Genetic {
    /// How many states a generation has; by default 100.
    pub population: NonZeroUsize,
    /// The probability that a random move mutates a child; by default 0.8.
    pub mutation: f64,
    /// The number of generations in a run; by default 1,000.
    pub generations: u64,
}

impl Default for Genetic {
    fn default() -> Self {
        let population = NonZeroUsize::new(100).expect("100 is not 0");
        Genetic { population, mutation: 0.8, generations: 1_000 }
    }
}

/// How many candidates are drawn for each parent; the best of them is chosen.
const TOURNAMENT: usize = 3;

impl<L: Crossover> LocalSearch<L> for Genetic {
    fn search<O: Watcher<L>>(
        &self,
        landscape: &L,
        rng: &mut Rng,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<Found<L::State>> {
        let states = self.population.get().saturating_mul(2).saturating_add(1);
        with_restarts(landscape, states, limits, 0, rng, |number, rng, record| {
            of_many(record, |run, record| {
                self.evolve(landscape, number, run, rng, record, observer)
            })
        })
    }
}

impl Genetic {
    fn evolve<L: Crossover, O: Watcher<L>>(
        &self,
        landscape: &L,
        number: u32,
        run: &mut Run,
        rng: &mut Rng,
        record: &mut Record<L::State>,
        observer: &mut O,
    ) -> Result<Ending, Stop> {
        let mut population = random_members(landscape, self.population.get(), rng, &record.meter)?;
        let (cost, state) = &population[0];
        run.start = *cost;
        record.meter.tell(observer, Event::Start { run: number, state, cost: *cost });
        record.offer_copy::<L, O>(state, *cost, observer);
        while !record.is_solved() {
            if run.steps == self.generations {
                return Ok(Ending::Spent);
            }
            let mut next = vec![population[0].clone()];
            // A population of one also breeds; otherwise a generation would take no step.
            for _ in 1..self.population.get().max(2) {
                record.meter.expand()?;
                record.meter.generated += 1;
                let child = self.breed(landscape, &population, rng, &record.meter)?;
                record.offer_copy::<L, O>(&child.1, child.0, observer);
                next.push(child);
            }
            cheapest_first(&mut next);
            next.truncate(self.population.get());
            population = next;
            let (cost, best) = &population[0];
            let mean = mean_cost(&population);
            let generation = Event::Generation { number: run.steps, best, cost: *cost, mean };
            record.meter.tell(observer, generation);
            run.steps += 1;
        }
        Ok(Ending::Solved)
    }

    fn breed<L: Crossover>(
        &self,
        landscape: &L,
        population: &[Member<L::State>],
        rng: &mut Rng,
        meter: &Meter,
    ) -> Result<Member<L::State>, Stop> {
        let mother = parent(population, rng);
        let father = parent(population, rng);
        let mut child = landscape.cross(mother, father, rng);
        if rng.unit() < self.mutation
            && let Some(mv) = draw(landscape, &child, rng, meter)?
        {
            landscape.apply(&mut child, mv);
        }
        Ok((landscape.cost(&child), child))
    }
}

/// The population is sorted, so the best of those drawn is the one that comes first.
fn parent<'a, S>(population: &'a [Member<S>], rng: &mut Rng) -> &'a S {
    let place = (0..TOURNAMENT).map(|_| rng.below(population.len())).min();
    &population[place.expect("a tournament has members")].1
}
