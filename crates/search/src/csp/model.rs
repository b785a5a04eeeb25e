//! Problems with named variables and constraints on any number of them.

use std::collections::HashMap;
use std::fmt;

use super::{Answer, Assignment, Comparison, Csp, Global, Value, Variable};

/// A constraint problem with named variables and constraints on any number of them.
///
/// A value is any type that can be copied and ordered: numbers, characters, `&str`. The values of a
/// variable are tried in ascending order. Constraints on one variable reduce its domain
/// immediately; tests of two variables and [`all_different`](Model::all_different) become
/// constraints on pairs, and all others are [`Global`]. [`Inference`](super::Inference) says what
/// is inferred from each kind.
///
/// ```
/// use goalward::csp::{Backtracking, Comparison, CspSearch, Find, Model};
///
/// // TO + GO = OUT: a digit for each letter, and no number begins with 0.
/// let mut model = Model::new();
/// let [t, g, o, u] = [("T", 1), ("G", 1), ("O", 1), ("U", 0)]
///     .map(|(letter, least)| model.variable(letter, least..=9));
/// model.all_different(&[t, g, o, u]);
/// let to_and_go = [(10, t), (1, o), (10, g), (1, o)];
/// let out = [(-100, o), (-10, u), (-1, t)];
/// model.sum(&[&to_and_go[..], &out].concat(), Comparison::Equal, 0);
///
/// let answer = Backtracking::default().solve(&model, Find::All);
/// let solutions: Vec<_> = model.solutions(&answer).map(|found| found.to_string()).collect();
/// assert_eq!(solutions, ["T=2 G=8 O=1 U=0"]);
/// ```
pub struct Model<'a, T = i64> {
    names: Vec<String>,
    variables: HashMap<String, Variable>,
    /// The values of each variable, ascending.
    domains: Vec<Vec<T>>,
    /// The space that numbers the values of each variable.
    space_of: Vec<usize>,
    /// Values, ascending. Variables that must differ share a space, so that equal values have equal
    /// numbers.
    spaces: Vec<Vec<T>>,
    tests: Vec<Test<'a, T>>,
    /// For each variable, the higher ones that it is in a constrained pair with, ascending.
    pairs: Vec<Vec<(Variable, PairRule)>>,
    groups: Vec<Vec<Variable>>,
    globals: Vec<Stated<T>>,
}

/// Whether values are allowed together.
type Allows<'a, T> = dyn Fn(&[T]) -> bool + Send + Sync + 'a;

/// A test of values, in the order of its scope, which may name a variable more than once.
struct Test<'a, T> {
    scope: Vec<Variable>,
    allows: Box<Allows<'a, T>>,
}

/// The constraints on a pair.
#[derive(Default)]
struct PairRule {
    different: bool,
    /// Numbers of tests.
    tests: Vec<usize>,
}

/// A global constraint as it was added.
enum Stated<T> {
    /// The number of a test.
    Test(usize),
    Sum {
        terms: Vec<(i128, Variable)>,
        number: fn(T) -> i64,
        comparison: Comparison,
        target: i64,
    },
    Table {
        scope: Vec<Variable>,
        tuples: Vec<Vec<T>>,
    },
}

impl<T> fmt::Debug for Model<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut model = f.debug_struct("Model");
        model.field("variables", &self.names).field("pairs", &self.pairs.iter().flatten().count());
        model.field("global_constraints", &self.globals.len()).finish_non_exhaustive()
    }
}

impl<T: Copy + Ord> Default for Model<'_, T> {
    fn default() -> Self {
        Model::new()
    }
}

impl<'a, T: Copy + Ord> Model<'a, T> {
    /// A model without variables.
    pub fn new() -> Self {
        Model {
            names: Vec::new(),
            variables: HashMap::new(),
            domains: Vec::new(),
            space_of: Vec::new(),
            spaces: Vec::new(),
            tests: Vec::new(),
            pairs: Vec::new(),
            groups: Vec::new(),
            globals: Vec::new(),
        }
    }

    /// Adds a variable with these values, and returns its number.
    ///
    /// # Panics
    /// If there is already a variable with this name.
    pub fn variable(
        &mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = T>,
    ) -> Variable {
        let (name, variable) = (name.into(), self.names.len());
        let before = self.variables.insert(name.clone(), variable);
        assert!(before.is_none(), "there are two variables named {name}");
        let mut values: Vec<T> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        self.names.push(name);
        self.pairs.push(Vec::new());
        self.space_of.push(self.spaces.len());
        self.spaces.push(values.clone());
        self.domains.push(values);
        variable
    }

    /// The variable with this name.
    pub fn named(&self, name: &str) -> Option<Variable> {
        self.variables.get(name).copied()
    }

    /// The name of a variable.
    pub fn name(&self, variable: Variable) -> &str {
        &self.names[variable]
    }

