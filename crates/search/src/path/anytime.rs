//! Anytime weighted A*.

use super::best_first::{BestFirst, Frontier};
use super::plan::{either, solved};
use super::store::NodeId;
use super::{Event, Guarantee, PathObserver, PathSearch, PlanOf, Ties, Undo, Weight};
use crate::cost::Cost;
use crate::run::{Limits, Meter, Outcome, Stop, Verdict};
use crate::space::{Heuristic, StateSpace};

/// Anytime weighted A* (Hansen and Zhou 2007): it finds a plan as weighted A* does, then looks for
/// cheaper ones until none is left or a limit is reached.
///
/// An observer receives each better plan as an [`Event::Plan`], after an [`Event::Bound`]: no plan
/// can cost less. A stopped search returns the best plan so far, and
/// [`lower_bound`](crate::Stats::lower_bound) says how cheap a plan may still be. A search that
/// ends returns an optimal plan if the heuristic never overestimates.
///
/// ```
/// use goalward::path::{Anytime, PathSearch};
/// use goalward::space::from_fn;
///
/// let roads = |&town: &char| match town {
///     'a' => vec![('b', 7u32), ('c', 2)],
///     'c' => vec![('b', 3), ('d', 9)],
///     'b' => vec![('d', 1)],
///     _ => vec![],
/// };
/// let h = |&town: &char| if town == 'c' { 3 } else { 0 };
/// let plan = Anytime::default().solve(&from_fn('a', roads, |&t| t == 'd'), &h);
/// assert_eq!(plan.into_solution().unwrap().cost, 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anytime {
    /// The weight of h: the larger it is, the sooner the first plan is found.
    pub weight: Weight,
    /// Which of the nodes with equal priority to expand first.
    pub ties: Ties,
    /// Whether the action that cancels the previous one is generated, too.
    pub undo: Undo,
}

impl Default for Anytime {
    fn default() -> Self {
        Anytime { weight: Weight::from(2), ties: Ties::default(), undo: Undo::default() }
    }
}

impl Anytime {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        Guarantee::Cheapest
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for Anytime {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        let mut meter = Meter::new(limits);
        let Anytime { weight, ties, undo } = *self;
        let search = BestFirst { ties, undo, ..BestFirst::weighted(weight) };
        let mut frontier = Frontier::new(space, heuristic, search);
        if let Err(by) = frontier.begin(&mut meter) {
            return meter.finish(Verdict::Stopped { by, best: None });
        }
        let mut best = None;
        let end = improve(&mut frontier, &mut best, &mut meter, observer);
        meter.stored(frontier.len() as u64);
        let bound = if end.is_ok() { best.map(|(_, cost)| cost) } else { least(&frontier, &best) };
        meter.lower_bound = bound.and_then(Cost::number);
        let end = end.and_then(|()| match best {
            // No cheaper plan was skipped: its nodes would have keys.
            Some((_, cost)) if frontier.overflowed() => self.key(cost).map(drop).ok_or(Stop::Cost),
            None if frontier.overflowed() => Err(Stop::Cost),
            _ => Ok(()),
        });
        let verdict = match (end, best) {
            (Ok(()), None) => Verdict::Unsolvable,
            (Ok(()), Some((goal, g))) => {
                meter.tell(observer, Event::Goal { state: frontier.state(goal), g });
                solved(frontier.plan_to(goal))
            }
            (Err(by), None) => Verdict::Stopped { by, best: Some(frontier.best_so_far()) },
            // The user has to see a refused action.
            (Err(by @ Stop::Cost), _) if frontier.refused() => {
                Verdict::Stopped { by, best: Some(frontier.best_so_far()) }
            }
            (Err(by), Some((goal, _))) => {
                Verdict::Stopped { by, best: Some(either(frontier.plan_to(goal))) }
            }
        };
        meter.finish(verdict)
    }
}

impl Anytime {
    /// The largest key of a node whose g and h are at most `cost`; `None` if it overflows.
    fn key<C: Cost>(&self, cost: C) -> Option<u64> {
        C::priority((self.weight.denominator(), cost), (self.weight.numerator(), cost))
    }
}

