//! The top of a search tree, and the parts below it.

use super::{Branch, Dived, Done, Landing, Parts};
use crate::cost::{Cost, least};
use crate::run::{Meter, Stop};

/// A tree that does not branch is followed at most this far to divide it.
const LEVELS: usize = 48;

/// A subtree.
pub(super) struct Part<A, C, R> {
    pub root: R,
    actions: Vec<A>,
    g: C,
    h: C,
    /// What a single dive would count between the previous part and this one.
    before: Top<A, C>,
}

impl<A: Clone, C, R> Part<A, C, R> {
    /// The path from the start to its root.
    fn way(&self, further: &[A]) -> Vec<A> {
        [&self.actions, further].concat()
    }
}

/// What a single dive would count above the parts.
struct Top<A, C> {
    tally: Tally,
    /// The first of the nodes with the lowest h, if it is lower than all within smaller bounds.
    best: Option<Best<A, C>>,
}

/// An h, and the path there from the start.
type Best<A, C> = (C, Vec<A>);

impl<A, C: Cost> Top<A, C> {
    const NOTHING: Self =
        Top { tally: Tally { expanded: 0, generated: 0, deepest: 0 }, best: None };

    /// Adds the counts that follow.
    fn add(&mut self, other: Self) {
        self.tally.add(other.tally);
        if let Some(best) = other.best {
            self.meet(best.0, || best.1);
        }
    }

