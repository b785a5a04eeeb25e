//! Maps: which cells are free, and what entering them costs.

use std::fmt;
use std::sync::OnceLock;

use super::bits::Bits;
use super::{Cell, MAX_SIDE};

/// A rectangle of cells, free or walls. Entering a free cell costs 1, or up to 9 if so set.
#[derive(Clone)]
pub struct Map {
    width: usize,
    height: usize,
    free: Bits,
    /// The same with rows and columns exchanged, for walks up and down; built when first used.
    turned: OnceLock<Bits>,
    /// What entering each cell costs, row by row; `None` if that is 1 everywhere.
    costs: Option<Vec<u8>>,
}

/// A side that a map cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a map of {width}x{height} cells is not possible: each side must be 1 to {MAX_SIDE}")]
pub struct SizeError {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Map {
    /// A map of this size where every cell is a wall.
    ///
    /// # Errors
    /// If a side is 0 or more than [`MAX_SIDE`].
    pub fn walls(width: usize, height: usize) -> Result<Self, SizeError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(SizeError { width, height });
        }
        let free = Bits::zeros(width, height);
        Ok(Map { width, height, free, turned: OnceLock::new(), costs: None })
    }

    /// How many columns there are.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    #[inline]
    pub fn height(&self) -> usize {
        self.height
    }

    /// How many cells there are, free or not.
    #[inline]
    pub fn size(&self) -> usize {
        self.width * self.height
    }

    /// How many cells are free.
    pub fn free(&self) -> usize {
        self.free.count()
    }

    /// Whether a cell is on the map.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        usize::from(cell.column()) < self.width && usize::from(cell.row()) < self.height
    }

    /// Whether a cell is on the map and free.
    #[inline]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.has(cell) && self.free.get(cell)
    }

    /// The cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width as u16, self.height as u16);
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(column, row)))
    }

    /// The number of a cell on the map, row by row.
    #[inline]
    pub fn number(&self, cell: Cell) -> usize {
        usize::from(cell.row()) * self.width + usize::from(cell.column())
    }

    /// The cell with this number.
    #[inline]
    pub fn cell(&self, number: usize) -> Cell {
        Cell::new((number % self.width) as u16, (number / self.width) as u16)
    }

    /// What entering a cell costs.
    #[inline]
    pub fn cost(&self, cell: Cell) -> u8 {
        self.costs.as_ref().map_or(1, |costs| costs[self.number(cell)])
    }

    /// Whether entering some cell costs more than 1.
    #[inline]
    pub fn is_weighted(&self) -> bool {
        self.costs.is_some()
    }

    /// The least that entering a free cell costs.
    pub fn least_cost(&self) -> u8 {
        let Some(costs) = &self.costs else { return 1 };
        let free = self.cells().zip(costs).filter(|(cell, _)| self.free.get(*cell));
        free.map(|(_, &cost)| cost).min().unwrap_or(1)
    }

    /// Makes a cell free or a wall.
    ///
    /// # Panics
    /// If the cell is not on the map.
    pub fn set_free(&mut self, cell: Cell, free: bool) {
        assert!(self.has(cell), "{cell} is not on the map");
        self.free.set(cell, free);
        self.turned.take();
    }

    /// Sets what entering a cell costs.
    ///
    /// # Panics
    /// If the cell is not on the map or the cost is not 1 to 9.
    pub fn set_cost(&mut self, cell: Cell, cost: u8) {
        assert!(self.has(cell), "{cell} is not on the map");
        assert!((1..=9).contains(&cost), "{cost} is not 1 to 9");
        if cost > 1 || self.costs.is_some() {
            let (number, size) = (self.number(cell), self.size());
            self.costs.get_or_insert_with(|| vec![1; size])[number] = cost;
        }
    }

    /// The map's rows of bits.
    #[inline]
    pub(super) fn rows(&self) -> &Bits {
        &self.free
    }

    /// The map's columns as rows of bits.
    #[inline]
    pub(super) fn columns(&self) -> &Bits {
        self.turned.get_or_init(|| {
            let mut turned = Bits::zeros(self.height, self.width);
            for cell in self.cells().filter(|&cell| self.free.get(cell)) {
                turned.set(Cell::new(cell.row(), cell.column()), true);
            }
            turned
        })
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        let size = (self.width, self.height) == (other.width, other.height);
        size && self.free == other.free && self.costs == other.costs
    }
}

impl Eq for Map {}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Map({}x{}, {} free)", self.width, self.height, self.free())
    }
}
