//! The tree a search grows, numbered as its events arrive.

use std::collections::HashMap;
use std::hash::Hash;

use goalward::path::{Event, Fate};

/// Where a step belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreePlace {
    /// The node, if the step belongs to one.
    pub node: Option<u32>,
    /// The parent of a new node; none for a root.
    pub parent: Option<u32>,
    /// Whether the node is new.
    pub is_new: bool,
    /// How many nodes of a path search wait to be expanded, where it keeps them.
    pub waiting: u32,
}

impl TreePlace {
    fn at(node: Option<u32>) -> Self {
        TreePlace { node, ..TreePlace::default() }
    }
}

/// Numbers the nodes.
#[derive(Debug, Default)]
struct Numbers(u32);

impl Numbers {
    /// A new node and its place.
    fn fresh(&mut self, parent: Option<u32>) -> (u32, TreePlace) {
        let node = self.0;
        self.0 += 1;
        (node, TreePlace { node: Some(node), parent, is_new: true, waiting: 0 })
    }
}

/// The tree of a constraint or game search: it is enough to know the nodes from the root to the
/// present one.
#[derive(Debug, Default)]
pub(crate) struct Branch {
    numbers: Numbers,
    nodes: Vec<u32>,
}

impl Branch {
    /// A new node below the present one, which it becomes.
    pub fn descend(&mut self) -> TreePlace {
        let (node, place) = self.numbers.fresh(self.nodes.last().copied());
        self.nodes.push(node);
        place
    }

    /// The same, with the new node at this depth.
    pub fn descend_to(&mut self, depth: u32) -> TreePlace {
        self.nodes.truncate(depth as usize);
        self.descend()
    }

    /// The present node.
    pub fn last(&self) -> TreePlace {
        TreePlace::at(self.nodes.last().copied())
    }

    /// The node at this depth.
    pub fn at(&self, depth: u32) -> TreePlace {
        TreePlace::at(self.nodes.get(depth as usize).copied())
    }

    /// Leaves the present node for the one above it.
    pub fn leave(&mut self) -> TreePlace {
        TreePlace::at(self.nodes.pop())
    }
}

/// The tree of a path search. It remembers every state, so it is for the beginning of a search, not
/// for all of a long one.
///
/// A search that starts again, such as each deeper one of a deepening search, begins a new tree;
/// the numbering continues.
#[derive(Debug)]
pub(crate) struct Tree<T, C> {
    numbers: Numbers,
    /// For each of its roots: the nodes by their states.
    sides: Vec<HashMap<T, Seen<C>>>,
    waiting: u32,
}

#[derive(Debug)]
struct Seen<C> {
    node: u32,
    g: C,
    waits: bool,
}

impl<T, C> Default for Tree<T, C> {
    fn default() -> Self {
        Tree { numbers: Numbers::default(), sides: Vec::new(), waiting: 0 }
    }
}

impl<T: Clone + Eq + Hash, C: Copy + PartialEq> Tree<T, C> {
    /// The place of the next event.
    pub fn place(&mut self, event: &Event<'_, T, C>) -> TreePlace {
        let place = match *event {
            Event::Expand { state, g, .. } => self.expand(state, g),
            Event::Generate { from, state, g, fate, .. } => {
                let waits = matches!(fate, Fate::New | Fate::Cheaper);
                self.generate(from, state, waits.then_some(g))
            }
            Event::Improve { state, .. }
            | Event::Plan { state, .. }
            | Event::Goal { state, .. } => self.known(state),
            _ => TreePlace::default(),
        };
        TreePlace { waiting: self.waiting, ..place }
    }

    fn expand(&mut self, state: &T, g: C) -> TreePlace {
        let waits = |known: &&mut Seen<C>| known.waits && known.g == g;
        for side in &mut self.sides {
            if let Some(known) = side.get_mut(state).filter(waits) {
                known.waits = false;
                self.waiting = self.waiting.saturating_sub(1);
                return TreePlace::at(Some(known.node));
            }
        }
        // A root: of the other end, or the same one again.
        if self.sides.iter().any(|side| side.contains_key(state)) {
            self.sides.clear();
            self.waiting = 0;
        }
        let (node, place) = self.numbers.fresh(None);
        let root = Seen { node, g, waits: false };
        self.sides.push(HashMap::from([(state.clone(), root)]));
        place
    }

    /// A child of `from`; it waits to be expanded if its cost is given.
    fn generate(&mut self, from: &T, state: &T, g: Option<C>) -> TreePlace {
        // If both ends know the parent, take the one that expanded it last.
        let sides = self.sides.iter_mut().filter_map(|side| {
            let parent = side.get(from).filter(|known| !known.waits)?.node;
            Some((parent, side))
        });
        let Some((parent, side)) = sides.max_by_key(|(parent, _)| *parent) else {
            return TreePlace::default();
        };
        let (node, place) = self.numbers.fresh(Some(parent));
        if let Some(g) = g {
            let before = side.insert(state.clone(), Seen { node, g, waits: true });
            self.waiting += u32::from(!before.is_some_and(|before| before.waits));
        }
        place
    }

    fn known(&self, state: &T) -> TreePlace {
        TreePlace::at(self.sides.iter().find_map(|side| side.get(state)).map(|known| known.node))
    }
}
