//! Counting the nodes below many nodes at once, in no particular order.
//!
//! Boards are queued in buckets by depth, position of the blank and the move that brought it there.
//! All boards of a bucket then make the same move, several at once and without branches. The
//! blank's position is known, so a board is just the order of its tiles, which a sideways move does
//! not change. Nodes are visited out of order, but the counts do not depend on that.

use std::cell::Cell;

use super::{NO_MOVE, Rises, SIZE, moves_from, to};
use crate::lanes::{Lanes, Work};

/// A bucket with this many boards is emptied before more are added.
const FULL: usize = 64;
/// At most this many boards are taken from a bucket at once.
const TAKEN: usize = 64;
/// A bucket has fewer than [`FULL`] boards before at most [`TAKEN`] are added. A power of two, so
/// that a mask keeps an index in range.
const ROOM: usize = FULL + TAKEN;
/// How many boards are moved at once.
const LANES: usize = 4;

const _: () = assert!(ROOM.is_power_of_two());

/// A queued board.
///
/// ```text
/// four bits each:  | 15 - slack | tile | … | second tile | first tile |     row by row
///                   15           14         1             0
/// ```
/// Each rise of f adds one to the topmost nibble; after too many rises the sum overflows. Lanes
/// compare signed numbers, so the topmost bit is inverted.
type State = u64;

const RISES: usize = 60;
const SIGN: u64 = 1 << 63;

type Bucket = [State; ROOM + LANES];

/// The maximum number of buckets at a depth: the pairs of neighbours on 4×4, because at each depth
/// the blank can only be on every other cell.
const BUCKETS: usize = 24;

/// The maximum number of times that f may rise, to fit a nibble.
pub(super) const MOST_SLACK: usize = 15;

/// A node whose tree is to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trunk {
    /// The blank's nibble is zero.
    pub cells: u64,
    pub slack: u8,
    pub g: u8,
    pub blank: u8,
    pub last: u8,
}

/// The counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub expanded: u64,
    pub generated: u64,
    /// The depth of the deepest node.
    pub deepest: usize,
    /// The largest g + 2 · slack, at least the initial one: where h was lowest.
    pub furthest: usize,
}

/// Where counting ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// A node with this g + 2 · slack is a goal.
    pub goal: usize,
    /// The maximum number of nodes to expand.
    pub most: u64,
}

/// The queued nodes of one depth.
#[derive(Clone)]
struct Level {
    /// Kinds with [`FULL`] nodes or more, a bit each.
    full: u64,
    /// Kinds with any.
    any: u64,
    /// By kind: 4 · blank + last move.
    counts: [u32; 64],
}

const EMPTY: Level = Level { full: 0, any: 0, counts: [0; 64] };

/// Boards of one kind, and where their successors go.
struct Chunk<'a> {
    /// The last row is padded with [`NO_BOARD`].
    states: &'a [[State; LANES]],
    /// By move.
    rises: &'a [u64; 4],
    next: &'a mut Level,
    /// The buckets of the next depth.
    buckets: &'a mut [Bucket; BUCKETS],
}

/// A board without moves: no tile is 0, and moving tile 0 counts as raising f, which may not rise
/// any more.
const NO_BOARD: State = 15 << RISES ^ SIGN;

/// Makes all moves from a chunk of boards; returns the smallest of them, which has the most slack.
type Step<L> = fn(L, &mut Chunk<'_>) -> State;

/// By kind: the index of its bucket at its depth, and how many moves there are.
const KINDS: [(u8, u8); 64] = {
    let mut kinds = [(0, 0); 64];
    let mut kind = 0;
    while kind < 64 {
        let (blank, last) = (kind / 4, kind % 4);
        kinds[kind] = (bucket(blank, last) as u8, moves_from(blank, last, 0) as u8);
        kind += 1;
    }
    kinds
};

/// Working memory for counting.
pub(super) struct Flood<L: 'static> {
    lanes: L,
    /// By kind.
    steps: [Step<L>; 64],
    /// By the blank's cell and its move: a bit for each tile, set if f rises. The first is bit
    /// [`RISES`], and the others are below it.
    rises: [[u64; 4]; 16],
    levels: Vec<Level>,
    buckets: Buckets,
}

/// By depth.
type Buckets = Vec<[Bucket; BUCKETS]>;

impl<L: Lanes> Flood<L> {
    /// For nodes at depths below `depths`.
    pub(super) fn new(lanes: L, rises: &Rises, depths: usize) -> Self {
        Flood {
            lanes,
            steps: steps(),
            rises: rises.map(|moves| {
                moves.map(|tiles| (u64::from(tiles | 1)).reverse_bits() >> (63 - RISES))
            }),
            levels: vec![EMPTY; depths + 1],
            buckets: buckets(depths + 1),
        }
    }

