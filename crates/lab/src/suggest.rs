//! Guesses at what somebody meant, and errors in one line.

/// "; did you mean `x`?" for what `given` is called here, or for the name nearest to it, or nothing
/// if none is near.
pub fn did_you_mean<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    // No name is that long, and comparing takes time and memory in proportion to it.
    if given.len() > 60 {
        return String::new();
    }
    let names: Vec<&str> = names.into_iter().collect();
    let given = given.to_lowercase().replace('*', "star");
    let synonym = resolved(&given, names.iter().copied());
    let nearest = || {
        let distances = names.iter().map(|name| (strsim::damerau_levenshtein(&given, name), *name));
        let near = |(distance, name): &(usize, &str)| {
            *distance <= (name.len().max(given.len())).div_ceil(3)
        };
        let nearest = distances.filter(near).min_by_key(|(distance, _)| *distance);
        nearest.map(|(_, name)| name)
    };
    synonym.or_else(nearest).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

/// What courses and textbooks call methods, heuristics and domains, and what they are called here.
const SYNONYMS: [(&str, &str); 35] = [
    ("h1", "misplaced"),
    ("h2", "manhattan"),
    ("hamming", "misplaced"),
    ("dijkstra", "ucs"),
    ("uniform-cost", "ucs"),
    ("best-first", "greedy"),
    ("greedy-best-first", "greedy"),
    ("iddfs", "ids"),
    ("iterative-deepening", "ids"),
    ("simulated-annealing", "annealing"),
    ("minimax-ab", "alpha-beta"),
    ("minimax-alpha-beta", "alpha-beta"),
    ("alphabeta", "alpha-beta"),
    ("k-cheapest", "yen"),
    ("k-shortest", "yen"),
    ("a-star", "astar"),
    ("ida", "idastar"),
    ("ida-star", "idastar"),
    ("weighted-astar", "wastar"),
    ("gbfs", "greedy"),
    ("breadth-first", "bfs"),
    ("depth-first", "dfs"),
    ("depth-limited", "dfs"),
    ("sa", "annealing"),
    ("hc", "hill-climbing"),
    ("ab", "alpha-beta"),
    ("monte-carlo", "mcts"),
    ("arc-consistency", "mac"),
    ("fc", "forward-checking"),
    ("eight-puzzle", "8-puzzle"),
    ("fifteen-puzzle", "15-puzzle"),
    ("connect-four", "connect4"),
    ("map-coloring", "coloring"),
    ("maze", "grid"),
    ("romania", "graph"),
];

/// The one of `names` that `given` stands for: itself, or the one that courses call so.
pub fn resolved<'a>(given: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let known = |wanted: &str| names.clone().find(|name| *name == wanted);
    known(given).or_else(|| {
        let given = given.to_lowercase();
        let (_, ours) = SYNONYMS.iter().find(|(theirs, _)| *theirs == given)?;
        known(ours)
    })
}

/// "a, b, c" for an error that lists the right choices.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// An error is cut to this many characters.
const MOST_SHOWN: usize = 1_000;

/// A message with whatever it quotes, for one line of a terminal or a page: characters that would
/// end the line, control a terminal or reverse the writing direction are escaped.
pub fn one_line(words: &str) -> String {
    let steers =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut line = String::new();
    for c in words.chars().take(MOST_SHOWN) {
        match c {
            c if steers(c) => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    if words.chars().nth(MOST_SHOWN).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_guessed_and_nonsense_is_not() {
        let names = ["astar", "wastar", "idastar", "manhattan"];
        assert_eq!(did_you_mean("atsar", names), "; did you mean `astar`?");
        assert_eq!(did_you_mean("Manhatan", names), "; did you mean `manhattan`?");
        assert_eq!(did_you_mean("A*", names), "; did you mean `astar`?");
        assert_eq!(did_you_mean("IDA*", names), "; did you mean `idastar`?");
        assert_eq!(did_you_mean("qqqqqq", names), "");
        assert_eq!(did_you_mean(&"astar".repeat(200_000), names), "");
    }

    #[test]
    fn names_that_courses_use_stand_for_ours_where_there_are_such() {
        let names = ["ucs", "greedy", "best-first"];
        assert_eq!(resolved("Dijkstra", names.into_iter()), Some("ucs"));
        assert_eq!(resolved("best-first", names.into_iter()), Some("best-first"));
        assert_eq!(resolved("iddfs", names.into_iter()), None);
        assert_eq!(resolved("usc", names.into_iter()), None);
        for (theirs, ours) in SYNONYMS {
            assert_eq!(resolved(theirs, [ours].into_iter()), Some(ours));
        }
    }

    #[test]
    fn nothing_quoted_ends_the_line_or_steers_a_terminal() {
        assert_eq!(one_line("`a\nb\u{1b}[2J\u{202e}` ü"), "`a\\nb\\u{1b}[2J\\u{202e}` ü");
        assert_eq!(one_line(&"x".repeat(5_000)).chars().count(), MOST_SHOWN + 1);
    }
}
