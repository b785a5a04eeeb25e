//! The dive itself.

use std::ops::ControlFlow;

use goalward::path::parallel::{Dived, Landing};

use super::super::super::Move;
use super::node::{Ahead, Looks, Node, Tally};

/// Open nodes that are expanded together.
const NODES: usize = 16;

/// Successors they may have, a power of two.
const MOST: usize = 4 * NODES;

/// Expansions between looks at the limits.
const LOOK: u64 = 1 << 14;

/// A window on the open nodes of a dive: the first of them, expanded together.
pub(super) struct Window<'a, const V: usize> {
    looks: &'a Looks<'a, V>,
    bound: u32,
    /// In the order of the dive from the last to the first.
    open: Vec<Node<V>>,
    /// Those that were just made, in the same order.
    made: Vec<Node<V>>,
    /// The looks that all successors need, and those that are made where the first did
    /// not rule a successor out.
    first: [Ahead<'a>; MOST],
    second: [Ahead<'a>; MOST],
    /// By how much f is beyond the bound at least, where it is.
    beyond: i16,
    /// The largest g of a node expanded.
    deepest: u16,
    /// The least h, and the way there if it is not the root.
    best: (u32, Option<Vec<Move>>),
    /// What was counted behind all open nodes.
    behind: Tally,
}

impl<'a, const V: usize> Window<'a, V> {
    pub fn new(looks: &'a Looks<'a, V>) -> Self {
        Window {
            looks,
            bound: 0,
            open: Vec::with_capacity(2 * MOST),
            made: Vec::with_capacity(MOST),
            first: [Ahead::NONE; MOST],
            second: [Ahead::NONE; MOST],
            beyond: i16::MAX,
            deepest: 0,
            best: (0, None),
            behind: Tally::default(),
        }
    }

    /// Dives from a root, telling `look` now and then what was counted since the last
    /// time; leaves off if it says so.
    #[inline(always)]
    pub fn dive(
        &mut self,
        root: &Node<V>,
        bound: u32,
        look: &mut dyn FnMut(Tally) -> ControlFlow<()>,
    ) -> Dived<Move> {
        self.bound = bound;
        self.beyond = i16::MAX;
        self.deepest = root.g;
        self.best = (root.h(), None);
        self.behind = Tally::default();
        self.open.clear();
        self.open.push(root.clone());
        let mut since = Tally::default();
        loop {
            if self.open.is_empty() {
                let _ = look(since);
                return self.dived(root, Landing::Nothing);
            }
            if self.best.0 == 0 && self.is_at_goal() {
                let _ = look(since);
                return self.at_goal(root);
            }
            since.add(self.step(root.g));
            if since.expanded >= LOOK && look(std::mem::take(&mut since)).is_break() {
                let counted = self.open.drain(..).map(|node| node.before);
                counted.for_each(|tally| self.behind.add(tally));
                return self.dived(root, Landing::Left);
            }
        }
    }

    /// Expands the first open nodes and puts their successors within the bound in their
    /// place. Returns what was done.
    #[inline(always)]
    fn step(&mut self, root: u16) -> Tally {
        let Window { looks, bound, first, second, .. } = self;
        let (looks, bound) = (*looks, *bound);
        // A goal is not expanded: if there is one, it is the last.
        let goals = usize::from(self.best.0 == 0);
        let from = self.open.len() - NODES.min(self.open.len() - goals);
        let (rest, window) = self.open.split_at_mut(from);

        // What one dive would have counted from the first of them on, when it came to each.
        let mut so_far = [Tally::default(); NODES];
        let mut tally = Tally::default();
        let mut all = 0;
        for (parent, node) in window.iter().enumerate().rev() {
            tally.add(node.before);
            tally.expanded += 1;
            so_far[parent & (NODES - 1)] = tally;
            self.deepest = self.deepest.max(node.g);
            for &step in looks.steps(node) {
                first[all & (MOST - 1)] = looks.announce((parent, node), 0, step, bound);
                all += 1;
            }
        }
        tally.generated += all as u64;

        let mut kept = [0u8; MOST];
        let mut count = 0;
        // Each move changes the parity of g and of h, so that f grows by two: once some f
        // is known to be that, no other can be less.
        let most = if looks.partitions == 2 && self.beyond == 2 { 0 } else { i16::MAX };
        for (i, ahead) in first[..all].iter().enumerate() {
            kept[count & (MOST - 1)] = i as u8;
            count += usize::from(ahead.beyond() <= most);
        }
        let mirrored = looks.partitions == 2;
        if mirrored {
            for (&i, second) in kept[..count].iter().zip(second.iter_mut()) {
                let Ahead { parent, step, .. } = first[usize::from(i) & (MOST - 1)];
                let parent = usize::from(parent);
                let node = &window[parent];
                *second = looks.announce((parent, node), 1, step, bound);
            }
        }

        let mut within = [(0u8, 0u8); MOST];
        let mut left = 0;
        for k in 0..count {
            let i = kept[k];
            let mut beyond = first[usize::from(i) & (MOST - 1)].beyond();
            if mirrored {
                beyond = beyond.max(second[k].beyond());
            }
            within[left & (MOST - 1)] = (i, k as u8);
            left += usize::from(beyond <= 0);
            self.beyond = self.beyond.min(if beyond <= 0 { i16::MAX } else { beyond });
        }

        let when = |(i, _): (u8, u8)| {
            let mut tally =
                so_far[usize::from(first[usize::from(i) & (MOST - 1)].parent) & (NODES - 1)];
            tally.generated += u64::from(i) + 1;
            tally
        };
        let mut now = if left > 0 { when(within[left - 1]) } else { Tally::default() };
        rest.last_mut().map_or(&mut self.behind, |node| &mut node.before).add(tally.less(now));
        self.made.clear();
        for w in (0..left).rev() {
            let (i, k) = within[w];
            let (one, other) =
                (&first[usize::from(i) & (MOST - 1)], &second[usize::from(k) & (MOST - 1)]);
            let node = &window[usize::from(one.parent)];
            let mut next = looks.successor(node, &[one, other][..if mirrored { 2 } else { 1 }]);
            let before = if w > 0 { when(within[w - 1]) } else { Tally::default() };
            next.before = now.less(before);
            now = before;
            if next.h() < self.best.0 {
                self.best = (next.h(), Some(next.way.moves(root..next.g)));
            }
            self.made.push(next);
        }
        let done = Tally { expanded: window.len() as u64, generated: all as u64 };
        self.open.truncate(from);
        self.open.append(&mut self.made);
        done
    }

    /// Drops all that lies behind the first goal; says whether that comes next.
    #[cold]
    #[inline(never)]
    fn is_at_goal(&mut self) -> bool {
        let goal = self.open.iter().rposition(|node| node.h() == 0);
        self.open.drain(..goal.expect("a goal stays until it comes next"));
        self.open.len() == 1
    }

    #[cold]
    #[inline(never)]
    fn at_goal(&mut self, root: &Node<V>) -> Dived<Move> {
        let goal = self.open.pop().expect("it comes next");
        self.behind = goal.before;
        self.deepest = goal.g;
        self.dived(root, Landing::Goal(goal.way.moves(root.g..goal.g)))
    }

    /// What a dive came to.
    #[cold]
    #[inline(never)]
    fn dived(&mut self, root: &Node<V>, end: Landing<Move>) -> Dived<Move> {
        let nodes = self.open.capacity() + self.made.capacity();
        let (h, way) = (self.best.0, self.best.1.take());
        let beyond = (self.beyond < i16::MAX).then(|| self.beyond as u64);
        Dived {
            expanded: self.behind.expanded,
            generated: self.behind.generated,
            deepest: u32::from(self.deepest - root.g) + 1,
            bytes: (nodes * size_of::<Node<V>>() + size_of::<Self>()) as u64,
            next_bound: beyond.map(|beyond| u64::from(self.bound) + beyond),
            best: way.map(|way| (h, way)),
            end,
        }
    }
}
