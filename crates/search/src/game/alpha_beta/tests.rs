//! Alpha-beta compared with minimax on random games.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;

use super::super::synthetic::{Maze, Take};
use super::super::{Event, Game, GameSearch, Minimax, Rating};
use super::*;
use crate::run::{Limits, Monitor, Stats, Stop};

/// Every combination of settings, with a large table, a tiny one and none.
pub fn variants(depth: Option<u32>) -> Vec<AlphaBeta> {
    let mut variants = Vec::new();
    for deepening in [Switch::On, Switch::Off] {
        for table in [Table::Off, Table::Bytes(100), Table::Bytes(40_000), Table::Bytes(1 << 24)] {
            for ordering in [Switch::On, Switch::Off] {
                for root in [RootMoves::Best, RootMoves::All] {
                    variants.push(AlphaBeta { depth, deepening, table, ordering, root });
                }
            }
        }
    }
    variants
}

fn maze() -> impl Strategy<Value = Maze> {
    (any::<u64>(), 1..12u64, 1..5u64, 1..7u64, 1..6).prop_map(
        |(seed, width, branching, length, most)| Maze { seed, width, branching, length, most },
    )
}

/// Bounds must hold, and everything else must be the same.
fn assert_same<M: Copy + Eq + std::fmt::Debug>(
    found: &Analysis<M>,
    wanted: &Analysis<M>,
    root: RootMoves,
) {
    assert_eq!((found.value, &found.best), (wanted.value, &wanted.best));
    for (found, wanted) in found.moves.iter().zip(&wanted.moves) {
        let score = wanted.rating.score().unwrap();
        match found.rating {
            Rating::AtMost(most) | Rating::EstimateAtMost(most) => {
                assert!(score <= most && root == RootMoves::Best)
            }
            rating => assert_eq!(rating.score(), Some(score)),
        }
    }
}

proptest! {
    #[test]
    fn every_variant_agrees_with_minimax_on_random_games(maze in maze()) {
        let wanted = Minimax::default().solve(&maze).into_solution();
        for variant in variants(None) {
            let found = variant.solve(&maze).into_solution();
            prop_assert!(found.as_ref().unwrap().is_proved());
            assert_same(&found.unwrap(), wanted.as_ref().unwrap(), variant.root);
        }
    }

    #[test]
    fn every_variant_agrees_with_minimax_to_every_depth(maze in maze(), depth in 1..7u32) {
        let wanted = Minimax { depth: Some(depth) }.solve(&maze).into_solution().unwrap();
        for variant in variants(Some(depth)) {
            let found = variant.solve(&maze).into_solution().unwrap();
            prop_assert_eq!(found.value.score(), wanted.value.score());
            prop_assert_eq!(&found.best, &wanted.best);
        }
    }

    #[test]
    fn every_value_proved_to_a_depth_is_the_true_one(maze in maze(), depth in 1..7u32) {
        let truth = Minimax::default().solve(&maze).into_solution().unwrap();
        for variant in variants(Some(depth)) {
            let found = variant.solve(&maze).into_solution().unwrap();
            if let Rating::Exact(score) = found.value {
                prop_assert_eq!(Some(score), truth.value.score());
            }
            if found.is_proved() {
                prop_assert_eq!(&found.best, &truth.best);
            }
        }
    }
}

#[test]
fn states_reached_in_different_numbers_of_moves_share_entries() {
    for matches in 1..=14 {
        let wanted = Minimax::default().solve(&Take(matches)).into_solution().unwrap();
        for variant in variants(None) {
            let found = variant.solve(&Take(matches)).into_solution().unwrap();
            assert_same(&found, &wanted, variant.root);
        }
    }
}

#[test]
fn a_table_makes_a_long_game_short() {
    let outcome = AlphaBeta { deepening: Switch::Off, ..AlphaBeta::default() }.solve(&Take(5_001));
    assert!(outcome.stats.expanded < 20_000, "{}", outcome.stats.expanded);
    assert_eq!(outcome.into_solution().unwrap().best, [1]);
}

const MAZE: Maze = Maze { seed: 7, width: 50, branching: 5, length: 9, most: 20 };

#[test]
fn a_node_limit_is_exact_and_keeps_the_last_finished_depth() {
    let whole = AlphaBeta::default().solve(&MAZE).stats.expanded;
    for nodes in 0..whole {
        let outcome =
            AlphaBeta::default().search(&MAZE, &MAZE.start(), &Limits::nodes(nodes), &mut ());
        assert_eq!(outcome.stats.expanded, nodes);
        let Verdict::Stopped { by: Stop::Nodes, best } = outcome.verdict else { panic!() };
        let best = best.expect("there is a move");
        assert!(!best.best.is_empty());
        if best.depth > Some(1) {
            let variant = AlphaBeta { depth: best.depth, ..AlphaBeta::default() };
            assert_eq!(Some(best), variant.solve(&MAZE).into_solution());
        }
    }
}

#[test]
fn a_memory_limit_shrinks_the_table_and_not_the_answer() {
    let free = AlphaBeta::default().solve(&MAZE);
    for bytes in [0, 30_000, 60_000] {
        let outcome =
            AlphaBeta::default().search(&MAZE, &MAZE.start(), &Limits::memory(bytes), &mut ());
        assert!(outcome.stats.peak_bytes <= bytes);
        assert_eq!(outcome.verdict, free.verdict);
    }
}

