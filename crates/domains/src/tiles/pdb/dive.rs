//! IDA* made for pattern databases: several dives at once on each thread.
//!
//! A look into a large database takes as long as a hundred instructions, most of it
//! waiting for memory. Here each look is announced when a node is expanded, and before
//! it is made other dives have their turn. Node for node the search is that of the
//! generic engine.

mod lane;

use std::num::NonZeroUsize;

use goalward::path::Plan;
use goalward::path::parallel::{Branch, Landing, Parts, Work, in_parts};
use goalward::{Cost, Limits, Outcome, StateSpace};

use super::super::{Board, Cells, Move, Tiles};
use super::additive::Additive;
use super::index::{Index, Places};
use crate::prefetch::prefetch;
use lane::Lane;

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
