//! Minimax without the lines that cannot matter.

use std::num::NonZeroUsize;

pub(super) use merge::merge;
use order::{Order, picks};

use super::stack::descend;
use super::table::{Bound, Entry, Store};
use super::value::Value;
use super::{Analysis, Event, Game, GameObserver, GameSearch, Rating, Score};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};

/// Alpha-beta pruning with iterative deepening, a transposition table and move
/// ordering, each of which can be turned off to see what it is worth.
///
/// Values and best moves are those of [`Minimax`](super::Minimax). To a limited
/// depth this holds where every way to a state takes equally many moves;
/// elsewhere the table may know a state from a search that looked further.
///
/// On several threads the moves of the root are rated in rounds of four, after the best of
/// the depth before: each with a table of its own, and reading what the rounds before put
/// into a common one. So more nodes are expanded than on one thread, and as many on two as
/// on any number. Without a table two threads take little more than half the time; with one
/// they gain something where all moves are scored, and lose where only the best are: there
/// the first move takes most of the time, and it is rated alone.
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
        if let Some(score) = game.terminal(state) {
            return Verdict::Solved(Analysis::over(score));
        }
        match self.ordering {
            Switch::On => self.walk::<G, O, true>(game, state, meter, observer),
            Switch::Off => self.walk::<G, O, false>(game, state, meter, observer),
        }
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
        if jobs.get() < 2 || limits.nodes.is_some() || over || game.moves(state).count() < 2 {
            return self.search(game, state, limits, &mut ());
        }
        match self.ordering {
            Switch::On => self.share::<G, true>(jobs.get(), game, state, limits),
            Switch::Off => self.share::<G, false>(jobs.get(), game, state, limits),
        }
    }
}

impl AlphaBeta {
    fn walk<G: Game, O: GameObserver<G::State, G::Move>, const ORDERED: bool>(
        &self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Verdict<Analysis<G::Move>> {
        let mut walk = Walk::<G, O, ORDERED, false> {
            game,
            most: game.most(),
            settings: self,
            horizon: 0,
            meter,
            observer,
            table: match self.table {
                Table::Off => None,
                Table::Bytes(bytes) => Some(Store::new(bytes)),
            },
            lent: None,
            order: Order::new(),
        };
        let verdict = self.deepen(game, state, |depth, order| walk.rate(state, depth, order));
        if let Some(table) = walk.table {
            table.release(meter);
        }
        verdict
    }
}

/// What a node is asked: so many moves from the root, between which values it matters.
#[derive(Clone, Copy)]
struct Question {
    ply: u32,
    alpha: Score,
    beta: Score,
}

impl Question {
    /// The same question to the other player, one move on.
    fn next(self, alpha: Score) -> Question {
        Question { ply: self.ply + 1, alpha: -self.beta, beta: -alpha }
    }
}

/// `BORROWS` if there is another table to look into.
struct Walk<'a, G: Game, O, const ORDERED: bool, const BORROWS: bool> {
    game: &'a G,
    most: Score,
    settings: &'a AlphaBeta,
    /// How many moves from the root the search looks.
    horizon: u32,
    meter: &'a mut Meter,
    observer: &'a mut O,
    table: Option<Store<G::State, G::Move>>,
    /// Another table to look into.
    lent: Option<&'a Store<G::State, G::Move>>,
    order: Order<G::Move>,
}

