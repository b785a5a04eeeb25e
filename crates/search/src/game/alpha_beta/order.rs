//! Which move to try next.

use std::cmp::Reverse;

use super::super::Game;

/// The rank of a move; the highest is tried first: promise, then whether the move recently caused a
/// cutoff, then the game's own order.
type Rank = i64;

/// A stack of the moves of all nodes on the current path, and the moves that caused cutoffs.
pub(super) struct Order<M> {
    moves: Vec<(Rank, M)>,
    /// For each ply, the last two moves that caused a cutoff; if there was only one, it is listed
    /// twice.
    killers: Vec<Option<[M; 2]>>,
}

impl<M> Default for Order<M> {
    fn default() -> Self {
        Order { moves: Vec::new(), killers: Vec::new() }
    }
}

impl<M: Copy + Eq> Order<M> {
    /// Removes all moves from the stack.
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// The last two moves that caused a cutoff at this ply.
    #[inline(always)]
    pub fn killers(&self, ply: u32) -> Option<[M; 2]> {
        self.killers.get(ply as usize).copied().flatten()
    }

    /// Pushes the moves of `state` except `first`, in the game's own order or with the highest rank
    /// first.
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
        self.moves[start..].sort_by_key(|(rank, _)| Reverse(*rank));
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
/// [`promise`](Game::promise), then those that recently caused a cutoff, then in the order of
/// [`moves`](Game::moves). The moves after the first are generated only when needed: the first may
/// already cause a cutoff.
pub(super) struct Picks<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    first: Option<G::Move>,
    killers: Option<[G::Move; 2]>,
    is_ordered: bool,
    /// The first move, until it is returned.
    given: Option<G::Move>,
    /// Where the other moves begin on the stack, and where the next one is.
    listed: Option<(usize, usize)>,
}

impl<'a, G: Game> Picks<'a, G> {
    /// The moves of `state`. `first` and the killer moves may come from other states, and are
    /// ignored if they are not legal here.
    #[inline(always)]
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        first: Option<G::Move>,
        killers: Option<[G::Move; 2]>,
        is_ordered: bool,
    ) -> Self {
        let first = first.filter(|&mv| is_ordered && game.can_play(state, mv));
        Picks { game, state, first, killers, is_ordered, given: first, listed: None }
    }

    #[inline(always)]
    pub fn next(&mut self, order: &mut Order<G::Move>) -> Option<G::Move> {
        if self.given.is_some() {
            return self.given.take();
        }
        if self.listed.is_none() {
            self.listed = Some((order.moves.len(), order.moves.len()));
            order.put(self.game, self.state, self.first, self.killers, self.is_ordered);
        }
        let (_, next) = self.listed.as_mut()?;
        *next += 1;
        order.moves.get(*next - 1).map(|&(_, mv)| mv)
    }

    /// Removes them from the stack.
    #[inline(always)]
    pub fn end(self, order: &mut Order<G::Move>) {
        if let Some((start, _)) = self.listed {
            order.moves.truncate(start);
        }
    }
}
