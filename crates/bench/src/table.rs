//! The one table: a line for each contestant.

use goalward_bench::rows::{Figure, Row};
use goalward_experiment::statistics::median;
use goalward_lab::numbers::{bytes, rounded, time};

use crate::contest::{Sample, Score};

/// The head of the table.
pub const HEAD: &str = "\
| work | by | best | median | slowest | runs | memory | goalward is faster by | notes |
|---|---|--:|--:|--:|--:|--:|--:|---|";

/// The lines of a row: first ours, then all that it is compared with.
pub fn lines(row: &Row, scores: &[Score]) -> Vec<String> {
    let ours = scores.first().and_then(|score| score.samples.as_ref().ok());
    let ours = ours.and_then(|samples| best(row.figure, samples));
    let mut lines = Vec::new();
    for (i, score) in scores.iter().enumerate() {
        let work = if i == 0 { row.name } else { "" };
        let who = if i == 0 { format!("**{}**", score.who) } else { score.who.clone() };
        let samples = match &score.samples {
            Ok(samples) if !samples.is_empty() => samples,
            Ok(_) => {
                lines.push(format!("| {work} | {who} | not measured | | | | | | |"));
                continue;
            }
            Err(reason) => {
                lines.push(format!("| {work} | {who} | failed | | | | | | {reason} |"));
                continue;
            }
        };
        let ratio = match (i, ours, best(row.figure, samples)) {
            (1.., Some(ours), Some(theirs)) => factor(row.figure, ours, theirs),
            _ => "–".into(),
        };
        lines.push(format!(
            "| {work} | {who} | {} | {ratio} | {} |",
            spread(row, samples),
            notes(samples)
        ));
    }
    lines
}

/// Best, median and slowest, how many there are, and the memory of the process.
fn spread(row: &Row, samples: &[Sample]) -> String {
    let mut values: Vec<f64> = samples.iter().map(|sample| value(row.figure, sample)).collect();
    values.sort_by(f64::total_cmp);
    if matches!(row.figure, Figure::Rate(_)) {
        values.reverse();
    }
    let (best, slowest) = (values[0], values[values.len() - 1]);
    let middle = median(&values).unwrap_or(best);
    let peak = samples.iter().map(|sample| sample.peak).max().unwrap_or(0);
    let slower = if slowest > best { slowest / best } else { best / slowest };
    format!(
        "{} | {} | +{:.0}% | {} | {}",
        told(row.figure, best),
        told(row.figure, middle),
        (slower - 1.0) * 100.0,
        samples.len(),
        if peak > 0 { bytes(peak) } else { "–".into() }
    )
}

fn notes(samples: &[Sample]) -> &str {
    samples.first().map_or("", |sample| &sample.note)
}

/// Seconds a piece, or steps a second.
fn value(figure: Figure, sample: &Sample) -> f64 {
    match figure {
        Figure::Each(pieces, _) => sample.seconds / f64::from(pieces),
        Figure::Rate(_) => sample.steps as f64 / sample.seconds,
    }
}

fn best(figure: Figure, samples: &[Sample]) -> Option<f64> {
    let values = samples.iter().map(|sample| value(figure, sample));
    match figure {
        Figure::Each(..) => values.min_by(f64::total_cmp),
        Figure::Rate(_) => values.max_by(f64::total_cmp),
    }
}

fn factor(figure: Figure, ours: f64, theirs: f64) -> String {
    let factor = match figure {
        Figure::Each(..) => theirs / ours,
        Figure::Rate(_) => ours / theirs,
    };
    format!("{}×", rounded(factor, 3))
}

fn told(figure: Figure, value: f64) -> String {
    match figure {
        Figure::Each(1, _) => short_time(value),
        Figure::Each(_, piece) => format!("{} a {piece}", short_time(value)),
        Figure::Rate(steps) => {
            let (size, unit) = if value >= 1e6 { (1e6, "M ") } else { (1e3, "k ") };
            format!("{} {unit}{steps}/s", rounded(value / size, 3))
        }
    }
}

fn short_time(seconds: f64) -> String {
    let text = time(seconds);
    match text.split_once(' ').and_then(|(n, unit)| Some((n.parse::<f64>().ok()?, unit))) {
        Some((number, unit)) => format!("{} {unit}", rounded(number, 3)),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use goalward_bench::rows::SECTIONS;

    fn score(who: &str, seconds: &[f64], steps: u64) -> Score {
        let sample = |&seconds: &f64| Sample {
            seconds,
            answer: 1,
            steps,
            peak: 2_000_000,
            note: String::new(),
        };
        Score { who: who.into(), samples: Ok(seconds.iter().map(sample).collect()) }
    }

    fn row(work: &str) -> &'static Row {
        SECTIONS.iter().flat_map(|section| section.rows).find(|row| row.work == work).unwrap()
    }

    #[test]
    fn times_and_rates_say_who_is_faster() {
        let scores = [score("us", &[2e-3, 1e-3, 1.5e-3], 0), score("them", &[4e-3], 0)];
        let lines = lines(row("tictactoe-minimax"), &scores);
        assert!(lines[0].ends_with("| **us** | 1 ms | 1.5 ms | +100% | 3 | 2.0 MB | – |  |"));
        assert_eq!(lines[1], "|  | them | 4 ms | 4 ms | +0% | 1 | 2.0 MB | 4× |  |");
    }

    #[test]
    fn a_rate_is_of_each_ones_own_steps() {
        let scores = [score("us", &[0.5, 1.0], 1_000_000), score("them", &[1.0], 400_000)];
        let lines = lines(row("queens-annealing"), &scores);
        assert!(lines[0].contains("| 2 M steps/s | 1.5 M steps/s | +100% |"), "{}", lines[0]);
        assert!(lines[1].contains("| 400 k steps/s | 400 k steps/s | +0% | 1 | 2.0 MB | 5× |"));
    }

    #[test]
    fn who_failed_is_told_with_the_reason() {
        let failed = Score { who: "them".into(), samples: Err("no luck".into()) };
        let lines = lines(row("sudoku"), &[score("us", &[1.0], 0), failed]);
        assert_eq!(lines[1], "|  | them | failed | | | | | | no luck |");
    }

    #[test]
    fn every_row_has_its_own_name_and_somebody_of_ours() {
        let mut names = HashSet::new();
        for row in SECTIONS.iter().flat_map(|section| section.rows) {
            assert!(!row.ours.is_empty(), "{}", row.work);
            assert!(names.insert(row.work), "{}", row.work);
        }
    }
}
