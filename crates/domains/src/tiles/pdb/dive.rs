//! IDA* specialised for pattern databases: the first open nodes of the dive are expanded together.
//!
//! A lookup in a large database takes as long as hundreds of instructions, nearly all of it waiting
//! for memory. Here the lookups of many successors are prefetched before the first is made, so that
//! the waits overlap. Open nodes stay in the order of the dive, and the counts between two of them
//! are kept with the second: node for node the search is that of the generic engine.

mod node;
mod open;
mod window;

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use goalward::kernel::{Branch, Landing, Parts, Work, in_parts};
use goalward::path::{End, Plan};
use goalward::{Limits, Meter, Outcome, StateSpace, Verdict};

use super::super::{Board, Cells, Move, Tiles, Way};
use super::additive::Additive;
use node::{Looks, Tally, ViewedBoard};
use window::Window;

/// The search on `jobs` threads.
pub(in crate::tiles) fn ida_star<C: Cells>(
    tiles: &Tiles<C>,
    additive: &Additive,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Outcome<Plan<Board<C>, Move>> {
    match additive.views.len() {
        0..=4 => Tree::<4>::new(tiles, additive).ida_star(jobs, limits),
        5..=8 => Tree::<8>::new(tiles, additive).ida_star(jobs, limits),
        _ => Tree::<{ Additive::MOST_VIEWS }>::new(tiles, additive).ida_star(jobs, limits),
    }
    .map(|way| tiles.plan(way))
}

/// The search tree, with room for `V` views.
struct Tree<'a, const V: usize> {
    looks: Looks<'a, V>,
    start: ViewedBoard<V>,
}

impl<'a, const V: usize> Tree<'a, V> {
    fn new<C: Cells>(tiles: &Tiles<C>, additive: &'a Additive) -> Self {
        let looks = Looks::new(tiles.goal().size(), additive);
        let start = looks.node(additive, tiles.start());
        Tree { looks, start }
    }

    fn ida_star(&self, jobs: NonZeroUsize, limits: &Limits) -> Outcome<Way> {
        if jobs.get() == 1 && limits.nodes.is_none() {
            return self.alone(limits);
        }
        in_parts(self, jobs, limits).expect("every move costs something")
    }

    /// On one thread, which does not have to divide the tree into parts unless the exact stopping
    /// node is needed.
    fn alone(&self, limits: &Limits) -> Outcome<Way> {
        let mut meter = Meter::new(limits);
        let mut window = Window::new(&self.looks);
        let mut best = (self.start.h(), Vec::new());
        let (mut bound, mut bytes) = (self.start.h(), 0);
        let verdict = loop {
            meter.lower_bound = Some(bound.into());
            let before = Tally { expanded: meter.expanded, generated: meter.generated };
            let mut stop = None;
            let dived = window.dive(&self.start, bound, &mut |new: Tally| {
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
                (Landing::Goal(actions), ..) => break Verdict::Solved((actions, End::Goal)),
                (_, Some(by), _) => {
                    let best = Some((best.1, End::Short(best.0)));
                    break Verdict::Stopped { by, best };
                }
                (_, None, Some(next)) => bound = next,
                (_, None, None) => break Verdict::Unsolvable,
            }
        };
        let mut outcome = meter.finish(verdict);
        outcome.stats.peak_bytes = bytes;
        outcome
    }
}

impl<const V: usize> Parts<Move, u32, ViewedBoard<V>> for Tree<'_, V> {
    fn start(&self) -> (ViewedBoard<V>, u32) {
        (self.start.clone(), self.start.h())
    }

    fn branches(&self, node: &ViewedBoard<V>) -> Option<Vec<Branch<Move, u32, ViewedBoard<V>>>> {
        let branch = |(action, root): (Move, ViewedBoard<V>)| {
            let (g, h) = (root.g.into(), root.h());
            Branch { action, root, g, h }
        };
        (node.h() != 0).then(|| self.looks.successors(node).map(branch).collect())
    }

    fn dive(&self, bound: u32, work: &Work<'_, Move, u32, ViewedBoard<V>>) {
        let mut window = Window::new(&self.looks);
        while let Some((number, root)) = work.take() {
            let dived = window.dive(root, bound, &mut |new: Tally| {
                work.look(number, new.expanded, new.generated)
            });
            work.finish(number, dived);
        }
    }
}

#[cfg(test)]
mod tests {
    use goalward::Rng;
    use goalward::kernel::Dived;

    use super::*;
    use crate::simd::Simd;
    use crate::tiles::{Layout, Partition, Puzzle, Size};

    /// The result of searching node by node with the nodes' own successors: expanded and generated,
    /// the lowest f beyond the bound, and whether a goal was found.
    fn plainly<const V: usize>(
        looks: &Looks<'_, V>,
        node: &ViewedBoard<V>,
        bound: u32,
        tally: &mut Tally,
        beyond: &mut Option<u32>,
    ) -> bool {
        if node.h() == 0 {
            return true;
        }
        tally.expanded += 1;
        for (_, next) in looks.successors(node) {
            tally.generated += 1;
            let f = u32::from(next.g) + next.h();
            if f > bound {
                *beyond = Some(beyond.unwrap_or(u32::MAX).min(f));
            } else if plainly(looks, &next, bound, tally, beyond) {
                return true;
            }
        }
        false
    }

    fn same_as_plainly<const V: usize>(goal: &Layout, partition: &str, moves: u64, boards: usize) {
        let additive = Additive::build(goal, &Partition::parse(partition, goal).unwrap());
        let mut rng = Rng::new(5);
        for _ in 0..boards {
            let tiles =
                Tiles::<u128>::new(&Puzzle::straight_walk(goal.clone(), moves, &mut rng)).unwrap();
            let tree = Tree::<V>::new(&tiles, &additive);
            let mut window = Window::new(&tree.looks);
            let mut bound = Some(tree.start.h());
            while let Some(within) = bound.take() {
                let (mut tally, mut beyond) = (Tally::default(), None);
                let solved = plainly(&tree.looks, &tree.start, within, &mut tally, &mut beyond);
                let go_on = &mut |_: Tally| Continue(());
                for simd in Simd::ALL {
                    let dived = window.dive_by(simd, &tree.start, within, go_on);
                    let Dived { expanded, generated, .. } = dived;
                    assert_eq!((expanded, generated), (tally.expanded, tally.generated));
                    assert_eq!(matches!(dived.end, Landing::Goal(_)), solved);
                    if !solved {
                        assert_eq!(dived.next_bound, beyond);
                    }
                }
                bound = beyond.filter(|_| !solved);
            }
        }
    }

    #[test]
    fn every_instruction_set_makes_the_nodes_of_the_plain_dive() {
        same_as_plainly::<4>(&Layout::blank_first(Size::EIGHT), "4-4", 1000, 20);
        same_as_plainly::<4>(&"3 1 2 0 4 5 6 7 8".parse().unwrap(), "4-4", 1000, 20);
        same_as_plainly::<8>(&Layout::blank_last(Size::FIFTEEN), "4-4-4-3", 60, 10);
        same_as_plainly::<8>(&Layout::blank_first(Size::new(3, 4).unwrap()), "3-3-3-2", 60, 10);
        same_as_plainly::<16>(&Layout::blank_first(Size::TWENTY_FOUR), "4-4-4-4-4-4", 60, 10);
    }
}
