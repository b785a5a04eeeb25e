use goalward::path::audit::{Scope, Truth};
use goalward::{Cost, Limits, Meter, Stop};

use super::{Board, Cells, Layout, Move, Ranks, Tiles};

/// The number of moves from every board of at most [`Ranks::MOST`] cells to the goal, in
/// four bytes for each order of the tiles: 80 MB for the 3×4 puzzle's 239,500,800 boards.
///
/// ```text
/// one u32 an order:  | bit 1 of cells 15…0 | bit 0 of cells 15…0 |
/// two bits a cell:   0 not met, 3 met and not yet moved on from, else 1 or 2
/// ```
/// Each move changes the colour of the blank's cell on a chequered board, so the colour
/// tells whether a distance is odd, and of two boards met the one to move on from first.
/// With the 1 or 2 it tells the distance modulo 4, and so which neighbours are nearer.
///
/// ```
/// use goalward::Limits;
/// use goalward_domains::tiles::{Exhaustive, Layout, Size};
///
/// let all = Exhaustive::new(&Layout::blank_first(Size::EIGHT), &Limits::default()).unwrap();
/// assert_eq!(all.histogram().iter().sum::<u64>(), 181_440);
/// assert_eq!(all.histogram().last(), Some(&2));
/// ```
#[derive(Clone, Debug)]
pub struct Exhaustive {
    ranks: Ranks,
    table: Vec<u32>,
    histogram: Vec<u64>,
}

/// Both bits of the cells in a mask.
const BOTH: u32 = 1 << 16 | 1;

/// Meets the boards of `mask` that were not met before.
#[inline]
fn meet(word: &mut u32, mask: u32) {
    let fresh = mask & !(*word | *word >> 16);
    *word |= fresh * BOTH;
}

/// Boards that share an order and a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// How far from the goal they are.
    pub distance: Cost,
    /// Their order's number.
    pub order: usize,
    /// A bit for each cell, as [`Ranks`] numbers them, that their blanks are in.
    blanks: u32,
}

impl Group {
    /// The boards.
    pub fn boards<C: Cells>(self, ranks: &Ranks) -> impl Iterator<Item = Board<C>> {
        ones(self.blanks).map(move |cell| ranks.board(self.order, ranks.turn_back(cell) as u8))
    }
}

impl Exhaustive {
    /// Every board's distance to `goal`.
    ///
    /// # Panics
    /// If the board has more than [`Ranks::MOST`] cells.
    pub fn new(goal: &Layout, limits: &Limits) -> Result<Self, Stop> {
        let ranks = Ranks::new(goal).expect("the board is small enough");
        let mut all = Exhaustive::unvisited(ranks);
        all.visit(&mut Meter::new(limits), |_, _| ()).map(|()| all)
    }

    /// No board's yet.
    pub fn unvisited(ranks: Ranks) -> Self {
        Exhaustive { ranks, table: Vec::new(), histogram: Vec::new() }
    }

    /// Every board's, showing each group of boards to `look`: the nearest first, and those
    /// at the same distance by the number of their order. Stopped by a limit, it keeps
    /// what it shows.
    pub fn visit(
        &mut self,
        meter: &mut Meter,
        mut look: impl FnMut(&Ranks, Group),
    ) -> Result<(), Stop> {
        let orders = self.ranks.orders();
        meter.hold(orders * size_of::<u32>())?;
        self.table.clear();
        self.histogram.clear();
        self.table.try_reserve_exact(orders).map_err(|_| Stop::Memory)?;
        self.table.resize(orders, 0);
        self.table[0] = BOTH << self.ranks.home;
        for distance in 0.. {
            let count = self.level(distance, meter, &mut look)?;
            if count == 0 {
                break;
            }
            self.histogram.push(count);
        }
        Ok(())
    }

    /// Moves on from the boards at one distance, and counts them.
    fn level(
        &mut self,
        distance: Cost,
        meter: &mut Meter,
        look: &mut impl FnMut(&Ranks, Group),
    ) -> Result<u64, Stop> {
        let Exhaustive { ranks, table, .. } = self;
        let (columns, cells) = (ranks.columns(), ranks.size().cells());
        let (colour, not_first, not_last) = masks(ranks, distance);
        let above = (1 << (cells - columns)) - 1;
        // The bit to take from the boards moved on from.
        let settled = if (distance / 2).is_multiple_of(2) { 1 << 16 } else { 1 };
        let mut rows = Rows::new(ranks);
        let mut found = [0; Ranks::BLOCK];
        let (mut count, mut budget) = (0, 0);
        for base in (0..table.len()).step_by(ranks.block) {
            let found = next_of(&table[base..base + ranks.block], colour, &mut found);
            if !found.is_empty() {
                rows.look_up(base / ranks.block);
            }
            for &within in found {
                let within = usize::from(within);
                let order = base + within;
                let blanks = table[order] & table[order] >> 16 & colour;
                let boards = u64::from(blanks.count_ones());
                while budget < boards {
                    budget += meter.spend()?;
                }
                budget -= boards;
                count += boards;
                look(ranks, Group { distance, order, blanks });
                let beside = (blanks & not_last) << 1 | (blanks & not_first) >> 1;
                table[order] &= !(blanks * settled);
                meet(&mut table[order], beside);
                for place in ones((blanks & above) << columns | blanks >> columns << 16) {
                    let to = order.wrapping_add_signed(rows.change(place, within));
                    meet(&mut table[to], 1 << (place & 15));
                }
            }
            rows.advance();
        }
        meter.unspent(budget);
        Ok(count)
    }

