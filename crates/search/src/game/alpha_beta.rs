//! Minimax without the lines that cannot matter.

use std::cmp::Reverse;

use order::Order;

use super::stack::descend;
use super::table::{Bound, Entry, Store};
use super::value::Value;
use super::{Analysis, Event, Game, GameObserver, GameSearch, Rated, Rating, Score};
use crate::run::{Meter, Stop, Verdict};

/// Alpha-beta pruning with iterative deepening, a transposition table and move
/// ordering, each of which can be turned off to see what it is worth.
///
/// Values and best moves are those of [`Minimax`](super::Minimax). To a limited
/// depth this holds where every way to a state takes equally many moves;
/// elsewhere the table may know a state from a search that looked further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    /// How many moves to look ahead, at least one; to the end of the game if none.
    pub depth: Option<u32>,
    /// Whether to look one move ahead, then two, and so on. A stopped search has
    /// the result of the last depth it finished, and each depth orders the moves
    /// of the next.
    pub deepening: Switch,
    /// Whether to remember states met before.
    pub table: Table,
    /// Whether to try promising moves first: the table's, then by
    /// [`Game::promise`], then moves that lately caused a cutoff at the same ply.
    pub ordering: Switch,
    /// Which moves of the root get a score and not just a bound.
    pub root: RootMoves,
}

/// Whether a part of a search is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// It is.
    On,
    /// It is not.
    Off,
}

/// The transposition table of [`AlphaBeta`].
///
/// It begins small, and doubles when a quarter full until its size or the memory limit
/// is reached. After that, of two entries in a bucket the one that took more work
/// stays and the other is replaced. It compares whole states, so it never takes
/// one for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// None.
    Off,
    /// At most this many bytes.
    Bytes(usize),
}

/// Which moves of the root get a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RootMoves {
    /// The best, all of them; of the others it is only known that they are worse.
    Best,
    /// Every one, which takes longer.
    All,
}

impl Default for AlphaBeta {
    fn default() -> Self {
        AlphaBeta {
            depth: None,
            deepening: Switch::On,
            table: Table::Bytes(256 << 20),
            ordering: Switch::On,
            root: RootMoves::Best,
        }
    }
}

impl<G: Game> GameSearch<G> for AlphaBeta {
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
        if let Some(score) = game.terminal(state) {
            return Verdict::Solved(Analysis::over(score));
        }
        let mut walk = Walk {
            game,
            most: game.most(),
            settings: self,
            meter,
            observer,
            table: match self.table {
                Table::Off => None,
                Table::Bytes(bytes) => Some(Store::new(bytes)),
            },
            order: Order::new(),
        };
        let verdict = walk.deepen(state);
        if let Some(table) = walk.table {
            table.release(meter);
        }
        verdict
    }
}

/// What a node is asked: how far to look, and between which values it matters.
#[derive(Clone, Copy)]
struct Question {
    ply: u32,
    depth: u32,
    alpha: Score,
    beta: Score,
}

impl Question {
    /// The same question to the other player, one move on.
    fn next(self, alpha: Score) -> Question {
        Question { ply: self.ply + 1, depth: self.depth - 1, alpha: -self.beta, beta: -alpha }
    }
}

struct Walk<'a, G: Game, O> {
    game: &'a G,
    most: Score,
    settings: &'a AlphaBeta,
    meter: &'a mut Meter,
    observer: &'a mut O,
    table: Option<Store<G::State, G::Move>>,
    order: Order<G::Move>,
}

