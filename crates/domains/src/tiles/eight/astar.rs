//! A* where each move changes the estimate by one, if no limit will stop it: many boards at
//! once. It takes well under a millisecond, so that the clock need not be looked at on the
//! way.
//!
//! The search is that of [`BestFirst`](goalward::path::BestFirst), node for node: least f
//! first, then largest g, then newest. A move either leaves f as it was or raises it by
//! two. Where it stays, g is larger than that of all boards of this f, so a level of f is a
//! dive; the others are put by for the next. All boards of a level that are as many moves
//! from the start are in one order, which depends on nothing but that of those one move
//! before. So they can be expanded together, and the first way that is found to a board is
//! the one that a plain search finds first.
//!
//! A level is gone through in parts, from the deepest boards put by up, and the part with
//! the goal is the last. What a plain search would not have done of that is taken back.

use std::cell::Cell;

use goalward::path::{End, Plan};
use goalward::{Cost, Limits, Meter, Outcome, Stop, Verdict};

use super::edges::{Arc, Moves, ROOM, node};
use super::known::Known;
use super::steps::Word;
use crate::tiles::dive::Rises;
use crate::tiles::{Layout, Move, Size};

/// As many as 31 moves lead through, which is the most that a board needs.
const DEPTHS: usize = 32;

/// A part of a level has at least so many boards put by, if there are.
const PART: usize = 24;

/// The outcome of A* from `start` to `goal`, h being that of `start`; none on other boards,
/// at the goal, or where a limit stops it.
pub(in crate::tiles) fn solve(
    rises: &Rises,
    start: &Layout,
    goal: &Layout,
    h: Cost,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    if start.size() != Size::EIGHT || start == goal {
        return None;
    }
    let mut meter = Meter::new(limits);
    meter.poll().ok()?;
    let mut search = Search::new(rises, start, h, &mut meter).ok()?;
    search.run(&mut meter).ok()?;
    let actions = search.way(Word::start(goal));
    meter.expanded = search.expanded;
    meter.generated = search.generated;
    meter.lower_bound = Some(search.f as Cost);
    meter.stored(search.stored());
    search.keep();
    if limits.nodes.is_some_and(|most| meter.expanded > most) {
        return None;
    }
    let plan = Plan { cost: actions.len() as Cost, actions, end: End::Goal };
    Some(meter.finish(Verdict::Solved(plan)))
}

/// What a thread keeps for its next search, which would take a while to make.
struct Kept {
    moves: Moves,
    depths: [Depth; DEPTHS],
    same: [Arc; ROOM],
}

thread_local! {
    static KEPT: Cell<Option<Box<Kept>>> = const { Cell::new(None) };
}

/// The boards after so many moves.
#[derive(Default)]
struct Depth {
    /// Those of this level, in the order they are expanded.
    nodes: Vec<Arc>,
    /// Of these, those of this part of the level that were expanded, and the end.
    from: usize,
    to: usize,
    end: usize,
    /// The ways to those of the next level, in the order they were found.
    later: Vec<Arc>,
    put_by: usize,
    /// How long either list may be.
    room: usize,
}

impl Depth {
    /// How long a list may be at first.
    const LEAST: usize = 2 * ROOM;

    fn new() -> Self {
        let list = || vec![0; Self::LEAST];
        Depth { nodes: list(), later: list(), ..Depth::default() }
    }

    fn clear(&mut self) {
        (self.from, self.to, self.end, self.put_by) = (0, 0, 0, 0);
        self.room = Self::LEAST;
    }

    /// Sees to it that there is room for what comes of boards that are expanded together.
    #[inline(always)]
    fn reserve(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if self.room < self.end.max(self.put_by) + ROOM {
            self.grow(meter)?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.hold(2 * self.room * size_of::<Arc>())?;
        self.room *= 2;
        for list in [&mut self.nodes, &mut self.later] {
            let more = self.room.saturating_sub(list.len());
            list.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
            list.resize(list.len() + more, 0);
        }
        Ok(())
    }
}

struct Search {
    kept: Box<Kept>,
    known: Known,
    start: Word,
    /// The least f.
    f: usize,
    expanded: u64,
    generated: u64,
}

impl Search {
    /// The start is expanded.
    fn new(rises: &Rises, start: &Layout, h: Cost, meter: &mut Meter) -> Result<Self, Stop> {
        let known = Known::new(meter)?;
        meter.hold(size_of::<Kept>() + 2 * DEPTHS * Depth::LEAST * size_of::<Arc>())?;
        let mut kept = KEPT.take().unwrap_or_else(|| {
            let depths = std::array::from_fn(|_| Depth::new());
            Box::new(Kept { moves: Moves::new(rises), depths, same: [0; ROOM] })
        });
        if !kept.moves.are_of(rises) {
            kept.moves = Moves::new(rises);
        }
        kept.depths.iter_mut().for_each(Depth::clear);
        let (start, f) = (Word::start(start), h as usize);
        let mut search = Search { kept, known, start, f, expanded: 1, generated: 0 };
        search.begin();
        Ok(search)
    }

