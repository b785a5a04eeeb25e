//! Local searches on random terrains, checked step by step against their definitions.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use goalward::local::{
    Annealing, Conflicts, Crossover, Ending, Enumerable, Event, Found, Genetic, HillClimbing,
    Landscape, LocalBeam, LocalSearch, MinConflicts, Reason, Run, Schedule, Variant, survey,
};
use goalward::{Limits, Outcome, Rng, Stats, Verdict};

/// Places, each with a cost and its neighbours.
struct Terrain {
    costs: Vec<i64>,
    beside: Vec<Vec<usize>>,
}

impl Terrain {
    /// Few costs, so that there are plateaus; sometimes no place is a solution.
    fn random(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let count = 2 + rng.below(10);
        let least = rng.below(2);
        let highest = 1 + rng.below(5);
        let costs = (0..count).map(|_| (least + rng.below(highest)) as i64).collect();
        let mut beside = vec![BTreeSet::new(); count];
        for _ in 0..2 * count {
            let (a, b) = (rng.below(count), rng.below(count));
            if a != b {
                beside[a].insert(b);
                beside[b].insert(a);
            }
        }
        Terrain { costs, beside: beside.into_iter().map(|set| set.into_iter().collect()).collect() }
    }

    fn deltas(&self, place: usize) -> Vec<i64> {
        self.beside[place].iter().map(|&to| self.costs[to] - self.costs[place]).collect()
    }
}

impl Landscape for Terrain {
    type State = usize;
    type Move = usize;

    fn random_state(&self, rng: &mut Rng) -> usize {
        rng.below(self.costs.len())
    }
    fn cost(&self, place: &usize) -> i64 {
        self.costs[*place]
    }
    fn moves(&self, place: &usize) -> impl Iterator<Item = usize> {
        self.beside[*place].iter().copied()
    }
    fn random_move(&self, place: &usize, rng: &mut Rng) -> Option<usize> {
        rng.pick(&self.beside[*place]).copied()
    }
    fn delta(&self, place: &usize, to: usize) -> i64 {
        self.costs[to] - self.costs[*place]
    }
    fn apply(&self, place: &mut usize, to: usize) {
        *place = to;
    }
}

impl Enumerable for Terrain {
    fn states(&self) -> u64 {
        self.costs.len() as u64
    }
    fn first(&self) -> usize {
        0
    }
    fn advance(&self, place: &mut usize) -> bool {
        *place += 1;
        *place < self.costs.len()
    }
}

impl Crossover for Terrain {
    fn cross(&self, mother: &usize, father: &usize, rng: &mut Rng) -> usize {
        *rng.pick(&[*mother, *father]).unwrap()
    }
}

fn found<S>(outcome: Outcome<Found<S>>) -> (Found<S>, Stats, bool) {
    match outcome.verdict {
        Verdict::Solved(found) => (found, outcome.stats, true),
        Verdict::Stuck(found) => (found, outcome.stats, false),
        _ => panic!("there was no limit"),
    }
}

/// Checks the events of a climb against the terrain.
struct Climbs<'a> {
    terrain: &'a Terrain,
    climbing: HillClimbing,
    runs: Vec<Run>,
    at: usize,
    in_a_row: u32,
    looks: u64,
}

