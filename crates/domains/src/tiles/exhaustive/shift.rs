//! Moves of many boards at once.

use std::iter;

use super::super::Ranks;
use super::words::Words;

/// The effect on the words of a page of moving the blank from one cell to another.
#[derive(Clone, Debug)]
pub(super) enum Shift {
    /// Words and bits are swapped within a page: the place of each swap, and whether the order
    /// after it is odd.
    Within(Vec<(usize, bool)>),
    /// Whole words come from other pages.
    Across(Runs),
}

impl Shift {
    /// Up or down: as many digits change as the board has columns, two or three.
    pub fn new(words: &Words, ranks: &Ranks, from: usize, to: usize) -> Self {
        if from.min(to) + 6 < ranks.digits() {
            return Shift::Across(Runs::new(words, ranks, from, to));
        }
        let exchanges = ranks.exchanges(from, to).filter(|&(at, _)| at < ranks.digits());
        Shift::Within(exchanges.map(|(at, odd)| (at, !odd)).collect())
    }
}

/// Words that come from other pages.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// The length of a run that stays together.
    run: usize,
    /// By the changing digits before those of the page.
    sources: Vec<Source>,
}

/// Where the runs of a page come from.
#[derive(Clone, Debug)]
struct Source {
    /// The pages, counted from the one where the digits that change are 0.
    pages: Vec<u16>,
    /// The first word of each run, counted from the beginning of its page.
    starts: Vec<u32>,
}

impl Runs {
    fn new(words: &Words, ranks: &Ranks, from: usize, to: usize) -> Self {
        let first = ranks.digits() - 6;
        let (offset, end) = (from.min(to), from.min(to) + ranks.columns());
        let page = words.width() * words.lanes();
        let run = match end.saturating_sub(first) {
            0 => words.width(),
            1 => ranks.share(first + 1) / ranks.share(first + 2),
            _ => 1,
        };
        let source = |number: usize| {
            let orders = (0..words.width()).step_by(run).map(|place| words.order(number, place));
            let orders: Vec<usize> = orders.map(|order| ranks.passed(order, to, from)).collect();
            let mut pages: Vec<u16> = orders.iter().map(|order| (order / page) as u16).collect();
            pages.sort_unstable();
            pages.dedup();
            let starts = orders.iter().map(|&order| words.find(order, 0).0 as u32).collect();
            Source { pages, starts }
        };
        Runs { run, sources: (0..ranks.share(offset) / page).map(source).collect() }
    }

    /// Adds the boards that come to a page from a cell, and returns whether there may be any.
    #[inline(always)]
    pub fn pull(
        &self,
        words: &Words,
        (set, used): (&[u64], &[u16]),
        (number, from): (usize, usize),
        sum: &mut [u64],
    ) -> bool {
        let key = number % self.sources.len();
        let Source { pages, starts } = &self.sources[key];
        let used = &used[number - key..];
        if pages.iter().all(|&page| used[usize::from(page)] >> from & 1 == 0) {
            return false;
        }
        let set = &set[words.page(number - key, from)..];
        if self.run == 1 {
            sum.iter_mut().zip(starts).for_each(|(sum, &start)| *sum |= set[start as usize]);
            return true;
        }
        for (sum, &start) in sum.chunks_exact_mut(self.run).zip(starts) {
            let run = &set[start as usize..][..self.run];
            sum.iter_mut().zip(run).for_each(|(sum, source)| *sum |= source);
        }
        true
    }
}

/// A swap of tiles in adjacent places, for the words of a page.
#[derive(Clone, Debug)]
pub(super) enum Exchange {
    /// Whole words: where each comes from.
    Words(Vec<u16>),
    /// Bits: the pieces that come to the words of each last digit, or to all words.
    Bits(Vec<Vec<Piece>>),
    /// Bits of the same word; they go to different places in an odd word.
    Last {
        pieces: Vec<Piece>,
        /// All bits of the words that are odd in an even page.
        odd: Vec<u64>,
    },
}

