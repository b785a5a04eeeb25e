//! Models with constraints on any number of variables, and their laws.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::laws::Replay;
use super::*;
use crate::run::{Stop, Verdict};

/// A constraint of any kind. Variables are numbers, to be reduced modulo the number of variables.
#[derive(Clone, Debug)]
enum Said {
    Test { scope: Vec<usize>, salt: i64, of_16: i64 },
    Sum { terms: Vec<(i64, usize)>, comparison: Comparison, target: i64 },
    Table { scope: Vec<usize>, salt: i64, of_16: i64 },
    AllDifferent(Vec<usize>),
}

#[derive(Clone, Debug)]
struct Puzzle {
    domains: Vec<Vec<i64>>,
    said: Vec<Said>,
}

/// Whether a tuple is in the set that a number represents.
fn lucky(salt: i64, of_16: i64, values: &[i64]) -> bool {
    let mix = |h: u64, v: &i64| (h ^ *v as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    (values.iter().fold(salt as u64, mix) >> 40 & 15) < of_16 as u64
}

impl Said {
    /// The variables, reduced to this number.
    fn scope(&self, count: usize) -> Vec<usize> {
        let reduced = |scope: &[usize]| scope.iter().map(|x| x % count).collect::<Vec<_>>();
        match self {
            Said::Test { scope, .. } | Said::Table { scope, .. } => reduced(scope),
            Said::Sum { terms, .. } => terms.iter().map(|&(_, x)| x % count).collect(),
            Said::AllDifferent(scope) => {
                let mut scope = reduced(scope);
                scope.sort_unstable();
                scope.dedup();
                scope
            }
        }
    }

    /// Whether it is true of these values, in the order of the scope.
    fn is_true(&self, values: &[i64]) -> bool {
        match self {
            Said::Test { salt, of_16, .. } | Said::Table { salt, of_16, .. } => {
                lucky(*salt, *of_16, values)
            }
            Said::Sum { terms, comparison, target } => {
                let sum: i64 = terms.iter().zip(values).map(|(&(c, _), v)| c * v).sum();
                match comparison {
                    Comparison::Equal => sum == *target,
                    Comparison::AtMost => sum <= *target,
                    Comparison::AtLeast => sum >= *target,
                }
            }
            Said::AllDifferent(_) => (0..values.len()).all(|i| !values[..i].contains(&values[i])),
        }
    }
}

impl Puzzle {
    fn model(&self) -> Model<'_> {
        let mut model = Model::new();
        for (i, domain) in self.domains.iter().enumerate() {
            assert_eq!(model.variable(format!("x{i}"), domain.iter().copied()), i);
        }
        for said in &self.said {
            let scope = said.scope(self.domains.len());
            match said {
                Said::Test { .. } => model.constraint(&scope.clone(), move |values| {
                    let has = |(&x, value): (&usize, &i64)| self.domains[x].contains(value);
                    assert!(
                        scope.iter().zip(values).all(has),
                        "a test is called only with existing values"
                    );
                    said.is_true(values)
                }),
                Said::Sum { terms, comparison, target } => {
                    let terms: Vec<_> = terms.iter().map(|t| t.0).zip(scope).collect();
                    model.sum(&terms, *comparison, *target);
                }
                Said::Table { .. } => {
                    let tuples = tuples(scope.iter().map(|&x| &self.domains[x]));
                    model.table(&scope, tuples.into_iter().filter(|tuple| said.is_true(tuple)));
                }
                Said::AllDifferent(_) => model.all_different(&scope),
            }
        }
        model
    }

    /// Every solution, in lexicographic order, directly from the definition.
    fn brute_force(&self) -> Vec<Vec<i64>> {
        let sorted: Vec<Vec<i64>> = self.domains.iter().map(|domain| sorted(domain)).collect();
        let mut all = tuples(sorted.iter());
        all.retain(|values| {
            self.said.iter().all(|said| {
                let scope = said.scope(values.len());
                said.is_true(&scope.iter().map(|&x| values[x]).collect::<Vec<_>>())
            })
        });
        all
    }
}

fn sorted(values: &[i64]) -> Vec<i64> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values
}

/// All tuples of these values; the first value changes last.
fn tuples<'d>(domains: impl Iterator<Item = &'d Vec<i64>>) -> Vec<Vec<i64>> {
    domains.fold(vec![vec![]], |all, domain| {
        let longer = |tuple: Vec<i64>| {
            domain.iter().map(move |&value| [tuple.as_slice(), &[value]].concat())
        };
        all.into_iter().flat_map(longer).collect()
    })
}

