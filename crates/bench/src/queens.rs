//! N queens.

use goalward::csp::{Backtracking, Find};
use goalward::local::{
    Annealing, Cooling, HillClimbing, LocalSearch, MinConflicts, Schedule, Temperature,
};
use goalward::{Limits, Meter, Rng};
use goalward_domains::queens::count::Counter;
use goalward_domains::queens::{EightQueens, Queens, Swaps, large};
use goalward_domains::simd::Simd;

use crate::measure::{Row, alone, beside};

fn queens(n: usize) -> Queens {
    Queens::new(n).expect("there are queens")
}

/// Steps a second at a temperature too high to succeed.
pub fn annealing() -> Row {
    const STEPS: u64 = 5_000_000;
    let schedule = Schedule {
        cooling: Cooling::Geometric { factor: None },
        start: Temperature::Fixed(1.0),
        end: Temperature::Fixed(0.9),
        steps: Some(STEPS),
        restarts: 0,
    };
    let annealing = Annealing::new(schedule).expect("it stays above zero");
    let landscape = Swaps(queens(100));
    let mut steps = 0;
    let (ours, theirs) = beside(3, "queens-annealing", || {
        let outcome = annealing.search(&landscape, &mut Rng::new(1), &Limits::default(), &mut ());
        steps = outcome.stats.expanded;
    });
    let (ours, theirs) = (steps as f64 / ours, theirs.steps as f64 / theirs.seconds);
    Row {
        ours: format!("{:.1} M steps/s", ours / 1e6),
        peer: format!("argmin {:.2} M steps/s", theirs / 1e6),
        ratio: Some(ours / theirs),
    }
}

/// Counts every solution by forward checking.
fn count(n: usize) -> u64 {
    let limits = Limits::default();
    let answer = Backtracking::default().search(&queens(n), Find::Count, &limits, ());
    answer.outcome.into_solution().expect("solvable").count
}

pub fn all_eight() -> Row {
    let mut solutions = 0;
    let (ours, theirs) = beside(5, "queens-all", || solutions = count(8));
    assert_eq!(solutions, theirs.answer);
    Row {
        ours: format!("{:.3} ms", ours * 1e3),
        peer: format!("selen {:.1} ms", theirs.seconds * 1e3),
        ratio: Some(theirs.seconds / ours),
    }
}

pub fn all_twelve() -> Row {
    let best = alone(10, || assert_eq!(count(12), 14_200));
    Row::alone(format!("{:.1} ms", best * 1e3))
}

/// Many climbs in one search, from start to local optimum or solution.
pub fn climbs() -> Row {
    const SEEDS: u64 = 30_000;
    let climbing = HillClimbing { restarts: u32::MAX, ..HillClimbing::default() };
    let mut climbs = 0;
    let best = alone(9, || {
        climbs = 0;
        for seed in 0..SEEDS {
            let mut rng = Rng::new(seed);
            let outcome = climbing.search(&EightQueens, &mut rng, &Limits::default(), &mut ());
            climbs += outcome.into_solution().expect("solvable").runs.len();
        }
    });
    Row::alone(format!("{:.2} M climbs/s", climbs as f64 / best / 1e6))
}

fn count_all(simd: Simd) -> Row {
    let best = alone(3, || {
        let (mut counter, mut meter) = (Counter::new(simd), Meter::new(&Limits::default()));
        for part in queens(16).parts().expect("they fit a word") {
            counter.add(&part, &mut meter).expect("there is no limit");
        }
        assert_eq!(counter.count.all, 14_772_512);
    });
    Row::alone(format!("{best:.3} s ({})", simd.name()))
}

pub fn count_portable() -> Row {
    count_all(Simd::Portable)
}

pub fn count_best() -> Row {
    count_all(Simd::best())
}

fn swaps(n: usize) -> Row {
    let best = alone(5, || {
        let outcome = large::solve(queens(n), &mut Rng::new(1), &Limits::default());
        assert!(outcome.into_solution().expect("solvable").is_solution());
    });
    Row::alone(format!("{best:.3} s, checked"))
}

pub fn million() -> Row {
    swaps(1_000_000)
}

pub fn ten_million() -> Row {
    swaps(10_000_000)
}

pub fn million_min_conflicts() -> Row {
    let best = alone(3, || {
        let queens = queens(1_000_000);
        let mut rng = Rng::new(1);
        let outcome =
            MinConflicts::default().search(&queens, &mut rng, &Limits::default(), &mut ());
        let found = outcome.into_solution().expect("solvable");
        assert!(found.state.placement().is_solution());
    });
    Row::alone(format!("{best:.3} s, checked"))
}
