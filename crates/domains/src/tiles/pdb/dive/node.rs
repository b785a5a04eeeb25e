//! The nodes of the dive, and what is looked up to make them.

use super::super::super::{Board, Cells, Move, Size};
use super::super::additive::Additive;
use super::super::index::{Index, Places};
use crate::prefetch::prefetch;

/// A board, with the places of every view's tiles on it. It stands for itself, so that
/// nodes can be expanded in any order.
#[derive(Clone)]
pub(super) struct Node<const V: usize> {
    places: [Places; V],
    /// By cell: the tile's view in the partition, and 16 times that in the image.
    owners: [u8; 32],
    pub way: Way,
    values: [u8; V],
    /// What one dive would count between the open node before this one and this.
    pub before: Tally,
    pub part: u32,
    pub sums: [u16; 2],
    pub g: u16,
    blank: u8,
    /// The move that led here, or 4.
    last: u8,
}

impl<const V: usize> Node<V> {
    #[inline(always)]
    pub fn h(&self) -> u32 {
        self.sums[0].max(self.sums[1]).into()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub expanded: u64,
    pub generated: u64,
}

impl Tally {
    #[inline(always)]
    pub fn add(&mut self, other: Tally) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// Moves, two bits each. No board within the limits of size needs as many as there is
/// room for: the hardest of 25 cells need 208 at most.
#[derive(Clone, Copy)]
pub(super) struct Way([u8; 64]);

impl Way {
    #[inline(always)]
    fn set(&mut self, at: u16, mv: Move) {
        let (byte, shift) = (usize::from(at) / 4 & 63, at % 4 * 2);
        self.0[byte] = self.0[byte] & !(3 << shift) | (mv as u8) << shift;
    }

    /// The moves in this range.
    pub fn moves(&self, range: std::ops::Range<u16>) -> Vec<Move> {
        let mv = |at: u16| self.0[usize::from(at) / 4 & 63] >> (at % 4 * 2) & 3;
        range.map(|at| Move::ALL[usize::from(mv(at))]).collect()
    }
}

/// A look into a database, announced.
#[derive(Clone, Copy)]
pub(super) struct Ahead {
    pub at: usize,
    pub places: Places,
    pub view: u8,
}

impl Ahead {
    pub const NONE: Ahead = Ahead { at: 0, places: Places { mask: 0, order: 0 }, view: 0 };
}

/// A move, and the cell that the blank goes to by it.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub mv: Move,
    pub cell: u8,
}

/// The moves from a node.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    steps: [Step; 4],
    count: u8,
}

impl Steps {
    #[inline(always)]
    pub fn all(&self) -> &[Step] {
        &self.steps[..usize::from(self.count).min(4)]
    }
}

/// A view, taken apart for speed.
#[derive(Clone, Copy)]
struct Look<'a> {
    index: &'a Index,
    entries: &'a [u8],
    turned: [u8; 32],
}

/// All that a dive looks into.
pub(super) struct Looks<'a, const V: usize> {
    views: [Look<'a>; V],
    /// By the blank's cell and the move that led there.
    steps: [[Steps; 5]; 32],
    pub partitions: usize,
    /// By partition, then by tile: its view.
    view_of: [[u8; 32]; 2],
}

impl<'a, const V: usize> Looks<'a, V> {
    pub fn new(size: Size, additive: &'a Additive) -> Self {
        let none = Steps { steps: [Step { mv: Move::Up, cell: 0 }; 4], count: 0 };
        let mut steps = [[none; 5]; 32];
        for cell in 0..size.cells() {
            for (last, steps) in steps[cell].iter_mut().enumerate() {
                for mv in Move::ALL.into_iter().filter(|mv| last != mv.opposite() as usize) {
                    let Some(cell) = size.beside(cell, mv) else { continue };
                    steps.steps[usize::from(steps.count)] = Step { mv, cell: cell as u8 };
                    steps.count += 1;
                }
            }
        }
        let look = |view: usize| {
            // There are views to the next power of two; those too many are never asked.
            let view = &additive.views[view.min(additive.views.len() - 1)];
            let database = &view.database;
            Look { index: &database.index, entries: database.entries(), turned: view.turned }
        };
        Looks {
            views: std::array::from_fn(look),
            steps,
            partitions: additive.partitions,
            view_of: additive.view_of,
        }
    }

