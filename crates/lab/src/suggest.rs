//! Guessing what somebody meant.

/// "; did you mean `x`?" for the name nearest to `given`, or nothing if none is near.
pub fn did_you_mean<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let given = given.to_lowercase();
    let nearest = names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&given, name), name))
        .filter(|(distance, name)| *distance <= (name.len().max(given.len())).div_ceil(3))
        .min_by_key(|(distance, _)| *distance);
    nearest.map_or(String::new(), |(_, name)| format!("; did you mean `{name}`?"))
}

/// "a, b, c" for an error that lists the right choices.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_guessed_and_nonsense_is_not() {
        let names = ["astar", "wastar", "idastar", "manhattan"];
        assert_eq!(did_you_mean("atsar", names), "; did you mean `astar`?");
        assert_eq!(did_you_mean("Manhatan", names), "; did you mean `manhattan`?");
        assert_eq!(did_you_mean("qqqqqq", names), "");
    }
}