impl Climbs<'_> {
    fn on(&mut self, event: Event<'_, usize, usize>) {
        match event {
            Event::Start { run, state, cost } => {
                assert_eq!((run as usize, cost), (self.runs.len(), self.terrain.costs[*state]));
                let ending = if cost == 0 { Ending::Solved } else { Ending::Spent };
                self.runs.push(Run { start: cost, end: cost, steps: 0, sideways: 0, ending });
                (self.at, self.in_a_row) = (*state, 0);
            }
            Event::Step { state, mv, before, after, reason, accepted } => {
                assert!(accepted && *state == self.at && before == self.terrain.costs[*state]);
                assert_eq!(after, self.terrain.costs[mv]);
                self.looks += 1;
                let deltas = self.terrain.deltas(*state);
                let (delta, least) = (after - before, *deltas.iter().min().unwrap());
                let ties = deltas.iter().filter(|&&other| other == delta).count();
                let better = deltas.iter().filter(|&&other| other < 0).count() as u64;
                match reason {
                    Reason::Sideways { ties: told } => {
                        assert_eq!((delta, least, told), (0, 0, ties))
                    }
                    Reason::BestNeighbour { ties: told } => {
                        assert_eq!((delta, told), (least, ties))
                    }
                    Reason::FirstBetter { .. } => assert!(delta < 0),
                    Reason::AmongBetter { better: told } => assert!(delta < 0 && told == better),
                    other => panic!("{other:?}"),
                }
                self.in_a_row = if delta == 0 { self.in_a_row + 1 } else { 0 };
                assert!(self.in_a_row <= self.climbing.sideways);
                let run = self.runs.last_mut().unwrap();
                run.end += delta;
                run.steps += 1;
                run.sideways += u64::from(delta == 0);
                run.ending = if after == 0 { Ending::Solved } else { Ending::Spent };
                self.at = mv;
            }
            Event::LocalOptimum { state, cost, neighbour } => {
                assert_eq!((*state, cost), (self.at, self.terrain.costs[self.at]));
                self.looks += 1;
                let least = self.terrain.deltas(*state).into_iter().min();
                assert_eq!(neighbour, least.map(|least| cost + least));
                assert!(least.is_none_or(|least| least >= 0));
                assert!(least != Some(0) || self.in_a_row == self.climbing.sideways);
                let flat = least == Some(0);
                let ending = if flat { Ending::Plateau } else { Ending::LocalOptimum };
                self.runs.last_mut().unwrap().ending = ending;
            }
            Event::Best { state, cost } => assert_eq!(cost, self.terrain.costs[*state]),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn climbs_are_what_they_tell_and_what_they_tell_is_right() {
    for seed in 0..400 {
        let terrain = Terrain::random(seed);
        for variant in [Variant::Steepest, Variant::FirstChoice, Variant::Stochastic] {
            for (sideways, restarts) in [(0, 0), (2, 3), (u32::MAX, 0)] {
                // Without a limit a climb may never leave a plateau.
                let sideways = sideways.min(40);
                let climbing = HillClimbing { variant, sideways, restarts };
                let mut climbs = Climbs {
                    terrain: &terrain,
                    climbing,
                    runs: vec![],
                    at: 0,
                    in_a_row: 0,
                    looks: 0,
                };
                let limits = Limits::default();
                let mut watch = |event: Event<'_, usize, usize>| climbs.on(event);
                let watched = climbing.search(&terrain, &mut Rng::new(seed), &limits, &mut watch);
                let alone = climbing.search(&terrain, &mut Rng::new(seed), &limits, &mut ());
                assert_eq!(watched.verdict, alone.verdict);
                let (found, stats, solved) = found(watched);
                assert_eq!(found.runs, climbs.runs);
                assert_eq!(stats.expanded, climbs.looks);
                let least = found.runs.iter().map(|run| run.end).min();
                assert_eq!((Some(found.cost), found.cost == 0), (least, solved));
                assert_eq!(found.cost, terrain.costs[found.state]);
                // Restarts end at the first success.
                let failed = found.runs.iter().position(|run| run.ending == Ending::Solved);
                assert_eq!(found.runs.len(), failed.map_or(restarts as usize + 1, |run| run + 1));
            }
        }
    }
}

#[test]
fn a_beam_takes_the_best_neighbours_that_differ() {
    for seed in 0..400 {
        let terrain = Terrain::random(seed);
        let width = NonZeroUsize::new(1 + seed as usize % 5).unwrap();
        let beam = LocalBeam { width, patience: 4 };
        let (mut parents, mut chosen): (BTreeSet<usize>, Vec<(usize, i64)>) = Default::default();
        let mut generations = 0;
        let mut watch = |event: Event<'_, usize, usize>| match event {
            Event::Step { state, mv, before, after, reason, accepted } => {
                assert!(accepted && before == terrain.costs[*state] && after == terrain.costs[mv]);
                assert_eq!(reason, Reason::Survivor { rank: chosen.len() });
                assert!(terrain.beside[*state].contains(&mv));
                assert!(parents.is_empty() || parents.contains(state));
                chosen.push((mv, after));
            }
            Event::Generation { number, cost, mean, .. } => {
                assert_eq!(number, generations);
                generations += 1;
                assert!(chosen.is_sorted_by_key(|member| member.1) && chosen[0].1 == cost);
                let sum: i64 = chosen.iter().map(|member| member.1).sum();
                assert!((mean - sum as f64 / chosen.len() as f64).abs() < 1e-9);
                let next: BTreeSet<usize> = chosen.drain(..).map(|member| member.0).collect();
                if !parents.is_empty() {
                    // Which of several equally good states are chosen is random; their costs are
                    // not.
                    let near = parents.iter().flat_map(|&place| terrain.beside[place].clone());
                    let near: BTreeSet<usize> = near.collect();
                    let costs = |places: &BTreeSet<usize>| {
                        let mut costs: Vec<_> =
                            places.iter().map(|&place| terrain.costs[place]).collect();
                        costs.sort_unstable();
                        costs.truncate(width.get());
                        costs
                    };
                    assert_eq!(costs(&next), costs(&near));
                }
                parents = next;
            }
            _ => {}
        };
        let outcome = beam.search(&terrain, &mut Rng::new(seed), &Limits::default(), &mut watch);
        let (found, _, _) = found(outcome);
        assert_eq!(found.runs[0].steps, generations);
        assert_eq!((found.runs[0].end, found.cost), (found.cost, terrain.costs[found.state]));
    }
}

#[test]
fn a_population_never_loses_its_best_and_counts_every_child() {
    for seed in 0..300 {
        let terrain = Terrain::random(seed);
        let population = NonZeroUsize::new(1 + seed as usize % 7).unwrap();
        let genetic = Genetic { population, mutation: seed as f64 % 3.0 / 2.0, generations: 6 };
        let (mut best, mut generations) = (i64::MAX, 0);
        let mut watch = |event: Event<'_, usize, usize>| match event {
            Event::Start { state, cost, .. } => assert_eq!(cost, terrain.costs[*state]),
            Event::Best { state, cost } => {
                assert!(cost < best && cost == terrain.costs[*state]);
                best = cost;
            }
            Event::Generation { number, best: state, cost, mean } => {
                assert_eq!((number, cost, terrain.costs[*state]), (generations, best, best));
                assert!(mean >= cost as f64);
                generations += 1;
            }
            other => panic!("{other:?}"),
        };
        let outcome = genetic.search(&terrain, &mut Rng::new(seed), &Limits::default(), &mut watch);
        let (found, stats, solved) = found(outcome);
        let children = population.get().max(2) as u64 - 1;
        assert_eq!(
            (stats.expanded, stats.generated),
            (generations * children, generations * children)
        );
        assert_eq!((found.cost, found.runs[0].end, found.runs[0].steps), (best, best, generations));
        let ending = if solved { Ending::Solved } else { Ending::Spent };
        assert_eq!(found.runs[0].ending, ending);
        assert!(solved || generations == 6);
    }
}