#[test]
fn events_come_in_pairs_and_windows_hold_values() {
    let mut open = Vec::new();
    let mut cutoffs = 0;
    let mut watch = |event: Event<'_, (u64, u64), u64>| match event {
        Event::Enter { state, ply, alpha, beta, .. } => {
            assert!(alpha < beta);
            assert_eq!(ply as usize, open.len());
            open.push((*state, alpha, beta));
        }
        Event::Leave { state, ply, .. } => {
            assert_eq!(open.pop().map(|(state, ..)| state), Some(*state));
            assert_eq!(ply as usize, open.len());
        }
        Event::Cutoff { state, value, beta, .. } => {
            cutoffs += 1;
            assert!(value >= beta);
            assert_eq!(open.last().map(|&(state, _, beta)| (state, beta)), Some((*state, beta)));
        }
        _ => {}
    };
    AlphaBeta::default().search(&MAZE, &MAZE.start(), &Limits::default(), &mut watch);
    assert!(open.is_empty() && cutoffs > 0);
}

#[test]
fn a_watcher_may_end_the_search() {
    for variant in variants(None) {
        let mut told = 0;
        let mut watch = |_: Event<'_, (u64, u64), u64>| {
            told += 1;
            if told == 30 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let outcome = variant.search(&MAZE, &MAZE.start(), &Limits::default(), &mut watch);
        let Verdict::Stopped { by: Stop::Cancelled, best: Some(best) } = outcome.verdict else {
            panic!("the search was stopped")
        };
        assert!(told == 30 && !best.best.is_empty() && outcome.stats.expanded <= 30);
    }
}

#[test]
fn a_search_to_the_end_has_no_depth_unless_it_deepens() {
    let depth = |deepening| {
        let search = AlphaBeta { deepening, ..AlphaBeta::default() };
        search.solve(&Take(6)).into_solution().unwrap().depth
    };
    assert_eq!((depth(Switch::Off), depth(Switch::On)), (None, Some(4)));
    let stopped = AlphaBeta { deepening: Switch::Off, table: Table::Off, ..AlphaBeta::default() };
    let outcome = stopped.search(&Take(40), &40, &Limits::nodes(30), &mut ());
    let Verdict::Stopped { best: Some(best), .. } = outcome.verdict else { panic!() };
    assert_eq!((best.depth, &best.best[..]), (Some(1), &[1, 2, 3][..]));
}

proptest! {
    #[test]
    fn several_threads_find_what_one_finds_and_their_number_changes_nothing(
        maze in maze(),
        depth in prop::option::of(1..7u32),
    ) {
        for variant in variants(depth) {
            let one = variant.solve(&maze).into_solution().unwrap();
            let on = |jobs| {
                let jobs = NonZeroUsize::new(jobs).unwrap();
                variant.search_on(jobs, &maze, &maze.start(), &Limits::default())
            };
            let two = on(2);
            for jobs in [3, 8] {
                let many = on(jobs);
                prop_assert_eq!(&many.verdict, &two.verdict);
                prop_assert_eq!(without_time(many.stats), without_time(two.stats));
            }
            let two = two.into_solution().unwrap();
            prop_assert_eq!(two.value.score(), one.value.score());
            prop_assert_eq!(&two.best, &one.best);
            if depth.is_none() {
                assert_same(&two, &Minimax::default().solve(&maze).into_solution().unwrap(), variant.root);
            }
        }
    }
}

fn without_time(stats: Stats) -> Stats {
    Stats { seconds: 0.0, ..stats }
}

#[test]
fn one_thread_and_a_limit_on_nodes_leave_the_search_as_it_is() {
    for (jobs, limits) in [(1, Limits::default()), (4, Limits::nodes(300))] {
        let plain = AlphaBeta::default().search(&MAZE, &MAZE.start(), &limits, &mut ());
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let shared = AlphaBeta::default().search_on(jobs, &MAZE, &MAZE.start(), &limits);
        assert_eq!(shared.verdict, plain.verdict);
        assert_eq!(without_time(shared.stats), without_time(plain.stats));
    }
}

#[test]
fn several_threads_keep_their_limits_and_the_last_finished_depth() {
    let on_three = |game: &Take, limits: &Limits| {
        let jobs = NonZeroUsize::new(3).unwrap();
        let plain = AlphaBeta { table: Table::Off, ..AlphaBeta::default() };
        plain.search_on(jobs, game, &game.start(), limits)
    };
    let late = on_three(&Take(1_000), &Limits::time(Duration::from_millis(50)));
    assert!(late.stats.seconds < 5.0);
    let Verdict::Stopped { by: Stop::Time, best: Some(best) } = late.verdict else { panic!() };
    assert!(best.depth > Some(1) && best.moves.len() == 3);
    assert!(best.moves.iter().all(|rated| rated.rating != Rating::Unrated));

    let monitor = Arc::new(Monitor::default());
    let limits = Limits { monitor: Some(monitor.clone()), ..Limits::default() };
    let cancelled = std::thread::scope(|scope| {
        let search = scope.spawn(|| on_three(&Take(1_000), &limits));
        while monitor.progress().expanded < 20_000 {
            std::thread::yield_now();
        }
        monitor.cancel();
        search.join().unwrap()
    });
    let Verdict::Stopped { by: Stop::Cancelled, best } = cancelled.verdict else { panic!() };
    assert!(best.is_some() && cancelled.stats.expanded >= 20_000);

    for bytes in [0, 100_000, 300_000] {
        let jobs = NonZeroUsize::new(2).unwrap();
        let tight =
            AlphaBeta::default().search_on(jobs, &MAZE, &MAZE.start(), &Limits::memory(bytes));
        assert!(tight.stats.peak_bytes <= bytes);
        assert_eq!(
            tight.into_solution().unwrap().value,
            AlphaBeta::default().solve(&MAZE).into_solution().unwrap().value
        );
    }
}