impl<G: Game, O: GameObserver<G::State, G::Move>, const ORDERED: bool, const BORROWS: bool>
    Walk<'_, G, O, ORDERED, BORROWS>
{
    /// Rates the moves of the root.
    fn rate(
        &mut self,
        state: &G::State,
        depth: u32,
        order: &mut [(G::Move, Rating)],
    ) -> Result<(), Stop> {
        let (worst, beta) = (-self.most, self.most);
        let (mut alpha, mut best) = (worst, worst);
        self.horizon = depth;
        self.order.forget(0);
        if self.settings.deepening == Switch::On {
            self.observer.on(Event::Deepen { depth });
        }
        self.observer.on(Event::Enter { state, last: None, ply: 0, alpha, beta });
        self.meter.expand()?;
        for (mv, rating) in order {
            let score;
            (score, *rating) = self.rate_move(state, *mv, alpha)?;
            best = best.max(score);
            if self.settings.root == RootMoves::Best && best > worst {
                alpha = best - 1;
            }
        }
        self.observer.on(Event::Leave { state, ply: 0, value: best });
        Ok(())
    }

    /// Rates a move of the root when more than `alpha` is sure.
    ///
    /// The window is one point wider than inside the tree: a move that only equals
    /// the best so far must be told from one that is worse.
    fn rate_move(
        &mut self,
        state: &G::State,
        mv: G::Move,
        alpha: Score,
    ) -> Result<(Score, Rating), Stop> {
        let question = Question { ply: 0, alpha, beta: self.most };
        let value = self.after(state, mv, question, alpha)?;
        let is_exact = value.score > alpha || alpha == -self.most;
        let rating = if is_exact { Rating::exactly(value) } else { Rating::at_most(value) };
        Ok((value.score, rating))
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
        let Question { ply, alpha, beta } = next;
        self.observer.on(Event::Enter { state: &child, last: Some(mv), ply, alpha, beta });
        if !O::WATCHES {
            return Ok(-self.value(child, next)?);
        }
        let value = self.value(child.clone(), next)?;
        self.observer.on(Event::Leave { state: &child, ply, value: value.score });
        Ok(-value)
    }

    /// Fail-soft: at or below `alpha` the score is an upper bound, at or above
    /// `beta` a lower bound, and exact between.
    #[inline(always)]
    fn value(&mut self, state: G::State, question: Question) -> Result<Value, Stop> {
        if let Some(score) = self.game.terminal(&state) {
            return Ok(Value::proved(score));
        }
        let Question { ply, alpha, beta } = question;
        if ply == self.horizon {
            return Ok(Value::estimate(self.game.evaluate(&state)));
        }
        let Some(table) = &self.table else {
            let same = state.clone();
            return descend::<G::State, _>(ply, move || {
                self.expand(state, ply, alpha, beta, None, same)
            });
        };
        let representative = self.game.representative(&state);
        let known = table.get(self.game.key(&representative), &representative);
        let depth = self.horizon - ply;
        if let Some(value) = known.and_then(|entry| entry.settles(depth, alpha, beta)) {
            return Ok(value);
        }
        let first = known.map(|entry| entry.best);
        descend::<G::State, _>(ply, move || {
            self.expand(state, ply, alpha, beta, first, representative)
        })
    }

    /// Tries the moves of `state`, `first` before all others if it can be made: it may come
    /// from another state. What is found is remembered of `representative`.
    #[inline(never)]
    fn expand(
        &mut self,
        state: G::State,
        ply: u32,
        alpha: Score,
        beta: Score,
        mut first: Option<G::Move>,
        representative: G::State,
    ) -> Result<Value, Stop> {
        let question = Question { ply, alpha, beta };
        if BORROWS {
            let (value, best) = self.borrow(question, &representative);
            if let Some(value) = value {
                return Ok(value);
            }
            first = first.or(best);
        }
        let before = self.meter.expanded;
        self.meter.expand()?;
        let game = self.game;
        let listed = self.order.len();
        let mut next = picks::<G, ORDERED>(game, &state, first, self.order.killers(ply));
        let Some(mut mv) = next(&mut self.order) else {
            return Ok(Value::proved(-self.most));
        };
        let (mut best, mut best_move) = (Value::proved(Score::MIN), mv);
        loop {
            let value = self.after(&state, mv, question, alpha.max(best.score))?;
            if value.score > best.score {
                (best.score, best_move) = (value.score, mv);
            }
            if value.score >= beta {
                let state = &state;
                self.observer.on(Event::Cutoff { state, ply, mv, value: value.score, beta });
                if ORDERED {
                    self.order.remember_killer(ply, mv);
                }
                best.proved = value.proved;
                break;
            }
            best.proved &= value.proved;
            match next(&mut self.order) {
                Some(later) => mv = later,
                None => break,
            }
        }
        if !G::SORTED || !ORDERED {
            self.order.forget(listed);
        }
        self.remember(representative, question, best, best_move, before);
        Ok(best)
    }

    /// What the other table knows: the value, if it is enough, and the move to try first.
    #[inline(never)]
    fn borrow(
        &self,
        Question { ply, alpha, beta }: Question,
        state: &G::State,
    ) -> (Option<Value>, Option<G::Move>) {
        let known = self.lent.and_then(|table| table.get(self.game.key(state), state));
        let value = known.and_then(|entry| entry.settles(self.horizon - ply, alpha, beta));
        (value, known.map(|entry| entry.best))
    }

    /// Remembers what was found of a state when `before` nodes had been expanded.
    #[inline(always)]
    fn remember(
        &mut self,
        state: G::State,
        Question { ply, alpha, beta }: Question,
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
        let depth = if value.proved { u32::MAX } else { self.horizon - ply };
        let entry = Entry { state, value, bound, depth, best, work };
        table.put(entry, |state| self.game.key(state), self.meter);
    }
}

mod merge;
mod order;
mod root;
mod shared;
#[cfg(test)]
mod tests;