/// A goal, and the cost of reaching it.
type Found<C> = Option<(NodeId, C)>;

/// Expands the nodes that may lead to a cheaper plan than the best until none is left.
fn improve<S: StateSpace, H: Heuristic<S>, O: PathObserver<S>>(
    frontier: &mut Frontier<'_, S, H>,
    best: &mut Found<S::Cost>,
    meter: &mut Meter,
    observer: &mut O,
) -> Result<(), Stop> {
    while let Some(id) = frontier.pop() {
        let (g, f) = frontier.costs(id);
        if best.is_some_and(|(_, cost)| f.is_none_or(|f| !f.beats(cost))) {
            continue;
        }
        if !frontier.is_goal(id) {
            frontier.expand(id, meter, observer)?;
            continue;
        }
        *best = Some((id, g));
        if O::WATCHES {
            let bound = least(frontier, best).unwrap_or(g);
            meter.tell(observer, Event::Bound(bound));
            meter.tell(observer, Event::Plan { state: frontier.state(id), g });
        }
    }
    Ok(())
}

/// No plan costs less than this: the least f of an open node or, if that is less, the best cost.
fn least<S: StateSpace, H: Heuristic<S>>(
    frontier: &Frontier<'_, S, H>,
    best: &Found<S::Cost>,
) -> Option<S::Cost> {
    let open = frontier.unexpanded().filter_map(|id| frontier.costs(id).1);
    let known = best.iter().map(|&(_, cost)| cost);
    open.chain(known).reduce(crate::cost::least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::from_fn;

    /// From 1 to 1000 by steps of several costs, and a share of the true cost as the estimate.
    fn sums()
    -> (impl StateSpace<State = usize, Action: PartialEq, Cost = u32>, impl Fn(&usize) -> u32) {
        let steps = |&n: &usize| {
            let next = [(n + 1, 2u32), (n + 7, 13), (2 * n, 29)];
            next.into_iter().filter(|&(n, _)| n <= 1000)
        };
        let mut cost = vec![0; 1001];
        for n in (1..1000).rev() {
            cost[n] = steps(&n).map(|(next, step)| cost[next] + step).min().unwrap();
        }
        let h = move |&n: &usize| cost[n] * (40 + (n * 37 % 60) as u32) / 100;
        (from_fn(1, steps, |&n| n == 1000), h)
    }

    #[test]
    fn each_plan_is_cheaper_and_the_last_is_optimal() {
        let (space, h) = sums();
        let optimal = super::super::BestFirst::a_star().solve(&space, &h).into_solution().unwrap();
        let (mut costs, mut bounds) = (Vec::new(), Vec::new());
        let mut watch = |event: Event<'_, usize>| match event {
            Event::Plan { g, state: 1000 } => costs.push(g),
            Event::Bound(bound) => bounds.push(bound),
            _ => {}
        };
        let search = Anytime { weight: Weight::from(50), ..Anytime::default() };
        let outcome = search.search(&space, &h, &Limits::default(), &mut watch);
        assert!(costs.len() > 1 && costs.is_sorted_by(|a, b| a > b), "{costs:?}");
        assert!(bounds.iter().all(|&bound| bound <= optimal.cost), "{bounds:?}");
        assert_eq!(outcome.into_solution().map(|plan| plan.cost), Some(optimal.cost));
    }

    #[test]
    fn stopped_it_has_the_best_plan_and_a_bound_below_the_optimum() {
        let (space, h) = sums();
        let search = Anytime { weight: Weight::from(50), ..Anytime::default() };
        let optimal = search.solve(&space, &h).into_solution().unwrap().cost;
        let mut plans = 0;
        for nodes in 0..400 {
            let outcome = search.search(&space, &h, &Limits::nodes(nodes), &mut ());
            assert!(outcome.stats.lower_bound.is_some_and(|bound| bound <= f64::from(optimal)));
            if let Verdict::Stopped { best: Some(plan), .. } = outcome.verdict {
                plan.check(&space).unwrap();
                plans += u32::from(plan.reaches_goal());
            }
        }
        assert!(plans > 0);
    }
}
