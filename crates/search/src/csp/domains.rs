//! The domains of all variables as they shrink, and how to restore them.

use super::{Value, Variable};

/// How many words a set of values needs: a constant for the compiler if one is enough.
pub(super) trait Width: Copy {
    fn words(self) -> usize;
}

/// At most 64 values: one word.
#[derive(Clone, Copy)]
pub(super) struct One;

impl Width for One {
    #[inline(always)]
    fn words(self) -> usize {
        1
    }
}

/// This many words.
#[derive(Clone, Copy)]
pub(super) struct Many(pub usize);

impl Width for Many {
    #[inline(always)]
    fn words(self) -> usize {
        self.0
    }
}

/// Up to 64 values of a variable, and how many there are.
#[derive(Clone, Copy, Default)]
struct Cell {
    values: u64,
    size: u32,
}

/// A cell as it was before values were removed from it.
#[derive(Clone, Copy, Default)]
struct Struck {
    values: u64,
    size: u32,
    cell: u32,
}

/// Current domains as bit sets, and a trail of removed values.
pub(super) struct Domains<W> {
    width: W,
    cells: Vec<Cell>,
    trail: Vec<Struck>,
    /// The trail's end; the entries after it are scratch.
    end: usize,
}

impl<W: Width> Domains<W> {
    /// Bytes that [`new`](Domains::new) needs.
    pub fn bytes(variables: usize, words: usize, values: usize) -> usize {
        variables * words * size_of::<Cell>() + (values + 1) * size_of::<Struck>()
    }

    /// Domains with these `words`, which have at most `values` values in all: each is removed at
    /// most once, so the trail never grows.
    pub fn new(width: W, words: &[u64], values: usize) -> Self {
        let cell = |&values: &u64| Cell { values, size: values.count_ones() };
        let cells = words.iter().map(cell).collect();
        Domains { width, cells, trail: vec![Struck::default(); values + 1], end: 0 }
    }

    /// The `i`-th word of the values of `variable`.
    #[inline(always)]
    pub fn word(&self, variable: Variable, i: usize) -> u64 {
        self.cells[variable * self.width.words() + i].values
    }

    /// Whether `variable` has `value`.
    #[inline(always)]
    pub fn contains(&self, variable: Variable, value: Value) -> bool {
        self.word(variable, value / 64) >> (value % 64) & 1 != 0
    }

    /// The words of the values of `variable`.
    #[inline(always)]
    pub fn words(&self, variable: Variable) -> impl Iterator<Item = u64> {
        self.cells(variable).iter().map(|cell| cell.values)
    }

    /// How many values `variable` has.
    #[inline(always)]
    pub fn size(&self, variable: Variable) -> u32 {
        self.cells(variable).iter().map(|cell| cell.size).sum()
    }

    /// Whether `variable` has no values.
    #[inline(always)]
    pub fn is_empty(&self, variable: Variable) -> bool {
        self.cells(variable).iter().all(|cell| cell.values == 0)
    }

    #[inline(always)]
    fn cells(&self, variable: Variable) -> &[Cell] {
        let w = self.width.words();
        &self.cells[variable * w..(variable + 1) * w]
    }

    /// The lowest value of `variable` from `value` on.
    #[inline(always)]
    pub fn next(&self, variable: Variable, value: Value) -> Option<Value> {
        let cells = self.cells(variable);
        let mut i = value / 64;
        let mut word = cells.get(i)?.values & (u64::MAX << (value % 64));
        while word == 0 {
            i += 1;
            word = cells.get(i)?.values;
        }
        Some(i * 64 + word.trailing_zeros() as usize)
    }

    /// Removes all but `allowed` from the `i`-th word of `variable`, and returns what was removed.
    ///
    /// The trail is written whether or not anything is removed; only its end depends on that. A
    /// branch here would be mispredicted about one time in three.
    #[inline(always)]
    pub fn keep(&mut self, variable: Variable, i: usize, allowed: u64) -> u64 {
        let at = variable * self.width.words() + i;
        let cell = &mut self.cells[at];
        let Cell { values, size } = *cell;
        self.trail[self.end] = Struck { values, size, cell: at as u32 };
        let gone = values & !allowed;
        self.end += usize::from(gone != 0);
        cell.values = values & allowed;
        cell.size = size - gone.count_ones();
        gone
    }

    /// Removes every value of `variable` except `value`.
    pub fn fix(&mut self, variable: Variable, value: Value) {
        for i in 0..self.width.words() {
            self.keep(variable, i, if i == value / 64 { 1 << (value % 64) } else { 0 });
        }
    }

    /// A point to go [`back`](Domains::back) to.
    #[inline(always)]
    pub fn mark(&self) -> usize {
        self.end
    }

    /// Undoes every removal since `mark`.
    #[inline(always)]
    pub fn back(&mut self, mark: usize) {
        for &Struck { values, size, cell } in self.trail[mark..self.end].iter().rev() {
            self.cells[cell as usize] = Cell { values, size };
        }
        self.end = mark;
    }
}

/// The values of a set, ascending.
///
/// Counts the values instead of testing for an empty word: the compiler then sees that a loop over
/// it ends, and drops the loop if its body does nothing.
#[inline(always)]
pub(super) fn values(word: u64, i: usize) -> impl Iterator<Item = Value> {
    let mut rest = word;
    (0..word.count_ones()).map(move |_| {
        let value = i * 64 + rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        value
    })
}

/// A set of variables.
#[derive(Default)]
pub(super) struct VariableSet(Vec<u64>);

impl VariableSet {
    /// Bytes that a set of this many variables needs.
    pub fn bytes(variables: usize) -> usize {
        variables.div_ceil(64) * 8
    }

    /// All of `0..variables`.
    pub fn all(variables: usize) -> Self {
        let mut set = VariableSet::none(variables);
        (0..variables).for_each(|variable| {
            set.insert(variable);
        });
        set
    }

    /// None of `0..variables`.
    pub fn none(variables: usize) -> Self {
        VariableSet(vec![0; variables.div_ceil(64)])
    }

    #[inline(always)]
    pub fn contains(&self, variable: Variable) -> bool {
        self.0[variable / 64] >> (variable % 64) & 1 != 0
    }

    /// Returns whether it was absent.
    #[inline(always)]
    pub fn insert(&mut self, variable: Variable) -> bool {
        let new = !self.contains(variable);
        self.0[variable / 64] |= 1 << (variable % 64);
        new
    }

    #[inline(always)]
    pub fn remove(&mut self, variable: Variable) {
        self.0[variable / 64] &= !(1 << (variable % 64));
    }

    /// The lowest, if there is one.
    pub fn lowest(&self) -> Option<Variable> {
        let i = self.0.iter().position(|&word| word != 0)?;
        Some(i * 64 + self.0[i].trailing_zeros() as usize)
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The lowest variable with the smallest key, given that no key is below `bound`.
    #[inline(always)]
    pub fn least<K: Ord + Copy>(&self, bound: K, key: impl Fn(Variable) -> K) -> Variable {
        let mut least: Option<(K, Variable)> = None;
        for (i, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let variable = i * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let key = key(variable);
                if least.is_none_or(|(best, _)| key < best) {
                    least = Some((key, variable));
                    if key <= bound {
                        return variable;
                    }
                }
            }
        }
        least.expect("the set is not empty").1
    }
}
