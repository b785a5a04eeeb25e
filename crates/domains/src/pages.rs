//! Memory for random access.

use std::sync::atomic::AtomicU8;

use memmap2::MmapMut;

/// Bytes, initially zero, in huge pages if there are many: with pages of 4 KB most accesses would
/// miss the TLB.
#[derive(Debug)]
pub(crate) enum Pages {
    Small(Vec<u8>),
    Large(MmapMut),
}

/// From this many bytes on, pages are huge; smaller blocks are faster without, because memory is
/// reused.
const LARGE: usize = 1 << 24;

/// The same for bytes that are kept for many searches.
const LARGE_AND_LASTING: usize = 1 << 21;

impl Pages {
    /// This many bytes.
    pub fn zeroed(bytes: usize) -> Self {
        let large = (bytes >= LARGE).then(|| Pages::large(bytes)).flatten();
        large.unwrap_or_else(|| Pages::Small(vec![0; bytes]))
    }

    /// This many bytes to be kept; `None` if there is not enough memory.
    pub fn lasting(bytes: usize) -> Option<Self> {
        match bytes {
            0..LARGE_AND_LASTING => Some(Pages::Small(vec![0; bytes])),
            _ => Pages::large(bytes),
        }
    }

    fn large(bytes: usize) -> Option<Self> {
        let map = MmapMut::map_anon(bytes).ok()?;
        // Only a hint: without it everything works, but slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Pages::Large(map))
    }

    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Pages::Small(bytes) => bytes,
            Pages::Large(map) => map,
        }
    }

    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Pages::Small(bytes) => bytes,
            Pages::Large(map) => map,
        }
    }

    /// The bytes for several threads to write to, while they are borrowed exclusively.
    ///
    /// Bytes that are atomic only when necessary can be compared many at a time otherwise: this
    /// saves a fifth of the time to build databases.
    pub fn shared(&mut self) -> &[AtomicU8] {
        let bytes: *mut [u8] = self.bytes_mut();
        // SAFETY: an `AtomicU8` has the size, alignment and bit validity of a `u8`, and the bytes
        // are mutably borrowed for the lifetime of the returned slice, so all access goes through
        // it.
        #[allow(unsafe_code)]
        unsafe {
            &*(bytes as *const [AtomicU8])
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn bytes_are_zero_at_first_and_keep_what_is_written_in_pages_of_any_size() {
        for bytes in [0, 1, 5000, LARGE_AND_LASTING, LARGE_AND_LASTING + 1, LARGE + 3] {
            for mut pages in [Pages::zeroed(bytes), Pages::lasting(bytes).unwrap()] {
                assert_eq!(pages.bytes().len(), bytes);
                assert!(pages.bytes().iter().all(|&byte| byte == 0));
                pages.bytes_mut().fill(7);
                assert!(pages.bytes().iter().all(|&byte| byte == 7));
                let shared = pages.shared();
                std::thread::scope(|scope| {
                    for part in shared.chunks(bytes / 3 + 1) {
                        scope.spawn(|| part.iter().for_each(|byte| byte.store(9, Relaxed)));
                    }
                });
                assert!(pages.bytes().iter().all(|&byte| byte == 9));
            }
        }
    }
}
