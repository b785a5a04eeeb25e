//! Two moves at once, from where the blank is beside the middle to where it is so again.

use super::super::flood::Root;
use super::super::{Grid, NO_MOVE, Rises};
use super::TOGETHER;

/// A node where the blank is beside the middle.
///
/// ```text
/// bits  0–26   the cells, three bits each: tile less one, and 0 for the blank
/// bits 40–43   its kind: where the blank is and what led there
/// bits 48–62   how often f may rise
/// bit  63      set if it is within the bound: a borrow clears it
/// ```
pub(super) type State = u64;

const KIND: usize = 40;
pub(super) const SLACK: usize = 48;
const WITHIN: u64 = 1 << 63;

/// The most ways to make two moves, after one that is not taken back: one by the corner
/// ahead, three by the middle.
pub(super) const WAYS: usize = 4;
/// 12, and some that are none, so that any four bits name one.
pub(super) const KINDS: usize = 16;

type Three = Grid<3, 3>;

/// Two moves.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// The blank's cells.
    pub cells: [u8; 3],
    pub moves: [u8; 2],
    /// What it adds to the kind.
    pub turn: u64,
    /// How many ways that begin with the same move come before it.
    pub before: u8,
    /// How many come after it.
    pub after: u8,
    /// Whether it begins with the first move there is.
    pub first: bool,
}

/// The blank's cell and the last move.
const PLACES: [[u8; 2]; KINDS] = {
    let mut places = [[0; 2]; KINDS];
    let (mut at, mut kind) = (0, 0);
    while at < 9 * 4 {
        let (blank, last) = (at / 4, at % 4);
        if blank % 2 == 1 && Three::to(blank, NO_MOVE, 3 - last).is_some() {
            places[kind] = [blank as u8, last as u8];
            kind += 1;
        }
        at += 1;
    }
    assert!(kind == 12);
    places
};

/// The kind of a blank's cell and a last move.
const fn kind_of(blank: u8, last: u8) -> usize {
    let mut kind = 0;
    while PLACES[kind][0] != blank || PLACES[kind][1] != last {
        kind += 1;
    }
    kind
}

/// By kind, in the order of a dive.
pub(super) static ALL: [[Option<Way>; WAYS]; KINDS] = {
    let mut all = [[None; WAYS]; KINDS];
    let mut kind = 0;
    while kind < 12 {
        let [blank, last] = PLACES[kind];
        let (mut mv, mut slot) = (0, 0);
        while mv < 4 {
            if let Some(mid) = Three::to(blank as usize, last as usize, mv) {
                let first = slot == 0;
                let count = Three::count(mid, mv, 0) as u8;
                let (mut second, mut before) = (0, 0);
                while second < 4 {
                    if let Some(to) = Three::to(mid, mv, second) {
                        let next = kind_of(to as u8, second as u8) as u64;
                        let cells = [blank, mid as u8, to as u8];
                        let moves = [mv as u8, second as u8];
                        let turn = next.wrapping_sub(kind as u64) << KIND;
                        let after = count - before - 1;
                        all[kind][slot] = Some(Way { cells, moves, turn, before, after, first });
                        (slot, before) = (slot + 1, before + 1);
                    }
                    second += 1;
                }
            }
            mv += 1;
        }
        kind += 1;
    }
    all
};

impl Way {
    /// What moving along it tells of the node between, if that is within the bound: in the
    /// upper half that it is expanded, told once; in the lower, that this move is made from it.
    pub const fn between(&self) -> u64 {
        1 | ((self.before == 0) as u64) << 32
    }

    /// By tile, from the lowest bit on: whether a move takes it further from home.
    pub fn rises(&self, i: usize, rises: &Rises) -> u64 {
        u64::from(rises[usize::from(self.cells[i])][usize::from(self.moves[i])] >> 1)
    }

    /// That which led from a state to another.
    pub fn taken(from: State, to: State) -> &'static Self {
        let turn = (kind(to) as u64).wrapping_sub(kind(from) as u64) << KIND;
        let mut ways = ALL[kind(from)].iter().flatten();
        ways.find(|way| way.turn == turn).expect("a way led there")
    }
}

/// Added by a way that is none: it clears the uppermost bit, and no slack makes up for it.
pub(super) const NEVER: u64 = 3 << 62;

/// What was done to several nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Made {
    /// The nodes two moves further within the bound.
    pub count: usize,
    /// Of those a move further: how many were expanded, and what came of them.
    pub expanded: u64,
    pub generated: u64,
}

impl Made {
    /// From a sum of [`Way::between`].
    #[inline]
    pub fn new(count: usize, between: u64) -> Self {
        Made { count, expanded: between >> 32, generated: between & u64::from(u32::MAX) }
    }
}

/// Makes moves.
pub(super) trait Moves {
    fn new(rises: &Rises) -> Self;

    /// Makes every two moves from states, at most [`TOGETHER`], and puts down in order what is
    /// within the bound, and how many those are up to each.
    fn advance(&self, states: &[State], next: &mut Next, ends: &mut [u8; TOGETHER]) -> Made;
}

/// Where what comes of nodes moved together is put down, with some room to spare.
pub(super) type Next = [State; WAYS * TOGETHER + SPARE];

/// More than the ways from a state.
pub(super) const SPARE: usize = 8;

/// Where a cell begins.
pub(super) const fn shift(cell: u8) -> u64 {
    3 * cell as u64
}

/// The kind of a state.
#[inline(always)]
pub(super) fn kind(state: State) -> usize {
    (state >> KIND) as usize % KINDS
}

/// A node as a state.
pub(super) fn state(node: &Root) -> State {
    let tile = |cell: u8| (node.cells >> (4 * cell) & 15).saturating_sub(1) << shift(cell);
    let kind = kind_of(node.blank, node.last) as u64;
    let slack = WITHIN | u64::from(node.slack) << SLACK;
    (0..9).map(tile).sum::<u64>() | kind << KIND | slack
}

/// A state as a node, of some depth.
pub(super) fn node(state: State) -> Root {
    let [blank, last] = PLACES[kind(state)];
    let tile = |cell: u8| match cell == blank {
        true => 0,
        false => (state >> shift(cell) & 7) + 1,
    };
    let cells = (0..9).map(|cell| tile(cell) << (4 * cell)).sum();
    Root { cells, slack: (state >> SLACK) as u8, g: 0, blank, last }
}
