//! Queens as a constraint problem: all methods agree, with each other and with
//! the bitboard count.

use goalward::Limits;
use goalward::csp::{
    Answer, Backtracking, CspSearch, Effort, Find, Inference, Value, ValueOrder, VariableOrder,
    is_solution,
};
use goalward_domains::queens::Queens;

const INFERENCES: [Inference; 4] =
    [Inference::None, Inference::ForwardChecking, Inference::Mac, Inference::AllDifferent];
const ORDERS: [VariableOrder; 3] =
    [VariableOrder::Static, VariableOrder::Mrv, VariableOrder::MrvDegree];

fn methods() -> impl Iterator<Item = Backtracking> {
    let pairs = INFERENCES.into_iter().flat_map(|i| ORDERS.map(|o| (i, o)));
    pairs.flat_map(|(inference, order)| {
        [ValueOrder::Static, ValueOrder::Lcv].map(|values| Backtracking {
            inference,
            order,
            values,
        })
    })
}

fn queens(n: usize) -> Queens {
    Queens::new(n).unwrap()
}

fn search(method: Backtracking, n: usize, find: Find) -> Answer {
    method.search(&queens(n), find, &Limits::default(), ())
}

/// No two queens attack each other: from the rules, not from the constraints.
fn is_peaceful(rows: &[Value]) -> bool {
    let pairs = (0..rows.len()).flat_map(|y| (0..y).map(move |x| (x, y)));
    pairs.into_iter().all(|(x, y)| {
        rows[x] != rows[y] && rows[x] + x != rows[y] + y && rows[x] + y != rows[y] + x
    })
}

#[test]
fn every_method_finds_the_same_solutions() {
    for n in 1..=8 {
        let mut expected: Option<Vec<Vec<Value>>> = None;
        for method in methods() {
            let answer = search(method, n, Find::All);
            let mut found = answer.outcome.into_solution().unwrap_or_default().kept;
            assert!(found.iter().all(|rows| rows.len() == n && is_peaceful(rows)));
            found.sort_unstable();
            assert_eq!(&found, expected.get_or_insert_with(|| found.clone()), "{method:?}, {n}");
        }
    }
}

#[test]
fn every_method_agrees_with_the_bitboard_count() {
    for n in 1..=9 {
        let count = queens(n).count(&Limits::default()).unwrap().into_solution().unwrap();
        for method in methods().filter(|m| m.values == ValueOrder::Static) {
            let found = search(method, n, Find::Count).outcome.into_solution();
            assert_eq!(found.map_or(0, |found| found.count), count.all, "{method:?}, {n}");
        }
    }
}

#[test]
fn named_relations_change_nothing() {
    let pairs = (0..7).flat_map(|y| (0..y).map(move |x| (x, y))).collect();
    let unnamed = goalward::csp::from_fn(vec![7; 7], pairs, |(x, a), (y, b)| {
        a != b && a.abs_diff(b) != y - x
    });
    let unnamed = unnamed.with_groups(vec![(0..7).collect()]);
    for method in methods() {
        let plain = method.search(&unnamed, Find::All, &Limits::default(), ());
        let named = search(method, 7, Find::All);
        assert_eq!(plain.outcome.verdict, named.outcome.verdict);
        assert_eq!(plain.effort, named.effort);
    }
}

/// A changed count must be a decision, never an accident.
#[test]
fn all_solutions_of_twelve_queens_take_exactly_this_effort() {
    let effort = |inference, order| {
        let method = Backtracking { inference, order, ..Backtracking::default() };
        let answer = search(method, 12, Find::Count);
        assert_eq!(answer.outcome.solution().map(|found| found.count), Some(14_200));
        assert_eq!(answer.outcome.stats.expanded, answer.effort.backtracks + 1);
        let Effort { assignments, prunings, backtracks, checks, .. } = answer.effort;
        [assignments, prunings, backtracks, checks]
    };
    assert_eq!(
        effort(Inference::ForwardChecking, VariableOrder::Static),
        [641_974, 1_933_092, 383_106, 2_037_962]
    );
    assert_eq!(
        effort(Inference::ForwardChecking, VariableOrder::Mrv),
        [416_828, 1_494_574, 300_746, 1_427_774]
    );
    assert_eq!(
        effort(Inference::Mac, VariableOrder::Mrv),
        [184_886, 1_206_150, 111_884, 5_466_105]
    );
}

#[test]
fn boards_wider_than_a_word_are_solved() {
    for n in [64, 65, 70, 100, 131] {
        for inference in [Inference::ForwardChecking, Inference::Mac] {
            let method = Backtracking { inference, ..Backtracking::default() };
            let limits = Limits::nodes(10_000);
            let answer = method.search(&queens(n), Find::First, &limits, ());
            let solutions = answer.outcome.into_solution().unwrap_or_else(|| panic!("{n} queens"));
            let rows = solutions.first().unwrap();
            assert!(is_peaceful(rows) && is_solution(&queens(n), rows));
        }
    }
}
