//! Laws of every method.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::neighbours::draw;
use super::testing::{Knapsack, Lamps, Ridge};
use super::*;
use crate::{Meter, Monitor, Stop, Verdict};

/// More lamps than any method lights within the limits below.
const MANY: Lamps = Lamps(2_000);

fn every_method(
    lamps: Lamps,
    seed: u64,
    limits: &Limits,
) -> Vec<(&'static str, Outcome<Found<Vec<bool>>>)> {
    watched(&lamps, seed, limits, || ())
}

/// Every method, each with a separate observer.
fn watched<L, O: Watcher<L>>(
    landscape: &L,
    seed: u64,
    limits: &Limits,
    watcher: impl Fn() -> O,
) -> Vec<(&'static str, Outcome<Found<L::State>>)>
where
    L: Landscape<State: Eq + std::hash::Hash> + Conflicts + Crossover,
{
    let rng = || Rng::new(seed);
    let climbing = |variant| {
        let climbing = HillClimbing { variant, sideways: 5, restarts: 1 };
        climbing.search(landscape, &mut rng(), limits, &mut watcher())
    };
    let (annealing, repair) = (Annealing::default(), MinConflicts::default());
    let (beam, genetic) = (LocalBeam::default(), Genetic::default());
    vec![
        ("steepest", climbing(Variant::Steepest)),
        ("first", climbing(Variant::FirstChoice)),
        ("stochastic", climbing(Variant::Stochastic)),
        ("annealing", annealing.search(landscape, &mut rng(), limits, &mut watcher())),
        ("conflicts", repair.search(landscape, &mut rng(), limits, &mut watcher())),
        ("beam", beam.search(landscape, &mut rng(), limits, &mut watcher())),
        ("genetic", genetic.search(landscape, &mut rng(), limits, &mut watcher())),
    ]
}

#[test]
fn the_same_seed_gives_the_same_result() {
    let runs = [1, 1].map(|seed| every_method(Lamps(30), seed, &Limits::default()));
    for (index, (name, outcome)) in runs[0].iter().enumerate() {
        assert!(outcome.solution().is_some(), "{name} lights all lamps");
        let again = &runs[1][index].1;
        assert_eq!(outcome.verdict, again.verdict, "{name}");
        assert_eq!(outcome.stats.expanded, again.stats.expanded, "{name}");
        assert_eq!(outcome.stats.generated, again.stats.generated, "{name}");
    }
    let runs = [1, 2].map(|seed| every_method(MANY, seed, &Limits::nodes(100)));
    for ((name, one), (_, other)) in runs[0].iter().zip(&runs[1]) {
        assert_ne!(one.verdict, other.verdict, "{name} takes another path with another seed");
    }
}

#[test]
fn a_node_limit_is_exact_and_keeps_the_best() {
    for nodes in [0, 1, 7, 100] {
        for (name, outcome) in every_method(MANY, 3, &Limits::nodes(nodes)) {
            assert_eq!(outcome.stats.expanded, nodes, "{name}");
            let Verdict::Stopped { by: Stop::Nodes, best: Some(best) } = outcome.verdict else {
                panic!("{name} was not stopped by its limit with a best state")
            };
            assert_eq!(best.cost, MANY.cost(&best.state), "{name}");
            assert!(best.runs.iter().all(|run| best.cost <= run.start), "{name}");
            assert_eq!(best.runs.last().unwrap().ending, Ending::Stopped(Stop::Nodes), "{name}");
        }
    }
}

#[test]
fn annealing_counts_steps_alike_one_by_one_and_by_the_level() {
    let flat = Ridge(&[9; 50]);
    // Levels of 24 steps.
    let schedule = Schedule { steps: Some(100_000), restarts: 0, ..Schedule::default() };
    let annealing = Annealing::new(schedule).unwrap();
    let search = |limits: &Limits| annealing.search(&flat, &mut Rng::new(1), limits, &mut ());
    let whole = search(&Limits::default());
    let clocked = Limits { time: Some(Duration::MAX), ..Limits::default() };
    assert_eq!(search(&clocked).verdict, whole.verdict);
    assert_eq!((whole.stats.expanded, whole.stats.generated), (100_000, 100_000));
    for nodes in [0, 1, 23, 24, 25, 5_000, 99_999] {
        let outcome = search(&Limits::nodes(nodes));
        assert_eq!((outcome.stats.expanded, outcome.stats.generated), (nodes, nodes));
        let Verdict::Stopped { by: Stop::Nodes, best: Some(found) } = outcome.verdict else {
            panic!("nothing there costs 0")
        };
        assert_eq!(found.acceptance.unwrap().proposed, nodes);
    }
    let solved = annealing.search(&Lamps(9), &mut Rng::new(1), &Limits::default(), &mut ());
    let counts = (solved.stats.expanded, solved.stats.generated);
    let found = solved.into_solution().unwrap();
    assert_eq!(counts, (found.acceptance.unwrap().proposed, found.acceptance.unwrap().proposed));
}

#[test]
fn time_and_cancelling_end_every_method() {
    let monitor = Arc::new(Monitor::default());
    monitor.cancel();
    let cancelled = Limits { monitor: Some(monitor), ..Limits::default() };
    for (limits, by) in [(Limits::time(Duration::ZERO), Stop::Time), (cancelled, Stop::Cancelled)] {
        for (name, outcome) in every_method(MANY, 4, &limits) {
            match outcome.verdict {
                Verdict::Stopped { by: stop, best: Some(_) } => assert_eq!(stop, by, "{name}"),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_watcher_may_end_every_method() {
    let told = std::cell::Cell::new(0);
    let watcher = || {
        told.set(0);
        |_: Event<'_, Vec<bool>, usize>| {
            told.set(told.get() + 1);
            if told.get() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    };
    for (name, outcome) in watched(&MANY, 6, &Limits::default(), watcher) {
        let Verdict::Stopped { by: Stop::Cancelled, best: Some(_) } = outcome.verdict else {
            panic!("{name} was not stopped by its observer with a best state")
        };
        // A beam's first five events are all about states that it has expanded.
        assert!(outcome.stats.expanded <= 200, "{name}: {}", outcome.stats.expanded);
        assert_eq!(told.get(), 5, "{name} sent its observer more events");
    }
}

const THINGS: &[(i64, i64)] =
    &[(12, 24), (7, 13), (11, 23), (8, 15), (9, 16), (6, 11), (7, 13), (3, 5), (5, 9), (14, 28)];

/// The knapsack panics on a move that is not allowed.
#[test]
fn no_method_makes_a_move_that_is_not_allowed() {
    for room in [0, 2, 3, 20, 26, 50, 100] {
        let knapsack = Knapsack { things: THINGS, room, goal: None };
        let least = knapsack.least();
        for seed in 0..5 {
            let limits = Limits::nodes(5_000);
            for (name, outcome) in watched(&knapsack, seed, &limits, || ()) {
                assert!(outcome.solution().is_none(), "{name}: there is no goal to reach");
                let found = outcome.into_best().expect("there is a state");
                assert_eq!(found.cost, knapsack.cost(&found.state), "{name}");
                assert!((least..=0).contains(&found.cost), "{name}");
                assert!(
                    room > 2 || found.runs.iter().all(|run| run.steps == 0 || name == "genetic")
                );
                assert!(name != "annealing" || found.cost == least, "room for {room}");
            }
        }
    }
}

#[test]
fn a_landscape_s_goal_decides_what_is_a_solution() {
    let knapsack = Knapsack { things: THINGS, room: 26, goal: None };
    let best = knapsack.least();
    for goal in [0, -1, best + 9, best, best - 1] {
        let knapsack = Knapsack { goal: Some(goal), ..knapsack };
        for (name, outcome) in watched(&knapsack, 1, &Limits::nodes(5_000), || ()) {
            let solved = outcome.solution().is_some();
            let found = outcome.into_best().expect("there is a state");
            assert_eq!(solved, found.cost <= goal, "{name}, {goal}");
            let last = found.runs.last().unwrap();
            assert_eq!(last.ending == Ending::Solved, solved, "{name}, {goal}");
        }
    }
    let found = survey(&Knapsack { goal: Some(best), ..knapsack }, &Limits::default());
    assert!(found.solutions() > 0, "those that are too heavy are states too");
    assert_eq!(survey(&knapsack, &Limits::default()).solutions(), 0);
}

#[test]
fn allowed_moves_are_drawn_equally_often_whether_few_or_many_are_not() {
    for room in [3, 7, 12] {
        let knapsack = Knapsack { things: THINGS, room, goal: None };
        let state = vec![false; THINGS.len()];
        let allowed = THINGS.iter().filter(|it| it.0 <= room).count();
        let (mut rng, meter) = (Rng::new(1), Meter::new(&Limits::default()));
        let mut drawn = vec![0; THINGS.len()];
        for _ in 0..1_000 * allowed {
            drawn[draw(&knapsack, &state, &mut rng, &meter).unwrap().unwrap()] += 1;
        }
        for (count, thing) in drawn.iter().zip(THINGS) {
            let fits = thing.0 <= room;
            assert!(if fits { (850..1_150).contains(count) } else { *count == 0 }, "{drawn:?}");
        }
    }
    // Among this many moves, random draws hardly ever find the one that is allowed.
    static HEAVY: [(i64, i64); 5_000] = {
        let mut things = [(9, 1); 5_000];
        things[4_711] = (1, 1);
        things
    };
    let knapsack = Knapsack { things: &HEAVY, room: 1, goal: None };
    let (mut rng, meter) = (Rng::new(1), Meter::new(&Limits::default()));
    let mut state = vec![false; HEAVY.len()];
    for _ in 0..5 {
        assert_eq!(draw(&knapsack, &state, &mut rng, &meter), Ok(Some(4_711)));
    }
    let none = Knapsack { room: 0, ..knapsack };
    assert_eq!(draw(&none, &state, &mut rng, &meter), Ok(None));
    state[3] = true;
    assert_eq!(draw(&none, &state, &mut rng, &meter), Ok(Some(3)));
}

#[test]
fn a_memory_limit_is_asked_before_the_first_state_is_made() {
    for (name, outcome) in every_method(MANY, 5, &Limits::memory(1_000)) {
        let stopped = Verdict::Stopped { by: Stop::Memory, best: None };
        assert_eq!(outcome.verdict, stopped, "{name}");
        assert_eq!(outcome.stats.peak_bytes, 0, "{name}");
    }
    for (name, outcome) in every_method(Lamps(30), 5, &Limits::memory(1_000_000)) {
        assert!(outcome.solution().is_some(), "{name}");
        assert!(outcome.stats.peak_bytes > 0, "{name}");
    }
}

#[test]
fn a_run_that_starts_at_a_given_state_starts_there() {
    let start = vec![false; 9];
    let dark = Starting { landscape: Lamps(9), start: start.clone() };
    let mut starts = 0;
    let mut watch = |event: Event<'_, Vec<bool>, usize>| {
        if let Event::Start { state, cost, .. } = event {
            starts += 1;
            assert_eq!((state, cost), (&start, 9));
        }
    };
    let limits = Limits::default();
    HillClimbing::default().search(&dark, &mut Rng::new(1), &limits, &mut watch);
    MinConflicts::default().search(&dark, &mut Rng::new(1), &limits, &mut watch);
    assert_eq!(starts, 2);
}

/// Several places, equally likely as a start; half of the runs fail.
#[derive(Clone, Copy)]
struct Scattered(Ridge);

impl Landscape for Scattered {
    type State = usize;
    type Move = isize;

    fn random_state(&self, rng: &mut Rng) -> usize {
        rng.below(self.0.0.len())
    }
    fn cost(&self, place: &usize) -> i64 {
        self.0.cost(place)
    }
    fn moves(&self, place: &usize) -> impl Iterator<Item = isize> {
        self.0.moves(place)
    }
    fn random_move(&self, place: &usize, rng: &mut Rng) -> Option<isize> {
        self.0.random_move(place, rng)
    }
    fn delta(&self, place: &usize, step: isize) -> i64 {
        self.0.delta(place, step)
    }
    fn apply(&self, place: &mut usize, step: isize) {
        self.0.apply(place, step)
    }
}

#[test]
fn any_number_of_threads_brings_the_same_outcome() {
    fn hold<L, A>(name: &str, landscape: L, method: A, limits: &Limits)
    where
        L: Landscape<State: Send + PartialEq + std::fmt::Debug> + Sync,
        A: LocalSearch<L>,
    {
        for seed in 0..40 {
            let alone = method.search(&landscape, &mut Rng::new(seed), limits, &mut ());
            for jobs in [1, 2, 3, 8] {
                let jobs = NonZeroUsize::new(jobs).unwrap();
                let many = method.search_on(jobs, &landscape, &mut Rng::new(seed), limits);
                assert_eq!(many.verdict, alone.verdict, "{name}, {jobs} threads, seed {seed}");
                assert_eq!(many.stats.expanded, alone.stats.expanded, "{name}");
                assert_eq!(many.stats.generated, alone.stats.generated, "{name}");
            }
        }
    }
    let rugged = Scattered(Ridge(&[2, 1, 3, 1, 4, 2, 5, 3, 6, 5, 4, 3, 4, 0, 4, 2, 3, 1, 2]));
    let hopeless = Scattered(Ridge(&[5, 4, 3, 4, 2, 3, 1, 3, 6, 5, 1, 2]));
    let climbing = HillClimbing { restarts: 300, ..HillClimbing::default() };
    let stochastic = HillClimbing { variant: Variant::Stochastic, ..climbing };
    let schedule = Schedule { steps: Some(40), restarts: 30, ..Schedule::default() };
    let annealing = Annealing::new(schedule).unwrap();
    for limits in [Limits::default(), Limits::nodes(50), Limits::memory(1 << 22)] {
        for landscape in [rugged, hopeless] {
            hold("steepest", landscape, climbing, &limits);
            hold("stochastic", landscape, stochastic, &limits);
            hold("annealing", landscape, annealing, &limits);
        }
        let few_steps = MinConflicts { steps: 12, restarts: 30 };
        hold("conflicts", Lamps(30), few_steps, &limits);
    }
}

#[test]
fn cancelling_ends_every_thread() {
    let monitor = Arc::new(Monitor::default());
    let limits = Limits { monitor: Some(monitor.clone()), ..Limits::default() };
    let climbing = HillClimbing { restarts: u32::MAX, ..HillClimbing::default() };
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        monitor.cancel();
        monitor.progress().expanded
    });
    let jobs = NonZeroUsize::new(3).unwrap();
    let outcome = climbing.search_on(jobs, &Ridge(&[1, 2]), &mut Rng::new(1), &limits);
    assert!(matches!(outcome.verdict, Verdict::Stopped { by: Stop::Cancelled, best: Some(_) }));
    let seen = canceller.join().unwrap();
    assert!((1..=outcome.stats.expanded).contains(&seen), "{seen}");
}

#[test]
fn a_landscape_may_cost_as_much_as_can_be_counted() {
    let worst = Ridge(&[i64::MAX, i64::MAX]);
    let rng = || Rng::new(1);
    let schedule = Schedule { steps: Some(9), restarts: 1, ..Schedule::default() };
    let annealing = Annealing::new(schedule).unwrap();
    let climbing = HillClimbing { restarts: 1, ..HillClimbing::default() };
    let two = NonZeroUsize::new(2).unwrap();
    for outcome in [
        climbing.search(&worst, &mut rng(), &Limits::default(), &mut ()),
        climbing.search_on(two, &worst, &mut rng(), &Limits::default()),
        annealing.search(&worst, &mut rng(), &Limits::default(), &mut ()),
        annealing.search_on(two, &worst, &mut rng(), &Limits::default()),
        LocalBeam::default().search(&worst, &mut rng(), &Limits::default(), &mut ()),
    ] {
        let Verdict::Stuck(found) = outcome.verdict else { panic!("nothing there costs 0") };
        assert_eq!(found.cost, i64::MAX);
    }
}
