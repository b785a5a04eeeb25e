//! Laws of every problem and every method.

use proptest::prelude::*;

use super::*;
use crate::csp::domains::One;
use crate::csp::engine::Engine;
use crate::csp::global::Globals;
use crate::csp::groups::Groups;
use crate::csp::ledger::Ledger;
use crate::csp::network::Network;
use crate::csp::small::Small;
use crate::run::{Meter, Verdict};

/// A problem with arbitrary tables: a hash decides whether a value or a pair is allowed.
#[derive(Clone, Debug)]
pub(super) struct Arbitrary {
    pub domains: Vec<usize>,
    pub constraints: Vec<(Variable, Variable)>,
    pub salt: u64,
    /// How many pairs out of 16 are compatible.
    pub looseness: u64,
    /// Only multiples of this are values, so that domains may need many words.
    pub spread: usize,
}

impl Arbitrary {
    fn allowed(&self, parts: [usize; 4], of_16: u64) -> bool {
        let mix = |h: u64, part: usize| (h ^ part as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = parts.into_iter().fold(self.salt, |h, part| mix(h, part).rotate_left(29));
        hash >> 40 & 15 < of_16
    }
}

impl Csp for Arbitrary {
    fn variables(&self) -> usize {
        self.domains.len()
    }

    fn domain(&self, variable: Variable) -> usize {
        self.domains[variable] * self.spread
    }

    fn allows(&self, x: Variable, a: Value) -> bool {
        a.is_multiple_of(self.spread) && self.allowed([x, a / self.spread, 99, 99], 15)
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        self.constraints.iter().copied()
    }

    fn compatible(&self, (x, a): (Variable, Value), (y, b): (Variable, Value)) -> bool {
        assert!(x < y, "the lower variable comes first");
        self.allowed([x, a / self.spread, y, b / self.spread], self.looseness)
    }
}

pub(super) fn arbitrary_csp() -> impl Strategy<Value = Arbitrary> {
    let domains = prop::collection::vec(1usize..5, 0..7);
    let pairs = prop::collection::vec((0usize..7, 0usize..7), 0..12);
    let spread = prop::sample::select(vec![1usize, 1, 40]);
    let parts = (domains, pairs, any::<u64>(), 6u64..15, spread);
    parts.prop_map(|(domains, pairs, salt, looseness, spread)| {
        let n = domains.len();
        let constraints = pairs.into_iter().filter(|&(x, y)| x != y && x.max(y) < n).collect();
        Arbitrary { domains, constraints, salt, looseness, spread }
    })
}

/// Every solution: all assignments, tested against the definition.
fn brute_force(csp: &Arbitrary) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![vec![]];
    for &size in &csp.domains {
        let values = (0..size).map(|a| a * csp.spread);
        let extend = |start: &Vec<Value>, a: Value| [start.as_slice(), &[a]].concat();
        let longer = all.iter().flat_map(|start| values.clone().map(move |a| extend(start, a)));
        all = longer.collect();
    }
    all.retain(|values| is_solution(csp, values));
    all
}

/// A current assignment, and the prunings made since.
pub(super) struct Standing {
    assigned: (Variable, Value),
    pruned: Vec<(Variable, Value)>,
}

/// What an observer can work out from the events alone.
#[derive(Default)]
pub(super) struct Replay {
    pub standing: Vec<Standing>,
    pub solutions: Vec<Vec<Value>>,
    effort: Effort,
    /// Prunings that ended in a dead end.
    vain: u64,
}

impl Replay {
    pub fn on(&mut self, event: Event) {
        match event {
            Event::Assign { variable, value } => {
                let pruned = self.standing.iter().flat_map(|standing| &standing.pruned);
                assert!(!pruned.into_iter().any(|&pruned| pruned == (variable, value)));
                assert!(self.standing.iter().all(|standing| standing.assigned.0 != variable));
                self.effort.assignments += 1;
                self.standing.push(Standing { assigned: (variable, value), pruned: vec![] });
            }
            Event::Prune { variable, value, .. }
            | Event::Exclude { variable, value, .. }
            | Event::Confine { variable, value, .. } => {
                self.effort.prunings += 1;
                if let Some(standing) = self.standing.last_mut() {
                    standing.pruned.push((variable, value));
                }
            }
            Event::Backtrack { .. } => {
                self.effort.backtracks += 1;
                self.standing.pop().expect("an assignment stands");
            }
            Event::Conflict { .. }
            | Event::Violation { .. }
            | Event::Wipeout { .. }
            | Event::NoPlace { .. } => {
                let pruned = self
                    .standing
                    .pop()
                    .map_or(self.effort.prunings, |standing| standing.pruned.len() as u64);
                self.vain += pruned;
            }
            Event::Solution => {
                let mut pairs: Vec<_> = self.standing.iter().map(|s| s.assigned).collect();
                pairs.sort_unstable();
                self.solutions.push(pairs.into_iter().map(|(_, a)| a).collect());
                self.standing.pop();
            }
        }
    }
}

