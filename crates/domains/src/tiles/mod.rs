//! Sliding tiles on boards from 2×2 to 16×16, with any goal: the 8-, 15- and 24-puzzle and their
//! relatives.
//!
//! A [`Layout`] is a board as it is written. A [`Puzzle`] is a start and a goal that can be reached
//! from it. [`Tiles`] is the same packed for searching, up to 5×5, and [`Wide`] is the same
//! for any size. The 15- and the 24-puzzle have specialised searches in [`fast`].
//!
//! ```
//! use goalward::path::{BestFirst, PathSearch};
//! use goalward_domains::tiles::{Layout, PerTile, Puzzle, Tiles};
//!
//! let start: Layout = "3 1 2 4 7 5 6 8 0".parse()?;
//! let goal: Layout = "0 1 2 3 4 5 6 7 8".parse()?;
//! let tiles = Tiles::<u64>::new(&Puzzle::new(start, goal)?)?;
//! let plan = BestFirst::a_star().solve(&tiles, &PerTile::manhattan(tiles.goal())).into_solution().unwrap();
//! let moves: String = plan.actions.iter().map(|m| m.to_string()).collect();
//! assert_eq!(moves, "LULU");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod dive;
mod exhaustive;
pub mod fast;
mod landscape;
mod layout;
mod linear_conflict;
mod moves;
mod packed;
pub mod pdb;
mod per_tile;
mod puzzle;
mod rank;
mod ranks;
mod replay;
pub mod sets;
mod wide;

use board::Way;
pub use board::{Board, Cells, Tiles, TooLarge};
pub use exhaustive::{Exhaustive, Group};
pub use landscape::{Scored, ScoredOf, Wander, without_loops};
pub use layout::{Layout, LayoutError, Size, SizeError};
pub use linear_conflict::LinearConflict;
pub use moves::Move;
pub use pdb::{Additive, Database, Partition, PartitionError, Pattern};
pub use per_tile::{Fixed, PerTile};
pub use puzzle::{Puzzle, PuzzleError};
pub use ranks::Ranks;
pub use replay::{Misplay, replay};
pub use wide::{Wide, WideBoard, WideSum};

use goalward::StateSpace;

/// A puzzle as a state space, however its boards are stored.
pub trait Slides: StateSpace<Action = Move, Cost = u32> {
    /// The board to reach.
    fn goal(&self) -> &Layout;

    /// A board as it is written.
    fn layout(&self, board: &Self::State) -> Layout;
}
