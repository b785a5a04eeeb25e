//! Game searches on several threads find the same as on one.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use goalward::game::{AlphaBeta, Game, GameSearch, Minimax, RootMoves, Switch, Table};
use goalward::{Limits, Monitor, Rng, Stop, Verdict};
use goalward_domains::connect4::Connect4;
use goalward_domains::mnk::Mnk;
use goalward_domains::tictactoe::TicTacToe;

/// A non-terminal state of a random game after this many moves.
fn random_state<G: Game>(game: &G, moves: u32, rng: &mut Rng) -> G::State {
    loop {
        let mut state = game.start();
        for _ in 0..moves {
            let possible: Vec<_> = game.moves(&state).collect();
            state = game.play(&state, *rng.pick(&possible).expect("a move"));
            if game.terminal(&state).is_some() {
                break;
            }
        }
        if game.terminal(&state).is_none() {
            return state;
        }
    }
}

fn on<G, A: GameSearch<G>>(search: &A, jobs: usize, game: &G, state: &G::State) -> Found<G::Move>
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
{
    let jobs = NonZeroUsize::new(jobs).expect("a thread");
    let outcome = search.search_on(jobs, game, state, &Limits::default());
    let counts = [outcome.stats.expanded, outcome.stats.generated, outcome.stats.peak_bytes];
    let analysis = outcome.into_solution().expect("no limit");
    let chosen = (0..5).map(|seed| analysis.choose(&mut Rng::new(seed))).collect();
    Found { value: analysis.value.score(), best: analysis.best, chosen, counts }
}

#[derive(Debug, PartialEq)]
struct Found<M> {
    value: Option<i32>,
    best: Vec<M>,
    /// The moves that some seeds choose.
    chosen: Vec<Option<M>>,
    counts: [u64; 3],
}

/// Alpha-beta and minimax, this many moves ahead.
fn hold<G>(game: &G, state: &G::State, depth: Option<u32>)
where
    G: Game<State: Send + Sync, Move: Send + Sync + std::fmt::Debug> + Sync,
{
    let minimax = Minimax { depth: depth.map(|depth| depth.min(4)).or(Some(4)) };
    let one = on(&minimax, 1, game, state);
    for jobs in [2, 3, 8] {
        assert_eq!(on(&minimax, jobs, game, state), one);
    }
    for table in [Table::Off, Table::Bytes(1 << 12), Table::Bytes(1 << 24)] {
        for root in [RootMoves::Best, RootMoves::All] {
            for deepening in [Switch::On, Switch::Off] {
                let search = AlphaBeta { depth, deepening, table, root, ..AlphaBeta::default() };
                let one = on(&search, 1, game, state);
                let two = on(&search, 2, game, state);
                assert_eq!(
                    (two.value, &two.best, &two.chosen),
                    (one.value, &one.best, &one.chosen)
                );
                for jobs in [3, 8] {
                    assert_eq!(on(&search, jobs, game, state), two);
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same_value_best_moves_and_choices() {
    let mut rng = Rng::new(1);
    for moves in [0, 1, 2, 4, 6] {
        hold(&TicTacToe, &random_state(&TicTacToe, moves, &mut rng), None);
    }
    let mnk = Mnk::new(3, 4, 3).expect("a board");
    for moves in [2, 3, 5] {
        hold(&mnk, &random_state(&mnk, moves, &mut rng), None);
    }
    for (moves, depth) in [(0, Some(7)), (9, Some(8)), (20, Some(8)), (32, None)] {
        hold(&Connect4, &random_state(&Connect4, moves, &mut rng), depth);
    }
}

#[test]
fn several_threads_stop_in_time_and_when_cancelled_with_a_move_to_offer() {
    let jobs = NonZeroUsize::new(3).expect("a thread");
    for root in [RootMoves::Best, RootMoves::All] {
        let search = AlphaBeta { root, ..AlphaBeta::default() };
        let search = |limits: &Limits| search.search_on(jobs, &Connect4, &Connect4.start(), limits);
        let late = search(&Limits::time(Duration::from_millis(300)));
        assert!(late.stats.seconds < 5.0);
        assert!(matches!(late.verdict, Verdict::Stopped { by: Stop::Time, best: Some(_) }));
        let monitor = Arc::new(Monitor::default());
        let limits = Limits { monitor: Some(monitor.clone()), ..Limits::default() };
        let told = std::thread::scope(|scope| {
            let running = scope.spawn(|| search(&limits));
            while monitor.progress().expanded < 50_000 {
                std::thread::yield_now();
            }
            monitor.cancel();
            running.join().expect("it ends")
        });
        assert!(matches!(told.verdict, Verdict::Stopped { by: Stop::Cancelled, best: Some(_) }));
        let tight =
            search(&Limits { memory: Some(1 << 20), ..Limits::time(Duration::from_secs(1)) });
        assert!(tight.stats.peak_bytes <= 1 << 20);
    }
}
