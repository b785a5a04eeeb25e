//! Tic-tac-toe and its larger relatives: known figures, and every search compared with plain
//! minimax.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use goalward::game::{
    AlphaBeta, Analysis, Event, Game, GameSearch, Mcts, Minimax, Random, Rating, RootMoves, Switch,
    Table,
};
use goalward::{Limits, Rng};
use goalward_domains::mnk::Mnk;
use goalward_domains::tictactoe::{Cell, Player, Position, TicTacToe};

fn analyse<G: Game>(search: &impl GameSearch<G>, game: &G, state: &G::State) -> Analysis<G::Move> {
    search.search(game, state, &Limits::default(), &mut ()).into_solution().unwrap()
}

/// Every position that play can reach, the empty board first.
fn positions() -> Vec<Position> {
    let mut seen = HashSet::from([Position::EMPTY]);
    let mut list = vec![Position::EMPTY];
    let mut next = 0;
    while let Some(&position) = list.get(next) {
        next += 1;
        if TicTacToe.terminal(&position).is_none() {
            for cell in TicTacToe.moves(&position) {
                let child = TicTacToe.play(&position, cell);
                if seen.insert(child) {
                    list.push(child);
                }
            }
        }
    }
    list
}

fn variants() -> Vec<AlphaBeta> {
    let mut variants = Vec::new();
    for deepening in [Switch::On, Switch::Off] {
        for table in [Table::Off, Table::Bytes(1 << 20)] {
            for ordering in [Switch::On, Switch::Off] {
                for root in [RootMoves::Best, RootMoves::All] {
                    variants.push(AlphaBeta { depth: None, deepening, table, ordering, root });
                }
            }
        }
    }
    variants
}

#[test]
fn minimax_from_the_empty_board_visits_549946_nodes_for_a_draw_by_nine_moves() {
    let (mut visited, mut games) = (0, 0);
    let mut count = |event: Event<'_, Position, Cell>| {
        if let Event::Enter { state, .. } = event {
            visited += 1;
            games += u32::from(TicTacToe.terminal(state).is_some());
        }
    };
    let outcome =
        Minimax::default().search(&TicTacToe, &Position::EMPTY, &Limits::default(), &mut count);
    assert_eq!((visited, games), (549_946, 255_168));
    assert_eq!((outcome.stats.generated, outcome.stats.expanded), (549_945, 294_778));
    let unwatched = Minimax::default().solve(&TicTacToe);
    assert_eq!((unwatched.stats.generated, unwatched.stats.expanded), (549_945, 294_778));
    assert_eq!(unwatched.verdict, outcome.verdict);
    let analysis = outcome.into_solution().unwrap();
    assert_eq!(analysis.value, Rating::Exact(0));
    assert_eq!(analysis.best, (0..9).map(Cell).collect::<Vec<_>>());
}

#[test]
fn there_are_5478_positions_and_765_up_to_symmetry() {
    let positions = positions();
    assert_eq!(positions.len(), 5_478);
    let distinct: HashSet<_> =
        positions.iter().map(|position| TicTacToe.representative(position)).collect();
    assert_eq!(distinct.len(), 765);
}

#[test]
fn every_variant_of_alpha_beta_agrees_with_minimax_on_all_positions() {
    let variants = variants();
    for position in positions() {
        let wanted = analyse(&Minimax::default(), &TicTacToe, &position);
        for variant in &variants {
            let found = analyse(variant, &TicTacToe, &position);
            assert_eq!(found.value, wanted.value, "{variant:?}\n{position}");
            assert_eq!(found.best, wanted.best, "{variant:?}\n{position}");
            if variant.root == RootMoves::All {
                assert_eq!(found.moves, wanted.moves, "{variant:?}\n{position}");
            }
        }
    }
}

/// A changed count must be a decision, never an accident.
#[test]
fn node_counts_from_the_empty_board_are_these() {
    let count = |deepening, table, ordering| {
        let variant = AlphaBeta { deepening, table, ordering, ..AlphaBeta::default() };
        let stats = variant.solve(&TicTacToe).stats;
        (stats.expanded, stats.generated)
    };
    let table = AlphaBeta::default().table;
    let counts = [
        count(Switch::Off, Table::Off, Switch::Off),
        count(Switch::Off, Table::Off, Switch::On),
        count(Switch::Off, table, Switch::Off),
        count(Switch::Off, table, Switch::On),
        count(Switch::On, table, Switch::On),
    ];
    assert_eq!(counts, [(16398, 27565), (6902, 11196), (473, 1013), (275, 608), (728, 2001)]);
}

