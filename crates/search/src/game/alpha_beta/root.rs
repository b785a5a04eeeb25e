//! The root: iterative deepening and its result.

use std::cmp::Reverse;

use super::super::{Analysis, Game, Rated, Rating};
use super::order::{Order, Picks};
use super::{AlphaBeta, Switch};
use crate::run::{Stop, Verdict};

/// Larger than the length of any game.
const TO_THE_END: u32 = u32::MAX;

/// Rates moves of the root, looking this far ahead. It is dynamic, so that its caller is compiled
/// only once.
type Rate<'a, M> = &'a mut dyn FnMut(u32, &mut [(M, Rating)]) -> Result<(), Stop>;

impl AlphaBeta {
    /// Calls `rate` on the moves of `state`, one depth after another, until everything is proved,
    /// the last depth is finished or a limit is reached.
    pub(super) fn deepen<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        rate: Rate<'_, G::Move>,
    ) -> Verdict<Analysis<G::Move>> {
        let last = self.depth.map_or(TO_THE_END, |depth| depth.max(1));
        let mut depth = match self.deepening {
            Switch::On => 1,
            Switch::Off => last,
        };
        let is_ordered = self.is_ordered();
        let mut order = moves(game, state, is_ordered);
        let mut finished: Option<Vec<_>> = None;
        loop {
            for (_, rating) in &mut order {
                *rating = Rating::Unrated;
            }
            if let Err(by) = rate(depth, &mut order) {
                let best = match &finished {
                    Some(order) => report(game, state, order, depth - 1),
                    None => report(game, state, &order, depth).or_glance(game, state),
                };
                return Verdict::Stopped { by, best: Some(best) };
            }
            if depth == last || order.iter().all(|(_, rating)| rating.is_proved()) {
                return Verdict::Solved(report(game, state, &order, depth));
            }
            finished.get_or_insert_default().clone_from(&order);
            if is_ordered {
                sort(&mut order);
            }
            depth += 1;
        }
    }
}

/// Sorts by descending score; the sort is stable. It is compiled once for all ways to rate the
/// moves.
fn sort<M>(order: &mut [(M, Rating)]) {
    order.sort_by_key(|(_, rating)| Reverse(rating.score()));
}

/// The moves of the root in the order to try them.
fn moves<G: Game>(game: &G, state: &G::State, is_ordered: bool) -> Vec<(G::Move, Rating)> {
    let unrated = |mv| (mv, Rating::Unrated);
    if !is_ordered {
        return game.moves(state).map(unrated).collect();
    }
    let mut order = Order::default();
    let mut picks = Picks::new(game, state, None, None, true);
    std::iter::from_fn(|| picks.next(&mut order)).map(unrated).collect()
}

/// Combines moves, rated in any order, into an analysis.
fn report<G: Game>(
    game: &G,
    state: &G::State,
    order: &[(G::Move, Rating)],
    depth: u32,
) -> Analysis<G::Move> {
    let rated = |mv| {
        let found = order.iter().find(|(rated, _)| *rated == mv);
        Rated { mv, rating: found.map_or(Rating::Unrated, |(_, rating)| *rating) }
    };
    let depth = Some(depth).filter(|&depth| depth < TO_THE_END);
    Analysis::of(game.moves(state).map(rated).collect(), depth, game.most())
}
