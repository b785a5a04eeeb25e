//! The nodes of the dive, and what is looked up to make them.

use super::super::super::{Board, Cells, Move, Size};
use super::super::additive::Additive;
use super::super::index::{Index, Places, Slide};
use crate::prefetch::prefetch;

/// A board with the positions of every view's tiles. It is self-contained, so that nodes can be
/// expanded in any order.
#[derive(Clone)]
pub(super) struct ViewedBoard<const V: usize> {
    places: [Places; V],
    /// By cell: the tile's view in the partition, plus 16 times its view in the mirror image.
    owners: [u8; 32],
    pub way: Way,
    values: [u8; V],
    /// What a single dive would count between the previous open node and this one.
    pub before: Tally,
    /// For each partition: g plus the sum.
    f: [i16; 2],
    pub g: u16,
    blank: u8,
    /// The move that led here, or 4.
    last: u8,
}

impl<const V: usize> ViewedBoard<V> {
    #[inline(always)]
    pub fn h(&self) -> u32 {
        (self.f[0].max(self.f[1]) as u16 - self.g).into()
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

    #[inline(always)]
    pub fn less(self, other: Tally) -> Tally {
        Tally {
            expanded: self.expanded - other.expanded,
            generated: self.generated - other.generated,
        }
    }
}

/// Moves, two bits each. There is room for 256, and a dive goes no further than the cheapest
/// plan: no board of 25 cells needs more than 208 moves where the blank's home is a corner,
/// and a few more elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Way([u8; 64]);

impl Way {
    #[inline(always)]
    fn set(&mut self, at: u16, mv: u8) {
        let (byte, shift) = (usize::from(at / 4) & 63, at % 4 * 2);
        self.0[byte] = self.0[byte] & !(3 << shift) | mv << shift;
    }

    /// The moves in this range.
    pub fn moves(&self, range: std::ops::Range<u16>) -> Vec<Move> {
        let mv = |at: u16| self.0[usize::from(at / 4) & 63] >> (at % 4 * 2) & 3;
        range.map(|at| Move::ALL[usize::from(mv(at))]).collect()
    }
}

/// A move of the blank.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The move, and four times the cell that the blank leaves.
    slide: u8,
    /// The cell it goes to.
    cell: u8,
}

pub(super) const NO_STEP: Step = Step { slide: 0, cell: 0 };

/// The moves from a node.
#[derive(Clone, Copy)]
struct Steps {
    steps: [Step; 4],
    count: u8,
}

/// A database lookup that a step needs.
#[derive(Clone, Copy)]
pub(super) struct Ahead<'a> {
    /// The entry, which has been prefetched.
    entry: &'a u8,
    places: Places,
    /// The largest entry with which the successor is within the bound.
    most: i16,
    view: u8,
}

impl Ahead<'_> {
    pub const NONE: Self =
        Ahead { entry: &0, places: Places { mask: 0, order: 0 }, most: 0, view: 0 };

    /// How far the entry takes the successor beyond the bound; above 0 if it does.
    #[inline(always)]
    pub fn beyond(&self) -> i16 {
        i16::from(*self.entry) - self.most
    }
}

/// All the tables that a dive uses.
pub(super) struct Looks<'a, const V: usize> {
    /// By view.
    tables: [(&'a Index, &'a [u8]); V],
    /// By view and the blank's [`Step::slide`]: what the tile does.
    slides: [[Slide; 128]; V],
    /// By the blank's cell and the move that led there.
    steps: [[Steps; 5]; 32],
    /// One or two.
    pub partitions: usize,
}

impl<'a, const V: usize> Looks<'a, V> {
    pub fn new(size: Size, additive: &'a Additive) -> Self {
        let mut steps = [[Steps { steps: [NO_STEP; 4], count: 0 }; 5]; 32];
        for blank in 0..size.cells() {
            for (last, steps) in steps[blank].iter_mut().enumerate() {
                for (mv, cell) in size.onward(blank, Move::ALL.get(last).copied()) {
                    steps.steps[usize::from(steps.count)] =
                        Step { slide: (4 * blank + mv as usize) as u8, cell: cell as u8 };
                    steps.count += 1;
                }
            }
        }
        // The number of views is rounded up to a power of two; the extra ones are never used.
        let view = |number: usize| &additive.views[number.min(additive.views.len() - 1)];
        let mut slides = [[Slide::new(0, 1); 128]; V];
        for (number, slides) in slides.iter_mut().enumerate() {
            let turned = &view(number).turned;
            for (slide, mv) in (0..4 * size.cells()).zip(Move::ALL.into_iter().cycle()) {
                if let Some(from) = size.beside(slide / 4, mv) {
                    slides[slide] = Slide::new(turned[from], turned[slide / 4]);
                }
            }
        }
        let table = |number: usize| {
            let database = &view(number).database;
            // Patterns with the same number of tiles share an index, so that it stays in the cache.
            let mut indices = additive.views.iter().map(|view| &*view.database.index);
            let index = indices.find(|index| index.numbers_as(&database.index));
            (index.expect("it does itself"), database.entries())
        };
        Looks { tables: std::array::from_fn(table), slides, steps, partitions: additive.partitions }
    }

