//! The open nodes of a dive.

use super::node::{Tally, ViewedBoard};

/// Open nodes in the order of the dive, and the counts between them.
pub(super) struct Open<const V: usize> {
    /// Open or free, in no particular order.
    nodes: Vec<ViewedBoard<V>>,
    /// Which are open, from the last to the first.
    order: Vec<u32>,
    free: Vec<u32>,
    /// The counts after all of them.
    pub behind: Tally,
}

impl<const V: usize> Open<V> {
    pub fn new() -> Self {
        let behind = Tally::default();
        Open { nodes: Vec::new(), order: Vec::new(), free: Vec::new(), behind }
    }

    /// Starts again with one node.
    pub fn begin(&mut self, root: &ViewedBoard<V>) {
        self.nodes.clear();
        self.nodes.push(root.clone());
        self.order.clear();
        self.order.push(0);
        self.free.clear();
        self.behind = Tally::default();
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    #[inline(always)]
    pub fn node(&self, slot: u32) -> &ViewedBoard<V> {
        &self.nodes[slot as usize]
    }

    /// Removes the first nodes, in order, but keeps their memory until they are freed.
    #[inline(always)]
    pub fn take<'w>(&mut self, count: usize, window: &'w mut [u32]) -> &'w [u32] {
        let rest = self.order.len() - count;
        for (slot, &node) in window.iter_mut().zip(self.order[rest..].iter().rev()) {
            *slot = node;
        }
        self.order.truncate(rest);
        &window[..count]
    }

    /// Adds counts to the first open node, which comes after them.
    #[inline(always)]
    pub fn count(&mut self, tally: Tally) {
        match self.order.last() {
            Some(&next) => self.nodes[next as usize].before.add(tally),
            None => self.behind.add(tally),
        }
    }

    /// Inserts a copy of a node before all others, and returns it to be changed.
    #[inline(always)]
    pub fn copy(&mut self, slot: u32) -> &mut ViewedBoard<V> {
        let new = self.free.pop().unwrap_or_else(|| self.make_room());
        self.order.push(new);
        let pair = [slot as usize, new as usize];
        let [node, copy] = self.nodes.get_disjoint_mut(pair).expect("a free slot is another");
        copy.clone_from(node);
        copy.before = Tally::default();
        copy
    }

    #[inline(always)]
    pub fn free(&mut self, window: &[u32]) {
        self.free.extend_from_slice(window);
    }

    /// Allocates more nodes and takes the first of them.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) -> u32 {
        let all = self.nodes.len();
        self.nodes.resize(all + 128, self.nodes[0].clone());
        self.free.extend((all as u32 + 1..self.nodes.len() as u32).rev());
        all as u32
    }

    /// Drops everything after the first goal, if there is one.
    pub fn cut_behind_goal(&mut self) {
        let goal = self.order.iter().rposition(|&slot| self.node(slot).h() == 0);
        self.order.drain(..goal.unwrap_or(0));
    }

    /// The first open node.
    pub fn first(&self) -> Option<&ViewedBoard<V>> {
        self.order.last().map(|&slot| self.node(slot))
    }

    /// Drops all.
    pub fn abandon(&mut self) {
        for slot in std::mem::take(&mut self.order) {
            self.behind.add(self.nodes[slot as usize].before);
        }
    }

    pub fn bytes(&self) -> usize {
        let indices = self.order.capacity() + self.free.capacity();
        self.nodes.capacity() * size_of::<ViewedBoard<V>>() + indices * size_of::<u32>()
    }
}
