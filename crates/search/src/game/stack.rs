//! Recursion as deep as the longest game.

/// How many plies pass between two checks of the stack.
const PLIES: u32 = 64;

/// Runs one step of a recursion that works on states `T`, on a new stack segment if the current one
/// may not be enough for the next [`PLIES`].
#[inline(always)]
pub(super) fn descend<T, R>(ply: u32, step: impl FnOnce() -> R) -> R {
    if is_time_to_look(ply) { on_more_stack::<T, R>(step) } else { step() }
}

/// Whether the current stack segment may not be enough for the next [`PLIES`].
#[inline(always)]
pub(super) fn is_time_to_look(ply: u32) -> bool {
    ply.is_multiple_of(PLIES)
}

#[cold]
#[inline(never)]
pub(super) fn on_more_stack<T, R>(step: impl FnOnce() -> R) -> R {
    // A generous estimate of a frame: a few copies of the state and everything else.
    let frame = 4096 + 16 * size_of::<T>();
    let needed = PLIES as usize * frame;
    stacker::maybe_grow(needed, 4 * needed, step)
}
