//! Work by the number of threads, by the clock.

use std::sync::Mutex;
use std::time::Instant;

use goalward::path::PathSearch;
use goalward::{Limits, Meter};
use goalward_bench::tiles::with_manhattan;
use goalward_bench::{instances, pdb};
use goalward_domains::queens::Queens;
use goalward_domains::queens::count::Counter;
use goalward_domains::simd::Simd;
use goalward_domains::tiles::fast;
use goalward_experiment::Spacing;

use super::{Extent, Figure, Runs, Took};

pub fn by_number(extent: Extent) -> Vec<Figure> {
    let (queens, board, repeats) = match extent {
        Extent::Quick => (13, 12, 1),
        Extent::Full => (16, 2, 5),
    };
    let (tiles, manhattan) = with_manhattan(&instances::korf(board).0);
    let mut runs = Runs::default();
    let most = pdb::cores().max(2) as u32;
    for threads in (0..).map(|power| 1 << power).take_while(|threads| *threads <= most) {
        for _ in 0..repeats {
            let count = timed(|| count(queens, threads));
            runs.add(&format!("{queens} queens counted"), threads, count);
            let solve = timed(|| {
                let _ = fast::IdaStar::on(threads as usize).solve(&tiles, &manhattan);
            });
            runs.add("IDA* on a 15-puzzle", threads, solve);
        }
    }
    vec![Figure {
        file: "threads",
        caption: format!(
            "Wall-clock time on a machine with {} cores: {queens} queens counted, and Korf's \
             15-puzzle number {board} by IDA* with Manhattan.",
            pdb::cores()
        ),
        plot: runs.time("Work on several threads: time", "threads", Spacing::Logarithmic),
    }]
}

fn timed(work: impl FnOnce()) -> Took {
    let began = Instant::now();
    work();
    Took { seconds: began.elapsed().as_secs_f64(), bytes: 0.0 }
}

/// Threads take the parts in order.
fn count(n: usize, threads: u32) {
    let parts = Queens::new(n).expect("there are queens").parts().expect("they fit a word");
    let parts = Mutex::new(parts.into_iter());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut counter = Counter::new(Simd::best());
                let mut meter = Meter::new(&Limits::default());
                let next = || parts.lock().expect("nobody panics").next();
                while let Some(part) = next() {
                    counter.add(&part, &mut meter).expect("there is no limit");
                }
            });
        }
    });
}