/// Bits that move alike.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// How many words their source is after their destination.
    behind: isize,
    /// How many places higher they go in the word; lower if negative.
    higher: isize,
    /// The resulting bits, in an even word and in an odd one.
    masks: [u64; 2],
}

impl Exchange {
    /// The swap at a place.
    pub fn new(words: &Words, ranks: &Ranks, at: usize) -> Self {
        let prefix = ranks.digits().saturating_sub(3);
        if at + 1 < prefix {
            let source = |place| ranks.exchanged(words.order(0, place), at, false);
            let find = |place| words.find(source(place), 0).0 as u16;
            Exchange::Words((0..words.width()).map(find).collect())
        } else if at + 1 == prefix {
            let places = (0..words.width()).step_by(words.run());
            Exchange::Bits(places.map(|place| Piece::all(words, ranks, at, place)).collect())
        } else if at + 1 < ranks.digits() {
            Exchange::Bits(vec![Piece::all(words, ranks, at, 0)])
        } else {
            let is_odd = |place| ranks.is_odd(words.order(0, place));
            let odd = (0..words.width()).map(|place| if is_odd(place) { u64::MAX } else { 0 });
            Exchange::Last { pieces: Piece::all(words, ranks, at, 0), odd: odd.collect() }
        }
    }

    /// Adds the bits that come from a page to another, which is odd or even.
    #[inline(always)]
    pub fn pull(&self, from: &[u64], odd: bool, to: &mut [u64]) {
        match self {
            Exchange::Words(sources) => {
                for (to, &source) in to.iter_mut().zip(sources) {
                    *to |= from[usize::from(source)];
                }
            }
            Exchange::Bits(keys) => {
                let run = from.len() / keys.len();
                for (key, pieces) in keys.iter().enumerate() {
                    let to = &mut to[key * run..][..run];
                    for piece in pieces {
                        let start = (key * run).wrapping_add_signed(piece.behind);
                        let masks = iter::repeat(piece.masks[0]);
                        piece.pull(&from[start..][..run], masks, to);
                    }
                }
            }
            Exchange::Last { pieces, odd: odd_words } => {
                let page = if odd { u64::MAX } else { 0 };
                for piece in pieces {
                    let [even, odd] = piece.masks;
                    let masks = odd_words.iter().map(|word| even ^ (even ^ odd) & (word ^ page));
                    piece.pull(from, masks, to);
                }
            }
        }
    }
}

impl Piece {
    /// The bits that the swap at `at` moves to the word at `place`.
    fn all(words: &Words, ranks: &Ranks, at: usize, place: usize) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let alike = ranks.share(at + 2);
        for (lane, odd) in (0..words.lanes()).step_by(alike).flat_map(|lane| [(lane, 0), (lane, 1)])
        {
            let order = words.order(0, place) + lane;
            let source = words.find(ranks.exchanged(order, at, odd == 1), 0);
            let behind = source.0 as isize - place as isize;
            let higher = lane as isize - source.1 as isize;
            let same = |piece: &Piece| (piece.behind, piece.higher) == (behind, higher);
            let index = pieces.iter().position(same).unwrap_or(pieces.len());
            if index == pieces.len() {
                pieces.push(Piece { behind, higher, masks: [0; 2] });
            }
            pieces[index].masks[odd] |= ((1 << alike) - 1) << lane;
        }
        pieces
    }

    /// Adds the moved bits to their new words, each with its mask.
    #[inline(always)]
    fn pull(&self, from: &[u64], masks: impl Iterator<Item = u64>, to: &mut [u64]) {
        let by = self.higher.unsigned_abs() as u32 & 63;
        let each = to.iter_mut().zip(from).zip(masks);
        match self.higher >= 0 {
            true => each.for_each(|((to, from), mask)| *to |= from << by & mask),
            false => each.for_each(|((to, from), mask)| *to |= from >> by & mask),
        }
    }
}
