//! The sums and proofs of Monte Carlo tree search on random games.

use goalward::game::{Analysis, Event, Game, GameSearch, Mcts, Minimax, Random, Rating, agreement};
use goalward::{Limits, Rng, Verdict};

/// A game of at most this many moves on an acyclic graph; its ends and their values are random.
struct Walk {
    seed: u64,
    length: u32,
}

impl Walk {
    fn rng(&self, &(ply, node): &(u32, u32)) -> Rng {
        Rng::stream(self.seed, u64::from(ply) << 32 | u64::from(node))
    }
}

impl Game for Walk {
    type State = (u32, u32);
    type Move = u32;

    fn start(&self) -> (u32, u32) {
        (0, 0)
    }
    fn moves(&self, state: &(u32, u32)) -> impl Iterator<Item = u32> {
        0..1 + self.rng(state).below(3) as u32
    }
    fn play(&self, &(ply, node): &(u32, u32), mv: u32) -> (u32, u32) {
        (ply + 1, (node * 3 + mv * 5) % 11)
    }
    fn terminal(&self, state: &(u32, u32)) -> Option<i32> {
        let mut rng = self.rng(state);
        rng.bits();
        let over = state.0 == self.length || state.0 > 0 && rng.below(5) == 0;
        over.then(|| rng.below(7) as i32 - 3)
    }
    fn evaluate(&self, state: &(u32, u32)) -> i32 {
        self.rng(state).below(5) as i32 - 2
    }
}

/// The sum of the playout results, if it is not a proof.
fn sum(rating: Rating) -> f64 {
    match rating {
        Rating::Mean { mean, playouts } => mean * playouts as f64,
        Rating::Unrated => 0.0,
        other => panic!("{other:?}"),
    }
}

fn playouts(rating: Rating) -> u64 {
    match rating {
        Rating::Mean { playouts, .. } => playouts,
        Rating::Unrated => 0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_visits_of_the_moves_are_those_of_the_root() {
    for seed in 0..100 {
        // Long enough that nothing is proved near the root.
        let game = Walk { seed, length: 40 };
        for count in [1, 2, 3, 10, 100] {
            let mcts = Mcts { playouts: count, seed, ..Mcts::default() };
            let mut first = None;
            let mut watch = |event: Event<'_, (u32, u32), u32>| {
                if let Event::Playout { score, ply: 0, .. } = event {
                    first = Some(score.signum());
                }
            };
            let outcome = mcts.search(&game, &game.start(), &Limits::default(), &mut watch);
            let expanded = outcome.stats.expanded;
            let Analysis { value, best, moves, .. } = outcome.into_solution().unwrap();
            let visits: u64 = moves.iter().map(|rated| playouts(rated.rating)).sum();
            assert_eq!(playouts(value), expanded);
            assert!(expanded <= count);
            // The first playout is the root's own.
            assert_eq!(visits + u64::from(expanded > 0), expanded);
            assert!(!best.is_empty());
            let root_proved = matches!(value, Rating::Mean { mean, .. } if mean.abs() == 1.0);
            let proved = |rating| matches!(rating, Rating::Mean { mean, playouts } if mean.fract() == 0.0 && playouts > 0);
            let any_proved = root_proved || moves.iter().any(|rated| proved(rated.rating));
            // There is none if the ends that the moves lead to prove the root immediately.
            if let Some(first) = first.filter(|_| !any_proved) {
                let of_moves: f64 = moves.iter().map(|rated| sum(rated.rating)).sum();
                let own = f64::from(first);
                assert!((sum(value) - of_moves - own).abs() < 1e-6, "{value:?} {moves:?}");
            }
        }
    }
}

#[test]
fn what_is_proved_is_so() {
    let mut proofs = 0;
    for seed in 0..400 {
        let game = Walk { seed, length: 5 };
        let exact = Minimax::default().solve(&game).into_solution().unwrap();
        let value = exact.value.score().unwrap();
        let mcts = Mcts { playouts: 4_000, seed, ..Mcts::default() };
        let outcome = mcts.solve(&game);
        // It ends before using all its playouts only with a proof.
        if outcome.stats.expanded < 4_000 {
            proofs += 1;
            let found = outcome.into_solution().unwrap();
            let Rating::Mean { mean, .. } = found.value else { panic!() };
            assert_eq!(mean, f64::from(value.signum()));
            let score =
                |mv| exact.moves.iter().find(|rated| rated.mv == mv).unwrap().rating.score();
            assert!(found.best.iter().all(|&mv| score(mv).unwrap().signum() == value.signum()));
        }
    }
    assert!(proofs > 300, "{proofs}");
}

#[test]
fn any_move_is_as_good_as_another_to_chance() {
    let game = Walk { seed: 3, length: 9 };
    let found = Random.solve(&game).into_solution().unwrap();
    assert!(found.best.iter().copied().eq(game.moves(&game.start())));
    assert_eq!(found.value, Rating::Unrated);
}

#[test]
fn agreement_counts_every_position_once_and_names_the_worst() {
    for seed in 0..50 {
        let game = Walk { seed, length: 6 };
        let exact = |state: &(u32, u32)| {
            let outcome = Minimax::default().search(&game, state, &Limits::default(), &mut ());
            outcome.into_solution().unwrap().value.score()
        };
        let (mut looked, mut worst, mut right) = (0, None, 0);
        let found = agreement(&game, 40, 3, seed, &Limits::default(), |state| {
            looked += 1;
            if looked % 5 == 0 {
                return None;
            }
            assert_eq!(game.terminal(state), None);
            let (score, estimate) = (exact(state).unwrap(), game.evaluate(state));
            right += u64::from(score.signum() == estimate.signum());
            if score.signum() * estimate.signum() < 0 {
                worst = worst.max(Some(estimate.abs()));
            }
            Some(score)
        });
        assert_eq!((found.positions() + found.unsolved, found.right()), (looked, right));
        assert_eq!(found.unsolved, looked / 5);
        assert_eq!(found.worst.as_ref().map(|it| it.estimate.abs()), worst);
        assert!(found.reversed() <= found.positions() - found.right());
        let part = agreement(&game, 40, 3, seed, &Limits::nodes(7), exact);
        assert!(part.stopped.is_some() && part.positions() <= 7);
        assert!(matches!(Minimax::default().solve(&game).verdict, Verdict::Solved(_)));
    }
}
