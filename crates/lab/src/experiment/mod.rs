//! Experiments: every method on every instance, each pair a cell that can be run alone.

mod compare;
mod content;
mod export;
mod markup;
mod plan;
mod plots;
mod record;
mod remarks;
pub mod statistics;
mod summary;
mod table;
mod words;

pub use compare::{Comparison, Measure, Relation};
pub use content::Times;
pub use export::{ExportError, Format, export, export_format, export_formats};
pub use plan::{Bounds, Plan, Source};
pub use plots::{FIGURE_CSS, Figure, figures};
pub use record::{Record, Results};
pub use summary::{MethodSummary, Summary, summarize};
pub use table::{TableOptions, table};
