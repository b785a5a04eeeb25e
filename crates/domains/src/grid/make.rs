//! Maps made from a seed.

use goalward::Rng;

use super::{Cell, Grid, Map, SizeError, Step, Steps};

/// A kind of map to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Each cell is a wall with probability `density`, 0 to 1.
    Random {
        /// The share of walls.
        density: f64,
    },
    /// Corridors one cell wide, with exactly one path between any two places.
    Maze,
    /// Square rooms, most of them with a door to each neighbouring room.
    Rooms {
        /// The side of a room, including one of its walls, at least 2.
        side: usize,
    },
    /// Caves: noise, smoothed by a cellular automaton.
    Caves,
}

impl Kind {
    /// A map of this kind and size.
    ///
    /// # Errors
    /// If a side is 0 or more than [`MAX_SIDE`](super::MAX_SIDE).
    pub fn make(self, width: usize, height: usize, rng: &mut Rng) -> Result<Map, SizeError> {
        let map = Map::walls(width, height)?;
        Ok(match self {
            Kind::Random { density } => random(map, density, rng),
            Kind::Maze => maze(map, rng),
            Kind::Rooms { side } => rooms(map, side.max(2), rng),
            Kind::Caves => caves(map, rng),
        })
    }
}

fn random(mut map: Map, density: f64, rng: &mut Rng) -> Map {
    for cell in map.cells() {
        map.set_free(cell, rng.unit() >= density);
    }
    map
}

/// Places are at odd columns and rows. A corridor is dug to a new neighbour of the newest place
/// that has one, until no place has any: depth-first search in random order.
fn maze(mut map: Map, rng: &mut Rng) -> Map {
    // Sides of one or two cells have no room for a wall.
    let first = |side: usize| u16::from(side > 2);
    let start = Cell::new(first(map.width()), first(map.height()));
    map.set_free(start, true);
    let mut open = vec![start];
    while let Some(&at) = open.last() {
        let news = [Step::NORTH, Step::EAST, Step::SOUTH, Step::WEST].map(|step| {
            let next = two_steps(at, step)?;
            // A place at the map's edge would have no wall behind it.
            let inside = |place: u16, side: usize| usize::from(place) + 1 < side || side <= 2;
            let inside = inside(next.column(), map.width()) && inside(next.row(), map.height());
            let inside = inside && map.has(next);
            (inside && !map.is_free(next)).then_some(step)
        });
        let news: Vec<Step> = news.into_iter().flatten().collect();
        let Some(&step) = rng.pick(&news) else {
            open.pop();
            continue;
        };
        for count in 1..=2 {
            map.set_free(at.after(step, count), true);
        }
        open.push(at.after(step, 2));
    }
    map
}

/// Two steps on, unless that leaves the map to the left or above.
fn two_steps(at: Cell, step: Step) -> Option<Cell> {
    let [dx, dy] = step.offset();
    let after = |from: u16, change: i32| u16::try_from(i32::from(from) + 2 * change).ok();
    Some(Cell::new(after(at.column(), dx)?, after(at.row(), dy)?))
}

fn rooms(mut map: Map, side: usize, rng: &mut Rng) -> Map {
    let is_wall = |place: u16| usize::from(place).is_multiple_of(side);
    for cell in map.cells() {
        map.set_free(cell, !is_wall(cell.column()) && !is_wall(cell.row()));
    }
    for y in (0..map.height()).step_by(side) {
        for x in (0..map.width()).step_by(side) {
            let mut along = || 1 + rng.below(side - 1);
            // One door in the left wall and one in the upper wall.
            for [x, y] in [[x, y + along()], [x + along(), y]] {
                let door = Cell::new(x as u16, y as u16);
                // Not through the map's edge.
                let leads_on = x > 0 && x + 1 < map.width() && y > 0 && y + 1 < map.height();
                if rng.below(10) > 0 && leads_on {
                    map.set_free(door, true);
                }
            }
        }
    }
    map
}

/// How many times caves are smoothed.
const ROUNDS: usize = 5;

fn caves(map: Map, rng: &mut Rng) -> Map {
    // A little more than half is free, because cells at the edge have walls next to them.
    let mut map = random(map, 0.45, rng);
    for _ in 0..ROUNDS {
        let mut next = map.clone();
        for cell in map.cells() {
            let free = map.rows().block(cell).count_ones();
            next.set_free(cell, free >= 5);
        }
        map = next;
    }
    map
}

/// Two different cells of the largest part of the map that is connected by steps to cells that
/// share a side, all pairs equally likely; `None` if no two cells are connected.
pub fn ends(map: &Map, rng: &mut Rng) -> Option<[Cell; 2]> {
    let part = largest_part(map);
    if part.len() < 2 {
        return None;
    }
    let first = rng.below(part.len());
    let second = rng.below(part.len() - 1);
    Some([part[first], part[second + usize::from(second >= first)]])
}

/// The cells of the largest connected part, the first of several equally large ones.
pub fn largest_part(map: &Map) -> Vec<Cell> {
    let mut seen = vec![false; map.size()];
    let mut largest = Vec::new();
    for start in map.cells().filter(|&cell| map.is_free(cell)) {
        if std::mem::replace(&mut seen[map.number(start)], true) {
            continue;
        }
        let mut part = vec![start];
        let mut done = 0;
        while let Some(&at) = part.get(done) {
            done += 1;
            for next in Grid::near(map, Steps::Four, at) {
                if !std::mem::replace(&mut seen[map.number(next)], true) {
                    part.push(next);
                }
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest
}
