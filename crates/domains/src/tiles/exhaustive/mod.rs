//! The distance of every small board from its goal.
//!
//! A board is the order of its tiles and the cell of its blank (`ranks.rs`). Boards are processed
//! 60 at a time: for one cell of the blank, a word has a bit for each order that differs in the
//! last three digits. A move is then a copy of whole words, or two swaps of adjacent tiles, each a
//! few masked shifts that are the same for many words.
//!
//! Distances need two bits each. A neighbour of a board is one move nearer or one further away, so
//! a board is new if it is not in the level before the last; no set of all reached boards is
//! needed. The two bits are the distance modulo 4, which is enough to walk to the goal.

mod shift;
#[cfg(test)]
mod tests;
mod words;

use goalward::path::audit::{Scope, Truth};
use goalward::{Limits, Meter, Stop};

use self::words::{Advance, Sets, Words};
use super::ranks::Reader;
use super::{Board, Cells, Layout, Move, Ranks, Tiles};
use crate::board::bits;
use crate::lanes;
use crate::simd::Simd;

/// The number of moves from every board of at most [`Ranks::MOST`] cells to the goal, in
/// two bits for each board: 64 MB for the 3×4 puzzle's 239,500,800 boards.
///
/// On a chequered board each move changes the colour of the blank's cell, so the colour shows
/// whether a distance is odd. One set contains, in one colour, the boards at the current distance
/// and, in the other colour, those one nearer: a neighbour of the first that is not among the
/// second is one further. Another set contains the boards at a distance of 2 or 3 modulo 4, which
/// together with the colour shows which neighbours are nearer.
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
    words: Words,
    /// The boards at the last two distances.
    frontier: Vec<u64>,
    /// By page, the cells of the blank in them.
    used: Vec<u16>,
    /// The boards at a distance of 2 or 3 modulo 4.
    far: Vec<u64>,
    histogram: Vec<u64>,
    simd: Simd,
}

/// Boards that share an order and a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their distance from the goal.
    pub distance: u32,
    /// The number of their order.
    pub order: usize,
    /// The cells of their blanks, a bit each, numbered as by [`Ranks`].
    blanks: u32,
}

impl Group {
    /// The boards.
    pub fn boards<C: Cells>(self, ranks: &Ranks) -> impl Iterator<Item = Board<C>> {
        ones(self.blanks.into())
            .map(move |cell| ranks.board(self.order, ranks.turn_back(cell) as u8))
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
        let count = |_: &Self, _, count, meter: &mut Meter| {
            let mut budget = 0;
            take(count, &mut budget, meter)?;
            meter.unspent(budget);
            Ok(())
        };
        all.levels(&mut Meter::new(limits), count).map(|()| all)
    }

    /// No distances yet.
    pub fn unvisited(ranks: Ranks) -> Self {
        let words = Words::new(&ranks);
        Exhaustive {
            ranks,
            words,
            frontier: Vec::new(),
            used: Vec::new(),
            far: Vec::new(),
            histogram: Vec::new(),
            simd: Simd::of_this_process(),
        }
    }

    /// Finds every board's distance and passes each group of boards to `look`: the nearest first,
    /// and those at the same distance by the number of their order. If a limit stops it, the groups
    /// already passed are correct.
    pub fn visit(
        &mut self,
        meter: &mut Meter,
        mut look: impl FnMut(&Ranks, Group),
    ) -> Result<(), Stop> {
        self.levels(meter, |all, distance, _, meter| all.show(distance, meter, &mut look))
    }

