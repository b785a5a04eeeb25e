//! The road map of Romania (Russell and Norvig), from every city to Bucharest: searches that
//! are over after a dozen nodes.

use goalward::path::{BestFirst, PathSearch};
use goalward::space::from_fn;

use super::cost;
use crate::serve::{Done, Work};

/// The cities in alphabetical order, each with its distance to Bucharest in a straight line.
pub const CITIES: [(&str, u32); 20] = [
    ("Arad", 366),
    ("Bucharest", 0),
    ("Craiova", 160),
    ("Drobeta", 242),
    ("Eforie", 161),
    ("Fagaras", 176),
    ("Giurgiu", 77),
    ("Hirsova", 151),
    ("Iasi", 226),
    ("Lugoj", 244),
    ("Mehadia", 241),
    ("Neamt", 234),
    ("Oradea", 380),
    ("Pitesti", 100),
    ("Rimnicu Vilcea", 193),
    ("Sibiu", 253),
    ("Timisoara", 329),
    ("Urziceni", 80),
    ("Vaslui", 199),
    ("Zerind", 374),
];

const ROADS: [(&str, &str, u32); 23] = [
    ("Arad", "Zerind", 75),
    ("Arad", "Sibiu", 140),
    ("Arad", "Timisoara", 118),
    ("Bucharest", "Urziceni", 85),
    ("Bucharest", "Pitesti", 101),
    ("Bucharest", "Giurgiu", 90),
    ("Bucharest", "Fagaras", 211),
    ("Craiova", "Drobeta", 120),
    ("Craiova", "Rimnicu Vilcea", 146),
    ("Craiova", "Pitesti", 138),
    ("Drobeta", "Mehadia", 75),
    ("Eforie", "Hirsova", 86),
    ("Fagaras", "Sibiu", 99),
    ("Hirsova", "Urziceni", 98),
    ("Iasi", "Vaslui", 92),
    ("Iasi", "Neamt", 87),
    ("Lugoj", "Timisoara", 111),
    ("Lugoj", "Mehadia", 70),
    ("Oradea", "Zerind", 71),
    ("Oradea", "Sibiu", 151),
    ("Pitesti", "Rimnicu Vilcea", 97),
    ("Rimnicu Vilcea", "Sibiu", 80),
    ("Urziceni", "Vaslui", 142),
];

/// The number of Bucharest in [`CITIES`].
pub const BUCHAREST: usize = 1;

/// For each city the cities that a road leads to, and how far they are.
pub fn roads() -> Vec<Vec<(usize, u32)>> {
    let number = |name| CITIES.iter().position(|city| city.0 == name).expect("a city");
    let mut roads = vec![Vec::new(); CITIES.len()];
    for (a, b, length) in ROADS {
        roads[number(a)].push((number(b), length));
        roads[number(b)].push((number(a), length));
    }
    roads
}

/// A* with straight lines over closures.
pub fn a_star() -> Work {
    let roads = roads();
    Box::new(move || {
        let costs = (0..CITIES.len()).map(|from| {
            let space =
                from_fn(from, |&city: &usize| roads[city].clone(), |&city| city == BUCHAREST);
            cost(BestFirst::a_star().solve(&space, &|&city: &usize| CITIES[city].1))
        });
        Done::answer(costs.sum())
    })
}
