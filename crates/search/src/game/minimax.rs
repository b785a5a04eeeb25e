//! Plain minimax.

use std::num::NonZeroUsize;

use super::share::{on_threads, part};
use super::stack::descend;
use super::value::Value;
use super::{Analysis, Event, Game, GameObserver, GameSearch, Rated, Rating};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};

/// Follows every line of play, to the end or to a depth.
///
/// A node is *visited* when its value is asked for: [`Event::Enter`] counts
/// visits. All but the root were generated, so visits are one more than
/// `generated`; those that are not leaves are `expanded`. Tic-tac-toe from the
/// empty board: 549,946 visits, 549,945 generated, 294,778 expanded, and 255,168
/// leaves, one for each possible game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minimax {
    /// How many moves to look ahead, at least one; to the end of the game if none.
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
        walk.root(state, self.ahead())
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
            Err(by) => Verdict::Stopped { by, best: None },
        };
        meter.finish(verdict)
    }
}

impl Minimax {
    /// How many moves to look ahead.
    fn ahead(&self) -> u32 {
        self.depth.map_or(u32::MAX, |depth| depth.max(1))
    }

    /// Rates `moves` on so many threads, each taking the next that is left.
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
        let (depth, most) = (self.ahead(), game.most());
        let unrated = |&mv| (Rated { mv, rating: Rating::Unrated }, part(limits, moves.len()));
        let mut parts: Vec<_> = moves.iter().map(unrated).collect();
        let end = on_threads(jobs, &mut parts, |(rated, meter)| {
            let mut walk = Walk { game, most, meter, observer: &mut () };
            rated.rating = Rating::exactly(walk.after(state, rated.mv, 1, depth - 1)?);
            Ok(())
        });
        for (_, part) in &parts {
            meter.expanded += part.expanded;
            meter.generated += part.generated;
        }
        let rated = parts.into_iter().map(|(rated, _)| rated).collect();
        let analysis = Analysis::of(rated, depth, most);
        match end {
            Ok(()) => Verdict::Solved(analysis),
            Err(by) => Verdict::Stopped { by, best: begun(analysis) },
        }
    }
}

/// What a search that was stopped has to show.
fn begun<M>(analysis: Analysis<M>) -> Option<Analysis<M>> {
    Some(analysis).filter(|it| !it.best.is_empty())
}

struct Walk<'a, G, O> {
    game: &'a G,
    most: super::Score,
    meter: &'a mut Meter,
    observer: &'a mut O,
}

impl<G: Game, O: GameObserver<G::State, G::Move>> Walk<'_, G, O> {
    fn root(&mut self, state: &G::State, depth: u32) -> Verdict<Analysis<G::Move>> {
        self.enter(state, None, 0);
        if let Some(score) = self.game.terminal(state) {
            self.observer.on(Event::Leave { state, ply: 0, value: score });
            return Verdict::Solved(Analysis::over(score));
        }
        if let Err(by) = self.meter.expand() {
            return Verdict::Stopped { by, best: None };
        }
        let unrated = |mv| Rated { mv, rating: Rating::Unrated };
        let mut moves: Vec<_> = self.game.moves(state).map(unrated).collect();
        let end = moves.iter_mut().try_for_each(|rated| {
            rated.rating = Rating::exactly(self.after(state, rated.mv, 1, depth - 1)?);
            Ok(())
        });
        let analysis = Analysis::of(moves, depth, self.most);
        if let Err(by) = end {
            return Verdict::Stopped { by, best: begun(analysis) };
        }
        let value = analysis.value.score().unwrap_or(-self.most);
        self.observer.on(Event::Leave { state, ply: 0, value });
        Verdict::Solved(analysis)
    }

    /// What `mv` is worth to the player who makes it.
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
            None if !O::WATCHES
                && let Some(ending) = self.ending(&child, depth) =>
            {
                ending
            }
            None => descend::<G::State, _>(ply, || self.expand(&child, ply, depth))?,
        };
        self.observer.on(Event::Leave { state: &child, ply, value: value.score });
        Ok(-value)
    }

    /// The value of `state` at a glance, if the game has it and it is within all limits.
    #[inline(always)]
    fn ending(&mut self, state: &G::State, depth: u32) -> Option<Value> {
        let ending = self.game.ending(state).filter(|ending| ending.depth <= depth)?;
        self.meter.expand_all(ending.expanded).then(|| {
            self.meter.generated += ending.generated;
            Value::proved(ending.score)
        })
    }

    /// The best of what the moves of `state` are worth.
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
        self.observer.on(Event::Enter { state, last, ply, alpha, beta });
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(search(0), Verdict::Stopped { by: Stop::Nodes, best: None });
        let Verdict::Stopped { by: Stop::Nodes, best: Some(best) } = search(700) else {
            panic!("700 nodes are enough for the first move and not for the second")
        };
        assert_eq!(best.moves[1].rating, Rating::Unrated);
        assert!(!best.is_proved());
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
