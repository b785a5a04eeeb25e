//! N queens: counting all solutions, and finding one.

use goalward::Stats;
use goalward_bench::queens::{count, forward_checking, swaps};
use goalward_domains::simd::Simd;
use goalward_experiment::Spacing;

use super::{Extent, Figure, Runs, took};

pub fn by_number(extent: Extent) -> Vec<Figure> {
    let (all, checked, one) = match extent {
        Extent::Quick => (12, 9, 4),
        Extent::Full => (17, 13, 7),
    };
    let untold = |_: u64| Stats::default();
    let mut counted = Runs::default();
    for n in 4..=all {
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            let name = format!("counted, {}", simd.name());
            counted.add(&name, n, took(|| untold(count(n as usize, simd))));
        }
        if n <= checked {
            counted.add("forward checking", n, took(|| untold(forward_checking(n as usize))));
        }
    }
    let mut found = Runs::default();
    for power in 1..=one {
        for digits in [1, 2, 5] {
            let n = digits * 10u32.pow(power);
            if power < one || digits == 1 {
                let swapped = || Stats { peak_bytes: swaps(n as usize), ..Stats::default() };
                found.add("swaps", n, took(swapped));
            }
        }
    }
    vec![
        Figure {
            file: "queens-all",
            caption: "All solutions, counted by rings and by forward checking.".into(),
            plot: counted.time("Queens, all solutions: time", "queens", Spacing::Linear),
        },
        Figure {
            file: "queens-one",
            caption: "One solution from a random placement by swaps, checked.".into(),
            plot: found.time("Queens, one solution: time", "queens", Spacing::Logarithmic),
        },
        Figure {
            file: "queens-one-memory",
            caption: "The same runs.".into(),
            plot: found.memory("Queens, one solution: memory", "queens", Spacing::Logarithmic),
        },
    ]
}
