//! Our maps and graphs: the same cells and queries as the grids stated by users, and a made road
//! map.

use std::sync::Arc;

use goalward::path::{BestFirst, PathSearch, PlanOf};
use goalward::{Blind, Outcome, Rng};
use goalward_domains::graph::heuristics::Euclidean;
use goalward_domains::graph::{Graph, Node, Route};
use goalward_domains::grid::heuristics::Octile;
use goalward_domains::grid::{Cell, Grid, Jps, Map, Steps};

use crate::generic::grid::{self, LENGTHS, thousandths};
use crate::serve::{Done, Work};

/// The same cells as a map of ours.
fn map(grid: &grid::Grid) -> Arc<Map> {
    let side = grid.cells().isqrt();
    let mut map = Map::walls(side, side).expect("a side that maps may have");
    for number in 0..grid.cells() {
        let at = grid.cell(number);
        map.set_free(cell(at), grid.is_free(at));
    }
    Arc::new(map)
}

fn cell((x, y): grid::Cell) -> Cell {
    Cell::new(x as u16, y as u16)
}

/// Every query of a map, by some search.
fn each(given: grid::Map, solve: impl Fn(&Grid) -> Outcome<PlanOf<Grid>> + 'static) -> Work {
    let map = map(&given.grid);
    given.each(move |_, from, to| {
        let grid = Grid::new(map.clone(), Steps::Eight, cell(from), cell(to)).expect("free cells");
        thousandths(solve(&grid).into_solution().expect("solvable").cost, LENGTHS)
    })
}

/// A* with octile distance.
pub fn a_star(given: grid::Map) -> Work {
    each(given, |grid| BestFirst::a_star().solve(grid, &Octile::of(grid)))
}

/// Jump point search with octile distance.
pub fn jps(given: grid::Map) -> Work {
    each(given, |grid| Jps.solve(grid, &Octile::of(grid)))
}

/// How many queries jump point search answers, to compare with searches whose paths differ.
pub fn answered(given: grid::Map) -> Work {
    let map = map(&given.grid);
    given.each(move |_, from, to| {
        let grid = Grid::new(map.clone(), Steps::Eight, cell(from), cell(to)).expect("free cells");
        u64::from(Jps.solve(&grid, &Octile::of(&grid)).into_solution().is_some())
    })
}

/// A made road map of 100,000 crossings, and 20 queries on it.
pub fn roads() -> (Arc<Graph>, Vec<[Node; 2]>) {
    let mut rng = Rng::new(100);
    let graph = Graph::roads(100_000, &mut rng);
    let nodes: Vec<Node> = graph.all_nodes().collect();
    let mut node = || nodes[rng.below(nodes.len())];
    let queries = (0..20).map(|_| [node(), node()]).collect();
    (Arc::new(graph), queries)
}

/// All queries on the roads; costs are whole.
fn on_roads(solve: impl Fn(&Route) -> Outcome<PlanOf<Route>> + 'static) -> Work {
    let (graph, queries) = roads();
    Box::new(move || {
        let cost = |&[from, to]: &[Node; 2]| {
            let route = Route::new(graph.clone(), from, to);
            solve(&route).into_solution().expect("solvable").cost as u64
        };
        Done::answer(queries.iter().map(cost).sum())
    })
}

/// Uniform cost on the roads.
pub fn roads_uniform_cost() -> Work {
    on_roads(|route| BestFirst::uniform_cost().solve(route, &Blind))
}

/// A* by straight lines on the roads, each as long as its query's estimates take to make.
pub fn roads_a_star() -> Work {
    on_roads(|route| {
        let lines = Euclidean::of(route).expect("coordinates");
        BestFirst::a_star().solve(route, &lines)
    })
}
