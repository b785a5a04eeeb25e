//! Recursive best-first search, and iterative expansion, which is the same with memory.

use super::dive::OnPath;
use super::plan::{either, solved};
use super::{End, Event, Fate, Guarantee, PathObserver, PathSearch, Plan, PlanOf, Undo};
use crate::cost::{Cost, least};
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// Recursive best-first search (Korf 1993): it follows the best path while that stays better than
/// the best alternative, then backs up the least f found below it and follows the alternative.
///
/// With `nodes` = 0 it holds only the path and its siblings. Otherwise it keeps the nodes that it
/// leaves in memory, up to about that many, and does not have to generate them again: this is
/// iterative expansion (Russell 1992). When memory is full, the families with the largest f are
/// forgotten; their f stays with their parents. [`Limits::memory`] is observed in the same way.
///
/// Optimal when the heuristic never overestimates. No state occurs twice on a path, so the search
/// of a finite space ends.
///
/// ```
/// use goalward::path::{PathSearch, Rbfs};
/// use goalward::space::from_fn;
///
/// // Down to 1, by halving even numbers and by subtracting 1.
/// let steps = |&n: &u32| [(n / 2, 1), (n - 1, 1)].into_iter().skip(n as usize % 2);
/// let numbers = from_fn(100u32, steps, |&n| n == 1);
/// for nodes in [0, 1000] {
///     let plan = Rbfs { nodes, ..Rbfs::default() }.solve(&numbers, &|&n: &u32| n.ilog2()).into_solution().unwrap();
///     assert_eq!(plan.cost, 8);
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rbfs {
    /// How many nodes to keep in memory, including the path and its siblings, which are kept even
    /// if there are more.
    pub nodes: usize,
    /// Whether the action that cancels the previous one is generated, too: it is counted and
    /// dropped.
    pub undo: Undo,
}

impl Rbfs {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::Cheapest
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for Rbfs {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut meter = Meter::new(limits);
        let mut tree = Tree {
            space,
            heuristic,
            nodes: self.nodes,
            undo: self.undo,
            families: Vec::new(),
            free: Vec::new(),
            held: 0,
            path: Vec::new(),
            deepest: 0,
            on_path: OnPath::new(),
            best: Best { h: S::Cost::INFINITE, at: None, start: None, actions: Vec::new() },
            overflowed: false,
            refused: None,
        };
        let end = tree.run(&mut meter, observer);
        meter.lower_bound =
            Some(tree.least()).filter(|f| *f < S::Cost::INFINITE).and_then(Cost::number);
        let verdict = match end {
            Ok(true) => solved(tree.plan(End::Goal)),
            Ok(false) if tree.overflowed => {
                Verdict::Stopped { by: Stop::Cost, best: tree.best_so_far() }
            }
            Ok(false) => Verdict::Unsolvable,
            Err(by) => Verdict::Stopped { by, best: tree.best_so_far() },
        };
        meter.finish(verdict)
    }
}

/// A node that was generated.
struct Child<S: StateSpace, M> {
    state: S::State,
    memo: M,
    g: S::Cost,
    /// The action that led here; `None` at a start.
    action: Option<S::Action>,
    /// A lower bound on the cost of a solution through here: it only grows.
    f: S::Cost,
    /// Its children, if they are in memory.
    family: Option<usize>,
}

impl<S: StateSpace, M> Child<S, M> {
    /// Orders nodes by f: sums that differ by rounding are equal. A dead end comes last.
    fn key(&self) -> u64 {
        key(self.f)
    }
}

fn key<C: Cost>(f: C) -> u64 {
    if f < C::INFINITE { C::priority((1, f), (0, C::ZERO)).unwrap_or(DEAD) } else { DEAD }
}

/// The key of a dead end.
const DEAD: u64 = u64::MAX;

/// The table of the states on the path needs at most this many bytes per state when it grows.
const SLOTS: usize = 48;

/// One level of the current path.
struct Level {
    family: usize,
    /// The child that the path goes through.
    chosen: usize,
    /// Beyond this, an alternative elsewhere is better.
    bound: u64,
}

/// The state nearest to a goal so far.
struct Best<S: StateSpace> {
    h: S::Cost,
    /// How long the path to it is, while it is on the current path.
    at: Option<usize>,
    /// Otherwise where it was reached from, and by which actions.
    start: Option<S::State>,
    actions: Vec<S::Action>,
}

