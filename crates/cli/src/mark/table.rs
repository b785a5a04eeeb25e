//! The marks as text.

use goalward_experiment::sheet::Sheet;
use goalward_lab::one_line;

use super::{Marked, total};
use crate::check;
use crate::show::{fitted, grouped, longest, seconds, wrapped};

const HEADS: [&str; 9] =
    ["#", "task", "answer", "cost", "least", "nodes", "allowed", "time", "points"];

/// The table, a note for each task without full points, and the sum.
pub fn text(sheet: &Sheet, marked: &[Marked], boards: bool) -> String {
    let rows = (1..).zip(marked).map(|(number, one)| row(number, one));
    let mut rows: Vec<[String; 9]> = rows.collect();
    fit(&mut rows);
    // An empty column is not shown.
    let is_shown = |column: usize| rows.iter().any(|row| !row[column].is_empty());
    let shown: Vec<usize> = (0..HEADS.len()).filter(|&column| is_shown(column)).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([HEADS[column].len()]).max().unwrap_or(0)
    };
    let line = |cells: &[String; 9]| {
        let cell = |&column: &usize| {
            let (text, width) = (&cells[column], width(column));
            match column {
                1 | 2 => format!("{text:<width$}"),
                _ => format!("{text:>width$}"),
            }
        };
        let line = shown.iter().map(cell).collect::<Vec<_>>().join("  ");
        format!("  {}\n", line.trim_end())
    };
    let mut text = String::new();
    if !sheet.title.is_empty() {
        text += &format!("{}\n\n", sheet.title);
    }
    text += &line(&HEADS.map(String::from));
    rows.iter().for_each(|row| text += &line(row));
    let notes = if boards { drawn_notes(marked) } else { notes(marked) };
    if !notes.is_empty() {
        text += &format!("\n{notes}");
    }
    let (points, of) = total(marked);
    let right = marked.iter().filter(|one| one.points == one.of).count();
    let pass = sheet.pass.map_or(String::new(), |pass| {
        let verdict = if points >= pass { "passed" } else { "not passed" };
        format!("; {pass} are needed: {verdict}")
    });
    text += &fitted(&format!(
        "\n{points} of {of} points{pass}. {right} of {} tasks got full points.\n",
        marked.len()
    ));
    text
}

/// A title keeps at least this many characters.
const TITLE: usize = 8;

/// Cuts titles so that the table fits.
fn fit(rows: &mut [[String; 9]]) {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        let widest = cells.max().unwrap_or(0);
        if widest == 0 { 0 } else { widest.max(HEADS[column].len()) + 2 }
    };
    let others: usize = (0..HEADS.len()).filter(|&column| column != 1).map(width).sum();
    let room = longest().saturating_sub(others + 2).max(TITLE);
    for row in rows {
        if row[1].chars().count() > room {
            row[1] = row[1].chars().take(room - 1).chain(['…']).collect();
        }
    }
}

fn row(number: usize, marked: &Marked) -> [String; 9] {
    let judged = marked.judged.as_ref();
    let costs = judged.filter(|_| marked.has_best);
    let cost = costs.and_then(|judged| judged.cost).map(|cost| cost.to_string());
    let least = judged.and_then(|judged| judged.least).map(|least| least.to_string());
    let count = |nodes: Option<u64>| nodes.map(grouped).unwrap_or_default();
    [
        number.to_string(),
        one_line(&marked.title),
        marked.verdict.into(),
        cost.unwrap_or_default(),
        least.unwrap_or_default(),
        count(marked.nodes.filter(|_| marked.bound.is_some())),
        count(marked.bound),
        seconds(marked.seconds),
        format!("{}/{}", marked.points, marked.of),
    ]
}

/// A note with the tasks that it concerns.
fn note(tasks: &str, note: &str) -> String {
    let text = format!("{tasks}: {}", one_line(note));
    let words: Vec<String> = text.split(' ').map(Into::into).collect();
    wrapped(&words).replace("\n  ", "\n     ")
}

/// The notes on the tasks, each note once.
fn notes(marked: &[Marked]) -> String {
    let mut told: Vec<(&str, Vec<String>)> = Vec::new();
    for (number, one) in (1..).zip(marked) {
        let Some(note) = one.note.as_deref() else { continue };
        match told.iter_mut().find(|(other, _)| *other == note) {
            Some((_, tasks)) => tasks.push(number.to_string()),
            None => told.push((note, vec![number.to_string()])),
        }
    }
    told.iter().map(|(told, tasks)| note(&tasks.join(", "), told)).collect()
}

/// The note on each task, with its drawings.
fn drawn_notes(marked: &[Marked]) -> String {
    let mut text = String::new();
    for (number, one) in (1..).zip(marked) {
        let Some(told) = one.note.as_deref() else { continue };
        text += &note(&number.to_string(), told);
        let shown = one.judged.as_ref().map(check::text_of).unwrap_or_default();
        let drawings = shown.split_once('\n').map_or("", |(_, drawings)| drawings);
        for line in drawings.lines().chain([""]) {
            text += format!("   {line}").trim_end();
            text.push('\n');
        }
    }
    text.truncate(text.trim_end().len());
    text += if text.is_empty() { "" } else { "\n" };
    text
}
