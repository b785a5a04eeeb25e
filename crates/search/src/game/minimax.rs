//! Plain minimax.

use std::num::NonZeroUsize;

use super::share::{on_threads, part};
use super::stack::descend;
use super::value::Value;
use super::{Analysis, Event, Game, GameObserver, GameSearch, Rated, Rating, Score};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};

/// Follows every line of play, to the end or to a depth.
///
/// A node is *visited* when its value is requested: [`Event::Enter`] counts visits. All but the
/// root were generated, so visits are one more than `generated`; those that are not leaves are
/// `expanded`. Tic-tac-toe from the empty board: 549,946 visits, 549,945 generated, 294,778
/// expanded, and 255,168 leaves, one for each possible game.
///
/// A stopped search returns the best of the moves that it has finished; nothing is known about the
/// others. If it has finished none, each move is rated by looking one move ahead, which is not
/// counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minimax {
    /// How many moves to look ahead, at least one; `None`, the default, looks to the end of the
    /// game.
    pub depth: Option<u32>,
}

impl<G: Game> GameSearch<G> for Minimax {
    const SHARES: bool = true;

    fn analyse<O>(
        &self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Verdict<Analysis<G::Move>>
    where
        O: GameObserver<G::State, G::Move>,
    {
        let mut walk = Walk { game, most: game.most(), meter, observer };
        walk.root(state, self.depth)
    }

    fn search_on(
        &self,
        jobs: NonZeroUsize,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Outcome<Analysis<G::Move>>
    where
        G: Sync,
        G::State: Send + Sync,
        G::Move: Send + Sync,
    {
        let over = game.terminal(state).is_some();
        let moves: Vec<_> = if over { vec![] } else { game.moves(state).collect() };
        let jobs = jobs.get().min(moves.len());
        if jobs < 2 || limits.nodes.is_some() {
            return self.search(game, state, limits, &mut ());
        }
        let mut meter = Meter::new(limits);
        let verdict = match meter.expand() {
            Ok(()) => self.share(jobs, game, state, &moves, limits, &mut meter),
            Err(by) => Verdict::Stopped { by, best: Some(Analysis::glance(game, state)) },
        };
        meter.finish(verdict)
    }
}

impl Minimax {
    /// Rates `moves` on `jobs` threads, each taking the next remaining move.
    fn share<G>(
        &self,
        jobs: usize,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        limits: &Limits,
        meter: &mut Meter,
    ) -> Verdict<Analysis<G::Move>>
    where
        G: Game<State: Sync, Move: Send + Sync> + Sync,
    {
        let (ahead, most) = (ahead(self.depth), game.most());
        let unrated = |&mv| (Rated { mv, rating: Rating::Unrated }, part(limits, moves.len()));
        let mut parts: Vec<_> = moves.iter().map(unrated).collect();
        let end = on_threads(jobs, &mut parts, |(rated, meter)| {
            let mut walk = Walk { game, most, meter, observer: &mut () };
            rated.rating = Rating::exactly(walk.after(state, rated.mv, 1, ahead - 1)?);
            Ok(())
        });
        for (_, part) in &parts {
            meter.expanded += part.expanded;
            meter.generated += part.generated;
        }
        let rated = parts.into_iter().map(|(rated, _)| rated).collect();
        let analysis = Analysis::of(rated, self.depth.map(|_| ahead), most);
        match end {
            Ok(()) => Verdict::Solved(analysis),
            Err(by) => Verdict::Stopped { by, best: Some(analysis.or_glance(game, state)) },
        }
    }
}

/// How many moves to look ahead: more than the length of any game, to look to the end.
fn ahead(depth: Option<u32>) -> u32 {
    depth.map_or(u32::MAX, |depth| depth.max(1))
}

struct Walk<'a, G, O> {
    game: &'a G,
    most: Score,
    meter: &'a mut Meter,
    observer: &'a mut O,
}

impl<G: Game, O: GameObserver<G::State, G::Move>> Walk<'_, G, O> {
    fn root(&mut self, state: &G::State, depth: Option<u32>) -> Verdict<Analysis<G::Move>> {
        self.enter(state, None, 0);
        if let Some(score) = self.game.terminal(state) {
            self.leave(state, 0, score);
            return Verdict::Solved(Analysis::over(score));
        }
        let ahead = ahead(depth);
        let unrated = |mv| Rated { mv, rating: Rating::Unrated };
        let mut moves: Vec<_> = self.game.moves(state).map(unrated).collect();
        let end = self.meter.expand().and_then(|()| {
            moves.iter_mut().try_for_each(|rated| {
                rated.rating = Rating::exactly(self.after(state, rated.mv, 1, ahead - 1)?);
                Ok(())
            })
        });
        let analysis = Analysis::of(moves, depth.map(|_| ahead), self.most);
        if let Err(by) = end {
            return Verdict::Stopped { by, best: Some(analysis.or_glance(self.game, state)) };
        }
        self.leave(state, 0, analysis.value.score().unwrap_or(-self.most));
        Verdict::Solved(analysis)
    }

    /// The value of `mv` for the player who makes it.
    #[inline(always)]
    fn after(
        &mut self,
        state: &G::State,
        mv: G::Move,
        ply: u32,
        depth: u32,
    ) -> Result<Value, Stop> {
        self.meter.generated += 1;
        let child = self.game.play(state, mv);
        self.enter(&child, Some(mv), ply);
        let value = match self.game.terminal(&child) {
            Some(score) => Value::proved(score),
            None if depth == 0 => Value::estimate(self.game.evaluate(&child)),
            None => descend::<G::State, _>(ply, || self.expand(&child, ply, depth))?,
        };
        self.leave(&child, ply, value.score);
        Ok(-value)
    }

