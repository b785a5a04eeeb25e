//! Pancakes, TopSpin and the 2×2×2 cube: how many states there are at each distance, and what
//! searches find.

use std::collections::{HashMap, VecDeque};

use goalward::path::{Anytime, BestFirst, Dps, IdaStar, Nbs, PathSearch, Rbfs};
use goalward::{Ranked, Reversible, Rng, StateSpace};
use goalward_domains::cube2::{Cube, Cube2, Metric};
use goalward_domains::pancake::Pancakes;
use goalward_domains::topspin::TopSpin;
use proptest::prelude::*;

/// For each state how many moves it needs, level by level; 255 if there is no path.
fn levels<S: Ranked<Cost = u32> + Reversible>(space: &S) -> Vec<u8> {
    let mut table = vec![u8::MAX; space.states().unwrap()];
    let mut level: Vec<usize> = space.goals().map(|goal| space.rank(&goal)).collect();
    level.iter().for_each(|&goal| table[goal] = 0);
    for moves in 1..u8::MAX {
        let mut next = Vec::new();
        for rank in level {
            for (before, _) in space.predecessors(&space.unrank(rank)) {
                let before = space.rank(&before);
                if table[before] == u8::MAX {
                    table[before] = moves;
                    next.push(before);
                }
            }
        }
        level = next;
    }
    table
}

/// How many states are at each distance from the goal.
fn counts<S: Ranked<Cost = u32> + Reversible>(space: &S) -> Vec<u64> {
    let mut counts = vec![0; 256];
    levels(space).into_iter().for_each(|moves| counts[usize::from(moves)] += 1);
    let known = counts[..255].iter().take_while(|&&count| count > 0).count();
    counts.truncate(known);
    counts
}

type Estimate<'a, S> = &'a dyn Fn(&<S as StateSpace>::State) -> u32;

/// On every `stride`th state the heuristics do not overestimate, and change by at most 1 with each
/// move.
fn is_right<S>(space: &S, stride: usize, heuristics: &[Estimate<'_, S>])
where
    S: Ranked<Cost = u32> + Reversible,
{
    for (rank, moves) in levels(space).into_iter().enumerate().step_by(stride) {
        let state = space.unrank(rank);
        assert_eq!(space.rank(&state), rank);
        for h in heuristics.iter().filter(|_| moves != u8::MAX) {
            let here = h(&state);
            assert!(here <= moves.into(), "{here} of {moves}");
            for action in space.actions(&state) {
                let there = h(&space.apply(&state, &action));
                assert!(here.abs_diff(there) <= 1);
            }
        }
    }
}

#[test]
fn stacks_of_pancakes_are_as_far_from_order_as_published() {
    // The rows of the triangle A092113.
    for (order, published) in [
        ("1 2 3 4", vec![1, 3, 6, 11, 3]),
        ("1 2 3 4 5", vec![1, 4, 12, 35, 48, 20]),
        ("1 2 3 4 5 6", vec![1, 5, 20, 79, 199, 281, 133, 2]),
        ("1 2 3 4 5 6 7", vec![1, 6, 30, 149, 543, 1357, 1903, 1016, 35]),
        ("1 2 3 4 5 6 7 8", vec![1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455]),
    ] {
        assert_eq!(counts(&Pancakes::parse(order).unwrap()), published, "{order}");
    }
}

#[test]
fn cubes_are_as_far_from_solved_as_published() {
    let solved = Cube::parse("").unwrap();
    let half = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644];
    assert_eq!(counts(&Cube2::new(solved, Metric::Half)), half);
    let quarter = [
        1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276,
    ];
    assert_eq!(counts(&Cube2::new(solved, Metric::Quarter)), quarter);
}

/// How many rings are at each distance, found by turning a ring and reversing four neighbours.
fn rings(tokens: usize) -> Vec<u64> {
    let turned = |mut ring: Vec<usize>| {
        let first = ring.iter().position(|&token| token == 0).unwrap();
        ring.rotate_left(first);
        ring
    };
    let ordered: Vec<usize> = (0..tokens).collect();
    let mut distances = HashMap::from([(ordered.clone(), 0)]);
    let mut queue = VecDeque::from([ordered]);
    let mut counts = Vec::new();
    while let Some(ring) = queue.pop_front() {
        let distance = distances[&ring];
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
        for first in 0..tokens {
            let mut next = ring.clone();
            next.rotate_left(first);
            next[..4].reverse();
            let next = turned(next);
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance + 1);
                queue.push_back(next);
            }
        }
    }
    counts
}

