//! Lists of method specs, and sweeps in them.

use goalward_lab::{Argument, Spec, SpecError, is_setting};
use thiserror::Error;

/// Why a text is not a list of methods.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SweepError {
    /// One of them is not a spec.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A sweep with a value missing.
    #[error("`{0}` has an empty value next to |: write key=1|2|5")]
    EmptyValue(String),
    /// A value that would be read as a setting.
    #[error("`{0}` is a setting, not one of several values: write key=1|2|5")]
    Setting(String),
    /// Sweeps multiply.
    #[error("`{text}` stands for {count} methods: use at most {MOST}")]
    TooMany {
        /// The whole text.
        text: String,
        /// How many it stands for.
        count: u128,
    },
}

/// No table has more methods than this.
const MOST: usize = 1_000;

/// The specs of a list such as `ids, wastar(manhattan, weight=1|2|5)`: commas in
/// parentheses do not separate, and each value of a sweep makes its own spec.
///
/// Several sweeps in one spec make every combination, the last varying fastest.
///
/// ```
/// use goalward_experiment::method_list;
///
/// let list = method_list("ids, wastar(misplaced|manhattan, weight=1|2)").unwrap();
/// let list: Vec<String> = list.iter().map(ToString::to_string).collect();
/// assert_eq!(list, [
///     "ids",
///     "wastar(misplaced, weight=1)",
///     "wastar(misplaced, weight=2)",
///     "wastar(manhattan, weight=1)",
///     "wastar(manhattan, weight=2)",
/// ]);
/// ```
pub fn method_list(text: &str) -> Result<Vec<Spec>, SweepError> {
    let mut list = Vec::new();
    for part in parts(text, ',') {
        extend(&mut list, &part.parse()?, text)?;
    }
    Ok(list)
}

/// A spec for every combination of the values of its sweeps.
pub fn sweep(spec: &Spec) -> Result<Vec<Spec>, SweepError> {
    let mut list = Vec::new();
    extend(&mut list, spec, &spec.to_string())?;
    Ok(list)
}

/// Adds a spec for every combination of values; `text` is for messages.
fn extend(list: &mut Vec<Spec>, spec: &Spec, text: &str) -> Result<(), SweepError> {
    let part = spec.to_string();
    let values: Vec<Vec<&str>> =
        spec.arguments.iter().map(|argument| parts(&argument.value, '|')).collect();
    if values.iter().flatten().any(|value| value.is_empty()) {
        return Err(SweepError::EmptyValue(part.chars().take(60).collect()));
    }
    for (argument, values) in spec.arguments.iter().zip(&values) {
        let is_setting = |value: &&&str| argument.key.is_none() && is_setting(value);
        if let Some(value) = values.iter().find(is_setting) {
            return Err(SweepError::Setting(value.chars().take(60).collect()));
        }
    }
    let count = values.iter().fold(list.len().max(1) as u128, |count, values| {
        count.saturating_mul(values.len() as u128)
    });
    if count > MOST as u128 || list.len() >= MOST {
        let count = count.max(list.len() as u128 + 1);
        return Err(SweepError::TooMany { text: text.chars().take(60).collect(), count });
    }
    list.extend(combinations(spec, &values));
    Ok(())
}

/// The parts between separators that are in no parentheses.
fn parts(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0usize;
    let between = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == separator && depth == 0
    };
    text.split(between).map(str::trim).collect()
}

fn combinations(spec: &Spec, values: &[Vec<&str>]) -> Vec<Spec> {
    let mut made = vec![Spec::bare(&spec.name)];
    for (Argument { key, .. }, values) in spec.arguments.iter().zip(values) {
        let with = |spec: &Spec, value: &str| {
            let mut spec = spec.clone();
            spec.arguments.push(Argument { key: key.clone(), value: value.into() });
            spec
        };
        let each = |spec: &Spec| values.iter().map(|value| with(spec, value)).collect::<Vec<_>>();
        made = made.iter().flat_map(each).collect();
    }
    made
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(text: &str) -> Result<Vec<String>, String> {
        let list = method_list(text).map_err(|error| error.to_string())?;
        Ok(list.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn commas_in_parentheses_do_not_part() {
        assert_eq!(list("bfs").unwrap(), ["bfs"]);
        assert_eq!(
            list("ids,wastar(manhattan, weight=2), astar(pdb(1,2))").unwrap(),
            ["ids", "wastar(manhattan, weight=2)", "astar(pdb(1,2))"]
        );
    }

    #[test]
    fn sweeps_multiply() {
        assert_eq!(
            list("w(weight = 0 | 1|1.5)").unwrap(),
            ["w(weight=0)", "w(weight=1)", "w(weight=1.5)"]
        );
        assert_eq!(list("x(a|b, c=1|2|3, d)").unwrap().len(), 6);
        assert_eq!(list("astar(pdb(a|b))").unwrap(), ["astar(pdb(a|b))"]);
    }

    #[test]
    fn bad_lists_are_refused_by_what_is_wrong() {
        assert!(list("").unwrap_err().contains("a name is missing"));
        assert!(list("ids,,bfs").unwrap_err().contains("a name is missing"));
        assert!(list("ids, astar(manhattan").unwrap_err().contains("unbalanced parentheses"));
        assert!(list("w(weight=1||2)").unwrap_err().contains("empty value"));
        assert!(list("w(f()d|m=1|2)").unwrap_err().starts_with("`m=1` is a setting"));
        let digits = "0|1|2|3|4|5|6|7|8|9";
        let error = list(&format!("x({digits}, {digits}, {digits}, {digits})")).unwrap_err();
        assert!(error.contains("10000 methods"), "{error}");
    }

    proptest! {
        #[test]
        fn no_text_upsets_the_parser(text in any::<String>()) {
            let _ = method_list(&text);
        }

        #[test]
        fn what_is_listed_reads_as_itself(text in "[a-c(),|= ]{0,24}") {
            for spec in method_list(&text).into_iter().flatten() {
                prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
            }
        }
    }
}
