//! A dive in which most of the tree is counted in batches.
//!
//! The top of the tree is walked in order, node by node. The nodes below it are counted by a
//! [`Flood`], batch by batch. A batch that contains the goal, or the last node that a limit allows,
//! is divided into smaller pieces, and the last piece is searched in order by the plain dive. A
//! batch that contains a node nearer to the goal than all earlier ones is searched again that way
//! if the path to that node is needed. So every result is the same as that of the plain dive.
//!
//! A thread keeps its buckets, about 1.7 MB, for its next search: clearing them takes as long as
//! counting ten thousand boards. Without memory for them the plain dive does all the work.

use std::ops::RangeInclusive;

use super::flood::{Ends, Flood, Tally, Trunk};
use super::walk::{Twig, Walk};
use super::{BELOW, Dive, Halt, NO_MOVE, Rises, moves_from, to};
use crate::lanes::{Lanes, Portable};
use crate::simd::Simd;

/// Parameters of a sweep: they affect times, never results.
#[derive(Clone, Debug)]
pub(super) struct Tuning {
    pub simd: Simd,
    /// Smaller trees than this, in expansions, are not worth sweeping.
    pub worth: u64,
    /// Expansions that a batch should have.
    pub batch: RangeInclusive<u64>,
    /// Expansions that a root should have below it.
    pub root: u64,
}

impl Tuning {
    /// Chosen by measurement: without AVX2 it gains less over the plain dive.
    pub(super) fn of_this_process() -> Self {
        let simd = Simd::of_this_process();
        let worth = if simd == Simd::Portable { 64_000 } else { 32_000 };
        Tuning { simd, worth, batch: 16_000..=160_000, root: 1_000 }
    }
}

/// A batch that turns out to be this many times the intended maximum is divided, because the limits
/// are not checked inside a batch.
const FAR: u64 = 16;
/// The number of pieces into which a batch is divided to find a node in it.
const PIECES: usize = 8;
/// How many levels of the tree below a root are expanded to find a node there.
const LEVELS: usize = 4;
/// The maximum number of top nodes and roots in a batch.
const MANY: usize = 2048;

/// A dive to be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub start: Trunk,
    /// The bound on g + h, with g counted from the start.
    pub bound: usize,
    /// About how many nodes are going to be expanded.
    pub expected: u64,
}

/// Something that counts the nodes of trees.
trait Counter {
    fn count(&mut self, roots: &[Trunk], tally: Tally, ends: Ends) -> Option<Tally>;
}

impl<L: Lanes> Counter for Flood<L> {
    fn count(&mut self, roots: &[Trunk], tally: Tally, ends: Ends) -> Option<Tally> {
        Flood::count(self, roots, tally, ends)
    }
}

/// What a dive needs to count trees.
pub(super) struct Sweep {
    tuning: Tuning,
    counter: Box<dyn Counter>,
    /// Every node is at a smaller depth.
    depths: usize,
    /// The bound of the dive.
    bound: usize,
    /// About how many expansions there are below a root.
    each: u64,
    nodes: Vec<Twig>,
    roots: Vec<Trunk>,
    /// The last batch that got nearer to the goal than all nodes before it, with both distances.
    nearest: Vec<Twig>,
    before: usize,
    reached: usize,
}

impl Sweep {
    /// For nodes at depths below `depths`, if `hold` grants the bytes.
    pub(super) fn new(
        tuning: &Tuning,
        rises: &Rises,
        depths: usize,
        hold: impl FnOnce(usize) -> bool,
    ) -> Option<Self> {
        if !hold(Self::bytes(depths)) {
            return None;
        }
        let counter: Box<dyn Counter> = match tuning.simd {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 if let Some(avx2) = crate::lanes::Avx2::new() => {
                Box::new(Flood::new(avx2, rises, depths))
            }
            _ => Box::new(Flood::new(Portable, rises, depths)),
        };
        Some(Sweep {
            tuning: tuning.clone(),
            counter,
            depths,
            each: 0,
            bound: 0,
            nodes: Vec::with_capacity(MANY),
            roots: Vec::with_capacity(MANY),
            nearest: Vec::with_capacity(MANY),
            before: 0,
            reached: 0,
        })
    }

