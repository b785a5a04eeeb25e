//! Experiments: every method on every instance, each pair a cell that can be run alone.

mod breakdown;
mod cell;
mod compare;
mod content;
mod difference;
mod environment;
mod export;
mod files;
mod folder;
mod isolate;
mod manifest;
mod markup;
mod plan;
mod plots;
mod profile;
mod record;
mod remarks;
mod request;
mod results;
mod seal;
mod select;
mod shard;
mod spool;
pub mod statistics;
mod summary;
mod sweep;
mod table;
mod tabular;
mod words;
mod work;

pub use breakdown::{by_depth, by_instance, position, relative};
pub use compare::{Comparison, Effect, Measure, Relation};
pub use content::Times;
pub use environment::{Environment, built_from};
pub use export::{ExportError, Format, export_format, export_formats};
pub use folder::{Damage, Filled, Folder, FolderError, Missing};
pub use isolate::{ISOLATED, Isolation, isolated};
pub use manifest::Manifest;
pub use plan::{Bounds, Plan, Source};
pub use plots::{
    FIGURE_CSS, Figure, LinePlot, Spacing, Unit, figure_files, figures, scatter, svg_to_pdf,
};
pub use record::{Record, Tally};
pub use request::{Request, quoted};
pub use results::Results;
pub use seal::{seal, unseal};
pub use select::Filter;
pub use shard::{Shard, ShardError};
pub use spool::Spool;
pub use summary::{MethodSummary, Summary, summarize};
pub use sweep::{SweepError, method_list, sweep};
pub use table::{TableOptions, legend, table};
pub use tabular::{Entry, Heading, Tabular, tabular};
pub use words::heading;
pub use work::{Workers, work, work_with};
