//! The same on several threads: the tree in parts, each a dive of its own.

use std::num::NonZeroUsize;

use goalward::path::Plan;
use goalward::path::parallel::{Branch, Dived, Landing, Parts, Work, in_parts};
use goalward::{Cost, Limits, Outcome, StateSpace, Stop};

use super::{Below, Dive, Halt, NO_MOVE, Rises, pack, table};
use crate::tiles::{Board, Cells, Move, Tiles};

/// Expansions between looks at the limits.
const QUOTA: u64 = 4096;

/// The outcome of IDA* on `jobs` threads, h being that of the start; none if this size of
/// board has no code of its own, or memory is very short.
pub(in crate::tiles) fn solve_on<C: Cells>(
    rises: &Rises,
    tiles: &Tiles<C>,
    h: Cost,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    let needed = (jobs.get() * size_of::<Dive<'_>>()) as u64;
    if limits.memory.is_some_and(|memory| memory < needed) {
        return None;
    }
    let goal = pack(tiles.goal());
    let below = table(tiles.goal().size())?;
    in_parts(&Tree { rises, tiles, goal, h, below }, jobs, limits).ok()
}

struct Tree<'a, C: Cells> {
    rises: &'a Rises,
    tiles: &'a Tiles<C>,
    goal: u64,
    /// That of the start.
    h: Cost,
    below: &'static [[Below; 5]; 16],
}

/// A board, and how it was reached.
struct Root<C: Cells> {
    board: Board<C>,
    last: Option<Move>,
    g: u32,
    h: Cost,
}

impl<C: Cells> Parts for Tree<'_, C> {
    type Space = Tiles<C>;
    type Root = Root<C>;

    fn space(&self) -> &Tiles<C> {
        self.tiles
    }

    fn start(&self) -> (Root<C>, Cost) {
        (Root { board: self.tiles.start(), last: None, g: 0, h: self.h }, self.h)
    }

    fn branches(&self, root: &Root<C>) -> Option<Vec<Branch<Self>>> {
        if self.tiles.is_goal(&root.board) {
            return None;
        }
        let branch = |mv: Move| {
            let board = self.tiles.apply(&root.board, &mv);
            let tile = root.board.tile(board.blank());
            let rises = self.rises[usize::from(root.board.blank())][mv as usize] >> tile & 1 == 1;
            let h = if rises { root.h + 1 } else { root.h - 1 };
            let root = Root { board, last: Some(mv), g: root.g + 1, h };
            Branch { action: mv, g: root.g.into(), root, h }
        };
        Some(self.tiles.actions_after(&root.board, root.last.as_ref()).map(branch).collect())
    }

    fn dive(&self, bound: Cost, work: &Work<'_, Self>) {
        while let Some((number, root)) = work.take() {
            work.finish(number, self.dive_into(root, number, bound, work));
        }
    }
}

impl<C: Cells> Tree<'_, C> {
    fn dive_into(
        &self,
        root: &Root<C>,
        number: usize,
        bound: Cost,
        work: &Work<'_, Self>,
    ) -> Dived<Move> {
        let slack = ((bound - root.g - root.h) / 2) as usize;
        let (mut spent, mut told) = (0, 0);
        let mut look = |generated: u64| {
            let expanded = if spent > 0 { QUOTA } else { 0 };
            if work.look(number, expanded, generated - told).is_break() {
                return Err(Stop::Cancelled);
            }
            told = generated;
            spent += QUOTA;
            Ok(QUOTA)
        };
        let mut dive = Dive::new(self.rises, self.goal, &mut look);
        // Only what is nearer than the root counts.
        dive.furthest = 2 * slack;
        let cells = pack(&root.board.layout(self.tiles.goal().size()));
        let last = root.last.map_or(NO_MOVE, |mv| mv as usize);
        self.below[usize::from(root.board.blank())][last](&mut dive, cells, slack, 0);
        let Dive { left, generated, furthest, .. } = dive;
        let deepest = dive.deepest() as u32;
        let moves = std::mem::take(&mut dive.best);
        let halt = std::mem::replace(&mut dive.halt, Halt::No);
        let best =
            (furthest > 2 * slack).then(|| (bound - root.g - furthest as Cost, moves.clone()));
        let (end, best) = match halt {
            Halt::No => (Landing::Nothing, best),
            Halt::Goal => (Landing::Goal(moves), None),
            Halt::Stopped(_) => (Landing::Left, best),
        };
        if spent > 0 && end != Landing::Left {
            // What was done of the last quota; whether to go on is no question any more.
            let _ = work.look(number, QUOTA - left, generated - told);
        }
        Dived {
            expanded: spent - left,
            generated,
            deepest,
            bytes: size_of::<Dive<'_>>() as u64,
            next_bound: Some(u64::from(bound) + 2),
            best,
            end,
        }
    }
}
