//! The moves of the root, divided among threads.
//!
//! What alpha-beta prunes depends on the moves searched before, so several threads cannot reproduce
//! the search of one thread, but the result can be the same for any number of them. The first move
//! is rated alone, then the others four at a time, whatever the number of threads, each with its
//! own table. The results of a round are merged in order into a common table, which the next round
//! reads. Separate tables throughout took twice the nodes of one thread on m,n,k-games; rounds take
//! a third more.

use std::cmp::Reverse;

use super::super::share::{on_threads, part};
use super::super::table::Store;
use super::super::{Analysis, Game, Rating, Score};
use super::order::Order;
use super::{AlphaBeta, RootMoves, Walk};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};

/// How many moves are rated at a time, however many threads there are. More would keep more threads
/// busy, but duplicate more work.
const ROUND: usize = 4;

/// If the previous depth took fewer nodes than this, threads do not pay off.
const FEW: u64 = 5_000;

type Known<G> = Store<<G as Game>::State, <G as Game>::Move>;

/// A move of the root.
///
/// While it is rated it reads the common table and fills its own, so its result does not depend on
/// which thread rates it, or when.
struct Part<G: Game> {
    mv: G::Move,
    /// The representative of the state that the move leads to.
    representative: G::State,
    rating: Rating,
    meter: Meter,
    table: Known<G>,
    order: Order<G::Move>,
}

/// All moves of the root.
struct Group<'a, G: Game> {
    settings: &'a AlphaBeta,
    game: &'a G,
    state: &'a G::State,
    jobs: usize,
    /// Counts the root and all work done outside the parts.
    meter: Meter,
    /// The results of earlier rounds.
    table: Known<G>,
    parts: Vec<Part<G>>,
    /// How many nodes the last depth took.
    last: Option<u64>,
}

impl AlphaBeta {
    /// Does what a search on one thread does. Half of the memory is for the common table, and half
    /// for the tables of the parts.
    pub(super) fn share<G>(
        &self,
        jobs: usize,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Outcome<Analysis<G::Move>>
    where
        G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
    {
        let one = |mv| Part {
            mv,
            representative: game.representative(&game.play(state, mv)),
            rating: Rating::Unrated,
            meter: part(limits, 2 * ROUND),
            table: Store::new(0),
            order: Order::default(),
        };
        let mut group = Group {
            settings: self,
            game,
            state,
            jobs,
            meter: part(limits, 2),
            table: self.part_of_table(2),
            parts: game.moves(state).map(one).collect(),
            last: None,
        };
        let mut rate = |depth, order: &mut [_]| group.rate(depth, order);
        let verdict = self.deepen(game, state, &mut rate);
        group.finish(verdict)
    }
}

impl<G: Game<State: Send + Sync, Move: Send + Sync> + Sync> Group<'_, G> {
    /// Rates the moves of the root in this order.
    fn rate(&mut self, depth: u32, order: &mut [(G::Move, Rating)]) -> Result<(), Stop> {
        for (place, (mv, _)) in order.iter().enumerate() {
            let found = self.parts[place..].iter().position(|part| part.mv == *mv);
            self.parts.swap(place, place + found.expect("the moves are always the same"));
            self.parts[place].rating = Rating::Unrated;
        }
        let before = self.expanded();
        let end = self.rate_parts(depth);
        self.last = Some(self.expanded() - before);
        for ((_, rating), part) in order.iter_mut().zip(&self.parts) {
            *rating = part.rating;
        }
        end
    }

