//! Experiments with the methods of [`goalward_lab`], and everything that judges an answer.
//!
//! An experiment is every method on every instance, each pair a cell that can be run alone:
//!
//! ```
//! use std::sync::Arc;
//!
//! use goalward::Monitor;
//! use goalward_experiment::{Manifest, Request, Spool, TableOptions, table, work};
//!
//! let methods = Some("astar(manhattan), idastar(manhattan)".into());
//! let plan =
//!     Request { methods, runs: Some(5), ..Request::new("8-puzzle".parse()?) }.plan()?;
//! let cells: Vec<u64> = (0..plan.cells()).collect();
//! let spool = Spool::default();
//! let monitor = Arc::new(Monitor::default());
//! work(&plan, &cells, 2, &monitor, |_| true, |_, record| spool.keep(&record))?;
//! let results = spool.into_results(Manifest::new(plan, "an example".into()));
//! assert!(table(&results, &TableOptions::default()).contains("5/5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The map
//! - [`Request`], [`Plan`]: what is run (the plan that a search finds is [`goalward::path::Plan`]);
//!   [`work`]: runs it on several threads;
//! - [`Record`], [`Folder`], [`Manifest`]: what is kept of it, and how;
//! - [`Results`], [`statistics`], [`summarize`], [`Comparison`]: what it shows;
//! - [`table`](fn@table), [`figures`], [`export_format`]: how that is printed, drawn and exported;
//! - [`count_plan`]: the solutions of N queens counted in parts;
//! - [`judge`](judge::judge): plans, assignments and moves that somebody else found;
//! - [`sheet`](mod@sheet) and [`questions`]: a teacher's files for marking programs and answers;
//!   [`exercises`]: those built in, checked by the same rules.

mod breakdown;
mod cell;
mod compare;
mod content;
mod count;
mod difference;
mod environment;
pub mod exercises;
mod export;
mod files;
mod folder;
mod isolate;
pub mod judge;
mod manifest;
mod markup;
mod plan;
mod plots;
mod profile;
pub mod questions;
mod record;
mod remarks;
mod request;
mod results;
mod seal;
mod select;
mod shard;
pub mod sheet;
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
pub use count::{count_plan, gathered};
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
