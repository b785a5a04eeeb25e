//! What an A* search knows about each board.

use goalward::{Meter, Stop};

use super::rules::{PackedBoard, hash};
use crate::pages::Pages;
use crate::prefetch::prefetch;

/// Boards by key, in cache lines.
///
/// ```text
/// a line:   | five keys, 8 bytes each | what is known of each, 4 bytes | how many keys |
///            0                         40                               60
/// a byte of what is known:  | 62 - how often f has risen | the move that led here |
///                            7                          2 1                      0
/// ```
/// The boards of a key differ in the column of the blank, and each has a byte, which is 0
/// if it was never reached.
///
/// A key's home is its hash scaled to the number of lines, and the key is stored there or shortly
/// after. So keys are nearly in the order of their hashes, whatever the number of lines, and a
/// table grows in place, from its end: a large one is never held twice.
#[derive(Debug)]
pub(super) struct Table {
    /// Lines in chunks of [`CHUNK`]; the first may be smaller if it is the only one.
    chunks: Vec<Pages>,
    /// How many lines there are; the last [`SPARE`] are not homes.
    lines: usize,
    keys: usize,
    /// It grows when it has this many keys: if it were fuller, more of them would not be at home.
    most: usize,
    boards: usize,
}

/// The byte of a board without its move, by how often f has risen.
#[inline]
pub(super) fn at_level(level: usize) -> u8 {
    debug_assert!(level < 62);
    (62 - level as u8) << 2
}

/// Bytes of a line.
const LINE: usize = 64;
/// Keys of a line.
const KEYS: usize = 5;
/// Where the boards' bytes begin.
const KNOWN: usize = 8 * KEYS;
/// Where the number of keys is stored.
const COUNT: usize = KNOWN + 4 * KEYS;

/// The initial number of lines.
const FIRST: usize = 1 << 9;
/// Lines after those that are homes.
const SPARE: usize = 16;
/// Lines of a chunk: two megabytes, a huge page.
const CHUNK: usize = 1 << 15;

type Line = [u8; LINE];

impl Table {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        let mut table = Table { chunks: Vec::new(), lines: 0, keys: 0, most: 0, boards: 0 };
        table.lengthen(FIRST, meter)?;
        Ok(table)
    }

    /// How many boards it knows.
    pub fn len(&self) -> usize {
        self.boards
    }

    #[inline(always)]
    fn home(&self, hash: u32) -> usize {
        let homes = (self.lines - SPARE) as u64;
        ((u64::from(hash) * homes) >> 32) as usize
    }

    #[inline(always)]
    pub fn prefetch(&self, hash: u32) {
        let at = self.home(hash);
        prefetch(self.chunks[at / CHUNK].bytes(), at % CHUNK * LINE);
    }

    #[inline(always)]
    fn line(&self, at: usize) -> &Line {
        &self.chunks[at / CHUNK].bytes().as_chunks().0[at % CHUNK]
    }

    #[inline(always)]
    fn line_mut(&mut self, at: usize) -> &mut Line {
        &mut self.chunks[at / CHUNK].bytes_mut().as_chunks_mut().0[at % CHUNK]
    }

    /// What is known about a board.
    pub fn byte(&self, node: PackedBoard) -> u8 {
        let mut at = self.home(node.hash);
        while at < self.lines {
            let line = self.line(at);
            let slot = slot(line, node.key);
            if slot < KEYS {
                let is_there = slot < usize::from(line[COUNT]);
                return if is_there {
                    line[KNOWN + 4 * slot + usize::from(node.column)]
                } else {
                    0
                };
            }
            at += 1;
        }
        0
    }

    /// Records how a board is reached if its known value is less than `below`, as that of a new one
    /// is; returns whether it is.
    #[inline(always)]
    pub fn note(
        &mut self,
        node: PackedBoard,
        byte: u8,
        below: u8,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if self.keys == self.most {
            self.grow(meter)?;
        }
        let mut at = self.home(node.hash);
        loop {
            let line = self.line_mut(at);
            let slot = slot(line, node.key);
            if slot < KEYS {
                line.as_chunks_mut().0[slot] = node.key.to_ne_bytes();
                let added = slot == usize::from(line[COUNT]);
                line[COUNT] += u8::from(added);
                let known = &mut line[KNOWN + 4 * slot + usize::from(node.column % 4)];
                let (is_new, is_better) = (*known == 0, *known < below);
                *known = if is_better { byte } else { *known };
                self.keys += usize::from(added);
                self.boards += usize::from(is_new);
                return Ok(is_better);
            }
            at += 1;
            if at == self.lines {
                self.grow(meter)?;
                at = self.home(node.hash);
            }
        }
    }

    fn lengthen(&mut self, lines: usize, meter: &mut Meter) -> Result<(), Stop> {
        meter.hold((lines - self.lines) * LINE)?;
        if self.lines < CHUNK {
            // The copied part is briefly held twice.
            meter.hold(self.lines * LINE)?;
            let mut first = Pages::lasting(lines.min(CHUNK) * LINE).ok_or(Stop::Memory)?;
            if let Some(old) = self.chunks.pop() {
                first.bytes_mut()[..old.bytes().len()].copy_from_slice(old.bytes());
            }
            self.chunks.push(first);
            meter.release(self.lines * LINE);
        }
        while self.chunks.len() * CHUNK < lines {
            let mut chunk = Pages::lasting(CHUNK * LINE).ok_or(Stop::Memory)?;
            // The system clears the page now and not while keys are moved, which is uninterrupted.
            chunk.bytes_mut()[0] = 0;
            meter.poll()?;
            self.chunks.push(chunk);
        }
        self.lines = lines;
        self.most = lines * KEYS / 8 * 5;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let old = self.lines;
        let new = if old < CHUNK { old * 4 } else { (old / 2 * 3).next_multiple_of(CHUNK) };
        self.lengthen(new, meter)?;
        // From the end: a key whose new home is after its old place meets only keys that have
        // already moved. Other keys, near the front, wait until all others have moved.
        let (mut waiting, mut spilled) = (Vec::new(), Vec::new());
        for from in (0..old).rev() {
            let line = std::mem::replace(self.line_mut(from), [0; LINE]);
            for slot in 0..usize::from(line[COUNT]) {
                let key = u64::from_ne_bytes(line.as_chunks().0[slot]);
                let known = line.as_chunks().0[2 * KEYS + slot];
                let to = self.home(hash(key));
                if to < from {
                    waiting.push((key, known));
                } else if !self.settle(to, key, known) {
                    spilled.push((key, known));
                }
            }
        }
        spilled.append(&mut waiting);
        spilled.into_iter().try_for_each(|(key, known)| {
            while !self.settle(self.home(hash(key)), key, known) {
                self.grow(meter)?;
            }
            Ok(())
        })
    }

    /// Inserts a key at its home or after it, if there is room before the end.
    #[inline]
    fn settle(&mut self, home: usize, key: u64, known: [u8; 4]) -> bool {
        for at in home..self.lines {
            let line = self.line_mut(at);
            let slot = usize::from(line[COUNT]);
            if slot < KEYS {
                line.as_chunks_mut().0[slot] = key.to_ne_bytes();
                line.as_chunks_mut().0[2 * KEYS + slot] = known;
                line[COUNT] += 1;
                return true;
            }
        }
        false
    }
}

