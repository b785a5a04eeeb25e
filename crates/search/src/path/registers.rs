//! Passing states in registers.

#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// A state of nine to sixteen bytes as two numbers, which are passed in registers; any other value
/// of this size is passed through memory, which took a fourteenth of IDA*'s time on packed boards.
pub(super) struct InRegisters<T> {
    low: MaybeUninit<u64>,
    high: MaybeUninit<u64>,
    state: PhantomData<T>,
}

impl<T> InRegisters<T> {
    /// Whether a state can be converted, and this makes it faster to pass.
    pub const FITS: bool =
        size_of::<T>() > 8 && size_of::<T>() <= 16 && !std::mem::needs_drop::<T>();

    #[inline(always)]
    pub fn new(state: T) -> Self {
        assert!(Self::FITS);
        let mut words = [MaybeUninit::<u64>::uninit(); 2];
        // SAFETY: there is room for sixteen bytes, and the state has no more.
        unsafe { words.as_mut_ptr().cast::<T>().write_unaligned(state) };
        let [low, high] = words;
        InRegisters { low, high, state: PhantomData }
    }

    #[inline(always)]
    pub fn take(self) -> T {
        let words = [self.low, self.high];
        // SAFETY: only `new` creates a value, and it wrote the state into these bytes. It is moved
        // out once, since `self` is gone, and was not dropped.
        unsafe { words.as_ptr().cast::<T>().read_unaligned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_what_was_put_in() {
        const { assert!(!InRegisters::<u64>::FITS && !InRegisters::<[u64; 3]>::FITS) };
        const { assert!(!InRegisters::<Box<[u8]>>::FITS) };
        for i in 0..1_000u64 {
            let number = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let pair = (number, i as u8);
            assert_eq!(InRegisters::new(pair).take(), pair);
            let bytes: [u8; 13] = std::array::from_fn(|k| (number >> k) as u8);
            assert_eq!(InRegisters::new(bytes).take(), bytes);
            let some = (i % 2 == 0).then_some(number);
            assert_eq!(InRegisters::new(some).take(), some);
        }
    }
}
