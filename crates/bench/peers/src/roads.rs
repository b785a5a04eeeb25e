//! The `pathfinding` and `petgraph` crates on our made road map.

use goalward::{Heuristic, StateSpace};
use goalward_bench::maps::roads;
use goalward_bench::serve::{Done, Work};
use goalward_domains::graph::heuristics::Euclidean;
use goalward_domains::graph::{Graph, Node, Route};
use petgraph::graph::{DiGraph, NodeIndex};

/// The cost of a query's cheapest path, for each of them.
fn each(solve: impl Fn(&Route) -> u32 + 'static) -> Work {
    let (graph, queries) = roads();
    Box::new(move || {
        let cost = |&[from, to]: &[Node; 2]| solve(&Route::new(graph.clone(), from, to));
        Done::answer(queries.iter().map(cost).map(u64::from).sum())
    })
}

/// The successors of a node, as `pathfinding` takes them.
fn near(graph: &Graph, at: Node) -> Vec<(Node, u32)> {
    graph.leaving(at).map(|edge| (graph.head(edge), graph.cost(edge) as u32)).collect()
}

/// The straight line to the goal, rounded down to the whole costs of the roads.
fn lines(route: &Route) -> impl Fn(Node) -> u32 {
    let lines = Euclidean::of(route).expect("coordinates");
    move |at| Heuristic::<Route>::memo(&lines, &at) as u32
}

/// Dijkstra of `pathfinding` over closures that give a vector.
pub fn pathfinding() -> Work {
    each(|route| {
        let near = |&at: &Node| near(route.graph(), at);
        let found = pathfinding::prelude::dijkstra(&route.start(), near, |&at| at == route.goal());
        found.expect("solvable").1
    })
}

/// A* of `pathfinding` over closures that give a vector.
pub fn pathfinding_a_star() -> Work {
    each(|route| {
        let (near, lines) = (|&at: &Node| near(route.graph(), at), lines(route));
        let is_goal = |&at: &Node| at == route.goal();
        let found = pathfinding::prelude::astar(&route.start(), near, |&at| lines(at), is_goal);
        found.expect("solvable").1
    })
}

/// The roads as a graph that is built before the clock starts.
fn theirs() -> DiGraph<(), u32> {
    let (graph, _) = roads();
    let mut theirs = DiGraph::new();
    graph.all_nodes().for_each(|_| drop(theirs.add_node(())));
    for tail in graph.all_nodes() {
        for (head, cost) in near(&graph, tail) {
            theirs.add_edge(index(tail), index(head), cost);
        }
    }
    theirs
}

/// Dijkstra of `petgraph`. It gives distances, and no path.
pub fn petgraph() -> Work {
    let theirs = theirs();
    each(move |route| {
        let [from, to] = [route.start(), route.goal()].map(index);
        petgraph::algo::dijkstra(&theirs, from, Some(to), |edge| *edge.weight())[&to]
    })
}

/// A* of `petgraph`.
pub fn petgraph_a_star() -> Work {
    let (theirs, nodes) = (theirs(), roads().0.all_nodes().collect::<Vec<_>>());
    each(move |route| {
        let [from, to] = [route.start(), route.goal()].map(index);
        let lines = lines(route);
        let h = |at: NodeIndex| lines(nodes[at.index()]);
        let found = petgraph::algo::astar(&theirs, from, |at| at == to, |edge| *edge.weight(), h);
        found.expect("solvable").0
    })
}

fn index(node: Node) -> NodeIndex {
    NodeIndex::new(node.number())
}
