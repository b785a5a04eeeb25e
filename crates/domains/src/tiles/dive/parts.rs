//! The same on several threads: the tree is divided into parts, each a separate dive.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use goalward::kernel::{Branch, Dived, Landing, Parts, Work, in_parts};
use goalward::{Limits, Outcome, StateSpace, Stop};

use super::flood::{self, MOST_SLACK};
use super::sweep::{Sweep, Task, Tuning};
use super::{BELOW, Dive, Halt, NO_MOVE, Rises, pack};
use crate::tiles::{Board, Move, Puzzle, Tiles, Way};

/// Expansions between checks of the limits: at most a quarter of a millisecond.
const QUOTA: u64 = 1 << 16;

/// The outcome of IDA* on `jobs` threads, where `h` is that of the start.
pub(super) fn shared(
    tuning: Tuning,
    rises: &Rises,
    puzzle: &Puzzle,
    h: u32,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Outcome<Way> {
    let tiles = Tiles::new(puzzle).expect("the size is served");
    let tree = Tree {
        rises,
        tiles: &tiles,
        goal: pack(tiles.goal()),
        h,
        tuning,
        memory: limits.memory.map(|memory| (memory / jobs.get() as u64) as usize),
        nearest: Mutex::new(Nearest { bound: 0, before: h, now: h }),
    };
    in_parts(&tree, jobs, limits).expect("every move costs something")
}

struct Tree<'a> {
    rises: &'a Rises,
    tiles: &'a Tiles<u64>,
    goal: u64,
    /// The h of the start.
    h: u32,
    tuning: Tuning,
    /// The bytes that each thread may hold.
    memory: Option<usize>,
    nearest: Mutex<Nearest>,
}

/// The lowest h seen.
struct Nearest {
    /// The bound of the current dives.
    bound: u32,
    /// Within smaller bounds: anything not lower does not have to be reported again.
    before: u32,
    /// Within all bounds.
    now: u32,
}

/// A board and how it was reached.
struct Top {
    board: Board<u64>,
    last: Option<Move>,
    g: u32,
    h: u32,
}

impl Parts<Move, u32, Top> for Tree<'_> {
    // Enough for a sweep.
    fn worth(&self) -> u64 {
        100_000
    }

    fn start(&self) -> (Top, u32) {
        (Top { board: self.tiles.start(), last: None, g: 0, h: self.h }, self.h)
    }

    fn branches(&self, root: &Top) -> Option<Vec<Branch<Move, u32, Top>>> {
        if self.tiles.is_goal(&root.board) {
            return None;
        }
        let branch = |mv: Move| {
            let board = self.tiles.apply(&root.board, &mv);
            let tile = root.board.tile(board.blank());
            let rises = self.rises[usize::from(root.board.blank())][mv as usize] >> tile & 1 == 1;
            let h = if rises { root.h + 1 } else { root.h - 1 };
            let root = Top { board, last: Some(mv), g: root.g + 1, h };
            Branch { action: mv, g: root.g, root, h }
        };
        Some(self.tiles.actions_after(&root.board, root.last.as_ref()).map(branch).collect())
    }

    fn dive(&self, bound: u32, work: &Work<'_, Move, u32, Top>) {
        let nearest = self.nearest(bound);
        // Each bound has about five times the nodes of the previous one.
        let expected = 5 * work.before();
        let mut diver = Diver { tree: self, bound, nearest, sweep: None, expected };
        while let Some((number, root)) = work.take() {
            let dived = diver.dive_into(root, number, work);
            if let Some((h, _)) = &dived.best {
                let mut nearest =
                    self.nearest.lock().expect("no thread panics while holding the lock");
                nearest.now = nearest.now.min(*h);
            }
            work.finish(number, dived);
        }
    }
}

impl Tree<'_> {
    /// The lowest h seen within smaller bounds.
    fn nearest(&self, bound: u32) -> u32 {
        let mut nearest = self.nearest.lock().expect("no thread panics while holding the lock");
        if nearest.bound != bound {
            *nearest = Nearest { bound, before: nearest.now, now: nearest.now };
        }
        nearest.before
    }
}

/// A worker that dives into one part after another.
struct Diver<'a> {
    tree: &'a Tree<'a>,
    bound: u32,
    nearest: u32,
    sweep: Option<Sweep>,
    /// About how many nodes are expanded in a part.
    expected: u64,
}

impl Diver<'_> {
    fn dive_into(
        &mut self,
        root: &Top,
        number: usize,
        work: &Work<'_, Move, u32, Top>,
    ) -> Dived<Move, u32> {
        let (tree, bound) = (self.tree, self.bound - root.g);
        let slack = ((bound - root.h) / 2) as usize;
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
        let mut dive = Dive::new(tree.rises, tree.goal, &mut look);
        // Only an h lower than the root's, and than all within smaller bounds, counts.
        let nearest = (bound - self.nearest.min(root.h)) as usize;
        dive.furthest = nearest;
        self.send(&mut dive, root, slack, bound as usize);
        let Dive { left, generated, furthest, .. } = dive;
        let deepest = dive.deepest() as u32;
        let moves = std::mem::take(&mut dive.best);
        let halt = std::mem::replace(&mut dive.halt, Halt::No);
        let best = (furthest > nearest).then(|| (bound - furthest as u32, moves.clone()));
        let (end, best) = match halt {
            Halt::No => (Landing::Nothing, best),
            Halt::Goal => (Landing::Goal(moves), None),
            Halt::Stopped(_) => (Landing::Left, best),
        };
        if spent > 0 && end != Landing::Left {
            // Reports the part of the last quota that was used; the answer no longer matters.
            let _ = work.look(number, QUOTA - left, generated - told);
        }
        let expanded = spent - left;
        let swept = self.sweep.as_ref().map_or(0, |sweep| sweep.held());
        Dived {
            expanded,
            generated,
            deepest,
            bytes: (size_of::<Dive<'_>>() + swept) as u64,
            next_bound: Some(self.bound + 2),
            best,
            end,
        }
    }

    /// Dives into a part, with the bound relative to its root.
    fn send(&mut self, dive: &mut Dive<'_>, root: &Top, slack: usize, bound: usize) {
        let Tree { tuning, memory, .. } = self.tree;
        let cells = root.board.cells();
        let blank = root.board.blank();
        let last = root.last.map_or(NO_MOVE, |mv| mv as usize);
        if self.expected >= tuning.worth && slack <= MOST_SLACK {
            let room = |bytes| memory.is_none_or(|memory| size_of::<Dive<'_>>() + bytes <= memory);
            let depths = self.bound as usize + 1;
            let new = || Sweep::new(tuning, self.tree.rises, depths, room);
            self.sweep = self.sweep.take().or_else(new);
            if let Some(sweep) = &mut self.sweep {
                let start =
                    flood::Trunk { cells, slack: slack as u8, g: 0, blank, last: last as u8 };
                dive.sweep(sweep, Task { start, bound, expected: self.expected });
                return;
            }
        }
        BELOW[usize::from(blank)][last](dive, cells, slack, 0);
    }
}
