//! Minimax without the lines that cannot matter.

use std::cmp::Reverse;

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
            killers: Vec::new(),
            moves: Vec::new(),
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

/// What decides the order of moves, the highest first: the table's move, then by
/// promise, and between equals by whether it lately caused a cutoff.
type Rank = i64;

struct Walk<'a, G: Game, O> {
    game: &'a G,
    most: Score,
    settings: &'a AlphaBeta,
    meter: &'a mut Meter,
    observer: &'a mut O,
    table: Option<Store<G::State, G::Move>>,
    /// For each ply, the last two moves that caused a cutoff.
    killers: Vec<[Option<G::Move>; 2]>,
    /// The moves of the nodes on the way to the present one, one after another.
    moves: Vec<(Rank, G::Move)>,
}

impl<G: Game, O: GameObserver<G::State, G::Move>> Walk<'_, G, O> {
    fn deepen(&mut self, state: &G::State) -> Verdict<Analysis<G::Move>> {
        let last = self.settings.depth.map_or(u32::MAX, |depth| depth.max(1));
        let mut depth = match self.settings.deepening {
            Switch::On => 1,
            Switch::Off => last,
        };
        self.collect(state, 0, None);
        let mut order: Vec<_> = self.moves.drain(..).map(|(_, mv)| (mv, Rating::Unrated)).collect();
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
        self.moves.clear();
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
            let step = move || self.expand(state, question, None);
            return Ok(descend::<G::State, _>(ply, step)?.0);
        };
        let representative = self.game.representative(state);
        let known = table.get(self.game.key(&representative), &representative);
        if let Some(value) = known.and_then(|entry| entry.settles(depth, alpha, beta)) {
            return Ok(value);
        }
        let first = known.map(|entry| entry.best);
        let before = self.meter.expanded;
        let walk = &mut *self;
        let step = move || walk.expand(state, question, first);
        let (value, best) = descend::<G::State, _>(ply, step)?;
        if let Some(best) = best {
            let bound = match value.score {
                score if score >= beta => Bound::AtLeast,
                score if score <= alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            let work = self.meter.expanded - before;
            let entry = Entry { state: representative, value, bound, depth, best, work };
            let key_of = |state: &G::State| self.game.key(state);
            self.table.as_mut().expect("there is a table").put(entry, key_of, self.meter);
        }
        Ok(value)
    }

    /// Tries the moves of `state`, `first` before all others; the value and the
    /// move that gave it.
    #[inline(never)]
    fn expand(
        &mut self,
        state: &G::State,
        question: Question,
        first: Option<G::Move>,
    ) -> Result<(Value, Option<G::Move>), Stop> {
        self.meter.expand()?;
        let Question { ply, beta, mut alpha, .. } = question;
        let start = self.moves.len();
        let first = first.filter(|&first| self.tries_first(state, first));
        let mut all = first.is_none();
        if all {
            self.collect(state, ply, None);
        }
        let mut best = Value::proved(-self.most);
        let mut best_move = None;
        let mut index = start;
        loop {
            if index == self.moves.len() {
                // A first move that is good enough spares a look at the others.
                if !all {
                    self.collect(state, ply, first);
                    all = true;
                    continue;
                }
                break;
            }
            let mv = self.moves[index].1;
            index += 1;
            let value = self.after(state, mv, question, alpha)?;
            if value.score > best.score || best_move.is_none() {
                best_move = Some(mv);
            }
            if value.score >= beta {
                self.observer.on(Event::Cutoff { state, ply, mv, value: value.score, beta });
                self.remember_killer(ply, mv);
                best = value;
                break;
            }
            best = best.or(value);
            alpha = alpha.max(value.score);
        }
        self.moves.truncate(start);
        Ok((best, best_move))
    }

    /// Puts a move on the stack of moves before all others, if order matters and the move,
    /// which may come from another state, can be made.
    #[inline(always)]
    fn tries_first(&mut self, state: &G::State, first: G::Move) -> bool {
        let can = self.settings.ordering == Switch::On
            && self.game.moves(state).any(|possible| possible == first);
        if can {
            self.moves.push((0, first));
        }
        can
    }

    /// Puts the moves of `state` but `first` on the stack of moves, in the order to try
    /// them.
    fn collect(&mut self, state: &G::State, ply: u32, first: Option<G::Move>) {
        let game = self.game;
        if self.settings.ordering == Switch::Off {
            return self.moves.extend(game.moves(state).map(|mv| (0, mv)));
        }
        let start = self.moves.len();
        let [latest, earlier] = self.killers.get(ply as usize).copied().unwrap_or([None; 2]);
        for mv in game.moves(state).filter(|&mv| first != Some(mv)) {
            let killer = 2 * Rank::from(latest == Some(mv)) + Rank::from(earlier == Some(mv));
            self.moves.push((4 * Rank::from(game.promise(state, mv)) + killer, mv));
        }
        sort(&mut self.moves[start..]);
    }

    fn remember_killer(&mut self, ply: u32, mv: G::Move) {
        let ply = ply as usize;
        if self.settings.ordering == Switch::Off {
            return;
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [latest, earlier] = &mut self.killers[ply];
        if *latest != Some(mv) {
            *earlier = latest.replace(mv);
        }
    }
}

/// Puts the highest rank first and keeps the order of equals.
#[inline(always)]
fn sort<M: Copy>(moves: &mut [(Rank, M)]) {
    /// So few are quicker sorted here than by a call.
    const FEW: usize = 12;
    if moves.len() > FEW {
        return moves.sort_by_key(|(rank, _)| Reverse(*rank));
    }
    for end in 1..moves.len() {
        let item = moves[end];
        let mut place = end;
        while place > 0 && moves[place - 1].0 < item.0 {
            moves[place] = moves[place - 1];
            place -= 1;
        }
        moves[place] = item;
    }
}

#[cfg(test)]
mod tests;
