//! Laws of maps, their heuristics and jump point search, checked against definitions that share no
//! code with them.

use std::sync::Arc;

use goalward::path::{BestFirst, Bidirectional, PathSearch, PlanOf};
use goalward::{Blind, Heuristic, Limits, Meter, Outcome, Ranked, Reversible, Rng, StateSpace};
use goalward_domains::grid::heuristics::{
    ByChebyshev, ByEuclid, ByManhattan, ByOctile, Chebyshev, Euclidean, Manhattan, Metric, Octile,
};
use goalward_domains::grid::{
    Alt, Cell, Drawing, Grid, Jps, Kind, Map, Step, Steps, ends, queries,
};

const STEPS: [Steps; 3] = [Steps::Four, Steps::Eight, Steps::Cutting];

/// Maps of every kind: small ones, and some with sides near the 64 bits of a word.
fn maps(count: usize) -> impl Iterator<Item = Map> {
    let mut rng = Rng::new(20);
    (0..count).map(move |i| {
        let mut side = || [1 + rng.below(12), 60 + rng.below(10), 1 + rng.below(40)][i % 3];
        let (width, height) = (side(), side());
        let kind = match i % 5 {
            0 | 1 => Kind::Random { density: rng.unit() * 0.6 },
            2 => Kind::Maze,
            3 => Kind::Rooms { side: 2 + rng.below(8) },
            _ => Kind::Caves,
        };
        let mut map = kind.make(width, height, &mut rng).unwrap();
        if i % 4 == 3 {
            for cell in map.cells() {
                map.set_cost(cell, 1 + rng.below(9) as u8);
            }
        }
        map
    })
}

/// A free cell, if there is one.
fn free(map: &Map, rng: &mut Rng) -> Option<Cell> {
    let cells: Vec<_> = map.cells().filter(|&cell| map.is_free(cell)).collect();
    rng.pick(&cells).copied()
}

/// Whether a step is possible, as documented.
fn is_open(map: &Map, steps: Steps, from: [i32; 2], [dx, dy]: [i32; 2]) -> bool {
    let is_free = |x: i32, y: i32| {
        let on_map = (0..map.width() as i32).contains(&x) && (0..map.height() as i32).contains(&y);
        on_map && map.is_free(Cell::new(x as u16, y as u16))
    };
    let [x, y] = from;
    let diagonal = dx != 0 && dy != 0;
    let beside = is_free(x + dx, y) && is_free(x, y + dy);
    is_free(x + dx, y + dy)
        && (!diagonal || steps == Steps::Cutting || (steps == Steps::Eight && beside))
}

/// The distances of all cells from one, in plain arrays: the nearest unsettled cell is searched for
/// among all. With `back`, their distances to it.
fn dijkstra(map: &Map, steps: Steps, from: Cell, back: bool) -> Vec<f64> {
    let (width, height) = (map.width() as i32, map.height() as i32);
    let mut distance = vec![f64::INFINITY; (width * height) as usize];
    let mut settled = vec![false; distance.len()];
    distance[usize::from(from.row()) * width as usize + usize::from(from.column())] = 0.0;
    loop {
        let open = (0..distance.len()).filter(|&i| !settled[i] && distance[i].is_finite());
        let Some(at) = open.min_by(|&a, &b| distance[a].total_cmp(&distance[b])) else {
            return distance;
        };
        settled[at] = true;
        let [x, y] = [at as i32 % width, at as i32 / width];
        for dy in -1..=1 {
            for dx in -1..=1 {
                if [dx, dy] == [0, 0] || !is_open(map, steps, [x, y], [dx, dy]) {
                    continue;
                }
                let entered = if back { [x, y] } else { [x + dx, y + dy] };
                let weight = map.cost(Cell::new(entered[0] as u16, entered[1] as u16));
                let length = f64::from(dx * dx + dy * dy).sqrt() * f64::from(weight);
                let next = ((y + dy) * width + x + dx) as usize;
                distance[next] = distance[next].min(distance[at] + length);
            }
        }
    }
}

/// The length of a valid plan, or infinity if there is none.
fn length(grid: &Grid, outcome: Outcome<PlanOf<Grid>>) -> f64 {
    let Some(plan) = outcome.into_solution() else { return f64::INFINITY };
    plan.check(grid).unwrap();
    assert!(plan.reaches_goal());
    plan.cost
}

fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.max(b)
}