    /// The bytes that it needs.
    pub(super) const fn bytes(depths: usize) -> usize {
        (depths + 1) * (size_of::<Level>() + size_of::<[Bucket; BUCKETS]>())
    }

    /// Adds all nodes at and below the roots to a tally; `None` if a goal is among them or the
    /// maximum number of expansions is exceeded.
    pub(super) fn count(&mut self, roots: &[Trunk], mut tally: Tally, ends: Ends) -> Option<Tally> {
        let Some(first) = roots.iter().map(|root| usize::from(root.g)).min() else {
            return Some(tally);
        };
        for root in roots {
            self.add(root);
            let counted = self.levels[usize::from(root.g)].full == 0
                || self.drain(first, true, ends, &mut tally);
            if !counted {
                return self.spill();
            }
        }
        if self.drain(first, false, ends, &mut tally) { Some(tally) } else { self.spill() }
    }

    fn add(&mut self, root: &Trunk) {
        let kind = usize::from(4 * root.blank + root.last);
        let level = &mut self.levels[usize::from(root.g)];
        let count = level.counts[kind] as usize;
        self.buckets[usize::from(root.g)][usize::from(KINDS[kind].0)][count] =
            order_of(root) | u64::from(15 - root.slack) << RISES ^ SIGN;
        level.counts[kind] += 1;
        level.any |= 1 << kind;
        level.full |= u64::from(count + 1 >= FULL) << kind;
    }

    #[cold]
    fn spill(&mut self) -> Option<Tally> {
        self.levels.fill(EMPTY);
        None
    }

    /// Empties full buckets, the deepest first, and then all others unless `full_only`; returns
    /// whether everything was counted.
    fn drain(&mut self, first: usize, full_only: bool, ends: Ends, tally: &mut Tally) -> bool {
        let (mut depth, mut lowest) = (first, first);
        loop {
            let level = &self.levels[depth];
            let kind = if level.full != 0 {
                level.full.trailing_zeros()
            } else if depth > lowest {
                depth -= 1;
                continue;
            } else if full_only {
                return true;
            } else if level.any != 0 {
                level.any.trailing_zeros()
            } else if depth + 2 < self.levels.len() {
                (depth, lowest) = (depth + 1, lowest + 1);
                continue;
            } else {
                return true;
            };
            if !self.take(depth, kind as usize, ends.goal, tally) || tally.expanded > ends.most {
                return false;
            }
            if self.levels[depth + 1].full != 0 {
                depth += 1;
            }
        }
    }

    /// Makes the moves from some nodes of a bucket; returns whether none was a goal.
    #[inline(always)]
    fn take(&mut self, depth: usize, kind: usize, goal: usize, tally: &mut Tally) -> bool {
        let [level, next] = &mut self.levels[depth..depth + 2] else { return false };
        let count = level.counts[kind] as usize;
        let taken = count.min(TAKEN);
        let left = count - taken;
        level.counts[kind] = left as u32;
        level.full &= !(u64::from(left < FULL) << kind);
        level.any &= !(u64::from(left == 0) << kind);
        tally.expanded += taken as u64;
        tally.generated += taken as u64 * u64::from(KINDS[kind].1);
        tally.deepest = tally.deepest.max(depth);
        let [here, after] = &mut self.buckets[depth..depth + 2] else { return false };
        let bucket = &mut here[usize::from(KINDS[kind].0)];
        bucket[count..count + LANES - 1].fill(NO_BOARD);
        let mut chunk = Chunk {
            states: bucket[left..left + taken.next_multiple_of(LANES)].as_chunks().0,
            rises: &self.rises[kind / 4],
            next,
            buckets: after,
        };
        let least = (self.steps[kind])(self.lanes, &mut chunk) ^ SIGN;
        tally.furthest = tally.furthest.max(depth + 2 * (15 - (least >> RISES) as usize));
        tally.furthest < goal
    }
}

impl<L> Drop for Flood<L> {
    fn drop(&mut self) {
        SPARE.set(std::mem::take(&mut self.buckets));
    }
}

thread_local! {
    /// Kept for the thread's next search: clearing new memory takes as long as counting tens of
    /// thousands of boards.
    static SPARE: Cell<Buckets> = const { Cell::new(Vec::new()) };
}

/// Buckets for this many depths, with arbitrary contents.
fn buckets(depths: usize) -> Buckets {
    let mut buckets = SPARE.take();
    if buckets.len() < depths {
        buckets = vec![[[0; ROOM + LANES]; BUCKETS]; depths];
    }
    buckets
}

/// The tiles without the blank.
fn order_of(root: &Trunk) -> State {
    let before = (1 << (4 * root.blank)) - 1;
    root.cells & before | root.cells >> 4 & !before
}

