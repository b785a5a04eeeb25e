//! Colourings with known answers.

use goalward::csp::{Backtracking, CspSearch, Effort, Find, Inference, ValueOrder, VariableOrder};
use goalward::{Limits, Rng, Verdict};
use goalward_domains::coloring::{COLORABLE, Coloring, Graph, UNCOLORABLE};

const INFERENCES: [Inference; 4] =
    [Inference::None, Inference::ForwardChecking, Inference::Mac, Inference::AllDifferent];

fn count(graph: &Graph, colors: usize, inference: Inference) -> u64 {
    let method = Backtracking { inference, ..Backtracking::default() };
    let coloring = Coloring::new(graph.clone(), colors);
    let answer = method.search(&coloring, Find::Count, &Limits::default(), ());
    answer.outcome.into_solution().map_or(0, |solutions| solutions.count)
}

#[test]
fn the_petersen_graph_needs_three_colours() {
    for inference in INFERENCES {
        // Its chromatic polynomial is 0, 0, 120 and 12,960 at 1 to 4 colours.
        let counts = [1, 2, 3, 4].map(|colors| count(&Graph::petersen(), colors, inference));
        assert_eq!(counts, [0, 0, 120, 12_960], "{inference:?}");
    }
}

#[test]
fn australia_has_eighteen_colourings_with_three_colours() {
    for inference in INFERENCES {
        assert_eq!(count(&Graph::australia(), 3, inference), 18);
        assert_eq!(count(&Graph::australia(), 2, inference), 0);
    }
}

#[test]
fn graphs_of_the_benchmark_have_their_sizes() {
    for (name, vertices, edges) in [
        ("myciel3", 11, 20),
        ("myciel4", 23, 71),
        ("myciel5", 47, 236),
        ("myciel6", 95, 755),
        ("myciel7", 191, 2360),
        ("queen5_5", 25, 160),
        ("queen6_6", 36, 290),
        ("queen7_7", 49, 476),
        ("queen8_8", 64, 728),
    ] {
        let graph = Graph::named(name).unwrap();
        assert_eq!((graph.vertices(), graph.edges().len()), (vertices, edges), "{name}");
    }
    assert_eq!((Graph::named("myciel2"), Graph::named("queen5_6")), (None, None));
}

#[test]
fn graphs_of_the_benchmark_need_their_colours() {
    let method = Backtracking {
        inference: Inference::ForwardChecking,
        order: VariableOrder::MrvDegree,
        ..Default::default()
    };
    for (set, colorable) in [(COLORABLE, true), (UNCOLORABLE, false)] {
        for line in set.lines().filter(|line| !line.starts_with('#')) {
            let (name, colors) = line.split_once(' ').unwrap();
            let coloring = Coloring::new(Graph::named(name).unwrap(), colors.parse().unwrap());
            let limits = Limits::nodes(20_000_000);
            let answer = method.search(&coloring, Find::First, &limits, ());
            let (Verdict::Solved(_) | Verdict::Unsolvable) = &answer.outcome.verdict else {
                panic!("{line}: {:?}", answer.outcome.stats)
            };
            assert_eq!(answer.outcome.solution().is_some(), colorable, "{line}");
        }
    }
}

#[test]
fn no_colours_suffice_only_for_no_vertices() {
    assert_eq!(count(&Graph::new(2, []), 0, Inference::ForwardChecking), 0);
    assert_eq!(count(&Graph::new(0, []), 0, Inference::ForwardChecking), 1);
}

#[test]
fn a_clique_of_150_takes_150_colours() {
    let clique = Graph::random(150, 1.0, &mut Rng::new(1));
    for inference in INFERENCES {
        let method = Backtracking { inference, ..Backtracking::default() };
        let coloring = Coloring::new(clique.clone(), 150);
        let answer = method.search(&coloring, Find::First, &Limits::default(), ());
        let solutions = answer.outcome.into_solution().unwrap();
        assert!(coloring.is_solution(solutions.first().unwrap()));
    }
}

#[test]
fn a_hundred_colours_for_a_large_random_graph() {
    let graph = Graph::random(500, 0.5, &mut Rng::new(3));
    let coloring = Coloring::new(graph, 100);
    for values in [ValueOrder::Static, ValueOrder::Lcv] {
        let method = Backtracking { order: VariableOrder::MrvDegree, values, ..Default::default() };
        let answer = method.search(&coloring, Find::First, &Limits::nodes(10_000), ());
        let solutions = answer.outcome.into_solution().unwrap();
        assert!(coloring.is_solution(solutions.first().unwrap()));
    }
}

#[test]
fn a_stopped_search_keeps_the_deepest_consistent_assignment() {
    let graph = Graph::random(80, 0.5, &mut Rng::new(7));
    let coloring = Coloring::new(graph.clone(), 9);
    let answer = Backtracking::default().search(&coloring, Find::First, &Limits::nodes(5_000), ());
    let Verdict::Stopped { best: Some(best), .. } = answer.outcome.verdict else {
        panic!("{:?}", answer.outcome.verdict);
    };
    let color = |vertex| best.deepest.iter().find(|given| given.0 == vertex).map(|given| given.1);
    assert!(best.deepest.len() > 20);
    for &(u, v) in graph.edges() {
        assert!(color(u).is_none() || color(u) != color(v));
    }
}

/// A changed count must be a decision, never an accident.
#[test]
fn a_random_graph_takes_exactly_this_effort() {
    let graph = Graph::random(30, 0.3, &mut Rng::new(5));
    let search = |colors, inference| {
        let (order, values) = (VariableOrder::MrvDegree, ValueOrder::Lcv);
        let method = Backtracking { inference, order, values };
        let coloring = Coloring::new(graph.clone(), colors);
        let answer = method.search(&coloring, Find::First, &Limits::default(), ());
        let Effort { assignments, prunings, backtracks, checks, .. } = answer.effort;
        (answer.outcome.solution().is_some(), [assignments, prunings, backtracks, checks])
    };
    assert_eq!(search(4, Inference::ForwardChecking), (false, [136, 956, 112, 2_200]));
    assert_eq!(search(5, Inference::ForwardChecking), (true, [60, 234, 27, 768]));
    assert_eq!(search(4, Inference::Mac), (false, [40, 956, 16, 6_468]));
    assert_eq!(search(5, Inference::Mac), (true, [35, 226, 2, 2_682]));
}
