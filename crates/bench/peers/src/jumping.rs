//! The `grid_pathfinding` crate on our grids: jump point search that may cut corners.

use goalward_bench::generic::grid::Map;
use goalward_bench::serve::Work;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;

/// How many queries it answers. Its paths cut corners, so their lengths differ from ours.
pub fn answered(map: Map) -> Work {
    let side = map.grid.cells().isqrt();
    let mut grid: PathingGrid = PathingGrid::new(side, side, false);
    for number in 0..map.grid.cells() {
        let (x, y) = map.grid.cell(number);
        grid.set(x, y, !map.grid.is_free((x, y)));
    }
    grid.generate_components();
    map.each(move |_, from, to| {
        let [from, to] = [from, to].map(|(x, y)| Point::new(x, y));
        u64::from(grid.get_path_single_goal(from, to, false).is_some())
    })
}