#[test]
fn three_in_a_row_on_three_by_three_is_tic_tac_toe() {
    let mnk = Mnk::new(3, 3, 3).unwrap();
    for position in positions() {
        let same = mnk.read(&position.text()).unwrap();
        assert_eq!(mnk.terminal(&same), TicTacToe.terminal(&position));
        assert_eq!(mnk.board(&same).to_string(), position.to_string());
        let (found, wanted) = (
            analyse(&AlphaBeta::default(), &mnk, &same),
            analyse(&AlphaBeta::default(), &TicTacToe, &position),
        );
        assert_eq!((found.value, found.best), (wanted.value, wanted.best));
    }
    assert_eq!(Minimax::default().solve(&mnk).stats.generated, 549_945);
}

#[test]
fn known_larger_games_have_their_known_values() {
    for (rows, columns, k, value) in
        [(1, 1, 1, 1), (2, 2, 2, 1), (3, 4, 3, 1), (4, 4, 3, 1), (4, 4, 4, 0), (1, 9, 3, 0)]
    {
        let game = Mnk::new(rows, columns, k).unwrap();
        let analysis = AlphaBeta { deepening: Switch::Off, ..AlphaBeta::default() }.solve(&game);
        let found = analysis.into_solution().unwrap().value;
        assert_eq!(found, Rating::Exact(value), "{rows},{columns},{k}");
    }
}

type Mover<'a> = dyn Fn(&Position) -> Analysis<Cell> + 'a;

/// Plays one game, X by the first and O by the second, and says how it ended.
fn play(players: [&Mover; 2], rng: &mut Rng) -> (Option<Player>, Vec<Cell>) {
    let mut position = Position::EMPTY;
    let mut moves = Vec::new();
    while TicTacToe.terminal(&position).is_none() {
        let analysis = players[moves.len() % 2](&position);
        let cell = analysis.choose(rng).unwrap();
        position = TicTacToe.play(&position, cell);
        moves.push(cell);
    }
    (position.winner(), moves)
}

/// The engine, which analyses each position once.
fn engine() -> impl Fn(&Position) -> Analysis<Cell> {
    let known = RefCell::new(HashMap::new());
    move |&position| {
        let analyse = || analyse(&AlphaBeta::default(), &TicTacToe, &position);
        known.borrow_mut().entry(position).or_insert_with(analyse).clone()
    }
}

fn random(position: &Position) -> Analysis<Cell> {
    analyse(&Random, &TicTacToe, position)
}

#[test]
fn the_engine_never_loses_to_random_play_in_ten_thousand_games_from_either_side() {
    let mut rng = Rng::new(1);
    let engine = engine();
    let mut won = [0; 2];
    for _ in 0..10_000 {
        let (winner, _) = play([&engine, &random], &mut rng);
        assert_ne!(winner, Some(Player::O));
        won[0] += u32::from(winner == Some(Player::X));
        let (winner, _) = play([&random, &engine], &mut rng);
        assert_ne!(winner, Some(Player::X));
        won[1] += u32::from(winner == Some(Player::O));
    }
    assert!(won[0] > 8_000 && won[1] > 6_000, "{won:?}");
}

#[test]
fn the_engine_always_draws_against_itself() {
    let mut rng = Rng::new(2);
    let engine = engine();
    for _ in 0..500 {
        assert_eq!(play([&engine, &engine], &mut rng).0, None);
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| {
        let mcts = Mcts { playouts: 50, seed, ..Mcts::default() };
        let playouts = |position: &Position| analyse(&mcts, &TicTacToe, position);
        play([&playouts, &random], &mut Rng::new(seed)).1
    };
    assert_eq!(game(3), game(3));
    assert!((4..20).any(|seed| game(seed) != game(3)));
}

#[test]
fn playouts_find_the_best_move_and_take_immediate_wins() {
    let best = |text: &str| {
        let mcts = Mcts { playouts: 3_000, ..Mcts::default() };
        analyse(&mcts, &TicTacToe, &text.parse().unwrap()).best
    };
    assert_eq!(best("XX.OO...."), [Cell(2)]);
    assert_eq!(best("XX..O...."), [Cell(2)], "it stops the other's win");
    assert_eq!(best("X........"), [Cell(4)]);
}

/// If this fails, playouts have changed on this machine or everywhere.
#[test]
fn playouts_of_a_seed_are_these_for_ever() {
    let analysis = Mcts { playouts: 200, ..Mcts::default() }.solve(&TicTacToe).into_solution();
    let visits = analysis.unwrap().moves.into_iter().map(|rated| match rated.rating {
        Rating::Mean { playouts, .. } => playouts,
        _ => 0,
    });
    assert_eq!(visits.collect::<Vec<_>>(), [5, 7, 21, 4, 72, 18, 39, 8, 25]);
}