fn puzzles() -> impl Strategy<Value = Puzzle> {
    let scope = || prop::collection::vec(0usize..60, 0..5);
    let comparison =
        prop_oneof![Just(Comparison::Equal), Just(Comparison::AtMost), Just(Comparison::AtLeast)];
    let said = prop_oneof![
        (scope(), any::<i64>(), 8i64..15).prop_map(|(scope, salt, of_16)| Said::Test {
            scope,
            salt,
            of_16
        }),
        (prop::collection::vec((-3i64..4, 0usize..60), 0..5), comparison, -9i64..12)
            .prop_map(|(terms, comparison, target)| Said::Sum { terms, comparison, target }),
        (prop::collection::vec(0usize..60, 1..5), any::<i64>(), 8i64..15)
            .prop_map(|(scope, salt, of_16)| Said::Table { scope, salt, of_16 }),
        scope().prop_map(Said::AllDifferent),
    ];
    // Some domains need more than a word.
    let domain = prop_oneof![
        9 => prop::collection::vec(-3i64..4, 1..5),
        1 => Just((0..70).map(|value| value - 5).collect()),
    ];
    let domains = prop::collection::vec(domain, 1..5).prop_filter("not too many", |domains| {
        domains.iter().map(Vec::len).product::<usize>() <= 400
    });
    (domains, prop::collection::vec(said, 0..4))
        .prop_map(|(domains, said)| Puzzle { domains, said })
}

/// The solutions found, as values.
fn read(model: &Model<'_>, answer: &Answer) -> Vec<Vec<i64>> {
    model.solutions(answer).map(|found| found.values().collect()).collect()
}

proptest! {
    #[test]
    fn every_method_finds_what_brute_force_finds_in_a_model(puzzle in puzzles()) {
        let expected = puzzle.brute_force();
        let model = puzzle.model();
        for method in methods() {
            let answer = search(method, &model, Find::All);
            let mut found = read(&model, &answer);
            let checked = super::found(&answer).iter().all(|values| is_solution(&model, values));
            prop_assert!(checked, "{:?}", method);
            if (method.order, method.values) != (VariableOrder::Static, ValueOrder::Static) {
                found.sort_unstable();
            }
            prop_assert_eq!(&found, &expected, "{:?}", method);
            prop_assert_eq!(answer.outcome.verdict == Verdict::Unsolvable, expected.is_empty());
        }
    }

    #[test]
    fn what_is_a_solution_is_what_is_said(puzzle in puzzles(), seed in any::<u64>()) {
        let model = puzzle.model();
        let sizes: Vec<usize> = (0..model.variables()).map(|x| model.domain(x)).collect();
        let expected = puzzle.brute_force();
        let mut rng = crate::Rng::new(seed);
        for _ in 0..50 {
            let values: Vec<Value> = sizes.iter().map(|&size| rng.below(size)).collect();
            let read: Vec<i64> = Assignment::of(&model, &values).values().collect();
            prop_assert_eq!(is_solution(&model, &values), expected.contains(&read));
        }
    }

    #[test]
    fn events_of_a_model_tell_the_whole_story(puzzle in puzzles()) {
        let model = puzzle.model();
        for method in methods() {
            let mut replay = Replay::default();
            let observer = |event| replay.on(event);
            let answer = method.search(&model, Find::All, &Limits::default(), observer);
            prop_assert_eq!(&replay.solutions, &found(&answer), "{:?}", method);
            prop_assert!(replay.standing.is_empty(), "every assignment is undone");
            prop_assert_eq!(replay.effort(method.inference, answer.effort.checks), answer.effort);
        }
    }

    #[test]
    fn a_model_is_searched_within_its_limits(puzzle in puzzles(), limit in 0u64..20) {
        let model = puzzle.model();
        for method in methods() {
            let whole = search(method, &model, Find::All);
            let part = method.search(&model, Find::All, &Limits::nodes(limit), ());
            let nodes = whole.outcome.stats.expanded;
            prop_assert_eq!(part.outcome.stats.expanded, nodes.min(limit));
            if let Some(best) = part.outcome.best() {
                prop_assert!(found(&whole).starts_with(&best.kept));
            }
            let most = whole.outcome.stats.peak_bytes;
            let limits = Limits::memory(most);
            prop_assert_eq!(found(&method.search(&model, Find::All, &limits, ())), found(&whole));
            let limits = Limits::memory(most - 1);
            let less = method.search(&model, Find::All, &limits, ()).outcome.verdict;
            let is_stopped = matches!(less, Verdict::Stopped { by: Stop::Memory, .. });
            prop_assert!(is_stopped, "{:?}", less);
        }
    }
}

const MAC: Backtracking = Backtracking {
    inference: Inference::Mac,
    order: VariableOrder::Static,
    values: ValueOrder::Static,
};