/// Where in a line a key is, or where it belongs; [`KEYS`] if there is no room.
#[inline(always)]
fn slot(line: &Line, key: u64) -> usize {
    let mut slot = usize::from(line[COUNT]);
    for (at, &other) in line.as_chunks().0[..KEYS].iter().enumerate() {
        slot = if u64::from_ne_bytes(other) == key { at } else { slot };
    }
    slot
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use goalward::{Limits, Rng};

    use super::*;

    fn node(key: u64, column: usize) -> PackedBoard {
        PackedBoard { key, hash: hash(key), column: column as u8, ..PackedBoard::default() }
    }

    /// Keys that look like boards: the same tiles in many orders.
    fn board(rng: &mut Rng) -> PackedBoard {
        let mut tiles: Vec<u64> = (1..16).collect();
        rng.shuffle(&mut tiles[..9]);
        node(tiles.iter().fold(0, |order, tile| order << 4 | tile), rng.below(4))
    }

    /// A key whose hash is `hash`.
    fn key(hash: u32, rest: u32) -> u64 {
        // Newton's iterations, each of which doubles the number of correct bits.
        let golden = 0x9e37_79b9_7f4a_7c15_u64;
        let inverse = (0..6).fold(golden, |inverse, _| {
            inverse.wrapping_mul(2u64.wrapping_sub(golden.wrapping_mul(inverse)))
        });
        (u64::from(hash) << 32 | u64::from(rest)).wrapping_mul(inverse)
    }

    /// Records what `node` gives, in a table and in a map.
    fn assert_like_a_map(count: usize, mut node: impl FnMut(&mut Rng) -> PackedBoard) {
        let mut meter = Meter::new(&Limits::default());
        let mut table = Table::new(&mut meter).unwrap();
        let mut map = HashMap::new();
        let mut rng = Rng::new(3);
        for i in 0..count {
            let node = node(&mut rng);
            let byte = at_level(rng.below(60));
            let known = map.get(&(node.key, node.column)).copied().unwrap_or(0);
            let boards = table.len();
            let is_better = table.note(node, byte | (i % 4) as u8, byte, &mut meter).unwrap();
            assert_eq!((table.len() > boards, is_better), (known == 0, known < byte));
            if is_better {
                map.insert((node.key, node.column), byte | (i % 4) as u8);
            }
        }
        assert_eq!(table.len(), map.len());
        for _ in 0..1000 {
            let stranger = node(&mut rng);
            map.entry((stranger.key, stranger.column)).or_insert(0);
        }
        for (&(key, column), &known) in &map {
            assert_eq!(table.byte(super::tests::node(key, column.into())), known);
        }
    }

    #[test]
    fn a_table_finds_what_a_hash_map_finds_while_it_grows() {
        assert_like_a_map(600_000, board);
    }

    #[test]
    fn keys_that_crowd_are_found() {
        // At the front, in the middle, and where the last keys overflow the end.
        for first in [0, u32::MAX / 2, u32::MAX - (1 << 23)] {
            assert_like_a_map(1000, |rng| {
                let hash = first + rng.below(1 << 23) as u32;
                node(key(hash, rng.below(1 << 30) as u32), rng.below(4))
            });
        }
    }

    #[test]
    fn a_table_stops_at_its_memory_limit() {
        let mut meter = Meter::new(&Limits::memory(1 << 20));
        let mut table = Table::new(&mut meter).unwrap();
        let mut rng = Rng::new(4);
        let stop = std::iter::repeat_with(|| board(&mut rng))
            .find_map(|node| table.note(node, at_level(0), at_level(0), &mut meter).err());
        assert_eq!(stop, Some(Stop::Memory));
    }
}
