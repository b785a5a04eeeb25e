//! Grids of cells made from an array, and searched without a call into Python.

use std::f64::consts::SQRT_2;

use goalward::{Cost, Heuristic, Reversible, StateSpace};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::detached;
use crate::limits::limits;
use crate::path::{Method, head};

/// Which steps there are: clockwise from north, the diagonal ones after the straight ones.
const STEPS: [(&str, i32, i32); 8] = [
    ("N", -1, 0),
    ("E", 0, 1),
    ("S", 1, 0),
    ("W", 0, -1),
    ("NE", -1, 1),
    ("SE", 1, 1),
    ("SW", 1, -1),
    ("NW", -1, -1),
];

/// A grid of cells, each a wall or with what entering it costs.
#[pyclass(frozen, name = "Grid", module = "goalward._goalward")]
pub struct Grid {
    rows: usize,
    columns: usize,
    /// By cell, with a wall around the grid: a step never leaves the list.
    costs: Costs,
    /// The least cost of a cell that is not a wall.
    least: f64,
    diagonal: bool,
    /// Whether a diagonal step may pass a wall beside it.
    cutting: bool,
}

/// Whole costs where every step has one: those are faster and exact.
enum Costs {
    Whole(Vec<u32>),
    Real(Vec<f64>),
}

/// The costs of the rows read so far, with walls around them.
struct Read {
    columns: usize,
    costs: Vec<f64>,
    least: f64,
    sum: f64,
    is_whole: bool,
}

impl Read {
    /// No rows yet, but the wall above them.
    fn new(columns: usize, diagonal: bool) -> Self {
        let costs = vec![f64::INFINITY; columns + 2];
        Read { columns, costs, least: f64::INFINITY, sum: 0.0, is_whole: !diagonal }
    }

    /// Adds rows from the bytes of 64-bit floats.
    fn add(&mut self, bytes: &[u8]) {
        for row in bytes.chunks_exact(8 * self.columns) {
            self.costs.push(f64::INFINITY);
            for bytes in row.chunks_exact(8) {
                let mut cost = f64::from_ne_bytes(bytes.try_into().expect("eight bytes"));
                if cost > 0.0 && cost.is_finite() {
                    self.least = self.least.min(cost);
                    self.sum += cost;
                    self.is_whole &= cost.fract() == 0.0;
                } else {
                    cost = f64::INFINITY;
                }
                self.costs.push(cost);
            }
            self.costs.push(f64::INFINITY);
        }
    }

    /// All costs, with the wall below them.
    fn costs(mut self) -> Costs {
        self.costs.resize(self.costs.len() + self.columns + 2, f64::INFINITY);
        let whole = |cost: f64| if cost.is_finite() { cost as u32 } else { u32::MAX };
        match self.is_whole && self.sum < f64::from(u32::MAX) {
            true => Costs::Whole(self.costs.into_iter().map(whole).collect()),
            false => Costs::Real(self.costs),
        }
    }
}

/// Distances that a heuristic can be.
#[derive(Clone, Copy)]
enum Distance {
    Zero,
    Manhattan,
    Octile,
    Euclidean,
    Chebyshev,
}

impl Distance {
    fn read(name: &str) -> PyResult<Self> {
        Ok(match name {
            "zero" => Distance::Zero,
            "manhattan" => Distance::Manhattan,
            "octile" => Distance::Octile,
            "euclidean" => Distance::Euclidean,
            "chebyshev" => Distance::Chebyshev,
            _ => {
                let names = "zero, manhattan, octile, euclidean or chebyshev";
                let text = format!("unknown heuristic `{name}`: use {names}");
                return Err(PyValueError::new_err(text));
            }
        })
    }

    #[inline]
    fn between(self, (a, b): (u32, u32), (c, d): (u32, u32)) -> f64 {
        let (down, across) = (f64::from(a.abs_diff(c)), f64::from(b.abs_diff(d)));
        match self {
            Distance::Zero => 0.0,
            Distance::Manhattan => down + across,
            Distance::Octile => down.max(across) + (SQRT_2 - 1.0) * down.min(across),
            Distance::Euclidean => (down * down + across * across).sqrt(),
            Distance::Chebyshev => down.max(across),
        }
    }
}

