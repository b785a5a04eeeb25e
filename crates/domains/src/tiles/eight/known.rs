//! What a search knows of each board.

use std::cell::Cell;

use goalward::{Meter, Stop};

use super::order::BOARDS;

/// By the number of a board, how it was reached.
///
/// ```text
/// one byte a board:  | search | move |     an earlier search if this one never reached it
///                     7      2 1    0
/// ```
/// To clear it takes as long as a short search, so a thread keeps it, and it is cleared only
/// when there is no other number for the next search.
pub(super) struct Known {
    boards: Box<[u8; BOARDS]>,
    /// The number of this search, in its place.
    search: u8,
}

thread_local! {
    static KEPT: Cell<Option<Known>> = const { Cell::new(None) };
}

impl Known {
    /// Nothing is known.
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        meter.hold(BOARDS)?;
        let clear = || vec![0; BOARDS].into_boxed_slice().try_into().expect("as many as boards");
        let mut known = KEPT.take().unwrap_or_else(|| Known { boards: clear(), search: 0 });
        known.search = known.search.wrapping_add(4);
        if known.search == 0 {
            known.boards.fill(0);
            known.search = 4;
        }
        Ok(known)
    }

    /// Keeps it for the next search of this thread.
    pub fn keep(self) {
        KEPT.set(Some(self));
    }

    /// Notes by which move a board was reached, if it was not before; returns whether it
    /// was not.
    #[inline(always)]
    pub fn note(&mut self, board: usize, mv: u8) -> bool {
        let known = &mut self.boards[board];
        let is_new = *known < self.search;
        *known = if is_new { self.search | mv } else { *known };
        is_new
    }

    /// Whether a board was reached.
    #[inline(always)]
    pub fn has(&self, board: usize) -> bool {
        self.boards[board] >= self.search
    }

    /// Forgets a board if it was reached by this move; returns whether it was.
    pub fn forget(&mut self, board: usize, mv: u8) -> bool {
        let known = &mut self.boards[board];
        let is = *known == self.search | mv;
        *known = if is { 0 } else { *known };
        is
    }

    /// The move that led to a board that was reached.
    pub fn mv(&self, board: usize) -> usize {
        usize::from(self.boards[board] & 3)
    }
}
