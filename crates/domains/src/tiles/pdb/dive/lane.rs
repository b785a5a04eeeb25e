//! One dive of several that take turns on a thread.

use goalward::StateSpace;
use goalward::path::parallel::{Dived, Landing, Parts, Work};

use super::super::super::{Cells, Move};
use super::{Ahead, EMPTY, Frame, LANES, NOTHING_AHEAD, Node, Tree};

/// One dive of several that take turns.
pub(super) struct Lane {
    number: usize,
    node: Node,
    /// Those below `depth` are the way; what lies above is left over.
    frames: Vec<Frame>,
    depth: usize,
    /// The mirrored look of the last successor, if it is still to be made.
    mirrored: Option<Ahead>,
    expanded: u64,
    generated: u64,
    deepest: usize,
    /// The least f beyond the bound.
    next_bound: u32,
    /// The least h so far, and the way there if it is not the root.
    best: (u32, Option<Vec<Move>>),
    /// Expanded and generated when the limits were looked at last.
    told: [u64; 2],
}

impl Lane {
    pub(super) fn new(number: usize, node: Node, frames: Vec<Frame>) -> Self {
        let best = (node.h(), None);
        Lane {
            number,
            node,
            frames,
            depth: 0,
            mirrored: None,
            expanded: 0,
            generated: 0,
            deepest: 0,
            next_bound: u32::MAX,
            best,
            told: [0; 2],
        }
    }

    pub(super) fn restart(&mut self, number: usize, node: Node) {
        *self = Lane::new(number, node, std::mem::take(&mut self.frames));
    }

    /// One step: looks at successors until one is within the bound, and expands it or
    /// announces its mirrored look.
    #[inline(always)]
    pub(super) fn turn<C: Cells + Sync>(
        &mut self,
        tree: &Tree<'_, C>,
        bound: u32,
    ) -> Option<Landing<Move>> {
        if self.expanded == 0 {
            if self.node.h() == 0 {
                self.deepest = 1;
                return Some(Landing::Goal(Vec::new()));
            }
            self.expand(tree);
            return None;
        }
        loop {
            let (way, above) = self.frames.split_at_mut(self.depth);
            let Some(frame) = way.last_mut() else { return Some(Landing::Nothing) };
            if frame.next == frame.count {
                self.depth -= 1;
                if self.depth > 0 {
                    tree.take_back(&mut self.node, &frame.back);
                }
                continue;
            }
            let child = &frame.children[usize::from(frame.next & 3)];
            let left = bound - self.node.g - 1;
            let straight = tree.sum(&self.node, 0, &child.straight);
            let mut mirrored = (NOTHING_AHEAD, 0);
            if tree.additive.partitions == 2 {
                // Each move changes the parity of g and of h, so that f grows by two: once
                // some f is known to be that, no other can be less.
                if straight > left && self.next_bound == bound + 2 {
                    self.generated += 1;
                    frame.next += 1;
                    continue;
                }
                let Some(ahead) = self.mirrored.take() else {
                    self.mirrored = Some(tree.announce(&self.node, 1, child.cell));
                    return None;
                };
                mirrored = (ahead, tree.sum(&self.node, 1, &ahead));
            }
            self.generated += 1;
            frame.next += 1;
            let h = straight.max(mirrored.1);
            if h > left {
                self.next_bound = self.next_bound.min(self.node.g + 1 + h);
                continue;
            }
            let (node, back) = (&mut self.node, &mut above[0].back);
            tree.go(node, child, mirrored.0, [straight, mirrored.1], back);
            if h == 0 {
                self.depth += 1;
                self.deepest = self.deepest.max(self.depth);
                return Some(Landing::Goal(self.moves()));
            }
            self.expand(tree);
            if h < self.best.0 {
                self.best = (h, Some(self.moves()));
            }
            return None;
        }
    }

    #[inline(always)]
    fn expand<C: Cells + Sync>(&mut self, tree: &Tree<'_, C>) {
        self.expanded += 1;
        // One frame more than the way, for the move of the next.
        if self.frames.len() < self.depth + 2 {
            self.frames.resize(self.depth + 64, EMPTY);
        }
        tree.open(&self.node, &mut self.frames[self.depth]);
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    /// The moves from the root to here.
    #[cold]
    #[inline(never)]
    fn moves(&self) -> Vec<Move> {
        self.frames[1..self.depth].iter().map(|frame| frame.back.mv).collect()
    }

    pub(super) fn look<P: Parts>(&mut self, work: &Work<'_, P>) -> bool {
        let counted = [self.expanded, self.generated];
        let [expanded, generated] = [counted[0] - self.told[0], counted[1] - self.told[1]];
        self.told = counted;
        work.look(self.number, expanded, generated).is_continue()
    }

    pub(super) fn finish<P: Parts<Space: StateSpace<Action = Move>>>(
        &mut self,
        end: Landing<Move>,
        work: &Work<'_, P>,
    ) {
        self.look(work);
        let beyond = self.next_bound;
        let (least, way) = std::mem::take(&mut self.best);
        let dived = Dived {
            expanded: self.expanded,
            generated: self.generated,
            deepest: self.deepest as u32,
            bytes: (LANES * (size_of::<Lane>() + self.frames.len() * size_of::<Frame>())) as u64,
            next_bound: (beyond < u32::MAX).then_some(u64::from(beyond)),
            best: way.map(|way| (least, way)),
            end,
        };
        work.finish(self.number, dived);
    }
}
