//! Estimates of the remaining cost on a map.
//!
//! | heuristic | four steps | eight steps |
//! |---|---|---|
//! | [`Manhattan`] | admissible | not admissible: two straight steps for a diagonal one |
//! | [`Octile`] | admissible | admissible: exact where nothing is in the way |
//! | [`Euclidean`] | admissible | admissible |
//! | [`Chebyshev`] | admissible | admissible |
//!
//! The admissible ones are also consistent. Each assumes that entering a cell costs the least
//! that it costs anywhere on the map.

use goalward::Heuristic;

use super::{Cell, DIAGONAL, Grid, Length, STRAIGHT, Steps};

/// A distance that depends on how many columns and rows are between two cells.
pub trait Metric: Copy + Default {
    /// Whether it never exceeds the length of a path with these steps.
    fn is_admissible(steps: Steps) -> bool;

    /// The distance.
    fn distance(apart: [u32; 2]) -> Length;
}

/// The distance to the goal by a [`Metric`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straight<M> {
    goal: Cell,
    /// The least that entering a cell costs.
    least: Length,
    metric: M,
}

impl<M: Metric> Straight<M> {
    /// The distance to the goal of this search.
    pub fn of(grid: &Grid) -> Self {
        let least = grid.map().least_cost().into();
        Straight { goal: grid.goal(), least, metric: M::default() }
    }
}

impl<M: Metric> Heuristic<Grid> for Straight<M> {
    type Memo = Length;

    #[inline]
    fn memo(&self, at: &Cell) -> Length {
        M::distance(at.apart(self.goal)) * self.least
    }

    #[inline]
    fn estimate(&self, memo: Length) -> Length {
        memo
    }

    #[inline]
    fn advances(&self) -> bool {
        false
    }
}

macro_rules! metrics {
    ($($(#[$doc:meta])* $name:ident, $metric:ident: |$steps:ident| $admissible:expr,
        |$long:ident, $short:ident| $distance:expr;)*) => { $(
        $(#[$doc])*
        pub type $name = Straight<$metric>;

        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $metric;

        impl Metric for $metric {
            fn is_admissible($steps: Steps) -> bool {
                $admissible
            }

            #[inline]
            fn distance([a, b]: [u32; 2]) -> Length {
                let [$long, $short] = [a.max(b), a.min(b)].map(Length::from);
                $distance
            }
        }
    )* };
}

metrics! {
    /// Columns and rows added up: exact for four steps, too much for eight.
    Manhattan, ByManhattan: |steps| steps == Steps::Four, |long, short| (long + short) * STRAIGHT;
    /// As many diagonal steps as fit, and straight ones for the rest: exact where eight steps are
    /// possible and nothing is in the way.
    Octile, ByOctile: |_steps| true, |long, short| (long - short) * STRAIGHT + short * DIAGONAL;
    /// The straight line.
    Euclidean, ByEuclid: |_steps| true, |long, short| (long * long + short * short).sqrt();
    /// The larger of the numbers of columns and rows, as if a diagonal step cost no more than a
    /// straight one.
    Chebyshev, ByChebyshev: |_steps| true, |long, _short| long * STRAIGHT;
}
