//! The moves of the blank on boards of 12 to 16 cells.

use std::sync::OnceLock;

use crate::tiles::dive::Rises;
use crate::tiles::{Layout, Move, Size};

/// No move: at the start of a path.
const NO_MOVE: u8 = 4;

/// Columns of a part of a row.
const PART: usize = 4;

/// A board and how it was reached.
///
/// ```text
/// key: | part | tiles row by row without the blank, four bits each, the first lowest |
///       63  60 59                                                                   0
/// ```
/// A part is up to four cells of a row, and the blank is in one of them. A sideways move does not
/// change the order of the tiles, so it usually keeps the key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedBoard {
    pub key: u64,
    pub hash: u32,
    pub g: u8,
    /// Eight times the blank's cell, plus the move that led there or [`NO_MOVE`].
    pub place: u8,
    /// The blank's position in its part.
    pub column: u8,
    /// Whether it was recorded when f was lower.
    pub is_root: bool,
}

impl PackedBoard {
    fn blank(self) -> usize {
        usize::from(self.place / 8)
    }

    /// The move that led here; arbitrary if none did.
    #[inline]
    pub fn mv(self) -> u8 {
        self.place % 4
    }

    /// Whether it is the same board.
    #[inline]
    pub fn is(self, other: PackedBoard) -> bool {
        (self.key, self.column) == (other.key, other.column)
    }

    /// The board in eight bytes, without g: the place uses the bits of the 15th tile and of the
    /// part.
    #[inline]
    pub fn queued(self) -> u64 {
        self.key << 8 >> 8 | u64::from(self.place) << 56
    }
}

/// The golden ratio (Knuth): the upper bits of the product depend on all of the key.
#[inline]
pub(super) fn hash(key: u64) -> u32 {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// A move of the blank.
///
/// A move up or down takes one tile past those between, which rotates a window of the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// The bits of the window, shifted down; 0 if the order does not change.
    window: u32,
    /// Where the window begins, and how far it is rotated in either direction.
    shift: u8,
    right: u8,
    left: u8,
    /// Where the tile that moves is.
    tile: u8,
    /// The blank's cell, and the move.
    from: u8,
    mv: u8,
    /// The change of the part.
    part: u8,
    /// Where it leads.
    place: u8,
    column: u8,
}

impl Step {
    /// The move of a blank from one cell to another.
    fn new(size: Size, blank: usize, mv: Move, to: usize) -> Self {
        let columns = size.columns();
        // Before the blank, a tile's place in the order is its cell; after it, one less.
        let (tile, begin, turn) = match mv {
            Move::Up => (to, to, Some(1)),
            Move::Left => (to, 0, None),
            Move::Right => (blank, 0, None),
            Move::Down => (to - 1, blank, Some(columns - 1)),
        };
        let bits = |tiles: usize| 4 * tiles as u8;
        let (right, left) = turn.map_or((0, 0), |turn| (bits(turn), bits(columns - turn)));
        Step {
            window: if turn.is_some() { (1 << bits(columns)) - 1 } else { 0 },
            shift: bits(begin),
            right,
            left,
            tile: bits(tile),
            from: blank as u8,
            mv: mv as u8,
            part: part(size, blank) ^ part(size, to),
            place: 8 * to as u8 + mv as u8,
            column: column(size, to),
        }
    }

    /// The board after the move.
    #[inline(always)]
    pub fn child(&self, node: PackedBoard) -> PackedBoard {
        let (key, window, shift) = (node.key, u64::from(self.window), self.shift % 64);
        let tiles = key >> shift & window;
        let turned = (tiles >> (self.right % 64) | tiles << (self.left % 64)) & window;
        let key = key ^ (tiles ^ turned) << shift ^ u64::from(self.part) << 60;
        let Step { place, column, .. } = *self;
        PackedBoard { key, hash: hash(key), g: node.g + 1, place, column, is_root: false }
    }
}

/// The number of the part that a cell is in.
fn part(size: Size, cell: usize) -> u8 {
    let (row, column) = size.place(cell);
    (row * size.columns().div_ceil(PART) + column / PART) as u8
}

fn column(size: Size, cell: usize) -> u8 {
    (size.place(cell).1 % PART) as u8
}

/// What is known about a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    /// The moves to try: all except the one straight back.
    steps: [Step; 4],
    pub count: u8,
    part: u8,
    column: u8,
}

impl Steps {
    fn new(size: Size, blank: usize, last: u8) -> Self {
        let (part, column) = (part(size, blank), column(size, blank));
        let mut steps = Steps { part, column, ..Steps::default() };
        for (mv, to) in size.onward(blank, Move::ALL.get(usize::from(last)).copied()) {
            steps.steps[usize::from(steps.count)] = Step::new(size, blank, mv, to);
            steps.count += 1;
        }
        steps
    }

    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = &Step> {
        self.steps[..usize::from(self.count)].iter()
    }

    /// By [`PackedBoard::place`].
    fn all(size: Size) -> &'static [Steps; 128] {
        static OF_SIZES: [OnceLock<Box<[Steps; 128]>>; 16] = [const { OnceLock::new() }; 16];
        OF_SIZES[4 * (size.rows() - 2) + size.columns() - 2].get_or_init(|| {
            let mut all = Box::new([Steps::default(); 128]);
            for (place, steps) in all.iter_mut().enumerate().take(8 * size.cells()) {
                *steps = Steps::new(size, place / 8, (place % 8) as u8);
            }
            all
        })
    }
}

