//! The road map of Romania that Russell and Norvig's textbook made famous.

use super::Graph;
use super::build::{Builder, Direction};

/// One query per line: each city to Bucharest.
pub const ROMANIA: &str = include_str!("../../data/romania.txt");

/// The cities in alphabetical order, each with its straight-line distance to Bucharest in
/// kilometres, as given in the textbook.
pub const STRAIGHT_LINES: [(&str, u32); 20] = [
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

/// Where they are: degrees east and north, in the same order.
const DEGREES: [[f64; 2]; 20] = [
    [21.31, 46.17],
    [26.10, 44.43],
    [23.80, 44.32],
    [22.66, 44.63],
    [28.63, 44.06],
    [24.97, 45.84],
    [25.97, 43.90],
    [27.95, 44.69],
    [27.59, 47.16],
    [21.90, 45.69],
    [22.37, 44.90],
    [26.37, 46.93],
    [21.92, 47.06],
    [24.87, 44.86],
    [24.37, 45.10],
    [24.15, 45.79],
    [21.23, 45.75],
    [26.64, 44.72],
    [27.73, 46.64],
    [21.52, 46.62],
];

/// The roads, by the indices of their ends in the list, with their lengths in kilometres.
const ROADS: [(usize, usize, u32); 23] = [
    (0, 19, 75),
    (0, 15, 140),
    (0, 16, 118),
    (1, 17, 85),
    (1, 13, 101),
    (1, 6, 90),
    (1, 5, 211),
    (2, 3, 120),
    (2, 14, 146),
    (2, 13, 138),
    (3, 10, 75),
    (4, 7, 86),
    (5, 15, 99),
    (7, 17, 98),
    (8, 18, 92),
    (8, 11, 87),
    (9, 16, 111),
    (9, 10, 70),
    (12, 19, 71),
    (12, 15, 151),
    (13, 14, 97),
    (14, 15, 80),
    (17, 18, 142),
];

/// Twenty cities and the roads between them, with degrees of longitude and latitude.
pub fn romania() -> Graph {
    let build = || {
        let mut graph = Builder::new(Direction::Both);
        let mut cities = Vec::new();
        for ((name, _), degrees) in STRAIGHT_LINES.into_iter().zip(DEGREES) {
            let city = graph.new_node(name)?;
            graph.place(city, degrees)?;
            cities.push(city);
        }
        for (a, b, kilometres) in ROADS {
            graph.edge(cities[a], cities[b], kilometres.into())?;
        }
        graph.finish()
    };
    build().expect("the map of Romania is a graph")
}