#[pymethods]
impl Grid {
    /// A grid of this many rows and columns. Each of the blocks is the bytes of 64-bit floats for
    /// the next rows. A value that is not above 0, not finite or not a number is a wall.
    #[new]
    fn new(
        py: Python<'_>,
        rows: usize,
        columns: usize,
        blocks: &Bound<'_, PyAny>,
        diagonal: bool,
        cutting: bool,
    ) -> PyResult<Self> {
        let wrong = || {
            let text = format!("a grid of {rows} rows and {columns} columns is not possible");
            PyValueError::new_err(text)
        };
        let size = (rows + 2).checked_mul(columns + 2).filter(|size| *size < u32::MAX as usize);
        if rows == 0 || columns == 0 || size.is_none() {
            return Err(wrong());
        }
        let mut read = Read::new(columns, diagonal);
        for block in blocks.try_iter()? {
            py.check_signals()?;
            let block = block?.cast_into::<PyBytes>()?;
            let bytes = block.as_bytes();
            py.detach(|| read.add(bytes));
        }
        if read.costs.len() != (rows + 1) * (columns + 2) {
            return Err(wrong());
        }
        let least = read.least;
        let costs = py.detach(|| read.costs());
        Ok(Grid { rows, columns, costs, least, diagonal, cutting })
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Searches for a path from one cell to another, each a row and a column from 0.
    #[allow(clippy::too_many_arguments)]
    fn search<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        start: (isize, isize),
        goal: (isize, isize),
        h: Option<&str>,
        time: Option<Bound<'py, PyAny>>,
        nodes: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let method = Method::read(method)?;
        let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
        let (start, goal) = (self.number("start", start)?, self.number("goal", goal)?);
        let distance = match h {
            Some(name) => Distance::read(name)?,
            None if self.diagonal => Distance::Octile,
            None => Distance::Manhattan,
        };
        let line = Line { distance, goal: self.place(goal), least: self.least, grid: self };
        macro_rules! run {
            ($costs:expr) => {{
                let space = Ways::new(self, $costs, start, goal);
                let outcome = detached::search(py, method, &space, &line, &limits)?;
                let written = head(py, &method, &outcome)?;
                if let Some(plan) = outcome.best() {
                    let states = plan.states.iter().map(|&cell| self.place(cell));
                    let actions = plan.actions.iter().map(|&step| STEPS[step as usize].0);
                    written.set_item("states", PyList::new(py, states)?)?;
                    written.set_item("actions", PyList::new(py, actions)?)?;
                    written.set_item("cost", plan.cost)?;
                    written.set_item("reaches_goal", plan.reaches_goal())?;
                }
                Ok(written)
            }};
        }
        match &self.costs {
            Costs::Whole(costs) => run!(costs),
            Costs::Real(costs) => run!(costs),
        }
    }
}

impl Grid {
    fn number(&self, name: &str, (row, column): (isize, isize)) -> PyResult<u32> {
        let (rows, columns) = (0..self.rows as isize, 0..self.columns as isize);
        if !rows.contains(&row) || !columns.contains(&column) {
            return Err(PyValueError::new_err(format!(
                "{name}=({row}, {column}) is not on the grid: rows are 0 to {}, columns 0 to {}",
                self.rows - 1,
                self.columns - 1
            )));
        }
        let cell = (row as usize + 1) * (self.columns + 2) + column as usize + 1;
        let is_wall = match &self.costs {
            Costs::Whole(costs) => costs[cell] == u32::MAX,
            Costs::Real(costs) => costs[cell].is_infinite(),
        };
        match is_wall {
            true => Err(PyValueError::new_err(format!("{name}=({row}, {column}) is a wall"))),
            false => Ok(cell as u32),
        }
    }

    /// The row and the column of a cell.
    #[inline]
    fn place(&self, cell: u32) -> (u32, u32) {
        let width = self.columns as u32 + 2;
        (cell / width - 1, cell % width - 1)
    }
}

/// The distance to the goal, as if every cell cost the least.
struct Line<'a> {
    distance: Distance,
    goal: (u32, u32),
    least: f64,
    grid: &'a Grid,
}

/// A cost of cells.
trait CellCost: Cost {
    /// What a diagonal step into a cell of this cost costs.
    fn diagonal(self) -> Self;
    /// The largest cost that is no more than this.
    fn at_most(number: f64) -> Self;
}

impl CellCost for f64 {
    #[inline]
    fn diagonal(self) -> f64 {
        self * SQRT_2
    }

