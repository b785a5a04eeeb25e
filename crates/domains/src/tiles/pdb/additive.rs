//! Several databases added up to one heuristic.

use std::sync::Arc;

use goalward::Heuristic;

use super::super::{Board, Cells, Layout, Move, Tiles};
use super::index::Places;
use super::pattern::{Symmetry, of_mask};
use super::{Database, Partition, Pattern};

/// The databases of a partition, for one goal.
///
/// Used through [`summed`](Additive::summed). The estimate is the sum over the partition, or over
/// its mirror image if that is larger. It never overestimates; it is not consistent, because a
/// database assumes the best position of the blank.
#[derive(Clone, Debug)]
pub struct Additive {
    pub(super) cells: usize,
    /// The views of the partition, then of its mirror image if there is one.
    pub(super) views: Vec<View>,
    /// One or two.
    pub(super) partitions: usize,
    /// By partition, then by tile: its view.
    pub(super) view_of: [[u8; 32]; 2],
}

/// A pattern in one goal: a database, and how to look it up.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub database: Arc<Database>,
    /// By cell of the board: the database's cell.
    pub turned: [u8; 32],
    /// By the database's cell: the board's.
    pub back: [u8; 32],
    /// By tile: its index among the database's tiles.
    pub tile: [u8; 32],
}

/// No view: for the blank.
const NONE: u8 = u8::MAX;

impl Additive {
    /// The maximum number of views that are added up.
    pub(super) const MOST_VIEWS: usize = 16;

    /// The patterns, in canonical form, whose databases a partition of the tiles of `goal` needs;
    /// one shared by several parts is listed once.
    pub fn patterns(goal: &Layout, partition: &Partition) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for tiles in partition.patterns() {
            let (pattern, _) = Pattern::of(goal, homes(goal, tiles)).canonical();
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
        patterns
    }

    /// Builds all databases on one thread. Suitable for small ones.
    pub fn build(goal: &Layout, partition: &Partition) -> Self {
        let build = |pattern: Pattern| {
            Database::build(&pattern, 1, &|_, _| Ok(())).expect("nothing stops it")
        };
        let databases = Additive::patterns(goal, partition).into_iter().map(build).map(Arc::new);
        Additive::new(goal, partition, &databases.collect::<Vec<_>>())
    }

    /// From the databases of [`patterns`](Additive::patterns).
    ///
    /// # Panics
    /// If one of them is missing.
    pub fn new(goal: &Layout, partition: &Partition, databases: &[Arc<Database>]) -> Self {
        let size = goal.size();
        let mut additive = Additive {
            cells: size.cells(),
            views: Vec::new(),
            partitions: 0,
            view_of: [[NONE; 32]; 2],
        };
        let sets: Vec<u32> = partition.patterns().iter().map(|tiles| homes(goal, tiles)).collect();
        additive.add(goal, &sets, databases);
        let blank = goal.cell_of(0);
        let images = Symmetry::all()
            .filter(|symmetry| symmetry.size(size) == size && symmetry.cell(size, blank) == blank)
            .map(|symmetry| sets.iter().map(|&set| symmetry.cells(size, set)).collect());
        let mirrored = images
            .into_iter()
            .find(|image: &Vec<u32>| image.iter().any(|part| !sets.contains(part)));
        if let Some(mirrored) = mirrored.filter(|_| 2 * sets.len() <= Self::MOST_VIEWS) {
            additive.add(goal, &mirrored, databases);
        }
        additive
    }

