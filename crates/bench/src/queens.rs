//! N queens.

use goalward::csp::{Backtracking, CspSearch, Find};
use goalward::local::{
    Annealing, Cooling, HillClimbing, LocalSearch, MinConflicts, Schedule, Temperature,
};
use goalward::{Limits, Meter, Rng};
use goalward_domains::queens::count::Counter;
use goalward_domains::queens::{Queens, Swaps, large};
use goalward_domains::simd::Simd;

use crate::serve::{Done, Work};

fn queens(n: usize) -> Queens {
    Queens::new(n).expect("there are queens")
}

/// A million steps on 100 queens, at a temperature too high to succeed.
pub fn annealing() -> Work {
    let schedule = Schedule {
        cooling: Cooling::Geometric { factor: None },
        start: Temperature::Fixed(1.0),
        end: Temperature::Fixed(0.9),
        steps: Some(1_000_000),
        restarts: 0,
    };
    let annealing = Annealing::new(schedule).expect("it stays above zero");
    let landscape = Swaps(queens(100));
    Box::new(move || {
        let outcome = annealing.search(&landscape, &mut Rng::new(1), &Limits::default(), &mut ());
        Done { answer: 0, steps: outcome.stats.expanded, note: String::new() }
    })
}

/// Counts every solution by forward checking.
pub fn forward_checking(n: usize) -> u64 {
    let limits = Limits::default();
    let answer = Backtracking::default().search(&queens(n), Find::Count, &limits, ());
    answer.outcome.into_solution().expect("solvable").count
}

/// All solutions of 8 queens by forward checking.
pub fn all_eight() -> Work {
    Box::new(|| Done::answer(forward_checking(8)))
}

/// All solutions of 12 queens by forward checking.
pub fn all_twelve() -> Work {
    Box::new(|| Done::answer(forward_checking(12)))
}

/// Climbs on 8 queens, each from a start to a local optimum or a solution.
pub fn climbs() -> Work {
    climbs_of(30_000)
}

/// The climbs of this many searches.
pub fn climbs_of(searches: u64) -> Work {
    let climbing = HillClimbing { restarts: u32::MAX, ..HillClimbing::default() };
    let queens = queens(8);
    Box::new(move || {
        let mut climbs = 0;
        for seed in 0..searches {
            let mut rng = Rng::new(seed);
            let outcome = climbing.search(&queens, &mut rng, &Limits::default(), &mut ());
            climbs += outcome.into_solution().expect("solvable").runs.len() as u64;
        }
        Done { answer: 0, steps: climbs, note: String::new() }
    })
}

/// The number of solutions.
pub fn count(n: usize, simd: Simd) -> u64 {
    let (mut counter, mut meter) = (Counter::new(simd), Meter::new(&Limits::default()));
    for part in queens(n).parts().expect("they fit a word") {
        counter.add(&part, &mut meter).expect("there is no limit");
    }
    counter.count.all
}

/// All solutions of 16 queens counted.
pub fn count_sixteen() -> Work {
    // The environment says which instructions.
    let simd = Simd::chosen().expect("instructions this processor has");
    Box::new(move || Done::answer(count(16, simd)))
}

/// One solution, found by swaps and checked. Gives the bytes it took.
pub fn swaps(n: usize) -> u64 {
    let outcome = large::solve(queens(n), &mut Rng::new(1), &Limits::default());
    let bytes = outcome.stats.peak_bytes;
    assert!(outcome.into_solution().expect("solvable").is_solution());
    bytes
}

fn checked(n: usize) -> Done {
    Done { answer: 1, steps: 0, note: format!("{:.0} MB of tables", swaps(n) as f64 / 1e6) }
}

/// A solution of 1,000,000 queens.
pub fn million() -> Work {
    Box::new(|| checked(1_000_000))
}

/// A solution of 10,000,000 queens.
pub fn ten_million() -> Work {
    Box::new(|| checked(10_000_000))
}

/// A solution of 1,000,000 queens by min-conflicts.
pub fn million_min_conflicts() -> Work {
    min_conflicts(1_000_000)
}

/// A solution by min-conflicts.
pub fn min_conflicts(n: usize) -> Work {
    Box::new(move || {
        let (queens, mut rng) = (queens(n), Rng::new(1));
        let outcome =
            MinConflicts::default().search(&queens, &mut rng, &Limits::default(), &mut ());
        let found = outcome.into_solution().expect("solvable");
        Done::answer(found.state.placement().is_solution().into())
    })
}