    /// Allows only values for which `test` is true. They are passed in the order of `scope`, which
    /// may name a variable more than once.
    ///
    /// # Panics
    /// If a variable does not belong to this model.
    pub fn constraint(
        &mut self,
        scope: &[Variable],
        test: impl Fn(&[T]) -> bool + Send + Sync + 'a,
    ) {
        let test = Test { scope: scope.to_vec(), allows: Box::new(test) };
        match self.distinct(scope)[..] {
            [x] => self.domains[x].retain(|&value| test.allows(|_| value)),
            [x, y] => {
                let number = self.tests.len();
                self.tests.push(test);
                self.pair(x, y).tests.push(number);
            }
            _ => {
                self.globals.push(Stated::Test(self.tests.len()));
                self.tests.push(test);
            }
        }
    }

    /// Requires the values of these variables to be all different.
    ///
    /// # Panics
    /// If a variable does not belong to this model, or is named twice.
    pub fn all_different(&mut self, scope: &[Variable]) {
        assert_eq!(self.distinct(scope).len(), scope.len(), "a variable cannot differ from itself");
        for (i, &x) in scope.iter().enumerate() {
            scope[..i].iter().for_each(|&y| self.pair(x.min(y), x.max(y)).different = true);
        }
        let spaces: Vec<usize> = self.distinct_spaces(scope);
        let mut shared: Vec<T> = spaces.iter().flat_map(|&s| self.spaces[s].clone()).collect();
        shared.sort_unstable();
        shared.dedup();
        if let Some(&first) = spaces.first() {
            self.spaces[first] = shared;
            let moved = self.space_of.iter_mut().filter(|space| spaces.contains(space));
            moved.for_each(|space| *space = first);
        }
        self.groups.push(scope.to_vec());
    }

    /// Allows only these tuples of values, in the order of `scope`, which may name a variable
    /// more than once.
    ///
    /// # Panics
    /// If a variable does not belong to this model, or a tuple is longer or shorter than `scope`.
    pub fn table<R: AsRef<[T]>>(
        &mut self,
        scope: &[Variable],
        tuples: impl IntoIterator<Item = R>,
    ) {
        let distinct = self.distinct(scope);
        let place = |x: &Variable| scope.iter().position(|y| y == x).expect("it is in the scope");
        let places: Vec<usize> = distinct.iter().map(place).collect();
        let mut narrowed = Vec::new();
        for tuple in tuples {
            let tuple = tuple.as_ref();
            assert_eq!(tuple.len(), scope.len(), "a tuple needs a value for each variable");
            let is_same = |(x, value): (&Variable, &T)| tuple[place(x)] == *value;
            if scope.iter().zip(tuple).all(is_same) {
                narrowed.push(places.iter().map(|&place| tuple[place]).collect());
            }
        }
        self.globals.push(Stated::Table { scope: distinct, tuples: narrowed });
    }

    /// The stored solutions of a search in this model, in the order found.
    pub fn solutions<'s>(&'s self, answer: &'s Answer) -> impl Iterator<Item = Assignment<'s, T>> {
        let kept = answer.outcome.best().map_or(&[][..], |solutions| &solutions.kept);
        kept.iter().map(|values| Assignment::of(self, values))
    }

    /// The variables of a scope, ascending, each once.
    fn distinct(&self, scope: &[Variable]) -> Vec<Variable> {
        let count = self.names.len();
        if let Some(x) = scope.iter().find(|&&x| x >= count) {
            panic!("a constraint names variable {x}, but there are only {count} variables");
        }
        let mut distinct = scope.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        distinct
    }

    fn distinct_spaces(&self, scope: &[Variable]) -> Vec<usize> {
        let mut spaces: Vec<usize> = scope.iter().map(|&x| self.space_of[x]).collect();
        spaces.sort_unstable();
        spaces.dedup();
        spaces
    }

    /// The constraints on the pair `x < y`, which are added if there are none yet.
    fn pair(&mut self, x: Variable, y: Variable) -> &mut PairRule {
        let pairs = &mut self.pairs[x];
        let place = pairs.binary_search_by_key(&y, |pair| pair.0).unwrap_or_else(|place| {
            pairs.insert(place, (y, PairRule::default()));
            place
        });
        &mut pairs[place].1
    }

    /// The constraints on the pair `x < y`, which has some.
    #[inline]
    fn rule(&self, x: Variable, y: Variable) -> &PairRule {
        let pairs = &self.pairs[x];
        let place = pairs.binary_search_by_key(&y, |pair| pair.0);
        &pairs[place.expect("the pair is constrained")].1
    }

    /// The space that numbers the values of `variable`.
    pub(super) fn space(&self, variable: Variable) -> &[T] {
        &self.spaces[self.space_of[variable]]
    }

    /// A tuple of values as their numbers, if these values exist.
    fn numbers(&self, scope: &[Variable], tuple: &[T]) -> Option<Vec<Value>> {
        let number = |(&x, value): (&Variable, &T)| self.space(x).binary_search(value).ok();
        scope.iter().zip(tuple).map(number).collect()
    }