    /// The highest value of the moves of `state`.
    #[inline(never)]
    fn expand(&mut self, state: &G::State, ply: u32, depth: u32) -> Result<Value, Stop> {
        self.meter.expand()?;
        let mut best = Value::proved(-self.most);
        for mv in self.game.moves(state) {
            best = best.or(self.after(state, mv, ply + 1, depth - 1)?);
        }
        Ok(best)
    }

    #[inline]
    fn enter(&mut self, state: &G::State, last: Option<G::Move>, ply: u32) {
        let (alpha, beta) = (-self.most, self.most);
        self.meter.tell(self.observer, Event::Enter { state, last, ply, alpha, beta });
    }

    #[inline]
    fn leave(&mut self, state: &G::State, ply: u32, value: Score) {
        self.meter.tell(self.observer, Event::Leave { state, ply, value });
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Duration;

    use super::super::synthetic::{Maze, Take};
    use super::*;

    #[test]
    fn taking_matches_is_lost_from_every_multiple_of_four() {
        for matches in 1..=16 {
            let analysis = Minimax::default().solve(&Take(matches)).into_solution().unwrap();
            let lost = matches % 4 == 0;
            assert_eq!(analysis.value, Rating::Exact(if lost { -1 } else { 1 }), "{matches}");
            if !lost {
                assert_eq!(analysis.best, [matches % 4]);
            }
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_outcome_of_one() {
        for (seed, most) in (0..40).zip([1, 3, 20].into_iter().cycle()) {
            let maze = Maze { seed, width: 6, branching: 4, length: 6, most };
            for depth in [None, Some(1), Some(4)] {
                let minimax = Minimax { depth };
                for limits in [Limits::default(), Limits::nodes(9), Limits::time(Duration::ZERO)] {
                    let one = minimax.search(&maze, &maze.start(), &limits, &mut ());
                    for jobs in [1, 2, 3, 8] {
                        let jobs = NonZeroUsize::new(jobs).unwrap();
                        let some = minimax.search_on(jobs, &maze, &maze.start(), &limits);
                        assert_eq!(some.verdict, one.verdict);
                        assert_eq!(some.stats.expanded, one.stats.expanded);
                        assert_eq!(some.stats.generated, one.stats.generated);
                    }
                }
            }
        }
    }

    #[test]
    fn a_short_look_ahead_gives_estimates_and_a_long_one_proofs() {
        let value = |depth| {
            let minimax = Minimax { depth: Some(depth) };
            minimax.solve(&Take(5)).into_solution().unwrap().value
        };
        assert_eq!(value(0), value(1));
        assert_eq!(value(2), Rating::Estimate(0));
        assert_eq!(value(5), Rating::Exact(1));
    }

    #[test]
    fn a_stopped_search_keeps_the_moves_it_finished() {
        let search = |nodes| {
            Minimax::default().search(&Take(12), &12, &Limits::nodes(nodes), &mut ()).verdict
        };
        let Verdict::Stopped { by: Stop::Nodes, best: Some(best) } = search(700) else {
            panic!("700 nodes are enough for the first move and not for the second")
        };
        assert_eq!((&best.best[..], best.depth), (&[1][..], None));
        assert_eq!(best.moves[1].rating, Rating::Unrated);
        assert!(!best.is_proved());
    }

    #[test]
    fn a_search_stopped_inside_its_first_move_looks_one_move_ahead() {
        let best = |matches, nodes| {
            let limits = Limits::nodes(nodes);
            let outcome = Minimax::default().search(&Take(matches), &matches, &limits, &mut ());
            assert_eq!(outcome.stats.expanded, nodes);
            let Verdict::Stopped { by: Stop::Nodes, best: Some(best) } = outcome.verdict else {
                panic!("this node limit is too high")
            };
            best
        };
        for nodes in [0, 1, 5] {
            let found = best(12, nodes);
            assert_eq!((&found.best[..], found.depth), (&[1, 2, 3][..], Some(1)));
            assert!(found.moves.iter().all(|rated| rated.rating == Rating::Estimate(0)));
        }
        let won = best(3, 1);
        assert_eq!((&won.best[..], won.value), (&[3][..], Rating::Exact(1)));
    }

    #[test]
    fn a_watcher_may_end_the_search() {
        let mut told = 0;
        let mut watch = |_: Event<'_, u32, u32>| {
            told += 1;
            if told == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let outcome = Minimax::default().search(&Take(30), &30, &Limits::default(), &mut watch);
        let Verdict::Stopped { by: Stop::Cancelled, best: Some(best) } = outcome.verdict else {
            panic!("the search was stopped")
        };
        assert_eq!((told, best.moves.len()), (50, 3));
        assert!(outcome.stats.expanded <= 50);
    }

    #[test]
    fn a_game_of_a_million_moves_does_not_overflow_the_stack() {
        struct Countdown;
        impl Game for Countdown {
            type State = u32;
            type Move = ();
            fn start(&self) -> u32 {
                1_000_000
            }
            fn moves(&self, _: &u32) -> impl Iterator<Item = ()> {
                std::iter::once(())
            }
            fn play(&self, state: &u32, _: ()) -> u32 {
                state - 1
            }
            fn terminal(&self, &state: &u32) -> Option<i32> {
                (state == 0).then_some(-1)
            }
        }
        let analysis = Minimax::default().solve(&Countdown).into_solution().unwrap();
        assert_eq!(analysis.value, Rating::Exact(-1));
    }
}
