//! The solver's table of bounds.

use goalward::Meter;
use goalward::game::Score;

/// A position's code with a bound on its score in the low bits, or 0 if nothing is known.
///
/// ```text
///  63    57 56                             8 7     0
/// +--------+--------------------------------+-------+
/// |   0    | code                           | bound |
/// +--------+--------------------------------+-------+
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(u64);

/// Whether a score is a lower or an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtLeast(Score),
    AtMost(Score),
}

const BOUND_BITS: u32 = 8;
/// What is added to a score to store it; scores lie between −21 and 21.
const AT_MOST: Score = 32;
const AT_LEAST: Score = 96;
/// Outside the range of scores.
const ANY: Score = 99;

impl Word {
    pub const NOTHING: Word = Word(0);

    #[inline]
    pub fn new(code: u64, bound: Bound) -> Self {
        let bound = match bound {
            Bound::AtLeast(score) => score + AT_LEAST,
            Bound::AtMost(score) => score + AT_MOST,
        };
        Word(code << BOUND_BITS | bound as u64)
    }

    /// The bounds that the word gives for the position with this code. Branch-free, because the
    /// case cannot be predicted.
    #[inline]
    pub fn range(self, code: u64) -> (Score, Score) {
        let is_same = (self != Word::NOTHING) & (self.code() == code);
        let bound = (self.0 & ((1 << BOUND_BITS) - 1)) as Score;
        let is_least = bound > (AT_MOST + AT_LEAST) / 2;
        let low = if is_same & is_least { bound - AT_LEAST } else { -ANY };
        let high = if is_same & !is_least { bound - AT_MOST } else { ANY };
        (low, high)
    }

    #[inline]
    fn code(self) -> u64 {
        self.0 >> BOUND_BITS
    }
}

/// One word per slot; a new word always replaces the old one.
///
/// Codes are stored whole, so positions are never confused. The table grows fourfold when it is
/// half full, within `most_bytes` and the memory limit, so that the table of an easy position stays
/// in the processor's cache.
pub(super) struct Table {
    words: Vec<u64>,
    /// How many more free slots may be filled before the table grows.
    vacant: usize,
    most_bytes: usize,
}

const FIRST_WORDS: usize = 1 << 14;

impl Table {
    pub fn new(most_bytes: usize) -> Self {
        Table { words: Vec::new(), vacant: 0, most_bytes }
    }

    #[inline]
    fn place(&self, code: u64) -> usize {
        let spread = code.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.words.len() as u128) >> 64) as usize
    }

    /// The word in the slot of `code`, which may belong to another position.
    #[inline]
    pub fn get(&self, code: u64) -> Word {
        self.words.get(self.place(code)).map_or(Word::NOTHING, |&word| Word(word))
    }

    #[inline]
    pub fn put(&mut self, code: u64, bound: Bound, meter: &mut Meter) {
        if self.vacant == 0 {
            self.grow(meter);
        }
        let place = self.place(code);
        if let Some(word) = self.words.get_mut(place) {
            self.vacant -= usize::from(*word == 0);
            *word = Word::new(code, bound).0;
        }
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter) {
        let length = (4 * self.words.len()).max(FIRST_WORDS);
        let bytes = length * size_of::<u64>();
        if bytes > self.most_bytes || meter.hold(bytes).is_err() {
            self.vacant = usize::MAX;
            return;
        }
        let old = std::mem::replace(&mut self.words, vec![0; length]);
        self.vacant = length / 2;
        for &word in old.iter().filter(|&&word| word != 0) {
            let place = self.place(Word(word).code());
            self.vacant -= usize::from(self.words[place] == 0);
            self.words[place] = word;
        }
        meter.release(old.len() * size_of::<u64>());
    }

    /// Releases the memory.
    pub fn release(self, meter: &mut Meter) {
        meter.release(self.words.len() * size_of::<u64>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goalward::Limits;

    #[test]
    fn a_word_gives_the_bound_stored_in_it_and_none_for_other_positions() {
        for code in [0, 1, (1 << 49) - 1] {
            for score in -21..=21 {
                let at_least = Word::new(code, Bound::AtLeast(score));
                assert_eq!(at_least.range(code), (score, ANY));
                let at_most = Word::new(code, Bound::AtMost(score));
                assert_eq!(at_most.range(code), (-ANY, score));
                for word in [at_least, at_most] {
                    assert_eq!(word.range(code + 1), (-ANY, ANY));
                }
            }
        }
        assert_eq!(Word::NOTHING.range(0), (-ANY, ANY));
    }

    #[test]
    fn a_growing_table_keeps_most_of_its_entries() {
        let mut meter = Meter::new(&Limits::default());
        let mut table = Table::new(1 << 22);
        for code in 0..100_000 {
            table.put(code, Bound::AtMost(3), &mut meter);
        }
        let known = (0..100_000).filter(|&code| table.get(code).range(code) == (-ANY, 3)).count();
        assert!(known > 70_000, "{known}");
    }

    #[test]
    fn a_table_that_may_not_grow_still_answers() {
        for (most_bytes, limits) in [(0, Limits::default()), (1 << 30, Limits::memory(200_000))] {
            let mut meter = Meter::new(&limits);
            let mut table = Table::new(most_bytes);
            for code in 0..100_000 {
                table.put(code, Bound::AtLeast(-3), &mut meter);
                assert!([(-3, ANY), (-ANY, ANY)].contains(&table.get(code).range(code)));
            }
        }
    }
}
