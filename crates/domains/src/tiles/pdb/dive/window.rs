//! The dive itself.

use std::collections::VecDeque;

use goalward::StateSpace;
use goalward::path::parallel::{Dived, Landing, Parts, Work};

use super::super::super::Move;
use super::node::{Ahead, Looks, Node, Step, Tally};

/// Open nodes that are expanded together.
const WINDOW: usize = 16;

/// Successors they may have.
const MOST: usize = 4 * WINDOW;

/// Expansions between looks at the limits.
const LOOK: u64 = 1 << 15;

/// Dives into the parts that `work` gives.
#[inline(always)]
pub(super) fn dive<P, const V: usize>(looks: &Looks<'_, V>, bound: u32, work: &Work<'_, P>)
where
    P: Parts<Root = Node<V>, Space: StateSpace<Action = Move>>,
{
    let mut dive = Dive::new(looks, bound);
    let mut more = true;
    loop {
        while more && dive.open.len() < WINDOW {
            match work.take() {
                Some((number, root)) => dive.begin(number, root.clone()),
                None => more = false,
            }
        }
        let Some(first) = dive.open.last() else {
            dive.finish_before(u32::MAX, work);
            return;
        };
        let part = first.part;
        if part != dive.first_part {
            dive.finish_before(part, work);
        }
        if dive.best == 0 && dive.at_goal(&mut more) {
            dive.finish_at_goal(work);
            return;
        }
        dive.step();
        if dive.since_look.expanded >= LOOK {
            let Tally { expanded, generated } = std::mem::take(&mut dive.since_look);
            if work.look(dive.parts[0].number, expanded, generated).is_break() {
                dive.leave(work);
                return;
            }
        }
    }
}

/// A part under way.
struct Part {
    number: usize,
    /// The root's g.
    g: u16,
    /// What was counted behind its last open node.
    tally: Tally,
    /// The least h of the dive, if it was met here, and the way there.
    best: Option<(u32, Vec<Move>)>,
}

/// A successor, with what is looked up for it.
#[derive(Clone, Copy)]
struct Kid {
    ahead: Ahead,
    step: Step,
    /// Whose it is, by number in the window.
    parent: u8,
    /// Its number among all successors of the window.
    number: u8,
    sum: u16,
}

const NO_KID: Kid =
    Kid { ahead: Ahead::NONE, step: Step { mv: Move::Up, cell: 0 }, parent: 0, number: 0, sum: 0 };

struct Dive<'a, const V: usize> {
    looks: &'a Looks<'a, V>,
    bound: u32,
    /// In the order of the dive from the last to the first.
    open: Vec<Node<V>>,
    window: Vec<Node<V>>,
    kids: [Kid; MOST],
    others: [(Ahead, u16); MOST],
    parts: VecDeque<Part>,
    /// The number, here, of the first of them.
    first_part: u32,
    next_bound: u32,
    deepest: u16,
    /// The least h of all parts.
    best: u32,
    since_look: Tally,
}

impl<'a, const V: usize> Dive<'a, V> {
    fn new(looks: &'a Looks<'a, V>, bound: u32) -> Self {
        Dive {
            looks,
            bound,
            open: Vec::with_capacity(2 * MOST),
            window: Vec::with_capacity(WINDOW),
            kids: [NO_KID; MOST],
            others: [(Ahead::NONE, 0); MOST],
            parts: VecDeque::new(),
            first_part: 0,
            next_bound: u32::MAX,
            deepest: 0,
            best: u32::MAX,
            since_look: Tally::default(),
        }
    }

    /// Puts a part behind all others.
    fn begin(&mut self, number: usize, mut root: Node<V>) {
        root.part = self.first_part + self.parts.len() as u32;
        let tally = Tally::default();
        self.best = self.best.min(root.h());
        self.parts.push_back(Part { number, g: root.g, tally, best: None });
        self.open.insert(0, root);
    }

    /// Drops all that lies behind the first goal, with which `more` parts end; says
    /// whether it comes next.
    #[cold]
    fn at_goal(&mut self, more: &mut bool) -> bool {
        if let Some(goal) = self.open.iter().rposition(|node| node.h() == 0) {
            self.open.drain(..goal);
            *more = false;
        }
        self.open.last().is_some_and(|node| node.h() == 0)
    }

