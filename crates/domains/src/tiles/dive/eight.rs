//! The 8-puzzle where no limit will stop the search: whole ranks of the tree at once. It
//! takes well under a millisecond, so that the clock need not be looked at on the way.
//!
//! Nodes of one depth stand in the order in which a dive would come to them. Some of them
//! are moved together, without branches, and what comes of them is gone through before the
//! next. So the first node that stands at the depth of the bound is the goal that a dive
//! would come to first, and what a dive would not have done by then stands after the way
//! there.

use goalward::path::{End, Plan};
use goalward::{Cost, Limits, Meter, Outcome, Verdict};

use super::flood::Root;
use super::walk::{Node, moves_after};
use super::{Grid, NO_MOVE, Rises, pack};
use crate::tiles::{Layout, Move, Size};

/// As many as 31 moves lead through, which is the most that a board needs.
const DEPTHS: usize = 32;
/// At most as many nodes are moved together.
const TOGETHER: usize = 48;

/// A node: 36 bits of cells, the blank's 0; then where its kind begins in the table; from
/// [`SLACK`] on, how often f may rise.
type State = u64;

const KIND: usize = 36;
const SLACK: usize = 48;

/// The numbers of a kind: one with its moves, then what each of three moves adds by tile.
const STRIDE: usize = 1 + 3 * 9;
/// More than any place in the table: 10 bits for a kind, 4 for a tile, and the last move.
const TABLE: usize = 1024 + 16 + STRIDE;

/// Added by a move that cannot be made.
const NEVER: u64 = 1 << 63;

/// The outcome of IDA* from start to goal, h being that of the start; none on other boards,
/// at the goal, or where a limit stops it.
pub(super) fn solve(
    rises: &Rises,
    [start, goal]: [&Layout; 2],
    h: Cost,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    if start.size() != Size::EIGHT || start == goal {
        return None;
    }
    let mut meter = Meter::new(limits);
    meter.poll().ok()?;
    let mut ranks = Ranks::new(rises);
    let blank = start.cell_of(0) as u8;
    let root = Root { cells: pack(start), slack: 0, g: 0, blank, last: NO_MOVE as u8 };
    let bounds = (0..).map(|slack| (slack, usize::from(slack) * 2 + h as usize));
    let found = bounds.take_while(|&(_, bound)| bound < DEPTHS).find_map(|(slack, bound)| {
        ranks.dive(&Root { slack, ..root }, rises, bound).then_some(bound)
    });
    let bound = found.expect("a puzzle can be solved in 31 moves");
    let actions = ranks.way(&root, bound);
    if limits.nodes.is_some_and(|most| ranks.expanded > most) {
        return None;
    }
    meter.hold(size_of::<Ranks>() + size_of_val(&*ranks.states)).ok()?;
    meter.expanded = ranks.expanded;
    meter.generated = ranks.generated;
    meter.lower_bound = Some(bound as Cost);
    meter.stored(bound as u64 + 1);
    let plan = Plan { cost: bound as Cost, actions, end: End::Goal };
    Some(meter.finish(Verdict::Solved(plan)))
}

struct Ranks {
    /// See [`MOVES`], with how they change the slack.
    table: [u64; TABLE],
    /// Rank after rank.
    states: Vec<State>,
    /// By depth.
    ranks: [Rank; DEPTHS],
    expanded: u64,
    generated: u64,
}

/// The nodes of one depth that come of those moved together above them, by their places.
#[derive(Clone, Copy, Debug, Default)]
struct Rank {
    begin: usize,
    /// Those moved together last.
    from: usize,
    to: usize,
    end: usize,
}

type Three = Grid<3, 3>;

/// By blank and last move: where the kind begins in the table, beyond its end if there is
/// none such.
const BEGINS: [[u16; 4]; 9] = {
    let mut begins = [[u16::MAX; 4]; 9];
    let (mut kind, mut begin) = (0, 0);
    while kind < 36 {
        if Three::to(kind / 4, NO_MOVE, 3 - kind % 4).is_some() {
            begins[kind / 4][kind % 4] = begin;
            begin += STRIDE as u16;
        }
        kind += 1;
    }
    begins
};

