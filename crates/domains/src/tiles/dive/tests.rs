//! However a tree is counted, the outcome is that of the plain search.

use std::num::NonZeroUsize;
use std::sync::Arc;

use goalward::path::{IdaStar, PathSearch, Plan};
use goalward::{Heuristic, Limits, Monitor, Outcome, Rng, StateSpace};

use super::super::sets::KORF100;
use super::flood::{Ends, Flood, Tally, Trunk};
use super::parts::shared;
use super::sweep::Tuning;
use super::walk::{Twig, Walk};
use super::{NO_MOVE, Rises, alone, pack};
use crate::lanes::{Lanes, Portable};
use crate::simd::Simd;
use crate::tiles::{Board, Layout, Move, PerTile, Puzzle, Size, Tiles};

/// Which moves take which tiles further from home, by their distances.
fn rises(goal: &Layout) -> Rises {
    let size = goal.size();
    let distance = |a: usize, b: usize| {
        let ((row, column), (to_row, to_column)) = (size.place(a), size.place(b));
        row.abs_diff(to_row) + column.abs_diff(to_column)
    };
    let mut rises = Rises::default();
    for (blank, row) in rises.iter_mut().enumerate().take(size.cells()) {
        for mv in Move::ALL {
            let Some(from) = size.beside(blank, mv) else { continue };
            for tile in 1..size.cells() {
                let home = goal.cell_of(tile as u8);
                let further = distance(home, blank) > distance(home, from);
                row[mv as usize] |= u16::from(further) << tile;
            }
        }
    }
    rises
}

fn random_goal(size: Size, rng: &mut Rng) -> Layout {
    Puzzle::random(Layout::blank_first(size), rng).start().clone()
}

/// Ways to divide a tree into batches, down to single nodes.
fn tunings() -> Vec<Tuning> {
    let cuts = [(1, 1..=1, 1), (10, 20..=60, 4), (300, 200..=3_000, 50)];
    let available = Simd::ALL.into_iter().filter(|simd| simd.is_available());
    let with = |simd| cuts.clone().map(|(worth, batch, root)| Tuning { simd, worth, batch, root });
    available.flat_map(with).collect()
}

struct Instance {
    puzzle: Puzzle,
    tiles: Tiles<u64>,
    rises: Rises,
    h: u32,
}

impl Instance {
    fn new(puzzle: Puzzle) -> Self {
        let tiles = Tiles::<u64>::new(&puzzle).unwrap();
        let manhattan = PerTile::manhattan(tiles.goal());
        let h = manhattan.memo(&tiles.start());
        Instance { rises: rises(puzzle.goal()), puzzle, h: h.into(), tiles }
    }

    fn swept(&self, tuning: &Tuning, limits: &Limits) -> Outcome<Plan<Board<u64>, Move>> {
        let boards = [self.puzzle.start(), self.puzzle.goal()];
        let outcome = alone(tuning, &self.rises, boards, self.h, limits);
        outcome.map(|way| self.tiles.plan(way))
    }

    /// The outcome of the general engine.
    fn plain(&self, limits: &Limits) -> Outcome<Plan<Board<u64>, Move>> {
        let manhattan = PerTile::manhattan(self.tiles.goal());
        IdaStar::default().search(&self.tiles, &manhattan, limits, &mut ())
    }

    fn check(&self, limits: &Limits) {
        let plain = self.plain(limits);
        for tuning in tunings() {
            let swept = self.swept(&tuning, limits);
            self.assert_same(&swept, &plain, &format!("{tuning:?} {limits:?}"));
        }
    }

    fn assert_same(
        &self,
        a: &Outcome<Plan<Board<u64>, Move>>,
        b: &Outcome<Plan<Board<u64>, Move>>,
        how: &str,
    ) {
        let how = format!("{} to {} by {how}", self.puzzle.start(), self.puzzle.goal());
        assert_eq!(a.verdict, b.verdict, "{how}");
        let counts = |outcome: &Outcome<Plan<Board<u64>, Move>>| {
            let stats = &outcome.stats;
            (stats.expanded, stats.generated, stats.peak_stored, stats.lower_bound)
        };
        assert_eq!(counts(a), counts(b), "{how}");
    }
}

/// Limits under which a dive can be stopped, though it is not.
fn watched() -> Limits {
    Limits { monitor: Some(Arc::new(Monitor::default())), ..Limits::default() }
}

#[test]
fn a_sweep_counts_as_the_plain_search_does_for_any_goal() {
    let mut rng = Rng::new(21);
    for _ in 0..30 {
        let goal = random_goal(Size::FIFTEEN, &mut rng);
        let instance = Instance::new(Puzzle::straight_walk(goal, 48, &mut rng));
        instance.check(&Limits::default());
        instance.check(&watched());
    }
}

