//! IDA* made for pattern databases: the first open nodes of the dive are expanded together.
//!
//! A look into a large database takes as long as hundreds of instructions, nearly all of
//! it waiting for memory. Here the looks of many successors are announced before the
//! first is made, so that the waits overlap. Open nodes stay in the order of the dive, and
//! what was counted between two of them is kept with the second: node for node the search
//! is that of the generic engine.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod node;
mod open;
mod window;

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};

use goalward::path::parallel::{Branch, Dived, Landing, Parts, Work, in_parts};
use goalward::path::{End, Plan};
use goalward::{Cost, Limits, Meter, Outcome, StateSpace, Verdict};

use super::super::{Cells, Move, Tiles};
use super::additive::Additive;
use crate::simd::Simd;
use node::{Looks, Node, Tally};
use window::Window;

/// The search on `jobs` threads.
pub(super) fn ida_star<C: Cells + Sync>(
    tiles: &Tiles<C>,
    additive: &Additive,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    match additive.views.len() {
        0..=4 => Tree::<C, 4>::new(tiles, additive).ida_star(jobs, limits),
        5..=8 => Tree::<C, 8>::new(tiles, additive).ida_star(jobs, limits),
        _ => Tree::<C, { Additive::MOST_VIEWS }>::new(tiles, additive).ida_star(jobs, limits),
    }
}

/// The search tree, with room for `V` views.
struct Tree<'a, C: Cells, const V: usize> {
    tiles: &'a Tiles<C>,
    looks: Looks<'a, V>,
    start: Node<V>,
}

impl<'a, C: Cells + Sync, const V: usize> Tree<'a, C, V> {
    fn new(tiles: &'a Tiles<C>, additive: &'a Additive) -> Self {
        let looks = Looks::new(tiles.goal().size(), additive);
        let start = looks.node(additive, tiles.start());
        Tree { tiles, looks, start }
    }

    fn ida_star(&self, jobs: NonZeroUsize, limits: &Limits) -> Option<Outcome<Plan<Move>>> {
        match jobs.get() {
            1 => Some(self.alone(limits)),
            _ => in_parts(self, jobs, limits).ok(),
        }
    }

    /// On one thread, which need not cut the tree into parts.
    fn alone(&self, limits: &Limits) -> Outcome<Plan<Move>> {
        let mut meter = Meter::new(limits);
        let mut window = Window::new(&self.looks);
        let mut best = (self.start.h(), Vec::new());
        let (mut bound, mut bytes) = (self.start.h(), 0);
        let plan = |actions: Vec<Move>, end| Plan { cost: actions.len() as Cost, actions, end };
        let verdict = loop {
            meter.lower_bound = Some(bound);
            let before = Tally { expanded: meter.expanded, generated: meter.generated };
            let mut stop = None;
            let dived = dive(&mut window, &self.start, bound, &mut |new: Tally| {
                meter.expanded += new.expanded;
                meter.generated += new.generated;
                stop = meter.poll().err();
                if stop.is_some() { Break(()) } else { Continue(()) }
            });
            meter.expanded = before.expanded + dived.expanded;
            meter.generated = before.generated + dived.generated;
            meter.stored(dived.deepest.into());
            bytes = bytes.max(dived.bytes);
            best = dived.best.filter(|(h, _)| *h < best.0).unwrap_or(best);
            match (dived.end, stop, dived.next_bound) {
                (Landing::Goal(actions), ..) => break Verdict::Solved(plan(actions, End::Goal)),
                (_, Some(by), _) => {
                    let best = Some(plan(best.1, End::Short(best.0)));
                    break Verdict::Stopped { by, best };
                }
                (_, None, Some(next)) => bound = next as Cost,
                (_, None, None) => break Verdict::Unsolvable,
            }
        };
        let mut outcome = meter.finish(verdict);
        outcome.stats.peak_bytes = bytes;
        outcome
    }
}

/// Dives from a root, telling `look` now and then what was counted since the last time.
fn dive<const V: usize>(
    window: &mut Window<'_, V>,
    root: &Node<V>,
    bound: Cost,
    look: &mut dyn FnMut(Tally) -> ControlFlow<()>,
) -> Dived<Move> {
    #[cfg(target_arch = "x86_64")]
    if Simd::of_this_process() == Simd::Avx2
        && let Some(dived) = avx2::dive(window, root, bound, look)
    {
        return dived;
    }
    window.dive(root, bound, look)
}

impl<C: Cells + Sync, const V: usize> Parts for Tree<'_, C, V> {
    type Space = Tiles<C>;
    type Root = Node<V>;

    fn space(&self) -> &Tiles<C> {
        self.tiles
    }

    fn start(&self) -> (Node<V>, Cost) {
        (self.start.clone(), self.start.h())
    }

    fn branches(&self, node: &Node<V>) -> Option<Vec<Branch<Self>>> {
        let branch = |(action, root): (Move, Node<V>)| {
            let (g, h) = (root.g.into(), root.h());
            Branch { action, root, g, h }
        };
        (node.h() != 0).then(|| self.looks.successors(node).map(branch).collect())
    }

    fn dive(&self, bound: Cost, work: &Work<'_, Self>) {
        let mut window = Window::new(&self.looks);
        while let Some((number, root)) = work.take() {
            let dived = dive(&mut window, root, bound, &mut |new: Tally| {
                work.look(number, new.expanded, new.generated)
            });
            work.finish(number, dived);
        }
    }
}
