//! A* for estimates that change by one with each move.
//!
//! The search is that of [`BestFirst`](goalward::path::BestFirst), node for node: lowest f first,
//! then largest g, then newest. A move either leaves f unchanged or raises it by two, so f
//! corresponds to a level. The estimate is consistent: an expanded board was reached by a shortest
//! path, and that path can be found from the moves in the table.
//!
//! A board whose f does not rise has a larger g than all others with this f, so it comes next, and
//! by then all others with its g have been expanded. It therefore does not have to be looked up
//! before its turn: if it is known by then, it was expanded before it was generated. So boards are
//! generated a few ahead of the lookups, as if all were new, while their table entries are
//! prefetched; the descendants of a board that turns out to be known are dropped.
//!
//! A board whose f rises belongs to the next level, where the order depends on which path found it
//! first, but nothing on this level depends on it. Such boards are recorded in their order, many at
//! once.

use goalward::path::End;
use goalward::{Limits, Meter, Outcome, Stop, Verdict};

use super::ahead::{AHEAD, Ahead};
use super::rules::{PackedBoard, Rules};
use super::stacks::Stacks;
use super::table::{Table, at_level};
use crate::tiles::dive::Rises;
use crate::tiles::{Layout, Move, Way};

/// The outcome of A* from `start` to `goal`, where `h` is that of `start`.
pub(in crate::tiles) fn solve(
    rises: &Rises,
    start: &Layout,
    goal: &Layout,
    h: u32,
    limits: &Limits,
) -> Outcome<Way> {
    let mut meter = Meter::new(limits);
    let rules = Rules::new(start.size(), rises);
    let (start, goal) = (rules.start(start), rules.start(goal));
    let verdict = match Search::new(start, goal, h, &rules, &mut meter) {
        Ok(mut search) => {
            let verdict = search.run(&mut meter);
            meter.lower_bound = Some((h + 2 * search.level as u32).into());
            let boards = search.boards(&mut meter);
            meter.stored(boards as u64);
            verdict.unwrap_or_else(|by| Verdict::Stopped { by, best: Some(search.best_so_far()) })
        }
        Err(by) => Verdict::Stopped { by, best: None },
    };
    meter.finish(verdict)
}

/// How many boards of the next level are recorded together.
const BATCH: usize = 16;

struct Search<'a> {
    rules: &'a Rules,
    table: Table,
    /// The boards of this level that were generated at the previous one, and those of the next.
    open: Stacks,
    ahead: Ahead,
    /// Boards of the next level that are still to be recorded, the oldest first.
    risers: [PackedBoard; BATCH + 4],
    /// How many there are.
    count: usize,
    /// How often f has risen above `least`.
    level: usize,
    /// f at level 0.
    least: u32,
    start: PackedBoard,
    goal: PackedBoard,
    /// The board with the lowest h, as a board and a move from it, and that h.
    best: (PackedBoard, Option<Move>, u32),
}

impl<'a> Search<'a> {
    fn new(
        start: PackedBoard,
        goal: PackedBoard,
        h: u32,
        rules: &'a Rules,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut search = Search {
            rules,
            table: Table::new(meter)?,
            open: Stacks::new(),
            ahead: Ahead::new(),
            risers: [PackedBoard::default(); BATCH + 4],
            count: 0,
            level: 0,
            least: h,
            start,
            goal,
            best: (start, None, h),
        };
        // The move in the start's byte has no meaning.
        search.table.note(start, at_level(0), at_level(0), meter)?;
        search.ahead.push(start);
        Ok(search)
    }

    fn run(&mut self, meter: &mut Meter) -> Result<Verdict<Way>, Stop> {
        while !self.level(meter)? {
            self.level += 1;
            if self.open.deepest(self.level).is_none() {
                return Ok(Verdict::Unsolvable);
            }
        }
        Ok(Verdict::Solved(self.way_to(self.goal)))
    }

    /// Expands all boards of this level, unless the goal is among them; returns whether it
    /// is.
    fn level(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        while !self.ahead.is_bare() || self.refill() {
            self.ahead.advance(self.rules, &self.table);
            if self.ahead.waiting() == AHEAD && self.expand(meter)? {
                return Ok(true);
            }
        }
        while self.ahead.waiting() > 0 {
            if self.expand(meter)? {
                return Ok(true);
            }
        }
        self.note_risers(meter)?;
        Ok(false)
    }

    /// Pushes the next boards generated at the previous level, if there are any.
    #[inline(never)]
    fn refill(&mut self) -> bool {
        let Some(g) = self.open.deepest(self.level) else { return false };
        self.open.take(self.level, g, |word| {
            let node = self.rules.unqueued(word, g as u8);
            self.table.prefetch(node.hash);
            self.ahead.push(node);
        });
        true
    }

    /// Looks up the first prepared board and expands it if it is new or was known by a longer path;
    /// returns whether it is the goal.
    #[inline(always)]
    fn expand(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        let ready = self.ahead.first();
        let node = ready.node;
        let byte = at_level(self.level);
        let below = byte + 4 * u8::from(node.is_root);
        if !self.table.note(node, byte | node.mv(), below, meter)? {
            self.ahead.pass_all();
            return Ok(false);
        }
        if node.is(self.goal) {
            return Ok(true);
        }
        meter.expand()?;
        self.risers[self.count % BATCH..][..4].copy_from_slice(&ready.risers);
        self.count += ready.count;
        self.ahead.pass();
        meter.generated += u64::from(self.rules.steps(node).count);
        let h = self.least + 2 * self.level as u32 - u32::from(node.g);
        if h <= self.best.2 {
            self.come_nearer(node, h, meter)?;
        }
        if self.count >= BATCH {
            self.note_risers(meter)?;
        }
        Ok(false)
    }

    /// Remembers the first new child with the same f, which has the lowest h so far.
    #[cold]
    #[inline(never)]
    fn come_nearer(&mut self, node: PackedBoard, h: u32, meter: &mut Meter) -> Result<(), Stop> {
        self.note_risers(meter)?;
        for step in self.rules.steps(node).iter() {
            let child = step.child(node);
            if self.rules.rise(node, step) == 0 && self.table.byte(child) == 0 {
                self.best = (node, Some(Move::ALL[usize::from(child.mv())]), h - 1);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Records and opens the waiting boards of the next level.
    #[inline(never)]
    fn note_risers(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let count = std::mem::take(&mut self.count);
        let byte = at_level(self.level + 1);
        for node in &self.risers[..count] {
            if self.table.note(*node, byte | node.mv(), byte, meter)? {
                self.open.push(self.level + 1, node.g.into(), node.queued(), meter)?;
            }
        }
        Ok(())
    }

    /// How many boards were reached.
    fn boards(&mut self, meter: &mut Meter) -> usize {
        // If memory runs out, boards that were not recorded are not stored.
        let _ = self.note_risers(meter);
        let made = self.ahead.generated().filter(|&node| self.table.byte(node) == 0);
        self.table.len() + made.count()
    }

    fn best_so_far(&self) -> Way {
        let (board, then, h) = self.best;
        let (mut actions, _) = self.way_to(board);
        actions.extend(then);
        (actions, End::Short(h))
    }

    /// The path to a board in the table.
    fn way_to(&self, node: PackedBoard) -> Way {
        let actions = self.rules.way_to(self.start, node, |node| self.table.byte(node));
        (actions, End::Goal)
    }
}
