//! Experiments: every method on every instance, each pair a cell that can be run alone.

mod plan;
mod record;

pub use plan::{Bounds, Plan, Source};
pub use record::{Record, Results};
