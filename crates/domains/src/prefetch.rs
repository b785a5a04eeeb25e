//! Prefetch hints to the processor, which safe code cannot give.

/// Prefetches `items[index]`. Does nothing if there is no such item or no such instruction.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        let address = items.as_ptr().wrapping_add(index);
        // SAFETY: every x86-64 processor has the instruction; it has no visible effect and never
        // faults, whatever the address.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address.cast())
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
