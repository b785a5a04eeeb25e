//! The 8-puzzle where no limit will stop the search: whole ranks of the tree at once. It
//! takes well under a millisecond, so that the clock need not be looked at on the way.
//!
//! Nodes of one depth stand in the order in which a dive would come to them. Some of them
//! are moved together, without branches, and what comes of them is gone through before the
//! next. So the first node that stands at the depth of the bound is the goal that a dive
//! would come to first, and what a dive would not have done by then stands after the way
//! there.
//!
//! On every other depth the blank is beside the middle. Only those nodes are kept, and two
//! moves are made at once; the nodes between are only counted.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod moves;
mod portable;
#[cfg(test)]
mod tests;

use goalward::path::{End, Plan};
use goalward::{Cost, Limits, Meter, Outcome, Verdict};

use super::flood::Root;
use super::walk::{Node, Walk, moves_after};
use super::{NO_MOVE, Rises, pack};
use crate::simd::Simd;
use crate::tiles::{Layout, Move, Size};

use moves::{Made, Moves, Next, State, Way};
use portable::Portable;

/// As many as 31 moves lead through, which is the most that a board needs.
const DEPTHS: usize = 32;
/// At most as many nodes are moved together.
const TOGETHER: usize = 32;

/// The outcome of IDA* from start to goal, h being that of the start; none on other boards,
/// at the goal or a move from it, or where a limit stops it.
pub(super) fn solve(
    rises: &Rises,
    boards: [&Layout; 2],
    h: Cost,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    solve_by(Simd::of_this_process(), rises, boards, h, limits)
}

pub(super) fn solve_by(
    simd: Simd,
    rises: &Rises,
    [start, goal]: [&Layout; 2],
    h: Cost,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    if start.size() != Size::EIGHT || start == goal || h < 2 {
        return None;
    }
    match simd {
        #[cfg(target_arch = "x86_64")]
        Simd::Avx2 | Simd::Avx512 => deepen::<avx2::Avx2>(rises, start, h, limits),
        _ => deepen::<Portable>(rises, start, h, limits),
    }
}

fn deepen<M: Moves>(
    rises: &Rises,
    start: &Layout,
    h: Cost,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    let mut meter = Meter::new(limits);
    meter.poll().ok()?;
    let moves = M::new(rises);
    let blank = start.cell_of(0) as u8;
    let root = Root { cells: pack(start), slack: 0, g: 0, blank, last: NO_MOVE as u8 };
    let mut ranks = Ranks::new(&moves, rises, root);
    let bounds = (0..).map(|slack| (slack, usize::from(slack) * 2 + h as usize));
    let found = bounds
        .take_while(|&(_, bound)| bound < DEPTHS)
        .find_map(|(slack, bound)| ranks.dive(slack, bound).then_some(bound));
    let bound = found.expect("a puzzle can be solved in 31 moves");
    let actions = ranks.way(bound);
    if limits.nodes.is_some_and(|most| ranks.expanded > most) {
        return None;
    }
    // The same with every set of instructions.
    let tables = size_of::<Portable>() + size_of::<Ranks<'_, M>>();
    meter.hold(tables + MOST_TOP * size_of::<Node>() + size_of_val(&*ranks.states)).ok()?;
    meter.expanded = ranks.expanded;
    meter.generated = ranks.generated;
    meter.lower_bound = Some(bound as Cost);
    meter.stored(bound as u64 + 1);
    let plan = Plan { cost: bound as Cost, actions, end: End::Goal };
    Some(meter.finish(Verdict::Solved(plan)))
}

struct Ranks<'a, M> {
    moves: &'a M,
    rises: &'a Rises,
    /// The nodes down to the first rank, as if f might rise [`TOP`] times.
    top: Vec<Node>,
    /// How often f may rise.
    slack: u8,
    /// Rank after rank.
    states: Vec<State>,
    /// By depth, every other.
    ranks: [Rank; DEPTHS / 2],
    /// The deepest rank in use.
    level: usize,
    expanded: u64,
    generated: u64,
}

