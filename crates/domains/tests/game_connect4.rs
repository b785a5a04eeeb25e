//! Connect Four: the solver compared with known scores and with plain searches.

use std::time::{Duration, Instant};

use goalward::game::{
    AlphaBeta, Analysis, Event, Game, GameSearch, Mcts, Minimax, Rating, RootMoves,
};
use goalward::{Limits, Rng, Stop, Verdict};
use goalward_domains::connect4::{Column, Connect4, Position, Solver};

fn scored_positions() -> Vec<(Position, i32)> {
    goalward_domains::connect4::SOLVED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (moves, score) = line.split_once(' ').unwrap();
            (moves.parse().unwrap(), score.trim().parse().unwrap())
        })
        .collect()
}

/// A position that takes a few thousand nodes.
fn middle_game() -> (Position, i32) {
    let close = |(position, score): &(Position, i32)| position.discs() < 25 && score.abs() < 2;
    scored_positions().into_iter().find(close).unwrap()
}

fn analyse(search: &impl GameSearch<Connect4>, position: &Position) -> Analysis<Column> {
    search.search(&Connect4, position, &Limits::default(), &mut ()).into_solution().unwrap()
}

/// A random position with this many discs that is not over.
fn random_position(discs: u32, rng: &mut Rng) -> Position {
    let mut position = Position::EMPTY;
    while position.discs() < discs {
        let moves: Vec<_> = Connect4.moves(&position).collect();
        let next = Connect4.play(&position, *rng.pick(&moves).unwrap());
        position = if Connect4.terminal(&next).is_some() { Position::EMPTY } else { next };
    }
    position
}

#[test]
fn all_160_known_positions_are_scored_exactly() {
    let positions = scored_positions();
    assert_eq!(positions.len(), 160);
    for (position, score) in positions {
        let outcome = Solver::default().score(&position, &Limits::default());
        assert_eq!(outcome.verdict, Verdict::Solved(score), "\n{position}");
    }
}

/// A changed count must be a decision, never an accident.
#[test]
fn the_known_positions_take_this_many_nodes() {
    let count = |(position, _): (Position, i32)| {
        Solver::default().score(&position, &Limits::default()).stats.expanded
    };
    assert_eq!(scored_positions().into_iter().map(count).sum::<u64>(), 4_376_491);
}

#[test]
fn the_solver_agrees_with_alpha_beta_and_minimax_on_late_positions() {
    let mut rng = Rng::new(1);
    for discs in (26..42).chain(26..42) {
        let position = random_position(discs, &mut rng);
        let every = |root| {
            (Solver { root, ..Solver::default() }, AlphaBeta { root, ..AlphaBeta::default() })
        };
        let (solver, alpha_beta) = every(RootMoves::All);
        let wanted = analyse(&alpha_beta, &position);
        assert_eq!(analyse(&solver, &position).moves, wanted.moves, "\n{position}");
        let (solver, alpha_beta) = every(RootMoves::Best);
        for found in [analyse(&solver, &position), analyse(&alpha_beta, &position)] {
            assert_eq!((found.value, &found.best), (wanted.value, &wanted.best), "\n{position}");
            assert!(found.is_proved());
        }
        if discs >= 32 {
            assert_eq!(analyse(&Minimax::default(), &position).moves, wanted.moves);
        }
    }
}

#[test]
fn a_mirrored_position_has_the_same_score() {
    for (position, score) in scored_positions().into_iter().filter(|(at, _)| at.discs() > 24) {
        let drawn = position.to_string();
        let mirrored: Vec<String> =
            drawn.lines().take(6).map(|line| line.chars().rev().collect()).collect();
        let mirrored: Position = mirrored.join("\n").parse().unwrap();
        let outcome = Solver::default().score(&mirrored, &Limits::default());
        assert_eq!(outcome.into_solution(), Some(score));
    }
}

#[test]
fn a_position_that_is_over_or_about_to_be_needs_no_search() {
    let over: Position = "4141414".parse().unwrap();
    assert_eq!(analyse(&Solver::default(), &over), Analysis::over(-18));
    let won: Position = "414141".parse().unwrap();
    let analysis = analyse(&Solver::default(), &won);
    assert_eq!((analysis.value, analysis.best), (Rating::Exact(18), vec![Column(3)]));
    assert_eq!(analyse(&Mcts::default(), &won).best, [Column(3)]);
}

#[test]
fn stopped_on_the_empty_board_every_search_has_a_move_to_offer() {
    let time = Limits::time(Duration::from_millis(600));
    let solver = Solver::default();
    let began = Instant::now();
    let verdict = solver.search(&Connect4, &Position::EMPTY, &time, &mut ()).verdict;
    assert!(began.elapsed() < Duration::from_secs(3));
    let Verdict::Stopped { by: Stop::Time, best: Some(best) } = verdict else { panic!() };
    assert_eq!(best.moves.len(), 7);
    let nodes = Limits::nodes(200_000);
    let verdict = solver.search(&Connect4, &Position::EMPTY, &nodes, &mut ()).verdict;
    let Verdict::Stopped { by: Stop::Nodes, best: Some(best) } = verdict else { panic!() };
    assert_eq!(best.best, [Column(3)], "the centre is the only winning move");
    let alpha_beta = AlphaBeta::default();
    let verdict = alpha_beta.search(&Connect4, &Position::EMPTY, &time, &mut ()).verdict;
    assert!(matches!(verdict, Verdict::Stopped { by: Stop::Time, best: Some(_) }));
}

#[test]
fn the_solver_keeps_its_limits() {
    let (position, score) = middle_game();
    let solver = Solver::default();
    let whole = solver.search(&Connect4, &position, &Limits::default(), &mut ()).stats.expanded;
    for nodes in [0, 1, whole / 2, whole - 1] {
        let outcome = solver.search(&Connect4, &position, &Limits::nodes(nodes), &mut ());
        assert_eq!(outcome.stats.expanded, nodes);
        assert!(matches!(outcome.verdict, Verdict::Stopped { by: Stop::Nodes, .. }));
    }
    for bytes in [0, 150_000, 1_000_000] {
        let outcome = solver.search(&Connect4, &position, &Limits::memory(bytes), &mut ());
        assert!(outcome.stats.peak_bytes <= bytes);
        assert_eq!(outcome.into_solution().unwrap().value, Rating::Exact(score));
    }
}

#[test]
fn the_solver_can_be_watched() {
    let (position, _) = middle_game();
    let (mut entered, mut left, mut cut) = (0, 0, 0);
    let mut count = |event: Event<'_, Position, Column>| match event {
        Event::Enter { .. } => entered += 1,
        Event::Leave { .. } => left += 1,
        Event::Cutoff { value, beta, .. } => {
            assert!(value >= beta);
            cut += 1;
        }
        _ => {}
    };
    Solver::default().search(&Connect4, &position, &Limits::default(), &mut count);
    assert_eq!(entered, left);
    assert!(cut > 0);
}
