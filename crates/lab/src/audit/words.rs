//! Audits for people.

use super::{AuditReport, Found, HeuristicFound};
use crate::number::Number;
use crate::numbers::{grouped, rounded};

/// The answer in a sentence or a few.
pub fn headline(report: &AuditReport) -> String {
    let stopped = report.stop.map_or(String::new(), |stop| {
        format!(" Stopped {}, so the rest was not checked.", stop.words())
    });
    let answer = match &report.found {
        Found::Heuristic(found) => heuristic(report, found),
        Found::Evaluator(found) => format!(
            "The evaluator judges {} of {} positions correctly ({}), and {} the wrong way round.",
            grouped(found.right),
            grouped(report.states),
            percent(found.right, report.states),
            grouped(found.reversed)
        ),
        Found::Landscape(found) => format!(
            "{} of {} states are local optima but not solutions ({}): {} strict, {} on a \
             plateau. {}.",
            grouped(found.strict + found.flat),
            scope(report),
            percent(found.strict + found.flat, report.states),
            grouped(found.strict),
            grouped(found.flat),
            match found.solutions {
                1 => "1 is a solution".into(),
                count => format!("{} are solutions", grouped(count)),
            }
        ),
    };
    answer + &stopped
}

fn heuristic(report: &AuditReport, found: &HeuristicFound) -> String {
    let of = scope(report);
    match (found.admissible, found.consistent) {
        (Some(false), _) => format!(
            "Refuted: {} overestimates {} of {of} states{}.",
            report.name,
            grouped(found.overestimates),
            if found.claimed {
                ", although it is listed as admissible: please report this"
            } else {
                ""
            }
        ),
        (Some(true), Some(true)) => {
            format!("Proved on {of} states: {} is admissible and consistent.", report.name)
        }
        (Some(true), _) => format!(
            "Proved on {of} states: {} is admissible. It is not consistent: {} of {} moves lower \
             it by more than they cost.",
            report.name,
            grouped(found.inconsistencies),
            grouped(found.edges)
        ),
        (None, Some(false)) => format!(
            "{} overestimates none of {of} states, which proves nothing. It is not consistent: {} \
             of {} moves lower it by more than they cost.",
            report.name,
            grouped(found.inconsistencies),
            grouped(found.edges)
        ),
        (None, _) => format!(
            "{} overestimates none of {of} states and is consistent there, which proves nothing \
             about the others.",
            report.name
        ),
    }
}

/// "all 181,440" or "1,000 random".
fn scope(report: &AuditReport) -> String {
    let states = grouped(report.states);
    match (report.every, report.stop) {
        (true, None) => format!("all {states}"),
        (true, Some(_)) => format!("the first {states}"),
        (false, _) => format!("{states} random"),
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{}%", rounded(100.0 * part as f64 / whole.max(1) as f64, 3))
}

/// Several heuristics side by side, in lines of this many columns, if a number is given: a wider
/// table is cut into several. Nothing for other subjects.
pub fn table(reports: &[AuditReport], columns: Option<usize>) -> Option<String> {
    let names = [
        "heuristic",
        "admissible",
        "consistent",
        "overestimates",
        "exact",
        "mean error",
        "worst",
        "correlation",
        "A* saves",
    ];
    let mut rows = vec![names.map(String::from)];
    for report in reports {
        let Found::Heuristic(found) = &report.found else { return None };
        let number = |value: Option<f64>| value.map_or("-".into(), |value| rounded(value, 3));
        let saved = found.savings.map_or("-".into(), |s| format!("{} ×", rounded(s.factor, 3)));
        rows.push([
            report.name.clone(),
            answer(found.admissible).into(),
            answer(found.consistent).into(),
            grouped(found.overestimates),
            percent(found.exact, report.states),
            number(found.mean_error),
            found.worst_error.map_or("-".into(), shown),
            number(found.correlation),
            saved,
        ]);
    }
    let widths: Vec<usize> = (0..names.len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    // Every part begins with the names.
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut left = 0;
    for (column, width) in widths.iter().enumerate().skip(1) {
        match parts.last_mut().filter(|_| width + 2 <= left) {
            Some(part) => part.push(column),
            None => {
                parts.push(vec![0, column]);
                left = columns.unwrap_or(usize::MAX).saturating_sub(widths[0]);
            }
        }
        left = left.saturating_sub(width + 2);
    }
    let line = |row: &[String; 9], part: &[usize]| {
        let cells = part.iter().map(|&column| {
            let (cell, width) = (&row[column], widths[column]);
            // Words to the left, numbers to the right.
            if column < 3 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    let part =
        |part: &Vec<usize>| rows.iter().map(|row| line(row, part) + "\n").collect::<String>();
    Some(parts.iter().map(part).collect::<Vec<_>>().join("\n"))
}

/// The number, to at most four digits unless it is whole.
fn shown(number: Number) -> String {
    match number.value().fract() == 0.0 {
        true => number.to_string(),
        false => rounded(number.value(), 4),
    }
}

fn answer(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "yes",
        Some(false) => "NO",
        None => "not refuted",
    }
}
