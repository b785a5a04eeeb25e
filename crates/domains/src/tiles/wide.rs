//! Boards too large for an integer, up to 16×16: the puzzle for every search that needs no tables.

use std::fmt;

use goalward::{Heuristic, Reversible, StateSpace};

use super::linear_conflict::longest_rising;
use super::per_tile::Fixed;
use super::{Layout, Move, Puzzle, Size, Slides};

/// The most cells a board can have.
const MOST: usize = 256;

/// A board of any size, tile by tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WideBoard {
    /// 0 beyond the last cell.
    tiles: [u8; MOST],
    blank: u8,
}

impl WideBoard {
    fn of(layout: &Layout) -> Self {
        let mut tiles = [0; MOST];
        tiles[..layout.tiles().len()].copy_from_slice(layout.tiles());
        WideBoard { tiles, blank: layout.cell_of(0) as u8 }
    }

    fn tile(&self, cell: usize) -> usize {
        self.tiles[cell].into()
    }
}

impl fmt::Debug for WideBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiles).finish()
    }
}

/// A puzzle of any size as a state space. [`Tiles`](super::Tiles) is faster where it fits.
///
/// ```
/// use goalward::path::{BestFirst, PathSearch};
/// use goalward_domains::tiles::{Layout, Puzzle, Size, Slides, Wide, WideSum};
///
/// let goal = Layout::blank_last(Size::new(10, 10)?);
/// let puzzle = Puzzle::straight_walk(goal, 20, &mut goalward::Rng::new(1));
/// let wide = Wide::new(&puzzle);
/// let plan = BestFirst::a_star().solve(&wide, &WideSum::manhattan(wide.goal())).into_solution();
/// assert!(plan.unwrap().actions.len() <= 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Wide {
    puzzle: Puzzle,
    start: WideBoard,
    goal: WideBoard,
}

impl Wide {
    /// The puzzle as a space.
    pub fn new(puzzle: &Puzzle) -> Self {
        let (start, goal) = (WideBoard::of(puzzle.start()), WideBoard::of(puzzle.goal()));
        Wide { puzzle: puzzle.clone(), start, goal }
    }
}

impl Slides for Wide {
    fn goal(&self) -> &Layout {
        self.puzzle.goal()
    }

    fn layout(&self, board: &WideBoard) -> Layout {
        let size = self.puzzle.size();
        let tiles = board.tiles[..size.cells()].to_vec();
        Layout::new(size, tiles).expect("a board holds every tile once")
    }
}

impl StateSpace for Wide {
    type State = WideBoard;
    type Action = Move;
    type Cost = u32;

    fn start(&self) -> WideBoard {
        self.start
    }

    fn is_goal(&self, board: &WideBoard) -> bool {
        *board == self.goal
    }

    fn actions(&self, board: &WideBoard) -> impl Iterator<Item = Move> {
        self.puzzle.size().onward(board.blank.into(), None).map(|(mv, _)| mv)
    }

    fn apply(&self, board: &WideBoard, mv: &Move) -> WideBoard {
        let to =
            self.puzzle.size().beside(board.blank.into(), *mv).expect("a move that is possible");
        let mut next = *board;
        next.tiles.swap(board.blank.into(), to);
        next.blank = to as u8;
        next
    }

    fn cancels(&self, first: &Move, second: &Move) -> bool {
        first.opposite() == *second
    }
}

impl Reversible for Wide {
    fn goals(&self) -> impl Iterator<Item = WideBoard> {
        std::iter::once(self.goal)
    }

    fn predecessors(&self, board: &WideBoard) -> impl Iterator<Item = (WideBoard, Move)> {
        self.actions(board).map(|mv| (self.apply(board, &mv), mv.opposite()))
    }
}

/// The heuristics of [`Wide`] boards: a sum over the tiles, with or without linear conflicts. One
/// type for all of them, so that every search is compiled once.
#[derive(Clone, Debug)]
pub struct WideSum {
    size: Size,
    /// The term of a tile in a cell, by tile and then by cell, with 16 fractional bits.
    table: Vec<u32>,
    /// By tile, its home; with conflicts only.
    homes: Option<Vec<(usize, usize)>>,
}

