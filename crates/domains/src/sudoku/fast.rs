//! A search for Sudoku only: [`Inference::AllDifferent`], cell by cell the same as the engine's,
//! but on grids that are propagated as a whole.
//!
//! The engine assigns cells with one digit left one after another, and backtracks through them one
//! by one. Here that is only counted: a node represents a guess and all cells that follow from it.

use std::ops::ControlFlow;

use goalward::csp::ledger::{End, Ledger};
use goalward::csp::{
    Answer, Backtracking, CspSearch, Event, Find, Inference, Value, ValueOrder, VariableOrder,
};
use goalward::{Limits, Observer, Stop};

use super::Sudoku;
use super::grid::{Grid, Settled};
use crate::lanes::{Lanes, Portable};
use crate::simd::Simd;

/// Backtracking with [`Inference::AllDifferent`], the cell with the fewest digits first and digits
/// in ascending order: the same solutions, verdicts and counts as [`AllDifferent::PLAIN`], but
/// several times as fast. With an observer it runs [`AllDifferent::PLAIN`] itself.
///
/// ```
/// use goalward::csp::{CspSearch, Find};
/// use goalward_domains::sudoku::{Sudoku, fast};
///
/// let sudoku: Sudoku =
///     "8........ ..36..... .7..9.2.. .5...7... ....457.. ...1...3. ..1....68 ..85...1. .9....4.."
///         .parse()?;
/// let [fast, plain] = [
///     fast::AllDifferent.solve(&sudoku, Find::All),
///     fast::AllDifferent::PLAIN.solve(&sudoku, Find::All),
/// ];
/// assert_eq!(fast.effort, plain.effort);
/// assert_eq!(fast.outcome.verdict, plain.outcome.verdict);
/// # Ok::<(), goalward_domains::sudoku::SudokuError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllDifferent;

impl AllDifferent {
    /// The same search by the general engine.
    pub const PLAIN: Backtracking = Backtracking {
        inference: Inference::AllDifferent,
        order: VariableOrder::Mrv,
        values: ValueOrder::Static,
    };
}

impl CspSearch<Sudoku> for AllDifferent {
    fn search(
        &self,
        sudoku: &Sudoku,
        find: Find,
        limits: &Limits,
        observer: impl Observer<Event>,
    ) -> Answer {
        if watches(&observer) {
            return AllDifferent::PLAIN.search(sudoku, find, limits, observer);
        }
        search(Simd::of_this_process(), sudoku, find, limits)
    }
}

fn watches<O: Observer<Event>>(_: &O) -> bool {
    O::WATCHES
}

/// Searches with these instructions.
fn search(simd: Simd, sudoku: &Sudoku, find: Find, limits: &Limits) -> Answer {
    let mut ledger = Ledger::new(find, 81, limits, ());
    #[cfg(target_arch = "x86_64")]
    if simd >= Simd::Avx2
        && let Some(avx2) = crate::lanes::Avx2::new()
    {
        let end = search_by(avx2, &sudoku.cells, &mut ledger);
        return ledger.close(end);
    }
    let _ = simd;
    let end = search_by(Portable, &sudoku.cells, &mut ledger);
    ledger.close(end)
}

fn search_by<L: Lanes>(lanes: L, cells: &[u8; 81], ledger: &mut Ledger<()>) -> End {
    ledger.meter.hold(DEEPEST * (size_of::<Guess>() + size_of::<(u8, u8)>()))?;
    let nodes = Vec::with_capacity(DEEPEST);
    let deepest = Vec::with_capacity(DEEPEST);
    let mut search = Search { lanes, ledger, nodes, deepest, depth: 0 };
    let end = search.run(cells);
    let Search { ledger, deepest, depth, .. } = search;
    if end.is_err() {
        let depth = depth as usize;
        ledger.reached(depth, || way(lanes, cells, &deepest).into_iter().take(depth));
    }
    end
}

/// A settled grid, and the cell whose digits are tried in it.
struct Guess {
    grid: Grid,
    /// How many candidates there are when the cell has one digit.
    candidates: u32,
    /// The number of cells assigned before those inferred here: all singles of the parent node, and
    /// its guess.
    before: u32,
    /// How many singles there are.
    given: u32,
    cell: u8,
    /// The digit tried.
    digit: u8,
    /// The digits not tried yet, a bit each.
    rest: u16,
}

/// The maximum number of guesses.
const DEEPEST: usize = 81;

