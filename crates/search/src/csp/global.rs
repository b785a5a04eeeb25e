//! Constraints on any number of variables, and inference from them.

use std::fmt;

use super::domains::{VariableSet, values};
use super::groups::{Lists, assert_each_once};
use super::{Csp, Value, Variable};
use crate::run::{Meter, Stop};

/// How a sum compares with its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Comparison {
    /// The sum equals the target.
    Equal,
    /// The sum is at most the target.
    AtMost,
    /// The sum is at least the target.
    AtLeast,
}

impl Comparison {
    /// Whether a sum in this range can satisfy the comparison.
    fn allows(self, least: i128, most: i128, target: i128) -> bool {
        let (low, high) = (least <= target, most >= target);
        match self {
            Comparison::Equal => low && high,
            Comparison::AtMost => low,
            Comparison::AtLeast => high,
        }
    }
}

/// A constraint on any number of variables ([`Csp::global_constraints`]): those of its scope, in a
/// given order and without repetition.
pub struct Global<'a> {
    scope: Vec<Variable>,
    rule: Rule<'a>,
}

/// Whether values are allowed together.
type Test<'a> = dyn Fn(&[Value]) -> bool + 'a;

/// What a constraint requires of the values of its scope.
enum Rule<'a> {
    /// The function returns true.
    Test(Box<Test<'a>>),
    /// Each value has a worth, and the sum is compared with a target.
    Sum { worth: Vec<Vec<i128>>, comparison: Comparison, target: i128 },
    /// The values are one of these tuples, stored one after another.
    Table(Vec<u32>),
}

impl fmt::Debug for Global<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = match &self.rule {
            Rule::Test(_) => "test",
            Rule::Sum { .. } => "sum",
            Rule::Table(_) => "table",
        };
        f.debug_struct("Global").field("scope", &self.scope).field("rule", &rule).finish()
    }
}

impl<'a> Global<'a> {
    /// A constraint that allows the values for which `test` is true. They are passed in the order
    /// of `scope`.
    pub fn test(scope: Vec<Variable>, test: impl Fn(&[Value]) -> bool + 'a) -> Self {
        Global { scope, rule: Rule::Test(Box::new(test)) }
    }

    /// A constraint on a sum: value `a` of the `i`-th variable of `scope` adds `worth[i][a]`.
    ///
    /// # Panics
    /// If the lengths of `scope` and `worth` differ.
    pub fn sum(
        scope: Vec<Variable>,
        worth: Vec<Vec<i128>>,
        comparison: Comparison,
        target: i128,
    ) -> Self {
        assert_eq!(scope.len(), worth.len(), "each variable of a sum needs a list of worths");
        Global { scope, rule: Rule::Sum { worth, comparison, target } }
    }

    /// A constraint that allows these tuples of values, in the order of `scope`.
    ///
    /// # Panics
    /// If a tuple is longer or shorter than `scope`.
    pub fn table<R: AsRef<[Value]>>(
        scope: Vec<Variable>,
        tuples: impl IntoIterator<Item = R>,
    ) -> Self {
        let mut table = Vec::new();
        for tuple in tuples {
            let tuple = tuple.as_ref();
            assert_eq!(tuple.len(), scope.len(), "a tuple needs a value for each variable");
            // No domain has a value of more than 32 bits, so such a tuple allows nothing.
            let narrow = tuple.iter().map(|&value| u32::try_from(value));
            table.extend(narrow.collect::<Result<Vec<_>, _>>().into_iter().flatten());
        }
        Global { scope, rule: Rule::Table(table) }
    }

    /// The variables that it constrains.
    pub fn scope(&self) -> &[Variable] {
        &self.scope
    }

    /// Whether it allows `values`, one for each variable of the scope: directly from the
    /// definition.
    pub fn allows(&self, values: &[Value]) -> bool {
        match &self.rule {
            Rule::Test(test) => test(values),
            Rule::Sum { worth, comparison, target } => {
                let sum = values.iter().zip(worth).map(|(&value, worth)| worth[value]).sum();
                comparison.allows(sum, sum, *target)
            }
            Rule::Table(tuples) => {
                let is_this = |tuple: &[u32]| tuple.iter().map(|&a| a as usize).eq(values.to_vec());
                // An empty tuple cannot be stored, and none is needed.
                values.is_empty() || tuples.chunks(values.len()).any(is_this)
            }
        }
    }

