//! Sliding tiles: by the depth of the start, and by the size of the board.

use goalward::path::{self, BreadthFirst, Distances, PathSearch};
use goalward::{Blind, Limits, Ranked, Rng, StateSpace, Stats};
use goalward_bench::tiles::with_manhattan;
use goalward_bench::{instances, pdb};
use goalward_domains::tiles::{Layout, LinearConflict, PerTile, Puzzle, Size, Tiles, fast};
use goalward_experiment::Spacing;
use goalward_lab::numbers::grouped;

use super::{Extent, Failed, Figure, Runs, Took, took};

/// A search that gives up at the limits has no place in a figure.
fn solved(tiles: &Tiles<u64>, limits: &Limits, method: Method) -> Option<Took> {
    let search = || method(tiles, limits);
    search()?;
    Some(took(|| search().expect("it was solved before")))
}

/// What a search did, if it found a plan.
type Method = fn(&Tiles<u64>, &Limits) -> Option<Stats>;

const METHODS: [(&str, Method); 4] = [
    ("breadth-first", |tiles, limits| {
        let outcome = BreadthFirst::default().search(tiles, &Blind, limits, &mut ());
        outcome.solution().map(|_| outcome.stats)
    }),
    ("A* with Manhattan", |tiles, limits| {
        let manhattan = PerTile::manhattan(tiles.goal());
        let outcome = fast::AStar.search(tiles, &manhattan, limits, &mut ());
        outcome.solution().map(|_| outcome.stats)
    }),
    ("IDA* with Manhattan", |tiles, limits| {
        let manhattan = PerTile::manhattan(tiles.goal());
        let outcome = fast::IdaStar::default().search(tiles, &manhattan, limits, &mut ());
        outcome.solution().map(|_| outcome.stats)
    }),
    ("IDA* with linear conflict", |tiles, limits| {
        let conflict = LinearConflict::new(tiles.goal());
        let outcome = path::IdaStar::default().search(tiles, &conflict, limits, &mut ());
        outcome.solution().map(|_| outcome.stats)
    }),
];

/// Some boards of each depth, evenly spread over their numbers.
pub fn eight_by_depth(extent: Extent) -> Vec<Figure> {
    let boards = if extent == Extent::Quick { 2 } else { 20 };
    let goal = Layout::blank_last(Size::EIGHT);
    let tiles = with_manhattan(&Puzzle::new(goal.clone(), goal.clone()).expect("solved")).0;
    let distances = Distances::to_goals(&tiles, &Limits::default()).expect("no limit");
    let counts = distances.histogram();
    let mut seen = vec![0u64; counts.len()];
    let mut runs = Runs::default();
    for rank in 0..tiles.states().expect("boards are numbered") {
        let depth = distances.get(rank).expect("every board has a way");
        let every = (counts[depth as usize].1 / boards).max(1);
        let seen = &mut seen[depth as usize];
        *seen += 1;
        if !seen.is_multiple_of(every) || *seen / every > boards || depth == 0 {
            continue;
        }
        let start = tiles.unrank(rank).layout(Size::EIGHT);
        let tiles = with_manhattan(&Puzzle::new(start, goal.clone()).expect("solvable")).0;
        for (name, method) in METHODS {
            if let Some(took) = solved(&tiles, &Limits::default(), method) {
                runs.add(name, depth, took);
            }
        }
    }
    let on = format!("Means over up to {boards} boards of each depth of the 8-puzzle");
    both(&runs, ["eight-time", "eight-memory"], "8-puzzle", "depth of the start", &on)
}

