//! Experiments as files, the format chosen by the file's ending.

mod html;
mod latex;
mod lines;
mod markdown;

use std::io;
use std::path::Path;

use goalward_lab::listed;
use thiserror::Error;

use super::Results;
use super::content::Times;
use super::plots::{sheet, write_pdf};

/// A format to export to.
#[derive(Debug)]
pub struct Format {
    /// The ending of its files, without the dot.
    pub ending: &'static str,
    /// One line on what is in them.
    pub doc: &'static str,
    /// Their type for a browser.
    pub mime: &'static str,
    write: Writer,
}

#[derive(Clone, Copy, Debug)]
enum Writer {
    /// Makes the whole text.
    Text(fn(&Results, Times) -> String),
    /// Writes bit by bit, or what is not text.
    Lines(fn(&Results, Times, &mut dyn io::Write) -> io::Result<()>),
}

impl Format {
    /// Writes `results`. The same results give the same bytes. An error is the writer's,
    /// or one in reading records.
    pub fn write(&self, results: &Results, out: &mut dyn io::Write) -> io::Result<()> {
        self.write_with(results, Times::Shown, out)
    }

    /// The same, with or without times. Without them the bytes are also the same when the
    /// experiment is run again, unless the clock stopped a run.
    pub fn write_with(
        &self,
        results: &Results,
        times: Times,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        match self.write {
            Writer::Text(text) => out.write_all(text(results, times).as_bytes()),
            Writer::Lines(write) => write(results, times, out),
        }
    }
}

/// Every format there is. A new one is its file and a row here.
static FORMATS: &[Format] = &[
    Format {
        ending: "md",
        doc: "the table and its remarks in Markdown",
        mime: "text/plain; charset=utf-8",
        write: Writer::Text(markdown::write),
    },
    Format {
        ending: "csv",
        doc: "a row for every run",
        mime: "text/csv; charset=utf-8",
        write: Writer::Lines(lines::csv),
    },
    Format {
        ending: "jsonl",
        doc: "a JSON object for every run",
        mime: "application/x-ndjson",
        write: Writer::Lines(lines::json),
    },
    Format {
        ending: "html",
        doc: "a page with the table, the plots, what they mean and how they were made",
        mime: "text/html; charset=utf-8",
        write: Writer::Text(html::write),
    },
    Format {
        ending: "svg",
        doc: "all plots, one below the other",
        mime: "image/svg+xml",
        write: Writer::Text(sheet),
    },
    Format {
        ending: "pdf",
        doc: "the same, on one page",
        mime: "application/pdf",
        write: Writer::Lines(write_pdf),
    },
    Format {
        ending: "tex",
        doc: "the table in LaTeX, for booktabs",
        mime: "text/plain; charset=utf-8",
        write: Writer::Text(latex::write),
    },
];

/// Every format there is, for help and errors.
pub fn export_formats() -> &'static [Format] {
    FORMATS
}

/// Why there is no export.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// A file name whose extension is not that of a format.
    #[error("`{path}` has an unknown extension: use {}", endings())]
    UnknownEnding {
        /// The file's name.
        path: String,
    },
}

fn endings() -> String {
    let endings: Vec<String> = FORMATS.iter().map(|format| format!(".{}", format.ending)).collect();
    listed(endings.iter().map(String::as_str))
}

/// The format that the ending of `path` names, so that a wrong one is reported before the work.
pub fn export_format(path: &Path) -> Result<&'static Format, ExportError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    FORMATS
        .iter()
        .find(|format| ending.as_deref() == Some(format.ending))
        .ok_or_else(|| ExportError::UnknownEnding { path: path.display().to_string() })
}
