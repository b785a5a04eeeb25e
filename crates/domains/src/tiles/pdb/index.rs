//! The index of a database: numbering the places of a pattern's tiles.

use super::super::Size;

/// The places of a pattern's tiles: the cells they are in, and their order there.
///
/// ```text
/// order: … | third | second | first |   3 bits each, by cell: which tile of the pattern
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub mask: u32,
    pub order: u32,
}

impl Places {
    /// From the cell of each tile.
    pub fn of(cells: &[u8]) -> Self {
        let mut tiles: Vec<usize> = (0..cells.len()).collect();
        tiles.sort_unstable_by_key(|&tile| cells[tile]);
        Places {
            mask: cells.iter().fold(0, |mask, cell| mask | 1 << cell),
            order: (0..).zip(&tiles).fold(0, |order, (i, &tile)| order | (tile as u32) << (3 * i)),
        }
    }

    /// The places after the tile at `from` moves to the adjacent free cell `to`.
    pub fn after(self, from: u8, to: u8) -> Self {
        Slide::new(from, to).apply(self)
    }
}

/// The move of a tile to an adjacent free cell, prepared for many places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// The two cells.
    flip: u32,
    /// The cells below both.
    below: u32,
    /// The cells between them.
    between: u32,
    /// By how many bits of the order the part between rotates: three if the tile goes to the higher
    /// cell; otherwise all the bits of the tiles between.
    turn: u32,
    or_all: u32,
}

impl Slide {
    pub fn new(from: u8, to: u8) -> Self {
        let (low, high) = (from.min(to), from.max(to));
        Slide {
            flip: 1 << from | 1 << to,
            below: (1 << low) - 1,
            between: (1 << high) - (2 << low),
            turn: if from < to { 3 } else { 0 },
            or_all: if from < to { 0 } else { u32::MAX },
        }
    }

    #[inline(always)]
    pub fn apply(&self, places: Places) -> Places {
        // The tiles between the two cells move up or down by one in the order, and the
        // tile itself to their other end: a rotation of that part.
        let below = 3 * (places.mask & self.below).count_ones();
        let between = 3 * (places.mask & self.between).count_ones();
        let field = (8 << between) - 1;
        let part = places.order >> below & field;
        let right = self.turn | between & self.or_all;
        let left = between + 3 - right;
        let turned = part >> right | part << left & field;
        Places { mask: places.mask ^ self.flip, order: places.order ^ (part ^ turned) << below }
    }
}

/// The maximum number of cells that are looked up together: half of a board's, rounded up.
const HALF: usize = 13;

/// Numbers the places of a number of tiles on a board without gaps: first by the cells, then by the
/// order. It takes four lookups in tables that stay in a core's nearest caches.
#[derive(Clone, Debug)]
pub(super) struct Index {
    cells: usize,
    tiles: usize,
    /// How many orders there are.
    orders: usize,
    /// How many cells make the lower half, and which.
    half: u32,
    lower: u32,
    /// By the cells of the upper half: how many sets of cells precede them.
    high: [u32; 1 << (HALF - 1)],
    /// By those of the lower half: the number among sets of the same size.
    low: [u16; 1 << HALF],
    /// By the first four tiles of the order, and by the rest.
    first: [u16; 1 << 12],
    rest: [u16; 1 << 12],
}

impl Index {
    pub fn new(size: Size, tiles: usize) -> Box<Self> {
        let cells = size.cells();
        let half = cells.div_ceil(2);
        let mut index = Box::new(Index {
            cells,
            tiles,
            orders: factorial(tiles),
            half: half as u32,
            lower: (1 << half) - 1,
            high: [0; 1 << (HALF - 1)],
            low: [0; 1 << HALF],
            first: [0; 1 << 12],
            rest: [0; 1 << 12],
        });
        let mut counts = [0u16; HALF + 1];
        for mask in 0..1usize << half {
            let count = &mut counts[mask.count_ones() as usize];
            index.low[mask] = *count;
            *count += 1;
        }
        let mut before = 0;
        for (mask, high) in index.high[..1 << (cells - half)].iter_mut().enumerate() {
            *high = before;
            let left = tiles.checked_sub(mask.count_ones() as usize);
            before += left.map_or(0, |left| u32::from(*counts.get(left).unwrap_or(&0)));
        }
        let ahead = tiles.min(4);
        for order in 0..1u32 << 12 {
            let tile = |i: usize| order >> (3 * i) & 7;
            let digit = |i: usize| {
                let smaller = (0..i).filter(|&j| tile(j) < tile(i)).count();
                (tile(i) as usize).saturating_sub(smaller)
            };
            let rank = (0..ahead).map(|i| digit(i) * factorial(tiles - 1 - i)).sum::<usize>();
            index.first[order as usize] = rank as u16;
            let rest = tiles - ahead;
            let later_smaller = |i: usize| (i + 1..rest).filter(|&j| tile(j) < tile(i)).count();
            let rank: usize = (0..rest).map(|i| later_smaller(i) * factorial(rest - 1 - i)).sum();
            index.rest[order as usize] = rank as u16;
        }
        index
    }

