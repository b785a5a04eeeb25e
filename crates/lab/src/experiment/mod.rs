//! Experiments: every method on every instance, each pair a cell that can be run alone.

mod cell;
mod compare;
mod content;
mod difference;
mod export;
mod folder;
mod manifest;
mod markup;
mod plan;
mod plots;
mod record;
mod remarks;
mod request;
mod seal;
mod shard;
pub mod statistics;
mod summary;
mod sweep;
mod table;
mod words;
mod work;

pub use compare::{Comparison, Measure, Relation};
pub use content::Times;
pub use export::{ExportError, Format, export, export_format, export_formats};
pub use folder::{Damage, Filled, Folder, FolderError, Missing};
pub use manifest::Manifest;
pub use plan::{Bounds, Plan, Source};
pub use plots::{FIGURE_CSS, Figure, figures};
pub use record::{Record, Results};
pub use request::{Request, quoted};
pub use shard::{Shard, ShardError};
pub use summary::{MethodSummary, Summary, summarize};
pub use sweep::{SweepError, method_list};
pub use table::{TableOptions, table};
pub use words::heading;
pub use work::work;