#[test]
fn annealing_adds_up() {
    for seed in 0..200 {
        let terrain = Terrain::random(seed);
        let schedule = Schedule { steps: Some(50), restarts: 2, ..Schedule::default() };
        let annealing = Annealing::new(schedule).unwrap();
        let (mut proposed, mut accepted, mut seen) = (0, 0, i64::MAX);
        let mut watch = |event: Event<'_, usize, usize>| match event {
            Event::Start { cost, .. } => seen = seen.min(cost),
            Event::Step { state, mv, before, after, accepted: taken, .. } => {
                assert_eq!((before, after), (terrain.costs[*state], terrain.costs[mv]));
                assert!(taken || after > before);
                proposed += 1;
                accepted += u64::from(taken);
                seen = if taken { seen.min(after) } else { seen };
            }
            _ => {}
        };
        let outcome =
            annealing.search(&terrain, &mut Rng::new(seed), &Limits::default(), &mut watch);
        let (found, stats, _) = found(outcome);
        let told = found.acceptance.unwrap();
        assert_eq!((told.proposed, told.accepted), (proposed, accepted));
        assert_eq!(found.runs.iter().map(|run| run.steps).sum::<u64>(), accepted);
        assert_eq!((found.cost, terrain.costs[found.state]), (seen, seen));
        // If there are no moves, the first step finds that out and proposes nothing.
        let alone = found.runs.iter().filter(|run| run.ending == Ending::LocalOptimum).count();
        assert_eq!((stats.generated, stats.expanded), (proposed, proposed + alone as u64));
    }
}

#[test]
fn a_survey_counts_what_every_neighbour_says() {
    for seed in 0..300 {
        let terrain = Terrain::random(seed);
        let found = survey(&terrain, &Limits::default());
        let stuck = |place: &usize| {
            terrain.costs[*place] > 0 && terrain.deltas(*place).iter().all(|&delta| delta >= 0)
        };
        let flat = |place: &usize| stuck(place) && terrain.deltas(*place).contains(&0);
        let all = 0..terrain.costs.len();
        let total = found.total();
        assert_eq!(total.states, terrain.states());
        assert_eq!(total.flat, all.clone().filter(flat).count() as u64);
        assert_eq!(total.strict + total.flat, all.clone().filter(stuck).count() as u64);
        assert_eq!(
            found.solutions(),
            terrain.costs.iter().filter(|&&cost| cost == 0).count() as u64
        );
        let worst = all.filter(stuck).map(|place| terrain.costs[place]).max();
        assert_eq!(found.worst.map(|(_, cost)| cost), worst);
        for limit in 0..terrain.states() {
            let part = survey(&terrain, &Limits::nodes(limit));
            assert!(part.stopped.is_some() && part.total().states == limit);
        }
    }
}

