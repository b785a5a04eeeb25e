//! The top of a tree, cut off, and the parts below it.

use super::{Action, Branch, CostOf, Dived, Done, Landing, Parts};
use crate::cost::{Cost, least};
use crate::run::{Meter, Stop};

/// A tree that does not branch is not followed further than this to cut it.
const LEVELS: usize = 48;

/// A subtree.
pub(super) struct Part<P: Parts + ?Sized> {
    pub root: P::Root,
    actions: Vec<Action<P>>,
    g: CostOf<P>,
    h: CostOf<P>,
    /// What one dive would count between the part before it and this.
    before: Top<P>,
}

impl<P: Parts> Part<P> {
    /// The way from the start to its root, and from there on.
    fn way(&self, further: &[Action<P>]) -> Vec<Action<P>> {
        [&self.actions, further].concat()
    }
}

/// What one dive would count above the parts.
struct Top<P: Parts + ?Sized> {
    tally: Tally,
    /// The first of the nearest nodes, if it is nearer than all within smaller bounds.
    best: Option<Best<P>>,
}

/// An h, and the way there from the start.
type Best<P> = (CostOf<P>, Vec<Action<P>>);

impl<P: Parts> Top<P> {
    const NOTHING: Self =
        Top { tally: Tally { expanded: 0, generated: 0, deepest: 0 }, best: None };

    /// Counts what comes after it.
    fn add(&mut self, other: Self) {
        self.tally.add(other.tally);
        if let Some(best) = other.best {
            self.meet(best.0, || best.1);
        }
    }

    /// Notes a node if none before it was as near.
    fn meet(&mut self, h: CostOf<P>, way: impl FnOnce() -> Vec<Action<P>>) {
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

/// What the parts of one bound came to, counted as one dive would.
pub(super) struct Gathered<C> {
    pub tally: Tally,
    pub next_bound: C,
    /// The most that a thread held.
    pub bytes: u64,
}

/// How far one dive would come within a bound.
pub(super) enum Reached<A> {
    /// Through all of it.
    End,
    /// To a goal, by these actions.
    Goal(Vec<A>),
    /// To where a limit stopped it.
    Limit(Stop),
    /// To an action that costs nothing.
    Refusal,
}

/// How far one dive would come, or that it takes a walk to tell.
type HowFar<P> = Result<Reached<Action<P>>, Short>;

/// Somewhere behind so many parts one dive would reach its limit of nodes.
pub(super) struct Short(pub usize);

/// The top of a tree, cut off.
pub(super) struct Cut<'a, P: Parts> {
    tree: &'a P,
    bound: CostOf<P>,
    pub parts: Vec<Part<P>>,
    /// The depth at which the parts begin, but for those that could not be cut there.
    depth: usize,
    /// What one dive would count after the last part.
    after: Top<P>,
    next_bound: CostOf<P>,
}

impl<'a, P: Parts> Cut<'a, P> {
    /// About what a part takes, with the way to it and what comes of it.
    pub const BYTES: usize = size_of::<Part<P>>()
        + size_of::<Option<Dived<Action<P>, CostOf<P>>>>()
        + LEVELS / 2 * size_of::<Action<P>>();

    /// What all take.
    pub fn bytes(&self) -> usize {
        let ways: usize = self.parts.iter().map(|part| part.actions.capacity()).sum();
        self.parts.capacity() * size_of::<Part<P>>()
            + self.parts.len() * size_of::<Option<Dived<Action<P>, CostOf<P>>>>()
            + ways * size_of::<Action<P>>()
    }

    /// Cuts level by level until there are enough parts. `nearest` is the least h so far.
    pub fn new(tree: &'a P, bound: CostOf<P>, wanted: usize, nearest: CostOf<P>) -> Self {
        let (root, h) = tree.start();
        let g = CostOf::<P>::ZERO;
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

    /// Puts the successors of each part in its place, within the bound; says whether
    /// any part had some.
    fn deeper(&mut self, nearest: CostOf<P>) -> bool {
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

    /// The branches of a node that can be cut, at this g: no goal, and no action costs
    /// nothing. Whether such an action comes before a goal, a dive will tell.
    fn cuttable(&self, g: CostOf<P>, branches: Option<Vec<Branch<P>>>) -> Option<Vec<Branch<P>>> {
        branches.filter(|branches| branches.iter().all(|branch| branch.g > g))
    }

    /// Puts together what was found, up to the first goal or to where `left` expansions or
    /// what stopped the dives would end one dive. A nearer state than `best` takes its place.
    pub fn gather(
        &self,
        done: Done<P>,
        stop: Option<Stop>,
        left: u64,
        best: &mut Best<P>,
    ) -> (Gathered<CostOf<P>>, HowFar<P>) {
        let mut all = Gathered { tally: Tally::default(), next_bound: self.next_bound, bytes: 0 };
        let mut meet = |h: CostOf<P>, way: &dyn Fn() -> Vec<Action<P>>| {
            if h < best.0 {
                *best = (h, way());
            }
        };
        // What stops at a node that is to be found is no matter of where the dives were left.
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
                // What the parts behind it found is no less true for that.
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

    /// Goes through the tree node by node, from behind the first `skip` parts on.
    pub fn walk(
        &self,
        mut skip: usize,
        meter: &mut Meter,
        gathered: &mut Gathered<CostOf<P>>,
        best: &mut Best<P>,
    ) -> Reached<Action<P>> {
        // Where it is, and on every level above what is still to come.
        let (mut way, mut levels): (Vec<Action<P>>, Vec<Level<P>>) = (Vec::new(), Vec::new());
        let mut next = Some((self.tree.start().0, CostOf::<P>::ZERO));
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
                let bytes = branches.capacity() * size_of::<Branch<P>>();
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

/// What a walk has still to go through below a node.
struct Level<P: Parts> {
    /// What reaching the node cost.
    g: CostOf<P>,
    rest: std::vec::IntoIter<Branch<P>>,
    bytes: usize,
}
