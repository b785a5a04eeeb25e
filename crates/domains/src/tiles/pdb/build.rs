//! Building a database: breadth-first from the goal, over all positions of the pattern's tiles and
//! every part of the board that the blank may be in.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use goalward::Stop;

use super::super::{Move, Size};
use super::Pattern;
use super::index::{Index, Places};
use super::pattern::{of_mask, region};
use crate::pages::Pages;

/// Called now and then by any thread with the number of finished entries and the total; an error
/// ends the work.
pub type Watch<'a> = &'a (dyn Fn(u64, u64) -> Result<(), Stop> + Sync);

/// An entry not yet reached. The others are the number of moves plus one.
const UNKNOWN: u8 = 0;

/// Blocks that a thread takes at a time.
const SHARE: usize = 8;

/// How many entries are listed before their successors are reached.
const BATCH: usize = 1 << 24;

/// The entries with the tiles in one set of cells and the blank in one part of the rest.
struct Block {
    mask: u32,
    blank: u32,
}

/// All blocks, and how moves lead from one to another.
struct Blocks {
    size: Size,
    index: Box<Index>,
    blocks: Vec<Block>,
    /// By set of cells: its first block.
    first: Vec<u32>,
    /// The number of an order after a rotation of part of it, by [`turn`].
    turns: Vec<Vec<u16>>,
}

/// Which of the `turns` a move is; `None` if it does not change the order.
fn turn(mask: u32, from: usize, to: usize) -> Option<usize> {
    let (low, high) = (from.min(to), from.max(to));
    let below = (mask & ((1 << low) - 1)).count_ones() as usize;
    let between = (mask & ((1 << high) - (2 << low))).count_ones() as usize;
    (between > 0).then(|| (below * 8 + between) * 2 + usize::from(from < to))
}

impl Blocks {
    fn new(pattern: &Pattern) -> Self {
        let (size, tiles) = (pattern.size, pattern.tiles());
        let index = Index::new(size, tiles);
        let (mut blocks, mut first) = (Vec::new(), Vec::new());
        for mask in index.masks() {
            first.push(blocks.len() as u32);
            blocks.extend(regions(size, mask).map(|blank| Block { mask, blank }));
        }
        let turns = turns(size, tiles, &index);
        Blocks { size, index, blocks, first, turns }
    }

    /// The block with the tiles in `mask` and the blank in `cell`.
    fn of(&self, mask: u32, cell: usize) -> usize {
        let first = self.first[self.index.set(mask)] as usize;
        let ahead = self.blocks[first..].iter().position(|block| block.blank >> cell & 1 == 1);
        first + ahead.expect("the blank is in one of the parts")
    }
}

/// The parts into which the tiles in `mask` divide the rest of the board.
fn regions(size: Size, mask: u32) -> impl Iterator<Item = u32> {
    let mut free = !mask & ((1 << size.cells()) - 1);
    std::iter::from_fn(move || {
        let part = (free != 0).then(|| region(size, mask, free.trailing_zeros() as usize))?;
        free &= !part;
        Some(part)
    })
}

/// Every rotation of part of an order that a move up or down can cause.
fn turns(size: Size, tiles: usize, index: &Index) -> Vec<Vec<u16>> {
    let orders = index.all_orders();
    let mut turns = vec![Vec::new(); 8 * 8 * 2];
    for below in 0..tiles {
        for between in 1..size.columns().min(tiles - below) {
            // Tiles in cells 0, 1, 2 …, except for one free cell next to those between.
            let with_free = |free: usize| ((1u32 << (tiles + 1)) - 1) & !(1 << free);
            for (from, to) in [(below, below + between + 1), (below + between + 1, below)] {
                let mask = with_free(to);
                let table = orders.iter().map(|&order| {
                    let after = Places { mask, order }.after(from as u8, to as u8);
                    index.order(after.order) as u16
                });
                turns[turn(mask, from, to).expect("some are between")] = table.collect();
            }
        }
    }
    turns
}

/// The peak memory of [`build`] in bytes, except for the lists of a batch, which are small in
/// comparison.
pub(super) fn building_bytes(pattern: &Pattern) -> u64 {
    let index = Index::new(pattern.size, pattern.tiles());
    let blocks: usize =
        index.masks().into_iter().map(|mask| regions(pattern.size, mask).count()).sum();
    (blocks * index.orders()) as u64 + pattern.entries()
}

/// The database of a pattern. The bytes are the same for any number of threads.
pub(super) fn build(pattern: &Pattern, threads: usize, watch: Watch<'_>) -> Result<Pages, Stop> {
    let blocks = Blocks::new(pattern);
    let orders = blocks.index.orders();
    let total = blocks.blocks.len() * orders;
    let mut entries = Pages::lasting(total).ok_or(Stop::Memory)?;

    let home = Places::of(&of_mask(pattern.homes).map(|cell| cell as u8).collect::<Vec<_>>());
    let start = blocks.of(home.mask, pattern.blank.trailing_zeros() as usize);
    entries.bytes_mut()[start * orders + blocks.index.order(home.order)] = 1;
    let search = Search {
        blocks: &blocks,
        lists: blocks.blocks.iter().take(BATCH / orders).map(|_| Mutex::default()).collect(),
        reached: blocks.blocks.iter().map(|_| AtomicBool::new(false)).collect(),
        done: AtomicU64::new(0),
        watch,
    };
    let mut active = vec![start];
    for depth in 1..u8::MAX {
        for batch in active.chunks(search.lists.len()) {
            let all = entries.bytes();
            share_out(threads, batch.len(), SHARE, |range| search.list(batch, range, all, depth))?;
            let all = entries.shared();
            share_out(threads, batch.len(), SHARE, |range| search.push(batch, range, all, depth))?;
        }
        active = (0..blocks.blocks.len())
            .filter(|&block| search.reached[block].swap(false, Relaxed))
            .collect();
        if active.is_empty() {
            break;
        }
    }
    without_blank(&blocks, entries.bytes(), threads)
}