#[test]
fn every_search_finds_the_lengths_of_an_independent_dijkstra() {
    let mut rng = Rng::new(7);
    let (mut queries, mut without_way) = (0, 0);
    for map in maps(400) {
        let map = Arc::new(map);
        let (Some(from), Some(to)) = (free(&map, &mut rng), free(&map, &mut rng)) else {
            continue;
        };
        for steps in STEPS {
            let grid = Grid::new(map.clone(), steps, from, to).unwrap();
            let true_length = dijkstra(&map, steps, from, false)[map.number(to)];
            let alt = Alt::of(&grid, 4, &mut Meter::new(&Limits::default())).unwrap();
            let a_star = BestFirst::a_star();
            let lengths = [
                length(&grid, BestFirst::uniform_cost().solve(&grid, &Blind)),
                length(&grid, a_star.solve(&grid, &Octile::of(&grid))),
                length(&grid, a_star.solve(&grid, &alt)),
                length(&grid, Bidirectional::default().solve(&grid)),
                length(&grid, Jps.solve(&grid, &Octile::of(&grid))),
            ];
            assert!(
                lengths.iter().all(|&length| same(length, true_length)),
                "{steps:?} {from} {to}: {lengths:?} instead of {true_length}\n{}",
                map.to_plain(|_| None)
            );
            queries += 1;
            without_way += usize::from(true_length.is_infinite());
        }
    }
    assert!(queries > 1_000 && without_way > 50, "{queries} queries, {without_way} without a path");
}

#[test]
fn jumping_is_as_short_as_stepping_on_thousands_of_maps() {
    let mut rng = Rng::new(8);
    let (mut queries, mut expanded) = (0, [0, 0]);
    for (i, map) in maps(12_000).enumerate().filter(|(_, map)| !map.is_weighted()) {
        let map = Arc::new(map);
        let (Some(from), Some(to)) = (free(&map, &mut rng), free(&map, &mut rng)) else {
            continue;
        };
        let grid = Grid::new(map.clone(), Steps::Eight, from, to).unwrap();
        assert!(Jps.serves(&grid));
        // With a heuristic and without.
        let octile = Octile::of(&grid);
        let outcomes = match i % 2 {
            0 => [Jps.solve(&grid, &octile), BestFirst::a_star().solve(&grid, &octile)],
            _ => [Jps.solve(&grid, &Blind), BestFirst::a_star().solve(&grid, &Blind)],
        };
        for (sum, outcome) in expanded.iter_mut().zip(&outcomes) {
            *sum += outcome.stats.expanded;
        }
        let [jps, a_star] = outcomes.map(|outcome| length(&grid, outcome));
        assert!(
            same(jps, a_star),
            "{from} {to}: {jps} instead of {a_star}\n{}",
            map.to_plain(|_| None)
        );
        queries += 1;
    }
    assert!(queries > 8_000, "{queries} queries");
    assert!(2 * expanded[0] < expanded[1], "{expanded:?}");
}

#[test]
fn steps_are_those_of_the_definition_and_can_be_undone() {
    for map in maps(60) {
        let map = Arc::new(map);
        let cells: Vec<_> = map.cells().filter(|&cell| map.is_free(cell)).collect();
        let Some(&any) = cells.first() else { continue };
        for steps in STEPS {
            let grid = Grid::new(map.clone(), steps, any, any).unwrap();
            for &cell in &cells {
                let from = [cell.column().into(), cell.row().into()];
                let possible: Vec<_> = grid.actions(&cell).collect();
                let by_definition =
                    Step::ALL.into_iter().filter(|step| is_open(&map, steps, from, step.offset()));
                assert!(possible.iter().copied().eq(by_definition), "{cell} {steps:?}");
                for (before, step) in grid.predecessors(&cell) {
                    assert_eq!(grid.apply(&before, &step), cell);
                    assert!(grid.actions(&before).any(|possible| possible == step));
                }
                assert_eq!(grid.predecessors(&cell).count(), possible.len());
                assert_eq!(grid.unrank(grid.rank(&cell)), cell);
                for last in Step::ALL {
                    let kept = possible.iter().filter(|&step| !grid.cancels(&last, step));
                    assert!(grid.actions_after(&cell, Some(&last)).eq(kept.copied()));
                }
            }
        }
    }
}

/// Whether a heuristic never overestimates and never falls by more than a step costs.
fn audited<H: Heuristic<Grid>>(grid: &Grid, heuristic: &H, to_goal: &[f64]) -> [bool; 2] {
    let h = |cell: &Cell| heuristic.estimate(heuristic.memo(cell));
    let (mut admissible, mut consistent) = (true, true);
    let map = grid.map();
    for cell in map.cells().filter(|&cell| map.is_free(cell)) {
        let real = to_goal[map.number(cell)];
        admissible &= h(&cell) <= real * (1.0 + 1e-12);
        for step in grid.actions(&cell) {
            let next = grid.apply(&cell, &step);
            // Both are infinite where no path leads to the goal.
            let falls = h(&cell) > (h(&next) + grid.cost(&cell, &step)) * (1.0 + 1e-12);
            consistent &= !falls;
        }
    }
    [admissible, consistent]
}

