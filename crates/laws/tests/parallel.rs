//! IDA* on several threads: the same plan and counts as on one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use goalward::path::{IdaStar, ParallelIdaStar, PathSearch};
use goalward::space::from_fn;
use goalward::{Heuristic, Limits, Monitor, Rng, StateSpace, Stats, Stop, Verdict};

/// Searches on one thread and on each of these numbers, and expects the same result: the plan or
/// the nearest state, and every count except bytes. Returns how many nodes were expanded.
fn same_on<S, H>(many: &[usize], space: &S, h: &H, limits: &Limits, what: &str) -> u64
where
    S: StateSpace<
            State: Send + Sync + std::fmt::Debug,
            Action: Send + Sync + PartialEq + std::fmt::Debug,
        > + Sync,
    H: Heuristic<S> + Sync,
{
    let counts =
        |stats: &Stats| (stats.expanded, stats.generated, stats.peak_stored, stats.lower_bound);
    let one = IdaStar::default().search(space, h, limits, &mut ());
    for &jobs in many {
        let many = ParallelIdaStar::on(jobs).search(space, h, limits);
        assert_eq!(many.verdict, one.verdict, "{what} on {jobs} within {limits:?}");
        let (many, one) = (counts(&many.stats), counts(&one.stats));
        assert_eq!(many, one, "{what} on {jobs} within {limits:?}");
    }
    one.stats.expanded
}

/// A path across hills; each step costs the height that it leads to.
fn field(
    side: i32,
    seed: u64,
    least: u32,
) -> impl StateSpace<State = (i32, i32), Action = ((i32, i32), u32), Cost = u32> + Sync {
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
        same_on(&[2, 3, 8], &field, &h, &Limits::default(), &format!("{seed}"));
    }
}

#[test]
fn more_threads_than_there_is_work_for_are_no_harm() {
    let h = |&(x, y): &(i32, i32)| (6 - x - y) as u32;
    same_on(&[600], &field(4, 1, 1), &h, &Limits::default(), "600");
}

#[test]
fn a_limit_of_nodes_stops_any_number_of_threads_at_the_same_node() {
    for seed in 0..6 {
        let side = 4 + seed as i32 % 3;
        let field = field(side, seed, 1);
        // Not consistent, so that the nearest nodes can be anywhere.
        let h = |&(x, y): &(i32, i32)| {
            let far = (side - 1 - x + side - 1 - y) as u32;
            if (x + 2 * y) % 3 == 0 { far } else { far / 2 }
        };
        let what = format!("{seed}");
        let all = same_on(&[2], &field, &h, &Limits::default(), &what);
        let mut rng = Rng::new(seed);
        for nodes in (0..60).chain([all - 1, all, all + 1]) {
            same_on(&[2, 3], &field, &h, &Limits::nodes(nodes), &what);
        }
        for _ in 0..60 {
            let nodes = rng.below(all as usize) as u64;
            same_on(&[2, 3], &field, &h, &Limits::nodes(nodes), &what);
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

/// Two paths from the start: the first is straight for 70 steps and then branches endlessly; the
/// second ends after 80 steps.
fn fork(
    goal: u64,
) -> impl StateSpace<State = (u64, u64), Action = ((u64, u64), u32), Cost = u32> + Sync {
    let next = |&(way, at): &(u64, u64)| match (way, at) {
        (_, 0) => vec![((1, 1), 1), ((2, 1), 1)],
        (1, 70..) => vec![((1, at + 1), 1), ((3, at + 1), 1)],
        (2, 80..) => vec![],
        (3, _) => vec![((1, at + 1), 1), ((3, at + 1), 1)],
        (way, _) => vec![((way, at + 1), 1)],
    };
    from_fn((0, 0), next, move |&(way, at)| way == 2 && at == goal)
}

#[test]
fn a_thread_that_goes_on_for_ever_keeps_nothing_from_the_others() {
    // Within the first bound there are 2^50 nodes on the first path.
    let h = |&(way, at): &(u64, u64)| if way == 2 { 79 - at.min(79) } else { 121 - at.min(120) };
    let h = |state: &(u64, u64)| h(state) as u32;
    let limits = Limits::time(Duration::from_millis(200));
    let found = ParallelIdaStar::on(2).search(&fork(80), &h, &limits);
    assert_eq!(found.into_solution().expect("the other thread found it").cost, 80);

    let near = ParallelIdaStar::on(2).search(&fork(1_000), &h, &limits);
    let Verdict::Stopped { by: Stop::Time, best: Some(best) } = near.verdict else {
        panic!("{:?}", near.verdict)
    };
    assert_eq!(best.end, goalward::path::End::Short(0));
    assert_eq!(best.actions.len(), 79);
}

#[test]
fn small_graphs_with_free_steps_and_dead_ends_are_counted_as_by_one() {
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let nodes = 2 + rng.below(7);
        // Edges lead to higher nodes, so every search ends; every second graph has some edges of
        // cost 0.
        let roads: Vec<Vec<(usize, u32)>> = (0..nodes)
            .map(|from| {
                let ends = (from + 1..nodes).filter(|_| rng.below(3) > 0).collect::<Vec<_>>();
                let cost = |rng: &mut Rng| (seed as usize % 2 + rng.below(3)) as u32;
                ends.into_iter().map(|to| (to, cost(&mut rng))).collect()
            })
            .collect();
        let goal = rng.below(nodes + 2);
        let graph = from_fn(0, |&at: &usize| roads[at].clone(), move |&at| at == goal);
        let dead = rng.below(2 * nodes);
        // Every third graph has a misleading heuristic.
        let low = |at: usize| if seed % 3 == 0 { (at as u32 * 7 + 3) % 5 } else { 0 };
        let h = |&at: &usize| if at == dead && at != goal { u32::MAX } else { low(at) };
        let all = same_on(&[2, 3], &graph, &h, &Limits::default(), &format!("{seed}"));
        for nodes in (0..all + 2).step_by(1 + seed as usize % 5) {
            same_on(&[2], &graph, &h, &Limits::nodes(nodes), &format!("{seed}"));
        }
    }
}

#[test]
fn too_little_memory_is_no_proof_that_there_is_no_way() {
    let field = field(6, 1, 1);
    let h = |&(x, y): &(i32, i32)| (10 - x - y) as u32;
    let mut solved = 0;
    for memory in [0, 100, 1_000, 10_000, 100_000, 10_000_000] {
        let outcome = ParallelIdaStar::on(3).search(&field, &h, &Limits::memory(memory));
        assert!(outcome.stats.peak_bytes <= memory, "{memory}: {:?}", outcome.stats);
        match outcome.verdict {
            Verdict::Solved(_) => solved += 1,
            Verdict::Stopped { by: Stop::Memory, best: Some(_) } => assert_eq!(solved, 0),
            other => panic!("{memory}: {other:?}"),
        }
    }
    assert!(solved > 0);
}

#[test]
fn what_a_heuristic_panics_with_is_heard() {
    let field = field(6, 1, 1);
    let h = |&at: &(i32, i32)| if at == (3, 3) { panic!("not there") } else { 0 };
    let search = || ParallelIdaStar::on(2).search(&field, &h, &Limits::default());
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"not there"));
}
