//! What Python's packages and Goalward for Python are compared with: the same work from Rust.

use goalward::csp::{Backtracking, CspSearch, Find, Model};
use goalward::path::{BestFirst, PathSearch};
use goalward::space::from_fn;
#[cfg(feature = "report")]
use {
    goalward::Limits,
    goalward_lab::{Run, open, run},
    std::sync::Arc,
};

use crate::generic::{cost, grid};
use crate::serve::{Done, Work};

/// The side of the map of streets.
const SIDE: u32 = 150;

/// The corner where the way ends.
const END: (u32, u32) = (SIDE - 1, SIDE - 1);

/// A* with octile distance on the grid that other languages can make.
pub fn grid() -> Work {
    grid::a_star_by_iterator(grid::formula(), grid::LENGTHS)
}

/// A* on a square of streets from corner to corner. A street's length depends on where it begins.
pub fn streets() -> Work {
    streets_by(|(x, y)| END.0 - x + (END.1 - y))
}

/// The same without a heuristic.
pub fn blind_streets() -> Work {
    streets_by(|_| 0)
}

fn streets_by(h: fn((u32, u32)) -> u32) -> Work {
    let near = |&(x, y): &(u32, u32)| {
        let ahead = [(x + 1, y), (x, y + 1)].into_iter().filter(|&(x, y)| x < SIDE && y < SIDE);
        let behind = [(x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        let behind = behind.into_iter().filter(|&(x, y)| x < SIDE && y < SIDE);
        let length = |(x, y): (u32, u32)| 1 + (7 * x + 13 * y) % 9;
        let ahead = ahead.map(move |to| (to, length((x, y))));
        ahead.chain(behind.map(move |to| (to, length(to)))).collect::<Vec<_>>()
    };
    Box::new(move || {
        let space = from_fn((0, 0), near, |&at: &(u32, u32)| at == END);
        let h = |&at: &(u32, u32)| h(at);
        Done::answer(cost(BestFirst::a_star().solve(&space, &h)))
    })
}

/// SEND + MORE = MONEY, the equation as one function of eight letters: every solution.
pub fn letters() -> Work {
    Box::new(|| {
        let mut model = Model::new();
        let letters = ["S", "E", "N", "D", "M", "O", "R", "Y"]
            .map(|letter| model.variable(letter, i64::from("SM".contains(letter))..=9));
        model.all_different(&letters);
        model.constraint(&letters, |digits| {
            let [s, e, n, d, m, o, r, y] = digits else { return false };
            let number = |digits: &[&i64]| digits.iter().fold(0, |sum, &&digit| 10 * sum + digit);
            number(&[s, e, n, d]) + number(&[m, o, r, e]) == number(&[m, o, n, e, y])
        });
        let answer = Backtracking::default().solve(&model, Find::Count);
        Done::answer(answer.outcome.into_solution().expect("there is a solution").count)
    })
}

/// What `goalward solve` does: IDA* on the fifth of Korf's 15-puzzles, and a check of its plan.
#[cfg(feature = "report")]
pub fn command() -> Work {
    let domain = "15-puzzle".parse().expect("a domain");
    let method = "idastar(manhattan)".parse().expect("a method");
    let (domain, instance) = open(&domain, Some("korf100:5"), 1).expect("it ships");
    Box::new(move || {
        // The command can always be interrupted.
        let limits = Limits { monitor: Some(Arc::default()), ..Limits::default() };
        let mut alone = Run { seed: 1, limits, jobs: 1, trace: None };
        let report = run(domain, &*instance, Some(&method), &mut alone).expect("it runs");
        Done::answer(report.cost.expect("a plan has a cost").value() as u64)
    })
}
