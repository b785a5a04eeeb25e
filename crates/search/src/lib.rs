//! Classical search for any problem: define it once, then run every algorithm on it, with limits,
//! statistics, events and a plan of *actions*.
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
//! The other families need as little code. A constraint problem has variables and the pairs of
//! values that are allowed together:
//!
//! ```
//! use goalward::csp::{self, Backtracking, CspSearch, Find};
//!
//! // Four queens, one in each column; a value is a row.
//! let pairs = (0..4usize).flat_map(|a| (a + 1..4).map(move |b| (a, b))).collect();
//! let apart = |(a, x): (usize, usize), (b, y): (usize, usize)| {
//!     x != y && a.abs_diff(b) != x.abs_diff(y)
//! };
//! let queens = csp::from_fn(vec![4; 4], pairs, apart);
//! let answer = Backtracking::default().solve(&queens, Find::Count);
//! assert_eq!(answer.outcome.into_solution().unwrap().count, 2);
//! ```
//!
//! A landscape has states, a cost and moves; a game has positions, moves and results. Both are
//! small traits, explained in [`local`] and [`game`]; here is a game:
//!
//! ```
//! use goalward::game::{AlphaBeta, Game, GameSearch, Rating, Score};
//!
//! /// Take one or two matches; whoever takes the last one wins.
//! struct Matches(u32);
//!
//! impl Game for Matches {
//!     type State = u32;
//!     type Move = u32;
//!     fn start(&self) -> u32 {
//!         self.0
//!     }
//!     fn moves(&self, &left: &u32) -> impl Iterator<Item = u32> {
//!         1..=left.min(2)
//!     }
//!     fn play(&self, &left: &u32, taken: u32) -> u32 {
//!         left - taken
//!     }
//!     fn terminal(&self, &left: &u32) -> Option<Score> {
//!         (left == 0).then_some(-1)
//!     }
//! }
//!
//! let analysis = AlphaBeta::default().solve(&Matches(9)).into_solution().unwrap();
//! assert_eq!(analysis.value, Rating::Exact(-1));
//! ```
//!
//! And a landscape:
//!
//! ```
//! use goalward::Rng;
//! use goalward::local::{Annealing, Landscape, LocalSearch};
//!
//! /// Divide these weights between two pans so that they balance.
//! struct Scales([i64; 6]);
//!
//! impl Landscape for Scales {
//!     type State = [bool; 6];
//!     type Move = usize;
//!     fn random_state(&self, rng: &mut Rng) -> [bool; 6] {
//!         std::array::from_fn(|_| rng.below(2) == 1)
//!     }
//!     fn cost(&self, left: &[bool; 6]) -> i64 {
//!         let side = |(weight, &left): (&i64, &bool)| if left { *weight } else { -weight };
//!         self.0.iter().zip(left).map(side).sum::<i64>().abs()
//!     }
//!     fn moves(&self, _: &[bool; 6]) -> impl Iterator<Item = usize> {
//!         0..6
//!     }
//!     fn random_move(&self, _: &[bool; 6], rng: &mut Rng) -> Option<usize> {
//!         Some(rng.below(6))
//!     }
//!     fn delta(&self, left: &[bool; 6], weight: usize) -> i64 {
//!         let mut other = *left;
//!         self.apply(&mut other, weight);
//!         self.cost(&other) - self.cost(left)
//!     }
//!     fn apply(&self, left: &mut [bool; 6], weight: usize) {
//!         left[weight] = !left[weight];
//!     }
//! }
//!
//! let scales = Scales([3, 1, 4, 1, 5, 2]);
//! let outcome = Annealing::default().solve(&scales, 1);
//! assert_eq!(scales.cost(&outcome.into_solution().unwrap().state), 0);
//! ```
//!
//! # The map
//! - [`space`]: what a problem is ([`StateSpace`], [`Heuristic`], [`from_fn`](space::from_fn));
//! - [`path`]: breadth-first, deepening, best-first, bidirectional and beam search;
//! - [`csp`]: constraint satisfaction ([`Csp`], [`Model`](csp::Model),
//!   [`Backtracking`](csp::Backtracking));
//! - [`game`]: minimax, alpha-beta and Monte Carlo tree search for two-player games;
//! - [`run`]: [`Limits`] going in, an [`Outcome`] coming out;
//! - [`local`]: hill climbing, annealing, min-conflicts, local beams and genetic search;
//! - [`observe`]: watching a search, at no cost when there is no observer;
//! - [`rng`]: seeded randomness, reproducible on every machine;
//! - [`simd`]: which processor instructions the kernels use.
//!
//! # What every algorithm guarantees
//! The same input and seed give the same result and the same counts on every machine. A stopped
//! search says which limit it reached and returns the best solution found so far. No input
//! overflows the stack.

mod cost;
pub mod csp;
mod elementary;
pub mod game;
pub mod local;
pub mod observe;
pub mod path;
pub mod rng;
pub mod run;
pub mod simd;
pub mod space;

/// Internals used by the kernels of `goalward-domains`. Not public API: they may change at any
/// time.
#[doc(hidden)]
pub mod kernel {
    pub use crate::path::parallel::{Branch, Dived, Landing, Parts, Work, in_parts};
}

pub use cost::Cost;
pub use csp::Csp;
pub use observe::Observer;
pub use rng::Rng;
pub use run::{Limits, Meter, Monitor, Outcome, ProcessorTime, Progress, Stats, Stop, Verdict};
pub use space::{Blind, Heuristic, Ranked, Reversible, StateSpace};
