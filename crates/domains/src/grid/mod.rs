//! Maps of cells: finding the shortest way between two of them.
//!
//! - [`Map`]: walls and costs, read ([`Drawing`], [`queries`]) or made from a seed ([`Kind`]);
//! - [`Grid`]: a way from cell to cell as a state space, for every search of [`goalward::path`];
//! - [`heuristics`] and [`Alt`]: how far it is, at least;
//! - [`Jps`]: jump point search;
//! - [`sets`]: maps that ship.

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

/// How long a way is, a straight step being 1.
///
/// Sums of floats differ by rounding, which searches allow for. Whole numbers of 2^-36 steps, which
/// do not, were measured 5 to 15% faster with the same 2,190 published lengths of two maps, which
/// is not worth a type that has to be converted wherever lengths enter or leave.
pub type Length = f64;

/// What a straight step costs.
pub const STRAIGHT: Length = 1.0;

/// What a diagonal step costs.
pub const DIAGONAL: Length = std::f64::consts::SQRT_2;