/// The remaining values of each variable before the first assignment.
fn at_root(model: &Model<'_>, inference: Inference) -> Vec<Vec<i64>> {
    let mut struck = Vec::new();
    let mut begun = false;
    let observer = |event| match event {
        Event::Assign { .. } => begun = true,
        Event::Prune { variable, value, .. } | Event::Exclude { variable, value, .. } if !begun => {
            struck.push((variable, value));
        }
        _ => {}
    };
    let method = Backtracking { inference, ..MAC };
    method.search(model, Find::First, &Limits::default(), observer);
    let left = |x| {
        let values = (0..model.domain(x)).filter(|&a| model.allows(x, a));
        let left = values.filter(|&a| !struck.contains(&(x, a)));
        let mut tuple = vec![0; model.variables()];
        left.map(|a| {
            tuple[x] = a;
            Assignment::of(model, &tuple)[x]
        })
        .collect()
    };
    (0..model.variables()).map(left).collect()
}

#[test]
fn a_sum_is_kept_within_its_bounds() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.variable(name, 0..=9));
    model.sum(&[(1, x), (1, y), (1, z)], Comparison::AtLeast, 25);
    model.sum(&[(2, x), (-1, y)], Comparison::AtMost, 6);
    // x + y + z >= 25 makes each at least 7; 2x <= 6 + 9 makes x at most 7, so y and z are 9.
    assert_eq!(at_root(&model, Inference::Mac), [vec![7], vec![9], vec![9]]);
    assert_eq!(at_root(&model, Inference::ForwardChecking)[0].len(), 10);
}

#[test]
fn a_table_and_a_small_test_are_arc_consistent() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.variable(name, 0..=9));
    model.table(&[x, y, z], [[1, 2, 3], [4, 5, 6], [7, 8, 99]]);
    assert_eq!(at_root(&model, Inference::Mac), [[1, 4], [2, 5], [3, 6]]);
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.variable(name, 0..=9));
    model.constraint(&[x, y, z], |v| v[0] * v[1] * v[2] == 10 && v[0] < v[1]);
    assert_eq!(at_root(&model, Inference::Mac), [vec![1, 2], vec![2, 5], vec![1, 2, 5]]);
}

#[test]
fn a_test_is_not_enumerated_beyond_a_thousand_combinations() {
    let mut model = Model::new();
    let scope = ["x", "y", "z"].map(|name| model.variable(name, 0..=10));
    model.constraint(&scope, |v| v[0] + v[1] + v[2] == 0);
    assert_eq!(at_root(&model, Inference::Mac).concat().len(), 33);
    // One assignment leaves 121 combinations, which determine the rest.
    let answer = search(MAC, &model, Find::First);
    assert_eq!((answer.effort.assignments, answer.effort.prunings), (3, 20));
}

#[test]
fn variables_that_differ_may_have_different_values() {
    let mut model = Model::new();
    let [x, y] = [("x", [1, 2]), ("y", [2, 3])].map(|(name, values)| model.variable(name, values));
    model.all_different(&[x, y]);
    for method in methods() {
        let mut found = read(&model, &search(method, &model, Find::All));
        found.sort_unstable();
        assert_eq!(found, [[1, 2], [1, 3], [2, 3]], "{method:?}");
    }
}

#[test]
fn a_search_in_a_model_can_be_ended_by_its_observer_and_by_time() {
    let mut model = Model::new();
    let scope: Vec<_> = (0..30).map(|i| model.variable(format!("x{i}"), 0..=9)).collect();
    let terms: Vec<_> = scope.iter().map(|&x| (2, x)).collect();
    // A sum of even numbers is not odd, which bounds do not detect.
    model.sum(&terms, Comparison::Equal, 271);
    for method in methods() {
        let limits = Limits::time(std::time::Duration::from_millis(20));
        let answer = method.search(&model, Find::First, &limits, ());
        assert!(matches!(answer.outcome.verdict, Verdict::Stopped { by: Stop::Time, .. }));
        let mut told = 0;
        let answer = method.search(&model, Find::First, &Limits::default(), |_| {
            told += 1;
            if told == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(answer.outcome.verdict, Verdict::Stopped { by: Stop::Cancelled, .. }));
        assert_eq!(told, 100);
    }
}

#[test]
fn constraints_on_no_variable_hold_or_not() {
    for (sum, expected) in [(0, 2), (1, 0)] {
        let mut model = Model::new();
        model.variable("x", [3, 3, 4]);
        model.constraint(&[], |values| values.is_empty());
        model.sum(&[], Comparison::Equal, sum);
        for method in methods() {
            assert_eq!(found(&search(method, &model, Find::All)).len(), expected);
        }
    }
}

#[test]
#[should_panic = "there are two variables named x"]
fn names_are_given_once() {
    let mut model = Model::new();
    model.variable("x", [1]);
    model.variable("x", [2]);
}