/// The rules and the estimate as tables over moves.
pub(super) struct Rules {
    size: Size,
    rises: Rises,
    steps: &'static [Steps; 128],
    /// All bits of a 15th tile, or 0 if there is none.
    last: u64,
}

impl Rules {
    pub fn new(size: Size, rises: &Rises) -> Self {
        let last = if size.cells() == 16 { 15 } else { 0 };
        Rules { size, rises: *rises, steps: Steps::all(size), last }
    }

    #[inline(always)]
    pub fn steps(&self, node: PackedBoard) -> &'static Steps {
        &self.steps[usize::from(node.place % 128)]
    }

    /// By how much a step raises the level: 1 or 0.
    #[inline(always)]
    pub fn rise(&self, node: PackedBoard, step: &Step) -> usize {
        let tile = node.key >> (step.tile % 64) & 15;
        let rises = self.rises[usize::from(step.from % 16)][usize::from(step.mv % 4)];
        usize::from(rises >> tile & 1)
    }

    /// A board that no move led to.
    pub fn start(&self, layout: &Layout) -> PackedBoard {
        let tiles = layout.tiles().iter().rev().filter(|&&tile| tile != 0);
        let order = tiles.fold(0, |order, &tile| order << 4 | u64::from(tile));
        self.root(order, 8 * layout.cell_of(0) as u8 + NO_MOVE, 0)
    }

    /// The board that [`queued`](PackedBoard::queued) gave; its 15th tile, if there is one, is the
    /// one that the others lack.
    #[inline]
    pub fn unqueued(&self, word: u64, g: u8) -> PackedBoard {
        let order = word << 8 >> 8;
        // The exclusive-or of all tiles, 0 to 15, is 0.
        let tiles = order ^ order >> 32;
        let tiles = tiles ^ tiles >> 16;
        let tiles = tiles ^ tiles >> 8;
        let last = (tiles ^ tiles >> 4) & self.last;
        self.root(order | last << 56, (word >> 56) as u8, g)
    }

    #[inline]
    fn root(&self, order: u64, place: u8, g: u8) -> PackedBoard {
        let Steps { part, column, .. } = self.steps[usize::from(place % 128)];
        let key = order | u64::from(part) << 60;
        PackedBoard { key, hash: hash(key), g, place, column, is_root: true }
    }

    /// The moves from `start` to a board, given the move that led to each board on the way.
    pub fn way_to(
        &self,
        start: PackedBoard,
        mut node: PackedBoard,
        came_by: impl Fn(PackedBoard) -> u8,
    ) -> Vec<Move> {
        let mut way = Vec::new();
        while !node.is(start) {
            let mv = Move::ALL[usize::from(came_by(node) % 4)];
            way.push(mv);
            let back = self.size.beside(node.blank(), mv.opposite());
            let back = back.expect("what was done can be undone");
            node = Step::new(self.size, node.blank(), mv.opposite(), back).child(node);
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use goalward::Rng;

    use super::*;
    use crate::tiles::Puzzle;

    /// Arbitrary rises that belong to no real estimate.
    fn any_rises(rng: &mut Rng) -> Rises {
        std::array::from_fn(|_| std::array::from_fn(|_| rng.below(1 << 16) as u16))
    }

    fn moved(layout: &Layout, to: usize) -> (Layout, u8) {
        let mut tiles = layout.tiles().to_vec();
        tiles.swap(layout.cell_of(0), to);
        (Layout::new(layout.size(), tiles).unwrap(), layout.tiles()[to])
    }

    #[test]
    fn steps_do_what_moves_do_to_cells() {
        let mut rng = Rng::new(2);
        let sizes = (2..=5).flat_map(|rows| (2..=5).map(move |columns| (rows, columns)));
        for (rows, columns) in sizes.filter(|(rows, columns)| (12..=16).contains(&(rows * columns)))
        {
            let size = Size::new(rows, columns).unwrap();
            for _ in 0..50 {
                let rises = any_rises(&mut rng);
                let start = Puzzle::random(Layout::blank_first(size), &mut rng).start().clone();
                let rules = Rules::new(size, &rises);
                let (mut layout, mut node) = (start.clone(), rules.start(&start));
                for g in 0..50 {
                    let blank = layout.cell_of(0);
                    let last = (g > 0).then(|| Move::ALL[usize::from(node.mv())]);
                    let moves = Move::ALL.iter().filter(|mv| last != Some(mv.opposite()));
                    let plain: Vec<_> = moves
                        .filter_map(|&mv| Some((mv, moved(&layout, size.beside(blank, mv)?))))
                        .collect();
                    let steps = rules.steps(node).iter();
                    let children: Vec<_> =
                        steps.map(|step| (step.child(node), rules.rise(node, step))).collect();
                    assert_eq!(usize::from(rules.steps(node).count), plain.len());
                    for (&(child, rise), (mv, (layout, tile))) in children.iter().zip(&plain) {
                        let other = rules.start(layout);
                        assert!(child.is(other) && !child.is(node));
                        assert_eq!((child.hash, child.g), (other.hash, g + 1));
                        assert_eq!((child.mv(), child.blank()), (*mv as u8, layout.cell_of(0)));
                        assert_eq!(rise as u16, rises[blank][*mv as usize] >> tile & 1);
                        let queued = rules.unqueued(child.queued(), child.g);
                        assert_eq!(queued, PackedBoard { is_root: true, ..child });
                    }
                    let next = rng.below(plain.len());
                    (layout, node) = (plain[next].1.0.clone(), children[next].0);
                }
            }
        }
    }
}
