//! Heuristics that are a sum over the tiles: misplaced, Manhattan, Euclidean.

use goalward::{Heuristic, StateSpace};

use super::board::{Cells, Tiles};
use super::dive::Rises;
use super::{Board, Layout, Move, Size};

/// A sum over the tiles, without the blank, of a term for each tile's position: the form of the
/// misplaced-tile, Manhattan and Euclidean heuristics. One move changes one term.
///
/// It supports goals that fit [`Tiles`] and panics for larger ones: use
/// [`WideSum`](super::WideSum) for those.
#[derive(Clone, Debug)]
pub struct PerTile<N> {
    /// By tile, then cell.
    table: [[N; 32]; 32],
    /// The change by a move of the blank, wrapping, by where the blank was, the move and the tile:
    /// one lookup where the table needs two, which saves a tenth of IDA*'s time.
    change: [[[N; 32]; 4]; 32],
    cells: u8,
    /// Set if every move changes the sum by one and the board has at most 16 cells.
    rises: Option<Rises>,
}

/// A number type for the sum of the terms.
pub trait Fixed:
    Copy + Default + std::ops::Add<Output = Self> + std::ops::Sub<Output = Self> + Send + Sync + 'static
{
    /// The sum of both, wrapping.
    fn plus(self, other: Self) -> Self;

    /// The difference, wrapping.
    fn minus(self, other: Self) -> Self;

    /// The estimate for a sum.
    fn cost(self) -> u32;

    /// The number itself, if it is an integer.
    fn whole(self) -> Option<u32>;

    /// How many steps of the type make 1.
    const UNIT: u32;

    /// The number in those steps.
    fn steps(self) -> u32;
}

macro_rules! wrapping {
    () => {
        #[inline]
        fn plus(self, other: Self) -> Self {
            self.wrapping_add(other)
        }

        #[inline]
        fn minus(self, other: Self) -> Self {
            self.wrapping_sub(other)
        }
    };
}

/// Integers. Every solvable board needs fewer than 255 moves.
impl Fixed for u8 {
    wrapping!();

    #[inline]
    fn cost(self) -> u32 {
        self.into()
    }

    #[inline]
    fn whole(self) -> Option<u32> {
        Some(self.into())
    }

    const UNIT: u32 = 1;

    #[inline]
    fn steps(self) -> u32 {
        self.into()
    }
}

/// Sixteen fractional bits, rounded up: the true cost is an integer, so an admissible value stays
/// admissible.
impl Fixed for u32 {
    wrapping!();

    #[inline]
    fn cost(self) -> u32 {
        (self + 0xffff) >> 16
    }

    #[inline]
    fn whole(self) -> Option<u32> {
        (self & 0xffff == 0).then_some(self >> 16)
    }

    const UNIT: u32 = 1 << 16;

    #[inline]
    fn steps(self) -> u32 {
        self
    }
}

impl PerTile<u8> {
    /// The number of tiles that are not in their goal position.
    pub fn misplaced(goal: &Layout) -> Self {
        Self::from_offsets(goal, |rows, columns| u8::from(rows + columns > 0))
    }

    /// The same with the blank counted like a tile, which is a common mistake: one move from the
    /// goal, two are out of place, so it overestimates. For teaching only.
    pub fn misplaced_blank(goal: &Layout) -> Self {
        let mut misplaced = PerTile::misplaced(goal);
        let home = goal.cell_of(0);
        for (cell, term) in misplaced.table[0][..goal.size().cells()].iter_mut().enumerate() {
            *term = u8::from(cell != home);
        }
        // The blank's own term changes with every move too.
        for to in 0..goal.size().cells() {
            for mv in Move::ALL {
                let Some(from) = goal.size().beside(to, mv) else { continue };
                let blank = misplaced.table[0][from].minus(misplaced.table[0][to]);
                for change in &mut misplaced.change[to][mv as usize] {
                    *change = change.plus(blank);
                }
            }
        }
        misplaced
    }

    /// The sum of the tiles' distances from home in rows and columns.
    pub fn manhattan(goal: &Layout) -> Self {
        Self::from_offsets(goal, |rows, columns| (rows + columns) as u8)
    }
}