impl<G: Game, O: GameObserver<G::State, G::Move>> Walk<'_, G, O> {
    fn deepen(&mut self, state: &G::State) -> Verdict<Analysis<G::Move>> {
        let last = self.settings.depth.map_or(u32::MAX, |depth| depth.max(1));
        let mut depth = match self.settings.deepening {
            Switch::On => 1,
            Switch::Off => last,
        };
        let start = self.moves(state, 0, None);
        let moves = (start..).map_while(|place| self.order.get(place));
        let mut order: Vec<_> = moves.map(|mv| (mv, Rating::Unrated)).collect();
        let mut finished = None;
        loop {
            let end = self.rate(state, depth, &mut order);
            let analysis = self.report(state, &order, depth);
            if let Err(by) = end {
                let begun = || Some(analysis).filter(|analysis| !analysis.best.is_empty());
                return Verdict::Stopped { by, best: finished.or_else(begun) };
            }
            if depth == last || analysis.is_proved() {
                return Verdict::Solved(analysis);
            }
            if self.settings.ordering == Switch::On {
                order.sort_by_key(|(_, rating)| Reverse(rating.score()));
            }
            finished = Some(analysis);
            depth += 1;
        }
    }

    /// The analysis of moves rated in any order.
    fn report(
        &self,
        state: &G::State,
        order: &[(G::Move, Rating)],
        depth: u32,
    ) -> Analysis<G::Move> {
        let rated = |mv| {
            let found = order.iter().find(|(rated, _)| *rated == mv);
            Rated { mv, rating: found.map_or(Rating::Unrated, |(_, rating)| *rating) }
        };
        Analysis::of(self.game.moves(state).map(rated).collect(), depth, self.most)
    }

    /// Rates the moves of the root.
    ///
    /// The window is one point wider than inside the tree: a move that only equals
    /// the best so far must be told from one that is worse.
    fn rate(
        &mut self,
        state: &G::State,
        depth: u32,
        order: &mut [(G::Move, Rating)],
    ) -> Result<(), Stop> {
        let (worst, beta) = (-self.most, self.most);
        let mut alpha = worst;
        let mut best = worst;
        self.order.forget(0);
        for (_, rating) in order.iter_mut() {
            *rating = Rating::Unrated;
        }
        if self.settings.deepening == Switch::On {
            self.observer.on(Event::Deepen { depth });
        }
        self.observer.on(Event::Enter { state, last: None, ply: 0, alpha, beta });
        self.meter.expand()?;
        for (mv, rating) in order {
            let question = Question { ply: 0, depth, alpha, beta };
            let value = self.after(state, *mv, question, alpha)?;
            *rating = if value.score > alpha || alpha == worst {
                Rating::exactly(value)
            } else {
                Rating::at_most(value)
            };
            best = best.max(value.score);
            if self.settings.root == RootMoves::Best && best > worst {
                alpha = best - 1;
            }
        }
        self.observer.on(Event::Leave { state, ply: 0, value: best });
        Ok(())
    }

    /// What `mv` is worth to the player who makes it, given that `alpha` is sure.
    #[inline(always)]
    fn after(
        &mut self,
        state: &G::State,
        mv: G::Move,
        question: Question,
        alpha: Score,
    ) -> Result<Value, Stop> {
        self.meter.generated += 1;
        let child = self.game.play(state, mv);
        let next = question.next(alpha);
        let Question { ply, alpha, beta, .. } = next;
        self.observer.on(Event::Enter { state: &child, last: Some(mv), ply, alpha, beta });
        let value = self.value(&child, next)?;
        self.observer.on(Event::Leave { state: &child, ply, value: value.score });
        Ok(-value)
    }

    /// Fail-soft: at or below `alpha` the score is an upper bound, at or above
    /// `beta` a lower bound, and exact between.
    #[inline(always)]
    fn value(&mut self, state: &G::State, question: Question) -> Result<Value, Stop> {
        if let Some(score) = self.game.terminal(state) {
            return Ok(Value::proved(score));
        }
        let Question { ply, depth, alpha, beta } = question;
        if depth == 0 {
            return Ok(Value::estimate(self.game.evaluate(state)));
        }
        let Some(table) = &self.table else {
            let step = move || self.expand(state, question, None, state.clone());
            return descend::<G::State, _>(ply, step);
        };
        let representative = self.game.representative(state);
        let known = table.get(self.game.key(&representative), &representative);
        if let Some(value) = known.and_then(|entry| entry.settles(depth, alpha, beta)) {
            return Ok(value);
        }
        let first = known.map(|entry| entry.best);
        let step = move || self.expand(state, question, first, representative);
        descend::<G::State, _>(ply, step)
    }

    /// Tries the moves of `state`, `first` before all others if it can be made: it may come
    /// from another state. What is found is remembered of `representative`.
    #[inline(never)]
    fn expand(
        &mut self,
        state: &G::State,
        question: Question,
        first: Option<G::Move>,
        representative: G::State,
    ) -> Result<Value, Stop> {
        let before = self.meter.expanded;
        self.meter.expand()?;
        let Question { ply, beta, mut alpha, .. } = question;
        let is_ordered = self.settings.ordering == Switch::On;
        let first = first.filter(|&first| is_ordered && self.game.can_play(state, first));
        let mut best = Value::proved(-self.most);
        let mut best_move = None;
        // A first move that is good enough spares a look at the others.
        let mut next = first;
        let (mut start, mut place) = (None, 0);
        loop {
            let mv = match next.take() {
                Some(mv) => mv,
                None => {
                    if start.is_none() {
                        place = self.moves(state, ply, first);
                        start = Some(place);
                    }
                    let Some(mv) = self.order.get(place) else { break };
                    place += 1;
                    mv
                }
            };
            let value = self.after(state, mv, question, alpha)?;
            if value.score > best.score || best_move.is_none() {
                best_move = Some(mv);
            }
            if value.score >= beta {
                self.observer.on(Event::Cutoff { state, ply, mv, value: value.score, beta });
                if is_ordered {
                    self.order.remember_killer(ply, mv);
                }
                best = value;
                break;
            }
            best = best.or(value);
            alpha = alpha.max(value.score);
        }
        if let Some(start) = start {
            self.order.forget(start);
        }
        if let Some(best_move) = best_move {
            self.remember(representative, question, best, best_move, before);
        }
        Ok(best)
    }

    /// Puts the moves of `state` but `first` on the stack of moves, in the order to try them;
    /// gives the place of the first.
    fn moves(&mut self, state: &G::State, ply: u32, first: Option<G::Move>) -> usize {
        match self.settings.ordering {
            Switch::On => self.order.by_rank(self.game, state, ply, first),
            Switch::Off => self.order.as_they_come(self.game, state),
        }
    }

    /// Remembers what was found of a state when `before` nodes had been expanded.
    #[inline(always)]
    fn remember(
        &mut self,
        state: G::State,
        Question { depth, alpha, beta, .. }: Question,
        value: Value,
        best: G::Move,
        before: u64,
    ) {
        let Some(table) = &mut self.table else { return };
        let bound = match value.score {
            score if score >= beta => Bound::AtLeast,
            score if score <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let work = self.meter.expanded - before;
        let entry = Entry { state, value, bound, depth, best, work };
        table.put(entry, |state| self.game.key(state), self.meter);
    }
}

mod order;
#[cfg(test)]
mod tests;
