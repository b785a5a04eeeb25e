//! What an A* search knows of each board, in eight bytes.

use goalward::{Meter, Stop};

use crate::prefetch::prefetch;

/// What is known of a board, beside which board it is.
///
/// ```text
/// | the first 14 cells | level: how often f has risen | the move that led here |
///  63                 8 7                           2 1                      0
/// ```
/// Of 16 cells the last two need not be kept. If both hold tiles, the tiles are those
/// missing from the rest, in the one order that can be reached. If one is the blank, its
/// colour, as on a chessboard, tells which; and each colour has a table of its own. An
/// empty place is 0, which is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u64);

const LEVELS: u64 = 1 << 6;

impl Entry {
    #[inline]
    pub fn new(cells: u64, level: usize, mv: usize) -> Self {
        debug_assert!((level as u64) < LEVELS && mv < 4);
        Entry(cells << 8 | (level << 2 | mv) as u64)
    }

    #[inline]
    pub fn level(self) -> usize {
        (self.0 >> 2 & (LEVELS - 1)) as usize
    }

    #[inline]
    pub fn mv(self) -> usize {
        (self.0 & 3) as usize
    }

    #[inline]
    fn is_of(self, cells: u64) -> bool {
        self.0 ^ cells << 8 < 256
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Boards whose blank is on cells of one colour, by open addressing.
///
/// A board's home is its hash as a part of the table's length, and it lies there or
/// shortly behind. So boards lie in nearly the order of their hashes, whatever the length,
/// and a table grows where it is, from its end: it never needs room for two.
#[derive(Debug)]
pub(super) struct Table {
    /// One more than there are homes; the last stays empty.
    places: Vec<Entry>,
    count: usize,
    /// With more than this it grows.
    most: usize,
}

/// What became of a board that was noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fate {
    /// It was not known before.
    pub is_new: bool,
    /// It was not known, or at a higher level.
    pub is_better: bool,
}

const FIRST: usize = 1 << 12;
/// Up to so many places a table is kept half empty and grows fourfold, for speed; beyond,
/// it is filled to seven eighths and grows by half, for memory.
const ROOMY: usize = 1 << 16;

impl Table {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        let mut table = Table { places: Vec::new(), count: 0, most: 0 };
        table.lengthen(FIRST, meter)?;
        Ok(table)
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether looks are likely to wait for memory.
    #[inline]
    pub fn is_large(&self) -> bool {
        self.places.len() > ROOMY
    }

    #[inline]
    fn home(&self, cells: u64) -> usize {
        home(cells, self.places.len() - 1)
    }

    #[inline]
    pub fn prefetch(&self, cells: u64) {
        prefetch(&self.places, self.home(cells));
    }

    /// Where the entry of a board is, or where it belongs.
    #[inline]
    fn place(&self, cells: u64) -> usize {
        let mut at = self.home(cells);
        loop {
            let entry = self.places[at];
            // Which of the two it is cannot be foretold: that it is one of them can.
            if entry.is_of(cells) | entry.is_empty() {
                return at;
            }
            at += 1;
        }
    }

    /// The entry of a board that has one.
    #[inline]
    pub fn entry(&self, cells: u64) -> Entry {
        self.places[self.place(cells)]
    }

    /// Notes how a board is reached, unless it is known at this level or a lower one; says
    /// what became of it.
    #[inline(always)]
    pub fn note(
        &mut self,
        cells: u64,
        level: usize,
        mv: usize,
        meter: &mut Meter,
    ) -> Result<Fate, Stop> {
        if self.count == self.most {
            self.grow(meter)?;
        }
        let at = self.place(cells);
        if at + 1 == self.places.len() {
            return self.note_anew(cells, level, mv, meter);
        }
        let known = self.places[at];
        let is_new = known.is_empty();
        let is_better = is_new || known.level() > level;
        if is_better {
            self.places[at] = Entry::new(cells, level, mv);
            self.count += usize::from(is_new);
        }
        Ok(Fate { is_new, is_better })
    }

    #[cold]
    fn note_anew(
        &mut self,
        cells: u64,
        level: usize,
        mv: usize,
        meter: &mut Meter,
    ) -> Result<Fate, Stop> {
        self.grow(meter)?;
        self.note(cells, level, mv, meter)
    }

