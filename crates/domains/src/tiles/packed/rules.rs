//! The moves of the blank on boards packed into a number of 64 bits.

use crate::tiles::dive::Rises;
use crate::tiles::{Move, Size};

/// Where no move led.
pub(super) const NO_MOVE: usize = 4;

/// The moves to try from a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    pub count: usize,
    steps: [Step; 4],
}

/// A move of the blank.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    mv: u8,
    /// Where it leads, and that cell's and the blank's places in the number.
    to: u8,
    to_shift: u8,
    from_shift: u8,
    /// A bit for each tile: whether it is taken further from home.
    rises: u16,
}

/// A board that was made and not yet looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub cells: u64,
    pub blank: usize,
    /// 1 if f rises, else 0.
    pub rises: usize,
    pub mv: usize,
}

impl Steps {
    /// The moves that `size` and the move before leave.
    fn new(size: Size, rises: &Rises, blank: usize, last: usize) -> Self {
        let mut steps = Steps::default();
        for mv in Move::ALL {
            let Some(to) = size.beside(blank, mv) else { continue };
            if last != mv.opposite() as usize {
                let rises = rises[blank][mv as usize];
                let [to_shift, from_shift] = [4 * to as u8, 4 * blank as u8];
                let step = Step { mv: mv as u8, to: to as u8, to_shift, from_shift, rises };
                steps.steps[steps.count] = step;
                steps.count += 1;
            }
        }
        steps
    }

    #[inline(always)]
    pub fn children(&self, cells: u64) -> impl Iterator<Item = Child> {
        self.steps[..self.count].iter().map(move |step| {
            let tile = cells >> step.to_shift & 15;
            Child {
                // The blank is 0, so exchanging it with a tile is two exclusive-ors.
                cells: cells ^ (tile << step.to_shift | tile << step.from_shift),
                blank: step.to.into(),
                rises: usize::from(step.rises >> tile & 1),
                mv: step.mv.into(),
            }
        })
    }
}

/// The blank's cell: the first that is 0.
#[inline]
pub(super) fn blank_of(cells: u64) -> usize {
    let any = cells | cells >> 1;
    let any = any | any >> 2;
    ((!any & 0x1111_1111_1111_1111).trailing_zeros() / 4) as usize & 15
}

/// What the rules and the estimate say of moves.
pub(super) struct Rules {
    /// By the blank's cell and the move that led there, none last.
    steps: [[Steps; 5]; 16],
    /// A bit for each cell: its colour.
    colours: u16,
}

impl Rules {
    pub fn new(size: Size, rises: &Rises) -> Self {
        let odd = |cell: &usize| (size.place(*cell).0 + size.place(*cell).1) % 2 == 1;
        let colours = (0..size.cells()).filter(odd).fold(0, |bits, cell| bits | 1 << cell);
        let mut steps = [[Steps::default(); 5]; 16];
        for (blank, by_last) in steps.iter_mut().enumerate().take(size.cells()) {
            *by_last = std::array::from_fn(|last| Steps::new(size, rises, blank, last));
        }
        Rules { steps, colours }
    }

    #[inline]
    pub fn steps(&self, blank: usize, last: usize) -> &Steps {
        &self.steps[blank % 16][last]
    }

    #[inline]
    pub fn colour(&self, blank: usize) -> usize {
        usize::from(self.colours >> blank & 1)
    }

    /// The moves from `start` to a board, given the move that led to each board on the way.
    pub fn way_to(
        &self,
        start: u64,
        mut cells: u64,
        came_by: impl Fn(u64, usize) -> usize,
    ) -> Vec<Move> {
        let mut way = Vec::new();
        while cells != start {
            let blank = blank_of(cells);
            let mv = Move::ALL[came_by(cells, blank)];
            way.push(mv);
            let mut back = self.steps(blank, NO_MOVE).children(cells);
            let back = back.find(|child| child.mv == mv.opposite() as usize);
            cells = back.expect("what was done can be undone").cells;
        }
        way.reverse();
        way
    }
}
