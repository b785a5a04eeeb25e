//! Pattern databases for sliding tiles: building them, and searching with them.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use goalward::path::{IdaStar, ParallelIdaStar, PathSearch};
use goalward::{Limits, Stats};
use goalward_domains::tiles::{Additive, Database, Layout, Partition, Pattern, Size, Tiles};

use crate::instances;
use crate::measure::{Row, seconds};

fn alone(ours: String) -> Row {
    Row { ours, peer: "–".into(), ratio: None }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// The databases of a partition, built once, and how long each took by the clock.
struct Built {
    additive: Additive,
    seconds: Vec<(Pattern, f64)>,
}

fn build(size: Size, partition: &str) -> Built {
    let goal = Layout::blank_first(size);
    let partition = Partition::parse(partition, &goal).expect("a partition");
    let (mut databases, mut seconds) = (Vec::new(), Vec::new());
    for pattern in Additive::patterns(&goal, &partition) {
        let began = Instant::now();
        let database = Database::build(&pattern, cores(), &|_, _| Ok(())).expect("nobody stops it");
        seconds.push((pattern, began.elapsed().as_secs_f64()));
        databases.push(Arc::new(database));
    }
    Built { additive: Additive::new(&goal, &partition, &databases), seconds }
}

fn fifteen() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| build(Size::FIFTEEN, "7-8"))
}

fn twenty_four() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| build(Size::TWENTY_FOUR, "6-6-6-6"))
}

fn times(built: &Built) -> Row {
    let each = built.seconds.iter().map(|(pattern, seconds)| {
        format!(
            "{} tiles, {:.0} MB: {seconds:.1} s",
            pattern.tiles(),
            pattern.entries() as f64 / 1e6
        )
    });
    let each = each.collect::<Vec<_>>().join("; ");
    alone(format!("{each}, on {} cores", cores()))
}

pub fn fifteen_build() -> Row {
    times(fifteen())
}

pub fn twenty_four_build() -> Row {
    times(twenty_four())
}

/// All of Korf's 100, one after the other on one core.
pub fn korf() -> Row {
    let built = fifteen();
    let summed = built.additive.summed::<4>().expect("two patterns and their images");
    let all: Vec<_> = (1..=100)
        .map(|id| {
            let (puzzle, optimal) = instances::korf(id);
            (Tiles::<u64>::new(&puzzle).expect("sixteen cells fit"), optimal)
        })
        .collect();
    let (mut best, mut generated) = (f64::INFINITY, 0);
    for _ in 0..5 {
        generated = 0;
        best = best.min(seconds(|| {
            for (tiles, optimal) in &all {
                let outcome = IdaStar::default().solve(tiles, &summed);
                generated += outcome.stats.generated;
                let plan = outcome.into_solution().expect("solvable");
                assert_eq!(u64::from(plan.cost), *optimal);
            }
        }));
    }
    let (mean, rate) = (best / 100.0 * 1e3, generated as f64 / best / 1e6);
    alone(format!("{mean:.2} ms, {} generated, {rate:.1} M/s", generated / 100))
}

/// One of Korf and Felner's on all cores, its cost proved.
pub fn twenty_four_solve() -> Row {
    let built = twenty_four();
    let summed = built.additive.summed::<16>().expect("four patterns and their images");
    let (puzzle, optimal) = instances::korf24(38);
    let tiles = Tiles::<u128>::new(&puzzle).expect("25 cells fit");
    let outcome = ParallelIdaStar::on(cores()).search(&tiles, &summed, &Limits::default());
    let Stats { expanded, seconds, .. } = outcome.stats;
    let plan = outcome.into_solution().expect("solvable");
    assert_eq!(u64::from(plan.cost), optimal);
    let rate = expanded as f64 / seconds / 1e6;
    alone(format!("{seconds:.2} s, {rate:.1} M expanded/s on {} cores", cores()))
}
