//! Many moves at once, almost without branches.
//!
//! A node is a board and the move that led there; an edge is a board and a move from there.
//! Either is one number, an arc:
//!
//! ```text
//! | cell of the blank | move | tiles without the blank, three bits each |
//!  29               26 25  24 23                                        0
//! ```
//! The cell is the one that the move is made from. The tiles of a node are those after the
//! move, those of an edge are those before.

use super::known::Known;
use super::order::{BITS, CELLS, number};
use super::steps::{NO_MOVE, Step, Word, steps};
use crate::tiles::Move;
use crate::tiles::dive::Rises;

/// A node or an edge.
pub(super) type Arc = u32;

/// Room for the edges of nodes that are expanded together, three of each.
pub(super) const ROOM: usize = 64;

/// A power of two, and more than there are cells and moves.
const PLACES: usize = 64;

/// Where the number of a cell and a move begins in an arc.
const PLACE: usize = BITS * (CELLS - 1);

const fn place(blank: usize, mv: usize) -> u32 {
    (blank * 4 + mv) as u32
}

/// The node of a board that was reached from a cell by a move.
pub(super) fn node(board: Word, from: u8, mv: Move) -> Arc {
    board.order() | place(from.into(), mv as usize) << PLACE
}

/// What is known of a move from a cell.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Place {
    /// The tiles that it turns about, shifted down; 0 where the order stays.
    window: u32,
    /// Where its part of [`TURNED`] begins.
    turned: u32,
    /// Where the window begins.
    shift: u8,
    /// Where the blank goes.
    to: u8,
    mv: u8,
    /// How many moves there are then, none straight back.
    count: u8,
    /// These, in the order they are tried.
    then: [Then; 3],
}

/// A move that can follow another.
#[derive(Clone, Copy)]
struct Then {
    /// What it changes of an arc above the tiles.
    change: u32,
    /// A bit for each tile, set if it is taken further from home; four times over, so that
    /// what stands above a tile does not matter.
    rises: u32,
    /// Where the tile is that moves.
    tile: u8,
}

impl Then {
    /// 1 if it raises f, else 0.
    #[inline(always)]
    fn rise(&self, node: Arc) -> usize {
        (self.rises.wrapping_shr(node >> (self.tile % 32)) & 1) as usize
    }
}

/// What changes of a window of three tiles if it is turned by one place, and by two.
static TURNED: [u16; 1024] = {
    let mut turned = [0; 1024];
    let mut at = 0;
    while at < 1024 {
        let (window, turn) = (at % 512, BITS * (1 + at / 512));
        turned[at] = (window ^ ((window | window << (3 * BITS)) >> turn & 511)) as u16;
        at += 1;
    }
    turned
};

/// Every move, whatever the goal.
static ALL: [Place; PLACES] = {
    let none = Then { change: 0, rises: 0, tile: 0 };
    let nowhere = Place { window: 0, turned: 0, shift: 0, to: 0, mv: 0, count: 0, then: [none; 3] };
    let mut places = [nowhere; PLACES];
    let mut at = 0;
    while at < CELLS * 4 {
        if let Some(Step { window, shift, turn, to, mv, .. }) = Step::new(at / 4, NO_MOVE, at % 4) {
            let turned = if turn as usize == 2 * BITS { 512 } else { 0 };
            let (mut then, mut count, mut next) = ([none; 3], 0, 0);
            while next < 4 {
                if let Some(step) = Step::new(to as usize, mv as usize, next) {
                    let change = (at as u32 ^ place(to as usize, next)) << PLACE;
                    then[count] = Then { change, rises: 0, tile: step.tile };
                    count += 1;
                }
                next += 1;
            }
            places[at] = Place { window, turned, shift, to, mv, count: count as u8, then };
        }
        at += 1;
    }
    places
};

/// The moves, and which of them raise f.
pub(super) struct Moves {
    places: [Place; PLACES],
    rises: Rises,
}

impl Moves {
    pub fn new(rises: &Rises) -> Self {
        let mut places = ALL;
        for (at, place) in places.iter_mut().enumerate() {
            for then in &mut place.then {
                let next = at ^ (then.change >> PLACE) as usize;
                let tiles = rises[next / 4][next % 4] >> 1 & 0xff;
                then.rises = u32::from(tiles) * 0x0101_0101;
            }
        }
        Moves { places, rises: *rises }
    }

    /// Whether these are the moves that raise f.
    pub fn are_of(&self, rises: &Rises) -> bool {
        self.rises == *rises
    }

    #[inline(always)]
    fn place(&self, arc: Arc) -> &Place {
        &self.places[(arc >> PLACE) as usize % PLACES]
    }

