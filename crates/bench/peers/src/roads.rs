//! The `pathfinding` and `petgraph` crates on our made road map.

use goalward_bench::maps::roads;
use goalward_bench::serve::{Done, Work};
use goalward_domains::graph::Node;
use petgraph::graph::{DiGraph, NodeIndex};

/// Dijkstra of `pathfinding` over closures that give a vector.
pub fn pathfinding() -> Work {
    let (graph, queries) = roads();
    Box::new(move || {
        let cost = |&[from, to]: &[Node; 2]| {
            let near = |&at: &Node| {
                let edges = graph.leaving(at);
                edges.map(|edge| (graph.head(edge), graph.cost(edge) as u32)).collect::<Vec<_>>()
            };
            let found = pathfinding::prelude::dijkstra(&from, near, |&at| at == to);
            u64::from(found.expect("solvable").1)
        };
        Done::answer(queries.iter().map(cost).sum())
    })
}

/// Dijkstra of `petgraph` on a graph that is built before the clock starts. It gives distances,
/// and no path.
pub fn petgraph() -> Work {
    let (graph, queries) = roads();
    let mut theirs = DiGraph::<(), u32>::new();
    graph.all_nodes().for_each(|_| drop(theirs.add_node(())));
    for tail in graph.all_nodes() {
        for edge in graph.leaving(tail) {
            theirs.add_edge(index(tail), index(graph.head(edge)), graph.cost(edge) as u32);
        }
    }
    Box::new(move || {
        let cost = |&[from, to]: &[Node; 2]| {
            let goal = index(to);
            let distances =
                petgraph::algo::dijkstra(&theirs, index(from), Some(goal), |edge| *edge.weight());
            u64::from(distances[&goal])
        };
        Done::answer(queries.iter().map(cost).sum())
    })
}

fn index(node: Node) -> NodeIndex {
    NodeIndex::new(node.number())
}
