//! The transposition table: states met before, with what was found out.

use super::Score;
use super::value::Value;
use crate::run::Meter;

/// What is known of a state.
#[derive(Clone, Debug)]
pub(super) struct Entry<S, M> {
    pub state: S,
    pub value: Value,
    pub bound: Bound,
    /// How many moves ahead the value looks: no end of them if it is proved.
    pub depth: u32,
    /// The move to try first.
    pub best: M,
    /// Nodes expanded to find this out.
    pub work: u64,
}

/// On which side of its score the value may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    Exact = 1,
    AtLeast = 2,
    AtMost = 4,
}

impl<S, M> Entry<S, M> {
    /// The value, if it settles a search of `depth` with this window.
    #[inline]
    pub fn settles(&self, depth: u32, alpha: Score, beta: Score) -> Option<Value> {
        let Value { score, .. } = self.value;
        // Put together without a branch to guess wrong.
        let decisive = 1 | u8::from(score >= beta) << 1 | u8::from(score <= alpha) << 2;
        (self.depth >= depth && decisive & self.bound as u8 != 0).then_some(self.value)
    }
}

/// The first of the two keeps what took most work, the second what came last.
type Bucket<S, M> = [Option<Entry<S, M>>; 2];

/// Buckets of two, doubled when a quarter full until the most bytes are reached or the
/// memory limit forbids; from then on entries replace one another.
pub(super) struct Store<S, M> {
    buckets: Vec<Bucket<S, M>>,
    filled: usize,
    most_bytes: usize,
}

const FIRST_BUCKETS: usize = 256;

impl<S: Eq, M> Store<S, M> {
    pub fn new(most_bytes: usize) -> Self {
        Store { buckets: Vec::new(), filled: 0, most_bytes }
    }

    pub fn get(&self, key: u64, state: &S) -> Option<&Entry<S, M>> {
        let bucket = self.buckets.get(slot(key, self.buckets.len()))?;
        bucket.iter().flatten().find(|entry| entry.state == *state)
    }

    /// Remembers `entry`; `key_of` gives the key of any state.
    #[inline]
    pub fn put(&mut self, entry: Entry<S, M>, key_of: impl Fn(&S) -> u64, meter: &mut Meter) {
        if 2 * self.filled >= self.buckets.len() {
            self.grow(&key_of, meter);
        }
        self.place(entry, key_of);
        meter.stored(self.filled as u64);
    }

    /// Puts `entry` where it belongs, if there is any room.
    #[inline]
    fn place(&mut self, entry: Entry<S, M>, key_of: impl Fn(&S) -> u64) {
        let index = slot(key_of(&entry.state), self.buckets.len());
        let Some([costly, latest]) = self.buckets.get_mut(index) else { return };
        let is_same =
            |old: &Option<Entry<S, M>>| old.as_ref().is_some_and(|old| old.state == entry.state);
        let old = if is_same(latest) {
            latest
        } else if is_same(costly) || costly.as_ref().is_none_or(|old| old.work <= entry.work) {
            costly
        } else {
            latest
        };
        self.filled += usize::from(old.is_none());
        *old = Some(entry);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, key_of: impl Fn(&S) -> u64, meter: &mut Meter) {
        let buckets = (2 * self.buckets.len()).max(FIRST_BUCKETS);
        let bytes = buckets.saturating_mul(size_of::<Bucket<S, M>>());
        let mut larger = Vec::new();
        if bytes > self.most_bytes
            || meter.hold(bytes).is_err()
            || larger.try_reserve_exact(buckets).is_err()
        {
            return self.most_bytes = 0;
        }
        larger.resize_with(buckets, || [None, None]);
        let mut old = std::mem::replace(&mut self.buckets, larger);
        self.filled = 0;
        for slot in old.as_flattened_mut() {
            if let Some(entry) = slot.take() {
                self.place(entry, &key_of);
            }
        }
        meter.release(old.len() * size_of::<Bucket<S, M>>());
    }

    /// Puts all it holds into another table, and gives its own memory back.
    pub fn move_to(
        mut self,
        other: &mut Self,
        key_of: impl Fn(&S) -> u64,
        meter: &mut Meter,
        others: &mut Meter,
    ) {
        for slot in self.buckets.as_flattened_mut() {
            if let Some(entry) = slot.take() {
                other.put(entry, &key_of, others);
            }
        }
        self.release(meter);
    }

    /// Gives the memory back.
    pub fn release(self, meter: &mut Meter) {
        meter.release(self.buckets.len() * size_of::<Bucket<S, M>>());
    }
}

/// The bucket of `key` among `count`, by its high bits after spreading them.
#[inline]
fn slot(key: u64, count: usize) -> usize {
    let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(spread) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Limits, Verdict};

    fn entry(state: u64, work: u64) -> Entry<u64, u8> {
        let value = Value::proved(state as Score % 100);
        Entry { state, value, bound: Bound::Exact, depth: u32::MAX, best: 0, work }
    }

    fn filled(most_bytes: usize, limits: &Limits, states: u64) -> (Store<u64, u8>, u64) {
        let mut meter = Meter::new(limits);
        let mut store = Store::new(most_bytes);
        for state in 0..states {
            store.put(entry(state, state % 7), |&state| state, &mut meter);
        }
        (store, meter.finish(Verdict::<()>::Unsolvable).stats.peak_bytes)
    }

    #[test]
    fn a_table_with_room_forgets_little_and_never_mixes_states_up() {
        let (store, _) = filled(usize::MAX, &Limits::default(), 10_000);
        let found: Vec<_> = (0..10_000).filter_map(|state| store.get(state, &state)).collect();
        assert!(found.len() > 9_000, "{}", found.len());
        assert!(found.iter().all(|entry| entry.value.score == entry.state as Score % 100));
    }

    #[test]
    fn a_table_stays_within_its_size_and_within_the_memory_limit() {
        let most = 100_000;
        assert!(filled(most, &Limits::default(), 50_000).1 <= 2 * most as u64);
        assert!(filled(usize::MAX, &Limits::memory(most as u64), 50_000).1 <= most as u64);
        let (none, bytes) = filled(10, &Limits::default(), 50);
        assert_eq!(bytes, 0);
        assert!(none.get(1, &1).is_none());
    }

    #[test]
    fn what_took_most_work_stays() {
        let mut meter = Meter::new(&Limits::default());
        let mut store = Store::new(usize::MAX);
        let mut put = |state, work| store.put(entry(state, work), |_| 5, &mut meter);
        put(1, 100);
        put(2, 1);
        put(3, 2);
        assert!(store.get(5, &1).is_some());
        assert!(store.get(5, &2).is_none());
        assert!(store.get(5, &3).is_some());
    }
}