    /// How many boards lie at each distance, from 0 to the largest.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The numbering of the boards.
    pub fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// The shortest way from a board that can reach the goal; of several, the one whose
    /// moves are tried first.
    pub fn way<C: Cells>(&self, board: Board<C>) -> Vec<Move> {
        let (mut order, mut blank) = self.ranks.find(board);
        let mut way = Vec::new();
        let mut distance = self.modulo_4(order, blank);
        loop {
            distance = (distance + 3) % 4;
            let mut steps = Move::ALL
                .into_iter()
                .filter_map(|mv| Some((mv, self.ranks.step(order, blank, mv)?)));
            let nearer = steps.find(|&(_, (order, blank))| self.modulo_4(order, blank) == distance);
            // Only the goal has no nearer neighbour.
            let Some((mv, to)) = nearer else { return way };
            way.push(mv);
            (order, blank) = to;
        }
    }

    /// The distance modulo 4.
    fn modulo_4(&self, order: usize, blank: u8) -> u32 {
        let cell = self.ranks.turn(blank.into());
        let odd = masks(&self.ranks, 1).0 >> cell & 1;
        (self.table[order] >> (16 + cell) & 1) * 2 + odd
    }
}

/// Every board, the nearest first.
impl<C: Cells> Truth<Tiles<C>> for Exhaustive {
    fn scope(&self) -> Scope {
        Scope::Every
    }

    fn each(
        &mut self,
        _: &Tiles<C>,
        limits: &Limits,
        mut look: impl FnMut(&Board<C>, Option<Cost>),
    ) -> Result<(), Stop> {
        self.visit(&mut Meter::new(limits), |ranks, group| {
            group.boards(ranks).for_each(|board| look(&board, Some(group.distance)));
        })
    }

    fn way(&self, _: &Tiles<C>, board: &Board<C>) -> Option<Vec<Move>> {
        Some(Exhaustive::way(self, *board))
    }
}

/// The cells that the blank may be in at this distance; those not in the first column; and
/// those not in the last.
fn masks(ranks: &Ranks, distance: Cost) -> (u32, u32, u32) {
    let columns = ranks.columns();
    let colour = |cell: usize| (cell / columns + cell % columns) as u32 % 2;
    let mask = |wanted: &dyn Fn(usize) -> bool| {
        (0..ranks.size().cells())
            .filter(|&cell| wanted(cell))
            .fold(0, |mask, cell| mask | 1 << cell)
    };
    (
        mask(&|cell| colour(cell) == (colour(ranks.home) + distance) % 2),
        mask(&|cell| cell % columns > 0),
        mask(&|cell| cell % columns + 1 < columns),
    )
}

/// The cells of a mask.
#[inline]
fn ones(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (cell < 32).then_some(cell as usize)
    })
}

/// The places in a block of the orders with boards to move on from.
#[inline]
fn next_of<'a>(block: &[u32], colour: u32, places: &'a mut [u8; Ranks::BLOCK]) -> &'a [u8] {
    // Most blocks have none when few boards are left, which this sees many words at a time.
    if block.iter().fold(0, |any, word| any | word & word >> 16) & colour == 0 {
        return &[];
    }
    let mut count = 0;
    for (place, word) in block.iter().enumerate() {
        // Without a branch: whether a word counts cannot be foretold.
        places[count] = place as u8;
        count += usize::from(word & word >> 16 & colour != 0);
    }
    &places[..count]
}

/// The rows of the tables that hold for the orders of one block, by the cell that the
/// blank comes to, from above it or, with 16 added, from below.
struct Rows<'a> {
    ranks: &'a Ranks,
    /// The block's digits.
    digits: [usize; Ranks::MOST],
    rows: [&'a [i32]; 32],
    masks: [usize; 32],
}

impl<'a> Rows<'a> {
    fn new(ranks: &'a Ranks) -> Self {
        let mut masks = [0; 32];
        for (offset, shift) in ranks.shifts.iter().enumerate() {
            masks[offset + ranks.columns()] = shift.mask();
            masks[offset + 16] = shift.mask();
        }
        Rows { ranks, digits: [0; Ranks::MOST], rows: [&[]; 32], masks }
    }

    fn look_up(&mut self, block: usize) {
        let (tiles, odd) = (self.ranks.tile_count(), self.ranks.odd[block]);
        for (offset, shift) in self.ranks.shifts.iter().enumerate() {
            let start = shift.row(&self.digits, tiles, odd);
            self.rows[offset + self.ranks.columns()] = &shift.down[start..];
            self.rows[offset + 16] = &shift.up[start..];
        }
    }

    /// Goes on to the next block.
    fn advance(&mut self) {
        for i in (0..self.ranks.prefix).rev() {
            self.digits[i] += 1;
            if self.digits[i] < self.ranks.tile_count() - i {
                return;
            }
            self.digits[i] = 0;
        }
    }

    /// What the blank's coming to `place` adds to an order's number.
    #[inline]
    fn change(&self, place: usize, within: usize) -> isize {
        self.rows[place & 31][within & self.masks[place & 31]] as isize
    }
}
