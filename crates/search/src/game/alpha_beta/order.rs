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
    /// Takes all moves off the stack.
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// The last two moves that caused a cutoff at this ply.
    #[inline(always)]
    pub fn killers(&self, ply: u32) -> Option<[M; 2]> {
        self.killers.get(ply as usize).copied().flatten()
    }

    /// Puts the moves of `state` but `first` on the stack, in the game's own order or the
    /// highest rank first.
    #[inline(never)]
    fn put<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
        first: Option<M>,
        killers: Option<[M; 2]>,
        is_ordered: bool,
    ) {
        if !is_ordered {
            return self.moves.extend(game.moves(state).map(|mv| (0, mv)));
        }
        let start = self.moves.len();
        for mv in game.moves(state) {
            if first == Some(mv) {
                continue;
            }
            let killer = killers.map_or(0, |[latest, earlier]| {
                2 * Rank::from(latest == mv) + Rank::from(earlier == mv)
            });
            let rank = 4 * Rank::from(game.promise(state, mv)) + killer;
            self.moves.push((rank, mv));
        }
        sort(&mut self.moves[start..]);
    }

    /// Remembers a move that caused a cutoff.
    #[inline(always)]
    pub fn remember_killer(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            return self.remember_first_killer(ply, mv);
        }
        let [latest, earlier] = self.killers[ply].get_or_insert([mv; 2]);
        if *latest != mv {
            *earlier = std::mem::replace(latest, mv);
        }
    }

    #[cold]
    #[inline(never)]
    fn remember_first_killer(&mut self, ply: usize, mv: M) {
        if self.killers.is_empty() {
            self.killers.reserve(64);
        }
        self.killers.resize(ply, None);
        self.killers.push(Some([mv; 2]));
    }
}

/// The moves of one node, one at a time in the order to try them: a given one first, then by
/// [`promise`](Game::promise), of equal promise those that lately caused a cutoff, and then as
/// in [`moves`](Game::moves). The others than the first are not looked for before they are
/// asked for: a search may be content with it.
pub(super) struct Picks<'a, G: Game, const ORDERED: bool> {
    game: &'a G,
    state: &'a G::State,
    first: Option<G::Move>,
    killers: Option<[G::Move; 2]>,
    /// The first move, until it is given.
    given: Option<G::Move>,
    /// Where the others begin on the stack, and where the next is.
    listed: Option<(usize, usize)>,
}

impl<'a, G: Game, const ORDERED: bool> Picks<'a, G, ORDERED> {
    /// The moves of `state`. `first` and the killers may come from other states, and do not
    /// count if they cannot be made.
    #[inline(always)]
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        first: Option<G::Move>,
        killers: Option<[G::Move; 2]>,
    ) -> Self {
        let first = first.filter(|&mv| ORDERED && game.can_play(state, mv));
        Picks { game, state, first, killers, given: first, listed: None }
    }

    #[inline(always)]
    pub fn next(&mut self, order: &mut Order<G::Move>) -> Option<G::Move> {
        if self.given.is_some() {
            return self.given.take();
        }
        if self.listed.is_none() {
            self.listed = Some((order.moves.len(), order.moves.len()));
            order.put(self.game, self.state, self.first, self.killers, ORDERED);
        }
        let (_, next) = self.listed.as_mut()?;
        *next += 1;
        order.moves.get(*next - 1).map(|&(_, mv)| mv)
    }

    /// Takes them off the stack.
    #[inline(always)]
    pub fn end(self, order: &mut Order<G::Move>) {
        if let Some((start, _)) = self.listed {
            order.moves.truncate(start);
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