    #[cold]
    fn note_spilled(&mut self, entry: Entry, meter: &mut Meter) -> Result<(), Stop> {
        self.note(entry.0 >> 8, entry.level(), entry.mv(), meter).map(drop)
    }

    fn lengthen(&mut self, homes: usize, meter: &mut Meter) -> Result<(), Stop> {
        let more = homes + 1 - self.places.len();
        meter.hold(more * size_of::<Entry>())?;
        self.places.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
        self.places.resize(homes + 1, Entry(0));
        self.most = if homes <= ROOMY { homes / 2 } else { homes / 8 * 7 };
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let old = self.places.len() - 1;
        let new = if old < ROOMY { old * 4 } else { old / 2 * 3 };
        self.lengthen(new, meter)?;
        // From the end: what has its new home behind its old place meets only what has
        // moved already. What has not, near the front, waits until all others have.
        let mut waiting = Vec::new();
        let mut spilled = Vec::new();
        for from in (0..old).rev() {
            let entry = std::mem::replace(&mut self.places[from], Entry(0));
            if entry.is_empty() {
                continue;
            }
            let to = home(entry.0 >> 8, new);
            if to <= from {
                waiting.push(entry);
            } else if !self.settle(to, entry) {
                spilled.push(entry);
            }
        }
        waiting.retain(|entry| !self.settle(home(entry.0 >> 8, new), *entry));
        spilled.append(&mut waiting);
        self.count -= spilled.len();
        spilled.into_iter().try_for_each(|entry| self.note_spilled(entry, meter))
    }

    /// Puts in an entry at its home or behind, if there is room before the end.
    #[inline]
    fn settle(&mut self, home: usize, entry: Entry) -> bool {
        let mut at = home;
        while !self.places[at].is_empty() {
            at += 1;
        }
        let fits = at + 1 < self.places.len();
        if fits {
            self.places[at] = entry;
        }
        fits
    }
}

#[inline]
fn home(cells: u64, homes: usize) -> usize {
    // The golden ratio (Knuth): the upper bits of the product depend on every cell.
    let hash = (cells << 8).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(hash) * homes as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use goalward::{Limits, Rng};

    use super::*;

    /// What reads like boards: the same 14 digits in many orders.
    fn key(rng: &mut Rng) -> u64 {
        let mut tiles: Vec<u64> = (1..15).collect();
        rng.shuffle(&mut tiles[..9]);
        tiles.iter().fold(0, |cells, tile| cells << 4 | tile)
    }

    #[test]
    fn a_table_finds_what_a_hash_map_finds_while_it_grows() {
        let mut meter = Meter::new(&Limits::default());
        let mut table = Table::new(&mut meter).unwrap();
        let mut map = HashMap::new();
        let mut rng = Rng::new(3);
        for i in 0..300_000 {
            let (cells, level, mv) = (key(&mut rng), rng.below(64), i % 4);
            let known = map.get(&cells).copied();
            let fate = table.note(cells, level, mv, &mut meter).unwrap();
            assert_eq!(fate.is_new, known.is_none());
            assert_eq!(fate.is_better, known.is_none_or(|(known, _)| known > level));
            if fate.is_better {
                map.insert(cells, (level, mv));
            }
        }
        assert_eq!(table.len(), map.len());
        for (&cells, &known) in &map {
            let entry = table.entry(cells);
            assert_eq!((entry.level(), entry.mv()), known);
        }
        let strangers = (0..1000).map(|_| key(&mut rng)).filter(|cells| !map.contains_key(cells));
        assert!(strangers.into_iter().all(|cells| table.entry(cells).is_empty()));
    }

    #[test]
    fn a_table_stops_at_its_memory_limit() {
        let mut meter = Meter::new(&Limits::memory(1 << 20));
        let mut table = Table::new(&mut meter).unwrap();
        let mut rng = Rng::new(4);
        let stop = std::iter::repeat_with(|| key(&mut rng))
            .find_map(|cells| table.note(cells, 0, 0, &mut meter).err());
        assert_eq!(stop, Some(Stop::Memory));
    }
}
