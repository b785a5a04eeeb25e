//! Columns in words, and words in registers.

/// The columns of a row in a word.
pub(super) trait Word:
    Copy
    + PartialEq
    + Into<u64>
    + std::ops::BitAnd<Output = Self>
    + std::ops::BitOr<Output = Self>
    + std::ops::BitXor<Output = Self>
    + std::ops::Not<Output = Self>
    + std::ops::Shl<u32, Output = Self>
    + std::ops::Shr<u32, Output = Self>
{
    const NONE: Self;
    /// A register of 256 bits of them: as many placements are a node, for limits.
    type Lanes: Lanes<Word = Self>;
    /// One of 512 bits: two nodes.
    type Wide: Lanes<Word = Self>;

    fn of(word: u64) -> Self;
    fn lowest(self) -> Self;
    /// All bits, if there is any in the word.
    fn spread(self) -> Self;
    /// 0 or 1.
    fn bit(self) -> usize;
}

macro_rules! word {
    ($($word:ty, $lanes:literal, $wide:literal;)*) => {$(
        impl Word for $word {
            const NONE: Self = 0;
            type Lanes = [$word; $lanes];
            type Wide = [$word; $wide];

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
            fn bit(self) -> usize {
                (self & 1) as usize
            }
        }
    )*};
}
word! { u16, 16, 32; u32, 8, 16; u64, 4, 8; }

/// A register of words.
pub(super) trait Lanes: AsRef<[Self::Word]> + AsMut<[Self::Word]> + Copy {
    type Word: Word;
    const COUNT: usize;
    const NONE: Self;

    fn load(from: &[Self::Word]) -> Self;
}

impl<W: Word, const N: usize> Lanes for [W; N] {
    type Word = W;
    const COUNT: usize = N;
    const NONE: Self = [W::NONE; N];

    #[inline(always)]
    fn load(from: &[W]) -> Self {
        from.try_into().expect("a register's length")
    }
}
