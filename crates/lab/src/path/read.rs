//! Plans that somebody else wrote.

use super::PathDomain;
use crate::report::Solution;

/// What may stand between two actions, or around them.
const BETWEEN: &[char] = &[',', ';', '[', ']', '(', ')', '\'', '"', '|'];
const ARROWS: [&str; 3] = ["->", "=>", "→"];

/// The actions of a written plan, by their names. A name may have several words: at each state the
/// longest one that fits an action there is taken. Reading ends at text that fits none; the rest is
/// split into words as it stands, so that a check can say what is wrong with it.
pub(crate) fn read_plan<S: PathDomain>(space: &S, text: &str) -> Solution {
    let (mut state, mut words) = (space.start(), Vec::new());
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let named = space.actions(&state).filter_map(|action| {
            let name = space.name(&action);
            let length = fitting(rest, &name)?;
            Some((length, name, action))
        });
        // Of equal names, the first: the check refuses two.
        let found = named.reduce(|one, other| if other.0 > one.0 { other } else { one });
        match found {
            Some((length, name, action)) => {
                state = space.apply(&state, &action);
                words.push(name);
                rest = rest[length..].trim_start();
            }
            None => match after_separator(rest) {
                Some(after) => rest = after.trim_start(),
                None => {
                    words.extend(pieces(rest));
                    break;
                }
            },
        }
    }
    Solution::Words(words)
}

/// The words of a text, split where commas, arrows or line ends are, else at blanks.
pub fn pieces(text: &str) -> Vec<String> {
    let text = ARROWS.iter().fold(text.to_string(), |text, arrow| text.replace(arrow, ","));
    let lines = [',', ';', '\n'];
    let split: Vec<&str> = match text.contains(lines) {
        true => text.split(lines).collect(),
        false => text.split_whitespace().collect(),
    };
    let around = |c: char| c.is_whitespace() || BETWEEN.contains(&c);
    let bare = split.iter().map(|piece| piece.trim_matches(around));
    bare.filter(|piece| !piece.is_empty()).map(String::from).collect()
}

/// The length of this name at the beginning of the text, in any letter case, unless a longer word
/// begins there.
pub(crate) fn fitting(text: &str, name: &str) -> Option<usize> {
    let begins = text.get(..name.len())?;
    let ends = text[name.len()..]
        .chars()
        .next()
        .is_none_or(|next| next.is_whitespace() || BETWEEN.contains(&next) || "-=→".contains(next));
    (!name.is_empty() && ends && begins.eq_ignore_ascii_case(name)).then_some(name.len())
}

fn after_separator(text: &str) -> Option<&str> {
    let arrow = ARROWS.iter().find_map(|arrow| text.strip_prefix(arrow));
    arrow.or_else(|| text.strip_prefix(BETWEEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_split_at_commas_or_else_at_blanks() {
        assert_eq!(pieces("U L  D"), ["U", "L", "D"]);
        assert_eq!(pieces("['U', 'L']"), ["U", "L"]);
        assert_eq!(pieces("Arad -> Rimnicu Vilcea"), ["Arad", "Rimnicu Vilcea"]);
        assert!(pieces(" , ").is_empty());
    }

    #[test]
    fn a_name_fits_as_a_whole() {
        assert_eq!(fitting("sibiu, Fagaras", "Sibiu"), Some(5));
        assert_eq!(fitting("Sibius", "Sibiu"), None);
        assert_eq!(fitting("Si", "Sibiu"), None);
        assert_eq!(fitting("é", "e"), None);
    }
}