/// By kind: its moves, a byte each for where the blank goes, in bits, and one for how many
/// there are; then what each adds to a state, whatever the goal.
static MOVES: [u64; TABLE] = {
    let mut table = [0; TABLE];
    let mut kind = 0;
    while kind < 36 {
        let (blank, last) = (kind / 4, kind % 4);
        let begin = BEGINS[blank][last] as usize;
        if begin < TABLE {
            let mut slot = 0;
            let mut mv = 0;
            while slot < 3 {
                let mut tile: u64 = 0;
                match Three::to(blank, last, mv) {
                    Some(to) => {
                        table[begin] |= (4 * to as u64) << (8 * slot);
                        let turn = (BEGINS[to][mv] as u64).wrapping_sub(begin as u64) << KIND;
                        while tile < 9 {
                            let moved = (tile << (4 * blank)).wrapping_sub(tile << (4 * to));
                            table[begin + 1 + 9 * slot + tile as usize] = turn.wrapping_add(moved);
                            tile += 1;
                        }
                        slot += 1;
                    }
                    None if mv > 3 => {
                        while tile < 9 {
                            table[begin + 1 + 9 * slot + tile as usize] = NEVER;
                            tile += 1;
                        }
                        slot += 1;
                    }
                    None => {}
                }
                mv += 1;
            }
            table[begin] |= Three::count(blank, last, 0) << 24;
        }
        kind += 1;
    }
    table
};

/// Every move of every kind: the blank's cell, the move, and where in the table it is told
/// what it adds.
static ADDS: [(u8, u8, u16); 44] = {
    let mut all = [(0, 0, 0); 44];
    let (mut kind, mut place) = (0, 0);
    while kind < 36 {
        let (blank, last) = (kind / 4, kind % 4);
        let (mut mv, mut slot) = (0, 0);
        while mv < 4 && BEGINS[blank][last] < TABLE as u16 {
            if Three::to(blank, last, mv).is_some() {
                all[place] = (blank as u8, mv as u8, BEGINS[blank][last] + 1 + 9 * slot);
                (place, slot) = (place + 1, slot + 1);
            }
            mv += 1;
        }
        kind += 1;
    }
    all
};

impl Ranks {
    fn new(rises: &Rises) -> Self {
        let mut table = MOVES;
        for &(blank, mv, begin) in &ADDS {
            let rises = u64::from(rises[usize::from(blank)][usize::from(mv)]);
            let adds = &mut table[usize::from(begin)..][..9];
            for (tile, adds) in adds.iter_mut().enumerate() {
                *adds = adds.wrapping_sub((rises >> tile & 1) << SLACK);
            }
        }
        let ranks = [Rank::default(); DEPTHS];
        Ranks { table, states: vec![0; 768], ranks, expanded: 0, generated: 0 }
    }

    fn state(node: &Root) -> State {
        let kind = BEGINS[usize::from(node.blank)][usize::from(node.last)];
        node.cells | u64::from(kind) << KIND | u64::from(node.slack) << SLACK
    }

    /// The blank's cell and the last move.
    fn kind(state: State) -> (u8, u8) {
        let begin = (state >> KIND & 1023) as u16;
        let blank = (0..9).find(|cell| state >> (4 * cell) & 15 == 0).expect("there is a blank");
        let last = BEGINS[blank].iter().rposition(|&first| first == begin);
        (blank as u8, last.expect("it moved") as u8)
    }