    pub fn node<C: Cells>(&self, additive: &Additive, board: Board<C>) -> Node<V> {
        let mut node = Node {
            places: [Ahead::NONE.places; V],
            owners: [0; 32],
            way: Way([0; 64]),
            values: [0; V],
            before: Tally::default(),
            part: 0,
            sums: [0; 2],
            g: 0,
            blank: board.blank(),
            last: 4,
        };
        for cell in 0..additive.cells {
            let tile = usize::from(board.tile(cell as u8));
            if tile != 0 {
                let image = if self.partitions == 2 { self.view_of[1][tile] } else { 0 };
                node.owners[cell] = self.view_of[0][tile] | image << 4;
            }
        }
        let each = additive.views.len() / additive.partitions;
        for (number, view) in self.views[..additive.views.len()].iter().enumerate() {
            node.places[number] = additive.places(number, board);
            node.values[number] = view.entries[view.index.number(node.places[number])];
            node.sums[number / each] += u16::from(node.values[number]);
        }
        node
    }

    #[inline(always)]
    pub fn steps(&self, node: &Node<V>) -> &Steps {
        &self.steps[usize::from(node.blank & 31)][usize::from(node.last.min(4))]
    }

    /// Announces the look of a partition that the blank's going to `cell` needs.
    #[inline(always)]
    pub fn announce(&self, node: &Node<V>, partition: usize, cell: u8) -> Ahead {
        let view = node.owners[usize::from(cell & 31)] >> (4 * partition) & (V as u8 - 1);
        let look = &self.views[usize::from(view)];
        let turned = |cell: u8| look.turned[usize::from(cell & 31)] & 31;
        let places = node.places[usize::from(view)].after(turned(cell), turned(node.blank));
        let at = look.index.number(places);
        prefetch(look.entries, at);
        Ahead { at, places, view }
    }

    #[inline(always)]
    pub fn value(&self, ahead: &Ahead) -> u8 {
        self.views[usize::from(ahead.view) & (V - 1)].entries[ahead.at]
    }

    /// The sum of a partition after the move that an entry was looked up for.
    #[inline(always)]
    pub fn sum(&self, node: &Node<V>, partition: usize, ahead: &Ahead) -> u16 {
        let now = node.values[usize::from(ahead.view) & (V - 1)];
        node.sums[partition & 1] + u16::from(self.value(ahead)) - u16::from(now)
    }

    /// The successor by a step, with what was looked up for it in each partition.
    #[inline(always)]
    pub fn successor(&self, node: &Node<V>, step: Step, found: &[(Ahead, u16)]) -> Node<V> {
        let mut next = node.clone();
        for (partition, (ahead, sum)) in found.iter().enumerate().take(2) {
            let view = usize::from(ahead.view) & (V - 1);
            next.places[view] = ahead.places;
            // The new value follows from the change of the sum.
            let value = u16::from(node.values[view]) + sum - node.sums[partition];
            next.values[view] = value as u8;
            next.sums[partition] = *sum;
        }
        next.owners[usize::from(node.blank & 31)] = node.owners[usize::from(step.cell & 31)];
        next.blank = step.cell;
        next.last = step.mv as u8;
        next.way.set(node.g, step.mv);
        next.g += 1;
        next
    }

    /// All successors, in order.
    pub fn successors(&self, node: &Node<V>) -> impl Iterator<Item = (Move, Node<V>)> {
        self.steps(node).all().iter().map(|&step| {
            let found: [_; 2] = std::array::from_fn(|partition| {
                if partition < self.partitions {
                    let ahead = self.announce(node, partition, step.cell);
                    (ahead, self.sum(node, partition, &ahead))
                } else {
                    (Ahead::NONE, 0)
                }
            });
            (step.mv, self.successor(node, step, &found[..self.partitions]))
        })
    }
}