struct Tree<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    nodes: usize,
    undo: Undo,
    /// The children of each expanded node in memory; the first are the starts.
    families: Vec<Vec<Child<S, H::Memo>>>,
    /// Places in `families` that are empty.
    free: Vec<usize>,
    /// How many nodes are in memory.
    held: usize,
    path: Vec<Level>,
    /// The length for which memory is accounted.
    deepest: usize,
    on_path: OnPath<S::State>,
    best: Best<S>,
    /// Whether a cost overflowed, so that the search proves nothing.
    overflowed: bool,
    /// An action whose cost is not valid, taken at the end of the path.
    refused: Option<S::Action>,
}

impl<S: StateSpace, H: Heuristic<S>> Tree<'_, S, H> {
    /// Returns whether a goal was found: it is then at the end of the path.
    fn run<O: PathObserver<S>>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        let mut starts = Vec::new();
        for state in self.space.starts() {
            let memo = self.heuristic.memo(&state);
            let f = self.heuristic.estimate(memo);
            let child = Child { state, memo, g: S::Cost::ZERO, action: None, f, family: None };
            self.add(child, &mut starts, meter)?;
        }
        let family = self.keep(starts, meter)?;
        self.path.push(Level { family, chosen: 0, bound: DEAD });
        let mut proved = None;
        while let Some(level) = self.path.last() {
            let (bound, family) = (level.bound, &self.families[level.family]);
            let best = (0..family.len()).min_by_key(|&at| family[at].key());
            let f = best.map_or(S::Cost::INFINITE, |at| family[at].f);
            let Some(at) = best.filter(|_| key(f) < DEAD && key(f) <= bound) else {
                self.back_up(f, meter);
                continue;
            };
            let others = family.iter().enumerate().filter(|(other, _)| *other != at);
            let second = others.map(|(_, child)| child.key()).min().unwrap_or(DEAD);
            // Where there is no alternative, this is the least f of all.
            if bound == DEAD && proved.is_none_or(|before| key(before) < key(f)) {
                proved = Some(f);
                meter.tell(observer, Event::Bound(f));
            }
            if self.descend(at, bound.min(second), meter, observer)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Continues to a child of the last node of the path; returns whether it is a goal.
    fn descend<O: PathObserver<S>>(
        &mut self,
        at: usize,
        bound: u64,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        let level = self.path.last_mut().expect("there is a path");
        level.chosen = at;
        let parent = level.family;
        let child = &self.families[parent][at];
        let h = self.heuristic.estimate(child.memo);
        if h < self.best.h {
            (self.best.h, self.best.at) = (h, Some(self.path.len()));
            meter.tell(observer, Event::Improve { state: &child.state, g: child.g, h });
        }
        if child.family.is_none() && self.space.is_goal(&child.state) {
            meter.tell(observer, Event::Goal { state: &child.state, g: child.g });
            return Ok(true);
        }
        if self.path.len() > self.deepest {
            // With room for the table of the states on the path to grow.
            let bytes = size_of::<Level>() + size_of::<S::State>();
            self.make_room(bytes + SLOTS * (self.path.len() + 16), meter);
            meter.hold(bytes)?;
            self.deepest = self.path.len();
        }
        let child = &self.families[parent][at];
        self.on_path.push(&child.state, meter)?;
        let family = match child.family {
            Some(family) => family,
            None => {
                let made = self.expand(parent, at, meter, observer)?;
                let family = self.keep(made, meter)?;
                self.families[parent][at].family = Some(family);
                family
            }
        };
        self.path.push(Level { family, chosen: 0, bound });
        Ok(false)
    }

    /// Generates the children of a node, which is the last of the path.
    fn expand<O: PathObserver<S>>(
        &mut self,
        family: usize,
        at: usize,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Vec<Child<S, H::Memo>>, Stop> {
        meter.expand()?;
        let Child { state, memo, g, action, f, .. } = &self.families[family][at];
        let (from, last, memo, g, before) = (&state.clone(), action.clone(), *memo, *g, *f);
        if O::WATCHES {
            let h = self.heuristic.estimate(memo);
            meter.tell(observer, Event::Expand { state: from, g, h });
        }
        let mut made = Vec::new();
        for action in self.space.actions_after(from, self.undo.after(last.as_ref())) {
            meter.generate()?;
            let cost = self.space.cost(from, &action);
            let Some(g) = g.plus(cost) else {
                if !cost.is_valid() {
                    self.refused = Some(action);
                    return Err(Stop::Cost);
                }
                self.overflowed = true;
                continue;
            };
            let state = self.space.apply(from, &action);
            let memo = self.heuristic.advance(memo, from, &action, &state);
            let h = self.heuristic.estimate(memo);
            let fate = match g.plus(h) {
                _ if self.on_path.contains(&state) => Fate::Known,
                Some(_) => Fate::New,
                None => Fate::Pruned,
            };
            meter.tell(observer, Event::Generate { from, state: &state, g, h, fate });
            if fate == Fate::Known {
                continue;
            }
            let Some(below) = g.plus(h) else {
                self.overflowed |= h < S::Cost::INFINITE;
                continue;
            };
            // What is known of the parent holds for all its children.
            let f = if below < before { before } else { below };
            let child = Child { state, memo, g, action: Some(action), f, family: None };
            self.add(child, &mut made, meter)?;
        }
        Ok(made)
    }

    /// Leaves the last node of the path, below which nothing is better than `f`.
    fn back_up(&mut self, f: S::Cost, meter: &mut Meter) {
        if self.best.at == Some(self.path.len() - 1) {
            self.save_best();
        }
        self.path.pop();
        let Some(level) = self.path.last() else { return };
        let child = &mut self.families[level.family][level.chosen];
        child.f = f;
        self.on_path.pop();
        if self.nodes == 0 {
            let family = child.family.take().expect("it was expanded");
            self.forget(family, meter);
        }
    }

    /// Adds a node to a family that is being made.
    fn add(
        &mut self,
        child: Child<S, H::Memo>,
        family: &mut Vec<Child<S, H::Memo>>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if family.len() == family.capacity() {
            let more = family.len().max(4);
            self.make_room(more * size_of::<Child<S, H::Memo>>(), meter);
            meter.reserve(family, more)?;
        }
        family.push(child);
        Ok(())
    }

    /// Forgets families until there is memory for this many bytes.
    fn make_room(&mut self, bytes: usize, meter: &mut Meter) {
        while self.nodes > 0 && !meter.can_hold(bytes) && self.forget_worst(meter) {}
    }

    /// Puts a family into its place; others may have to be forgotten for it.
    fn keep(&mut self, made: Vec<Child<S, H::Memo>>, meter: &mut Meter) -> Result<usize, Stop> {
        while self.nodes > 0 && self.held + made.len() > self.nodes && self.forget_worst(meter) {}
        self.make_room(Self::PLACE, meter);
        meter.hold(Self::PLACE)?;
        self.held += made.len();
        meter.stored(self.held as u64);
        Ok(match self.free.pop() {
            Some(place) => {
                self.families[place] = made;
                place
            }
            None => {
                self.families.push(made);
                self.families.len() - 1
            }
        })
    }

    /// The memory of a family without its members.
    const PLACE: usize = size_of::<Vec<Child<S, H::Memo>>>() + size_of::<usize>();

    fn forget(&mut self, family: usize, meter: &mut Meter) {
        let children = std::mem::take(&mut self.families[family]);
        self.held -= children.len();
        meter.release(Self::PLACE + children.capacity() * size_of::<Child<S, H::Memo>>());
        self.free.push(family);
    }

    /// Forgets the family with the largest f, and without families below it, that is not on the
    /// path; returns whether there is one.
    fn forget_worst(&mut self, meter: &mut Meter) -> bool {
        let mut worst: Option<(u64, usize, usize)> = None;
        for (depth, level) in self.path.iter().enumerate() {
            let last = depth + 1 == self.path.len();
            for (at, child) in self.families[level.family].iter().enumerate() {
                let leaves = child.family.is_some() && (last || at != level.chosen);
                if leaves && worst.is_none_or(|(f, ..)| child.key() > f) {
                    worst = Some((child.key(), level.family, at));
                }
            }
        }
        let Some((_, mut family, mut at)) = worst else { return false };
        while let Some(below) = self.families[family][at].family {
            let children = self.families[below].iter().enumerate();
            let parents = children.filter(|(_, child)| child.family.is_some());
            match parents.max_by_key(|(_, child)| child.key()) {
                Some((next, _)) => (family, at) = (below, next),
                None => {
                    self.families[family][at].family = None;
                    self.forget(below, meter);
                    break;
                }
            }
        }
        true
    }

    /// The least f of all nodes on the frontier of the tree: no plan costs less.
    fn least(&self) -> S::Cost {
        let rim = self.path.iter().enumerate().flat_map(|(depth, level)| {
            let last = depth + 1 == self.path.len();
            let children = self.families[level.family].iter().enumerate();
            children.filter(move |(at, _)| last || *at != level.chosen).map(|(_, child)| child.f)
        });
        rim.reduce(least).unwrap_or(S::Cost::INFINITE)
    }

    /// The first state of the path, and its first `length` − 1 actions.
    fn along_path(&self, length: usize) -> Option<(S::State, Vec<S::Action>)> {
        let chosen = |level: &Level| &self.families[level.family][level.chosen];
        let start = chosen(self.path.first()?).state.clone();
        let levels = self.path.iter().take(length);
        Some((start, levels.filter_map(|level| chosen(level).action.clone()).collect()))
    }

    fn save_best(&mut self) {
        if let Some((start, actions)) = self.best.at.take().and_then(|at| self.along_path(at)) {
            (self.best.start, self.best.actions) = (Some(start), actions);
        }
    }

    /// The plan along the whole path.
    fn plan(&self, end: End<S::Cost>) -> Result<PlanOf<S>, PlanOf<S>> {
        let (start, actions) = self.along_path(self.path.len()).expect("the path has a start");
        Plan::along(self.space, start, actions, end)
    }

    /// The plan to the state nearest to a goal, or to the action whose cost is not valid.
    fn best_so_far(&mut self) -> Option<PlanOf<S>> {
        let end = End::Short(self.best.h);
        if let Some(action) = self.refused.take() {
            let (start, mut actions) = self.along_path(self.path.len())?;
            actions.push(action);
            return Some(either(Plan::along(self.space, start, actions, end)));
        }
        self.save_best();
        let start = self.best.start.take()?;
        let actions = std::mem::take(&mut self.best.actions);
        Some(either(Plan::along(self.space, start, actions, end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::from_fn;

    #[test]
    fn what_is_kept_is_not_generated_again() {
        let goal = 9_876u32;
        let steps = |&n: &u32| [(2 * n, 1u32), (n + 1, 1)];
        let numbers = from_fn(1, steps, move |&n| n == goal);
        let h = move |&n: &u32| if n > goal { u32::MAX } else { (goal / n).ilog2() };
        let expanded = [0, 100, 10_000, usize::MAX].map(|nodes| {
            let outcome = Rbfs { nodes, ..Rbfs::default() }.solve(&numbers, &h);
            assert!(nodes < 100 || outcome.stats.peak_stored <= nodes as u64);
            assert_eq!(outcome.stats.lower_bound, outcome.solution().map(|p| f64::from(p.cost)));
            outcome.stats.expanded
        });
        assert!(expanded.is_sorted_by(|less, more| less > more), "{expanded:?}");
    }

    #[test]
    fn a_limit_of_memory_makes_it_forget_and_not_stop() {
        let goal = 9_876u32;
        let steps = |&n: &u32| [(2 * n, 1u32), (n + 1, 1)];
        let numbers = from_fn(1, steps, move |&n| n == goal);
        let h = move |&n: &u32| if n > goal { u32::MAX } else { (goal / n).ilog2() };
        let free = Rbfs { nodes: usize::MAX, ..Rbfs::default() }.solve(&numbers, &h);
        let limits = Limits::memory(10_000);
        assert!(free.stats.peak_bytes > 10_000);
        let held =
            Rbfs { nodes: usize::MAX, ..Rbfs::default() }.search(&numbers, &h, &limits, &mut ());
        assert!(held.stats.peak_bytes <= 10_000);
        assert_eq!(held.solution().map(|p| p.cost), free.solution().map(|p| p.cost));
    }

    #[test]
    fn a_long_way_needs_no_stack() {
        let chain = from_fn(0u32, |&n| (n < 100_000).then_some((n + 1, 1u32)), |&n| n == 100_000);
        let outcome = Rbfs::default().solve(&chain, &|&n: &u32| 100_000 - n);
        assert_eq!(outcome.solution().map(|plan| plan.actions.len()), Some(100_000));
    }
}
