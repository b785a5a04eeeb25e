//! Boards packed into integers, and the puzzle as a state space.

use std::fmt;
use std::hash::{Hash, Hasher};

use goalward::path::{End, Plan};
use goalward::{Reversible, StateSpace};
use thiserror::Error;

use super::{Layout, Move, Puzzle, Size, Slides, rank};

/// An integer that holds the cells of a board.
pub trait Cells: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// Bits per cell.
    const BITS: u32;
    /// The maximum number of cells it can hold.
    const MOST: usize;
    /// The bits that a cell's number may have.
    const CELL: u8 = (Self::MOST.next_power_of_two() - 1) as u8;

    /// The cells with these tiles; the rest are 0.
    fn of(tiles: &[u8]) -> Self;

    /// The tile at `cell`, as wide as an index: narrowing it would extract it twice.
    fn index(self, cell: u8) -> usize;

    /// The tile at `cell`.
    #[inline]
    fn tile(self, cell: u8) -> u8 {
        self.index(cell) as u8
    }

    /// Moves the tile at `from` to `to`, where the blank is.
    fn slide(self, from: u8, to: u8) -> Self;

    /// The lowest 64 bits.
    fn low(self) -> u64;
}

macro_rules! cells {
    ($integer:ty, $bits:literal) => {
        impl Cells for $integer {
            const BITS: u32 = $bits;
            const MOST: usize = if (<$integer>::BITS / $bits) < 25 {
                (<$integer>::BITS / $bits) as usize
            } else {
                25
            };

            fn of(tiles: &[u8]) -> Self {
                tiles.iter().rev().fold(0, |cells, &tile| cells << $bits | <$integer>::from(tile))
            }

            #[inline]
            fn index(self, cell: u8) -> usize {
                (self >> ($bits * u32::from(cell)) & ((1 << $bits) - 1)) as usize
            }

            #[inline]
            fn slide(self, from: u8, to: u8) -> Self {
                // The blank is 0, so swapping it with a tile is two exclusive-ors.
                let tile = self.index(from) as $integer;
                self ^ (tile << ($bits * u32::from(from)) | tile << ($bits * u32::from(to)))
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }
        }
    };
}

cells!(u64, 4);
cells!(u128, 5);

/// A board packed into an integer, and the position of its blank.
///
/// ```text
/// cells:  … | cell 2 | cell 1 | cell 0 |   4 bits each in a u64, 5 in a u128
/// ```
/// Packed into 9 or 17 bytes, because large searches hold hundreds of millions of boards. Storing
/// the blank separately saves a depth-first search a fifth of its time compared with finding it in
/// the cells.
#[derive(Clone, Copy)]
#[repr(C, packed)]
pub struct Board<C: Cells> {
    cells: C,
    blank: u8,
}

impl<C: Cells> Board<C> {
    /// The board of a layout of at most [`Cells::MOST`] cells.
    pub(super) fn of(layout: &Layout) -> Self {
        Board { cells: C::of(layout.tiles()), blank: layout.cell_of(0) as u8 }
    }

    /// The board of these cells, whose blank is at `blank`.
    #[inline]
    pub(super) fn packed(cells: C, blank: u8) -> Self {
        Board { cells, blank }
    }

    /// The tile at `cell`.
    #[inline]
    pub fn tile(self, cell: u8) -> u8 {
        self.cells().tile(cell)
    }

    /// The blank's cell.
    #[inline]
    pub fn blank(self) -> u8 {
        self.blank
    }

    /// The packed cells.
    #[inline]
    pub fn cells(self) -> C {
        self.cells
    }

    /// The board after the tile at `from` slides into the adjacent blank.
    #[inline]
    pub fn slide(self, from: u8) -> Self {
        Board { cells: self.cells.slide(from, self.blank), blank: from }
    }

    /// The board as a layout.
    pub fn layout(self, size: Size) -> Layout {
        let tiles = (0..size.cells() as u8).map(|cell| self.tile(cell)).collect();
        Layout::new(size, tiles).expect("a board holds every tile once")
    }
}

// The blank follows from the cells.
impl<C: Cells> PartialEq for Board<C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cells() == other.cells()
    }
}

impl<C: Cells> Eq for Board<C> {}

impl<C: Cells> Hash for Board<C> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells().hash(state);
    }
}

impl<C: Cells> fmt::Debug for Board<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..C::MOST as u8).map(|cell| self.tile(cell))).finish()
    }
}

/// Moves to try, the first in the lowest bits.
///
/// ```text
/// three bits per move: its number, and above it a 1; all 0 after the last
/// ```
/// It stays in one register; an array and its two ends would go to the stack.
#[derive(Clone, Copy, Debug, Default)]
struct Moves(u32);

