//! The moves of the blank.

use super::order::{BITS, CELLS, number};
use crate::tiles::dive::Rises;
use crate::tiles::{Layout, Move};

/// Where no move led: at the start of a path.
pub(super) const NO_MOVE: usize = 4;

const COLUMNS: usize = 3;

/// The bits of an order.
const ORDER: u32 = (1 << (BITS * (CELLS - 1))) - 1;

/// A board and the way it was reached: an order, and above it a number for the blank's cell
/// and the move that led there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(pub u32);

impl Word {
    /// A board that no move led to.
    pub fn start(layout: &Layout) -> Self {
        Word(super::order::order_of(layout) | place(layout.cell_of(0), NO_MOVE))
    }

    #[inline(always)]
    pub fn order(self) -> u32 {
        self.0 & ORDER
    }

    /// Where the blank is and what led there, as one number.
    #[inline(always)]
    pub fn place(self) -> usize {
        (self.0 / (ORDER + 1)) as usize
    }

    #[inline(always)]
    pub fn blank(self) -> u8 {
        (self.place() / 5) as u8
    }

    /// The board from which a move led to this one.
    pub fn before(self, mv: Move) -> Self {
        let back = Step::new(self.blank().into(), NO_MOVE, 3 - mv as usize);
        back.expect("what was done can be undone").apply(self.order()).0
    }

    /// The number of the board.
    pub fn number(self) -> usize {
        number(self.order(), self.blank())
    }
}

const fn place(blank: usize, last: usize) -> u32 {
    (blank * 5 + last) as u32 * (ORDER + 1)
}

/// A move of the blank.
///
/// A sideways move leaves the order as it is. A move up or down takes one tile past the two
/// between, which turns a window of the order about.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The tiles of the window, shifted down; 0 where the order stays.
    pub window: u32,
    /// What the new board's word has above the order.
    place: u32,
    /// Where the window begins, and how far it is turned.
    pub shift: u8,
    pub turn: u8,
    /// Where the tile that moves is.
    pub tile: u8,
    pub from: u8,
    pub to: u8,
    pub mv: u8,
}

impl Step {
    /// The move, if it can be made and does not go straight back.
    pub const fn new(blank: usize, last: usize, mv: usize) -> Option<Self> {
        let (row, column) = (blank / COLUMNS, blank % COLUMNS);
        if last + mv == 3 {
            return None;
        }
        // Before the blank a tile's place in the order is its cell; behind, one less.
        let (to, begin, tile, turn) = match mv {
            0 if row > 0 => (blank - COLUMNS, blank - COLUMNS, blank - COLUMNS, 1),
            1 if column > 0 => (blank - 1, 0, blank - 1, 0),
            2 if column + 1 < COLUMNS => (blank + 1, 0, blank, 0),
            3 if row + 1 < CELLS / COLUMNS => (blank + COLUMNS, blank, blank + COLUMNS - 1, 2),
            _ => return None,
        };
        Some(Step {
            window: if turn == 0 { 0 } else { (1 << (BITS * COLUMNS)) - 1 },
            place: place(to, mv),
            shift: (BITS * begin) as u8,
            turn: (BITS * turn) as u8,
            tile: (BITS * tile) as u8,
            from: blank as u8,
            to: to as u8,
            mv: mv as u8,
        })
    }

    /// The board after the move, and its number.
    #[inline(always)]
    pub fn apply(&self, order: u32) -> (Word, usize) {
        const TWICE: u32 = 1 | 1 << (BITS * COLUMNS);
        let window = order >> self.shift & self.window;
        let turned = (window * TWICE) >> self.turn & self.window;
        let order = order ^ (window ^ turned) << self.shift;
        (Word(order | self.place), number(order, self.to))
    }

    /// Whether it takes its tile further from home.
    #[inline(always)]
    pub fn rises(&self, order: u32, rises: &Rises) -> bool {
        let tile = (order >> self.tile & 7) + 1;
        rises[usize::from(self.from) % 16][usize::from(self.mv) % 4] >> tile & 1 == 1
    }
}

/// The moves that a place leaves, in the order they are tried.
#[derive(Clone, Copy)]
struct Steps {
    steps: [Step; 4],
    count: usize,
}

/// By [`Word::place`].
static STEPS: [Steps; CELLS * 5] = {
    let Some(any) = Step::new(0, NO_MOVE, 3) else { unreachable!() };
    let mut table = [Steps { steps: [any; 4], count: 0 }; CELLS * 5];
    let mut at = 0;
    while at < CELLS * 5 * 4 {
        let (place, mv) = (at / 4, at % 4);
        if let Some(step) = Step::new(place / 5, place % 5, mv) {
            let count = table[place].count;
            table[place].steps[count] = step;
            table[place].count = count + 1;
        }
        at += 1;
    }
    table
};

/// The moves to try from a board.
#[inline(always)]
pub(super) fn steps(word: Word) -> &'static [Step] {
    let Steps { steps, count } = &STEPS[word.place()];
    &steps[..*count]
}

/// The moves from the start to a board, given the move that led to each on the way.
pub(super) fn way_to(start: Word, mut board: Word, came_by: impl Fn(usize) -> usize) -> Vec<Move> {
    let mut way = Vec::new();
    while board.number() != start.number() {
        let mv = came_by(board.number());
        way.push(Move::ALL[mv]);
        board = board.before(Move::ALL[mv]);
    }
    way.reverse();
    way
}