    /// The node that an edge leads to, and the number of its board.
    #[inline(always)]
    fn apply(&self, edge: Arc) -> (Arc, usize, &Place) {
        let place = self.place(edge);
        let shift = place.shift % 32;
        let window = edge >> shift & place.window | place.turned;
        let node = edge ^ u32::from(TURNED[window as usize % 1024]) << shift;
        (node, number(node, place.to), place)
    }

    /// Puts down the edges of nodes that have two moves, if `TWO`, or one or three: those
    /// that leave f, in the order in which a dive takes them; and those that raise it, in
    /// the order in which it finds them. Returns how many there are of either.
    #[inline(always)]
    pub fn expand<const TWO: bool>(
        &self,
        nodes: &[Arc],
        same: &mut [Arc; ROOM],
        later: &mut [Arc; ROOM],
    ) -> (usize, usize) {
        let mut edges = Edges { same, later, stay: 0, rise: 0 };
        for &node in nodes {
            let place = self.place(node);
            if TWO {
                edges.add::<2>(node, place);
            } else if place.count == 1 {
                edges.add::<1>(node, place);
            } else {
                edges.add::<3>(node, place);
            }
        }
        (edges.stay, edges.rise)
    }

    /// Puts down the nodes that edges lead to, but for those known; returns how many there
    /// are.
    #[inline(always)]
    pub fn arrive(&self, edges: &[Arc], known: &mut Known, nodes: &mut [Arc; ROOM]) -> usize {
        let mut count = 0;
        for &edge in edges {
            let (node, board, place) = self.apply(edge);
            nodes[count % ROOM] = node;
            count += usize::from(known.note(board, place.mv));
        }
        count
    }

    /// As `arrive`, but the last is put down first, and they end where the edges would;
    /// returns where they begin.
    pub fn arrive_back(&self, edges: &[Arc], known: &mut Known, nodes: &mut [Arc]) -> usize {
        let mut begin = edges.len();
        let nodes = &mut nodes[..=begin];
        for &edge in edges {
            let (node, board, place) = self.apply(edge);
            nodes[begin] = node;
            begin -= usize::from(known.note(board, place.mv));
        }
        begin + 1
    }

    /// Notes the boards that edges lead to; returns how many were not known.
    pub fn count(&self, edges: &[Arc], known: &mut Known) -> usize {
        let is_new = |&edge: &Arc| {
            let (_, board, place) = self.apply(edge);
            usize::from(known.note(board, place.mv))
        };
        edges.iter().map(is_new).sum()
    }

    /// Forgets the boards that were first reached from a node, f being the same; returns how
    /// many moves it has, how many of them raise f, and how many boards are forgotten.
    pub fn forget(&self, node: Arc, known: &mut Known) -> (usize, usize, usize) {
        let (mut risen, mut forgotten) = (0, 0);
        let place = self.place(node);
        for then in &place.then[..place.count.into()] {
            risen += then.rise(node);
            // What is put by is not known yet.
            let (_, board, by) = self.apply(node ^ then.change);
            forgotten += usize::from(known.forget(board, by.mv));
        }
        (place.count.into(), risen, forgotten)
    }

    /// The edges of a start: those that leave f and those that raise it, as of a node.
    pub fn expand_start(&self, start: Word) -> [Vec<Arc>; 2] {
        let order = start.order();
        let edge = |step: &Step| order | place(step.from.into(), step.mv.into()) << PLACE;
        let which = |rise| move |step: &&Step| step.rises(order, &self.rises) == rise;
        let steps = steps(start);
        [
            steps.iter().filter(which(false)).rev().map(edge).collect(),
            steps.iter().filter(which(true)).map(edge).collect(),
        ]
    }
}

/// What is put down of the edges of nodes, and how many there are.
struct Edges<'a> {
    same: &'a mut [Arc; ROOM],
    later: &'a mut [Arc; ROOM],
    stay: usize,
    rise: usize,
}

impl Edges<'_> {
    #[inline(always)]
    fn add<const COUNT: usize>(&mut self, node: Arc, place: &Place) {
        let (mut edges, mut rises) = ([0; COUNT], [0; COUNT]);
        for at in 0..COUNT {
            edges[at] = node ^ place.then[at].change;
            rises[at] = place.then[at].rise(node);
            self.later[self.rise % ROOM] = edges[at];
            self.rise += rises[at];
        }
        for at in (0..COUNT).rev() {
            self.same[self.stay % ROOM] = edges[at];
            self.stay += 1 - rises[at];
        }
    }
}
