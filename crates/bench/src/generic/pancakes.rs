//! Pancakes: a stack is sorted by flipping some pancakes at its top.

use goalward::Rng;
use goalward::path::{BestFirst, PathSearch};
use goalward::space::from_fn;

use super::cost;
use crate::serve::{Done, Work};

/// The sizes of the pancakes from the top, 1 the smallest.
pub type Stack = [u8; PANCAKES];

const PANCAKES: usize = 10;

/// The sorted stack.
pub const SORTED: Stack = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/// The stacks that one flip makes.
#[inline]
pub fn turned(stack: &Stack) -> impl Iterator<Item = (Stack, u32)> {
    let stack = *stack;
    (2..=PANCAKES).map(move |count| {
        let mut next = stack;
        next[..count].reverse();
        (next, 1)
    })
}

/// The gap heuristic: pancakes that lie on one that is not the next size, the plate counted
/// as the largest. A flip closes at most one gap (Helmert 2010).
#[inline]
pub fn gaps(stack: &Stack) -> u32 {
    let below = stack[1..].iter().chain(&[PANCAKES as u8 + 1]);
    stack.iter().zip(below).filter(|(above, below)| above.abs_diff(**below) != 1).count() as u32
}

/// 100 random stacks.
pub fn stacks() -> Vec<Stack> {
    let mut rng = Rng::new(10);
    let mut shuffled = || {
        let mut stack = SORTED;
        rng.shuffle(&mut stack);
        stack
    };
    (0..100).map(|_| shuffled()).collect()
}

/// A* with the gap heuristic over closures.
pub fn a_star() -> Work {
    let stacks = stacks();
    Box::new(move || {
        let costs = stacks.iter().map(|&stack| {
            let near = |stack: &Stack| turned(stack).collect::<Vec<_>>();
            let space = from_fn(stack, near, |stack| *stack == SORTED);
            cost(BestFirst::a_star().solve(&space, &gaps))
        });
        Done::answer(costs.sum())
    })
}