    /// Records a node if none before it had an h as low.
    fn meet(&mut self, h: C, way: impl FnOnce() -> Vec<A>) {
        if self.best.as_ref().is_none_or(|best| h < best.0) {
            self.best = Some((h, way()));
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub expanded: u64,
    pub generated: u64,
    pub deepest: u32,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// The combined result of the parts of one bound, counted as a single dive would.
pub(super) struct Gathered<C> {
    pub tally: Tally,
    pub next_bound: C,
    /// The most memory that a thread held.
    pub bytes: u64,
}

/// How far a single dive would get within a bound.
pub(super) enum Reached<A> {
    /// To the end.
    End,
    /// To a goal, by these actions.
    Goal(Vec<A>),
    /// To where a limit stopped it.
    Limit(Stop),
    /// To an action of cost 0.
    Refusal,
}

/// How far a single dive would get, or that a walk is needed to find out.
type HowFar<A> = Result<Reached<A>, Short>;

/// Somewhere after this many parts a single dive would reach its node limit.
pub(super) struct Short(pub usize);

/// The top of a search tree, above its parts.
pub(super) struct Cut<'a, A, C, R> {
    tree: &'a dyn Parts<A, C, R>,
    bound: C,
    pub parts: Vec<Part<A, C, R>>,
    /// The depth at which the parts begin, except for those that could not be divided there.
    depth: usize,
    /// What a single dive would count after the last part.
    after: Top<A, C>,
    next_bound: C,
}

impl<'a, A: Clone, C: Cost, R> Cut<'a, A, C, R> {
    /// About how many bytes a part needs, with the path to it and its result.
    pub const BYTES: usize =
        size_of::<Part<A, C, R>>() + size_of::<Option<Dived<A, C>>>() + LEVELS / 2 * size_of::<A>();

    /// The bytes of all parts.
    pub fn bytes(&self) -> usize {
        let ways: usize = self.parts.iter().map(|part| part.actions.capacity()).sum();
        self.parts.capacity() * size_of::<Part<A, C, R>>()
            + self.parts.len() * size_of::<Option<Dived<A, C>>>()
            + ways * size_of::<A>()
    }

    /// Divides level by level until there are enough parts. `nearest` is the lowest h so far.
    pub fn new(tree: &'a dyn Parts<A, C, R>, bound: C, wanted: usize, nearest: C) -> Self {
        let (root, h) = tree.start();
        let g = C::ZERO;
        let start = Part { root, actions: Vec::new(), g, h, before: Top::NOTHING };
        let (parts, after) = (vec![start], Top::NOTHING);
        let mut cut = Cut { tree, bound, parts, depth: 0, after, next_bound: Cost::INFINITE };
        for _ in 0..LEVELS {
            if cut.parts.len() >= wanted || !cut.deeper(nearest) {
                break;
            }
        }
        cut
    }

    /// Replaces each part by its successors within the bound; returns whether any part had some.
    fn deeper(&mut self, nearest: C) -> bool {
        let mut branched = false;
        let mut between = Top::NOTHING;
        let mut parts = Vec::with_capacity(2 * self.parts.len());
        for mut part in std::mem::take(&mut self.parts) {
            between.add(std::mem::replace(&mut part.before, Top::NOTHING));
            let Some(branches) = self.cuttable(part.g, self.tree.branches(&part.root)) else {
                part.before = std::mem::replace(&mut between, Top::NOTHING);
                parts.push(part);
                continue;
            };
            branched = true;
            let deepest = part.actions.len() as u32 + 1;
            between.tally.add(Tally { expanded: 1, generated: 0, deepest });
            if part.h < nearest {
                between.meet(part.h, || part.actions.clone());
            }
            for Branch { action, root, g, h } in branches {
                between.tally.generated += 1;
                let f = g.plus(h).unwrap_or(Cost::INFINITE);
                if f > self.bound {
                    self.next_bound = least(self.next_bound, f);
                    continue;
                }
                let mut actions = Vec::with_capacity(part.actions.len() + 1);
                actions.extend_from_slice(&part.actions);
                actions.push(action);
                let before = std::mem::replace(&mut between, Top::NOTHING);
                parts.push(Part { root, actions, g, h, before });
            }
        }
        self.parts = parts;
        between.add(std::mem::replace(&mut self.after, Top::NOTHING));
        self.after = between;
        self.depth += 1;
        branched
    }

    /// The branches of a node at this g, if it can be divided: it is not a goal and no action costs
    /// 0. A dive finds out whether such an action comes before a goal.
    fn cuttable(
        &self,
        g: C,
        branches: Option<Vec<Branch<A, C, R>>>,
    ) -> Option<Vec<Branch<A, C, R>>> {
        branches.filter(|branches| branches.iter().all(|branch| branch.g > g))
    }

    /// Combines the results up to the first goal, or up to where `left` expansions or the limit
    /// that stopped the dives would end a single dive. A state nearer than `best` replaces it.
    pub fn gather(
        &self,
        done: Done<A, C>,
        stop: Option<Stop>,
        left: u64,
        best: &mut Best<A, C>,
    ) -> (Gathered<C>, HowFar<A>) {
        let mut all = Gathered { tally: Tally::default(), next_bound: self.next_bound, bytes: 0 };
        let mut meet = |h: C, way: &dyn Fn() -> Vec<A>| {
            if h < best.0 {
                *best = (h, way());
            }
        };
        // If the search stops at a node that is still to be determined, it does not matter where
        // the dives were interrupted.
        let stop = stop.filter(|&by| by != Stop::Nodes);
        let mut parts = self.parts.iter().zip(done).enumerate();
        while let Some((number, (part, dived))) = parts.next() {
            let unfinished = dived.as_ref().is_none_or(|it| matches!(it.end, Landing::Left));
            let inside = dived.as_ref().map_or(0, |dived| dived.expanded);
            if all.tally.expanded + part.before.tally.expanded + inside > left
                || unfinished && stop.is_none()
            {
                return (all, Err(Short(number)));
            }
            all.tally.add(part.before.tally);
            if let Some((h, way)) = &part.before.best {
                meet(*h, &|| way.clone());
            }
            meet(part.h, &|| part.way(&[]));
            if let Some(dived) = dived {
                let Dived { expanded, generated, .. } = dived;
                let above = if dived.deepest > 0 { part.actions.len() as u32 } else { 0 };
                all.tally.add(Tally { expanded, generated, deepest: dived.deepest + above });
                all.bytes = all.bytes.max(dived.bytes);
                if let Some(beyond) = dived.next_bound {
                    all.next_bound = least(all.next_bound, beyond);
                }
                if let Some((h, actions)) = dived.best {
                    meet(h, &|| part.way(&actions));
                }
                match dived.end {
                    Landing::Goal(actions) => return (all, Ok(Reached::Goal(part.way(&actions)))),
                    Landing::Refused => return (all, Ok(Reached::Refusal)),
                    Landing::Nothing | Landing::Left => {}
                }
            }
            if let Some(by) = stop.filter(|_| unfinished) {
                // The results of the parts after it are still valid.
                for (_, (part, dived)) in parts {
                    let Some(dived) = dived else { continue };
                    if let Landing::Goal(actions) = dived.end {
                        return (all, Ok(Reached::Goal(part.way(&actions))));
                    }
                    if let Some((h, actions)) = dived.best {
                        meet(h, &|| part.way(&actions));
                    }
                }
                return (all, Ok(Reached::Limit(by)));
            }
        }
        if all.tally.expanded + self.after.tally.expanded > left {
            return (all, Err(Short(self.parts.len())));
        }
        all.tally.add(self.after.tally);
        if let Some((h, way)) = &self.after.best {
            meet(*h, &|| way.clone());
        }
        (all, Ok(stop.map_or(Reached::End, Reached::Limit)))
    }

    /// Walks through the tree node by node, starting after the first `skip` parts.
    pub fn walk(
        &self,
        mut skip: usize,
        meter: &mut Meter,
        gathered: &mut Gathered<C>,
        best: &mut Best<A, C>,
    ) -> Reached<A> {
        // The current node, and on every level above it the branches still to come.
        let (mut way, mut levels): (Vec<A>, Vec<Level<A, C, R>>) = (Vec::new(), Vec::new());
        let mut next = Some((self.tree.start().0, C::ZERO));
        let reached = loop {
            if let Some((root, g)) = next.take() {
                let mut branches = self.tree.branches(&root);
                if skip > 0 {
                    branches = self.cuttable(g, branches).filter(|_| way.len() < self.depth);
                    if branches.is_none() {
                        skip -= 1;
                        way.pop();
                        continue;
                    }
                } else {
                    let deepest = &mut gathered.tally.deepest;
                    *deepest = (*deepest).max(way.len() as u32 + 1);
                }
                let Some(branches) = branches else { break Reached::Goal(way) };
                if skip == 0
                    && let Err(by) = meter.expand()
                {
                    break Reached::Limit(by);
                }
                let bytes = branches.capacity() * size_of::<Branch<A, C, R>>();
                if let Err(by) = meter.hold(bytes) {
                    break Reached::Limit(by);
                }
                levels.push(Level { g, rest: branches.into_iter(), bytes });
            }
            let Some(level) = levels.last_mut() else { break Reached::End };
            let Some(Branch { action, root, g, h }) = level.rest.next() else {
                meter.release(level.bytes);
                levels.pop();
                way.pop();
                continue;
            };
            let f = g.plus(h).unwrap_or(Cost::INFINITE);
            if skip == 0 {
                meter.generated += 1;
                if g == level.g {
                    break Reached::Refusal;
                }
                if f > self.bound {
                    gathered.next_bound = least(gathered.next_bound, f);
                }
            }
            if f > self.bound {
                continue;
            }
            way.push(action);
            if skip == 0 && h < best.0 {
                *best = (h, way.clone());
            }
            next = Some((root, g));
        };
        meter.release(levels.iter().map(|level| level.bytes).sum());
        reached
    }
}

/// What a walk still has to visit below a node.
struct Level<A, C, R> {
    /// The cost of reaching the node.
    g: C,
    rest: std::vec::IntoIter<Branch<A, C, R>>,
    bytes: usize,
}
