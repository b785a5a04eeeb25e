//! Nodes expanded together are those expanded one by one, whatever the limits and instructions.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::laws::{Arbitrary, arbitrary_csp};
use super::*;
use crate::csp::domains::One;
use crate::csp::engine::Engine;
use crate::csp::groups::Groups;
use crate::csp::network::Network;
use crate::csp::tiny::{self, Kernel, Tiny};
use crate::run::{Stats, Verdict};

/// All that a search tells but its time and memory.
#[derive(Debug, PartialEq)]
struct Told {
    verdict: Verdict<Solutions>,
    kept: Vec<Vec<Value>>,
    effort: Effort,
    expanded: u64,
    peak_stored: u64,
}

impl Told {
    /// What is told, and the most bytes held.
    fn new(answer: Answer, kept: Vec<Vec<Value>>) -> (Self, u64) {
        let Stats { expanded, peak_stored, peak_bytes, .. } = answer.outcome.stats;
        let (effort, verdict) = (answer.effort, answer.outcome.verdict);
        (Told { verdict, kept, effort, expanded, peak_stored }, peak_bytes)
    }
}

fn methods() -> impl Iterator<Item = Backtracking> {
    [VariableOrder::Static, VariableOrder::Mrv]
        .into_iter()
        .map(|order| Backtracking { order, ..Backtracking::default() })
}

/// A search for all solutions by the engine, or by nodes expanded together if there is a kernel;
/// none if the memory is too little to begin with.
fn search_by(
    kernel: Option<Kernel>,
    method: &Backtracking,
    csp: &impl Csp,
    limits: &Limits,
) -> Option<(Told, u64)> {
    let (find, each) = (Find::All, Find::All.bytes(csp.variables()));
    let mut kept = Vec::new();
    let visit = |solution: &[Value], meter: &mut Meter| {
        meter.hold(each)?;
        kept.push(solution.to_vec());
        Ok(ControlFlow::Continue(()))
    };
    let mut ledger = Ledger::new(Meter::new(limits), (), visit);
    let network = Network::compile(csp, limits, &mut ledger.meter).ok()?;
    let answer = match kernel {
        None => Engine::new(method, One, &network, &Groups::default(), ledger).run(),
        Some(kernel) => {
            ledger.meter.hold(tiny::bytes(&network)).ok()?;
            Tiny::new(method, &network, find, ledger).by(kernel).run()
        }
    };
    Some(Told::new(answer, kept))
}

/// Problems of up to some thousand nodes, with more of one depth than are expanded together.
fn wide() -> Vec<Arbitrary> {
    let of = |variables: usize, values: usize, looseness| {
        let salt = variables as u64;
        let pairs = (0..variables).flat_map(|y| (0..y).map(move |x| (x, y)));
        let constraints = pairs.filter(|&(x, y)| (x + y) % 5 != 1).collect();
        Arbitrary { domains: vec![values; variables], constraints, salt, looseness, spread: 1 }
    };
    vec![of(4, 6, 13), of(5, 16, 7), of(7, 9, 11), of(12, 7, 12), of(16, 16, 10)]
}

/// Holds a search for all solutions, which nobody watches, to the one step by step.
fn alone_as_watched<C: Csp>(csp: &C) {
    for method in methods() {
        let told = |answer| Told::new(answer, vec![]).0;
        let watched = told(method.search(csp, Find::All, &Limits::default(), |_| {}));
        for limits in [Limits::default(), Limits::nodes(1 << 40), Limits::memory(1 << 30)] {
            assert_eq!(told(method.search(csp, Find::All, &limits, ())), watched, "{method:?}");
            let counted = told(method.search(csp, Find::Count, &limits, ()));
            assert_eq!((counted.effort, counted.expanded), (watched.effort, watched.expanded));
        }
    }
}

/// Holds a search with limits of nodes to the engine, and all kernels to each other.
fn limits_of_nodes(csp: &impl Csp, step: usize) {
    for method in methods() {
        for limit in (0..).step_by(step) {
            let limits = Limits::nodes(limit);
            let (slow, _) = search_by(None, &method, csp, &limits).unwrap();
            let mut peak = None;
            for kernel in Kernel::all() {
                let (told, bytes) = search_by(Some(kernel), &method, csp, &limits).unwrap();
                assert_eq!(told, slow, "{method:?}, {limit} nodes");
                assert_eq!(*peak.get_or_insert(bytes), bytes, "{method:?}, {limit} nodes");
            }
            if !matches!(slow.verdict, Verdict::Stopped { .. }) {
                break;
            }
        }
    }
}

#[test]
fn sixteen_variables_of_sixteen_values_are_searched_alone_as_watched() {
    let all = |n: usize| (0..n).flat_map(|y| (0..y).map(move |x| (x, y))).collect::<Vec<_>>();
    for n in 1..=16 {
        for (salt, looseness) in [(1, 7), (2, 8), (3, 9)] {
            let constraints = all(n).into_iter().filter(|&(x, y)| (x + y) % 5 != 1).collect();
            let domains = vec![16 - n % 3; n];
            alone_as_watched(&Arbitrary { domains, constraints, salt, looseness, spread: 1 });
        }
    }
    (4..=9).for_each(|n| alone_as_watched(&queens(n)));
}

#[test]
fn a_limit_of_nodes_stops_nodes_expanded_together_where_it_stops_the_engine() {
    (1..=7).for_each(|n| limits_of_nodes(&queens(n), 1));
    // Every limit would take seconds.
    wide().iter().zip([1, 1, 7, 11, 13]).for_each(|(csp, step)| limits_of_nodes(csp, step));
}

#[test]
fn a_limit_of_memory_stops_nodes_expanded_together_where_it_stops_a_dive() {
    for csp in wide() {
        for method in methods() {
            let whole = method.search(&csp, Find::All, &Limits::default(), ());
            let most = whole.outcome.stats.peak_bytes;
            for limit in (0..most + 200).step_by(most as usize / 200) {
                let limits = Limits::memory(limit);
                let told = |answer| Told::new(answer, vec![]);
                let (dive, _) = told(method.search(&csp, Find::All, &limits, |_| {}));
                let (alone, bytes) = told(method.search(&csp, Find::All, &limits, ()));
                assert_eq!(alone, dive, "{method:?}, {limit} bytes");
                assert!(bytes <= limit);
                let each = Kernel::all().map(|k| search_by(Some(k), &method, &csp, &limits));
                assert!(each.collect::<Vec<_>>().windows(2).all(|pair| pair[0] == pair[1]));
            }
        }
    }
}

#[test]
fn some_solutions_are_found_alone_as_watched() {
    for csp in wide() {
        for method in methods() {
            let whole = method.search(&csp, Find::Count, &Limits::default(), ());
            let count = whole.outcome.into_solution().map_or(0, |solutions| solutions.count);
            for most in (1..count + 2).step_by(1 + count as usize / 100) {
                let find = Find::UpTo(NonZeroU64::new(most).unwrap());
                let told = |answer| Told::new(answer, vec![]).0;
                let watched = told(method.search(&csp, find, &Limits::default(), |_| {}));
                let alone = told(method.search(&csp, find, &Limits::default(), ()));
                assert_eq!(alone, watched, "{method:?}, {most} of {count}");
            }
        }
    }
}

proptest! {
    #[test]
    fn nodes_expanded_together_are_those_expanded_one_by_one(csp in arbitrary_csp()) {
        alone_as_watched(&csp);
        if csp.spread == 1 && csp.variables() > 0 {
            limits_of_nodes(&csp, 1);
        }
    }
}
