//! The tree a search grows, from its steps.

use std::collections::HashMap;

use crate::number::Number;
use crate::trace::EventKind::*;
use crate::trace::{Facts, Step};

/// Numbers the nodes of a search tree as its steps arrive. It remembers every state:
/// for the beginning of a search, not for all of a long one.
///
/// A search that starts again, such as each deeper one of a deepening search, begins a new
/// tree; the numbers go on.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: u32,
    /// Of a path search, for each of its roots: the nodes by their states.
    sides: Vec<HashMap<String, Seen>>,
    waiting: u32,
    /// Of a constraint or game search: the nodes on the way to the present one.
    way: Vec<u32>,
}

/// Where a step belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreePlace {
    /// The node, if it is of one.
    pub node: Option<u32>,
    /// Of a node that is new: the one it hangs from, none for a root.
    pub parent: Option<u32>,
    /// Whether the node is new.
    pub is_new: bool,
    /// How many nodes of a path search wait to be expanded, where it keeps them.
    pub waiting: u32,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    node: u32,
    g: Number,
    waits: bool,
}

impl Tree {
    /// The place of the next step.
    pub fn place(&mut self, step: &Step) -> TreePlace {
        let state = step.state.as_deref().unwrap_or_default();
        let at = |node| TreePlace { node, ..TreePlace::default() };
        let place = match (step.event, &step.facts) {
            (Expand, Facts::Node { g, .. }) => self.expand(state, *g),
            (kind, Facts::Child { g, from: Some(from), .. }) => {
                let waits = matches!(kind, New | Cheaper);
                self.generate(from, state, waits.then_some(*g))
            }
            (Improve | Plan | Goal, _) => self.known(state),
            (Assign, _) => self.descend(),
            (Prune, _) => at(self.way.last().copied()),
            (Conflict | Wipeout | Backtrack | Solution, _) => at(self.way.pop()),
            (Enter, Facts::Entered { ply, .. }) => {
                self.way.truncate(*ply as usize);
                self.descend()
            }
            (Leave, Facts::Valued { ply, .. }) | (Cutoff, Facts::Cut { ply, .. }) => {
                at(self.way.get(*ply as usize).copied())
            }
            _ => TreePlace::default(),
        };
        TreePlace { waiting: self.waiting, ..place }
    }

    fn fresh(&mut self, parent: Option<u32>) -> TreePlace {
        let node = self.nodes;
        self.nodes += 1;
        TreePlace { node: Some(node), parent, is_new: true, waiting: 0 }
    }

    /// A new node below the present one.
    fn descend(&mut self) -> TreePlace {
        let place = self.fresh(self.way.last().copied());
        self.way.extend(place.node);
        place
    }

    fn expand(&mut self, state: &str, g: Number) -> TreePlace {
        let waits = |known: &Seen| known.waits && known.g == g;
        for side in &mut self.sides {
            if let Some(known) = side.get_mut(state).filter(|known| waits(known)) {
                known.waits = false;
                self.waiting = self.waiting.saturating_sub(1);
                return TreePlace { node: Some(known.node), ..TreePlace::default() };
            }
        }
        // A root: of the other end, or the same one again.
        if self.sides.iter().any(|side| side.contains_key(state)) {
            self.sides.clear();
            self.waiting = 0;
        }
        let place = self.fresh(None);
        let node = place.node.unwrap_or_default();
        let root = Seen { node, g, waits: false };
        self.sides.push(HashMap::from([(state.to_string(), root)]));
        place
    }

    /// A child of `from`; it waits to be expanded if it is given what it cost.
    fn generate(&mut self, from: &str, state: &str, g: Option<Number>) -> TreePlace {
        // Of two ends that both know the parent, it is the one that expanded it last.
        let sides = self.sides.iter().enumerate();
        let parents = sides.filter_map(|(side, known)| Some((side, known.get(from)?)));
        let parent = parents.filter(|(_, known)| !known.waits).max_by_key(|(_, known)| known.node);
        let Some((side, parent)) = parent.map(|(side, known)| (side, known.node)) else {
            return TreePlace::default();
        };
        let place = self.fresh(Some(parent));
        if let Some(g) = g {
            let node = place.node.unwrap_or_default();
            let known = Seen { node, g, waits: true };
            let before = self.sides[side].insert(state.to_string(), known);
            self.waiting += u32::from(!before.is_some_and(|before| before.waits));
        }
        place
    }

    fn known(&self, state: &str) -> TreePlace {
        let node = self.sides.iter().find_map(|side| side.get(state)).map(|known| known.node);
        TreePlace { node, ..TreePlace::default() }
    }
}
