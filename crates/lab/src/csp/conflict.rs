//! Assignments that somebody else wrote: their numbers, and where they first break a rule.

use goalward::csp::{Global, Variable};

use super::CspDomain;
use crate::registry::Conflict;

/// Of problems with more variables the first conflict is not looked for: their pairs are too many.
const MOST: usize = 10_000;

/// Where an assignment, one value for each variable, first breaks a rule: the lowest variable
/// that cannot stand beside those before it.
pub(crate) fn conflict<C: CspDomain>(csp: &C, values: &[usize]) -> Option<Conflict> {
    if values.len() != csp.variables() || values.len() > MOST {
        return None;
    }
    let named = |x: Variable| format!("{} ({})", csp.name_variable(x), csp.name_value(values[x]));
    let alone = (0..values.len()).filter(|&x| {
        let value = values[x];
        value >= csp.domain(x) || !csp.allows(x, value)
    });
    let alone = alone.map(|x| (x, 0, Vec::new())).next();
    let legal = |x: Variable| values[x] < csp.domain(x);
    let pairs = csp.constraints().map(|(x, y)| (x.min(y), x.max(y)));
    let clashing = pairs
        .filter(|&(x, y)| legal(x) && legal(y) && !csp.compatible((x, values[x]), (y, values[y])));
    let pair = clashing.map(|(x, y)| (y, x, vec![x])).min();
    let broken = |global: &Global<'_>| {
        let scope = global.scope();
        let taken: Vec<usize> = scope.iter().map(|&x| values[x]).collect();
        scope.iter().all(|&x| legal(x)) && !global.allows(&taken)
    };
    let several = csp.global_constraints().filter(broken).filter_map(|global| {
        let mut scope = global.scope().to_vec();
        scope.sort_unstable();
        let last = scope.pop()?;
        Some((last, scope.first().copied().unwrap_or(last), scope))
    });
    let (at, _, others) = alone.into_iter().chain(pair).chain(several.min()).min()?;
    let others: Vec<String> = others.into_iter().map(named).collect();
    let why = match others.is_empty() {
        true => format!("{} cannot be {}", csp.name_variable(at), csp.name_value(values[at])),
        false => format!("{} conflicts with {}", named(at), others.join(", ")),
    };
    let so_far = (0..values.len()).map(|x| (x <= at).then_some(values[x])).collect::<Vec<_>>();
    Some(Conflict { at, why, state: csp.show(&so_far) })
}

/// The numbers of a written assignment of `count` values, each in words `what`.
pub(crate) fn read_numbers(text: &str, count: usize, what: &str) -> Result<Vec<u64>, String> {
    let between = |c: char| c.is_whitespace() || ",;[](){}".contains(c);
    let words = text.split(between).filter(|word| !word.is_empty());
    let numbers = words.map(|word| {
        let shown: String = word.chars().take(40).collect();
        word.parse::<u64>().map_err(|_| format!("`{shown}` is not a number"))
    });
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    match numbers.len() == count {
        true => Ok(numbers),
        false => Err(format!("it has {} numbers, but there are {count} {what}", numbers.len())),
    }
}

/// Numbers counted from 1, where they may be written from 0.
pub(crate) fn from_one(mut numbers: Vec<u64>) -> Vec<u64> {
    if numbers.contains(&0) {
        numbers.iter_mut().for_each(|number| *number = number.saturating_add(1));
    }
    numbers
}

/// The values that numbers counted from 1 stand for; 0 stands for none that a variable has.
pub(crate) fn values(numbers: &[u64]) -> Vec<usize> {
    numbers.iter().map(|&number| (number as usize).wrapping_sub(1).min(usize::MAX - 1)).collect()
}

#[cfg(test)]
mod tests {
    use goalward_domains::queens::Queens;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn there_is_a_conflict_unless_it_is_a_solution(rows in prop::collection::vec(0usize..6, 6)) {
            let queens = Queens::new(6).unwrap();
            let found = conflict(&queens, &rows);
            prop_assert_eq!(found.is_none(), goalward::csp::is_solution(&queens, &rows));
            if let Some(found) = found {
                let fits = |x: usize, y: usize| {
                    rows[x] != rows[y] && rows[x].abs_diff(rows[y]) != x.abs_diff(y)
                };
                prop_assert!((0..found.at).all(|y| (0..y).all(|x| fits(x, y))));
                prop_assert!(!(0..found.at).all(|x| fits(x, found.at)));
            }
        }
    }

    #[test]
    fn numbers_may_be_counted_from_zero() {
        assert_eq!(from_one(vec![2, 4, 1, 3]), [2, 4, 1, 3]);
        assert_eq!(from_one(vec![1, 3, 0, 2]), [2, 4, 1, 3]);
        assert_eq!(read_numbers("[1, 3, 0, 2]", 4, "queens"), Ok(vec![1, 3, 0, 2]));
        assert!(read_numbers("1 3", 4, "queens").unwrap_err().contains("4 queens"));
        assert!(read_numbers("1 x", 2, "queens").unwrap_err().contains("`x`"));
    }
}
