//! Code compiled for processors that count bits in one instruction.
//!
//! Portable x86-64 code counts the bits of a word in a dozen instructions. In
//! forward checking on 14 queens that is a quarter of the time: 0.33 s without,
//! 0.25 s with.

/// A piece of work, inlined where it is called.
pub(super) trait Work {
    type Output;

    /// Must be `#[inline(always)]`, including everything in it that counts bits.
    fn work(self) -> Self::Output;
}

/// Does `work` as fast as this processor can.
pub(super) fn accelerated<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") {
        // SAFETY: the only requirement is that the processor has `popcnt`, which was just checked.
        #[allow(unsafe_code)]
        return unsafe { with_popcnt(work) };
    }
    work.work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn with_popcnt<W: Work>(work: W) -> W::Output {
    work.work()
}
