//! Boards larger than 5x5, which have every method and heuristic that needs no tables.

use goalward::path::audit::{Reachable, Truth};
use goalward::{Heuristic, Limits, Reversible};
use goalward_domains::tiles::{Layout, Move, Slides, Tiles, Wide, WideBoard, WideSum};

use crate::path::{Estimate, PathDomain, Prepared, Ready, Unready};
use crate::registry::Method;
use crate::spec::Spec;
use crate::view::Cells;

use super::{Boards, on_board, wander};

impl Boards for Wide {
    fn local_methods(&self) -> Vec<Method<'_>> {
        wander(self, WideSum::manhattan, WideSum::euclidean)
    }
}

/// The name of a heuristic, and how it is made for a goal.
type Named = (&'static str, fn(&Layout) -> WideSum);

/// The heuristics of packed boards that need no tables.
const SUMS: [Named; 6] = [
    ("zero", WideSum::zero),
    ("misplaced", WideSum::misplaced),
    ("misplaced-blank", WideSum::misplaced_blank),
    ("manhattan", WideSum::manhattan),
    ("euclidean", WideSum::euclidean),
    ("linear-conflict", WideSum::linear_conflict),
];

impl PathDomain for Wide {
    /// Those of `SUMS` are listed by [`heuristics`](PathDomain::heuristics).
    const HEURISTICS: &'static [Estimate] = &[];
    const DEFAULT_HEURISTIC: &'static str = Tiles::<u64>::DEFAULT_HEURISTIC;
    const UNIT_COSTS: bool = true;

    fn heuristics() -> Vec<Estimate> {
        let all = Tiles::<u64>::HEURISTICS.iter().copied();
        all.filter(|estimate| SUMS.iter().any(|(name, _)| *name == estimate.name)).collect()
    }

    fn heuristic(&self, spec: &Spec, _: &Limits) -> Result<Ready<'_, Self>, Unready> {
        let (_, make) = SUMS.iter().find(|(name, _)| *name == spec.name).expect("it is listed");
        Ok((Box::new(make(self.goal())), Prepared::default()))
    }

    fn show(&self, board: &WideBoard) -> String {
        self.layout(board).to_string()
    }

    fn drawing(&self, board: &WideBoard) -> String {
        self.layout(board).drawing()
    }

    fn cells(&self, board: &WideBoard) -> Cells {
        on_board(&self.layout(board))
    }

    fn name(&self, mv: &Move) -> String {
        mv.to_string()
    }

    fn every_state(&self) -> Option<impl Truth<Self>> {
        None::<Reachable>
    }

    fn origin(&self) -> WideBoard {
        self.goals().next().expect("a puzzle has a goal")
    }

    fn reference(&self) -> impl Heuristic<Self> {
        WideSum::linear_conflict(self.goal())
    }
}
