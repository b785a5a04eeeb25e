//! Sets of boards as bits, and moves of many boards at once.

use super::Ranks;

/// How a set of boards lies in memory: a bit for each, in words.
///
/// ```text
/// word:  one cell of the blank, and the up to 60 orders that differ in the last three digits
/// page:  the up to 336 words of a cell that differ in the three digits before those
/// set:   by the digits that are left, and then by the cell, a page
/// ```
#[derive(Clone, Debug)]
pub(super) struct Words {
    cells: usize,
    /// The orders of a word.
    lanes: usize,
    /// The words of a page.
    width: usize,
    /// By page of a cell, whether its first order is odd.
    odd: Vec<bool>,
    /// By the cell that the blank comes to: the cells that it comes from, and how.
    moves: Vec<Vec<(usize, Shift)>>,
}

/// The words of a page.
pub(super) type Page = [u64; Words::PAGE];

impl Words {
    /// The most words of a page.
    const PAGE: usize = 336;

    pub fn new(ranks: &Ranks) -> Self {
        let (cells, columns) = (ranks.size().cells(), ranks.columns());
        let [first, prefix] = [6, 3].map(|digits| ranks.digits().saturating_sub(digits));
        let (lanes, page) = (ranks.share(prefix), ranks.share(first));
        let odd = (0..ranks.orders() / page).map(|number| ranks.is_odd(number * page)).collect();
        let mut words = Words { cells, lanes, width: page / lanes, odd, moves: Vec::new() };
        let moves_to = |to: usize| {
            let row = |cell: usize| cell / columns;
            let beside = |from: &usize| row(*from) == row(to);
            let sideways = [to.wrapping_sub(1), to + 1].into_iter().filter(beside);
            let along = [to.wrapping_sub(columns), to + columns].into_iter();
            sideways
                .map(|from| (from, Shift::none(&words)))
                .chain(
                    along
                        .filter(|&from| from < cells)
                        .map(|from| (from, Shift::new(&words, ranks, from, to))),
                )
                .collect()
        };
        words.moves = (0..cells).map(moves_to).collect();
        words
    }

    /// The words of a set.
    pub fn count(&self) -> usize {
        self.pages() * self.cells * self.width
    }

    /// The pages of a cell.
    pub fn pages(&self) -> usize {
        self.odd.len()
    }

    /// The words of a page.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The orders of a word.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Where a page of a cell begins.
    #[inline]
    pub fn page(&self, number: usize, cell: usize) -> usize {
        (number * self.cells + cell) * self.width
    }

    /// The word and the bit of a board.
    pub fn find(&self, order: usize, cell: usize) -> (usize, usize) {
        let (word, lane) = (order / self.lanes, order % self.lanes);
        (self.page(word / self.width, cell) + word % self.width, lane)
    }

    /// The boards of a page that are neighbours of those in a set.
    #[inline]
    pub fn neighbours(&self, set: &[u64], number: usize, cell: usize) -> Page {
        let mut sum = [0; Words::PAGE];
        for (from, shift) in &self.moves[cell] {
            match shift {
                Shift::Runs(runs) => runs.pull(self, set, (number, *from), &mut sum),
                Shift::Lanes(lanes) => {
                    let source = &set[self.page(number, *from)..][..self.width];
                    lanes.pull(source, self.odd[number], &mut sum)
                }
            }
        }
        sum
    }
}

/// What the blank's move from one cell to another does to the words of a page.
#[derive(Clone, Debug)]
enum Shift {
    Runs(Runs),
    Lanes(Lanes),
}

impl Shift {
    /// Sideways: the orders stay.
    fn none(words: &Words) -> Self {
        Shift::Runs(Runs { run: words.width, starts: vec![0] })
    }

    /// Up or down: as many digits change as the board has columns, two or three.
    fn new(words: &Words, ranks: &Ranks, from: usize, to: usize) -> Self {
        let changed = from.min(to)..from.min(to) + ranks.columns();
        match changed.end + 3 <= ranks.digits() {
            true => Shift::Runs(Runs::new(words, ranks, from, to)),
            false => Shift::Lanes(Lanes::new(words, ranks, from, to)),
        }
    }
}

/// A move that keeps the last three digits: whole words come from elsewhere.
#[derive(Clone, Debug)]
struct Runs {
    /// The words that stay together: they differ in digits behind those that change.
    run: usize,
    /// Where runs come from, by the digits from the first that changes, or the page's
    /// first, to the last that changes; it is counted from where those would be 0.
    starts: Vec<usize>,
}

