//! Growing lists in memory that a thread keeps for its next search.

#![allow(unsafe_code)]

use std::alloc::{self, Layout};
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use crate::run::{Meter, Stop};

/// A growing list whose memory is counted before it is allocated, and kept for the thread's next
/// search when it is dropped.
///
/// In a search of a few microseconds, allocating memory from the system takes longer than the
/// search. The memory counted is the size the list has grown to, so a search that reuses memory
/// counts as much as one that does not.
pub(super) struct Buffer<T> {
    block: Block,
    len: usize,
    /// How many items there may be until more memory is counted; the block has room for them.
    room: usize,
    items: PhantomData<T>,
}

/// The initial size of a list in bytes.
const FIRST_BYTES: usize = 512;

/// Lists of up to this many bytes grow fourfold, larger ones by half.
const LARGE_BYTES: usize = 1 << 20;

impl<T> Buffer<T> {
    const FIRST: usize = {
        let size = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        if FIRST_BYTES / size < 4 { 4 } else { FIRST_BYTES / size }
    };

    #[inline(always)]
    pub fn new() -> Self {
        Buffer { block: Block::none(align_of::<T>()), len: 0, room: 0, items: PhantomData }
    }

    #[inline(always)]
    pub fn push(&mut self, item: T, meter: &mut Meter) -> Result<(), Stop> {
        if self.len == self.room {
            self.make_room(meter)?;
        }
        // SAFETY: the block has room for `room` items, and `len` is less.
        unsafe { self.block.start::<T>().add(self.len).write(item) };
        self.len += 1;
        Ok(())
    }

    /// Removes the items in order, up to the first for which `each` fails; the rest are dropped.
    #[inline(always)]
    pub fn drain<E>(mut self, mut each: impl FnMut(T) -> Result<(), E>) -> (Self, Result<(), E>) {
        let len = std::mem::take(&mut self.len);
        let start = self.block.start::<T>();
        for place in 0..len {
            // SAFETY: there were `len` items, and because `len` is now 0, each is taken once.
            if let Err(end) = each(unsafe { start.add(place).read() }) {
                for left in place + 1..len {
                    // SAFETY: these were not taken.
                    unsafe { start.add(left).drop_in_place() };
                }
                return (self, Err(end));
            }
        }
        (self, Ok(()))
    }

    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: this was the last of the initialised items, and it no longer counts as one.
        Some(unsafe { self.block.start::<T>().add(self.len).read() })
    }

    /// Also checks the clock, because the successors of one node may need much memory.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let size = size_of::<T>().max(1);
        let mut more = match self.room * size {
            0 => Self::FIRST,
            1..LARGE_BYTES => 3 * self.room,
            _ => self.room / 2,
        };
        if self.room * size >= LARGE_BYTES {
            meter.poll()?;
        }
        // Near a limit it grows in smaller steps.
        while !meter.can_hold(more * size) && more > self.room / 16 && more > 4 {
            more /= 2;
        }
        self.grow(self.room + more, meter)
    }

    /// Counts memory for this many items and allocates it.
    fn grow(&mut self, room: usize, meter: &mut Meter) -> Result<(), Stop> {
        meter.hold((room - self.room) * size_of::<T>())?;
        let layout = Layout::array::<T>(room).map_err(|_| Stop::Memory)?;
        self.block.make_room(layout)?;
        self.room = room;
        Ok(())
    }

    /// Drops the items and releases the memory counted for them.
    pub fn release(&mut self, meter: &mut Meter) {
        self.clear();
        meter.release(std::mem::take(&mut self.room) * size_of::<T>());
    }

    pub fn clear(&mut self) {
        let items: *mut [T] = &mut **self;
        self.len = 0;
        // SAFETY: they were items until now, and no longer are.
        unsafe { items.drop_in_place() };
    }
}

impl<T: Copy> Buffer<T> {
    /// Sets the list to `count` copies of `item`.
    pub fn refill(&mut self, item: T, count: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.release(meter);
        self.grow(count, meter)?;
        for place in 0..count {
            // SAFETY: there is room for `count` items.
            unsafe { self.block.start::<T>().add(place).write(item) };
        }
        self.len = count;
        Ok(())
    }
}

impl<T> Deref for Buffer<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `len` items were written one after another, and items are only removed from the
        // end, decreasing `len`.
        unsafe { std::slice::from_raw_parts(self.block.start(), self.len) }
    }
}

impl<T> DerefMut for Buffer<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the buffer is borrowed for as long.
        unsafe { std::slice::from_raw_parts_mut(self.block.start(), self.len) }
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A block of memory; empty at first.
struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

/// The alignment of kept blocks: what allocators provide anyway.
const ALIGN: usize = 16;

/// No larger block is kept, and no thread keeps more blocks: 32 MiB in all.
const MOST_BYTES: usize = 4 << 20;
const MOST_BLOCKS: usize = 8;

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(Kept(Vec::new())) };
}

/// The blocks that a thread keeps, all aligned to `ALIGN`: where each starts, and its size.
///
/// They are plain numbers because a `Block` would be moved here through memory, where it is written
/// in pieces and read whole, which would make the processor wait for a tenth of a search of a dozen
/// nodes.
struct Kept(Vec<(NonNull<u8>, usize)>);

