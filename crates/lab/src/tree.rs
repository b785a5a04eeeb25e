//! The tree a search grows, from its steps.

use std::collections::HashMap;

use serde_json::Value;

use crate::trace::EventKind::*;
use crate::trace::Step;

/// Numbers the nodes of a search tree as its steps are told. It remembers every state:
/// for the beginning of a search, not for all of a long one.
///
/// A search that begins anew, such as each deeper one of a deepening search, begins a new
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
pub struct Place {
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
    g: u64,
    waits: bool,
}

impl Tree {
    /// The place of the next step.
    pub fn place(&mut self, step: &Step) -> Place {
        let state = step.state.as_deref().unwrap_or_default();
        let place = match step.event {
            Expand => self.expand(state, fact(step, "g")),
            New | Cheaper | Known | Pruned => self.generate(step, state),
            Improve | Goal => self.known(state),
            Assign => self.descend(),
            Prune => Place { node: self.way.last().copied(), ..Place::default() },
            Conflict | Wipeout | Backtrack | Solution => {
                Place { node: self.way.pop(), ..Place::default() }
            }
            Enter => {
                self.way.truncate(fact(step, "ply") as usize);
                self.descend()
            }
            Leave | Cutoff => {
                let node = self.way.get(fact(step, "ply") as usize).copied();
                Place { node, ..Place::default() }
            }
            _ => Place::default(),
        };
        Place { waiting: self.waiting, ..place }
    }

    fn fresh(&mut self, parent: Option<u32>) -> Place {
        let node = self.nodes;
        self.nodes += 1;
        Place { node: Some(node), parent, is_new: true, waiting: 0 }
    }

    /// A new node below the present one.
    fn descend(&mut self) -> Place {
        let place = self.fresh(self.way.last().copied());
        self.way.extend(place.node);
        place
    }

    fn expand(&mut self, state: &str, g: u64) -> Place {
        let waits = |known: &Seen| known.waits && known.g == g;
        for side in &mut self.sides {
            if let Some(known) = side.get_mut(state).filter(|known| waits(known)) {
                known.waits = false;
                self.waiting = self.waiting.saturating_sub(1);
                return Place { node: Some(known.node), ..Place::default() };
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

    fn generate(&mut self, step: &Step, state: &str) -> Place {
        let text = |name| step.facts.get(name).and_then(Value::as_str).unwrap_or_default();
        let from = text("from");
        // Of two ends that both know the parent, it is the one that expanded it last.
        let sides = self.sides.iter().enumerate();
        let parents = sides.filter_map(|(side, known)| Some((side, known.get(from)?)));
        let parent = parents.filter(|(_, known)| !known.waits).max_by_key(|(_, known)| known.node);
        let Some((side, parent)) = parent.map(|(side, known)| (side, known.node)) else {
            return Place::default();
        };
        let place = self.fresh(Some(parent));
        if matches!(step.event, New | Cheaper) {
            let node = place.node.unwrap_or_default();
            let known = Seen { node, g: fact(step, "g"), waits: true };
            let before = self.sides[side].insert(state.to_string(), known);
            self.waiting += u32::from(!before.is_some_and(|before| before.waits));
        }
        place
    }

    fn known(&self, state: &str) -> Place {
        let node = self.sides.iter().find_map(|side| side.get(state)).map(|known| known.node);
        Place { node, ..Place::default() }
    }
}

fn fact(step: &Step, name: &str) -> u64 {
    step.facts.get(name).and_then(Value::as_u64).unwrap_or(0)
}