/// The nodes of one depth that come of those moved together above them, by their places.
#[derive(Clone, Copy)]
struct Rank {
    begin: usize,
    /// Those moved together last.
    from: usize,
    to: usize,
    end: usize,
    /// Up to each of those moved together, how many came of them.
    ends: [u8; TOGETHER],
}

/// The most nodes of the first rank: from beside the middle, two by corners, three by the
/// middle.
const MOST_FIRST: usize = 5;
/// With those on the way there, and the root.
const MOST_TOP: usize = MOST_FIRST + 3 + 1;
/// Few boards need room for more states.
const USUAL: usize = 768;

/// As often as f can rise on the way to the first rank.
const TOP: u8 = 2;

impl<'a, M: Moves> Ranks<'a, M> {
    fn new(moves: &'a M, rises: &'a Rises, root: Root) -> Self {
        let mut walk = Walk::new(Node::start(Root { slack: TOP, ..root }), first_rank(&root));
        let mut top = Vec::with_capacity(MOST_TOP);
        top.extend(std::iter::from_fn(|| walk.next(Size::EIGHT, rises)));
        let rank = Rank { begin: 0, from: 0, to: 0, end: 0, ends: [0; TOGETHER] };
        Ranks {
            moves,
            rises,
            top,
            slack: 0,
            states: vec![0; USUAL],
            ranks: [rank; DEPTHS / 2],
            level: 0,
            expanded: 0,
            generated: 0,
        }
    }

    /// Goes through the tree within a bound, up to the first goal; says whether there is one.
    fn dive(&mut self, slack: u8, bound: usize) -> bool {
        self.slack = slack;
        self.begin();
        let ends = bound - self.first_rank();
        while 2 * self.level < ends {
            let rank = &mut self.ranks[self.level];
            let left = rank.end - rank.to;
            if left == 0 {
                if self.level == 0 {
                    return false;
                }
                self.level -= 1;
                continue;
            }
            (rank.from, rank.to) = (rank.to, rank.to + left.min(TOGETHER));
            let Rank { from, to, end, .. } = *rank;
            let made = self.advance(self.level, end);
            let count = (to - from) as u64;
            self.expanded += count;
            self.generated += 2 * count;
            if 2 * self.level + 1 == ends {
                if made.expanded > 0 {
                    return true;
                }
                continue;
            }
            self.expanded += made.expanded;
            self.generated += made.generated;
            if made.count > 0 {
                self.level += 1;
                let rank = &mut self.ranks[self.level];
                (rank.begin, rank.from, rank.to, rank.end) = (end, end, end, end + made.count);
            }
        }
        let rank = &self.ranks[self.level];
        rank.end > rank.begin
    }

    /// Makes the moves from those of a rank that are moved together.
    fn advance(&mut self, level: usize, end: usize) -> Made {
        let room = end + size_of::<Next>() / size_of::<State>();
        if self.states.len() < room {
            self.states.resize(2 * room, 0);
        }
        let (states, next) = self.states.split_at_mut(end);
        let next = next.first_chunk_mut().expect("there is room");
        let Rank { from, to, ends, .. } = &mut self.ranks[level];
        self.moves.advance(&states[*from..*to], next, ends)
    }

    /// The nodes below the root that are made on the way to the first rank; and whether each
    /// is within the bound.
    fn top(&self) -> impl Iterator<Item = (Node, bool)> + use<'_, 'a, M> {
        let mut above = [true; 3];
        self.top[1..].iter().filter_map(move |&node| {
            let depth = usize::from(node.root.g);
            above[depth] = above[depth - 1] && node.root.slack + self.slack >= TOP;
            above[depth - 1].then_some((node, above[depth]))
        })
    }