impl Runs {
    fn new(words: &Words, ranks: &Ranks, from: usize, to: usize) -> Self {
        let first = from.min(to).min(ranks.digits().saturating_sub(6));
        let end = from.min(to) + ranks.columns();
        let orders = ranks.share(end);
        let run = orders / words.lanes;
        let per_page = words.width / run;
        let start = |key: usize| {
            let source = ranks.passed(key * orders, to, from) / orders;
            words.page(source / per_page, 0) + source % per_page * run
        };
        Runs { run, starts: (0..ranks.share(first) / orders).map(start).collect() }
    }

    /// Adds what comes to a page from a cell.
    #[inline]
    fn pull(&self, words: &Words, set: &[u64], (page, from): (usize, usize), sum: &mut Page) {
        let per_page = words.width / self.run;
        let key = page * per_page % self.starts.len();
        let base = words.page(page - key / per_page, from);
        let sums = sum[..words.width].chunks_exact_mut(self.run);
        for (sum, start) in sums.zip(&self.starts[key..]) {
            for (sum, source) in sum.iter_mut().zip(&set[base + start..][..self.run]) {
                *sum |= source;
            }
        }
    }
}

/// A move that changes some of the last three digits: bits come from other places of
/// words in the same page.
#[derive(Clone, Debug)]
struct Lanes {
    /// The words of a page, those to which bits come in the same way together.
    sorted: Vec<u16>,
    /// How many these are.
    run: usize,
    /// What comes to each so many words.
    pieces: Vec<Vec<Piece>>,
}

/// Bits that move alike.
#[derive(Clone, Debug)]
struct Piece {
    /// From how many words behind, among the sorted.
    behind: isize,
    /// To higher places if positive.
    higher: isize,
    /// The bits that they become.
    mask: u64,
}

impl Lanes {
    fn new(words: &Words, ranks: &Ranks, from: usize, to: usize) -> Self {
        let prefix = ranks.digits().saturating_sub(3);
        let (offset, end) = (from.min(to), from.min(to) + ranks.columns());
        // How bits come to a word is decided by its digits from the first that changes,
        // and if the last two places change by its being odd or even.
        let keys = ranks.share(offset.min(prefix)) / words.lanes;
        let parity = end > ranks.digits();
        let key = |word: usize| match parity {
            true => usize::from(ranks.is_odd(word * words.lanes)),
            false => word % keys,
        };
        let mut sorted: Vec<u16> = (0..words.width as u16).collect();
        sorted.sort_by_cached_key(|&word| key(word.into()));
        let keys = if parity { words.width.min(2) } else { keys };
        let run = words.width / keys;
        let pieces_of = |word: usize| {
            let mut pieces: Vec<Piece> = Vec::new();
            let alike = ranks.share(end);
            for lane in (0..words.lanes).step_by(alike) {
                let source = ranks.passed(word * words.lanes + lane, to, from);
                let behind =
                    (key(source / words.lanes) as isize - key(word) as isize) * run as isize;
                let higher = lane as isize - (source % words.lanes) as isize;
                let mask = ((1 << alike) - 1) << lane;
                match pieces.iter_mut().find(|p| (p.behind, p.higher) == (behind, higher)) {
                    Some(piece) => piece.mask |= mask,
                    None => pieces.push(Piece { behind, higher, mask }),
                }
            }
            pieces
        };
        let pieces = sorted.iter().step_by(run).map(|&word| pieces_of(word.into())).collect();
        Lanes { sorted, run, pieces }
    }

    /// Adds what comes to a page, odd or not, from another of the same number.
    #[inline]
    fn pull(&self, source: &[u64], odd: bool, sum: &mut Page) {
        let (mut from, mut to) = ([0; Words::PAGE], [0; Words::PAGE]);
        for (from, &word) in from.iter_mut().zip(&self.sorted) {
            *from = source[usize::from(word)];
        }
        let flipped = usize::from(odd && self.pieces.len() == 2);
        let starts = (0..self.sorted.len()).step_by(self.run);
        for (key, start) in starts.enumerate() {
            let to = &mut to[start..][..self.run];
            for piece in &self.pieces[key ^ flipped] {
                piece.pull(&from[start.wrapping_add_signed(piece.behind)..][..self.run], to);
            }
        }
        for (&word, to) in self.sorted.iter().zip(to) {
            sum[usize::from(word)] |= to;
        }
    }
}

impl Piece {
    #[inline]
    fn pull(&self, from: &[u64], to: &mut [u64]) {
        let by = self.higher.unsigned_abs() as u32 & 63;
        match self.higher >= 0 {
            true => from.iter().zip(to).for_each(|(from, to)| *to |= from << by & self.mask),
            false => from.iter().zip(to).for_each(|(from, to)| *to |= from >> by & self.mask),
        }
    }
}
