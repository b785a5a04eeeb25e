//! The dive compiled anew for processors with AVX2, which count bits and copy nodes faster.

#![allow(unsafe_code)]

use std::ops::ControlFlow;

use goalward::path::parallel::Dived;

use super::super::super::Move;
use super::node::{Node, Tally};
use super::window::Window;
use crate::simd::Simd;

/// [`Window::dive`] with AVX2, if the processor has it.
pub(super) fn dive<const V: usize>(
    window: &mut Window<'_, V>,
    root: &Node<V>,
    bound: u32,
    look: &mut dyn FnMut(Tally) -> ControlFlow<()>,
) -> Option<Dived<Move>> {
    // SAFETY: the processor was just asked for what the function needs.
    Simd::Avx2.is_available().then(|| unsafe { dive_avx2(window, root, bound, look) })
}

/// # Safety
/// The processor must have `avx2`, `popcnt` and `bmi2`.
#[target_feature(enable = "avx2,popcnt,bmi2")]
unsafe fn dive_avx2<const V: usize>(
    window: &mut Window<'_, V>,
    root: &Node<V>,
    bound: u32,
    look: &mut dyn FnMut(Tally) -> ControlFlow<()>,
) -> Dived<Move> {
    window.dive(root, bound, look)
}