    /// Puts down the first rank.
    fn begin(&mut self) {
        let (mut made, mut expanded, mut count) = (0, 1, 0);
        let mut states = [0; MOST_FIRST];
        for (node, within) in self.top() {
            made += 1;
            if within && node.inner {
                expanded += 1;
            } else if within {
                let slack = node.root.slack + self.slack - TOP;
                states[count] = moves::state(&Root { slack, ..node.root });
                count += 1;
            }
        }
        self.generated += made;
        self.expanded += expanded;
        self.states[..MOST_FIRST].copy_from_slice(&states);
        self.level = 0;
        let rank = &mut self.ranks[0];
        (rank.from, rank.to, rank.end) = (0, 0, count);
    }

    /// The way to the first node at the depth of the bound. Takes back from the counts what
    /// a dive would not have done by then.
    fn way(&mut self, bound: usize) -> Vec<Move> {
        let mut way = Vec::with_capacity(bound);
        let free = self.ranks[self.level].end;
        let mut place = match (bound - self.first_rank()) % 2 {
            0 => self.ranks[self.level].begin,
            _ => self.before_goal(free, &mut way),
        };
        for level in (0..self.level).rev() {
            place = self.before(level, place, free, &mut way);
        }
        self.begin_way(place, &mut way);
        way.reverse();
        way
    }

    /// The place in the deepest rank from which a move leads to the goal.
    fn before_goal(&mut self, free: usize, way: &mut Vec<Move>) -> usize {
        let Rank { from, to, .. } = self.ranks[self.level];
        let leads = |place: &usize| {
            let rank = &mut self.ranks[self.level];
            (rank.from, rank.to) = (*place, place + 1);
            self.advance(self.level, free).expanded > 0
        };
        let place = (from..to).find(leads).expect("a move led to the goal");
        let node = moves::node(self.states[place]);
        let leads = |mv: &Move| Node::start(node).after(*mv, Size::EIGHT, self.rises).is_some();
        let mv = Move::ALL.into_iter().find(leads).expect("a move led to the goal");
        way.push(mv);
        let after = (to - place - 1) as u64;
        self.expanded -= after;
        self.generated -= 2 * after + moves_after(Size::EIGHT, node.blank, node.last, Some(mv));
        place
    }

    /// The place from which two moves lead to one in the next rank. What comes of nodes is
    /// put down again where it is free.
    fn before(&mut self, level: usize, to: usize, free: usize, way: &mut Vec<Move>) -> usize {
        let number = to - self.ranks[level + 1].begin;
        let rank = &mut self.ranks[level];
        let after = rank.ends.iter().position(|&end| usize::from(end) > number);
        let place = rank.from + after.expect("two moves led there");
        let taken = Way::taken(self.states[place], self.states[to]);
        way.extend(taken.moves.iter().rev().map(|&mv| Move::ALL[usize::from(mv)]));
        let after = (rank.to - place - 1) as u64;
        // If it was the first move from there, neither was the other made.
        rank.from = place + usize::from(!taken.first);
        let made = self.advance(level, free);
        let [expanded, generated] = match taken.first {
            true => [made.expanded - 1, made.generated - u64::from(taken.before)],
            false => [made.expanded, made.generated + u64::from(taken.after)],
        };
        self.expanded -= after + expanded;
        self.generated -= 2 * after + generated;
        place
    }

    /// Adds the way from the root to a place in the first rank.
    fn begin_way(&mut self, place: usize, way: &mut Vec<Move>) {
        let (mut seen, mut expanded, mut generated) = (0, 0, 0);
        for (node, within) in self.top() {
            if seen > place {
                generated += 1;
                expanded += u64::from(within && node.inner);
            } else if within && !node.inner {
                seen += 1;
                if seen > place {
                    way.extend(node.moves().rev());
                }
            }
        }
        self.generated -= generated;
        self.expanded -= expanded;
    }

    /// The depth of the first rank: where the blank is beside the middle.
    fn first_rank(&self) -> usize {
        first_rank(&self.top[0].root)
    }
}

/// The depth of the first rank: where the blank is beside the middle.
fn first_rank(root: &Root) -> usize {
    1 + usize::from(root.blank % 2)
}
