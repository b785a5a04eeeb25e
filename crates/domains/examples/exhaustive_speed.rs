//! How long every board of the 8-puzzle and of the 3×4 puzzle takes, on one core.
//!
//! `cargo run --release -p goalward-domains --example exhaustive_speed`

use std::time::Instant;

use goalward::Limits;
use goalward_domains::tiles::{Exhaustive, Layout, Size};

fn main() {
    for (rows, columns, repeats) in [(3, 3, 20), (3, 4, 1)] {
        let size = Size::new(rows, columns).expect("the sizes are sizes");
        let goal = Layout::blank_last(size);
        let run = |_| {
            let began = Instant::now();
            let all = Exhaustive::new(&goal, &Limits::default()).expect("there are no limits");
            (began.elapsed(), all.histogram().iter().sum::<u64>(), all.histogram().len() - 1)
        };
        let (time, boards, farthest) = (0..repeats).map(run).min().expect("it ran");
        let each = time.as_secs_f64() * 1e9 / boards as f64;
        println!("{size}: {boards} boards, at most {farthest} moves, {time:?}, {each:.2} ns each");
    }
}
