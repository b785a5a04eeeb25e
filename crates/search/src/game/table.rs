//! The transposition table: states already searched and their results.
//!
//! A table grows in place: entries are moved from the last bucket to the first. Both sizes are
//! counted as memory, because reallocating the vector may need both at once.

use super::Score;
use super::value::Value;
use crate::run::Meter;

/// What is known about a state.
#[derive(Clone, Debug)]
pub(super) struct Entry<S, M> {
    pub state: S,
    pub score: Score,
    pub bound: Bound,
    /// How many moves ahead the score looks: [`ENDLESS`] if it is proved.
    pub depth: u32,
    /// The move to try first.
    pub best: M,
    /// Nodes expanded to find this result.
    pub work: u64,
}

/// The depth of a proved result.
pub(super) const ENDLESS: u32 = u32::MAX;

/// Which kind of bound the score is: one bit each for a score not above the window, within it and
/// not below it, set if the value is then known well enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    AtMost = 0b001,
    AtLeast = 0b100,
    Exact = 0b111,
}

impl<S, M> Entry<S, M> {
    /// The value, if it settles a search of `depth` with this window.
    #[inline]
    pub fn settles(&self, depth: u32, alpha: Score, beta: Score) -> Option<Value> {
        let score = self.score;
        // Branch-free, to avoid mispredictions.
        let place = u32::from(score > alpha) + u32::from(score >= beta);
        let is_enough = self.depth >= depth && (self.bound as u32 >> place) & 1 != 0;
        is_enough.then_some(Value { score, proved: self.depth == ENDLESS })
    }
}

/// The first of the two keeps the entry that took the most work, the second the most recent one;
/// the second is filled only if the first is.
type Bucket<S, M> = [Option<Entry<S, M>>; 2];

/// Buckets of two, doubled when a quarter full until the maximum size is reached or the memory
/// limit forbids it; from then on entries replace one another.
pub(super) struct Store<S, M> {
    /// Empty, or a power of two long.
    buckets: Vec<Bucket<S, M>>,
    /// How far a spread key is shifted to give its bucket.
    shift: u32,
    filled: usize,
    /// The table grows when this many entries are filled.
    full: usize,
    most_bytes: usize,
}

const FIRST_BUCKETS: usize = 256;

impl<S: Eq, M> Store<S, M> {
    pub fn new(most_bytes: usize) -> Self {
        Store { buckets: Vec::new(), shift: 0, filled: 0, full: 0, most_bytes }
    }

    pub fn get(&self, spread: u64, state: &S) -> Option<&Entry<S, M>> {
        let bucket = self.buckets.get(self.slot(spread))?;
        bucket.iter().flatten().find(|entry| entry.state == *state)
    }

    /// The bucket of a spread key, by its high bits.
    #[inline]
    fn slot(&self, spread: u64) -> usize {
        (spread >> self.shift) as usize
    }

    /// Stores `entry` for a state with this key, already [`spread`]; `key_of` gives the key of any
    /// state.
    #[inline]
    pub fn put(
        &mut self,
        spread: u64,
        entry: Entry<S, M>,
        key_of: impl Fn(&S) -> u64 + Copy,
        meter: &mut Meter,
    ) {
        if self.filled >= self.full {
            self.grow(&key_of, meter);
        }
        self.place(spread, entry);
    }

    /// Stores `entry` in its bucket, if the table has any.
    #[inline]
    fn place(&mut self, spread: u64, entry: Entry<S, M>) {
        let slot = self.slot(spread);
        let Some([costly, latest]) = self.buckets.get_mut(slot) else { return };
        let is_same =
            |old: &Option<Entry<S, M>>| old.as_ref().is_some_and(|old| old.state == entry.state);
        let old = match costly {
            None => costly,
            Some(old) if old.state == entry.state => costly,
            Some(_) if is_same(latest) => latest,
            Some(old) if old.work <= entry.work => costly,
            Some(_) => latest,
        };
        self.filled += usize::from(old.is_none());
        *old = Some(entry);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, key_of: &dyn Fn(&S) -> u64, meter: &mut Meter) {
        meter.stored(self.filled as u64);
        let old = self.buckets.len();
        let buckets = (2 * old).max(FIRST_BUCKETS);
        let bytes = buckets.saturating_mul(size_of::<Bucket<S, M>>());
        if bytes > self.most_bytes
            || meter.hold(bytes).is_err()
            || self.buckets.try_reserve_exact(buckets - old).is_err()
        {
            return self.full = usize::MAX;
        }
        (self.shift, self.filled, self.full) = (64 - buckets.trailing_zeros(), 0, buckets / 2);
        self.buckets.resize_with(buckets, || [None, None]);
        // One more bit of the key decides which of two buckets an entry moves to. Because the loop
        // goes from the last bucket to the first, both are empty by then.
        for bucket in (0..old).rev() {
            for slot in 0..2 {
                let Some(entry) = self.buckets[bucket][slot].take() else { break };
                let slot = self.slot(spread(key_of(&entry.state)));
                let [costly, latest] = &mut self.buckets[slot];
                let home = match costly {
                    Some(old) if old.work > entry.work => latest,
                    _ => costly,
                };
                self.filled += usize::from(home.is_none());
                *home = Some(entry);
            }
        }
        meter.release(old * size_of::<Bucket<S, M>>());
    }