impl WideSum {
    fn new(goal: &Layout, term: impl Fn(usize, usize) -> u32) -> Self {
        let (size, cells) = (goal.size(), goal.size().cells());
        let mut table = vec![0; cells * cells];
        for (home, &tile) in goal.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let (row, column) = size.place(home);
            for cell in 0..cells {
                let (r, c) = size.place(cell);
                table[usize::from(tile) * cells + cell] = term(r.abs_diff(row), c.abs_diff(column));
            }
        }
        WideSum { size, table, homes: None }
    }

    /// 0 for every board.
    pub fn zero(goal: &Layout) -> Self {
        WideSum::new(goal, |_, _| 0)
    }

    /// Tiles not in place.
    pub fn misplaced(goal: &Layout) -> Self {
        WideSum::new(goal, |rows, columns| u32::from(rows + columns > 0) * u32::UNIT)
    }

    /// The same with the blank counted like a tile, which overestimates. For teaching only.
    pub fn misplaced_blank(goal: &Layout) -> Self {
        let mut sum = WideSum::misplaced(goal);
        let home = goal.cell_of(0);
        for (cell, term) in sum.table[..goal.size().cells()].iter_mut().enumerate() {
            *term = u32::from(cell != home) * u32::UNIT;
        }
        sum
    }

    /// Rows and columns from home, summed.
    pub fn manhattan(goal: &Layout) -> Self {
        WideSum::new(goal, |rows, columns| (rows + columns) as u32 * u32::UNIT)
    }

    /// Straight distances from home, summed and rounded up once.
    pub fn euclidean(goal: &Layout) -> Self {
        WideSum::new(goal, |rows, columns| {
            (((rows * rows + columns * columns) as u64) << 32).isqrt() as u32
        })
    }

    /// Manhattan distance, plus two moves for each tile that must leave its row or column to let
    /// another pass.
    pub fn linear_conflict(goal: &Layout) -> Self {
        let mut homes = vec![(0, 0); goal.size().cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            homes[usize::from(tile)] = goal.size().place(cell);
        }
        WideSum { homes: Some(homes), ..WideSum::manhattan(goal) }
    }

    fn term(&self, tile: usize, cell: usize) -> u32 {
        self.table[tile * self.size.cells() + cell]
    }

    /// The tiles of a row that must leave it.
    fn leaving_row(&self, board: &WideBoard, homes: &[(usize, usize)], row: usize) -> u32 {
        let cells = row * self.size.columns()..(row + 1) * self.size.columns();
        let tiles = cells.map(|cell| board.tile(cell)).filter(|&tile| tile != 0);
        let places: Vec<usize> =
            tiles.filter(|&tile| homes[tile].0 == row).map(|tile| homes[tile].1).collect();
        (places.len() - longest_rising(&places)) as u32
    }

    fn leaving_column(&self, board: &WideBoard, homes: &[(usize, usize)], column: usize) -> u32 {
        let cells = (column..self.size.cells()).step_by(self.size.columns());
        let tiles = cells.map(|cell| board.tile(cell)).filter(|&tile| tile != 0);
        let places: Vec<usize> =
            tiles.filter(|&tile| homes[tile].1 == column).map(|tile| homes[tile].0).collect();
        (places.len() - longest_rising(&places)) as u32
    }
}

impl Heuristic<Wide> for WideSum {
    type Memo = u32;

    fn memo(&self, board: &WideBoard) -> u32 {
        let terms = (0..self.size.cells()).map(|cell| self.term(board.tile(cell), cell));
        let sum: u32 = terms.sum();
        let Some(homes) = &self.homes else { return sum };
        let rows = (0..self.size.rows()).map(|row| self.leaving_row(board, homes, row));
        let columns = (0..self.size.columns()).map(|c| self.leaving_column(board, homes, c));
        sum + 2 * u32::UNIT * (rows.sum::<u32>() + columns.sum::<u32>())
    }

