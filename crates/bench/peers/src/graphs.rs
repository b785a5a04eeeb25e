//! The `petgraph` crate on our grids, as graphs that are built before the clock starts.

use goalward_bench::generic::grid::{COSTS, Cell, Grid, Map, octile};
use goalward_bench::serve::Work;
use petgraph::algo::{astar, dijkstra};
use petgraph::graph::{DiGraph, NodeIndex};

/// A node for each cell, free or not, so that nodes are numbered as cells are.
fn graph(grid: &Grid) -> DiGraph<Cell, u32> {
    let mut graph = DiGraph::new();
    for number in 0..grid.cells() {
        graph.add_node(grid.cell(number));
    }
    for from in graph.node_indices().filter(|&from| grid.is_free(graph[from])).collect::<Vec<_>>() {
        for (next, cost) in grid.near(graph[from], COSTS) {
            graph.add_edge(from, node(grid, next), cost);
        }
    }
    graph
}

fn node(grid: &Grid, cell: Cell) -> NodeIndex {
    NodeIndex::new(grid.number(cell))
}

pub fn a_star(map: Map) -> Work {
    let graph = graph(&map.grid);
    map.each(move |grid, from, to| {
        let goal = node(grid, to);
        let found = astar(
            &graph,
            node(grid, from),
            |at| at == goal,
            |edge| *edge.weight(),
            |at| octile(graph[at], to),
        );
        found.expect("solvable").0.into()
    })
}

/// It gives distances, and no path.
pub fn distance(map: Map) -> Work {
    let graph = graph(&map.grid);
    map.each(move |grid, from, to| {
        let goal = node(grid, to);
        dijkstra(&graph, node(grid, from), Some(goal), |edge| *edge.weight())[&goal].into()
    })
}
