//! A hint to the processor, the one thing that safe code cannot say.

/// Asks for `items[index]` to be brought near, for a read soon. Does nothing if
/// there is no such item, or no way to ask.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        let address = items.as_ptr().wrapping_add(index);
        // SAFETY: the instruction is part of every x86-64 processor, reads nothing
        // into the program and never faults, whatever the address.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address.cast())
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
