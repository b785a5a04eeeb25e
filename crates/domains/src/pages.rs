//! Memory that is looked into all over.

use memmap2::MmapMut;

/// Bytes, zero at first, in large pages where there are many: with pages of 4 KB most looks
/// would first have to find their page.
pub(crate) enum Pages {
    Small(Vec<u8>),
    Large(MmapMut),
}

/// From so many bytes on pages are large: fewer are quicker where memory is used again.
const LARGE: usize = 1 << 24;

impl Pages {
    /// So many bytes.
    pub fn zeroed(bytes: usize) -> Self {
        let map = (bytes >= LARGE).then(|| MmapMut::map_anon(bytes));
        match map {
            Some(Ok(map)) => {
                // A hint: without it, or where it is refused, all works as well but slower.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                Pages::Large(map)
            }
            _ => Pages::Small(vec![0; bytes]),
        }
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
}