    /// Expands the first open nodes and puts their successors within the bound in their
    /// place.
    #[inline(always)]
    fn step(&mut self) {
        let bound = self.bound;
        // A goal is not expanded: if there is one, it is the last.
        let goals = usize::from(self.best == 0);
        let count = WINDOW.min(self.open.len() - goals);
        self.window.clear();
        self.window.extend(self.open.drain(self.open.len() - count..).rev());
        let (looks, window) = (self.looks, &self.window[..]);

        let mut made = 0;
        for (parent, node) in (0..).zip(window) {
            let first = usize::from(looks.partitions == 2 && node.sums[1] > node.sums[0]);
            for &step in looks.steps(node).all() {
                let ahead = looks.announce(node, first, step.cell);
                let (number, sum) = (made as u8, 0);
                self.kids[made & (MOST - 1)] = Kid { ahead, step, parent, number, sum };
                made += 1;
            }
            self.deepest = self.deepest.max(node.g);
        }
        self.since_look.add(Tally { expanded: count as u64, generated: made as u64 });

        let mut kept = 0;
        if looks.partitions == 2 {
            // Each move changes the parity of g and of h, so that f grows by two: once
            // some f is known to be that, no other can be less.
            let most = if self.next_bound == bound + 2 { bound } else { u32::MAX };
            for i in 0..made {
                let mut kid = self.kids[i & (MOST - 1)];
                let node = &window[usize::from(kid.parent)];
                let first = usize::from(node.sums[1] > node.sums[0]);
                kid.sum = looks.sum(node, first, &kid.ahead);
                let f = u32::from(node.g) + 1 + u32::from(kid.sum);
                self.kids[kept & (MOST - 1)] = kid;
                kept += usize::from(f <= most);
            }
            for i in 0..kept {
                let kid = &self.kids[i & (MOST - 1)];
                let node = &window[usize::from(kid.parent)];
                let second = usize::from(node.sums[1] <= node.sums[0]);
                self.others[i & (MOST - 1)].0 = looks.announce(node, second, kid.step.cell);
            }
        } else {
            for kid in &mut self.kids[..made] {
                kid.sum = looks.sum(&window[usize::from(kid.parent)], 0, &kid.ahead);
            }
            kept = made;
        }

        let mut within = 0;
        for i in 0..kept {
            let i = i & (MOST - 1);
            let kid = self.kids[i];
            let node = &window[usize::from(kid.parent)];
            let mut other = self.others[i];
            if looks.partitions == 2 {
                let second = usize::from(node.sums[1] <= node.sums[0]);
                other.1 = looks.sum(node, second, &other.0);
            }
            let f = u32::from(node.g) + 1 + u32::from(kid.sum.max(other.1));
            self.kids[within & (MOST - 1)] = kid;
            self.others[within & (MOST - 1)] = other;
            within += usize::from(f <= bound);
            self.next_bound = self.next_bound.min(if f <= bound { u32::MAX } else { f });
        }
        self.settle(made, within);
    }

    /// Puts the successors that are left into the place of the window, and counts.
    #[inline(always)]
    fn settle(&mut self, made: usize, within: usize) {
        // Of several parts the counts are kept apart, from the last to the first.
        let (mut end, mut made, mut within) = (self.window.len(), made, within);
        while end > 0 {
            let part = self.window[end - 1].part;
            let mut begin = 0;
            let (mut kids, mut first) = (0, 0);
            if self.window[0].part != part {
                begin = self.window.partition_point(|node| node.part < part);
                let ahead = &self.window[..begin];
                kids = ahead.iter().map(|node| self.looks.steps(node).all().len()).sum();
                let mine = |kid: &Kid| usize::from(kid.parent) < begin;
                first = self.kids[..within].partition_point(mine);
            }
            self.settle_part(begin..end, kids..made, first..within);
            (end, made, within) = (begin, kids, first);
        }
    }