impl Kept {
    /// The block kept last.
    #[inline]
    fn pop(&mut self) -> Option<(NonNull<u8>, Layout)> {
        let (start, size) = self.0.pop()?;
        Some((start, Layout::from_size_align(size, ALIGN).ok()?))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        while let Some((start, layout)) = self.pop() {
            // SAFETY: it came from the allocator with this layout, and has no other owner.
            unsafe { alloc::dealloc(start.as_ptr(), layout) };
        }
    }
}

impl Block {
    /// An empty block.
    #[inline]
    fn none(align: usize) -> Self {
        let layout = Layout::from_size_align(0, align.max(ALIGN)).expect("a power of two");
        let start = std::ptr::without_provenance_mut(layout.align());
        Block { start: NonNull::new(start).expect("no alignment is 0"), layout }
    }

    /// A pointer to the first item.
    #[inline]
    fn start<T>(&self) -> *mut T {
        self.start.as_ptr().cast()
    }

    /// Leaves the block, which is being dropped, to the thread's next search or returns it to the
    /// allocator.
    #[inline(never)]
    fn keep(&self) {
        let Block { start, layout } = *self;
        let keeps = layout.align() == ALIGN && layout.size() <= MOST_BYTES;
        // A thread that is ending keeps nothing.
        let kept = keeps
            && KEPT
                .try_with(|kept| {
                    let Kept(blocks) = &mut *kept.borrow_mut();
                    let room = blocks.len() < MOST_BLOCKS;
                    if room {
                        blocks.push((start, layout.size()));
                    }
                    room
                })
                .unwrap_or(false);
        if !kept {
            // SAFETY: it came from the allocator with this layout, and has no other owner.
            unsafe { alloc::dealloc(start.as_ptr(), layout) };
        }
    }

    /// Grows the block to at least this size.
    fn make_room(&mut self, wanted: Layout) -> Result<(), Stop> {
        if self.layout.size() == 0
            && self.layout.align() == ALIGN
            && let Some((start, layout)) = KEPT.with_borrow_mut(Kept::pop)
        {
            (self.start, self.layout) = (start, layout);
        }
        let (before, size) = (self.layout, wanted.size());
        if size <= before.size() {
            return Ok(());
        }
        let layout = Layout::from_size_align(size, before.align()).map_err(|_| Stop::Memory)?;
        // SAFETY: the size is not 0, because it exceeds another; the block, if it has any size,
        // came from the same allocator with the layout that it records.
        let start = unsafe {
            match before.size() {
                0 => alloc::alloc(layout),
                _ => alloc::realloc(self.start.as_ptr(), before, size),
            }
        };
        self.start = NonNull::new(start).ok_or(Stop::Memory)?;
        self.layout = layout;
        Ok(())
    }
}

impl Drop for Block {
    #[inline]
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            self.keep();
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
        for _ in 0..3 {
            let mut list = Buffer::new();
            for i in 0..50_000u64 {
                list.push((i, counted.clone()), &mut meter).unwrap();
            }
            list[40_000].0 = 7;
            assert_eq!((list[0].0, list[39_999].0, list[40_000].0), (0, 39_999, 7));
            assert_eq!(list.pop().map(|item| item.0), Some(49_999));
            assert_eq!((list.len(), Rc::strong_count(&counted)), (49_999, 50_000));
            drop(list);
            assert_eq!(Rc::strong_count(&counted), 1);
        }
    }

    #[test]
    fn kept_memory_counts_as_much_as_new() {
        let counted = || {
            let mut meter = Meter::new(&Limits::default());
            let (mut list, mut zeros) = (Buffer::new(), Buffer::new());
            (0..1_000u32).for_each(|i| list.push(i, &mut meter).unwrap());
            zeros.refill(0u64, 300, &mut meter).unwrap();
            assert!(zeros.iter().all(|&zero| zero == 0) && zeros.len() == 300);
            zeros.fill(u64::MAX);
            meter.finish(crate::Verdict::Solved(())).stats.peak_bytes
        };
        let first = counted();
        assert_eq!([first; 3], [counted(), counted(), counted()]);
    }

    #[test]
    fn nothing_grows_beyond_its_limit_and_what_there_was_stays() {
        let mut meter = Meter::new(&Limits::memory(100_000));
        let mut list = Buffer::new();
        let end = (0u64..).find_map(|i| list.push(i, &mut meter).err());
        assert_eq!(end, Some(Stop::Memory));
        assert!(list.len() * 8 <= 100_000 && list.len() * 8 > 85_000, "{}", list.len());
        assert!((0..).zip(list.iter()).all(|(i, &item)| i == item));
    }

    #[test]
    fn any_alignment_and_no_size_are_served() {
        #[repr(align(64))]
        struct Wide(u8);
        let mut meter = Meter::new(&Limits::default());
        let (mut wide, mut nothing) = (Buffer::new(), Buffer::new());
        for i in 0..100 {
            wide.push(Wide(i), &mut meter).unwrap();
            nothing.push((), &mut meter).unwrap();
        }
        assert!(wide.as_ptr().addr().is_multiple_of(64));
        assert!((0..).zip(wide.iter()).all(|(i, item)| i == item.0));
        assert_eq!((wide.len(), nothing.len()), (100, 100));
    }
}