    pub fn node<C: Cells>(&self, additive: &Additive, board: Board<C>) -> ViewedBoard<V> {
        let mut node = ViewedBoard {
            places: [Ahead::NONE.places; V],
            owners: [0; 32],
            way: Way([0; 64]),
            values: [0; V],
            before: Tally::default(),
            f: [0; 2],
            g: 0,
            blank: board.blank(),
            last: 4,
        };
        for cell in 0..additive.cells {
            let tile = usize::from(board.tile(cell as u8));
            for partition in 0..if tile == 0 { 0 } else { self.partitions } {
                node.owners[cell] |= additive.view_of[partition][tile] << (4 * partition);
            }
        }
        let each = additive.views.len() / additive.partitions;
        for (number, (index, entries)) in self.tables[..additive.views.len()].iter().enumerate() {
            node.places[number] = additive.places(number, board);
            node.values[number] = entries[index.number(node.places[number])];
            node.f[number / each] += i16::from(node.values[number]);
        }
        node
    }

    /// The moves from a node.
    #[inline(always)]
    pub fn steps(&self, node: &ViewedBoard<V>) -> &[Step] {
        let steps = &self.steps[usize::from(node.blank & 31)][usize::from(node.last.min(4))];
        &steps.steps[..usize::from(steps.count).min(4)]
    }

    /// Prefetches the lookup in a partition that a step from a node needs.
    #[inline(always)]
    pub fn announce(
        &self,
        node: &ViewedBoard<V>,
        partition: usize,
        step: Step,
        bound: i16,
    ) -> Ahead<'a> {
        let owner = node.owners[usize::from(step.cell & 31)];
        let view = usize::from(owner >> (4 * partition)) & (V - 1);
        let slide = &self.slides[view][usize::from(step.slide & 127)];
        let places = slide.apply(node.places[view]);
        let (index, entries) = self.tables[view];
        let entry = &entries[index.number(places)];
        prefetch(std::slice::from_ref(entry), 0);
        let most = bound - 1 - node.f[partition] + i16::from(node.values[view]);
        Ahead { entry, places, most, view: view as u8 }
    }

    /// Turns a copy of a node into its successor by a step, using the lookups in the partition and,
    /// if there is one, in its mirror image. Returns its h.
    #[inline(always)]
    pub fn advance(
        &self,
        next: &mut ViewedBoard<V>,
        step: Step,
        first: &Ahead<'_>,
        second: Option<&Ahead<'_>>,
        bound: i16,
    ) -> u32 {
        let mut put = |ahead: &Ahead<'_>| {
            let view = usize::from(ahead.view) & (V - 1);
            next.values[view] = *ahead.entry;
            next.places[view] = ahead.places;
            bound + ahead.beyond()
        };
        let f = [put(first), second.map_or(0, put)];
        let g = next.g;
        next.owners[usize::from(next.blank & 31)] = next.owners[usize::from(step.cell & 31)];
        next.blank = step.cell;
        next.last = step.slide & 3;
        next.way.set(g, step.slide & 3);
        next.g = g + 1;
        next.f = f;
        (f[0].max(f[1]) as u16 - (g + 1)).into()
    }

    /// All successors, in order.
    pub fn successors(
        &self,
        node: &ViewedBoard<V>,
    ) -> impl Iterator<Item = (Move, ViewedBoard<V>)> {
        self.steps(node).iter().map(|&step| {
            let found = [0, self.partitions - 1].map(|i| self.announce(node, i, step, 0));
            let mut next = node.clone();
            let second = Some(&found[1]).filter(|_| self.partitions == 2);
            self.advance(&mut next, step, &found[0], second, 0);
            (Move::ALL[usize::from(step.slide & 3)], next)
        })
    }
}
