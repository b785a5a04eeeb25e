//! Your own domain: towns on a map, roads with lengths, and the straight-line distance as a
//! heuristic.
//!
//! `cargo run -p goalward --example road_map`

use goalward::path::{BestFirst, Bidirectional, IdaStar, PathSearch, PlanOf};
use goalward::{Outcome, Reversible, StateSpace};

const TOWNS: [(&str, i32, i32); 8] = [
    ("Alder", 0, 0),
    ("Birch", 30, 10),
    ("Cedar", 10, 40),
    ("Dogwood", 50, 45),
    ("Elm", 80, 20),
    ("Fir", 70, 70),
    ("Gorse", 100, 60),
    ("Hazel", 120, 10),
];

/// Two towns and the kilometres between them; roads go both ways.
const ROADS: [(usize, usize, u32); 11] = [
    (0, 1, 34),
    (0, 2, 45),
    (1, 2, 38),
    (1, 4, 60),
    (2, 3, 42),
    (3, 4, 55),
    (3, 5, 33),
    (4, 6, 47),
    (4, 7, 44),
    (5, 6, 35),
    (6, 7, 58),
];

/// A journey from one town to another.
struct Journey {
    from: usize,
    to: usize,
}

impl Journey {
    fn roads(&self, town: usize) -> impl Iterator<Item = (usize, u32)> {
        ROADS.into_iter().filter_map(move |(a, b, length)| match town {
            _ if town == a => Some((b, length)),
            _ if town == b => Some((a, length)),
            _ => None,
        })
    }
}

impl StateSpace for Journey {
    type State = usize;
    type Cost = u32;
    /// Drive to this town.
    type Action = usize;

    fn start(&self) -> usize {
        self.from
    }

    fn is_goal(&self, town: &usize) -> bool {
        *town == self.to
    }

    fn actions(&self, town: &usize) -> impl Iterator<Item = usize> {
        self.roads(*town).map(|(next, _)| next)
    }

    fn apply(&self, _: &usize, next: &usize) -> usize {
        *next
    }

    fn cost(&self, town: &usize, next: &usize) -> u32 {
        let (_, length) = self.roads(*town).find(|(to, _)| to == next).expect("a road");
        length
    }
}

impl Reversible for Journey {
    fn goals(&self) -> impl Iterator<Item = usize> {
        std::iter::once(self.to)
    }

    fn predecessors(&self, town: &usize) -> impl Iterator<Item = (usize, usize)> {
        let town = *town;
        self.roads(town).map(move |(before, _)| (before, town))
    }
}

fn main() {
    let journey = Journey { from: 0, to: 6 };
    let straight_line = |town: &usize| {
        let ((_, x, y), (_, to_x, to_y)) = (TOWNS[*town], TOWNS[journey.to]);
        let (dx, dy) = (x.abs_diff(to_x), y.abs_diff(to_y));
        (dx * dx + dy * dy).isqrt()
    };
    show("A*", &journey, BestFirst::a_star().solve(&journey, &straight_line));
    show("greedy", &journey, BestFirst::greedy().solve(&journey, &straight_line));
    show("IDA*", &journey, IdaStar::default().solve(&journey, &straight_line));
    show("both ends", &journey, Bidirectional::default().solve(&journey));
}

fn show(name: &str, journey: &Journey, outcome: Outcome<PlanOf<Journey>>) {
    let expanded = outcome.stats.expanded;
    let plan = outcome.into_solution().expect("every town can be reached");
    plan.check(journey).expect("a plan that can be driven");
    let towns: Vec<_> = plan.actions.iter().map(|&town| TOWNS[town].0).collect();
    println!("{name:<10} {} km by {}; {expanded} towns expanded", plan.cost, towns.join(", "));
}
