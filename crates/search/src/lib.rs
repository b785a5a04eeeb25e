//! Classical search over any problem: state it once, then run every algorithm
//! on it, with limits, statistics, events and a plan of *actions*.
//!
//! A start and two closures are enough. A third is a heuristic:
//!
//! ```
//! use goalward::path::{BestFirst, PathSearch};
//! use goalward::space::from_fn;
//!
//! // A knight that travels from (1, 1) to (4, 6) on an endless board.
//! let leaps = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
//! let knight = from_fn(
//!     (1i32, 1i32),
//!     |&(x, y)| leaps.map(|(dx, dy)| ((x + dx, y + dy), 1)),
//!     |&at| at == (4, 6),
//! );
//! let h = |&(x, y): &(i32, i32)| (4i32.abs_diff(x) + 6i32.abs_diff(y)).div_ceil(3);
//! let outcome = BestFirst::a_star().solve(&knight, &h);
//! println!("{:?} after {} expansions", outcome.verdict, outcome.stats.expanded);
//! assert_eq!(outcome.into_solution().unwrap().cost, 4);
//! ```
//!
//! # The map
//! - [`space`]: what a problem is ([`StateSpace`], [`Heuristic`], [`from_fn`](space::from_fn));
//! - [`path`]: breadth-first, deepening, best-first, bidirectional and beam search;
//! - [`csp`]: constraint satisfaction ([`Csp`], [`Backtracking`](csp::Backtracking));
//! - [`game`]: minimax, alpha-beta and Monte Carlo tree search for games of two;
//! - [`run`]: [`Limits`] going in, an [`Outcome`] coming out;
//! - [`local`]: hill climbing, annealing, min-conflicts, local beams and genetic search;
//! - [`observe`]: watching a search, at no price when nobody does;
//! - [`rng`]: seeded randomness that repeats everywhere.
//!
//! # What every algorithm keeps
//! Same input and seed, same result and same counts, on every machine. A search
//! that is stopped says by which limit and keeps its best so far. No input
//! overflows the stack.

pub mod csp;
mod elementary;
pub mod game;
pub mod local;
pub mod observe;
pub mod path;
pub mod rng;
pub mod run;
pub mod space;

pub use csp::Csp;
pub use observe::Observer;
pub use rng::Rng;
pub use run::{Limits, Meter, Monitor, Outcome, Progress, Stats, Stop, Verdict};
pub use space::{Blind, Cost, Heuristic, Ranked, Reversible, StateSpace};

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
