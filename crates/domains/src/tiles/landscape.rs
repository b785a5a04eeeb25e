//! Sliding tiles as a landscape: a move slides the blank, and every tile away from home adds to the
//! cost.

use std::collections::HashMap;

use goalward::local::Landscape;
use goalward::{Heuristic, Rng, StateSpace};

use super::per_tile::Fixed;
use super::{Move, Slides};

/// The boards of a puzzle; neighbours differ by one move of the blank. The cost is that of a
/// heuristic, in steps of 1/[`UNIT`](Fixed::UNIT) of its type; only the goal has cost 0.
///
/// Every run begins at the puzzle's start. With [`Traced`](goalward::local::Traced) each board
/// keeps the path to it.
#[derive(Clone, Debug)]
pub struct Wander<'a, S, H> {
    space: &'a S,
    cost: H,
}

/// A board and the sum that determines its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scored<B, N> {
    /// The board.
    pub board: B,
    sum: N,
}

/// The state of a landscape over `S` with the cost of `H`.
pub type ScoredOf<S, H> = Scored<<S as StateSpace>::State, <H as Heuristic<S>>::Memo>;

impl<'a, S: Slides, H: Heuristic<S, Memo: Fixed>> Wander<'a, S, H>
where
    S::State: Copy,
{
    /// The landscape of a puzzle with this cost.
    pub fn new(space: &'a S, cost: H) -> Self {
        Wander { space, cost }
    }

    /// The puzzle.
    pub fn space(&self) -> &'a S {
        self.space
    }

    #[inline]
    fn after(&self, Scored { board, sum }: ScoredOf<S, H>, mv: Move) -> ScoredOf<S, H> {
        let next = self.space.apply(&board, &mv);
        Scored { board: next, sum: self.cost.advance(sum, &board, &mv, &next) }
    }
}

impl<S: Slides, H: Heuristic<S, Memo: Fixed>> Landscape for Wander<'_, S, H>
where
    S::State: Copy,
{
    type State = ScoredOf<S, H>;
    type Move = Move;

    fn random_state(&self, _: &mut Rng) -> Self::State {
        let board = self.space.start();
        Scored { board, sum: self.cost.memo(&board) }
    }

    fn cost(&self, state: &Self::State) -> i64 {
        state.sum.steps().into()
    }

    #[inline]
    fn moves(&self, state: &Self::State) -> impl Iterator<Item = Move> {
        self.space.actions(&state.board)
    }

    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut Rng) -> Option<Move> {
        let count = self.space.actions(&state.board).count();
        self.space.actions(&state.board).nth(rng.below(count))
    }

    #[inline]
    fn delta(&self, state: &Self::State, mv: Move) -> i64 {
        i64::from(self.after(*state, mv).sum.steps()) - i64::from(state.sum.steps())
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, mv: Move) {
        *state = self.after(*state, mv);
    }

    #[inline]
    fn undoes(&self, last: Move, next: Move) -> bool {
        last.opposite() == next
    }
}

/// The moves of a path from the start with every loop removed: no board occurs twice.
pub fn without_loops<S: StateSpace<Action: Copy>>(
    space: &S,
    moves: &[S::Action],
) -> Vec<S::Action> {
    let mut boards = vec![space.start()];
    for mv in moves {
        boards.push(space.apply(boards.last().expect("there is a start"), mv));
    }
    let mut last_visit: HashMap<&S::State, usize> = HashMap::new();
    for (i, board) in boards.iter().enumerate() {
        last_visit.insert(board, i);
    }
    let mut kept = Vec::new();
    let mut at = last_visit[&boards[0]];
    while let Some(&mv) = moves.get(at) {
        kept.push(mv);
        at = last_visit[&boards[at + 1]];
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{Layout, PerTile, Puzzle, Size, Tiles};
    use super::*;

    fn tiles(seed: u64) -> Tiles<u64> {
        let goal = Layout::blank_first(Size::EIGHT);
        Tiles::new(&Puzzle::random(goal, &mut Rng::new(seed))).unwrap()
    }

    fn law<N: Fixed + std::fmt::Debug + PartialEq>(
        wander: &Wander<'_, Tiles<u64>, PerTile<N>>,
        rng: &mut Rng,
    ) {
        let mut state = wander.random_state(rng);
        for _ in 0..300 {
            for mv in wander.moves(&state) {
                let mut after = state;
                wander.apply(&mut after, mv);
                let fresh = Heuristic::<Tiles<u64>>::memo(&wander.cost, &after.board);
                assert_eq!(after.sum, fresh);
                assert_eq!(wander.delta(&state, mv), wander.cost(&after) - wander.cost(&state));
                assert_eq!(wander.cost(&after) == 0, wander.space().is_goal(&after.board));
            }
            let mv = wander.random_move(&state, rng).unwrap();
            wander.apply(&mut state, mv);
        }
    }

    #[test]
    fn delta_is_the_difference_in_cost_for_both_costs() {
        let mut rng = Rng::new(1);
        for seed in 1..20 {
            let tiles = tiles(seed);
            law(&Wander::new(&tiles, PerTile::manhattan(tiles.goal())), &mut rng);
            law(&Wander::new(&tiles, PerTile::euclidean(tiles.goal())), &mut rng);
        }
    }

    #[test]
    fn a_path_without_loops_ends_where_it_did_and_visits_no_board_twice() {
        let mut rng = Rng::new(2);
        for seed in 1..50 {
            let tiles = tiles(seed);
            let (mut board, mut moves) = (tiles.start(), Vec::new());
            for _ in 0..rng.below(400) {
                let possible: Vec<_> = tiles.actions(&board).collect();
                let mv = *rng.pick(&possible).unwrap();
                board = tiles.apply(&board, &mv);
                moves.push(mv);
            }
            let (mut at, mut seen) = (tiles.start(), HashSet::from([tiles.start()]));
            for mv in without_loops(&tiles, &moves) {
                at = tiles.apply(&at, &mv);
                assert!(seen.insert(at), "a loop is left");
            }
            assert_eq!(at, board);
        }
    }
}
