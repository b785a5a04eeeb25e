//! The top of a tree, node by node.

use super::flood::Trunk;
use super::{Rises, to};
use crate::tiles::Move;

/// A node and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twig {
    pub root: Trunk,
    /// Two bits for each move, the first in the lowest bits.
    way: u64,
    /// Whether its successors come after it in the walk.
    pub inner: bool,
}

/// A walk through the top of a tree, in the order of a dive.
pub(super) struct Walk {
    /// The maximum depth of the walk.
    end: usize,
    start: Option<Twig>,
    /// Each with the move to try next.
    path: Vec<(Twig, usize)>,
}

impl Walk {
    /// A walk from a node, this many levels deep, but never deeper than a path can be stored.
    pub(super) fn new(start: Twig, levels: usize) -> Self {
        let end = (usize::from(start.root.g) + levels).min(Twig::LONGEST);
        Walk { end, start: Some(start), path: Vec::new() }
    }

    /// The next node within the bound.
    pub(super) fn next(&mut self, rises: &Rises) -> Option<Twig> {
        if let Some(start) = self.start.take() {
            return Some(self.enter(start));
        }
        loop {
            let (node, tried) = self.path.last_mut()?;
            let Some(&mv) = Move::ALL.get(*tried) else {
                self.path.pop();
                continue;
            };
            *tried += 1;
            let Some(child) = node.after(mv, rises) else { continue };
            return Some(self.enter(child));
        }
    }

    fn enter(&mut self, mut node: Twig) -> Twig {
        node.inner = usize::from(node.root.g) < self.end;
        if node.inner {
            self.path.push((node, 0));
        }
        node
    }
}

impl Twig {
    /// The maximum number of moves of a path.
    pub(super) const LONGEST: usize = u64::BITS as usize / 2;

    /// The root of a tree.
    pub(super) fn start(root: Trunk) -> Self {
        Twig { root, way: 0, inner: false }
    }

    /// Whether the path has room for this many more moves.
    pub(super) fn can_go(&self, moves: usize) -> bool {
        usize::from(self.root.g) + moves <= Self::LONGEST
    }

    /// The node after one more move, if it is possible and within the bound.
    pub(super) fn after(&self, mv: Move, rises: &Rises) -> Option<Twig> {
        let Trunk { cells, slack, g, blank, last } = self.root;
        let to = to(blank.into(), last.into(), mv as usize)?;
        let tile = cells >> (4 * to) & 15;
        let rises = rises[usize::from(blank)][mv as usize] >> tile & 1;
        let root = Trunk {
            cells: cells ^ (tile << (4 * to) | tile << (4 * blank)),
            slack: slack.checked_sub(rises as u8)?,
            g: g + 1,
            blank: to as u8,
            last: mv as u8,
        };
        Some(Twig { root, way: self.way | (mv as u64) << (2 * g), inner: false })
    }

    /// The moves that led there.
    pub(super) fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + use<> {
        let Twig { way, root, .. } = *self;
        (0..root.g).map(move |i| Move::ALL[(way >> (2 * i) & 3) as usize])
    }
}