    /// Rates the parts in rounds. Unless every move gets a score, the first is alone in its round,
    /// and the others are given the score that they have to reach. With a table, only one of
    /// several moves that lead to the same state up to symmetry is searched.
    fn rate_parts(&mut self, depth: u32) -> Result<(), Stop> {
        let Group { settings, game, state, jobs, meter, table, parts, last } = self;
        let jobs = if last.is_some_and(|nodes| nodes < FEW) { 1 } else { *jobs };
        let twin = |part: &Part<G>, before: &[Part<G>]| {
            let is_same = |other: &Part<G>| other.representative == part.representative;
            before.iter().position(is_same).filter(|_| settings.has_table())
        };
        let places = parts.iter().enumerate();
        let twins: Vec<_> = places.map(|(place, part)| twin(part, &parts[..place])).collect();
        let mut task = Task { settings, game: *game, state, depth, alpha: -game.most() };
        let mut size = if settings.root == RootMoves::Best { 1 } else { ROUND };
        meter.expand()?;
        let distinct = parts.iter_mut().zip(&twins).filter(|(_, twin)| twin.is_none());
        let mut left: Vec<_> = distinct.map(|(part, _)| part).collect();
        let mut left = &mut left[..];
        while !left.is_empty() {
            let (round, later) = left.split_at_mut(size.min(left.len()));
            if let [part] = round {
                let Part { mv, order, .. } = part;
                part.rating = task.rate(*mv, order, meter, table, None)?;
            } else {
                on_threads(jobs, round, |part| part.rate(&task, table))?;
            }
            for part in round {
                part.hand_over(*game, meter, table);
                if let (RootMoves::Best, Some(score)) = (settings.root, part.rating.score()) {
                    task.alpha = task.alpha.max(score - 1);
                }
            }
            (left, size) = (later, ROUND);
        }
        for (place, twin) in twins.into_iter().enumerate() {
            if let Some(twin) = twin {
                parts[place].rating = parts[twin].rating;
            }
        }
        Ok(())
    }

    fn expanded(&self) -> u64 {
        self.meter.expanded + self.parts.iter().map(|part| part.meter.expanded).sum::<u64>()
    }

    fn finish(mut self, verdict: Verdict<Analysis<G::Move>>) -> Outcome<Analysis<G::Move>> {
        self.table.release(&mut self.meter);
        let Outcome { verdict, mut stats } = self.meter.finish(verdict);
        let counted = |mut part: Part<G>| {
            part.table.release(&mut part.meter);
            part.meter.finish(Verdict::<()>::Unsolvable).stats
        };
        let mut parts: Vec<_> = self.parts.into_iter().map(counted).collect();
        for part in &parts {
            stats.expanded += part.expanded;
            stats.generated += part.generated;
        }
        // At most one round of them is in memory at once.
        largest_first(&mut parts);
        for part in parts.iter().take(ROUND) {
            stats.peak_stored += part.peak_stored;
            stats.peak_bytes += part.peak_bytes;
        }
        Outcome { verdict, stats }
    }
}

impl<G: Game> Part<G> {
    /// Rates this move, reading a common table.
    fn rate(&mut self, task: &Task<'_, G>, common: &Known<G>) -> Result<(), Stop> {
        let Part { mv, rating, meter, table, order, .. } = self;
        *table = task.settings.part_of_table(2 * ROUND);
        let lent = task.settings.has_table().then_some(common);
        *rating = task.rate(*mv, order, meter, table, lent)?;
        Ok(())
    }

    /// Moves the entries of its own table into the common one.
    fn hand_over(&mut self, game: &G, meter: &mut Meter, common: &mut Known<G>) {
        let own = std::mem::replace(&mut self.table, Store::new(0));
        own.move_to(common, |state| game.key(state), &mut self.meter, meter);
    }
}

/// What the parts of a round have to answer.
struct Task<'a, G: Game> {
    settings: &'a AlphaBeta,
    game: &'a G,
    state: &'a G::State,
    depth: u32,
    alpha: Score,
}

impl<G: Game> Task<'_, G> {
    /// Rates a move with a table to read and fill, and possibly another to read.
    fn rate(
        &self,
        mv: G::Move,
        order: &mut Order<G::Move>,
        meter: &mut Meter,
        table: &mut Known<G>,
        lent: Option<&Known<G>>,
    ) -> Result<Rating, Stop> {
        let mut walk = Walk {
            game: self.game,
            most: self.game.most(),
            settings: self.settings,
            horizon: self.depth,
            meter,
            observer: &mut (),
            table: std::mem::replace(table, Store::new(0)),
            lent,
            order: std::mem::take(order),
            stop: None,
        };
        let rated = walk.rate_move(self.state, mv, self.alpha);
        (*table, *order) = (walk.table, walk.order);
        Ok(rated?.1)
    }
}

/// A separate function, so that the sort is compiled once and not for each game.
fn largest_first(parts: &mut [crate::Stats]) {
    parts.sort_unstable_by_key(|part| Reverse(part.peak_bytes));
}