    #[inline]
    fn at_most(number: f64) -> f64 {
        number
    }
}

impl CellCost for u32 {
    /// Grids with diagonal steps have real costs.
    #[inline]
    fn diagonal(self) -> u32 {
        self
    }

    #[inline]
    fn at_most(number: f64) -> u32 {
        number as u32
    }
}

impl<C: CellCost> Heuristic<Ways<'_, C>> for Line<'_> {
    type Memo = C;

    #[inline]
    fn memo(&self, &cell: &u32) -> C {
        C::at_most(self.distance.between(self.grid.place(cell), self.goal) * self.least)
    }

    #[inline]
    fn estimate(&self, memo: C) -> C {
        memo
    }

    #[inline]
    fn advances(&self) -> bool {
        false
    }
}

/// The paths from one cell to another. An action is the number of a step.
struct Ways<'a, C> {
    costs: &'a [C],
    start: u32,
    goal: u32,
    /// How far apart the numbers of cells are, by step.
    apart: [i32; 8],
    diagonal: bool,
    cutting: bool,
}

impl<'a, C: CellCost> Ways<'a, C> {
    fn new(grid: &Grid, costs: &'a [C], start: u32, goal: u32) -> Self {
        let apart = STEPS.map(|(_, down, across)| down * (grid.columns as i32 + 2) + across);
        let (diagonal, cutting) = (grid.diagonal, grid.cutting);
        Ways { costs, start, goal, apart, diagonal, cutting }
    }

    #[inline]
    fn is_free(&self, cell: u32) -> bool {
        self.costs[cell as usize] < C::INFINITE
    }

    #[inline]
    fn after(&self, cell: u32, step: u8) -> u32 {
        cell.wrapping_add_signed(self.apart[step as usize])
    }

    /// Which steps are possible, a bit for each.
    #[inline]
    fn open(&self, cell: u32) -> u8 {
        let mut open = 0;
        for step in 0..4 {
            open |= u8::from(self.is_free(self.after(cell, step))) << step;
        }
        if self.diagonal {
            // The diagonal step after a straight one, and the straight one after that.
            let beside = open & (open >> 1 | open << 3);
            let corners = if self.cutting { 15 } else { beside & 15 };
            for step in 0..4 {
                let is_free = corners >> step & 1 == 1 && self.is_free(self.after(cell, step + 4));
                open |= u8::from(is_free) << (step + 4);
            }
        }
        open
    }
}

/// The steps of a set, a bit for each.
struct Each(u8);

impl Iterator for Each {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let step = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (step < 8).then_some(step)
    }
}

/// The step straight back.
#[inline]
fn opposite(step: u8) -> u8 {
    step & 4 | (step + 2) & 3
}

impl<C: CellCost> StateSpace for Ways<'_, C> {
    type State = u32;
    type Action = u8;
    type Cost = C;

    fn start(&self) -> u32 {
        self.start
    }

    #[inline]
    fn is_goal(&self, &cell: &u32) -> bool {
        cell == self.goal
    }

    #[inline]
    fn actions(&self, &cell: &u32) -> impl Iterator<Item = u8> {
        Each(self.open(cell))
    }

    #[inline]
    fn apply(&self, &cell: &u32, &step: &u8) -> u32 {
        self.after(cell, step)
    }

    #[inline]
    fn cost(&self, &cell: &u32, &step: &u8) -> C {
        let cost = self.costs[self.after(cell, step) as usize];
        if step < 4 { cost } else { cost.diagonal() }
    }

    #[inline]
    fn cancels(&self, &first: &u8, &second: &u8) -> bool {
        second == opposite(first)
    }

    #[inline]
    fn actions_after(&self, &cell: &u32, last: Option<&u8>) -> impl Iterator<Item = u8> {
        let back = last.map_or(0, |&last| 1 << opposite(last));
        Each(self.open(cell) & !back)
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(self.costs.len())
    }

    #[inline]
    fn rank(&self, &cell: &u32) -> usize {
        cell as usize
    }
}

impl<C: CellCost> Reversible for Ways<'_, C> {
    fn goals(&self) -> impl Iterator<Item = u32> {
        std::iter::once(self.goal)
    }

    /// A step that can be done can be taken back.
    fn predecessors(&self, &cell: &u32) -> impl Iterator<Item = (u32, u8)> {
        Each(self.open(cell)).map(move |step| (self.after(cell, step), opposite(step)))
    }
}
