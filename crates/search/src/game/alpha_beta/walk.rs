//! The tree below the root.

use super::super::stack::{is_time_to_look, on_more_stack};
use super::super::table::{Bound, ENDLESS, Entry, Store, spread};
use super::super::value::Value;
use super::super::{Event, Game, GameObserver, Rating, Score};
use super::order::{Order, Picks};
use super::{AlphaBeta, RootMoves, Switch};
use crate::run::{Meter, Stop};

/// What a node has to answer: its distance from the horizon and its window.
#[derive(Clone, Copy)]
struct Question {
    left: u32,
    alpha: Score,
    beta: Score,
}

impl Question {
    /// The same question for the other player, one move later.
    fn next(&self) -> Question {
        Question { left: self.left - 1, alpha: -self.beta, beta: -self.alpha }
    }
}

/// A node to expand.
struct InnerNode<G: Game> {
    question: Question,
    /// The result is stored under this state and its key, after [`spread`].
    representative: G::State,
    key: u64,
}

/// The search must end, and [`Walk::stop`] says why. The type is empty so that a result fits into
/// registers.
struct Halt;

/// A search to a horizon.
pub(super) struct Walk<'a, G: Game, O> {
    pub game: &'a G,
    pub most: Score,
    pub settings: &'a AlphaBeta,
    /// How many moves ahead the search looks from the root.
    pub horizon: u32,
    pub meter: &'a mut Meter,
    pub observer: &'a mut O,
    pub table: Store<G::State, G::Move>,
    /// A second table to read.
    pub lent: Option<&'a Store<G::State, G::Move>>,
    pub order: Order<G::Move>,
    /// The limit that was reached.
    pub stop: Option<Stop>,
}