    fn estimate(&self, memo: u32) -> u32 {
        memo.cost()
    }

    fn advance(&self, memo: u32, parent: &WideBoard, mv: &Move, child: &WideBoard) -> u32 {
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = parent.tile(from);
        let gained = self.term(tile, to) + self.term(0, from);
        let lost = self.term(tile, from) + self.term(0, to);
        let memo = memo + gained - lost;
        let Some(homes) = &self.homes else { return memo };
        // A tile that moves within a row keeps its place in the row's order, and only its home
        // line can count it.
        let (row, column) = homes[tile];
        let of = |cell| self.size.place(cell);
        let [before, after] = match mv {
            Move::Left | Move::Right if of(from).1 == column || of(to).1 == column => {
                [parent, child].map(|board| self.leaving_column(board, homes, column))
            }
            Move::Up | Move::Down if of(from).0 == row || of(to).0 == row => {
                [parent, child].map(|board| self.leaving_row(board, homes, row))
            }
            _ => return memo,
        };
        memo + 2 * u32::UNIT * after - 2 * u32::UNIT * before
    }
}

#[cfg(test)]
mod tests {
    use goalward::Rng;
    use goalward::path::{BestFirst, PathSearch};

    use super::super::{LinearConflict, PerTile, Tiles};
    use super::*;

    fn sums(goal: &Layout) -> [WideSum; 6] {
        [
            WideSum::zero(goal),
            WideSum::misplaced(goal),
            WideSum::misplaced_blank(goal),
            WideSum::manhattan(goal),
            WideSum::euclidean(goal),
            WideSum::linear_conflict(goal),
        ]
    }

    #[test]
    fn every_heuristic_is_right_by_steps_on_boards_of_every_shape() {
        let mut rng = Rng::new(1);
        for (rows, columns) in [(2, 2), (3, 3), (2, 7), (6, 6), (10, 10), (16, 16), (5, 16)] {
            let size = Size::new(rows, columns).unwrap();
            let wide = Wide::new(&Puzzle::random(Layout::blank_last(size), &mut rng));
            let mut board = wide.start();
            for _ in 0..60 {
                let moves: Vec<Move> = wide.actions(&board).collect();
                for sum in sums(wide.goal()) {
                    for mv in &moves {
                        let child = wide.apply(&board, mv);
                        let stepped = sum.advance(sum.memo(&board), &board, mv, &child);
                        assert_eq!(stepped, sum.memo(&child), "{size}");
                    }
                }
                board = wide.apply(&board, rng.pick(&moves).unwrap());
            }
            let at_goal = sums(wide.goal()).map(|sum| sum.memo(&WideBoard::of(wide.goal())));
            assert_eq!(at_goal, [0; 6]);
        }
    }

    /// On a board that fits, the same heuristics and the same nodes as the packed puzzle.
    #[test]
    fn it_is_the_packed_puzzle_where_that_fits() {
        let mut rng = Rng::new(2);
        for (rows, columns) in [(3, 3), (2, 5), (4, 4)] {
            let goal = Layout::blank_first(Size::new(rows, columns).unwrap());
            for _ in 0..5 {
                let puzzle = Puzzle::straight_walk(goal.clone(), 24, &mut rng);
                let (tiles, wide) = (Tiles::<u64>::new(&puzzle).unwrap(), Wide::new(&puzzle));
                let astar = BestFirst::a_star();
                let packed = [
                    astar.solve(&tiles, &PerTile::misplaced(&goal)).stats.expanded,
                    astar.solve(&tiles, &PerTile::manhattan(&goal)).stats.expanded,
                    astar.solve(&tiles, &PerTile::euclidean(&goal)).stats.expanded,
                    astar.solve(&tiles, &LinearConflict::new(&goal)).stats.expanded,
                ];
                let sums = sums(&goal);
                let plain = [1, 3, 4, 5].map(|i| astar.solve(&wide, &sums[i]).stats.expanded);
                assert_eq!(packed, plain, "{puzzle:?}");
            }
        }
    }
}
