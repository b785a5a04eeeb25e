//! IDA* on several threads: the plan and the counts of one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use goalward::path::{IdaStar, ParallelIdaStar, PathSearch};
use goalward::space::from_fn;
use goalward::{Limits, Monitor, Rng, StateSpace, Stop, Verdict};

/// A way across a field of hills, each step as dear as where it leads is high.
fn field(
    side: i32,
    seed: u64,
    least: u32,
) -> impl StateSpace<State = (i32, i32), Action = ((i32, i32), u32)> + Sync {
    let heights: Vec<u32> = {
        let mut rng = Rng::new(seed);
        (0..side * side).map(|_| least + rng.below(4) as u32).collect()
    };
    from_fn(
        (0, 0),
        move |&(x, y)| {
            let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
            let within = |&(x, y): &(i32, i32)| (0..side).contains(&x) && (0..side).contains(&y);
            let ends = steps.map(|(dx, dy)| (x + dx, y + dy)).into_iter().filter(within);
            ends.map(|(x, y)| ((x, y), heights[(x * side + y) as usize])).collect::<Vec<_>>()
        },
        move |&at| at == (side - 1, side - 1),
    )
}

#[test]
fn any_number_of_threads_gives_the_plan_and_the_counts_of_one() {
    for seed in 0..12 {
        let side = 4 + seed as i32 % 3;
        let field = field(side, seed, 1);
        let h = |&(x, y): &(i32, i32)| (side - 1 - x + side - 1 - y) as u32;
        let one = IdaStar::default().solve(&field, &h);
        for jobs in [2, 3, 8] {
            let many = ParallelIdaStar::on(jobs).search(&field, &h, &Limits::default());
            assert_eq!(many.verdict, one.verdict, "{seed} on {jobs}");
            let counts = |stats: goalward::Stats| {
                (stats.expanded, stats.generated, stats.peak_stored, stats.lower_bound)
            };
            assert_eq!(counts(many.stats), counts(one.stats), "{seed} on {jobs}");
        }
    }
}

#[test]
fn steps_that_cost_nothing_and_goals_out_of_reach_are_no_different() {
    let free = field(5, 1, 0);
    let blind = |_: &(i32, i32)| 0;
    let one = IdaStar::default().solve(&free, &blind);
    let two = ParallelIdaStar::on(2).search(&free, &blind, &Limits::default());
    assert_eq!((two.verdict, two.stats.expanded), (one.verdict, one.stats.expanded));

    let tree = from_fn(
        1u32,
        |&n| (n < 5_000).then_some([(2 * n, 1), (2 * n + 1, 1)]).into_iter().flatten(),
        |_| false,
    );
    let blind = |_: &u32| 0;
    let one = IdaStar::default().solve(&tree, &blind);
    let two = ParallelIdaStar::on(2).search(&tree, &blind, &Limits::default());
    assert!(matches!(two.verdict, Verdict::Unsolvable));
    assert_eq!(two.stats.generated, one.stats.generated);
    let hopeless = |_: &u32| u32::MAX;
    let two = ParallelIdaStar::on(2).search(&tree, &hopeless, &Limits::default());
    assert!(matches!(two.verdict, Verdict::Unsolvable));
}

#[test]
fn limits_are_kept() {
    let endless = from_fn(1u64, |&n| [(n.wrapping_mul(3), 1), (n.wrapping_add(7), 1)], |_| false);
    let blind = |_: &u64| 0;
    let search = |limits: &Limits| ParallelIdaStar::on(2).search(&endless, &blind, limits);
    let nodes = search(&Limits::nodes(1_000));
    assert!(matches!(nodes.verdict, Verdict::Stopped { by: Stop::Nodes, .. }));
    assert_eq!(nodes.stats.expanded, 1_000);
    let began = Instant::now();
    let time = search(&Limits::time(Duration::from_millis(50)));
    assert!(matches!(time.verdict, Verdict::Stopped { by: Stop::Time, best: Some(_) }));
    assert!(began.elapsed() < Duration::from_secs(5));
    let monitor = Arc::new(Monitor::default());
    let limits = Limits { monitor: Some(monitor.clone()), ..Limits::default() };
    let cancelled = std::thread::scope(|scope| {
        let running = scope.spawn(|| search(&limits));
        std::thread::sleep(Duration::from_millis(50));
        monitor.cancel();
        running.join().unwrap()
    });
    assert!(matches!(cancelled.verdict, Verdict::Stopped { by: Stop::Cancelled, .. }));
    assert!(monitor.progress().expanded > 0);
}