/// The search from the goal, level by level.
struct Search<'a> {
    blocks: &'a Blocks,
    /// The orders of this level in each block of a batch.
    lists: Vec<Mutex<Vec<u16>>>,
    /// The blocks with entries of the next level.
    reached: Vec<AtomicBool>,
    done: AtomicU64,
    watch: Watch<'a>,
}

impl Search<'_> {
    /// Lists the entries of `depth` in some blocks of a batch.
    fn list(&self, batch: &[usize], some: Range<usize>, all: &[u8], depth: u8) -> Result<(), Stop> {
        let orders = self.blocks.index.orders();
        let mut room = vec![0; orders];
        for i in some {
            let found = with_depth(&all[batch[i] * orders..][..orders], depth, &mut room);
            let mut list = self.lists[i].lock().expect("no thread panics while holding the lock");
            list.clear();
            list.extend_from_slice(found);
            self.done.fetch_add(found.len() as u64, Relaxed);
        }
        Ok(())
    }

    /// Reaches the entries one move away from those listed.
    fn push(
        &self,
        batch: &[usize],
        some: Range<usize>,
        all: &[AtomicU8],
        depth: u8,
    ) -> Result<(), Stop> {
        for i in some {
            let list = self.lists[i].lock().expect("no thread panics while holding the lock");
            let Block { mask, blank } = self.blocks.blocks[batch[i]];
            for from in of_mask(mask) {
                for mv in Move::ALL {
                    let to = self.blocks.size.beside(from, mv);
                    if let Some(to) = to.filter(|to| blank >> to & 1 == 1) {
                        self.slide(mask, from, to, &list, all, depth + 1);
                    }
                }
            }
        }
        (self.watch)(self.done.load(Relaxed), all.len() as u64)
    }

    /// Reaches the entry that one slide leads to.
    ///
    /// Several threads may write an entry at once: they write the same value, because all write
    /// only `depth`, and only to entries not reached before this level.
    fn slide(&self, mask: u32, from: usize, to: usize, list: &[u16], all: &[AtomicU8], depth: u8) {
        let orders = self.blocks.index.orders();
        let target = self.blocks.of(mask ^ (1 << from | 1 << to), from);
        let entries = &all[target * orders..][..orders];
        let mut reached = false;
        let mut reach = |order: u16| {
            let entry = &entries[usize::from(order)];
            if entry.load(Relaxed) == UNKNOWN {
                entry.store(depth, Relaxed);
                reached = true;
            }
        };
        match turn(mask, from, to) {
            None => list.iter().for_each(|&order| reach(order)),
            Some(turn) => {
                let turned = &self.blocks.turns[turn][..orders];
                list.iter().for_each(|&order| reach(turned[usize::from(order)]));
            }
        }
        if reached {
            self.reached[target].store(true, Relaxed);
        }
    }
}

/// Lists the orders whose entries equal `depth`; the list has room for all.
fn with_depth<'a>(row: &[u8], depth: u8, list: &'a mut [u16]) -> &'a [u16] {
    let mut count = 0;
    for (chunk, entries) in (0..).step_by(16).zip(row.chunks(16)) {
        if entries.iter().fold(false, |hit, &entry| hit | (entry == depth)) {
            for (order, &entry) in (chunk..).zip(entries) {
                list[count.min(row.len() - 1)] = order;
                count += usize::from(entry == depth);
            }
        }
    }
    &list[..count]
}

/// The minimum over all positions of the blank, which is valid without knowing it.
fn without_blank(blocks: &Blocks, entries: &[u8], threads: usize) -> Result<Pages, Stop> {
    let orders = blocks.index.orders();
    let sets = blocks.first.len();
    let mut table = Pages::lasting(sets * orders).ok_or(Stop::Memory)?;
    let rows: Vec<Mutex<&mut [u8]>> =
        table.bytes_mut().chunks_mut(orders).map(Mutex::new).collect();
    share_out(threads, sets, 64, |range| {
        for set in range {
            let mut row = rows[set].lock().expect("no thread panics while holding the lock");
            // One less than 0 is the largest byte: never reached.
            row.fill(UNKNOWN.wrapping_sub(1));
            let first = blocks.first[set] as usize;
            let last = blocks.first.get(set + 1).map_or(blocks.blocks.len(), |&next| next as usize);
            for block in entries[first * orders..last * orders].chunks(orders) {
                for (least, entry) in row.iter_mut().zip(block) {
                    *least = (*least).min(entry.wrapping_sub(1));
                }
            }
        }
        Ok(())
    })?;
    drop(rows);
    Ok(table)
}

/// Runs `work` on all of `0..count`, in shares, on several threads.
fn share_out(
    threads: usize,
    count: usize,
    share: usize,
    work: impl Fn(Range<usize>) -> Result<(), Stop> + Sync,
) -> Result<(), Stop> {
    let next = AtomicUsize::new(0);
    let run = || loop {
        let from = next.fetch_add(share, Relaxed);
        if from >= count {
            return Ok(());
        }
        if let Err(stop) = work(from..count.min(from + share)) {
            // Nothing is left for the others.
            next.store(count, Relaxed);
            return Err(stop);
        }
    };
    let threads = threads.min(count.div_ceil(share));
    if threads <= 1 {
        return run();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        let ends: Vec<_> =
            workers.into_iter().map(|worker| worker.join().expect("work never panics")).collect();
        ends.into_iter().collect()
    })
}
