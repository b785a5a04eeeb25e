//! Columns in words, and words in registers.

use crate::lanes::{self, Lanes};

/// The columns of a row in a word.
pub(super) trait Word:
    Copy
    + PartialEq
    + std::ops::BitAnd<Output = Self>
    + std::ops::BitOr<Output = Self>
    + std::ops::BitXor<Output = Self>
    + std::ops::Not<Output = Self>
    + std::ops::Shl<u32, Output = Self>
    + std::ops::Shr<u32, Output = Self>
{
    const NONE: Self;
    /// How many fill a register of 256 bits: for limits, this many placements are a node.
    const COUNT: usize;
    /// That register.
    type Row: AsRef<[Self]> + AsMut<[Self]> + Copy;
    const NONE_IN_ROW: Self::Row;

    fn of(word: u64) -> Self;
    fn lowest(self) -> Self;
    /// All bits, if there is any in the word.
    fn spread(self) -> Self;
    fn load(from: &[Self]) -> Self::Row;

    /// Writes the items of each row that are marked by all bits to the front of its slice, in
    /// order; returns how many of each.
    fn keep<L: Lanes>(lanes: L, marks: &Self::Row, rows: [(&Self::Row, &mut [Self]); 3]) -> usize;
    /// How many items of a row are marked by all bits; the others have no bits.
    fn marked(marks: &Self::Row) -> usize;
}

/// Boards this wide would take centuries, so speed does not matter.
#[inline(always)]
fn keep64<L: Lanes>(_: L, marks: &[u64; 4], rows: [(&[u64; 4], &mut [u64]); 3]) -> usize {
    lanes::keep((0..4).fold(0, |set, lane| set | marks[lane] & 1 << lane), rows)
}

macro_rules! word {
    ($($word:ty, $count:literal, $keep:path;)*) => {$(
        impl Word for $word {
            const NONE: Self = 0;
            const COUNT: usize = $count;
            type Row = [$word; $count];
            const NONE_IN_ROW: Self::Row = [0; $count];

            #[inline(always)]
            fn of(word: u64) -> Self {
                word as $word
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn spread(self) -> Self {
                if self == 0 { 0 } else { Self::MAX }
            }
            #[inline(always)]
            fn load(from: &[Self]) -> Self::Row {
                from.try_into().expect("a register's length")
            }
            #[inline(always)]
            fn keep<L: Lanes>(
                lanes: L,
                marks: &Self::Row,
                rows: [(&Self::Row, &mut [Self]); 3],
            ) -> usize {
                $keep(lanes, marks, rows)
            }
            #[inline(always)]
            fn marked(marks: &Self::Row) -> usize {
                marks.iter().map(|mark| mark & 1).sum::<$word>() as usize
            }
        }
    )*};
}
word! {
    u16, 16, L::keep16;
    u32, 8, L::keep32;
    u64, 4, keep64;
}
