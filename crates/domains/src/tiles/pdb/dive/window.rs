//! The dive itself.

use std::ops::ControlFlow;

use goalward::kernel::{Dived, Landing};

use super::super::super::Move;
use super::node::{Ahead, Looks, NO_STEP, Step, Tally, ViewedBoard};
use super::open::Open;
use crate::lanes::{self, Lanes, Work};
use crate::simd::Simd;

/// Open nodes that are expanded together.
const NODES: usize = 16;

/// The maximum number of their successors, a power of two.
const MOST: usize = 4 * NODES;

/// Expansions between checks of the limits.
const LOOK: u64 = 1 << 14;

/// A successor, and the lookup that it needs first.
#[derive(Clone, Copy)]
struct Kid<'a> {
    first: Ahead<'a>,
    /// The index of its parent in the window.
    parent: u8,
    step: Step,
}

/// A window on the open nodes of a dive: the first of them, expanded together.
pub(super) struct Window<'a, const V: usize> {
    looks: &'a Looks<'a, V>,
    bound: i16,
    open: Open<V>,
    kids: [Kid<'a>; MOST],
    /// The second lookups, made if the first did not rule a successor out.
    second: [Ahead<'a>; MOST],
    /// The smallest amount by which f exceeds the bound.
    beyond: i16,
    /// The largest g of a node expanded.
    deepest: u16,
    /// The lowest h, and the path there if it is not the root.
    best: (u32, Option<Vec<Move>>),
}

/// See [`Window::dive`].
struct Dive<'w, 'a, const V: usize> {
    window: &'w mut Window<'a, V>,
    root: &'w ViewedBoard<V>,
    bound: u32,
    look: &'w mut dyn FnMut(Tally) -> ControlFlow<()>,
}

impl<const V: usize> Work for Dive<'_, '_, V> {
    type Output = Dived<Move, u32>;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Dived<Move, u32> {
        self.window.run(self.root, self.bound, self.look)
    }
}

impl<'a, const V: usize> Window<'a, V> {
    pub fn new(looks: &'a Looks<'a, V>) -> Self {
        Window {
            looks,
            bound: 0,
            open: Open::new(),
            kids: [Kid { first: Ahead::NONE, parent: 0, step: NO_STEP }; MOST],
            second: [Ahead::NONE; MOST],
            beyond: i16::MAX,
            deepest: 0,
            best: (0, None),
        }
    }

    /// Dives from a root and now and then passes the counts since the last call to `look`; ends if
    /// it breaks.
    pub fn dive(
        &mut self,
        root: &ViewedBoard<V>,
        bound: u32,
        look: &mut dyn FnMut(Tally) -> ControlFlow<()>,
    ) -> Dived<Move, u32> {
        self.dive_by(Simd::of_this_process(), root, bound, look)
    }

    /// The same with an instruction set: AVX2 counts bits and copies nodes faster.
    pub fn dive_by(
        &mut self,
        simd: Simd,
        root: &ViewedBoard<V>,
        bound: u32,
        look: &mut dyn FnMut(Tally) -> ControlFlow<()>,
    ) -> Dived<Move, u32> {
        lanes::run(simd, Dive { window: self, root, bound, look })
    }

    #[inline(always)]
    fn run(
        &mut self,
        root: &ViewedBoard<V>,
        bound: u32,
        look: &mut dyn FnMut(Tally) -> ControlFlow<()>,
    ) -> Dived<Move, u32> {
        self.open.begin(root);
        self.bound = bound as i16;
        self.beyond = i16::MAX;
        self.deepest = root.g;
        self.best = (root.h(), None);
        let mut since = Tally::default();
        let end = loop {
            if self.open.len() == 0 {
                break Landing::Nothing;
            }
            if self.best.0 == 0
                && let Some(way) = self.goal(root)
            {
                break Landing::Goal(way);
            }
            since.add(match self.looks.partitions {
                1 => self.step::<false>(root.g),
                _ => self.step::<true>(root.g),
            });
            if since.expanded >= LOOK && look(std::mem::take(&mut since)).is_break() {
                self.open.abandon();
                break Landing::Left;
            }
        };
        let _ = look(since);
        self.dived(root, end)
    }

    /// Expands the first open nodes and replaces them by their successors within the bound. Returns
    /// the counts.
    #[inline(always)]
    fn step<const MIRRORED: bool>(&mut self, root: u16) -> Tally {
        let (looks, bound) = (self.looks, self.bound);
        // A goal is not expanded: if there is one, it is the last.
        let goals = usize::from(self.best.0 == 0);
        let mut window = [0; NODES];
        let window = self.open.take(NODES.min(self.open.len() - goals), &mut window);

        // What a single dive would have counted from the first of them on when it reached each.
        let mut so_far = [Tally::default(); NODES];
        let mut tally = Tally::default();
        let mut all = 0;
        for (parent, &slot) in window.iter().enumerate() {
            let node = self.open.node(slot);
            tally.add(node.before);
            tally.expanded += 1;
            so_far[parent & (NODES - 1)] = tally;
            self.deepest = self.deepest.max(node.g);
            for &step in looks.steps(node) {
                let first = looks.announce(node, 0, step, bound);
                self.kids[all & (MOST - 1)] = Kid { first, parent: parent as u8, step };
                all += 1;
            }
        }
        tally.generated += all as u64;

        let mut kept = [0u8; MOST];
        let mut count = 0;
        // Each move changes the parity of g and of h, so f grows by multiples of two: once some f
        // exceeds the bound by two, no other can be lower.
        let most = if MIRRORED && self.beyond == 2 { 0 } else { i16::MAX };
        for (i, kid) in self.kids[..all].iter().enumerate() {
            kept[count & (MOST - 1)] = i as u8;
            count += usize::from(kid.first.beyond() <= most);
        }
        if MIRRORED {
            for (&i, second) in kept[..count].iter().zip(&mut self.second) {
                let kid = &self.kids[usize::from(i) & (MOST - 1)];
                let node = self.open.node(window[usize::from(kid.parent)]);
                *second = looks.announce(node, 1, kid.step, bound);
            }
        }

        let mut within = [(0u8, 0u8); MOST];
        let mut left = 0;
        for (k, &i) in kept[..count].iter().enumerate() {
            let mut beyond = self.kids[usize::from(i) & (MOST - 1)].first.beyond();
            if MIRRORED {
                beyond = beyond.max(self.second[k].beyond());
            }
            within[left & (MOST - 1)] = (i, k as u8);
            left += usize::from(beyond <= 0);
            self.beyond = self.beyond.min(if beyond <= 0 { i16::MAX } else { beyond });
        }

        for &(i, k) in within[..left].iter().rev() {
            let kid = &self.kids[usize::from(i) & (MOST - 1)];
            let mut then = so_far[usize::from(kid.parent) & (NODES - 1)];
            then.generated += u64::from(i) + 1;
            self.open.count(tally.less(then));
            tally = then;
            let next = self.open.copy(window[usize::from(kid.parent)]);
            let second = MIRRORED.then(|| &self.second[usize::from(k) & (MOST - 1)]);
            let h = looks.advance(next, kid.step, &kid.first, second, bound);
            if h <= self.best.0 {
                let way = next.way.moves(root..next.g);
                self.meet(h, way);
            }
        }
        self.open.count(tally);
        self.open.free(window);
        Tally { expanded: window.len() as u64, generated: all as u64 }
    }

    /// Records a node if it is nearer than all others, or as near and a single dive would reach it
    /// first.
    #[cold]
    #[inline(never)]
    fn meet(&mut self, h: u32, way: Vec<Move>) {
        let (least, first) = &self.best;
        if h < *least || first.as_ref().is_some_and(|first| way < *first) {
            self.best = (h, Some(way));
        }
    }

    /// The path to the goal, if it comes next. Nothing after it matters.
    #[cold]
    #[inline(never)]
    fn goal(&mut self, root: &ViewedBoard<V>) -> Option<Vec<Move>> {
        self.open.cut_behind_goal();
        let first = self.open.first().filter(|node| node.h() == 0)?;
        self.deepest = first.g;
        let way = first.way.moves(root.g..first.g);
        self.open.behind = Tally::default();
        self.open.abandon();
        Some(way)
    }

    /// The result of a dive.
    #[cold]
    #[inline(never)]
    fn dived(&mut self, root: &ViewedBoard<V>, end: Landing<Move>) -> Dived<Move, u32> {
        let (h, way) = (self.best.0, self.best.1.take());
        let beyond = (self.beyond < i16::MAX).then(|| self.bound + self.beyond);
        Dived {
            expanded: self.open.behind.expanded,
            generated: self.open.behind.generated,
            deepest: u32::from(self.deepest - root.g) + 1,
            bytes: (self.open.bytes() + size_of::<Self>()) as u64,
            next_bound: beyond.map(|bound| bound as u32),
            best: way.map(|way| (h, way)),
            end,
        }
    }
}
