//! Finding a path on a map, as a state space.

use std::sync::Arc;

use goalward::{Ranked, Reversible, StateSpace};

use super::{Cell, DIAGONAL, Length, Map, STRAIGHT, Step};

/// Which steps are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Steps {
    /// To the four cells that share a side.
    Four,
    /// Also to the four at the corners, if both cells beside the step are free.
    #[default]
    Eight,
    /// To the eight cells around, whether or not the cells beside the step are free.
    Cutting,
}

/// Why a cell cannot be a start or a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndError {
    /// The cell is not on the map.
    #[error("{cell} is not on the map: columns are 0 to {}, rows 0 to {}", .width - 1, .height - 1)]
    Outside {
        /// The cell.
        cell: Cell,
        /// Columns of the map.
        width: usize,
        /// Rows of the map.
        height: usize,
    },
    /// The cell is a wall.
    #[error("{0} is a wall: start and goal must be free")]
    Wall(Cell),
}

/// Finding a path from one cell of a map to another.
///
/// A straight step costs 1 and a diagonal one √2, times what entering the cell costs.
///
/// ```
/// use std::sync::Arc;
/// use goalward::path::{BestFirst, PathSearch};
/// use goalward_domains::grid::{Drawing, Grid, Steps, heuristics::Octile};
///
/// let Drawing { map, start, goal } = b"S.#.\n..#.\n...G\n".as_slice().try_into()?;
/// let grid = Grid::new(Arc::new(map), Steps::Eight, start.unwrap(), goal.unwrap())?;
/// let plan = BestFirst::a_star().solve(&grid, &Octile::of(&grid)).into_solution().unwrap();
/// assert_eq!(plan.cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    map: Arc<Map>,
    steps: Steps,
    from: Cell,
    to: Cell,
}

impl Grid {
    /// The problem of getting `from` one cell `to` another.
    ///
    /// # Errors
    /// If one of the two is not on the map or is a wall.
    pub fn new(map: Arc<Map>, steps: Steps, from: Cell, to: Cell) -> Result<Self, EndError> {
        for cell in [from, to] {
            if !map.has(cell) {
                let (width, height) = (map.width(), map.height());
                return Err(EndError::Outside { cell, width, height });
            }
            if !map.is_free(cell) {
                return Err(EndError::Wall(cell));
            }
        }
        Ok(Grid { map, steps, from, to })
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// Which steps are allowed.
    #[inline]
    pub fn steps(&self) -> Steps {
        self.steps
    }

    /// The goal.
    #[inline]
    pub fn goal(&self) -> Cell {
        self.to
    }

    /// The same map from and to other cells.
    ///
    /// # Errors
    /// As [`Grid::new`].
    pub fn between(&self, from: Cell, to: Cell) -> Result<Self, EndError> {
        Grid::new(self.map.clone(), self.steps, from, to)
    }

    /// The steps possible from a cell, a bit for each by its number.
    #[inline]
    pub(super) fn open(&self, at: Cell) -> u8 {
        open_steps(&self.map, self.steps, at)
    }

    /// The cells one step away.
    pub(super) fn near(map: &Map, steps: Steps, at: Cell) -> impl Iterator<Item = Cell> {
        Each(open_steps(map, steps, at)).map(move |step| at.after(step, 1))
    }

    /// What a step that enters a cell costs.
    #[inline]
    pub(super) fn length(&self, step: Step, entered: Cell) -> Length {
        let length = if step.is_diagonal() { DIAGONAL } else { STRAIGHT };
        match self.map.is_weighted() {
            false => length,
            true => length * Length::from(self.map.cost(entered)),
        }
    }
}

/// The steps of a set, a bit for each.
pub(super) struct Each(pub u8);

impl Iterator for Each {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let number = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (number < 8).then(|| Step::numbered(number))
    }
}

impl StateSpace for Grid {
    type State = Cell;
    type Action = Step;
    type Cost = Length;

    #[inline]
    fn start(&self) -> Cell {
        self.from
    }

    #[inline]
    fn is_goal(&self, &at: &Cell) -> bool {
        at == self.to
    }

    #[inline]
    fn actions(&self, &at: &Cell) -> impl Iterator<Item = Step> {
        Each(self.open(at))
    }

    #[inline]
    fn apply(&self, &at: &Cell, &step: &Step) -> Cell {
        at.after(step, 1)
    }

    #[inline]
    fn cost(&self, at: &Cell, &step: &Step) -> Length {
        self.length(step, at.after(step, 1))
    }

    #[inline]
    fn cancels(&self, first: &Step, second: &Step) -> bool {
        second.opposite() == *first
    }

    #[inline]
    fn actions_after(&self, &at: &Cell, last: Option<&Step>) -> impl Iterator<Item = Step> {
        let back = last.map_or(0, |last| 1 << last.opposite().number());
        Each(self.open(at) & !back)
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(self.map.size())
    }

    #[inline]
    fn rank(&self, &at: &Cell) -> usize {
        self.map.number(at)
    }
}

impl Reversible for Grid {
    fn goals(&self) -> impl Iterator<Item = Cell> {
        std::iter::once(self.to)
    }

    /// Every possible step can be undone.
    #[inline]
    fn predecessors(&self, &at: &Cell) -> impl Iterator<Item = (Cell, Step)> {
        Each(self.open(at)).map(move |step| (at.after(step, 1), step.opposite()))
    }
}

impl Ranked for Grid {
    #[inline]
    fn unrank(&self, rank: usize) -> Cell {
        self.map.cell(rank)
    }
}

#[inline]
fn open_steps(map: &Map, steps: Steps, at: Cell) -> u8 {
    OPEN[steps as usize][map.rows().block(at) & 511]
}

/// The bits of the cells around the middle of a block, clockwise from north.
pub(super) const AROUND: [usize; 8] = [1, 2, 5, 8, 7, 6, 3, 0];

/// Which steps are possible, by [`Steps`] and by the block of nine cells.
static OPEN: [[u8; 512]; 3] = [open(Steps::Four), open(Steps::Eight), open(Steps::Cutting)];

const fn open(steps: Steps) -> [u8; 512] {
    let mut table = [0; 512];
    let mut block = 0;
    while block < 512 {
        let mut step = 0;
        while step < 8 {
            let is_free = block >> AROUND[step] & 1 == 1;
            let beside = [AROUND[(step + 1) % 8], AROUND[(step + 7) % 8]];
            let passes = block >> beside[0] & 1 == 1 && block >> beside[1] & 1 == 1;
            let is_open = match steps {
                _ if step % 2 == 0 => is_free,
                Steps::Four => false,
                Steps::Eight => is_free && passes,
                Steps::Cutting => is_free,
            };
            if is_open {
                table[block] |= 1 << step;
            }
            step += 1;
        }
        block += 1;
    }
    table
}
