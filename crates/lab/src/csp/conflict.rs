//! Assignments that somebody else wrote: their numbers, and where they first break a rule.

use goalward::csp::{Global, Variable};

use super::CspDomain;
use crate::registry::Conflict;

/// The first conflict is not looked for in problems with more variables: they have too many pairs.
const MOST: usize = 10_000;

/// Where an assignment, one value for each variable, first breaks a rule: the lowest variable that
/// conflicts with those before it.
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
    Some(Conflict { at, why, drawing: csp.drawing(&so_far) })
}

/// The numbers of a written assignment of `count` values, each in words `what`: in the order of the
/// variables, as one word of digits, or after names as in `WA=1` or `'WA': 1`, whose variables
/// `place` finds.
pub(crate) fn read_numbers(
    text: &str,
    count: usize,
    what: &str,
    place: impl Fn(&str) -> Option<usize>,
) -> Result<Vec<u64>, String> {
    let between = |c: char| c.is_whitespace() || ",;[](){}'\"".contains(c);
    let text = text.replace([':', '='], " = ");
    let words: Vec<&str> = text.split(between).filter(|word| !word.is_empty()).collect();
    let shown = |word: &str| word.chars().take(40).collect::<String>();
    let number =
        |word: &str| word.parse::<u64>().map_err(|_| format!("`{}` is not a number", shown(word)));
    if !words.contains(&"=") {
        let digits = |word: &str| word.chars().map(|c| c.to_digit(10).map(u64::from)).collect();
        let packed: Option<Vec<u64>> = match words.as_slice() {
            [word] if count > 1 && word.len() == count => digits(word),
            _ => None,
        };
        let numbers = match packed {
            Some(numbers) => numbers,
            None => words.iter().map(|word| number(word)).collect::<Result<_, _>>()?,
        };
        let s = if numbers.len() == 1 { "" } else { "s" };
        return match numbers.len() == count {
            true => Ok(numbers),
            false => {
                Err(format!("it has {} number{s}, but there are {count} {what}", numbers.len()))
            }
        };
    }
    let mut numbers = vec![None; count];
    for pair in words.chunks(3) {
        let [name, "=", value] = pair else {
            return Err(format!("`{}` has no value: write NAME=VALUE", shown(pair[0])));
        };
        let x = place(name).filter(|&x| x < count);
        let x = x.ok_or_else(|| format!("`{}` is not one of the {count} {what}", shown(name)))?;
        if numbers[x].replace(number(value)?).is_some() {
            return Err(format!("`{}` has two values", shown(name)));
        }
    }
    let given = numbers.iter().flatten().count();
    let all: Option<Vec<u64>> = numbers.into_iter().collect();
    all.ok_or_else(|| format!("{given} of the {count} {what} have a value, and each needs one"))
}

/// Numbers counted from 1; those given may be counted from 0.
pub(crate) fn from_one(mut numbers: Vec<u64>) -> Vec<u64> {
    if numbers.contains(&0) {
        numbers.iter_mut().for_each(|number| *number = number.saturating_add(1));
    }
    numbers
}

/// The values that numbers counted from 1 stand for; 0 stands for a value that no variable has.
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
    }

    #[test]
    fn numbers_are_in_order_or_behind_names() {
        let names = ["WA", "NT", "SA", "Q"];
        let place = |name: &str| names.iter().position(|known| *known == name);
        let read = |text| read_numbers(text, 4, "states", place);
        for text in [
            "1 3 0 2",
            "[1, 3, 0, 2]",
            "1302",
            "{'NT': 3, 'WA': 1, 'Q': 2, 'SA': 0}",
            "WA=1 NT = 3,SA=0\nQ=2",
        ] {
            assert_eq!(read(text), Ok(vec![1, 3, 0, 2]), "{text}");
        }
        for (text, told) in [
            ("1 3", "it has 2 numbers, but there are 4 states"),
            ("13", "it has 1 number, but there are 4 states"),
            ("1 x 0 2", "`x` is not a number"),
            ("WA=1 NT=3", "2 of the 4 states have a value"),
            ("WA=1 WA=3 SA=0 Q=2", "`WA` has two values"),
            ("WA=1 XX=3", "`XX` is not one of the 4 states"),
            ("WA=red", "`red` is not a number"),
            ("WA=", "`WA` has no value"),
            ("= = =", "`=` is not one of"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
