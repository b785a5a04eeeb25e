//! A* where each move changes the estimate by one.
//!
//! The search is that of [`BestFirst`](goalward::path::BestFirst), node for node: least f
//! first, then largest g, then newest. A move either leaves f as it was or raises it by
//! two. Where it stays, g is larger than that of all boards of this f, so these are one
//! stack; the others are put by and sorted by g when their turn comes.

use goalward::path::{End, Plan};
use goalward::{Cost, Limits, Meter, Outcome, Stop, Verdict};

use super::known::Known;
use super::stack::Stack;
use super::steps::{Word, steps, way_to};
use crate::tiles::dive::Rises;
use crate::tiles::{Layout, Move, Size};

/// The outcome of A* from `start` to `goal`, h being that of `start`; none if it is no
/// 8-puzzle.
pub(in crate::tiles) fn solve(
    rises: &Rises,
    start: &Layout,
    goal: &Layout,
    h: Cost,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    if start.size() != Size::EIGHT {
        return None;
    }
    let mut meter = Meter::new(limits);
    let (start, goal) = (Word::start(start), Word::start(goal));
    let verdict = match Search::new(rises, start, goal, h, &mut meter) {
        Ok(mut search) => {
            let verdict = search.run(&mut meter).unwrap_or_else(|by| {
                let (best, left) = search.best;
                let best = search.plan_to(best, End::Short(left));
                Verdict::Stopped { by, best: Some(best) }
            });
            meter.lower_bound = Some(search.f);
            meter.stored(search.opened.len as u64);
            search.known.give_back(&search.opened.items[..search.opened.len]);
            verdict
        }
        Err(by) => Verdict::Stopped { by, best: None },
    };
    Some(meter.finish(verdict))
}

/// A board in the frontier: its word, g, and its number.
#[derive(Clone, Copy, Default)]
struct Open(u64);

impl Open {
    #[inline(always)]
    fn new(word: Word, g: u8, board: usize) -> Self {
        Open(u64::from(word.0) | u64::from(g) << 32 | (board as u64) << 40)
    }

    #[inline(always)]
    fn word(self) -> Word {
        Word(self.0 as u32)
    }

    #[inline(always)]
    fn g(self) -> u8 {
        (self.0 >> 32) as u8
    }

    #[inline(always)]
    fn board(self) -> usize {
        (self.0 >> 40) as usize
    }
}

struct Search {
    rises: Rises,
    known: Known,
    /// The boards of the least f, the largest g on top.
    now: Stack<Open>,
    /// Those of the next, in the order they were opened.
    later: Stack<Open>,
    /// The numbers of all that were ever opened.
    opened: Stack<u32>,
    /// The least f.
    f: Cost,
    start: Word,
    /// The number of the goal.
    goal: usize,
    /// The board of least h, and that h.
    best: (Word, Cost),
}

impl Search {
    fn new(
        rises: &Rises,
        start: Word,
        goal: Word,
        h: Cost,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut search = Search {
            rises: *rises,
            known: Known::new(meter)?,
            now: Stack::new(meter)?,
            later: Stack::new(meter)?,
            opened: Stack::new(meter)?,
            f: h,
            start,
            goal: goal.number(),
            best: (start, h),
        };
        search.known.note(start.number(), Known::at_depth(0)); // the move means nothing
        search.now.items[0] = Open::new(start, 0, start.number());
        search.opened.items[0] = start.number() as u32;
        (search.now.len, search.opened.len) = (1, 1);
        Ok(search)
    }

    fn run(&mut self, meter: &mut Meter) -> Result<Verdict<Plan<Move>>, Stop> {
        loop {
            if let Some(goal) = self.level(meter)? {
                return Ok(Verdict::Solved(self.plan_to(goal, End::Goal)));
            }
            if self.later.len == 0 {
                return Ok(Verdict::Unsolvable);
            }
            self.rise(meter)?;
        }
    }

    /// Expands all boards of the least f, unless the goal is among them.
    fn level(&mut self, meter: &mut Meter) -> Result<Option<Word>, Stop> {
        let Search { rises, known, now, later, opened, .. } = self;
        let (mut len, mut put_by) = (now.len, later.len);
        while len > 0 {
            len -= 1;
            let open = now.items[len];
            let (word, board, g) = (open.word(), open.board(), open.g());
            if known.is_nearer(board, g) {
                continue; // reached by a shorter way since it was opened
            }
            if board == self.goal {
                return Ok(Some(word));
            }
            meter.expand()?;
            now.reserve(len, meter)?;
            later.reserve(put_by, meter)?;
            opened.reserve(opened.len, meter)?;
            let (order, steps, below) = (word.order(), steps(word), len);
            for step in steps {
                let (word, board) = step.apply(order);
                if known.note_new(board, Known::at_depth(g + 1) | step.mv) {
                    let open = Open::new(word, g + 1, board);
                    opened.items[opened.len] = board as u32;
                    opened.len += 1;
                    // Put on both stacks, and kept on one.
                    now.items[len] = open;
                    later.items[put_by] = open;
                    let rises = usize::from(step.rises(order, rises));
                    len += 1 - rises;
                    put_by += rises;
                }
            }
            meter.generated += steps.len() as u64;
            let h = self.f.wrapping_sub(g.into());
            if h <= self.best.1 && len > below {
                self.best = (now.items[below].word(), h - 1);
            }
        }
        (now.len, later.len) = (0, put_by);
        Ok(None)
    }

    /// Goes on to the boards put by, which are sorted by g, the newest on top where it is
    /// the same.
    #[cold]
    #[inline(never)]
    fn rise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let Search { now, later, .. } = self;
        now.reserve(later.len, meter)?;
        let put_by = &later.items[..later.len];
        let mut ends = [0; 64];
        put_by.iter().for_each(|open| ends[usize::from(open.g()) % 64] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        for open in put_by {
            let end = &mut ends[usize::from(open.g()) % 64];
            now.items[*end] = *open;
            *end += 1;
        }
        now.len = std::mem::take(&mut later.len);
        self.f += 2;
        Ok(())
    }

    /// The way to a board that was reached.
    fn plan_to(&self, word: Word, end: End) -> Plan<Move> {
        let actions = way_to(self.start, word, |board| self.known.mv(board));
        Plan { cost: actions.len() as Cost, actions, end }
    }
}