    /// Bytes that it needs.
    fn bytes(&self) -> usize {
        let rule = match &self.rule {
            Rule::Test(_) => 0,
            Rule::Sum { worth, .. } => {
                worth.iter().map(|worth| size_of_val(&worth[..]) + size_of_val(worth)).sum()
            }
            Rule::Table(tuples) => size_of_val(&tuples[..]),
        };
        size_of::<Self>() + size_of_val(&self.scope[..]) + rule
    }
}

/// The maximum number of combinations that a test is called for, to find the supported values.
const ENUMERATED: u64 = 1000;

/// The sets of values of the variables of a scope, one after the other.
struct Sets<'s> {
    sets: &'s [u64],
    /// Words in a set.
    words: usize,
}

impl Sets<'_> {
    fn count(&self) -> usize {
        self.sets.len() / self.words
    }

    fn words(&self, i: usize) -> &[u64] {
        &self.sets[i * self.words..][..self.words]
    }

    fn values(&self, i: usize) -> impl Iterator<Item = Value> {
        self.words(i).iter().enumerate().flat_map(|(j, &word)| values(word, j))
    }

    fn contains(&self, i: usize, value: Value) -> bool {
        self.words(i).get(value / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
    }

    fn size(&self, i: usize) -> u64 {
        self.words(i).iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

impl Global<'_> {
    /// Whether it is worthwhile to look for [supported](Global::supported) values: always, except
    /// that for a test the combinations must be few or only one variable may have more than one
    /// value.
    fn is_feasible(&self, sets: &Sets<'_>) -> bool {
        let Rule::Test(_) = self.rule else { return true };
        let sizes = (0..sets.count()).map(|i| sets.size(i));
        let combinations = sizes.clone().fold(1u64, u64::saturating_mul);
        combinations <= ENUMERATED || sizes.filter(|&size| size > 1).count() <= 1
    }

    /// Finds the values of `sets` that it still allows: for a test and a table, those in an allowed
    /// combination of values of the sets; for a sum, those compatible with the smallest and the
    /// largest sum of the others. Returns the number of checks.
    fn supported(&self, sets: &Sets<'_>, kept: &mut [u64]) -> u64 {
        kept.fill(0);
        let mut keep = |i: usize, value: Value| {
            kept[i * sets.words + value / 64] |= 1 << (value % 64);
        };
        match &self.rule {
            Rule::Test(test) => enumerate(sets, test, kept),
            Rule::Sum { worth, comparison, target } => {
                let bounds = |(i, worth): (usize, &Vec<i128>)| {
                    let worths = sets.values(i).map(|value| worth[value]);
                    worths.fold((i128::MAX, i128::MIN), |(least, most), w| {
                        (least.min(w), most.max(w))
                    })
                };
                let bounds: Vec<(i128, i128)> = worth.iter().enumerate().map(bounds).collect();
                let least: i128 = bounds.iter().map(|bounds| bounds.0).sum();
                let most: i128 = bounds.iter().map(|bounds| bounds.1).sum();
                let mut looks = 0;
                for (i, (worth, bounds)) in worth.iter().zip(bounds).enumerate() {
                    for value in sets.values(i) {
                        looks += 1;
                        let with = worth[value];
                        let (least, most) = (least - bounds.0 + with, most - bounds.1 + with);
                        if comparison.allows(least, most, *target) {
                            keep(i, value);
                        }
                    }
                }
                looks
            }
            Rule::Table(tuples) => {
                let tuples = tuples.chunks_exact(sets.count());
                let looks = tuples.len() as u64;
                for tuple in tuples {
                    let tuple = || tuple.iter().map(|&value| value as usize).enumerate();
                    if tuple().all(|(i, value)| sets.contains(i, value)) {
                        tuple().for_each(|(i, value)| keep(i, value));
                    }
                }
                looks
            }
        }
    }
}

/// Tests combinations of values of the sets until all values are supported; returns how many were
/// tested.
fn enumerate(sets: &Sets<'_>, test: &Test<'_>, kept: &mut [u64]) -> u64 {
    let columns: Vec<Vec<Value>> = (0..sets.count()).map(|i| sets.values(i).collect()).collect();
    let mut places = vec![0; columns.len()];
    let mut tuple: Vec<Value> = columns.iter().map(|column| column[0]).collect();
    for looks in 1.. {
        if test(&tuple) {
            for (i, &value) in tuple.iter().enumerate() {
                kept[i * sets.words + value / 64] |= 1 << (value % 64);
            }
            if kept == sets.sets {
                return looks;
            }
        }
        // The last variable that has a next value takes it, and all after it begin again.
        let Some(next) = (0..columns.len()).rfind(|&i| places[i] + 1 < columns[i].len()) else {
            return looks;
        };
        places[next] += 1;
        places[next + 1..].fill(0);
        for i in next..columns.len() {
            tuple[i] = columns[i][places[i]];
        }
    }
    unreachable!("there are finitely many combinations")
}

/// All constraints on any number of variables, and those to be examined again.
#[derive(Default)]
pub(super) struct Globals<'a> {
    all: Vec<Global<'a>>,
    /// The constraints of each variable.
    of: Lists,
    pub stale: VariableSet,
    /// The sets of values of a scope, and the supported ones.
    sets: Vec<u64>,
    kept: Vec<u64>,
    /// The values of a scope.
    tuple: Vec<Value>,
}