#[test]
fn rings_of_tokens_are_as_far_from_order_as_by_definition() {
    for tokens in 6..=9 {
        let ordered: Vec<String> = (1..=tokens).map(|token| token.to_string()).collect();
        let counts = counts(&TopSpin::parse(&ordered.join(" ")).unwrap());
        assert_eq!(counts, rings(tokens), "{tokens}");
        let all: u64 = (1..tokens as u64).product();
        let reached = if tokens % 2 == 0 { all } else { all / 2 };
        assert_eq!(counts.iter().sum::<u64>(), reached, "{tokens}");
    }
}

#[test]
fn heuristics_never_overestimate_and_are_consistent() {
    let stack = Pancakes::parse("4 1 7 3 2 6 5").unwrap();
    for pancakes in [stack.reversed(), stack] {
        is_right(&pancakes, 1, &[&|stack| pancakes.gaps(stack)]);
    }
    let ring = TopSpin::parse("4 1 7 3 2 6 5 8").unwrap();
    for ring in [ring.reversed(), ring] {
        is_right(&ring, 1, &[&|state| ring.gaps(state), &|state| ring.pattern(state)]);
    }
    for metric in [Metric::Half, Metric::Quarter] {
        let cube = Cube2::new(Cube::parse("R U2 F' R U").unwrap(), metric);
        is_right(&cube, 101, &[&|state| cube.places(state), &|state| cube.twists(state)]);
    }
}

/// The least cost, on which several searches agree.
fn agreed<S: Reversible<Cost = u32>>(
    space: &S,
    to_goal: impl Fn(&S::State) -> u32,
    from_start: impl Fn(&S::State) -> u32,
) -> u32
where
    S::State: std::fmt::Debug,
    S::Action: PartialEq,
{
    let half = Dps { weight: "1.5".parse().unwrap(), ..Dps::default() }.solve(space, &to_goal);
    let costs = [
        BestFirst::a_star().solve(space, &to_goal),
        IdaStar::default().solve(space, &to_goal),
        Rbfs::default().solve(space, &to_goal),
        Rbfs { nodes: 500, ..Rbfs::default() }.solve(space, &to_goal),
        Anytime::default().solve(space, &to_goal),
        Nbs::with(from_start).solve(space, &to_goal),
        half,
    ]
    .map(|outcome| {
        let plan = outcome.into_solution().expect("there is a plan");
        plan.check(space).unwrap();
        plan.cost
    });
    assert!(costs[..6].iter().all(|&cost| cost == costs[0]), "{costs:?}");
    assert!(costs[6] * 2 <= costs[0] * 3, "{costs:?}");
    costs[0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn searches_agree(seed in any::<u64>(), moves in 0u64..6) {
        let mut rng = Rng::new(seed);
        let stack = Pancakes::random(9, &mut rng);
        let back = stack.reversed();
        agreed(&stack, |state| stack.gaps(state), |state| back.gaps(state));
        let ring = TopSpin::walk(12, moves, &mut rng);
        let back = ring.reversed();
        let cost = agreed(&ring, |state| ring.pattern(state), |state| back.pattern(state));
        prop_assert!(u64::from(cost) <= moves);
        let cube = Cube2::walk(moves, Metric::Half, &mut rng);
        let back = cube.reversed();
        let cost = agreed(&cube, |state| cube.corners(state), |state| back.corners(state));
        prop_assert!(u64::from(cost) <= moves);
    }

    #[test]
    fn what_is_printed_is_read_back_and_no_text_upsets_a_parser(seed in any::<u64>(), text in any::<String>()) {
        let mut rng = Rng::new(seed);
        let stack = Pancakes::random(2 + seed as usize % 15, &mut rng);
        let again = Pancakes::parse(&stack.show(stack.start())).unwrap();
        prop_assert_eq!(again.start(), stack.start());
        let ring = TopSpin::random(6 + seed as usize % 11, &mut rng);
        let again = TopSpin::parse(&ring.show(ring.start())).unwrap();
        prop_assert_eq!(again.start(), ring.start());
        let _ = (Pancakes::parse(&text), TopSpin::parse(&text), Cube::parse(&text));
    }
}
