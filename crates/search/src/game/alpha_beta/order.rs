//! Which move to try next.

use std::cmp::Reverse;

use super::super::Game;

/// What decides the order of moves, the highest first: promise, then whether the move
/// lately caused a cutoff, then the game's own order.
type Rank = i64;

/// So few moves are quicker sorted here than by a call.
const FEW: usize = 12;

/// The moves of the nodes on the way to the present one, one after another, and what is
/// known of moves that caused cutoffs.
pub(super) struct Order<M> {
    moves: Vec<(Rank, M)>,
    /// For each ply, the last two moves that caused a cutoff; twice the same where there was
    /// only one.
    killers: Vec<Option<[M; 2]>>,
}

impl<M> Default for Order<M> {
    fn default() -> Self {
        Order { moves: Vec::new(), killers: Vec::new() }
    }
}

impl<M: Copy + Eq> Order<M> {
    pub fn new() -> Self {
        Order { moves: Vec::with_capacity(64), killers: Vec::with_capacity(64) }
    }

    /// Forgets the moves of a search that was left.
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// The last two moves that caused a cutoff at this ply.
    #[inline(always)]
    fn killers(&self, ply: u32) -> Option<[M; 2]> {
        self.killers.get(ply as usize).copied().flatten()
    }

    /// Puts the moves of `state` but `first` on the stack, in the game's own order or the
    /// highest rank first.
    #[inline(never)]
    fn put<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
        ply: u32,
        first: Option<M>,
        is_ordered: bool,
    ) {
        if !is_ordered {
            return self.moves.extend(game.moves(state).map(|mv| (0, mv)));
        }
        let start = self.moves.len();
        let killers = self.killers(ply);
        let (mut previous, mut is_sorted) = (Rank::MAX, true);
        for mv in game.promising_moves(state) {
            if first == Some(mv) {
                continue;
            }
            let killer = killers.map_or(0, |[latest, earlier]| {
                2 * Rank::from(latest == mv) + Rank::from(earlier == mv)
            });
            let rank = 4 * Rank::from(game.promise(state, mv)) + killer;
            is_sorted &= rank <= previous;
            previous = rank;
            self.moves.push((rank, mv));
        }
        if !is_sorted {
            sort(&mut self.moves[start..]);
        }
    }

    /// Remembers a move that caused a cutoff.
    #[inline(always)]
    pub fn remember_killer(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, None);
        }
        let [latest, earlier] = self.killers[ply].get_or_insert([mv; 2]);
        if *latest != mv {
            *earlier = std::mem::replace(latest, mv);
        }
    }
}

/// The moves of one node, one at a time in the order to try them, but the first if it is known
/// before: a search that is content with it asks for no other.
///
/// Of most games they are put on the stack. Where the game gives them in order of promise,
/// they are taken from it as they are needed, with each killer before the first move that
/// promises no more.
pub(super) struct Picks<M, I> {
    first: Option<M>,
    begun: bool,
    /// Where on the stack the moves begin, and which is next.
    start: usize,
    place: usize,
    /// Those to come of a game that gives them in order, and one that waits for a killer.
    rest: Option<I>,
    waiting: Option<M>,
    killers: Option<[M; 2]>,
    /// What the killers promise as long as they are to come.
    promises: [Rank; 2],
}

/// The promise of a killer that is not to come.
const NONE: Rank = Rank::MIN;

/// The moves of `state` but `first`.
#[inline(always)]
pub(super) fn picks<'a, G: Game>(
    game: &'a G,
    state: &'a G::State,
    first: Option<G::Move>,
    is_ordered: bool,
) -> Picks<G::Move, impl Iterator<Item = G::Move> + use<'a, G>> {
    let rest = (G::SORTED && is_ordered).then(|| game.promising_moves(state));
    let (waiting, killers, promises) = (None, None, [NONE; 2]);
    Picks { first, begun: false, start: 0, place: 0, rest, waiting, killers, promises }
}

impl<M: Copy + Eq, I: Iterator<Item = M>> Picks<M, I> {
    #[inline(always)]
    pub fn next<G: Game<Move = M>>(
        &mut self,
        order: &mut Order<M>,
        game: &G,
        state: &G::State,
        ply: u32,
        is_ordered: bool,
    ) -> Option<M> {
        if !self.begun {
            self.begun = true;
            if self.rest.is_some() {
                self.await_killers(order, game, state, ply);
            } else {
                self.start = order.moves.len();
                self.place = self.start;
                order.put(game, state, ply, self.first, is_ordered);
            }
        }
        let Some(rest) = &mut self.rest else {
            self.place += 1;
            return order.moves.get(self.place - 1).map(|&(_, mv)| mv);
        };
        loop {
            let mv = self.waiting.take().or_else(|| rest.next())?;
            let promise = Rank::from(game.promise(state, mv));
            if let Some(killers) = self.killers {
                for (killer, at) in killers.into_iter().zip(&mut self.promises) {
                    if promise <= *at {
                        *at = NONE;
                        self.waiting = Some(mv);
                        return Some(killer);
                    }
                }
                if killers.contains(&mv) {
                    continue;
                }
            }
            if self.first != Some(mv) {
                return Some(mv);
            }
        }
    }

    /// Sees which killers can be made here.
    #[inline(always)]
    fn await_killers<G: Game<Move = M>>(
        &mut self,
        order: &Order<M>,
        game: &G,
        state: &G::State,
        ply: u32,
    ) {
        let Some([latest, earlier]) = order.killers(ply) else { return };
        let promise = |killer| match self.first != Some(killer) && game.can_play(state, killer) {
            true => game.promise(state, killer).into(),
            false => NONE,
        };
        self.promises = [promise(latest), if earlier == latest { NONE } else { promise(earlier) }];
        if self.promises != [NONE; 2] {
            self.killers = Some([latest, earlier]);
        }
    }

    /// Takes the moves off the stack.
    #[inline(always)]
    pub fn forget(self, order: &mut Order<M>) {
        if self.begun && self.rest.is_none() {
            order.moves.truncate(self.start);
        }
    }
}

/// Puts the highest rank first and keeps the order of equals.
#[inline]
fn sort<M: Copy>(moves: &mut [(Rank, M)]) {
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
