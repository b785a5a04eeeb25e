//! The methods that search from both ends.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use cpu_time::ThreadTime;
use goalward::path::{Bidirectional, Guarantee, Nbs, PathSearch, PlanOf, Undo};
use goalward::{Blind, Limits, Meter, Outcome, Reversible, Verdict};

use super::settings::{undo, undo_param};
use crate::about::About;
use crate::path::algorithm::{Algorithm, Guided, Plain, Uninformed};
use crate::path::steps::{Key, Teller};
use crate::path::{PathDomain, Unready, blind, informed};
use crate::registry::Method;
use crate::spec::Spec;
use crate::trace::EventKind::{Cheaper, Expand, Goal, Improve, Known, New, Pruned};

/// Without a heuristic and with one.
pub fn rows<S: PathDomain + Reversible>(space: &S) -> [Method<'_>; 2] {
    [
        blind(
            space,
            &About {
                name: "bidirectional",
                title: "Bidirectional search",
                doc: "Uniform cost from both ends at once; optimal",
                does: "Two uniform-cost searches, one from the start and one backwards from the goal, \
                   take turns until they meet and no cheaper meeting is possible.",
                guarantees: "Finds a cheapest solution if there is one.",
                costs: "Two searches of half the depth: about 2·b^(d/2) instead of b^d. It needs one \
                    known goal and moves that can be reversed.",
                pseudocode: &[
                    "two frontiers ← {start} and {goal}, each ordered by g; best ← none",
                    "while both together might still beat best:",
                    "  node ← remove the least of the frontier whose turn it is",
                    "  for each action from node (backwards on the goal's side):",
                    "    child ← what it leads to; g(child) ← g(node) + cost",
                    "    if this side knows child and it is not cheaper: continue",
                    "    put child into this side's frontier",
                    "    if the other side knows child: best ← the cheaper of best and the path through it",
                    "return best",
                ],
                lines: &[(Expand, 3), (Known, 6), (New, 7), (Cheaper, 7), (Improve, 8), (Goal, 9)],
                frontier: true,
            },
            undo_param::<S>().into_iter().collect(),
            |settings| {
                let search = Bidirectional { undo: undo::<S>(settings) };
                Uninformed(search, search.guarantee())
            },
        ),
        informed(
            space,
            &About {
                name: "nbs",
                title: "Near-optimal bidirectional search",
                doc: "A* from both ends at once; optimal",
                does: "Near-optimal bidirectional search. It expands two nodes at a time, one from the \
                   start's side and one from the goal's, with the least lower bound for a plan \
                   through both: the largest of their two f and the sum of their g. On the \
                   goal's side h estimates the cost from the start; it is 0 if no such estimate is \
                   known.",
                guarantees: "Finds a cheapest solution if h never overestimates. With consistent \
                estimates it expands at most twice the nodes that any bidirectional search must \
                expand.",
                costs: "Often fewer nodes than A* where the estimate is weak, since each search covers \
                    half the distance; it keeps both of them in memory. It needs one known goal \
                    and moves that can be made backwards.",
                pseudocode: &[
                    "two frontiers ← {start} and {goal}; best ← none",
                    "repeat:",
                    "  of all pairs (a, b), one from each frontier, take the one with the least bound",
                    "    bound(a, b) = max(f(a), f(b), g(a) + g(b))",
                    "  if there is none or its bound ≥ cost of best: return best",
                    "  expand a and b: for each action (backwards from b):",
                    "    child ← what it leads to; g(child) ← g + cost",
                    "    if this side knows child and it is not cheaper: continue",
                    "    put child into this side's frontier",
                    "    if the other side knows child: best ← the cheaper of best and the path through it",
                ],
                lines: &[
                    (Goal, 5),
                    (Expand, 6),
                    (Known, 8),
                    (Pruned, 8),
                    (New, 9),
                    (Cheaper, 9),
                    (Improve, 10),
                ],
                frontier: true,
            },
            undo_param::<S>().into_iter().collect(),
            |settings| FromBothEnds {
                heuristic: settings.choice("heuristic").parse().expect("checked when it was set"),
                undo: undo::<S>(settings),
                aside: AtomicU64::new(0),
            },
        ),
    ]
}

/// The search from both ends, with the heuristic that both sides use.
struct FromBothEnds {
    heuristic: Spec,
    undo: Undo,
    /// The nanoseconds that the second side's heuristic took to make and to release.
    aside: AtomicU64,
}

impl<S: PathDomain + Reversible> Algorithm<S> for FromBothEnds {
    fn key(&self) -> Key {
        Key::Sum
    }

    fn guarantee(&self) -> Guarantee {
        Nbs::<Blind>::default().guarantee()
    }

    fn aside(&self) -> Duration {
        Duration::from_nanos(self.aside.load(Relaxed))
    }

    fn search(
        &self,
        _: usize,
        space: &S,
        guide: Guided<'_, S>,
        limits: &Limits,
        teller: Option<&mut Teller<'_, S>>,
    ) -> Outcome<PlanOf<S>> {
        let clock = ThreadTime::now();
        let reversed = space.reversed(&self.heuristic);
        let back = reversed.as_ref().map(|space| space.heuristic(&self.heuristic, limits));
        let (back, limits) = match back {
            None => (None, limits.clone()),
            Some(Ok((guide, prepared))) => (Some(guide), prepared.left_of(limits)),
            Some(Err(Unready::Stopped(by))) => {
                return Meter::new(limits).finish(Verdict::Stopped { by, best: None });
            }
            Some(Err(Unready::Input(error))) => {
                unreachable!("it was made for the other side: {error}")
            }
        };
        let made = clock.elapsed();
        let search = Nbs { from_start: Plain(back.as_deref()), undo: self.undo };
        let outcome = match teller {
            Some(teller) => search.search(space, &Plain(guide), &limits, teller),
            None => search.search(space, &Plain(guide), &limits, &mut ()),
        };
        let clock = ThreadTime::now();
        drop(back);
        self.aside.store((made + clock.elapsed()).as_nanos() as u64, Relaxed);
        outcome
    }
}