    fn add(&mut self, goal: &Layout, sets: &[u32], databases: &[Arc<Database>]) {
        for &set in sets {
            let (pattern, symmetry) = Pattern::of(goal, set).canonical();
            let database = databases.iter().find(|database| *database.pattern() == pattern);
            let mut view = View {
                database: database.expect("every pattern has its database").clone(),
                turned: [0; 32],
                back: [0; 32],
                tile: [0; 32],
            };
            for cell in 0..self.cells {
                let turned = symmetry.cell(goal.size(), cell);
                view.turned[cell] = turned as u8;
                view.back[turned] = cell as u8;
            }
            for (number, home) in of_mask(pattern.homes).enumerate() {
                let tile = goal.tiles()[usize::from(view.back[home])];
                view.tile[usize::from(tile)] = number as u8;
                self.view_of[self.partitions][usize::from(tile)] = self.views.len() as u8;
            }
            self.views.push(view);
        }
        self.partitions += 1;
    }

    /// The databases, without duplicates.
    pub fn databases(&self) -> Vec<&Arc<Database>> {
        let mut databases: Vec<&Arc<Database>> = Vec::new();
        for view in &self.views {
            if !databases.iter().any(|known| Arc::ptr_eq(known, &view.database)) {
                databases.push(&view.database);
            }
        }
        databases
    }

    /// The bytes of all databases.
    pub fn bytes(&self) -> u64 {
        self.databases().iter().map(|database| database.entries().len() as u64).sum()
    }

    /// The heuristic, if `V` bytes are enough for its memo: one for each pattern, and twice that if
    /// there is a mirror image. 16 are always enough.
    pub fn summed<const V: usize>(&self) -> Option<Summed<'_, V>> {
        (self.views.len() <= V).then_some(Summed(self))
    }

    /// The places of the tiles of a view.
    pub(super) fn places<C: Cells>(&self, view: usize, board: Board<C>) -> Places {
        let partition = &self.view_of[view / (self.views.len() / self.partitions)];
        let View { back, tile, .. } = &self.views[view];
        let mut places = Places { mask: 0, order: 0 };
        let mut shift = 0;
        for (turned, &cell) in back[..self.cells].iter().enumerate() {
            let at = usize::from(board.tile(cell));
            let hit = u32::from(usize::from(partition[at & 31]) == view);
            places.mask |= hit << turned;
            places.order |= (u32::from(tile[at & 31]) * hit) << shift;
            shift += 3 * hit;
        }
        places
    }

    fn value<C: Cells>(&self, view: usize, board: Board<C>) -> u8 {
        let Database { index, table, .. } = &*self.views[view].database;
        table.bytes()[index.number(self.places(view, board))]
    }
}

/// The homes of some tiles, as bits.
fn homes(goal: &Layout, tiles: &[u8]) -> u32 {
    tiles.iter().fold(0, |homes, &tile| homes | 1 << goal.cell_of(tile))
}

/// The heuristic of an [`Additive`]: the sum of the pattern values.
#[derive(Clone, Copy, Debug)]
pub struct Summed<'a, const V: usize>(&'a Additive);

impl<const V: usize> Summed<'_, V> {
    /// The databases behind it.
    pub fn additive(&self) -> &Additive {
        self.0
    }
}

impl<C: Cells, const V: usize> Heuristic<Tiles<C>> for Summed<'_, V> {
    type Memo = [u8; V];

    fn memo(&self, board: &Board<C>) -> [u8; V] {
        let mut values = [0; V];
        for (view, value) in values[..self.0.views.len()].iter_mut().enumerate() {
            *value = self.0.value(view, *board);
        }
        values
    }

    #[inline]
    fn estimate(&self, memo: [u8; V]) -> u32 {
        let sum = |values: &[u8]| values.iter().map(|&value| u32::from(value)).sum();
        let each = self.0.views.len() / self.0.partitions;
        u32::max(sum(&memo[..each]), sum(&memo[each..]))
    }

    #[inline]
    fn advance(&self, mut memo: [u8; V], parent: &Board<C>, _: &Move, child: &Board<C>) -> [u8; V] {
        let tile = parent.cells().index(child.blank());
        for partition in 0..self.0.partitions {
            let view = usize::from(self.0.view_of[partition][tile & 31]);
            memo[view] = self.0.value(view, *child);
        }
        memo
    }
}
