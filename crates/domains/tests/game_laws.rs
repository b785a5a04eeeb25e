//! A game's faster methods must agree with their default definitions.

use goalward::Rng;
use goalward::game::Game;
use goalward_domains::connect4::Connect4;
use goalward_domains::mnk::Mnk;
use goalward_domains::tictactoe::TicTacToe;

/// Checks the laws of `game` in every state of random play.
fn hold<G: Game>(game: &G, games: u64)
where
    G::Move: std::fmt::Debug,
{
    let ever_possible: Vec<_> = game.moves(&game.start()).collect();
    for seed in 0..games {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while game.terminal(&state).is_none() {
            let moves: Vec<_> = game.moves(&state).collect();
            for &mv in &ever_possible {
                assert_eq!(game.can_play(&state, mv), moves.contains(&mv), "{mv:?}");
            }
            let representative = game.representative(&state);
            assert_eq!(game.terminal(&representative), None);
            assert_eq!(game.moves(&representative).count(), moves.len());
            assert!(game.representative(&representative) == representative);
            state = game.play(&state, *rng.pick(&moves).expect("there is a move"));
        }
    }
}

#[test]
fn whether_a_move_can_be_made_and_representatives_agree_with_the_moves() {
    for size in [(1, 1, 1), (3, 5, 3), (8, 8, 5)] {
        hold(&Mnk::new(size.0, size.1, size.2).expect("a board"), 200);
    }
    hold(&TicTacToe, 3_000);
    hold(&Connect4, 300);
}
