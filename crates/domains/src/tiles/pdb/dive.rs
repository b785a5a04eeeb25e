//! IDA* made for pattern databases: several dives at once on each thread.
//!
//! A look into a large database takes as long as a hundred instructions, most of it
//! waiting for memory. Here each look is announced when a node is expanded, and before
//! it is made other dives have their turn. Node for node the search is that of the
//! generic engine.

use std::num::NonZeroUsize;

use goalward::path::Plan;
use goalward::path::parallel::{Branch, Dived, Landing, Parts, Work, in_parts};
use goalward::{Cost, Limits, Outcome, StateSpace};

use super::super::{Board, Cells, Move, Tiles};
use super::additive::Additive;
use super::index::{Index, Places};
use crate::prefetch::prefetch;

/// Dives that take turns.
const LANES: usize = 8;

/// Turns between looks at the limits.
const TURNS: u32 = 4096;

/// The search on `jobs` threads; none if the databases do not tell goals from others.
pub(super) fn ida_star<C: Cells + Sync>(
    tiles: &Tiles<C>,
    additive: &Additive,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    in_parts(&Tree::new(tiles, additive), jobs, limits).ok()
}

/// Where a tile is taken from, by where the blank is and the move that led there.
type Steps = [[[Option<(Move, u8)>; 4]; 5]; 32];

struct Tree<'a, C: Cells> {
    tiles: &'a Tiles<C>,
    additive: &'a Additive,
    views: Vec<Look<'a>>,
    steps: Steps,
    /// Views of each partition.
    each: usize,
}

/// A view, taken apart for speed.
struct Look<'a> {
    index: &'a Index,
    entries: &'a [u8],
    turned: [u8; 32],
}

/// A board, with the places of every view's tiles on it.
#[derive(Clone)]
struct Node {
    board: [u8; 32],
    blank: u8,
    /// The move that led here, or 4.
    last: u8,
    g: u32,
    sums: [u32; 2],
    places: [Places; Additive::MOST_VIEWS],
    values: [u8; Additive::MOST_VIEWS],
}

/// A look into a database, announced.
#[derive(Clone, Copy)]
struct Ahead {
    view: u8,
    places: Places,
    at: usize,
}

/// A successor announced but not yet looked at.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    /// Where the blank goes.
    cell: u8,
    straight: Ahead,
}

/// A node on the way of a dive: what is left to look at, and how to take the move that
/// led to it back.
#[derive(Clone, Copy)]
struct Frame {
    children: [Child; 4],
    next: u8,
    count: u8,
    back: Back,
}

#[derive(Clone, Copy)]
struct Back {
    mv: Move,
    blank: u8,
    last: u8,
    sums: [u32; 2],
    views: [u8; 2],
    places: [Places; 2],
    values: [u8; 2],
}

const NOWHERE: Places = Places { mask: 0, order: 0 };

const NOTHING_AHEAD: Ahead = Ahead { view: 0, places: NOWHERE, at: 0 };

const EMPTY: Frame = Frame {
    children: [Child { mv: Move::Up, cell: 0, straight: NOTHING_AHEAD }; 4],
    next: 0,
    count: 0,
    back: Back {
        mv: Move::Up,
        blank: 0,
        last: 4,
        sums: [0; 2],
        views: [0; 2],
        places: [NOWHERE; 2],
        values: [0; 2],
    },
};

impl<'a, C: Cells> Tree<'a, C> {
    fn new(tiles: &'a Tiles<C>, additive: &'a Additive) -> Self {
        let size = tiles.goal().size();
        let mut steps: Steps = [[[None; 4]; 5]; 32];
        for cell in 0..size.cells() {
            for (last, steps) in steps[cell].iter_mut().enumerate() {
                let mut possible = Move::ALL
                    .into_iter()
                    .filter(|mv| last != mv.opposite() as usize)
                    .filter_map(|mv| Some((mv, size.beside(cell, mv)? as u8)));
                *steps = std::array::from_fn(|_| possible.next());
            }
        }
        let views = additive.views.iter().map(|view| Look {
            index: &view.database.index,
            entries: view.database.entries(),
            turned: view.turned,
        });
        let each = additive.views.len() / additive.partitions;
        Tree { tiles, additive, views: views.collect(), steps, each }
    }