impl<G: Game, O: GameObserver<G::State, G::Move>> Walk<'_, G, O> {
    /// Rates the moves of the root.
    pub fn rate(
        &mut self,
        state: &G::State,
        depth: u32,
        order: &mut [(G::Move, Rating)],
    ) -> Result<(), Stop> {
        let (worst, beta) = (-self.most, self.most);
        let (mut alpha, mut best) = (worst, worst);
        self.horizon = depth;
        self.order.clear();
        if self.settings.deepening == Switch::On {
            self.meter.tell(self.observer, Event::Deepen { depth });
        }
        self.meter.tell(self.observer, Event::Enter { state, last: None, ply: 0, alpha, beta });
        self.meter.expand()?;
        for (mv, rating) in order {
            let score;
            (score, *rating) = self.rate_move(state, *mv, alpha)?;
            best = best.max(score);
            if self.settings.root == RootMoves::Best && best > worst {
                alpha = best - 1;
            }
        }
        self.meter.tell(self.observer, Event::Leave { state, ply: 0, value: best });
        Ok(())
    }

    /// Rates a move of the root when a score of `alpha` is already certain.
    ///
    /// The window is one point wider than inside the tree: a move that equals the best so far must
    /// be distinguished from one that is worse.
    pub fn rate_move(
        &mut self,
        state: &G::State,
        mv: G::Move,
        alpha: Score,
    ) -> Result<(Score, Rating), Stop> {
        let question = Question { left: self.horizon, alpha, beta: self.most };
        let value = self.after(state, mv, &question.next());
        let value = -value.map_err(|Halt| self.stop.expect("a limit was reached"))?;
        let is_exact = value.score > alpha || alpha == -self.most;
        let rating = if is_exact { Rating::exactly(value) } else { Rating::at_most(value) };
        Ok((value.score, rating))
    }

    /// The value after `mv` for the other player, who has to answer `next`.
    #[inline(always)]
    fn after(&mut self, state: &G::State, mv: G::Move, next: &Question) -> Result<Value, Halt> {
        self.meter.generated += 1;
        let child = self.game.play(state, mv);
        let Question { alpha, beta, .. } = *next;
        let ply = self.ply(next);
        self.meter
            .tell(self.observer, Event::Enter { state: &child, last: Some(mv), ply, alpha, beta });
        if !O::WATCHES {
            return self.value(child, next);
        }
        let value = self.value(child.clone(), next)?;
        self.meter.tell(self.observer, Event::Leave { state: &child, ply, value: value.score });
        Ok(value)
    }

    /// The distance of a question from the root, in moves.
    #[inline(always)]
    fn ply(&self, question: &Question) -> u32 {
        self.horizon - question.left
    }

    /// Fail-soft: at or below `alpha` the score is an upper bound, at or above `beta` a lower
    /// bound, and otherwise exact.
    #[inline(always)]
    fn value(&mut self, state: G::State, question: &Question) -> Result<Value, Halt> {
        if let Some(score) = self.game.terminal(&state) {
            return Ok(Value::proved(score));
        }
        let Question { left, alpha, beta } = *question;
        if left == 0 {
            return Ok(Value::estimate(self.game.evaluate(&state)));
        }
        if !self.settings.has_table() {
            let node = InnerNode { question: *question, representative: state.clone(), key: 0 };
            return self.descend(state, None, &node);
        }
        let representative = self.game.representative(&state);
        let key = spread(self.game.key(&representative));
        let known = self.table.get(key, &representative);
        if let Some(value) = known.and_then(|entry| entry.settles(left, alpha, beta)) {
            return Ok(value);
        }
        let first = known.map(|entry| entry.best);
        let node = InnerNode { question: *question, representative, key };
        self.descend(state, first, &node)
    }

    /// Expands a node, growing the stack if it is time to check it.
    #[inline(always)]
    fn descend(
        &mut self,
        state: G::State,
        first: Option<G::Move>,
        node: &InnerNode<G>,
    ) -> Result<Value, Halt> {
        if is_time_to_look(node.question.left) {
            return self.descend_on_more_stack(state, first, node);
        }
        self.expand(state, first, node)
    }

    #[cold]
    #[inline(never)]
    fn descend_on_more_stack(
        &mut self,
        state: G::State,
        first: Option<G::Move>,
        node: &InnerNode<G>,
    ) -> Result<Value, Halt> {
        on_more_stack::<G::State, _>(|| self.expand(state, first, node))
    }

    /// Tries the moves of `state`.
    #[inline(never)]
    fn expand(
        &mut self,
        state: G::State,
        mut first: Option<G::Move>,
        node: &InnerNode<G>,
    ) -> Result<Value, Halt> {
        let question = &node.question;
        if let Some(lent) = self.lent {
            let (value, best) = borrow(lent, node);
            if let Some(value) = value {
                return Ok(value);
            }
            first = first.or(best);
        }
        let ply = self.ply(question);
        let before = self.meter.expanded;
        if let Err(stop) = self.meter.expand() {
            self.stop = Some(stop);
            return Err(Halt);
        }
        let killers = self.order.killers(ply);
        let mut picks = Picks::new(self.game, &state, first, killers, self.settings.is_ordered());
        let Some(mut mv) = picks.next(&mut self.order) else {
            return Ok(Value::proved(-self.most));
        };
        // The lowest value so far for the other player, who has to answer the next question.
        let (mut next, mut least, mut best) = (question.next(), Value::proved(Score::MAX), mv);
        let bound = loop {
            let value = self.after(&state, mv, &next)?;
            if value.score < least.score {
                (least.score, best) = (value.score, mv);
                if value.score <= next.alpha {
                    least.proved = value.proved;
                    break Bound::AtLeast;
                }
                next.beta = next.beta.min(value.score);
            }
            least.proved &= value.proved;
            match picks.next(&mut self.order) {
                Some(later) => mv = later,
                None if least.score < -question.alpha => break Bound::Exact,
                None => break Bound::AtMost,
            }
        };
        let value = -least;
        if bound == Bound::AtLeast {
            let (state, beta) = (&state, question.beta);
            self.meter
                .tell(self.observer, Event::Cutoff { state, ply, mv, value: value.score, beta });
            if self.settings.is_ordered() {
                self.order.remember_killer(ply, mv);
            }
        }
        picks.end(&mut self.order);
        if self.settings.has_table() {
            let work = self.meter.expanded - before;
            let depth = question.left | if value.proved { ENDLESS } else { 0 };
            let state = node.representative.clone();
            let entry = Entry { state, score: value.score, bound, depth, best, work };
            let game = self.game;
            self.table.put(node.key, entry, move |state| game.key(state), self.meter);
        }
        Ok(value)
    }
}

/// What a second table has: the value, if it is sufficient, and the move to try first.
#[inline(never)]
fn borrow<G: Game>(
    lent: &Store<G::State, G::Move>,
    node: &InnerNode<G>,
) -> (Option<Value>, Option<G::Move>) {
    let Question { left, alpha, beta } = node.question;
    let known = lent.get(node.key, &node.representative);
    let value = known.and_then(|entry| entry.settles(left, alpha, beta));
    (value, known.map(|entry| entry.best))
}
