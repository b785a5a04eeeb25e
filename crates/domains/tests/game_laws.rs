//! What a game may say in a quicker way must be what it says the plain way.

use std::cmp::Reverse;

use goalward::Rng;
use goalward::game::Game;
use goalward_domains::connect4::Connect4;
use goalward_domains::mnk::Mnk;
use goalward_domains::tictactoe::TicTacToe;

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
            let is_sorted = promising.is_sorted_by_key(|&mv| Reverse(game.promise(&state, mv)));
            assert!(is_sorted || !G::SORTED);
            assert_eq!(by_promise(promising), by_promise(moves.clone()));
            state = game.play(&state, *rng.pick(&moves).expect("there is a move"));
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
    hold(&TicTacToe, 3_000, &TicTacToe.moves(&TicTacToe.start()).collect::<Vec<_>>());
    hold(&Connect4, 300, &Connect4.moves(&Connect4.start()).collect::<Vec<_>>());
}