    /// An added constraint in terms of the numbers of values.
    fn compile<'s>(&'s self, stated: &'s Stated<T>) -> Global<'s> {
        match stated {
            &Stated::Test(test) => {
                let test = &self.tests[test];
                let scope = self.distinct(&test.scope);
                let order = scope.clone();
                Global::test(scope, move |values| {
                    test.allows(|x| {
                        let place = order.iter().position(|&y| y == x).expect("it is in the scope");
                        self.space(x)[values[place]]
                    })
                })
            }
            Stated::Sum { terms, number, comparison, target } => {
                let worth = |&(coefficient, x): &(i128, Variable)| {
                    let worth = |&value: &T| coefficient * i128::from(number(value));
                    self.space(x).iter().map(worth).collect()
                };
                let scope = terms.iter().map(|&(_, x)| x).collect();
                let worth = terms.iter().map(worth).collect();
                Global::sum(scope, worth, *comparison, (*target).into())
            }
            Stated::Table { scope, tuples } => {
                let numbered = tuples.iter().filter_map(|tuple| self.numbers(scope, tuple));
                Global::table(scope.clone(), numbered)
            }
        }
    }
}

impl<T: Copy + Ord + Into<i64>> Model<'_, T> {
    /// Compares the sum of these variables, each times its coefficient, with a target. A variable
    /// may occur more than once.
    ///
    /// ```
    /// use goalward::csp::{Backtracking, Comparison, CspSearch, Find, Model};
    ///
    /// // Ten cents in coins of five, two and one.
    /// let mut model = Model::new();
    /// let [five, two, one] = ["five", "two", "one"].map(|name| model.variable(name, 0..=10));
    /// model.sum(&[(5, five), (2, two), (1, one)], Comparison::Equal, 10);
    /// let answer = Backtracking::default().solve(&model, Find::Count);
    /// assert_eq!(answer.outcome.into_solution().unwrap().count, 10);
    /// ```
    ///
    /// # Panics
    /// If a variable does not belong to this model, or the sum overflows 128 bits.
    pub fn sum(&mut self, terms: &[(i64, Variable)], comparison: Comparison, target: i64) {
        let scope: Vec<Variable> = terms.iter().map(|&(_, x)| x).collect();
        let coefficient = |x| {
            let of_x = terms.iter().filter(|&&(_, y)| y == x);
            (of_x.map(|&(coefficient, _)| i128::from(coefficient)).sum(), x)
        };
        let terms: Vec<(i128, Variable)> =
            self.distinct(&scope).into_iter().map(coefficient).collect();
        let most = |&(coefficient, x): &(i128, Variable)| {
            let largest = self.domains[x].iter().map(|&value| value.into().unsigned_abs()).max();
            coefficient.unsigned_abs().checked_mul(largest.unwrap_or(0).into())
        };
        let most = terms.iter().map(most).try_fold(0u128, |sum, most| sum.checked_add(most?));
        assert!(most.is_some_and(|most| most < 1 << 126), "a sum does not fit in 128 bits");
        self.globals.push(Stated::Sum { terms, number: T::into, comparison, target });
    }
}

impl<T: Copy> Test<'_, T> {
    /// Whether it is true of these values.
    #[inline]
    fn allows(&self, value: impl Fn(Variable) -> T) -> bool {
        match self.scope[..] {
            [x] => (self.allows)(&[value(x)]),
            [x, y] => (self.allows)(&[value(x), value(y)]),
            [x, y, z] => (self.allows)(&[value(x), value(y), value(z)]),
            _ => (self.allows)(&self.scope.iter().map(|&x| value(x)).collect::<Vec<T>>()),
        }
    }
}

impl<T: Copy + Ord> Csp for Model<'_, T> {
    fn variables(&self) -> usize {
        self.names.len()
    }

    fn domain(&self, variable: Variable) -> usize {
        self.space(variable).len()
    }

    fn allows(&self, variable: Variable, value: Value) -> bool {
        let (domain, space) = (&self.domains[variable], self.space(variable));
        domain.len() == space.len() || domain.binary_search(&space[value]).is_ok()
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        let of = |(x, pairs): (Variable, &Vec<(Variable, PairRule)>)| {
            pairs.iter().map(move |&(y, _)| (x, y)).collect::<Vec<_>>()
        };
        self.pairs.iter().enumerate().flat_map(of)
    }

    fn compatible(&self, (x, a): (Variable, Value), (y, b): (Variable, Value)) -> bool {
        let PairRule { different, tests } = self.rule(x, y);
        if *different && a == b {
            return false;
        }
        if tests.is_empty() {
            return true;
        }
        let (first, second) = (self.space(x), self.space(y));
        let (value_of_x, value_of_y) = (first[a], second[b]);
        let has = |variable: Variable, space: &[T], value| {
            let domain = &self.domains[variable];
            domain.len() == space.len() || domain.binary_search(value).is_ok()
        };
        // A test is called only with values that its variables have.
        has(x, first, &value_of_x)
            && has(y, second, &value_of_y)
            && tests.iter().all(|&test| {
                self.tests[test].allows(|z| if z == x { value_of_x } else { value_of_y })
            })
    }

    fn relation(&self, x: Variable, y: Variable) -> Option<usize> {
        self.rule(x, y).tests.is_empty().then_some(0)
    }

    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        self.groups.iter().cloned()
    }

    fn global_constraints(&self) -> impl Iterator<Item = Global<'_>> {
        self.globals.iter().map(|stated| self.compile(stated))
    }
}