    fn node(&self, board: Board<C>) -> Node {
        let mut node = Node {
            board: [0; 32],
            blank: board.blank(),
            last: 4,
            g: 0,
            sums: [0; 2],
            places: [NOWHERE; Additive::MOST_VIEWS],
            values: [0; Additive::MOST_VIEWS],
        };
        for cell in 0..self.additive.cells {
            node.board[cell] = board.tile(cell as u8);
        }
        for (number, view) in self.views.iter().enumerate() {
            let places = self.additive.places(number, board);
            node.places[number] = places;
            node.values[number] = view.entries[view.index.number(places)];
            node.sums[number / self.each] += u32::from(node.values[number]);
        }
        node
    }

    /// Announces the look of a partition that the blank's going to `cell` will need.
    #[inline(always)]
    fn announce(&self, node: &Node, partition: usize, cell: u8) -> Ahead {
        let tile = usize::from(node.board[usize::from(cell & 31)] & 31);
        let number = self.additive.view_of[partition][tile];
        let view = &self.views[usize::from(number)];
        let turned = |cell: u8| view.turned[usize::from(cell & 31)] & 31;
        let places = node.places[usize::from(number & 15)].after(turned(cell), turned(node.blank));
        let at = view.index.number(places);
        prefetch(view.entries, at);
        Ahead { view: number, places, at }
    }

    /// Notes and announces the successors of a node.
    #[inline(always)]
    fn open(&self, node: &Node, frame: &mut Frame) {
        let steps = &self.steps[usize::from(node.blank & 31)][usize::from(node.last.min(4))];
        let mut count = 0;
        for &(mv, cell) in steps.iter().map_while(Option::as_ref) {
            let straight = self.announce(node, 0, cell);
            frame.children[count & 3] = Child { mv, cell, straight };
            count += 1;
        }
        frame.next = 0;
        frame.count = count as u8;
    }

    /// The sum of a partition after a move.
    #[inline(always)]
    fn sum(&self, node: &Node, partition: usize, ahead: &Ahead) -> u32 {
        let value = self.views[usize::from(ahead.view)].entries[ahead.at];
        let now = node.values[usize::from(ahead.view & 15)];
        node.sums[partition] + u32::from(value) - u32::from(now)
    }

    /// Makes the move to a child, and notes how to take it back.
    #[inline(always)]
    fn go(&self, node: &mut Node, child: &Child, mirrored: Ahead, sums: [u32; 2], back: &mut Back) {
        back.mv = child.mv;
        back.blank = node.blank;
        back.last = node.last;
        back.sums = node.sums;
        for (partition, ahead) in
            [child.straight, mirrored].into_iter().enumerate().take(self.additive.partitions)
        {
            let view = usize::from(ahead.view & 15);
            back.views[partition] = ahead.view;
            back.places[partition] = std::mem::replace(&mut node.places[view], ahead.places);
            // The new value follows from the change of the sum.
            let value = u32::from(node.values[view]) + sums[partition] - node.sums[partition];
            back.values[partition] = std::mem::replace(&mut node.values[view], value as u8);
        }
        let (from, to) = (usize::from(child.cell & 31), usize::from(node.blank & 31));
        node.board[to] = node.board[from];
        node.board[from] = 0;
        node.blank = child.cell;
        node.last = child.mv as u8;
        node.g += 1;
        node.sums = sums;
    }