    /// Whether another gives the same numbers.
    pub fn numbers_as(&self, other: &Index) -> bool {
        (self.cells, self.tiles) == (other.cells, other.tiles)
    }

    /// How many sets of cells there are.
    pub fn sets(&self) -> usize {
        let (cells, tiles) = (self.cells, self.tiles);
        (cells - tiles + 1..=cells).product::<usize>() / factorial(tiles)
    }

    /// How many orders there are of each.
    pub fn orders(&self) -> usize {
        self.orders
    }

    /// The number of a set of cells.
    #[inline(always)]
    pub fn set(&self, mask: u32) -> usize {
        let high = mask >> self.half;
        let ahead = self.high[high as usize & (self.high.len() - 1)];
        ahead as usize + usize::from(self.low[(mask & self.lower) as usize & (self.low.len() - 1)])
    }

    /// The number of an order.
    #[inline(always)]
    pub fn order(&self, order: u32) -> usize {
        let (first, rest) = (order as usize & 0xfff, order as usize >> 12 & 0xfff);
        usize::from(self.first[first]) + usize::from(self.rest[rest])
    }

    /// The number of both.
    #[inline(always)]
    pub fn number(&self, places: Places) -> usize {
        self.set(places.mask) * self.orders + self.order(places.order)
    }

    /// Every set of cells, by number.
    pub fn masks(&self) -> Vec<u32> {
        let first = (1u32 << self.tiles) - 1;
        let next = |&mask: &u32| {
            // The next larger number with the same number of bits: the lowest run of ones loses its
            // top to the left and falls to the bottom.
            let lowest = mask & mask.wrapping_neg();
            let carried = mask + lowest;
            Some(carried | (((carried ^ mask) >> 2) / lowest))
        };
        std::iter::successors(Some(first), next).take(self.sets()).collect()
    }

    /// Every order, by number.
    pub fn all_orders(&self) -> Vec<u32> {
        let mut all = vec![0; self.orders];
        let mut left = (0..self.tiles as u32).collect();
        self.extend(0, 0, &mut left, &mut all);
        all
    }

    fn extend(&self, order: u32, length: usize, left: &mut Vec<u32>, all: &mut [u32]) {
        if left.is_empty() {
            all[self.order(order)] = order;
        }
        for i in 0..left.len() {
            let tile = left.remove(i);
            self.extend(order | tile << (3 * length), length + 1, left, all);
            left.insert(i, tile);
        }
    }
}

pub(super) fn factorial(n: usize) -> usize {
    (1..=n).product()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::tiles::Move;

    #[test]
    fn places_are_numbered_without_gaps() {
        for (rows, columns, tiles) in [(2, 2, 3), (3, 3, 8), (3, 3, 5), (4, 4, 4), (5, 5, 3)] {
            let index = Index::new(Size::new(rows, columns).unwrap(), tiles);
            let mut seen = HashSet::new();
            let orders = index.all_orders();
            assert_eq!(orders.iter().collect::<HashSet<_>>().len(), orders.len());
            for (number, &mask) in index.masks().iter().enumerate() {
                assert_eq!(index.set(mask), number);
                for &order in &orders {
                    seen.insert(index.number(Places { mask, order }));
                }
            }
            assert_eq!(seen.len(), index.sets() * index.orders());
            assert_eq!(seen.into_iter().max(), Some(index.sets() * index.orders() - 1));
        }
    }

    #[test]
    fn a_step_equals_places_computed_from_scratch() {
        let mut rng = goalward::Rng::new(1);
        for _ in 0..20_000 {
            let size = Size::new(2 + rng.below(4), 2 + rng.below(4)).unwrap();
            let tiles = 1 + rng.below(8.min(size.cells() - 1));
            let mut cells: Vec<u8> = (0..size.cells() as u8).collect();
            rng.shuffle(&mut cells);
            cells.truncate(tiles);
            let moved = rng.below(tiles);
            let from = cells[moved];
            let to = Move::ALL.map(|mv| size.beside(from.into(), mv));
            let to = to.into_iter().flatten().find(|&to| !cells.contains(&(to as u8)));
            let Some(to) = to.map(|to| to as u8) else { continue };
            let places = Places::of(&cells);
            cells[moved] = to;
            assert_eq!(places.after(from, to), Places::of(&cells), "{from} to {to}");
        }
    }
}