impl Moves {
    fn of(moves: impl DoubleEndedIterator<Item = Move>) -> Self {
        Moves(moves.rev().fold(0, |list, mv| list << 3 | 4 | mv as u32))
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        // The end of the list is tested separately, so that the rest compiles to the number itself.
        let mv = match self.0 & 3 {
            0 => Move::Up,
            1 => Move::Left,
            2 => Move::Right,
            _ => Move::Down,
        };
        self.0 >>= 3;
        Some(mv)
    }
}

/// Moves from the start, and where they end.
pub(super) type Way = (Vec<Move>, End);

/// A puzzle packed for searching: `Tiles<u64>` holds up to 16 cells, `Tiles<u128>`
/// up to 25, where no side is longer than 5. [`Wide`](super::Wide) holds any.
#[derive(Clone, Debug)]
pub struct Tiles<C: Cells> {
    puzzle: Puzzle,
    start: Board<C>,
    goal: Board<C>,
    /// How many boards there are, if they are numbered.
    states: Option<usize>,
    /// By the blank's cell, then by the previous move; "none" comes last.
    moves: [[Moves; 5]; 32],
    /// Where each move takes the blank, by the blank's cell.
    beside: [[u8; 4]; 32],
}

/// A board does not fit the integer chosen for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a {0} board does not fit: use Tiles<u128> up to 5x5, and Wide beyond")]
pub struct TooLarge(pub Size);

impl<C: Cells> Tiles<C> {
    /// Packs a puzzle.
    pub fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        let size = puzzle.size();
        if size.cells() > C::MOST || !size.is_packable() {
            return Err(TooLarge(size));
        }
        let mut moves = [[Moves::default(); 5]; 32];
        let mut beside = [[0; 4]; 32];
        for cell in 0..size.cells() {
            for (last, moves) in moves[cell].iter_mut().enumerate() {
                let onward = size.onward(cell, Move::ALL.get(last).copied());
                *moves = Moves::of(onward.map(|(mv, _)| mv));
            }
            beside[cell] = Move::ALL.map(|mv| size.beside(cell, mv).unwrap_or(cell) as u8);
        }
        let (start, goal) = (Board::of(puzzle.start()), Board::of(puzzle.goal()));
        let states = rank::states::<C>(size.cells());
        Ok(Tiles { puzzle: puzzle.clone(), start, goal, states, moves, beside })
    }

    /// The original puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board to reach.
    pub fn goal(&self) -> &Layout {
        self.puzzle.goal()
    }

    /// The plan of a path from the start.
    pub(super) fn plan(&self, (actions, end): Way) -> Plan<Board<C>, Move> {
        Plan::along(self, self.start, actions, end).expect("a plan's cost fits its type")
    }

    /// The board to reach, packed.
    pub(super) fn goal_board(&self) -> Board<C> {
        self.goal
    }
}

impl<C: Cells> StateSpace for Tiles<C> {
    type State = Board<C>;
    type Action = Move;
    type Cost = u32;

    #[inline]
    fn start(&self) -> Board<C> {
        self.start
    }

    #[inline]
    fn is_goal(&self, board: &Board<C>) -> bool {
        *board == self.goal
    }

    #[inline]
    fn actions(&self, board: &Board<C>) -> impl Iterator<Item = Move> {
        self.actions_after(board, None)
    }

    #[inline]
    fn actions_after(&self, board: &Board<C>, last: Option<&Move>) -> impl Iterator<Item = Move> {
        let moves = &self.moves[usize::from(board.blank & C::CELL)];
        moves[last.map_or(4, |&last| last as usize)]
    }

    #[inline]
    fn apply(&self, board: &Board<C>, mv: &Move) -> Board<C> {
        board.slide(self.beside[usize::from(board.blank & C::CELL)][*mv as usize])
    }

    #[inline]
    fn cancels(&self, first: &Move, second: &Move) -> bool {
        *first as usize + *second as usize == 3
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        self.states
    }

    #[inline]
    fn rank(&self, board: &Board<C>) -> usize {
        rank::rank(board, self.puzzle.size().cells())
    }
}

impl<C: Cells> Slides for Tiles<C> {
    fn goal(&self) -> &Layout {
        self.puzzle.goal()
    }

    fn layout(&self, board: &Board<C>) -> Layout {
        board.layout(self.puzzle.size())
    }
}

impl<C: Cells> Reversible for Tiles<C> {
    fn goals(&self) -> impl Iterator<Item = Board<C>> {
        std::iter::once(self.goal)
    }

    #[inline]
    fn predecessors(&self, board: &Board<C>) -> impl Iterator<Item = (Board<C>, Move)> {
        self.actions(board).map(|mv| (self.apply(board, &mv), mv.opposite()))
    }
}
