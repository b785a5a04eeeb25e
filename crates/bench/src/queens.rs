//! N queens.

use goalward::csp::{Backtracking, Find};
use goalward::local::{Annealing, Cooling, LocalSearch, Schedule, Temperature};
use goalward::{Limits, Rng};
use goalward_domains::queens::{Queens, Swaps};

use crate::measure::{Row, beside, seconds};

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
    let mut best = f64::INFINITY;
    for _ in 0..10 {
        best = best.min(seconds(|| assert_eq!(count(12), 14_200)));
    }
    Row { ours: format!("{:.1} ms", best * 1e3), peer: "–".into(), ratio: None }
}
