//! Additive pattern databases: lookup tables of how far some tiles are from home.
//!
//! A [`Partition`] divides a goal's tiles into patterns. The [`Database`] of a [`Pattern`] has the
//! fewest moves of its tiles for every position of them; the sum over the partition is a heuristic,
//! [`Additive`], which never overestimates. If the goal's blank is on an axis of symmetry of the
//! board, the mirrored partition is used too.
//!
//! ```
//! use goalward::path::{BestFirst, PathSearch};
//! use goalward_domains::tiles::{Additive, Partition, Puzzle, Tiles};
//!
//! let puzzle = Puzzle::new("8 0 6 5 4 7 2 3 1".parse()?, "0 1 2 3 4 5 6 7 8".parse()?)?;
//! let tiles = Tiles::<u64>::new(&puzzle)?;
//! let partition = Partition::parse("4-4", tiles.goal())?;
//! let databases = Additive::build(tiles.goal(), &partition);
//! let outcome = BestFirst::a_star().solve(&tiles, &databases.summed::<4>().unwrap());
//! assert_eq!(outcome.into_solution().unwrap().cost, 31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod additive;
mod build;
mod check;
mod database;
mod dive;
mod file;
mod index;
mod partition;
mod pattern;

pub(super) use dive::ida_star;

pub use additive::{Additive, Summed};
pub use build::Watch;
pub use check::Mismatch;
pub use database::Database;
pub use file::FileError;
pub use partition::{Partition, PartitionError};
pub use pattern::Pattern;