/// The index of a kind's bucket at its depth.
const fn bucket(blank: usize, last: usize) -> usize {
    let (row, column) = SIZE.place(blank);
    let (mut kind, mut bucket) = (0, 0);
    while kind < 4 * blank + last {
        let (other_row, other_column) = SIZE.place(kind / 4);
        let same = (row + column) % 2 == (other_row + other_column) % 2;
        if same && to(kind / 4, NO_MOVE, 3 - kind % 4).is_some() {
            bucket += 1;
        }
        kind += 1;
    }
    bucket
}

/// See [`Step`].
fn step_by<L: Lanes, const BLANK: usize, const LAST: usize>(
    lanes: L,
    chunk: &mut Chunk<'_>,
) -> State {
    lanes.run(StepFrom::<BLANK, LAST>(chunk))
}

#[inline(always)]
fn step<L: Lanes, const BLANK: usize, const LAST: usize>(lanes: L, chunk: &mut Chunk<'_>) -> State {
    let rises = chunk.rises.map(|tiles| lanes.splat64(tiles));
    let mut least = lanes.splat64(NO_BOARD);
    let mut counts = [0; 4];
    for (mv, count) in counts.iter_mut().enumerate() {
        if let Some(to) = to(BLANK, LAST, mv) {
            *count = chunk.next.counts[4 * to + mv] as usize;
        }
    }
    for states in chunk.states {
        let states = lanes.load64(states);
        least = lanes.min64(least, states);
        let buckets = &mut *chunk.buckets;
        let [up, on, back, down] = &mut counts;
        child::<L, BLANK, LAST, 0>(lanes, states, rises[0], buckets, up);
        child::<L, BLANK, LAST, 1>(lanes, states, rises[1], buckets, on);
        child::<L, BLANK, LAST, 2>(lanes, states, rises[2], buckets, back);
        child::<L, BLANK, LAST, 3>(lanes, states, rises[3], buckets, down);
    }
    for (mv, count) in counts.into_iter().enumerate() {
        if let Some(to) = to(BLANK, LAST, mv) {
            let kind = 4 * to + mv;
            chunk.next.counts[kind] = count as u32;
            chunk.next.any |= u64::from(count > 0) << kind;
            chunk.next.full |= u64::from(count >= FULL) << kind;
        }
    }
    lanes.least64(least)
}

/// Makes one move, and keeps the boards for which f has not risen too often.
#[inline(always)]
fn child<L: Lanes, const BLANK: usize, const LAST: usize, const MOVE: usize>(
    lanes: L,
    states: L::Row,
    rises: L::Row,
    buckets: &mut [Bucket; BUCKETS],
    count: &mut usize,
) {
    let Some((to, bucket)) = (const {
        match to(BLANK, LAST, MOVE) {
            Some(to) => Some((to, bucket(to, MOVE))),
            None => None,
        }
    }) else {
        return;
    };
    // Before the blank, a tile's place in the order is its cell; after it, one less.
    let place = if MOVE < 2 { to } else { to - 1 };
    let tile = lanes.and(lanes.shr64(states, 4 * place), lanes.splat64(15));
    let moved = match MOVE {
        0 => {
            let others =
                lanes.and(lanes.shr64(states, 4), lanes.splat64(places(to, SIZE.columns() - 1)));
            let rest = lanes.and(states, lanes.splat64(!places(to, SIZE.columns())));
            lanes.or(lanes.or(rest, others), lanes.shl64(tile, 4 * (BLANK - 1)))
        }
        3 => {
            let others = lanes
                .and(lanes.shl64(states, 4), lanes.splat64(places(BLANK + 1, SIZE.columns() - 1)));
            let rest = lanes.and(states, lanes.splat64(!places(BLANK, SIZE.columns())));
            lanes.or(lanes.or(rest, others), lanes.shl64(tile, 4 * BLANK))
        }
        _ => states,
    };
    let rise = lanes.and(lanes.shl64_each(rises, tile), lanes.splat64(1 << RISES));
    let to = buckets[bucket][*count % ROOM..].first_chunk_mut().expect("there is a margin");
    *count += lanes.keep_sums64(moved, rise, to);
}

/// The functions, by kind.
const fn steps<L: Lanes>() -> [Step<L>; 64] {
    macro_rules! kinds {
        ($($cell:literal)*) => {
            [$(
                step_by::<L, $cell, 0>,
                step_by::<L, $cell, 1>,
                step_by::<L, $cell, 2>,
                step_by::<L, $cell, 3>,
            )*]
        };
    }
    kinds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

/// A step from boards of one kind.
struct StepFrom<'a, 'b, const BLANK: usize, const LAST: usize>(&'a mut Chunk<'b>);

impl<const BLANK: usize, const LAST: usize> Work for StepFrom<'_, '_, BLANK, LAST> {
    type Output = State;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> State {
        step::<L, BLANK, LAST>(lanes, self.0)
    }
}

/// A mask of some places of an order.
const fn places(begin: usize, count: usize) -> u64 {
    ((1 << (4 * count)) - 1) << (4 * begin)
}
