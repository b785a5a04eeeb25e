//! The domains of sixteen variables in a register of 256 bits.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;
use std::array::from_fn;

use super::{Node, Sums, Tables};
use crate::csp::VariableOrder;
use crate::simd::Simd;

/// The most variables, and the most values.
pub const MOST: usize = 16;

/// A number for each variable.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
pub struct Lanes(pub [u16; MOST]);

/// Made only where the processor has `avx2`, `bmi1`, `bmi2` and `popcnt`.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// None where it is [not chosen](Simd::of_this_process).
    pub fn new() -> Option<Self> {
        (Simd::of_this_process() >= Simd::Avx2).then_some(Avx2(()))
    }

    /// As [`Kernel::expand`](super::Kernel::expand).
    #[cfg(target_arch = "x86_64")]
    pub(super) fn expand(self, tables: &Tables, nodes: &[Node], below: &mut [Node]) -> Sums {
        // SAFETY: a value of the type shows that the processor has the instructions.
        unsafe {
            match tables.order {
                VariableOrder::Static => expand::<true>(tables, nodes, below),
                _ => expand::<false>(tables, nodes, below),
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn expand(self, _: &Tables, _: &[Node], _: &mut [Node]) -> Sums {
        unreachable!("there is no such processor")
    }
}

/// Ones in one lane.
static ONLY: [Lanes; MOST] = {
    let mut only = [Lanes([0; MOST]); MOST];
    let mut lane = 0;
    while lane < MOST {
        only[lane].0[lane] = u16::MAX;
        lane += 1;
    }
    only
};

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn expand<const STATIC: bool>(tables: &Tables, nodes: &[Node], below: &mut [Node]) -> Sums {
    let number = load(&Lanes(from_fn(|lane| lane as u16)));
    let (mut struck, mut looked) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    let mut sums = Sums::default();
    for node in nodes {
        let mut rest = node.rest();
        if !sums.begin(rest.count_ones(), below.len()) {
            break;
        }
        let variable = node.next();
        let own = load(&ONLY[variable]);
        let domains = _mm256_andnot_si256(own, load(&node.domains));
        let sizes = count_ones(domains);
        // An open variable has a value left.
        let closed = _mm256_cmpeq_epi16(domains, _mm256_setzero_si256());
        let open = node.open & !(1 << variable);
        let near = _mm256_andnot_si256(closed, load(&tables.near[variable]));
        let (rows, place) = (&tables.rows[variable], 4 * variable);
        while rest != 0 {
            let value = rest.trailing_zeros() as usize % MOST;
            rest &= rest - 1;
            let left = _mm256_and_si256(domains, load(&rows[value]));
            let now = count_ones(left);
            let key = if STATIC { _mm256_min_epu16(now, _mm256_set1_epi16(1)) } else { now };
            let rank = _mm256_or_si256(_mm256_slli_epi16::<4>(key), number);
            let least = least(_mm256_or_si256(rank, closed));
            // Where a domain is left empty, none after it is looked at.
            let last = _mm256_broadcastw_epi16(least);
            let seen = _mm256_cmpeq_epi16(_mm256_min_epu16(number, last), number);
            let gone = _mm256_sub_epi16(sizes, now);
            struck = _mm256_add_epi16(struck, _mm256_and_si256(gone, seen));
            looked = _mm256_add_epi16(looked, _mm256_and_si256(near, seen));
            let least = _mm_extract_epi16::<0>(least) as u16;
            let child = &mut below[sums.standing];
            store(&mut child.domains, left);
            child.values = node.values | (value as u64) << place;
            child.least = least;
            child.open = open;
            sums.standing += usize::from(least >= MOST as u16);
        }
    }
    (sums.prunings, sums.checks) = (sum(struck), sum(looked));
    sums
}

/// How many bits each lane has set.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn count_ones(lanes: __m256i) -> __m256i {
    let low = _mm256_set1_epi8(15);
    let ones =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let first = _mm256_shuffle_epi8(ones, _mm256_and_si256(lanes, low));
    let second = _mm256_and_si256(_mm256_srli_epi16::<4>(lanes), low);
    let bytes = _mm256_add_epi8(first, _mm256_shuffle_epi8(ones, second));
    _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1))
}

/// The least lane, in the lowest.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn least(lanes: __m256i) -> __m128i {
    let halves = (_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_minpos_epu16(_mm_min_epu16(halves.0, halves.1))
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn sum(lanes: __m256i) -> u64 {
    let mut sum = Lanes::default();
    store(&mut sum, lanes);
    sum.0.into_iter().map(u64::from).sum()
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn load(lanes: &Lanes) -> __m256i {
    // SAFETY: they have 32 bytes, and begin where 32 divides.
    unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn store(to: &mut Lanes, lanes: __m256i) {
    // SAFETY: they have 32 bytes, and begin where 32 divides.
    unsafe { _mm256_store_si256(to.0.as_mut_ptr().cast(), lanes) }
}
