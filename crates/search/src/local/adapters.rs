//! Landscapes made from others.

use super::{Conflicts, Crossover, Landscape};
use crate::Rng;

/// A landscape in which every run begins at one given state.
#[derive(Clone, Debug)]
pub struct Starting<L: Landscape> {
    /// Everything but the start.
    pub landscape: L,
    /// The start.
    pub start: L::State,
}

impl<L: Landscape> Landscape for Starting<L> {
    type State = L::State;
    type Move = L::Move;

    fn random_state(&self, _: &mut Rng) -> L::State {
        self.start.clone()
    }

    fn cost(&self, state: &L::State) -> i64 {
        self.landscape.cost(state)
    }

    #[inline]
    fn goal(&self) -> Option<i64> {
        self.landscape.goal()
    }

    #[inline]
    fn moves(&self, state: &L::State) -> impl Iterator<Item = L::Move> {
        self.landscape.moves(state)
    }

    #[inline]
    fn random_move(&self, state: &L::State, rng: &mut Rng) -> Option<L::Move> {
        self.landscape.random_move(state, rng)
    }

    #[inline]
    fn allows(&self, state: &L::State, mv: L::Move) -> bool {
        self.landscape.allows(state, mv)
    }

    #[inline]
    fn delta(&self, state: &L::State, mv: L::Move) -> i64 {
        self.landscape.delta(state, mv)
    }

    #[inline]
    fn apply(&self, state: &mut L::State, mv: L::Move) {
        self.landscape.apply(state, mv)
    }

    #[inline]
    fn undoes(&self, last: L::Move, next: L::Move) -> bool {
        self.landscape.undoes(last, next)
    }

    fn state_bytes(&self) -> usize {
        self.landscape.state_bytes()
    }

    #[inline]
    fn grown_bytes(&self, state: &L::State) -> usize {
        self.landscape.grown_bytes(state)
    }
}

impl<L: Conflicts> Conflicts for Starting<L> {
    fn greedy_state(&self, _: &mut Rng) -> L::State {
        self.start.clone()
    }

    fn variables(&self) -> usize {
        self.landscape.variables()
    }

    #[inline]
    fn is_conflicted(&self, state: &L::State, variable: usize) -> bool {
        self.landscape.is_conflicted(state, variable)
    }

    #[inline]
    fn reassignments(
        &self,
        state: &L::State,
        variable: usize,
    ) -> impl Iterator<Item = (L::Move, i64)> {
        self.landscape.reassignments(state, variable)
    }

    fn opponents(&self, state: &L::State, variable: usize) -> impl Iterator<Item = usize> {
        self.landscape.opponents(state, variable)
    }
}

impl<L: Crossover> Crossover for Starting<L> {
    fn cross(&self, mother: &L::State, father: &L::State, rng: &mut Rng) -> L::State {
        self.landscape.cross(mother, father, rng)
    }
}

/// A landscape whose states remember the moves that led to them: for problems in which the path to
/// a state is the solution.
#[derive(Clone, Copy, Debug)]
pub struct Traced<L>(
    /// The landscape without memory.
    pub L,
);

/// A state and the path to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trail<S, M> {
    /// Where the run began.
    pub start: S,
    /// Where the moves lead.
    pub state: S,
    /// Every move made, in order, detours and loops included.
    pub moves: Vec<M>,
}

impl<L: Landscape> Landscape for Traced<L> {
    type State = Trail<L::State, L::Move>;
    type Move = L::Move;

    fn random_state(&self, rng: &mut Rng) -> Self::State {
        let start = self.0.random_state(rng);
        Trail { state: start.clone(), start, moves: Vec::new() }
    }

    fn cost(&self, trail: &Self::State) -> i64 {
        self.0.cost(&trail.state)
    }

    #[inline]
    fn goal(&self) -> Option<i64> {
        self.0.goal()
    }

    #[inline]
    fn moves(&self, trail: &Self::State) -> impl Iterator<Item = L::Move> {
        self.0.moves(&trail.state)
    }

    #[inline]
    fn random_move(&self, trail: &Self::State, rng: &mut Rng) -> Option<L::Move> {
        self.0.random_move(&trail.state, rng)
    }

    #[inline]
    fn allows(&self, trail: &Self::State, mv: L::Move) -> bool {
        self.0.allows(&trail.state, mv)
    }

    #[inline]
    fn delta(&self, trail: &Self::State, mv: L::Move) -> i64 {
        self.0.delta(&trail.state, mv)
    }

    #[inline]
    fn apply(&self, trail: &mut Self::State, mv: L::Move) {
        self.0.apply(&mut trail.state, mv);
        let room = trail.moves.capacity();
        if trail.moves.len() == room {
            trail.moves.reserve_exact(more_than(room));
        }
        trail.moves.push(mv);
    }

    #[inline]
    fn undoes(&self, last: L::Move, next: L::Move) -> bool {
        self.0.undoes(last, next)
    }

    fn state_bytes(&self) -> usize {
        2 * self.0.state_bytes() + size_of::<Vec<L::Move>>() + AHEAD * size_of::<L::Move>()
    }

    #[inline]
    fn grown_bytes(&self, trail: &Self::State) -> usize {
        let room = trail.moves.capacity();
        let short = room - trail.moves.len() < AHEAD;
        let soon = if short { room + more_than(room) } else { room };
        self.0.grown_bytes(&trail.state) + (soon - AHEAD) * size_of::<L::Move>()
    }
}

/// A new trail has room for this many moves, and a longer one counts the memory needed for as many
/// more: see [`Landscape::grown_bytes`].
const AHEAD: usize = 256;

/// By how much a full list of moves grows.
#[inline]
fn more_than(room: usize) -> usize {
    (room / 8).max(AHEAD)
}
