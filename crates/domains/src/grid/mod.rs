//! Maps of cells: finding the shortest path between two of them.
//!
//! - [`Map`]: walls and costs, read ([`Drawing`], [`queries`]) or made from a seed ([`Kind`]);
//! - [`Grid`]: a path from cell to cell as a state space, for every search of [`goalward::path`];
//! - [`heuristics`] and [`Alt`]: estimates of the remaining cost;
//! - [`Jps`]: jump point search;
//! - [`sets`]: maps that are included.

mod alt;
mod bits;
mod cell;
pub mod heuristics;
mod jps;
mod make;
mod map;
mod scenario;
pub mod sets;
mod space;
mod text;

pub use alt::Alt;
pub use cell::{Cell, CellError, Step};
pub use jps::Jps;
pub use make::{Kind, ends, largest_part};
pub use map::{Map, SizeError};
pub use scenario::{MAX_QUERIES, MapMismatch, Published, Query, ScenarioError, queries};
pub use space::{EndError, Grid, Steps};
pub use text::{Drawing, Found, MAX_BYTES, MapError};

/// The most columns, and the most rows, that a map may have.
pub const MAX_SIDE: usize = 4096;

/// The length of a path; a straight step is 1.
///
/// Sums of floats differ by rounding, which searches allow for. Whole multiples of 2^-36 steps do
/// not; they were 5 to 15% faster, with the same 2,190 published lengths of two maps, but that is
/// not worth a type that has to be converted wherever lengths enter or leave.
pub type Length = f64;

/// What a straight step costs.
pub const STRAIGHT: Length = 1.0;

/// What a diagonal step costs.
pub const DIAGONAL: Length = std::f64::consts::SQRT_2;
