//! A* where each move changes the estimate by one.
//!
//! The search is that of [`BestFirst`](goalward::path::BestFirst), node for node: least f
//! first, then largest g, then newest. A move either leaves f as it was or raises it by
//! two, so f is told by a level, and the frontier is a stack for each level and g. The
//! estimate is consistent: a board that was expanded was reached by a shortest way, and
//! the way to it can be told from the moves in the table.

use goalward::path::{End, Plan};
use goalward::{Cost, Limits, Meter, Outcome, Stop, Verdict};

use super::rules::{Child, NO_MOVE, Rules, Steps, blank_of};
use super::stacks::Stacks;
use super::table::Table;
use crate::tiles::dive::{Rises, pack};
use crate::tiles::{Layout, Move};

/// The outcome of A* from `start` to `goal`, h being that of `start`.
pub(in crate::tiles) fn solve(
    rises: &Rises,
    start: &Layout,
    goal: &Layout,
    h: Cost,
    limits: &Limits,
) -> Outcome<Plan<Move>> {
    let mut meter = Meter::new(limits);
    let rules = Rules::new(start.size(), rises);
    let verdict = match Search::new(pack(start), pack(goal), h, &rules, &mut meter) {
        Ok(mut search) => {
            let run = match start.size().cells() {
                16 => Search::run::<true>,
                _ => Search::run::<false>,
            };
            let verdict = run(&mut search, &rules, &mut meter).unwrap_or_else(|by| {
                let (best, left) = search.best;
                let best = search.plan_to(best, &rules, End::Short(left));
                Verdict::Stopped { by, best: Some(best) }
            });
            meter.lower_bound = Some(h + 2 * search.level as Cost);
            meter.stored(search.tables.0.iter().map(|table| table.len() as u64).sum());
            verdict
        }
        Err(by) => Verdict::Stopped { by, best: None },
    };
    meter.finish(verdict)
}

struct Search {
    tables: Tables,
    open: Stacks,
    /// How often f has risen above `least`.
    level: usize,
    /// f at level 0.
    least: Cost,
    start: u64,
    goal: u64,
    /// The board of least h, and that h.
    best: (u64, Cost),
}

/// What is known of boards, by the colour of the blank's cell.
struct Tables([Table; 2]);

/// A board in the frontier, with the move that led to it where its last cell would be.
#[inline]
fn queued(cells: u64, mv: usize) -> u64 {
    cells << 4 >> 4 | (mv as u64) << 60
}

/// The board and the move of a number that [`queued`] made; the board's last tile, if it
/// is `FULL`, is the one that the other cells lack.
#[inline]
fn unqueued<const FULL: bool>(word: u64) -> (u64, usize) {
    let (cells, mv) = (word << 4 >> 4, (word >> 60) as usize);
    if !FULL {
        return (cells, mv);
    }
    // All tiles together, 0 to 15, make 0.
    let tiles = cells ^ cells >> 32;
    let tiles = tiles ^ tiles >> 16;
    let tiles = tiles ^ tiles >> 8;
    (cells | (tiles ^ tiles >> 4) << 60, mv)
}

impl Search {
    fn new(start: u64, goal: u64, h: Cost, rules: &Rules, meter: &mut Meter) -> Result<Self, Stop> {
        let tables = Tables([Table::new(meter)?, Table::new(meter)?]);
        let (open, best) = (Stacks::new(), (start, h));
        let mut search = Search { tables, open, level: 0, least: h, start, goal, best };
        // The move in the start's entry means nothing.
        search.tables.0[rules.colour(blank_of(start))].note(start, 0, 0, meter)?;
        search.open.push(0, 0, queued(start, 0), meter)?;
        Ok(search)
    }

    fn run<const FULL: bool>(
        &mut self,
        rules: &Rules,
        meter: &mut Meter,
    ) -> Result<Verdict<Plan<Move>>, Stop> {
        loop {
            let Some(g) = self.open.deepest(self.level) else {
                self.level += 1;
                match self.open.deepest(self.level) {
                    Some(_) => continue,
                    None => return Ok(Verdict::Unsolvable),
                }
            };
            let (cells, mv) = unqueued::<FULL>(self.open.pop(self.level, g));
            let blank = blank_of(cells);
            let colour = rules.colour(blank);
            if self.tables.0[colour].entry(cells).level() != self.level {
                continue; // reached more cheaply since it was queued
            }
            if cells == self.goal {
                return Ok(Verdict::Solved(self.plan_to(cells, rules, End::Goal)));
            }
            meter.expand()?;
            let steps = rules.steps(blank, if g == 0 { NO_MOVE } else { mv });
            meter.generated += steps.count as u64;
            if self.tables.0[colour].is_large() {
                self.send_ahead::<FULL>(rules, steps, cells, colour, g);
            }
            for child in steps.children(cells) {
                self.relax(child, 1 - colour, g + 1, meter)?;
            }
        }
    }

    /// Opens a child of a board at the present level, if it is new or reached more cheaply.
    #[inline(always)]
    fn relax(
        &mut self,
        child: Child,
        colour: usize,
        g: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let Child { cells, rises, mv, .. } = child;
        let level = self.level + rises;
        let fate = self.tables.0[colour].note(cells, level, mv, meter)?;
        if !fate.is_better {
            return Ok(());
        }
        let h = self.least + 2 * level as Cost - g as Cost;
        if h < self.best.1 && fate.is_new {
            self.best = (cells, h);
        }
        self.open.push(level, g, queued(cells, mv), meter)
    }

    /// Sends for what will be looked at soon, where tables have outgrown the cache, so that
    /// the waits for memory overlap: the board's children, those of children that are next,
    /// and what comes after if there are none.
    #[inline(never)]
    fn send_ahead<const FULL: bool>(
        &self,
        rules: &Rules,
        steps: &Steps,
        cells: u64,
        colour: usize,
        g: usize,
    ) {
        let Tables(tables) = &self.tables;
        for child in steps.children(cells) {
            tables[1 - colour].prefetch(child.cells);
            if child.rises == 0 {
                let steps = rules.steps(child.blank, child.mv);
                steps.children(child.cells).for_each(|next| tables[colour].prefetch(next.cells));
            }
        }
        if let Some(next) = self.open.peek(self.level, g) {
            let (next, last) = unqueued::<FULL>(next);
            tables[colour].prefetch(next);
            let steps = rules.steps(blank_of(next), last);
            steps.children(next).for_each(|child| tables[1 - colour].prefetch(child.cells));
        }
    }

    /// The way to a board in the tables.
    fn plan_to(&self, cells: u64, rules: &Rules, end: End) -> Plan<Move> {
        let entry = |cells, blank| self.tables.0[rules.colour(blank)].entry(cells).mv();
        let actions = rules.way_to(self.start, cells, entry);
        Plan { cost: actions.len() as Cost, actions, end }
    }
}
