//! Reports as text.

use std::fmt::Write as _;
use std::io::IsTerminal;

pub use goalward_lab::numbers::{bytes, grouped, seconds};
use goalward_lab::{Check, Figure, Instance, Report, Solution};

/// The number of columns: that of the terminal, or, if standard output is not a terminal, that in
/// `COLUMNS`. If neither is known, nothing needs to fit.
pub fn columns() -> Option<usize> {
    let of_terminal = || crossterm::terminal::size().ok().map(|(columns, _)| columns.into());
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    let columns: Option<usize> =
        if std::io::stdout().is_terminal() { of_terminal() } else { told() };
    columns.filter(|columns| *columns >= LEAST)
}

/// Text is not fitted to narrower terminals.
const LEAST: usize = 20;

/// The longest line of a drawing or a listing.
pub fn longest() -> usize {
    columns().map_or(78, |columns| (columns - 1).min(78))
}

/// The text with every line that is too long for the terminal broken between words, and its rest
/// indented by four more.
pub fn fitted(text: &str) -> String {
    columns().map_or_else(|| text.into(), |columns| fitted_to(text, columns))
}

/// The same for this many columns.
pub fn fitted_to(text: &str, columns: usize) -> String {
    let mut fitted = String::new();
    for line in text.lines() {
        let indent = line.chars().take_while(|c| *c == ' ').count();
        let rest = (indent + 4).min(columns / 2);
        let mut width = indent;
        fitted += &line[..indent];
        // Spaces within a line that fits are kept.
        if line.chars().count() <= columns {
            fitted += &line[indent..];
        } else {
            for (i, word) in line[indent..].split(' ').enumerate() {
                let length = word.chars().count();
                match i {
                    0 => {}
                    _ if width + 1 + length > columns && length > 0 => {
                        while fitted.ends_with(' ') {
                            fitted.pop();
                        }
                        fitted.push('\n');
                        fitted += &" ".repeat(rest);
                        width = rest;
                    }
                    _ => {
                        fitted.push(' ');
                        width += 1;
                    }
                }
                fitted += word;
                width += length;
            }
        }
        fitted.push('\n');
    }
    fitted
}

/// The report as a few lines: what was asked, what was found, what it took. `called` is what the
/// user calls the domain.
pub fn report(called: &str, report: &Report, instance: &dyn Instance, checks: &[Check]) -> String {
    let mut text = format!("{called} by {}\n\n", report.method);
    let drawing: String = instance.drawing().lines().map(|line| format!("  {line}\n")).collect();
    // A board is not wrapped; a description of a problem is.
    text += &if drawing.lines().count() == 1 { fitted(&drawing) } else { drawing };
    let _ = writeln!(text, "\n{}", fitted(&report.summary).trim_end());
    let pictures: Vec<&str> = checks.iter().filter_map(|check| check.picture.as_deref()).collect();
    // A picture says more than the numbers, unless they are few.
    let listed = |solution: &&Solution| match pictures.len() {
        0 => !solution.is_empty(),
        1 => {
            let readable = matches!(solution, Solution::Words(_)) || instance.lists_numbers();
            let is_short = report.others.is_empty() && solution.len() <= FEW;
            readable && is_short && solution.words() != [pictures[0]]
        }
        _ => false,
    };
    // The summary names the best moves of a game.
    let is_told = report.facts.contains_key("best");
    if let Some(solution) = report.solution.as_ref().filter(|_| !is_told).filter(listed) {
        text += &listing(&apart(beginning(solution)), solution.len());
        if let Some(meaning) = instance.meaning() {
            let _ = writeln!(text, "{}", fitted(meaning).trim_end());
        }
    }
    if !pictures.is_empty() {
        text.push('\n');
        text += &gallery(&pictures, 1 + report.others.len());
    }
    if pictures.is_empty() && !report.others.is_empty() {
        text += &others(report, checks);
    }
    if !pictures.is_empty() && !report.notes.is_empty() {
        text.push('\n');
    }
    for note in &report.notes {
        let words: Vec<String> = note.split(' ').map(Into::into).collect();
        text += &wrapped(&words).replace("\n  ", "\n    ");
    }
    if !report.figures.is_empty() {
        text.push('\n');
        text += &statistics(report);
    }
    text
}

/// The solutions after the first, with what they cost.
fn others(report: &Report, checks: &[Check]) -> String {
    let mut text = String::new();
    for (i, (solution, check)) in report.others.iter().zip(checks.iter().skip(1)).enumerate() {
        let cost = check.cost.map_or(String::new(), |cost| format!(", cost {cost}"));
        let _ = writeln!(text, "\n{}{cost}", i + 2);
        text += &listing(&apart(beginning(solution)), solution.len());
    }
    if checks.len() <= report.others.len() {
        let more = grouped((report.others.len() + 1 - checks.len()) as u64);
        let _ = writeln!(text, "\n… and {more} more; --json gives them all");
    }
    text
}

/// Solutions of at most this many pieces are listed in addition to their picture.
const FEW: usize = 32;

