//! The moves that are allowed: all of them, or a random one.

use super::Landscape;
use crate::{Meter, Rng, Stop};

/// Every allowed move with its delta.
#[inline]
pub(super) fn neighbours<'a, L: Landscape>(
    landscape: &'a L,
    state: &'a L::State,
) -> impl Iterator<Item = (L::Move, i64)> + use<'a, L> {
    let allowed = landscape.moves(state).filter(|&mv| landscape.allows(state, mv));
    allowed.map(|mv| (mv, landscape.delta(state, mv)))
}

/// After this many disallowed draws in a row, hardly any move is likely to be allowed: then all are
/// enumerated.
const DRAWS: u32 = 64;

/// How many moves are enumerated between two checks of the limits.
const TOGETHER: usize = 4096;

/// One of the allowed moves, all equally likely; `None` if there are none.
#[inline(always)]
pub(super) fn draw<L: Landscape>(
    landscape: &L,
    state: &L::State,
    rng: &mut Rng,
    meter: &Meter,
) -> Result<Option<L::Move>, Stop> {
    match landscape.random_move(state, rng) {
        Some(mv) if !landscape.allows(state, mv) => draw_again(landscape, state, rng, meter),
        first => Ok(first),
    }
}

#[inline(never)]
fn draw_again<L: Landscape>(
    landscape: &L,
    state: &L::State,
    rng: &mut Rng,
    meter: &Meter,
) -> Result<Option<L::Move>, Stop> {
    for _ in 1..DRAWS {
        match landscape.random_move(state, rng) {
            Some(mv) if !landscape.allows(state, mv) => {}
            drawn => return Ok(drawn),
        }
    }
    let (mut chosen, mut allowed) = (None, 0);
    for (mv, number) in landscape.moves(state).zip(1usize..) {
        if number.is_multiple_of(TOGETHER) {
            meter.poll()?;
        }
        if landscape.allows(state, mv) {
            allowed += 1;
            if rng.below(allowed) == 0 {
                chosen = Some(mv);
            }
        }
    }
    Ok(chosen)
}
