//! Experiments: every method on every instance, each pair a cell that can be run alone.

mod cell;
mod difference;
mod folder;
mod plan;
mod record;
mod request;
mod shard;
mod sweep;
mod work;

pub use folder::{Damage, Folder, FolderError, Manifest};
pub use plan::{Bounds, Plan, Source};
pub use record::{Record, Results};
pub use request::{Request, quoted};
pub use shard::{Shard, ShardError};
pub use sweep::{SweepError, method_list};
pub use work::work;
