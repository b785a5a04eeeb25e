//! Classical search over any problem: state it once, then run every algorithm
//! on it, with limits, statistics, events and a plan of *actions*.
//!
//! # The map
//! - [`space`]: what a problem is ([`StateSpace`], [`Heuristic`], [`from_fn`](space::from_fn));
//! - [`game`]: minimax, alpha-beta and Monte Carlo tree search for games of two;
//! - [`run`]: [`Limits`] going in, an [`Outcome`] coming out;
//! - [`observe`]: watching a search, at no price when nobody does;
//! - [`rng`]: seeded randomness that repeats everywhere.
//!
//! # What every algorithm keeps
//! Same input and seed, same result and same counts, on every machine. A search
//! that is stopped says by which limit and keeps its best so far. No input
//! overflows the stack.

pub mod game;
pub mod observe;
pub mod rng;
pub mod run;
pub mod space;

pub use observe::Observer;
pub use rng::Rng;
pub use run::{Limits, Meter, Monitor, Outcome, Progress, Stats, Stop, Verdict};
pub use space::{Blind, Cost, Heuristic, Ranked, Reversible, StateSpace};
