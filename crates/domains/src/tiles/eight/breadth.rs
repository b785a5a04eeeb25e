//! Breadth-first search, board for board that of
//! [`BreadthFirst`](goalward::path::BreadthFirst).

use goalward::path::{End, Plan};
use goalward::{Cost, Limits, Meter, Outcome, Stop, Verdict};

use super::known::Known;
use super::stack::Stack;
use super::steps::{Word, steps, way_to};
use crate::tiles::{Layout, Move, Size};

/// The outcome of breadth-first search from `start` to `goal`; none if it is no 8-puzzle.
pub(in crate::tiles) fn solve(
    start: &Layout,
    goal: &Layout,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    if start.size() != Size::EIGHT {
        return None;
    }
    let mut meter = Meter::new(limits);
    let verdict = if start == goal {
        Verdict::Solved(Plan { actions: Vec::new(), cost: 0, end: End::Goal })
    } else {
        let found = Search::new(Word::start(start), &mut meter)
            .and_then(|search| search.run(Word::start(goal), &mut meter));
        found.unwrap_or_else(|by| {
            let best = Plan { actions: Vec::new(), cost: 0, end: End::Short(0) };
            Verdict::Stopped { by, best: Some(best) }
        })
    };
    Some(meter.finish(verdict))
}

struct Search {
    known: Known,
    start: Word,
    /// All boards in the order they were reached: the queue.
    boards: Stack<Word>,
}

impl Search {
    fn new(start: Word, meter: &mut Meter) -> Result<Self, Stop> {
        let mut search = Search { known: Known::new(meter)?, start, boards: Stack::new(meter)? };
        search.known.note(start.number(), 0); // the move means nothing
        search.boards.items[0] = start;
        search.boards.len = 1;
        Ok(search)
    }

    fn run(self, goal: Word, meter: &mut Meter) -> Result<Verdict<Plan<Move>>, Stop> {
        let Search { mut known, start, mut boards } = self;
        let goal_board = goal.number();
        let (mut next, mut level_end) = (0, 1);
        loop {
            while next < level_end {
                meter.expand()?;
                meter.stored(boards.len as u64);
                boards.reserve(boards.len, meter)?;
                let word = boards.items[next];
                let steps = steps(word);
                let mut len = boards.len;
                for step in steps {
                    let (child, board) = step.apply(word.order());
                    boards.items[len] = child;
                    len += usize::from(known.note(board, step.mv));
                }
                boards.len = len;
                meter.generated += steps.len() as u64;
                if known.has(goal_board) {
                    // The plain search does not make the moves after the one to the goal.
                    let mut after = steps.iter().rev();
                    meter.generated -= after
                        .position(|step| step.apply(word.order()).1 == goal_board)
                        .expect("the goal was reached")
                        as u64;
                    let actions = way_to(start, goal, |board| known.mv(board));
                    let cost = actions.len() as Cost;
                    return Ok(Verdict::Solved(Plan { cost, actions, end: End::Goal }));
                }
                next += 1;
            }
            if next == boards.len {
                break;
            }
            level_end = boards.len;
        }
        Ok(Verdict::Unsolvable)
    }
}