impl<'a> Globals<'a> {
    /// Collects the constraints of `csp` on any number of variables.
    pub fn compile<C: Csp>(csp: &'a C, words: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let variables = csp.variables();
        let mut all = Vec::new();
        for global in csp.global_constraints() {
            assert_each_once("a constraint", &global.scope, variables);
            meter.hold(global.bytes() + size_of_val(&global.scope[..]))?;
            all.push(global);
        }
        if all.is_empty() {
            return Ok(Globals::default());
        }
        let most = all.iter().map(|global| global.scope.len()).max().unwrap_or(0);
        meter.hold(Lists::bytes(variables) + VariableSet::bytes(all.len()))?;
        meter.hold(most * (2 * words + 1) * size_of::<u64>())?;
        let of = Lists::of(variables, all.iter().map(|global| &global.scope[..]));
        Ok(Globals {
            of,
            stale: VariableSet::none(all.len()),
            sets: Vec::with_capacity(most * words),
            kept: Vec::with_capacity(most * words),
            tuple: Vec::with_capacity(most),
            all,
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// How many are on `variable`.
    pub fn count_of(&self, variable: Variable) -> usize {
        if self.all.is_empty() { 0 } else { self.of.get(variable).len() }
    }

    /// The `i`-th constraint of `variable`.
    pub fn nth_of(&self, variable: Variable, i: usize) -> usize {
        self.of.get(variable)[i] as usize
    }

    /// Records that the domain of `variable` has shrunk.
    #[inline(always)]
    pub fn touch(&mut self, variable: Variable) {
        if !self.all.is_empty() {
            self.of.get(variable).iter().for_each(|&global| {
                self.stale.insert(global as usize);
            });
        }
    }

    pub fn scope(&self, global: usize) -> &[Variable] {
        &self.all[global].scope
    }

    /// Whether it is only a test.
    pub fn is_test(&self, global: usize) -> bool {
        matches!(self.all[global].rule, Rule::Test(_))
    }

    /// Whether the constraint allows the assigned values of the variables in its scope.
    pub fn is_satisfied(&mut self, global: usize, assignment: &[Value]) -> bool {
        let Global { scope, .. } = &self.all[global];
        self.tuple.clear();
        self.tuple.extend(scope.iter().map(|&x| assignment[x]));
        self.all[global].allows(&self.tuple)
    }

    /// Finds the values that a constraint still allows, given `set`, which appends the words of a
    /// variable's set of values. Returns the number of checks; `None` if there are too many
    /// combinations.
    pub fn support(
        &mut self,
        global: usize,
        words: usize,
        set: impl Fn(Variable, &mut Vec<u64>),
    ) -> Option<u64> {
        let global = &self.all[global];
        self.sets.clear();
        global.scope.iter().for_each(|&x| set(x, &mut self.sets));
        let sets = Sets { sets: &self.sets, words };
        self.kept.resize(self.sets.len(), 0);
        global.is_feasible(&sets).then(|| global.supported(&sets, &mut self.kept))
    }

    /// The `j`-th word of the values of the `i`-th variable that were found to be supported.
    pub fn kept(&self, i: usize, j: usize, words: usize) -> u64 {
        self.kept[i * words + j]
    }
}
