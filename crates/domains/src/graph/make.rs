//! Graphs made from a seed.

use goalward::Rng;

use super::build::Direction;
use super::{Graph, MAX_NODES};

impl Graph {
    /// A connected graph of this many nodes that resembles a road map: junctions scattered over a
    /// square, most of them joined to their neighbours, some diagonally, each road up to half as
    /// long again as the straight line. Coordinates are in the unit of the costs.
    ///
    /// # Panics
    /// If there are no nodes or more than [`MAX_NODES`].
    pub fn roads(nodes: usize, rng: &mut Rng) -> Self {
        assert!((1..=MAX_NODES).contains(&nodes), "{nodes} nodes");
        let side = (nodes as f64).sqrt().ceil() as usize;
        let places: Vec<[f64; 2]> = (0..nodes)
            .map(|node| {
                let mut near = |place: usize| 100.0 * place as f64 + 80.0 * rng.unit();
                [near(node % side), near(node / side)]
            })
            .collect();
        let mut edges = Vec::new();
        let mut join = |a: usize, b: usize, rng: &mut Rng| {
            let [x, y] = [0, 1].map(|i| places[a][i] - places[b][i]);
            // Whole costs, as in road maps.
            let cost = ((x * x + y * y).sqrt() * (1.0 + 0.5 * rng.unit())).ceil();
            edges.push((a as u32, b as u32, cost));
            edges.push((b as u32, a as u32, cost));
        };
        for node in 0..nodes {
            let [left, up] = [node % side > 0, node >= side];
            // Each node is joined to an earlier one, so that the graph is connected.
            let [to_left, to_up] = [left && rng.below(10) < 8, up && rng.below(10) < 8];
            if to_left || (left && !to_up) {
                join(node, node - 1, rng);
            }
            if to_up || (up && !left) {
                join(node, node - side, rng);
            }
            if left && up && rng.below(20) == 0 {
                join(node, node - side - 1, rng);
            }
        }
        let mut graph = Graph::in_rows(nodes, &edges, Direction::Both);
        graph.coordinates = Some(places.into());
        graph
    }
}
