//! Pancake sorting: a stack is put in order by turning over some pancakes at its top.

use std::fmt;

use goalward::{Ranked, Reversible, Rng, StateSpace};
use thiserror::Error;

use crate::permutation;

/// The largest stack.
pub const MOST: usize = 16;

/// Stacks of up to this many pancakes are numbered, for tables of all of them.
const NUMBERED: usize = 11;

/// A stack of pancakes, the top one first, each by its size from 1.
///
/// ```text
/// | size - 1 of the 16th | … | of the second | of the top one |
///   63..60                     7..4            3..0
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack(u64);

impl Stack {
    /// The size, less 1, of the pancake at a place counted from the top.
    fn at(self, place: usize) -> usize {
        (self.0 >> (4 * place) & 15) as usize
    }

    fn of(sizes: impl IntoIterator<Item = u8>) -> Self {
        let sizes = sizes.into_iter().enumerate();
        Stack(sizes.fold(0, |stack, (place, size)| stack | u64::from(size) << (4 * place)))
    }

    /// The stack with its upper `count` pancakes turned over.
    fn turned(self, count: u8) -> Self {
        // Reversing the bytes, and the halves of each, reverses all 16 places.
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let reverse = ((self.0 >> 4 & LOW) | (self.0 & LOW) << 4).swap_bytes();
        let bits = 4 * u32::from(count);
        let above = u64::MAX >> (64 - bits);
        Stack(self.0 & !above | reverse >> (64 - bits))
    }
}

/// How many pancakes are turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flip(pub u8);

impl fmt::Display for Flip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Why a text is not a stack of pancakes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StackError {
    /// A word is not a size.
    #[error("`{0}` is not the size of a pancake: use whole numbers from 1")]
    Word(String),
    /// There are too few or too many.
    #[error("{0} pancakes: a stack has 2 to {MOST}")]
    Count(usize),
    /// A size is missing, because another occurs twice or is too large.
    #[error("there is no pancake of size {0}: a stack of {1} has each size from 1 to {1} once")]
    Missing(usize, usize),
}

/// Putting a stack in order, the smallest pancake on top unless another goal is given.
#[derive(Clone, Debug)]
pub struct Pancakes {
    size: usize,
    start: Stack,
    goal: Stack,
    /// For each size, its place in the goal.
    places: [u8; MOST],
}

impl Pancakes {
    fn new(size: usize, start: Stack, goal: Stack) -> Self {
        let mut places = [0; MOST];
        (0..size).for_each(|place| places[goal.at(place)] = place as u8);
        Pancakes { size, start, goal, places }
    }

    /// The stack written as sizes from the top, with spaces between them.
    ///
    /// # Errors
    /// If it is not a stack.
    pub fn parse(text: &str) -> Result<Self, StackError> {
        let words = text.split_whitespace();
        let size = |word: &str| {
            word.parse::<usize>()
                .ok()
                .filter(|&n| n > 0)
                .ok_or_else(|| StackError::Word(word.chars().take(20).collect()))
        };
        let sizes = words.map(size).collect::<Result<Vec<_>, _>>()?;
        let count = sizes.len();
        if !(2..=MOST).contains(&count) {
            return Err(StackError::Count(count));
        }
        match (1..=count).find(|size| !sizes.contains(size)) {
            Some(missing) => Err(StackError::Missing(missing, count)),
            None => {
                let start = Stack::of(sizes.iter().map(|&size| size as u8 - 1));
                Ok(Pancakes::new(count, start, Stack::of(0..count as u8)))
            }
        }
    }

    /// A stack of `size` pancakes, 2 to [`MOST`], in random order.
    pub fn random(size: usize, rng: &mut Rng) -> Self {
        let mut sizes: Vec<u8> = (0..size as u8).collect();
        let goal = Stack::of(sizes.iter().copied());
        rng.shuffle(&mut sizes);
        Pancakes::new(size, Stack::of(sizes), goal)
    }

    /// An ordered stack after `flips` random flips, no flip twice in a row.
    pub fn walk(size: usize, flips: u64, rng: &mut Rng) -> Self {
        let goal = Stack::of(0..size as u8);
        let (mut at, mut last) = (goal, 0);
        for _ in 0..flips {
            let others: Vec<u8> = (2..=size as u8).filter(|&count| count != last).collect();
            // With two pancakes there is one flip.
            last = rng.pick(&others).copied().unwrap_or(2);
            at = at.turned(last);
        }
        Pancakes::new(size, at, goal)
    }

    /// The same puzzle from another stack of its size.
    pub fn from_stack(&self, start: Stack) -> Self {
        Pancakes { start, ..self.clone() }
    }

    /// The same puzzle from its goal to its start.
    pub fn reversed(&self) -> Self {
        Pancakes::new(self.size, self.goal, self.start)
    }

    /// How many pancakes there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// A stack as text.
    pub fn show(&self, stack: Stack) -> String {
        let sizes = (0..self.size).map(|place| (stack.at(place) + 1).to_string());
        sizes.collect::<Vec<_>>().join(" ")
    }

    /// The gap heuristic (Helmert 2010): how many pairs of neighbours, including the last pancake
    /// and the plate below it, are not neighbours in the goal. A flip changes one pair, so the
    /// heuristic is admissible and consistent.
    pub fn gaps(&self, stack: &Stack) -> u32 {
        let place = |at: usize| {
            if at == self.size { at as u8 } else { self.places[stack.at(at)] }
        };
        (0..self.size).filter(|&at| place(at).abs_diff(place(at + 1)) != 1).count() as u32
    }
}

impl StateSpace for Pancakes {
    type State = Stack;
    type Action = Flip;
    type Cost = u32;

    fn start(&self) -> Stack {
        self.start
    }

    fn is_goal(&self, stack: &Stack) -> bool {
        *stack == self.goal
    }

    fn actions(&self, _: &Stack) -> impl Iterator<Item = Flip> {
        (2..=self.size as u8).map(Flip)
    }

    fn apply(&self, stack: &Stack, flip: &Flip) -> Stack {
        stack.turned(flip.0)
    }

    fn cancels(&self, first: &Flip, second: &Flip) -> bool {
        first == second
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        (self.size <= NUMBERED).then(|| (1..=self.size).product())
    }

    fn rank(&self, stack: &Stack) -> usize {
        permutation::rank((0..self.size).map(|place| stack.at(place)))
    }
}

impl Reversible for Pancakes {
    fn goals(&self) -> impl Iterator<Item = Stack> {
        std::iter::once(self.goal)
    }

    fn predecessors(&self, stack: &Stack) -> impl Iterator<Item = (Stack, Flip)> {
        let stack = *stack;
        (2..=self.size as u8).map(move |count| (stack.turned(count), Flip(count)))
    }
}

impl Ranked for Pancakes {
    fn unrank(&self, rank: usize) -> Stack {
        Stack::of(permutation::unrank(rank, self.size))
    }
}
