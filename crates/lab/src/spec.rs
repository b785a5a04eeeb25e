//! The small language in which methods and domains are named:
//! `name(argument, key=value)`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A name with its arguments, not yet looked up.
///
/// ```
/// use goalward_lab::Spec;
///
/// let spec: Spec = "wastar(misplaced, weight=2.5)".parse().unwrap();
/// assert_eq!(spec.name, "wastar");
/// assert_eq!(spec.arguments[0].value, "misplaced");
/// assert_eq!(spec.arguments[1].key.as_deref(), Some("weight"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What is meant.
    pub name: String,
    /// What is set, in order.
    pub arguments: Vec<Argument>,
}

/// One argument of a [`Spec`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name, if it was given one.
    pub key: Option<String>,
    /// Its value as written.
    pub value: String,
}

/// Why a text is not a spec.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// Nothing where a name should be.
    #[error("a name is missing{place}: write name, or name(argument, key=value)", place = in_text(.0))]
    NoName(String),
    /// A parenthesis too many or too few.
    #[error("`{0}` has unbalanced parentheses: write name(argument, key=value)")]
    Parentheses(String),
    /// A name with a character that is not allowed.
    #[error("{}", no_name(text, piece))]
    Name {
        /// The whole text.
        text: String,
        /// The piece that is wrong.
        piece: String,
    },
    /// An argument with nothing in it.
    #[error("`{0}` has an empty argument: write name(argument, key=value)")]
    EmptyArgument(String),
}

/// Where something is missing.
fn in_text(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" in `{text}`") }
}

fn no_name(text: &str, piece: &str) -> String {
    let place = if text == piece { String::new() } else { format!(" in `{text}`") };
    let right = match piece.contains('|') {
        true => {
            "in `goalward compare`, | separates values of a setting, as in weight=1|2, and \
                 commas separate methods"
        }
        false => "use letters, digits, - and _",
    };
    format!("`{piece}`{place} is not a name: {right}")
}

impl Spec {
    /// A spec without arguments.
    pub fn bare(name: &str) -> Self {
        Spec { name: name.into(), arguments: Vec::new() }
    }

    /// The spec with one more named argument.
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.arguments.push(Argument { key: Some(key.into()), value: value.into() });
        self
    }
}

/// Pieces for messages are cut to this many characters.
const SHOWN: usize = 60;

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

fn is_name(text: &str) -> bool {
    // The star is for `A*`: no such name exists, and the error lists those that do.
    let good = |c: char| c.is_ascii_alphanumeric() || "-_.*".contains(c);
    !text.is_empty() && text.chars().all(good)
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, rest) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(inside) => (name.trim_end(), Some(inside)),
                None => return Err(SpecError::Parentheses(shown(text))),
            },
        };
        if name.is_empty() {
            return Err(SpecError::NoName(shown(text)));
        }
        if name.contains(')') {
            return Err(SpecError::Parentheses(shown(text)));
        }
        if !is_name(name) {
            return Err(SpecError::Name { text: shown(text), piece: shown(name) });
        }
        let mut arguments = Vec::new();
        for part in rest.map(split_arguments).transpose()?.unwrap_or_default() {
            arguments.push(argument(part.trim(), text)?);
        }
        Ok(Spec { name: name.into(), arguments })
    }
}

/// The parts between commas that are in no inner parentheses.
fn split_arguments(inside: &str) -> Result<Vec<&str>, SpecError> {
    if inside.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0usize, 0);
    for (at, c) in inside.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Err(SpecError::Parentheses(shown(inside))),
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(SpecError::Parentheses(shown(inside)));
    }
    parts.push(&inside[from..]);
    Ok(parts)
}

/// Whether an argument has a key. A sign within inner parentheses belongs to the value.
pub fn is_setting(part: &str) -> bool {
    part.split_once('=').is_some_and(|(key, _)| !key.contains('('))
}

fn argument(part: &str, text: &str) -> Result<Argument, SpecError> {
    let (key, value) = match part.split_once('=') {
        Some((key, value)) if is_setting(part) => (Some(key.trim()), value.trim()),
        _ => (None, part),
    };
    if value.is_empty() {
        return Err(SpecError::EmptyArgument(shown(text)));
    }
    if let Some(key) = key.filter(|key| !is_name(key)) {
        return Err(SpecError::Name { text: shown(text), piece: shown(key) });
    }
    Ok(Argument { key: key.map(Into::into), value: value.into() })
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        let arguments = self.arguments.iter().map(|argument| match &argument.key {
            Some(key) => format!("{key}={}", argument.value),
            None => argument.value.clone(),
        });
        write!(f, "({})", arguments.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn good_specs_print_as_they_read() {
        for text in [
            "bfs",
            "astar(manhattan)",
            "wastar(misplaced, weight=2.5)",
            "annealing(cooling=linear, start=2, step=0.0001)",
            "idastar(pdb(7-8))",
            "idastar(pdb(partition=1 2 3/4 5), cycles=avoid)",
            "wastar(heuristic=pdb(4-4), weight=2)",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!(
            " astar ( manhattan ,a = b ) ".parse::<Spec>().unwrap().to_string(),
            "astar(manhattan, a=b)"
        );
        assert_eq!("bfs()".parse::<Spec>().unwrap().to_string(), "bfs");
    }

    #[test]
    fn bad_specs_are_refused_by_what_is_wrong() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err();
        assert!(matches!(error(""), SpecError::NoName(_)));
        assert!(matches!(error("(manhattan)"), SpecError::NoName(_)));
        assert!(matches!(error("astar(manhattan"), SpecError::Parentheses(_)));
        assert!(matches!(error("astar)"), SpecError::Parentheses(_)));
        assert!(matches!(error("astar(a))"), SpecError::Parentheses(_)));
        assert!(matches!(error("astar((a)"), SpecError::Parentheses(_)));
        assert!(matches!(error("a star"), SpecError::Name { .. }));
        assert!(matches!(error("astar(a,,b)"), SpecError::EmptyArgument(_)));
        assert!(matches!(error("astar(weight=)"), SpecError::EmptyArgument(_)));
        assert!(matches!(error("astar(=2)"), SpecError::Name { .. }));
        assert_eq!(
            error("a star").to_string(),
            "`a star` is not a name: use letters, digits, - and _"
        );
        let told = error("x(a star=2)").to_string();
        assert!(told.starts_with("`a star` in `x(a star=2)` is not a name"), "{told}");
        assert!(error("astar|bfs").to_string().contains("commas separate methods"));
    }

    proptest! {
        #[test]
        fn no_text_upsets_the_parser(text in any::<String>()) {
            if let Ok(spec) = text.parse::<Spec>() {
                prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
            }
        }
    }
}
