//! A generated road graph of a million nodes: how fast its DIMACS file is read, how much memory
//! landmarks take, and how long uniform cost and A* take on the same queries.
//!
//! `cargo run --release -p goalward-domains --example road_graph`

use std::fmt::Write;
use std::sync::Arc;

use cpu_time::ThreadTime;
use goalward::path::{BestFirst, PathSearch};
use goalward::{Blind, Limits, Meter, Rng};
use goalward_domains::graph::heuristics::{Alt, Euclidean};
use goalward_domains::graph::{Graph, Route};

const NODES: usize = 1_000_000;

fn main() {
    let mut rng = Rng::new(1);
    let made = Graph::roads(NODES, &mut rng);
    let file = dimacs(&made);
    let (graph, seconds) = timed(|| Graph::from_dimacs(file.as_bytes(), None));
    let graph = graph.expect("a written graph can be read");
    assert_eq!((graph.nodes(), graph.edges()), (made.nodes(), made.edges()));
    println!(
        "read {} arcs in {seconds:.3} s: {:.1} M arcs/s",
        graph.edges(),
        graph.edges() as f64 / seconds / 1e6
    );
    let graph = Arc::new(made);
    let nodes: Vec<_> = graph.all_nodes().collect();
    let queries: Vec<Route> = (0..20)
        .map(|_| {
            let [from, to] = [0; 2].map(|_: usize| nodes[rng.below(NODES)]);
            Route::new(graph.clone(), from, to)
        })
        .collect();
    let mut meter = Meter::new(&Limits::default());
    let (alt, seconds) = timed(|| Alt::of(&queries[0], 8, &mut meter));
    let alt = alt.expect("no limit");
    println!("8 landmarks in {seconds:.2} s, {} MB", alt.landmarks().bytes() / 1_000_000);
    let (blind, ucs) = timed(|| {
        let search = BestFirst::uniform_cost();
        let cost = |route: &Route| search.solve(route, &Blind).into_solution().unwrap().cost;
        queries.iter().map(cost).collect::<Vec<_>>()
    });
    let lines: Vec<_> = queries.iter().map(|route| Euclidean::of(route).unwrap()).collect();
    let (by_line, euclidean) = timed(|| {
        let cost = |(route, h): (&Route, &Euclidean)| {
            BestFirst::a_star().solve(route, h).into_solution().unwrap().cost
        };
        queries.iter().zip(&lines).map(cost).collect::<Vec<_>>()
    });
    let alts: Vec<_> = queries.iter().map(|route| alt.towards(route.goal())).collect();
    let (informed, a_star) = timed(|| {
        let cost = |(route, h): (&Route, &Alt)| {
            BestFirst::a_star().solve(route, h).into_solution().unwrap().cost
        };
        queries.iter().zip(&alts).map(cost).collect::<Vec<_>>()
    });
    assert_eq!(blind, by_line);
    assert_eq!(blind, informed);
    let each = |seconds: f64| seconds * 1e3 / queries.len() as f64;
    println!("ucs              {:.1} ms a query", each(ucs));
    println!(
        "astar(euclidean) {:.1} ms a query, {:.1} times as fast",
        each(euclidean),
        ucs / euclidean
    );
    println!("astar(alt)       {:.1} ms a query, {:.1} times as fast", each(a_star), ucs / a_star);
}

/// The graph as a `.gr` file.
fn dimacs(graph: &Graph) -> String {
    let mut text = format!("c made\np sp {} {}\n", graph.nodes(), graph.edges());
    for tail in graph.all_nodes() {
        for edge in graph.leaving(tail) {
            let (tail, head) = (tail.number() + 1, graph.head(edge).number() + 1);
            writeln!(text, "a {tail} {head} {}", graph.cost(edge)).expect("a string can grow");
        }
    }
    text
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = ThreadTime::now();
    let result = work();
    (result, began.elapsed().as_secs_f64())
}