#[test]
fn a_sweep_stops_at_the_same_node_for_every_limit() {
    let mut rng = Rng::new(22);
    for _ in 0..3 {
        let goal = random_goal(Size::FIFTEEN, &mut rng);
        let instance = Instance::new(Puzzle::random(goal, &mut rng));
        for limit in (0..300).chain((0..60).map(|i| 300 + 97 * i)) {
            instance.check(&Limits::nodes(limit));
        }
    }
}

#[test]
fn a_sweep_stops_at_the_same_node_of_random_boards() {
    let mut rng = Rng::new(23);
    for i in 0..120 {
        let goal = random_goal(Size::FIFTEEN, &mut rng);
        let instance = Instance::new(Puzzle::random(goal, &mut rng));
        instance.check(&Limits::nodes(300 + i * i * 5));
    }
}

#[test]
fn the_ten_easiest_of_korfs_boards_are_counted_alike() {
    let mut rows: Vec<Vec<u64>> = KORF100
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect())
        .collect();
    rows.sort_by_key(|row| row[19]);
    for row in &rows[..10] {
        let start = Layout::new(Size::FIFTEEN, row[1..17].iter().map(|&t| t as u8).collect());
        let goal = Layout::blank_first(Size::FIFTEEN);
        let instance = Instance::new(Puzzle::new(start.unwrap(), goal).unwrap());
        for limits in [Limits::default(), watched()] {
            let plain = instance.plain(&limits);
            assert_eq!(plain.stats.generated + 1, row[19]);
            for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                let tuning = Tuning { simd, ..Tuning::of_this_process() };
                let swept = instance.swept(&tuning, &limits);
                instance.assert_same(&swept, &plain, simd.name());
                let far = plain.stats.expanded * 2 / 3;
                let stopped = instance.swept(&tuning, &Limits::nodes(far));
                instance.assert_same(&stopped, &instance.plain(&Limits::nodes(far)), "limit");
            }
        }
    }
}

#[test]
fn sweeps_on_several_threads_are_the_plain_search() {
    let mut rng = Rng::new(24);
    for _ in 0..15 {
        let goal = random_goal(Size::FIFTEEN, &mut rng);
        let instance = Instance::new(Puzzle::straight_walk(goal, 60, &mut rng));
        let plain = instance.plain(&Limits::default());
        for tuning in tunings() {
            let Instance { rises, puzzle, tiles, h } = &instance;
            let jobs = NonZeroUsize::new(2).unwrap();
            let swept = shared(tuning, rises, puzzle, *h, jobs, &watched());
            instance.assert_same(&swept.map(|way| tiles.plan(way)), &plain, "two threads");
        }
    }
}

#[test]
fn a_sweep_works_without_memory_for_its_buckets() {
    let instance = Instance::new(Puzzle::straight_walk(
        Layout::blank_first(Size::FIFTEEN),
        60,
        &mut Rng::new(25),
    ));
    let tuning = &tunings()[0];
    let rich = instance.swept(tuning, &Limits::default());
    let poor = instance.swept(tuning, &Limits::memory(1_000));
    assert!(poor.stats.peak_bytes <= 1_000 && rich.stats.peak_bytes > 1_000);
    instance.assert_same(&poor, &rich, "little memory");
}

/// Counts trees below nodes of a random board.
fn count<L: Lanes>(lanes: L, seed: u64) -> Vec<Option<Tally>> {
    let mut rng = Rng::new(seed);
    let puzzle = Puzzle::random(random_goal(Size::FIFTEEN, &mut rng), &mut rng);
    let rises = rises(puzzle.goal());
    let mut flood = Flood::new(lanes, &rises, 100);
    let blank = puzzle.start().cell_of(0) as u8;
    let (cells, last) = (pack(puzzle.start()), NO_MOVE as u8);
    let start = Trunk { cells, slack: 5, g: 0, blank, last };
    let mut walk = Walk::new(Twig::start(start), 7);
    let nodes = std::iter::from_fn(|| walk.next(&rises));
    let roots: Vec<Trunk> = nodes.filter(|node| !node.inner).map(|node| node.root).collect();
    let asked = [(99, u64::MAX), (99, 5_000), (18, u64::MAX), (99, 700), (99, u64::MAX)];
    let tally = Tally { furthest: 11, ..Tally::default() };
    asked.map(|(goal, most)| flood.count(&roots, tally, Ends { goal, most })).to_vec()
}

#[test]
fn every_instruction_set_counts_the_same() {
    for seed in 0..6 {
        let one = count(Portable, seed);
        assert_eq!(one[0], one[4], "an abandoned count leaves nothing behind");
        assert!(one[0].is_some());
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = crate::lanes::Avx2::new() {
            assert_eq!(count(avx2, seed), one);
        }
    }
}