    /// Goes through the tree within a bound, up to the first goal; says whether there is one.
    fn dive(&mut self, root: &Root, rises: &Rises, bound: usize) -> bool {
        self.begin(root, rises);
        let mut depth = 1;
        while depth < bound {
            let rank = &mut self.ranks[depth];
            let left = rank.end - rank.to;
            if left == 0 {
                depth -= 1;
                if depth == 0 {
                    return false;
                }
                continue;
            }
            (rank.from, rank.to) = (rank.to, rank.to + left.min(TOGETHER));
            let Rank { from, to, end, .. } = *rank;
            if self.states.len() < end + 3 * TOGETHER {
                self.states.resize(2 * (end + 3 * TOGETHER), 0);
            }
            let (states, next) = self.states.split_at_mut(end);
            let states = &states[from..to];
            // On every other depth the blank is beside the middle, with two moves.
            let (count, generated) = match (usize::from(root.blank) + depth) % 2 {
                0 => advance::<3>(&self.table, states, next),
                _ => advance::<2>(&self.table, states, next),
            };
            self.expanded += states.len() as u64;
            self.generated += generated;
            if count > 0 {
                depth += 1;
                self.ranks[depth] = Rank { begin: end, from: end, to: end, end: end + count };
            }
        }
        self.ranks[depth].end > self.ranks[depth].begin
    }

    /// Puts down what comes of the root, which is at depth 0.
    fn begin(&mut self, root: &Root, rises: &Rises) {
        let nodes =
            Move::ALL.iter().filter_map(|&mv| Node::start(*root).after(mv, Size::EIGHT, rises));
        let mut count = 0;
        for (state, node) in self.states.iter_mut().zip(nodes) {
            *state = Self::state(&node.root);
            count += 1;
        }
        self.ranks[1] = Rank { begin: 0, from: 0, to: 0, end: count };
        self.expanded += 1;
        self.generated += moves_after(Size::EIGHT, root.blank, root.last, None);
    }

    /// The way to the first node at the depth of the bound. Takes back from the counts what
    /// a dive would not have done by then.
    fn way(&mut self, root: &Root, bound: usize) -> Vec<Move> {
        let mut way = vec![Move::Up; bound];
        let mut place = self.ranks[bound].begin;
        for depth in (0..bound).rev() {
            let (_, last) = Self::kind(self.states[place]);
            way[depth] = Move::ALL[usize::from(last)];
            let (mut blank, mut last) = (root.blank, root.last);
            if depth > 0 {
                place = self.parent(depth, place - self.ranks[depth + 1].begin);
                (blank, last) = Self::kind(self.states[place]);
                let after = &self.states[place + 1..self.ranks[depth].to];
                let made = after.iter().map(|&state| self.table[begin_of(state)] >> 24);
                self.generated -= made.sum::<u64>();
                self.expanded -= after.len() as u64;
            }
            self.generated -= moves_after(Size::EIGHT, blank, last, Some(way[depth]));
        }
        way
    }

    /// The place of the node from which comes that with a number of the next rank.
    fn parent(&self, depth: usize, number: usize) -> usize {
        let Rank { from, to, .. } = self.ranks[depth];
        let mut seen = 0;
        let of = |place: &usize| {
            let state = &self.states[*place..place + 1];
            seen += advance::<3>(&self.table, state, &mut [0; 3]).0;
            seen > number
        };
        (from..to).find(of).expect("a node has a parent")
    }
}

/// Where the kind of a state begins in the table.
#[inline]
fn begin_of(state: State) -> usize {
    (state >> KIND) as usize & 1023
}

/// Makes the moves from states, `MOVES` at the most from each, and puts down in order what
/// is within the bound; returns how many those are and how many were made.
#[inline(always)]
fn advance<const MOVES: usize>(
    table: &[u64; TABLE],
    states: &[State],
    next: &mut [State],
) -> (usize, u64) {
    let (mut count, mut made) = (0, 0);
    for &state in states {
        let begin = begin_of(state);
        let moves = table[begin];
        made += if MOVES == 2 { 2 } else { moves >> 24 };
        for mv in 0..MOVES {
            let tile = (state >> (moves >> (8 * mv) & 63)) as usize & 15;
            let child = state.wrapping_add(table[begin + 1 + 9 * mv + tile]);
            next[count] = child;
            count += usize::from(child as i64 >= 0);
        }
    }
    (count, made)
}
