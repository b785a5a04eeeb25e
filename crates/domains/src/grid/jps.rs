//! Jump point search: A* that steps only onto cells where paths turn.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use goalward::path::{BestFirst, Event, Guarantee, PathObserver, PathSearch, Plan, PlanOf};
use goalward::{Heuristic, Limits, Observer, Outcome, StateSpace};

use super::bits::Bits;
use super::space::{AROUND, Each};
use super::{Cell, DIAGONAL, Grid, Length, Map, STRAIGHT, Step, Steps};

/// Jump point search (Harabor and Grastien 2011, and 2012 for paths that cut no corner): A* on
/// maps with eight steps where every cell costs the same, with the same path lengths.
///
/// Among equally long paths, only those that take their diagonal steps first are followed. Cells
/// are skipped up to the next one where such a path can turn, which is found by operations on whole
/// words of bits. So *expanded* counts the cells where paths turn, and *generated* the jumps to
/// them, each of which may be many steps long; no other cell is stored.
///
/// On other maps ([`Jps::serves`]) it is A*.
///
/// ```
/// use std::sync::Arc;
/// use goalward::{Rng, path::{BestFirst, PathSearch}};
/// use goalward_domains::grid::{Grid, Jps, Kind, Steps, ends, heuristics::Octile};
///
/// let mut rng = Rng::new(1);
/// let map = Kind::Rooms { side: 16 }.make(128, 128, &mut rng)?;
/// let [from, to] = ends(&map, &mut rng).unwrap();
/// let grid = Grid::new(Arc::new(map), Steps::Eight, from, to)?;
/// let h = Octile::of(&grid);
/// let [jps, a_star] = [Jps.solve(&grid, &h), BestFirst::a_star().solve(&grid, &h)];
/// assert!(jps.stats.expanded < a_star.stats.expanded);
/// let lengths = [jps, a_star].map(|outcome| outcome.into_solution().unwrap().cost);
/// assert!((lengths[0] - lengths[1]).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jps;

impl Jps {
    /// Whether jumps are possible: eight steps without cut corners, and entering every cell costs
    /// the same.
    pub fn serves(&self, grid: &Grid) -> bool {
        grid.steps() == Steps::Eight && !grid.map().is_weighted()
    }

    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::Cheapest
    }
}

impl<H: Heuristic<Grid>> PathSearch<Grid, H> for Jps {
    fn search<O: PathObserver<Grid>>(
        &self,
        grid: &Grid,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<Grid>> {
        if !self.serves(grid) {
            return BestFirst::a_star().search(grid, heuristic, limits, observer);
        }
        let jumps = Jumps::on(grid);
        let outcome =
            BestFirst::a_star().search(&jumps, &At(heuristic), limits, &mut Watch(observer));
        outcome.map(|plan| {
            let steps = plan.actions.iter().flat_map(Jump::steps).collect();
            let whole = Plan::along(grid, grid.start(), steps, plan.end);
            whole.unwrap_or_else(|part| part)
        })
    }
}

/// A map to jump on.
struct Jumps<'a> {
    grid: &'a Grid,
    map: &'a Map,
    rows: &'a Bits,
    columns: &'a Bits,
}

/// A cell, and the step that led to it, on which pruning depends. Points with the same cell are
/// equal, as a search may keep whichever of equally long paths it finds.
#[derive(Clone, Copy, Debug)]
struct Point {
    cell: Cell,
    last: Option<Step>,
}

impl PartialEq for Point {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cell == other.cell
    }
}

impl Eq for Point {}

impl Hash for Point {
    #[inline]
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.cell.hash(state);
    }
}

/// A step, repeated this many times.
#[derive(Clone, Copy, Debug)]
struct Jump {
    step: Step,
    count: u16,
}

impl Jump {
    fn steps(&self) -> impl Iterator<Item = Step> {
        std::iter::repeat_n(self.step, self.count.into())
    }
}

impl<'a> Jumps<'a> {
    fn on(grid: &'a Grid) -> Self {
        let map = grid.map();
        Jumps { grid, map, rows: map.rows(), columns: map.columns() }
    }

    /// The steps with which a path that takes its diagonal steps first may continue.
    #[inline]
    fn follow(&self, at: Point) -> u8 {
        let Some(last) = at.last else { return u8::MAX };
        let bit = |turn: u32| 1u8 << ((last.number() + turn) % 8);
        if last.is_diagonal() {
            return bit(7) | bit(0) | bit(1);
        }
        // A wall next to the last step ends here: the cells behind it are reached only from here.
        let block = self.rows.block(at.cell);
        let is_free = |turn: u32| block >> AROUND[((last.number() + turn) % 8) as usize] & 1 == 1;
        let mut steps = bit(0);
        if is_free(2) && !is_free(3) {
            steps |= bit(1) | bit(2);
        }
        if is_free(6) && !is_free(5) {
            steps |= bit(7) | bit(6);
        }
        steps
    }

