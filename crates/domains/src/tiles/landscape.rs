//! Sliding tiles as a landscape: a move slides the blank, and every tile away from home adds to the
//! cost.

use std::collections::HashMap;

use goalward::local::Landscape;
use goalward::{Rng, StateSpace};

use super::per_tile::Fixed;
use super::{Board, Cells, Move, PerTile, Tiles};

/// The boards of a puzzle; neighbours differ by one move of the blank. The cost is a sum over the
/// tiles, rounded up; only the goal has cost 0.
///
/// Every run begins at the puzzle's start. With [`Traced`](goalward::local::Traced) each board
/// keeps the path to it.
#[derive(Clone, Debug)]
pub struct Wander<'a, C: Cells, N> {
    tiles: &'a Tiles<C>,
    cost: PerTile<N>,
}

/// A board and the sum that determines its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scored<C: Cells, N> {
    /// The board.
    pub board: Board<C>,
    sum: N,
}

impl<'a, C: Cells, N: Fixed> Wander<'a, C, N> {
    /// The landscape of a puzzle with this cost.
    pub fn new(tiles: &'a Tiles<C>, cost: PerTile<N>) -> Self {
        Wander { tiles, cost }
    }

    /// The puzzle.
    pub fn tiles(&self) -> &'a Tiles<C> {
        self.tiles
    }

    #[inline]
    fn after(&self, Scored { board, sum }: Scored<C, N>, mv: Move) -> Scored<C, N> {
        let next = self.tiles.apply(&board, &mv);
        Scored { board: next, sum: self.cost.step(sum, board, mv, next) }
    }
}

impl<C: Cells, N: Fixed> Landscape for Wander<'_, C, N> {
    type State = Scored<C, N>;
    type Move = Move;

    fn random_state(&self, _: &mut Rng) -> Scored<C, N> {
        let board = self.tiles.start();
        Scored { board, sum: self.cost.sum(board) }
    }

    fn cost(&self, state: &Scored<C, N>) -> i64 {
        state.sum.cost().into()
    }

    #[inline]
    fn moves(&self, state: &Scored<C, N>) -> impl Iterator<Item = Move> {
        self.tiles.actions(&state.board)
    }

    #[inline]
    fn random_move(&self, state: &Scored<C, N>, rng: &mut Rng) -> Option<Move> {
        let count = self.tiles.actions(&state.board).count();
        self.tiles.actions(&state.board).nth(rng.below(count))
    }

    #[inline]
    fn delta(&self, state: &Scored<C, N>, mv: Move) -> i64 {
        i64::from(self.after(*state, mv).sum.cost()) - i64::from(state.sum.cost())
    }

    #[inline]
    fn apply(&self, state: &mut Scored<C, N>, mv: Move) {
        *state = self.after(*state, mv);
    }

    #[inline]
    fn undoes(&self, last: Move, next: Move) -> bool {
        last.opposite() == next
    }
}

impl<C: Cells> Tiles<C> {
    /// The moves of a path from the start with every loop removed: no board occurs twice.
    pub fn without_loops(&self, moves: &[Move]) -> Vec<Move> {
        let mut boards = vec![self.start()];
        for mv in moves {
            boards.push(self.apply(boards.last().expect("there is a start"), mv));
        }
        let mut last_visit: HashMap<C, usize> = HashMap::new();
        for (i, board) in boards.iter().enumerate() {
            last_visit.insert(board.cells(), i);
        }
        let mut kept = Vec::new();
        let mut at = last_visit[&boards[0].cells()];
        while let Some(&mv) = moves.get(at) {
            kept.push(mv);
            at = last_visit[&boards[at + 1].cells()];
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{Layout, Puzzle, Size};
    use super::*;

    fn tiles(seed: u64) -> Tiles<u64> {
        let goal = Layout::blank_first(Size::EIGHT);
        Tiles::new(&Puzzle::random(goal, &mut Rng::new(seed))).unwrap()
    }

    fn law<N: Fixed + std::fmt::Debug + PartialEq>(wander: &Wander<'_, u64, N>, rng: &mut Rng) {
        let mut state = wander.random_state(rng);
        for _ in 0..300 {
            for mv in wander.moves(&state) {
                let mut after = state;
                wander.apply(&mut after, mv);
                let fresh = wander.cost.sum(after.board);
                assert_eq!(after.sum, fresh);
                assert_eq!(wander.delta(&state, mv), wander.cost(&after) - wander.cost(&state));
                assert_eq!(wander.cost(&after) == 0, wander.tiles().is_goal(&after.board));
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
    fn a_way_without_loops_ends_where_it_did_and_visits_no_board_twice() {
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
            for mv in tiles.without_loops(&moves) {
                at = tiles.apply(&at, &mv);
                assert!(seen.insert(at), "a loop is left");
            }
            assert_eq!(at, board);
        }
    }
}