    /// Expands the start.
    fn begin(&mut self) {
        let Search { kept, known, start, .. } = self;
        known.note(start.number(), 0); // the move means nothing
        let [same, later] = kept.moves.expand_start(*start);
        let next = &mut kept.depths[1];
        next.put_by = later.len();
        next.later[..later.len()].copy_from_slice(&later);
        next.end = kept.moves.arrive(&same, known, chunk(&mut next.nodes));
        self.generated = (same.len() + later.len()) as u64;
    }

    /// Keeps for the next search of this thread what can be used again.
    fn keep(self) {
        self.known.keep();
        KEPT.set(Some(self.kept));
    }

    /// Goes on until the goal is the next to expand.
    fn run(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        while !self.level(meter)? {
            self.rise();
        }
        Ok(())
    }

    /// Expands all boards of this level, unless the goal is among them; returns whether it
    /// is.
    fn level(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        let mut below = self.f;
        while below > 0 {
            let (deepest, mut count) = (below, 0);
            while below > 0 && count < PART {
                let Depth { to, end, .. } = self.kept.depths[below];
                count += end - to;
                below -= 1;
            }
            for depth in below + 1..self.f {
                let Depth { to, end, .. } = self.kept.depths[depth];
                if depth > deepest && to == end {
                    break;
                }
                if depth >= deepest {
                    // What is there is of the part before.
                    let next = &mut self.kept.depths[depth + 1];
                    (next.to, next.end) = (0, 0);
                }
                // On every other depth the blank is beside the middle, with two moves.
                match (usize::from(self.start.blank()) + depth) % 2 {
                    0 => self.advance::<false>(depth, meter)?,
                    _ => self.advance::<true>(depth, meter)?,
                }
            }
            let Depth { to, end, .. } = self.kept.depths[self.f];
            if to < end {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Expands the boards of one depth. Within another loop it would be slower by a tenth.
    #[inline(never)]
    fn advance<const TWO: bool>(&mut self, depth: usize, meter: &mut Meter) -> Result<(), Stop> {
        let Kept { moves, depths, same } = &mut *self.kept;
        let [here, next, ..] = &mut depths[depth..] else { unreachable!("none is as deep") };
        (here.from, here.to) = (here.to, here.end);
        for nodes in here.nodes[here.from..here.to].chunks(ROOM / 3) {
            next.reserve(meter)?;
            let later = chunk(&mut next.later[next.put_by..]);
            let (stay, rise) = moves.expand::<TWO>(nodes, same, later);
            self.expanded += nodes.len() as u64;
            self.generated += (stay + rise) as u64;
            next.put_by += rise;
            let nodes = chunk(&mut next.nodes[next.end..]);
            next.end += moves.arrive(&same[..stay], &mut self.known, nodes);
        }
        Ok(())
    }

    /// Goes on to the boards put by.
    fn rise(&mut self) {
        let Kept { moves, depths, .. } = &mut *self.kept;
        for depth in &mut depths[1..=self.f] {
            let edges = &depth.later[..std::mem::take(&mut depth.put_by)];
            let begin = moves.arrive_back(edges, &mut self.known, &mut depth.nodes);
            (depth.from, depth.to, depth.end) = (begin, begin, edges.len() + 1);
        }
        self.f += 2;
    }

    /// The way to the goal. Takes back what a plain search would not have done by then.
    fn way(&mut self, goal: Word) -> Vec<Move> {
        let mut way = vec![Move::Up; self.f];
        let mut board = goal;
        for depth in (1..=self.f).rev() {
            let mv = Move::ALL[self.known.mv(board.number())];
            let before = board.before(mv);
            let Depth { ref nodes, from, to, .. } = self.kept.depths[depth];
            if from < to {
                let on_way = node(board, before.blank(), mv);
                let place = nodes[from..to].iter().position(|&other| other == on_way);
                self.take_back(depth, place.map_or(from, |place| from + place + 1));
            }
            way[depth - 1] = mv;
            board = before;
        }
        way
    }

    /// Takes back that the boards of a depth were expanded, from a place on.
    fn take_back(&mut self, depth: usize, from: usize) {
        let [here, next, ..] = &mut self.kept.depths[depth..] else { return };
        let nodes = &here.nodes[from..here.to];
        here.to = from;
        self.expanded -= nodes.len() as u64;
        for &node in nodes {
            let (made, risen, forgotten) = self.kept.moves.forget(node, &mut self.known);
            self.generated -= made as u64;
            next.put_by -= risen;
            next.end -= forgotten;
        }
    }

    /// How many boards were reached.
    fn stored(&mut self) -> u64 {
        let Kept { moves, depths, .. } = &*self.kept;
        let waiting = depths[1..=self.f].iter().map(|depth| {
            let put_by = moves.count(&depth.later[..depth.put_by], &mut self.known);
            depth.end - depth.to + put_by
        });
        self.expanded + waiting.sum::<usize>() as u64
    }
}

/// The first of a list that there is room in.
#[inline(always)]
fn chunk(list: &mut [Arc]) -> &mut [Arc; ROOM] {
    list.first_chunk_mut().expect("there is room")
}
