//! The frontier of an A* search: a stack for each level and each g.

use goalward::{Meter, Stop};

use crate::prefetch::prefetch;

/// More than the length of any shortest solution on 16 cells, and of any path searched.
pub(super) const DEEPEST: usize = 128;

/// Words per block: a link and 15 boards, in two cache lines.
const BLOCK: u32 = 16;

/// Boards by level and g, the newest first, in blocks of memory that all stacks share.
/// There are two levels: the one being searched, and the next.
///
/// The head of a stack is the position of its newest board. The first word of a block is the head
/// of the stack before the block was added, or 0. A stack keeps its first block when it is empty.
/// The first word of a free block is the next free block.
#[derive(Debug)]
pub(super) struct Stacks {
    words: Vec<u64>,
    /// The first free block, or 0.
    free: u32,
    /// By level, odd and even, then g; 0 if there never was a board.
    heads: [[u32; DEEPEST]; 2],
    /// By level, a bit for each g: whether its stack is non-empty.
    filled: [[u64; 2]; 2],
}

impl Stacks {
    pub fn new() -> Self {
        Stacks { words: Vec::new(), free: 0, heads: [[0; DEEPEST]; 2], filled: [[0; 2]; 2] }
    }

    #[inline]
    fn head(&mut self, level: usize, g: usize) -> &mut u32 {
        &mut self.heads[level % 2][g % DEEPEST]
    }

    /// The largest g with a board at this level.
    #[inline]
    pub fn deepest(&self, level: usize) -> Option<usize> {
        match self.filled[level % 2] {
            [0, 0] => None,
            [low, 0] => Some(63 - low.leading_zeros() as usize),
            [_, high] => Some(127 - high.leading_zeros() as usize),
        }
    }

    #[inline]
    pub fn push(
        &mut self,
        level: usize,
        g: usize,
        cells: u64,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut head = *self.head(level, g);
        if head == 0 || head % BLOCK == BLOCK - 1 {
            head = self.block(head, meter)?;
        }
        self.words[head as usize + 1] = cells;
        *self.head(level, g) = head + 1;
        self.filled[level % 2][g / 64 % 2] |= 1 << (g % 64);
        Ok(())
    }

    /// Removes the newest boards of a non-empty stack, as many as share a block, and returns them,
    /// the newest last.
    pub fn take(&mut self, level: usize, g: usize, mut give: impl FnMut(u64)) {
        let head = *self.head(level, g);
        let block = (head - 1) / BLOCK * BLOCK;
        self.words[block as usize + 1..=head as usize].iter().for_each(|&word| give(word));
        let before = self.words[block as usize];
        if before != 0 {
            prefetch(&self.words, (before as u32 / BLOCK * BLOCK) as usize);
            prefetch(&self.words, before as usize);
            *self.head(level, g) = self.give_back(block);
            return;
        }
        *self.head(level, g) = block;
        self.filled[level % 2][g / 64 % 2] &= !(1 << (g % 64));
    }

    /// Frees the topmost block of a stack, which is not the only one; returns the stack's head.
    fn give_back(&mut self, block: u32) -> u32 {
        let head = self.words[block as usize] as u32;
        self.words[block as usize] = self.free.into();
        self.free = block;
        head
    }

    /// Adds a block to a stack; returns the stack's head.
    #[inline(never)]
    fn block(&mut self, head: u32, meter: &mut Meter) -> Result<u32, Stop> {
        if self.free == 0 {
            self.add_blocks(meter)?;
        }
        let block = self.free;
        self.free = self.words[block as usize] as u32;
        self.words[block as usize] = head.into();
        Ok(block)
    }

    /// Creates free blocks: a quarter of the present number, and a few more.
    #[cold]
    fn add_blocks(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let old = self.words.len();
        let blocks = old / BLOCK as usize / 4 + 64;
        let new = u32::try_from(old + blocks * BLOCK as usize).map_err(|_| Stop::Memory)?;
        meter.reserve(&mut self.words, new as usize - old)?;
        self.words.resize(new as usize, 0);
        // Block 0 is never used, because 0 means no block.
        for block in (old as u32..new).step_by(BLOCK as usize).filter(|&block| block > 0) {
            self.words[block as usize] =
                if block + BLOCK < new { (block + BLOCK).into() } else { 0 };
        }
        self.free = (old as u32).max(BLOCK);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use goalward::{Limits, Rng};

    use super::*;

    #[test]
    fn stacks_give_back_what_vectors_do() {
        let mut meter = Meter::new(&Limits::default());
        let mut stacks = Stacks::new();
        let mut plain = vec![vec![Vec::new(); DEEPEST]; 2];
        let mut rng = Rng::new(1);
        for i in 0..200_000u64 {
            let (level, g) = (rng.below(2), 40 + rng.below(40));
            let stack: &mut Vec<u64> = &mut plain[level][g];
            if rng.below(5) < 4 {
                stacks.push(level, g, i, &mut meter).unwrap();
                stack.push(i);
            } else if !stack.is_empty() {
                let mut taken = Vec::new();
                stacks.take(level, g, |word| taken.push(word));
                assert_eq!(taken, stack.split_off(stack.len() - taken.len()));
                assert!(!taken.is_empty());
            }
            let deepest = plain[level].iter().rposition(|stack| !stack.is_empty());
            assert_eq!(stacks.deepest(level), deepest);
        }
        // Freed blocks are reused.
        let held: usize = plain.iter().flatten().map(|stack| stack.len() + 32).sum();
        assert!(stacks.words.len() < 2 * held, "{} words for {held}", stacks.words.len());
    }

    #[test]
    fn stacks_stop_at_their_memory_limit() {
        let mut meter = Meter::new(&Limits::memory(1 << 20));
        let mut stacks = Stacks::new();
        let stop = (0..).find_map(|i| stacks.push(0, 3, i, &mut meter).err());
        assert_eq!(stop, Some(Stop::Memory));
    }
}
