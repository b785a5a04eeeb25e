//! IDA* on 4×4 boards for estimates that change by one with each move.
//!
//! The search is that of [`IdaStar`](goalward::path::IdaStar), node for node. Each position of the
//! blank and each move that led there has a separate function, in which shifts and neighbours are
//! constants. A move either leaves f unchanged or raises it by two, which is one bit of a table; so
//! a dive passes down only how often f may still rise.

mod flood;
mod parts;
mod sweep;
#[cfg(test)]
mod tests;
mod walk;

use std::cell::RefCell;
use std::num::NonZeroUsize;

use goalward::path::{End, Plan};
use goalward::{Limits, Meter, Outcome, Stop, Verdict};

use super::{Board, Cells, Layout, Move, Puzzle, Size, Tiles, Way};

use flood::{MOST_SLACK, Trunk};
use sweep::{Sweep, Task, Tuning};

/// By the blank's cell and its move: a bit for each tile, set if the move takes the tile
/// further from home.
pub(super) type Rises = [[u16; 4]; 16];

/// More than the length of any shortest solution on 16 cells, and a power of two.
const LONGEST: usize = 128;

/// Extra depths that a sweep has beyond the bound, so that it can be reused for the next bounds.
const SPARE: usize = 9;

/// No move: at the start of a path, and beyond the deepest node.
const NO_MOVE: usize = 4;

/// A search for the moves from a board to the goal.
struct Dive<'a> {
    rises: Rises,
    goal: u64,
    /// Expansions left before the limits are checked.
    left: u64,
    /// Expansions that the node limit leaves after those.
    beyond: u64,
    generated: u64,
    /// The largest g + 2·slack of any node: where h was lowest.
    furthest: usize,
    /// The moves of the current path, each at the depth it led to; deeper entries are from earlier
    /// paths.
    path: [u8; LONGEST],
    /// The moves to where h was lowest, or to the goal.
    best: Vec<Move>,
    /// Checks the limits, given how many nodes were generated; grants expansions.
    look: &'a mut dyn FnMut(u64) -> Result<u64, Stop>,
    halt: Halt,
    /// Whether nothing can stop it, so that the nearest state is not needed.
    endless: bool,
}

enum Halt {
    No,
    Goal,
    Stopped(Stop),
}