/// Countries to colour so that neighbours differ; the cost is the number of borders between equal
/// colours.
struct Colouring {
    borders: Vec<(usize, usize)>,
}

const COUNTRIES: usize = 7;

impl Colouring {
    fn random(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let pairs = (0..COUNTRIES).flat_map(|b| (0..b).map(move |a| (a, b)));
        Colouring { borders: pairs.filter(|_| rng.below(2) == 0).collect() }
    }

    fn neighbours(&self, country: usize) -> impl Iterator<Item = usize> {
        self.borders.iter().filter_map(move |&(a, b)| match country {
            _ if country == a => Some(b),
            _ if country == b => Some(a),
            _ => None,
        })
    }
}

impl Landscape for Colouring {
    type State = [u8; COUNTRIES];
    type Move = (usize, u8);

    fn random_state(&self, rng: &mut Rng) -> Self::State {
        std::array::from_fn(|_| rng.below(3) as u8)
    }
    fn cost(&self, colours: &Self::State) -> i64 {
        self.borders.iter().filter(|(a, b)| colours[*a] == colours[*b]).count() as i64
    }
    fn moves(&self, colours: &Self::State) -> impl Iterator<Item = (usize, u8)> {
        let all = (0..COUNTRIES).flat_map(|country| self.reassignments(colours, country));
        all.map(|(mv, _)| mv)
    }
    fn random_move(&self, colours: &Self::State, rng: &mut Rng) -> Option<(usize, u8)> {
        rng.pick(&self.moves(colours).collect::<Vec<_>>()).copied()
    }
    fn delta(&self, colours: &Self::State, (country, colour): (usize, u8)) -> i64 {
        let same =
            |colour| self.neighbours(country).filter(|&n| colours[n] == colour).count() as i64;
        same(colour) - same(colours[country])
    }
    fn apply(&self, colours: &mut Self::State, (country, colour): (usize, u8)) {
        colours[country] = colour;
    }
}

impl Conflicts for Colouring {
    fn variables(&self) -> usize {
        COUNTRIES
    }
    fn is_conflicted(&self, colours: &Self::State, country: usize) -> bool {
        self.neighbours(country).any(|n| colours[n] == colours[country])
    }
    fn opponents(&self, colours: &Self::State, country: usize) -> impl Iterator<Item = usize> {
        self.neighbours(country).filter(move |&n| colours[n] == colours[country])
    }
    fn reassignments(
        &self,
        colours: &Self::State,
        country: usize,
    ) -> impl Iterator<Item = ((usize, u8), i64)> {
        let others = (0..3).filter(move |&colour| colour != colours[country]);
        others.map(move |colour| ((country, colour), self.delta(colours, (country, colour))))
    }
}

#[test]
fn min_conflicts_repairs_what_is_in_conflict_in_the_best_way() {
    for seed in 0..300 {
        let map = Colouring::random(seed);
        let repair = MinConflicts { steps: 25, restarts: 2 };
        let mut steps = 0;
        let mut watch = |event: Event<'_, [u8; COUNTRIES], (usize, u8)>| {
            let Event::Step { state, mv, before, after, reason, .. } = event else { return };
            let Reason::LeastConflicts { variable, ties } = reason else { panic!("{reason:?}") };
            assert!(variable == mv.0 && map.is_conflicted(state, variable));
            let mut next = *state;
            map.apply(&mut next, mv);
            assert_eq!((map.cost(state), map.cost(&next)), (before, after));
            let deltas = map.reassignments(state, variable).map(|(_, delta)| delta);
            let deltas: Vec<_> = deltas.chain([0]).collect();
            assert_eq!(Some(&(after - before)), deltas.iter().min());
            assert_eq!(ties, deltas.iter().filter(|&&delta| delta == after - before).count());
            steps += 1;
        };
        let outcome = repair.search(&map, &mut Rng::new(seed), &Limits::default(), &mut watch);
        let (found, stats, solved) = found(outcome);
        assert_eq!(found.runs.iter().map(|run| run.steps).sum::<u64>(), steps);
        assert_eq!((found.cost, found.cost == 0), (map.cost(&found.state), solved));
        assert!(stats.expanded >= steps && stats.expanded <= 25 * found.runs.len() as u64);
        assert!(found.runs.iter().all(|run| run.end <= run.start));
        assert!(solved || found.runs.len() == 3);
    }
}