    /// The jump that begins with a step, if a path can turn anywhere along it.
    #[inline]
    fn jump(&self, from: Cell, step: Step) -> Option<Jump> {
        let count = match step.is_diagonal() {
            true => self.diagonal(from, step)?,
            false => self.straight(from, step)?,
        };
        Some(Jump { step, count: count as u16 })
    }

    /// How many straight steps lead to a cell where a path can turn.
    #[inline]
    fn straight(&self, from: Cell, step: Step) -> Option<u32> {
        let goal = self.grid.goal();
        let [x, y, goal_x, goal_y] =
            [from.column(), from.row(), goal.column(), goal.row()].map(u32::from);
        let [in_row, in_column] =
            [(goal_y == y).then_some(goal_x), (goal_x == x).then_some(goal_y)];
        match step {
            Step::EAST => self.rows.jump_right(x, y, in_row).map(|stop| stop - x),
            Step::WEST => self.rows.jump_left(x, y, in_row).map(|stop| x - stop),
            Step::SOUTH => self.columns.jump_right(y, x, in_column).map(|stop| stop - y),
            _ => self.columns.jump_left(y, x, in_column).map(|stop| y - stop),
        }
    }

    /// The same for diagonal steps: a path can turn where a straight jump can begin.
    #[inline]
    fn diagonal(&self, from: Cell, step: Step) -> Option<u32> {
        let turned = |turn: u32| Step::numbered((step.number() + turn) % 8);
        let sides = [turned(7), turned(1)];
        let (mut at, mut count) = (from, 0);
        while self.grid.open(at) >> step.number() & 1 == 1 {
            (at, count) = (at.after(step, 1), count + 1);
            let turns = sides.iter().any(|&side| self.straight(at, side).is_some());
            if turns || at == self.grid.goal() {
                return Some(count);
            }
        }
        None
    }
}

impl StateSpace for Jumps<'_> {
    type State = Point;
    type Action = Jump;
    type Cost = Length;

    #[inline]
    fn start(&self) -> Point {
        Point { cell: self.grid.start(), last: None }
    }

    #[inline]
    fn is_goal(&self, at: &Point) -> bool {
        self.grid.is_goal(&at.cell)
    }

    #[inline]
    fn actions(&self, &at: &Point) -> impl Iterator<Item = Jump> {
        Each(self.follow(at)).filter_map(move |step| self.jump(at.cell, step))
    }

    #[inline]
    fn apply(&self, at: &Point, jump: &Jump) -> Point {
        Point { cell: at.cell.after(jump.step, jump.count.into()), last: Some(jump.step) }
    }

    #[inline]
    fn cost(&self, _: &Point, jump: &Jump) -> Length {
        let length = if jump.step.is_diagonal() { DIAGONAL } else { STRAIGHT };
        length * Length::from(jump.count)
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(self.map.size())
    }

    #[inline]
    fn rank(&self, at: &Point) -> usize {
        self.map.number(at.cell)
    }
}

/// A heuristic for cells, applied to points.
struct At<'a, H>(&'a H);

impl<H: Heuristic<Grid>> Heuristic<Jumps<'_>> for At<'_, H> {
    type Memo = H::Memo;

    #[inline]
    fn memo(&self, at: &Point) -> H::Memo {
        self.0.memo(&at.cell)
    }

    #[inline]
    fn estimate(&self, memo: H::Memo) -> Length {
        self.0.estimate(memo)
    }
}

/// An observer of cells that receives the events of points.
struct Watch<'a, O>(&'a mut O);

impl<'e, O: PathObserver<Grid>> Observer<Event<'e, Point, Length>> for Watch<'_, O> {
    const WATCHES: bool = <O as Observer<Event<'e, Cell, Length>>>::WATCHES;

    #[inline]
    fn on(&mut self, event: Event<'e, Point, Length>) -> ControlFlow<()> {
        self.0.on(match event {
            Event::Bound(bound) => Event::Bound(bound),
            Event::Expand { state, g, h } => Event::Expand { state: &state.cell, g, h },
            Event::Generate { from, state, g, h, fate } => {
                Event::Generate { from: &from.cell, state: &state.cell, g, h, fate }
            }
            Event::Improve { state, g, h } => Event::Improve { state: &state.cell, g, h },
            Event::Goal { state, g } => Event::Goal { state: &state.cell, g },
            // New kinds of events would have points as states, which the observer does not know.
            _ => return ControlFlow::Continue(()),
        })
    }
}
