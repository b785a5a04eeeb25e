//! Experiments as files, the format chosen by the file's ending.

mod html;
mod latex;
mod lines;
mod markdown;

use std::path::Path;

use thiserror::Error;

use super::Results;
use super::plots::sheet;
use crate::suggest::listed;

/// A format to export to.
#[derive(Debug)]
pub struct Format {
    /// The ending of its files, without the point.
    pub ending: &'static str,
    /// One line on what is in them.
    pub doc: &'static str,
    write: fn(&Results) -> String,
}

/// Every format there is. A new one is its file and a row here.
const FORMATS: &[Format] = &[
    Format { ending: "md", doc: "the table and its remarks in Markdown", write: markdown::write },
    Format { ending: "csv", doc: "a row for every run", write: lines::csv },
    Format { ending: "jsonl", doc: "a JSON object for every run", write: lines::json },
    Format {
        ending: "html",
        doc: "a page with the table, the plots, what they mean and how they were made",
        write: html::write,
    },
    Format { ending: "svg", doc: "all plots, one below the other", write: sheet },
    Format { ending: "tex", doc: "the table in LaTeX, for booktabs", write: latex::write },
];

/// Every format there is, for help and errors.
pub fn export_formats() -> &'static [Format] {
    FORMATS
}

/// Why there is no export.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// A file name whose ending is no format's.
    #[error("`{path}` does not say what to write: end it in {}", endings())]
    UnknownEnding {
        /// The file's name.
        path: String,
    },
}

fn endings() -> String {
    let endings: Vec<String> = FORMATS.iter().map(|format| format!(".{}", format.ending)).collect();
    listed(endings.iter().map(String::as_str))
}

/// The format that the ending of `path` names, so that a wrong one is known before the work.
pub fn export_format(path: &Path) -> Result<&'static Format, ExportError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    FORMATS
        .iter()
        .find(|format| ending.as_deref() == Some(format.ending))
        .ok_or_else(|| ExportError::UnknownEnding { path: path.display().to_string() })
}

/// What a file of this name should hold. The same results give the same bytes.
pub fn export(results: &Results, path: &Path) -> Result<Vec<u8>, ExportError> {
    Ok((export_format(path)?.write)(results).into_bytes())
}
