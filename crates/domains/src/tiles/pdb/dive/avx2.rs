//! The dive compiled anew for processors with AVX2, which count bits and copy nodes faster.

#![allow(unsafe_code)]

use goalward::StateSpace;
use goalward::path::parallel::{Parts, Work};

use super::super::super::Move;
use super::node::{Looks, Node};
use super::window;
use crate::simd::Simd;

/// [`window::dive`] with AVX2; says whether the processor has it.
pub(super) fn dive<P, const V: usize>(looks: &Looks<'_, V>, bound: u32, work: &Work<'_, P>) -> bool
where
    P: Parts<Root = Node<V>, Space: StateSpace<Action = Move>>,
{
    let can = Simd::Avx2.is_available();
    if can {
        // SAFETY: the processor was just asked for what the function needs.
        unsafe { dive_avx2(looks, bound, work) }
    }
    can
}

/// # Safety
/// The processor must have `avx2`, `popcnt` and `bmi2`.
#[target_feature(enable = "avx2,popcnt,bmi2")]
unsafe fn dive_avx2<P, const V: usize>(looks: &Looks<'_, V>, bound: u32, work: &Work<'_, P>)
where
    P: Parts<Root = Node<V>, Space: StateSpace<Action = Move>>,
{
    window::dive(looks, bound, work);
}
