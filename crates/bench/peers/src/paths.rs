//! The `pathfinding` crate on problems stated by closures, the same as ours.

use std::cmp::Ordering;
use std::ops::Add;

use goalward_bench::generic::grid::{COSTS, Cell, LENGTHS, Map, octile, thousandths};
use goalward_bench::generic::{pancakes, roads, words};
use goalward_bench::serve::{Done, Work};
use pathfinding::num_traits::Zero;
use pathfinding::prelude::{astar, bfs, dijkstra};

/// The cost of what was found.
fn cost<T>(found: Option<(Vec<T>, u32)>) -> u64 {
    found.expect("solvable").1.into()
}

pub fn a_star_by_vector(map: Map) -> Work {
    map.each(|grid, from, to| {
        let near = |&at: &Cell| grid.near(at, COSTS).collect::<Vec<_>>();
        cost(astar(&from, near, |&at| octile(at, to, COSTS), |&at| at == to))
    })
}

pub fn a_star_by_iterator(map: Map) -> Work {
    map.each(|grid, from, to| {
        let near = |&at: &Cell| grid.near(at, COSTS);
        cost(astar(&from, near, |&at| octile(at, to, COSTS), |&at| at == to))
    })
}

pub fn dijkstra_by_vector(map: Map) -> Work {
    map.each(|grid, from, to| {
        let near = |&at: &Cell| grid.near(at, COSTS).collect::<Vec<_>>();
        cost(dijkstra(&from, near, |&at| at == to))
    })
}

pub fn dijkstra_by_iterator(map: Map) -> Work {
    map.each(|grid, from, to| {
        cost(dijkstra(&from, |&at: &Cell| grid.near(at, COSTS), |&at| at == to))
    })
}

/// A float with a total order, which `pathfinding` requires of costs.
#[derive(Clone, Copy, PartialEq)]
struct Length(f64);

impl Eq for Length {}

impl PartialOrd for Length {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Length {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Add for Length {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Length(self.0 + other.0)
    }
}

impl Zero for Length {
    fn zero() -> Self {
        Length(0.0)
    }

    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

/// The length of what was found.
fn length<T>(found: Option<(Vec<T>, Length)>) -> u64 {
    thousandths(found.expect("solvable").1.0, LENGTHS)
}

pub fn a_star_of_lengths(map: Map) -> Work {
    map.each(|grid, from, to| {
        let near = |&at: &Cell| grid.near(at, LENGTHS.map(Length)).collect::<Vec<_>>();
        length(astar(&from, near, |&at| Length(octile(at, to, LENGTHS)), |&at| at == to))
    })
}

pub fn dijkstra_of_lengths(map: Map) -> Work {
    map.each(|grid, from, to| {
        let near = |&at: &Cell| grid.near(at, LENGTHS.map(Length)).collect::<Vec<_>>();
        length(dijkstra(&from, near, |&at| at == to))
    })
}

pub fn roads() -> Work {
    let roads = roads::roads();
    Box::new(move || {
        let costs = (0..roads.len()).map(|from| {
            cost(astar(
                &from,
                |&city| roads[city].clone(),
                |&city| roads::CITIES[city].1,
                |&city| city == roads::BUCHAREST,
            ))
        });
        Done::answer(costs.sum())
    })
}

pub fn words_a_star() -> Work {
    words::each(|dictionary, from, to| {
        let near = |word: &String| dictionary.near(word).map(|word| (word, 1)).collect::<Vec<_>>();
        cost(astar(from, near, |word| words::differing(word, to), |word| word == to))
    })
}

pub fn words_breadth_first() -> Work {
    words::each(|dictionary, from, to| {
        let near = |word: &String| dictionary.near(word).collect::<Vec<_>>();
        bfs(from, near, |word| word == to).expect("solvable").len() as u64 - 1
    })
}

pub fn pancakes() -> Work {
    let stacks = pancakes::stacks();
    Box::new(move || {
        let costs = stacks.iter().map(|stack| {
            let near = |stack: &pancakes::Stack| pancakes::turned(stack).collect::<Vec<_>>();
            cost(astar(stack, near, pancakes::gaps, |stack| *stack == pancakes::SORTED))
        });
        Done::answer(costs.sum())
    })
}
