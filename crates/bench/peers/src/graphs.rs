//! The `petgraph` crate on our grids, as graphs that are built before the clock starts.

use std::ops::Mul;

use goalward::Cost;
use goalward_bench::generic::grid::{Cell, Grid, Map, octile, thousandths};
use goalward_bench::serve::Work;
use petgraph::algo::{Measure, astar, dijkstra};
use petgraph::graph::{DiGraph, NodeIndex};

/// A node for each cell, free or not, so that nodes are numbered as cells are.
fn graph<C: Copy>(grid: &Grid, costs: [C; 2]) -> DiGraph<Cell, C> {
    let mut graph = DiGraph::new();
    for number in 0..grid.cells() {
        graph.add_node(grid.cell(number));
    }
    for from in graph.node_indices().filter(|&from| grid.is_free(graph[from])).collect::<Vec<_>>() {
        for (next, cost) in grid.near(graph[from], costs) {
            graph.add_edge(from, node(grid, next), cost);
        }
    }
    graph
}

fn node(grid: &Grid, cell: Cell) -> NodeIndex {
    NodeIndex::new(grid.number(cell))
}

pub fn a_star<C>(map: Map, costs: [C; 2]) -> Work
where
    C: Cost + Measure + From<u32> + Mul<Output = C> + 'static,
{
    let graph = graph(&map.grid, costs);
    map.each(move |grid, from, to| {
        let goal = node(grid, to);
        let found = astar(
            &graph,
            node(grid, from),
            |at| at == goal,
            |edge| *edge.weight(),
            |at| octile(graph[at], to, costs),
        );
        thousandths(found.expect("solvable").0, costs)
    })
}

/// It gives distances, and no path.
pub fn distance<C: Cost + Measure + 'static>(map: Map, costs: [C; 2]) -> Work {
    let graph = graph(&map.grid, costs);
    map.each(move |grid, from, to| {
        let goal = node(grid, to);
        let distances = dijkstra(&graph, node(grid, from), Some(goal), |edge| *edge.weight());
        thousandths(distances[&goal], costs)
    })
}
