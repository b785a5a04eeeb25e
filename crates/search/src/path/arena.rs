//! A growing list that never moves what it holds.

use std::mem::MaybeUninit;
use std::ops::{Index, IndexMut};

use crate::run::{Meter, Stop};

/// A list in chunks: growing copies nothing, never holds two copies, and is counted
/// to the chunk.
///
/// Looking up checks the number against the length once, and both ways trust the chunks
/// from there on: measured a tenth of 8-puzzle A* over nested vectors.
pub(super) struct Arena<T> {
    /// All full of items but the last.
    chunks: Vec<Box<[MaybeUninit<T>]>>,
    len: u32,
}

impl<T> Arena<T> {
    /// A chunk has 2^BITS places, about 256 KiB.
    const BITS: u32 = {
        let size = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        let fitting = (1usize << 18) / size;
        if fitting < 16 { 4 } else { fitting.ilog2() }
    };
    const CHUNK: usize = 1 << Self::BITS;

    pub fn new() -> Self {
        Arena { chunks: Vec::new(), len: 0 }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    #[allow(unsafe_code)]
    pub fn push(&mut self, item: T, meter: &mut Meter) -> Result<u32, Stop> {
        let id = self.len;
        let (chunk, place) = (id as usize >> Self::BITS, id as usize & (Self::CHUNK - 1));
        if place == 0 {
            self.add_chunk(meter)?;
        }
        // SAFETY: there are as many chunks as the items so far need, since only this
        // function adds either; if they were all full, the one this item needs has just
        // been added. Each has CHUNK places.
        unsafe { self.chunks.get_unchecked_mut(chunk).get_unchecked_mut(place).write(item) };
        self.len += 1;
        Ok(id)
    }

    /// Looks at the clock, too: the successors of one node may fill many.
    #[cold]
    #[inline(never)]
    fn add_chunk(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.poll()?;
        let mut chunk = allocate(Self::CHUNK, meter)?;
        chunk.resize_with(Self::CHUNK, MaybeUninit::uninit);
        self.chunks.push(chunk.into_boxed_slice());
        Ok(())
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len).map(|id| &self[id])
    }
}

/// An empty vector with room for `count` items, if limit and machine allow it.
pub(super) fn allocate<T>(count: usize, meter: &mut Meter) -> Result<Vec<T>, Stop> {
    let mut items = Vec::new();
    meter.reserve(&mut items, count)?;
    Ok(items)
}

/// Sees to it that a growing vector has room for one more item, if limit and machine allow it.
#[inline]
pub(super) fn make_room<T>(items: &mut Vec<T>, meter: &mut Meter) -> Result<(), Stop> {
    if items.len() < items.capacity() {
        return Ok(());
    }
    meter.reserve(items, items.capacity().max(64))
}

/// So many bytes of successors are not counted as memory: few nodes have more.
const UNCOUNTED: usize = 1 << 16;

/// Puts in one of a node's successors. Where there are very many they are counted as memory,
/// and the limits are looked at.
#[inline]
pub(super) fn put<T>(successors: &mut Vec<T>, one: T, meter: &mut Meter) -> Result<(), Stop> {
    if successors.len() == successors.capacity() {
        lengthen(successors, meter)?;
    }
    successors.push(one);
    Ok(())
}

#[cold]
#[inline(never)]
fn lengthen<T>(successors: &mut Vec<T>, meter: &mut Meter) -> Result<(), Stop> {
    let room = successors.capacity();
    if room * size_of::<T>() < UNCOUNTED {
        successors.reserve(1);
        return Ok(());
    }
    meter.poll()?;
    meter.reserve(successors, (room / 8).max(1))
}

#[allow(unsafe_code)]
impl<T> Index<u32> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: u32) -> &T {
        assert!(id < self.len, "no item {id}");
        let (chunk, place) = (id as usize >> Self::BITS, id as usize & (Self::CHUNK - 1));
        // SAFETY: `push` alone raises `len`, by one, after it has seen to it that the
        // chunk of the item exists with all its CHUNK places and has written the
        // item; nothing is ever taken out. So for id < len the chunk exists, the place
        // is below CHUNK, and the item is there.
        unsafe { self.chunks.get_unchecked(chunk).get_unchecked(place).assume_init_ref() }
    }
}

#[allow(unsafe_code)]
impl<T> IndexMut<u32> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, id: u32) -> &mut T {
        assert!(id < self.len, "no item {id}");
        let (chunk, place) = (id as usize >> Self::BITS, id as usize & (Self::CHUNK - 1));
        // SAFETY: as in `index`.
        unsafe { self.chunks.get_unchecked_mut(chunk).get_unchecked_mut(place).assume_init_mut() }
    }
}

#[allow(unsafe_code)]
impl<T> Drop for Arena<T> {
    fn drop(&mut self) {
        if !std::mem::needs_drop::<T>() {
            return;
        }
        let mut left = self.len as usize;
        for chunk in &mut self.chunks {
            for item in chunk.iter_mut().take(left) {
                // SAFETY: the first `len` places hold items, each dropped here once.
                unsafe { item.assume_init_drop() };
            }
            left = left.saturating_sub(Self::CHUNK);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::run::Limits;

    #[test]
    fn items_stay_and_are_dropped_once() {
        let counted = Rc::new(());
        let mut meter = Meter::new(&Limits::default());
        let mut arena = Arena::new();
        for i in 0..50_000u64 {
            assert_eq!(arena.push((i, counted.clone()), &mut meter), Ok(i as u32));
        }
        arena[40_000].0 = 7;
        assert_eq!((arena[0].0, arena[39_999].0, arena[40_000].0), (0, 39_999, 7));
        assert_eq!(arena.iter().count(), 50_000);
        assert_eq!(Rc::strong_count(&counted), 50_001);
        drop(arena);
        assert_eq!(Rc::strong_count(&counted), 1);
    }

    #[test]
    #[should_panic = "no item 3"]
    fn there_is_no_item_beyond_the_last() {
        let mut meter = Meter::new(&Limits::default());
        let mut arena = Arena::new();
        for i in 0..3 {
            arena.push(i, &mut meter).unwrap();
        }
        let _ = arena[3];
    }
}
