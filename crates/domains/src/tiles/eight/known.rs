//! What a search knows of each board.

use std::cell::Cell;

use goalward::{Meter, Stop};

use super::order::BOARDS;

/// By the number of a board, how it was reached best.
///
/// ```text
/// one byte a board:  | 63 - g | move |     0 if it was never reached
///                     7      2 1    0
/// ```
/// To clear it takes as long as a short search, so a thread keeps one that is clear, to
/// which a search that noted little can give it back.
pub(super) struct Known(Box<[u8; BOARDS]>);

/// More than any board's moves from the start; the furthest is 31 away.
const DEEPEST: u8 = 63;

thread_local! {
    static CLEAR: Cell<Option<Known>> = const { Cell::new(None) };
}

impl Known {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        meter.hold(BOARDS)?;
        let clear = || vec![0; BOARDS].into_boxed_slice().try_into().expect("as many as boards");
        Ok(CLEAR.take().unwrap_or_else(|| Known(clear())))
    }

    /// Keeps it for the next search of this thread; `noted` are the boards of which
    /// anything was noted.
    pub fn give_back(mut self, noted: &[u32]) {
        noted.iter().for_each(|&board| self.0[board as usize] = 0);
        CLEAR.set(Some(self));
    }

    /// What to note of boards reached after so many moves, without the last of them.
    #[inline(always)]
    pub fn at_depth(g: u8) -> u8 {
        (DEEPEST - g) << 2
    }

    /// Notes how a board was reached, if no way as short was known; returns whether none was.
    #[inline(always)]
    pub fn note(&mut self, board: usize, note: u8) -> bool {
        let known = &mut self.0[board];
        let better = note > *known | 3;
        *known = if better { note } else { *known };
        better
    }

    /// The same where boards are seldom known, which is worth a branch.
    #[inline(always)]
    pub fn note_new(&mut self, board: usize, note: u8) -> bool {
        let known = &mut self.0[board];
        if note <= *known | 3 {
            seldom();
            return false;
        }
        *known = note;
        true
    }

    /// Whether a board was reached.
    #[inline(always)]
    pub fn has(&self, board: usize) -> bool {
        self.0[board] != 0
    }

    /// Whether a shorter way than one of `g` moves is known.
    #[inline(always)]
    pub fn is_nearer(&self, board: usize, g: u8) -> bool {
        self.0[board] | 3 != Known::at_depth(g) | 3
    }

    /// The move that led to a board that was reached.
    pub fn mv(&self, board: usize) -> usize {
        usize::from(self.0[board] & 3)
    }
}

/// Marks what is seldom come to, and is worth a branch for that reason.
#[cold]
#[inline(never)]
fn seldom() {}