/// Looks for the goal at or below a board from which f may still rise `slack` times by
/// two; returns whether to halt.
type Below = fn(&mut Dive<'_>, cells: u64, slack: usize, g: usize) -> bool;

/// Whether boards have this size, and there is memory for the paths of this many threads.
pub(super) fn serves(size: Size, jobs: NonZeroUsize, limits: &Limits) -> bool {
    let needed = jobs.get() as u64 * size_of::<Dive<'_>>() as u64;
    let fits = jobs.get() == 1 || limits.memory.is_none_or(|memory| needed <= memory);
    size == SIZE && fits
}

/// The outcome of IDA* on `jobs` threads, where `h` is that of the start, if it is
/// [supported](serves).
pub(super) fn solve<C: Cells>(
    rises: &Rises,
    tiles: &Tiles<C>,
    h: u32,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Outcome<Plan<Board<C>, Move>> {
    ways(rises, tiles.puzzle(), h, jobs, limits).map(|way| tiles.plan(way))
}

/// Not generic, so that it is compiled here and not in every crate that uses it.
fn ways(
    rises: &Rises,
    puzzle: &Puzzle,
    h: u32,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Outcome<Way> {
    let tuning = Tuning::of_this_process();
    match jobs.get() {
        1 => alone(&tuning, rises, [puzzle.start(), puzzle.goal()], h, limits),
        _ => parts::shared(tuning, rises, puzzle, h, jobs, limits),
    }
}

fn alone(
    tuning: &Tuning,
    rises: &Rises,
    [start, goal]: [&Layout; 2],
    h: u32,
    limits: &Limits,
) -> Outcome<Way> {
    let meter = RefCell::new(Meter::new(limits));
    let held = meter.borrow_mut().hold(size_of::<Dive<'_>>());
    let mut look = |generated| {
        let mut meter = meter.borrow_mut();
        meter.generated = generated;
        meter.spend()
    };
    let mut dive = Dive::new(rises, pack(goal), &mut look);
    dive.beyond = limits.nodes.unwrap_or(u64::MAX);
    dive.endless = limits.nodes.is_none() && !limits.need_a_look();
    let verdict = match held {
        Ok(()) => dive.deepen(tuning, start, h, &meter),
        Err(by) => Verdict::Stopped { by, best: None },
    };
    meter.into_inner().finish(verdict)
}

/// The cells as one number, four bits each.
pub(super) fn pack(layout: &Layout) -> u64 {
    layout.tiles().iter().rev().fold(0, |cells, &tile| cells << 4 | u64::from(tile))
}

impl<'a> Dive<'a> {
    fn new(rises: &Rises, goal: u64, look: &'a mut dyn FnMut(u64) -> Result<u64, Stop>) -> Self {
        Dive {
            rises: *rises,
            goal,
            left: 0,
            beyond: u64::MAX,
            generated: 0,
            furthest: 0,
            path: [NO_MOVE as u8; LONGEST],
            best: Vec::new(),
            look,
            halt: Halt::No,
            endless: false,
        }
    }

    fn deepen(
        &mut self,
        tuning: &Tuning,
        start: &Layout,
        h: u32,
        meter: &RefCell<Meter>,
    ) -> Verdict<Way> {
        let blank = start.cell_of(0) as u8;
        let mut root = Trunk { cells: pack(start), slack: 0, g: 0, blank, last: NO_MOVE as u8 };
        let mut sweep: Option<Sweep> = None;
        let (mut generated, mut expected) = (0, 0);
        for slack in 0.. {
            let bound = h + 2 * slack as u32;
            meter.borrow_mut().lower_bound = Some(bound.into());
            // The same h as before, relative to the new bound.
            self.furthest += if slack > 0 { 2 } else { 0 };
            let large = expected >= tuning.worth && slack <= MOST_SLACK;
            if large && !sweep.as_ref().is_some_and(|sweep| sweep.reaches(bound as usize)) {
                let mut meter = meter.borrow_mut();
                meter.release(sweep.take().map_or(0, |sweep| sweep.held()));
                let hold = |bytes| meter.hold(bytes).is_ok();
                sweep = Sweep::new(tuning, &self.rises, bound as usize + SPARE, hold);
            }
            root.slack = slack as u8;
            match &mut sweep {
                Some(sweep) if large => {
                    self.sweep(sweep, Task { start: root, bound: bound as usize, expected })
                }
                _ => BELOW[usize::from(blank)][NO_MOVE](self, root.cells, slack, 0),
            };
            // Each bound has about five times as many nodes, and a node has about two moves.
            expected = (self.generated - generated) * 5 / 2;
            generated = self.generated;
            let (end, by) = match self.halt {
                Halt::No => continue,
                Halt::Goal => (End::Goal, None),
                // g + h is the bound minus twice the slack.
                Halt::Stopped(by) => (End::Short(bound - self.furthest as u32), Some(by)),
            };
            let mut meter = meter.borrow_mut();
            meter.unspent(std::mem::take(&mut self.left));
            meter.generated = self.generated;
            meter.stored(self.deepest());
            let actions = std::mem::take(&mut self.best);
            let way = (actions, end);
            return match by {
                None => Verdict::Solved(way),
                Some(by) => Verdict::Stopped { by, best: Some(way) },
            };
        }
        unreachable!("a puzzle can be solved")
    }

    /// The largest number of nodes on a path.
    fn deepest(&self) -> u64 {
        self.path[1..].iter().take_while(|&&mv| mv != NO_MOVE as u8).count() as u64 + 1
    }

    /// The work at every node before its moves are made; returns whether to halt.
    #[inline(always)]
    fn enter(&mut self, cells: u64, slack: usize, g: usize, last: usize) -> bool {
        if cells == self.goal {
            return self.arrive(g, last);
        }
        if g + 2 * slack > self.furthest {
            self.improve(g + 2 * slack, g, last);
        }
        self.path[g % LONGEST] = last as u8;
        if self.left == 0 && self.ask() {
            return true;
        }
        self.left -= 1;
        false
    }

    /// Requests more expansions; returns whether to halt.
    #[cold]
    #[inline(never)]
    fn ask(&mut self) -> bool {
        match (self.look)(self.generated) {
            Ok(count) => {
                self.left = count;
                self.beyond = self.beyond.saturating_sub(count);
            }
            Err(by) => self.halt = Halt::Stopped(by),
        }
        self.left == 0
    }

    #[cold]
    #[inline(never)]
    fn improve(&mut self, furthest: usize, g: usize, last: usize) {
        self.furthest = furthest;
        self.note(g, last);
    }

    #[cold]
    #[inline(never)]
    fn arrive(&mut self, g: usize, last: usize) -> bool {
        self.note(g, last);
        self.path[g] = last as u8;
        self.halt = Halt::Goal;
        true
    }

    /// Records the path to depth `g`, which ends with `last`.
    fn note(&mut self, g: usize, last: usize) {
        self.best.clear();
        if g > 0 {
            let path = self.path[1..g].iter().copied().chain([last as u8]);
            self.best.extend(path.map(|mv| Move::ALL[usize::from(mv)]));
        }
    }
}

/// The size of the boards.
const SIZE: Size = Size::FIFTEEN;

/// Where a move takes the blank; `None` if it is impossible or goes straight back.
const fn to(blank: usize, last: usize, mv: usize) -> Option<usize> {
    if last + mv == 3 { None } else { SIZE.beside(blank, Move::ALL[mv]) }
}

/// How many moves there are, counting from `mv`.
const fn moves_from(blank: usize, last: usize, mv: usize) -> u64 {
    if mv > 3 {
        return 0;
    }
    to(blank, last, mv).is_some() as u64 + moves_from(blank, last, mv + 1)
}

fn below<const BLANK: usize, const LAST: usize>(
    dive: &mut Dive<'_>,
    cells: u64,
    slack: usize,
    g: usize,
) -> bool {
    if dive.enter(cells, slack, g, LAST) {
        return true;
    }
    dive.generated += const { moves_from(BLANK, LAST, 0) };
    after::<BLANK, LAST, 0>(dive, cells, slack, g)
        || after::<BLANK, LAST, 1>(dive, cells, slack, g)
        || after::<BLANK, LAST, 2>(dive, cells, slack, g)
        || after::<BLANK, LAST, 3>(dive, cells, slack, g)
}

/// Like [`below`], after one more move.
#[inline(always)]
fn after<const BLANK: usize, const LAST: usize, const MOVE: usize>(
    dive: &mut Dive<'_>,
    cells: u64,
    slack: usize,
    g: usize,
) -> bool {
    let Some(to) = (const { to(BLANK, LAST, MOVE) }) else { return false };
    let tile = cells >> (4 * to) & 15;
    let rises = usize::from(dive.rises[BLANK][MOVE] >> tile & 1);
    if slack < rises {
        return false;
    }
    // The blank is 0, so swapping it with a tile is two exclusive-ors.
    let child = cells ^ (tile << (4 * to) | tile << (4 * BLANK));
    if BELOW[to][MOVE](dive, child, slack - rises, g + 1) {
        // The moves after this one were counted but never made.
        dive.generated -= const { moves_from(BLANK, LAST, MOVE + 1) };
        return true;
    }
    false
}

/// By the blank's cell and the move that led there; "none" comes last.
const BELOW: [[Below; 5]; 16] = {
    macro_rules! cells {
        ($($cell:literal)*) => {
            [$([
                below::<$cell, 0>,
                below::<$cell, 1>,
                below::<$cell, 2>,
                below::<$cell, 3>,
                below::<$cell, 4>,
            ]),*]
        };
    }
    cells!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
};
