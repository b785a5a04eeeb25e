//! Pattern databases for sliding tiles: building them, and searching with them.

use std::sync::Arc;
use std::time::Instant;

use goalward::Stats;
use goalward::path::{self, PathSearch};
use goalward_domains::tiles::pdb::Summed;
use goalward_domains::tiles::{Additive, Database, Layout, Partition, Size, Tiles, fast, sets};

use crate::generic::cost;
use crate::instances;
use crate::serve::{Done, Work};
use crate::tiles::Solved;

/// How many threads this run may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// The databases of a partition, and what there is to tell of each.
fn build(size: Size, partition: &str) -> (Additive, Vec<String>) {
    let goal = Layout::blank_first(size);
    let partition = Partition::parse(partition, &goal).expect("a partition");
    let (mut databases, mut notes) = (Vec::new(), Vec::new());
    for pattern in Additive::patterns(&goal, &partition) {
        let began = Instant::now();
        let database = Database::build(&pattern, cores(), &|_, _| Ok(())).expect("nobody stops it");
        notes.push(format!(
            "{} tiles, {:.0} MB: {:.1} s",
            pattern.tiles(),
            pattern.entries() as f64 / 1e6,
            began.elapsed().as_secs_f64()
        ));
        databases.push(Arc::new(database));
    }
    (Additive::new(&goal, &partition, &databases), notes)
}

/// The databases of 7-8 tiles for the 15-puzzle.
pub fn fifteen() -> Additive {
    build(Size::FIFTEEN, "7-8").0
}

fn building(size: Size, partition: &'static str) -> Work {
    Box::new(move || {
        let (_, notes) = build(size, partition);
        Done { answer: notes.len() as u64, steps: 0, note: notes.join("; ") }
    })
}

/// Builds the databases of 7-8 tiles for the 15-puzzle.
pub fn fifteen_build() -> Work {
    building(Size::FIFTEEN, "7-8")
}

/// Builds the databases of 6-6-6-6 tiles for the 24-puzzle.
pub fn twenty_four_build() -> Work {
    building(Size::TWENTY_FOUR, "6-6-6-6")
}

/// All of Korf's 100, one after the other on one core.
pub fn korf() -> Work {
    korf_by(|tiles, summed| fast::IdaStar::default().solve(tiles, summed))
}

/// The same by the plain engine.
pub fn plain_korf() -> Work {
    korf_by(|tiles, summed| path::IdaStar::default().solve(tiles, summed))
}

fn korf_by(solve: fn(&Tiles<u64>, &Summed<'_, 4>) -> Solved) -> Work {
    let additive = fifteen();
    let all: Vec<Tiles<u64>> = (1..=100)
        .map(|id| Tiles::new(&instances::korf(id).0).expect("sixteen cells fit"))
        .collect();
    Box::new(move || {
        let summed = additive.summed::<4>().expect("two patterns and their images");
        let (mut answer, mut steps) = (0, 0);
        for tiles in &all {
            let outcome = solve(tiles, &summed);
            steps += outcome.stats.expanded;
            answer += cost(outcome);
        }
        Done { answer, steps, note: "databases of 7-8 tiles".into() }
    })
}

/// One of Korf and Felner's on all cores, its cost proved.
pub fn twenty_four_solve() -> Work {
    let (additive, _) = build(Size::TWENTY_FOUR, "6-6-6-6");
    let (puzzle, optimal) = instances::numbered(sets::KORF24, Size::TWENTY_FOUR, 38);
    let tiles = Tiles::<u128>::new(&puzzle).expect("25 cells fit");
    Box::new(move || {
        let summed = additive.summed::<16>().expect("four patterns and their images");
        let outcome = fast::IdaStar::on(cores()).solve(&tiles, &summed);
        let Stats { expanded, seconds, .. } = outcome.stats;
        let answer = cost(outcome);
        assert_eq!(answer, optimal);
        Done { answer, steps: expanded, note: format!("solved in {seconds:.2} s") }
    })
}
