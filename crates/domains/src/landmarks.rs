//! Landmarks: estimates from exact distances to a few places (ALT, Goldberg and Harrelson 2005).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use goalward::{Cost, Meter, Stop};

/// A graph to choose landmarks on: numbered nodes, and edges with costs, in both directions.
pub trait Roads {
    /// How many nodes there are.
    fn nodes(&self) -> usize;

    /// Gives each edge out of a node: where it leads and what it costs.
    fn leave(&self, node: usize, edge: &mut dyn FnMut(usize, f64));

    /// Gives each edge into a node: where it comes from and what it costs.
    fn enter(&self, node: usize, edge: &mut dyn FnMut(usize, f64));

    /// Whether each edge exists in both directions at the same cost.
    fn is_even(&self) -> bool;
}

/// The distances of all nodes from a few landmarks, and to them.
///
/// The distance from `a` to `b` is at least d(L, b) − d(L, a), and at least d(a, L) − d(b, L): the
/// triangle inequality. Distances take eight bytes per node and landmark, twice that unless
/// [`is_even`](Roads::is_even).
#[derive(Clone, Debug)]
pub struct Landmarks {
    places: Vec<usize>,
    /// Node by node, its distance from each landmark.
    from: Vec<f64>,
    /// Node by node, its distance to each landmark; empty if that is the same.
    to: Vec<f64>,
}

impl Landmarks {
    /// Chooses `count` landmarks, each as far as possible from the earlier ones; the first is the
    /// node farthest from `near`. Only nodes that can be reached from `near` are chosen, so there
    /// may be fewer.
    ///
    /// # Errors
    /// If a limit of the meter is reached.
    pub fn choose(
        roads: &impl Roads,
        count: usize,
        near: usize,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let nodes = roads.nodes();
        let tables = if roads.is_even() { 1 } else { 2 };
        // Twice the tables: both copies exist briefly while they are merged.
        meter.hold(nodes * size_of::<f64>() * (2 * count * tables + 2))?;
        // How far each node is from the nearest landmark.
        let mut nearest = distances(nodes, near, |node, edge| roads.leave(node, edge), meter)?;
        let mut landmarks = Landmarks { places: Vec::new(), from: Vec::new(), to: Vec::new() };
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let Some(place) = farthest(&nearest) else { break };
            landmarks.places.push(place);
            let distance = distances(nodes, place, |node, edge| roads.leave(node, edge), meter)?;
            for (nearest, &distance) in nearest.iter_mut().zip(&distance) {
                // A node that was never reached is never chosen.
                if nearest.is_finite() {
                    *nearest = nearest.min(distance);
                }
            }
            // At distance 0 from itself, it is not chosen again.
            from.push(distance);
            if !roads.is_even() {
                to.push(distances(nodes, place, |node, edge| roads.enter(node, edge), meter)?);
            }
        }
        landmarks.from = interleaved(&from, nodes);
        landmarks.to = interleaved(&to, nodes);
        Ok(landmarks)
    }

    /// The nodes that were chosen.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// The memory that the distances take, in bytes.
    pub fn bytes(&self) -> usize {
        (self.from.len() + self.to.len()) * size_of::<f64>()
    }

    /// A lower bound on the distance from `node` to `goal`; infinite only if there is no path.
    #[inline]
    pub fn estimate(&self, node: usize, goal: usize) -> f64 {
        let count = self.places.len();
        let of = |node: usize| node * count..(node + 1) * count;
        let mut least = 0.0f64;
        let (here, there) = (&self.from[of(node)], &self.from[of(goal)]);
        if self.to.is_empty() {
            for (here, there) in here.iter().zip(there) {
                least = least.max(gap(*here, *there)).max(gap(*there, *here));
            }
            return least;
        }
        for (here, there) in here.iter().zip(there) {
            least = least.max(gap(*there, *here));
        }
        for (here, there) in self.to[of(node)].iter().zip(&self.to[of(goal)]) {
            least = least.max(gap(*here, *there));
        }
        least
    }
}

/// `far` − `near`. If both are infinite, nothing is known, and the difference is not a number,
/// which `max` ignores; if only `near` is, the difference is negative.
#[inline]
fn gap(far: f64, near: f64) -> f64 {
    far - near
}

/// The first of the farthest nodes, if any has a distance above 0.
fn farthest(distances: &[f64]) -> Option<usize> {
    let mut best = (None, 0.0);
    for (node, &distance) in distances.iter().enumerate() {
        if distance.is_finite() && distance > best.1 {
            best = (Some(node), distance);
        }
    }
    best.0
}

/// The tables merged into one, node by node.
fn interleaved(tables: &[Vec<f64>], nodes: usize) -> Vec<f64> {
    (0..nodes).flat_map(|node| tables.iter().map(move |table| table[node])).collect()
}

/// The distances of all nodes from one: Dijkstra's algorithm.
///
/// # Errors
/// If the time is up or the work was cancelled.
fn distances(
    nodes: usize,
    from: usize,
    leave: impl Fn(usize, &mut dyn FnMut(usize, f64)),
    meter: &Meter,
) -> Result<Vec<f64>, Stop> {
    let mut distances = vec![f64::INFINITY; nodes];
    // Distances are ordered as their keys are.
    let mut open = BinaryHeap::from([Reverse((0f64.key(), from as u32))]);
    distances[from] = 0.0;
    let mut done = 0u32;
    while let Some(Reverse((key, node))) = open.pop() {
        let distance = distances[node as usize];
        if key != distance.key() {
            continue;
        }
        done = done.wrapping_add(1);
        if done.is_multiple_of(1 << 14) {
            meter.poll()?;
        }
        leave(node as usize, &mut |next, cost| {
            let there = distance + cost;
            if there < distances[next] {
                distances[next] = there;
                open.push(Reverse((there.key(), next as u32)));
            }
        });
    }
    Ok(distances)
}
