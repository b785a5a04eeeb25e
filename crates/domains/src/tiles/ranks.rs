//! Small boards as the order of their tiles and the cell of the blank.

use super::{Board, Cells, Layout, Move, Size};

/// The boards that can reach one goal, each as the order of its tiles and the cell of its
/// blank.
///
/// Read row by row without the blank, the tiles form an order, and half of all orders can be
/// reached. A sideways move of the blank does not change the order; a move up or down takes one
/// tile past the `columns - 1` before or after it.
///
/// ```
/// use goalward_domains::tiles::{Board, Layout, Move, Ranks, Size};
///
/// let ranks = Ranks::new(&Layout::blank_last(Size::EIGHT)).unwrap();
/// assert_eq!(ranks.orders(), 20_160);
/// let (order, blank) = (0, 8);
/// assert_eq!(ranks.board::<u64>(order, blank).layout(Size::EIGHT).to_string(), "1 2 3 4 5 6 7 8 0");
/// let (order, blank) = ranks.step(order, blank, Move::Up).unwrap();
/// assert_eq!(ranks.board::<u64>(order, blank).layout(Size::EIGHT).to_string(), "1 2 3 4 5 0 7 8 6");
/// assert_eq!(ranks.find(ranks.board::<u64>(order, blank)), (order, blank));
/// ```
#[derive(Clone, Debug)]
pub struct Ranks {
    /// The goal's size.
    size: Size,
    /// The size with rows and columns swapped if the board is wider than tall: the fewer the
    /// columns, the fewer tiles a move passes. Cells below refer to this size.
    turned: bool,
    columns: usize,
    /// The goal's order, which is number 0.
    tiles: [u8; Ranks::MOST],
    /// By tile, its place in that order.
    homes: [u8; Ranks::MOST],
    /// The cell of the goal's blank.
    pub(super) home: usize,
    /// How many orders share the first `i` digits, for each `i`.
    shares: Vec<usize>,
    /// By cell as numbered here, the cell of the board.
    back: [u8; Ranks::MOST],
    /// A bit for each cell, set if the orders reachable with the blank there are odd.
    odd: u32,
}

impl Ranks {
    /// The maximum number of cells of a numbered board.
    pub const MOST: usize = 12;

    /// The numbering for `goal`; `None` for boards with more than [`MOST`](Ranks::MOST) cells.
    pub fn new(goal: &Layout) -> Option<Self> {
        let size = goal.size();
        if size.cells() > Ranks::MOST {
            return None;
        }
        let turned = size.columns() > size.rows();
        let columns = size.columns().min(size.rows());
        let mut ranks = Ranks {
            size,
            turned,
            columns,
            tiles: [0; Ranks::MOST],
            homes: [0; Ranks::MOST],
            home: 0,
            shares: Vec::new(),
            back: [0; Ranks::MOST],
            odd: 0,
        };
        for cell in 0..size.cells() {
            ranks.back[cell] = match turned {
                true => cell % columns * size.columns() + cell / columns,
                false => cell,
            } as u8;
        }
        ranks.home = ranks.turn(goal.cell_of(0));
        for place in 0..ranks.tile_count() {
            let cell = place + usize::from(place >= ranks.home);
            let tile = goal.tiles()[ranks.turn_back(cell)];
            ranks.tiles[place] = tile;
            ranks.homes[usize::from(tile)] = place as u8;
        }
        for cell in 0..size.cells() {
            // A move to the next row takes a tile past `columns - 1` others.
            let rows = (cell / columns).abs_diff(ranks.home / columns);
            ranks.odd |= ((rows * (columns - 1) % 2) as u32) << cell;
        }
        let digits = ranks.digits();
        ranks.shares = vec![1; digits + 1];
        for i in (0..digits).rev() {
            ranks.shares[i] = ranks.shares[i + 1] * (ranks.tile_count() - i);
        }
        Some(ranks)
    }

    /// How many orders there are.
    pub fn orders(&self) -> usize {
        self.shares[0]
    }