struct Search<'a, L> {
    lanes: L,
    ledger: &'a mut Ledger<()>,
    nodes: Vec<Guess>,
    /// The guesses on the deepest path, a cell and a digit each.
    deepest: Vec<(u8, u8)>,
    /// How many cells were assigned there.
    depth: u32,
}

impl<L: Lanes> Search<'_, L> {
    fn run(&mut self, cells: &[u8; 81]) -> End {
        let mut grid = Grid::new(cells);
        let candidates = grid.candidates();
        let Some(settled) = grid.settle(self.lanes) else {
            return Ok(ControlFlow::Continue(()));
        };
        self.ledger.effort.prunings += u64::from(candidates - settled.candidates);
        if self.enter(grid, settled, 0)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        while let Some(node) = self.nodes.last_mut() {
            if node.rest == 0 {
                self.leave();
                continue;
            }
            node.digit = node.rest.trailing_zeros() as u8;
            node.rest &= node.rest - 1;
            let mut grid = node.grid.with(node.cell.into(), node.digit.into());
            let (candidates, before) = (node.candidates, node.given + 1);
            self.ledger.meter.generated += 1;
            if let Some(settled) = grid.settle(self.lanes) {
                self.ledger.effort.prunings += u64::from(candidates - settled.candidates);
                if self.enter(grid, settled, before)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Assigns the cells that were inferred, then starts the next guess or reports the solution.
    fn enter(&mut self, grid: Grid, settled: Settled, before: u32) -> End {
        let Settled { given, pairs, candidates, .. } = settled;
        let guess = u32::from(given < 81);
        if let Err((stop, done)) = self.expand(before, given - before + guess) {
            self.ledger.meter.generated += u64::from(done);
            self.reached(before + done);
            return Err(stop);
        }
        self.ledger.meter.generated += u64::from(given - before);
        if given == 81 {
            let end = self.ledger.solution(&grid.values())?;
            if end.is_continue() {
                self.went_back(before, given - before);
            }
            return Ok(end);
        }
        self.reached(given);
        let cell = grid.smallest(pairs);
        let (rest, cell) = (grid.digits(cell), cell as u8);
        let candidates = candidates + 1 - rest.count_ones();
        self.nodes.push(Guess { grid, candidates, before, given, cell, digit: 0, rest });
        Ok(ControlFlow::Continue(()))
    }

    /// Counts this many expansions, the first of them after `before` cells were assigned; or
    /// returns how many were made within the limits.
    fn expand(&mut self, before: u32, count: u32) -> Result<(), (Stop, u32)> {
        let meter = &mut self.ledger.meter;
        if !meter.expand_all(count.into()) {
            for done in 0..count {
                meter.expand().map_err(|stop| (stop, done))?;
                meter.stored(u64::from(before + done) + 1);
            }
        }
        meter.stored(u64::from(before + count));
        Ok(())
    }

    /// Removes the last node, whose digits have all been tried.
    fn leave(&mut self) {
        if let Some(Guess { before, given, .. }) = self.nodes.pop() {
            self.went_back(before, given - before + 1);
        }
    }

    /// Counts the backtracks over this many cells. The very first cell has none.
    fn went_back(&mut self, before: u32, cells: u32) {
        self.ledger.effort.backtracks += u64::from(cells - u32::from(before == 0));
    }

    /// Records that `depth` cells have consistent digits.
    fn reached(&mut self, depth: u32) {
        if depth > self.depth {
            self.depth = depth;
            self.deepest.clear();
            self.deepest.extend(self.nodes.iter().map(|node| (node.cell, node.digit)));
        }
    }
}

/// The cells assigned along these guesses, in the order of the engine: inferred cells in reading
/// order, then a guess.
fn way<L: Lanes>(lanes: L, cells: &[u8; 81], guesses: &[(u8, u8)]) -> Vec<(usize, Value)> {
    let mut grid = Grid::new(cells);
    let mut way: Vec<(usize, Value)> = Vec::new();
    let guesses = guesses.iter().map(|&(cell, digit)| (cell.into(), digit.into()));
    for guess in guesses.map(Some).chain([None]) {
        let settled = grid.settle(lanes).expect("this path was searched before");
        for cell in (0..81).filter(|cell| settled.singles[cell / 27] >> (cell % 27) & 1 != 0) {
            if way.iter().all(|&(known, _)| known != cell) {
                way.push((cell, grid.value(cell)));
            }
        }
        if let Some((cell, digit)) = guess {
            way.push((cell, digit));
            grid = grid.with(cell, digit);
        }
    }
    way
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