    /// The bytes that one needs.
    fn bytes(depths: usize) -> usize {
        let lists = MANY * (2 * size_of::<Twig>() + size_of::<Trunk>());
        size_of::<Self>() + lists + Flood::<Portable>::bytes(depths)
    }

    /// The bytes that this one needs.
    pub(super) fn held(&self) -> usize {
        Self::bytes(self.depths)
    }

    /// Whether all nodes within a bound are at depths below its maximum.
    pub(super) fn reaches(&self, bound: usize) -> bool {
        bound < self.depths
    }

    /// Takes the next nodes until there are about `batch` expansions at and below them.
    fn gather(&mut self, walk: &mut Walk, rises: &Rises, batch: u64) {
        let mut roots = (batch / self.each).max(1);
        self.nodes.clear();
        while roots > 0
            && self.nodes.len() < MANY
            && let Some(node) = walk.next(rises)
        {
            roots -= u64::from(!node.inner);
            self.nodes.push(node);
        }
    }
}

impl Dive<'_> {
    /// Searches for the goal at or below a root at depth 0, with about `expected` expansions;
    /// returns whether to halt. The bound must be within reach.
    pub(super) fn sweep(&mut self, sweep: &mut Sweep, task: Task) -> bool {
        let Task { start, bound, expected } = task;
        let Tuning { batch, root, .. } = sweep.tuning.clone();
        // Near the top each level has about twice as many nodes as the previous one.
        let levels = (expected / root).max(1).ilog2() as usize;
        let mut walk = Walk::new(Twig::start(start), levels.max(LEVELS));
        sweep.each = root;
        sweep.bound = bound;
        let before = self.generated;
        loop {
            // Batches grow at first, so that little work is wasted if the goal is near, and shrink
            // as the node limit comes near.
            let done = (self.generated - before) / 2;
            let aim = (done / 8).clamp(*batch.start(), *batch.end()).min(self.room() / 2);
            sweep.gather(&mut walk, &self.rises, aim);
            if sweep.nodes.is_empty() {
                self.find_nearest(sweep);
                return false;
            }
            let nodes = std::mem::take(&mut sweep.nodes);
            let halt = self.batch(sweep, &nodes);
            sweep.nodes = nodes;
            if let Some(node) = halt {
                self.take_back(&node, &start);
                if !matches!(self.halt, Halt::Goal) {
                    self.find_nearest(sweep);
                }
                sweep.nearest.clear();
                return true;
            }
        }
    }

    /// Searches for the goal at or below nodes in order, and returns the one to halt at.
    fn batch(&mut self, sweep: &mut Sweep, nodes: &[Twig]) -> Option<Twig> {
        if self.count(sweep, nodes) {
            let halted = matches!(self.halt, Halt::Stopped(_));
            return nodes.last().filter(|_| halted).copied();
        }
        // For this few nodes a dive is faster than counting again in smaller and smaller pieces.
        let roots = nodes.iter().filter(|node| !node.inner).count() as u64;
        if roots * sweep.each <= 2 * sweep.tuning.worth {
            return nodes.iter().find(|node| self.in_order(node)).copied();
        }
        let [node] = nodes else { return self.in_pieces(sweep, nodes) };
        if node.inner || self.room() < sweep.tuning.worth || !node.can_go(LEVELS) {
            return self.in_order(node).then_some(*node);
        }
        let mut walk = Walk::new(*node, LEVELS);
        let next = || walk.next(&self.rises);
        let nodes: Vec<Twig> = std::iter::from_fn(next).collect();
        self.in_pieces(sweep, &nodes)
    }

    fn in_pieces(&mut self, sweep: &mut Sweep, nodes: &[Twig]) -> Option<Twig> {
        let mut pieces = nodes.chunks(nodes.len().div_ceil(PIECES));
        pieces.find_map(|piece| self.batch(sweep, piece))
    }

    /// How many expansions may be made before the exact stopping node matters.
    fn room(&self) -> u64 {
        self.left.saturating_add(self.beyond)
    }

    /// Counts everything at and below nodes, unless it must be searched in order.
    fn count(&mut self, sweep: &mut Sweep, nodes: &[Twig]) -> bool {
        let mut tally = Tally { furthest: self.furthest, ..Tally::default() };
        sweep.roots.clear();
        for node in nodes {
            let Trunk { slack, g, blank, last, .. } = node.root;
            if !node.inner {
                sweep.roots.push(node.root);
                continue;
            }
            tally.furthest = tally.furthest.max(usize::from(g) + 2 * usize::from(slack));
            if tally.furthest >= sweep.bound {
                return false;
            }
            tally.expanded += 1;
            tally.generated += moves_from(blank.into(), last.into(), 0);
            tally.deepest = tally.deepest.max(g.into());
        }
        let top = tally.expanded;
        let room = self.room();
        if room < top + sweep.tuning.worth {
            return false;
        }
        let ends = Ends { goal: sweep.bound, most: room.min(FAR * sweep.tuning.batch.end()) };
        let Some(tally) = sweep.counter.count(&sweep.roots, tally, ends) else { return false };
        if tally.furthest > self.furthest {
            sweep.nearest.clear();
            sweep.nearest.extend_from_slice(nodes);
            (sweep.before, sweep.reached) = (self.furthest, tally.furthest);
            self.furthest = tally.furthest;
        }
        self.generated += tally.generated;
        for mv in self.path[1..=tally.deepest].iter_mut().rev() {
            if *mv != NO_MOVE as u8 {
                break;
            }
            *mv = 0;
        }
        if let Some(each) = (tally.expanded - top).checked_div(sweep.roots.len() as u64) {
            sweep.each = each.max(sweep.each / 2).max(1);
        }
        self.spend(tally.expanded);
        true
    }

    /// Records this many expansions, and checks the limits as often as required.
    fn spend(&mut self, mut expanded: u64) {
        while expanded > self.left {
            expanded -= std::mem::take(&mut self.left);
            if self.ask() {
                return;
            }
        }
        self.left -= expanded;
    }

    /// Finds the path to where h was lowest, if it was in a batch and may be needed.
    fn find_nearest(&mut self, sweep: &mut Sweep) {
        let mut nodes = std::mem::take(&mut sweep.nearest);
        // Nodes searched in order after it may have got nearer.
        if !nodes.is_empty() && !self.endless && self.furthest == sweep.reached {
            let mut look = |_| Ok(u64::MAX);
            let mut again = Dive::new(&self.rises, self.goal, &mut look);
            again.furthest = sweep.before;
            for node in &nodes {
                again.in_order(node);
                if again.furthest == self.furthest {
                    break;
                }
            }
            self.best = again.best;
        }
        nodes.clear();
        sweep.nearest = nodes;
    }

    /// Searches for the goal at a node, and below it if it is a root; returns whether to halt.
    fn in_order(&mut self, node: &Twig) -> bool {
        for (step, mv) in self.path[1..].iter_mut().zip(node.moves()) {
            *step = mv as u8;
        }
        let Trunk { cells, slack, g, blank, last } = node.root;
        let (slack, depth, from) = (usize::from(slack), usize::from(g), usize::from(last));
        if !node.inner {
            return BELOW[usize::from(blank)][from](self, cells, slack, depth);
        }
        let halt = self.enter(cells, slack, depth, from);
        if !halt {
            self.generated += moves_from(blank.into(), last.into(), 0);
        }
        halt
    }

    /// Takes back the moves after those of a path: they were counted but never made.
    fn take_back(&mut self, node: &Twig, start: &Trunk) {
        let (mut blank, mut last) = (usize::from(start.blank), usize::from(start.last));
        for mv in node.moves().map(|mv| mv as usize) {
            self.generated -= moves_from(blank, last, mv + 1);
            (blank, last) = (to(blank, last, mv).expect("it was made"), mv);
        }
    }
}
