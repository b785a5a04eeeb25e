//! The work that is measured beside its peers, and whose instructions are counted.
//!
//! - [`serve`]: a contestant, and how it is told to work;
//! - [`instances`]: what everybody works on;
//! - [`tiles`], [`pdb`], [`queens`], [`games`]: our own work; [`hand`]: a loop to beat.

pub mod games;
pub mod hand;
pub mod instances;
pub mod pdb;
pub mod queens;
pub mod serve;
pub mod tiles;
