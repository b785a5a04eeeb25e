//! What a game may say in a quicker way must be what it says the plain way.

use std::cmp::Reverse;

use goalward::game::{AlphaBeta, Game, GameSearch, Score, Switch, Table};
use goalward::{Rng, Stats};
use goalward_domains::connect4::Connect4;
use goalward_domains::mnk::Mnk;
use goalward_domains::tictactoe::{Cell, Position, TicTacToe};

/// Holds `game` to its laws in every state of random play.
fn hold<G: Game>(game: &G, games: u64, ever_possible: &[G::Move])
where
    G::Move: std::fmt::Debug,
{
    for seed in 0..games {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while game.terminal(&state).is_none() {
            let moves: Vec<_> = game.moves(&state).collect();
            for &mv in ever_possible {
                assert_eq!(game.can_play(&state, mv), moves.contains(&mv));
            }
            let by_promise = |mut moves: Vec<G::Move>| {
                moves.sort_by_key(|&mv| Reverse(game.promise(&state, mv)));
                moves
            };
            let promising: Vec<_> = game.promising_moves(&state).collect();
            assert_eq!(by_promise(promising), by_promise(moves.clone()));
            hold_sorted(game, &state, ever_possible, &mut rng);
            state = game.play(&state, *rng.pick(&moves).expect("there is a move"));
        }
    }
}

/// Holds `game`, if it sorts its moves, to their order with some move to try first and some killers.
fn hold_sorted<G: Game>(game: &G, state: &G::State, ever_possible: &[G::Move], rng: &mut Rng)
where
    G::Move: std::fmt::Debug,
{
    let mut any = || *rng.pick(ever_possible).expect("there is a move");
    for (has_first, has_killers) in [(false, false), (true, false), (false, true), (true, true)] {
        let (first, killers) = (has_first.then(&mut any), has_killers.then(|| [any(), any()]));
        let Some(found) = game.sorted_moves(state, first, killers) else { return };
        let mut wanted: Vec<_> = game.moves(state).collect();
        wanted.sort_by_key(|&mv| {
            let is_killer = |index: usize| killers.is_some_and(|them| them[index] == mv);
            Reverse((first == Some(mv), game.promise(state, mv), is_killer(0), is_killer(1)))
        });
        assert_eq!(found.collect::<Vec<_>>(), wanted, "{first:?} first, killers {killers:?}");
    }
}

/// Tic-tac-toe that leaves its moves to be sorted by others.
struct Plain;

impl Game for Plain {
    type State = Position;
    type Move = Cell;

    fn start(&self) -> Position {
        TicTacToe.start()
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        TicTacToe.moves(position)
    }

    fn play(&self, position: &Position, cell: Cell) -> Position {
        TicTacToe.play(position, cell)
    }

    fn terminal(&self, position: &Position) -> Option<Score> {
        TicTacToe.terminal(position)
    }

    fn promise(&self, position: &Position, cell: Cell) -> i32 {
        TicTacToe.promise(position, cell)
    }

    fn most(&self) -> Score {
        TicTacToe.most()
    }

    fn representative(&self, position: &Position) -> Position {
        TicTacToe.representative(position)
    }

    fn key(&self, position: &Position) -> u64 {
        TicTacToe.key(position)
    }
}

#[test]
fn a_search_is_the_same_whether_it_sorts_the_moves_or_the_game_does() {
    for depth in (1..9).map(Some).chain([None]) {
        for table in [Table::Off, Table::Bytes(1 << 20)] {
            for deepening in [Switch::On, Switch::Off] {
                let search = AlphaBeta { depth, table, deepening, ..AlphaBeta::default() };
                let (by_game, by_search) = (search.solve(&TicTacToe), search.solve(&Plain));
                assert_eq!(by_game.verdict, by_search.verdict);
                let counts = |stats: Stats| [stats.expanded, stats.generated, stats.peak_stored];
                assert_eq!(counts(by_game.stats), counts(by_search.stats));
            }
        }
    }
}

#[test]
fn whether_a_move_can_be_made_and_which_promise_most_agree_with_the_moves() {
    let first_moves = |game: &Mnk| game.moves(&game.start()).collect::<Vec<_>>();
    for size in [(1, 1, 1), (3, 5, 3), (8, 8, 5)] {
        let game = Mnk::new(size.0, size.1, size.2).expect("a board");
        hold(&game, 200, &first_moves(&game));
    }
    let cells: Vec<_> = TicTacToe.moves(&TicTacToe.start()).collect();
    hold(&TicTacToe, 3_000, &cells);
    hold(&Connect4, 300, &Connect4.moves(&Connect4.start()).collect::<Vec<_>>());
}
