//! An experiment's table for the terminal.

use std::fmt::Write as _;

use super::Results;
use super::content::{Cell, Column, Content, Kind, REMAINING, Times, content};
use super::remarks::remarks;

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOptions {
    /// The most characters a line should have. What does not fit is left out, and the table says
    /// so.
    pub width: usize,
    /// Whether the least numbers are set off in bold, and what is less important dimmed.
    pub colour: bool,
    /// Whether times are shown.
    pub times: Times,
}

impl Default for TableOptions {
    fn default() -> Self {
        TableOptions { width: 100, colour: false, times: Times::Shown }
    }
}

/// These columns are left out first, in this order, where a line is too narrow.
const LEFT_OUT_FIRST: [&str; 12] = [
    REMAINING,
    "setup",
    "median",
    "generated",
    "memory",
    "PAR10",
    "PAR10 nodes",
    "PAR2",
    "PAR2 nodes",
    "common cost",
    "of fastest",
    "time",
];

/// The table of `results`, with what should be known about its numbers beneath.
///
/// Everything but the columns of [`Times::Shown`] is the same whenever the experiment is
/// run, unless runs were stopped by the clock.
pub fn table(results: &Results, options: &TableOptions) -> String {
    let mut content = content(results, options.times);
    content.keep_main_intervals();
    let mut left_out = Vec::new();
    let mut intervals = true;
    while printed_width(&content, intervals) > options.width {
        if intervals {
            intervals = false;
            if content.rows.iter().flatten().any(has_interval) {
                left_out.push("intervals");
            }
            continue;
        }
        let is_next = |name: &&&str| content.columns.iter().any(|column| column.name == **name);
        let Some(name) = LEFT_OUT_FIRST.iter().find(is_next) else { break };
        let at = content.columns.iter().position(|column| column.name == *name);
        let at = at.expect("it was just found");
        content.columns.remove(at);
        content.rows.iter_mut().for_each(|row| drop(row.remove(at)));
        left_out.push(name);
    }
    if !left_out.is_empty() {
        content.remarks = remarks(results, &content.summary, &content.columns, options.times);
        content.remarks.retain(|remark| intervals || !remark.starts_with('±'));
        let what = left_out.join(", ");
        content.remarks.push(format!("Hidden to fit: {what}. `--export` keeps them."));
    }
    print(&content, intervals, options)
}

/// What each column of the table of `results` means, one per line.
pub fn legend(results: &Results, times: Times) -> String {
    let content = content(results, times);
    let wide = content.columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
    let line = |column: &&Column| format!("{:<wide$}  {}\n", column.name, column.meaning);
    content.columns.iter().map(line).collect()
}

fn has_interval(cell: &Cell) -> bool {
    matches!(cell, Cell::Number(number) if number.spread.is_some())
}

/// The parts of a cell, each aligned with those above it: number, interval, unit.
fn parts(cell: &Cell, intervals: bool) -> [String; 3] {
    match cell {
        Cell::Text(text) => [text.clone(), String::new(), String::new()],
        Cell::Nothing => ["–".into(), String::new(), String::new()],
        Cell::Number(number) => {
            let mark = if number.partial { "*" } else { "" };
            let spread = number.spread.clone().filter(|_| intervals);
            [format!("{}{mark}", number.text), spread.unwrap_or_default(), number.unit.into()]
        }
    }
}

/// The widths of a column's parts.
fn widths(content: &Content, at: usize, intervals: bool) -> [usize; 3] {
    let mut widths = [0; 3];
    for row in &content.rows {
        for (width, part) in widths.iter_mut().zip(parts(&row[at], intervals)) {
            *width = part.chars().count().max(*width);
        }
    }
    widths
}

fn joined_width(widths: [usize; 3]) -> usize {
    let parts = widths.iter().filter(|width| **width > 0);
    (widths.iter().sum::<usize>() + parts.count()).saturating_sub(1)
}

fn column_width(content: &Content, at: usize, intervals: bool) -> usize {
    joined_width(widths(content, at, intervals)).max(content.columns[at].name.len())
}

const GAP: &str = "  ";

fn printed_width(content: &Content, intervals: bool) -> usize {
    let all = (0..content.columns.len()).map(|at| column_width(content, at, intervals));
    all.sum::<usize>() + GAP.len() * content.columns.len().saturating_sub(1)
}

fn print(content: &Content, intervals: bool, options: &TableOptions) -> String {
    let paint = |text: String, code: &str| {
        if options.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text }
    };
    let mut text = String::new();
    let line = |text: &mut String, cells: Vec<String>| {
        let _ = writeln!(text, "{}", cells.join(GAP).trim_end());
    };
    let heads =
        content.columns.iter().enumerate().map(|(at, _)| paint(head(content, at, intervals), "1"));
    line(&mut text, heads.collect());
    let rule = (0..content.columns.len())
        .map(|at| paint("─".repeat(column_width(content, at, intervals)), "2"));
    line(&mut text, rule.collect());
    for row in &content.rows {
        let cells = row.iter().enumerate().map(|(at, cell)| {
            let widths = widths(content, at, intervals);
            let parts = parts(cell, intervals).into_iter().zip(widths);
            let parts = parts.filter(|(_, width)| *width > 0);
            let padded = |(i, (part, width)): (usize, (String, usize))| match i {
                0 => aligned(content.columns[at], &part, width),
                _ => format!("{part:<width$}"),
            };
            let cell_text = parts.enumerate().map(padded).collect::<Vec<_>>().join(" ");
            let width = column_width(content, at, intervals);
            let whole = aligned(content.columns[at], &cell_text, width);
            match cell {
                Cell::Number(number) if number.least => paint(whole, "1;32"),
                Cell::Nothing => paint(whole, "2"),
                _ => whole,
            }
        });
        line(&mut text, cells.collect());
    }
    if !content.remarks.is_empty() {
        text.push('\n');
    }
    for remark in &content.remarks {
        text += &wrapped(remark, options.width.max(40));
    }
    text
}

/// A column's name, aligned as its cells are.
fn head(content: &Content, at: usize, intervals: bool) -> String {
    let width = column_width(content, at, intervals);
    aligned(content.columns[at], content.columns[at].name, width)
}

fn aligned(column: &Column, text: &str, width: usize) -> String {
    if column.kind == Kind::Name && column.name == "method" {
        format!("{text:<width$}")
    } else {
        format!("{text:>width$}")
    }
}

/// The remark in lines of at most `width` characters, all but the first indented.
fn wrapped(remark: &str, width: usize) -> String {
    let mut text = String::new();
    let mut at = 0;
    for word in remark.split(' ') {
        let length = word.chars().count();
        if at > 0 && at + 1 + length > width {
            text += "\n  ";
            at = 2;
        } else if at > 0 {
            text.push(' ');
            at += 1;
        }
        text += word;
        at += length;
    }
    text.push('\n');
    text
}