    /// The same for a part: its nodes in the window, their successors, and which of them
    /// are left.
    #[inline(always)]
    fn settle_part(
        &mut self,
        nodes: std::ops::Range<usize>,
        made: std::ops::Range<usize>,
        within: std::ops::Range<usize>,
    ) {
        // What one dive would have counted, from the first node of the window on, when
        // it came to each node, and to the end.
        let mut so_far = [Tally::default(); WINDOW];
        let mut tally = Tally::default();
        for i in nodes.clone() {
            tally.add(self.window[i].before);
            tally.expanded += 1;
            so_far[i & (WINDOW - 1)] = tally;
        }
        tally.generated += (made.end - made.start) as u64;

        let part = self.window[nodes.start].part;
        let when = |kid: &Kid| {
            let mut tally = so_far[usize::from(kid.parent) & (WINDOW - 1)];
            tally.generated += u64::from(kid.number) + 1 - made.start as u64;
            tally
        };
        let less = |a: Tally, b: Tally| Tally {
            expanded: a.expanded - b.expanded,
            generated: a.generated - b.generated,
        };
        let mut now = Tally::default();
        if !within.is_empty() {
            now = when(&self.kids[within.end - 1]);
        }
        let rest = less(tally, now);
        match self.open.last_mut() {
            Some(next) if next.part == part => next.before.add(rest),
            _ => self.parts[(part - self.first_part) as usize].tally.add(rest),
        }
        for i in within.clone().rev() {
            let before = if i > within.start { when(&self.kids[i - 1]) } else { Tally::default() };
            let kid = &self.kids[i];
            let node = &self.window[usize::from(kid.parent)];
            let mut found = [(kid.ahead, kid.sum), self.others[i]];
            if self.looks.partitions == 2 && node.sums[1] > node.sums[0] {
                found.swap(0, 1);
            }
            let mut next = self.looks.successor(node, kid.step, &found[..self.looks.partitions]);
            next.before = less(now, before);
            now = before;
            let h = next.h();
            self.open.push(next);
            if h < self.best {
                self.note_best(h);
            }
        }
    }

    /// Keeps the way to the node that was opened last.
    #[cold]
    #[inline(never)]
    fn note_best(&mut self, h: u32) {
        let node = self.open.last().expect("one was opened");
        let part = &mut self.parts[(node.part - self.first_part) as usize];
        part.best = Some((h, node.way.moves(part.g..node.g)));
        self.best = h;
    }

    /// Hands in the parts before that of this number.
    #[cold]
    #[inline(never)]
    fn finish_before<P: Parts<Space: StateSpace<Action = Move>>>(
        &mut self,
        part: u32,
        work: &Work<'_, P>,
    ) {
        while self.first_part < part && !self.parts.is_empty() {
            self.finish(Landing::Nothing, work);
        }
    }

    /// Hands in the part whose goal comes next.
    #[cold]
    #[inline(never)]
    fn finish_at_goal<P: Parts<Space: StateSpace<Action = Move>>>(&mut self, work: &Work<'_, P>) {
        let goal = self.open.pop().expect("it comes next");
        let part = &mut self.parts[0];
        part.tally = goal.before;
        self.deepest = goal.g;
        let way = goal.way.moves(part.g..goal.g);
        self.finish(Landing::Goal(way), work);
    }

    /// Hands in all parts as they are.
    #[cold]
    #[inline(never)]
    fn leave<P: Parts<Space: StateSpace<Action = Move>>>(&mut self, work: &Work<'_, P>) {
        for node in self.open.drain(..) {
            self.parts[(node.part - self.first_part) as usize].tally.add(node.before);
        }
        while !self.parts.is_empty() {
            self.finish(Landing::Left, work);
        }
    }

    /// Hands in the first part.
    fn finish<P: Parts<Space: StateSpace<Action = Move>>>(
        &mut self,
        end: Landing<Move>,
        work: &Work<'_, P>,
    ) {
        let part = self.parts.pop_front().expect("there is one");
        self.first_part += 1;
        let nodes = self.open.capacity() + self.window.capacity();
        let dived = Dived {
            expanded: part.tally.expanded,
            generated: part.tally.generated,
            deepest: u32::from(self.deepest + 1 - part.g.min(self.deepest + 1)),
            bytes: (nodes * size_of::<Node<V>>() + size_of::<Self>()) as u64,
            next_bound: (self.next_bound < u32::MAX).then_some(self.next_bound.into()),
            best: part.best,
            end,
        };
        work.finish(part.number, dived);
    }
}