    /// How many boards there are.
    pub fn boards(&self) -> usize {
        self.orders() * self.size.cells()
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of a board's order, and its blank's cell. The board must be one that
    /// can reach the goal.
    pub fn find<C: Cells>(&self, board: Board<C>) -> (usize, u8) {
        let mut order = 0;
        let mut used = 0u32;
        let mut left = self.digits();
        for cell in 0..self.size.cells() {
            let tile = board.tile(self.turn_back(cell) as u8);
            if tile == 0 || left == 0 {
                continue;
            }
            left -= 1;
            let home = self.homes[usize::from(tile)];
            let smaller = u32::from(home) - (used & ((1 << home) - 1)).count_ones();
            used |= 1 << home;
            order += smaller as usize * self.shares[self.digits() - left];
        }
        (order, board.blank())
    }

    /// The board with this order and its blank in this cell.
    pub fn board<C: Cells>(&self, order: usize, blank: u8) -> Board<C> {
        Reader::new(self).board(order, self.turn(blank.into()))
    }

    /// The order and the blank's cell after a move, if it is possible.
    pub fn step(&self, order: usize, blank: u8, mv: Move) -> Option<(usize, u8)> {
        let to = self.size.beside(blank.into(), mv)?;
        let (from, turned_to) = (self.turn(blank.into()), self.turn(to));
        let order = match turned_to.abs_diff(from) == self.columns {
            true => self.passed(order, from, turned_to),
            false => order,
        };
        Some((order, to as u8))
    }

    fn digit(&self, order: usize, i: usize) -> usize {
        order % self.shares[i] / self.shares[i + 1]
    }

    /// The tiles of a board.
    fn tile_count(&self) -> usize {
        self.size.cells() - 1
    }

    /// The digits of an order; the last two places follow from the rest.
    pub(super) fn digits(&self) -> usize {
        self.tile_count() - 2
    }

    /// The size in which cells are numbered here.
    pub(super) fn turned_size(&self) -> Size {
        if self.turned { self.size.transposed() } else { self.size }
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// The number here of a cell of the board.
    pub(super) fn turn(&self, cell: usize) -> usize {
        if !self.turned {
            return cell;
        }
        let (row, column) = self.size.place(cell);
        column * self.columns + row
    }

    /// The cell of the board that has this number here.
    pub(super) fn turn_back(&self, cell: usize) -> usize {
        self.back[cell].into()
    }

    /// Whether the orders reachable with the blank in this cell are odd.
    fn is_odd_at(&self, cell: usize) -> bool {
        self.odd >> cell & 1 == 1
    }

    /// The order after the blank moves up or down between two cells.
    pub(super) fn passed(&self, order: usize, from: usize, to: usize) -> usize {
        self.exchanges(from, to).fold(order, |order, (at, odd)| self.exchanged(order, at, odd))
    }

    /// The swaps of adjacent tiles that a move of the blank up or down consists of: the first place
    /// of each, and whether the order before it is odd.
    pub(super) fn exchanges(
        &self,
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = (usize, bool)> + use<> {
        let (count, odd) = (self.columns - 1, self.is_odd_at(from));
        (0..count).map(move |i| {
            // The tile that passes the others moves forwards when the blank moves backwards.
            let at = if from < to { to - 2 - i } else { to + i };
            (at, odd ^ (i % 2 == 1))
        })
    }

    /// The order, odd or even, after the tiles at a place and the next are swapped.
    pub(super) fn exchanged(&self, order: usize, at: usize, odd: bool) -> usize {
        if at == self.digits() {
            return order;
        }
        let last = at + 1 == self.digits();
        let a = self.digit(order, at);
        let b = if last { (self.is_odd(order) ^ odd).into() } else { self.digit(order, at + 1) };
        // A digit counts the smaller tiles after it.
        let (a_new, b_new) = if b >= a { (b + 1, a) } else { (b, a - 1) };
        let order = order + a_new * self.share(at + 1) - a * self.share(at + 1);
        if last { order } else { order + b_new * self.share(at + 2) - b * self.share(at + 2) }
    }

    /// Whether the sum of the digits of an order is odd.
    pub(super) fn is_odd(&self, order: usize) -> bool {
        (0..self.digits()).fold(0, |sum, i| sum + self.digit(order, i)) % 2 == 1
    }

    /// How many orders share the first `i` digits; `i` may be larger than their number.
    pub(super) fn share(&self, i: usize) -> usize {
        self.shares.get(i).copied().unwrap_or(1)
    }
}

/// Decodes boards from their numbers. Digits shared with the previous order are not decoded again.
pub(super) struct Reader<'a> {
    ranks: &'a Ranks,
    /// The first digits of the last order, all but [`LAST`], as one number.
    first: Option<usize>,
    /// The tiles decoded from them.
    head: Line,
}

/// How many digits are decoded again each time.
const LAST: usize = 3;

/// The first tiles of an order.
#[derive(Clone, Copy)]
struct Line {
    tiles: [u8; Ranks::MOST],
    len: usize,
    /// The homes of the others in ascending order, four bits each.
    unused: u64,
    /// Whether the sum of the digits is odd.
    odd: bool,
}

impl Line {
    const EMPTY: Line =
        Line { tiles: [0; Ranks::MOST], len: 0, unused: 0xba98_7654_3210, odd: false };

    /// Adds the tile that has this many smaller ones after it.
    #[inline]
    fn push(&mut self, digit: usize, ranks: &Ranks) {
        let shift = 4 * digit as u32;
        let home = self.unused >> shift & 15;
        let below = (1 << shift) - 1;
        self.unused = self.unused & below | self.unused >> 4 & !below;
        self.tiles[self.len] = ranks.tiles[home as usize];
        self.len += 1;
        self.odd ^= digit % 2 == 1;
    }
}

impl<'a> Reader<'a> {
    pub fn new(ranks: &'a Ranks) -> Self {
        Reader { ranks, first: None, head: Line::EMPTY }
    }

    /// The board with this order, and its blank in this cell as [`Ranks`] numbers them.
    pub fn board<C: Cells>(&mut self, order: usize, blank: usize) -> Board<C> {
        let (ranks, digits) = (self.ranks, self.ranks.digits());
        let kept = digits.saturating_sub(LAST);
        let share = ranks.shares[kept];
        let (first, mut rest) = (order / share, (order % share) as u32);
        if self.first != Some(first) {
            self.head = Line::EMPTY;
            (0..kept).for_each(|i| self.head.push(ranks.digit(order, i), ranks));
            self.first = Some(first);
        }
        let mut line = self.head;
        for &share in &ranks.shares[kept + 1..] {
            line.push((rest / share as u32) as usize, ranks);
            rest %= share as u32;
        }
        // The parity determines the last two.
        line.push((line.odd ^ ranks.is_odd_at(blank)).into(), ranks);
        line.push(0, ranks);
        let mut tiles = [0; Ranks::MOST];
        for (place, &tile) in line.tiles[..line.len].iter().enumerate() {
            tiles[ranks.turn_back(place + usize::from(place >= blank))] = tile;
        }
        Board::packed(C::of(&tiles[..ranks.size.cells()]), ranks.back[blank])
    }
}