/// Boards from walks of growing length, and Korf's hundred.
pub fn fifteen_by_depth(extent: Extent) -> Vec<Figure> {
    let (walks, korf, nodes) = match extent {
        Extent::Quick => (30, 0, 100_000),
        Extent::Full => (200, 100, 5_000_000),
    };
    let goal = Layout::blank_first(Size::FIFTEEN);
    let walked = (1..=walks).map(|i| Puzzle::straight_walk(goal.clone(), i, &mut Rng::new(i)));
    let korf = (1..=korf).map(|id| instances::korf(id).0);
    // The databases take a while to build.
    let additive = (extent == Extent::Full).then(pdb::fifteen);
    let summed = additive
        .as_ref()
        .map(|additive| additive.summed::<4>().expect("two patterns and their images"));
    let manhattan = PerTile::<u8>::manhattan(&goal);
    let mut boards: Vec<(u32, Tiles<u64>)> = walked
        .chain(korf)
        .map(|puzzle| {
            let tiles = with_manhattan(&puzzle).0;
            let outcome = match &summed {
                Some(summed) => fast::IdaStar::default().solve(&tiles, summed),
                None => fast::IdaStar::default().solve(&tiles, &manhattan),
            };
            (outcome.into_solution().expect("solvable").cost, tiles)
        })
        .filter(|(depth, _)| *depth > 0)
        .collect();
    boards.sort_by_key(|(depth, _)| *depth);
    let limits = Limits { nodes: Some(nodes), memory: Some(1 << 30), ..Limits::default() };
    let (mut runs, mut failed) = (Runs::default(), Failed::default());
    for (depth, tiles) in &boards {
        // Some neighbouring depths share a point.
        let place = depth.next_multiple_of(4);
        if let Some(summed) = &summed {
            let with_databases = || fast::IdaStar::default().solve(tiles, summed).stats;
            runs.add("IDA* with databases of 7-8", place, took(with_databases));
        }
        for (name, method) in METHODS {
            if failed.has(name) {
                continue;
            }
            match solved(tiles, &limits, method) {
                Some(took) => runs.add(name, place, took),
                None => failed.0.push((name, place)),
            }
        }
    }
    runs.forget(&failed);
    let on = format!(
        "Means over the boards of four depths each: random walks, and Korf's hundred. A line ends \
         where its method no longer solves every board within {} nodes and 1 GB. The databases \
         are built beforehand and not counted",
        grouped(nodes)
    );
    both(&runs, ["fifteen-time", "fifteen-memory"], "15-puzzle", "depth of the start", &on)
}

/// Random boards of each size.
pub fn by_size(extent: Extent) -> Vec<Figure> {
    let boards = if extent == Extent::Quick { 2 } else { 20 };
    let mut runs = Runs::default();
    for (rows, columns) in [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4)] {
        let size = Size::new(rows, columns).expect("a size");
        if extent == Extent::Quick && size.cells() > 10 {
            continue;
        }
        let mut rng = Rng::new(size.cells() as u64);
        for _ in 0..boards {
            let puzzle = Puzzle::random(Layout::blank_last(size), &mut rng);
            let tiles = with_manhattan(&puzzle).0;
            for (name, method) in METHODS {
                // Breadth-first search would need minutes and gigabytes.
                if tiles.is_goal(&tiles.start()) || name == "breadth-first" && size.cells() > 10 {
                    continue;
                }
                if let Some(took) = solved(&tiles, &Limits::default(), method) {
                    runs.add(name, size.cells() as u32, took);
                }
            }
        }
    }
    let on = format!("Means over {boards} random boards of each size, from 2×2 to 3×4");
    both(&runs, ["size-time", "size-memory"], "Sliding tiles", "cells of the board", &on)
}

fn both(runs: &Runs, files: [&'static str; 2], what: &str, across: &str, on: &str) -> Vec<Figure> {
    let [time, memory] = files;
    vec![
        Figure {
            file: time,
            caption: format!("{on}."),
            plot: runs.time(&format!("{what}: time"), across, Spacing::Linear),
        },
        Figure {
            file: memory,
            caption: "The same runs.".into(),
            plot: runs.memory(&format!("{what}: memory"), across, Spacing::Linear),
        },
    ]
}
