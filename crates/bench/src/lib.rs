//! The work that is compared with its peers, and whose instructions are counted.
//!
//! - [`rows`]: what is measured;
//! - [`serve`]: a contestant, and how it is told to work;
//! - [`generic`]: problems as users state them, and our work on them;
//! - `instances`: the puzzles that everybody works on;
//! - `tiles`, `pdb`, `queens`, `games`, `maps`: our work on those; `hand`: a loop to beat;
//! - `python`: our work to compare with what Python does.

#[cfg(feature = "puzzles")]
pub mod games;
pub mod generic;
#[cfg(feature = "puzzles")]
pub mod hand;
#[cfg(feature = "puzzles")]
pub mod instances;
#[cfg(feature = "puzzles")]
pub mod maps;
#[cfg(feature = "puzzles")]
pub mod pdb;
#[cfg(feature = "puzzles")]
pub mod python;
#[cfg(feature = "puzzles")]
pub mod queens;
pub mod rows;
pub mod serve;
#[cfg(feature = "puzzles")]
pub mod tiles;
