//! Lists for code without branches.

use goalward::{Meter, Stop};

/// The room that a stack has at first.
const ROOM: usize = 1024;

/// A list that is written behind its end before it is known how much of that stays.
pub(super) struct Stack<T> {
    pub items: Vec<T>,
    pub len: usize,
}

impl<T: Copy + Default> Stack<T> {
    pub fn new(meter: &mut Meter) -> Result<Self, Stop> {
        let mut stack = Stack { items: Vec::new(), len: 0 };
        stack.grow(ROOM, meter)?;
        Ok(stack)
    }

    /// Sees to it that there is room for four more than `len`.
    #[inline(always)]
    pub fn reserve(&mut self, len: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.items.len() < len + 4 {
            self.grow(len + 4, meter)?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, len: usize, meter: &mut Meter) -> Result<(), Stop> {
        let more = len.next_power_of_two() - self.items.len();
        meter.reserve(&mut self.items, more)?;
        self.items.resize(self.items.len() + more, T::default());
        Ok(())
    }
}
