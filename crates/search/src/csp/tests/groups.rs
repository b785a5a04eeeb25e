//! Groups that must all differ, on 4×4 Sudokus.

use proptest::prelude::*;

use super::laws::Replay;
use super::*;
use crate::run::Verdict;

const ALL_DIFFERENT: Backtracking = Backtracking {
    inference: Inference::AllDifferent,
    order: VariableOrder::Mrv,
    values: ValueOrder::Static,
};

/// The values that each of 16 cells may have, a bit each.
#[derive(Clone, Debug)]
struct Four([u8; 16]);

/// Rows, columns and boxes.
fn units() -> impl Iterator<Item = Vec<Variable>> {
    let unit = |of: fn(usize) -> usize, i| (0..16).filter(|&x| of(x) == i).collect();
    let kinds: [fn(usize) -> usize; 3] = [|x| x / 4, |x| x % 4, |x| x / 8 * 2 + x % 4 / 2];
    kinds.into_iter().flat_map(move |of| (0..4).map(move |i| unit(of, i)))
}

impl Csp for Four {
    fn variables(&self) -> usize {
        16
    }

    fn domain(&self, _: Variable) -> usize {
        4
    }

    fn allows(&self, x: Variable, a: Value) -> bool {
        self.0[x] >> a & 1 != 0
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        let pairs = |unit: Vec<usize>| {
            unit.clone()
                .into_iter()
                .flat_map(move |y| unit.clone().into_iter().map(move |x| (x, y)))
        };
        units().flat_map(pairs).filter(|&(x, y)| x < y)
    }

    fn compatible(&self, x: (Variable, Value), y: (Variable, Value)) -> bool {
        x.1 != y.1
    }

    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        // A group of another size, which says nothing about places, is ignored.
        std::iter::once(vec![0, 1]).chain(units())
    }
}

impl Four {
    /// The values left when nothing changes any more, directly from the definition; `None` if a
    /// cell has no value or a unit has no place for one.
    fn settled(&self) -> Option<Four> {
        let mut cells = self.0;
        loop {
            let before = cells;
            for unit in units() {
                for &x in unit.iter().filter(|&&x| before[x].count_ones() == 1) {
                    unit.iter().filter(|&&y| y != x).for_each(|&y| cells[y] &= !before[x]);
                }
                for value in 0..4 {
                    let places = unit.iter().copied().filter(|&x| before[x] >> value & 1 != 0);
                    let places: Vec<usize> = places.collect();
                    match places[..] {
                        [] => return None,
                        [one] => cells[one] &= 1 << value,
                        _ => {}
                    }
                    for other in units().filter(|other| places.iter().all(|x| other.contains(x))) {
                        let rest = other.iter().filter(|x| !places.contains(x));
                        rest.for_each(|&x| cells[x] &= !(1 << value));
                    }
                }
            }
            if cells.contains(&0) {
                return None;
            }
            if cells == before {
                return Some(Four(cells));
            }
        }
    }
}

fn four() -> impl Strategy<Value = Four> {
    // All values, one, or any.
    let cell = prop_oneof![5 => Just(15u8), 1 => (0u32..4).prop_map(|a| 1 << a), 3 => 1u8..16];
    prop::array::uniform16(cell).prop_map(Four)
}

proptest! {
    #[test]
    fn groups_cost_no_solution(four in four()) {
        let sorted = |method| {
            let mut all = found(&search(method, &four, Find::All));
            all.sort_unstable();
            all
        };
        let expected = sorted(Backtracking::default());
        for method in methods().filter(|method| method.inference == Inference::AllDifferent) {
            prop_assert_eq!(sorted(method), expected.clone());
        }
    }

    #[test]
    fn all_that_follows_is_struck_before_the_first_value_is_given(four in four()) {
        let mut cells = four.0;
        let mut given = false;
        let answer = ALL_DIFFERENT.search(&four, Find::First, &Limits::default(), |event| {
            given |= matches!(event, Event::Assign { .. });
            if let (false, Event::Prune { variable, value, .. }
                | Event::Confine { variable, value, .. }) = (given, event)
            {
                cells[variable] &= !(1 << value);
            }
        });
        match four.settled() {
            Some(settled) => prop_assert!(given && cells == settled.0),
            None => prop_assert!(!given && answer.outcome.verdict == Verdict::Unsolvable),
        }
    }

    #[test]
    fn events_of_groups_tell_the_whole_story(four in four()) {
        let mut replay = Replay::default();
        let observer = |event| replay.on(event);
        let answer = ALL_DIFFERENT.search(&four, Find::All, &Limits::default(), observer);
        prop_assert_eq!(&replay.solutions, &found(&answer));
        prop_assert_eq!(replay.effort(Inference::AllDifferent, 0), answer.effort);
    }
}

#[test]
fn without_groups_it_is_arc_consistency() {
    let effort = |inference| {
        let method = Backtracking { inference, ..Backtracking::default() };
        let effort = search(method, &queens(8), Find::All).effort;
        (effort.assignments, effort.backtracks, effort.checks)
    };
    assert_eq!(effort(Inference::AllDifferent), effort(Inference::Mac));
}
