//! Landmarks on a map.

use goalward::{Heuristic, Meter, StateSpace, Stop};

use super::{Cell, Grid, Length, Map};
use crate::landmarks::{Landmarks, Roads};

/// The distances of a map's cells from a few landmarks: admissible, consistent and, unlike
/// straight-line distances, aware of walls.
#[derive(Clone, Debug)]
pub struct Alt {
    landmarks: Landmarks,
    width: usize,
    goal: usize,
}

impl Alt {
    /// Landmarks for a map, chosen as far from the goal and from each other as possible.
    ///
    /// # Errors
    /// If a limit of the meter is reached.
    pub fn of(grid: &Grid, landmarks: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let map = grid.map();
        let goal = map.number(grid.goal());
        let landmarks = Landmarks::choose(grid, landmarks, goal, meter)?;
        Ok(Alt { landmarks, width: map.width(), goal })
    }

    /// The memory that the distances take, in bytes.
    pub fn bytes(&self) -> usize {
        self.landmarks.bytes()
    }

    /// The cells that were chosen.
    pub fn places(&self, map: &Map) -> impl Iterator<Item = Cell> {
        self.landmarks.places().iter().map(|&place| map.cell(place))
    }
}

impl Roads for Grid {
    fn nodes(&self) -> usize {
        self.map().size()
    }

    fn leave(&self, node: usize, edge: &mut dyn FnMut(usize, f64)) {
        let at = self.map().cell(node);
        for step in self.actions(&at) {
            let next = self.apply(&at, &step);
            edge(self.map().number(next), self.length(step, next));
        }
    }

    /// The step back costs what entering the cell itself costs.
    fn enter(&self, node: usize, edge: &mut dyn FnMut(usize, f64)) {
        let at = self.map().cell(node);
        for step in self.actions(&at) {
            edge(self.map().number(self.apply(&at, &step)), self.length(step, at));
        }
    }

    fn is_even(&self) -> bool {
        !self.map().is_weighted()
    }
}

impl Heuristic<Grid> for Alt {
    type Memo = Length;

    #[inline]
    fn memo(&self, at: &Cell) -> Length {
        let node = usize::from(at.row()) * self.width + usize::from(at.column());
        self.landmarks.estimate(node, self.goal)
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