impl Replay {
    /// The effort that the search should report, except for the checks.
    pub fn effort(&self, inference: Inference, checks: u64) -> Effort {
        let vain = if inference == Inference::AllDifferent { self.vain } else { 0 };
        Effort { checks, prunings: self.effort.prunings - vain, ..self.effort }
    }
}

/// Whether no two of these assignments contradict each other.
fn is_consistent(csp: &Arbitrary, assignments: &[(Variable, Value)]) -> bool {
    let given = |variable| assignments.iter().find(|x| x.0 == variable);
    csp.constraints().all(|(x, y)| match (given(x), given(y)) {
        (Some(&x), Some(&y)) => csp.compatible(x.min(y), x.max(y)),
        _ => true,
    })
}

/// The verdict, the effort, the nodes and all events of one search.
type Story = (Verdict<Solutions>, Effort, u64, Vec<Event>);

/// The same search by the engine and by the fast path.
fn both_ways(csp: &Arbitrary, method: Backtracking, find: Find, limits: &Limits) -> [Story; 2] {
    let network = Network::compile(csp, &mut Meter::new(&Limits::default())).unwrap();
    [false, true].map(|small| {
        let mut events = Vec::new();
        let observer = |event| events.push(event);
        let ledger = Ledger::new(find, csp.variables(), limits, observer);
        let answer = if small {
            Small::new(&method, &network, ledger).run()
        } else {
            let (groups, globals) = (Groups::default(), Globals::default());
            Engine::new(&method, One, &network, &groups, globals, ledger).run()
        };
        (answer.outcome.verdict, answer.effort, answer.outcome.stats.expanded, events)
    })
}

proptest! {
    #[test]
    fn every_method_finds_what_brute_force_finds(csp in arbitrary_csp()) {
        let expected = brute_force(&csp);
        for method in methods() {
            let answer = search(method, &csp, Find::All);
            let mut found = found(&answer);
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{:?}", method);
            prop_assert_eq!(answer.outcome.verdict == Verdict::Unsolvable, expected.is_empty());
            let count = search(method, &csp, Find::Count);
            prop_assert_eq!(count.outcome.solution().map_or(0, |s| s.count), found.len() as u64);
        }
    }

    #[test]
    fn events_tell_the_whole_story(csp in arbitrary_csp()) {
        for method in methods() {
            let mut replay = Replay::default();
            let observer = |event| replay.on(event);
            let answer = method.search(&csp, Find::All, &Limits::default(), observer);
            prop_assert_eq!(&replay.solutions, &found(&answer), "{:?}", method);
            prop_assert!(replay.standing.is_empty(), "every assignment is undone");
            prop_assert_eq!(replay.effort(method.inference, answer.effort.checks), answer.effort);
            prop_assert_eq!(answer.outcome.stats.generated, answer.effort.assignments);
        }
    }

    #[test]
    fn the_fast_path_is_the_engine_step_for_step(csp in arbitrary_csp(), nodes in 0u64..60) {
        prop_assume!(csp.spread == 1 && csp.variables() > 0);
        let some = Find::UpTo(NonZeroU64::new(1 + nodes % 5).unwrap());
        for order in [VariableOrder::Static, VariableOrder::Mrv, VariableOrder::MrvDegree] {
            let method = Backtracking { order, ..Backtracking::default() };
            for (find, limits) in [
                (Find::All, Limits::default()),
                (Find::Count, Limits::nodes(nodes)),
                (some, Limits::default()),
            ] {
                let [slow, fast] = both_ways(&csp, method, find, &limits);
                prop_assert_eq!(slow, fast);
            }
        }
    }

    #[test]
    fn a_node_limit_is_exact_and_keeps_what_was_found(csp in arbitrary_csp(), limit in 0u64..20) {
        for method in methods() {
            let whole = search(method, &csp, Find::All);
            let part = method.search(&csp, Find::All, &Limits::nodes(limit), ());
            let nodes = whole.outcome.stats.expanded;
            prop_assert_eq!(part.outcome.stats.expanded, nodes.min(limit));
            if let Verdict::Stopped { best, .. } = &part.outcome.verdict {
                let best = best.as_ref().expect("a stopped search keeps something");
                prop_assert!(found(&whole).starts_with(&best.kept));
                prop_assert!(!best.exhausted);
                prop_assert!(is_consistent(&csp, &best.deepest));
            } else {
                prop_assert!(nodes <= limit);
            }
        }
    }
}
