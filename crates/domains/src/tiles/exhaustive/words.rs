//! Sets of boards as bits.

use super::super::Ranks;
use super::ones;
use super::shift::{Exchange, Shift};
use crate::lanes::{Lanes, Work};

/// The memory layout of a set of boards: one bit each, in words.
///
/// ```text
/// word:  one cell of the blank, and the up to 60 orders that differ in the last three digits
/// page:  the up to 336 words of a cell that differ in the three digits before those,
///        sorted by the last of these first
/// set:   a page for each value of the other digits and each cell, sorted in this order
/// ```
#[derive(Clone, Debug)]
pub(super) struct Words {
    cells: usize,
    /// How many orders a word has.
    lanes: usize,
    /// How many words a page has.
    width: usize,
    /// How many of its words share the last digit.
    run: usize,
    /// By page of a cell, whether its first order is odd.
    odd: Vec<bool>,
    /// By the cell that the blank comes to: the cells that it comes from, and how.
    moves: Vec<Vec<(usize, Shift)>>,
    /// The swaps that they consist of, starting from a page's first digit.
    exchanges: Vec<Exchange>,
    first: usize,
}

/// Sets of boards that change from one distance to the next.
pub(super) struct Sets<'a> {
    /// The boards at the last two distances.
    pub frontier: &'a mut [u64],
    /// By page, the cells of the blank in them.
    pub used: &'a mut [u16],
    /// The set that the boards at the next distance belong to.
    pub far: Option<&'a mut [u64]>,
}

/// See [`Words::advance`].
pub(super) struct Advance<'a> {
    pub words: &'a Words,
    pub cells: u64,
    pub sets: Sets<'a>,
}

impl Work for Advance<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> u64 {
        self.words.advance(self.cells, self.sets)
    }
}

impl Words {
    /// The maximum number of words of a page.
    pub const PAGE: usize = 336;

    pub fn new(ranks: &Ranks) -> Self {
        let size = ranks.turned_size();
        let (cells, columns) = (size.cells(), size.columns());
        let [first, last, prefix] = [6, 4, 3].map(|digits| ranks.digits().saturating_sub(digits));
        let (lanes, page) = (ranks.share(prefix), ranks.share(first));
        let width = page / lanes;
        let run = width * lanes / ranks.share(last);
        let odd = (0..ranks.orders() / page).map(|number| ranks.is_odd(number * page)).collect();
        let (moves, exchanges) = (Vec::new(), Vec::new());
        let mut words = Words { cells, lanes, width, run, odd, moves, exchanges, first };
        let moves_to = |to: usize| {
            let from = |from: usize| match from / columns == to / columns {
                true => (from, Shift::Within(Vec::new())),
                false => (from, Shift::new(&words, ranks, from, to)),
            };
            size.onward(to, None).map(|(_, cell)| from(cell)).collect()
        };
        words.moves = (0..cells).map(moves_to).collect();
        words.exchanges =
            (first..ranks.digits()).map(|at| Exchange::new(&words, ranks, at)).collect();
        words
    }

    /// How many words a set has.
    pub fn count(&self) -> usize {
        self.pages() * self.cells * self.width
    }

    /// How many pages a cell has.
    #[inline]
    pub fn pages(&self) -> usize {
        self.odd.len()
    }

    /// How many words a page has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many of its words share the last digit.
    pub fn run(&self) -> usize {
        self.run
    }

    /// How many orders a word has.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Where a page of a cell begins.
    #[inline]
    pub fn page(&self, number: usize, cell: usize) -> usize {
        (number * self.cells + cell) * self.width
    }

    /// The places of a page by the number of their orders.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        let places = |rest| (rest..self.width).step_by(self.run);
        (0..self.run).flat_map(places)
    }

    /// The word and the bit of a board.
    pub fn find(&self, order: usize, cell: usize) -> (usize, usize) {
        let (word, lane) = (order / self.lanes, order % self.lanes);
        let (page, word) = (word / self.width, word % self.width);
        let last = self.width / self.run;
        (self.page(page, cell) + word % last * self.run + word / last, lane)
    }

    /// The first order of the word at a place of a page.
    pub fn order(&self, page: usize, place: usize) -> usize {
        let last = self.width / self.run;
        (page * self.width + place % self.run * last + place / self.run) * self.lanes
    }

    /// Advances by one distance to boards with the blank in `cells`, and counts them.
    #[inline(always)]
    fn advance(&self, cells: u64, sets: Sets<'_>) -> u64 {
        let Sets { frontier, used, mut far } = sets;
        let mut found = [0; Words::PAGE];
        let found = &mut found[..self.width];
        let mut count = 0;
        for number in 0..self.pages() {
            for cell in ones(cells) {
                let any = self.neighbours(frontier, used, (number, cell), found);
                if !any && used[number] >> cell & 1 == 0 {
                    continue;
                }
                let page = self.page(number, cell)..self.page(number, cell + 1);
                let mut new = 0;
                for (old, found) in frontier[page.clone()].iter_mut().zip(&mut *found) {
                    *old = *found & !*old;
                    *found = 0;
                    new += u64::from(old.count_ones());
                }
                used[number] &= !(1 << cell);
                used[number] |= u16::from(new > 0) << cell;
                count += new;
                if let Some(far) = &mut far {
                    let far = far[page.clone()].iter_mut();
                    far.zip(&frontier[page]).for_each(|(far, new)| *far |= new);
                }
            }
        }
        count
    }

    /// Adds the boards of a page that are neighbours of those in a set, and returns whether there
    /// may be any. `used` are, by page, the cells of the blank in the set.
    #[inline(always)]
    fn neighbours(
        &self,
        set: &[u64],
        used: &[u16],
        (number, cell): (usize, usize),
        sum: &mut [u64],
    ) -> bool {
        let mut any = false;
        for &(from, ref shift) in &self.moves[cell] {
            match shift {
                Shift::Within(_) if used[number] >> from & 1 == 0 => (),
                Shift::Within(exchanges) => {
                    let source = &set[self.page(number, from)..][..self.width];
                    self.pull(exchanges, source, self.odd[number], sum);
                    any = true;
                }
                Shift::Across(runs) => {
                    any |= runs.pull(self, (set, used), (number, from), sum);
                }
            }
        }
        any
    }

    /// Adds a page to another after some swaps.
    #[inline(always)]
    fn pull(&self, exchanges: &[(usize, bool)], from: &[u64], odd: bool, to: &mut [u64]) {
        let exchange = |&(at, odd_after): &(usize, bool), from: &[u64], to: &mut [u64]| {
            self.exchanges[at - self.first].pull(from, odd ^ odd_after, to);
        };
        match exchanges {
            [] => from.iter().zip(to).for_each(|(from, to)| *to |= from),
            [only] => exchange(only, from, to),
            [first, second, ..] => {
                let mut between = [0; Words::PAGE];
                let between = &mut between[..from.len()];
                exchange(first, from, between);
                exchange(second, between, to);
            }
        }
    }
}
