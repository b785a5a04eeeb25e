//! An experiment's table as data, for a page that prints it itself.

use serde::Serialize;

use super::Results;
use super::content::{Cell, Column, Number, Times, content};

/// A table with what should be known about its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tabular {
    /// The contents, column by column.
    pub columns: Vec<Heading>,
    /// One row per method, one place per column; nothing where a method has no value.
    pub rows: Vec<Vec<Option<Entry>>>,
    /// A sentence or two each.
    pub remarks: Vec<String>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Heading {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// One place of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Entry {
    /// What stands there.
    pub text: String,
    /// How far the interval reaches, such as `±3`.
    pub spread: Option<String>,
    /// The ends of the interval.
    pub interval: Option<(String, String)>,
    /// The unit, empty if it has none.
    pub unit: &'static str,
    /// Whether it leaves out runs that were not solved.
    pub partial: bool,
    /// Whether no other method has less.
    pub least: bool,
    /// Whether it is a number.
    pub number: bool,
}

/// The table of `results`.
pub fn tabular(results: &Results, times: Times) -> Tabular {
    let content = content(results, times);
    let heading = |column: &&Column| Heading { name: column.name, meaning: column.meaning };
    Tabular {
        columns: content.columns.iter().map(heading).collect(),
        rows: content.rows.into_iter().map(|row| row.into_iter().map(entry).collect()).collect(),
        remarks: content.remarks,
    }
}

fn entry(cell: Cell) -> Option<Entry> {
    match cell {
        Cell::Nothing => None,
        Cell::Text(text) => Some(Entry { text, ..Entry::default() }),
        Cell::Number(Number { text, spread, interval, unit, partial, least, .. }) => {
            Some(Entry { text, spread, interval, unit, partial, least, number: true })
        }
    }
}
