use memmap2::MmapMut;

/// Bytes, in large pages where there are many: a search looks into a database all over,
/// and with pages of 4 KB most looks would first have to find their page.
#[derive(Debug)]
pub(super) enum Table {
    Small(Vec<u8>),
    Large(MmapMut),
}

/// Tables from this size on get large pages.
const LARGE: usize = 1 << 21;

impl Table {
    /// Zeros; none if there is not the memory.
    pub fn zeroed(bytes: usize) -> Option<Self> {
        if bytes < LARGE {
            return Some(Table::Small(vec![0; bytes]));
        }
        let map = MmapMut::map_anon(bytes).ok()?;
        // A hint: without it, or where it is refused, all works as well but slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Table::Large(map))
    }

    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Table::Small(bytes) => bytes,
            Table::Large(map) => map,
        }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Table::Small(bytes) => bytes,
            Table::Large(map) => map,
        }
    }
}