    /// Finds the boards at each distance, and passes their number to `done`.
    fn levels(
        &mut self,
        meter: &mut Meter,
        mut done: impl FnMut(&Self, u32, u64, &mut Meter) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let words = self.words.count();
        meter.hold(2 * words * size_of::<u64>())?;
        for set in [&mut self.frontier, &mut self.far] {
            set.clear();
            set.try_reserve_exact(words).map_err(|_| Stop::Memory)?;
            set.resize(words, 0);
        }
        self.histogram.clear();
        let (goal, lane) = self.words.find(0, self.ranks.home);
        self.frontier[goal] = 1 << lane;
        self.used = vec![0; self.words.pages()];
        self.used[0] = 1 << self.ranks.home;
        let mut count = 1;
        for distance in 0.. {
            // Done first, so that the boards passed have neighbours of known distance.
            let further = self.advance(distance + 1);
            done(self, distance, count, meter)?;
            self.histogram.push(count);
            count = further;
            if count == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Advances from one distance to the next, and counts the boards there.
    fn advance(&mut self, distance: u32) -> u64 {
        let cells = colour(&self.ranks, distance);
        let far = (distance % 4 >= 2).then_some(&mut *self.far);
        let sets = Sets { frontier: &mut self.frontier, used: &mut self.used, far };
        lanes::run(self.simd, Advance { words: &self.words, cells, sets })
    }

    /// Passes the boards at the last distance but one to `look`.
    fn show(
        &self,
        distance: u32,
        meter: &mut Meter,
        look: &mut impl FnMut(&Ranks, Group),
    ) -> Result<(), Stop> {
        let words = &self.words;
        let cells: Vec<usize> = ones(colour(&self.ranks, distance)).collect();
        let mut budget = 0;
        for number in 0..words.pages() {
            if cells.iter().all(|cell| self.used[number] >> cell & 1 == 0) {
                continue;
            }
            let orders = (number * words.width()..).map(|word| word * words.lanes());
            for (place, first) in words.places().zip(orders) {
                let mut boards = [0; Ranks::MOST / 2];
                for (boards, &cell) in boards.iter_mut().zip(&cells) {
                    *boards = self.frontier[words.page(number, cell) + place];
                }
                for lane in ones(boards.iter().fold(0, |any, word| any | word)) {
                    let blank = |(word, cell): (&u64, &usize)| (word >> lane & 1) << cell;
                    let blanks = boards.iter().zip(&cells).map(blank).fold(0, |a, b| a | b);
                    take(blanks.count_ones().into(), &mut budget, meter)?;
                    let group = Group { distance, order: first + lane, blanks: blanks as u32 };
                    look(&self.ranks, group);
                }
            }
        }
        meter.unspent(budget);
        Ok(())
    }

    /// How many boards are at each distance, from 0 to the largest.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The numbering of the boards.
    pub fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// The shortest path from a board that can reach the goal; of several, the one whose moves are
    /// tried first.
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
        let odd = colour(&self.ranks, 1) >> cell & 1;
        let (word, lane) = self.words.find(order, cell);
        (self.far[word] >> lane & 1) as u32 * 2 + odd as u32
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
        mut look: impl FnMut(&Board<C>, Option<u32>),
    ) -> Result<(), Stop> {
        let ranks = self.ranks.clone();
        let mut reader = Reader::new(&ranks);
        self.visit(&mut Meter::new(limits), |_, group| {
            for blank in ones(group.blanks.into()) {
                look(&reader.board(group.order, blank), Some(group.distance));
            }
        })
    }

    fn way(&self, _: &Tiles<C>, board: &Board<C>, _: &Limits) -> Option<Vec<Move>> {
        Some(Exhaustive::way(self, *board))
    }
}

/// The cells that the blank may be in at this distance.
fn colour(ranks: &Ranks, distance: u32) -> u64 {
    let columns = ranks.columns();
    let colour = |cell: usize| (cell / columns + cell % columns) as u32 % 2;
    let wanted = (colour(ranks.home) + distance) % 2;
    let cells = (0..ranks.size().cells()).filter(|&cell| colour(cell) == wanted);
    cells.fold(0, |mask, cell| mask | 1 << cell)
}

/// The positions of the bits in a mask.
#[inline]
fn ones(mask: u64) -> impl Iterator<Item = usize> {
    bits(mask).map(usize::from)
}

/// Counts boards as expanded.
#[inline]
fn take(boards: u64, budget: &mut u64, meter: &mut Meter) -> Result<(), Stop> {
    while *budget < boards {
        *budget += meter.spend()?;
    }
    *budget -= boards;
    Ok(())
}
