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

impl<M: Copy + Eq> Order<M> {
    pub fn new() -> Self {
        Order { moves: Vec::new(), killers: Vec::new() }
    }

    /// Puts the moves of `state` on the stack in the game's own order. Here and below, gives
    /// the place of the first of them.
    pub fn as_they_come<G: Game<Move = M>>(&mut self, game: &G, state: &G::State) -> usize {
        let start = self.moves.len();
        self.moves.extend(game.moves(state).map(|mv| (0, mv)));
        start
    }

    /// Puts the moves of `state` but `first` on the stack, the highest rank first.
    pub fn by_rank<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
        ply: u32,
        first: Option<M>,
    ) -> usize {
        let start = self.moves.len();
        let killers = self.killers.get(ply as usize).copied().flatten();
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
        start
    }

    /// The move in this place of the stack.
    #[inline(always)]
    pub fn get(&self, place: usize) -> Option<M> {
        self.moves.get(place).map(|&(_, mv)| mv)
    }

    /// Takes the moves from this place on off the stack.
    #[inline(always)]
    pub fn forget(&mut self, start: usize) {
        self.moves.truncate(start);
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