    #[inline(always)]
    fn take_back(&self, node: &mut Node, back: &Back) {
        for partition in 0..self.additive.partitions {
            let view = usize::from(back.views[partition] & 15);
            node.places[view] = back.places[partition];
            node.values[view] = back.values[partition];
        }
        let (from, to) = (usize::from(node.blank & 31), usize::from(back.blank & 31));
        node.board[from] = node.board[to];
        node.board[to] = 0;
        node.blank = back.blank;
        node.last = back.last;
        node.g -= 1;
        node.sums = back.sums;
    }
}

impl<C: Cells + Sync> Parts for Tree<'_, C> {
    type Space = Tiles<C>;
    type Root = Node;

    fn space(&self) -> &Tiles<C> {
        self.tiles
    }

    fn start(&self) -> (Node, Cost) {
        let node = self.node(self.tiles.start());
        let h = node.h();
        (node, h)
    }

    fn branches(&self, node: &Node) -> Option<Vec<Branch<Self>>> {
        if node.h() == 0 {
            return None;
        }
        let mut frame = EMPTY;
        self.open(node, &mut frame);
        let branch = |child: &Child| {
            let mut next = node.clone();
            let straight = self.sum(node, 0, &child.straight);
            let (mirrored, image) = match self.additive.partitions {
                2 => {
                    let ahead = self.announce(node, 1, child.cell);
                    (ahead, self.sum(node, 1, &ahead))
                }
                _ => (NOTHING_AHEAD, 0),
            };
            self.go(&mut next, child, mirrored, [straight, image], &mut { EMPTY.back });
            let (g, h) = (next.g.into(), next.h());
            Branch { action: child.mv, root: next, g, h }
        };
        Some(frame.children[..usize::from(frame.count)].iter().map(branch).collect())
    }

    fn dive(&self, bound: Cost, work: &Work<'_, Self>) {
        let mut lanes: Vec<Lane> = Vec::with_capacity(LANES);
        let lane = |(number, root): (usize, &Node)| Lane::new(number, root.clone(), Vec::new());
        lanes.extend(std::iter::from_fn(|| work.take()).take(LANES).map(lane));
        let mut turns = 0;
        while !lanes.is_empty() {
            let mut i = 0;
            while i < lanes.len() {
                let Some(end) = lanes[i].turn(self, bound) else {
                    i += 1;
                    continue;
                };
                lanes[i].finish(end, work);
                match work.take() {
                    Some((number, root)) => lanes[i].restart(number, root.clone()),
                    None => {
                        lanes.swap_remove(i);
                    }
                }
            }
            turns += 1;
            if turns == TURNS {
                turns = 0;
                lanes.retain_mut(|lane| {
                    let goes_on = lane.look(work);
                    if !goes_on {
                        lane.finish(Landing::Left, work);
                    }
                    goes_on
                });
            }
        }
    }
}

impl Node {
    fn h(&self) -> u32 {
        self.sums[0].max(self.sums[1])
    }
}

/// One dive of several that take turns.
struct Lane {
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
    fn new(number: usize, node: Node, frames: Vec<Frame>) -> Self {
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

    fn restart(&mut self, number: usize, node: Node) {
        *self = Lane::new(number, node, std::mem::take(&mut self.frames));
    }

    /// One step: looks at successors until one is within the bound, and expands it or
    /// announces its mirrored look.
    #[inline(always)]
    fn turn<C: Cells + Sync>(&mut self, tree: &Tree<'_, C>, bound: u32) -> Option<Landing<Move>> {
        if self.expanded == 0 {
            if self.node.h() == 0 {
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

    fn look<P: Parts>(&mut self, work: &Work<'_, P>) -> bool {
        let counted = [self.expanded, self.generated];
        let [expanded, generated] = [counted[0] - self.told[0], counted[1] - self.told[1]];
        self.told = counted;
        work.look(self.number, expanded, generated).is_continue()
    }

    fn finish<P: Parts<Space: StateSpace<Action = Move>>>(
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
