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
mod window;

use std::num::NonZeroUsize;

use goalward::path::Plan;
use goalward::path::parallel::{Branch, Parts, Work, in_parts};
use goalward::{Cost, Limits, Outcome, StateSpace};

use super::super::{Cells, Move, Tiles};
use super::additive::Additive;
use crate::simd::Simd;
use node::{Looks, Node};

/// The search on `jobs` threads.
pub(super) fn ida_star<C: Cells + Sync>(
    tiles: &Tiles<C>,
    additive: &Additive,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    match additive.views.len() {
        0..=4 => with_views::<C, 4>(tiles, additive, jobs, limits),
        5..=8 => with_views::<C, 8>(tiles, additive, jobs, limits),
        _ => with_views::<C, { Additive::MOST_VIEWS }>(tiles, additive, jobs, limits),
    }
}

fn with_views<C: Cells + Sync, const V: usize>(
    tiles: &Tiles<C>,
    additive: &Additive,
    jobs: NonZeroUsize,
    limits: &Limits,
) -> Option<Outcome<Plan<Move>>> {
    let looks = Looks::<V>::new(tiles.goal().size(), additive);
    in_parts(&Tree { tiles, additive, looks }, jobs, limits).ok()
}

struct Tree<'a, C: Cells, const V: usize> {
    tiles: &'a Tiles<C>,
    additive: &'a Additive,
    looks: Looks<'a, V>,
}

impl<C: Cells + Sync, const V: usize> Parts for Tree<'_, C, V> {
    type Space = Tiles<C>;
    type Root = Node<V>;

    fn space(&self) -> &Tiles<C> {
        self.tiles
    }

    fn start(&self) -> (Node<V>, Cost) {
        let node = self.looks.node(self.additive, self.tiles.start());
        let h = node.h();
        (node, h)
    }

    fn branches(&self, node: &Node<V>) -> Option<Vec<Branch<Self>>> {
        let branch = |(action, root): (Move, Node<V>)| {
            let (g, h) = (root.g.into(), root.h());
            Branch { action, root, g, h }
        };
        (node.h() != 0).then(|| self.looks.successors(node).map(branch).collect())
    }

    fn dive(&self, bound: Cost, work: &Work<'_, Self>) {
        #[cfg(target_arch = "x86_64")]
        if Simd::of_this_process() == Simd::Avx2 && avx2::dive(&self.looks, bound, work) {
            return;
        }
        window::dive(&self.looks, bound, work);
    }
}