    /// Moves all entries into another table and releases its own memory.
    pub fn move_to(
        mut self,
        other: &mut Self,
        key_of: impl Fn(&S) -> u64 + Copy,
        meter: &mut Meter,
        others: &mut Meter,
    ) {
        for entry in entries(&mut self.buckets) {
            other.put(spread(key_of(&entry.state)), entry, key_of, others);
        }
        self.release(meter);
    }

    /// Releases the memory and records how many entries were stored.
    pub fn release(self, meter: &mut Meter) {
        meter.stored(self.filled as u64);
        meter.release(self.buckets.len() * size_of::<Bucket<S, M>>());
    }
}

/// Removes all entries and returns them.
fn entries<S, M>(buckets: &mut [Bucket<S, M>]) -> impl Iterator<Item = Entry<S, M>> {
    let filled = buckets.iter_mut().filter(|[costly, _]| costly.is_some());
    filled.flatten().filter_map(Option::take)
}

/// Spreads keys, which may be small numbers, over all bits.
#[inline]
pub(super) fn spread(key: u64) -> u64 {
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Limits, Verdict};

    fn entry(state: u64, work: u64) -> Entry<u64, u8> {
        let score = state as Score % 100;
        Entry { state, score, bound: Bound::Exact, depth: ENDLESS, best: 0, work }
    }

    fn filled(most_bytes: usize, limits: &Limits, states: u64) -> (Store<u64, u8>, u64) {
        let mut meter = Meter::new(limits);
        let mut store = Store::new(most_bytes);
        for state in 0..states {
            store.put(spread(state), entry(state, state % 7), |&state| state, &mut meter);
        }
        (store, meter.finish(Verdict::<()>::Unsolvable).stats.peak_bytes)
    }

    #[test]
    fn a_table_with_room_forgets_little_and_never_mixes_states_up() {
        let (store, _) = filled(usize::MAX, &Limits::default(), 10_000);
        let found: Vec<_> =
            (0..10_000).filter_map(|state| store.get(spread(state), &state)).collect();
        assert!(found.len() > 9_000, "{}", found.len());
        assert!(found.iter().all(|entry| entry.score == entry.state as Score % 100));
    }

    #[test]
    fn a_table_stays_within_its_size_and_within_the_memory_limit() {
        let most = 100_000;
        assert!(filled(most, &Limits::default(), 50_000).1 <= 2 * most as u64);
        assert!(filled(usize::MAX, &Limits::memory(most as u64), 50_000).1 <= most as u64);
        let (none, bytes) = filled(10, &Limits::default(), 50);
        assert_eq!(bytes, 0);
        assert!(none.get(spread(1), &1).is_none());
    }

    #[test]
    fn an_entry_settles_what_its_bound_decides() {
        for (score, alpha) in (-3..=3).flat_map(|score| (-3..=3).map(move |alpha| (score, alpha))) {
            for beta in alpha + 1..=4 {
                for (bound, decides) in [
                    (Bound::Exact, true),
                    (Bound::AtLeast, score >= beta),
                    (Bound::AtMost, score <= alpha),
                ] {
                    let entry = |depth| Entry { score, bound, depth, ..entry(0, 1) };
                    let value = |proved| decides.then_some(Value { score, proved });
                    assert_eq!(entry(2).settles(2, alpha, beta), value(false));
                    assert_eq!(entry(ENDLESS).settles(2, alpha, beta), value(true));
                    assert_eq!(entry(1).settles(2, alpha, beta), None);
                }
            }
        }
    }

    #[test]
    fn a_table_that_grows_holds_what_one_would_that_was_filled_from_it() {
        for seed in 0..50 {
            let mut meter = Meter::new(&Limits::default());
            let mut small = Store::new(usize::MAX);
            // Few keys for many states, and many insertions with little work: full buckets and
            // ties.
            let key_of = |&state: &u64| state % 37;
            for step in 1_000 * seed..1_000 * seed + 500 {
                let (state, work) = (spread(step) >> 57, spread(step * step) >> 62);
                small.put(spread(key_of(&state)), entry(state, work), key_of, &mut meter);
            }
            let mut wanted = Store::new(usize::MAX);
            wanted.grow(&key_of, &mut meter);
            wanted.buckets.resize_with(2 * small.buckets.len(), || [None, None]);
            wanted.shift = small.shift - 1;
            for entry in entries(&mut small.buckets.clone()) {
                wanted.place(spread(key_of(&entry.state)), entry);
            }
            small.grow(&key_of, &mut meter);
            assert_eq!(small.filled, wanted.filled);
            let held = |store: &Store<u64, u8>| -> Vec<_> {
                let slots = store.buckets.as_flattened().iter();
                slots.map(|slot| slot.as_ref().map(|it| (it.state, it.work))).collect()
            };
            assert_eq!(held(&small), held(&wanted));
        }
    }

    #[test]
    fn what_took_most_work_stays() {
        let mut meter = Meter::new(&Limits::default());
        let mut store = Store::new(usize::MAX);
        let mut put = |state, work| store.put(spread(5), entry(state, work), |_| 5, &mut meter);
        put(1, 100);
        put(2, 1);
        put(3, 2);
        assert!(store.get(spread(5), &1).is_some());
        assert!(store.get(spread(5), &2).is_none());
        assert!(store.get(spread(5), &3).is_some());
    }
}
