//! Estimates of the remaining cost in a graph. All are admissible; those based on coordinates are
//! scaled by the edge that is cheapest for its length.

use std::sync::Arc;

use goalward::{Heuristic, Meter, Stop};

use super::{Graph, Node, Route, STRAIGHT_LINES};
use crate::landmarks::Landmarks;

/// A heuristic whose estimate depends only on the node.
macro_rules! by_node {
    ($name:ident, |$self:ident, $at:ident| $estimate:expr) => {
        impl Heuristic<Route> for $name {
            type Memo = f64;

            #[inline]
            fn memo(&$self, &$at: &Node) -> f64 {
                $estimate
            }

            #[inline]
            fn estimate(&self, memo: f64) -> f64 {
                memo
            }

            #[inline]
            fn advances(&self) -> bool {
                false
            }
        }
    };
}

/// The textbook's straight-line distances to Bucharest.
#[derive(Clone, Debug)]
pub struct StraightLine {
    /// By node.
    distances: Vec<f64>,
}

/// Why a heuristic does not suit a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuited {
    /// Straight lines are known for one graph and goal.
    #[error(
        "straight-line distances are known only for paths to Bucharest in romania: \
             use euclidean, great-circle or alt"
    )]
    StraightLine,
    /// It is not known where the nodes are.
    #[error("the nodes of this graph have no coordinates: use alt or zero")]
    NoCoordinates,
    /// Coordinates that are not degrees.
    #[error(
        "the coordinates of this graph are not degrees of longitude (-180 to 180) \
             and latitude (-90 to 90): use euclidean or alt"
    )]
    NotDegrees,
}

impl StraightLine {
    /// The distances to the goal of this search.
    ///
    /// # Errors
    /// If they are not known: for a goal other than Bucharest, or a graph with other cities.
    pub fn of(route: &Route) -> Result<Self, Unsuited> {
        let graph = route.graph();
        let distance = |node: Node| {
            let name = graph.name(node);
            let known = STRAIGHT_LINES.iter().find(|(city, _)| *city == name);
            known.map(|&(_, distance)| distance.into())
        };
        let distances: Option<Vec<f64>> = match graph.nodes() == STRAIGHT_LINES.len() {
            true => graph.all_nodes().map(distance).collect(),
            false => None,
        };
        let distances = distances.filter(|distances| distances[route.goal().number()] == 0.0);
        distances.map(|distances| StraightLine { distances }).ok_or(Unsuited::StraightLine)
    }
}

by_node!(StraightLine, |self, at| self.distances[at.number()]);

/// The straight-line distance between coordinates, times the least cost of an edge per unit of its
/// length.
#[derive(Clone, Debug)]
pub struct Euclidean {
    places: Arc<[[f64; 2]]>,
    goal: [f64; 2],
    scale: f64,
}

impl Euclidean {
    /// The distances to the goal of this search. Only the first search in a graph looks at all of
    /// its edges.
    ///
    /// # Errors
    /// If the nodes have no coordinates.
    pub fn of(route: &Route) -> Result<Self, Unsuited> {
        let graph = route.graph();
        let places = graph.coordinates.clone().ok_or(Unsuited::NoCoordinates)?;
        let distance = |a: usize, b: usize| line(places[a], places[b]);
        let scale = *graph.lines.get_or_init(|| scale(graph, distance));
        let goal = places[route.goal().number()];
        Ok(Euclidean { places, goal, scale })
    }
}

#[inline]
fn line(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}

by_node!(Euclidean, |self, at| line(self.places[at.number()], self.goal) * self.scale);

/// The great-circle distance between degrees of longitude and latitude, times the least cost of an
/// edge per unit of its length.
#[derive(Clone, Debug)]
pub struct GreatCircle {
    circles: Circles,
    goal: [f64; 3],
}

/// Where the nodes of a graph are on a sphere.
#[derive(Clone, Debug)]
pub(super) struct Circles {
    /// Points on a sphere of radius 1.
    places: Arc<[[f64; 3]]>,
    scale: f64,
}

impl Circles {
    fn of(graph: &Graph) -> Result<Self, Unsuited> {
        let degrees = graph.coordinates.as_ref().ok_or(Unsuited::NoCoordinates)?;
        if !degrees.iter().all(|[x, y]| x.abs() <= 180.0 && y.abs() <= 90.0) {
            return Err(Unsuited::NotDegrees);
        }
        let places: Arc<[_]> = degrees.iter().copied().map(on_ball).collect();
        let scale = scale(graph, |a, b| arc(places[a], places[b]));
        Ok(Circles { places, scale })
    }
}

impl GreatCircle {
    /// The distances to the goal of this search. Only the first search in a graph looks at all of
    /// its nodes and edges.
    ///
    /// # Errors
    /// If the nodes have no coordinates or some are not degrees.
    pub fn of(route: &Route) -> Result<Self, Unsuited> {
        let graph = route.graph();
        let circles = graph.circles.get_or_init(|| Circles::of(graph)).clone()?;
        let goal = circles.places[route.goal().number()];
        Ok(GreatCircle { circles, goal })
    }
}

/// The point on a sphere of radius 1. The functions are those of `libm`: those of the system may
/// differ in the last bit between machines.
fn on_ball(degrees: [f64; 2]) -> [f64; 3] {
    let [longitude, latitude] = degrees.map(f64::to_radians);
    let (sin, cos) = (libm::sin(latitude), libm::cos(latitude));
    [cos * libm::cos(longitude), cos * libm::sin(longitude), sin]
}

/// The arc between two points, from the straight line through the sphere.
#[inline]
fn arc(a: [f64; 3], b: [f64; 3]) -> f64 {
    let square = |i: usize| (a[i] - b[i]) * (a[i] - b[i]);
    let chord = (square(0) + square(1) + square(2)).sqrt();
    2.0 * libm::asin((chord / 2.0).min(1.0))
}

by_node!(GreatCircle, |self, at| {
    arc(self.circles.places[at.number()], self.goal) * self.circles.scale
});

/// The least cost of an edge per unit of its length, slightly reduced to allow for rounding: no
/// path is then cheaper than the distance between its ends, times this.
fn scale(graph: &Graph, distance: impl Fn(usize, usize) -> f64) -> f64 {
    let mut least = f64::INFINITY;
    for tail in graph.all_nodes() {
        for edge in graph.leaving(tail) {
            let length = distance(tail.number(), graph.head(edge).number());
            if length > 0.0 {
                least = least.min(graph.cost(edge) / length);
            }
        }
    }
    if least.is_finite() { least * (1.0 - 1e-9) } else { 0.0 }
}

/// Based on exact distances of a few landmarks: needs no coordinates, and takes edge costs into
/// account.
#[derive(Clone, Debug)]
pub struct Alt {
    landmarks: Landmarks,
    goal: usize,
}

impl Alt {
    /// Landmarks for a graph, chosen as far from the goal and from each other as possible.
    ///
    /// # Errors
    /// If a limit of the meter is reached.
    pub fn of(route: &Route, landmarks: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let goal = route.goal().number();
        let landmarks = Landmarks::choose(route.graph().as_ref(), landmarks, goal, meter)?;
        Ok(Alt { landmarks, goal })
    }

    /// The same landmarks for another goal.
    pub fn towards(&self, goal: Node) -> Self {
        Alt { landmarks: self.landmarks.clone(), goal: goal.number() }
    }

    /// The landmarks.
    pub fn landmarks(&self) -> &Landmarks {
        &self.landmarks
    }
}

by_node!(Alt, |self, at| self.landmarks.estimate(at.number(), self.goal));