impl PerTile<u32> {
    /// The sum of the tiles' straight-line distances from home, rounded up once at the end. It
    /// never exceeds the Manhattan distance.
    pub fn euclidean(goal: &Layout) -> Self {
        // Each root is rounded down, in integers, so that the sum never exceeds the
        // true one.
        Self::from_offsets(goal, |rows, columns| {
            (((rows * rows + columns * columns) as u64) << 32).isqrt() as u32
        })
    }
}

impl<N: Fixed> PerTile<N> {
    /// From the term of a tile that is the given number of rows and columns from home.
    fn from_offsets(goal: &Layout, term: impl Fn(usize, usize) -> N) -> Self {
        let size = goal.size();
        assert!(size.is_packable(), "a {size} board needs `WideSum`");
        let mut table = [[N::default(); 32]; 32];
        for (home, &tile) in goal.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let (home_row, home_column) = size.place(home);
            for (cell, entry) in table[usize::from(tile)][..size.cells()].iter_mut().enumerate() {
                let (row, column) = size.place(cell);
                *entry = term(row.abs_diff(home_row), column.abs_diff(home_column));
            }
        }
        let mut change = [[[N::default(); 32]; 4]; 32];
        for to in 0..size.cells() {
            for mv in Move::ALL {
                let Some(from) = size.beside(to, mv) else { continue };
                change[to][mv as usize] =
                    std::array::from_fn(|tile| table[tile][to].minus(table[tile][from]));
            }
        }
        PerTile { table, change, cells: size.cells() as u8, rises: rises(size, &table) }
    }

    /// The sum, computed from scratch.
    pub(super) fn sum<C: Cells>(&self, board: Board<C>) -> N {
        (0..self.cells).fold(N::default(), |sum, cell| {
            sum + self.table[usize::from(board.tile(cell))][usize::from(cell)]
        })
    }

    /// The sum after one move.
    #[inline]
    pub(super) fn step<C: Cells>(&self, sum: N, parent: Board<C>, mv: Move, child: Board<C>) -> N {
        let tile = parent.cells().index(child.blank());
        sum.plus(self.change[usize::from(parent.blank() & C::CELL)][mv as usize][tile & 31])
    }
}

/// Which moves take which tiles further from home, if every move of a tile changes the
/// sum by one.
fn rises<N: Fixed>(size: Size, table: &[[N; 32]; 32]) -> Option<Rises> {
    let mut rises = Rises::default();
    for (to, row) in rises.get_mut(..size.cells())?.iter_mut().enumerate() {
        for mv in Move::ALL {
            let Some(from) = size.beside(to, mv) else { continue };
            for (tile, terms) in table.iter().enumerate().take(size.cells()).skip(1) {
                let (before, after) = (terms[from].whole()?, terms[to].whole()?);
                if before.abs_diff(after) != 1 {
                    return None;
                }
                row[mv as usize] |= u16::from(after > before) << tile;
            }
        }
    }
    Some(rises)
}

impl<C: Cells, N: Fixed> Heuristic<Tiles<C>> for PerTile<N> {
    type Memo = N;

    fn memo(&self, board: &Board<C>) -> N {
        self.sum(*board)
    }

    #[inline]
    fn estimate(&self, memo: N) -> u32 {
        memo.cost()
    }

    #[inline]
    fn advance(&self, memo: N, parent: &Board<C>, mv: &Move, child: &Board<C>) -> N {
        self.step(memo, *parent, *mv, *child)
    }
}

impl<N: Fixed> PerTile<N> {
    /// Which moves raise the sum by one, where all others lower it, and the sum at the start;
    /// `None` if this does not hold or the sum is not 0 at the goal.
    pub(super) fn by_ones<C: Cells>(&self, tiles: &Tiles<C>) -> Option<(&Rises, u32)> {
        let goal = self.sum(tiles.goal_board());
        if goal.whole() != Some(0) {
            return None; // made for another goal
        }
        Some((self.rises.as_ref()?, self.sum(tiles.start()).whole()?))
    }
}
