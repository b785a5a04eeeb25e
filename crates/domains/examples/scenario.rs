//! Solves every query of a Moving AI scenario by jump point search, A* and others: how many
//! published lengths each method reproduces, and how long it takes per query.
//!
//! `cargo run --release -p goalward-domains --example scenario arena.map.scen`; the map is in the
//! folder of the scenario, under the same name without `.scen`.

use std::error::Error;
use std::sync::Arc;

use cpu_time::ThreadTime;
use goalward::Blind;
use goalward::path::{BestFirst, Bidirectional, PathSearch, PlanOf};
use goalward_domains::grid::heuristics::Octile;
use goalward_domains::grid::{Drawing, Grid, Jps, Published, Steps, queries};

fn main() -> Result<(), Box<dyn Error>> {
    let scenario = std::env::args().nth(1).ok_or("name a file.map.scen")?;
    let map = scenario.strip_suffix(".scen").ok_or("the name must end with .scen")?;
    let Drawing { map, .. } = std::fs::read(map)?.as_slice().try_into()?;
    let map = Arc::new(map);
    let mut grids = Vec::new();
    for query in queries(&std::fs::read(&scenario)?)? {
        query.check(&map)?;
        let grid = Grid::new(map.clone(), Steps::Eight, query.from, query.to)?;
        grids.push((grid, query.length));
    }
    let octile = |grid: &Grid| Octile::of(grid);
    tell("jps(octile)", &grids, |grid| Jps.solve(grid, &octile(grid)).into_solution());
    let a_star = BestFirst::a_star();
    tell("astar(octile)", &grids, |grid| a_star.solve(grid, &octile(grid)).into_solution());
    tell("bidirectional", &grids, |grid| Bidirectional::default().solve(grid).into_solution());
    let uniform_cost = BestFirst::uniform_cost();
    tell("ucs", &grids, |grid| uniform_cost.solve(grid, &Blind).into_solution());
    Ok(())
}

/// Runs a method on all queries and prints the result.
fn tell(name: &str, grids: &[(Grid, Published)], solve: impl Fn(&Grid) -> Option<PlanOf<Grid>>) {
    let began = ThreadTime::now();
    let plans: Vec<_> = grids.iter().map(|(grid, _)| solve(grid)).collect();
    let each = began.elapsed().as_secs_f64() / grids.len().max(1) as f64;
    let mut reproduced = 0;
    for (plan, (grid, published)) in plans.iter().zip(grids) {
        let Some(plan) = plan else { continue };
        plan.check(grid).expect("a plan is valid");
        reproduced += usize::from(published.agrees(plan.cost));
    }
    println!("{name:15} {reproduced} of {} lengths, {:.2} µs a query", grids.len(), each * 1e6);
}