#[test]
fn heuristics_are_admissible_exactly_where_they_say_so() {
    let mut rng = Rng::new(9);
    let mut manhattan_failed = false;
    for map in maps(120) {
        let map = Arc::new(map);
        let Some(goal) = free(&map, &mut rng) else { continue };
        for steps in STEPS {
            let grid = Grid::new(map.clone(), steps, goal, goal).unwrap();
            let to_goal = dijkstra(&map, steps, goal, true);
            let alt = Alt::of(&grid, 3, &mut Meter::new(&Limits::default())).unwrap();
            assert_eq!(audited(&grid, &Octile::of(&grid), &to_goal), [true; 2]);
            assert_eq!(audited(&grid, &Chebyshev::of(&grid), &to_goal), [true; 2]);
            assert_eq!(audited(&grid, &Euclidean::of(&grid), &to_goal), [true; 2]);
            assert_eq!(audited(&grid, &alt, &to_goal), [true; 2]);
            let manhattan = audited(&grid, &Manhattan::of(&grid), &to_goal);
            match steps {
                Steps::Four => assert_eq!(manhattan, [true; 2]),
                _ => manhattan_failed |= manhattan != [true; 2],
            }
            assert!(ByOctile::is_admissible(steps) && ByEuclid::is_admissible(steps));
            assert!(ByChebyshev::is_admissible(steps));
            assert_eq!(ByManhattan::is_admissible(steps), steps == Steps::Four);
        }
    }
    assert!(manhattan_failed);
}

#[test]
fn searches_stop_at_their_limits_with_a_valid_plan() {
    let mut rng = Rng::new(4);
    let map = Kind::Rooms { side: 8 }.make(64, 64, &mut rng).unwrap();
    let [from, to] = ends(&map, &mut rng).unwrap();
    let grid = Grid::new(Arc::new(map), Steps::Eight, from, to).unwrap();
    let octile = Octile::of(&grid);
    let outcome = Jps.search(&grid, &octile, &Limits::nodes(3), &mut ());
    assert_eq!(outcome.stats.expanded, 3);
    let best = outcome.into_best().unwrap();
    best.check(&grid).unwrap();
    assert!(!best.reaches_goal());
    let memory = Limits::memory(1_000);
    assert!(Alt::of(&grid, 8, &mut Meter::new(&memory)).is_err());
}

/// The included maps, by the names of their files in `data/grids`: kind, size and seed.
const SETS: [(&str, Kind, usize, u64); 4] = [
    ("caves", Kind::Caves, 64, 1),
    ("maze", Kind::Maze, 41, 2),
    ("random", Kind::Random { density: 0.35 }, 49, 3),
    ("rooms", Kind::Rooms { side: 16 }, 97, 4),
];

/// How many queries each has.
const QUERIES: usize = 25;

fn set_file(name: &str) -> String {
    format!("{}/data/grids/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The map of a set and its scenario, as they are written. Lengths are those of the independent
/// Dijkstra, by which the queries are sorted.
fn made((name, kind, side, seed): (&str, Kind, usize, u64)) -> [String; 2] {
    let mut rng = Rng::new(seed);
    let map = kind.make(side, side, &mut rng).unwrap();
    let mut lines = Vec::new();
    while lines.len() < QUERIES {
        let [from, to] = ends(&map, &mut rng).unwrap();
        let length = dijkstra(&map, Steps::Eight, from, false)[map.number(to)];
        lines.push((length, from, to));
    }
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut scenario = String::from("version 1\n");
    for (length, from, to) in lines {
        let bucket = (length / 4.0) as u32;
        let ends = [from.column(), from.row(), to.column(), to.row()].map(|n| n.to_string());
        let ends = ends.join("\t");
        scenario += &format!("{bucket}\t{name}.map\t{side}\t{side}\t{ends}\t{length:.8}\n");
    }
    [map.to_moving_ai(), scenario]
}

#[test]
#[ignore = "writes the included sets"]
fn write_the_sets() {
    for set in SETS {
        for (text, end) in made(set).iter().zip([".map", ".map.scen"]) {
            std::fs::write(set_file(&format!("{}{end}", set.0)), text).unwrap();
        }
    }
}

#[test]
fn the_sets_that_ship_have_the_lengths_of_an_independent_dijkstra() {
    for (name, kind, side, seed) in SETS {
        let map = std::fs::read(set_file(&format!("{name}.map"))).unwrap();
        let Drawing { map, .. } = map.as_slice().try_into().unwrap();
        assert_eq!(map, kind.make(side, side, &mut Rng::new(seed)).unwrap());
        let map = Arc::new(map);
        let scenario = std::fs::read(set_file(&format!("{name}.map.scen"))).unwrap();
        let queries = queries(&scenario).unwrap();
        assert_eq!(queries.len(), QUERIES);
        for query in queries {
            query.check(&map).unwrap();
            let real = dijkstra(&map, Steps::Eight, query.from, false)[map.number(query.to)];
            assert!(query.length.agrees(real), "{query:?}");
            let grid = Grid::new(map.clone(), Steps::Eight, query.from, query.to).unwrap();
            for found in [
                length(&grid, BestFirst::a_star().solve(&grid, &Octile::of(&grid))),
                length(&grid, Jps.solve(&grid, &Octile::of(&grid))),
            ] {
                assert!(query.length.agrees(found), "{query:?}: {found}");
            }
        }
    }
}