/// The pictures side by side, numbered if there are several.
fn gallery(pictures: &[&str], all: usize) -> String {
    let cell = |(i, picture): (usize, &&str)| {
        let title = (all > 1).then(|| (i + 1).to_string());
        title.into_iter().chain(picture.lines().map(Into::into)).collect()
    };
    let mut text = side_by_side(&pictures.iter().enumerate().map(cell).collect::<Vec<_>>());
    if pictures.len() < all {
        let _ = writeln!(text, "  … and {} more; --boards draws them all", all - pictures.len());
    } else {
        text.pop();
    }
    text
}

/// Names, with commas between them if any has several words.
pub fn apart(mut words: Vec<String>) -> Vec<String> {
    if words.iter().any(|word| word.contains(' '))
        && let [most @ .., _] = words.as_mut_slice()
    {
        most.iter_mut().for_each(|word| word.push(','));
    }
    words
}

/// The first pieces of a solution: millions of words would take more memory than the search.
fn beginning(solution: &Solution) -> Vec<String> {
    match solution {
        Solution::Words(words) => words.iter().take(SHOWN).cloned().collect(),
        Solution::Numbers(numbers) => numbers.iter().take(SHOWN).map(u64::to_string).collect(),
    }
}

/// The beginning of `all` actions in lines of at most 76 characters.
fn listing(beginning: &[String], all: usize) -> String {
    let mut text = wrapped(beginning);
    if all > beginning.len() {
        let more = grouped((all - beginning.len()) as u64);
        let _ = writeln!(text, "  … and {more} more; --json gives them all");
    }
    text
}

/// The words in lines of at most 76 characters, or as many as the terminal has.
pub fn wrapped(words: &[String]) -> String {
    let most = longest() - 2;
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        if width + word.chars().count() + 1 > most {
            text.push('\n');
            width = 0;
        }
        text += if width == 0 { "  " } else { " " };
        text += word;
        width += word.chars().count() + 1;
    }
    text.push('\n');
    text
}

/// Only the beginning of a longer solution is shown.
const SHOWN: usize = 400;

fn statistics(report: &Report) -> String {
    let mut text = String::new();
    for (name, figure) in &report.figures {
        let value = match *figure {
            Figure::Count(count) => grouped(count),
            Figure::Held { count, bytes: held } => format!("{} ({})", grouped(count), bytes(held)),
            Figure::Bytes(count) => bytes(count),
            Figure::Number(number) => format!("{number:.3}"),
            Figure::Cost(cost) => cost.to_string(),
        };
        let _ = writeln!(text, "  {name:<27}{value}");
    }
    let _ = writeln!(text, "  {:<27}{}", "time", seconds(report.seconds));
    text
}

/// Every board on the way to the solution, after an empty line; nothing if there is none.
pub fn way(report: &Report, checks: &[Check]) -> String {
    match (&report.solution, checks.first()) {
        (Some(solution), Some(check)) if !check.boards.is_empty() => {
            format!("\n{}", boards(check, &solution.words()))
        }
        _ => String::new(),
    }
}

/// Every board on the way, side by side, as many as fit.
pub fn boards(check: &Check, solution: &[String]) -> String {
    let titles = std::iter::once("start".to_string())
        .chain(solution.iter().enumerate().map(|(i, action)| format!("{} {action}", i + 1)));
    let cells: Vec<Vec<String>> = titles
        .zip(&check.boards)
        .map(|(title, board)| std::iter::once(title).chain(board.lines().map(Into::into)).collect())
        .collect();
    side_by_side(&cells)
}

/// Drawings of the same height, line by line, in rows of at most 78 characters, or as many as the
/// terminal has.
pub fn side_by_side(cells: &[Vec<String>]) -> String {
    let width = cells.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
    let across = ((longest() + 1) / (width + 3)).max(1);
    let mut text = String::new();
    for row in cells.chunks(across) {
        for line in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
            let part = |cell: &Vec<String>| cell.get(line).cloned().unwrap_or_default();
            let parts = row.iter().map(|cell| format!("{:<width$}", part(cell)));
            let _ = writeln!(text, "  {}", parts.collect::<Vec<_>>().join("   ").trim_end());
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_plans_are_wrapped() {
        let actions = vec!["R".to_string(); 100];
        let text = wrapped(&actions);
        assert!(text.lines().all(|line| line.len() <= 78));
        assert_eq!(text.matches('R').count(), 100);
    }

    #[test]
    fn lines_are_broken_between_words_where_they_must_be() {
        let text = "  name  a b c d e f g h i j k l\n\nshort  line\n";
        assert_eq!(fitted_to(text, 80), text);
        let narrow = fitted_to(text, 20);
        assert_eq!(narrow, "  name  a b c d e f\n      g h i j k l\n\nshort  line\n");
        assert!(narrow.lines().all(|line| line.chars().count() <= 20));
    }

    #[test]
    fn of_a_long_solution_the_beginning_is_listed() {
        let solution = Solution::Numbers(vec![7; 1_234_567]);
        let beginning = beginning(&solution);
        assert_eq!(beginning.len(), SHOWN);
        let text = listing(&beginning, solution.len());
        assert!(text.ends_with("\n  … and 1,234,167 more; --json gives them all\n"), "{text}");
    }
}
